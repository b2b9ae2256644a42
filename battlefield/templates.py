"""Blast markers and the flame template: round and tear-shaped areas laid over bodies.

A body is partly under a template when the template covers some of its base by more than the tolerance, and wholly
under it when none of its base sticks out by more. Discs are exact; other bases count by the corners of their outline.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, TypeAlias

from shapely import Polygon, get_coordinates

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.separation import CONTACT, Difference, Part, difference_of, edges_of, hull_of, parts, signed_distance
from battlefield.shapes import Round, Shape, outline
from battlefield.units import INCH, udeg, um, unit_vector


@dataclass(frozen=True, slots=True)
class Blast:
    """A round marker; `diameter` in micrometres. Its pose is its centre."""

    diameter: int


@dataclass(frozen=True, slots=True)
class Teardrop:
    """Two discs and all between them; micrometres. Its pose is the tip of the narrow end, facing the wide end."""

    length: int
    narrow: int
    wide: int


Template: TypeAlias = Blast | Teardrop


class Covered(NamedTuple):
    """A body under a template, and whether all of its base is."""

    body: Body
    wholly: bool


def blast(diameter: float) -> Blast:
    """A blast marker of a diameter in inches."""
    return Blast(um(diameter))


def teardrop(length: float = 8.0, narrow: float = 0.6, wide: float = 2.5) -> Teardrop:
    """A flame template: 8" long, its rounded ends 0.6" and 2.5" across, unless other inches are given."""
    return Teardrop(um(length), um(narrow), um(wide))


@lru_cache(maxsize=64)
def _discs(template: Template) -> tuple[tuple[float, float], ...]:
    """The discs whose hull the template is, as (distance along the facing, radius) in micrometres."""
    if isinstance(template, Blast):
        return ((0.0, template.diameter / 2),)
    narrow, wide = template.narrow / 2, template.wide / 2
    return (narrow, narrow), (template.length - wide, wide)


@lru_cache(maxsize=4096)
def _tapers(template: Template, facing: int, shrunk: float) -> tuple[Part, ...]:
    """The template around its pose as discs and the quadrilateral between them, shrunk by micrometres."""
    dx, dy = unit_vector(facing)
    discs = [(along, radius - shrunk) for along, radius in _discs(template)]
    found = [Part(((along * dx, along * dy),), radius) for along, radius in discs]
    if len(discs) == 2:
        (start, small), (end, large) = discs
        lean = (small - large) / (end - start)
        side = sqrt(1.0 - lean * lean)
        corners = [(along + radius * lean, hand * radius * side) for along, radius in discs for hand in (-1.0, 1.0)]
        found.append(Part(hull_of((x * dx - y * dy, x * dy + y * dx) for x, y in corners), 0.0))
    return tuple(found)


@lru_cache(maxsize=4096)
def _against(template: Template, facing: int, shape: Shape, turned: int) -> tuple[Difference, ...]:
    """The Minkowski differences of a base with the template shrunk by the tolerance."""
    tapers = _tapers(template, facing, CONTACT * INCH)
    return tuple(difference_of(part, taper) for part in parts(shape, turned) for taper in tapers)


def partly_under(template: Template, pose: Pose, body: Body) -> bool:
    """Whether the template covers some of a body's base; touching its edge does not count."""
    x, y = body.pose.x - pose.x, body.pose.y - pose.y
    found = _against(template, pose.facing, body.shape, body.pose.facing)
    return any(signed_distance(x, y, difference) < 0.0 for difference in found)


def wholly_under(template: Template, pose: Pose, body: Body) -> bool:
    """Whether the template covers all of a body's base."""
    tapers = _tapers(template, pose.facing, 0.0)
    x, y = body.pose.x - pose.x, body.pose.y - pose.y
    for part in parts(body.shape, body.pose.facing):
        for px, py in part.ring:
            if _depth(tapers, x + px, y + py) < part.radius - CONTACT * INCH:
                return False
    return True


