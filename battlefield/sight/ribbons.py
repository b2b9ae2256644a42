"""From any part of one body to any part of another: whether a straight ribbon leads there that nothing touches.

A ribbon is a line with a width in the plan. All lines that could join two upright prisms are cut into cells. A cell is
closed when what all its lines have in common stands in the way of every one of them; a cell whose middle line is free
ends the search; any other is cut in two, where possible along the lines through a corner that stands in the way, so
that two blockers that meet leave no cell between them. Both answers are proofs; what is left are slivers no wider than
the grain, which count as closed.
"""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled, entry, inlined
from battlefield.sight.cells import (
    ABOVE,
    BELOW,
    DEPTH,
    HITS,
    LOWER,
    PIN_X,
    PIN_Y,
    UPPER,
    Bench,
    extents,
    gather,
    mark_sides,
    middle,
    misses,
    pin,
    split,
)
from battlefield.sight.chains import GAP_LINE, GAP_SLOPE, OPEN, SHUT, cut_parts, shut, widest_gap
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
from battlefield.sight.things import (
    ALONG_X,
    ALONG_Y,
    BOTTOM,
    FAR,
    FIRST,
    HALF,
    NEAR,
    ORIGIN_X,
    ORIGIN_Y,
    SPAN,
    STEEPEST,
    TOP,
    Things,
    chord,
    inner,
    outer,
    tip,
)

CLOSED, FREE, TOUCHING = 0, 1, 2
"""Outcomes: no ribbon; there is one; the bodies touch."""

GRAIN = 0.25 * TOLERANCE
"""Cells of lines no further apart than this are slivers."""

ROOM_TO_DIVE = 128
"""Places for waiting cells that are kept for cutting a single one down to slivers."""

MOST_CELLS = 4096
"""Cells of a frame looked at before the rest counts as closed, as a sliver as wide as they are."""

START_X, START_Y, START_Z, END_X, END_Y, END_Z, GAP, SLIVER, LOOKED, ALONE = range(10)
"""Columns of `Bench.found`: the witness line; the free height at it; the widest sliver; how many cells were seen;
1 and the row of a prism that stops every line between two bodies of one prism each, else 0."""

UNDECIDED = -1


@compiled
def _judge(bench: Bench, cell: int, things: int, span: float, marks: Ints) -> int:
    """Whether all lines of a cell are stopped: CLOSED or UNDECIDED. Marks the prisms that stop them."""
    it, cells, common, passed, half = bench.things, bench.cells, bench.common, bench.passed, bench.frame[HALF]
    n = cells.size[cell]
    for end in range(FIRST):
        gather(it, cells, cell, end, span, half, common, passed)
        if passed[end, ABOVE] == n or passed[end, BELOW] == n:
            return CLOSED
    mode, count, near, far = _ends(it, common, bench.ends), 0, bench.ends[0], bench.ends[1]
    for thing in range(FIRST, things):
        if not cells.active[cell, thing]:
            continue
        if misses(it, cells, cell, thing, span, half):
            cells.active[cell, thing] = False
            continue
        gather(it, cells, cell, thing, span, half, common, passed)
        if passed[thing, ABOVE] == n or passed[thing, BELOW] == n:
            cells.active[cell, thing] = False
        low, high = common[thing, LOWER], common[thing, UPPER]
        common[thing, LOWER], common[thing, PIN_X] = 1e300, 1e300
        if mode == OVERLAPPING or not cells.active[cell, thing]:
            continue
        if mode <= TURNED and _pinned(bench, cell, thing, span, mode):
            marks[it.prism[thing]] = 1
            return CLOSED
        if passed[thing, HITS] < n or high - low <= TOLERANCE:
            continue
        arrange(mode, low, high, it.size[thing, BOTTOM], it.size[thing, TOP], bench.ends[2])
        before, count = count, add(near, far, bench.ends[2], bench.rects, count)
        for i in range(before, count):
            if closes(near, far, bench.rects[i]):
                marks[it.prism[thing]] = 1
                return CLOSED
        common[thing, LOWER] = low if count > before else 1e300
    if count < 2 or free_line(near, far, bench.rects, count, bench.spans, bench.slopes, bench.line):
        return UNDECIDED
    for thing in range(FIRST, things):
        if cells.active[cell, thing] and common[thing, LOWER] < 1e300:
            marks[it.prism[thing]] = 1
    return CLOSED


