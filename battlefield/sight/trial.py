"""A first look at a small made-up scene, which makes every kernel compile."""

from __future__ import annotations

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.sight.fields import seen_from, shadows, unseen
from battlefield.sight.joined import joins
from battlefield.sight.margin import join_margin, look_margin, viewer_margin
from battlefield.sight.sightings import look, survey
from battlefield.table import Board
from battlefield.units import mm, um


def trial() -> None:
    """Look along one line in every way a kernel can be asked."""
    board = Board(um(48), um(48))
    one, other = (Body(id, Round(mm(32)), Pose.at(x, 10), um(1.5), um(1.3)) for id, x in (("one", 5), ("other", 20)))
    look(board, one, other, ())
    for x in (12, 13):
        survey(board, (one,), (other,), (Body("moving", Round(mm(32)), Pose.at(x, 20), um(1.5), um(1.3)),))
    joins(board, (one,), (other,), ())
    seen_from(board, (one,), (other,))
    unseen(board, (one,), (other,), parts=True)
    shadows(board, one, (other,))
    for margin in (look_margin, viewer_margin, join_margin):
        margin(board, one, other, ())
