"""Upright convex prisms as arrays, and where they stand to an eye and to one another. All in micrometres."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from battlefield.sight.accelerate import compiled, entry, handed
from battlefield.sight.picture import Bools, Floats, Ints, clip, copy_corners
from battlefield.units import INCH

TOLERANCE = 1e-4 * INCH
"""The one tolerance of sight, a ten-thousandth of an inch: overlaps and gaps up to it are contact."""


NEXT_TO = 8.0 * TOLERANCE
"""How near its flanks an eye is taken to be on the side of a disc; it is then nearer to the disc than a micrometre."""

OVER_ALL = 1e6
"""How many times as high as wide is drawn what hides at any height."""

LEAST_BULGE = 0.01
"""How far, in micrometres, a disc must reach beyond its polygon for that to be drawn."""


@handed
class Prisms(NamedTuple):
    """One row per prism: outline corners `x`, `y` [prism, corner], `sides` of them, heights, and a circle around it.

    The outline of a `disc` is a polygon inside the circle; its outermost points to an eye are taken from the circle.
    The last row is no prism but room for the one that is being looked at.
    """

    x: Floats
    y: Floats
    sides: Ints
    bottom: Floats
    top: Floats
    centre_x: Floats
    centre_y: Floats
    reach: Floats
    disc: Bools


@entry
def outside_edge(prisms: Prisms, p: int, i: int, x: float, y: float) -> float:
    """How far a point of the plan lies outside the line through edge `i` of a prism; negative inside."""
    j = i + 1 if i + 1 < prisms.sides[p] else 0
    ax, ay = prisms.x[p, i], prisms.y[p, i]
    ex, ey = prisms.x[p, j] - ax, prisms.y[p, j] - ay
    return float((ey * (x - ax) - ex * (y - ay)) / sqrt(ex * ex + ey * ey))


@compiled
def holds(prisms: Prisms, p: int, ex: float, ey: float, ez: float) -> bool:
    """Whether the eye is inside a prism, by more than the tolerance from every face."""
    if ez < prisms.bottom[p] + TOLERANCE or ez > prisms.top[p] - TOLERANCE:
        return False
    dx, dy = prisms.centre_x[p] - ex, prisms.centre_y[p] - ey
    inner = max(prisms.reach[p] - TOLERANCE, 0.0)
    if prisms.disc[p] or dx * dx + dy * dy > prisms.reach[p] * prisms.reach[p]:
        return bool(dx * dx + dy * dy < inner * inner)
    for i in range(prisms.sides[p]):  # noqa: SIM110
        if outside_edge(prisms, p, i, ex, ey) > -TOLERANCE:
            return False
    return True


@compiled
def nearest(prisms: Prisms, p: int, ex: float, ey: float, ez: float, way: Floats) -> float:
    """The distance from the eye to a prism; the direction to its nearest point goes into `way`.

    Seen along that direction the whole prism lies in front of the eye, however large it is.
    """
    dx, dy = _plan_way(prisms, p, ex, ey)
    dz = 0.0
    if ez < prisms.bottom[p]:
        dz = prisms.bottom[p] - ez
    elif ez > prisms.top[p]:
        dz = prisms.top[p] - ez
    distance = sqrt(dx * dx + dy * dy + dz * dz)
    if distance > 0.0:
        way[0], way[1], way[2] = dx / distance, dy / distance, dz / distance
    return distance


@compiled
def _plan_way(prisms: Prisms, p: int, ex: float, ey: float) -> tuple[float, float]:
    """From a point of the plan to the nearest point of a prism's outline; (0, 0) inside it."""
    if prisms.disc[p]:
        dx, dy = prisms.centre_x[p] - ex, prisms.centre_y[p] - ey
        away = sqrt(dx * dx + dy * dy)
        if away <= prisms.reach[p]:
            return 0.0, 0.0
        part = (away - prisms.reach[p]) / away
        return part * dx, part * dy
    best, best_x, best_y, inside = 1e300, 0.0, 0.0, True
    for i in range(prisms.sides[p]):
        j = i + 1 if i + 1 < prisms.sides[p] else 0
        ax, ay = prisms.x[p, i] - ex, prisms.y[p, i] - ey
        along_x, along_y = prisms.x[p, j] - prisms.x[p, i], prisms.y[p, j] - prisms.y[p, i]
        inside = inside and along_x * ay - along_y * ax <= 0.0
        t = -(ax * along_x + ay * along_y) / (along_x * along_x + along_y * along_y)
        t = min(1.0, max(0.0, t))
        x, y = ax + t * along_x, ay + t * along_y
        if x * x + y * y < best:
            best, best_x, best_y = x * x + y * y, x, y
    if inside:
        return 0.0, 0.0
    return best_x, best_y


