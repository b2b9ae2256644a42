"""A position written as a scene loads to the same position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield.pose import Pose
from battlefield.terrain import Piece
from engine.books import book_for
from engine.core.dice import Stream
from engine.core.records import Aboard, Deed, Gone, OnTable, Terrain
from engine.core.setup import Setup
from engine.core.state import State
from engine.session import Session
from scenarios.finding import bundled_scenarios
from scenarios.loader import check, load_scenario, load_scene
from scenarios.scene import body_of
from scenarios.writer import _number, save_scene
from tests.scenarios.files import SCENE, changed, written


def position(setup: Setup) -> State:
    """A state of a setup with every model on the table that is not there yet, in rows along the south edge."""
    state = book_for(setup.edition).set_up(setup, "1")
    waiting = [m for m in state.models.values() if not m.on_table]
    for n, model in enumerate(waiting):
        row, column = divmod(n, 16)
        pose = Pose(30_000 + 50_001 * column, 26_000 + 50_003 * row, 0, (n * 12_345_678) % 360_000_000)
        state.models[model.id] = replace(model, place=OnTable(pose))
    return state


def cleared(setup: Setup) -> Setup:
    return replace(setup, terrain=tuple(p for p in setup.terrain if p.kind in ("wood", "crater", "ruin", "scrub")))


@pytest.mark.parametrize("path", bundled_scenarios("5e"), ids=lambda p: p.name)
def test_a_position_of_a_battle_comes_back(tmp_path: Path, path: Path) -> None:
    state = position(cleared(load_scenario(path)))
    lost, hurt = list(state.models)[3], list(state.models)[-1]
    state.models[lost] = replace(state.models[lost], place=Gone(None, "5e.x"))
    state.models[hurt] = replace(state.models[hurt], wounds=1)
    unit = state.models[hurt].unit
    state.deeds[unit, "moved", state.clock.turn] = Deed(unit, "moved", state.clock.turn, "movement")
    save_scene(tmp_path / "saved.yaml", state, "Turn 3")
    assert check(tmp_path / "saved.yaml") == []
    setup = load_scenario(tmp_path / "saved.yaml")
    again = book_for(setup.edition).set_up(setup, "1")
    assert setup.title == "Turn 3"
    assert again.models == {id: model for id, model in state.models.items() if id != lost}
    assert again.units == state.units
    assert again.terrain == state.terrain
    assert again.lore.profiles == state.lore.profiles
    assert next(u for u in setup.units if u.id == unit).deeds == ("moved",)
    assert setup.task("deployment") == "placed"


def test_positions_of_a_played_battle_come_back(tmp_path: Path) -> None:
    session = Session.begin(load_scenario(bundled_scenarios("5e")[0]), seed=7)
    stream, path, seen = Stream("moves"), tmp_path / "saved.yaml", 0
    for step in range(60):
        if session.pending is None:
            break
        session.submit(session.pending.suggest(stream))
        if step % 15 == 14:
            save_scene(path, session.state)
            again = book_for("5e").set_up(load_scenario(path), "1")
            living = {id: model for id, model in session.state.models.items() if model.alive}
            assert again.models == living
            seen += any(model.on_table for model in living.values())
    assert seen >= 3


def test_passengers_and_power_ratings_of_the_eighth_edition_come_back(tmp_path: Path) -> None:
    setup = load_scenario(next(path for path in bundled_scenarios("8e") if path.stem == "only-war-50"))
    state, book, path = position(cleared(setup)), book_for("8e"), tmp_path / "saved.yaml"
    on_foot = [state.models[m.id] for m in state.members("assault")]
    state.models.update({m.id: replace(m, place=Aboard("rhino-1")) for m in on_foot})
    save_scene(path, state)
    again = book.set_up(load_scene(path).setup, "1")
    assert again.models == state.models and again.units == state.units
    assert any(unit.power for unit in again.units.values())
    again.models.update({m.id: m for m in on_foot})
    save_scene(path, again)
    assert len(book.set_up(load_scene(path).setup, "1").present("assault")) == len(on_foot)


def test_undeployed_models_stay_in_reserve(tmp_path: Path) -> None:
    setup = load_scenario(bundled_scenarios("5e")[0])
    save_scene(tmp_path / "saved.yaml", book_for("5e").set_up(setup, "1"))
    again = load_scenario(tmp_path / "saved.yaml")
    assert [m.at for u in again.units for m in u.models] == [None] * sum(len(u.models) for u in setup.units)
    assert [(u.id, u.points, u.letter, u.keywords) for u in again.units] == [
        (u.id, u.points, u.letter, u.keywords) for u in setup.units
    ]


def scene_state(setup: Setup) -> State:
    """A state of a plain scene, whose models no book has profiles for."""
    from engine.core.records import Model, Unit

    state = State(setup, None)
    state.terrain = {p.id: Terrain(p.id, p) for p in setup.terrain}
    for u in setup.units:
        state.units[u.id] = Unit(
            u.id, u.side, u.name, u.letter, u.sheet, u.kind, u.role, u.points, len(u.models), u.id, u.keywords
        )
        for m in u.models:
            assert m.at is not None
            place = OnTable(m.at, m.stands_on)
            state.models[m.id] = Model(
                m.id, u.id, m.name, m.profile, m.shape, m.height, m.eye, place, m.wounds or 1, m.gear, m.torso
            )
    return state


def test_a_scene_comes_back_with_hulls_floors_eyes_and_armour(tmp_path: Path) -> None:
    models = (
        "  - {id: g1, side: blue, unit: alpha, base: {oval: [60, 35]}, at: [37.77, 8.123], stands_on: ruin/1,\n"
        "     height: 1.5, eye: 1.3, eye_at: [37.9, 8.2], facing: 33.3,\n"
        "     body: {rect: [20, 10]}, gear: [gun], profile: man}\n"
        "  - {id: '1e3', side: red, unit: tank, base: {hull: [[-1, -1], [1, -1], [1.3, 0], [1, 1], [-1, 1]]},\n"
        "     at: [60, 9], height: 2, eye: 1, armour: {front: 12, side: 11, rear: 10},\n"
        "     mounts: [{weapon: gun, at: [1, 0], z: 1}]}\n"
    )
    text = changed(SCENE, "models:\n", "models:\n" + models)
    text = changed(text, "kind: ruin\n", "kind: ruin\n    walls: block\n    access: [[1, 1]]\n    cover: 3\n")
    first = load_scene(written(tmp_path, text))
    save_scene(tmp_path / "saved.yaml", scene_state(first.setup))
    again = load_scene(tmp_path / "saved.yaml")
    assert set(again.bodies()) == set(first.bodies())
    assert again.board == first.board
    assert again.setup.buildings == first.setup.buildings
    assert again.setup.options == first.setup.options
    specs = {m.id: replace(m, wounds=None) for u in again.setup.units for m in u.models}
    assert specs == {m.id: m for u in first.setup.units for m in u.models}


def test_terrain_that_the_catalogue_does_not_have_brings_its_kind(tmp_path: Path) -> None:
    first = load_scene(written(tmp_path, SCENE))
    state = scene_state(first.setup)
    ring = ((0, 0), (25400, 0), (0, 25400))
    wreck = Piece("w", "wreck", "Burnt hull", ring, 0, 38100, (), True, False, ("difficult", "barrier"), 4)
    odd = replace(state.terrain["copse"].piece, id="odd", opaque=True)
    state.terrain |= {"w": Terrain("w", wreck), "odd": Terrain("odd", odd)}
    save_scene(tmp_path / "saved.yaml", state)
    board = load_scene(tmp_path / "saved.yaml").board
    assert board.piece("w") == wreck
    assert board.piece("odd") == odd
    assert board.piece("copse") == state.terrain["copse"].piece


@given(st.integers(-12_000_000, 12_000_000), st.sampled_from([25_400, 1_000, 1_000_000]))
def test_every_length_and_angle_is_written_so_that_it_comes_back(value: int, unit: int) -> None:
    written_as = float(repr(_number(value, unit)))
    assert round(written_as * unit) == value


def test_a_body_comes_from_a_placed_model_only() -> None:
    setup = load_scenario(bundled_scenarios("5e")[0])
    assert body_of(setup.units[0].models[0], "u") is None
