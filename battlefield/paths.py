"""Ways of moving: legs, the poses they lead through, and how long they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, sqrt
from typing import TypeAlias

from battlefield.pose import Pose
from battlefield.shapes import Round, Shape, reach
from battlefield.units import FULL_TURN, INCH, degrees, inches, um


@dataclass(frozen=True, slots=True)
class Glide:
    """Straight to a plan position in micrometres, without turning, at the same height."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Turning in place to a facing in microdegrees, the shorter way round; half a turn goes counter-clockwise."""

    facing: int


@dataclass(frozen=True, slots=True)
class Climb:
    """Straight up or down to a height in micrometres."""

    z: int


@dataclass(frozen=True, slots=True)
class Jump:
    """To another pose without passing over the ground between."""

    pose: Pose


Leg: TypeAlias = Glide | Turn | Climb | Jump
Route: TypeAlias = tuple[Leg, ...]


def glide(x: float, y: float) -> Glide:
    """A straight leg to a plan position in inches."""
    return Glide(um(x), um(y))


def after(pose: Pose, leg: Leg) -> Pose:
    """Where a leg leads."""
    if isinstance(leg, Glide):
        return Pose(leg.x, leg.y, pose.z, pose.facing)
    if isinstance(leg, Turn):
        return Pose(pose.x, pose.y, pose.z, leg.facing % FULL_TURN)
    if isinstance(leg, Climb):
        return Pose(pose.x, pose.y, leg.z, pose.facing)
    return leg.pose


def poses(start: Pose, legs: Route) -> tuple[Pose, ...]:
    """The start and the pose after each leg."""
    found = [start]
    for leg in legs:
        found.append(after(found[-1], leg))
    return tuple(found)


def end(start: Pose, legs: Route) -> Pose:
    """Where a route leads."""
    return poses(start, legs)[-1]


def swing(start: int, facing: int) -> int:
    """The angle in microdegrees from one facing to another, the shorter way, counter-clockwise positive.

    >>> swing(350_000_000, 10_000_000)
    20000000
    """
    turned = (facing - start) % FULL_TURN
    return turned if turned <= FULL_TURN // 2 else turned - FULL_TURN


def leg_length(pose: Pose, leg: Leg) -> float:
    """The length of a leg: inches in the plan for glides and jumps, inches of height for climbs, degrees for turns."""
    if isinstance(leg, Turn):
        return degrees(abs(swing(pose.facing, leg.facing)))
    if isinstance(leg, Climb):
        return inches(abs(leg.z - pose.z))
    to = leg.pose if isinstance(leg, Jump) else leg
    dx, dy = to.x - pose.x, to.y - pose.y
    return sqrt(dx * dx + dy * dy) / INCH


def pose_along(start: Pose, legs: Route, leg: int, along: float) -> Pose:
    """The pose a given length into the leg of that number, measured as `leg_length` does; jumps only end."""
    pose, step = poses(start, legs)[leg], legs[leg]
    length = leg_length(pose, step)
    if along >= length or isinstance(step, Jump):
        return after(pose, step)
    share = along / length
    if isinstance(step, Turn):
        return replace(pose, facing=(pose.facing + round(share * swing(pose.facing, step.facing))) % FULL_TURN)
    if isinstance(step, Climb):
        return replace(pose, z=pose.z + round(share * (step.z - pose.z)))
    return replace(pose, x=pose.x + round(share * (step.x - pose.x)), y=pose.y + round(share * (step.y - pose.y)))


def centre_length(start: Pose, legs: Route) -> float:
    """The length of the centre's way in the plan, in inches: glides and jumps; turns and climbs add nothing.

    >>> centre_length(Pose.at(0, 0), (glide(3, 0), Turn(90_000_000), glide(3, 4)))
    7.0
    """
    total, pose = 0.0, start
    for leg in legs:
        if isinstance(leg, Glide | Jump):
            total += leg_length(pose, leg)
        pose = after(pose, leg)
    return total


def climbed(start: Pose, legs: Route) -> float:
    """The height climbed, up and down added together, in inches; jumps count the difference of their ends."""
    total, pose = 0, start
    for leg in legs:
        to = after(pose, leg)
        total += abs(to.z - pose.z)
        pose = to
    return inches(total)


def turned(start: Pose, legs: Route) -> float:
    """The angle turned in place, both ways added together, in degrees."""
    total, pose = 0, start
    for leg in legs:
        if isinstance(leg, Turn):
            total += abs(swing(pose.facing, leg.facing))
        pose = after(pose, leg)
    return degrees(total)


def farthest_length(shape: Shape, start: Pose, legs: Route) -> float:
    """The length of the longest way any point of the base makes in the plan, in inches.

    A turn carries the farthest corner along an arc; turning a disc moves none of its outline and adds nothing.
    """
    arc = 0.0 if isinstance(shape, Round) else reach(shape) * turned(start, legs) * pi / 180
    return centre_length(start, legs) + arc