@compiled
def _edge_between(prisms: Prisms, a: int, b: int) -> int:
    """An edge of prism a that all of prism b lies outside of, -1 if there is none."""
    for i in range(prisms.sides[a]):
        j = i + 1 if i + 1 < prisms.sides[a] else 0
        ax, ay = prisms.x[a, i], prisms.y[a, i]
        ex, ey = prisms.x[a, j] - ax, prisms.y[a, j] - ay
        inside, between = TOLERANCE * sqrt(ex * ex + ey * ey), True
        for k in range(prisms.sides[b]):
            if ex * (prisms.y[b, k] - ay) - ey * (prisms.x[b, k] - ax) > inside:
                between = False
                break
        if between:
            return i
    return -1


@compiled
def stands_before(prisms: Prisms, p: int, target: int, ex: float, ey: float, ez: float) -> int:
    """Whether prism p can hide something of the target: 1 yes, -1 no, 0 when the two overlap.

    Two convex bodies that do not overlap have a plane between them, and p can hide only what lies on the other side
    of that plane from the eye. So every ray that meets both meets p first, or none does.
    """
    if prisms.top[p] <= prisms.bottom[target] + TOLERANCE:
        return 1 if ez < prisms.top[p] - TOLERANCE else -1
    if prisms.bottom[p] >= prisms.top[target] - TOLERANCE:
        return 1 if ez > prisms.bottom[p] + TOLERANCE else -1
    dx, dy = prisms.centre_x[target] - prisms.centre_x[p], prisms.centre_y[target] - prisms.centre_y[p]
    apart = sqrt(dx * dx + dy * dy)
    if apart >= prisms.reach[p] + prisms.reach[target] and apart > 0.0:
        # A plane along the circle round the target.
        along = ((ex - prisms.centre_x[p]) * dx + (ey - prisms.centre_y[p]) * dy) / apart
        return 1 if along < apart - prisms.reach[target] - TOLERANCE else -1
    edge = _edge_between(prisms, p, target)
    if edge >= 0:
        return 1 if outside_edge(prisms, p, edge, ex, ey) < -TOLERANCE else -1
    edge = _edge_between(prisms, target, p)
    if edge >= 0:
        return 1 if outside_edge(prisms, target, edge, ex, ey) > TOLERANCE else -1
    return 0


@compiled
def project(
    x: Floats, y: Floats, n: int, bottom: float, top: float, eye: Floats, frame: Floats, near: float,
    out_x: Floats, out_y: Floats,
) -> int:  # fmt: skip
    """Corners of a prism in the picture plane, cut off where they come closer than `near`; returns how many.

    `frame` rows: to the right, up, and into the picture.
    """
    m, low, high = 0, bottom - eye[2], top - eye[2]
    for i in range(n):
        m = _point(x[i] - eye[0], y[i] - eye[1], low, frame, near, out_x, out_y, m)
        m = _point(x[i] - eye[0], y[i] - eye[1], high, frame, near, out_x, out_y, m)
    if m == 0 or m == 2 * n:
        return m
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ax, ay, bx, by = x[i] - eye[0], y[i] - eye[1], x[j] - eye[0], y[j] - eye[1]
        m = _crossing(ax, ay, low, ax, ay, high, frame, near, out_x, out_y, m)
        m = _crossing(ax, ay, low, bx, by, low, frame, near, out_x, out_y, m)
        m = _crossing(ax, ay, high, bx, by, high, frame, near, out_x, out_y, m)
    return m


