"""The torture book: made-up rules with everything that the hardest edition will ask of the core.

A turn: units arrive from reserve, move (the enemy may shoot at whoever stops near), shoot, throw a charge, fight by
turns until nobody waits, and end. Dead models wait in a queue; carriers explode, and so do the bombers inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.battle import Battle
from engine.core.cards import Card
from engine.core.decisions import Agree, Item, Option, Order, Place
from engine.core.dice import Roll
from engine.core.events import Event
from engine.core.facts import Facts, facts
from engine.core.moments import Reaction, Rolled
from engine.core.procedure import Procedure, ask, reroll, within
from engine.core.records import Aboard, Clock, Effect, Frame, Model, Objective, OnTable, Reserve, Terrain, Unit
from engine.core.refusals import Refusals
from engine.core.setup import Setup
from engine.core.state import State
from engine.core.timetable import Loop, Once, Step
from tests.torture import fighting, moving, shooting
from tests.torture.common import Fought, MoveEnded, TurnEnds, gap, nearest_enemies, slots, spots_free

WOUNDS = {"one": 1, "two": 2, "three": 3}


@dataclass(frozen=True)
class Lore:
    """What the book reads from the sheets."""

    range: int
    shots: tuple[int, ...]


class TortureBook:
    """The made-up rules as one value."""

    edition = "torture"
    eyes = True

    def read_lore(self, setup: Setup) -> Lore:
        guns = setup.sheets["guns"]
        return Lore(guns["range"], guns["shots"])

    def set_up(self, setup: Setup, dice_key: str) -> State:
        state = State(setup, self.read_lore(setup), dice_key=dice_key, points={"blue": 3, "red": 3})
        for spec in setup.units:
            group = spec.joined or spec.id
            state.units[spec.id] = Unit(
                spec.id, spec.side, spec.name, spec.letter, "", spec.kind, "", 10, len(spec.models), group
            )
            for m in spec.models:
                place = OnTable(m.at) if m.at else Aboard(spec.aboard) if spec.aboard else Reserve("undeployed")
                state.models[m.id] = Model(
                    m.id, spec.id, m.name, m.profile, m.shape, m.height, m.eye, place, WOUNDS[m.profile], m.gear
                )
        state.terrain = {piece.id: Terrain(piece.id, piece) for piece in setup.terrain}
        state.objectives = {o.id: Objective(o.id, o.at, o.name) for o in setup.objectives}
        return state

    def timetable(self, state: State) -> tuple[Step, ...]:
        return TABLES[state.clock.segment]

    def phases(self) -> tuple[str, ...]:
        return ("move", "shoot")

    def reactions(self) -> tuple[Reaction, ...]:
        return REACTIONS

    def react_order(self, state: State, moment: object) -> tuple[str, ...]:
        if isinstance(moment, Rolled):
            return (moment.roll.side, state.enemy(moment.roll.side))
        return (state.active, state.enemy(state.active))

    def value(self, state: State, subject: str, name: str) -> int:
        return sum(effect.number(name, 0) for effect in state.effects_on(subject))

    def sight(self, state: State, viewer: str, target: str) -> Any:
        return True

    def margin(self, state: State, viewer: str, target: str, *, of: str = "target") -> None:
        return None

    def may_measure(self, state: State, one: str, other: str) -> Refusals:
        return ()

    def distance(self, state: State, one: str, other: str) -> int:
        return gap(state.models[one].pose, state.models[other].pose)

    def odds(self, state: State, question: Facts) -> Facts:
        return ()

    def words(self) -> Mapping[str, str]:
        return {"ask.target": "Who shall be shot at?"}

    def points(self, state: State, side: str) -> int:
        return state.scores.get(side, 0)

    def badges(self, state: State, unit: str) -> tuple[str, ...]:
        return ("moved",) if state.did(unit, "moved") else ()

    def card(self, state: State, unit: str) -> Card:
        """There are no datasheets to show."""
        return Card()

    def changes_badges(self, event: Event) -> bool:
        return event.code.startswith(("deed.", "clock."))


# -- setting up -------------------------------------------------------------------------------------------------------


def agree(b: Battle) -> Procedure[None]:
    """Both settle what the mound is."""
    items = (Item("mound", ("hill", "rock"), "hill", "torture.agree"), Item("wind", ("calm", "storm"), "calm"))
    settled = yield from ask(Agree(player="blue", rule="torture.agree", topic="agreement", items=items))
    for name, choice in settled:
        b.agree(name, choice, "torture.agree")


def next_to_deploy(state: State) -> str | None:
    """Heroes deploy; what is called late waits."""
    waiting = (
        u.id
        for u in state.units.values()
        if "hero" in u.id
        for m in state.members(u.id)
        if isinstance(m.place, Reserve)
    )
    return next(waiting, None)


def deploy(b: Battle, unit: str) -> Procedure[None]:
    """A unit is put down on its own half."""
    yield from put_down(b, unit, "torture.deploy")


def put_down(b: Battle, unit: str, rule: str) -> Procedure[None]:
    """All models of a unit that are in reserve are set down on free spots."""
    side = b.unit(unit).side

    def question() -> Place:
        models = tuple(m.id for m in b.state.members(unit) if isinstance(m.place, Reserve))
        return Place(
            player=side,
            rule=rule,
            topic="place",
            subjects=(unit,),
            models=models,
            legal=lambda answer: spots_free(b.state, answer),
            advise=lambda stream: slots(b.state, models, stream),
        )

    for model, pose in (yield from ask(question)):
        b.place(model, OnTable(pose), rule)


def begin(b: Battle) -> Procedure[None]:
    """The first turn; what is still in reserve is blessed for a long time, in its absence."""
    order = yield from ask(
        Order(player="red", rule="torture.begin", topic="order", items=(Option("blue"), Option("red")))
    )
    for unit in ("blue-late", "red-late"):
        b.add_effect(Effect(b.fresh_id("effect"), "begin", "torture.blessed", unit, "blessed", facts(hit=1)))
        for m in b.state.members(unit):
            b.place(m.id, Reserve("late"), "torture.begin")
    b.set_clock(Clock("turn", 1, 1, order[0], "arrive", 1), "torture.begin")


def next_late(state: State) -> str | None:
    """A unit of the active side that waits in reserve, from the second round on."""
    if state.clock.round < 2:
        return None
    return next((u.id for u in state.units.values() if u.side == state.active and not state.did(u.id, "waited")
                 and any(isinstance(m.place, Reserve) for m in state.members(u.id))), None)  # fmt: skip


def arrive(b: Battle, unit: str) -> Procedure[None]:
    """On a 3 or more the unit comes."""
    (face,) = yield from roll_for(b, unit, "arrive")
    if face >= 3:
        yield from put_down(b, unit, "torture.arrive")
    else:
        b.note_deed(unit, "waited", "torture.arrive")


def roll_for(b: Battle, unit: str, purpose: str) -> Procedure[tuple[int, ...]]:
    return (yield from shooting.rolled(b, Roll(purpose, f"torture.{purpose}", b.unit(unit).side, (6,), unit)))


def phase_shoot(b: Battle) -> Procedure[None]:
    """The clock goes on to shooting."""
    clock = b.state.clock
    b.set_clock(replace(clock, phase="shoot", phase_no=2, entry=clock.entry + 1), "torture.phase")
    return
    yield


# -- reactions --------------------------------------------------------------------------------------------------------


def may_reroll(state: State, moment: Rolled, side: str) -> tuple[Option, ...]:
    fresh = [n for n in range(len(moment.faces)) if n not in moment.spent]
    free = side == moment.roll.side and state.points[side] > 0 and not state.did(side, f"reroll-{state.clock.phase_no}")
    return tuple(Option(f"die-{n}", moment.roll.subject, "torture.reroll") for n in fresh) if free else ()


def do_reroll(b: Battle, moment: Rolled, row: str) -> Procedure[Rolled]:
    """One die of a roll is rolled again, for a point."""
    index = int(row.removeprefix("die-"))
    b.spend(moment.roll.side, 1, "torture.reroll")
    b.note_deed(moment.roll.side, f"reroll-{b.state.clock.phase_no}", "torture.reroll")
    faces = yield from reroll(b, moment.roll, moment.faces, (index,))
    return Rolled(moment.roll, faces, (*moment.spent, index))


def may_overwatch(state: State, moment: MoveEnded, side: str) -> tuple[Option, ...]:
    if side == state.side_of(moment.unit) or not state.in_phase or not state.present(moment.unit):
        return ()
    return tuple(Option(u, u) for u in nearest_enemies(state, moment.unit, 12) if not state.did(u, "watched"))


def do_overwatch(b: Battle, moment: MoveEnded, row: str) -> Procedure[MoveEnded]:
    """A unit shoots out of its turn, within the other's move."""
    b.note_deed(row, "watched", "torture.overwatch")
    side = b.unit(row).side
    yield from within(b, Frame(side, False, "overwatch"), shooting.shoot(b, row, penalty=1))
    return moment


