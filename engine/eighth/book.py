"""The eighth edition as one value."""

from __future__ import annotations

from collections.abc import Mapping

from battlefield.sight import Margin
from engine.core.events import Event
from engine.core.facts import Facts
from engine.core.moments import Reaction
from engine.core.refusals import Refusals
from engine.core.setup import Setup
from engine.core.state import State
from engine.core.timetable import Step
from engine.eighth import characteristics, measuring, visibility
from engine.eighth.lore import Lore, read_lore
from engine.eighth.setup import set_up
from engine.eighth.words import all_words
from engine.mechanics.verdicts import Verdict


class EighthBook:
    """The rules of the eighth edition on what can be seen, and on cover; no turn can be played by it yet."""

    edition = "8e"

    def read_lore(self, setup: Setup) -> Lore:
        return read_lore(setup)

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
        return characteristics.value(state, subject, name)

    def sight(self, state: State, viewer: str, target: str) -> Verdict:
        return visibility.verdict(state, viewer, target)

    def margin(self, state: State, viewer: str, target: str, *, of: str = "target") -> Margin | None:
        return visibility.margin(state, viewer, target, of)

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

    def changes_badges(self, event: Event) -> bool:
        return False
