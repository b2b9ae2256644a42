"""How far a model may be shifted before the answer flips: the lines, the areas, the detection range."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from battlefield.pose import Pose
from battlefield.sight import Margin
from battlefield.units import inches, um
from engine.books import book_for
from engine.core.records import OnTable
from engine.core.state import State
from tests.positions import box, position, sight, unit, wall

BOOK = book_for("11e")


def duel(*terrain, target=(10, 0), viewer=(0, 0), keywords=("Infantry",)) -> State:
    units = unit("a", "blue", viewer), unit("b", "red", target, keywords=keywords)
    return position("11e", *units, terrain=terrain)


def margin(state: State, of: str = "target") -> Margin:
    found = BOOK.margin(state, "a-1", "b-1", of=of)
    assert found is not None and found.visible == sight(state, "a-1", "b-1").visible
    return found


def shifted(state: State, model: str, length: float, direction: float) -> bool:
    """The answer after a shift."""
    new = state.copy()
    pose = state.models[model].pose
    x, y = length * cos(radians(direction)), length * sin(radians(direction))
    place = OnTable(Pose(pose.x + um(x), pose.y + um(y), pose.z, pose.facing))
    new.models[model] = replace(state.models[model], place=place)
    return sight(new, "a-1", "b-1").visible


def assert_tight(state: State, of: str, found: Margin) -> None:
    """What was found flips the answer; no shift shorter than what is proven does."""
    model = "b-1" if of == "target" else "a-1"
    assert found.found is not None and found.direction is not None and found.proven <= found.found
    assert shifted(state, model, found.found + 0.002, found.direction) != found.visible
    for turn in range(0, 360, 15):
        assert shifted(state, model, 0.98 * found.proven, turn) == found.visible


SCENES = {
    "past a wall": duel(box("wall", 5, -0.3, 5.1, 5, top=5)),
    "behind a wall": duel(box("wall", 5, -1, 5.1, 5, top=5)),
    "past an area": duel(box("wood", 4, -0.2, 6, 5, "wood")),
    "behind an area": duel(box("wood", 4, -3, 6, 3, "wood")),
    "in the edge of an area": duel(box("wood", 6, -3, 9.7, 3, "wood")),
    "just outside an area": duel(box("wood", 6, -3, 9.3, 3, "wood")),
    "hidden and near": duel(box("wood", 15, -5, 20, 5, "wood"), target=(15.4, 0)),
    "hidden and far": duel(box("wood", 15, -5, 25, 5, "wood"), target=(17.2, 0)),
    "hidden beside a ruin": duel(
        box("ruin", 12, -5, 20, 5, "ruin", parts=[wall((13, 1.2), (13, 5), 5)]), target=(14, -0.6)
    ),
    "about to hide": duel(box("wood", 16.8, -5, 25, 5, "wood"), target=(16.2, 0)),
    "a tank at the same place": duel(box("wood", 15, -5, 25, 5, "wood"), target=(17.2, 0), keywords=("Vehicle",)),
}


@pytest.mark.rule("11e.terrain.obscuring-own-area", "11e.terrain.hidden-effect", "11e.visibility.line-of-sight")
@pytest.mark.parametrize("of", ["target", "viewer"])
@pytest.mark.parametrize("name", SCENES)
def test_a_shift_shorter_than_proven_never_flips_and_the_one_found_does(name: str, of: str) -> None:
    found = margin(SCENES[name], of)
    if found.found is None:
        assert found.proven > 2.5, "nothing flips it as far as is looked"
    else:
        assert_tight(SCENES[name], of, found)


@pytest.mark.rule("11e.terrain.obscuring-own-area")
def test_leaving_the_area_that_one_stands_in_hides() -> None:
    found = margin(SCENES["in the edge of an area"])
    assert (
        found.visible and found.found == pytest.approx(0.2, abs=0.01) and found.direction == pytest.approx(0, abs=0.5)
    )
    into = margin(SCENES["just outside an area"])
    assert not into.visible and into.found == pytest.approx(0.2, abs=0.01)
    assert into.direction == pytest.approx(180, abs=0.5)


@pytest.mark.rule("11e.terrain.hidden-effect")
def test_crossing_the_detection_range_flips() -> None:
    found = margin(SCENES["hidden and far"])
    assert not found.visible and found.found == pytest.approx(1.2, abs=0.01)
    assert found.proven == pytest.approx(1.2, abs=0.01) and found.direction == pytest.approx(180, abs=0.5)
    near = margin(SCENES["about to hide"])
    assert near.visible and near.found is not None and near.found < 0.9
    kept = margin(SCENES["hidden and near"])
    assert kept.visible and kept.found == pytest.approx(0.6, abs=0.01) and kept.proven == pytest.approx(0.6, abs=0.01)


def test_margins_are_between_two_models_on_the_table() -> None:
    state = duel()
    assert BOOK.margin(state, "a", "b") is None and BOOK.margin(state, "a-1", "b") is None
    open_ground = BOOK.margin(state, "a-1", "b-1")
    assert open_ground is not None and open_ground.found is None and open_ground.proven > 5.9


@pytest.mark.rule("11e.terrain.gone-to-ground")
def test_where_going_to_ground_decides_nothing_is_proven_beyond_it() -> None:
    ruin = box("ruin", 12, -5, 20, 5, "ruin", parts=[wall((13, 0), (13, 5), 5)])
    state = duel(ruin, target=(14, -0.6))
    found = margin(state)
    assert found.found is not None and found.direction is not None
    assert shifted(state, "b-1", found.found + 0.002, found.direction) != found.visible
    assert 0.0 <= found.proven <= found.found
    assert inches(BOOK.distance(state, "a-1", "b-1")) > 12
