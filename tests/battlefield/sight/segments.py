"""Lines between bodies by brute force: thousands of segments from one body to another, each tried against everything.

Slow and plain. It shares only the solids with the kernel: discs are true cylinders here, and a segment is tried against
all half-spaces of a solid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from battlefield.body import Body
from battlefield.table import Board
from tests.battlefield.sight.sampler import Array, Lump, corners, lumps_of_board, lumps_of_body

Segments: TypeAlias = tuple[Array, Array]
Line: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float]]


def blocking(board: Board, viewer: Body, target: Body, bodies: Iterable[Body]) -> list[Lump]:
    """What stands in the way of two bodies."""
    away = (viewer.id, target.id)
    return lumps_of_board(board) + [lump for body in bodies if body.id not in away for lump in lumps_of_body(body)]


def inside(lump: Lump, start: Array, end: Array, more: float) -> Array:
    """What share of each segment is inside a lump made `more` inches larger all round (or smaller, when negative)."""
    enter, leave = crossing(lump, start, end, more)
    return np.maximum(leave - enter, 0.0)


def crossing(lump: Lump, start: Array, end: Array, more: float) -> tuple[Array, Array]:
    """From which to which share of itself each segment is inside a lump made `more` inches larger all round."""
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
    return enter, leave


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


def aimed(
    one: Lump, other: Lump, others: Sequence[Lump], count: int, dice: np.random.Generator, room: float
) -> Segments:
    """Segments along the plan's lines past two corners of things, at heights that pass just over or under things."""
    spots = np.concatenate([corners(lump) for lump in (one, other, *others)])
    i, j = dice.integers(0, len(spots), (2, count))
    way = spots[j] - spots[i]
    long = np.hypot(way[:, 0], way[:, 1])
    kept = long > 1e-6
    i, j, way = i[kept], j[kept], way[kept] / long[kept, None]
    normal = np.stack([way[:, 1], -way[:, 0]], axis=1)
    aside = dice.choice([-1.5, 1.5], (2, len(i), 1)) * room
    a, b = spots[i] + aside[0] * normal, spots[j] + aside[1] * normal
    ends = []
    meets = np.ones(len(a), bool)
    for lump in (one, other):
        low, high = _chord(lump, a, b)
        meets &= high > low
        part = dice.choice([1e-4, 0.5, 1 - 1e-4], len(a))
        ends.append(
            np.column_stack(
                [a + (low + part * (high - low))[:, None] * (b - a), _heights(lump, others, len(a), dice, room)]
            )
        )
    return ends[0][meets], ends[1][meets]


def _chord(lump: Lump, a: Array, b: Array) -> tuple[Array, Array]:
    """From where to where lines through two spots of the plan are inside a lump, as shares of the way between these."""
    far = 1e4
    start, end = (
        np.column_stack([a - far * (b - a), np.zeros(len(a))]),
        np.column_stack([a + far * (b - a), np.zeros(len(a))]),
    )
    enter, leave = crossing(replace(lump, bottom=-1.0, top=1.0), start, end, 0.0)
    return (2 * enter - 1) * far, (2 * leave - 1) * far


def _heights(lump: Lump, others: Sequence[Lump], count: int, dice: np.random.Generator, room: float) -> Array:
    """Heights of a lump: its own, and those just over and under other things."""
    levels = [lump.bottom + 1e-6, lump.top - 1e-6, 0.5 * (lump.bottom + lump.top)]
    levels += [z for other in others for z in (other.top + 1.5 * room, other.bottom - 1.5 * room)]
    kept = [z for z in levels if lump.bottom <= z <= lump.top]
    return dice.choice(np.array(kept + kept[:2]), count)


def found(
    board: Board, viewer: Body, target: Body, bodies: Iterable[Body], count: int, seed: int, more: float = 1e-3
) -> Line | None:
    """A segment from one body to the other with `more` inches of room on all sides, if sampling meets one.

    Half of the segments go from anywhere to anywhere, half closely past the corners, tops and undersides of things.
    """
    dice = np.random.default_rng(seed)
    others = blocking(board, viewer, target, bodies)
    ones, ends = lumps_of_body(viewer), lumps_of_body(target)
    for one in ones:
        for other in ends:
            many = count // (2 * len(ones) * len(ends))
            near = [lump for lump in others if _may_stop(lump, one, other)]
            for start, end in (
                (scatter(one, many, dice), scatter(other, many, dice)),
                aimed(one, other, near, many, dice, more),
            ):
                free = np.flatnonzero(clear(near, start, end, more))
                if len(free):
                    return tuple(start[free[0]].tolist()), tuple(end[free[0]].tolist())
    return None


def _may_stop(lump: Lump, one: Lump, other: Lump) -> bool:
    """Whether a lump comes into the box round two others."""
    both = np.concatenate([corners(one), corners(other)])
    low, high = both.min(axis=0) - 0.1, both.max(axis=0) + 0.1
    mine = corners(lump)
    level = lump.top > min(one.bottom, other.bottom) - 0.1 and lump.bottom < max(one.top, other.top) + 0.1
    return bool(level and (mine.max(axis=0) > low).all() and (mine.min(axis=0) < high).all())


def proven(line: Line, board: Board, viewer: Body, target: Body, bodies: Iterable[Body]) -> bool:
    """Whether a witness goes from the one body to the other and runs through nothing by more than a ten-thousandth.

    Bodies that touch see each other where they do, whatever else is there.
    """
    if line[0] == line[1]:
        return all(on(lumps_of_body(body), np.array([line[0]])) for body in (viewer, target))
    start, end = np.array([line[0]]), np.array([line[1]])
    others = blocking(board, viewer, target, bodies)
    return (
        bool(clear(others, start, end, -1e-4)[0])
        and on(lumps_of_body(viewer), start)
        and on(lumps_of_body(target), end)
    )


def on(body: Sequence[Lump], spot: Array) -> bool:
    """Whether a spot belongs to one of the lumps, to within a thousandth of an inch."""
    return any(inside(lump, spot - 1e-9, spot + 1e-9, 1e-3)[0] > 0 for lump in body)
