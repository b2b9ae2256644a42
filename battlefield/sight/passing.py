"""What a line of sight passes on its way, on which side, and how closely."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

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
        for side, clearance in (_pass(solid, line) for solid in solids if name not in transparent):
            if side and clearance <= min(within, best.get((name, side), within)):
                best[name, side] = clearance
    found = [Pass(name, side, round(clearance, 4)) for (name, side), clearance in best.items()]
    return tuple(sorted(found, key=lambda one: (one.clearance, one.id, one.side)))


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
