"""The Shooting phase: the active player's units fire or run one after another, each finished before the next begins."""

from __future__ import annotations

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Option
from engine.core.facts import Facts, fact, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, ask_if
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import firing, hitting, measuring, movement, sight, status, weapons, wounding
from engine.fifth.dice import d6
from engine.fifth.firing import Shot, shot
from engine.fifth.odds import expected_shooting

DONE, RUN, BACK = "done", "run", "back"

NO_RUN = {
    "bike": "5e.types.bike-no-run",
    "jetbike": "5e.types.bike-no-run",
    "artillery": "5e.types.artillery-ground-run",
    "vehicle": "5e.vehicles.no-run",
}
"""Unit types that never run, each with the rule that says so."""


@rule("5e.shooting.unit-by-unit")
def shooter(state: State) -> str | None:
    """The active side while it has units that may still shoot or run; None when its Shooting phase is over."""
    side = state.active
    if state.did(side, "shooting_done"):
        return None
    return side if any(not barred(state, u.id) for u in state.units_of(side)) else None


@rule("5e.shooting.no-fire-locked", "5e.shooting.no-fire-ran", "5e.shooting.no-fire-gone-to-ground")
def barred(state: State, unit: str) -> Refusals:
    """Why a unit can neither shoot nor run now; empty when it can."""
    if state.did(unit, "shot"):
        return (Refusal("shoot.has_shot", "5e.shooting.unit-by-unit", unit),)
    if state.did(unit, "ran"):
        return (Refusal("shoot.ran", "5e.shooting.no-fire-ran", unit),)
    if status.locked(state, unit):
        return (Refusal("shoot.locked", "5e.shooting.no-fire-locked", unit),)
    if status.gone_to_ground(state, unit):
        return (Refusal("shoot.gone_to_ground", "5e.shooting.no-fire-gone-to-ground", unit),)
    return ()


@rule("5e.shooting.unit-by-unit")
def shoot_units(b: Battle, side: str) -> Procedure[None]:
    """One unit of the active player shoots or runs, down to its target's casualties."""
    unit = yield from ask(lambda: which_unit(b.state, side))
    if unit == DONE:
        b.note_deed(side, "shooting_done", "5e.turn.phase-order")
        return
    target = yield from ask(lambda: which_target(b.state, unit))
    if target == RUN:
        yield from run(b, unit)
    elif target != BACK:
        yield from shoot(b, unit, target)


def which_unit(state: State, side: str) -> Choose:
    """Which unit shoots or runs next, if any."""
    options = [
        Option(
            u.id,
            u.id,
            "5e.shooting.unit-by-unit",
            facts(moved=weapons.counts_as_moved(state, u.id)),
            barred(state, u.id),
        )
        for u in state.units_of(side)
    ]
    return Choose(
        player=side,
        rule="5e.shooting.unit-by-unit",
        topic="shoot.unit",
        subjects=(side,),
        options=(*options, Option(DONE, "", "5e.turn.phase-order", facts(label="done_shooting"))),
    )


# -- the target ----------------------------------------------------------------------------------------------------


def which_target(state: State, unit: str) -> Choose:
    """At which enemy unit a unit shoots, or whether it runs; `back` takes another unit first."""
    side = state.side_of(unit)
    targets = tuple(target_option(state, unit, u.id) for u in state.units_of(state.enemy(side)))
    ways = (
        Option(RUN, "", "5e.shooting.run-distance", barred=no_run(state, unit)),
        Option(BACK, "", "5e.shooting.unit-by-unit"),
    )
    return Choose(
        player=side,
        rule="5e.shooting.single-target",
        topic="shoot.target",
        subjects=(unit,),
        options=(*targets, *ways),
        hints=facts(unit=unit),
    )


def target_option(state: State, unit: str, target: str) -> Option:
    """An enemy unit as a target, with the reasons why it is none and what may be told about it."""
    refused = target_refusals(state, unit, target)
    details = () if refused else target_facts(state, unit, target)
    if not refused and fact(details, "reached") is False:
        away = facts(distance=fact(details, "distance"))
        refused = (Refusal("shoot.out_of_range", "5e.shooting.range-max", target, details=away),)
    return Option(target, target, "5e.shooting.single-target", details, refused)


