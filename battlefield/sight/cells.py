"""Cells of lines in the plan, and what all the lines of a cell have in common.

A line is `y = p + t * x` in a frame whose origin is the middle of one end and whose x runs towards the other. It is
kept as its two heights `p` at x = 0 and `q` at x = `span`: lines through one spot lie on a straight line of (p, q), and
a cell is a convex polygon of (p, q) whose corners bound what its lines do: what the corners have in common, all have.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from battlefield.sight.accelerate import compiled
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import TOLERANCE

CORNERS = 24
"""Corners of a cell there is room for; few ever have more than eight."""

DEPTH = 512
"""Cells that wait to be looked at, at most."""

SLACK = 1e-3
"""Micrometres by which rounding may move a line that touches a corner to either side of it."""

NEAR, FAR, FIRST = 0, 1, 2
"""Rows of things: the two ends, and the first of what may stand between."""

LOWER, UPPER = 0, 1

ORIGIN_X, ORIGIN_Y, ALONG_X, ALONG_Y, SPAN, HALF = range(6)
"""Columns of `Bench.frame`; `HALF`: half the width of a ribbon."""


class Bench(NamedTuple):
    """Room to work in. Things [thing]: outline in the frame (one corner and a radius for a disc), heights, prism,
    and a circle round it (x, y, radius).

    Cells [cell, corner]; `common` [thing, 2]: where all lines of a cell are inside a thing (of the ends: where any is);
    `pin` [thing, x or y]: a spot between two of its corners that all lines pass between; `hits`, `above`, `below`: of
    how many corners the line hits it, passes above it in the plan, or below it.
    """

    x: Floats
    y: Floats
    sides: Ints
    radius: Floats
    circle: Floats
    bottom: Floats
    top: Floats
    prism: Ints
    p: Floats
    q: Floats
    size: Ints
    worth: Floats
    active: Bools
    common: Floats
    pin: Floats
    hits: Ints
    above: Ints
    below: Ints
    ends: Floats
    rects: Floats
    spans: Floats
    slopes: Floats
    line: Floats
    cut: Floats
    frame: Floats
    found: Floats


def new_bench(prisms: int, corners: int) -> Bench:
    """A bench for scenes of so many prisms with up to so many corners."""
    things, rects = prisms + 3, 9 * prisms + 9
    slopes = min((rects + 2) * (rects + 2), 1 << 16) + 2
    return Bench(
        x=np.zeros((things, corners)), y=np.zeros((things, corners)), sides=np.zeros(things, np.int64),
        radius=np.zeros(things), circle=np.zeros((things, 3)), bottom=np.zeros(things), top=np.zeros(things),
        prism=np.zeros(things, np.int64),
        p=np.zeros((DEPTH, CORNERS)), q=np.zeros((DEPTH, CORNERS)), size=np.zeros(DEPTH, np.int64),
        worth=np.zeros(DEPTH),
        active=np.zeros((DEPTH, things), np.bool_), common=np.zeros((things, 2)),
        pin=np.zeros((things, 2)), hits=np.zeros(things, np.int64),
        above=np.zeros(things, np.int64), below=np.zeros(things, np.int64), ends=np.zeros((3, 5)),
        rects=np.zeros((rects, 5)), spans=np.zeros((rects + CORNERS, 2)), slopes=np.zeros(slopes), line=np.zeros(3),
        cut=np.zeros(CORNERS), frame=np.zeros(6), found=np.zeros(10),
    )  # fmt: skip


@compiled
def chord(bench: Bench, thing: int, p: float, t: float, room: float) -> tuple[float, float, int]:
    """Where a line is inside a thing, from and to, and 0; or where it passes with `room`: 1 above it, -1 below it.

    A line that misses it with less room is inside it nowhere, and gets 2. Negative room is how far a line must come in.
    A disc is as much larger as there must be room.
    """
    if bench.radius[thing] > 0.0:
        x, r, wide = bench.x[thing, 0], bench.radius[thing], bench.radius[thing] + room
        away, long = bench.y[thing, 0] - t * x - p, 1.0 + t * t
        if wide <= 0.0 or wide * wide * long - away * away <= SLACK * r:
            return 1.0, -1.0, (-1 if away > 0.0 else 1)
        r = max(r, wide)
        middle, half = x + t * away / long, sqrt(r * r * long - away * away) / long
        return middle - half, middle + half, 0
    n = bench.sides[thing]
    low, high, least, most = 1e300, -1e300, 1e300, -1e300
    last_x = bench.x[thing, n - 1]
    last = bench.y[thing, n - 1] - t * last_x - p
    for i in range(n):
        x = bench.x[thing, i]
        here = bench.y[thing, i] - t * x - p
        least, most = min(least, here), max(most, here)
        if (last <= 0.0 and here > 0.0) or (last > 0.0 and here <= 0.0):
            at = last_x + last / (last - here) * (x - last_x)
            low, high = min(low, at), max(high, at)
        last_x, last = x, here
    room *= sqrt(1.0 + t * t)
    if least >= room - SLACK:
        return low, high, -1
    if most <= SLACK - room:
        return low, high, 1
    return (low, high, 0) if least < -SLACK and most > SLACK else (1.0, -1.0, 2)


@compiled
def misses(bench: Bench, cell: int, thing: int, span: float) -> bool:
    """Whether all ribbons of a cell plainly pass the circle round a thing on one side."""
    x, y, reach = bench.circle[thing, 0], bench.circle[thing, 1], bench.circle[thing, 2] + bench.frame[HALF]
    above, below = True, True
    for i in range(bench.size[cell]):
        p = bench.p[cell, i]
        t = (bench.q[cell, i] - p) / span
        away, room = p + t * x - y, reach * (1.0 + 0.5 * t * t)
        above, below = above and away > room, below and away < -room
        if not above and not below:
            return False
    return True


@compiled
def gather(bench: Bench, cell: int, thing: int, span: float) -> None:
    """Find what the lines of a cell have in common inside one thing; of an end, where any of them is inside it."""
    n, an_end = bench.size[cell], thing < FIRST
    low, high = (1e300, -1e300) if an_end else (-1e300, 1e300)
    hits, above, below = 0, 0, 0
    room = -bench.frame[HALF] if an_end else bench.frame[HALF]
    for i in range(n):
        p = bench.p[cell, i]
        start, stop, side = chord(bench, thing, p, (bench.q[cell, i] - p) / span, room)
        above, below, hits = above + (side == 1), below + (side == -1), hits + (side == 0)
        if an_end and start <= stop:
            low, high = min(low, start), max(high, stop)
        elif not an_end and side == 0:
            low, high = max(low, start), min(high, stop)
    bench.hits[thing], bench.above[thing], bench.below[thing] = hits, above, below
    if an_end:
        low, high = _with_tips(bench, cell, thing, span, low, high)
    bench.common[thing, LOWER], bench.common[thing, UPPER] = low, high


@compiled
def _with_tips(bench: Bench, cell: int, thing: int, span: float, low: float, high: float) -> tuple[float, float]:
    """The range of an end with its leftmost and rightmost spots, where lines of the cell pass on both sides of them."""
    left, right = 0, 0
    for i in range(bench.sides[thing]):
        if bench.x[thing, i] < bench.x[thing, left]:
            left = i
        if bench.x[thing, i] > bench.x[thing, right]:
            right = i
    r = bench.radius[thing]
    if _between(bench, cell, bench.x[thing, left] - r, bench.y[thing, left], span):
        low = min(low, bench.x[thing, left] - r)
    if _between(bench, cell, bench.x[thing, right] + r, bench.y[thing, right], span):
        high = max(high, bench.x[thing, right] + r)
    return low, high


@compiled
def _between(bench: Bench, cell: int, x: float, y: float, span: float) -> bool:
    """Whether lines of a cell pass above and below a spot."""
    over, under = False, False
    for i in range(bench.size[cell]):
        p = bench.p[cell, i]
        away = p + (bench.q[cell, i] - p) / span * x - y
        over, under = over or away >= 0.0, under or away <= 0.0
    return over and under


@compiled
def middle(bench: Bench, cell: int) -> tuple[float, float]:
    """The mean of a cell's corners."""
    p, q, n = 0.0, 0.0, bench.size[cell]
    for i in range(n):
        p += bench.p[cell, i] / n
        q += bench.q[cell, i] / n
    return p, q


