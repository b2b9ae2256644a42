"""Setting up: agreements, table halves, who places what, and who has the first turn."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.core.timetable import Step
from engine.fifth.dice import roll_off


def steps(state: State) -> tuple[Step, ...]:
    """The steps of setting up this scenario."""
    return ()


def who_begins(b: Battle) -> Procedure[str]:
    """The side that has the first player turn."""
    return (yield from roll_off(b, "5e.turn.first-turn-default", "first turn"))