def may_interrupt(state: State, moment: Fought, side: str) -> tuple[Option, ...]:
    free = side == state.side_of(moment.unit) and state.points[side] > 0 and not state.did(side, "interrupted")
    return (Option("interrupt", side),) if free else ()


def do_interrupt(b: Battle, moment: Fought, row: str) -> Procedure[Fought]:
    """The order of fights is overturned: the side that has just fought picks the next one too."""
    side = b.state.side_of(moment.unit)
    b.note_deed(side, "interrupted", "torture.interrupt")
    b.spend(side, 1, "torture.interrupt")
    b.add_effect(Effect(b.fresh_id("effect"), "", "torture.interrupt", side, "picks_next"))
    return moment
    yield


def may_boast(state: State, moment: TurnEnds, side: str) -> tuple[Option, ...]:
    return (Option(f"boast-{side}", side),) if state.points[side] > 0 and not state.did(side, "boasted") else ()


def do_boast(b: Battle, moment: TurnEnds, row: str) -> Procedure[TurnEnds]:
    """Either side may boast when a turn ends; whoever boasts last, when both do, has the point."""
    side = row.removeprefix("boast-")
    b.note_deed(side, "boasted", "torture.boast")
    b.spend(side, 1, "torture.boast")
    b.score(side, 1, "torture.boast")
    for cairn in list(b.state.objectives):
        b.remove_objective(cairn, "torture.boast")
    if b.state.did(b.state.enemy(side), "boasted"):
        b.score(b.state.enemy(side), -1, "torture.boast")
    return moment
    yield


