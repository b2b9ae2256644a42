"""Prisms moved, made larger or smaller all round, always on the safe side: what is proven of them holds.

A prism that is larger by a length covers every shift of itself by up to that length; one that is smaller is in all of
them.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from battlefield.sight.accelerate import compiled
from battlefield.sight.packing import RIM
from battlefield.sight.picture import Floats, area, clip, copy_corners
from battlefield.sight.prisms import Prisms


def _halved(rim: list[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """Points round a circle with one more between each two."""
    points: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in zip(rim, [*rim[1:], rim[0]]):
        x, y = ax + bx, ay + by
        length = sqrt(x * x + y * y)
        points.extend([(ax, ay), (reach * x / length, reach * y / length)])
    return points


def rounded(times: int) -> tuple[list[tuple[float, float]], float]:
    """Points round the unit circle, four doubled so often, the lowest first; and how far out their polygon must lie
    for the circle to be inside."""
    rim = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
    for _ in range(times):
        rim = _halved(rim, 1.0)
    (ax, ay), (bx, by) = rim[0], rim[1]
    return rim, 2.0 / sqrt((ax + bx) * (ax + bx) + (ay + by) * (ay + by))


_ARC, OUTSIDE = rounded(3)
ARC = np.ascontiguousarray(np.array(_ARC).T)
"""The corners [x or y, corner] of the polygon that stands for a circle, the lowest first, counter-clockwise."""

SIDES = ARC.shape[1]

CIRCLE = np.ascontiguousarray(np.array(RIM).T)
"""The corners [x or y, corner] of a disc as sight draws it."""

_X, _Y = RIM[0][0] + RIM[1][0], RIM[0][1] + RIM[1][1]

DISC = 2.0 / sqrt(_X * _X + _Y * _Y)
"""By how much a disc as sight draws it must be larger for all of the circle to be inside."""

SPARE = 2.0
"""Micrometres for rounding."""

LEAST = 50.0
"""What is smaller than this, in micrometres, counts as nothing."""


@compiled
def regrow(
    plain: Prisms, first: int, last: int, dx: float, dy: float, by: float, away: float, work: Prisms, room: Floats
) -> int:  # fmt: skip
    """Write the prisms from `first` to before `last` into `work`, moved and larger by `by` (below 0: smaller).

    Returns where they end there: fewer when some have shrunk to nothing. `away`: how far in the plan the eye that looks
    at them is at least, 0 when none does and discs are exact. `room` [4, corner] is to work in.
    """
    end = first
    for p in range(first, last):
        if plain.disc[p]:
            end += _regrow_disc(plain, p, dx, dy, by, away, work, end)
        elif _regrow_polygon(plain, p, dx, dy, by, work, end, room):
            end += 1
    return end


@compiled
def _regrow_disc(
    plain: Prisms, p: int, dx: float, dy: float, by: float, away: float, work: Prisms, q: int
) -> int:  # fmt: skip
    """`regrow` for one disc; returns how many prisms are written."""
    r, room = plain.reach[p], abs(by)
    if by < 0.0 and r - DISC * room < LEAST:
        return 0
    more = room
    if away > 0.0 and room > 0.0:
        more = DISC * room + _flanks(r, room, by, away)
        if by > 0.0:
            more = min(more, DISC * (r + room) - r)
        elif r - more < LEAST:
            return 0
    r = r + more + SPARE if by > 0.0 else r - more - SPARE if by < 0.0 else r
    x, y = plain.centre_x[p] + dx, plain.centre_y[p] + dy
    put_disc(work, q, x, y, r, plain.bottom[p], plain.top[p])
    return 1


@compiled
def _flanks(r: float, room: float, by: float, away: float) -> float:
    """How much more a disc must change for the flanks an eye sees of it, which move when it does."""
    turns = 0.27 * r * room / max(away - room, room)
    if by > 0.0:
        return float(0.0087 * room * room / r + turns * (r + room) / r)
    return float(0.0087 * room * room / max(r - room, 0.1 * r) + turns)


@compiled
def put_disc(work: Prisms, q: int, x: float, y: float, r: float, bottom: float, top: float) -> None:
    """Write a disc as a row."""
    for i in range(CIRCLE.shape[1]):
        work.x[q, i], work.y[q, i] = x + r * CIRCLE[0, i], y + r * CIRCLE[1, i]
    work.sides[q], work.disc[q] = CIRCLE.shape[1], True
    work.centre_x[q], work.centre_y[q], work.reach[q] = x, y, r
    work.bottom[q], work.top[q] = bottom, top


@compiled
def put_round(work: Prisms, q: int, x: float, y: float, r: float, bottom: float, top: float) -> None:
    """Write a polygon round a circle as a row."""
    out = r * OUTSIDE
    for i in range(SIDES):
        work.x[q, i], work.y[q, i] = x + out * ARC[0, i], y + out * ARC[1, i]
    work.sides[q], work.disc[q] = SIDES, False
    work.centre_x[q], work.centre_y[q], work.reach[q] = x, y, out
    work.bottom[q], work.top[q] = bottom, top


@compiled
def _regrow_polygon(
    plain: Prisms, p: int, dx: float, dy: float, by: float, work: Prisms, q: int, room: Floats
) -> bool:  # fmt: skip
    """`regrow` for one polygon; False when nothing is left of it."""
    n = plain.sides[p]
    if by < 0.0:
        n = shrink(plain.x[p], plain.y[p], n, SPARE - by, room)
    elif by > 0.0:
        n = _grow(plain.x[p], plain.y[p], n, by * OUTSIDE + SPARE, room)
    else:
        copy_corners(plain.x[p], plain.y[p], n, room[0], room[1])
    if n < 3:
        return False
    low_x, high_x, low_y, high_y = 1e300, -1e300, 1e300, -1e300
    for i in range(n):
        x, y = room[0, i] + dx, room[1, i] + dy
        work.x[q, i], work.y[q, i] = x, y
        low_x, high_x, low_y, high_y = min(low_x, x), max(high_x, x), min(low_y, y), max(high_y, y)
    x, y, reach = 0.5 * (low_x + high_x), 0.5 * (low_y + high_y), 0.0
    for i in range(n):
        ax, ay = work.x[q, i] - x, work.y[q, i] - y
        reach = max(reach, ax * ax + ay * ay)
    work.sides[q], work.disc[q], work.bottom[q], work.top[q] = n, False, plain.bottom[p], plain.top[p]
    work.centre_x[q], work.centre_y[q], work.reach[q] = x, y, sqrt(reach)
    return True


@compiled
def shrink(x: Floats, y: Floats, n: int, by: float, room: Floats) -> int:
    """Move every edge of a convex polygon inwards; its corners are written into `room`, returns how many, 0 if none."""
    copy_corners(x, y, n, room[0], room[1])
    m = n
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ex, ey = x[j] - x[i], y[j] - y[i]
        length = sqrt(ex * ex + ey * ey)
        ox, oy = -ey / length * by, ex / length * by
        m = clip(room[0], room[1], m, x[i] + ox, y[i] + oy, x[j] + ox, y[j] + oy, 1.0, room[2], room[3])
        if m < 3:
            return 0
        copy_corners(room[2], room[3], m, room[0], room[1])
    return m if area(room[0], room[1], m) > LEAST * LEAST else 0


@compiled
def _grow(x: Floats, y: Floats, n: int, by: float, room: Floats) -> int:
    """The sum of a convex polygon and a polygon round a circle; written into `room`, returns its corners."""
    start = 0
    for i in range(1, n):
        if y[i] < y[start] or (y[i] == y[start] and x[i] < x[start]):
            start = i
    i, j, m = 0, 0, 0
    while i < n or j < SIDES:
        here, k = (start + i) % n, j % SIDES
        there, l = (start + i + 1) % n, (j + 1) % SIDES  # noqa: E741
        room[0, m], room[1, m] = x[here] + by * ARC[0, k], y[here] + by * ARC[1, k]
        m += 1
        ex, ey = x[there] - x[here], y[there] - y[here]
        turn = ex * (ARC[1, l] - ARC[1, k]) - ey * (ARC[0, l] - ARC[0, k])
        if i >= n or (j < SIDES and turn < 0.0):
            j += 1
        elif j >= SIDES or turn > 0.0:
            i += 1
        else:
            i, j = i + 1, j + 1
    return m
