"""Plunging fire: shooting down at a unit on the ground."""

from __future__ import annotations

from battlefield.separation import CONTACT
from battlefield.units import inches, um
from engine.core.ledger import rule
from engine.core.records import OnTable
from engine.core.state import State
from engine.eleventh import measuring
from engine.eleventh.cover import SKILL
from engine.eleventh.keywords import AIRCRAFT, TOWERING, has
from engine.eleventh.visibility import members
from engine.mechanics.verdicts import Benefit

FROM, WITHIN = um(3), um(12)
"""How high an attacker must stand, and how near a target must be to one that is TOWERING."""

BY_HEIGHT, BY_TOWERING = "11e.terrain.plunging-fire-height", "11e.terrain.plunging-fire-towering"


def on_ground_level(state: State, model: str) -> bool:
    """Whether a model stands on the ground, that inside terrain included."""
    return inches(state.models[model].pose.z) <= CONTACT


@rule("11e.aircraft.no-plunging-fire")
def plunging(state: State, attacker: str, target: str) -> Benefit | None:
    """What an attacking model gains against a unit: its BS is better by 1 where one reason at least holds.

    One model of the unit must be on the ground; for attacks by or at AIRCRAFT there is no such thing.
    """
    unit = state.models[attacker].unit
    if has(state, unit, AIRCRAFT) or has(state, target, AIRCRAFT):
        return None
    if not any(on_ground_level(state, model) for model in members(state, target)):
        return None
    return from_height(state, attacker) or from_above(state, attacker, target)


@rule("11e.terrain.plunging-fire-height")
def from_height(state: State, attacker: str) -> Benefit | None:
    """The gain of a model on a section of a terrain feature that is 3 inches high or more."""
    place = state.models[attacker].place
    if not isinstance(place, OnTable) or place.pose.z < FROM:
        return None
    feature = place.support.partition("/")[0]
    return Benefit(0, BY_HEIGHT, (feature,) if feature else (), SKILL, 1)


@rule("11e.terrain.plunging-fire-towering")
def from_above(state: State, attacker: str, target: str) -> Benefit | None:
    """The gain of a TOWERING model against a unit within 12 inches."""
    unit = state.models[attacker].unit
    near = min(measuring.between(state, attacker, model) for model in members(state, target))
    tall = has(state, unit, TOWERING) and measuring.within(near, WITHIN)
    return Benefit(0, BY_TOWERING, (unit,), SKILL, 1) if tall else None
