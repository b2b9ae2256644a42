"""The ground that no lamp lights, row by row: for many lamps at once, and for what lies between them.

A cell is what lies between some lamps: a spot, a stretch of an edge, an upright patch. Where one prism hides a spot of
the ground from all the lamps of a cell, it hides it from all of the cell. Ground is dark when it is hidden from every
cell; each row of ground keeps the dark runs of its middle line, exact along the row. All in micrometres.
"""

from __future__ import annotations

from battlefield.sight.accelerate import compiled, entry
from battlefield.sight.casting import cast, on_table
from battlefield.sight.picture import Bools, Floats, Ints, clip, copy_corners
from battlefield.sight.prisms import Prisms

RUNS = 96
"""Dark runs of a row there is room for; where there would be more, the rest counts as light."""


@entry
def darken(
    prisms: Prisms, lamps: Floats, cells: Ints, height: float, least: float, skip: Bools, size: Floats, step: float,
    work: Floats, runs: Floats, counts: Ints, own: Floats, owns: Ints, sides: Floats,
) -> None:  # fmt: skip
    """Find the dark runs [row, run, from or to] of the table at a height, and how many each row has.

    `lamps` [lamp, x y z]; `cells` [cell, lamp] by number, the upper half first; `size` of the table; rows are `step`
    wide. `least`: a prism whose bottom is no higher hides from the lower half of a cell what it does from the upper.
    `own`, `owns` as `runs`, `counts`; `sides` [row, 2] and `work` [6, corner] are room to work in.
    """
    rows = counts.shape[0]
    for row in range(rows):
        counts[row] = 1
        runs[row, 0, 0], runs[row, 0, 1] = 0.0, size[0]
    for cell in range(cells.shape[0]):
        for row in range(rows):
            owns[row] = 0
        for p in range(prisms.sides.shape[0] - 1):
            if skip[p]:
                continue
            count = cells.shape[1]
            if count > 1 and prisms.bottom[p] <= least:
                count = 2
            n = common_shadow(prisms, p, lamps, cells[cell], count, height, size, work)
            if n >= 3:
                _fill(work[4], work[5], n, step, counts, own, owns, sides)
        for row in range(rows):
            if counts[row]:
                counts[row] = _keep(runs[row], counts[row], own[row], owns[row])


@entry
def common_shadow(
    prisms: Prisms, p: int, lamps: Floats, cell: Ints, count: int, height: float, size: Floats, work: Floats
) -> int:  # fmt: skip
    """What of the table a prism hides from the first lamps of a cell: a polygon in `work` 4 and 5; its corners."""
    m = 0
    for i in range(count):
        lamp = cell[i]
        n = cast(prisms, p, lamps[lamp, 0], lamps[lamp, 1], lamps[lamp, 2], height, work)
        if n >= 3 and i == 0:
            n = on_table(n, size, work)
        if n < 3:
            return 0
        if i == 0:
            copy_corners(work[0], work[1], n, work[4], work[5])
            m = n
            continue
        for j in range(n):
            k = j + 1 if j + 1 < n else 0
            if not _crosses(work[4], work[5], m, work[0, j], work[1, j], work[0, k], work[1, k]):
                continue
            if m + 2 > work.shape[1]:
                return 0
            m = clip(
                work[4], work[5], m, work[0, j], work[1, j], work[0, k], work[1, k], 1.0, work[2], work[3]
            )  # fmt: skip
            if m < 3:
                return 0
            copy_corners(work[2], work[3], m, work[4], work[5])
    return m