@compiled
def project_seen(
    x: Floats, y: Floats, n: int, bottom: float, top: float, eye: Floats, frame: Floats, near: float,
    out_x: Floats, out_y: Floats,
) -> int:  # fmt: skip
    """`project`, but only the corners that can lie on the edge of what the eye sees of the prism, left to right.

    Of what is below the eye that is the near side of the bottom and the far side of the top, and so on. The hull of
    fewer corners, mostly in order, is found much faster.
    """
    first = -1
    for i in range(n):
        h, j = (i if i > 0 else n) - 1, i + 1 if i + 1 < n else 0
        before = (y[i] - y[h]) * (eye[0] - x[h]) - (x[i] - x[h]) * (eye[1] - y[h])
        after = (y[j] - y[i]) * (eye[0] - x[i]) - (x[j] - x[i]) * (eye[1] - y[i])
        if before <= 0.0 and after > 0.0:
            first = i
    if first < 0 or eye[2] == bottom or eye[2] == top:
        return project(x, y, n, bottom, top, eye, frame, near, out_x, out_y)
    m, low, high = 0, bottom - eye[2], top - eye[2]
    for back in (False, True):
        i, some_low, some_high = first, (low < 0.0) != back, (high > 0.0) != back
        for _ in range(n if some_low or some_high else 0):
            dx, dy = x[i] - eye[0], y[i] - eye[1]
            before = m
            m = _point(dx, dy, low, frame, near, out_x, out_y, m) if some_low else m
            m = _point(dx, dy, high, frame, near, out_x, out_y, m) if some_high else m
            if m < before + int(some_low) + int(some_high):
                return project(x, y, n, bottom, top, eye, frame, near, out_x, out_y)
            j = ((i if i > 0 else n) - 1) if back else (i + 1 if i + 1 < n else 0)
            # Counter-clockwise the near side, whose edges face the eye, runs from left to right, the far side back.
            if (y[j] - y[i]) * -dx + (x[j] - x[i]) * dy <= 0.0 and not back:
                break
            if (y[i] - y[j]) * (eye[0] - x[j]) - (x[i] - x[j]) * (eye[1] - y[j]) > 0.0 and back:
                break
            i = j
    return m


@entry
def outline_seen(prisms: Prisms, p: int, ex: float, ey: float, out_x: Floats, out_y: Floats) -> int:
    """The outline of a prism, of a disc with the points where lines from the eye touch it; returns its corners.

    These flanks give the silhouette of a disc its true width.
    """
    n = prisms.sides[p]
    dx, dy, r = prisms.centre_x[p] - ex, prisms.centre_y[p] - ey, prisms.reach[p]
    square = dx * dx + dy * dy
    if not prisms.disc[p] or square <= r * r:
        copy_corners(prisms.x[p], prisms.y[p], n, out_x, out_y)
        return int(n)
    back, aside, m = r * r / square, r * sqrt(square - r * r) / square, 0
    middle_x, middle_y = prisms.centre_x[p] - back * dx, prisms.centre_y[p] - back * dy
    for i in range(n):
        out_x[m], out_y[m] = prisms.x[p, i], prisms.y[p, i]
        m += 1
        # Counter-clockwise, the flank to the left of an eye that looks at the disc comes first.
        for side in (1.0, -1.0):
            x, y = middle_x - side * aside * dy, middle_y + side * aside * dx
            bulges = outside_edge(prisms, p, i, x, y) > LEAST_BULGE
            if bulges and _in_sector(prisms, p, i, x, y) and not _at_corner(prisms, p, i, x, y):
                out_x[m], out_y[m] = x, y
                m += 1
    return m


@compiled
def on_rim(prisms: Prisms, p: int, ex: float, ey: float, ez: float) -> bool:
    """Whether the eye is on the side of a disc, by no more than the tolerance inside, or so close outside that the
    flanks are next to it."""
    if not prisms.disc[p] or ez < prisms.bottom[p] - TOLERANCE or ez > prisms.top[p] + TOLERANCE:
        return False
    dx, dy = prisms.centre_x[p] - ex, prisms.centre_y[p] - ey
    square, r = dx * dx + dy * dy, prisms.reach[p]
    return bool(square - r * r <= NEXT_TO * NEXT_TO and sqrt(square) >= r - TOLERANCE)


@compiled
def outline_from_rim(prisms: Prisms, p: int, ex: float, ey: float, out_x: Floats, out_y: Floats) -> int:
    """What stands for a disc to an eye on its side: a square beyond the line that touches it there; its corners.

    Every way to beyond that line leads into the disc at once, so all that lies there is hidden, at any height; from an
    eye as high as its top all that is lower, from one as high as its bottom all that is higher.
    """
    dx, dy = prisms.centre_x[p] - ex, prisms.centre_y[p] - ey
    for i in range(4):
        aside, ahead = 1.0 if i in (1, 2) else -1.0, 1.0 if i > 1 else 0.0
        out_x[i], out_y[i] = ex + ahead * dx + aside * dy, ey + ahead * dy - aside * dx
    return 4


