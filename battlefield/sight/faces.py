"""The upright sides of a hull as an eye sees them: how much of the area of each is hidden, and by what.

The sides are those of the rectangle round the hull, as high as the hull. Exact for prisms: the shadow that a prism
throws from the eye onto a side is a convex polygon. Round things count as polygons of 48 sides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import TypeAlias

from battlefield.body import Body
from battlefield.shapes import Hull, Rect
from battlefield.sight.packing import OVAL_RIM, Solid, board_solids, body_solids, convex_parts, eye_of
from battlefield.table import Board
from battlefield.units import unit_vector

Spot: TypeAlias = tuple[float, float]
Ring: TypeAlias = list[Spot]

CONTACT = 2.54
"""What reaches no farther beyond the plane of a side than this, in micrometres, only touches it."""

NEAREST = 1e-6
"""The share of the way from a side to the eye that is left out next to the eye."""

CRUMB = 1e-9
"""Pieces with less than this share of a side's area are nothing."""

FRONT, SIDE, REAR = "front", "side", "rear"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a hull, `front`, `side` or `rear`: the share of its area that is hidden, from 0 to 1.

    `by` has the share that each piece or body would hide alone, by id, of those that hide some; `meant` whether the eye
    is in the sector of this side.
    """

    name: str
    hidden: float
    by: tuple[tuple[str, float], ...]
    meant: bool


@dataclass(frozen=True, slots=True)
class _Side:
    """A side in a frame of its own: `out` of a spot is how far it is beyond the plane, `along` where it is beside."""

    name: str
    axis: int
    sign: float
    edge: float
    low: float
    high: float

    def own(self, x: float, y: float) -> Spot:
        across, along = (x, y) if self.axis == 0 else (y, x)
        return self.sign * (across - self.edge), along


def faces(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> tuple[Face, ...]:
    """The sides of a hull that are turned to the eye of a viewer; none for a body that is no hull.

    First the one in whose sector the eye is: lines through the middle and the corners of the rectangle part front,
    sides and rear, and an eye on such a line looks at the side. The hull itself and all that is `transparent`, by id,
    hide nothing. An eye above the rectangle has no side turned to it.
    """
    if not isinstance(target.shape, Hull | Rect):
        return ()
    return _faces(board, viewer, target, tuple(bodies), frozenset(transparent))


@lru_cache(maxsize=1024)
def _faces(
    board: Board, viewer: Body, target: Body, bodies: tuple[Body, ...], transparent: frozenset[str]
) -> tuple[Face, ...]:
    sides, meant = _sides(target), sector(viewer, target)
    eye = _framed(target, *eye_of(viewer)[:2])
    turned = [side for side in sides if side.own(*eye)[0] > CONTACT]
    turned.sort(key=lambda side: not (side.name == meant and _is_toward(side, sides, eye)))
    ignored = transparent | {viewer.id, target.id}
    things = [(piece.id, solids) for piece, solids in zip(board.pieces, board_solids(board)) if piece.id not in ignored]
    things += [(body.id, body_solids(body)) for body in bodies if body.id not in ignored]
    return tuple(_seen(side, viewer, target, things, number == 0) for number, side in enumerate(turned))


def sector(viewer: Body, target: Body) -> str:
    """In the sector of which side of a hull the eye of a viewer is."""
    spots = [spot for part in convex_parts(target.shape, 0) for spot in part]
    low_x, high_x = min(x for x, _ in spots), max(x for x, _ in spots)
    low_y, high_y = min(y for _, y in spots), max(y for _, y in spots)
    x, y = _framed(target, *eye_of(viewer)[:2])
    x, y = x - (low_x + high_x) / 2, y - (low_y + high_y) / 2
    if abs(x) * (high_y - low_y) > abs(y) * (high_x - low_x):
        return FRONT if x > 0 else REAR
    return SIDE


def _sides(target: Body) -> tuple[_Side, ...]:
    spots = [spot for part in convex_parts(target.shape, 0) for spot in part]
    low_x, high_x = float(min(x for x, _ in spots)), float(max(x for x, _ in spots))
    low_y, high_y = float(min(y for _, y in spots)), float(max(y for _, y in spots))
    return (
        _Side(FRONT, 0, 1.0, high_x, low_y, high_y),
        _Side(SIDE, 1, 1.0, high_y, low_x, high_x),
        _Side(REAR, 0, -1.0, low_x, low_y, high_y),
        _Side(SIDE, 1, -1.0, low_y, low_x, high_x),
    )


def _is_toward(side: _Side, sides: tuple[_Side, ...], eye: Spot) -> bool:
    """Of two flanks the one that is nearer to the eye."""
    return side.own(*eye)[0] >= max(other.own(*eye)[0] for other in sides if other.name == side.name)


def _framed(target: Body, x: float, y: float) -> Spot:
    """A spot of the table in the frame of a hull."""
    dx, dy = unit_vector(target.pose.facing)
    x, y = x - target.pose.x, y - target.pose.y
    return x * dx + y * dy, y * dx - x * dy


def _seen(side: _Side, viewer: Body, target: Body, things: Sequence[tuple[str, Sequence[Solid]]], meant: bool) -> Face:
    """How much of a side is hidden by some things."""
    x, y, z = eye_of(viewer)
    eye = (*side.own(*_framed(target, x, y)), z)
    low, high = float(target.pose.z), float(target.pose.z + target.height)
    whole = [(side.low, low), (side.high, low), (side.high, high), (side.low, high)]
    full = _area(whole)
    left = [whole]
    by = []
    for name, solids in things:
        shadows = [s for solid in solids if (s := _shadow(side, eye, target, solid)) and _overlaps(s, whole)]
        if not shadows:
            continue
        alone = _without([whole], shadows, full * CRUMB)
        share = round(1 - _areas(alone) / full, 6)
        if share > 0:
            by.append((name, share))
            left = _without(left, shadows, full * CRUMB)
    return Face(side.name, max(0.0, round(1 - _areas(left) / full, 6)) if by else 0.0, tuple(by), meant)


def _shadow(side: _Side, eye: tuple[float, float, float], target: Body, solid: Solid) -> Ring:
    """What a solid between an eye and a side covers of the side's plane, as (along, height); empty for nothing."""
    far, beside, height = eye
    outline: Sequence[Spot] = solid.outline
    if solid.radius > 0:
        (cx, cy), r = solid.centre, solid.radius
        outline = [(cx + r * x, cy + r * y) for x, y in OVAL_RIM]
    ring = [side.own(*_framed(target, x, y)) for x, y in outline]
    ring = _clipped(_clipped(ring, 1.0, 0.0, 0.0), -1.0, 0.0, -far * (1 - NEAREST))
    if len(ring) < 3 or max(out for out, _ in ring) <= CONTACT:
        return []
    spots = []
    for out, along in ring:
        times = far / (far - out)
        for z in (solid.bottom, solid.top):
            spots.append((beside + (along - beside) * times, height + (z - height) * times))
    return _hull(spots)


