"""Lines between bodies by brute force: thousands of segments from one body to another, each tried against everything.

Slow and plain. It shares only the solids with the kernel: discs are true cylinders here, and a segment is tried against
all half-spaces of a solid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from battlefield.body import Body
from battlefield.shapes import Round
from battlefield.sight.packing import body_solids
from battlefield.table import Board
from battlefield.units import INCH
from tests.battlefield.sight.sampler import Array, Lump, lumps_of_board, lumps_of_body

Line = tuple[tuple[float, float, float], tuple[float, float, float]]


def lumps(body: Body) -> list[Lump]:
    """A body as lumps; ovals with the sides that sight gives them, discs as true cylinders."""
    if isinstance(body.torso or body.shape, Round):
        return lumps_of_body(body)
    return [Lump(body.id, np.array(s.outline) / INCH, s.bottom / INCH, s.top / INCH) for s in body_solids(body)]


def blocking(board: Board, viewer: Body, target: Body, bodies: Iterable[Body]) -> list[Lump]:
    """What stands in the way of two bodies."""
    away = (viewer.id, target.id)
    return lumps_of_board(board) + [lump for body in bodies if body.id not in away for lump in lumps(body)]


def inside(lump: Lump, start: Array, end: Array, more: float) -> Array:
    """What share of each segment is inside a lump made `more` inches larger all round (or smaller, when negative)."""
    way = end - start
    enter, leave = np.zeros(len(start)), np.ones(len(start))
    planes = [((0.0, 0.0, -1.0), -(lump.bottom - more)), ((0.0, 0.0, 1.0), lump.top + more)]
    if not lump.radius:
        for (ax, ay), (bx, by) in zip(lump.ring, np.roll(lump.ring, -1, axis=0)):
            length = float(np.hypot(bx - ax, by - ay))
            nx, ny = (by - ay) / length, (ax - bx) / length
            planes.append(((nx, ny, 0.0), nx * ax + ny * ay + more))
    for normal, limit in planes:
        speed, gap = way @ np.array(normal), limit - start @ np.array(normal)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = gap / speed
        enter = np.where(speed < 0, np.maximum(enter, at), enter)
        leave = np.where(speed > 0, np.minimum(leave, at), leave)
        leave = np.where((speed == 0) & (gap <= 0), -1.0, leave)
    if lump.radius:
        dx, dy = start[:, 0] - lump.ring[0, 0], start[:, 1] - lump.ring[0, 1]
        a = way[:, 0] ** 2 + way[:, 1] ** 2
        b, c = dx * way[:, 0] + dy * way[:, 1], dx * dx + dy * dy - (lump.radius + more) ** 2
        root = b * b - a * c
        with np.errstate(divide="ignore", invalid="ignore"):
            half = np.sqrt(np.maximum(root, 0)) / a
            middle = -b / a
        flat = a <= 1e-18
        enter = np.where(flat, enter, np.maximum(enter, middle - half))
        leave = np.where(
            flat, np.where(c < 0, leave, -1.0), np.where(root <= 0, -1.0, np.minimum(leave, middle + half))
        )
    return np.maximum(leave - enter, 0.0)


def clear(others: Iterable[Lump], start: Array, end: Array, more: float) -> Array:
    """Which segments touch none of the lumps, each made `more` inches larger."""
    free = np.ones(len(start), bool)
    length = np.linalg.norm(end - start, axis=1)
    for lump in others:
        left = np.flatnonzero(free)
        free[left] = inside(lump, start[left], end[left], more) * length[left] <= 1e-9
    return free


def scatter(lump: Lump, count: int, dice: np.random.Generator) -> Array:
    """Spots of a lump: many on its edge, at its foot and at its top, some anywhere."""
    if lump.radius:
        angle, r = dice.uniform(0, 2 * np.pi, count), lump.radius * np.where(dice.random(count) < 0.6, 0.9999, 1)
        r = np.where(dice.random(count) < 0.3, r * np.sqrt(dice.random(count)), r)
        plan = lump.ring[0] + np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)
    else:
        weights = dice.dirichlet(np.full(len(lump.ring), 0.35), count)
        first, part = dice.integers(0, len(lump.ring), count), dice.random(count)[:, None]
        rim = (1 - part) * lump.ring[first] + part * lump.ring[(first + 1) % len(lump.ring)]
        plan = np.where(dice.random(count)[:, None] < 0.5, rim, weights @ lump.ring)
    tall = dice.choice([0.0, 1.0, 2.0], count)
    part = np.where(tall == 2.0, dice.random(count), tall)
    return np.column_stack([plan, lump.bottom + part * (lump.top - lump.bottom)])


def found(
    board: Board, viewer: Body, target: Body, bodies: Iterable[Body], count: int, seed: int, more: float = 1e-3
) -> Line | None:
    """A segment from one body to the other with `more` inches of room on all sides, if sampling meets one."""
    dice = np.random.default_rng(seed)
    others = blocking(board, viewer, target, bodies)
    ones, ends = lumps(viewer), lumps(target)
    for one in ones:
        for other in ends:
            many = count // (len(ones) * len(ends))
            start, end = scatter(one, many, dice), scatter(other, many, dice)
            free = np.flatnonzero(clear(others, start, end, more))
            if len(free):
                return tuple(start[free[0]].tolist()), tuple(end[free[0]].tolist())
    return None


def proven(line: Line, board: Board, viewer: Body, target: Body, bodies: Iterable[Body]) -> bool:
    """Whether a witness goes from the one body to the other and runs through nothing by more than a ten-thousandth.

    Bodies that touch see each other where they do, whatever else is there.
    """
    if line[0] == line[1]:
        return all(on(lumps(body), np.array([line[0]])) for body in (viewer, target))
    start, end = np.array([line[0]]), np.array([line[1]])
    others = blocking(board, viewer, target, bodies)
    return bool(clear(others, start, end, -1e-4)[0]) and on(lumps(viewer), start) and on(lumps(target), end)


def on(body: Sequence[Lump], spot: Array) -> bool:
    """Whether a spot belongs to one of the lumps, to within a thousandth of an inch."""
    return any(inside(lump, spot - 1e-9, spot + 1e-9, 1e-3)[0] > 0 for lump in body)
