"""One vertical plane: whether a line leads from one upright rectangle to another past those that stand in between.

A line is `height = slope * x + base`. For one slope each rectangle is a range of bases: those of the two ends leave
what can be, those in between forbid theirs. What is free can open or close only at slopes at which the corner of one
range meets the corner of another, so one look between each two such slopes decides.
"""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled
from battlefield.sight.picture import Floats
from battlefield.sight.prisms import TOLERANCE

LEFT, RIGHT, LOW, HIGH, WAY = range(5)
"""Columns of a rectangle; `WAY`: the lines it stands in the way of, all of them or those that rise or fall."""

ALL, RISING, FALLING = 0.0, 1.0, 2.0

AS_IS, TURNED, LIFTED, SUNK, OVERLAPPING = range(5)
"""How two rectangles stand to each other: the first left of the second, right of it, below it, above it."""

SLOPE, BASE, CLEAR = range(3)
"""Columns of a line in the plane; `CLEAR` is the width that is free around it."""


@compiled
def arrangement(near: Floats, far: Floats) -> int:
    """How two rectangles stand to each other."""
    if near[RIGHT] <= far[LEFT]:
        return AS_IS
    if far[RIGHT] <= near[LEFT]:
        return TURNED
    if near[HIGH] <= far[LOW]:
        return LIFTED
    if far[HIGH] <= near[LOW]:
        return SUNK
    return OVERLAPPING


@compiled
def arrange(mode: int, left: float, right: float, low: float, high: float, out: Floats) -> None:
    """Write a rectangle in the coordinates in which the first end stands left of the second."""
    if mode == AS_IS:
        out[LEFT], out[RIGHT], out[LOW], out[HIGH] = left, right, low, high
    elif mode == TURNED:
        out[LEFT], out[RIGHT], out[LOW], out[HIGH] = -right, -left, low, high
    elif mode == LIFTED:
        out[LEFT], out[RIGHT], out[LOW], out[HIGH] = low, high, left, right
    else:
        out[LEFT], out[RIGHT], out[LOW], out[HIGH] = -high, -low, left, right
    out[WAY] = ALL


@compiled
def restore(mode: int, x: float, z: float) -> tuple[float, float]:
    """A spot in those coordinates, as x and height in the plane."""
    if mode == AS_IS:
        return x, z
    if mode == TURNED:
        return -x, z
    if mode == LIFTED:
        return z, x
    return z, -x


@compiled
def add(near: Floats, far: Floats, it: Floats, rects: Floats, n: int) -> int:
    """Append what of the rectangle `it` stands between the ends, as parts clear of both; returns how many there are.

    What overlaps an end stands in the way where it goes on beyond it: a line that rises leaves the first end through
    its top, so there a part above that end comes after it; to one that falls it comes before.
    """
    if it[HIGH] <= min(near[LOW], far[LOW]) + TOLERANCE or it[LOW] >= max(near[HIGH], far[HIGH]) - TOLERANCE:
        return n
    for i in range(3):
        left, right, low, high = max(it[LEFT], near[LEFT]), it[RIGHT], it[LOW], it[HIGH]
        first = ALL
        if i == 0:
            left = max(left, near[RIGHT])
        else:
            right = min(right, near[RIGHT])
            first = RISING if i == 1 else FALLING
            low = max(low, near[HIGH]) if i == 1 else low
            high = high if i == 1 else min(high, near[LOW])
        n = _add_before(far, left, right, low, high, first, rects, n)
    return n


@compiled
def _add_before(
    far: Floats, left: float, right: float, low: float, high: float, first: float, rects: Floats, n: int
) -> int:
    """Append what of a part comes before the second end."""
    for j in range(3):
        a, b, c, d, way = left, min(right, far[RIGHT]), low, high, ALL
        if j == 0:
            b = min(b, far[LEFT])
        else:
            a = max(a, far[LEFT])
            way = FALLING if j == 1 else RISING
            c = max(c, far[HIGH]) if j == 1 else c
            d = d if j == 1 else min(d, far[LOW])
        if b - a <= TOLERANCE or d - c <= TOLERANCE or (first != ALL and way != ALL and first != way):
            continue
        if n < rects.shape[0]:
            rects[n, LEFT], rects[n, RIGHT], rects[n, LOW], rects[n, HIGH] = a, b, c, d
            rects[n, WAY] = first if first != ALL else way
            n += 1
    return n


