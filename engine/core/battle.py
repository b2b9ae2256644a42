"""The doors. Each changes records of the state and appends the one event that says so, with the rule that caused it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from battlefield.pose import Pose
from engine.core.book import Book
from engine.core.dice import Roll
from engine.core.events import Event
from engine.core.facts import Value, facts
from engine.core.records import (
    Aboard,
    Clock,
    Deed,
    Effect,
    Frame,
    Gone,
    Model,
    Objective,
    OnTable,
    Outcome,
    Reserve,
    Terrain,
    Unit,
    Work,
)
from engine.core.state import State

T = TypeVar("T")


class Abandoned(RuntimeError):
    """A procedure tried to write into a battle that was given up for another."""


class Battle:
    """A state in the hands of procedures. Reading is free (`b.state`); writing is only by the doors below."""

    def __init__(self, book: Book, state: State):
        self.book = book
        self._state = state
        self._events: list[Event] = []
        self._live = True

    @property
    def state(self) -> State:
        return self._state

    def _open(self) -> State:
        """The state, to be written to. Raises Abandoned once the battle was given up."""
        if not self._live:
            raise Abandoned("this battle was given up for another")
        return self._state

    def model(self, model: str) -> Model:
        return self._state.models[model]

    def unit(self, unit: str) -> Unit:
        return self._state.units[unit]

    def abandon(self) -> None:
        """From now on every door is shut."""
        self._live = False

    def take_events(self) -> tuple[Event, ...]:
        """What happened since the last call."""
        taken, self._events = tuple(self._events), []
        return taken

    # -- saying ---------------------------------------------------------------------------------------------------

    def say(self, code: str, rule: str, subject: str = "", side: str = "", **details: Value) -> None:
        """Announce something that changes no record."""
        self._open()
        self._events.append(Event(code, rule, subject, side or self._side(subject), facts(**details)))

    def _side(self, subject: str) -> str:
        if subject in self._state.units or subject in self._state.models:
            return self._state.side_of(subject)
        return subject if subject in self._state.sides else ""

    # -- models ---------------------------------------------------------------------------------------------------

    def _put_model(self, model: Model) -> None:
        self._open().models[model.id] = model

    def move(self, model: str, pose: Pose, rule: str, support: str = "", path: tuple[Pose, ...] = ()) -> None:
        """A model stands at another pose; `path` are the corners of its way, for show."""
        before = self.model(model)
        start = before.place.pose if isinstance(before.place, OnTable) else None
        self._put_model(replace(before, place=OnTable(pose, support)))
        self.say("model.moved", rule, model, start=start, pose=pose, support=support, path=path)

    def place(self, model: str, place: OnTable | Aboard | Reserve, rule: str) -> None:
        """A model is set down, taken aboard, or put aside."""
        self._put_model(replace(self.model(model), place=place))
        self.say("model.placed", rule, model, place=place)

    def gone(self, model: str, rule: str) -> None:
        """A model leaves the battle for good."""
        before = self.model(model)
        last = before.place.pose if isinstance(before.place, OnTable) else None
        self._put_model(replace(before, place=Gone(last, rule), wounds=min(before.wounds, 0)))
        self.say("model.gone", rule, model, pose=last)

    def wound(self, model: str, count: int, rule: str) -> None:
        """A model loses wounds; at none left it still has to be taken off by `gone`."""
        left = max(0, self.model(model).wounds - count)
        self._put_model(replace(self.model(model), wounds=left))
        self.say("model.wounded", rule, model, lost=count, left=left)

    def heal(self, model: str, count: int, rule: str) -> None:
        """A model regains wounds; the book knows how many it may have."""
        left = self.model(model).wounds + count
        self._put_model(replace(self.model(model), wounds=left))
        self.say("model.healed", rule, model, gained=count, left=left)

    def equip(self, model: str, gear: tuple[str, ...], rule: str) -> None:
        """A model carries other things than before."""
        self._put_model(replace(self.model(model), gear=gear))
        self.say("model.equipped", rule, model, gear=gear)

    def transfer(self, model: str, unit: str, rule: str) -> None:
        """A model belongs to another unit from now on."""
        before = self.model(model).unit
        self._put_model(replace(self.model(model), unit=unit))
        self.say("model.transferred", rule, model, source=before, unit=unit)

    # -- units ----------------------------------------------------------------------------------------------------

    def muster(self, unit: Unit, rule: str, models: tuple[Model, ...] = ()) -> None:
        """A new unit exists, with or without new models."""
        self._open().units[unit.id] = unit
        for model in models:
            self._put_model(model)
        self.say("unit.mustered", rule, unit.id, unit=unit, models=models)

    def regroup(self, unit: str, group: str, rule: str) -> None:
        """A unit acts together with another, or on its own again."""
        self._open().units[unit] = replace(self.unit(unit), group=group)
        self.say("unit.grouped", rule, unit, group=group)

    def note_deed(self, subject: str, name: str, rule: str, **details: Value) -> None:
        """Remember that a unit, model or side did or suffered something this player turn."""
        clock = self._state.clock
        deed = Deed(subject, name, clock.turn, clock.phase, facts(**details))
        self._open().deeds[(subject, name, clock.turn)] = deed
        self.say("deed." + name, rule, subject, deed=deed)

    # -- things on the table --------------------------------------------------------------------------------------

    def set_terrain(self, terrain: Terrain, rule: str) -> None:
        """A terrain piece appears or changes."""
        self._open().terrain[terrain.id] = terrain
        self.say("terrain.set", rule, terrain.id, terrain=terrain)

    def set_objective(self, objective: Objective, rule: str) -> None:
        """An objective appears, or changes hands."""
        self._open().objectives[objective.id] = objective
        self.say("objective.set", rule, objective.id, objective=objective)

    def remove_objective(self, objective: str, rule: str) -> None:
        """An objective is taken off the table."""
        removed = self._open().objectives.pop(objective)
        self.say("objective.removed", rule, objective, objective=removed)

    # -- what lasts -----------------------------------------------------------------------------------------------

    def add_effect(self, effect: Effect) -> None:
        """Something that lasts begins."""
        self._open().effects[effect.id] = effect
        self.say("effect.began", effect.rule, effect.subject, effect=effect)

    def end_effect(self, effect: str, rule: str) -> None:
        """Something that lasted ends."""
        ended = self._open().effects.pop(effect)
        self.say("effect.ended", rule, ended.subject, effect=ended)

    def set_work(self, work: Work, rule: str) -> None:
        """Work that outlives a step begins or advances."""
        self._open().work[work.id] = work
        self.say("work.set", rule, work.id, kind=work.kind)

    def end_work(self, work: str, rule: str) -> None:
        """Work that outlived a step is done."""
        ended = self._open().work.pop(work)
        self.say("work.ended", rule, work, kind=ended.kind)

    # -- sides ----------------------------------------------------------------------------------------------------

    def score(self, side: str, points: int, rule: str) -> None:
        """A side's score is changed by `points`."""
        total = self._state.scores.get(side, 0) + points
        self._open().scores[side] = total
        self.say("side.scored", rule, side, points=points, total=total)

    def spend(self, side: str, points: int, rule: str) -> None:
        """A side spends command points, or gains them when negative."""
        left = self._state.points.get(side, 0) - points
        self._open().points[side] = left
        self.say("side.spent", rule, side, points=points, left=left)

    def agree(self, name: str, choice: str, rule: str) -> None:
        """Both players settled a question."""
        self._open().agreed[name] = choice
        self.say("battle.agreed", rule, name, choice=choice)

    def set_standing(self, side: str, rule: str, answer: str) -> None:
        """A side answers an optional reaction beforehand: `always`, `never` or `ask`."""
        self._open().standing[(side, rule)] = answer
        self.say("side.standing", rule, side, answer=answer)

    # -- course of the battle -------------------------------------------------------------------------------------

    def set_clock(self, clock: Clock, rule: str) -> None:
        """Another phase, turn or segment begins; what has run out ends, and old deeds are forgotten."""
        self._open().clock = clock
        self.say("clock.set", rule, clock.side, clock=clock)
        for effect in list(self._state.effects.values()):
            end = effect.until
            if end and (clock.turn > end.turn or (clock.turn == end.turn and clock.phase_no > end.phase_no)):
                self.end_effect(effect.id, effect.rule)
        for key in [k for k in self._state.deeds if k[2] < clock.turn - 2]:
            del self._state.deeds[key]

    def next_entry(self) -> None:
        """One step of the timetable is done."""
        self._open().clock = replace(self._state.clock, entry=self._state.clock.entry + 1)

    def push_frame(self, frame: Frame) -> None:
        """Another side acts, or something interrupts the phase."""
        self._open().frames = (*self._state.frames, frame)
        self.say("frame.began", "", frame.active, reason=frame.reason)

    def pop_frame(self) -> None:
        """The interruption is over."""
        frame = self._state.frames[-1]
        self._open().frames = self._state.frames[:-1]
        self.say("frame.ended", "", frame.active, reason=frame.reason)

    def finish(self, outcome: Outcome) -> None:
        """The battle is over."""
        self._open().outcome = outcome
        self.say("battle.finished", outcome.rule, outcome.winner, reason=outcome.reason)

    # -- dice, names, notes ---------------------------------------------------------------------------------------

    def rolled(self, dice: Roll, faces: tuple[int, ...]) -> None:
        """Dice have shown their faces."""
        self._count("rolls")
        self.say("dice.rolled", dice.rule, dice.subject, dice.side, roll=dice, faces=faces)

    def fresh_id(self, kind: str) -> str:
        """A name nobody bears yet: `kind` with a number."""
        return f"{kind}-{self._count(kind)}"

    def _count(self, name: str) -> int:
        counters = self._open().counters
        counters[name] = counters.get(name, 0) + 1
        return counters[name]

    def reseed(self, dice_key: str) -> None:
        """Other dice from here on."""
        self._open().dice_key = dice_key
        self.say("dice.reseeded", "")

    def note(self, text: str, side: str) -> None:
        """Write something into the record of the battle."""
        self._open().notes = (*self._state.notes, text)
        self.say("referee.noted", "", "", side, text=text)
