"""The assault chapter: which units charge, at whom, and how they get there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from battlefield.measure import touching
from battlefield.paths import end
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Move, MoveAnswer, Option
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, ask_if
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import measuring, movement, status, terrain, weapons
from engine.fifth.approach import FREE, LINKED, Charge, leads
from engine.fifth.characteristics import has_rule, leadership_test, unit_has_rule
from engine.fifth.kinds import is_vehicle
from engine.fifth.morale import regroup_test
from engine.fifth.pile_in import carry_out, move_question
from engine.fifth.ways import Way

DONE = "done"

REACH = um(6)
"""How far an assault move goes, in micrometres."""

FAST, FAST_REACH = ("beasts", "cavalry"), um(12)
"""Unit types that assault farther."""

SLOWED_ON_FOOT = ("jump_infantry",)
"""Unit types that difficult terrain slows in an assault, though not otherwise."""


@rule("5e.types.beast-assault", "5e.types.jump-assault")
def reach_of(state: State, unit: str) -> int:
    """How far a unit's assault move goes, in micrometres."""
    return FAST_REACH if all(terrain.type_of(state, m.id) in FAST for m in state.present(unit)) else REACH


# -- who may assault --------------------------------------------------------------------------------------------------


@rule("5e.assault.barred-locked", "5e.assault.barred-ran", "5e.assault.barred-gone-to-ground")
@rule("5e.assault.barred-heavy-fire", "5e.assault.barred-falling-back")
def bars(state: State, unit: str) -> Refusals:
    """Why a unit may not assault in this phase; empty when it may."""
    found = []
    if status.locked(state, unit):
        found.append(Refusal("charge.locked", "5e.assault.barred-locked", unit))
    if state.did(unit, "ran") and not is_fleet(state, unit):
        found.append(Refusal("charge.ran", "5e.assault.barred-ran", unit))
    if status.gone_to_ground(state, unit):
        found.append(Refusal("charge.gone_to_ground", "5e.assault.barred-gone-to-ground", unit))
    if status.falling_back(state, unit):
        found.append(Refusal("charge.falling_back", "5e.assault.barred-falling-back", unit))
    if state.did(unit, "declared_charge"):
        found.append(Refusal("charge.declared_already", "5e.assault.declare-distance", unit))
    if is_vehicle(state, unit):
        found.append(Refusal("charge.vehicle", "5e.assault.locked", unit))
    return (*found, *weapons.no_assault(state, unit))


@rule("5e.usr.fleet", "5e.types.beast-assault")
def is_fleet(state: State, unit: str) -> bool:
    """Whether a unit may assault after running: every model is fleet, as beasts and cavalry are."""
    return all(has_rule(state, m.id, "fleet") or terrain.type_of(state, m.id) in FAST for m in state.members(unit))


@rule("5e.assault.same-target")
def target_bars(state: State, unit: str, target: str) -> Refusals:
    """Why a unit may not declare an assault on that enemy unit; empty when it may."""
    shot = state.deed(unit, "shot")
    if shot is not None and shot.detail("target") not in (None, target):
        details = facts(shot=shot.detail("target"), target=target)
        return (Refusal("charge.other_target", "5e.assault.same-target", unit, None, details),)
    if measuring.between_units(state, unit, target) > 2 * reach_of(state, unit):  # any eye can see that
        return (Refusal("charge.plainly_far", "5e.assault.declare-distance", unit, None, facts(target=target)),)
    return ()


def targets(state: State, unit: str) -> tuple[str, ...]:
    """The enemy units on which a unit may declare an assault."""
    enemies = state.units_of(state.enemy(state.side_of(unit)))
    return tuple(e.id for e in enemies if not target_bars(state, unit, e.id))


def _why_not(state: State, unit: str) -> Refusals:
    barred = bars(state, unit)
    if barred or targets(state, unit):
        return barred
    return (Refusal("charge.nobody_near", "5e.assault.declare-distance", unit),)


