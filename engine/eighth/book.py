"""The eighth edition as one value."""

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
from engine.eighth import (
    cards,
    characteristics,
    charge,
    explosions,
    measuring,
    mission,
    odds,
    prospects,
    psychic,
    status,
    transports,
    turns,
    visibility,
)
from engine.eighth.lore import Lore, read_lore
from engine.eighth.setup import set_up
from engine.eighth.words import all_words
from engine.mechanics.verdicts import Verdict


class EighthBook:
    """The rules of the eighth edition."""

    edition = "8e"
    eyes = False

    def read_lore(self, setup: Setup) -> Lore:
        return read_lore(setup)

    def set_up(self, setup: Setup, dice_key: str) -> State:
        return set_up(setup, dice_key)

    def timetable(self, state: State) -> tuple[Step, ...]:
        return turns.timetable(state)

    def phases(self) -> tuple[str, ...]:
        return turns.PHASES

    def reactions(self) -> tuple[Reaction, ...]:
        return (
            mission.COMMAND_REROLL,
            psychic.DENY_THE_WITCH,
            charge.OVERWATCH,
            transports.DISEMBARK,
            explosions.EXPLODE,
        )

    @rule("8e.round.simultaneous-in-turn")
    def react_order(self, state: State, moment: object) -> tuple[str, ...]:
        """The active player's rules come first: he would order them so."""
        active = state.clock.side or state.sides[0]
        return (active, state.enemy(active))

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
        """Odds between `unit` and `target`, by the question's `kind`.

        It is `posture`, `shooting`, `guns`, `combat` or `charge`; the `bearing` is of a unit alone, a `power` (the
        target) of a psyker. Raises LookupError for a kind that this book does not know.
        """
        kind, unit, target = (fact(question, name) for name in ("kind", "unit", "target"))
        if kind == "bearing":
            return prospects.bearing(state, unit)
        known = {
            "posture": prospects.posture,
            "shooting": odds.expected_shooting,
            "guns": odds.expected_guns,
            "power": odds.expected_power,
            "combat": odds.expected_fight,
            "charge": odds.charge_chance,
        }
        if kind not in known:
            raise LookupError(f"no odds of kind {kind!r}")
        return known[kind](state, unit, target)

    def words(self) -> Mapping[str, str]:
        return all_words()

    def points(self, state: State, side: str) -> int:
        return mission.points_now(state, side)

    def badges(self, state: State, unit: str) -> tuple[str, ...]:
        """The states of a unit that are shown at a glance."""
        found = ["locked"] if state.present(unit) and status.engaged(state, unit) else []
        names = ("moved", "advanced", "fell_back", "arrived", "disembarked", "shot", "charged", "fought")
        return (*found, *(name for name in names if state.did(unit, name)))

    def card(self, state: State, unit: str) -> Card:
        return cards.card(state, unit)

    def changes_badges(self, event: Event) -> bool:
        return event.code.startswith(("model.", "deed.", "effect.", "clock."))
