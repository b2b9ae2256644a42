"""Pinning: a unit hurt by a pinning weapon tests its nerve once its casualties have been removed."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.fifth import morale, status
from engine.fifth.wounds import Losses


@rule("5e.weapons.pinning-test", "5e.weapons.pinning-repeat", "5e.assault.locked-no-tests")
def must_test(state: State, unit: str, losses: Losses) -> bool:
    """Whether losses call for a Pinning test: an unsaved wound by a pinning weapon, on a unit still up and standing.

    A unit may have to test many times in a turn, but not once it is on the ground, nor while locked in combat.
    """
    if not losses.pinning or not state.present(unit):
        return False
    return not status.gone_to_ground(state, unit) and not status.locked(state, unit)


@rule("5e.weapons.pinning-no-retro", "5e.weapons.pinning-immune")
def test_if_hurt(b: Battle, unit: str, losses: Losses) -> Procedure[None]:
    """Take the test when all saves against the volley are over, so that going to ground cannot help against it.

    A unit that can never be pinned passes without dice.
    """
    if must_test(b.state, unit, losses):
        yield from morale.pinning_test(b, unit, "5e.weapons.pinning-test")