def charger(state: State) -> str | None:
    """The active side while some unit of it may declare an assault and its player has not said that he is done."""
    side = state.active
    if not side or state.did(side, "charges_done"):
        return None
    return side if any(not _why_not(state, u.id) for u in state.units_of(side)) else None


# -- one assault ------------------------------------------------------------------------------------------------------


@rule("5e.assault.sequence", "5e.assault.one-at-a-time")
def charge_units(b: Battle, side: str) -> Procedure[None]:
    """One unit declares an assault and makes its whole assault move; or its player is done."""
    unit = yield from ask(lambda: _which_unit(b.state, side))
    if unit == DONE:
        b.note_deed(side, "charges_done", "5e.assault.sequence")
        return
    target = yield from _declare(b, unit)
    if target is not None:
        yield from charge(b, unit, target)


def _which_unit(state: State, side: str) -> Choose:
    units = state.units_of(side)
    options = [Option(u.id, u.id, "5e.assault.declare-distance", barred=_why_not(state, u.id)) for u in units]
    return Choose(
        player=side,
        rule="5e.assault.sequence",
        topic="charge.unit",
        options=(*options, Option(DONE, rule="5e.assault.sequence", details=facts(label="done_charging"))),
    )


def _declare(b: Battle, unit: str) -> Procedure[str | None]:
    """The enemy unit that a unit assaults; nothing is asked when only one is left to it. None when none is any more."""
    choice = targets(b.state, unit)
    if len(choice) == 1:
        return choice[0]
    return (yield from ask_if(lambda: _which_target(b.state, unit)))


def _which_target(state: State, unit: str) -> Choose | None:
    """On which enemy unit an assault is declared; None when there is none (left)."""
    if not state.present(unit) or not targets(state, unit):
        return None
    enemies = state.units_of(state.enemy(state.side_of(unit)))
    options = tuple(
        Option(e.id, e.id, "5e.assault.declare-distance", _promise(state, unit, e.id), target_bars(state, unit, e.id))
        for e in enemies
    )
    return Choose(
        player=state.side_of(unit),
        rule="5e.assault.declare-distance",
        topic="charge.target",
        subjects=(unit,),
        options=options,
    )


def _promise(state: State, unit: str, target: str) -> Facts:
    """How far a target is and what the charge promises, where measuring is allowed."""
    from engine.fifth.odds_combat import expected_combat

    if measuring.refusals(state, unit, target):
        return ()
    return facts(distance=measuring.between_units(state, unit, target)) + expected_combat(state, unit, target)


@rule("5e.assault.declare-distance", "5e.assault.closest-fails", "5e.assault.cover-inch-away")
def charge(b: Battle, unit: str, target: str) -> Procedure[None]:
    """A unit assaults another: declared, then measured, then moved; nobody moves when its nearest model falls short."""
    b.note_deed(unit, "declared_charge", "5e.assault.declare-distance", target=target)
    b.say("charge.declared", "5e.assault.declare-distance", unit, target=target)
    reach, closed = reach_of(b.state, unit), slowing(b.state, unit)
    approach = approach_of(b.state, unit, target, reach)
    tested = must_test(b.state, unit, approach)
    if tested:
        reach, closed = (yield from _tested_reach(b, unit)), ()
        approach = approach_of(b.state, unit, target, reach)
    if not approach.leads:
        gap = measuring.between_units(b.state, unit, target)
        b.say("charge.failed", "5e.assault.closest-fails", unit, target=target, gap=gap, reach=reach)
        return
    if status.falling_back(b.state, target) and not (yield from regroup_test(b, target, forced=True)):
        b.say("charge.target_gone", "5e.morale.fleeing-assaulted", unit, target=target)
        return
    answer = yield from _assault_move(b, unit, target, reach, closed)
    if answer is None:
        b.say("charge.target_gone", "5e.assault.closest-fails", unit, target=target)
        return
    _note_assault(b, unit, target, answer, tested)
    ways = carry_out(b, answer, "5e.assault.move-limits")
    yield from terrain.dangerous_tests(b, ways, "5e.assault.cover-test")
    yield from _counter_attacks(b)