@compiled
def extents(bench: Bench, cell: int) -> tuple[float, float]:
    """How far a cell reaches in p and in q."""
    low_p, high_p, low_q, high_q = 1e300, -1e300, 1e300, -1e300
    for i in range(bench.size[cell]):
        low_p, high_p = min(low_p, bench.p[cell, i]), max(high_p, bench.p[cell, i])
        low_q, high_q = min(low_q, bench.q[cell, i]), max(high_q, bench.q[cell, i])
    return high_p - low_p, high_q - low_q


@compiled
def tip(bench: Bench, thing: int, t: float, up: float) -> tuple[float, float]:
    """A spot through which a line of slope t has just room above (`up` 1) or below (-1) a thing.

    Or, at an end, comes just far enough into it.
    """
    room = -bench.frame[HALF] if thing < FIRST else bench.frame[HALF]
    r = up * (bench.radius[thing] + room) / sqrt(1.0 + t * t)
    best, at = -1e300, 0
    for i in range(bench.sides[thing]):
        value = up * (bench.y[thing, i] - t * bench.x[thing, i])
        if value > best:
            best, at = value, i
    return bench.x[thing, at] - t * r, bench.y[thing, at] + r


@compiled
def mark_sides(bench: Bench, cell: int, x: float, y: float, span: float) -> float:
    """Write into `cut` how far the lines of each corner pass below a spot; returns how evenly that splits the cell."""
    least, most = 1e300, -1e300
    for i in range(bench.size[cell]):
        p = bench.p[cell, i]
        away = y - p - (bench.q[cell, i] - p) / span * x
        bench.cut[i] = away
        least, most = min(least, away), max(most, away)
    return min(most, -least)


