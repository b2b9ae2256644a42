"""Abilities of datasheets: who has which, by himself, by what he carries, or by being near to somebody."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ledger import rule
from engine.core.state import State
from engine.eighth import measuring
from engine.eighth.lore import Ability, Lore, Profile, Weapon


def lore_of(state: State) -> Lore:
    lore: Lore = state.lore
    return lore


def profile(state: State, model: str) -> Profile:
    """The printed profile of a model."""
    return lore_of(state).profiles[state.models[model].profile]


@rule("8e.datasheet.keywords")
def has_keyword(state: State, unit: str, keyword: str) -> bool:
    """Whether a unit has a keyword, of its faction or any other, however it is spelt in capitals."""
    return keyword.casefold() in (word.casefold() for word in state.units[unit].keywords)


def own(state: State, model: str) -> Iterator[Ability]:
    """The abilities of a model itself, by its profile and by what it carries, but not those of its weapons."""
    lore = lore_of(state)
    named = [*profile(state, model).rules]
    named += [r for item in state.models[model].gear if item in lore.wargear for r in lore.wargear[item].rules]
    return (lore.abilities[name] for name in dict.fromkeys(named) if name in lore.abilities)


def of_weapon(state: State, weapon: Weapon, kind: str) -> tuple[Ability, ...]:
    """The abilities of a kind that a weapon has."""
    known = lore_of(state).abilities
    return tuple(known[r] for r in dict.fromkeys(weapon.rules) if r in known and known[r].kind == kind)


@rule("8e.dice.modifiers-cumulative")
def amount(state: State, model: str, weapon: Weapon, kind: str) -> int:
    """What all abilities of a kind come to together, those of a weapon and those that work on a model that uses it."""
    return sum(ability.amount for ability in (*of_weapon(state, weapon, kind), *all_of(state, model, kind)))


def shared(state: State, unit: str, kind: str) -> tuple[Ability, ...]:
    """The abilities of a kind that work on every model of a unit on the table."""
    found: tuple[Ability, ...] = state.layout.once(("8e shared", unit, kind), lambda: _shared(state, unit, kind))
    return found


def _shared(state: State, unit: str, kind: str) -> tuple[Ability, ...]:
    first, *others = [all_of(state, m.id, kind) for m in state.present(unit)] or [()]
    return tuple(ability for ability in first if all(ability in other for other in others))


def has(state: State, model: str, kind: str) -> Ability | None:
    """The ability of a kind that works on a model now: its own, or the aura of a friend. None when there is none."""
    return next(iter(all_of(state, model, kind)), None)


def all_of(state: State, model: str, kind: str) -> tuple[Ability, ...]:
    """Every ability of a kind that works on a model now, each key once: the same aura twice is one ability."""
    if kind not in lore_of(state).kinds:
        return ()
    found: tuple[Ability, ...] = state.layout.once(("8e ability", model, kind), lambda: _all_of(state, model, kind))
    return found


def _all_of(state: State, model: str, kind: str) -> tuple[Ability, ...]:
    found = {a.key: a for a in own(state, model) if a.kind == kind and not a.aura}
    if state.models[model].on_table:
        found |= {
            a.key: a for source, a in _auras(state, state.side_of(model), kind) if _reaches(state, source, a, model)
        }
    return tuple(found.values())


def _auras(state: State, side: str, kind: str) -> tuple[tuple[str, Ability], ...]:
    """Every aura of a kind on a side, with the model it comes from. Whoever is aboard a transport has none."""
    found: tuple[tuple[str, Ability], ...] = state.layout.once(
        ("8e auras", side, kind),
        lambda: tuple(
            (m.id, a)
            for m in state.models.values()
            if m.on_table and state.units[m.unit].side == side
            for a in own(state, m.id)
            if a.kind == kind and a.aura
        ),
    )
    return found


@rule("8e.shooting.aura-includes-self", "8e.transports.embarked-auras", "8e.datasheet.keywords")
def _reaches(state: State, source: str, aura: Ability, model: str) -> bool:
    """Whether an aura works on a model with the keyword it names: its own bearer is in range, unless it says others."""
    if aura.affects and not has_keyword(state, state.models[model].unit, aura.affects):
        return False
    if source == model:
        return not aura.others
    return measuring.within(measuring.between(state, source, model), aura.aura)
