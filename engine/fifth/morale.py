"""Morale: checks, falling back, regrouping."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.procedure import Procedure
from engine.core.state import State


def next_falling_back(state: State) -> str | None:
    return None


def fall_back_or_regroup(b: Battle, side: str) -> Procedure[None]:
    yield from ()


def next_casualty_check(state: State) -> str | None:
    return None


def casualty_check(b: Battle, unit: str) -> Procedure[None]:
    return
    yield
