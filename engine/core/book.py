"""What the house expects of a rulebook. Nothing outside a book asks which book it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.cards import Card
from engine.core.events import Event
from engine.core.facts import Facts
from engine.core.moments import Reaction
from engine.core.refusals import Refusals
from engine.core.setup import Setup
from engine.core.state import State
from engine.core.timetable import Step

if TYPE_CHECKING:
    from battlefield.sight import Margin


class Book(Protocol):
    """A rulebook as one value. `eyes`: sight starts at a model's eye; else at any part of it."""

    edition: str
    eyes: bool

    def read_lore(self, setup: Setup) -> Any:
        """The setup's sheets as the book's own records. Raises ValueError with a sentence when they make no sense."""
        ...

    def set_up(self, setup: Setup, dice_key: str) -> State:
        """The state before the first decision."""
        ...

    def timetable(self, state: State) -> tuple[Step, ...]:
        """The steps of the present segment; empty when the battle is over."""
        ...

    def phases(self) -> tuple[str, ...]:
        """The phases of a player turn, in order, as the clock names them."""
        ...

    def reactions(self) -> tuple[Reaction, ...]:
        """Everything that may interrupt."""
        ...

    def react_order(self, state: State, moment: object) -> tuple[str, ...]:
        """In which order the sides may react to a moment."""
        ...

    def value(self, state: State, subject: str, name: str) -> int:
        """A characteristic in force of a model or unit."""
        ...

    def sight(self, state: State, viewer: str, target: str) -> Any:
        """The verdict on what a model or unit sees of another: visible, cover, witness line, rule ids."""
        ...

    def margin(self, state: State, viewer: str, target: str, *, of: str = "target") -> Margin | None:
        """How far the target may be shifted (`of="viewer"`: the viewer) before `sight` says otherwise.

        Between two models on the table; None otherwise.
        """
        ...

    def may_measure(self, state: State, one: str, other: str) -> Refusals:
        """Why the distance between two models or units may not be measured now; empty when it may."""
        ...

    def distance(self, state: State, one: str, other: str) -> int:
        """The distance between two models or units by this book's way of measuring, in micrometres."""
        ...

    def odds(self, state: State, question: Facts) -> Facts:
        """Exact odds of an attack, a charge or a test; the book says which questions it knows.

        Two kinds a computer player asks of any book: the `posture` of a `unit` to a `target`, and the `bearing` of a
        `unit`: how fast it is, from where it charges, whether it counts for objectives, and when those are counted.
        """
        ...

    def words(self) -> Mapping[str, str]:
        """Sentences by event code, refusal code and topic."""
        ...

    def points(self, state: State, side: str) -> int:
        """What a side would have by the mission if the battle ended now."""
        ...

    def badges(self, state: State, unit: str) -> tuple[str, ...]:
        """What shall be seen of a unit's state at a glance: moved, ran, pinned, falling_back, locked, ..."""
        ...

    def card(self, state: State, unit: str) -> Card:
        """What the card of a unit shows: characteristics in force, weapons, special rules, and what else matters."""
        ...

    def changes_badges(self, event: Event) -> bool:
        """Whether `badges` may differ after an event."""
        ...
