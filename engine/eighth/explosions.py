"""Models that may explode when they are destroyed."""

from __future__ import annotations

from dataclasses import replace

from engine.core.battle import Battle
from engine.core.decisions import Option
from engine.core.facts import facts
from engine.core.moments import Reaction
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.eighth import abilities, attacks, measuring
from engine.eighth.dice import d6, numbers
from engine.eighth.kinds import EXPLODES
from engine.eighth.lore import Ability
from engine.eighth.moments import EXPLOSION, Destroyed

RULE = "8e.attacks.mortal-wounds"


def ability_of(state: State, model: str) -> Ability | None:
    """The ability by which a model may explode."""
    return next((a for a in abilities.own(state, model) if a.kind == EXPLODES), None)


def _volatile(state: State, moment: Destroyed, side: str) -> tuple[Option, ...]:
    """What happens by itself when a volatile model is destroyed, once its turn has come."""
    if state.side_of(moment.model) != side or moment.next != EXPLOSION:
        return ()
    return (Option(f"explode {moment.model}", moment.model, RULE),)


def explode(b: Battle, moment: Destroyed, row: str) -> Procedure[Destroyed]:
    """A die; when it shows enough, every unit within reach suffers mortal wounds, rolled for each."""
    model, ability = moment.model, ability_of(b.state, moment.model)
    assert ability is not None
    side = b.state.side_of(model)
    if not b.model(model).on_table:
        return replace(moment, left=moment.left[1:])
    face = (yield from d6(b, 1, "explode", RULE, side, model, ability.on, facts(ability=ability.name)))[0]
    if face >= ability.on and b.model(model).on_table:
        b.say("model.exploded", RULE, model, ability=ability.name)
        near = [u.id for s in b.state.sides for u in b.state.units_of(s)]
        for unit in [u for u in near if measuring.within(measuring.between(b.state, model, u), ability.aura)]:
            if any(m.wounds > 0 for m in b.state.present(unit)):
                wounds = yield from numbers(b, ability.number, 1, "explosion", RULE, side, model)
                yield from attacks.mortal_wounds(b, unit, wounds[0], RULE)
    return replace(moment, left=moment.left[1:])


EXPLODE = Reaction(RULE, Destroyed, _volatile, explode, optional=False)
