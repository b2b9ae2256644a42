"""From a photograph of a flat table to the table: four corners, one projective map, and how far it may be wrong.

Picture coordinates are pixels, x to the right and y down; table coordinates are inches, the near left corner at the
origin and y away from the near edge. The camera is taken to be a pinhole: a lens that bends straight lines is not
modelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Spot: TypeAlias = tuple[float, float]
Floats: TypeAlias = NDArray[np.float64]

CLICK = 1.5
"""How far a click may miss what it was meant for, in pixels of the picture, unless told otherwise."""

SHORTEST = 24.0
"""A side of the table shorter than this, in pixels, is too small to measure by."""

FLATTEST = 0.06
"""Sine of the flattest angle at a corner; below it three corners lie nearly in a line."""

CORNERS = ("near left", "near right", "far right", "far left")
"""The order of corners everywhere: round the table, counter-clockwise as seen from above."""

HORIZON = 1e-6
"""The third coordinate of a map on the horizon; in the middle of the corners it is 1."""

SAFE = 1.1
"""What the greatest slope found near the clicked corners is multiplied with, for those between that were not tried."""


class QuadError(ValueError):
    """Four corners that cannot be those of a table; says why, and what to do."""


class BeyondHorizon(ValueError):
    """A spot of the picture that no spot of the table can be seen at."""


def in_order(clicked: Sequence[Spot]) -> tuple[Spot, ...]:
    """Four corners in the order of `CORNERS`, the first of them kept and the rest put round it."""
    middle = np.mean(np.asarray(clicked, dtype=float), axis=0)
    angles = [float(np.arctan2(middle[1] - y, x - middle[0])) for x, y in clicked]
    turns = [(angle - angles[0]) % (2 * np.pi) for angle in angles]
    return tuple(clicked[i] for i in sorted(range(len(clicked)), key=lambda i: (turns[i], i)))


def check_quad(corners: Sequence[Spot]) -> None:
    """Raise QuadError unless the corners, in order, are those a table can have in a photograph."""
    quad = np.asarray(corners, dtype=float)
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise QuadError("A table has four corners; click each of them.")
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.sqrt((sides * sides).sum(axis=1))
    if lengths.min() < SHORTEST:
        i = int(lengths.argmin())
        raise QuadError(
            f"The {CORNERS[i]} and {CORNERS[(i + 1) % 4]} corners are {lengths[i]:.0f} pixels apart, too near to "
            "measure by: drag them to the table's corners, or take a larger picture."
        )
    after = np.roll(sides, -1, axis=0)
    turns = -(sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]) / (lengths * np.roll(lengths, -1))
    if (turns < 0).sum() == 2:
        raise QuadError("The table's edges cross: drag the corners so that they go round the table in order.")
    if (turns < 0).sum() >= 3:
        raise QuadError(
            "The corners go round the wrong way, as in a mirror: near left, near right, far right, far left."
        )
    i = (int(turns.argmin()) + 1) % 4
    if turns.min() < 0:
        raise QuadError(f"The {CORNERS[i]} corner lies inside the other three: a table is never seen like that.")
    if turns.min() < FLATTEST:
        raise QuadError(
            f"The {CORNERS[i]} corner lies nearly in a line with its neighbours: the table is seen too much from the "
            "side to measure by."
        )


@dataclass(frozen=True)
class Homography:
    """The map between a picture and a table of `width` by `depth` inches, from the table's corners in the picture.

    Raises QuadError for corners that cannot be a table's.
    """

    corners: tuple[Spot, ...]
    width: float
    depth: float

    def __post_init__(self) -> None:
        check_quad(self.corners)
        if not (self.width > 0 and self.depth > 0):
            raise QuadError("A table has a width and a depth in inches.")

    @property
    def _table(self) -> Floats:
        return np.array([(0, 0), (self.width, 0), (self.width, self.depth), (0, self.depth)], dtype=float)

    @cached_property
    def matrix(self) -> Floats:
        """Picture to table, 3 x 3, acting on (x, y, 1); the third coordinate is positive below the horizon."""
        found: Floats = solve(np.asarray(self.corners, dtype=float)[None], self._table)[0]
        return found

    @cached_property
    def inverse(self) -> Floats:
        """Table to picture, 3 x 3; the third coordinate is positive for what is before the camera."""
        found: Floats = np.linalg.inv(self.matrix).astype(np.float64)
        return found if found[2] @ (self.width / 2, self.depth / 2, 1) > 0 else -found

    def to_table(self, at: Spot) -> Spot:
        """A pixel as a spot on the table, in inches. Raises BeyondHorizon."""
        x, y, w = self.matrix @ (at[0], at[1], 1.0)
        if w < HORIZON:
            raise BeyondHorizon("That spot of the picture lies above the horizon: no spot of the table is there.")
        return float(x / w), float(y / w)

    def to_picture(self, at: Spot) -> Spot:
        """A spot on the table, in inches, as a pixel. Raises BeyondHorizon for one behind the camera."""
        x, y, w = self.inverse @ (at[0], at[1], 1.0)
        if w <= 0:
            raise BeyondHorizon("That spot of the table lies behind the camera.")
        return float(x / w), float(y / w)

    def jacobian(self, at: Spot) -> Floats:
        """How the spot on the table changes with the pixel, 2 x 2, inches per pixel."""
        found: Floats = _slopes(self.matrix[None], np.asarray(at, dtype=float)[None])[0, 0]
        return found

    def error(self, at: Spot, click: float = CLICK, corners: Sequence[float] | None = None) -> float:
        """How far, in inches, what was clicked at a pixel may be from where the map puts it.

        That click misses by at most `click` pixels, and those on the corners by `corners`, as much each unless told.
        The bound is the greatest sum of slopes, each times the miss, over corners moved by as much: worst errors that
        all add up. Infinite where a miss may reach over the horizon.
        """
        misses = np.full(4, click) if corners is None else np.asarray(corners, dtype=float)
        p = np.asarray(at, dtype=float)
        spots = np.concatenate([p[None], p + click * _ROUND])
        maps = solve(self._misplaced(misses), self._table)
        if (_raised(spots) @ maps[:, 2].T).min() < HORIZON:
            return float("inf")
        own = _norms(_slopes(maps, spots)) * click
        whole = own + (_norms(self._corner_slopes(misses, spots)) * misses).sum(axis=2)
        return float(SAFE * whole.max())

    def _misplaced(self, misses: Floats) -> Floats:
        """The corners as they are, and moved by their misses in or out, in every combination: 17 x 4 x 2."""
        quad = np.asarray(self.corners, dtype=float)
        out = quad - quad.mean(axis=0)
        out /= np.sqrt((out * out).sum(axis=1, keepdims=True))
        signs = np.array([[(i >> k & 1) * 2.0 - 1.0 for k in range(4)] for i in range(16)])
        return np.concatenate([quad[None], quad + (misses * signs)[:, :, None] * out])

    def _corner_slopes(self, misses: Floats, spots: Floats) -> Floats:
        """How spots on the table change with each corner: maps x spots x corners x 2 x 2, inches per pixel."""
        quads, step = self._misplaced(misses), 1e-3
        found = np.empty((len(quads), len(spots), 4, 2, 2))
        for corner in range(4):
            for axis in range(2):
                shift = np.zeros((4, 2))
                shift[corner, axis] = step
                ahead, back = (apply(solve(quads + sign * shift, self._table), spots) for sign in (1, -1))
                found[:, :, corner, :, axis] = (ahead - back) / (2 * step)
        return found


_ROUND: Floats = np.array([(np.cos(a), np.sin(a)) for a in np.arange(8) * np.pi / 4])


def solve(quads: Floats, table: Floats) -> Floats:
    """The maps, n x 3 x 3, that take each of n quadrilaterals (n x 4 x 2) to the four corners of a table (4 x 2).

    Both sides are first moved to their middle and scaled to unit size, so that the eight equations are well conditioned
    and the middle, which is never on the horizon, can have the third coordinate 1.
    """
    near, scale = quads.mean(axis=1), np.abs(quads - quads.mean(axis=1, keepdims=True)).max(axis=(1, 2))
    middle, size = table.mean(axis=0), np.abs(table - table.mean(axis=0)).max()
    p = (quads - near[:, None]) / scale[:, None, None]
    t = np.broadcast_to((table - middle) / size, p.shape)
    rows = np.zeros((len(quads), 8, 8))
    for axis in range(2):
        rows[:, axis::2, 3 * axis : 3 * axis + 2] = p
        rows[:, axis::2, 3 * axis + 2] = 1
        rows[:, axis::2, 6:] = -p * t[:, :, axis : axis + 1]
    known = np.linalg.solve(rows, t.reshape(len(quads), 8, 1))[:, :, 0]
    inner = np.concatenate([known, np.ones((len(quads), 1))], axis=1).reshape(-1, 3, 3)
    into = np.zeros((len(quads), 3, 3))
    into[:, 0, 0] = into[:, 1, 1] = 1 / scale
    into[:, 0, 2], into[:, 1, 2], into[:, 2, 2] = -near[:, 0] / scale, -near[:, 1] / scale, 1
    out = np.array([(size, 0, middle[0]), (0, size, middle[1]), (0, 0, 1)])
    made: Floats = out @ inner @ into
    return made


def _raised(spots: Floats) -> Floats:
    """Spots (m x 2) with a third coordinate of 1."""
    return np.concatenate([spots, np.ones((len(spots), 1))], axis=1)


def apply(maps: Floats, spots: Floats) -> Floats:
    """Spots (m x 2) through maps (n x 3 x 3): n x m x 2."""
    whole = _raised(spots) @ maps.transpose(0, 2, 1)
    made: Floats = whole[:, :, :2] / whole[:, :, 2:]
    return made


def _slopes(maps: Floats, spots: Floats) -> Floats:
    """The Jacobians of maps at spots: n x m x 2 x 2."""
    whole = _raised(spots) @ maps.transpose(0, 2, 1)
    w = whole[:, :, 2, None, None]
    upper, lower = maps[:, None, :2, :2], maps[:, None, 2:, :2]
    made: Floats = (upper - whole[:, :, :2, None] / w * lower) / w
    return made


def _norms(matrices: Any) -> Floats:
    """The greatest stretch of each 2 x 2 matrix in the last two axes."""
    a, b, c, d = matrices[..., 0, 0], matrices[..., 0, 1], matrices[..., 1, 0], matrices[..., 1, 1]
    one, two = a * a + b * b + c * c + d * d, a * d - b * c
    found: Floats = np.sqrt((one + np.sqrt(np.maximum(0.0, one * one - 4 * two * two))) / 2)
    return found
