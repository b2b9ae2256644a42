"""The Charge phase: declaring, overwatch, the charge move, and heroic interventions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from battlefield.body import Body
from battlefield.paths import end
from battlefield.pose import Pose
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Move, MoveAnswer, Option
from engine.core.dice import Roll, pool
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.moments import Reaction
from engine.core.procedure import Procedure, ask, ask_if, react, roll
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import abilities, closing, ground, kinds, measuring, shooting, status
from engine.eighth.moments import ChargeDeclared
from engine.eighth.setting_up import least_gap
from engine.mechanics.moving import Ground

DONE = "done"

DECLARED_WITHIN = um(12)
"""How near a unit must be to be charged, in micrometres."""

INTERVENES = um(3)
"""How near the enemy is to a Character that may intervene, and how far it goes, in micrometres."""


# -- who charges -------------------------------------------------------------------------------------------------------


@rule("8e.charge.eligible")
def note_engaged(b: Battle) -> None:
    """Remember which of the active player's units have an enemy within 1 inch as the phase begins."""
    for unit in b.state.units_of(b.state.clock.side):
        if status.engaged(b.state, unit.id):
            b.note_deed(unit.id, "engaged_before_charges", "8e.charge.eligible")


@rule("8e.charge.eligible", "8e.charge.once", "8e.movement.advance-limits", "8e.movement.fall-back-limits")
def bars(state: State, unit: str) -> Refusals:
    """Why a unit may not be chosen to charge; empty when it may."""
    if state.did(unit, "charge_declared"):
        return (Refusal("charge.declared_already", "8e.charge.once", unit),)
    if state.did(unit, "advanced"):
        return (Refusal("charge.advanced", "8e.movement.advance-limits", unit),)
    if state.did(unit, "fell_back"):
        return (Refusal("charge.fell_back", "8e.movement.fall-back-limits", unit),)
    if status.engaged(state, unit) or state.did(unit, "engaged_before_charges"):
        return (Refusal("charge.engaged", "8e.charge.eligible", unit),)
    if not targets(state, unit):
        return (Refusal("charge.nobody_near", "8e.charge.eligible", unit),)
    return ()


@rule("8e.charge.targets")
def targets(state: State, unit: str) -> tuple[str, ...]:
    """The enemy units within 12 inches, seen or not."""
    foes = state.units_of(state.enemy(state.side_of(unit)))
    return tuple(f.id for f in foes if measuring.within(measuring.between(state, unit, f.id), DECLARED_WITHIN))


def charger(state: State) -> str | None:
    """The active side while some unit of it may charge and its player has not said that he is done."""
    side = state.active
    if state.did(side, "charges_done"):
        return None
    return side if any(not bars(state, u.id) for u in state.units_of(side)) else None


# -- one charge --------------------------------------------------------------------------------------------------------


@rule("8e.charge.once", "8e.charge.overwatch", "8e.round.phase-order")
def charge_units(b: Battle, side: str) -> Procedure[None]:
    """One unit declares a charge, is fired at, rolls and moves; or its player is done."""
    unit = yield from ask(lambda: _which_unit(b.state, side))
    if unit == DONE:
        b.note_deed(side, "charges_done", "8e.round.phase-order")
        return
    chosen = yield from ask_if(lambda: _which_targets(b.state, unit))
    if chosen is None:
        return
    b.note_deed(unit, "charge_declared", "8e.charge.targets", targets=chosen)
    b.say("charge.declared", "8e.charge.targets", unit, targets=chosen)
    yield from react(b, ChargeDeclared(unit, chosen))
    if b.state.present(unit):
        yield from charge_move(b, unit, chosen)


def _which_unit(state: State, side: str) -> Choose:
    options = tuple(Option(u.id, u.id, "8e.charge.eligible", barred=bars(state, u.id)) for u in state.units_of(side))
    return Choose(
        player=side,
        rule="8e.charge.eligible",
        topic="charge.unit",
        subjects=(side,),
        options=(*options, Option(DONE, "", "8e.round.phase-order", facts(label="done_charging"))),
    )


@rule("8e.charge.targets")
def _which_targets(state: State, unit: str) -> ChooseMany | None:
    """The units that are charged: one or more of those within 12 inches. None when there is none (left)."""
    near = targets(state, unit)
    if not near:
        return None
    gaps = {foe: measuring.between(state, unit, foe) for foe in near}
    options = tuple(
        Option(
            foe, foe, "8e.charge.targets", facts(distance=gaps[foe], overwatch=shooting.may_overwatch(state, foe, unit))
        )
        for foe in near
    )
    closest = min(near, key=lambda foe: (gaps[foe], foe))
    return ChooseMany(
        player=state.side_of(unit),
        rule="8e.charge.targets",
        topic="charge.targets",
        subjects=(unit,),
        options=options,
        least=1,
        hints=facts(unit=unit),
        advise=lambda stream: (closest,),
    )