def _clipped(ring: Ring, a: float, b: float, c: float) -> Ring:
    """The part of a convex ring where a * x + b * y >= c."""
    kept: Ring = []
    for (x, y), (u, v) in zip(ring, [*ring[1:], *ring[:1]]):
        here, there = a * x + b * y - c, a * u + b * v - c
        if here >= 0:
            kept.append((x, y))
        if (here > 0 > there) or (here < 0 < there):
            share = here / (here - there)
            kept.append((x + (u - x) * share, y + (v - y) * share))
    return kept


def _hull(points: list[Spot]) -> Ring:
    """The convex hull, counter-clockwise."""
    ring: Ring = []
    spots = sorted(set(points))
    for run in (spots, spots[::-1]):
        floor = len(ring)
        for spot in run:
            while len(ring) >= floor + 2 and _turn(ring[-2], ring[-1], spot) <= 0:
                ring.pop()
            ring.append(spot)
        ring.pop()
    return ring if len(ring) > 2 else []


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _overlaps(ring: Ring, whole: Ring) -> bool:
    (left, low), (right, high) = whole[0], whole[2]
    return (
        max(x for x, _ in ring) > left
        and min(x for x, _ in ring) < right
        and max(y for _, y in ring) > low
        and min(y for _, y in ring) < high
    )


def _without(rings: list[Ring], shadows: list[Ring], least: float) -> list[Ring]:
    """Convex rings less all shadows, in convex pieces."""
    for shadow in shadows:
        rings = [piece for ring in rings for piece in _less(ring, shadow, least)]
    return rings


def _less(ring: Ring, shadow: Ring, least: float) -> list[Ring]:
    """A convex ring without what of it is inside a shadow."""
    pieces, rest = [], ring
    for (x, y), (u, v) in zip(shadow, [*shadow[1:], shadow[0]]):
        a, b = y - v, u - x
        length = sqrt(a * a + b * b)
        if length == 0:
            continue
        a, b = a / length, b / length
        outside = _clipped(rest, -a, -b, -(a * x + b * y))
        if len(outside) > 2 and _area(outside) > least:
            pieces.append(outside)
        rest = _clipped(rest, a, b, a * x + b * y)
        if len(rest) < 3 or _area(rest) <= least:
            return [ring]
    return pieces


def _areas(rings: list[Ring]) -> float:
    total = 0.0
    for ring in rings:
        total += _area(ring)
    return total


def _area(ring: Ring) -> float:
    total = 0.0
    x, y = ring[0]
    for (ax, ay), (bx, by) in pairwise(ring[1:]):
        total += (ax - x) * (by - y) - (bx - x) * (ay - y)
    return total / 2
