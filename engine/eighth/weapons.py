"""Ranged weapons and their types: who may fire what, when, and how often."""

from __future__ import annotations

from battlefield.separation import CONTACT
from battlefield.units import um
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import abilities, kinds
from engine.eighth.abilities import lore_of
from engine.eighth.characteristics import value
from engine.eighth.lore import MELEE, Weapon

ASSAULT, HEAVY, RAPID_FIRE, GRENADE, PISTOL = "assault", "heavy", "rapid_fire", "grenade", "pistol"


SLACK = um(CONTACT)
"""Micrometres by which a distance may be over a range for all that a measure on the table can tell."""


def weapon_of(state: State, key: str) -> Weapon:
    """A weapon or a mode of one by its key."""
    return lore_of(state).weapons[key]


def carried(state: State, model: str) -> tuple[Weapon, ...]:
    """All weapons that a model carries, each mode of a weapon on its own, in the order of its gear."""
    every = lore_of(state).weapons
    keys = [key for item in state.models[model].gear if item in every for key in every[item].modes or (item,)]
    return tuple(every[key] for key in dict.fromkeys(keys))


@rule("8e.datasheet.melee-or-ranged", "8e.datasheet.bs-dash")
def guns(state: State, model: str) -> tuple[Weapon, ...]:
    """What a model can shoot with: its weapons that are not for melee, none for a Ballistic Skill of a dash."""
    if value(state, model, "bs") == 0:
        return ()
    return tuple(w for w in carried(state, model) if w.kind != MELEE)


@rule("8e.shooting.all-weapons")
def many(state: State, model: str, key: str) -> int:
    """How many of a weapon a model carries, each of which fires by itself; of grenades no more than one is thrown."""
    every = lore_of(state).weapons
    count = sum(key in (every[item].modes or (item,)) for item in state.models[model].gear if item in every)
    return min(count, 1) if every[key].kind == GRENADE else count


@rule("8e.weapons.heavy-per-model", "8e.movement.reinforcements-count-as-moved", "8e.transports.disembark-then-act")
def moved(state: State, model: str) -> bool:
    """Whether a model counts as having moved in its Movement phase of this turn: it did, or was set up in it."""
    unit = state.models[model].unit
    if state.did(unit, "arrived") or state.did(unit, "disembarked"):
        return True
    deed = state.deed(unit, "moved")
    return deed is not None and model in deed.detail("models", ())


@rule("8e.dice.modifiers-cumulative")
def hit_modifier(state: State, model: str, weapon: Weapon, target: str) -> int:
    """What is added to the hit rolls of a model with a ranged weapon at a target unit this turn, all together."""
    return _penalty(state, model, weapon) + usual_modifier(state, model, weapon, target)


@rule("8e.dice.modifiers-cumulative")
def usual_modifier(state: State, model: str, weapon: Weapon, target: str) -> int:
    """What is added to the hit rolls of a model with a ranged weapon at a target unit, however the model moved."""
    hidden = sum(ability.amount for ability in abilities.shared(state, target, kinds.HARD_TO_HIT))
    return abilities.amount(state, model, weapon, kinds.TO_HIT) + hidden


@rule("8e.weapons.heavy-moved", "8e.weapons.assault-penalty")
def _penalty(state: State, model: str, weapon: Weapon) -> int:
    """-1 for a Heavy weapon of a model that moved, and for an Assault weapon after an Advance."""
    heavy = weapon.kind == HEAVY and moved(state, model)
    hasty = weapon.kind == ASSAULT and state.did(state.models[model].unit, "advanced")
    return -1 if heavy or hasty else 0


@rule("8e.weapons.assault-after-advance", "8e.weapons.pistol-in-melee", "8e.shooting.not-eligible")
def bars(state: State, model: str, weapon: Weapon, engaged: bool) -> Refusals:
    """Why a model may not fire a weapon at all now, its unit being `engaged` or not; empty when it may.

    After an Advance only Assault weapons fire, with an enemy within 1 inch only Pistols, and after falling back nothing
    of those who do not Fly.
    """
    unit, name = state.models[model].unit, weapon.name
    if silenced(state, unit):
        return (Refusal("shoot.fell_back", "8e.movement.fall-back-no-shooting", model, details=facts(weapon=name)),)
    if state.did(unit, "advanced") and weapon.kind != ASSAULT:
        return (Refusal("shoot.advanced", "8e.weapons.assault-after-advance", model, details=facts(weapon=name)),)
    if engaged and weapon.kind != PISTOL:
        return (Refusal("shoot.engaged", "8e.weapons.pistol-in-melee", model, details=facts(weapon=name)),)
    return ()


@rule("8e.shooting.range", "8e.measuring.within-inclusive")
def reaches(weapon: Weapon, distance: int) -> bool:
    """Whether a weapon reaches as far as a distance in micrometres."""
    return distance <= weapon.reach + SLACK


@rule("8e.weapons.rapid-fire", "8e.shooting.number-of-attacks")
def times(weapon: Weapon, distance: int) -> int:
    """How often a weapon's number of attacks counts: twice for rapid fire within half its range."""
    return 2 if weapon.kind == RAPID_FIRE and 2 * distance <= weapon.reach + SLACK else 1


@rule("8e.movement.fall-back-no-shooting", "8e.movement.fall-back-fly-shoots")
def silenced(state: State, unit: str) -> bool:
    """Whether a unit may not shoot since it fell back this turn: those who Fly may."""
    return state.did(unit, "fell_back") and not abilities.has_keyword(state, unit, "Fly")
