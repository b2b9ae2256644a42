"""How large a number may be that comes from outside, in an answer, a command or a battle file.

Whatever is within these bounds can be squared, subtracted and summed in 64 bits; no table comes anywhere near them.
"""

from __future__ import annotations

from typing import Any

from battlefield.paths import Climb, Glide, Jump, Leg, Turn
from battlefield.pose import Pose
from battlefield.units import FULL_TURN, um
from engine.core.setup import Setup

FARTHEST = um(1_000)
"""Micrometres: no place is farther from the corner of the table, along it or up."""

TURNS = 10
"""How many times round an angle may go."""

MOST_LEGS = 400
"""Of one model's way."""

LARGEST = 2**53
"""No whole number in a battle file is larger."""

SHOWN = 80
"""Characters shown of an answer that is refused."""


def whole(value: Any) -> bool:
    """Whether something is a whole number and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_pose(pose: Any) -> bool:
    """Whether something is a pose in whole numbers, however large."""
    return isinstance(pose, Pose) and all(map(whole, (pose.x, pose.y, pose.z, pose.facing)))


def whole_leg(leg: Any) -> bool:
    """Whether something is a leg in whole numbers, however large."""
    if isinstance(leg, Glide):
        return whole(leg.x) and whole(leg.y)
    if isinstance(leg, Jump):
        return whole_pose(leg.pose)
    return (isinstance(leg, Turn) and whole(leg.facing)) or (isinstance(leg, Climb) and whole(leg.z))


def angle_in_bounds(angle: int) -> bool:
    """Whether an angle in microdegrees goes round no more than `TURNS` times."""
    return -TURNS * FULL_TURN <= angle <= TURNS * FULL_TURN


def pose_in_bounds(pose: Pose) -> bool:
    """Whether a pose is anywhere near a table."""
    near = all(-FARTHEST <= n <= FARTHEST for n in (pose.x, pose.y, pose.z))
    return near and angle_in_bounds(pose.facing)


def leg_in_bounds(leg: Leg) -> bool:
    """Whether a leg leads to a place near a table, or goes round no more often than it may."""
    if isinstance(leg, Turn):
        return angle_in_bounds(leg.facing)
    if isinstance(leg, Jump):
        return pose_in_bounds(leg.pose)
    return pose_in_bounds(Pose(0, 0, leg.z) if isinstance(leg, Climb) else Pose(leg.x, leg.y))


def shown(value: Any) -> str:
    """The beginning of whatever was given as an answer, as text; its type when it has none."""
    try:
        return repr(value)[:SHOWN]
    except (
        Exception
    ):  # a number of thousands of digits, a tuple in a tuple in a tuple, or a thing that will not be told
        return type(value).__name__


def number_of(text: str) -> int:
    """The whole number of a JSON text. Raises ValueError for one that is `LARGEST` or more."""
    found = int(text) if len(text) < 20 else LARGEST + 1
    if not -LARGEST <= found <= LARGEST:
        raise ValueError(f"a number beyond all measure: {text[:20]}...")
    return found


def table_in_bounds(setup: Setup) -> bool:
    """Whether a table has a size that a table can have."""
    return all(whole(n) and 0 < n <= FARTHEST for n in (setup.width, setup.depth))
