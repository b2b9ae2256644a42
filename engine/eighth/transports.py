"""Transports: who is aboard, getting in and out, and what becomes of passengers when their transport is destroyed."""

from __future__ import annotations

from dataclasses import replace

from battlefield.body import Body
from battlefield.units import inches, um
from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.moments import Reaction
from engine.core.procedure import Procedure, ask, ask_if
from engine.core.records import Aboard, Gone, Model, OnTable, body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import abilities, allocation, casualties, measuring, setting_up, status
from engine.eighth.abilities import profile
from engine.eighth.dice import d6
from engine.eighth.moments import BAIL_OUT, Destroyed
from engine.eighth.setting_up import least_gap
from engine.mechanics.placing import Space

BY = um(3)
"""How near to a transport models get in and out, in micrometres."""

STAY = "stay"


# -- who is aboard -----------------------------------------------------------------------------------------------------


def carrier_of(state: State, unit: str) -> str:
    """The model in which a unit rides; empty when it is not aboard anything."""
    places = [m.place for m in state.members(unit)]
    return next((p.carrier for p in places if isinstance(p, Aboard)), "")


def passengers(state: State, carrier: str) -> tuple[Model, ...]:
    """The models aboard a model, in order of setting up."""
    return tuple(m for m in state.models.values() if isinstance(m.place, Aboard) and m.place.carrier == carrier)


def aboard_of_side(state: State, side: str) -> tuple[str, ...]:
    """A side's units that ride in something, in order of setting up."""
    riding = dict.fromkeys(m.unit for m in state.models.values() if isinstance(m.place, Aboard))
    return tuple(unit for unit in riding if state.units[unit].side == side)


@rule("8e.transports.capacity")
def has_room(state: State, carrier: str, unit: str) -> bool:
    """Whether a unit may ride in a model of its side: it is of a kind that is carried, and there is room for all."""
    card = profile(state, carrier)
    if not card.capacity or state.side_of(carrier) != state.side_of(unit):
        return False
    carried = not card.carries or any(abilities.has_keyword(state, unit, word) for word in card.carries)
    return carried and len(passengers(state, carrier)) + len(state.members(unit)) <= card.capacity


# -- getting in --------------------------------------------------------------------------------------------------------


@rule("8e.transports.embark", "8e.transports.not-both-same-turn")
def ready_carriers(state: State, unit: str) -> tuple[str, ...]:
    """The transports that a unit which has just moved may get into: all of it is within 3 inches, and has room.

    Nobody gets in who has an enemy within 1 inch: he has not moved.
    """
    if state.did(unit, "disembarked") or state.did(unit, "arrived") or not state.present(unit):
        return ()
    if status.engaged(state, unit):
        return ()
    riders = [body_of(m) for m in state.present(unit)]
    return tuple(
        model.id
        for model in state.models.values()
        if model.on_table
        and model.unit != unit
        and has_room(state, model.id, unit)
        and all(measuring.within(least_gap(rider, (body_of(model),)), BY) for rider in riders)
    )


@rule("8e.transports.embark")
def may_embark(b: Battle, unit: str) -> Procedure[None]:
    """A unit whose models all ended their move beside a transport with room may get in; it leaves the table."""
    if not ready_carriers(b.state, unit):
        return
    carrier = yield from ask(lambda: _embark_question(b.state, unit))
    if carrier == STAY:
        return
    for model in b.state.present(unit):
        b.place(model.id, Aboard(carrier), "8e.transports.embark")
    b.note_deed(unit, "embarked", "8e.transports.embark", carrier=carrier)


def _embark_question(state: State, unit: str) -> Choose:
    carriers = tuple(Option(c, c, "8e.transports.embark", facts(label="embark")) for c in ready_carriers(state, unit))
    return Choose(
        player=state.side_of(unit),
        rule="8e.transports.embark",
        topic="transport.embark",
        subjects=(unit,),
        options=(*carriers, Option(STAY, "", "8e.transports.embark")),
        advise=lambda stream: STAY if stream.below(2) or not carriers else carriers[0].id,
    )


# -- getting out -------------------------------------------------------------------------------------------------------


@rule("8e.transports.disembark-when", "8e.transports.not-both-same-turn")
def disembark_bars(state: State, unit: str) -> Refusals:
    """Why a unit that is not on the table may not get out in this Movement phase; empty when it may."""
    carrier = carrier_of(state, unit)
    if not carrier or not state.models[carrier].on_table:
        return (Refusal("move.not_here", "8e.movement.unit-by-unit", unit),)
    if state.did(unit, "embarked"):
        return (Refusal("transport.just_embarked", "8e.transports.not-both-same-turn", unit),)
    if state.did(state.models[carrier].unit, "moved"):
        return (Refusal("transport.has_moved", "8e.transports.disembark-when", unit),)
    return ()


@rule("8e.transports.disembark-then-act")
def disembark(b: Battle, unit: str) -> Procedure[None]:
    """A unit gets out by choice; afterwards it acts as any other, but counts as having moved."""
    yield from set_down(b, unit, carrier_of(b.state, unit), "8e.transports.disembark-where")
    b.note_deed(unit, "disembarked", "8e.transports.disembark-then-act")


