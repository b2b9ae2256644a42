"""Losses of a phase: how many models a unit lost, and whether that calls for a Morale check."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.state import State
from engine.fifth import status

QUARTER = 4
"""A unit tests when it loses one model in this many, or more."""


def losses_deed(phase: str) -> str:
    """The name of the deed that remembers a phase's losses: `lost` models of a `strength` when the phase began."""
    return f"losses_{phase}"


@rule("5e.morale.casualties-not-cc")
def note_losses(b: Battle, unit: str, models: int, in_combat: bool) -> None:
    """Remember that a unit just lost some models in this phase; those killed by blows call for no check."""
    phase = b.state.clock.phase
    if not phase or not models:
        return
    before = b.state.deed(unit, losses_deed(phase))
    strength = before.detail("strength") if before else len(b.state.members(unit)) + models
    lost = (before.detail("lost") if before else 0) + (0 if in_combat else models)
    b.note_deed(unit, losses_deed(phase), "5e.morale.casualties-25", lost=lost, strength=strength)


@rule("5e.morale.casualties-25", "5e.morale.casualties-locked", "5e.assault.locked-no-tests")
def calls_for_check(state: State, unit: str) -> bool:
    """Whether a unit has to check its morale now because of this phase's losses."""
    phase = state.clock.phase
    deed = state.deed(unit, losses_deed(phase))
    if deed is None or state.did(unit, f"checked_{phase}") or not state.present(unit):
        return False
    return deed.detail("lost") * QUARTER >= deed.detail("strength") and not status.locked(state, unit)
