"""Line of sight as the fifth edition reads it: true lines from eyes to bodies, through mates as though absent."""

from __future__ import annotations

from battlefield.sight import Skip, Survey, survey
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State


@rule("5e.shooting.true-los", "5e.shooting.los-own-unit")
def between(state: State, unit: str, target: str) -> Survey:
    """What every model of a unit sees of every model of another, both in order of setting up.

    Everyone sees through his own unit, and models of the target do not hide one another.
    """
    viewers, targets = ([body_of(m) for m in state.present(u)] for u in (unit, target))
    mates, others = (frozenset(body.id for body in bodies) for bodies in (viewers, targets))
    skip = Skip((mates,) * len(viewers), (others,) * len(targets))
    return survey(state.board, viewers, targets, state.bodies(), skip)


def visible_models(state: State, unit: str, target: str) -> dict[str, tuple[str, ...]]:
    """For each model of a unit, the models of the target that it sees, in order of setting up."""
    seen = between(state, unit, target).visible.tolist()
    targets = state.present(target)
    return {
        viewer.id: tuple(t.id for t, visible in zip(targets, row, strict=True) if visible)
        for viewer, row in zip(state.present(unit), seen, strict=True)
    }
