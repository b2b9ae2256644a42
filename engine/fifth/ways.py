"""A move that was made."""

from __future__ import annotations

from typing import NamedTuple

from battlefield.paths import Route
from battlefield.pose import Pose


class Way(NamedTuple):
    """A move that was made: the model, where it started, and its legs."""

    model: str
    start: Pose
    legs: Route