@rule("5e.types.beast-assault-difficult")
def _tested_reach(b: Battle, unit: str) -> Procedure[int]:
    """How far a unit comes through difficult terrain: by the higher die, doubled for those that assault farther."""
    highest = yield from terrain.difficult_test(b, unit, "5e.assault.cover-test")
    return um(highest * reach_of(b.state, unit) // REACH)


@rule("5e.usr.counter-attack", "5e.usr.counter-attack-locked")
def _counter_attacks(b: Battle) -> Procedure[None]:
    """Assaulted units that can counter-attack test their Leadership for it, unless they were locked before."""
    for unit in tuple(b.state.units):
        deed = b.state.deed(unit, "assaulted")
        if deed is None or deed.detail("locked") or b.state.did(unit, "tested_counter_attack"):
            continue
        if not unit_has_rule(b.state, unit, "counter_attack"):
            continue
        b.note_deed(unit, "tested_counter_attack", "5e.usr.counter-attack")
        passed, faces = yield from leadership_test(b, unit, "5e.usr.counter-attack")
        if passed:
            b.note_deed(unit, "counter_attacks", "5e.usr.counter-attack")
        code = "charge.countered" if passed else "charge.not_countered"
        b.say(code, "5e.usr.counter-attack", unit, total=sum(faces))


def _assault_move(
    b: Battle, unit: str, target: str, reach: int, closed: tuple[str, ...]
) -> Procedure[MoveAnswer | None]:
    """Where the models go; units that run and are reached besides the target test first, and then it is asked anew.

    None when the nearest does not come to the enemy (any more).
    """
    while True:
        if len(b.state.present(unit)) == 1:  # the nearest model goes straight to the nearest enemy: nothing to choose
            answer, _ = approach_of(b.state, unit, target, reach, closed).complete({})
        else:
            asked = yield from ask_if(partial(_where, b.state, unit, target, reach, closed))
            if asked is None:
                return None
            answer = asked
        reached = [u for u in _reached(b.state, unit, answer) if status.falling_back(b.state, u)]
        if not reached:
            return answer
        for runner in reached:
            yield from regroup_test(b, runner, forced=True)
        if all(b.state.present(runner) for runner in reached):
            return answer


def _where(state: State, unit: str, target: str, reach: int, closed: tuple[str, ...]) -> Move | None:
    approach = approach_of(state, unit, target, reach, closed)
    if not approach.leads:
        return None
    lead = approach.leads[0]
    hints = {"target": target, "reach": reach, "first": lead.model, "nearest": lead.foe, "closed": closed}
    return move_question(approach, state, unit, "charge.move", "5e.assault.move-priorities", **hints)


def _reached(state: State, unit: str, answer: MoveAnswer) -> tuple[str, ...]:
    """The enemy units that a unit's models will touch."""
    ends = [body_of(state.models[m]).at(end(state.models[m].pose, legs)) for m, legs in answer]
    foes = [body_of(m) for m in status.enemies(state, state.side_of(unit))]
    return tuple(dict.fromkeys(foe.group for foe in foes if any(touching(body, foe) for body in ends)))


# -- ground and duties ------------------------------------------------------------------------------------------------


@rule("5e.assault.move-limits")
def approach_of(state: State, unit: str, target: str, reach: int, closed: tuple[str, ...] = ()) -> Charge:
    """What an assault move may and must do: up to the enemy, through nobody.

    `closed` terrain is not entered, and whoever stands in it stays.
    """
    rules = {"move.closed": "5e.assault.cover-test"}
    ground = movement.ground_for(state, unit, reach, near=0.0, closed=closed, link=None, rules=rules)
    inside = [m.id for m in ground.movers if any(terrain.stands_in(m, state.terrain[p].piece) for p in closed)]
    ground = replace(ground, flies=False, allowance={**ground.allowance, **dict.fromkeys(inside, 0)})
    enemies = [body_of(m) for m in status.enemies(state, state.side_of(unit))]
    foes = tuple(body for body in enemies if body.group == target)
    others = tuple(body for body in enemies if body.group != target)
    first = leads(ground, foes, others)
    return Charge(ground, foes, others, taken=_contacted(state, unit), leads=first)


def _contacted(state: State, unit: str) -> frozenset[str]:
    """Enemy models in contact with a model that assaults in this phase already."""
    touched = set()
    for pair in status.contacts(state):
        for mine, foe in (pair, pair[::-1]):
            if state.side_of(mine) == state.side_of(unit) and state.did(state.models[mine].unit, "charged"):
                touched.add(foe)
    return frozenset(touched)


@rule("5e.assault.cover-test", "5e.types.jump-assault")
def slowing(state: State, unit: str) -> tuple[str, ...]:
    """The difficult terrain in reach of a unit's assault that it has to test for before any model goes through it."""
    afoot = any(terrain.type_of(state, m.id) in SLOWED_ON_FOOT for m in state.present(unit))
    return movement.hard_in_reach(state, unit, reach_of(state, unit)) if afoot or terrain.slowed(state, unit) else ()


@rule("5e.assault.cover-test")
def must_test(state: State, unit: str, wide: Charge) -> bool:
    """Whether some model has to cross difficult terrain: it achieves less when it keeps out of all of it.

    `wide` is the charge without a test. Nobody has to when it fails anyway.
    """
    closed = slowing(state, unit)
    if not closed or not wide.leads:
        return False
    hard = [state.terrain[id].piece for id in closed]
    ways = [(body_of(state.models[m]), legs) for m, legs in wide.complete({})[0] if legs]
    through = [body for body, legs in ways if any(terrain.crosses(body, legs, piece) for piece in hard)]
    if not through or any(terrain.stands_in(body, piece) for body in through for piece in hard):
        return bool(through)  # everyone does its best outside; or someone has to come out
    around = approach_of(state, unit, wide.foes[0].group, reach_of(state, unit), closed)
    if not around.leads:
        return True
    most, least = _achieved(wide), _achieved(around)
    return any(most[model] < least[model] for model in most)


def _achieved(approach: Charge) -> dict[str, int]:
    """What each model achieves in the suggested move; anything short of the fight counts the same."""
    course, found = approach.start(), {}
    answer, _ = approach.complete({})
    for model, legs in answer:
        body = course.at[model].at(end(course.at[model].pose, legs))
        found[model] = min(LINKED, approach.worth(body, course)) if course.done else FREE
        course.settle(body)
    return found


@rule("5e.assault.cover-initiative", "5e.assault.cover-initiative-exempt", "5e.cover.gtg-assaulted")
def _note_assault(b: Battle, unit: str, target: str, answer: MoveAnswer, tested: bool) -> None:
    """Remember who assaulted whom, whether cover slowed it, and which of the assaulted were ready for it."""
    state = b.state
    reached = _reached(state, unit, answer)
    ready = {u: not (_locked_before(state, u) or status.gone_to_ground(state, u)) for u in reached}
    risky = any(terrain.in_danger(state, Way(m, state.models[m].pose, legs)) for m, legs in answer)
    slowed = (tested or risky) and any(ready.values())
    b.note_deed(unit, "charged", "5e.assault.declare-distance", target=target, units=reached, slowed=slowed)
    for enemy in reached:
        if not state.did(enemy, "assaulted"):
            held = _locked_before(b.state, enemy)
            b.note_deed(enemy, "assaulted", "5e.assault.defenders-react", by=unit, ready=ready[enemy], locked=held)
    b.say("charge.made", "5e.assault.declare-distance", unit, target=target, units=reached, slowed=slowed)


def _locked_before(state: State, unit: str) -> bool:
    """Whether a unit is locked with an enemy that did not assault in this phase."""
    pairs = [pair for pair in status.locked_pairs(state) if unit in pair]
    return any(not state.did(u, "charged") for pair in pairs for u in pair if u != unit)
