"""The Movement phase: units move, Advance or Fall Back one after another, each finished before the next begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import sqrt

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import FULL_TURN, um, unit_vector
from engine.core.battle import Battle
from engine.core.decisions import Choose, MoveAnswer, Option
from engine.core.dice import Stream
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.memo import Memo
from engine.core.procedure import Procedure, ask
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import casualties, ground, status, transports
from engine.eighth.abilities import profile
from engine.eighth.characteristics import changes, modified, number, value
from engine.eighth.dice import d6, numbers
from engine.eighth.lore import Number
from engine.mechanics.moving import Ground

DONE, BACK = "done", "back"
MOVE, ADVANCE, FALL_BACK, STAY = "move", "advance", "fall_back", "stay"

TURNS, PARTS = 72, 8
"""How many directions and distances a flight with a minimum speed is looked for in."""


# -- who moves ---------------------------------------------------------------------------------------------------------


@rule("8e.movement.unit-by-unit", "8e.round.phase-order")
def mover(state: State) -> str | None:
    """The active side while it has a unit left that may or must move and has not ended the phase."""
    side = state.active
    if not side or state.did(side, "movement_done"):
        return None
    open_ = any(not option.barred for option in _options(state, side))
    return side if open_ or any(_owes_flight(state, u.id) for u in state.units_of(side)) else None


@rule("8e.movement.model-once", "8e.movement.reinforcements-no-move")
def bars(state: State, unit: str) -> Refusals:
    """Why a unit may not be picked (any more) in this Movement phase; empty when it may."""
    if state.did(unit, "arrived"):
        return (Refusal("move.arrived", "8e.movement.reinforcements-no-move", unit),)
    if not state.present(unit):
        return transports.disembark_bars(state, unit)
    if state.did(unit, "finished_moving"):
        return (Refusal("move.finished", "8e.movement.model-once", unit),)
    if _owes_flight(state, unit) and not _has_flight(state, unit):
        return (Refusal("move.no_flight", "8e.movement.minimum-move-fails", unit),)
    return ()


def _options(state: State, side: str) -> tuple[Option, ...]:
    here = [u.id for u in state.units_of(side)]
    units = (*here, *transports.aboard_of_side(state, side))
    return tuple(Option(u, u, "8e.movement.unit-by-unit", _figures(state, u), bars(state, u)) for u in units)


def _figures(state: State, unit: str) -> Facts:
    return facts(
        allowance=um(value(state, unit, "m")), engaged=bool(state.present(unit)) and status.engaged(state, unit)
    )


def move_units(b: Battle, side: str) -> Procedure[None]:
    """The player picks a unit and how it moves, or ends the phase."""
    unit = yield from ask(lambda: _which(b.state, side))
    if unit == DONE:
        yield from _forced(b, side)
        b.note_deed(side, "movement_done", "8e.round.phase-order")
        return
    if not b.state.present(unit):
        yield from transports.disembark(b, unit)
        return
    far = yield from speeds(b, unit)
    way = yield from ask(lambda: _how(b.state, unit, far))
    yield from carry_out(b, unit, way, far)


def _which(state: State, side: str) -> Choose:
    options = (*_options(state, side), Option(DONE, "", "8e.round.phase-order", facts(label="done_moving")))
    return Choose(player=side, rule="8e.movement.unit-by-unit", topic="move.unit", options=options)


@rule("8e.movement.engaged-options", "8e.movement.advance", "8e.movement.fall-back-limits")
def _how(state: State, unit: str, far: Mapping[str, int]) -> Choose:
    """How a unit moves: as far as its Move, farther by a die, or away from the enemy that is upon it."""
    engaged = status.engaged(state, unit)
    upon = (Refusal("move.engaged", "8e.movement.engaged-options", unit),) if engaged else ()
    free = () if engaged else (Refusal("move.not_engaged", "8e.movement.engaged-options", unit),)
    told = facts(allowance=max(far.values(), default=0))
    return Choose(
        player=state.side_of(unit),
        rule="8e.movement.unit-by-unit",
        topic="move.how",
        subjects=(unit,),
        hints=facts(unit=unit),
        options=(
            Option(MOVE, unit, "8e.movement.distance", told, upon),
            Option(ADVANCE, unit, "8e.movement.advance", told, upon),
            Option(FALL_BACK, unit, "8e.movement.fall-back-end", told, free),
            Option(STAY, unit, "8e.movement.unit-by-unit", barred=must_fly_on(state, unit)),
        ),
        advise=lambda stream: _usual(state, unit, engaged, stream),
    )


def _usual(state: State, unit: str, engaged: bool, stream: Stream) -> str:
    if not engaged:
        return MOVE
    return FALL_BACK if must_fly_on(state, unit) or stream.below(4) == 0 else STAY


def must_fly_on(state: State, unit: str) -> Refusals:
    """Why a unit may not stay where it is: it has a minimum speed."""
    if any(profile(state, m.id).m_least for m in state.present(unit)):
        return (Refusal("move.must_move", "8e.movement.minimum-speed", unit),)
    return ()


# -- how far -----------------------------------------------------------------------------------------------------------


@rule("8e.modifiers.random-move", "8e.movement.distance")
def speeds(b: Battle, unit: str) -> Procedure[dict[str, int]]:
    """How far each model of a unit may go, in micrometres. A random Move is rolled once for all, now."""
    models = tuple(m.id for m in b.state.present(unit))
    rolls: dict[Number, int] = {}
    far = {}
    for model in models:
        move = number(b.state, model, "m")
        if move.random and move not in rolls:
            side = b.state.side_of(unit)
            rolls[move] = (yield from numbers(b, move, 1, "move", "8e.modifiers.random-move", side, unit))[0]
        printed = rolls[move] if move.random else move.plus
        far[model] = um(modified("m", printed, changes(b.state, model, "m")))
    return far


def carry_out(b: Battle, unit: str, way: str, far: dict[str, int]) -> Procedure[None]:
    """A unit moves the way its player chose, and is finished."""
    if way == ADVANCE:
        far = yield from advance(b, unit, far)
    rule_id = "8e.movement.fall-back-end" if way == FALL_BACK else "8e.movement.distance"

    def flown(of: Ground, stream: Stream) -> MoveAnswer:
        return _flown(b.state, of, stream)

    moved: tuple[str, ...] = ()
    if way != STAY:
        moved = yield from ground.move_models(
            b, unit, lambda state: ground_of(state, unit, way, far), f"move.{way}", rule_id,
            _told(b.state, unit, far), flown if must_fly_on(b.state, unit) else None,
        )  # fmt: skip
    if moved:
        b.note_deed(unit, "moved", rule_id, models=moved)
    if way == FALL_BACK and moved:
        b.note_deed(unit, "fell_back", rule_id)
    b.note_deed(unit, "finished_moving", "8e.movement.model-once")
    yield from transports.may_embark(b, unit)


def _told(state: State, unit: str, far: Mapping[str, int]) -> Facts:
    """What is shown of a move: how far it may go, and how far it has to where there is a minimum speed."""
    least = max((profile(state, m.id).m_least for m in state.present(unit)), default=0)
    return facts(allowance=max(far.values(), default=0)) + (facts(least=um(least)) if least else ())


@rule("8e.movement.advance", "8e.movement.advance-limits", "8e.movement.maximum-speed")
def advance(b: Battle, unit: str, far: dict[str, int]) -> Procedure[dict[str, int]]:
    """A unit Advances: a die is added to the Move of all its models, whether they use it or not."""
    face = (yield from d6(b, 1, "advance", "8e.movement.advance", b.state.side_of(unit), unit))[0]
    b.note_deed(unit, "advanced", "8e.movement.advance", die=face)
    b.say("unit.advances", "8e.movement.advance", unit, distance=um(face))
    return {model: reach + um(face) for model, reach in far.items()}


@rule("8e.movement.fall-back-end", "8e.movement.enemy-one-inch")
def ground_of(state: State, unit: str, way: str, far: Mapping[str, int]) -> Ground:
    """What a unit's move in the Movement phase is judged against.

    Nobody comes within 1 inch of an enemy; who falls back only has to be clear of them all at the end.
    """
    falling = way == FALL_BACK
    finally_ = _finally(state, unit, falling)
    return ground.ground_for(state, unit, far, near=0 if falling else ground.CLEAR, finally_=finally_)


def _finally(state: State, unit: str, falling: bool) -> ground.Finally:
    starts = {m.id: m.pose for m in state.present(unit)}

    def at_the_end(ends: Mapping[str, Body]) -> Refusals:
        clear = _clear_of_all(state, unit, ends) if falling else ()
        return (*clear, *_fast_enough(state, starts, ends))

    return at_the_end


def _clear_of_all(state: State, unit: str, ends: Mapping[str, Body]) -> Refusals:
    """Why a unit has not got away: a model of it is still within 1 inch of an enemy. Staying is no move."""
    if all(state.models[m].pose == body.pose for m, body in ends.items()):
        return ()
    near = status.near_enemies(state, state.side_of(unit), tuple(ends.values()))
    return tuple(Refusal("move.not_away", "8e.movement.fall-back-end", body.id, body.pose) for body in near)


@rule("8e.movement.minimum-speed")
def _fast_enough(state: State, starts: Mapping[str, Pose], ends: Mapping[str, Body]) -> Refusals:
    """Why models with a minimum speed may not end where they do: some part of the base is too near its start."""
    found = []
    for model, body in ends.items():
        least = um(profile(state, model).m_least)
        if least and _least_way(body, starts[model]) < least - ground.ROUNDING:
            details = facts(least=least)
            found.append(Refusal("move.too_slow", "8e.movement.minimum-speed", model, body.pose, details))
    return tuple(found)


def _least_way(body: Body, start: Pose) -> int:
    """How far the part of a base that went least has come, in micrometres."""
    if isinstance(body.shape, Round):
        dx, dy = body.pose.x - start.x, body.pose.y - start.y
        return round(sqrt(dx * dx + dy * dy))
    return ground.least_corner_way(body, start)


# -- minimum speed -----------------------------------------------------------------------------------------------------


@rule("8e.movement.minimum-speed", "8e.movement.minimum-move-fails")
def _forced(b: Battle, side: str) -> Procedure[None]:
    """Before the phase ends, everyone with a minimum speed makes its move, or is removed when it cannot."""
    for unit in [u.id for u in b.state.units_of(side) if _owes_flight(b.state, u.id)]:
        far = yield from speeds(b, unit)
        way = _way_off(b.state, unit)
        while gone := stuck(b.state, unit, way, far):
            for model in gone:
                b.say("model.left_the_battle", "8e.movement.minimum-move-fails", model)
                yield from casualties.destroy(b, model, "8e.movement.minimum-move-fails")
        if b.state.present(unit):
            yield from carry_out(b, unit, way, far)


def _owes_flight(state: State, unit: str) -> bool:
    """Whether a unit still has to make a minimum move in this phase."""
    done = state.did(unit, "finished_moving") or state.did(unit, "arrived")
    return not done and bool(must_fly_on(state, unit))


def _way_off(state: State, unit: str) -> str:
    """How a unit moves that has to: with an enemy upon it, it falls back."""
    return FALL_BACK if status.engaged(state, unit) else MOVE


def _has_flight(state: State, unit: str) -> bool:
    """Whether a unit finds an end for its minimum move now, with the Move printed for it."""
    far = {m.id: um(value(state, m.id, "m")) for m in state.present(unit)}
    way = _way_off(state, unit)
    return state.layout.once(
        ("8e flight", unit, tuple(far.items())),
        lambda: next(flights(state, ground_of(state, unit, way, far), Stream(unit)), None) is not None,
    )


@rule("8e.movement.minimum-move-fails")
def stuck(state: State, unit: str, way: str, far: Mapping[str, int]) -> tuple[str, ...]:
    """The models of a unit that find no end for their minimum move on the table, each looked at by itself.

    Where each finds one, but not all of them together, the last is in the way of the others.
    """
    present = tuple(m.id for m in state.present(unit))
    if not present:
        return ()
    whole = ground_of(state, unit, way, far)
    if next(flights(state, whole, Stream(unit)), None) is not None:
        return ()
    alone = (m for m in present if next(flights(state, _alone(whole, m), Stream(m)), None) is None)
    return tuple(alone) or present[-1:]


def _alone(of: Ground, model: str) -> Ground:
    """A ground on which there is only one model of the unit."""
    movers = tuple(m for m in of.movers if m.id == model)
    return replace(of, movers=movers, stays=(), allowance={model: of.allowance[model]}, memo=Memo())


def flights(state: State, of: Ground, stream: Stream) -> Iterator[MoveAnswer]:
    """Moves that keep a minimum speed, everyone the same way and as far: in all directions, near and far."""
    least = max((um(profile(state, m.id).m_least) for m in of.movers), default=0)
    most = min(of.allowance.values(), default=0)
    first = stream.below(TURNS)
    for n in range(TURNS):
        dx, dy = unit_vector((first + n) % TURNS * (FULL_TURN // TURNS))
        for part in range(PARTS + 1):
            reach = least + ground.ROUNDING + max(0, most - least - ground.ROUNDING) * part // PARTS
            answer, refused = of.complete(of.shifted(round(dx * reach), round(dy * reach)))
            if answer and not refused:
                yield answer


def _flown(state: State, of: Ground, stream: Stream) -> MoveAnswer:
    """A move for those who may not stay; theirs to choose another where this finds none."""
    return next(flights(state, of, stream), ())
