"""Cells of lines in the plan, and what all the lines of a cell have in common.

A line is `y = p + t * x` in a frame whose origin is the middle of one end and whose x runs towards the other. It is
kept as its two heights `p` at x = 0 and `q` at x = `span`: lines through one spot lie on a straight line of (p, q), and
a cell is a convex polygon of (p, q) whose corners bound what its lines do: what the corners have in common, all have.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from battlefield.sight.accelerate import compiled, handed
from battlefield.sight.chains import Parts, new_parts
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import TOLERANCE
from battlefield.sight.things import FIRST, MIDDLE_X, MIDDLE_Y, RADIUS, REACH, SLACK, Things, chord, new_things

CORNERS = 24
"""Corners of a cell there is room for; few ever have more than eight."""

DEPTH = 2048
"""Cells that wait to be looked at, at most."""

LOWER, UPPER, PIN_X, PIN_Y = range(4)
"""Columns of `Bench.common`: where all lines of a cell are inside a thing, from and to (of the ends: where any is); a
spot between two of its corners that all lines pass between."""

HITS, ABOVE, BELOW = range(3)
"""Columns of `Bench.passed`: of how many corners of a cell the line hits a thing, passes above it, or below it."""


@handed
class Cells(NamedTuple):
    """Cells [cell, corner] that wait; how much each is `worth`, and the things `active` [cell, thing] in it."""

    p: Floats
    q: Floats
    size: Ints
    worth: Floats
    active: Bools


@handed
class Bench(NamedTuple):
    """Room to work in. `close` [prism]: whether it is near the lines.

    Kernels that are called often are handed the parts of it they need: to hand over an array takes seven words.
    """

    things: Things
    parts: Parts
    cells: Cells
    common: Floats
    passed: Ints
    ends: Floats
    rects: Floats
    spans: Floats
    slopes: Floats
    line: Floats
    cut: Floats
    frame: Floats
    found: Floats
    close: Bools


def new_bench(prisms: int, corners: int) -> Bench:
    """A bench for scenes of so many prisms with up to so many corners."""
    things, rects = prisms + 3, 9 * prisms + 9
    slopes = min((rects + 2) * (rects + 2), 1 << 16) + 2
    cells = Cells(
        p=np.zeros((DEPTH, CORNERS)), q=np.zeros((DEPTH, CORNERS)), size=np.zeros(DEPTH, np.int64),
        worth=np.zeros(DEPTH), active=np.zeros((DEPTH, things), np.bool_),
    )  # fmt: skip
    return Bench(
        things=new_things(things, corners), parts=new_parts(things, corners), cells=cells,
        common=np.zeros((things, 4)), passed=np.zeros((things, 3), np.int64), ends=np.zeros((3, 5)),
        rects=np.zeros((rects, 5)), spans=np.zeros((rects + CORNERS, 2)), slopes=np.zeros(slopes), line=np.zeros(3),
        cut=np.zeros(CORNERS), frame=np.zeros(7), found=np.zeros(10), close=np.zeros(things, np.bool_),
    )  # fmt: skip


@compiled
def misses(it: Things, cells: Cells, cell: int, thing: int, span: float, half: float) -> bool:
    """Whether all ribbons of a cell plainly pass the circle round a thing on one side."""
    x, y, reach = it.size[thing, MIDDLE_X], it.size[thing, MIDDLE_Y], it.size[thing, REACH] + half
    above, below = True, True
    for i in range(cells.size[cell]):
        p = cells.p[cell, i]
        t = (cells.q[cell, i] - p) / span
        away, room = p + t * x - y, reach * (1.0 + 0.5 * t * t)
        above, below = above and away > room, below and away < -room
        if not above and not below:
            return False
    return True


@compiled
def gather(
    it: Things, cells: Cells, cell: int, thing: int, span: float, half: float, common: Floats, passed: Ints
) -> None:
    """Find what the lines of a cell have in common inside one thing; of an end, where any of them is inside it."""
    n, an_end = cells.size[cell], thing < FIRST
    low, high = (1e300, -1e300) if an_end else (-1e300, 1e300)
    hits, above, below = 0, 0, 0
    room = -half if an_end else half
    for i in range(n):
        p = cells.p[cell, i]
        start, stop, side = chord(it, thing, p, (cells.q[cell, i] - p) / span, room)
        above, below, hits = above + (side == 1), below + (side == -1), hits + (side == 0)
        if an_end and start <= stop:
            low, high = min(low, start), max(high, stop)
        elif not an_end and side == 0:
            low, high = max(low, start), min(high, stop)
    passed[thing, HITS], passed[thing, ABOVE], passed[thing, BELOW] = hits, above, below
    if an_end:
        low, high = _with_tips(it, cells, cell, thing, span, low, high)
    common[thing, LOWER], common[thing, UPPER] = low, high


@compiled
def _with_tips(
    it: Things, cells: Cells, cell: int, thing: int, span: float, low: float, high: float
) -> tuple[float, float]:
    """The range of an end with its leftmost and rightmost spots, where lines of the cell pass on both sides of them."""
    left, right = 0, 0
    for i in range(it.sides[thing]):
        if it.x[thing, i] < it.x[thing, left]:
            left = i
        if it.x[thing, i] > it.x[thing, right]:
            right = i
    r = it.size[thing, RADIUS]
    if _between(cells, cell, it.x[thing, left] - r, it.y[thing, left], span):
        low = min(low, it.x[thing, left] - r)
    if _between(cells, cell, it.x[thing, right] + r, it.y[thing, right], span):
        high = max(high, it.x[thing, right] + r)
    return low, high


@compiled
def _between(cells: Cells, cell: int, x: float, y: float, span: float) -> bool:
    """Whether lines of a cell pass above and below a spot."""
    over, under = False, False
    for i in range(cells.size[cell]):
        p = cells.p[cell, i]
        away = p + (cells.q[cell, i] - p) / span * x - y
        over, under = over or away >= 0.0, under or away <= 0.0
    return over and under


@compiled
def middle(cells: Cells, cell: int) -> tuple[float, float]:
    """The mean of a cell's corners."""
    p, q, n = 0.0, 0.0, cells.size[cell]
    for i in range(n):
        p += cells.p[cell, i] / n
        q += cells.q[cell, i] / n
    return p, q


