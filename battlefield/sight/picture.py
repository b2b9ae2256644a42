"""Convex polygons in the picture plane: the arithmetic of what covers what.

The picture plane stands at distance 1 before the eye; a polygon is two rows `x`, `y` and a number of corners `n`,
counter-clockwise. Nothing but + - * / and square roots decides here; `solid_angle` only measures.
"""

from __future__ import annotations

from math import atan2, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from battlefield.sight.accelerate import compiled

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


@compiled
def copy_corners(x: Floats, y: Floats, n: int, out_x: Floats, out_y: Floats) -> None:
    """Copy the corners of a polygon. (Assigning slices does the same and takes numba seconds longer to compile.)"""
    for i in range(n):
        out_x[i], out_y[i] = x[i], y[i]


@compiled
def hull(x: Floats, y: Floats, n: int, out_x: Floats, out_y: Floats) -> int:
    """Convex hull of `n` points (which are sorted in place) into `out_x`, `out_y`; returns its corners, 0 if flat."""
    for i in range(1, n):
        here_x, here_y, j = x[i], y[i], i - 1
        while j >= 0 and (x[j] > here_x or (x[j] == here_x and y[j] > here_y)):
            x[j + 1], y[j + 1] = x[j], y[j]
            j -= 1
        x[j + 1], y[j + 1] = here_x, here_y
    k = 0
    for i in range(n):
        while k >= 2 and not _bends_left(out_x, out_y, k, x[i], y[i]):
            k -= 1
        out_x[k], out_y[k] = x[i], y[i]
        k += 1
    lower = k + 1
    for i in range(n - 2, -1, -1):
        while k >= lower and not _bends_left(out_x, out_y, k, x[i], y[i]):
            k -= 1
        out_x[k], out_y[k] = x[i], y[i]
        k += 1
    return k - 1 if k > 3 else 0


@compiled
def _bends_left(x: Floats, y: Floats, k: int, to_x: float, to_y: float) -> bool:
    """Whether a chain of `k` points turns left when it goes on to one more."""
    ax, ay = x[k - 1] - x[k - 2], y[k - 1] - y[k - 2]
    return bool(ax * (to_y - y[k - 2]) - ay * (to_x - x[k - 2]) > 0.0)


@compiled
def area(x: Floats, y: Floats, n: int) -> float:
    """Area of a polygon."""
    twice = 0.0
    for i in range(1, n - 1):
        twice += (x[i] - x[0]) * (y[i + 1] - y[0]) - (y[i] - y[0]) * (x[i + 1] - x[0])
    return 0.5 * twice


@compiled
def is_wide(x: Floats, y: Floats, n: int, least: float) -> bool:
    """Whether no two parallel lines closer than `least` hold the polygon between them."""
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ex, ey = x[j] - x[i], y[j] - y[i]
        wanted, wide = least * sqrt(ex * ex + ey * ey), False
        for k in range(n):
            if ex * (y[k] - y[i]) - ey * (x[k] - x[i]) >= wanted:
                wide = True
                break
        if not wide:
            return False
    return True


@compiled
def solid_angle(x: Floats, y: Floats, n: int) -> float:
    """Solid angle a polygon of the picture plane fills, seen from the eye (Van Oosterom and Strackee, as a fan)."""
    total = 0.0
    a = sqrt(x[0] * x[0] + y[0] * y[0] + 1.0)
    for i in range(1, n - 1):
        j = i + 1
        b, c = sqrt(x[i] * x[i] + y[i] * y[i] + 1.0), sqrt(x[j] * x[j] + y[j] * y[j] + 1.0)
        triple = (x[i] - x[0]) * (y[j] - y[0]) - (y[i] - y[0]) * (x[j] - x[0])
        ab = x[0] * x[i] + y[0] * y[i] + 1.0
        bc = x[i] * x[j] + y[i] * y[j] + 1.0
        ca = x[j] * x[0] + y[j] * y[0] + 1.0
        total += 2.0 * atan2(triple, a * b * c + ab * c + bc * a + ca * b)
    return total


@compiled
def clip(
    x: Floats, y: Floats, n: int, ax: float, ay: float, bx: float, by: float, side: float, out_x: Floats, out_y: Floats
) -> int:
    """The part of a polygon to the left (`side` 1) or right (-1) of the line from a to b; returns its corners."""
    ex, ey = bx - ax, by - ay
    m = 0
    px, py = x[n - 1], y[n - 1]
    before = side * (ex * (py - ay) - ey * (px - ax))
    for i in range(n):
        here = side * (ex * (y[i] - ay) - ey * (x[i] - ax))
        if (before > 0.0 and here < 0.0) or (before < 0.0 and here > 0.0):
            t = before / (before - here)
            out_x[m], out_y[m] = px + t * (x[i] - px), py + t * (y[i] - py)
            m += 1
        if here >= 0.0:
            out_x[m], out_y[m] = x[i], y[i]
            m += 1
        px, py, before = x[i], y[i], here
    return m


