"""The Morale phase: every unit that lost models this turn tests, and models flee where it fails."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Option
from engine.core.dice import Roll, pool
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, ask_if, roll
from engine.core.state import State
from engine.eighth import abilities, allocation, kinds, status
from engine.eighth.characteristics import value


@rule("8e.morale.who-tests")
def waiting(state: State, side: str) -> tuple[str, ...]:
    """A side's units on the table that lost models this turn and have not tested yet."""
    return tuple(
        u.id for u in state.units_of(side) if status.lost(state, u.id) and not state.did(u.id, "tested_morale")
    )


@rule("8e.morale.who-tests")
def tester(state: State) -> str | None:
    """Whose unit tests next: all of the active player's first, then the other's; None when nobody has to."""
    side = state.clock.side
    return next((s for s in (side, state.enemy(side)) if waiting(state, s)), None)


def test(b: Battle, side: str) -> Procedure[None]:
    """One unit tests its morale; its owner picks which of several is next."""
    units = waiting(b.state, side)
    unit = units[0]
    if len(units) > 1:
        chosen = yield from ask_if(lambda: _which(b.state, side))
        if chosen is None:
            return
        unit = chosen
    b.note_deed(unit, "tested_morale", "8e.morale.who-tests")
    failed_by = yield from morale_test(b, unit)
    if failed_by > 0:
        yield from flee(b, unit, failed_by)


def _which(state: State, side: str) -> Choose | None:
    """Which unit tests next; None when nobody has to (any more)."""
    if not waiting(state, side):
        return None
    return Choose(
        player=side,
        rule="8e.morale.who-tests",
        topic="morale.unit",
        subjects=(side,),
        options=tuple(
            Option(u, u, "8e.morale.who-tests", facts(lost=status.lost(state, u), ld=value(state, u, "ld")))
            for u in waiting(state, side)
        ),
    )


@rule("8e.morale.test", "8e.morale.counts-this-turn", "8e.warlord.inspiring-leader")
def morale_test(b: Battle, unit: str) -> Procedure[int]:
    """A die and the models lost this turn against the best Leadership; returns by how much that is exceeded, or 0."""
    lost, ld = status.lost(b.state, unit), value(b.state, unit, "ld")
    members = b.state.present(unit)
    again = all(abilities.has(b.state, m.id, kinds.REROLL_MORALE) for m in members)
    dice = Roll("morale", "8e.morale.test", b.state.side_of(unit), pool(1), unit, 0, facts(lost=lost, ld=ld))
    faces = yield from roll(b, dice, lambda faces: (0,) if again and faces[0] + lost > ld else ())
    over = max(0, faces[0] + lost - ld)
    b.say(
        "morale.failed" if over else "morale.passed", "8e.morale.test", unit, face=faces[0], lost=lost, ld=ld, over=over
    )
    return over


@rule("8e.morale.retreat")
def flee(b: Battle, unit: str, count: int) -> Procedure[None]:
    """So many models of a unit flee and are removed, its owner picking them; they cause no further test."""
    fleeing = tuple(m.id for m in b.state.present(unit))
    if count < len(fleeing):
        fleeing = yield from ask(lambda: _who_flees(b.state, unit, count))
    for model in fleeing:
        b.gone(model, "8e.morale.retreat")
        status.note_loss(b, unit, "8e.morale.retreat")
    b.say("unit.fled", "8e.morale.retreat", unit, count=len(fleeing))
    if not b.state.members(unit):
        b.say("unit.destroyed", "8e.morale.retreat", unit)


def _who_flees(state: State, unit: str, count: int) -> ChooseMany:
    usual = allocation.expendable_first(state, unit)
    return ChooseMany(
        player=state.side_of(unit),
        rule="8e.morale.retreat",
        topic="casualties.pick",
        subjects=(unit,),
        options=tuple(Option(m.id, m.id, "8e.morale.retreat") for m in state.present(unit)),
        least=min(count, len(usual)),
        most=count,
        hints=facts(count=count),
        advise=lambda stream: usual[:count],
    )
