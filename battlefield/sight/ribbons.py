"""From any part of one body to any part of another: whether a straight ribbon leads there that nothing touches.

A ribbon is a line with a width in the plan. All lines that could join two upright prisms are cut into cells. A cell is
closed when what all its lines have in common stands in the way of every one of them; a cell whose middle line is free
ends the search; any other is cut in two, where possible along the lines through a corner that stands in the way, so
that two blockers that meet leave no cell between them. Both answers are proofs; what is left are slivers no wider than
the grain, which count as closed.
"""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled
from battlefield.sight.cells import (
    ALONG_X,
    ALONG_Y,
    DEPTH,
    FAR,
    FIRST,
    HALF,
    LOWER,
    NEAR,
    ORIGIN_X,
    ORIGIN_Y,
    SPAN,
    UPPER,
    Bench,
    chord,
    extents,
    gather,
    mark_sides,
    middle,
    misses,
    pin,
    split,
    tip,
)
from battlefield.sight.layout import lay_out, root, touching
from battlefield.sight.picture import Bools, Floats, Ints, area, copy_corners, is_wide
from battlefield.sight.planes import (
    BASE,
    CLEAR,
    HIGH,
    LEFT,
    LOW,
    OVERLAPPING,
    RIGHT,
    SLOPE,
    TURNED,
    add,
    arrange,
    arrangement,
    closes,
    free_line,
    restore,
)
from battlefield.sight.prisms import TOLERANCE, Prisms

CLOSED, FREE, TOUCHING = 0, 1, 2
"""Outcomes: no ribbon; there is one; the bodies touch."""

GRAIN = 0.25 * TOLERANCE
"""Cells of lines no further apart than this are slivers."""

MOST_CELLS = 4096
"""Cells looked at before the rest counts as closed, as a sliver as wide as they are."""

START_X, START_Y, START_Z, END_X, END_Y, END_Z, GAP, SLIVER, LOOKED = range(9)
"""Columns of `Bench.found`: the witness line; the free height at it; the widest sliver; how many cells were seen."""

UNDECIDED = -1


@compiled
def _judge(bench: Bench, cell: int, things: int, span: float, marks: Ints) -> int:
    """Whether all lines of a cell are stopped: CLOSED or UNDECIDED. Marks the prisms that stop them."""
    n = bench.size[cell]
    for end in range(FIRST):
        gather(bench, cell, end, span)
        if bench.above[end] == n or bench.below[end] == n:
            return CLOSED
    mode, count, near, far = _ends(bench), 0, bench.ends[0], bench.ends[1]
    for thing in range(FIRST, things):
        if not bench.active[cell, thing]:
            continue
        if misses(bench, cell, thing, span):
            bench.active[cell, thing] = False
            continue
        gather(bench, cell, thing, span)
        if bench.above[thing] == n or bench.below[thing] == n:
            bench.active[cell, thing] = False
        low, high = bench.common[thing, LOWER], bench.common[thing, UPPER]
        bench.common[thing, LOWER], bench.pin[thing, 0] = 1e300, 1e300
        if mode == OVERLAPPING or not bench.active[cell, thing]:
            continue
        if mode <= TURNED and _pinned(bench, cell, thing, span, mode):
            marks[bench.prism[thing]] = 1
            return CLOSED
        if bench.hits[thing] < n or high - low <= TOLERANCE:
            continue
        arrange(mode, low, high, bench.bottom[thing], bench.top[thing], bench.ends[2])
        before, count = count, add(near, far, bench.ends[2], bench.rects, count)
        for i in range(before, count):
            if closes(near, far, bench.rects[i]):
                marks[bench.prism[thing]] = 1
                return CLOSED
        bench.common[thing, LOWER] = low if count > before else 1e300
    if count < 2 or free_line(near, far, bench.rects, count, bench.spans, bench.slopes, bench.line):
        return UNDECIDED
    for thing in range(FIRST, things):
        if bench.active[cell, thing] and bench.common[thing, LOWER] < 1e300:
            marks[bench.prism[thing]] = 1
    return CLOSED


