"""The whole of a battle at one moment: flat dictionaries of frozen records, a clock and counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from battlefield.body import Body
from battlefield.table import Board
from engine.core import codec
from engine.core.memo import Memo
from engine.core.records import Clock, Deed, Effect, Frame, Model, Objective, Outcome, Terrain, Unit, Work, body_of
from engine.core.setup import Setup

T = TypeVar("T")

_DICTS = ("models", "units", "terrain", "objectives", "deeds", "effects", "work", "scores", "points", "counters",
          "agreed", "standing")  # fmt: skip
_PLAIN = ("clock", "frames", "outcome", "dice_key", "notes")


@lru_cache(maxsize=20_000)
def _key_text(key: str | tuple[str | int, ...]) -> str:
    return codec.text(key)


LAYOUTS_KEPT = 64
"""Of how many positions it is remembered what follows from them."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A position: table, terrain and models, and `known`, what has been found out about it and may be asked again.

    What is kept there must follow from models, units and terrain alone. `records` keeps them alive: a position is told
    by which records it is made of.
    """

    board: Board
    bodies: tuple[Body, ...]
    known: Memo
    setup: Setup
    records: tuple[Any, ...]

    def once(self, key: Any, find: Callable[[], T]) -> T:
        """What was found for a key, or what `find` finds for it now."""
        return self.known.once(key, find)


_LAYOUTS: dict[tuple[int, ...], Layout] = {}


@dataclass(frozen=True, slots=True)
class Rosters:
    """The models of each unit: those that are not gone, and those that stand on the table."""

    members: dict[str, tuple[Model, ...]]
    present: dict[str, tuple[Model, ...]]

    @classmethod
    def of(cls, models: Iterable[Model]) -> Rosters:
        """From all models, in order of setting up."""
        members: dict[str, list[Model]] = {}
        present: dict[str, list[Model]] = {}
        for model in models:
            if model.alive:
                members.setdefault(model.unit, []).append(model)
            if model.on_table:
                present.setdefault(model.unit, []).append(model)
        return cls(*({unit: tuple(found) for unit, found in rows.items()} for rows in (members, present)))


@dataclass(slots=True)
class State:
    """What is true now. Only the doors of `Battle` change it; everyone else reads.

    `setup` and `lore` (what the book read from the setup's sheets) never change in play and are not written.
    """

    setup: Setup
    lore: Any
    clock: Clock = field(default_factory=Clock)
    models: dict[str, Model] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    terrain: dict[str, Terrain] = field(default_factory=dict)
    objectives: dict[str, Objective] = field(default_factory=dict)
    deeds: dict[tuple[str, str, int], Deed] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    work: dict[str, Work] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    agreed: dict[str, str] = field(default_factory=dict)
    standing: dict[tuple[str, str], str] = field(default_factory=dict)
    frames: tuple[Frame, ...] = ()
    notes: tuple[str, ...] = ()
    outcome: Outcome | None = None
    dice_key: str = "0"
    _latest: Layout | None = field(default=None, compare=False, repr=False)

    def copy(self) -> State:
        """An independent state with the same records."""
        new = State(self.setup, self.lore)
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        for name in _DICTS:
            setattr(new, name, getattr(self, name).copy())
        new._latest = self._latest
        return new

    @property
    def active(self) -> str:
        """The side that is acting: that of the innermost frame, else the clock's."""
        return self.frames[-1].active if self.frames else self.clock.side

    @property
    def in_phase(self) -> bool:
        """False while something interrupts the phase."""
        return all(frame.in_phase for frame in self.frames)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side.id for side in self.setup.sides)

    def enemy(self, side: str) -> str:
        """The other side."""
        first, second = self.sides
        return second if side == first else first

    def members(self, unit: str) -> tuple[Model, ...]:
        """The models of a unit that are not gone, in order of setting up."""
        return self._rosters.members.get(unit, ())

    def present(self, unit: str) -> tuple[Model, ...]:
        """The models of a unit that stand on the table."""
        return self._rosters.present.get(unit, ())

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """A side's units with at least one model on the table, in order of setting up."""
        here = self._rosters.present
        return tuple(u for u in self.units.values() if u.side == side and u.id in here)

    def side_of(self, model_or_unit: str) -> str:
        """The side of a model or unit, by id."""
        unit = self.units.get(model_or_unit) or self.units[self.models[model_or_unit].unit]
        return unit.side

    def deed(self, subject: str, name: str, turn: int | None = None) -> Deed | None:
        """The deed of that name in player turn `turn`, the present one unless told."""
        return self.deeds.get((subject, name, self.clock.turn if turn is None else turn))

    def did(self, subject: str, name: str, turn: int | None = None) -> bool:
        return self.deed(subject, name, turn) is not None

    def effects_on(self, subject: str, kind: str | None = None) -> Iterator[Effect]:
        """The effects upon a model, unit or side, oldest first, of one kind if told."""
        return (e for e in self.effects.values() if e.subject == subject and (kind is None or e.kind == kind))

    @property
    def layout(self) -> Layout:
        """What stands on the table, the same object as long as no model, unit or piece of terrain has changed."""
        records = (*self.models.values(), *self.units.values(), *self.terrain.values())
        latest = self._latest
        if latest is not None and latest.setup is self.setup and latest.records == records:
            return latest
        key = (id(self.setup), *map(id, records))
        found = _LAYOUTS.get(key)
        if found is None:
            if len(_LAYOUTS) >= LAYOUTS_KEPT:
                del _LAYOUTS[next(iter(_LAYOUTS))]
            board = Board(self.setup.width, self.setup.depth, tuple(t.piece for t in self.terrain.values()))
            bodies = tuple(body_of(m) for m in self.models.values() if m.on_table)
            found = _LAYOUTS[key] = Layout(board, bodies, Memo(), self.setup, records)
        self._latest = found
        return found

    @property
    def _rosters(self) -> Rosters:
        return self.layout.once("rosters", lambda: Rosters.of(self.models.values()))

    @property
    def board(self) -> Board:
        """The table with its terrain as it is now."""
        return self.layout.board

    def bodies(self) -> tuple[Body, ...]:
        """Every model on the table as a prism, in order of setting up."""
        return self.layout.bodies

    def to_data(self) -> dict[str, Any]:
        """JSON data of everything that changes in play."""
        data: dict[str, Any] = {name: codec.encode(getattr(self, name)) for name in _PLAIN}
        for name in _DICTS:
            data[name] = [[codec.encode(k), codec.encode(v)] for k, v in getattr(self, name).items()]
        return data

    @classmethod
    def from_data(cls, setup: Setup, lore: Any, data: dict[str, Any]) -> State:
        """The state that `to_data` wrote. Raises CodecError when the data do not fit."""
        new = cls(setup, lore)
        if missing := [name for name in (*_PLAIN, *_DICTS) if name not in data]:
            raise codec.CodecError(f"a state without {missing[0]}")
        for name in _PLAIN:
            setattr(new, name, codec.decode(data[name]))
        for name in _DICTS:
            try:
                setattr(new, name, {codec.decode(k): codec.decode(v) for k, v in data[name]})
            except (TypeError, ValueError) as error:
                raise codec.CodecError(f"{name}: {error}") from None
        return new

    def digest(self) -> str:
        """A fingerprint of everything that changes in play, the same for equal states."""
        parts = [codec.text(getattr(self, name)) for name in _PLAIN]
        for name in _DICTS:
            parts.append(name)
            parts += [_key_text(k) + codec.record_text(v) for k, v in getattr(self, name).items()]
        return codec.digest(*parts)