@compiled
def pin(bench: Bench, cell: int, thing: int, span: float) -> bool:
    """Whether all ribbons of a cell meet the segment between two corners of a thing: one is above each, or on it.

    Where, from and to, goes into `common`.
    """
    top, bottom, n = 0, 0, bench.sides[thing]
    if n < 2:
        return False
    room, highest, lowest = bench.frame[HALF] + 0.1 * TOLERANCE, -1e300, 1e300
    for i in range(n):
        least, most = _range(bench, cell, bench.x[thing, i], bench.y[thing, i], span)
        if least > highest:
            highest, top = least, i
        if most < lowest:
            lowest, bottom = most, i
    if highest < -room or lowest > room or top == bottom:
        return False
    ax, ay, bx, by = bench.x[thing, top], bench.y[thing, top], bench.x[thing, bottom], bench.y[thing, bottom]
    low, high = 1e300, -1e300
    for i in range(bench.size[cell]):
        p = bench.p[cell, i]
        t = (bench.q[cell, i] - p) / span
        over, under = max(ay - p - t * ax, 0.0), max(p + t * bx - by, 0.0)
        x = ax + over / (over + under) * (bx - ax) if over + under > 0.0 else ax
        low, high = min(low, x), max(high, x)
        if over + under <= SLACK:
            low, high = min(low, bx), max(high, bx)
    bench.common[thing, LOWER], bench.common[thing, UPPER] = low, high
    bench.pin[thing, 0] = 0.5 * (ax + bx) if high - low > 0.9 * abs(bx - ax) else 0.5 * (low + high)
    along = (bench.pin[thing, 0] - ax) / (bx - ax) if bx != ax else 0.5
    bench.pin[thing, 1] = ay + along * (by - ay)
    return True


@compiled
def _range(bench: Bench, cell: int, x: float, y: float, span: float) -> tuple[float, float]:
    """How far below a spot the lines of a cell pass: the least and the most."""
    least, most = 1e300, -1e300
    for i in range(bench.size[cell]):
        p = bench.p[cell, i]
        away = y - p - (bench.q[cell, i] - p) / span * x
        least, most = min(least, away), max(most, away)
    return least, most


@compiled
def split(bench: Bench, cell: int, first: int, second: int) -> bool:
    """Cut a cell where `cut` is 0: its positive part into `first` (which may be itself), the rest into `second`.

    False when there is no room for another corner.
    """
    n = bench.size[cell]
    if n + 1 > CORNERS:
        return False
    p, q = bench.spans[:, 0], bench.spans[:, 1]
    for i in range(n):
        p[i], q[i] = bench.p[cell, i], bench.q[cell, i]
    _part(p, q, bench.cut, n, 1.0, bench, first)
    _part(p, q, bench.cut, n, -1.0, bench, second)
    return True


@compiled
def _part(p: Floats, q: Floats, cut: Floats, n: int, side: float, bench: Bench, into: int) -> None:
    """Keep what of a polygon lies where `cut` has one sign."""
    m, before, j = 0, side * cut[n - 1], n - 1
    for i in range(n):
        here = side * cut[i]
        if (before > 0.0 and here < 0.0) or (before < 0.0 and here > 0.0):
            s = before / (before - here)
            bench.p[into, m], bench.q[into, m] = p[j] + s * (p[i] - p[j]), q[j] + s * (q[i] - q[j])
            m += 1
        if here >= 0.0:
            bench.p[into, m], bench.q[into, m] = p[i], q[i]
            m += 1
        before, j = here, i
    bench.size[into] = m
