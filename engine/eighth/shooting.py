"""The Shooting phase: one unit after another declares all its shots, then resolves them target by target."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, ask_if
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import attacks, firing, measuring, status, weapons
from engine.eighth.attacks import Batch
from engine.eighth.dice import numbers
from engine.eighth.firing import Shot, batch_of, shot
from engine.eighth.weapons import weapon_of
from engine.mechanics.straight import FAR

DONE, BACK, FIRE = "done", "back", "fire"

SIX = 6
"""What hits in overwatch."""

Aimed = dict[str, tuple[Shot, ...]]
"""Shots by target, in the order in which they are resolved."""


@rule("8e.shooting.sequence", "8e.round.phase-order")
def shooter(state: State) -> str | None:
    """The active side while it has units that may shoot; None when its Shooting phase is over."""
    side = state.active
    if state.did(side, "shooting_done"):
        return None
    return side if any(not barred(state, u.id) for u in state.units_of(side)) else None


@rule("8e.shooting.not-eligible", "8e.transports.embarked-inactive")
def barred(state: State, unit: str) -> Refusals:
    """Why a unit may not be chosen to shoot now; empty when one of its models has something to fire, and a target."""
    if state.did(unit, "shot"):
        return (Refusal("shoot.has_shot", "8e.shooting.sequence", unit),)
    if refused := firing.bars(state, unit):
        return refused
    if not firing.has_target(state, unit):
        return (Refusal("shoot.nobody", "8e.shooting.range", unit),)
    return ()


def shoot_units(b: Battle, side: str) -> Procedure[None]:
    """One unit of the active player shoots, down to the losses of its last target; or the phase ends."""
    unit = yield from ask(lambda: which_unit(b.state, side))
    if unit == DONE:
        b.note_deed(side, "shooting_done", "8e.round.phase-order")
        return
    aimed = yield from declare(b, unit)
    if aimed:
        note_shot(b, unit, aimed)
        yield from fire(b, unit, aimed)


def which_unit(state: State, side: str) -> Choose:
    """Which unit shoots next, if any."""
    options = [Option(u.id, u.id, "8e.shooting.sequence", barred=barred(state, u.id)) for u in state.units_of(side)]
    return Choose(
        player=side,
        rule="8e.shooting.sequence",
        topic="shoot.unit",
        subjects=(side,),
        options=(*options, Option(DONE, "", "8e.round.phase-order", facts(label="done_shooting"))),
    )


# -- declaring ---------------------------------------------------------------------------------------------------------


@rule("8e.shooting.declare-first", "8e.shooting.split-fire", "8e.shooting.one-target-at-a-time")
def declare(b: Battle, unit: str) -> Procedure[Aimed]:
    """All shots of a unit are shared out among targets before any die; empty when the player goes back.

    Targets are resolved in the order in which they are named.
    """
    aimed: Aimed = {}
    while True:
        target = yield from ask(partial(_which_target, b, unit, aimed))
        if target in (BACK, FIRE):
            return aimed if target == FIRE else {}
        taken = tuple(s for shots in aimed.values() for s in shots)
        chosen = yield from ask_if(partial(_declaration, b, unit, target, taken))
        if chosen is None:
            continue
        aimed[target] = tuple(map(shot, chosen))
        if not _anything_left(b.state, unit, aimed):
            return aimed


def _which_target(b: Battle, unit: str, aimed: Mapping[str, tuple[Shot, ...]]) -> Choose:
    return which_target(b.state, unit, aimed)


def _declaration(b: Battle, unit: str, target: str, taken: tuple[Shot, ...]) -> ChooseMany | None:
    return firing.declaration(b.state, unit, target, taken)


def _anything_left(state: State, unit: str, aimed: Mapping[str, tuple[Shot, ...]]) -> bool:
    """Whether a weapon is still free that could be fired at some unit beside what is declared."""
    taken = tuple(s for shots in aimed.values() for s in shots)
    return any(
        not option.barred and not firing.together(state, (*taken, shot(option.id)))
        for foe in state.units_of(state.enemy(state.side_of(unit)))
        if foe.id not in aimed
        for option in firing.offered(state, unit, foe.id, taken)
    )


def which_target(state: State, unit: str, aimed: Mapping[str, tuple[Shot, ...]]) -> Choose:
    """At which enemy unit (more) weapons are aimed; `fire` when all is declared, `back` to take another unit."""
    side = state.side_of(unit)
    taken = tuple(s for shots in aimed.values() for s in shots)
    targets = tuple(
        target_option(state, unit, u.id, taken) for u in state.units_of(state.enemy(side)) if u.id not in aimed
    )
    way = Option(FIRE, "", "8e.shooting.declare-first") if aimed else Option(BACK, "", "8e.shooting.sequence")
    return Choose(
        player=side,
        rule="8e.shooting.split-fire",
        topic="shoot.target",
        subjects=(unit,),
        options=(*targets, way),
        hints=facts(unit=unit, aimed=tuple((target, len(shots)) for target, shots in aimed.items())),
    )


def target_option(state: State, unit: str, target: str, taken: tuple[Shot, ...]) -> Option:
    """An enemy unit as a target: why it is none, or what could be fired at it and how far it is."""
    refused, options = firing.against(state, unit, target)
    free = [o for o in options if not o.barred and shot(o.id) not in taken]
    free = [o for o in free if not firing.together(state, (*taken, shot(o.id)))]
    if not refused and not free:
        refused = (Refusal("shoot.nothing_left", "8e.shooting.all-weapons", target),)
    if refused:
        return Option(
            target, target, "8e.shooting.split-fire", facts(distance=measuring.between(state, unit, target)), refused
        )
    far = min(firing.distances(state, unit, target).values(), default=FAR)
    told = facts(firers=len({shot(o.id).model for o in free})) if free else ()
    return Option(
        target, target, "8e.shooting.split-fire", (*told, *facts(distance=far)) if far < FAR else told, refused
    )


def note_shot(b: Battle, unit: str, aimed: Aimed) -> None:
    """Remember what was fired at whom."""
    b.note_deed(unit, "shot", "8e.shooting.sequence", targets=tuple(aimed))
    for target, shots in aimed.items():
        models = len({s.model for s in shots})
        b.say("unit.shoots", "8e.shooting.sequence", unit, target=target, models=models)


# -- resolving ---------------------------------------------------------------------------------------------------------


Settled = tuple[Shot, int]
"""A shot that was declared, and how often its number of attacks counts."""


@rule("8e.shooting.one-target-at-a-time", "8e.shooting.declare-first")
def fire(b: Battle, unit: str, aimed: Aimed, *, natural: int = 0) -> Procedure[None]:
    """Resolve declared shots, one target after the other.

    What counts of range, sight and half range was settled when the shots were declared.
    """
    settled = {target: [(s, _times(b.state, target, s)) for s in shots] for target, shots in aimed.items()}
    for target, shots in settled.items():
        yield from _fire_at(b, unit, target, shots, natural)


def _times(state: State, target: str, fired: Shot) -> int:
    far = firing.distances(state, state.models[fired.model].unit, target).get(fired.model, FAR)  # who is gone by now
    return weapons.times(weapon_of(state, fired.weapon), far)


@rule("8e.shooting.declare-first", "8e.shooting.number-of-attacks")
def _fire_at(b: Battle, unit: str, target: str, shots: list[Settled], natural: int) -> Procedure[None]:
    """All shots at one target, those that are alike together. Those of models that are gone by then are not fired, and
    those at a unit that is gone are lost."""
    side = b.state.side_of(unit)
    while shots := _still_fired(b, unit, target, shots):
        if not b.state.present(target):
            b.say("shots.lost", "8e.shooting.declare-first", unit, target=target)
            return
        batch, together = _alike(b.state, target, shots, natural)
        number, times = weapon_of(b.state, batch.weapon).shots, together[0][1]
        rolled = yield from numbers(b, number, len(together), "shots", "8e.shooting.number-of-attacks", side, unit)
        yield from attacks.resolve(b, batch, sum(rolled) * times)
        shots = [s for s in shots if s not in together]


def _still_fired(b: Battle, unit: str, target: str, shots: list[Settled]) -> list[Settled]:
    """The shots of those who are still there to fire them."""
    gone = {s.model for s, _ in shots if not b.model(s.model).on_table}
    if gone:
        b.say("shots.not_fired", "8e.shooting.declare-first", unit, target=target, models=len(gone))
    return [(s, times) for s, times in shots if s.model not in gone]


@rule("8e.shooting.fast-dice-conditions")
def _alike(state: State, target: str, shots: list[Settled], natural: int) -> tuple[Batch, list[Settled]]:
    """The first of some shots, and all that are like it in every way and so may be rolled with it."""

    def kind(one: Settled) -> tuple[Batch, int]:
        return batch_of(state, one[0].model, target, weapon_of(state, one[0].weapon), natural), one[1]

    first = kind(shots[0])
    return first[0], [one for one in shots if kind(one) == first]


# -- overwatch ---------------------------------------------------------------------------------------------------------


@rule("8e.charge.overwatch-is-shooting", "8e.charge.overwatch-sixes", "8e.charge.overwatch-not-engaged")
def may_overwatch(state: State, unit: str, charger: str) -> bool:
    """Whether a unit may fire at one that charges it: no enemy within 1 inch, and something that reaches."""
    if status.engaged(state, unit) or not state.present(unit):
        return False
    return any(not o.barred for o in firing.offered(state, unit, charger, overwatch=True))


@rule("8e.charge.overwatch-is-shooting", "8e.charge.overwatch-sixes")
def overwatch(b: Battle, unit: str, charger: str) -> Procedure[None]:
    """A unit fires everything it can at its charger; only natural sixes hit."""
    options = firing.offered(b.state, unit, charger, overwatch=True)
    shots = tuple(map(shot, firing.everything(b.state, options, ())))
    b.say("unit.overwatches", "8e.charge.overwatch-is-shooting", unit, target=charger)
    yield from fire(b, unit, {charger: shots}, natural=SIX)
