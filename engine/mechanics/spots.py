"""Many places at once: where a base could stand beside others, and which of some places are near to what.

Spots are plan positions of one base's centre, an array of n x 2 whole micrometres. Discs are reckoned all at once, by
the same arithmetic as one by one; other shapes one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from battlefield.body import Body
from battlefield.measure import on_table, within
from battlefield.pose import Pose
from battlefield.separation import CONTACT, separation
from battlefield.shapes import Round, Shape, reach
from battlefield.table import Board
from battlefield.units import FULL_TURN, INCH, unit_vector

AROUND = 16
"""How many directions round a base are tried."""

_DIRECTIONS = tuple(unit_vector(FULL_TURN // AROUND * n) for n in range(AROUND))
_ALL_ROUND = np.array(_DIRECTIONS, dtype=np.float64).T[:, None, :]

Spots: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]


def spots_of(places: Iterable[tuple[int, int]]) -> Spots:
    """Spots from pairs of coordinates."""
    return np.array(list(places), dtype=np.int64).reshape(-1, 2)


def pose_at(mover: Body, spot: Iterable[int]) -> Pose:
    """A mover's pose at a spot: at its height, facing as it does."""
    x, y = spot
    return Pose(int(x), int(y), mover.pose.z, mover.pose.facing)


def each(mover: Body, spots: Spots) -> Iterator[Pose]:
    """The poses of a mover at some spots, in their order."""
    return (pose_at(mover, spot) for spot in spots.tolist())


class Crowd:
    """Bodies by where they stand, in rows in the order given; `put` moves one of them."""

    def __init__(self, bodies: Iterable[Body]) -> None:
        self.bodies = list(bodies)
        self._row = {body.id: n for n, body in enumerate(self.bodies)}
        self.at = spots_of((b.pose.x, b.pose.y) for b in self.bodies)
        radii = [b.shape.diameter / 2 if isinstance(b.shape, Round) else -1.0 for b in self.bodies]
        self.radius: Floats = np.array(radii, dtype=np.float64)

    def put(self, body: Body) -> None:
        """One of the bodies stands somewhere else."""
        row = self._row[body.id]
        self.bodies[row] = body
        self.at[row] = body.pose.x, body.pose.y

    def without(self, body: str) -> Mask:
        """Every row but that of one body, which need not be among them."""
        mask = np.ones(len(self.bodies), dtype=np.bool_)
        if body in self._row:
            mask[self._row[body]] = False
        return mask

    def gaps(self, body: Body) -> Floats:
        """The separation of each from a body in inches, negative where they overlap."""
        x, y = _columns(self.at - (body.pose.x, body.pose.y))
        own = body.shape.diameter / 2 if isinstance(body.shape, Round) else -1.0
        apart: Floats = (np.sqrt(x * x + y * y) - (self.radius + own)) / INCH
        for n in np.flatnonzero(self.radius < 0.0).tolist() if own >= 0.0 else range(len(self.bodies)):
            apart[n] = separation(body.shape, body.pose, self.bodies[n].shape, self.bodies[n].pose)
        return apart

    def near(self, body: Body, distance: float) -> list[Body]:
        """Those no further from a body than a distance in inches."""
        return [self.bodies[n] for n in np.flatnonzero(self.gaps(body) <= distance + CONTACT).tolist()]


def _columns(spots: Spots) -> tuple[Floats, Floats]:
    return spots[:, 0].astype(np.float64), spots[:, 1].astype(np.float64)


def nearest_first(mover: Body, spots: Spots) -> Spots:
    """Distinct spots, the nearest to a mover first, equals by their coordinates."""
    dx, dy = spots[:, 0] - mover.pose.x, spots[:, 1] - mover.pose.y
    order = np.lexsort((spots[:, 1], spots[:, 0], dx * dx + dy * dy))
    found = spots[order]
    fresh = np.ones(len(found), dtype=np.bool_)
    fresh[1:] = (found[1:] != found[:-1]).any(axis=1)
    return found[fresh]


