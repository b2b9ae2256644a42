"""Straight lines in the plan: where they run inside an area, and for how long."""

from __future__ import annotations

from typing import TypeAlias

from shapely import LineString, Point, get_parts
from shapely.geometry.base import BaseGeometry

from battlefield.separation import CONTACT

Spot: TypeAlias = tuple[float, float]
"""A place in the plan, in inches."""


def crossings(start: Spot, end: Spot, area: BaseGeometry) -> tuple[tuple[float, float], ...]:
    """The stretches of a line inside an area as (entry, exit) in inches from its start, in order.

    Stretches no longer than the tolerance, or along the area's edge, count for nothing: grazing is not crossing.

    >>> from shapely import box
    >>> crossings((0, 1), (10, 1), box(2, 0, 5, 4))
    ((2.0, 5.0),)
    """
    line, origin = LineString([start, end]), Point(start)
    stretches = []
    for part in get_parts(line.intersection(area)):
        if isinstance(part, LineString) and area.boundary.distance(part.interpolate(0.5, normalized=True)) > CONTACT:
            ends = sorted(float(origin.distance(Point(spot))) for spot in (part.coords[0], part.coords[-1]))
            stretches.append((ends[0], ends[1]))
    joined: list[tuple[float, float]] = []
    for entry, leave in sorted(stretches):
        if joined and entry - joined[-1][1] <= CONTACT:
            joined[-1] = joined[-1][0], max(leave, joined[-1][1])
        else:
            joined.append((entry, leave))
    return tuple(stretch for stretch in joined if stretch[1] - stretch[0] > CONTACT)


def length_inside(start: Spot, end: Spot, area: BaseGeometry) -> float:
    """How many inches of a line lie inside an area."""
    total = 0.0
    for entry, leave in crossings(start, end, area):
        total += leave - entry
    return total


def crosses(start: Spot, end: Spot, area: BaseGeometry) -> bool:
    """Whether a line runs through an area for more than the tolerance."""
    return bool(crossings(start, end, area))
