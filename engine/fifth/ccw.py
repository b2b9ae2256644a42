"""Blows: the chart to hit, how a model strikes with what it carries, and with what Strength, Initiative and Attacks."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.codec import record
from engine.core.ledger import rule
from engine.core.state import State
from engine.fifth.characteristics import has_rule, modified, profile, value, wargear, weapons
from engine.fifth.charts import to_wound
from engine.fifth.lore import Weapon

AUTOMATIC = 1
"""The score of a blow that needs no roll."""

TO_HIT: dict[int, tuple[int, ...]] = {
    1: (4, 4, 5, 5, 5, 5, 5, 5, 5, 5),
    2: (3, 4, 4, 4, 5, 5, 5, 5, 5, 5),
    3: (3, 3, 4, 4, 4, 4, 5, 5, 5, 5),
    4: (3, 3, 3, 4, 4, 4, 4, 4, 5, 5),
    5: (3, 3, 3, 3, 4, 4, 4, 4, 4, 4),
    6: (3, 3, 3, 3, 3, 4, 4, 4, 4, 4),
    7: (3, 3, 3, 3, 3, 3, 4, 4, 4, 4),
    8: (3, 3, 3, 3, 3, 3, 3, 4, 4, 4),
    9: (3, 3, 3, 3, 3, 3, 3, 3, 4, 4),
    10: (3, 3, 3, 3, 3, 3, 3, 3, 3, 4),
}
"""Weapon Skill of the attacker -> the score needed to hit Weapon Skill 1 to 10."""

HEAVY = ("fist", "hammer")
"""Weapons that double Strength and strike last."""

LONE = ("fist", "hammer", "claw")
"""Weapons whose extra attack comes only from a second of the kind."""

NO_ARMOUR = ("power", "claw", "fist", "hammer")

WITCHBLADE_SCORE, RENDING_FACE = 2, 6

HAMMERED = "hammered"
"""Source of the effect of a thunder hammer upon whom it wounded."""

EXTRA_ATTACK = "extra_attack"


@rule("5e.assault.ws-chart", "5e.assault.ws-zero")
def to_hit(ws: int, target: int) -> int:
    """The score a blow needs, by Weapon Skills; 1 when it hits without a roll, for a target of Weapon Skill 0."""
    return TO_HIT[min(max(ws, 1), 10)][min(target, 10) - 1] if target > 0 else AUTOMATIC


@record
class Style:
    """One way for a model to strike: the weapon used (its key, empty for bare hands), its kind, and extra attacks."""

    weapon: str = ""
    name: str = ""
    melee: str = "ordinary"
    extra: int = 0
    strength_bonus: int = 0
    poison: int = 0
    rule: str = "5e.ccw.normal"


_RULES = {
    "ordinary": "5e.ccw.normal",
    "power": "5e.ccw.power-weapon",
    "claw": "5e.ccw.lightning-claw",
    "fist": "5e.ccw.power-fist",
    "hammer": "5e.ccw.thunder-hammer",
    "poisoned": "5e.ccw.poisoned",
    "rending": "5e.ccw.rending",
    "witchblade": "5e.ccw.witchblade",
}


@rule("5e.ccw.pistol", "5e.weapons.pistol-ccw")
def _hand_weapons(carried: Iterable[Weapon]) -> list[Weapon]:
    """What a model can strike with; a pistol is an ordinary weapon then, whatever its Strength and AP."""
    return [w for w in carried if w.melee or w.kind == "pistol"]


def _special(weapon: Weapon) -> bool:
    return bool(weapon.melee) and (weapon.melee != "ordinary" or weapon.strength_bonus > 0)


def _sort(weapon: Weapon) -> tuple[str, int, int]:
    """What makes two special weapons the same kind."""
    return weapon.melee, weapon.strength_bonus, weapon.poison


@rule("5e.ccw.two-different-special")
def styles(state: State, model: str) -> tuple[Style, ...]:
    """The ways a model may strike, in the order of its gear; more than one only with different special weapons."""
    carried = _hand_weapons(weapons(state, model))
    singles = [w for w in carried if w.hands == 1]
    special: dict[tuple[str, int, int], Weapon] = {}
    for weapon in carried:
        if _special(weapon) or weapon.hands == 2:
            special.setdefault(_sort(weapon), weapon)
    found = [_style(w, singles) for w in special.values()]
    if not any(_special(w) for w in singles) and (len(singles) > 1 or not found):
        found.append(_ordinary(singles))
    return tuple(found)


@rule("5e.ccw.normal", "5e.ccw.two-normal", "5e.assault.bonus-two-weapons")
def _ordinary(singles: list[Weapon]) -> Style:
    """Ordinary weapons: no bonus but the attack for a second one; a third adds nothing."""
    first = next((w for w in singles if not w.kind), singles[0] if singles else None)
    return Style(first.key if first else "", first.name if first else "", extra=int(len(singles) > 1))


@rule("5e.ccw.two-same-special", "5e.ccw.normal-plus-special", "5e.ccw.fist-claw-exception")
def _style(weapon: Weapon, singles: list[Weapon]) -> Style:
    """Striking with a special weapon: one more attack with a second of it, or of most with an ordinary one."""
    sorts = [_sort(w) for w in singles if _special(w)]
    ordinary = any(not _special(w) for w in singles)
    second = sorts.count(_sort(weapon)) > 1
    beside = ordinary and len(set(sorts)) == 1 and weapon.melee not in LONE
    extra = int(weapon.hands == 1 and (second or beside))
    kind = weapon.melee or "ordinary"
    return Style(weapon.key, weapon.name, kind, extra, weapon.strength_bonus, weapon.poison, _RULES[kind])


def charged(state: State, model: str) -> bool:
    """Whether a model assaults in this player turn."""
    return state.did(state.models[model].unit, "charged")


@rule("5e.usr.furious-charge")
def furious(state: State, model: str) -> bool:
    """Whether a model has the Strength and Initiative of a furious charge now."""
    return charged(state, model) and has_rule(state, model, "furious_charge")


@rule("5e.assault.wound-strength", "5e.ccw.power-fist")
def strength(state: State, model: str, style: Style) -> int:
    """The Strength of a model's blows: its own, doubled by a fist or hammer, then with what is added; 10 at most."""
    times = 2 if style.melee in HEAVY else 1
    plus = style.strength_bonus + int(furious(state, model))
    return modified("s", value(state, model, "s"), times, plus)


