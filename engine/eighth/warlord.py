"""The Warlord: who it is, and what its trait does."""

from __future__ import annotations

from functools import partial

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Effect
from engine.core.state import State
from engine.eighth import abilities, measuring, sequencing
from engine.eighth.dice import d6, halved

LEGENDARY_FIGHTER, INSPIRING_LEADER, TENACIOUS_SURVIVOR = (
    "legendary_fighter",
    "inspiring_leader",
    "tenacious_survivor",
)
TRAITS = (LEGENDARY_FIGHTER, INSPIRING_LEADER, TENACIOUS_SURVIVOR)
"""In the order in which a D3 picks them."""

TRAIT = "warlord_trait"
"""The kind of the effect that a trait is; its number `trait` says which."""

INSPIRES = um(6)

ROLL = "roll"
NO_ROLL = 7


# -- before the battle -------------------------------------------------------------------------------------------------


@rule("8e.warlord.nominate")
def nominate(b: Battle) -> Procedure[None]:
    """Each player names one model of his army, any of them, as its Warlord."""
    for side in b.state.sides:
        models = candidates(b.state, side)
        if not models:
            continue
        chosen = models[0]
        if len(models) > 1:
            chosen = yield from ask(partial(_who, b, side))
        b.agree(f"warlord.{side}", chosen, "8e.warlord.nominate")


def candidates(state: State, side: str) -> tuple[str, ...]:
    """The models that may be a side's Warlord, Characters first."""
    models = [m.id for m in state.models.values() if m.alive and state.units[m.unit].side == side]
    return tuple(sorted(models, key=lambda m: not is_character(state, m)))


def is_character(state: State, model: str) -> bool:
    return abilities.has_keyword(state, state.models[model].unit, "Character")


def _who(b: Battle, side: str) -> Choose:
    state = b.state
    models = candidates(state, side)
    best = max(models, key=lambda m: (is_character(state, m), state.units[state.models[m].unit].points, m))
    return Choose(
        player=side,
        rule="8e.warlord.nominate",
        topic="setup.warlord",
        subjects=(side,),
        options=tuple(Option(m, m, "8e.warlord.nominate", facts(character=is_character(state, m))) for m in models),
        advise=lambda stream: best,
    )


@rule("8e.warlord.trait-roll-or-choose", "8e.warlord.trait-character-only")
def traits(b: Battle) -> Procedure[None]:
    """Before anybody deploys each Warlord that is a Character gets a trait, rolled or chosen; a roll is binding."""
    leaders = {side: of_side(b.state, side) for side in b.state.sides}
    leaders = {side: model for side, model in leaders.items() if model and is_character(b.state, model)}
    for side in (yield from sequencing.in_order(b, leaders, "Warlord Traits")):
        model = leaders[side]
        chosen = yield from ask(_which_trait(side, model))
        if chosen == ROLL:
            face = (yield from d6(b, 1, "trait", "8e.warlord.trait-roll-or-choose", side, model))[0]
            chosen = TRAITS[halved(face) - 1]
        rule_id = f"8e.warlord.{chosen.replace('_', '-')}"
        b.add_effect(Effect(b.fresh_id("trait"), model, rule_id, model, TRAIT, facts(trait=chosen)))
        b.say("warlord.has_trait", rule_id, model, trait=chosen)


def _which_trait(side: str, model: str) -> Choose:
    return Choose(
        player=side,
        rule="8e.warlord.trait-roll-or-choose",
        topic="setup.trait",
        subjects=(model,),
        options=tuple(Option(name, model, "8e.warlord.trait-roll-or-choose") for name in (*TRAITS, ROLL)),
    )


# -- in the battle -----------------------------------------------------------------------------------------------------


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


@rule("8e.warlord.legendary-fighter")
def more_attacks(state: State, model: str) -> int:
    """One more attack for a Warlord that charged this turn, by its trait."""
    return int(has_trait(state, model, LEGENDARY_FIGHTER) and state.did(state.models[model].unit, "charged"))


@rule("8e.warlord.inspiring-leader")
def inspiration(state: State, unit: str) -> int:
    """How much more Leadership a unit has by its Warlord's trait: 1 when any model of it is within 6 inches."""
    leader = of_side(state, state.side_of(unit))
    if not leader or not state.models[leader].on_table or not has_trait(state, leader, INSPIRING_LEADER):
        return 0
    return int(state.models[leader].unit == unit or measuring.within(measuring.between(state, leader, unit), INSPIRES))