@compiled
def highest_slope(near: Floats, far: Floats, up: float) -> float:
    """The slope of the line above all others between two rectangles (`up` 1), or below all others (-1).

    It leads from the top of the lower one, at its far side, to the top of the higher one, at its near side.
    """
    a, b = (near[HIGH], far[HIGH]) if up > 0.0 else (-near[LOW], -far[LOW])
    run = far[LEFT] - near[LEFT] if b >= a else far[RIGHT] - near[RIGHT]
    return float(up * (b - a) / max(run, 1e-3))


@compiled
def closes(near: Floats, far: Floats, it: Floats) -> bool:
    """Whether one rectangle stands in the way of all lines from one end to the other."""
    if it[WAY] != ALL:
        return False
    for up in (1.0, -1.0):
        if up > 0.0:
            a, b, top, foot, floor = near[HIGH], far[HIGH], it[HIGH], it[LOW], min(near[LOW], far[LOW])
        else:
            a, b, top, foot, floor = -near[LOW], -far[LOW], -it[LOW], -it[HIGH], min(-near[HIGH], -far[HIGH])
        if foot > floor + TOLERANCE:
            continue
        slope = up * highest_slope(near, far, up)
        start, x = (near[LEFT], it[LEFT]) if b >= a else (near[RIGHT], it[RIGHT])
        if a + slope * (x - start) < top + TOLERANCE * sqrt(1.0 + slope * slope):
            return True
    return False


@compiled
def gap_at(near: Floats, far: Floats, rects: Floats, n: int, slope: float, spans: Floats) -> tuple[float, float]:
    """The widest free gap at a slope, and the base of the line in its middle; 0 when there is none."""
    rising = slope >= 0.0
    if rising:
        low = max(near[LOW] - slope * near[RIGHT], far[LOW] - slope * far[RIGHT])
        high = min(near[HIGH] - slope * near[LEFT], far[HIGH] - slope * far[LEFT])
    else:
        low = max(near[LOW] - slope * near[LEFT], far[LOW] - slope * far[LEFT])
        high = min(near[HIGH] - slope * near[RIGHT], far[HIGH] - slope * far[RIGHT])
    if high <= low:
        return 0.0, 0.0
    count = 0
    for i in range(n):
        way = rects[i, WAY]
        if way != ALL and (way == RISING) != rising:
            continue
        start = rects[i, LOW] - slope * (rects[i, RIGHT] if rising else rects[i, LEFT])
        stop = rects[i, HIGH] - slope * (rects[i, LEFT] if rising else rects[i, RIGHT])
        if stop <= low or start >= high:
            continue
        if start <= low and stop >= high:
            return 0.0, 0.0
        j = count
        while j > 0 and spans[j - 1, 0] > start:
            spans[j, 0], spans[j, 1] = spans[j - 1, 0], spans[j - 1, 1]
            j -= 1
        spans[j, 0], spans[j, 1] = start, stop
        count += 1
    return _widest(low, high, spans, count, slope)


@compiled
def _widest(low: float, high: float, spans: Floats, count: int, slope: float) -> tuple[float, float]:
    """The widest part of a range that ordered spans leave free, across a line of that slope, and its middle."""
    best, middle, end = 0.0, 0.0, low
    for i in range(count):
        if spans[i, 0] - end > best:
            best, middle = spans[i, 0] - end, 0.5 * (spans[i, 0] + end)
        end = max(end, spans[i, 1])
    if high - end > best:
        best, middle = high - end, 0.5 * (high + end)
    return best / sqrt(1.0 + slope * slope), middle


