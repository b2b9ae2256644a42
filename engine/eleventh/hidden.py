"""Hidden models, from how far they are detected, and going to ground."""

from __future__ import annotations

from functools import lru_cache

from battlefield.body import Body
from battlefield.table import Board
from battlefield.units import um
from engine.core.ledger import rule
from engine.core.state import State
from engine.eleventh.keywords import SHELTERING, has
from engine.eleventh.measuring import within as within_range
from engine.eleventh.terrain import DENSE, LIGHT, Area, category, within
from engine.mechanics.company import company
from engine.mechanics.straight import straight
from engine.mechanics.wholes import whole

SHOT = "shot"
"""The deed of a unit that made a ranged attack."""

DETECTION, TO_GROUND = um(15), um(3)
"""The range in which a hidden model is detected, and what is taken off it while it has gone to ground."""


@rule("11e.terrain.hidden-conditions", "11e.terrain.hidden-first-turn")
def shot_lately(state: State, unit: str) -> bool:
    """Whether a unit made a ranged attack in this player turn or the one before; before the first there was none."""
    turns = (state.clock.turn, state.clock.turn - 1)
    return any(state.did(other, SHOT, turn) for other in company(state, unit) for turn in turns)


def conceals(state: State, area: Area) -> bool:
    """Whether models can hide in an area: it contains a dense feature; where `hidden_in: light` is agreed, a light one
    will do."""
    wanted = (DENSE, LIGHT) if state.setup.option("hidden_in", DENSE) == LIGHT else (DENSE,)
    return any(word in wanted for word in area.categories)


def may_hide(state: State, model: str) -> bool:
    """Whether a model hides in every area that conceals: what it is, and what its unit did lately."""
    unit = state.models[model].unit
    return has(state, unit, *SHELTERING) and not shot_lately(state, unit)


@rule("11e.terrain.hidden-conditions")
def hidden_in(state: State, marked: Board, body: Body) -> tuple[str, ...]:
    """The ids of the areas of a table in which a model that stands so is hidden; empty when it is not."""
    if not may_hide(state, body.id):
        return ()
    return tuple(area.id for area in within(marked, body) if conceals(state, area))


@rule("11e.terrain.hidden-effect")
def detection_range(gone_to_ground: bool) -> int:
    """From how far a hidden model can be visible to an enemy model, in micrometres."""
    return DETECTION - TO_GROUND if gone_to_ground else DETECTION


@lru_cache(maxsize=64)
def dense_alone(board: Board) -> Board:
    """A board with nothing but its dense features."""
    return Board(board.width, board.depth, tuple(piece for piece in board.pieces if category(piece) == DENSE))


@rule("11e.terrain.gone-to-ground")
def gone_to_ground(board: Board, viewer: Body, target: Body) -> bool:
    """Whether a hidden model has gone to ground against a viewer: dense features in between keep some of it unseen."""
    return not whole(dense_alone(board), viewer, target).seen


@rule("11e.terrain.hidden-effect")
def detected_from(state: State, board: Board, marked: Board, pair: tuple[Body, Body]) -> int | None:
    """From how far a viewer detects a target, in micrometres; None when that is not hidden from it.

    `board` is the table as lines of sight find it, `marked` as it was set up, with its areas.
    """
    viewer, target = pair
    if state.side_of(viewer.id) == state.side_of(target.id) or not hidden_in(state, marked, target):
        return None
    apart = straight(viewer, target)
    whole_range, short = detection_range(False), detection_range(True)
    decides = within_range(apart, whole_range) and not within_range(apart, short)
    return short if decides and gone_to_ground(board, viewer, target) else whole_range