# -- overwatch ---------------------------------------------------------------------------------------------------------


@rule("8e.charge.overwatch", "8e.charge.overwatch-not-engaged")
def _may_overwatch(state: State, moment: ChargeDeclared, side: str) -> tuple[Option, ...]:
    """The charged units that can fire at their charger, each time they are charged."""
    if side == state.side_of(moment.unit) or not state.present(moment.unit):
        return ()
    return tuple(
        Option(unit, unit, "8e.charge.overwatch", facts(charger=moment.unit, label="overwatch"))
        for unit in moment.targets
        if state.present(unit) and shooting.may_overwatch(state, unit, moment.unit)
    )


def _overwatch(b: Battle, moment: ChargeDeclared, row: str) -> Procedure[ChargeDeclared]:
    yield from shooting.overwatch(b, row, moment.unit)
    return moment


OVERWATCH = Reaction("8e.charge.overwatch", ChargeDeclared, _may_overwatch, _overwatch, topic="react.overwatch")


# -- the move ----------------------------------------------------------------------------------------------------------


@rule("8e.charge.roll", "8e.charge.failed")
def charge_move(b: Battle, unit: str, foes: tuple[str, ...]) -> Procedure[None]:
    """2D6 for the unit, then its move; where that cannot be made, or is not, the charge fails and nobody moves."""
    far = yield from _roll(b, unit, foes)
    answer: MoveAnswer = ()
    if _within_reach(b.state, unit, foes, far):
        answer = yield from ask(lambda: _question(b.state, unit, foes, far))
    moved = [ground.carry(b, b.model(model), legs, "8e.charge.roll") for model, legs in answer]
    if not any(moved):
        b.say("charge.failed", "8e.charge.failed", unit, distance=far)
        return
    b.note_deed(unit, "charged", "8e.charge.first-model", targets=foes)
    b.say("charge.made", "8e.charge.first-model", unit, targets=foes, distance=far)


def _roll(b: Battle, unit: str, foes: tuple[str, ...]) -> Procedure[int]:
    """How far a charge goes, in micrometres: both dice are rolled again where an ability lets a short one be."""
    again = all(abilities.has(b.state, m.id, kinds.REROLL_CHARGE) for m in b.state.present(unit))
    gap = min(measuring.between(b.state, unit, foe) for foe in foes)
    dice = Roll("charge", "8e.charge.roll", b.state.side_of(unit), pool(2), unit, 0, facts(distance=gap, targets=foes))
    faces = yield from roll(b, dice, lambda faces: (0, 1) if again and um(sum(faces) + 1) < gap else ())
    return um(sum(faces))


def _within_reach(state: State, unit: str, foes: tuple[str, ...], far: int) -> bool:
    return any(measuring.within(measuring.between(state, unit, foe), far + status.ENGAGED) for foe in foes)


@rule("8e.charge.first-model", "8e.charge.non-targets", "8e.charge.roll")
def charge_ground(state: State, unit: str, foes: tuple[str, ...], far: int) -> Ground:
    """What a charge move is judged against: so far for everyone, and nobody within 1 inch of a unit not charged."""
    allowance = {m.id: far for m in state.present(unit)}
    rules = {"move.too_far": "8e.charge.roll", "move.too_near": "8e.charge.non-targets"}
    return ground.ground_for(state, unit, allowance, spared=foes, rules=rules)


def _question(state: State, unit: str, foes: tuple[str, ...], far: int) -> Move:
    """The charge move; its empty answer lets the charge fail."""
    over = charge_ground(state, unit, foes, far)
    enemies = tuple(body_of(m) for foe in foes for m in state.present(foe))
    hints = facts(unit=unit, targets=foes, distance=far, laid_out=True)

    def legal(answer: MoveAnswer) -> Refusals:
        return over.refusals(answer) or first_model(over, enemies, answer)

    def complete(wanted: Mapping[str, Pose]) -> tuple[MoveAnswer, Refusals]:
        answer, refused = over.complete(wanted)
        return (answer, refused) if refused else led(answer, legal)

    asked = ground.question(state, unit, over, "charge.move", "8e.charge.first-model", hints)
    return replace(asked, legal=legal, complete=complete, advise=lambda stream: closing.onslaught(over, enemies, legal))


