"""Two prisms and what may stand between them, laid out in the frame in which the lines from one to the other run."""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled
from battlefield.sight.cells import Bench, split
from battlefield.sight.picture import Bools, Floats
from battlefield.sight.prisms import TOLERANCE, Prisms, nearest, outside_edge
from battlefield.sight.shafts import mark_close
from battlefield.sight.things import (
    ALONG_X,
    ALONG_Y,
    BOTTOM,
    FAR,
    FIRST,
    LEAST,
    MIDDLE_X,
    MIDDLE_Y,
    MOST,
    NEAR,
    ORIGIN_X,
    ORIGIN_Y,
    RADIUS,
    REACH,
    SPAN,
    STEEPEST,
    TOP,
    Things,
)

PASSES, ACROSS_ONE, ACROSS_BOTH = range(3)
"""How a thing lies to the two lines that touch both ends outside: beyond one of them, across one, across both."""


@compiled
def touching(prisms: Prisms, a: int, b: int, bench: Bench) -> bool:
    """Whether two prisms touch or overlap; a spot they share is then found as both ends of the line."""
    dx, dy = prisms.centre_x[b] - prisms.centre_x[a], prisms.centre_y[b] - prisms.centre_y[a]
    wide = prisms.reach[a] + prisms.reach[b] + 2.0 * TOLERANCE
    if dx * dx + dy * dy > wide * wide:
        return False
    low, high = max(prisms.bottom[a], prisms.bottom[b]), min(prisms.top[a], prisms.top[b])
    if high < low - TOLERANCE:
        return False
    z = 0.5 * (low + high)
    one, other = (a, b) if prisms.disc[a] else (b, a)
    if prisms.disc[one]:
        x, y, way = prisms.centre_x[one], prisms.centre_y[one], bench.line
        away = nearest(prisms, other, x, y, min(max(z, prisms.bottom[other]), prisms.top[other]), way)
        if away > prisms.reach[one] + TOLERANCE:
            return False
        x, y = x + way[0] * away, y + way[1] * away
    else:
        if _apart(prisms, a, b) or _apart(prisms, b, a):
            return False
        x, y = prisms.centre_x[b], prisms.centre_y[b]
        # From the one to the nearest spot of the other and back again leads to a spot of both.
        for turn in range(200):
            it = a if turn % 2 == 0 else b
            away = nearest(prisms, it, x, y, min(max(z, prisms.bottom[it]), prisms.top[it]), bench.line)
            if turn > 0 and away <= 0.1 * TOLERANCE:
                break
            x, y = x + bench.line[0] * away, y + bench.line[1] * away
    for i in range(2):
        bench.found[3 * i], bench.found[3 * i + 1], bench.found[3 * i + 2] = x, y, z
    return True


@compiled
def _apart(prisms: Prisms, a: int, b: int) -> bool:
    """Whether all of a polygon lies further than the tolerance outside one edge of another."""
    for i in range(prisms.sides[a]):
        outside = True
        for k in range(prisms.sides[b]):
            if outside_edge(prisms, a, i, prisms.x[b, k], prisms.y[b, k]) <= TOLERANCE:
                outside = False
                break
        if outside:
            return True
    return False


@compiled
def lay_out(prisms: Prisms, a: int, b: int, skip: Bools, also_skip: Bools, frame: int, bench: Bench) -> int:
    """Lay out the ends and what is near the lines between them; returns the number of things, 0 for an idle frame,
    or -1 - p when prism p alone stops every line.

    Frame 0 runs from one middle to the other, frame 1 across it: together no slope is steeper than 1.
    """
    it = bench.things
    dx, dy = prisms.centre_x[b] - prisms.centre_x[a], prisms.centre_y[b] - prisms.centre_y[a]
    length, wide = sqrt(dx * dx + dy * dy), prisms.reach[a] + prisms.reach[b]
    if frame == 1 and length > 1.4143 * wide:
        return 0
    ux, uy = (dx / length, dy / length) if length > 0.0 else (1.0, 0.0)
    if frame == 1:
        ux, uy = -uy, ux
    bench.frame[ORIGIN_X], bench.frame[ORIGIN_Y] = prisms.centre_x[a], prisms.centre_y[a]
    bench.frame[ALONG_X], bench.frame[ALONG_Y] = ux, uy
    _put(prisms, a, NEAR, bench.frame, it)
    _put(prisms, b, FAR, bench.frame, it)
    _set_span(prisms, a, b, dx * ux + dy * uy, length, bench.frame)
    low, high = min(prisms.bottom[a], prisms.bottom[b]), max(prisms.top[a], prisms.top[b])
    things, standing, tilt = FIRST, True, (prisms.reach[b] - prisms.reach[a]) / max(length, 1.0)
    x, y, close = prisms.centre_x[a], prisms.centre_y[a], bench.close
    wide = max(prisms.reach[a], prisms.reach[b]) + TOLERANCE
    mark_close(prisms, x, y, dx, dy, wide, low + TOLERANCE, high - TOLERANCE, skip, also_skip, close)
    for p in range(skip.shape[0]):
        if not close[p] or prisms.top[p] - prisms.bottom[p] <= TOLERANCE:
            continue
        _put(prisms, p, things, bench.frame, it)
        side = _side(it, things, tilt) if frame == 0 and tilt * tilt < 0.9 else ACROSS_ONE
        if side == PASSES:
            continue
        full = prisms.bottom[p] <= low + TOLERANCE and prisms.top[p] >= high - 0.5 * TOLERANCE
        between = it.size[things, LEAST] >= prisms.reach[a] and it.size[things, MOST] <= length - prisms.reach[b]
        if side == ACROSS_BOTH and full and between:
            return -1 - p
        standing = standing and prisms.bottom[p] <= low + TOLERANCE
        things += 1
    return _without_low(it, things, min(prisms.top[a], prisms.top[b])) if standing else things