@compiled
def _pinned(bench: Bench, cell: int, thing: int, span: float, mode: int) -> bool:
    """Whether each line of a cell is stopped where it passes between two corners of a thing."""
    p, q = middle(bench, cell)
    if abs(chord(bench, thing, p, (q - p) / span, bench.frame[HALF])[2]) == 1 or not pin(bench, cell, thing, span):
        return False
    low, high = bench.common[thing, LOWER], bench.common[thing, UPPER]
    bench.common[thing, LOWER] = 1e300
    near, far, it = bench.ends[0], bench.ends[1], bench.ends[2]
    arrange(mode, low, high, bench.bottom[thing], bench.top[thing], it)
    if it[LEFT] < near[RIGHT] or it[RIGHT] > far[LEFT]:
        return False
    # The line that decides passes where it is hardest to stop.
    it[LEFT], it[RIGHT] = it[RIGHT], it[LEFT]
    return closes(near, far, it)


@compiled
def _ends(bench: Bench) -> int:
    """Write where lines are inside the two ends as rectangles, and return how these are arranged."""
    bottom, top = bench.bottom, bench.top
    for end in range(FIRST):
        low, high = bench.common[end, LOWER], bench.common[end, UPPER]
        arrange(0, low, high, bottom[end], top[end], bench.ends[end])
    mode = arrangement(bench.ends[0], bench.ends[1])
    for end in range(FIRST):
        low, high = bench.common[end, LOWER], bench.common[end, UPPER]
        arrange(mode, low, high, bottom[end], top[end], bench.ends[end])
    return mode


@compiled
def _inner(bench: Bench, thing: int, p: float, t: float, half: float) -> bool:
    """Find where a whole ribbon is inside an end."""
    a, b, side = chord(bench, thing, p - half, t, 0.0)
    c, d, other = chord(bench, thing, p + half, t, 0.0)
    bench.common[thing, LOWER], bench.common[thing, UPPER] = max(a, c), min(b, d)
    return side == 0 and other == 0 and min(b, d) > max(a, c)


@compiled
def _outer(bench: Bench, thing: int, p: float, t: float, half: float) -> bool:
    """Find where any of a ribbon is inside a thing."""
    if bench.radius[thing] > 0.0:
        low, high, _ = chord(bench, thing, p, t, bench.frame[HALF])
    else:
        low, high, side = chord(bench, thing, p - half, t, 0.0)
        start, stop, other = chord(bench, thing, p + half, t, 0.0)
        if side == other and side != 0:
            return False
        if side != 0:
            low, high = start, stop
        elif other == 0:
            low, high = min(low, start), max(high, stop)
        if side != 0 and other != 0:
            low, high = 1e300, -1e300
        for i in range(bench.sides[thing]):
            x, y = bench.x[thing, i], bench.y[thing, i]
            if -half < y - p - t * x < half:
                low, high = min(low, x), max(high, x)
    bench.common[thing, LOWER], bench.common[thing, UPPER] = low, high
    return high - low > TOLERANCE


@compiled
def _look(bench: Bench, cell: int, things: int, span: float) -> int:
    """FREE when the ribbon in the middle of a cell is: its line is found. Else UNDECIDED."""
    p, q = middle(bench, cell)
    t = (q - p) / span
    half = bench.frame[HALF] * sqrt(1.0 + t * t)
    if not (_inner(bench, NEAR, p, t, half) and _inner(bench, FAR, p, t, half)):
        return UNDECIDED
    mode = _ends(bench)
    count = 0
    if mode == OVERLAPPING:
        return UNDECIDED
    for thing in range(FIRST, things):
        if bench.active[cell, thing] and _outer(bench, thing, p, t, half):
            low, high = bench.common[thing, LOWER], bench.common[thing, UPPER]
            arrange(mode, low, high, bench.bottom[thing], bench.top[thing], bench.ends[2])
            count = add(bench.ends[0], bench.ends[1], bench.ends[2], bench.rects, count)
    if not free_line(bench.ends[0], bench.ends[1], bench.rects, count, bench.spans, bench.slopes, bench.line):
        return UNDECIDED
    _tell(bench, mode, p, t)
    return FREE


