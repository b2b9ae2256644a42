"""Following a straight line through the solids of a table: what it meets, what stops it, what it only just passes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from shapely import LineString, Polygon
from shapely import Point as Dot
from shapely.ops import nearest_points

from battlefield.body import Body
from battlefield.sight import passes
from battlefield.sight.packing import Solid, board_solids, body_solids
from battlefield.table import Board
from battlefield.terrain import Piece, volume
from battlefield.units import INCH
from render.bench.subject import Point, Subject

OVER, UNDER = "over", "under"

ALIKE = 1e-3
"""Inches: clearances this near to each other are the same one."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The part of a line inside a solid in the plan, as shares of the line; `bottom` and `top` in inches."""

    id: str
    enters: float
    leaves: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Tight:
    """The closest passing of a line: past what, on which side of it, how closely, where `at` on the line, and the
    nearest spot `edge` of the thing; in inches."""

    id: str
    side: str
    clearance: float
    at: Point
    edge: Point


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a line is stopped and by what."""

    id: str
    at: Point


def columns(board: Board, bodies: Sequence[Body]) -> Iterator[tuple[str, tuple[Solid, ...]]]:
    """Everything that can block, each with its solids."""
    yield from ((piece.id, column) for piece, column in zip(board.pieces, board_solids(board)))
    yield from ((body.id, body_solids(body)) for body in bodies)


def stretches(board: Board, bodies: Sequence[Body], start: Point, end: Point) -> list[Stretch]:
    """What solids a vertical plane through a line cuts between its ends, in the order in which they are entered."""
    found = [
        Stretch(name, enters, leaves, solid.bottom / INCH, solid.top / INCH)
        for name, column in columns(board, bodies)
        for solid in column
        if _near(solid, start, end)
        for enters, leaves in _chord(solid.outline, start, end)
    ]
    return sorted(found, key=lambda one: (one.enters, one.id, one.bottom))


def _near(solid: Solid, start: Point, end: Point) -> bool:
    """Whether the boxes round a solid and round a line meet in the plan."""
    west, south, east, north = _box(solid)
    return (
        min(start[0], end[0]) * INCH <= east
        and max(start[0], end[0]) * INCH >= west
        and min(start[1], end[1]) * INCH <= north
        and max(start[1], end[1]) * INCH >= south
    )


@lru_cache(maxsize=4096)
def _box(solid: Solid) -> tuple[float, float, float, float]:
    xs, ys = zip(*solid.outline)
    return min(xs), min(ys), max(xs), max(ys)


def volumes(pieces: Collection[Piece], start: Point, end: Point) -> list[Stretch]:
    """The same for the space over areas that block nothing by themselves."""
    found = [
        Stretch(piece.id, enters, leaves, prism.bottom / INCH, prism.top / INCH)
        for piece in pieces
        if not piece.opaque and piece.top > piece.bottom
        for prism in volume(piece)
        for enters, leaves in _chord(prism.outline, start, end)
    ]
    return sorted(found, key=lambda one: (one.enters, one.id))


def _chord(ring: Sequence[tuple[int, int]], start: Point, end: Point) -> list[tuple[float, float]]:
    """From where to where a line runs inside a convex ring in the plan, as shares of the line; empty when nowhere."""
    ax, ay = start[0] * INCH, start[1] * INCH
    dx, dy = end[0] * INCH - ax, end[1] * INCH - ay
    enters, leaves = 0.0, 1.0
    for (px, py), (qx, qy) in zip(ring, [*ring[1:], ring[0]]):
        ex, ey = qx - px, qy - py
        inside = ex * (ay - py) - ey * (ax - px)
        speed = ex * dy - ey * dx
        if speed > 0:
            enters = max(enters, -inside / speed)
        elif speed < 0:
            leaves = min(leaves, -inside / speed)
        elif inside <= 0:
            return []
        if leaves <= enters:
            return []
    return [(enters, leaves)]


def along(start: Point, end: Point, share: float) -> Point:
    """The spot at a share of a line."""
    x, y, z = (a + (b - a) * share for a, b in zip(start, end))
    return x, y, z


@lru_cache(maxsize=64)
def stop_of(subject: Subject) -> Stop | None:
    """Where the straight line to a hidden target is stopped; None when it is visible.

    What blocks by rule alone, like an area nobody sees across, stops it where nothing solid does, whatever its height.
    """
    if subject.visible:
        return None
    start, end = subject.start, subject.end
    solid = [one for one in stretches(subject.board, subject.bodies, start, end) if one.id not in subject.away]
    ruled = [piece for piece in subject.board.pieces if piece.id in subject.blockers]
    for group in (solid, volumes(ruled, start, end)):
        met = [(share, one.id) for one in group if (share := _met(one, start[2], end[2])) is not None]
        if met:
            share, id = min(met)
            return Stop(id, along(start, end, share))
    flat = [(enters, piece.id) for piece in ruled for p in volume(piece) for enters, _ in _chord(p.outline, start, end)]
    return Stop(min(flat)[1], along(start, end, min(flat)[0])) if flat else None


def _met(one: Stretch, low: float, high: float) -> float | None:
    """Where a line that goes from one height to another over its length enters a solid, as a share; None: nowhere."""
    enters, leaves, rise = one.enters, one.leaves, high - low
    for bound, sign in ((one.bottom, 1.0), (one.top, -1.0)):
        gap, speed = (low - bound) * sign, rise * sign
        if speed > 0:
            enters = max(enters, -gap / speed)
        elif speed < 0:
            leaves = min(leaves, -gap / speed)
        elif gap <= 0:
            return None
    return enters if enters < leaves else None


@lru_cache(maxsize=64)
def tightest(subject: Subject) -> Tight | None:
    """The closest passing of the witness line; None without a line or where it passes nothing."""
    if subject.line is None or subject.line[0][:2] == subject.line[1][:2]:
        return None
    near = passes(subject.board, subject.bodies, subject.line, transparent=subject.away)
    for one in near:
        for name, column in columns(subject.board, subject.bodies):
            if name != one.id:
                continue
            for solid in column:
                spots = _passing(solid, subject.line, one.side, one.clearance)
                if spots is not None:
                    return Tight(one.id, one.side, one.clearance, *spots)
    return None


def _passing(
    solid: Solid, line: tuple[Point, Point], side: str, clearance: float
) -> tuple[Point, Point] | None:  # fmt: skip
    """Where a line passes a solid by a clearance: the spots on the line and on the solid; None when it does not."""
    start, end = line
    way = LineString([start[:2], end[:2]])
    if side in (OVER, UNDER):
        bound = (solid.top if side == OVER else solid.bottom) / INCH
        for chord in _chord(solid.outline, start, end):
            spots = [along(start, end, share) for share in chord]
            gaps = [(spot[2] - bound) * (1 if side == OVER else -1) for spot in spots]
            gap, spot = min(zip(gaps, spots))
            if abs(max(0.0, gap) - clearance) <= ALIKE:
                return spot, (spot[0], spot[1], bound)
        return None
    ground = _ground(solid)
    if abs(way.distance(ground) - clearance) > ALIKE:
        return None
    here, there = nearest_points(way, ground)
    at = along(start, end, way.project(here, normalized=True))
    if not solid.bottom / INCH - ALIKE <= at[2] <= solid.top / INCH + ALIKE:
        return None
    return at, (there.x, there.y, at[2])


def _ground(solid: Solid) -> Polygon:
    if solid.radius > 0:
        return Dot(solid.centre[0] / INCH, solid.centre[1] / INCH).buffer(solid.radius / INCH, quad_segs=32)
    return Polygon([(x / INCH, y / INCH) for x, y in solid.outline])


def lit(front: Sequence[Stretch], height: float, far: float, low: float, high: float) -> list[tuple[float, float]]:
    """What an eye at a height sees, in the plane of the stretches, of an upright stick so `far` along the line.

    Returns the stretches of the stick between `low` and `high` that nothing in front of it hides.
    """
    free = [(low, high)]
    for one in front:
        if one.enters >= far or one.leaves <= 0:
            continue
        near = max(one.enters, 1e-6)
        leaves = min(one.leaves, far)
        rise = [height + (bound - height) * far / share for bound in (one.bottom, one.top) for share in (near, leaves)]
        below, above = min(rise), max(rise)
        free = [part for a, b in free for part in ((a, min(b, below)), (max(a, above), b)) if part[1] - part[0] > 1e-6]
    return free