def may_gain(state: State, moment: TurnEnds, side: str) -> tuple[Option, ...]:
    return (Option("gain", side),) if side == state.active else ()


def do_gain(b: Battle, moment: TurnEnds, row: str) -> Procedure[TurnEnds]:
    """The side whose turn ends gains a point, asked or not."""
    b.spend(b.state.active, -1, "torture.gain")
    return moment
    yield


REACTIONS = (
    Reaction("torture.reroll", Rolled, may_reroll, do_reroll),
    Reaction("torture.overwatch", MoveEnded, may_overwatch, do_overwatch),
    Reaction("torture.interrupt", Fought, may_interrupt, do_interrupt),
    Reaction("torture.boast", TurnEnds, may_boast, do_boast, topic="react.boast"),
    Reaction("torture.gain", TurnEnds, may_gain, do_gain, optional=False),
)

TABLES: dict[str, tuple[Step, ...]] = {
    "setup": (Once("agree", agree), Loop("deploy", next_to_deploy, deploy), Once("begin", begin)),
    "turn": (
        Loop("arrive", next_late, arrive),
        Loop("move", moving.next_mover, moving.move),
        Once("phase", phase_shoot),
        Loop("shoot", shooting.next_shooter, shooting.shoot_one),
        Once("charge", shooting.throw_charge),
        Once("engage", fighting.engage),
        Loop("fight", fighting.next_picker, fighting.fight),
        Once("disengage", fighting.disengage),
        Once("end", fighting.end_turn),
    ),
}
