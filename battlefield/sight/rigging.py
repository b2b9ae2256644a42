"""Making the rig of a margin: what may matter of a scene, then what is shifted, and room to work in."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from battlefield.body import Body
from battlefield.sight.accelerate import compiled, entry
from battlefield.sight.cells import Bench, new_bench
from battlefield.sight.eye import Desk, new_desk
from battlefield.sight.guesses import AT_MOST
from battlefield.sight.packing import Scene, body_solids, eye_of, pack, scene_of
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import Prisms, outside_edge
from battlefield.sight.regrown import SIDES, shrink
from battlefield.sight.seeking import FARTHEST, LOOKS, seek
from battlefield.sight.shifting import (
    CORE,
    CORE_TOP,
    CORE_X,
    CORE_Y,
    EYE,
    JOINED,
    TROUBLE,
    Rig,
)
from battlefield.sight.sketch import Sketch, new_sketch
from battlefield.table import Board
from battlefield.units import INCH

MOST_LOOKS = (1000, 700, 300)
"""Looks that one margin may take, by what is shifted; after them what is proven is told as it stands."""

PIECES = 256
"""Pieces a view may fall into, at first."""


class Question(NamedTuple):
    """What is asked: what is shifted, who looks at what, past what, and how wide a line must be in inches."""

    mode: int
    board: Board
    viewer: Body
    target: Body
    bodies: tuple[Body, ...]
    through: Collection[str]
    width: float = 0.0


def least_shift(question: Question) -> tuple[bool, Floats]:
    """Whether something is seen, and what `seek` finds."""
    pieces = PIECES
    while True:
        rig, room = rigged(question, pieces)
        visible = seek(rig, room.squares, room.discs, room.work, room.spots, MOST_LOOKS[question.mode], room.out)
        if not rig.rows[TROUBLE] or pieces > 1 << 16:
            return bool(visible), room.out
        pieces *= 4


class Room(NamedTuple):
    """Room to seek in."""

    squares: Floats
    discs: Floats
    work: Floats
    spots: Floats
    out: Floats


@lru_cache(maxsize=8)
def _room(corners: int, rows: int, pieces: int) -> tuple[Desk, Bench, Sketch, Room]:
    """Room to work in; one thread at a time seeks."""
    room = Room(
        np.zeros((4096, 4)), np.zeros((96, 3)), np.zeros((6, 4 * corners + 64)), np.zeros((AT_MOST, 3)),
        np.zeros(LOOKS + 1),
    )  # fmt: skip
    return new_desk(corners, pieces), new_bench(rows, corners), new_sketch(rows, corners), room


def rigged(question: Question, pieces: int) -> tuple[Rig, Room]:
    """The rig of a question, for views of so many pieces."""
    mode, board, viewer, target, bodies, through, width = question
    base = scene_of(board, bodies)
    moved = pack(["", ""], [body_solids(target), body_solids(viewer)])
    away = {*through, viewer.id, target.id}
    skip = np.array([name in away for name in base.names], np.bool_)
    eye = eye_of(viewer)
    near = np.empty(len(base.owner), np.int64)
    count = _near(base.prisms, base.owner, skip, moved.prisms, len(body_solids(target)), mode, np.array(eye), near)
    prisms = _stacked(base, near[:count], moved)
    first, parts = count, moved.spans[0][1]
    last, total = first + parts, first + len(moved.owner)
    numbers = np.array([mode, first, last, last, total, total, 0, 0], np.int64)
    fixed = np.array([*eye, width * INCH, 0.0, 0.0, 0.0, 0.0, viewer.pose.z + viewer.height])
    room = np.empty((4, prisms.x.shape[1] + SIDES + 8))
    _find_core(prisms, first, last, room, fixed)
    looks = np.zeros((1, total + 1), np.bool_)
    looks[0, first:] = True
    desk, bench, sketch, space = _room(prisms.x.shape[1], -(-prisms.x.shape[0] // 32) * 32, pieces)
    rig = Rig(
        prisms, _copied(prisms), numbers, fixed, np.zeros(6), np.zeros((1, 3)),
        np.zeros((1, 2), np.int64), np.zeros((1, 2), np.int64), looks, np.zeros(total + 1, np.int64),
        np.ones((1, 1), np.bool_), np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), np.zeros((1, 1)),
        room, np.zeros(3), desk, bench, sketch,
    )  # fmt: skip
    return rig, space


def _copied(prisms: Prisms) -> Prisms:
    arrays: list[Any] = [array.copy() for array in prisms]
    return Prisms(*arrays)


def _stacked(base: Scene, rows: Ints, moved: Scene) -> Prisms:
    """Some rows of a scene, those of another, and two more, with room for corners that regrowing adds."""
    corners = max(base.corners, moved.corners + SIDES, SIDES + 2)
    count = len(rows)
    stacked: list[Any] = []
    for mine, added in zip(base.prisms, moved.prisms):
        shape = (count + len(added) + 1, corners) if mine.ndim > 1 else (count + len(added) + 1,)
        array = np.zeros(shape, mine.dtype)
        if mine.ndim > 1:
            array[:count, : mine.shape[1]] = mine[rows]
            array[count : count + len(added), : added.shape[1]] = added
        else:
            array[:count] = mine[rows]
            array[count : count + len(added)] = added
        stacked.append(array)
    return Prisms(*stacked)


@entry
def _near(
    prisms: Prisms, owner: Ints, skip: Bools, moved: Prisms, parts: int, mode: int, eye: Floats, out: Ints
) -> int:  # fmt: skip
    """Write which prisms may come in the way of any shift; returns how many."""
    ax, ay, ra, low, high = eye[0], eye[1], 0.0, eye[2], eye[2]
    if mode == JOINED:
        ax, ay, ra, low, high = _around(moved, parts, moved.sides.shape[0] - 1)
    bx, by, rb, floor, roof = _around(moved, 0, parts)
    if mode == EYE:
        ra = FARTHEST
    else:
        rb += FARTHEST
    low, high, count = min(low, floor), max(high, roof), 0
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    for p in range(prisms.sides.shape[0] - 1):
        if skip[owner[p]] or prisms.top[p] <= low or prisms.bottom[p] >= high:
            continue
        ex, ey = prisms.centre_x[p] - ax, prisms.centre_y[p] - ay
        if _beyond(ex, ey, dx, dy, length, ra, rb) <= prisms.reach[p] + 100.0:
            out[count] = p
            count += 1
    return count


@compiled
def _around(prisms: Prisms, first: int, last: int) -> tuple[float, float, float, float, float]:
    """A circle around some prisms, and their heights."""
    x, y, r = prisms.centre_x[first], prisms.centre_y[first], 0.0
    low, high = prisms.bottom[first], prisms.top[first]
    for p in range(first, last):
        dx, dy = prisms.centre_x[p] - x, prisms.centre_y[p] - y
        r = max(r, sqrt(dx * dx + dy * dy) + prisms.reach[p])
        low, high = min(low, prisms.bottom[p]), max(high, prisms.top[p])
    return x, y, r, low, high


@compiled
def _beyond(ex: float, ey: float, dx: float, dy: float, length: float, ra: float, rb: float) -> float:
    """How far a spot lies outside the hull of two circles, seen from the middle of the first."""
    slope = (rb - ra) / length if length > 0.0 else 2.0 if rb >= ra else -2.0
    if slope >= 1.0:
        return sqrt((ex - dx) * (ex - dx) + (ey - dy) * (ey - dy)) - rb
    if slope <= -1.0:
        return sqrt(ex * ex + ey * ey) - ra
    along, aside = (ex * dx + ey * dy) / length, abs(ex * dy - ey * dx) / length
    at = along + aside * slope / sqrt(1.0 - slope * slope)
    at = min(length, max(0.0, at))
    return sqrt((along - at) * (along - at) + aside * aside) - ra - slope * at


@entry
def _find_core(prisms: Prisms, first: int, last: int, room: Floats, fixed: Floats) -> None:
    """Find the largest circle inside a prism of the target, or nearly."""
    for p in range(first, last):
        r, x, y, n = 0.0, prisms.centre_x[p], prisms.centre_y[p], prisms.sides[p]
        if prisms.disc[p]:
            r = 0.99 * prisms.reach[p]
        else:
            low, high = 0.0, prisms.reach[p]
            for _ in range(12):
                between = 0.5 * (low + high)
                m = shrink(prisms.x[p], prisms.y[p], n, between, room)
                low, high = (between, high) if m else (low, between)
                if m:
                    x, y = 0.0, 0.0
                    for i in range(m):
                        x += room[0, i] / m
                        y += room[1, i] / m
            r = low
        if r > fixed[CORE]:
            for i in range(n):
                r = min(r, -outside_edge(prisms, p, i, x, y))
            fixed[CORE], fixed[CORE_X], fixed[CORE_Y], fixed[CORE_TOP] = r, x, y, prisms.top[p]