@compiled
def _tell(bench: Bench, mode: int, p: float, t: float) -> None:
    """Write the line found: from where it leaves the one end to where it comes to the other."""
    near, far, found, frame = bench.ends[0], bench.ends[1], bench.found, bench.frame
    slope, base = bench.line[SLOPE], bench.line[BASE]
    start, stop = near[RIGHT], far[LEFT]
    if slope > 0.0:
        start, stop = min(start, (near[HIGH] - base) / slope), max(stop, (far[LOW] - base) / slope)
    elif slope < 0.0:
        start, stop = min(start, (near[LOW] - base) / slope), max(stop, (far[HIGH] - base) / slope)
    for i in range(2):
        at = start if i == 0 else stop
        x, z = restore(mode, at, slope * at + base)
        y = p + t * x
        found[3 * i + START_X] = frame[ORIGIN_X] + x * frame[ALONG_X] - y * frame[ALONG_Y]
        found[3 * i + START_Y] = frame[ORIGIN_Y] + x * frame[ALONG_Y] + y * frame[ALONG_X]
        found[3 * i + START_Z] = z
    found[GAP] = bench.line[CLEAR]


@compiled
def _cut(bench: Bench, cell: int, things: int, span: float) -> None:
    """Decide where to cut a cell: along the lines through the spot that divides best what is stopped from what is not.

    Leaves the decision in `cut`.
    """
    p, q = middle(bench, cell)
    t, n = (q - p) / span, bench.size[cell]
    wide_p, wide_q = extents(bench, cell)
    best, best_x, best_y = 0.0, 0.0, 0.0
    for thing in range(things):
        if thing >= FIRST and not bench.active[cell, thing]:
            continue
        if thing < FIRST and bench.above[thing] + bench.below[thing] == 0:
            continue
        weight = _weight(bench, thing, p, t)
        for spot in range(3):
            if spot < 2:
                x, y = tip(bench, thing, t, 1.0 - 2.0 * spot)
            elif thing < FIRST or bench.pin[thing, 0] >= 1e300:
                continue
            else:
                x, y, weight = bench.pin[thing, 0], bench.pin[thing, 1], 0.3 * weight
            even = mark_sides(bench, cell, x, y, span)
            if even > 0.02 * max(wide_p, wide_q) and even * weight > best:
                best, best_x, best_y = even * weight, x, y
    if best > 0.0:
        mark_sides(bench, cell, best_x, best_y, span)
        return
    for i in range(n):
        bench.cut[i] = bench.p[cell, i] - p if wide_p >= wide_q else bench.q[cell, i] - q


@compiled
def _weight(bench: Bench, thing: int, p: float, t: float) -> float:
    """How much it helps to cut a cell at a thing: the taller the more, and more where it stands in the middle."""
    if thing < FIRST:
        return 0.3
    low, high = min(bench.bottom[NEAR], bench.bottom[FAR]), max(bench.top[NEAR], bench.top[FAR])
    tall = (min(high, bench.top[thing]) - max(low, bench.bottom[thing])) / (high - low)
    side = chord(bench, thing, p, t, bench.frame[HALF])[2]
    return float((1.0 if side == 0 else 0.4) * (0.1 + tall))


@compiled
def _drop(bench: Bench, cell: int) -> bool:
    """Whether a cell is a sliver; the widest is told."""
    if bench.size[cell] >= 3 and is_wide(bench.p[cell], bench.q[cell], bench.size[cell], GRAIN):
        return False
    bench.found[SLIVER] = max(bench.found[SLIVER], GRAIN)
    return True