def _depth(tapers: tuple[Part, ...], x: float, y: float) -> float:
    """How far inside the template a spot is, in micrometres; below 0 outside it.

    In a tapered hull the nearest edge is that of the larger of all discs between its ends, which lies where the
    line square to the straight side meets the axis.
    """
    if len(tapers) == 1:
        return tapers[0].radius - sqrt(x * x + y * y)
    (ax, ay), small = tapers[0].ring[0], tapers[0].radius
    (bx, by), large = tapers[1].ring[0], tapers[1].radius
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    ux, uy = (bx - ax) / length, (by - ay) / length
    along = (x - ax) * ux + (y - ay) * uy
    off = abs((y - ay) * ux - (x - ax) * uy)
    lean = (large - small) / length
    share = along + off * lean / sqrt(1.0 - lean * lean)
    at = min(max(share, 0.0), length)
    return small + lean * at - sqrt((along - at) * (along - at) + off * off)


def under(template: Template, pose: Pose, bodies: Iterable[Body]) -> tuple[Covered, ...]:
    """The bodies at least partly under a template, in order of id.

    >>> models = [Body(f"m{x}", Round(INCH), Pose.at(x, 0), INCH, INCH) for x in (1, 2, 3)]
    >>> [(covered.body.id, covered.wholly) for covered in under(blast(3), Pose.at(0, 0), models)]
    [('m1', True)]
    """
    found = [body for body in bodies if partly_under(template, pose, body)]
    return tuple(Covered(body, wholly_under(template, pose, body)) for body in sorted(found, key=lambda body: body.id))


def under_hole(pose: Pose, bodies: Iterable[Body]) -> tuple[Body, ...]:
    """The bodies whose base covers the centre of a marker, in order of id; on a base's edge counts."""
    return tuple(body for body in sorted(bodies, key=lambda body: body.id) if _covers(body, pose))


def _covers(body: Body, spot: Pose) -> bool:
    x, y = body.pose.x - spot.x, body.pose.y - spot.y
    point = Part(((0.0, 0.0),), 0.0)
    return any(
        signed_distance(x, y, difference_of(part, point)) <= CONTACT * INCH
        for part in parts(body.shape, body.pose.facing)
    )


def teardrop_from(body: Body, direction: float) -> Pose:
    """The pose of a flame template whose tip lies on a base's edge, pointing in a direction in degrees.

    The tip is where the ray from the base's centre leaves the base for the last time.
    """
    angle = udeg(direction)
    dx, dy = unit_vector(angle)
    far = 0.0
    for part in parts(body.shape, body.pose.facing):
        far = max(far, _exit(part, dx, dy))
    return Pose(round(body.pose.x + far * dx), round(body.pose.y + far * dy), body.pose.z, angle)


def _exit(part: Part, dx: float, dy: float) -> float:
    """How far along a direction from the origin a convex part ends, in micrometres; 0 when it is not met."""
    if len(part.ring) == 1:
        return part.radius
    enters, leaves = 0.0, float("inf")
    for edge in edges_of(part.ring):
        out = edge.y * edge.dx - edge.x * edge.dy
        speed = dx * edge.dy - dy * edge.dx
        if speed > 0.0:
            leaves = min(leaves, -out / speed)
        elif speed < 0.0:
            enters = max(enters, -out / speed)
        elif out > 0.0:
            return 0.0
    return leaves if enters <= leaves else 0.0


@lru_cache(maxsize=1024)
def template_area(template: Template, pose: Pose) -> Polygon:
    """The ground a template covers as a polygon in inches, its round ends as polygons: for pictures and areas."""
    dx, dy = unit_vector(pose.facing)
    points: list[tuple[float, float]] = []
    for along, radius in _discs(template):
        centre = Pose(round(pose.x + along * dx), round(pose.y + along * dy))
        points.extend((x, y) for x, y in get_coordinates(outline(Round(round(2 * radius)), centre)).tolist())
    return Polygon(hull_of(points))
