"""Moments and measuring of the torture book."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from battlefield.pose import Pose
from battlefield.units import INCH, um
from engine.core.codec import record
from engine.core.decisions import Poses
from engine.core.dice import Stream
from engine.core.records import Model, OnTable
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State


@dataclass(frozen=True)
class MoveEnded:
    """A unit has ended its move."""

    unit: str


@dataclass(frozen=True)
class Fought:
    """A unit has fought."""

    unit: str


@dataclass(frozen=True)
class TurnEnds:
    """A player turn is about to end."""

    turn: int


@record
class TortureCombat:
    """Work in progress: who has not fought yet, and whose pick it is."""

    waiting: tuple[str, ...]
    pick: str


@record
class TortureDoom:
    """Work in progress: models that are dying, each where it lay, in order."""

    queue: tuple[tuple[str, Pose], ...]


def gap(a: Pose, b: Pose) -> int:
    """Between two centres, in micrometres."""
    return isqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)


def near(state: State, pose: Pose, inches: int) -> tuple[Model, ...]:
    """The models on the table no further away than so many inches, centre to centre."""
    return tuple(m for m in state.models.values() if m.on_table and gap(m.pose, pose) <= inches * INCH)


def nearest_enemies(state: State, unit: str, inches: int) -> tuple[str, ...]:
    """The enemy units with a model that near to a model of the unit, in order of setting up."""
    enemy = state.enemy(state.side_of(unit))
    found = {m.unit for mine in state.present(unit) for m in near(state, mine.pose, inches)}
    return tuple(u.id for u in state.units_of(enemy) if u.id in found)


def inside(state: State, pose: Pose) -> bool:
    return 0 <= pose.x <= state.setup.width and 0 <= pose.y <= state.setup.depth


def spots_free(state: State, answer: Poses) -> Refusals:
    """Nobody off the table, no two on one spot."""
    taken = {(m.pose.x, m.pose.y) for m in state.models.values() if m.on_table}
    for model, pose in answer:
        if not inside(state, pose):
            return (Refusal("torture.off_table", "torture.place", model, pose),)
        if (pose.x, pose.y) in taken:
            return (Refusal("torture.taken", "torture.place", model, pose),)
        taken.add((pose.x, pose.y))
    return ()


def slots(state: State, models: tuple[str, ...], stream: Stream, around: Pose | None = None) -> Poses:
    """Free spots for models: near a place if told, else on their own half."""
    found: list[tuple[str, Pose]] = []
    for model in models:
        while True:
            if around is None:
                y = stream.between(4, 14)
                pose = Pose.at(stream.between(2, 46), y if state.side_of(model) == "blue" else 36 - y)
            else:
                pose = Pose(around.x + um(stream.between(-4, 4)), around.y + um(stream.between(-4, 4)))
            if not spots_free(state, (*found, (model, pose))):
                found.append((model, pose))
                break
    return tuple(found)


def still_there(state: State, model: str) -> bool:
    return isinstance(state.models[model].place, OnTable)