@rule("8e.charge.first-model")
def led(answer: MoveAnswer, legal: Callable[[MoveAnswer], Refusals]) -> tuple[MoveAnswer, Refusals]:
    """The same moves with a model first that may lead them; as they are, with the reasons, where none may."""
    refused = legal(answer)
    for n in range(1, len(answer)) if refused else ():
        other = (answer[n], *answer[:n], *answer[n + 1 :])
        if not legal(other):
            return other, ()
    return answer, refused


@rule("8e.charge.first-model")
def first_model(over: Ground, enemies: tuple[Body, ...], answer: MoveAnswer) -> Refusals:
    """Why a charge move is none: the first model moved does not end within 1 inch of a unit that is charged."""
    if not answer:
        return ()
    model, legs = answer[0]
    mover = next(m for m in over.movers if m.id == model)
    body = mover.at(end(mover.pose, legs))
    if measuring.within(least_gap(body, enemies), status.ENGAGED):
        return ()
    return (Refusal("charge.first_model", "8e.charge.first-model", model, body.pose),)


# -- heroic intervention -----------------------------------------------------------------------------------------------


@rule("8e.charge.heroic-intervention")
def intervener(state: State) -> str | None:
    """The side whose turn it is not, while a Character of it may intervene and its player is not done."""
    side = state.enemy(state.clock.side)
    if state.did(side, "interventions_done"):
        return None
    return side if heroes(state, side) else None


@rule("8e.charge.heroic-intervention")
def heroes(state: State, side: str) -> tuple[str, ...]:
    """A side's Characters within 3 inches of an enemy unit that have not intervened yet in this phase.

    Those whose models all touch an enemy are left out: none of them could come any closer.
    """
    return tuple(
        u.id
        for u in state.units_of(side)
        if abilities.has_keyword(state, u.id, "Character")
        and not state.did(u.id, "intervened")
        and any(
            measuring.within(measuring.between(state, u.id, foe.id), INTERVENES)
            for foe in state.units_of(state.enemy(side))
        )
        and may_close_in(state, u.id)
    )


@rule("8e.charge.heroic-intervention", "8e.charge.heroic-intervention-closer")
def intervene(b: Battle, side: str) -> Procedure[None]:
    """One Character moves up to 3 inches, closer to the nearest enemy; or none does any more. It is no charge."""
    unit = yield from ask(lambda: _which_hero(b.state, side))
    if unit == DONE:
        b.note_deed(side, "interventions_done", "8e.charge.heroic-intervention")
        return
    b.note_deed(unit, "intervened", "8e.charge.heroic-intervention")
    yield from close_in(b, unit, "charge.intervene", "8e.charge.heroic-intervention-closer")


def _which_hero(state: State, side: str) -> Choose:
    units = tuple(Option(u, u, "8e.charge.heroic-intervention") for u in heroes(state, side))
    return Choose(
        player=side,
        rule="8e.charge.heroic-intervention",
        topic="charge.hero",
        subjects=(side,),
        options=(*units, Option(DONE, "", "8e.charge.heroic-intervention", facts(label="done_intervening"))),
    )


def close_in(b: Battle, unit: str, topic: str, rule_id: str) -> Procedure[None]:
    """The models of a unit move up to 3 inches each, those that do ending closer to the enemy nearest to them.

    Nothing is asked when nobody could come any closer.
    """
    if not may_close_in(b.state, unit):
        return

    def question() -> Move:
        over, foes = close_ground(b.state, unit, rule_id)
        asked = ground.question(b.state, unit, over, topic, rule_id, facts(reach=INTERVENES, laid_out=True))
        return replace(asked, advise=lambda stream: closing.onslaught(over, foes, closer=True))

    answer = yield from ask(question)
    moved = [ground.carry(b, b.model(model), legs, rule_id) for model, legs in answer]
    if any(moved):
        b.say("unit.moved", rule_id, unit, models=sum(moved))


def may_close_in(state: State, unit: str) -> bool:
    """Whether any model of a unit could come closer to the enemy that is nearest to it: it does not touch it yet."""
    foes = tuple(body_of(m) for m in status.enemies(state, state.side_of(unit)))
    return bool(foes) and not all(closing.touching(body_of(m), foes) for m in state.present(unit))


def close_ground(state: State, unit: str, rule_id: str) -> tuple[Ground, tuple[Body, ...]]:
    """What a move of 3 inches toward the enemy is judged against, and the enemies."""
    foes = tuple(body_of(m) for m in status.enemies(state, state.side_of(unit)))
    starts: Mapping[str, Body] = {m.id: body_of(m) for m in state.present(unit)}
    allowance = dict.fromkeys(starts, INTERVENES)
    finally_ = closing.closer(starts, foes, rule_id)
    over = ground.ground_for(state, unit, allowance, near=0, finally_=finally_, rules={"move.too_far": rule_id})
    return over, foes