@rule("5e.shooting.single-target", "5e.shooting.no-target-locked", "5e.shooting.los-needed")
def target_refusals(state: State, unit: str, target: str) -> Refusals:
    """Why an enemy unit is no target: locked in combat, out of sight of all, or nothing can be fired at it."""
    if status.locked(state, target):
        return (Refusal("shoot.target_locked", "5e.shooting.no-target-locked", target),)
    if any(not option.barred for option in firing.offered(state, unit, target)):
        return ()
    if not any(sight.visible_models(state, unit, target).values()):
        return (Refusal("shoot.no_sight", "5e.shooting.los-needed", target),)
    return _no_weapon(state, unit)


def target_facts(state: State, unit: str, target: str) -> Facts:
    """What may be told about a target: how many could fire, how many of it are seen, and where it may be measured
    already, whether it is `reached`, its `distance`, and the odds."""
    seen = sight.visible_models(state, unit, target)
    free = [shot(o.id) for o in firing.offered(state, unit, target) if not o.barred]
    visible = {m for models in seen.values() for m in models}
    told = facts(firers=len({s.model for s in free}), visible=len(visible))
    if measuring.refusals(state, unit, target):
        return told
    far = firing.distances(state, seen)
    nearest = min(far.values())
    if not any(firing.may_reach(state, s, far) for s in free):
        return (*told, *facts(reached=False, distance=nearest))
    distance = facts(distance=nearest) if nearest != firing.FAR else ()
    return (*told, *facts(reached=True), *distance, *expected_shooting(state, unit, target))


def _no_weapon(state: State, unit: str) -> Refusals:
    """Why nothing that a unit carries can be fired."""
    held_back = (
        r for m in state.present(unit) for w in weapons.guns(state, m.id) for r in weapons.bars(state, m.id, w)
    )
    return (next(held_back, Refusal("shoot.no_weapon", "5e.weapons.types-list", unit)),)


# -- shooting ------------------------------------------------------------------------------------------------------


@rule("5e.shooting.sequence", "5e.shooting.single-target")
def shoot(b: Battle, unit: str, target: str) -> Procedure[None]:
    """A unit shoots at one enemy unit: who fires, hits, wounds, saves, casualties."""
    chosen = yield from ask_if(lambda: firing.declaration(b.state, unit, target))
    if chosen is None:
        return
    shots = tuple(shot(option) for option in chosen)
    note_shot(b, unit, target, shots)
    movement.turn_to(b, tuple(s.model for s in shots), target, "5e.movement.face-when-shooting")
    volley = yield from hitting.fire_volley(b, unit, target, shots)
    yield from wounding.strike(b, unit, target, volley)


def note_shot(b: Battle, unit: str, target: str, shots: tuple[Shot, ...]) -> None:
    """Remember what was fired at whom: from here on nothing can be held back, and other rules ask for it."""
    fired = [weapons.gun(b.state, s.weapon) for s in shots]
    b.note_deed(
        unit, "shot", "5e.shooting.single-target", target=target, kinds=tuple(dict.fromkeys(w.kind for w in fired)),
        weapons=tuple(dict.fromkeys(w.key for w in fired)), models=tuple(s.model for s in shots),
    )  # fmt: skip
    b.note_deed(target, "shot_at", "5e.shooting.single-target", by=unit)
    b.say("unit.shoots", "5e.shooting.single-target", unit, target=target, models=len(shots))


# -- running -------------------------------------------------------------------------------------------------------


@rule("5e.types.bike-no-run", "5e.vehicles.no-run")
def no_run(state: State, unit: str) -> Refusals:
    """Why a unit of its type may not run; empty when it may."""
    at = NO_RUN.get(state.units[unit].kind)
    return (Refusal("run.kind", at, unit, details=facts(kind=state.units[unit].kind)),) if at else ()


@rule("5e.shooting.run-distance", "5e.shooting.run-ignores-difficult", "5e.shooting.run-dangerous")
def run(b: Battle, unit: str) -> Procedure[None]:
    """A unit runs: one D6 for all, up to so many inches each, no slower in difficult terrain.

    The roll alone makes it a unit that ran. Dangerous terrain is tested for as in any move.
    """
    faces = yield from d6(b, 1, "run", "5e.shooting.run-distance", b.state.side_of(unit), unit)
    distance = um(faces[0])
    b.note_deed(unit, "ran", "5e.shooting.run-distance", distance=distance)
    b.say("unit.runs", "5e.shooting.run-distance", unit, distance=distance)
    yield from movement.move_models(
        b,
        unit,
        lambda state: movement.ground_for(state, unit, distance),
        "run",
        "5e.shooting.run-distance",
        facts(distance=distance),
    )
