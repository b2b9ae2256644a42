"""Shadows at one height: where in the plan a prism hides everything from a point of light. All in micrometres."""

from __future__ import annotations

from math import sqrt

from battlefield.sight.accelerate import compiled, entry
from battlefield.sight.picture import Bools, Floats, Ints, clip, copy_corners
from battlefield.sight.prisms import TOLERANCE, Prisms

FAR = 1e9
"""How far a shadow is cast that never ends."""


@entry
def cast_all(
    prisms: Prisms, eye: Floats, height: float, skip: Bools, size: Floats, work: Floats, out: Floats, sizes: Ints
) -> None:  # fmt: skip
    """Write the shadow of every prism at a height, cut to the table, into `out` [prism, x or y, corner]."""
    for p in range(prisms.sides.shape[0] - 1):
        sizes[p] = 0
        if skip[p]:
            continue
        n = cast(prisms, p, eye[0], eye[1], eye[2], height, work)
        if n >= 3:
            n = on_table(n, size, work)
        if n >= 3:
            copy_corners(work[0], work[1], n, out[p, 0], out[p, 1])
            sizes[p] = n


@compiled
def cast(prisms: Prisms, p: int, ex: float, ey: float, ez: float, height: float, work: Floats) -> int:
    """Draw the shadow of a prism: where lines from the eye through it come to the height; returns its corners.

    Only the part of it between the heights of eye and ground hides anything. From an eye on that very height the shadow
    is what lies behind it in the plan.
    """
    drop = ez - height
    low, high = max(prisms.bottom[p], min(height, ez)), min(prisms.top[p], max(height, ez))
    level = -TOLERANCE < drop < TOLERANCE
    if level and (prisms.bottom[p] >= ez - TOLERANCE or prisms.top[p] <= ez + TOLERANCE):
        return 0
    if not level and high - low <= TOLERANCE:
        return 0
    near, far = 1.0, 1e300
    if not level:
        a, b = (ez - low) / drop, (ez - high) / drop
        near, least = 1.0 / max(a, b), min(a, b)
        far = 1.0 / least if least > 1e-9 else 1e300
    return _both_ends(prisms, p, ex, ey, near, far, work)


@compiled
def _both_ends(prisms: Prisms, p: int, ex: float, ey: float, near: float, far: float, work: Floats) -> int:
    """Draw the hull of two images of an outline, so many times as far from the eye: of the side that looks at the eye
    the near one, of the other the far one, and both where the two sides meet."""
    n, m = prisms.sides[p], 0
    x, y = prisms.x[p], prisms.y[p]
    before = _faces(x[n - 1], y[n - 1], x[0], y[0], ex, ey)
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        here = _faces(x[i], y[i], x[j], y[j], ex, ey)
        dx, dy = x[i] - ex, y[i] - ey
        away = min(far, FAR / max(sqrt(dx * dx + dy * dy), 1.0))
        if before or here:
            first = near if before else away
            work[0, m], work[1, m] = ex + first * dx, ey + first * dy
            m += 1
        if not before or not here:
            last = near if here else away
            work[0, m], work[1, m] = ex + last * dx, ey + last * dy
            m += 1
        before = here
    return m


@compiled
def _faces(ax: float, ay: float, bx: float, by: float, ex: float, ey: float) -> bool:
    """Whether an edge of an outline looks at the eye."""
    return bool((by - ay) * (ex - ax) - (bx - ax) * (ey - ay) > 0.0)


@compiled
def on_table(n: int, size: Floats, work: Floats) -> int:
    """Cut a polygon to the table; returns its corners."""
    for side in range(4):
        ax = size[0] if side in (1, 2) else 0.0
        ay = size[1] if side in (2, 3) else 0.0
        bx = size[0] if side in (0, 1) else 0.0
        by = size[1] if side in (1, 2) else 0.0
        n = clip(work[0], work[1], n, ax, ay, bx, by, 1.0, work[2], work[3])
        if n < 3:
            return 0
        copy_corners(work[2], work[3], n, work[0], work[1])
    return n
