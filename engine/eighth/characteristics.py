"""Characteristics: what a model's datasheet is worth now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.ledger import rule
from engine.core.state import State
from engine.eighth import abilities, warlord
from engine.eighth.abilities import lore_of, profile
from engine.eighth.kinds import LEADERSHIP
from engine.eighth.lore import Number, Weapon, printed

MODIFIER = "modifier"
"""Effects of this kind change a characteristic: numbers `name`, and `plus`, `times`, `half` or `set`."""

AT_LEAST_ONE = ("s", "t", "ld")


@dataclass(frozen=True, slots=True)
class Change:
    """One modifier of a characteristic; `half` divides it by two."""

    plus: int = 0
    times: int = 1
    half: bool = False


@rule("8e.modifiers.multiply-first", "8e.modifiers.minimum-one", "8e.modifiers.dash-unmodifiable", "8e.dice.halving")
def modified(name: str, base: int, changes: Sequence[Change]) -> int:
    """A value after all its modifiers: multiplied and divided, fractions up, before anything is added or taken away.

    A dash stays a dash; Strength, Toughness and Leadership never fall below 1, nothing else below 0.
    """
    if base == 0:
        return 0
    value = base
    for change in changes:
        value *= change.times
    for change in changes:
        value = (value + 1) // 2 if change.half else value
    value += sum(change.plus for change in changes)
    return max(1 if name in AT_LEAST_ONE else 0, value)


@rule("8e.datasheet.weapon-strength")
def strength_with(state: State, model: str, weapon: Weapon) -> int:
    """The Strength of a blow or shot: the weapon's own, or the wielder's changed by it, multiplied before added."""
    if weapon.strength:
        return weapon.strength
    by_weapon = Change(weapon.plus, weapon.times)
    return modified("s", base(state, model, "s"), (*changes(state, model, "s"), by_weapon))


@rule("8e.modifiers.damage-chart")
def base(state: State, model: str, name: str) -> int:
    """A characteristic as printed for the wounds a model has left; dice in it count as their most."""
    raw = printed(profile(state, model), name, state.models[model].wounds)
    return raw.most if isinstance(raw, Number) else int(raw)


def number(state: State, model: str, name: str) -> Number:
    """Move or Attacks as printed for the wounds a model has left: fixed, or dice to be rolled when it is needed."""
    raw = printed(profile(state, model), name, state.models[model].wounds)
    return raw if isinstance(raw, Number) else Number(int(raw))


def changes(state: State, model: str, name: str) -> tuple[Change, ...]:
    """All that modifies a characteristic of a model: effects upon it or its unit, and auras."""
    found = [
        Change(effect.number("plus", 0), effect.number("times", 1), effect.number("half", False))
        for of in (state.models[model].unit, model)
        for effect in state.effects_on(of, MODIFIER)
        if effect.number("name") == name
    ]
    if name == "ld":
        found += [Change(ability.amount) for ability in abilities.all_of(state, model, LEADERSHIP)]
    return tuple(found)


@rule("8e.attacks.invulnerable-only-one")
def invulnerable(state: State, model: str) -> int:
    """The best of a model's invulnerable saves; 0 when it has none."""
    lore, gear = lore_of(state), state.models[model].gear
    saves = [profile(state, model).inv, *(lore.wargear[item].inv for item in gear if item in lore.wargear)]
    return min((save for save in saves if save), default=0)


def value(state: State, subject: str, name: str) -> int:
    """The value in force of a characteristic (`m` in inches, ..., `sv`, `inv`) of a model, or what counts for a unit.

    A unit has the best Leadership among its models, the slowest Move, and of everything else what most of them have.
    """
    if subject in state.units:
        return of_unit(state, subject, name)
    if name == "inv":
        return invulnerable(state, subject)
    return modified(name, base(state, subject, name), changes(state, subject, name))


@rule("8e.morale.highest-leadership", "8e.attacks.mixed-toughness")
def of_unit(state: State, unit: str, name: str) -> int:
    """What a unit has of a characteristic: the best Leadership, and the Toughness that most of its models have."""
    values = [value(state, m.id, name) for m in state.members(unit)]
    if name == "ld":
        return max(values) + warlord.inspiration(state, unit) if values else 0
    return min(values, default=0) if name == "m" else majority(values)


def majority(values: Iterable[int]) -> int:
    """The value that more models have than any other; the highest among equals, and 0 of none."""
    counts = Counter(values)
    return max(counts, key=lambda v: (counts[v], v), default=0)
