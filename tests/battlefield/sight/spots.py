"""Fully visible by brute force: spots all over a body, and from each of them thousands of segments to another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import cos, pi

import numpy as np

from battlefield.body import Body
from battlefield.table import Board
from tests.battlefield.sight.sampler import Array, Lump, lumps_of_body
from tests.battlefield.sight.segments import blocking, clear, scatter


def facing_spots(viewer: Body, target: Body, count: int, dice: np.random.Generator) -> Array:
    """Spots on the sides and the top of a body of one lump, before the planes of which there is some of the viewer."""
    (lump,) = lumps_of_body(target)
    eyes = np.concatenate([scatter(one, 200, dice) for one in lumps_of_body(viewer)])
    plan, normal = _side_spots(lump, count, dice)
    z = dice.uniform(lump.bottom, lump.top, count)
    z = np.where(dice.random(count) < 0.4, dice.choice([lump.bottom + 1e-3, lump.top - 1e-3], count), z)
    before = (eyes[:, :2] @ normal.T).max(axis=0) > (plan * normal).sum(axis=1) + 2e-3
    sides: Array = np.column_stack([plan, z])[before]
    if eyes[:, 2].max() <= lump.top + 2e-3:
        return sides
    inner = scatter(lump, count // 3, dice)
    inner[:, 2] = lump.top
    return np.concatenate([sides, inner])


def _side_spots(lump: Lump, count: int, dice: np.random.Generator) -> tuple[Array, Array]:
    """Spots of the plan of a lump's sides, and which way is out there."""
    if lump.radius:
        angle = dice.uniform(0, 2 * np.pi, count)
        normal = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        return lump.ring[0] + lump.radius * normal, normal
    n = len(lump.ring)
    edge, part = dice.integers(0, n, count), dice.random(count)[:, None]
    part = np.where(dice.random(count)[:, None] < 0.4, np.round(part) * 0.998 + 1e-3, part)
    a, b = lump.ring[edge], lump.ring[(edge + 1) % n]
    way = b - a
    long = np.hypot(way[:, 0], way[:, 1])[:, None]
    return a + part * way, np.stack([way[:, 1], -way[:, 0]], axis=1) / long


INSIDE = cos(pi / 24)
"""How large the circle inside a polygon of 24 sides is: so much of the rim of what is round the eye may leave out."""


def is_seen(
    spot: Array, board: Board, viewer: Body, target: Body, bodies: Iterable[Body], count: int, seed: int, more: float
) -> bool:
    """Whether any of `count` segments from a spot to a viewer is free, others being `more` inches larger.

    In doubt, with `more` above 0, it is not: then the viewer, else the others, are only as large as the eye takes them.
    """
    dice, others = np.random.default_rng(seed), blocking(board, viewer, target, bodies)
    ones = lumps_of_body(viewer)
    if more > 0:
        ones = [replace(one, radius=one.radius * INSIDE) for one in ones]
    else:
        others = [replace(one, radius=one.radius * INSIDE) for one in others]
    ends = np.concatenate([scatter(one, count, dice) for one in ones])
    return bool(clear(others, np.repeat(spot[None], len(ends), 0), ends, more).any())


def unseen_spots(
    board: Board, viewer: Body, target: Body, bodies: Iterable[Body], seed: int, count: int, lines: tuple[int, ...]
) -> list[Array]:
    """Spots of a target from which no segment to the viewer is free; those are tried with more and more lines."""
    spots = list(facing_spots(viewer, target, count, np.random.default_rng(seed)))
    for many in lines:
        spots = [s for s in spots if not is_seen(s, board, viewer, target, bodies, many, seed, 0.0)]
    return spots
