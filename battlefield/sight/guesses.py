"""Shifts that are likely to hide what is seen: those that bring it wholly behind one of the things that stand about."""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled
from battlefield.sight.casting import cast
from battlefield.sight.picture import Floats, clip, copy_corners
from battlefield.sight.shifting import (
    EYE,
    EYE_X,
    EYE_Y,
    EYE_Z,
    FIRST,
    JOINED,
    LAST,
    MODE,
    START,
    STOP,
    TARGET,
    Rig,
)

AT_MOST = 12
"""Guesses that are kept."""

LAMPS = 8
"""Corners of a thing that stand for it where it has more."""

PAD = 6.0
"""Micrometres by which a guess goes further than it would have to."""


@compiled
def guess(rig: Rig, farthest: float, work: Floats, spots: Floats) -> int:
    """Write shifts into `spots` [spot, length x y], the shortest first; returns how many. `work` [6, corner]: room."""
    count = 0
    for p in range(rig.rows[FIRST]):
        n = _region(rig, p, farthest, work)
        if n < 3:
            continue
        x, y = _nearest(work[4], work[5], n)
        length = sqrt(x * x + y * y)
        if length <= PAD or length >= farthest:
            continue
        i = count
        while i > 0 and spots[i - 1, 0] > length:
            i -= 1
        if i >= AT_MOST:
            continue
        count = min(count + 1, AT_MOST)
        for j in range(count - 1, i, -1):
            spots[j, 0], spots[j, 1], spots[j, 2] = spots[j - 1, 0], spots[j - 1, 1], spots[j - 1, 2]
        spots[i, 0], spots[i, 1], spots[i, 2] = length, x, y
    return count


@compiled
def _region(rig: Rig, p: int, farthest: float, work: Floats) -> int:
    """The convex polygon of shifts that bring all of it behind one prism, as far as lamps tell; returns its corners."""
    for i in range(4):
        work[4, i] = farthest if i in (0, 3) else -farthest
        work[5, i] = farthest if i < 2 else -farthest
    rows, fixed, n = rig.rows, rig.fixed, 4
    if rows[MODE] == TARGET:
        for end in range(2):
            height = rig.plain.top[rows[FIRST]] if end == 0 else rig.plain.bottom[rows[FIRST]]
            n = _behind(rig, p, fixed[EYE_X], fixed[EYE_Y], fixed[EYE_Z], height, work, n)
        return n
    first, last = (rows[START], rows[STOP]) if rows[MODE] == JOINED else (rows[FIRST], rows[LAST])
    height = rig.plain.top[rows[FIRST]] if rows[MODE] == JOINED else fixed[EYE_Z]
    for row in range(first, last):
        step = max(1, rig.plain.sides[row] // LAMPS)
        for i in range(0, rig.plain.sides[row], step):
            n = _behind(rig, p, rig.plain.x[row, i], rig.plain.y[row, i], rig.plain.top[row], height, work, n)
            if n < 3:
                return 0
    return n


@compiled
def _behind(rig: Rig, p: int, x: float, y: float, z: float, height: float, work: Floats, n: int) -> int:
    """Cut the polygon down to the shifts that bring everything into the shadow of one lamp."""
    if n < 3:
        return 0
    m = cast(rig.prisms, p, x, y, z, height, work)
    if m < 3:
        return 0
    for i in range(m):
        j = i + 1 if i + 1 < m else 0
        ex, ey = work[0, j] - work[0, i], work[1, j] - work[1, i]
        length = sqrt(ex * ex + ey * ey)
        if length < 1.0 or n + 2 > work.shape[1]:
            continue
        ex, ey = ex / length, ey / length
        level = PAD - _least(rig, -ey, ex, work[0, i], work[1, i])
        ax, ay = -ey * level, ex * level
        n = clip(work[4], work[5], n, ax, ay, ax + 1e5 * ex, ay + 1e5 * ey, 1.0, work[2], work[3])
        if n < 3:
            return 0
        copy_corners(work[2], work[3], n, work[4], work[5])
    return n


@compiled
def _least(rig: Rig, nx: float, ny: float, x: float, y: float) -> float:
    """How far beyond a line what is shifted reaches at least."""
    rows, fixed = rig.rows, rig.fixed
    if rows[MODE] == EYE:
        return float(nx * (fixed[EYE_X] - x) + ny * (fixed[EYE_Y] - y))
    least = 1e300
    for p in range(rows[FIRST], rows[LAST]):
        if rig.plain.disc[p]:
            away = nx * (rig.plain.centre_x[p] - x) + ny * (rig.plain.centre_y[p] - y)
            least = min(least, away - rig.plain.reach[p])
            continue
        for i in range(rig.plain.sides[p]):
            least = min(least, nx * (rig.plain.x[p, i] - x) + ny * (rig.plain.y[p, i] - y))
    return least


@compiled
def _nearest(x: Floats, y: Floats, n: int) -> tuple[float, float]:
    """The spot of a convex polygon that is nearest to the origin."""
    best, best_x, best_y, inside = 1e300, 0.0, 0.0, True
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ex, ey = x[j] - x[i], y[j] - y[i]
        inside = inside and ey * x[i] - ex * y[i] <= 0.0
        square = ex * ex + ey * ey
        t = -(x[i] * ex + y[i] * ey) / square if square > 0.0 else 0.0
        t = min(1.0, max(0.0, t))
        px, py = x[i] + t * ex, y[i] + t * ey
        if px * px + py * py < best:
            best, best_x, best_y = px * px + py * py, px, py
    if inside:
        return 0.0, 0.0
    return best_x, best_y
