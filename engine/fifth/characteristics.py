"""Characteristics: what a model's profile is worth now, and tests on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.fifth.dice import d6
from engine.fifth.lore import Lore, Profile, Wargear, Weapon

NAMES = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv", "inv")

LOWEST, HIGHEST = 0, 10
BEST_SAVE = 2


def lore_of(state: State) -> Lore:
    lore: Lore = state.lore
    return lore


@rule("5e.models.profile-per-model")
def profile(state: State, model: str) -> Profile:
    """The printed profile of a model."""
    return lore_of(state).profiles[state.models[model].profile]


def weapons(state: State, model: str) -> tuple[Weapon, ...]:
    """What a model carries to shoot or strike with, in the order of its gear."""
    lore = lore_of(state)
    return tuple(lore.weapons[g] for g in state.models[model].gear if g in lore.weapons)


def wargear(state: State, model: str) -> tuple[Wargear, ...]:
    lore = lore_of(state)
    return tuple(lore.wargear[g] for g in state.models[model].gear if g in lore.wargear)


def has_rule(state: State, model: str, name: str) -> bool:
    """Whether a model has a special rule, by its profile or by what it carries."""
    return name in profile(state, model).rules or any(name in w.rules for w in wargear(state, model))


def unit_has_rule(state: State, unit: str, name: str) -> bool:
    """Whether every model of the unit that is left has a special rule."""
    members = state.members(unit)
    return bool(members) and all(has_rule(state, m.id, name) for m in members)


@rule("5e.profile.multiply-then-add", "5e.profile.save-limit")
def modified(name: str, base: int, times: int = 1, plus: int = 0) -> int:
    """A value after its multiplier, then its addition, kept from 0 to 10; a save never better than 2+."""
    value = base * times + plus
    if name in ("sv", "inv"):
        return max(BEST_SAVE, value) if base else 0
    return min(HIGHEST, max(LOWEST, value))


def value(state: State, subject: str, name: str) -> int:
    """The value in force of a model's characteristic (`ws`, ..., `sv`, `inv`); of a unit, its majority value.

    Effects of kind `modifier` upon the model or its unit count: numbers `name`, `times`, `plus`, or `set`.
    """
    if subject in state.units:
        return majority(value(state, m.id, name) for m in state.members(subject))
    base: int = getattr(profile(state, subject), name)
    if name == "inv":
        saves = [s for s in (base, *(w.inv for w in wargear(state, subject))) if s]
        base = min(saves, default=0)
    times, plus = 1, 0
    for of in (state.models[subject].unit, subject):
        for effect in state.effects_on(of, "modifier"):
            if effect.number("name") == name:
                if effect.number("set") is not None:
                    return int(effect.number("set"))
                times *= effect.number("times", 1)
                plus += effect.number("plus", 0)
    return modified(name, base, times, plus)


def majority(values: Iterable[int]) -> int:
    """The value that more models have than any other; the highest among equals, and 0 of none."""
    counts = Counter(values)
    return max(counts, key=lambda v: (counts[v], v), default=0)


@rule("5e.profile.ld-highest")
def leadership(state: State, unit: str) -> int:
    """The Leadership a unit tests on: the highest present."""
    return max((value(state, m.id, "ld") for m in state.members(unit)), default=0)


@rule("5e.profile.char-test", "5e.profile.char-test-six", "5e.profile.char-test-one")
def passes(face: int, score: int) -> bool:
    """Whether a D6 passes a test on a characteristic of that score: a 1 always, a 6 never."""
    return face == 1 or (face != 6 and face <= score)


@rule("5e.profile.char-test-zero")
def characteristic_test(b: Battle, model: str, name: str, rule_id: str) -> Procedure[bool]:
    """Test a characteristic other than Leadership on a D6; a value of 0 fails without a roll."""
    score = value(b.state, model, name)
    if score == 0:
        b.say("test.failed", rule_id, model, name=name, score=0, face=0)
        return False
    face = (yield from d6(b, 1, f"test.{name}", rule_id, b.state.side_of(model), model))[0]
    passed = passes(face, score)
    b.say("test.passed" if passed else "test.failed", rule_id, model, name=name, score=score, face=face)
    return passed


@rule("5e.profile.ld-test")
def leadership_test(b: Battle, unit: str, rule_id: str, modifier: int = 0) -> Procedure[tuple[bool, tuple[int, ...]]]:
    """Test Leadership on 2D6; returns whether it is passed, and the faces."""
    score = max(0, leadership(b.state, unit) + modifier)
    faces = yield from d6(b, 2, "test.ld", rule_id, b.state.side_of(unit), unit)
    return faces[0] + faces[1] <= score, faces
