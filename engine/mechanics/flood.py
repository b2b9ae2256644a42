"""Where a base could get to at all: a coarse look that may allow too much and never forbids what is possible.

The ground is cut into square cells. A way of the base's centre leads from cell to neighbouring cell, and wherever it
crosses one, the cell's middle is at most half a diagonal from the way. So a cell whose middle is closer to an obstacle
than allowed by more than that is on no way; and what is not connected to the start through other cells is out of reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from battlefield.pose import Pose
from battlefield.separation import Difference, differences
from battlefield.shapes import Shape, reach
from battlefield.sweep import Obstacle
from battlefield.table import Box
from battlefield.units import INCH, um

CELL = um(0.5)
"""The side of a cell in micrometres, unless another is asked for."""

Floats = NDArray[np.float64]


class Flood:
    """The cells of a box (inches) that may be reached from a pose among obstacles, their clearances kept.

    With a `limit` in micrometres, cells are left out to which any way would be longer.
    """

    def __init__(
        self,
        shape: Shape,
        start: Pose,
        obstacles: Sequence[Obstacle],
        within: Box,
        cell: int = CELL,
        limit: int | None = None,
    ) -> None:
        self._cell_side, self._half_diagonal = cell, cell * sqrt(0.5) + 32  # the tolerance of contact besides
        self._x, self._y = um(within[0]), um(within[1])
        self._columns = max(1, -(-(um(within[2]) - self._x) // cell))
        self._rows = max(1, -(-(um(within[3]) - self._y) // cell))
        # cells are bits of one number, row by row, with a closed column between rows
        self._reached = _fill(
            self._free(shape, start.facing, obstacles),
            self._cell(start),
            self._columns + 1,
            self._columns * self._rows if limit is None else limit // cell + 1,
        )

    def may_reach(self, pose: Pose) -> bool:
        """False when no way at all leads to a pose; poses outside the box are out of reach."""
        cell = self._cell(pose)
        return cell >= 0 and bool(self._reached >> cell & 1)

    def _cell(self, pose: Pose) -> int:
        column, row = (pose.x - self._x) // self._cell_side, (pose.y - self._y) // self._cell_side
        column, row = min(column, self._columns - 1), min(row, self._rows - 1)
        return row * (self._columns + 1) + column if column >= 0 and row >= 0 else -1

    def _free(self, shape: Shape, facing: int, obstacles: Sequence[Obstacle]) -> int:
        """Which cells are not too close to anything, given half a diagonal."""
        x = self._x + (np.arange(self._columns, dtype=np.float64)[None, :] + 0.5) * self._cell_side
        y = self._y + (np.arange(self._rows, dtype=np.float64)[:, None] + 0.5) * self._cell_side
        free = np.ones((self._rows, self._columns), dtype=np.bool_)
        for obstacle in obstacles:
            far = (reach(shape) + reach(obstacle.shape)) * INCH + obstacle.clearance + self._cell_side
            columns, rows = self._span(obstacle.pose.x - self._x, far), self._span(obstacle.pose.y - self._y, far)
            dx, dy = x[:, columns] - obstacle.pose.x, y[rows, :] - obstacle.pose.y
            for difference in differences(shape, facing, obstacle.shape, obstacle.pose.facing):
                free[rows, columns] &= _apart(dx, dy, difference) >= obstacle.clearance - self._half_diagonal
        bits = np.packbits(np.pad(free, ((0, 0), (0, 1))), bitorder="little")
        return int.from_bytes(bits.tobytes(), "little")

    def _span(self, middle: int, far: float) -> slice:
        """The cells along one axis within a distance of a spot."""
        low, high = int((middle - far) // self._cell_side), int((middle + far) // self._cell_side) + 1
        return slice(max(0, low), max(0, high))


def _fill(free: int, start: int, wide: int, steps: int) -> int:
    """Everything connected to a cell over sides and corners by so many steps; the cell itself counts as open.

    Both ends of a piece of a way that is shorter than a cell's side are in the same cell or in neighbours, so that a
    way takes at most one step more than such pieces fit into it.
    """
    if start < 0:
        return 0
    free |= 1 << start
    reached = 1 << start
    for _ in range(steps):
        row = reached | reached << 1 | reached >> 1
        grown = (row | row << wide | row >> wide) & free
        if grown == reached:
            break
        reached = grown
    return reached


def _apart(dx: Floats, dy: Floats, difference: Difference) -> Floats:
    """How far points are from a grown ring, negative inside; `separation.signed_distance` for many at once."""
    if not difference.edges:
        px, py = dx - difference.x, dy - difference.y
        disc: Floats = np.sqrt(px * px + py * py) - difference.radius
        return disc
    inside = nearest = np.zeros((1, 1), dtype=np.float64)
    for n, edge in enumerate(difference.edges):
        px, py = dx - edge.x, dy - edge.y
        out = px * edge.dy - py * edge.dx
        along = np.minimum(np.maximum(px * edge.dx + py * edge.dy, 0.0), edge.length)
        qx, qy = px - along * edge.dx, py - along * edge.dy
        square = qx * qx + qy * qy
        inside = np.maximum(inside, out) if n else out
        nearest = np.minimum(nearest, square) if n else square
    ring: Floats = np.where(inside <= 0.0, inside, np.sqrt(nearest)) - difference.radius
    return ring