@compiled
def _crosses(x: Floats, y: Floats, n: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether any corner of a polygon lies to the right of the line from a to b."""
    ex, ey = bx - ax, by - ay
    for i in range(n):  # noqa: SIM110
        if ex * (y[i] - ay) - ey * (x[i] - ax) < 0.0:
            return True
    return False


@compiled
def _fill(
    x: Floats, y: Floats, n: int, step: float, counts: Ints, own: Floats, owns: Ints, sides: Floats
) -> None:  # fmt: skip
    """Add a convex polygon to the runs of every row that is still dark anywhere."""
    low, high = y[0], y[0]
    for i in range(1, n):
        low, high = min(low, y[i]), max(high, y[i])
    first = max(0, int(low / step + 0.5))
    last = min(owns.shape[0], int(high / step + 0.5))
    for row in range(first, last):
        sides[row, 0], sides[row, 1] = 1e300, -1e300
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ax, ay, bx, by = x[i], y[i], x[j], y[j]
        side = 1
        if by < ay:
            ax, ay, bx, by, side = bx, by, ax, ay, 0
        if by <= ay:
            continue
        slope = (bx - ax) / (by - ay)
        for row in range(max(first, int(ay / step + 0.5)), min(last, int(by / step + 0.5))):
            sides[row, side] = ax + ((row + 0.5) * step - ay) * slope
    for row in range(first, last):
        if counts[row] and sides[row, 1] > sides[row, 0]:
            owns[row] = _insert(own[row], owns[row], sides[row, 0], sides[row, 1])


@compiled
def _insert(runs: Floats, n: int, low: float, high: float) -> int:
    """Add a run to ordered runs that do not meet; returns how many there are."""
    i = 0
    while i < n and runs[i, 1] < low:
        i += 1
    j = i
    while j < n and runs[j, 0] <= high:
        low, high = min(low, runs[j, 0]), max(high, runs[j, 1])
        j += 1
    if j == i:
        if n >= runs.shape[0]:
            return n
        for k in range(n, i, -1):
            runs[k, 0], runs[k, 1] = runs[k - 1, 0], runs[k - 1, 1]
        runs[i, 0], runs[i, 1] = low, high
        return n + 1
    runs[i, 0], runs[i, 1] = low, high
    for k in range(j, n):
        runs[i + 1 + k - j, 0], runs[i + 1 + k - j, 1] = runs[k, 0], runs[k, 1]
    return n - (j - i - 1)


@compiled
def _keep(runs: Floats, n: int, others: Floats, m: int) -> int:
    """Keep of some runs what others cover as well; returns how many are left. Uses the end of `runs` as room."""
    room = runs.shape[0] // 2
    n = min(n, room)
    for i in range(n - 1, -1, -1):
        runs[room + i, 0], runs[room + i, 1] = runs[i, 0], runs[i, 1]
    i, j, count = 0, 0, 0
    while i < n and j < m and count < room:
        low, high = max(runs[room + i, 0], others[j, 0]), min(runs[room + i, 1], others[j, 1])
        if high > low:
            runs[count, 0], runs[count, 1] = low, high
            count += 1
        if runs[room + i, 1] < others[j, 1]:
            i += 1
        else:
            j += 1
    return count


@entry
def trace(runs: Floats, counts: Ints, chains: Ints, first: Ints, length: Ints) -> int:
    """Join runs of neighbouring rows to polygons: the number of each run's [row, run] goes into `chains`.

    A run goes on in the next row where it meets one run that meets no other. Returns how many polygons there are, with
    the `first` row and the `length` in rows of each.
    """
    total = 0
    for row in range(counts.shape[0]):
        for i in range(counts[row]):
            chain = -1
            if row > 0:
                met, before = 0, -1
                for j in range(counts[row - 1]):
                    if runs[row - 1, j, 0] < runs[row, i, 1] and runs[row - 1, j, 1] > runs[row, i, 0]:
                        met, before = met + 1, j
                if met == 1 and _alone(runs, counts, row, before):
                    chain = chains[row - 1, before]
            if chain < 0:
                chain, first[total], length[total] = total, row, 0
                total += 1
            chains[row, i] = chain
            length[chain] += 1
    return total


@entry
def outline(
    runs: Floats, counts: Ints, chains: Ints, first: Ints, length: Ints, starts: Ints, step: float, out: Floats
) -> None:  # fmt: skip
    """Write the corners of all polygons into `out` [corner, x or y], each from its start on, counter-clockwise."""
    for row in range(counts.shape[0]):
        y = (row + 0.5) * step
        for i in range(counts[row]):
            chain = chains[row, i]
            at, n, k = starts[chain], length[chain], row - first[chain]
            left, right = runs[row, i, 0], runs[row, i, 1]
            out[at + 1 + k, 0], out[at + 1 + k, 1] = right, y
            out[at + 2 * n + 2 - k, 0], out[at + 2 * n + 2 - k, 1] = left, y
            if k == 0:
                out[at, 0], out[at, 1] = right, y - 0.5 * step
                out[at + 2 * n + 3, 0], out[at + 2 * n + 3, 1] = left, y - 0.5 * step
            if k == n - 1:
                out[at + n + 1, 0], out[at + n + 1, 1] = right, y + 0.5 * step
                out[at + n + 2, 0], out[at + n + 2, 1] = left, y + 0.5 * step


@compiled
def _alone(runs: Floats, counts: Ints, row: int, before: int) -> bool:
    """Whether a run of the row before meets only one run of a row."""
    met = 0
    for i in range(counts[row]):
        if runs[row - 1, before, 0] < runs[row, i, 1] and runs[row - 1, before, 1] > runs[row, i, 0]:
            met += 1
    return met == 1
