"""Two prisms and what may stand between them, laid out in the frame in which the lines from one to the other run."""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled
from battlefield.sight.cells import (
    ALONG_X,
    ALONG_Y,
    FAR,
    FIRST,
    NEAR,
    ORIGIN_X,
    ORIGIN_Y,
    SPAN,
    Bench,
    split,
)
from battlefield.sight.picture import Bools
from battlefield.sight.prisms import TOLERANCE, Prisms, nearest, outside_edge


@compiled
def touching(prisms: Prisms, a: int, b: int, bench: Bench) -> bool:
    """Whether two prisms touch or overlap; a spot they share is then found as both ends of the line."""
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
    """Lay out the ends and what is near the lines between them; returns the number of things, 0 for an idle frame.

    Frame 0 runs from one middle to the other, frame 1 across it: together no slope is steeper than 1.
    """
    dx, dy = prisms.centre_x[b] - prisms.centre_x[a], prisms.centre_y[b] - prisms.centre_y[a]
    length, wide = sqrt(dx * dx + dy * dy), prisms.reach[a] + prisms.reach[b]
    if frame == 1 and length > 1.4143 * wide:
        return 0
    ux, uy = (dx / length, dy / length) if length > 0.0 else (1.0, 0.0)
    if frame == 1:
        ux, uy = -uy, ux
    bench.frame[ORIGIN_X], bench.frame[ORIGIN_Y] = prisms.centre_x[a], prisms.centre_y[a]
    bench.frame[ALONG_X], bench.frame[ALONG_Y] = ux, uy
    _put(prisms, a, NEAR, bench)
    _put(prisms, b, FAR, bench)
    low, high = min(prisms.bottom[a], prisms.bottom[b]), max(prisms.top[a], prisms.top[b])
    things, standing = FIRST, True
    for p in range(prisms.sides.shape[0] - 1):
        if skip[p] or also_skip[p] or prisms.top[p] <= low + TOLERANCE or prisms.bottom[p] >= high - TOLERANCE:
            continue
        if prisms.top[p] - prisms.bottom[p] > TOLERANCE and _in_corridor(prisms, a, b, p, dx, dy, length):
            _put(prisms, p, things, bench)
            standing = standing and prisms.bottom[p] <= low + TOLERANCE
            things += 1
    return _without_low(bench, things, min(prisms.top[a], prisms.top[b])) if standing else things


@compiled
def _in_corridor(prisms: Prisms, a: int, b: int, p: int, dx: float, dy: float, length: float) -> bool:
    """Whether the circle round a prism comes into the hull of the circles round the ends, or nearly."""
    ex, ey = prisms.centre_x[p] - prisms.centre_x[a], prisms.centre_y[p] - prisms.centre_y[a]
    if length <= 0.0:
        far = prisms.reach[p] + max(prisms.reach[a], prisms.reach[b])
        return bool(ex * ex + ey * ey <= far * far)
    along, aside = (ex * dx + ey * dy) / length, (ex * dy - ey * dx) / length
    part = min(1.0, max(0.0, along / length))
    wide = max(prisms.reach[a] + part * (prisms.reach[b] - prisms.reach[a]), 0.0)
    # Across the way the hull is wider than between its circles by no more than their slope to one another.
    tilt = (prisms.reach[b] - prisms.reach[a]) / length
    reach = (prisms.reach[p] + wide) * (1.0 + tilt * tilt) + TOLERANCE
    if along < -prisms.reach[a] - prisms.reach[p] or along > length + prisms.reach[b] + prisms.reach[p]:
        return False
    return bool(-reach <= aside <= reach) or part in (0.0, 1.0) or tilt * tilt > 0.25


