"""Line of sight as the fifth edition reads it: true lines from eyes to bodies, through mates as though absent."""

from __future__ import annotations

from functools import lru_cache

from battlefield.body import Body
from battlefield.sight import Margin, Skip, Survey, look_margin, survey, viewer_margin
from battlefield.table import Board
from engine.core.ledger import rule
from engine.core.state import State
from engine.mechanics.company import bodies_of, opponents
from engine.mechanics.company import mates as mates

Bodies = tuple[Body, ...]


@rule("5e.shooting.los-own-unit", "5e.cover.own-unit")
def looked_through(state: State, unit: str, target: str) -> tuple[frozenset[str], frozenset[str]]:
    """What is as though absent when a unit looks at another: its own models, and those of the target for each other."""
    return mates(state, unit), mates(state, target)


@rule("5e.shooting.true-los")
def between(state: State, unit: str, target: str) -> Survey:
    """What every model of a unit sees of every model of another, both in order of setting up.

    From the eye to the body, torso and limbs, without ornaments; what stands in between hides just what it covers.
    """
    viewers, targets = bodies_of(state, unit), bodies_of(state, target)
    through, also = looked_through(state, unit, target)
    return look_across(state.board, viewers, targets, state.bodies(), through, also)


@lru_cache(maxsize=256)
def look_across(
    board: Board, viewers: Bodies, targets: Bodies, bodies: Bodies, through: frozenset[str], also: frozenset[str]
) -> Survey:
    """A survey in which all viewers look through the same models, and so do all targets."""
    return survey(board, viewers, targets, bodies, Skip((through,) * len(viewers), (also,) * len(targets)))


def visible_models(state: State, unit: str, target: str) -> dict[str, tuple[str, ...]]:
    """For each model of a unit, the models of the target that it sees, in order of setting up."""
    seen = between(state, unit, target).visible.tolist()
    targets = state.present(target)
    return {
        viewer.id: tuple(t.id for t, visible in zip(targets, row, strict=True) if visible)
        for viewer, row in zip(state.present(unit), seen, strict=True)
    }


@rule("5e.shooting.los-needed")
def sees(state: State, unit: str, target: str) -> bool:
    """Whether one model of a unit at least sees one model of another at least."""
    return bool(between(state, unit, target).visible.any())


def margin(state: State, viewer: str, target: str, of: str = "target") -> Margin | None:
    """How far the target, or the `viewer`, may be shifted before the one ceases or begins to see the other.

    Between two models on the table, both units looked through; None otherwise.
    """
    bodies = opponents(state, viewer, target)
    if bodies is None:
        return None
    through, also = looked_through(state, state.models[viewer].unit, state.models[target].unit)
    shifted = look_margin if of == "target" else viewer_margin
    return shifted(state.board, *bodies, state.bodies(), transparent=through | also)