@compiled
def _at_corner(prisms: Prisms, p: int, i: int, x: float, y: float) -> bool:
    """Whether a point is as good as one of the two corners of edge `i`: an edge to it would have no direction."""
    j = i + 1 if i + 1 < prisms.sides[p] else 0
    ax, ay, bx, by = x - prisms.x[p, i], y - prisms.y[p, i], x - prisms.x[p, j], y - prisms.y[p, j]
    return bool(min(ax * ax + ay * ay, bx * bx + by * by) <= TOLERANCE * TOLERANCE)


@compiled
def _in_sector(prisms: Prisms, p: int, i: int, x: float, y: float) -> bool:
    """Whether a point lies, seen from the centre of a disc, between the two corners of edge `i`."""
    j = i + 1 if i + 1 < prisms.sides[p] else 0
    dx, dy = x - prisms.centre_x[p], y - prisms.centre_y[p]
    ax, ay = prisms.x[p, i] - prisms.centre_x[p], prisms.y[p, i] - prisms.centre_y[p]
    bx, by = prisms.x[p, j] - prisms.centre_x[p], prisms.y[p, j] - prisms.centre_y[p]
    return bool(ax * dy - ay * dx >= 0.0 and bx * dy - by * dx < 0.0)


@compiled
def put_on_stage(prisms: Prisms, p: int, ex: float, ey: float) -> int:
    """Copy a prism into the last row, with the outline the eye sees."""
    stage = prisms.sides.shape[0] - 1
    prisms.bottom[stage], prisms.top[stage], prisms.disc[stage] = prisms.bottom[p], prisms.top[p], prisms.disc[p]
    prisms.centre_x[stage], prisms.centre_y[stage] = prisms.centre_x[p], prisms.centre_y[p]
    prisms.reach[stage] = prisms.reach[p]
    prisms.sides[stage] = outline_seen(prisms, p, ex, ey, prisms.x[stage], prisms.y[stage])
    return int(stage)


@compiled
def _depth(x: float, y: float, z: float, frame: Floats) -> float:
    return float(x * frame[2, 0] + y * frame[2, 1] + z * frame[2, 2])


@compiled
def _point(x: float, y: float, z: float, frame: Floats, near: float, out_x: Floats, out_y: Floats, m: int) -> int:
    """Append a point, given from the eye, unless it is nearer than `near`."""
    depth = _depth(x, y, z, frame)
    if depth < near:
        return m
    out_x[m] = (x * frame[0, 0] + y * frame[0, 1]) / depth
    out_y[m] = (x * frame[1, 0] + y * frame[1, 1] + z * frame[1, 2]) / depth
    return m + 1


@compiled
def _crossing(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float, frame: Floats, near: float, out_x: Floats,
    out_y: Floats, m: int,
) -> int:  # fmt: skip
    """Append the point where the edge from a to b comes as near as `near`, if it does."""
    a, b = _depth(ax, ay, az, frame), _depth(bx, by, bz, frame)
    if (a < near) == (b < near):
        return m
    t = (near - a) / (b - a)
    x, y, z = ax + t * (bx - ax), ay + t * (by - ay), az + t * (bz - az)
    out_x[m] = (x * frame[0, 0] + y * frame[0, 1]) / near
    out_y[m] = (x * frame[1, 0] + y * frame[1, 1] + z * frame[1, 2]) / near
    return m + 1


@compiled
def slice_outside(prisms: Prisms, p: int, target: int, edge: int, out_x: Floats, out_y: Floats) -> int:
    """The outline of the part of prism p outside one edge of the target; returns its corners."""
    j = edge + 1 if edge + 1 < prisms.sides[target] else 0
    ax, ay = prisms.x[target, edge], prisms.y[target, edge]
    bx, by = prisms.x[target, j], prisms.y[target, j]
    return clip(prisms.x[p], prisms.y[p], prisms.sides[p], ax, ay, bx, by, -1.0, out_x, out_y)