@compiled
def _pinned(bench: Bench, cell: int, thing: int, span: float, mode: int) -> bool:
    """Whether each line of a cell is stopped where it passes between two corners of a thing."""
    p, q = middle(bench.cells, cell)
    it, half = bench.things, bench.frame[HALF]
    if abs(chord(it, thing, p, (q - p) / span, half)[2]) == 1:
        return False
    if not pin(it, bench.cells, cell, thing, span, half, bench.common):
        return False
    low, high = bench.common[thing, LOWER], bench.common[thing, UPPER]
    bench.common[thing, LOWER] = 1e300
    near, far, rect = bench.ends[0], bench.ends[1], bench.ends[2]
    arrange(mode, low, high, bench.things.size[thing, BOTTOM], bench.things.size[thing, TOP], rect)
    if rect[LEFT] < near[RIGHT] or rect[RIGHT] > far[LEFT]:
        return False
    # The line that decides passes where it is hardest to stop.
    rect[LEFT], rect[RIGHT] = rect[RIGHT], rect[LEFT]
    return closes(near, far, rect)


@compiled
def _ends(it: Things, common: Floats, ends: Floats) -> int:
    """Write where lines are inside the two ends as rectangles, and return how these are arranged."""
    for end in range(FIRST):
        arrange(0, common[end, LOWER], common[end, UPPER], it.size[end, BOTTOM], it.size[end, TOP], ends[end])
    mode = arrangement(ends[0], ends[1])
    for end in range(FIRST):
        arrange(mode, common[end, LOWER], common[end, UPPER], it.size[end, BOTTOM], it.size[end, TOP], ends[end])
    return mode


@compiled
def _look(bench: Bench, cell: int, things: int, p: float, t: float) -> int:
    """FREE when a ribbon of a cell is: its line is found. Else UNDECIDED."""
    it, common, near, far, rects = bench.things, bench.common, bench.ends[0], bench.ends[1], bench.rects
    half, count = bench.frame[HALF] * sqrt(1.0 + t * t), 0
    if not (inner(it, NEAR, p, t, half, common) and inner(it, FAR, p, t, half, common)):
        return UNDECIDED
    mode = _ends(it, common, bench.ends)
    if mode == OVERLAPPING:
        return UNDECIDED
    for thing in range(FIRST, things):
        if bench.cells.active[cell, thing] and outer(it, thing, p, t, half, bench.frame[HALF], common):
            low, high, size = common[thing, LOWER], common[thing, UPPER], it.size
            arrange(mode, low, high, size[thing, BOTTOM], size[thing, TOP], bench.ends[2])
            count = add(near, far, bench.ends[2], rects, count)
    if not free_line(near, far, rects, count, bench.spans, bench.slopes, bench.line):
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
    it, cells, cut, common, half = bench.things, bench.cells, bench.cut, bench.common, bench.frame[HALF]
    p, q = middle(cells, cell)
    t, n = (q - p) / span, cells.size[cell]
    wide_p, wide_q = extents(cells, cell)
    best, best_x, best_y = 0.0, 0.0, 0.0
    for thing in range(things):
        if thing >= FIRST and not cells.active[cell, thing]:
            continue
        if thing < FIRST and bench.passed[thing, ABOVE] + bench.passed[thing, BELOW] == 0:
            continue
        weight = _weight(it, thing, p, t, half)
        for spot in range(3):
            if spot < 2:
                x, y = tip(it, thing, t, 1.0 - 2.0 * spot, half)
            elif thing < FIRST or common[thing, PIN_X] >= 1e300:
                continue
            else:
                x, y, weight = common[thing, PIN_X], common[thing, PIN_Y], 0.3 * weight
            even = mark_sides(cells, cut, cell, x, y, span)
            if even > 0.02 * max(wide_p, wide_q) and even * weight > best:
                best, best_x, best_y = even * weight, x, y
    if best > 0.0:
        mark_sides(cells, cut, cell, best_x, best_y, span)
        return
    for i in range(n):
        cut[i] = cells.p[cell, i] - p if wide_p >= wide_q else cells.q[cell, i] - q


