"""What the hand holds over the table: a tool that makes an answer, or an instrument that only shows something.

The battle screen asks `render.tools.for_decision` for a tool whenever a new question is open. Questions whose answer
is a place on the table (Move, Place, PlaceTemplate, Direction) have one; the others are answered in the prompt.

While a tool is in the hand it sees every event over the table that no widget used, before the table itself selects,
pans or zooms. It never submits: it hands an `Answer` back, and the screen shows what is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import pygame

from engine.core.decisions import Decision
from engine.session import Session
from render.scene import Figure, Scene
from render.table.strokes import Chips
from render.table.view import TableView
from render.ui.core import Ui


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to be submitted; of the referee's tool, a command of `engine.core.referee`."""

    value: Any


Reply: TypeAlias = Answer | bool
"""What a tool makes of an event: False, not mine; True, used; an answer, used and done."""


@dataclass(slots=True)
class Bench:
    """What a tool works with. `decision` is the open question it is to answer, None for instruments.

    `scene()` is what the table shows now; `selected()` the models selected there, `select` selects models (a whole
    unit by the ids of its models). `view.camera` turns pixels into inches. `refresh` asks for a new frame later (after
    an answer from outside); a frame follows every event anyhow.
    """

    session: Session
    decision: Decision[Any] | None
    view: TableView
    ui: Ui
    scene: Callable[[], Scene]
    selected: Callable[[], tuple[str, ...]]
    select: Callable[[Collection[str]], None]
    refresh: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Act:
    """A button of a tool in the prompt: what it says and does. `press` may hand back an answer. `main` marks the one
    that Space presses, `doubtful` says that it would be refused as things are."""

    words: str
    press: Callable[[], Reply]
    key: int | None = None
    enabled: bool = True
    main: bool = False
    tip: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table itself draws for a tool: `selected` models get rings, `hidden` ones are left out, `ghosts` are
    drawn see-through where they would stand."""

    selected: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    ghosts: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What the prompt says for a tool: `hint` quietly (how far, how many left), `trouble` in red: why what is laid
    out now would be refused, what, where, and what would be legal."""

    hint: str = ""
    trouble: str = ""
    notes: tuple[str, ...] = field(default=())


class Tool(Protocol):
    """Something in the hand."""

    def handle(self, event: pygame.event.Event) -> Reply:
        """Take an event over the table, or a key that nobody else used."""
        ...

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        """Draw over the table (the clip is set to it); `chips` keeps labels from overlapping."""
        ...

    def shown(self) -> Shown:
        """What the table draws for this tool."""
        ...

    def words(self) -> Words:
        """What the prompt says below the question."""
        ...

    def acts(self) -> tuple[Act, ...]:
        """The tool's buttons in the prompt."""
        ...

    @property
    def cursor(self) -> int | None:
        """The pointer's shape over the table, a `pygame.SYSTEM_CURSOR_*`; None leaves it."""
        ...

    @property
    def animating(self) -> bool:
        """Whether it moves by itself and wants frames."""
        ...


@dataclass(frozen=True, slots=True)
class Instrument:
    """A tool anyone may take up at any time, with its key: ruler, ranges, sight. It answers nothing."""

    id: str
    words: str
    key: int
    make: Callable[[Bench], Tool]
    tip: str = ""