@compiled
def _search(bench: Bench, things: int, marks: Ints) -> int:
    """Look through all cells of one frame, the first of them laid out, the largest first: CLOSED or FREE."""
    waiting, span = 1, bench.frame[SPAN]
    while waiting > 0:
        cell = waiting - 1
        if waiting < DEPTH - 1:
            for i in range(waiting - 1):
                cell = i if bench.worth[i] > bench.worth[cell] else cell
        bench.found[LOOKED] += 1.0
        if _judge(bench, cell, things, span, marks) == CLOSED or _drop(bench, cell):
            waiting -= 1
            _move(bench, waiting, cell, things)
            continue
        if _look(bench, cell, things, span) == FREE:
            return FREE
        if bench.found[LOOKED] >= MOST_CELLS or waiting >= DEPTH:
            for i in range(waiting):
                wide_p, wide_q = extents(bench, i)
                bench.found[SLIVER] = max(bench.found[SLIVER], max(wide_p, wide_q))
            return CLOSED
        _cut(bench, cell, things, span)
        for thing in range(things):
            bench.active[waiting, thing] = bench.active[cell, thing]
        if not split(bench, cell, cell, waiting):
            bench.found[SLIVER] = max(bench.found[SLIVER], max(extents(bench, cell)[0], extents(bench, cell)[1]))
            waiting -= 1
            _move(bench, waiting, cell, things)
            continue
        for one in (cell, waiting):
            bench.worth[one] = area(bench.p[one], bench.q[one], bench.size[one])
        waiting += 1
    return CLOSED


@compiled
def _move(bench: Bench, cell: int, to: int, things: int) -> None:
    """Put a cell where another was."""
    if cell == to:
        return
    n = bench.size[cell]
    copy_corners(bench.p[cell], bench.q[cell], n, bench.p[to], bench.q[to])
    bench.size[to], bench.worth[to] = n, bench.worth[cell]
    for thing in range(things):
        bench.active[to, thing] = bench.active[cell, thing]


@compiled
def join(
    prisms: Prisms, a: int, b: int, skip: Bools, also_skip: Bools, width: float, bench: Bench, marks: Ints
) -> int:  # fmt: skip
    """Seek a ribbon between two prisms past those not in `skip` nor `also_skip`; returns the outcome."""
    if touching(prisms, a, b, bench):
        return TOUCHING
    bench.frame[HALF] = 0.5 * max(width, TOLERANCE)
    for frame in range(2):
        things = lay_out(prisms, a, b, skip, also_skip, frame, bench)
        some = things > 0 and root(prisms, a, b, bench, things)
        if some and _search(bench, things, marks) == FREE:
            return FREE
    return CLOSED


@compiled
def join_bodies(
    prisms: Prisms, first: int, last: int, start: int, stop: int, skip: Bools, also_skip: Bools, width: float,
    bench: Bench, marks: Ints,
) -> int:  # fmt: skip
    """`join` between any prism of one body and any of another, from first to before last."""
    for column in range(bench.found.shape[0]):
        bench.found[column] = 0.0
    for p in range(marks.shape[0]):
        marks[p] = 0
    for a in range(first, last):
        for b in range(start, stop):
            outcome = join(prisms, a, b, skip, also_skip, width, bench, marks)
            if outcome != CLOSED:
                return outcome
    return CLOSED


@compiled
def join_all(
    prisms: Prisms, spans: Ints, others: Ints, skip: Bools, also_skip: Bools, width: float, bench: Bench, marks: Ints,
    outcomes: Ints, slivers: Floats,
) -> None:  # fmt: skip
    """`join_bodies` for all pairs, with the prisms each side looks through: fills `outcomes` and `slivers`."""
    for i in range(spans.shape[0]):
        for j in range(others.shape[0]):
            outcomes[i, j] = join_bodies(
                prisms, spans[i, 0], spans[i, 1], others[j, 0], others[j, 1], skip[i], also_skip[j], width, bench, marks
            )
            slivers[i, j] = bench.found[SLIVER]