def in_reach(mover: Body, spots: Spots, limit: float) -> Spots:
    """The spots no further from where a mover stands than a limit in micrometres."""
    dx, dy = _columns(spots - (mover.pose.x, mover.pose.y))
    return spots[dx * dx + dy * dy <= limit * limit]


def close_to(mover: Body, spots: Spots, others: Crowd, distance: float) -> Mask:
    """At which spots a mover is within a distance in inches of any of some bodies."""
    found: Mask = np.zeros(len(spots), dtype=np.bool_)
    if not isinstance(mover.shape, Round):
        rows: Iterable[int] = range(len(others.bodies))
    else:
        discs = others.radius >= 0.0
        far = others.radius[discs] + (mover.shape.diameter / 2 + (distance + CONTACT) * INCH)
        found |= (_squares(spots, others.at[discs]) <= far * far).any(axis=1)
        rows = np.flatnonzero(~discs).tolist()
    for n in rows:
        found |= np.array([within(mover.at(p), others.bodies[n], distance) for p in each(mover, spots)], dtype=np.bool_)
    return found


def _squares(spots: Spots, middles: Spots) -> Floats:
    """The squared distance of every spot (rows) from every middle (columns)."""
    dx = (spots[:, 0][:, None] - middles[:, 0][None, :]).astype(np.float64)
    dy = (spots[:, 1][:, None] - middles[:, 1][None, :]).astype(np.float64)
    return dx * dx + dy * dy


def too_close(spots: Spots, middles: Spots, least: Floats) -> Mask:
    """Which spots are closer to any of some middles than the least distance from each, in micrometres."""
    found: Mask = np.logical_or.reduce(_squares(spots, middles) < least * least, axis=1)
    return found


def all_on_table(board: Board, mover: Body, spots: Spots) -> Mask:
    """At which spots all of a base is on the table."""
    if not isinstance(mover.shape, Round):
        return np.array([on_table(board, mover.at(pose)) for pose in each(mover, spots)], dtype=np.bool_)
    (x, y), radius = _columns(spots), mover.shape.diameter / INCH / 2
    x, y = x / INCH, y / INCH
    wide, deep = board.width / INCH + CONTACT, board.depth / INCH + CONTACT
    mask: Mask = (x - radius >= -CONTACT) & (y - radius >= -CONTACT) & (x + radius <= wide) & (y + radius <= deep)
    return mask


# -- beside a base ------------------------------------------------------------------------------------------------


def around(mover: Body, others: Sequence[Body], gaps: Sequence[int]) -> Spots:
    """Spots at the given gaps (micrometres) from other bases: straight ahead of each, and all round in equal steps."""
    if not others:
        return spots_of(())
    if isinstance(mover.shape, Round) and all(isinstance(other.shape, Round) for other in others):
        return _rings(mover, mover.shape.diameter / 2, Crowd(others), gaps)
    found = []
    for other in others:
        ways = (*_DIRECTIONS, *_ahead(mover, other))
        found += [beside(mover, other, dx, dy, gap) for gap in gaps for dx, dy in ways]
        found += [] if _ahead(mover, other) else [mover.pose]
    return spots_of((p.x, p.y) for p in found)


def _rings(mover: Body, own: float, discs: Crowd, gaps: Sequence[int]) -> Spots:
    """As `around`, for a disc of that radius beside discs."""
    x, y = _columns(discs.at)
    dx, dy = mover.pose.x - x, mover.pose.y - y
    length = np.sqrt(dx * dx + dy * dy)
    apart = np.maximum(length, 1.0)  # 0 only for a base in the very place of another
    aheads = np.stack((dx / apart, dy / apart))[:, :, None]
    ways = np.concatenate((np.broadcast_to(_ALL_ROUND, (2, len(x), AROUND)), aheads), axis=2)
    far = discs.radius[:, None] + (own + np.array(gaps, dtype=np.float64) + 1)[None, :]
    places = discs.at.T[:, :, None, None] + ways[:, :, None, :] * far[None, :, :, None]
    for axis, own_place in enumerate((mover.pose.x, mover.pose.y)):
        places[axis, length == 0.0, :, AROUND] = own_place
    return np.rint(places).astype(np.int64).reshape(2, -1).T


