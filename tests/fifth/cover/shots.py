"""Positions for questions of cover: a state from a few coordinates, and who is covered by what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlefield.pose import Pose
from battlefield.terrain import Piece
from engine.core.records import OnTable
from engine.core.setup import UnitSpec
from engine.core.state import State
from engine.fifth.cover import CoverVerdict, cover_save, sheltered
from engine.fifth.setup import set_up
from engine.fifth.shelter import Shelter
from tests.fifth.tables import Spot, boyz, marines, piece, setup_of, square

FIRER, TARGET = (10.0, 10.0), (30.0, 10.0)


def position(*units: UnitSpec, **more: Any) -> State:
    """The state before the first decision, everybody standing where he is put."""
    return set_up(setup_of(*units, **more), "0")


def duel(
    *terrain: Piece,
    firer: Spot = FIRER,
    target: Spot = TARGET,
    others: tuple[UnitSpec, ...] = (),
    **more: Any,
) -> State:
    """One marine, alpha-1, about to shoot at one boy, mob-1."""
    return position(marines("alpha", at=[firer]), boyz("mob", at=[target]), *others, terrain=terrain, **more)


def lift(state: State, unit: str, z: float) -> State:
    """All of a unit raised to a height in inches."""
    for model in state.present(unit):
        x, y = model.pose.xy
        state.models[model.id] = replace(model, place=OnTable(Pose.at(x, y, z)))
    return state


def fired_at(state: State, unit: str = "alpha", target: str = "mob") -> CoverVerdict:
    """The cover of a unit when all of another fire at it."""
    return cover_save(state, tuple(m.id for m in state.present(unit)), target)


def shelter(state: State, firer: str = "alpha-1", target: str = "mob-1") -> Shelter:
    """How one model is covered from another."""
    unit, other = state.models[firer].unit, state.models[target].unit
    places = [m.id for m in state.present(other)]
    assert firer in [m.id for m in state.present(unit)]
    return sheltered(state, (firer,), other)[0][places.index(target)]


def low_wall(id: str, x: float, y: float, width: float, depth: float, top: float = 0.8, cover: int = 4) -> Piece:
    """A linear barrier that one sees over."""
    return piece(id, square(x, y, width, depth), "barrier", "difficult", top=top, cover=cover, opaque=True)


def high_wall(id: str, x: float, y: float, width: float, depth: float, cover: int | None = 4) -> Piece:
    """A wall that nobody sees over."""
    return piece(id, square(x, y, width, depth), "barrier", top=4.0, cover=cover, opaque=True)


def wood(id: str, x: float, y: float, width: float, depth: float, top: float = 5.0, cover: int | None = 4) -> Piece:
    """Area terrain that one sees through."""
    return piece(id, square(x, y, width, depth), "area", "difficult", top=top, cover=cover)
