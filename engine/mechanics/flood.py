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
"""The side of a cell in micrometres."""

HALF_DIAGONAL = CELL * sqrt(0.5) + 32
"""How far a cell's corner is from its middle, and the tolerance of contact besides."""

Floats = NDArray[np.float64]


class Flood:
    """The cells of a box (inches) that may be reached from a pose among obstacles, their clearances kept."""

    def __init__(self, shape: Shape, start: Pose, obstacles: Sequence[Obstacle], within: Box) -> None:
        self._x, self._y = um(within[0]), um(within[1])
        self._columns = max(1, -(-(um(within[2]) - self._x) // CELL))
        self._rows = max(1, -(-(um(within[3]) - self._y) // CELL))
        self._open = self._free(shape, start.facing, obstacles)
        self._reached = self._fill(self._cell(start))

    def may_reach(self, pose: Pose) -> bool:
        """False when no way at all leads to a pose; poses outside the box are out of reach."""
        cell = self._cell(pose)
        return cell >= 0 and bool(self._reached[cell])

    def _cell(self, pose: Pose) -> int:
        column, row = (pose.x - self._x) // CELL, (pose.y - self._y) // CELL
        column, row = min(column, self._columns - 1), min(row, self._rows - 1)
        return row * self._columns + column if column >= 0 and row >= 0 else -1

    def _free(self, shape: Shape, facing: int, obstacles: Sequence[Obstacle]) -> bytearray:
        """Which cells are not too close to anything, given half a diagonal."""
        x = self._x + (np.arange(self._columns, dtype=np.float64)[None, :] + 0.5) * CELL
        y = self._y + (np.arange(self._rows, dtype=np.float64)[:, None] + 0.5) * CELL
        free = np.ones((self._rows, self._columns), dtype=np.bool_)
        for obstacle in obstacles:
            far = (reach(shape) + reach(obstacle.shape)) * INCH + obstacle.clearance + CELL
            columns, rows = self._span(obstacle.pose.x - self._x, far), self._span(obstacle.pose.y - self._y, far)
            dx, dy = x[:, columns] - obstacle.pose.x, y[rows, :] - obstacle.pose.y
            for difference in differences(shape, facing, obstacle.shape, obstacle.pose.facing):
                free[rows, columns] &= _apart(dx, dy, difference) >= obstacle.clearance - HALF_DIAGONAL
        return bytearray(free.astype(np.uint8).tobytes())

    @staticmethod
    def _span(middle: int, far: float) -> slice:
        """The cells along one axis within a distance of a spot."""
        low, high = int((middle - far) // CELL), int((middle + far) // CELL) + 1
        return slice(max(0, low), max(0, high))

    def _fill(self, start: int) -> bytearray:
        """Everything connected to a cell over sides and corners; the cell itself counts as open."""
        reached = bytearray(len(self._open))
        if start < 0:
            return reached
        reached[start] = 1
        front, wide = [start], self._columns
        while front:
            cell = front.pop()
            column = cell % wide
            for row in (cell - wide, cell, cell + wide):
                for near in (row - 1, row, row + 1):
                    if (
                        0 <= near < len(reached)
                        and not reached[near]
                        and abs(near % wide - column) < 2
                        and self._open[near]
                    ):
                        reached[near] = 1
                        front.append(near)
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
