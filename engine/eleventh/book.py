"""The eleventh edition as one value."""

from __future__ import annotations

from collections.abc import Mapping

from battlefield.sight import Margin
from engine.core.cards import Card
from engine.core.events import Event
from engine.core.facts import Facts
from engine.core.moments import Reaction
from engine.core.refusals import Refusals
from engine.core.setup import Setup
from engine.core.state import State
from engine.core.timetable import Step
from engine.eleventh import margins, measuring, verdicts
from engine.eleventh.setup import set_up
from engine.eleventh.words import all_words
from engine.mechanics.verdicts import Verdict


class EleventhBook:
    """The rules of the eleventh edition on visibility, cover and plunging fire; no turn can be played by it yet."""

    edition = "11e"
    eyes = False

    def read_lore(self, setup: Setup) -> None:
        """No datasheets are read yet."""

    def set_up(self, setup: Setup, dice_key: str) -> State:
        return set_up(setup, dice_key)

    def timetable(self, state: State) -> tuple[Step, ...]:
        return ()

    def phases(self) -> tuple[str, ...]:
        return ()

    def reactions(self) -> tuple[Reaction, ...]:
        return ()

    def react_order(self, state: State, moment: object) -> tuple[str, ...]:
        return state.sides

    def value(self, state: State, subject: str, name: str) -> int:
        """No characteristics yet: raises LookupError."""
        raise LookupError(f"this book knows no {name!r} yet")

    def sight(self, state: State, viewer: str, target: str) -> Verdict:
        return verdicts.verdict(state, viewer, target)

    def margin(self, state: State, viewer: str, target: str, *, of: str = "target") -> Margin | None:
        return margins.margin(state, viewer, target, of)

    def may_measure(self, state: State, one: str, other: str) -> Refusals:
        return measuring.refusals(state, one, other)

    def distance(self, state: State, one: str, other: str) -> int:
        return measuring.between(state, one, other)

    def odds(self, state: State, question: Facts) -> Facts:
        """No odds yet: raises LookupError."""
        raise LookupError("this book knows no odds yet")

    def words(self) -> Mapping[str, str]:
        return all_words()

    def points(self, state: State, side: str) -> int:
        return 0

    def badges(self, state: State, unit: str) -> tuple[str, ...]:
        return ()

    def card(self, state: State, unit: str) -> Card:
        """There are no datasheets to show."""
        return Card()

    def changes_badges(self, event: Event) -> bool:
        return False
