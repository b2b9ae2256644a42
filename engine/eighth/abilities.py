"""Abilities of datasheets: who has which, by himself, by what he carries, or by being near to somebody."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ledger import rule
from engine.core.state import State
from engine.eighth import measuring
from engine.eighth.lore import Ability, Lore, Profile, Weapon

TO_HIT = "to_hit"
"""Kinds: added to hit rolls with a weapon."""
AUTO_HIT = "auto_hit"
EXTRA_ATTACKS = "extra_attacks"
REROLL_HITS, REROLL_HIT_ONES = "reroll_hits", "reroll_hit_ones"
REROLL_WOUNDS, REROLL_WOUND_ONES = "reroll_wounds", "reroll_wound_ones"
REROLL_CHARGE, REROLL_MORALE = "reroll_charge", "reroll_morale"
LEADERSHIP = "leadership"
IGNORE_WOUNDS = "ignore_wounds"
DROP_IN = "drop_in"
EXPLODES = "explodes"

KINDS = (
    TO_HIT, AUTO_HIT, EXTRA_ATTACKS, REROLL_HITS, REROLL_HIT_ONES, REROLL_WOUNDS, REROLL_WOUND_ONES, REROLL_CHARGE,
    REROLL_MORALE, LEADERSHIP, IGNORE_WOUNDS, DROP_IN, EXPLODES,
)  # fmt: skip
"""Everything that the game enforces; any other ability of a datasheet is for the players' hands."""


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


def of_weapon(state: State, weapon: Weapon, kind: str) -> Ability | None:
    """The ability of a kind that a weapon has."""
    known = lore_of(state).abilities
    return next((known[r] for r in weapon.rules if r in known and known[r].kind == kind), None)


def has(state: State, model: str, kind: str) -> Ability | None:
    """The ability of a kind that works on a model now: its own, or the aura of a friend. None when there is none."""
    return next(iter(all_of(state, model, kind)), None)


def all_of(state: State, model: str, kind: str) -> tuple[Ability, ...]:
    """Every ability of a kind that works on a model now, each key once: the same aura twice is one ability."""
    found = {a.key: a for a in own(state, model) if a.kind == kind and not a.aura}
    if state.models[model].on_table:
        found |= {
            a.key: a for source, a in _auras(state, state.side_of(model), kind) if _reaches(state, source, a, model)
        }
    return tuple(found.values())


def _auras(state: State, side: str, kind: str) -> Iterator[tuple[str, Ability]]:
    """Every aura of a kind on a side, with the model it comes from. Whoever is aboard a transport has none."""
    for model in state.models.values():
        if model.on_table and state.units[model.unit].side == side:
            yield from ((model.id, a) for a in own(state, model.id) if a.kind == kind and a.aura)


@rule("8e.shooting.aura-includes-self", "8e.transports.embarked-auras", "8e.datasheet.keywords")
def _reaches(state: State, source: str, aura: Ability, model: str) -> bool:
    """Whether an aura works on a model: on its own bearer always, unless it says others."""
    if source == model:
        return not aura.others
    unit = state.models[model].unit
    if aura.affects and not has_keyword(state, unit, aura.affects):
        return False
    return measuring.within(measuring.between(state, source, model), aura.aura)