@rule("8e.transports.disembark-where", "8e.transports.disembark-no-room")
def set_down(b: Battle, unit: str, carrier: str, rule_id: str) -> Procedure[tuple[str, ...]]:
    """A unit is set up beside its transport; models for which no place is found are lost. Returns those set down."""
    while b.state.members(unit) and not setting_up.has_room(beside(b.state, unit, carrier, rule_id), unit):
        last = allocation.expendable(b.state, b.state.members(unit))[0]
        b.say("transport.no_room", "8e.transports.disembark-no-room", last)
        casualties.remove(b, last, "8e.transports.disembark-no-room")
    if not b.state.members(unit):
        return ()
    poses = yield from setting_up.set_up(
        b,
        unit,
        lambda state: beside(state, unit, carrier, rule_id),
        rule_id,
        facts(within=BY, of=carrier, away=status.ENGAGED),
    )
    return tuple(model for model, _ in poses)


def hull_of(state: State, carrier: str) -> Body:
    """A transport as a prism, where it stands or, when it has been taken off, where it stood last."""
    model = state.models[carrier]
    last = model.place.pose if isinstance(model.place, Gone) else None
    return body_of(model if last is None else replace(model, place=OnTable(last)))


@rule("8e.transports.disembark-where")
def beside(state: State, unit: str, carrier: str, rule_id: str) -> Space:
    """Where a unit may be set up round its transport: within 3 inches of it and not within 1 inch of an enemy."""
    return state.layout.once(("8e beside", unit, carrier, rule_id), lambda: _beside(state, unit, carrier, rule_id))


def _beside(state: State, unit: str, carrier: str, rule_id: str) -> Space:
    hull, foes = hull_of(state, carrier), status.foes(state, state.side_of(unit))

    def also(body: Body) -> Refusals:
        if not measuring.within(least_gap(body, (hull,)), BY):
            return (Refusal("transport.too_far", rule_id, body.id, body.pose, facts(most=BY)),)
        if status.upon(foes, (body,)):
            return (Refusal("setup.near_enemy", rule_id, body.id, body.pose, facts(least=um(1))),)
        return ()

    widest = max((setting_up.width_of(m) for m in state.members(unit)), default=0)
    return setting_up.space_in(state, unit, hull.base.buffer(inches(BY + widest) * 1.05), rule_id, also)


# -- destroyed ---------------------------------------------------------------------------------------------------------


def _burdened(state: State, moment: Destroyed, side: str) -> tuple[Option, ...]:
    """What happens by itself when a transport with somebody aboard is destroyed."""
    if state.side_of(moment.model) != side or moment.next != BAIL_OUT:
        return ()
    return (Option(f"bail out of {moment.model}", moment.model, "8e.transports.destroyed-disembark"),)


@rule("8e.transports.destroyed-disembark", "8e.transports.destroyed-casualties")
def bail_out(b: Battle, moment: Destroyed, row: str) -> Procedure[Destroyed]:
    """Passengers get out at once, before their transport is removed; a die for each set down, and each 1 kills one."""
    rule_id = "8e.transports.destroyed-casualties"
    down: list[str] = []
    riders = passengers(b.state, moment.model)
    b.say("transport.wrecked", rule_id, moment.model, models=len(riders))
    for unit in dict.fromkeys(m.unit for m in riders):
        down += yield from set_down(b, unit, moment.model, "8e.transports.destroyed-disembark")
        if b.state.members(unit):
            b.note_deed(unit, "disembarked", "8e.transports.destroyed-disembark")
    side = b.state.side_of(moment.model)
    faces = (yield from d6(b, len(down), "bail_out", rule_id, side, moment.model, 2)) if down else ()
    killed = sum(face == 1 for face in faces)
    if killed:
        for model in (yield from ask_if(lambda: _victims(b.state, tuple(down), killed))) or ():
            casualties.remove(b, model, rule_id)
    return replace(moment, left=moment.left[1:])


def _victims(state: State, down: tuple[str, ...], count: int) -> ChooseMany | None:
    """Which of the models that got out are lost; their owner picks them. None when none of them is there any more."""
    standing = tuple(m for m in down if state.models[m].on_table)
    if not standing:
        return None
    usual = allocation.expendable(state, tuple(state.models[m] for m in standing))
    count = min(count, len(standing))
    return ChooseMany(
        player=state.side_of(standing[0]),
        rule="8e.transports.destroyed-casualties",
        topic="casualties.pick",
        subjects=(state.models[standing[0]].unit,),
        options=tuple(Option(m, m, "8e.transports.destroyed-casualties") for m in standing),
        least=count,
        most=count,
        hints=facts(count=count),
        advise=lambda stream: usual[:count],
    )


DISEMBARK = Reaction("8e.transports.destroyed-disembark", Destroyed, _burdened, bail_out, optional=False)
