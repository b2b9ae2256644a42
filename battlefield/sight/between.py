"""What stands between two bodies: all that any straight line from the one to the other runs into."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import sqrt

import numpy as np

from battlefield.body import Body
from battlefield.sight.packing import RIM, Scene, body_solids, convex_hull
from battlefield.sight.picture import Bools, Floats
from battlefield.sight.prisms import TOLERANCE


def stands_between(scene: Scene, viewer: Body, target: Body, away: Collection[str]) -> list[int]:
    """The prisms of a scene that lines between two bodies run into, except those of the ids `away`.

    Exact for bodies with a convex plan; round ones count as the polygons of 24 sides around them, and a body with
    folds as its hull.
    """
    lines = _Lines(viewer, target)
    kept = np.array([name not in away for name in scene.names], np.bool_)[scene.owner]
    near: list[int] = np.flatnonzero(kept & lines.near(scene)).tolist()
    return [p for p in near if lines.meet(_ring(scene, p), *_heights(scene, p))]


def _heights(scene: Scene, p: int) -> tuple[float, float]:
    return float(scene.prisms.bottom[p]), float(scene.prisms.top[p])


def _ring(scene: Scene, p: int) -> tuple[Floats, float]:
    """The corners of a prism [corner, x or y] and 0, or the centre of a disc and its radius."""
    prisms = scene.prisms
    if prisms.disc[p]:
        return np.array([[prisms.centre_x[p], prisms.centre_y[p]]]), float(prisms.reach[p])
    n = prisms.sides[p]
    return np.stack([prisms.x[p, :n], prisms.y[p, :n]], axis=1), 0.0


class _Lines:
    """All lines between two bodies: at each part of the way from the one to the other they fill a convex plan."""

    def __init__(self, one: Body, other: Body) -> None:
        a, b = self._ends = [_end(one), _end(other)]
        self._normals = np.array([*a.normals, *b.normals, *_normals(convex_hull(a.ring + b.ring))])
        self._reach = [end.farthest(self._normals) for end in self._ends]

    def near(self, scene: Scene) -> Bools:
        """The prisms whose circle comes near the way, at some height of it."""
        prisms, (a, b) = scene.prisms, self._ends
        low, high = min(a.bottom, b.bottom), max(a.top, b.top)
        dx, dy = b.x - a.x, b.y - a.y
        x, y = prisms.centre_x[:-1] - a.x, prisms.centre_y[:-1] - a.y
        part = np.clip((x * dx + y * dy) / max(dx * dx + dy * dy, 1.0), 0.0, 1.0)
        far = prisms.reach[:-1] + max(a.reach, b.reach) * 1.01
        x, y = x - part * dx, y - part * dy
        tall = prisms.top[:-1] - prisms.bottom[:-1] > TOLERANCE
        level = (prisms.top[:-1] > low + TOLERANCE) & (prisms.bottom[:-1] < high - TOLERANCE)
        near: Bools = tall & level & (x * x + y * y < far * far)
        return near

    def meet(self, plan: tuple[Floats, float], bottom: float, top: float) -> bool:
        """Whether any of the lines runs into a prism."""
        part = self._parts(bottom, top)
        if part is None:
            return False
        corners, radius = plan
        if self._apart(self._normals, self._reach, part, corners, radius):
            return False
        ring = [(float(x), float(y)) for x, y in corners]
        ways = np.array(RIM if radius > 0 else list(_normals(ring)))
        return not self._apart(ways, [end.farthest(ways) for end in self._ends], part, corners, radius)

    def _parts(self, bottom: float, top: float) -> tuple[float, float] | None:
        """From which to which part of the way some line is above a bottom and below a top, if anywhere."""
        a, b = self._ends
        start, stop = 0.0, 1.0
        # Lines are lowest between the bottoms and highest between the tops.
        for here, there in ((top - a.bottom, top - b.bottom), (a.top - bottom, b.top - bottom)):
            if here <= TOLERANCE and there <= TOLERANCE:
                return None
            if here < 0.0:
                start = max(start, here / (here - there))
            if there < 0.0:
                stop = min(stop, here / (here - there))
        return (start, stop) if start < stop else None

    @staticmethod
    def _apart(ways: Floats, reach: list[Floats], part: tuple[float, float], corners: Floats, radius: float) -> bool:
        """Whether in some direction all of a plan lies beyond the lines on that part of their way."""
        a, b = reach
        first, last = (a + share * (b - a) for share in part)
        nearest = (ways @ corners.T).min(axis=1) - radius
        return bool((nearest >= np.maximum(first, last) - TOLERANCE).any())


class _End:
    """One of the two bodies."""

    def __init__(self, body: Body) -> None:
        solids = body_solids(body)
        self.bottom, self.top = float(solids[0].bottom), float(solids[0].top)
        self.x, self.y = float(body.pose.x), float(body.pose.y)
        self.ring = convex_hull([spot for solid in solids for spot in solid.outline])
        self.normals = list(_normals(self.ring))
        self.reach = max(sqrt((x - self.x) * (x - self.x) + (y - self.y) * (y - self.y)) for x, y in self.ring)
        self._disc = solids[0].radius
        self._spots = np.array([(self.x, self.y)] if self._disc else self.ring)

    def farthest(self, ways: Floats) -> Floats:
        """How far it reaches in each direction."""
        far: Floats = (ways @ self._spots.T).max(axis=1) + self._disc
        return far


@lru_cache(maxsize=4096)
def _end(body: Body) -> _End:
    return _End(body)


def _normals(ring: tuple[tuple[float, float], ...] | list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The directions out of a counter-clockwise ring, one for each edge."""
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0])):
        long = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        yield (by - ay) / long, (ax - bx) / long
