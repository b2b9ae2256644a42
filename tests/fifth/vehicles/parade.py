"""Positions with vehicles and monstrous creatures: a hull six by four, three inches high, its centre at (40, 24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from battlefield.shapes import Rect, Round, Shape
from battlefield.units import um
from engine.books import book_for
from engine.core.facts import fact
from engine.core.setup import UnitSpec
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from tests.fifth.cover.shots import position
from tests.fifth.tables import Spot, boyz, marines

BOOK = book_for("5e")
HULL = Rect(um(6), um(4))
TANK: Spot = (40.0, 24.0)


def tanks(id: str = "tank", at: Sequence[Spot] = (TANK,), **more: Any) -> UnitSpec:
    """Vehicles facing +x, towards the firers."""
    return boyz(id, at, kind="vehicle", shape=more.pop("shape", HULL), height=more.pop("height", 3.0), **more)


def creature(id: str = "beast", at: Sequence[Spot] = (TANK,), shape: Shape | None = None) -> UnitSpec:
    return boyz(id, at, kind="monstrous_creature", shape=shape or Round(um(2)), height=3.0)


def armoured(spec: UnitSpec, *armour: int, mounts: Any = ()) -> UnitSpec:
    """A unit whose models have armour of front, side and rear, and weapons mounted."""
    front, side, rear = armour
    models = tuple(replace(model, armour=(front, side, rear), mounts=tuple(mounts)) for model in spec.models)
    return replace(spec, models=models)


def facing_off(*terrain: Any, firer: Spot = (60.0, 24.0), target: UnitSpec | None = None, **more: Any) -> State:
    """One marine, alpha-1, before the front of a tank."""
    return position(marines("alpha", at=[firer], height=1.6667), target or tanks(), terrain=terrain, **more)


def pair(state: State, viewer: str = "alpha-1", target: str = "tank-1") -> Verdict:
    """The verdict on two models."""
    found = BOOK.sight(state, viewer, target)
    assert isinstance(found, Verdict)
    return found


def save(verdict: Verdict) -> int:
    return verdict.cover.save if verdict.cover else 0


def detail(verdict: Verdict, name: str) -> Any:
    return fact(verdict.details, name)