@compiled
def _put(prisms: Prisms, p: int, thing: int, bench: Bench) -> None:
    """Write a prism as a thing in the frame."""
    ox, oy = bench.frame[ORIGIN_X], bench.frame[ORIGIN_Y]
    ux, uy = bench.frame[ALONG_X], bench.frame[ALONG_Y]
    if prisms.disc[p]:
        dx, dy = prisms.centre_x[p] - ox, prisms.centre_y[p] - oy
        bench.x[thing, 0], bench.y[thing, 0] = dx * ux + dy * uy, dy * ux - dx * uy
        bench.sides[thing], bench.radius[thing] = 1, prisms.reach[p]
    else:
        for i in range(prisms.sides[p]):
            dx, dy = prisms.x[p, i] - ox, prisms.y[p, i] - oy
            bench.x[thing, i], bench.y[thing, i] = dx * ux + dy * uy, dy * ux - dx * uy
        bench.sides[thing], bench.radius[thing] = prisms.sides[p], 0.0
    dx, dy = prisms.centre_x[p] - ox, prisms.centre_y[p] - oy
    bench.circle[thing, 0], bench.circle[thing, 1] = dx * ux + dy * uy, dy * ux - dx * uy
    bench.circle[thing, 2] = prisms.reach[p]
    bench.bottom[thing], bench.top[thing], bench.prism[thing] = prisms.bottom[p], prisms.top[p], p


@compiled
def _without_low(bench: Bench, things: int, top: float) -> int:
    """Leave out what is lower than both ends, where everything stands on the ground: the highest line clears it.

    So that every line does, the ends count from there up.
    """
    kept = FIRST
    for thing in range(FIRST, things):
        if bench.top[thing] <= top - 2.0 * TOLERANCE:
            bench.bottom[NEAR] = max(bench.bottom[NEAR], bench.top[thing])
            bench.bottom[FAR] = max(bench.bottom[FAR], bench.top[thing])
            continue
        if kept != thing:
            for i in range(bench.sides[thing]):
                bench.x[kept, i], bench.y[kept, i] = bench.x[thing, i], bench.y[thing, i]
            bench.sides[kept], bench.radius[kept] = bench.sides[thing], bench.radius[thing]
            bench.bottom[kept], bench.top[kept] = bench.bottom[thing], bench.top[thing]
            bench.prism[kept] = bench.prism[thing]
            for i in range(3):
                bench.circle[kept, i] = bench.circle[thing, i]
        kept += 1
    return kept


@compiled
def root(prisms: Prisms, a: int, b: int, bench: Bench, things: int) -> bool:
    """Make the first cell: every line of the frame that meets the circles round both ends; False when there is none."""
    dx, dy = prisms.centre_x[b] - prisms.centre_x[a], prisms.centre_y[b] - prisms.centre_y[a]
    ux, uy, ra, rb = bench.frame[ALONG_X], bench.frame[ALONG_Y], prisms.reach[a], prisms.reach[b]
    x, y, length = dx * ux + dy * uy, dy * ux - dx * uy, sqrt(dx * dx + dy * dy)
    sine = (ra + rb) / max(length, 1e-9)
    steepest = 1.000001
    if sine < 0.7 and x > 0.5 * length:
        steepest = sine / sqrt(1.0 - sine * sine) * 1.000001
    long = sqrt(1.0 + steepest * steepest) * 1.000001
    span = x if x > 0.5 * max(ra, rb) else max(ra, rb)
    bench.frame[SPAN] = span
    p, q = ra * long, steepest * span
    bench.size[0] = 4
    for i in range(4):
        bench.p[0, i] = -p if i in (0, 3) else p
        bench.q[0, i] = bench.p[0, i] + (-q if i < 2 else q)
    for side in (1.0, -1.0):
        inside = False
        for i in range(bench.size[0]):
            at = bench.p[0, i] + (bench.q[0, i] - bench.p[0, i]) / span * x
            bench.cut[i] = side * (at - y) + rb * long
            inside = inside or bench.cut[i] > 0.0
        if not inside:
            return False
        split(bench, 0, 0, 1)
    for thing in range(things):
        bench.active[0, thing] = True
    return bool(bench.size[0] >= 3)