def _ahead(mover: Body, other: Body) -> list[tuple[float, float]]:
    """The direction from a base to the mover; none when they are in the same place."""
    dx, dy = float(mover.pose.x - other.pose.x), float(mover.pose.y - other.pose.y)
    length = sqrt(dx * dx + dy * dy)
    return [(dx / length, dy / length)] if length else []


def beside(mover: Body, other: Body, dx: float, dy: float, gap: int) -> Pose:
    """The pose at which a base is `gap` micrometres from another, seen from its centre in direction (dx, dy)."""
    if isinstance(mover.shape, Round) and isinstance(other.shape, Round):
        return _along(mover, other, dx, dy, (mover.shape.diameter + other.shape.diameter) / 2 + gap + 1)
    far = _far_enough(mover.shape, mover.pose.facing, other.shape, other.pose.facing, dx, dy, gap)
    return _along(mover, other, dx, dy, far)


@lru_cache(maxsize=20_000)
def _far_enough(shape: Shape, facing: int, other: Shape, faces: int, dx: float, dy: float, gap: int) -> float:
    """How far in micrometres the centre of a base is from that of another in a direction, with a gap between them.

    Wherever they stand: the same bases ask for the same directions again and again.
    """
    there = Pose(0, 0, 0, faces)
    low, high = 0.0, (reach(shape) + reach(other)) * INCH + gap + 1
    for _ in range(24):
        middle = (low + high) / 2
        apart = separation(shape, Pose(round(dx * middle), round(dy * middle), 0, facing), other, there)
        low, high = (middle, high) if apart * INCH < gap else (low, middle)
    return high


def _along(mover: Body, other: Body, dx: float, dy: float, far: float) -> Pose:
    return Pose(round(other.pose.x + dx * far), round(other.pose.y + dy * far), mover.pose.z, mover.pose.facing)


def tangent(mover: Body, foes: Sequence[Body], crowd: Crowd) -> Spots:
    """The spots at which a disc touches one of some discs and another of a crowd."""
    rounds = [foe for foe in foes if isinstance(foe.shape, Round)]
    if not rounds or not isinstance(mover.shape, Round):
        return spots_of(())
    own, first = mover.shape.diameter / 2, Crowd(rounds)
    mine, other = np.nonzero(_pairs(mover, first, crowd, own))
    r1, r2 = own + first.radius[mine] + 1, own + crowd.radius[other] + 1
    ox, oy = _columns(first.at[mine])
    dx, dy = _columns(crowd.at[other] - first.at[mine])
    apart = dx * dx + dy * dy
    length = np.sqrt(apart)
    along = (apart + r1 * r1 - r2 * r2) / (2 * length)
    across = np.sqrt(np.maximum(0.0, r1 * r1 - along * along))
    found = []
    for side in (across, -across):
        x, y = ox + (dx * along - dy * side) / length, oy + (dy * along + dx * side) / length
        found.append(np.rint(np.stack((x, y), axis=1)).astype(np.int64))
    return np.concatenate(found)


def _pairs(mover: Body, first: Crowd, crowd: Crowd, own: float) -> Mask:
    """Which discs (rows) and other discs (columns) are so close that a base could touch both."""
    dx = (crowd.at[:, 0][None, :] - first.at[:, 0][:, None]).astype(np.float64)
    dy = (crowd.at[:, 1][None, :] - first.at[:, 1][:, None]).astype(np.float64)
    most = (own + first.radius + 1)[:, None] + (own + crowd.radius + 1)[None, :]
    apart = dx * dx + dy * dy
    usable = (crowd.radius >= 0.0) & crowd.without(mover.id)
    mask: Mask = (apart > 0.0) & (apart <= most * most) & usable[None, :]
    return mask