@compiled
def extents(cells: Cells, cell: int) -> tuple[float, float]:
    """How far a cell reaches in p and in q."""
    low_p, high_p, low_q, high_q = 1e300, -1e300, 1e300, -1e300
    for i in range(cells.size[cell]):
        low_p, high_p = min(low_p, cells.p[cell, i]), max(high_p, cells.p[cell, i])
        low_q, high_q = min(low_q, cells.q[cell, i]), max(high_q, cells.q[cell, i])
    return high_p - low_p, high_q - low_q


@compiled
def mark_sides(cells: Cells, cut: Floats, cell: int, x: float, y: float, span: float) -> float:
    """Write into `cut` how far the lines of each corner pass below a spot; returns how evenly that splits the cell."""
    least, most = 1e300, -1e300
    for i in range(cells.size[cell]):
        p = cells.p[cell, i]
        away = y - p - (cells.q[cell, i] - p) / span * x
        cut[i] = away
        least, most = min(least, away), max(most, away)
    return min(most, -least)


@compiled
def pin(it: Things, cells: Cells, cell: int, thing: int, span: float, half: float, common: Floats) -> bool:
    """Whether all ribbons of a cell meet the segment between two corners of a thing: one is above each, or on it.

    Where, from and to, goes into `common`.
    """
    top, bottom, n = 0, 0, it.sides[thing]
    if n < 2:
        return False
    room, highest, lowest = half + 0.1 * TOLERANCE, -1e300, 1e300
    for i in range(n):
        least, most = _range(cells, cell, it.x[thing, i], it.y[thing, i], span)
        if least > highest:
            highest, top = least, i
        if most < lowest:
            lowest, bottom = most, i
    if highest < -room or lowest > room or top == bottom:
        return False
    ax, ay, bx, by = it.x[thing, top], it.y[thing, top], it.x[thing, bottom], it.y[thing, bottom]
    low, high = 1e300, -1e300
    for i in range(cells.size[cell]):
        p = cells.p[cell, i]
        t = (cells.q[cell, i] - p) / span
        over, under = max(ay - p - t * ax, 0.0), max(p + t * bx - by, 0.0)
        x = ax + over / (over + under) * (bx - ax) if over + under > 0.0 else ax
        low, high = min(low, x), max(high, x)
        if over + under <= SLACK:
            low, high = min(low, bx), max(high, bx)
    common[thing, LOWER], common[thing, UPPER] = low, high
    common[thing, PIN_X] = 0.5 * (ax + bx) if high - low > 0.9 * abs(bx - ax) else 0.5 * (low + high)
    along = (common[thing, PIN_X] - ax) / (bx - ax) if bx != ax else 0.5
    common[thing, PIN_Y] = ay + along * (by - ay)
    return True


@compiled
def _range(cells: Cells, cell: int, x: float, y: float, span: float) -> tuple[float, float]:
    """How far below a spot the lines of a cell pass: the least and the most."""
    least, most = 1e300, -1e300
    for i in range(cells.size[cell]):
        p = cells.p[cell, i]
        away = y - p - (cells.q[cell, i] - p) / span * x
        least, most = min(least, away), max(most, away)
    return least, most


@compiled
def split(cells: Cells, cut: Floats, spare: Floats, cell: int, first: int, second: int) -> bool:
    """Cut a cell where `cut` is 0: its positive part into `first` (which may be itself), the rest into `second`.

    False when there is no room for another corner.
    """
    n = cells.size[cell]
    if n + 1 > CORNERS:
        return False
    p, q = spare[:, 0], spare[:, 1]
    for i in range(n):
        p[i], q[i] = cells.p[cell, i], cells.q[cell, i]
    _part(p, q, cut, n, 1.0, cells, first)
    _part(p, q, cut, n, -1.0, cells, second)
    return True


@compiled
def _part(p: Floats, q: Floats, cut: Floats, n: int, side: float, cells: Cells, into: int) -> None:
    """Keep what of a polygon lies where `cut` has one sign."""
    m, before, j = 0, side * cut[n - 1], n - 1
    for i in range(n):
        here = side * cut[i]
        if (before > 0.0 and here < 0.0) or (before < 0.0 and here > 0.0):
            s = before / (before - here)
            cells.p[into, m], cells.q[into, m] = p[j] + s * (p[i] - p[j]), q[j] + s * (q[i] - q[j])
            m += 1
        if here >= 0.0:
            cells.p[into, m], cells.q[into, m] = p[i], q[i]
            m += 1
        before, j = here, i
    cells.size[into] = m
