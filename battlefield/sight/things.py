"""The two ends of a line and what stands between them, as the kernels of joins hold them."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from battlefield.sight.accelerate import compiled, handed
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import TOLERANCE

NEAR, FAR, FIRST = 0, 1, 2
"""Rows of things: the two ends, and the first of what may stand between."""

RADIUS, BOTTOM, TOP, LEAST, MOST, MIDDLE_X, MIDDLE_Y, REACH = range(8)
"""Columns of `Things.size`: of a disc its radius, else 0; heights; how far it reaches along the frame, from and to;
and a circle round it."""

ORIGIN_X, ORIGIN_Y, ALONG_X, ALONG_Y, SPAN, HALF, STEEPEST = range(7)
"""Columns of a frame; `HALF`: half the width of a ribbon; `STEEPEST`: no line between the ends is steeper."""

SLACK = 1e-3
"""Micrometres by which rounding may move a line that touches a corner to either side of it."""


@handed
class Things(NamedTuple):
    """Things [thing, corner] in a frame that runs from one end to the other: outlines (of a disc its centre), sizes.

    `prism`: the row of each among the prisms; `between`: whether it can be in the way at all.
    """

    x: Floats
    y: Floats
    sides: Ints
    prism: Ints
    size: Floats
    between: Bools


def new_things(things: int, corners: int) -> Things:
    """Room for so many things of up to so many corners."""
    return Things(
        x=np.zeros((things, corners)),
        y=np.zeros((things, corners)),
        sides=np.zeros(things, np.int64),
        prism=np.zeros(things, np.int64),
        size=np.zeros((things, 8)),
        between=np.zeros(things, np.bool_),
    )


@compiled
def shade(it: Things, thing: int, t: float, long: float) -> tuple[float, float]:
    """The range of lines of a slope that meet a thing, by their height at x = 0; `long` is their length per x."""
    low, high = 1e300, -1e300
    for i in range(it.sides[thing]):
        here = it.y[thing, i] - t * it.x[thing, i]
        low, high = min(low, here), max(high, here)
    r = it.size[thing, RADIUS] * long
    return low - r, high + r


@compiled
def chord(it: Things, thing: int, p: float, t: float, room: float) -> tuple[float, float, int]:
    """Where a line is inside a thing, from and to, and 0; or where it passes with `room`: 1 above it, -1 below it.

    A line that misses it with less room is inside it nowhere, and gets 2. Negative room is how far a line must come in.
    A disc is as much larger as there must be room.
    """
    r = it.size[thing, RADIUS]
    if r > 0.0:
        x, wide = it.x[thing, 0], r + room
        away, long = it.y[thing, 0] - t * x - p, 1.0 + t * t
        if wide <= 0.0 or wide * wide * long - away * away <= SLACK * r:
            return 1.0, -1.0, (-1 if away > 0.0 else 1)
        r = max(r, wide)
        middle, half = x + t * away / long, sqrt(r * r * long - away * away) / long
        return middle - half, middle + half, 0
    n = it.sides[thing]
    low, high, least, most = 1e300, -1e300, 1e300, -1e300
    last_x = it.x[thing, n - 1]
    last = it.y[thing, n - 1] - t * last_x - p
    for i in range(n):
        x = it.x[thing, i]
        here = it.y[thing, i] - t * x - p
        least, most = min(least, here), max(most, here)
        if (last <= 0.0 and here > 0.0) or (last > 0.0 and here <= 0.0):
            at = last_x + last / (last - here) * (x - last_x)
            low, high = min(low, at), max(high, at)
        last_x, last = x, here
    room *= sqrt(1.0 + t * t)
    if least >= room - SLACK:
        return low, high, -1
    if most <= SLACK - room:
        return low, high, 1
    return (low, high, 0) if least < -SLACK and most > SLACK else (1.0, -1.0, 2)


@compiled
def inner(it: Things, thing: int, p: float, t: float, half: float, common: Floats) -> bool:
    """Find where a whole ribbon is inside an end."""
    a, b, side = chord(it, thing, p - half, t, 0.0)
    c, d, other = chord(it, thing, p + half, t, 0.0)
    common[thing, 0], common[thing, 1] = max(a, c), min(b, d)
    return side == 0 and other == 0 and min(b, d) > max(a, c)


@compiled
def outer(it: Things, thing: int, p: float, t: float, half: float, room: float, common: Floats) -> bool:
    """Find where any of a ribbon is inside a thing."""
    if it.size[thing, RADIUS] > 0.0:
        low, high, _ = chord(it, thing, p, t, room)
    else:
        low, high, side = chord(it, thing, p - half, t, 0.0)
        start, stop, other = chord(it, thing, p + half, t, 0.0)
        if side == other and side != 0:
            return False
        if side != 0:
            low, high = start, stop
        elif other == 0:
            low, high = min(low, start), max(high, stop)
        if side != 0 and other != 0:
            low, high = 1e300, -1e300
        for i in range(it.sides[thing]):
            x, y = it.x[thing, i], it.y[thing, i]
            if -half < y - p - t * x < half:
                low, high = min(low, x), max(high, x)
    common[thing, 0], common[thing, 1] = low, high
    return high - low > TOLERANCE


@compiled
def tip(it: Things, thing: int, t: float, up: float, half: float) -> tuple[float, float]:
    """A spot through which a line of slope t has just room above (`up` 1) or below (-1) a thing.

    Or, at an end, comes just far enough into it.
    """
    room = -half if thing < FIRST else half
    r = up * (it.size[thing, RADIUS] + room) / sqrt(1.0 + t * t)
    best, at = -1e300, 0
    for i in range(it.sides[thing]):
        value = up * (it.y[thing, i] - t * it.x[thing, i])
        if value > best:
            best, at = value, i
    return it.x[thing, at] - t * r, it.y[thing, at] + r


@compiled
def beyond(it: Things, one: int, other: int, steepest: float) -> bool:
    """Whether every line of the frame that passes through both comes to the one first, because something parts them."""
    for turn in range(2):
        its, sign = (one, 1.0) if turn == 0 else (other, -1.0)
        n = it.sides[its]
        for i in range(n if n > 1 else 0):
            j = i + 1 if i + 1 < n else 0
            nx, ny = sign * (it.y[its, j] - it.y[its, i]), sign * (it.x[its, i] - it.x[its, j])
            if nx > abs(ny) * steepest and _parts(it, one, other, nx, ny):
                return True
    if it.size[one, RADIUS] > 0.0 or it.size[other, RADIUS] > 0.0:
        for i in range(it.sides[one]):
            for j in range(it.sides[other]):
                nx, ny = it.x[other, j] - it.x[one, i], it.y[other, j] - it.y[one, i]
                if nx > abs(ny) * steepest and _parts(it, one, other, nx, ny):
                    return True
    return False


@compiled
def _parts(it: Things, one: int, other: int, nx: float, ny: float) -> bool:
    """Whether all of the other lies further in a direction than the one."""
    most, least = -1e300, 1e300
    for i in range(it.sides[one]):
        most = max(most, nx * it.x[one, i] + ny * it.y[one, i])
    for i in range(it.sides[other]):
        least = min(least, nx * it.x[other, i] + ny * it.y[other, i])
    wide = it.size[one, RADIUS] + it.size[other, RADIUS] - SLACK
    return bool(least - most >= wide * sqrt(nx * nx + ny * ny))
