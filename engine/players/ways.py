"""Ways round walls, about: how far it is for those who climb no walls, and where the way turns first.

Spots are rounded, so that what has been found out about a table serves for all units and turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from battlefield.table import Board
from battlefield.terrain import Wall
from battlefield.units import um

Spot: TypeAlias = tuple[int, int]
Spots: TypeAlias = NDArray[np.int64]
Line: TypeAlias = tuple[Spot, Spot]

HIGH = um(1.5)
"""What is higher hides whoever is behind it, and is no step."""

CLEAR, WIDE = um(1.5), um(4)
"""How far beside the end of a wall the way of a small base leads round it, and that of a large one."""

ROUGH = um(2)
"""To what spots are rounded."""

SHUT = um(24)
"""How much longer a way seems that is not found."""


def distance(a: Spot, b: Spot) -> int:
    """Between two spots, in whole micrometres."""
    dx, dy = float(a[0] - b[0]), float(a[1] - b[1])
    return int(sqrt(dx * dx + dy * dy))


def spots_of(places: Sequence[Spot]) -> Spots:
    """Spots as an array of n x 2."""
    return np.array(places, dtype=np.int64).reshape(-1, 2)


def distances(spots: Spots, other: Spot) -> Spots:
    """As `distance`, of many spots to another."""
    dx, dy = (spots[:, 0] - other[0]).astype(np.float64), (spots[:, 1] - other[1]).astype(np.float64)
    found: Spots = np.sqrt(dx * dx + dy * dy).astype(np.int64)
    return found


@lru_cache(maxsize=16)
def screens(board: Board) -> tuple[Line, ...]:
    """Lines that hide what is behind them: walls, and the outlines of what is solid and tall."""
    found: list[Line] = []
    for piece in board.pieces:
        found += [p.line for p in piece.parts if isinstance(p, Wall) and p.top - p.bottom > HIGH]
        if piece.opaque and piece.top > HIGH:
            found += zip(piece.outline, (*piece.outline[1:], piece.outline[0]), strict=True)
    return tuple(found)


def screened(lines: tuple[Line, ...], one: Spot, other: Spot) -> bool:
    """Whether one of some lines lies between two spots, about; the book knows it exactly."""
    left, right = (one[0], other[0]) if one[0] < other[0] else (other[0], one[0])
    low, high = (one[1], other[1]) if one[1] < other[1] else (other[1], one[1])
    for a, b in lines:
        beside = (a[0] < left and b[0] < left) or (a[0] > right and b[0] > right)
        beside = beside or (a[1] < low and b[1] < low) or (a[1] > high and b[1] > high)
        if not beside and cross(one, other, a, b):
            return True
    return False


def all_screened(board: Board, spots: Spots, other: Spot) -> NDArray[np.bool_]:
    """As `screened`, for many spots and the screens of a board."""
    ax, ay, bx, by = _columns(board)
    px, py = spots[:, 0][:, None], spots[:, 1][:, None]
    qx, qy = other
    toward_x, toward_y = qx - px, qy - py
    one = np.sign(toward_x * (ay - py) - toward_y * (ax - px)) * np.sign(toward_x * (by - py) - toward_y * (bx - px))
    here = np.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
    there = np.sign((bx - ax) * (qy - ay) - (by - ay) * (qx - ax))
    found: NDArray[np.bool_] = np.logical_or.reduce((one < 0) & (here * there < 0), axis=1)
    return found


@lru_cache(maxsize=16)
def _columns(board: Board) -> NDArray[np.int64]:
    """The ends of all screens of a board, as rows of their x, y, x and y."""
    return np.array([(*a, *b) for a, b in screens(board)], dtype=np.int64).reshape(-1, 4).T


def cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two straight lines cross; exact, in whole numbers."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Spot, b: Spot, p: Spot) -> int:
    """On which side of a line a spot lies: 1, 0 or -1."""
    turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (turn > 0) - (turn < 0)


# -- round the ends of walls -------------------------------------------------------------------------------------------


def all_round_walls(board: Board, spots: Spots, goal: Spot, clear: int = CLEAR) -> Spots:
    """How far it is from each of some spots to a goal round the walls, about."""
    found = distances(spots, goal)
    for n in np.flatnonzero(all_screened(board, spots, goal)).tolist():
        x, y = spots[n].tolist()
        found[n] = _rough(board, _rounded((x, y)), _rounded(goal), clear)[0]
    return found


def round_walls(board: Board, here: Spot, goal: Spot, clear: int = CLEAR) -> tuple[int, Spot]:
    """How far it is to a goal round the walls, about, and the first spot where the way turns; the goal when none.

    The way keeps `clear` (micrometres) of the ends of walls.
    """
    if not screened(screens(board), here, goal):
        return distance(here, goal), goal
    return _rough(board, _rounded(here), _rounded(goal), clear)


def _rounded(spot: Spot) -> Spot:
    return spot[0] // ROUGH * ROUGH + ROUGH // 2, spot[1] // ROUGH * ROUGH + ROUGH // 2


@lru_cache(maxsize=100_000)
def _rough(board: Board, here: Spot, goal: Spot, clear: int) -> tuple[int, Spot]:
    lines = screens(board)
    ways = [
        (distance(here, turn) + far, turn)
        for turn, far in _net(board, goal, clear)
        if distance(here, turn) > ROUGH and not screened(lines, here, turn)
    ]
    return min(ways, default=(distance(here, goal) + SHUT, goal))


@lru_cache(maxsize=2000)
def _net(board: Board, goal: Spot, clear: int) -> tuple[tuple[Spot, int], ...]:
    """The turns from which a goal is reached, with how far it is from each, round the nearest first."""
    links, lines = _links(board, clear), screens(board)
    far = {turn: distance(turn, goal) for turn in _turns(board, clear) if not screened(lines, turn, goal)}
    done: list[tuple[Spot, int]] = []
    while far:
        turn = min(far, key=lambda t: (far[t], t))
        length = far.pop(turn)
        done.append((turn, length))
        known = {t for t, _ in done}
        for other, more in links[turn]:
            if other not in known and length + more < far.get(other, length + more + 1):
                far[other] = length + more
    return tuple(done)


@lru_cache(maxsize=16)
def _links(board: Board, clear: int) -> dict[Spot, tuple[tuple[Spot, int], ...]]:
    turns, lines = _turns(board, clear), screens(board)
    return {
        one: tuple((other, distance(one, other)) for other in turns if other != one and not screened(lines, one, other))
        for one in turns
    }


@lru_cache(maxsize=16)
def _turns(board: Board, clear: int) -> tuple[Spot, ...]:
    """Spots beside the ends of all walls, on the table."""
    found = []
    for a, b in screens(board):
        length = max(1, distance(a, b))
        by_x, by_y = (b[0] - a[0]) * clear // length, (b[1] - a[1]) * clear // length
        found += [(b[0] + by_x, b[1] + by_y), (a[0] - by_x, a[1] - by_y)]
    edge = um(1)
    inside = [(x, y) for x, y in found if edge <= x <= board.width - edge and edge <= y <= board.depth - edge]
    return tuple(sorted(dict.fromkeys(inside)))
