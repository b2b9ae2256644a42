"""A draft of where models shall stand: laid out step by step, each step can be taken back.

Nothing here draws or asks whether anything is legal. Lengths are micrometres, angles microdegrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.units import angle_of, unit_vector
from engine.mechanics.formation import Ends, Point, ranks, rotated, translated

MOST_GAP = 50_800
"""The widest gap between neighbours in a line that is drawn, in micrometres."""


class Draft:
    """Wanted poses of models, and the drafts before each step."""

    def __init__(self, poses: Mapping[str, Pose] | None = None) -> None:
        self.poses: dict[str, Pose] = dict(poses or {})
        self.past: list[dict[str, Pose]] = []

    def put(self, poses: Mapping[str, Pose]) -> None:
        """Want some models elsewhere, as part of the step under way."""
        self.poses = {**self.poses, **poses}

    def step(self) -> None:
        """Begin a step: what is wanted now can be come back to."""
        self.past.append(dict(self.poses))

    def back(self) -> bool:
        """Take back the last step; False when there is none."""
        if not self.past:
            return False
        self.poses = self.past.pop()
        return True

    def drop_idle_step(self) -> None:
        """Forget a step that changed nothing."""
        if self.past and self.past[-1] == self.poses:
            self.past.pop()

    def clear(self) -> None:
        """Want nothing any more; this too can be taken back."""
        if self.poses:
            self.step()
            self.poses = {}


def carried(bodies: Sequence[Body], by: Point, turn: int) -> Ends:
    """Bodies shifted together and then turned about their middle."""
    ends = translated(bodies, *by)
    if not turn:
        return ends
    return rotated([b.at(ends[b.id]) for b in bodies], turn)


def line_between(bodies: Sequence[Body], start: Point, end: Point, width: int, ahead: Point) -> Ends:
    """Ranks with the first along a line from `start` to `end`, as many abreast as it has room for.

    `width` is what a base takes up. Everyone looks across the line, to the side away from `ahead`, where they come
    from. Neighbours share the length out between them, up to the widest gap.
    """
    dx, dy = float(end[0] - start[0]), float(end[1] - start[1])
    length = sqrt(dx * dx + dy * dy)
    abreast = max(1, min(len(bodies), int(length // width) + 1))
    count = -(-len(bodies) // abreast)
    abreast = -(-len(bodies) // count)
    gap = min(MOST_GAP, max(0, round(length / (abreast - 1)) - width)) if abreast > 1 else width // 4
    middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    facing = angle_of(-dy, dx) if length > 0 else bodies[0].pose.facing
    fx, fy = unit_vector(facing)
    if fx * (middle[0] - ahead[0]) + fy * (middle[1] - ahead[1]) < 0:
        facing, fx, fy = (facing + 180_000_000) % 360_000_000, -fx, -fy
    back = (count - 1) * (width + gap) / 2
    about = round(middle[0] - fx * back), round(middle[1] - fy * back)
    return ranks(bodies, count, gap, facing, about)
