"""The distance between two shapes, exact for discs, rectangles and hulls; ovals count as polygons of 64 sides.

Two convex shapes are as far apart as a point is from their Minkowski difference, a convex ring grown by the radii of
discs. That one question, asked of a point at rest or moving, answers gaps, overlaps and swept contact. Inside this
module lengths are micrometres as floats, and nothing but + - * / and square roots decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, TypeAlias

from shapely import get_coordinates

from battlefield.convex import Spot, split
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape, footprint
from battlefield.units import INCH, unit_vector

CONTACT = 0.001
"""The one tolerance, in inches: this close is touching, and overlapping by no more than this is touching still."""

SLACK = CONTACT * INCH
"""The tolerance in micrometres."""

Ring: TypeAlias = tuple[tuple[float, float], ...]


class Part(NamedTuple):
    """A convex part of a shape around the origin: a counter-clockwise ring (one point for a disc) grown by a radius."""

    ring: Ring
    radius: float


class Edge(NamedTuple):
    """A side of a ring: its first corner, its unit direction and its length; outwards is (dy, -dx)."""

    x: float
    y: float
    dx: float
    dy: float
    length: float


class Difference(NamedTuple):
    """Where the centre of one convex shape touches another at the origin: edges (none: a point) grown by `radius`.

    `box` is the least box around it: least x, least y, greatest x, greatest y.
    """

    x: float
    y: float
    edges: tuple[Edge, ...]
    radius: float
    box: tuple[float, float, float, float]


@lru_cache(maxsize=4096)
def parts(shape: Shape, facing: int) -> tuple[Part, ...]:
    """A shape turned to a facing, as convex parts around its origin."""
    if isinstance(shape, Round):
        return (Part(((0.0, 0.0),), shape.diameter / 2),)
    dx, dy = unit_vector(facing)
    return tuple(Part(tuple((x * dx - y * dy, x * dy + y * dx) for x, y in ring), 0.0) for ring in _rings(shape))


def _rings(shape: Oval | Rect | Hull) -> Iterable[Ring]:
    if isinstance(shape, Hull):
        return split(shape.points)
    if isinstance(shape, Rect):
        x, y = shape.length / 2, shape.width / 2
        return (((-x, -y), (x, -y), (x, y), (-x, y)),)
    coordinates = get_coordinates(footprint(shape))[:-1].tolist()
    return (tuple(_wound([(x * INCH, y * INCH) for x, y in coordinates])),)


def _wound(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A convex ring running counter-clockwise."""
    doubled = 0.0
    for i, (x, y) in enumerate(points):
        doubled += points[i - 1][0] * y - x * points[i - 1][1]
    return points if doubled > 0 else points[::-1]


def hull_of(points: Iterable[tuple[float, float]]) -> Ring:
    """The convex hull of points, counter-clockwise from the lowest x; no three in a row."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    halves: list[list[tuple[float, float]]] = []
    for run in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                chain.pop()
            chain.append((x, y))
        halves.append(chain[:-1])
    return tuple(halves[0] + halves[1])


def edges_of(ring: Ring) -> tuple[Edge, ...]:
    """The sides of a ring; sides shorter than a thousandth of a micrometre are left out."""
    found = []
    for i, (x, y) in enumerate(ring):
        dx, dy = ring[(i + 1) % len(ring)][0] - x, ring[(i + 1) % len(ring)][1] - y
        length = sqrt(dx * dx + dy * dy)
        if length > 1e-3:
            found.append(Edge(x, y, dx / length, dy / length, length))
    return tuple(found)


def difference_of(mover: Part, obstacle: Part) -> Difference:
    """The Minkowski difference of two convex parts: where the mover's centre makes them touch."""
    radius = mover.radius + obstacle.radius
    if len(mover.ring) == len(obstacle.ring) == 1:
        (x, y), (ox, oy) = mover.ring[0], obstacle.ring[0]
        return Difference(ox - x, oy - y, (), radius, _box(((ox - x, oy - y),), radius))
    ring = _minkowski(tuple((-x, -y) for x, y in mover.ring), obstacle.ring)
    return Difference(ring[0][0], ring[0][1], edges_of(ring), radius, _box(ring, radius))


