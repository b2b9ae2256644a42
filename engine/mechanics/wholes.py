"""Whether all of a model can be seen; what nothing stands before is not asked further."""

from __future__ import annotations

from battlefield.body import Body
from battlefield.sight.whole import Whole, seen_whole
from battlefield.table import Board


def whole(
    board: Board, viewer: Body, target: Body, bodies: tuple[Body, ...] = (), transparent: frozenset[str] = frozenset()
) -> Whole:
    """Whether every part of a target that faces a viewer is seen from some part of it, and what stands between them.

    Pieces and `bodies` hide, except those whose id is `transparent`. Equal questions share one answer.
    """
    return seen_whole(board, viewer, target, bodies, transparent=transparent)