@compiled
def _weight(it: Things, thing: int, p: float, t: float, half: float) -> float:
    """How much it helps to cut a cell at a thing: the taller the more, and more where it stands in the middle."""
    if thing < FIRST:
        return 0.3
    low, high = min(it.size[NEAR, BOTTOM], it.size[FAR, BOTTOM]), max(it.size[NEAR, TOP], it.size[FAR, TOP])
    tall = (min(high, it.size[thing, TOP]) - max(low, it.size[thing, BOTTOM])) / (high - low)
    return float((1.0 if chord(it, thing, p, t, half)[2] == 0 else 0.4) * (0.1 + tall))


@compiled
def _drop(bench: Bench, cell: int) -> bool:
    """Whether a cell is a sliver; the widest is told."""
    if bench.cells.size[cell] >= 3 and is_wide(bench.cells.p[cell], bench.cells.q[cell], bench.cells.size[cell], GRAIN):
        return False
    bench.found[SLIVER] = max(bench.found[SLIVER], GRAIN)
    return True


@compiled
def _search(bench: Bench, things: int, marks: Ints) -> int:
    """Look through all cells of one frame, the first of them laid out, the largest first: CLOSED or FREE."""
    waiting, span, most = 1, bench.frame[SPAN], bench.found[LOOKED] + MOST_CELLS
    while waiting > 0:
        cell = waiting - 1
        # Where room runs short, the one cut last, so that no more than its halves ever wait besides.
        if waiting < DEPTH - ROOM_TO_DIVE:
            for i in range(waiting - 1):
                cell = i if bench.cells.worth[i] > bench.cells.worth[cell] else cell
        bench.found[LOOKED] += 1.0
        if _judge(bench, cell, things, span, marks) == CLOSED or _drop(bench, cell):
            waiting -= 1
            _move(bench, waiting, cell, things)
            continue
        p, q = middle(bench.cells, cell)
        if _look(bench, cell, things, p, (q - p) / span) == FREE:
            return FREE
        if bench.found[LOOKED] >= most or waiting >= DEPTH:
            for i in range(waiting):
                wide_p, wide_q = extents(bench.cells, i)
                bench.found[SLIVER] = max(bench.found[SLIVER], max(wide_p, wide_q))
            return CLOSED
        _cut(bench, cell, things, span)
        for thing in range(things):
            bench.cells.active[waiting, thing] = bench.cells.active[cell, thing]
        if not split(bench.cells, bench.cut, bench.spans, cell, cell, waiting):
            bench.found[SLIVER] = max(
                bench.found[SLIVER], max(extents(bench.cells, cell)[0], extents(bench.cells, cell)[1])
            )
            waiting -= 1
            _move(bench, waiting, cell, things)
            continue
        for one in (cell, waiting):
            bench.cells.worth[one] = area(bench.cells.p[one], bench.cells.q[one], bench.cells.size[one])
        waiting += 1
    return CLOSED


@compiled
def _move(bench: Bench, cell: int, to: int, things: int) -> None:
    """Put a cell where another was."""
    if cell == to:
        return
    n = bench.cells.size[cell]
    copy_corners(bench.cells.p[cell], bench.cells.q[cell], n, bench.cells.p[to], bench.cells.q[to])
    bench.cells.size[to], bench.cells.worth[to] = n, bench.cells.worth[cell]
    for thing in range(things):
        bench.cells.active[to, thing] = bench.cells.active[cell, thing]


