"""Bodies and solids made larger or smaller all round, always on the safe side: what is proven of them holds."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi

from shapely import Polygon, get_coordinates, get_parts, union_all
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.convex import Spot
from battlefield.shapes import Hull, Round
from battlefield.sight.packing import DISC_SIDES, RIM, Solid, convex_hull, convex_parts

ARC = 8
"""Sides for a quarter of a rounded corner."""

OUTSIDE = 1.0 / cos(pi / (4 * ARC))
"""By how much a polygon drawn in an arc must be larger for all of the arc to be inside."""

DISC = 1.0 / cos(pi / DISC_SIDES)
"""The same for a disc as sight draws it."""

SPARE = 2.0
"""Micrometres for rounding."""


def grown(body: Body, by: float) -> Body:
    """A body that covers every shift of itself by up to `by` micrometres."""
    if by <= 0:
        return body
    shape = body.torso or body.shape
    if isinstance(shape, Round):
        larger = Round(shape.diameter + 2 * round(by * DISC + SPARE))
        return replace(body, torso=larger)
    return _with_trunk(body, _plan(body).buffer(by * OUTSIDE + SPARE, quad_segs=ARC))


def shrunk(body: Body, by: float) -> Body | None:
    """What all shifts of a body by up to `by` micrometres have in common; None when that is next to nothing."""
    shape = body.torso or body.shape
    if isinstance(shape, Round):
        diameter = shape.diameter - 2 * round(by * DISC + SPARE)
        return replace(body, torso=Round(diameter)) if diameter > 100 else None
    parts = [p for p in get_parts(_plan(body).buffer(-by - SPARE, join_style="mitre")) if isinstance(p, Polygon)]
    largest = max(parts, key=lambda part: part.area, default=Polygon())
    return _with_trunk(body, largest) if largest.area > 10_000 else None


def grown_solid(solid: Solid, by: float) -> Solid:
    """A solid that covers every shift of itself by up to `by` micrometres."""
    if solid.radius > 0:
        r, (x, y) = solid.radius + by * DISC + SPARE, solid.centre
        ring = convex_hull([(round(x + r * dx), round(y + r * dy)) for dx, dy in RIM])
        return solid._replace(outline=ring, radius=r)
    plan = Polygon(solid.outline).buffer(by * OUTSIDE + SPARE, quad_segs=ARC)
    return solid._replace(outline=convex_hull(_spots(plan)))


def _plan(body: Body) -> BaseGeometry:
    """The ground under what is seen of a body, around its place, in micrometres."""
    return union_all([Polygon(part) for part in convex_parts(body.torso or body.shape, body.pose.facing)])


def _with_trunk(body: Body, plan: BaseGeometry) -> Body:
    """A body of which that plan is seen, as seen from elsewhere: it faces +x, and its own eye does not count."""
    return replace(body, torso=Hull(tuple(_spots(plan))), pose=replace(body.pose, facing=0))


def _spots(plan: BaseGeometry) -> list[Spot]:
    """The corners of the outer edge of a polygon, in whole micrometres."""
    ring: list[Spot] = []
    edge = plan.exterior if isinstance(plan, Polygon) else plan
    for x, y in get_coordinates(edge)[:-1].tolist():
        spot = round(x), round(y)
        if not ring or spot != ring[-1]:
            ring.append(spot)
    return ring[:-1] if ring[0] == ring[-1] else ring
