"""The Warlord: who it is, and what its trait does."""

from __future__ import annotations

from engine.core.ledger import rule
from engine.core.state import State

LEGENDARY_FIGHTER, INSPIRING_LEADER, TENACIOUS_SURVIVOR = (
    "legendary_fighter",
    "inspiring_leader",
    "tenacious_survivor",
)
TRAITS = (LEGENDARY_FIGHTER, INSPIRING_LEADER, TENACIOUS_SURVIVOR)

TRAIT = "warlord_trait"
"""The kind of the effect that a trait is; its number `trait` says which."""

NO_ROLL = 7


def of_side(state: State, side: str) -> str:
    """The model that a side named as its Warlord; empty before it did."""
    return state.agreed.get(f"warlord.{side}", "")


def has_trait(state: State, model: str, trait: str) -> bool:
    """Whether a model is a Warlord with that trait."""
    return any(effect.number("trait") == trait for effect in state.effects_on(model, TRAIT))


@rule("8e.warlord.tenacious-survivor")
def shrugs_off(state: State, model: str) -> int:
    """The score with which a model ignores a lost wound by its trait: a 6; 7 when it has no such trait."""
    return 6 if has_trait(state, model, TENACIOUS_SURVIVOR) else NO_ROLL