@compiled
def _set_span(prisms: Prisms, a: int, b: int, x: float, length: float, frame: Floats) -> None:
    """Write how far apart the two spots are at which lines of the frame are held, and how steep a line can be."""
    sine = (prisms.reach[a] + prisms.reach[b]) / max(length, 1e-9)
    frame[STEEPEST] = 1.000001
    if sine < 0.7 and x > 0.5 * length:
        frame[STEEPEST] = sine / sqrt(1.0 - sine * sine) * 1.000001
    reach = max(prisms.reach[a], prisms.reach[b])
    frame[SPAN] = x if x > 0.5 * reach else reach


@compiled
def _side(it: Things, thing: int, tilt: float) -> int:
    """How a thing lies to the two lines that touch the circles round both ends on the same side."""
    level, r = sqrt(1.0 - tilt * tilt), it.size[thing, RADIUS]
    above, below, over, under = 1e300, 1e300, -1e300, -1e300
    for i in range(it.sides[thing]):
        x, y = tilt * it.x[thing, i], level * it.y[thing, i]
        above, over = min(above, y - x), max(over, y - x)
        below, under = min(below, -y - x), max(under, -y - x)
    reach = it.size[NEAR, REACH]
    if above - r >= reach or below - r >= reach:
        return PASSES
    return ACROSS_BOTH if over + r >= reach and under + r >= reach else ACROSS_ONE


@compiled
def _put(prisms: Prisms, p: int, thing: int, frame: Floats, it: Things) -> None:
    """Write a prism as a thing in the frame."""
    ox, oy = frame[ORIGIN_X], frame[ORIGIN_Y]
    ux, uy = frame[ALONG_X], frame[ALONG_Y]
    if prisms.disc[p]:
        dx, dy = prisms.centre_x[p] - ox, prisms.centre_y[p] - oy
        it.x[thing, 0], it.y[thing, 0] = dx * ux + dy * uy, dy * ux - dx * uy
        it.sides[thing], it.size[thing, RADIUS] = 1, prisms.reach[p]
        it.size[thing, LEAST] = it.x[thing, 0] - prisms.reach[p]
        it.size[thing, MOST] = it.x[thing, 0] + prisms.reach[p]
    else:
        least, most = 1e300, -1e300
        for i in range(prisms.sides[p]):
            dx, dy = prisms.x[p, i] - ox, prisms.y[p, i] - oy
            it.x[thing, i], it.y[thing, i] = dx * ux + dy * uy, dy * ux - dx * uy
            least, most = min(least, it.x[thing, i]), max(most, it.x[thing, i])
        it.sides[thing], it.size[thing, RADIUS] = prisms.sides[p], 0.0
        it.size[thing, LEAST], it.size[thing, MOST] = least, most
    dx, dy = prisms.centre_x[p] - ox, prisms.centre_y[p] - oy
    it.size[thing, MIDDLE_X], it.size[thing, MIDDLE_Y] = dx * ux + dy * uy, dy * ux - dx * uy
    it.size[thing, REACH] = prisms.reach[p]
    it.size[thing, BOTTOM], it.size[thing, TOP], it.prism[thing] = prisms.bottom[p], prisms.top[p], p


@compiled
def _without_low(it: Things, things: int, top: float) -> int:
    """Leave out what is lower than both ends, where everything stands on the ground: the highest line clears it.

    So that every line does, the ends count from there up.
    """
    kept = FIRST
    for thing in range(FIRST, things):
        if it.size[thing, TOP] <= top - 2.0 * TOLERANCE:
            it.size[NEAR, BOTTOM] = max(it.size[NEAR, BOTTOM], it.size[thing, TOP])
            it.size[FAR, BOTTOM] = max(it.size[FAR, BOTTOM], it.size[thing, TOP])
            continue
        if kept != thing:
            for i in range(it.sides[thing]):
                it.x[kept, i], it.y[kept, i] = it.x[thing, i], it.y[thing, i]
            it.sides[kept], it.prism[kept] = it.sides[thing], it.prism[thing]
            for column in range(it.size.shape[1]):
                it.size[kept, column] = it.size[thing, column]
        kept += 1
    return kept


@compiled
def root(prisms: Prisms, a: int, b: int, bench: Bench, things: int) -> bool:
    """Make the first cell: every line of the frame that meets the circles round both ends; False when there is none."""
    dx, dy = prisms.centre_x[b] - prisms.centre_x[a], prisms.centre_y[b] - prisms.centre_y[a]
    ux, uy, ra, rb = bench.frame[ALONG_X], bench.frame[ALONG_Y], prisms.reach[a], prisms.reach[b]
    x, y = dx * ux + dy * uy, dy * ux - dx * uy
    steepest, span = bench.frame[STEEPEST], bench.frame[SPAN]
    long = sqrt(1.0 + steepest * steepest) * 1.000001
    p, q = ra * long, steepest * span
    bench.cells.size[0] = 4
    for i in range(4):
        bench.cells.p[0, i] = -p if i in (0, 3) else p
        bench.cells.q[0, i] = bench.cells.p[0, i] + (-q if i < 2 else q)
    for side in (1.0, -1.0):
        inside = False
        for i in range(bench.cells.size[0]):
            at = bench.cells.p[0, i] + (bench.cells.q[0, i] - bench.cells.p[0, i]) / span * x
            bench.cut[i] = side * (at - y) + rb * long
            inside = inside or bench.cut[i] > 0.0
        if not inside:
            return False
        split(bench.cells, bench.cut, bench.spans, 0, 0, 1)
    for thing in range(things):
        bench.cells.active[0, thing] = True
    return bool(bench.cells.size[0] >= 3)
