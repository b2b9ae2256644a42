"""Bounds in the plan: the parts of things that stop every line through them, and chains of parts that leave no gap.

For one slope t a part covers a range of lines `y = p + t * x`, from its lowest corner to its highest. A chain of parts
that overlap from rim to rim of the two ends closes that slope, and keeps closing as long as each corner stays beyond
that of the next: this tells how far the slope may turn before another chain is needed. So a walk of a few steps from
one outer tangent to the other is a proof that nothing leads through; where no chain closes, it has found a gap.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from battlefield.sight.accelerate import compiled, handed
from battlefield.sight.picture import Floats, Ints
from battlefield.sight.prisms import TOLERANCE, Prisms
from battlefield.sight.things import (
    ALONG_X,
    ALONG_Y,
    BOTTOM,
    FAR,
    FIRST,
    HALF,
    LEAST,
    MIDDLE_X,
    MOST,
    NEAR,
    ORIGIN_X,
    ORIGIN_Y,
    RADIUS,
    STEEPEST,
    TOP,
    Things,
    beyond,
    shade,
)

OPEN, SHUT, UNSURE = 0, 1, 2
"""Outcomes: there is a gap; there is none; there is no telling."""

FROM, TO, GAP_SLOPE, GAP_LINE, RIM_FROM, RIM_TO = range(6)
"""Columns of `Parts.reach`: the slopes between which a chain closes; slope and height at x = 0 of the gap found; the
slopes between which a part stays beyond a rim."""

SIDES, THING, UNDER, OVER, USED = range(5)
"""Columns of `Parts.facts`: corners; what thing it is cut out of; its lowest and highest corner; whether it is used."""

LOW, HIGH, ROUND = range(3)
"""Columns of `Parts.cover`: the lines it stops at the slope at hand, from and to; the radius of a disc, else 0."""

MOST_STEPS = 48
"""Steps of a walk before it gives up."""


@handed
class Parts(NamedTuple):
    """Parts [part, corner] of things, and what is known of each. `spare` is room to cut in."""

    x: Floats
    y: Floats
    facts: Ints
    cover: Floats
    reach: Floats
    spare: Floats


def new_parts(parts: int, corners: int) -> Parts:
    """Room for so many parts of things with up to so many corners: a cut adds one."""
    return Parts(
        x=np.zeros((parts, corners + 4)),
        y=np.zeros((parts, corners + 4)),
        facts=np.zeros((parts, 5), np.int64),
        cover=np.zeros((parts, 3)),
        reach=np.zeros(6),
        spare=np.zeros((4, corners + 4)),
    )


@compiled
def cut_parts(prisms: Prisms, it: Things, things: int, frame: Floats, parts: Parts) -> int:
    """Cut out of each thing what stops every line that passes through it; returns how many parts there are.

    It must stand on the ground, so to speak, be high enough, and come after the one end and before the other. From a
    low end to a high one no line is higher than that from the top of the low one, at its far side, to the top of the
    high one, at its near side.
    """
    size, steepest, count = it.size, frame[STEEPEST], 0
    floor, a, b = min(size[NEAR, BOTTOM], size[FAR, BOTTOM]), size[NEAR, TOP], size[FAR, TOP]
    for thing in range(FIRST, things):
        left, right, top, it.between[thing] = -1e300, 1e300, size[thing, TOP], True
        if size[thing, LEAST] < size[NEAR, MOST] and not beyond(it, NEAR, thing, steepest):
            left = size[NEAR, MOST]
            it.between[thing] = not beyond(it, thing, NEAR, steepest)
        if size[thing, MOST] > size[FAR, LEAST] and not beyond(it, thing, FAR, steepest):
            right = size[FAR, LEAST]
            it.between[thing] = it.between[thing] and not beyond(it, FAR, thing, steepest)
        if size[thing, BOTTOM] > floor + TOLERANCE or top <= min(a, b) or not it.between[thing]:
            continue
        if top < max(a, b) - 0.5 * TOLERANCE:
            share = (top - min(a, b)) / (max(a, b) - min(a, b))
            if a < b:
                right = min(right, size[NEAR, LEAST] + share * (size[FAR, LEAST] - size[NEAR, LEAST]))
            else:
                left = max(left, size[FAR, MOST] - share * (size[FAR, MOST] - size[NEAR, MOST]))
        if _cut(prisms, it, thing, left, right, frame, parts, count):
            count += 1
    return count


@compiled
def _cut(
    prisms: Prisms, it: Things, thing: int, left: float, right: float, frame: Floats, parts: Parts, part: int
) -> bool:
    """Write what of a thing lies between two places along the frame as a part; False when nothing does."""
    least, most, n = it.size[thing, LEAST], it.size[thing, MOST], it.sides[thing]
    if least >= right - TOLERANCE or most <= left + TOLERANCE:
        return False
    parts.facts[part, THING], parts.facts[part, USED], parts.cover[part, ROUND] = thing, 0, 0.0
    if least >= left and most <= right:
        for i in range(n):
            parts.x[part, i], parts.y[part, i] = it.x[thing, i], it.y[thing, i]
        parts.cover[part, ROUND], parts.facts[part, SIDES] = it.size[thing, RADIUS], n
        return True
    x, y, spare = it.x[thing], it.y[thing], parts.spare
    if it.size[thing, RADIUS] > 0.0:
        x, y, p = spare[2], spare[3], it.prism[thing]
        n = prisms.sides[p]
        for i in range(n):
            dx, dy = prisms.x[p, i] - frame[ORIGIN_X], prisms.y[p, i] - frame[ORIGIN_Y]
            x[i], y[i] = dx * frame[ALONG_X] + dy * frame[ALONG_Y], dy * frame[ALONG_X] - dx * frame[ALONG_Y]
    n = _cut_at(x, y, n, left, 1.0, spare[0], spare[1])
    n = _cut_at(spare[0], spare[1], n, right, -1.0, parts.x[part], parts.y[part])
    parts.facts[part, SIDES] = n
    return bool(n >= 3)


@compiled
def _cut_at(x: Floats, y: Floats, n: int, at: float, side: float, out_x: Floats, out_y: Floats) -> int:
    """What of a polygon lies on one side of a place along the frame; returns its corners."""
    m = 0
    for i in range(n):
        j = i - 1 if i > 0 else n - 1
        before, here = side * (x[j] - at), side * (x[i] - at)
        if (before > 0.0 and here < 0.0) or (before < 0.0 and here > 0.0):
            s = before / (before - here)
            out_x[m], out_y[m] = at, y[j] + s * (y[i] - y[j])
            m += 1
        if here >= 0.0:
            out_x[m], out_y[m] = x[i], y[i]
            m += 1
    return m


@compiled
def _cover(parts: Parts, count: int, t: float, long: float) -> None:
    """Find the range of lines of a slope that each part stops, and the two corners that bound it."""
    for part in range(count):
        low, high, under, over = 1e300, -1e300, 0, 0
        for i in range(parts.facts[part, SIDES]):
            here = parts.y[part, i] - t * parts.x[part, i]
            if here < low:
                low, under = here, i
            if here > high:
                high, over = here, i
        r = parts.cover[part, ROUND] * long
        parts.cover[part, LOW], parts.cover[part, HIGH] = low - r, high + r
        parts.facts[part, UNDER], parts.facts[part, OVER] = under, over


@compiled
def _hold(reach: Floats, column: int, t: float, p: float, q: float, r: float) -> None:
    """Narrow the slopes from `column` on to those round t at which `p - s * q` is not below `r * sqrt(1 + s * s)`."""
    spare, square = p * p + q * q - r * r, q * q - r * r
    if spare <= 0.0 or square == 0.0:
        if r > 0.0 or (r == 0.0 and p < 0.0) or (r < 0.0 and spare > 0.0):
            reach[column], reach[column + 1] = 1.0, -1.0
        return
    root = r * sqrt(spare)
    if square > 0.0:
        if q > 0.0:
            reach[column + 1] = min(reach[column + 1], (p * q - root) / square)
        else:
            reach[column] = max(reach[column], (p * q + root) / square)
        return
    first, last = (p * q + abs(root)) / square, (p * q - abs(root)) / square
    if r > 0.0:
        reach[column], reach[column + 1] = max(reach[column], first), min(reach[column + 1], last)
    elif t <= 0.5 * (first + last):
        reach[column + 1] = min(reach[column + 1], first)
    else:
        reach[column] = max(reach[column], last)


@compiled
def _hold_at_rims(
    it: Things, parts: Parts, part: int, t: float, up: float, room: float, by_near: bool, by_far: bool
) -> None:
    """Narrow the slopes to those at which a part stays beyond the lower (`up` -1) or upper (1) rim of either end.

    By which of the ends it is at slope t is told.
    """
    corner, reach = parts.facts[part, UNDER if up < 0.0 else OVER], parts.reach
    x, y, first, last = parts.x[part, corner], parts.y[part, corner], 1e300, -1e300
    for end in range(FIRST):
        if not (by_near if end == NEAR else by_far):
            continue
        reach[RIM_FROM], reach[RIM_TO] = -1e300, 1e300
        r = it.size[end, RADIUS] - parts.cover[part, ROUND]
        for i in range(it.sides[end]):
            _hold(reach, RIM_FROM, t, up * (y - it.y[end, i]) + room, up * (x - it.x[end, i]), r)
        if reach[RIM_FROM] <= t <= reach[RIM_TO]:
            first, last = min(first, reach[RIM_FROM]), max(last, reach[RIM_TO])
    reach[FROM], reach[TO] = max(reach[FROM], first), min(reach[TO], last)


@compiled
def _hold_together(parts: Parts, one: int, other: int, t: float, room: float) -> None:
    """Narrow the slopes to those at which one part leaves no gap below the other."""
    i, j = parts.facts[one, OVER], parts.facts[other, UNDER]
    x, y = parts.x[one, i] - parts.x[other, j], parts.y[one, i] - parts.y[other, j]
    _hold(parts.reach, FROM, t, y + room, x, -parts.cover[one, ROUND] - parts.cover[other, ROUND])


@compiled
def _chain(it: Things, parts: Parts, count: int, t: float, room: float) -> int:
    """Whether a chain closes a slope: SHUT, with the slopes `reach` between which it does, or OPEN, with the gap."""
    long, reach, cover = sqrt(1.0 + t * t), parts.reach, parts.cover
    a_low, a_high = shade(it, NEAR, t, long)
    b_low, b_high = shade(it, FAR, t, long)
    low, high = max(a_low, b_low), min(a_high, b_high)
    reach[FROM], reach[TO] = -1e300, 1e300
    if high - low <= room:
        return UNSURE
    _cover(parts, count, t, long)
    here, last = low, -1
    while here < high - room:
        best, next_low = -1, high
        for part in range(count):
            if cover[part, LOW] > here + room:
                next_low = min(next_low, cover[part, LOW])
            elif cover[part, HIGH] > here and (best < 0 or cover[part, HIGH] > cover[best, HIGH]):
                best = part
        if best < 0:
            reach[GAP_SLOPE], reach[GAP_LINE] = t, 0.5 * (here + next_low)
            return OPEN
        if last >= 0:
            _hold_together(parts, last, best, t, room)
        else:
            start = cover[best, LOW] - room
            _hold_at_rims(it, parts, best, t, -1.0, room, start <= a_low, start <= b_low)
        here, last = cover[best, HIGH], best
        parts.facts[best, USED] = 1
    _hold_at_rims(it, parts, last, t, 1.0, room, here + room >= a_high, here + room >= b_high)
    return SHUT


@compiled
def _nothing_further(it: Things, t: float, way: float, room: float) -> bool:
    """Whether no slope further in a way (1 or -1) leaves a line between the ends."""
    long = sqrt(1.0 + t * t)
    a_low, a_high = shade(it, NEAR, t, long)
    b_low, b_high = shade(it, FAR, t, long)
    return bool((b_high - a_low if way > 0.0 else a_high - b_low) <= room)


@compiled
def _walk(it: Things, parts: Parts, count: int, t: float, way: float, steepest: float, room: float) -> int:
    """Turn from a slope at which all is closed, in a way (1 or -1), until nothing is left between the ends."""
    step, least = 0.25 * steepest, 1e-4 * steepest
    for _ in range(MOST_STEPS):
        if way * t >= steepest or _nothing_further(it, t, way, room):
            return SHUT
        at = t + way * step
        outcome = _chain(it, parts, count, at, room)
        if outcome == OPEN:
            return OPEN
        near, far = parts.reach[FROM], parts.reach[TO]
        if way < 0.0:
            near, far = far, near
        if outcome == SHUT and way * near <= way * t and way * far >= way * at:
            t = far
        elif step > least:
            step *= 0.5
        else:
            return UNSURE
    return UNSURE


@compiled
def shut(it: Things, parts: Parts, count: int, frame: Floats, marks: Ints) -> int:
    """Whether parts stop every ribbon from one end to the other: SHUT, OPEN with the gap found, or UNSURE.

    Marks the prisms of the chains.
    """
    room = 2.0 * frame[HALF]
    outcome = _chain(it, parts, count, 0.0, room)
    if outcome != SHUT:
        return outcome
    first, last = parts.reach[FROM], parts.reach[TO]
    if first > 0.0 or last < 0.0:
        return UNSURE
    outcome = _walk(it, parts, count, last, 1.0, frame[STEEPEST], room)
    if outcome == SHUT:
        outcome = _walk(it, parts, count, first, -1.0, frame[STEEPEST], room)
    for part in range(count if outcome == SHUT else 0):
        if parts.facts[part, USED]:
            marks[it.prism[parts.facts[part, THING]]] = 1
    return outcome


@compiled
def widest_gap(it: Things, things: int, t: float, room: float, spans: Floats, reach: Floats) -> bool:
    """Find the widest gap at a slope, past all that is likely to be in the way; False when there is none.

    Likely is what a line from top to top meets in the middle of it.
    """
    long, size = sqrt(1.0 + t * t), it.size
    a_low, a_high = shade(it, NEAR, t, long)
    b_low, b_high = shade(it, FAR, t, long)
    low, high, count = max(a_low, b_low), min(a_high, b_high), 0
    for thing in range(FIRST, things):
        share = min(1.0, max(0.0, size[thing, MIDDLE_X] / size[FAR, MIDDLE_X]))
        height = size[NEAR, TOP] + share * (size[FAR, TOP] - size[NEAR, TOP])
        if size[thing, TOP] < height or size[thing, BOTTOM] > height or not it.between[thing]:
            continue
        start, stop = shade(it, thing, t, long)
        if stop <= low or start >= high:
            continue
        j = count
        while j > 0 and spans[j - 1, 0] > start:
            spans[j, 0], spans[j, 1] = spans[j - 1, 0], spans[j - 1, 1]
            j -= 1
        spans[j, 0], spans[j, 1] = start, stop
        count += 1
    best, end = room, low
    for i in range(count + 1):
        start = spans[i, 0] if i < count else high
        if start - end > best:
            best = start - end
            reach[GAP_SLOPE], reach[GAP_LINE] = t, 0.5 * (start + end)
        end = max(end, spans[i, 1]) if i < count else end
    return bool(best > room)
