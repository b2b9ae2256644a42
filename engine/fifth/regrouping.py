"""The start of the Movement phase for units that are falling back: they regroup, or run on."""

from __future__ import annotations

from battlefield.coherency import is_chain
from battlefield.measure import within
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Confirm, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, ask_if
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import movement, status
from engine.fifth.characteristics import leadership, leadership_test, unit_has_rule
from engine.fifth.falling_back import destroy, fall_back, stop_falling_back

ENEMY_NEAR = 6.0
"""No unit regroups with an enemy within this many inches."""

REGROUP_MOVE = um(3)


def _waiting(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that are falling back and neither ran on nor regrouped this turn yet."""
    return tuple(
        u.id
        for u in state.units_of(side)
        if status.falling_back(state, u.id) and not state.did(u.id, "fell_back") and not state.did(u.id, "regrouped")
    )


def next_falling_back(state: State) -> str | None:
    """The active side while some unit of it still has to regroup or fall back; falling back comes before moving."""
    side = state.active
    return side if side and _waiting(state, side) else None


@rule("5e.morale.regroup-fail")
def fall_back_or_regroup(b: Battle, side: str) -> Procedure[None]:
    """A falling back unit, the player's choice among several, regroups if it may, will and can; else it runs on."""
    unit = yield from _picked(b, side)
    if unit is None:
        return
    barred = regroup_bars(b.state, unit)
    for reason in barred:
        b.say(reason.code, reason.rule, unit, **dict(reason.details))
    trying = not barred and (yield from ask(lambda: _offer(b.state, unit)))
    if trying and (yield from regroup_test(b, unit)):
        yield from regroup_move(b, unit)
        return
    yield from fall_back(b, unit, "5e.morale.regroup-fail")


def _picked(b: Battle, side: str) -> Procedure[str | None]:
    """Which unit is next; None when none is falling back any more."""
    waiting = _waiting(b.state, side)
    if len(waiting) == 1:
        return waiting[0]
    return (yield from ask_if(lambda: _which(b.state, side)))


def _which(state: State, side: str) -> Choose | None:
    options = tuple(Option(u, u, "5e.morale.fall-back-distance") for u in _waiting(state, side))
    if not options:
        return None
    return Choose(player=side, rule="5e.morale.fall-back-distance", topic="fall_back.unit", options=options)


@rule("5e.morale.regroup-test")
def _offer(state: State, unit: str) -> Confirm:
    """The question whether a unit tries to regroup before it would fall back."""
    return Confirm(
        player=state.side_of(unit),
        rule="5e.morale.regroup-test",
        topic="regroup.test",
        subjects=(unit,),
        hints=facts(unit=unit, need=leadership(state, unit)),
    )


@rule("5e.morale.regroup-half-strength", "5e.morale.regroup-enemy-near", "5e.morale.regroup-coherency")
def regroup_bars(state: State, unit: str) -> Refusals:
    """Why a unit may not try to regroup by itself; empty when it may."""
    found = []
    left, size = len(state.members(unit)), state.units[unit].size
    if left * 2 < size:
        details = facts(left=left, size=size)
        found.append(Refusal("regroup.half_strength", "5e.morale.regroup-half-strength", unit, None, details))
    bodies = status.bodies_of(state, unit)
    enemies = [body_of(m) for m in status.enemies(state, state.side_of(unit))]
    near = next((e for e in enemies if any(within(body, e, ENEMY_NEAR) for body in bodies)), None)
    if near is not None:
        details = facts(enemy=near.group)
        found.append(Refusal("regroup.enemy_near", "5e.morale.regroup-enemy-near", unit, near.pose, details))
    if not is_chain(bodies, movement.LINK):
        found.append(Refusal("regroup.not_coherent", "5e.morale.regroup-coherency", unit))
    return tuple(found)


@rule("5e.morale.regroup-test", "5e.morale.regroup-forced")
@rule("5e.morale.fleeing-assaulted", "5e.morale.fleeing-assaulted-extra")
def regroup_test(b: Battle, unit: str, forced: bool = False) -> Procedure[bool]:
    """A falling back unit tests to regroup; True when it did. `forced`: an assault has reached it.

    A forced test is taken whatever its strength, neighbours and order; whoever fails it is destroyed on the spot.
    """
    rule_id = "5e.morale.regroup-forced" if forced else "5e.morale.regroup-test"
    passed, told = True, "regroup.passed_always"
    total, need = 0, leadership(b.state, unit)
    if not any(unit_has_rule(b.state, unit, name) for name in ("fearless", "passes_leadership")):
        passed, faces = yield from leadership_test(b, unit, rule_id)
        total, told = sum(faces), "regroup.passed" if passed else "regroup.failed"
    b.say(told, rule_id, unit, total=total, need=need)
    if passed:
        stop_falling_back(b, unit, rule_id)
        b.note_deed(unit, "regrouped", rule_id)
    elif forced:
        destroy(b, unit, "5e.morale.fleeing-assaulted")
        b.say("regroup.destroyed", "5e.morale.fleeing-assaulted", unit)
    return passed


@rule("5e.morale.regroup-move", "5e.morale.regroup-after")
def regroup_move(b: Battle, unit: str) -> Procedure[None]:
    """A unit that regrouped may move up to 3 inches, slowed by nothing; it counts as having moved either way."""
    b.note_deed(unit, "moved", "5e.morale.regroup-after")
    yield from movement.move_models(
        b, unit, lambda state: movement.ground_for(state, unit, REGROUP_MOVE), "move.regroup", "5e.morale.regroup-move"
    )
