"""Close combat: blows in order of initiative, the result, and what follows from it."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.procedure import Procedure
from engine.core.state import State


def form_combats(b: Battle) -> Procedure[None]:
    yield from ()


def next_fight(state: State) -> str | None:
    return None


def fight_step(b: Battle, combat: str) -> Procedure[None]:
    return
    yield
