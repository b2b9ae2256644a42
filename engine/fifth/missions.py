"""Missions: how long the battle lasts, and who has won."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.procedure import Procedure
from engine.core.records import Outcome


def game_turn_ends(b: Battle) -> Procedure[None]:
    """A game turn is over: perhaps the battle is."""
    if b.state.clock.round >= 6:
        b.finish(Outcome("", "5e.battle.game-end", "time is up"))
    return
    yield
