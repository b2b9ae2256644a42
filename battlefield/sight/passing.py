"""What a line of sight passes on its way, on which side, and how closely."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from shapely import LineString, Point, Polygon

from battlefield.body import Body
from battlefield.sight.packing import Solid, board_solids, body_solids
from battlefield.sight.sightings import Point as Spot
from battlefield.table import Board
from battlefield.units import INCH

LEFT, RIGHT, OVER, UNDER = "left", "right", "over", "under"


@dataclass(frozen=True, slots=True)
class Pass:
    """A piece or body that a line passes: the line has it to its `left` or `right`, or runs `over` or `under` it."""

    id: str
    side: str
    clearance: float


def passes(
    board: Board,
    bodies: Sequence[Body],
    line: tuple[Spot, Spot],
    *,
    transparent: Collection[str] = (),
    within: float = 2.0,
) -> tuple[Pass, ...]:
    """What a line passes by no more than so many inches, the closest first; one entry for each thing and side.

    Beside it, the clearance is measured in the plan, where the line is as high as the thing; over and under it,
    upright.
    """
    things = [(piece.id, column) for piece, column in zip(board.pieces, board_solids(board))]
    things += [(body.id, body_solids(body)) for body in bodies]
    best: dict[tuple[str, str], float] = {}
    for name, solids in things:
        if name in transparent:
            continue
        for side, clearance in (_pass(solid, line) for solid in solids if _is_near(solid, line, within)):
            if side and clearance <= min(within, best.get((name, side), within)):
                best[name, side] = clearance
    found = [Pass(name, side, round(clearance, 4)) for (name, side), clearance in best.items()]
    return tuple(sorted(found, key=lambda one: (one.clearance, one.id, one.side)))


@lru_cache(maxsize=4096)
def _round(solid: Solid) -> tuple[float, float, float]:
    """A circle round a solid in the plan: its centre and radius, in inches."""
    xs, ys = [x for x, _ in solid.outline], [y for _, y in solid.outline]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    radius = max(sqrt((px - x) * (px - x) + (py - y) * (py - y)) for px, py in solid.outline)
    return x / INCH, y / INCH, max(radius, solid.radius) / INCH


def _is_near(solid: Solid, line: tuple[Spot, Spot], within: float) -> bool:
    """Whether a line may pass a solid by no more than so many inches; quick, and true too often."""
    x, y, radius = _round(solid)
    (ax, ay, _), (bx, by, _) = line
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    share = 0.0 if squared == 0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / squared))
    dx, dy = ax + share * dx - x, ay + share * dy - y
    far = radius + within + 0.01
    return dx * dx + dy * dy <= far * far


def _pass(solid: Solid, line: tuple[Spot, Spot]) -> tuple[str, float]:
    """On which side a line passes a solid, and how closely; no side when it does not pass it."""
    (ax, ay, az), (bx, by, bz) = line
    way = LineString([(ax, ay), (bx, by)])
    if solid.radius > 0:
        ground = Point(solid.centre[0] / INCH, solid.centre[1] / INCH).buffer(solid.radius / INCH, quad_segs=32)
    else:
        ground = Polygon([(x / INCH, y / INCH) for x, y in solid.outline])
    bottom, top = solid.bottom / INCH, solid.top / INCH
    inside = way.intersection(ground)
    if inside.length > 0:
        heights = [az + (bz - az) * way.project(Point(spot), normalized=True) for spot in inside.coords]
        if min(heights) >= top - 1e-6:
            return OVER, max(0.0, min(heights) - top)
        return (UNDER, max(0.0, bottom - max(heights))) if max(heights) <= bottom + 1e-6 else ("", 0.0)
    share = way.project(ground.centroid, normalized=True) if way.length else 0.0
    if not bottom <= az + (bz - az) * share <= top:
        return "", 0.0
    middle = ground.centroid
    turn = (bx - ax) * (middle.y - ay) - (by - ay) * (middle.x - ax)
    return (LEFT if turn > 0 else RIGHT), float(way.distance(ground))