@rule("5e.assault.cover-initiative", "5e.assault.assault-grenades")
def slowed_by_cover(state: State, model: str) -> bool:
    """Whether a model strikes last for having charged through cover, without grenades to keep heads down."""
    deed = state.deed(state.models[model].unit, "charged")
    return bool(deed and deed.detail("slowed")) and not has_rule(state, model, "assault_grenades")


@rule("5e.ccw.power-fist-initiative")
def initiative(state: State, model: str, style: Style) -> int:
    """When a model strikes."""
    if style.melee in HEAVY or slowed_by_cover(state, model) or hammered(state, model):
        return 1
    return modified("i", value(state, model, "i"), plus=int(furious(state, model)))


@rule("5e.ccw.thunder-hammer")
def hammered(state: State, model: str) -> bool:
    """Whether a model is reeling from a thunder hammer."""
    return any(effect.source == HAMMERED for effect in state.effects_on(model, "modifier"))


@rule("5e.assault.attacks-base", "5e.assault.bonus-other", "5e.assault.attacks-over-ten")
def attacks(state: State, model: str, style: Style, against: tuple[str, ...]) -> int:
    """How many blows a model strikes: its Attacks, then every bonus, beyond 10 too. `against` are its enemies' ids."""
    return value(state, model, "a") + style.extra + _others(state, model) + int(assault_bonus(state, model, against))


def _others(state: State, model: str) -> int:
    """Attacks by wargear, special rules and effects."""
    of_gear = sum(item.rules.count(EXTRA_ATTACK) for item in wargear(state, model))
    own = profile(state, model).rules.count(EXTRA_ATTACK)
    lasting = sum(
        int(effect.number("plus", 1))
        for of in (state.models[model].unit, model)
        for effect in state.effects_on(of, EXTRA_ATTACK)
    )
    return of_gear + own + lasting


@rule("5e.assault.bonus-assault", "5e.assault.cover-no-bonus", "5e.usr.counter-attack")
def assault_bonus(state: State, model: str, against: tuple[str, ...]) -> bool:
    """Whether a model has the extra attack of those that assaulted, or that counter-attack."""
    unit = state.models[model].unit
    if state.deed(unit, "charged") is None:
        return state.did(unit, "counter_attacks")
    spoilt = state.setup.option("cover_denies_assault_bonus", True) and slowed_by_cover(state, model)
    return not spoilt and not _grenades_deny(state, against)


@rule("5e.assault.defensive-grenades", "5e.assault.defensive-grenades-exempt")
def _grenades_deny(state: State, against: tuple[str, ...]) -> bool:
    """Whether one of the enemies has defensive grenades to use: it was ready for the charge."""
    for enemy in against:
        ready = state.deed(state.models[enemy].unit, "assaulted")
        if has_rule(state, enemy, "defensive_grenades") and ready is not None and ready.detail("ready"):
            return True
    return False


@rule("5e.ccw.poisoned", "5e.ccw.witchblade", "5e.ccw.rending")
def wound_score(style: Style, strength_: int, toughness: int) -> int:
    """What a hit needs to wound; 0 when it cannot."""
    if style.melee == "poisoned":
        return style.poison or 4
    if style.melee == "witchblade":
        return WITCHBLADE_SCORE
    need = to_wound(strength_, toughness)
    return need or (RENDING_FACE if style.melee == "rending" else 0)


@rule("5e.ccw.lightning-claw", "5e.ccw.poisoned-reroll")
def rerolls_wounds(style: Style, strength_: int, toughness: int) -> bool:
    """Whether blows that failed to wound are rolled again."""
    return style.melee == "claw" or (style.melee == "poisoned" and strength_ >= toughness)


@rule("5e.ccw.power-weapon", "5e.ccw.rending", "5e.assault.armour")
def armour_allowed(style: Style, face: int) -> bool:
    """Whether armour helps against a wound made with that face."""
    return style.melee not in NO_ARMOUR and not (style.melee == "rending" and face >= RENDING_FACE)
