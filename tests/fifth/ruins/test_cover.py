"""Ruins: area terrain with and without a base, and walls and floors that hide what they really hide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.terrain import Floor, Opening, Piece, Wall
from battlefield.units import um
from engine.core.state import State
from engine.fifth import terrain
from scenarios.terrain import standard_kinds
from tests.fifth.cover.shots import duel, fired_at, lift, shelter
from tests.fifth.tables import square

FIRER, TARGET = (10.0, 10.0), (30.0, 10.0)


def ruin(*traits: str, walls: tuple[Wall, ...] = (), top: float = 6.0) -> Piece:
    """A ruin from (27, 6) to (35, 14) with an upper floor, three inches up, over its eastern half."""
    ring = tuple((um(x), um(y)) for x, y in square(27, 6, 8, 8))
    upper = tuple((um(x), um(y)) for x, y in square(31, 6, 4, 8))
    return Piece("ruin", "ruin", "Ruin", ring, 0, um(top), (*walls, Floor("1", upper, um(3))), traits=traits, cover=4)


def wall(*openings: Opening, top: float = 6.0) -> Wall:
    """The western wall of the ruin."""
    return Wall(((um(27), um(6)), (um(27), um(14))), um(0.25), 0, um(top), openings)


WITH_BASE, WITHOUT = ("area", "difficult"), ("difficult",)


@pytest.mark.rule("5e.ruins.basics")
def test_a_ruin_is_area_terrain_with_a_save_of_4_and_difficult() -> None:
    kind = standard_kinds()["ruin"].meaning["5e"]
    assert kind.cover == 4 and {"area", "difficult"} <= set(kind.traits)
    state = duel(ruin(*WITH_BASE))
    assert shelter(state).visible and fired_at(state).save == 4
    assert terrain.is_difficult(state, "ruin")


@pytest.mark.rule("5e.ruins.with-base")
def test_a_model_on_the_base_plate_outside_the_walls_is_in_cover() -> None:
    inner = Wall(((um(31), um(6)), (um(31), um(14))), um(0.25), 0, um(6))
    state = duel(ruin(*WITH_BASE, walls=(inner,)))
    found = shelter(state)
    assert found.visible and not found.blockers
    assert found.best is not None and (found.best.save, found.best.rule) == (4, "5e.cover.inside-area")


@pytest.mark.rule("5e.ruins.without-base")
def test_the_ground_floor_of_a_ruin_without_a_base_gives_nothing_in_clear_view() -> None:
    state = duel(ruin(*WITHOUT))
    assert shelter(state).visible and fired_at(state).save == 0


def upstairs(*traits: str, walls: tuple[Wall, ...] = ()) -> State:
    """The target on the upper floor."""
    return lift(duel(ruin(*traits, walls=walls), target=(32.0, 10.0)), "mob", 3.0)


@pytest.mark.rule("5e.ruins.without-base")
def test_its_upper_floors_are_area_terrain_all_the_same() -> None:
    state = upstairs(*WITHOUT)
    assert shelter(state).visible and fired_at(state).save == 4
    below = duel(ruin(*WITHOUT), target=(32.0, 10.0))
    assert fired_at(below).save == 0, "under the floor, on the ground"


@pytest.mark.rule("5e.ruins.without-base")
def test_walls_of_a_ruin_without_a_base_hide_what_they_really_hide() -> None:
    closed = duel(ruin(*WITHOUT, walls=(wall(),)))
    assert not shelter(closed).visible
    low = duel(ruin(*WITHOUT, walls=(wall(top=0.8),)))
    assert shelter(low).visible and fired_at(low).save == 4
    window = Opening(um(3), um(5), um(0.5), um(2))
    through = duel(ruin(*WITHOUT, walls=(wall(window),)))
    assert shelter(through).visible and shelter(through).blockers == ("ruin",)
    elsewhere = duel(ruin(*WITHOUT, walls=(wall(replace(window, start=um(6), end=um(8))),)))
    assert not shelter(elsewhere).visible


@pytest.mark.rule("5e.ruins.without-base")
def test_a_floor_hides_who_stands_behind_its_edge() -> None:
    """From below the edge of the floor the far end of it is out of sight."""
    near = lift(duel(ruin(*WITHOUT), firer=(29.5, 10.0), target=(34.0, 10.0)), "mob", 3.0)
    assert not shelter(near).visible and shelter(near).blockers == ("ruin",)
    assert shelter(upstairs(*WITHOUT)).visible
