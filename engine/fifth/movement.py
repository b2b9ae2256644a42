"""The movement chapter."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.procedure import Procedure
from engine.core.state import State


def mover(state: State) -> str | None:
    return None


def move_units(b: Battle, side: str) -> Procedure[None]:
    return
    yield
