"""Weapons that shoot: their types, how often they fire at what distance, who may fire them, and their characteristics.

`range: template` and `blast` weapons are laid down by `engine.fifth.templates`; all others roll to hit.
"""

from __future__ import annotations

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import measuring, status
from engine.fifth.characteristics import has_rule, lore_of, value
from engine.fifth.charts import to_wound
from engine.fifth.dice import d6, halved, total
from engine.fifth.kinds import is_vehicle
from engine.fifth.lore import Weapon

RAPID = um(12)
"""Rapid fire weapons fire twice up to this distance, and after moving no farther than this."""

TEMPLATE_REACH = um(8)
"""How far the flame template reaches from its firer."""

NO_ASSAULT = ("rapid_fire", "heavy")
"""Types that rule out an assault once they are fired."""

SNIPER_SCORE, RENDING_FACE, RENDING_AP = 4, 6, 2


def has(weapon: Weapon, name: str) -> bool:
    """Whether a weapon has a characteristic, of itself or by another: barrage and sniper weapons pin, snipers rend."""
    return name in weapon.rules or name in _implied(weapon)


@rule("5e.weapons.sniper-traits", "5e.weapons.barrage-pinning")
def _implied(weapon: Weapon) -> tuple[str, ...]:
    return ("rending", "pinning") if "sniper" in weapon.rules else ("pinning",) if "barrage" in weapon.rules else ()


@rule("5e.weapons.modes", "5e.profile.zero-bs")
def guns(state: State, model: str) -> tuple[Weapon, ...]:
    """What a model can shoot with, each mode of a weapon on its own line, in the order of its gear."""
    every = lore_of(state).weapons
    if value(state, model, "bs") == 0:
        return ()
    found: dict[str, Weapon] = {}
    for item in state.models[model].gear:
        if item in every:
            found.update((key, every[key]) for key in every[item].modes or (item,))
    return tuple(w for w in found.values() if w.kind)


def gun(state: State, key: str) -> Weapon:
    """A weapon or a mode of one by its key."""
    return lore_of(state).weapons[key]


@rule("5e.weapons.gets-hot-vehicle")
def overheats(state: State, model: str, weapon: Weapon) -> bool:
    """Whether a weapon can burn the model that fires it: one that gets hot, but not on a vehicle."""
    return has(weapon, "gets_hot") and not is_vehicle(state, state.models[model].unit)


@rule("5e.shooting.moved-unit", "5e.morale.fleeing-shoot")
def counts_as_moved(state: State, unit: str) -> bool:
    """Whether a unit counts as having moved for its shooting: one model of it moved, it falls back, or regrouped."""
    return status.moved(state, unit) or status.falling_back(state, unit) or state.did(unit, "regrouped")


@rule("5e.usr.relentless")
def held_still(state: State, model: str) -> bool:
    """Whether a model fires as one that did not move."""
    return has_rule(state, model, "relentless") or not counts_as_moved(state, state.models[model].unit)


@rule("5e.shooting.stationary-weapons", "5e.weapons.type-summary")
def bars(state: State, model: str, weapon: Weapon) -> Refusals:
    """Why a model may not fire a weapon at all now; empty when it may. Only the model that carries it is held back."""
    if weapon.kind == "heavy" and not held_still(state, model):
        return (Refusal("shoot.heavy_moved", "5e.weapons.heavy", model, details=facts(weapon=weapon.name)),)
    if weapon.kind == "ordnance":
        return (Refusal("shoot.ordnance", "5e.weapons.ordnance", model, details=facts(weapon=weapon.name)),)
    return ()


def shots_at(state: State, model: str, weapon: Weapon, distance: int) -> int:
    """How often a model fires a weapon at that distance in micrometres; 0 when it cannot reach so far.

    A weapon whose number of shots is rolled counts 1 here; a template reaches by its own length.
    """
    if weapon.template:
        return int(measuring.in_range(distance, TEMPLATE_REACH))
    if not measuring.in_range(distance, weapon.reach):
        return 0
    if weapon.kind == "rapid_fire":
        return _rapid_fire(state, model, distance)
    return _steady(weapon)


@rule("5e.weapons.rapid-fire-stationary", "5e.weapons.rapid-fire-mixed", "5e.weapons.rapid-fire-moved")
def _rapid_fire(state: State, model: str, distance: int) -> int:
    """Twice up to 12 inches, once beyond; after moving once up to 12 inches, or twice if the players agreed so."""
    near = measuring.in_range(distance, RAPID)
    if held_still(state, model):
        return 2 if near else 1
    twice = state.setup.option("rapid_fire_after_move", "one_shot_12") == "two_shots_12"
    return (2 if twice else 1) if near else 0


@rule("5e.weapons.assault", "5e.weapons.heavy", "5e.weapons.pistol", "5e.weapons.full-effect")
def _steady(weapon: Weapon) -> int:
    """All the shots of the weapon's profile at any distance within range; never fewer."""
    return 1 if weapon.shots_dice else weapon.shots


def roll_shots(b: Battle, unit: str, weapon: Weapon, count: int) -> Procedure[int]:
    """How many shots `count` weapons with a rolled number of shots fire together."""
    each = 2 if weapon.shots_dice == "2d6" else 1
    faces = yield from d6(b, count * each, "shots", "5e.weapons.full-effect", b.state.side_of(unit), unit)
    return total(tuple(halved(face) for face in faces) if weapon.shots_dice == "d3" else faces)


@rule("5e.weapons.profile", "5e.weapons.sniper", "5e.weapons.rending")
def wound_score(weapon: Weapon, toughness: int) -> int:
    """What a hit needs to wound, by the weapon's own Strength; 0 when it cannot."""
    if has(weapon, "sniper"):
        return SNIPER_SCORE
    need = to_wound(weapon.strength, toughness)
    return need or (RENDING_FACE if has(weapon, "rending") else 0)


@rule("5e.weapons.rending")
def ap_of(weapon: Weapon, face: int) -> int:
    """The AP of a wound by the face that made it; an AP better than that of rending stays."""
    rends = has(weapon, "rending") and face >= RENDING_FACE
    return RENDING_AP if rends and not 0 < weapon.ap < RENDING_AP else weapon.ap


@rule("5e.weapons.rapid-fire-no-assault", "5e.weapons.heavy-no-assault", "5e.weapons.assault-then-assault")
def no_assault(state: State, unit: str) -> Refusals:
    """Why a unit may not assault after what it fired this turn; empty when it may."""
    shot = state.deed(unit, "shot")
    barring = tuple(kind for kind in NO_ASSAULT if shot and kind in shot.detail("kinds", ()))
    if not barring or all(has_rule(state, m.id, "relentless") for m in state.members(unit)):
        return ()
    at = "5e.weapons.rapid-fire-no-assault" if "rapid_fire" in barring else "5e.weapons.heavy-no-assault"
    return (Refusal("charge.fired", at, unit, details=facts(kind=barring[0].replace("_", " "))),)