def _box(ring: Ring, radius: float) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


def _minkowski(one: Ring, other: Ring) -> Ring:
    """The sum of two convex counter-clockwise rings: the sides of both in the order of their directions."""
    if len(one) == 1 or len(other) == 1:
        (x, y), ring = (one[0], other) if len(one) == 1 else (other[0], one)
        return tuple((x + px, y + py) for px, py in ring)
    one, other = _from_lowest(one), _from_lowest(other)
    ring_out, i, j = [], 0, 0
    while i < len(one) or j < len(other):
        (ax, ay), (bx, by) = one[i % len(one)], other[j % len(other)]
        ring_out.append((ax + bx, ay + by))
        nx, ny = one[(i + 1) % len(one)]
        mx, my = other[(j + 1) % len(other)]
        bend = (nx - ax) * (my - by) - (ny - ay) * (mx - bx)
        step_one = j >= len(other) or (i < len(one) and bend >= 0)
        step_other = i >= len(one) or (j < len(other) and bend <= 0)
        i, j = i + step_one, j + step_other
    return tuple(ring_out)


def _from_lowest(ring: Ring) -> Ring:
    """The same ring starting at its lowest point, the leftmost of them."""
    first = min(range(len(ring)), key=lambda i: (ring[i][1], ring[i][0]))
    return ring[first:] + ring[:first]


@lru_cache(maxsize=16384)
def differences(mover: Shape, facing: int, obstacle: Shape, other_facing: int) -> tuple[Difference, ...]:
    """The Minkowski differences of every convex part of one shape with every part of another."""
    return tuple(difference_of(part, other) for part in parts(mover, facing) for other in parts(obstacle, other_facing))


def signed_distance(x: float, y: float, difference: Difference) -> float:
    """How far a point is from the grown ring, in micrometres; negative inside."""
    if not difference.edges:
        dx, dy = x - difference.x, y - difference.y
        return sqrt(dx * dx + dy * dy) - difference.radius
    inside, nearest = float("-inf"), float("inf")
    for ex, ey, dx, dy, length in difference.edges:
        px, py = x - ex, y - ey
        out, along = px * dy - py * dx, px * dx + py * dy
        if out > inside:
            inside = out
        along = 0.0 if along < 0.0 else length if along > length else along
        qx, qy = px - along * dx, py - along * dy
        square = qx * qx + qy * qy
        if square < nearest:
            nearest = square
    return (sqrt(nearest) if inside > 0.0 else inside) - difference.radius


def beyond(x: float, y: float, dx: float, dy: float, difference: Difference, clearance: float) -> bool:
    """Whether a point on its way (dx, dy) is never within `clearance` of a grown ring, by a look at their boxes."""
    low_x, low_y, high_x, high_y = difference.box
    return (
        (x + dx if dx > 0.0 else x) < low_x - clearance
        or (x + dx if dx < 0.0 else x) > high_x + clearance
        or (y + dy if dy > 0.0 else y) < low_y - clearance
        or (y + dy if dy < 0.0 else y) > high_y + clearance
    )


def entry(x: float, y: float, dx: float, dy: float, difference: Difference, clearance: float) -> float | None:
    """The share of the way (dx, dy) after which a point comes closer than `clearance` (micrometres) to a grown ring.

    None when it never does by more than the tolerance. A point that starts too close already is only stopped, at
    once, when its way leads closer still.
    """
    if beyond(x, y, dx, dy, difference, clearance):
        return None
    away = signed_distance(x, y, difference)
    if away < clearance - SLACK:
        return 0.0 if _nears(x, y, dx, dy, difference, away) else None
    if _cross(x, y, dx, dy, difference, difference.radius + clearance - SLACK) is None:
        return None
    exact = _cross(x, y, dx, dy, difference, difference.radius + clearance)
    return exact if exact is not None and away > clearance else 0.0