@inlined
def join(
    prisms: Prisms, a: int, b: int, skip: Bools, also_skip: Bools, width: float, bench: Bench, marks: Ints
) -> int:  # fmt: skip
    """Seek a ribbon between two prisms past those not in `skip` nor `also_skip`; returns the outcome."""
    if touching(prisms, a, b, bench):
        return TOUCHING
    bench.frame[HALF] = 0.5 * max(width, TOLERANCE)
    for frame in range(2):
        things = lay_out(prisms, a, b, skip, also_skip, frame, bench)
        if things < 0:
            marks[-1 - things], bench.found[ALONE] = 1, float(-things)
            return CLOSED
        if frame == 0 and bench.frame[STEEPEST] < 1.0:
            outcome = _bounds(prisms, bench, things, marks)
            if outcome != UNDECIDED:
                return outcome
        some = things > 0 and root(prisms, a, b, bench, things)
        if some and _search(bench, things, marks) == FREE:
            return FREE
    return CLOSED


@compiled
def _bounds(prisms: Prisms, bench: Bench, things: int, marks: Ints) -> int:
    """Decide in the plan, where that will do: CLOSED when what is surely in the way leaves no gap, FREE, or UNDECIDED.

    A gap in the plan is only where to look.
    """
    for thing in range(things):
        bench.cells.active[0, thing] = True
    it, parts, room = bench.things, bench.parts, 2.0 * bench.frame[HALF]
    count = cut_parts(prisms, it, things, bench.frame, parts)
    outcome = shut(it, parts, count, bench.frame, marks)
    if outcome == SHUT:
        return CLOSED
    if outcome == OPEN and _look(bench, 0, things, parts.reach[GAP_LINE], parts.reach[GAP_SLOPE]) == FREE:
        return FREE
    for turn in range(5):
        t = 0.4 * ((turn + 1) // 2) * (1.0 if turn % 2 else -1.0) * bench.frame[STEEPEST]
        some = widest_gap(it, things, t, room, bench.spans, parts.reach)
        if some and _look(bench, 0, things, parts.reach[GAP_LINE], t) == FREE:
            return FREE
    return UNDECIDED


@inlined
def join_bodies(
    prisms: Prisms, first: int, last: int, start: int, stop: int, skip: Bools, also_skip: Bools, width: float,
    bench: Bench, marks: Ints,
) -> int:  # fmt: skip
    """`join` between any prism of one body and any of another, from first to before last."""
    for column in range(bench.found.shape[0]):
        bench.found[column] = 0.0
    for p in range(marks.shape[0]):
        marks[p] = 0
    alone = last - first == 1 and stop - start == 1
    for a in range(first, last):
        for b in range(start, stop):
            outcome = join(prisms, a, b, skip, also_skip, width, bench, marks)
            bench.found[ALONE] *= 1.0 if alone else 0.0
            if outcome != CLOSED:
                return outcome
    return CLOSED


@entry
def join_some(
    prisms: Prisms, spans: Ints, others: Ints, skip: Bools, also_skip: Bools, width: float, bench: Bench, marks: Ints,
    todo: Bools, outcomes: Ints, slivers: Floats, alone: Ints,
) -> None:  # fmt: skip
    """`join_bodies` for the pairs `todo` [viewer, target], with the prisms each side looks through.

    Fills `outcomes`, `slivers` and `alone`, as `ALONE` of `Bench.found` is.
    """
    for i in range(spans.shape[0]):
        for j in range(others.shape[0]):
            if todo[i, j]:
                first, last, start, stop = spans[i, 0], spans[i, 1], others[j, 0], others[j, 1]
                outcomes[i, j] = join_bodies(
                    prisms, first, last, start, stop, skip[i], also_skip[j], width, bench, marks
                )
                slivers[i, j], alone[i, j] = bench.found[SLIVER], int(bench.found[ALONE])
