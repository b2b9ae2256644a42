"""The side of a hull that an eye looks at, and how much of that one is hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from battlefield.body import Body
from battlefield.shapes import Hull, Rect
from battlefield.sight.faces import faces, sector
from battlefield.sight.sightings import look
from battlefield.table import Board


@dataclass(frozen=True, slots=True)
class Facing:
    """The side of a hull that an eye looks at, `front`, `side` or `rear`, and the share of its area that is hidden."""

    name: str
    hidden: float


def facing(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Facing | None:
    """Which side of a hull the eye of a viewer looks at; None for a body that is no hull.

    Of a hull seen straight from above, no side of which is turned to the eye, what is hidden is that of its silhouette.
    """
    if not isinstance(target.shape, Hull | Rect):
        return None
    found = faces(board, viewer, target, bodies, transparent=transparent)
    if found:
        return Facing(found[0].name, found[0].hidden)
    sighting = look(board, viewer, target, bodies, transparent=transparent)
    return Facing(sector(viewer, target), sighting.hidden)
