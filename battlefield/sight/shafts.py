"""The space that holds all lines from one circle to another, and how prisms lie to it: the broad phase of all sight."""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled
from battlefield.sight.picture import Bools, Floats
from battlefield.sight.prisms import TOLERANCE, Prisms

LOWEST, HIGHEST, SPREAD, LENGTH, WAY_X, WAY_Y, SINE, COSINE, SUMMIT = range(9)
"""Columns of a shaft; sine and cosine are those of its flanks to its way, both 0 when the eye is over the target;
`SUMMIT` is the top of the target."""


BESIDE, WITHIN, ACROSS = range(3)
"""How a prism lies to a shaft: out of it, partly in it, or right across it."""


@compiled
def mark_close(
    prisms: Prisms, x: float, y: float, dx: float, dy: float, wide: float, low: float, high: float, skip: Bools,
    also_skip: Bools, close: Bools,
) -> None:  # fmt: skip
    """Mark the prisms whose circle comes within `wide` of the way from a point, between two heights, or nearly.

    Every prism is looked at for every pair, so there is nothing in the loop that cannot be done for many at once.
    """
    length = sqrt(dx * dx + dy * dy)
    ux, uy = (dx / length, dy / length) if length > 0.0 else (1.0, 0.0)
    middle, half = 0.5 * length, 0.5 * length + wide
    for p in range(skip.shape[0]):
        ex, ey, reach = prisms.centre_x[p] - x, prisms.centre_y[p] - y, prisms.reach[p]
        along, aside = abs(ex * ux + ey * uy - middle), abs(ex * uy - ey * ux)
        near = (along <= half + reach) & (aside <= wide + reach)
        tall = (prisms.top[p] > low) & (prisms.bottom[p] < high)
        close[p] = near & tall & (not skip[p]) & (not also_skip[p])


@compiled
def set_shaft(prisms: Prisms, target: int, ex: float, ey: float, ez: float, shaft: Floats) -> None:
    """Describe the space that holds all lines from the eye to the target: the plan way, its slope, and its heights."""
    lx, ly, spread = prisms.centre_x[target] - ex, prisms.centre_y[target] - ey, prisms.reach[target]
    length = sqrt(lx * lx + ly * ly)
    shaft[LOWEST], shaft[HIGHEST] = min(ez, prisms.bottom[target]), max(ez, prisms.top[target])
    shaft[SPREAD], shaft[LENGTH], shaft[SUMMIT] = spread, length, prisms.top[target]
    if length <= spread + 1.0:
        shaft[WAY_X], shaft[WAY_Y], shaft[SINE], shaft[COSINE] = 0.0, 0.0, 0.0, 0.0
        return
    slope = spread / length
    shaft[WAY_X], shaft[WAY_Y], shaft[SINE], shaft[COSINE] = lx / length, ly / length, slope, sqrt(1.0 - slope * slope)


@compiled
def lies(prisms: Prisms, p: int, eye: Floats, shaft: Floats) -> int:
    """How a prism lies to the shaft from an eye; ACROSS only when nothing of the target can be seen past it.

    Across is what reaches beyond both flanks between the eye and the target, stands on the ground and is so high that
    even the line to the highest spot comes down to it, or has not yet risen above it.
    """
    if shaft[COSINE] == 0.0:
        return WITHIN
    least, most, over, under = 1e300, -1e300, -1e300, -1e300
    above, below, disc = 1e300, 1e300, prisms.disc[p]
    r = prisms.reach[p] if disc else 0.0
    for i in range(1 if disc else prisms.sides[p]):
        ex = (prisms.centre_x[p] if disc else prisms.x[p, i]) - eye[0]
        ey = (prisms.centre_y[p] if disc else prisms.y[p, i]) - eye[1]
        along, aside = ex * shaft[WAY_X] + ey * shaft[WAY_Y], ey * shaft[WAY_X] - ex * shaft[WAY_Y]
        left, right = aside * shaft[COSINE] - along * shaft[SINE], -aside * shaft[COSINE] - along * shaft[SINE]
        least, most = min(least, along), max(most, along)
        above, over, below, under = min(above, left), max(over, left), min(below, right), max(under, right)
    if above >= r or below >= r:
        return BESIDE
    near, far = shaft[LENGTH] - shaft[SPREAD], shaft[LENGTH] + shaft[SPREAD]
    least, most = least - r, most + r
    if min(over, under) + r < TOLERANCE or least < TOLERANCE or most > near - TOLERANCE:
        return WITHIN
    if prisms.bottom[p] > shaft[LOWEST]:
        return WITHIN
    rise = shaft[SUMMIT] - eye[2]
    height = eye[2] + rise * (most / near if rise > 0.0 else least / far)
    return ACROSS if prisms.top[p] >= height + TOLERANCE else WITHIN
