"""Footprints: what of the table a model or a marker covers, without saying where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

from shapely import Point as ShapelyPoint
from shapely import Polygon
from shapely.affinity import rotate, scale, translate

from battlefield.pose import Pose
from battlefield.units import inches

CIRCLE_SIDES = 64
"""Sides of the polygon that stands for a circle wherever a polygon is needed; distances between discs stay exact."""


@dataclass(frozen=True, slots=True)
class Round:
    """A disc. `diameter` in micrometres."""

    diameter: int


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse, `length` along the facing and `width` across it, in micrometres."""

    length: int
    width: int


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, `length` along the facing and `width` across it, in micrometres."""

    length: int
    width: int


@dataclass(frozen=True, slots=True)
class Hull:
    """Any simple polygon around the origin; points in micrometres, facing along +x."""

    points: tuple[tuple[int, int], ...]

    def __hash__(self) -> int:
        return hash((len(self.points), self.points[1:3]))


Shape: TypeAlias = Round | Oval | Rect | Hull


@lru_cache(maxsize=1024)
def footprint(shape: Shape) -> Polygon:
    """The shape at the origin facing +x, in inches."""
    if isinstance(shape, Round):
        return ShapelyPoint(0, 0).buffer(inches(shape.diameter) / 2, quad_segs=CIRCLE_SIDES // 4)
    if isinstance(shape, Oval):
        disc = ShapelyPoint(0, 0).buffer(0.5, quad_segs=CIRCLE_SIDES // 4)
        return scale(disc, inches(shape.length), inches(shape.width), origin=(0, 0))
    if isinstance(shape, Rect):
        x, y = inches(shape.length) / 2, inches(shape.width) / 2
        return Polygon([(-x, -y), (x, -y), (x, y), (-x, y)])
    return Polygon([(inches(x), inches(y)) for x, y in shape.points])


@lru_cache(maxsize=65536)
def outline(shape: Shape, pose: Pose) -> Polygon:
    """The ground a shape covers at a pose, in inches."""
    turned = rotate(footprint(shape), pose.heading, origin=(0, 0)) if pose.facing else footprint(shape)
    return translate(turned, *pose.xy)


def reach(shape: Shape) -> float:
    """The greatest distance of the shape's edge from its origin, in inches."""
    return inches(shape.diameter) / 2 if isinstance(shape, Round) else _reach(shape)


@lru_cache(maxsize=1024)
def _reach(shape: Oval | Rect | Hull) -> float:
    if isinstance(shape, Oval):
        return inches(max(shape.length, shape.width)) / 2
    points = footprint(shape).exterior.coords
    return max(sqrt(x * x + y * y) for x, y in points)
