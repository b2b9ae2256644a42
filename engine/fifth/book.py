"""The fifth edition as one value."""

from __future__ import annotations

from collections.abc import Mapping

from battlefield.sight import Margin
from engine.core.cards import Card
from engine.core.events import Event
from engine.core.facts import Facts, fact
from engine.core.ledger import rule
from engine.core.moments import Reaction
from engine.core.refusals import Refusals
from engine.core.setup import Setup
from engine.core.state import State
from engine.core.timetable import Step
from engine.fifth import (
    cards,
    characteristics,
    ground,
    measuring,
    missions,
    odds,
    odds_combat,
    prospects,
    sight,
    status,
    turns,
    verdicts,
)
from engine.fifth.lore import Lore, read_lore
from engine.fifth.setup import set_up
from engine.fifth.words import all_words
from engine.mechanics.verdicts import Verdict


class FifthBook:
    """The rules of the fifth edition."""

    edition = "5e"
    eyes = True

    def read_lore(self, setup: Setup) -> Lore:
        return read_lore(setup)

    def set_up(self, setup: Setup, dice_key: str) -> State:
        return set_up(setup, dice_key)

    def timetable(self, state: State) -> tuple[Step, ...]:
        return turns.timetable(state)

    def phases(self) -> tuple[str, ...]:
        return turns.PHASES

    def reactions(self) -> tuple[Reaction, ...]:
        return (ground.REACTION,)

    @rule("5e.turn.interruptions")
    def react_order(self, state: State, moment: object) -> tuple[str, ...]:
        """The player whose turn it is not reacts first: reactions of this book answer the active player's deeds."""
        active = state.clock.side or state.sides[0]
        return (state.enemy(active), active)

    def value(self, state: State, subject: str, name: str) -> int:
        return characteristics.value(state, subject, name)

    def sight(self, state: State, viewer: str, target: str) -> Verdict:
        return verdicts.verdict(state, viewer, target)

    def margin(self, state: State, viewer: str, target: str, *, of: str = "target") -> Margin | None:
        return sight.margin(state, viewer, target, of)

    def may_measure(self, state: State, one: str, other: str) -> Refusals:
        return measuring.refusals(state, one, other)

    def distance(self, state: State, one: str, other: str) -> int:
        """From base to base; between units, of the closest models."""
        if one in state.models and other in state.models:
            return measuring.between_models(state, one, other)
        return measuring.between_units(state, one, other)

    def odds(self, state: State, question: Facts) -> Facts:
        """Odds between the units `unit` and `target`, by the question's `kind`: `posture`, `shooting` or `combat`.

        The `bearing` is of a unit alone.

        Raises LookupError for a kind that this book does not know.
        """
        kind = fact(question, "kind")
        if kind == "bearing":
            return prospects.bearing(state, fact(question, "unit"))
        if kind == "posture":
            return prospects.posture(state, fact(question, "unit"), fact(question, "target"))
        if kind == "shooting":
            return odds.expected_shooting(state, fact(question, "unit"), fact(question, "target"))
        if kind == "combat":
            return odds_combat.expected_combat(state, fact(question, "unit"), fact(question, "target"))
        raise LookupError(f"no odds of kind {kind!r}")

    def words(self) -> Mapping[str, str]:
        return all_words()

    def points(self, state: State, side: str) -> int:
        return missions.mission_points(state, side)

    def badges(self, state: State, unit: str) -> tuple[str, ...]:
        """The states of a unit that are shown at a glance."""
        found = []
        if status.locked(state, unit):
            found.append("locked")
        if status.falling_back(state, unit):
            found.append("falling_back")
        if status.gone_to_ground(state, unit):
            found.append("gone_to_ground")
        found += [name for name in ("moved", "ran", "shot", "charged") if state.did(unit, name)]
        return tuple(found)

    def card(self, state: State, unit: str) -> Card:
        return cards.card(state, unit)

    def changes_badges(self, event: Event) -> bool:
        return event.code.startswith(("model.", "deed.", "effect.", "clock."))
