"""Straight lines from any part of one model to any part of another, for all models of two units at once."""

from __future__ import annotations

from functools import cached_property, lru_cache

from battlefield.body import Body
from battlefield.sight import Join, Sighting, Skip, Survey, joins, survey
from battlefield.sight.picture import Bools, Floats
from battlefield.table import Board

Bodies = tuple[Body, ...]


class Lines:
    """Which viewers are joined to which targets by a line; the witnesses, and what the eye sees, on demand.

    `visible` and `hidden` are arrays [viewer, target]; `hidden` is the share that the viewer's eye cannot see.
    """

    def __init__(self, board: Board, viewers: Bodies, targets: Bodies, bodies: Bodies, skip: Skip, width: float):
        self._joins = joins(board, viewers, targets, bodies, skip, width=width)
        self._known: dict[tuple[int, int], Join] = {}
        self._asked = board, viewers, targets, bodies, skip
        self.visible: Bools = self._joins.visible

    @cached_property
    def _eyes(self) -> Survey:
        """What the eyes see, which the rules mostly do not ask."""
        return survey(*self._asked)

    @property
    def hidden(self) -> Floats:
        return self._eyes.hidden

    def join(self, viewer: int, target: int) -> Join:
        """The line between two, or what closes every one, by their places among the viewers and targets."""
        key = viewer, target
        if key not in self._known:
            self._known[key] = self._joins.join(viewer, target)
        return self._known[key]

    def eye(self, viewer: int, target: int) -> Sighting:
        """What the viewer's eye sees of the target."""
        return self._eyes.sighting(viewer, target)

    def blockers(self, viewer: int, target: int) -> tuple[str, ...]:
        """The ids of what closes every line, or of what hides some of the target from the viewer's eye."""
        if not self.visible[viewer, target]:
            return self.join(viewer, target).blockers
        return self.eye(viewer, target).blockers if self.hidden[viewer, target] else ()


@lru_cache(maxsize=256)
def lines(board: Board, viewers: Bodies, targets: Bodies, bodies: Bodies, skip: Skip, width: float = 0.0) -> Lines:
    """The lines from viewers to targets, `width` inches wide. Equal questions share one answer."""
    return Lines(board, viewers, targets, bodies, skip, width)