def _nears(x: float, y: float, dx: float, dy: float, difference: Difference, away: float) -> bool:
    """Whether a way leads closer. The distance to a convex ring is a convex function: where it starts, it goes on."""
    length = sqrt(dx * dx + dy * dy)
    share = min(1.0, SLACK / length) if length else 0.0
    return signed_distance(x + share * dx, y + share * dy, difference) < away - 1e-6


def _cross(x: float, y: float, dx: float, dy: float, difference: Difference, radius: float) -> float | None:
    """The share of the way at which a point outside a ring grown by `radius` (negative: shrunk) enters it."""
    if not difference.edges:
        return circle_entry(x - difference.x, y - difference.y, dx, dy, radius)
    if radius <= 0.0:
        return _cross_planes(x, y, dx, dy, difference.edges, radius)
    first: float | None = None
    for edge in difference.edges:
        px, py = x - edge.x, y - edge.y
        speed = dx * edge.dy - dy * edge.dx
        share: float | None = None
        if speed < 0.0:
            share = (radius - (px * edge.dy - py * edge.dx)) / speed
            along = (px + share * dx) * edge.dx + (py + share * dy) * edge.dy
            if share < 0.0 or share > 1.0 or along < 0.0 or along > edge.length:
                share = None
        corner = circle_entry(px, py, dx, dy, radius)
        for candidate in (share, corner):
            if candidate is not None and (first is None or candidate < first):
                first = candidate
    return first


def _cross_planes(x: float, y: float, dx: float, dy: float, edges: tuple[Edge, ...], radius: float) -> float | None:
    """As `_cross` for a ring whose sides are moved inwards by `-radius`."""
    enters, leaves = 0.0, 1.0
    for edge in edges:
        out = (x - edge.x) * edge.dy - (y - edge.y) * edge.dx - radius
        speed = dx * edge.dy - dy * edge.dx
        if speed == 0.0:
            if out >= 0.0:
                return None
        elif speed < 0.0:
            enters = max(enters, -out / speed)
        else:
            leaves = min(leaves, -out / speed)
    return enters if enters < leaves else None


def circle_entry(fx: float, fy: float, dx: float, dy: float, radius: float) -> float | None:
    """The share of the way (dx, dy) at which a point at (fx, fy) enters the circle round the origin, None if never."""
    toward = fx * dx + fy * dy
    if toward >= 0.0 or radius <= 0.0:
        return None
    square = dx * dx + dy * dy
    root = toward * toward - square * (fx * fx + fy * fy - radius * radius)
    if root <= 0.0:
        return None
    share = (-toward - sqrt(root)) / square
    return share if 0.0 <= share <= 1.0 else None


def separation(shape: Shape, pose: Pose, other: Shape, other_pose: Pose) -> float:
    """The distance from edge to edge in inches, in the plan; negative by how deep they overlap.

    >>> separation(Round(INCH), Pose.at(0, 0), Rect(2 * INCH, 2 * INCH), Pose.at(3, 0))
    1.5
    """
    x, y = pose.x - other_pose.x, pose.y - other_pose.y
    if isinstance(shape, Round) and isinstance(other, Round):
        return (sqrt(x * x + y * y) - (shape.diameter + other.diameter) / 2) / INCH
    least = float("inf")
    for difference in differences(shape, pose.facing, other, other_pose.facing):
        least = min(least, signed_distance(x, y, difference))
    return least / INCH


def anchored(points: tuple[Spot, ...]) -> tuple[Hull, Pose]:
    """An outline in table coordinates as a hull around its first point, and where that point is."""
    x, y = points[0]
    return Hull(tuple((px - x, py - y) for px, py in points)), Pose(x, y)
