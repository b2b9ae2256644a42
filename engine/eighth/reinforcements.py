"""Reinforcements: units that wait off the table and are set up at the end of their side's Movement phase."""

from __future__ import annotations

from shapely import box

from battlefield.body import Body
from battlefield.units import inches, um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Reserve, body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import abilities, measuring, setting_up, status
from engine.eighth.kinds import DROP_IN
from engine.eighth.setting_up import least_gap
from engine.mechanics.placing import Space

RESERVE = "reserve"
"""Why a unit that is to arrive later is not on the table."""

DONE = "done"


def waiting(state: State, side: str) -> tuple[str, ...]:
    """A side's units that are still to arrive, in order of setting up."""
    found = [m.unit for m in state.models.values() if m.place == Reserve(RESERVE)]
    return tuple(unit for unit in dict.fromkeys(found) if state.units[unit].side == side)


def may_wait(state: State, unit: str) -> bool:
    """Whether a unit may be kept back and arrive later: all its models have an ability that says so."""
    members = state.members(unit)
    return bool(members) and all(_far(state, m.id) for m in members)


def _far(state: State, model: str) -> int:
    """How many inches an arriving model keeps from enemies, as its ability says; 0 for one that cannot arrive."""
    return next((a.amount for a in abilities.own(state, model) if a.kind == DROP_IN), 0)


@rule("8e.movement.reinforcements-timing")
def arriver(state: State) -> str | None:
    """The active side while units of it wait and it has not said that nobody (else) arrives; after all moves."""
    side = state.active
    return side if waiting(state, side) and not state.did(side, "arrivals_done") else None


def arrive(b: Battle, side: str) -> Procedure[None]:
    """One unit arrives, or none does any more this turn."""
    unit = yield from ask(lambda: _which(b.state, side))
    if unit == DONE:
        b.note_deed(side, "arrivals_done", "8e.movement.reinforcements-timing")
        return
    yield from set_down(b, unit)


def _which(state: State, side: str) -> Choose:
    rule_id = "8e.movement.reinforcements-timing"
    units = tuple(Option(u, u, rule_id, barred=_no_room(state, u)) for u in waiting(state, side))
    return Choose(
        player=side,
        rule=rule_id,
        topic="reserve.unit",
        subjects=(side,),
        options=(*units, Option(DONE, "", rule_id, facts(label="done_arriving"))),
    )


def _no_room(state: State, unit: str) -> Refusals:
    if setting_up.has_room(space_for(state, unit), unit):
        return ()
    return (Refusal("reserve.no_room", "8e.movement.reinforcements-timing", unit),)


@rule("8e.movement.reinforcements-count-as-moved", "8e.movement.reinforcements-act")
def set_down(b: Battle, unit: str) -> Procedure[None]:
    """A unit is set up where its ability lets it. It counts as having moved, and else acts as any other this turn."""
    rule_id = "8e.movement.reinforcements-timing"
    hints = facts(away=keeps_away(b.state, unit))
    yield from setting_up.set_up(b, unit, lambda state: space_for(state, unit), rule_id, hints)
    b.note_deed(unit, "arrived", "8e.movement.reinforcements-count-as-moved")
    b.say("unit.arrived", rule_id, unit)


@rule("8e.movement.reinforcements-timing")
def space_for(state: State, unit: str) -> Space:
    """Where a unit may arrive: anywhere on the table, coherent, and farther from all enemies than its ability says."""
    return state.layout.once(("8e arrival", unit), lambda: _space_for(state, unit))


def _space_for(state: State, unit: str) -> Space:
    foes = tuple(body_of(m) for m in status.enemies(state, state.side_of(unit)))
    far = keeps_away(state, unit)
    rule_id = "8e.movement.reinforcements-timing"

    def also(body: Body) -> Refusals:
        if not foes or not measuring.within(least_gap(body, foes), far):
            return ()
        return (Refusal("setup.near_enemy", rule_id, body.id, body.pose, facts(least=far)),)

    table = box(0, 0, inches(state.setup.width), inches(state.setup.depth))
    return setting_up.space_in(state, unit, table, rule_id, also)


def keeps_away(state: State, unit: str) -> int:
    """How far an arriving unit keeps from all enemies, in micrometres."""
    return um(max((_far(state, m.id) for m in state.members(unit)), default=0))


@rule("8e.movement.reinforcements-never-arrived")
def never_arrived(b: Battle) -> None:
    """At the end of the battle whoever still waits counts as destroyed."""
    for side in b.state.sides:
        for unit in waiting(b.state, side):
            b.say("unit.never_arrived", "8e.movement.reinforcements-never-arrived", unit)
            for model in b.state.members(unit):
                b.gone(model.id, "8e.movement.reinforcements-never-arrived")
