"""Shifting a place by a distance in a direction."""

from __future__ import annotations

from dataclasses import replace

from battlefield.pose import Pose
from battlefield.units import INCH, angle_of, degrees, udeg, unit_vector


def shifted(pose: Pose, distance: float, direction: float) -> Pose:
    """The pose `distance` inches further in a direction in degrees; rounded once, height and facing kept.

    >>> shifted(Pose.at(10, 10), 4, 90).xy
    (10.0, 14.0)
    """
    dx, dy = unit_vector(udeg(direction))
    return replace(pose, x=round(pose.x + distance * INCH * dx), y=round(pose.y + distance * INCH * dy))


def bearing(start: Pose, end: Pose) -> float:
    """The direction from one place to another, in degrees counter-clockwise from +x; 0 when they are the same."""
    return degrees(angle_of(end.x - start.x, end.y - start.y))
