"""A move that was made."""

from __future__ import annotations

from typing import NamedTuple

from battlefield.paths import Route, poses
from battlefield.pose import Pose
from engine.core.ledger import rule


class Way(NamedTuple):
    """A move that was made: the model, where it started, and its legs."""

    model: str
    start: Pose
    legs: Route


@rule("5e.movement.free-facing")
def leads_away(way: Way) -> bool:
    """Whether a model moved at all: it left its spot, be it to come back. A turn on the spot is no movement."""
    at = (way.start.x, way.start.y, way.start.z)
    return any((pose.x, pose.y, pose.z) != at for pose in poses(way.start, way.legs))