@compiled
def _beyond_an_edge(ax: Floats, ay: Floats, an: int, bx: Floats, by: Floats, bn: int, slack: float) -> bool:
    """Whether all of b lies outside one edge of a, reaching in by no more than `slack`."""
    for i in range(an):
        j = i + 1 if i + 1 < an else 0
        ex, ey = ax[j] - ax[i], ay[j] - ay[i]
        length = sqrt(ex * ex + ey * ey)
        # Clipping leaves edges far shorter than any length that means something; their direction is noise.
        if length < 1e-12:
            continue
        outside = True
        for k in range(bn):
            if ex * (by[k] - ay[i]) - ey * (bx[k] - ax[i]) > slack * length:
                outside = False
                break
        if outside:
            return True
    return False


@compiled
def _beside(ax: Floats, an: int, bx: Floats, bn: int, slack: float) -> bool:
    """Whether the ranges of one coordinate of two polygons overlap by no more than `slack`."""
    a_low, a_high, b_low, b_high = ax[0], ax[0], bx[0], bx[0]
    for i in range(1, an):
        a_low, a_high = min(a_low, ax[i]), max(a_high, ax[i])
    for i in range(1, bn):
        b_low, b_high = min(b_low, bx[i]), max(b_high, bx[i])
    return bool(a_high <= b_low + slack or b_high <= a_low + slack)


@compiled
def apart(ax: Floats, ay: Floats, an: int, bx: Floats, by: Floats, bn: int, slack: float) -> bool:
    """Whether two polygons overlap by no more than `slack`."""
    if _beside(ax, an, bx, bn, slack) or _beside(ay, an, by, bn, slack):
        return True
    return _beyond_an_edge(ax, ay, an, bx, by, bn, slack) or _beyond_an_edge(bx, by, bn, ax, ay, an, slack)


@compiled
def take_away(
    old: Floats, old_n: Ints, count: int, x: Floats, y: Floats, n: int, new: Floats, new_n: Ints, work: Floats,
    grain: float, slack: float,
) -> tuple[int, bool]:  # fmt: skip
    """Cut a polygon out of `count` convex pieces: the pieces `new` that are left, each convex.

    Pieces are rows [piece, x or y, corner]; `work` is [4, corner]. Leftovers of area up to `grain` are dropped. Returns
    how many are left (-1: there was no room for them) and whether any lost more than a strip of width `slack`.
    """
    m, lost = 0, False
    for piece in range(count):
        px, py, k = old[piece, 0], old[piece, 1], old_n[piece]
        if m + 1 >= new_n.shape[0]:
            return -1, lost
        if apart(x, y, n, px, py, k, 1e-6 * slack):
            copy_corners(px, py, k, new[m, 0], new[m, 1])
            new_n[m] = k
            m += 1
            continue
        lost = lost or not apart(x, y, n, px, py, k, slack)
        m = _leftovers(px, py, k, x, y, n, new, new_n, m, work, grain)
        if m < 0:
            return -1, lost
    return m, lost


@compiled
def _all_left(x: Floats, y: Floats, n: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether all of a polygon is to the left of the line from a to b; then cutting there would change nothing."""
    ex, ey = bx - ax, by - ay
    for i in range(n):  # noqa: SIM110
        if ex * (y[i] - ay) - ey * (x[i] - ax) <= 0.0:
            return False
    return True


@compiled
def _leftovers(
    px: Floats, py: Floats, k: int, x: Floats, y: Floats, n: int, new: Floats, new_n: Ints, m: int, work: Floats,
    grain: float,
) -> int:  # fmt: skip
    """Append to `new` what of one piece lies outside each edge of the polygon in turn; -1 if there is no room."""
    here, spare = 0, 2
    copy_corners(px, py, k, work[0], work[1])
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        if m + 1 >= new_n.shape[0] or k + 4 > new.shape[2]:
            return -1
        rest_x, rest_y = work[here], work[here + 1]
        if _all_left(rest_x, rest_y, k, x[i], y[i], x[j], y[j]):
            continue
        out = clip(rest_x, rest_y, k, x[i], y[i], x[j], y[j], -1.0, new[m, 0], new[m, 1])
        if out >= 3 and area(new[m, 0], new[m, 1], out) > grain:
            new_n[m] = out
            m += 1
        k = clip(rest_x, rest_y, k, x[i], y[i], x[j], y[j], 1.0, work[spare], work[spare + 1])
        if k < 3:
            break
        here, spare = spare, here
    return m
