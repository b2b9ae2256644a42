"""A plan of shadows, in which most shifts are proven visible without a look.

A lamp is a spot of what looks, at a height of what is looked at; everything in the way, a little fattened, casts its
shadow there. A spot clear of all shadows of a lamp by a distance is seen, and so is everything that covers it or any
other spot within that distance. What a sketch does not prove may be visible all the same.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from battlefield.sight.accelerate import compiled, handed
from battlefield.sight.casting import cast
from battlefield.sight.picture import Floats, Ints
from battlefield.sight.prisms import Prisms
from battlefield.sight.regrown import put_round

LAMPS = 12
"""Lamps there is room for."""

FATTER = 4.0
"""Micrometres by which things are fatter than they are, so that what is proven is seen past them with room to spare."""

PAST = 1.0
"""Micrometres by which a spot is put outside a shadow."""

KEPT = 4
"""Lamps that are never replaced by later ones."""

LIT, NEXT, OLDEST = range(3)
"""Columns of `Sketch.lamps`: how many there are, the number of the next one, and that of the first, which is 0.

A number that is written out would make numba compile what it is given to once more.
"""


@handed
class Sketch(NamedTuple):
    """Edges of shadows [lamp, shadow, edge] as lines `nx * x + ny * y = far`, outwards; how many edges and shadows
    there are; how many lamps are lit."""

    fat: Prisms
    nx: Floats
    ny: Floats
    far: Floats
    edges: Ints
    shadows: Ints
    lamps: Ints
    work: Floats


def new_sketch(rows: int, corners: int) -> Sketch:
    """A sketch for so many things with so many corners."""
    edges = 2 * corners + 8
    shape = LAMPS, rows, edges
    flat = np.zeros(rows + 1)
    fat = Prisms(
        x=np.zeros((rows + 1, corners)), y=np.zeros((rows + 1, corners)), sides=np.zeros(rows + 1, np.int64),
        bottom=flat, top=flat.copy(), centre_x=flat.copy(), centre_y=flat.copy(), reach=flat.copy(),
        disc=np.zeros(rows + 1, np.bool_),
    )  # fmt: skip
    return Sketch(
        fat, np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape[:2], np.int64),
        np.zeros(LAMPS, np.int64), np.zeros(3, np.int64), np.zeros((4, 2 * edges)),
    )  # fmt: skip


@compiled
def begin(sketch: Sketch, prisms: Prisms, count: int, half: float) -> None:
    """Forget all lamps, and fatten what stands in the way, in the plan by half the width of a line besides."""
    sketch.lamps[LIT], sketch.lamps[NEXT] = 0, 0
    fat = sketch.fat
    for p in range(count):
        low, high = prisms.bottom[p] - FATTER, prisms.top[p] + FATTER
        if prisms.disc[p]:
            put_round(fat, p, prisms.centre_x[p], prisms.centre_y[p], prisms.reach[p] + FATTER + half, low, high)
            continue
        n = prisms.sides[p]
        for i in range(n):
            h, j = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
            x, y = prisms.x[p, i], prisms.y[p, i]
            ax, ay, bx, by = x - prisms.x[p, h], y - prisms.y[p, h], prisms.x[p, j] - x, prisms.y[p, j] - y
            a, b = sqrt(ax * ax + ay * ay), sqrt(bx * bx + by * by)
            ax, ay, bx, by = ay / a, -ax / a, by / b, -bx / b
            out = (FATTER + half) / max(1.0 + ax * bx + ay * by, 1e-4)
            fat.x[p, i], fat.y[p, i] = x + out * (ax + bx), y + out * (ay + by)
        fat.sides[p], fat.bottom[p], fat.top[p] = n, low, high


@compiled
def light(sketch: Sketch, lamp: int, count: int, x: float, y: float, z: float, height: float) -> None:
    """Put a lamp, by its number, over a plan at a height."""
    shadows = 0
    for p in range(count):
        n = cast(sketch.fat, p, x, y, z, height, sketch.work)
        if n < 3:
            continue
        kept = 0
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            ax, ay = sketch.work[0, i], sketch.work[1, i]
            ex, ey = sketch.work[0, j] - ax, sketch.work[1, j] - ay
            length = sqrt(ex * ex + ey * ey)
            if length < 1e-3:
                continue
            nx, ny = ey / length, -ex / length
            sketch.nx[lamp, shadows, kept], sketch.ny[lamp, shadows, kept] = nx, ny
            sketch.far[lamp, shadows, kept] = nx * ax + ny * ay
            kept += 1
        sketch.edges[lamp, shadows] = kept
        shadows += 1
    sketch.shadows[lamp] = shadows


@compiled
def clear(sketch: Sketch, lamp: int, x: float, y: float) -> tuple[float, int]:
    """How far a spot is at least from all shadows of a lamp, and the shadow that matters most; below 0 inside one."""
    least, which = 1e300, -1
    for shadow in range(sketch.shadows[lamp]):
        away = _outside(sketch, lamp, shadow, x, y)
        if away < least:
            least, which = away, shadow
    return least, which


@compiled
def _outside(sketch: Sketch, lamp: int, shadow: int, x: float, y: float) -> float:
    """How far a spot is outside a shadow at least, below 0 how far inside."""
    out = -1e300
    for i in range(sketch.edges[lamp, shadow]):
        away = sketch.nx[lamp, shadow, i] * x + sketch.ny[lamp, shadow, i] * y - sketch.far[lamp, shadow, i]
        out = max(out, away)
    return out


@compiled
def lit(sketch: Sketch, x: float, y: float, reach: float, first: int, last: int) -> float:
    """How far round a spot some lamps prove all to be seen that covers everything within `reach`; below 0 if none.

    What covers all spots within `reach` of its middle is seen as long as its middle is no further than that away.
    """
    best = -1.0
    for lamp in range(first, last):
        away, _ = clear(sketch, lamp, x, y)
        if away >= 0.0:
            best = max(best, away + reach)
        elif -away < reach - best:
            for shadow in range(sketch.shadows[lamp]):
                if _outside(sketch, lamp, shadow, x, y) < 0.0:
                    best = max(best, _beside(sketch, lamp, shadow, x, y, reach, best))
    return best


@compiled
def _beside(sketch: Sketch, lamp: int, shadow: int, x: float, y: float, reach: float, best: float) -> float:
    """`lit` for a spot in a shadow, if it is better than `best`: by the spots just outside of its edges."""
    for i in range(sketch.edges[lamp, shadow]):
        nx, ny = sketch.nx[lamp, shadow, i], sketch.ny[lamp, shadow, i]
        deep = sketch.far[lamp, shadow, i] - nx * x - ny * y + PAST
        if deep >= reach or reach - deep <= best:
            continue
        away, other = clear(sketch, lamp, x + deep * nx, y + deep * ny)
        if away < 0.0 and reach - deep + away > max(best, 0.0):
            # Out of the next shadow as well, the shortest way.
            mid_x, mid_y = x + deep * nx, y + deep * ny
            edge, least = 0, 1e300
            for j in range(sketch.edges[lamp, other]):
                far = sketch.far[lamp, other, j] - sketch.nx[lamp, other, j] * mid_x - sketch.ny[lamp, other, j] * mid_y
                if far < least:
                    edge, least = j, far
            mid_x += (least + PAST) * sketch.nx[lamp, other, edge]
            mid_y += (least + PAST) * sketch.ny[lamp, other, edge]
            away = clear(sketch, lamp, mid_x, mid_y)[0]
            deep = sqrt((mid_x - x) * (mid_x - x) + (mid_y - y) * (mid_y - y))
        if away >= 0.0:
            best = max(best, reach - deep + away)
    return best


@compiled
def lit_corner(
    sketch: Sketch, plain: Prisms, first: int, last: int, dx: float, dy: float, room: float, start: int, stop: int
) -> bool:  # fmt: skip
    """Whether lamps show some corner of what polygons shifted by `dx`, `dy` and by up to `room` have in common."""
    for p in range(first, last):
        n = plain.sides[p]
        step = max(1, n // 12)
        for i in range(0, 0 if plain.disc[p] else n, step):
            h, j = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
            x, y = plain.x[p, i], plain.y[p, i]
            ax, ay, bx, by = x - plain.x[p, h], y - plain.y[p, h], plain.x[p, j] - x, plain.y[p, j] - y
            a, b = sqrt(ax * ax + ay * ay), sqrt(bx * bx + by * by)
            ax, ay, bx, by = ay / a, -ax / a, by / b, -bx / b
            inner = -room / max(1.0 + ax * bx + ay * by, 1e-4)
            x, y = x + inner * (ax + bx), y + inner * (ay + by)
            if not inside(plain, p, x, y, room):
                continue
            for lamp in range(start, stop):
                if clear(sketch, lamp, x + dx, y + dy)[0] >= 0.0:
                    return True
    return False


@compiled
def inside(plain: Prisms, p: int, x: float, y: float, room: float) -> bool:
    """Whether a spot is inside every edge of a prism by that much."""
    for i in range(plain.sides[p]):
        j = i + 1 if i + 1 < plain.sides[p] else 0
        ax, ay = plain.x[p, i], plain.y[p, i]
        ex, ey = plain.x[p, j] - ax, plain.y[p, j] - ay
        if ey * (x - ax) - ex * (y - ay) > (0.01 - room) * sqrt(ex * ex + ey * ey):
            return False
    return True


@compiled
def keep(sketch: Sketch) -> None:
    """Keep the lamp put last; when there is no more room, the next one takes the place of an old one."""
    lamp = sketch.lamps[NEXT]
    sketch.lamps[LIT] = max(sketch.lamps[LIT], lamp + 1)
    sketch.lamps[NEXT] = lamp + 1 if lamp + 1 < LAMPS else KEPT