@compiled
def free_line(
    near: Floats, far: Floats, rects: Floats, n: int, spans: Floats, slopes: Floats, line: Floats
) -> bool:  # fmt: skip
    """Whether a line leads from `near`, left of `far`, past `n` rectangles, with more than the tolerance free about it.

    It is written into `line`. A line that is told is free; what is missed are gaps up to twice the tolerance.
    """
    level = (near[LOW] + near[HIGH] - far[LOW] - far[HIGH]) * -0.5
    run = max(0.5 * (far[LEFT] + far[RIGHT] - near[LEFT] - near[RIGHT]), 1e-3)
    if _try(near, far, rects, n, level / run, spans, line):
        return True
    if _try(near, far, rects, n, highest_slope(near, far, 1.0), spans, line):
        return True
    if _try(near, far, rects, n, highest_slope(near, far, -1.0), spans, line):
        return True
    floor, roof, standing, hanging = min(near[LOW], far[LOW]), max(near[HIGH], far[HIGH]), True, True
    for i in range(n):
        standing = standing and rects[i, WAY] == ALL and rects[i, LOW] <= floor + TOLERANCE
        hanging = hanging and rects[i, WAY] == ALL and rects[i, HIGH] >= roof - TOLERANCE
        if closes(near, far, rects[i]):
            return False
    if standing or hanging:
        return False
    return _sweep(near, far, rects, n, 1.0, spans, slopes, line) or _sweep(
        near, far, rects, n, -1.0, spans, slopes, line
    )


@compiled
def _try(near: Floats, far: Floats, rects: Floats, n: int, slope: float, spans: Floats, line: Floats) -> bool:
    gap, base = gap_at(near, far, rects, n, slope, spans)
    if gap <= TOLERANCE:
        return False
    line[SLOPE], line[BASE], line[CLEAR] = slope, base, gap
    return True


@compiled
def _sweep(
    near: Floats, far: Floats, rects: Floats, n: int, up: float, spans: Floats, slopes: Floats, line: Floats
) -> bool:
    """Look once between each two slopes, of lines that rise (`up` 1) or fall (-1), at which a gap can open."""
    run = max(far[LEFT] - near[RIGHT], 1e-3)
    steepest = (far[HIGH] - near[LOW]) / run if up > 0.0 else (near[HIGH] - far[LOW]) / run
    if steepest <= 0.0:
        return False
    slopes[0], slopes[1], count = 0.0, steepest, 2
    for i in range(n + 2):
        lower_x, lower_z = _end(near, far, rects, i, up, -1.0)
        for j in range(n + 2):
            upper_x, upper_z = _end(near, far, rects, j, up, 1.0)
            run = upper_x - lower_x
            if run == 0.0 or count >= slopes.shape[0]:
                continue
            slope = up * (upper_z - lower_z) / run
            if 0.0 < slope < steepest:
                slopes[count] = slope
                count += 1
    sort(slopes, count)
    for i in range(count - 1):
        if slopes[i + 1] > slopes[i] and _try(near, far, rects, n, up * 0.5 * (slopes[i] + slopes[i + 1]), spans, line):
            return True
    return False


@compiled
def _end(near: Floats, far: Floats, rects: Floats, i: int, up: float, side: float) -> tuple[float, float]:
    """The corner that bounds a free gap from below (`side` -1) or above (1): of an end (0, 1) or of what is between.

    What stands between bounds a gap from below with its upper corner, and from above with its lower one.
    """
    it = near if i == 0 else far if i == 1 else rects[i - 2]
    high = side > 0.0 if i < 2 else side < 0.0
    z = it[HIGH] if high else it[LOW]
    x = it[LEFT] if high == (up > 0.0) else it[RIGHT]
    return x, z


@compiled
def sort(values: Floats, count: int) -> None:
    """Put the first `count` values in order."""
    step = count // 2
    while step > 0:
        for i in range(step, count):
            value, j = values[i], i
            while j >= step and values[j - step] > value:
                values[j] = values[j - step]
                j -= step
            values[j] = value
        step //= 2
