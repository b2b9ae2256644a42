"""What is near the way of a model: a quick first look that leaves out what no way could meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from battlefield.body import Body
from battlefield.paths import Route, poses
from battlefield.pose import Pose
from battlefield.shapes import Shape, reach
from battlefield.sweep import Obstacle, body_obstacle, is_clear
from battlefield.units import INCH

MARGIN = 64.0
"""Micrometres by which the first look is generous: it may keep too much and never leaves out what could be met."""


class Nearby:
    """Obstacles by where they are; those of bodies follow when the bodies move."""

    def __init__(self, fixed: Sequence[Obstacle], bodies: Iterable[Body]) -> None:
        members = tuple(bodies)
        self.obstacles: list[Obstacle] = [*fixed, *(body_obstacle(b) for b in members)]
        self._row = {body.id: len(fixed) + n for n, body in enumerate(members)}
        self._x = np.array([o.pose.x for o in self.obstacles], dtype=np.float64)
        self._y = np.array([o.pose.y for o in self.obstacles], dtype=np.float64)
        self._far = np.array([reach(o.shape) * INCH + o.clearance + MARGIN for o in self.obstacles], dtype=np.float64)

    def copy(self) -> Nearby:
        """The same, to be changed by itself."""
        new = Nearby.__new__(Nearby)
        new.obstacles, new._row, new._far = self.obstacles.copy(), self._row, self._far
        new._x, new._y = self._x.copy(), self._y.copy()
        return new

    def put(self, body: Body) -> None:
        """A body stands somewhere else."""
        row = self._row[body.id]
        self.obstacles[row] = body_obstacle(body)
        self._x[row], self._y[row] = body.pose.x, body.pose.y

    def along(self, mover: str, shape: Shape, start: Pose, legs: Route) -> list[Obstacle]:
        """Everything that a base on its way could meet, the mover itself left out."""
        way = poses(start, legs)
        own = reach(shape) * INCH
        near = self._beside(way[0], way[1], own) if len(way) == 2 else self._around(way, own)
        row = self._row.get(mover, -1)
        return [self.obstacles[i] for i in np.flatnonzero(near).tolist() if i != row]

    def reachable(self, mover: str, shape: Shape, start: Pose, limit: int) -> list[Obstacle]:
        """Everything that a base could meet on any way of at most `limit` micrometres."""
        dx, dy = self._x - start.x, self._y - start.y
        far = self._far + (reach(shape) * INCH + limit)
        row = self._row.get(mover, -1)
        return [self.obstacles[i] for i in np.flatnonzero(dx * dx + dy * dy <= far * far).tolist() if i != row]

    def closes(self, mover: Body, to: Pose) -> bool:
        """Whether a base that goes to a pose ends too close to something, and does not come from there."""
        near = self.reachable(mover.id, mover.shape, to, 0)
        if not near or is_clear(mover.shape, to, near, height=mover.height):
            return False
        return is_clear(mover.shape, mover.pose, near)

    def _beside(self, a: Pose, b: Pose, own: float) -> NDArray[np.bool_]:
        """What comes close to the straight line between two poses."""
        dx, dy = float(b.x - a.x), float(b.y - a.y)
        px, py = self._x - a.x, self._y - a.y
        square = dx * dx + dy * dy
        if square > 0.0:
            share = np.minimum(np.maximum((px * dx + py * dy) / square, 0.0), 1.0)
            px, py = px - share * dx, py - share * dy
        far = self._far + own
        near: NDArray[np.bool_] = px * px + py * py <= far * far
        return near

    def _around(self, way: Sequence[Pose], own: float) -> NDArray[np.bool_]:
        """What comes close to the least box around some poses."""
        xs, ys = [p.x for p in way], [p.y for p in way]
        far = self._far + own
        near: NDArray[np.bool_] = (
            (self._x >= min(xs) - far)
            & (self._x <= max(xs) + far)
            & (self._y >= min(ys) - far)
            & (self._y <= max(ys) + far)
        )
        return near
