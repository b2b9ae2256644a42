"""What scenes and scenarios load to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round
from engine.core import codec
from engine.core.facts import fact
from engine.core.setup import MountSpec
from scenarios.loader import check, load_scenario, load_scene
from tests.scenarios.files import SCENARIO, SCENE, changed, written

A1 = "  - {id: a1, side: blue, unit: alpha, base: {round: 32}, at: [20, 22], z: 0, height: 1.5, eye: 1.3}"


def with_model(text: str) -> str:
    return changed(SCENE, A1, f"  - {{id: a1, side: blue, {text}}}")


def test_the_example_scene_loads(tmp_path: Path) -> None:
    scene = load_scene(written(tmp_path, SCENE))
    assert [piece.id for piece in scene.board.pieces] == ["crate", "copse", "ruin"]
    assert [(b.id, b.group) for b in scene.bodies()] == [("a1", "alpha"), ("t1", "tank")]
    assert (scene.side_of("a1"), scene.side_of("tank"), scene.unit_of("t1").id) == ("blue", "red", "tank")
    assert [side.id for side in scene.setup.sides] == ["blue", "red"]
    assert scene.bodies()[1].pose == Pose.at(40, 22, 0, 180)
    with pytest.raises(KeyError):
        scene.side_of("nobody")


def test_json_loads_as_yaml_does(tmp_path: Path) -> None:
    same = json.dumps(yaml.safe_load(SCENE), indent="\t")
    yaml_setup = load_scene(written(tmp_path, SCENE)).setup
    assert load_scene(written(tmp_path, same, "file.json")).setup == yaml_setup


@pytest.mark.parametrize(
    ("base", "shape"),
    [
        ("{round: 25}", Round(25_000)),
        ("{oval: [60, 35]}", Oval(60_000, 35_000)),
        ("{rect: [50, 25.5]}", Rect(50_000, 25_500)),
        ("{hull: [[0, 0], [0, 1], [1, 0]]}", Hull(((25400, 0), (0, 25400), (0, 0)))),
    ],
)
def test_a_base_is_a_shape(tmp_path: Path, base: str, shape: object) -> None:
    scene = load_scene(written(tmp_path, with_model(f"base: {base}, at: [20, 22], height: 1, eye: 1")))
    assert scene.bodies()[0].shape == shape


def test_a_model_on_a_floor_takes_its_height(tmp_path: Path) -> None:
    text = with_model("base: {round: 25}, at: [38, 8], stands_on: ruin/1, height: 1, eye: 1")
    spec = load_scene(written(tmp_path, text)).setup.units[0].models[0]
    assert (spec.at and spec.at.height, spec.stands_on) == (3, "ruin/1")


def test_models_one_above_the_other_do_not_overlap(tmp_path: Path) -> None:
    text = with_model("base: {round: 25}, at: [40, 22], z: 2.5, height: 1, eye: 1")
    assert check(written(tmp_path, text)) == []
    text = with_model("base: {round: 25}, at: [40, 22], z: 2.4, height: 1, eye: 1")
    assert "overlap" in check(written(tmp_path, text))[0].message


@pytest.mark.parametrize(
    ("piece", "at", "z", "said"),
    [
        ("kind: lava", "[50, 34]", 0, "is in p, impassable terrain"),
        ("kind: lava", "[50, 29.6]", 0, "is in p, impassable terrain"),
        ("kind: lava", "[50, 29.5]", 0, ""),
        ("kind: impassable_rock", "[50, 29.6]", 0, "is in p, impassable terrain"),
        ("kind: impassable_rock", "[50, 34]", 4, ""),
        ("kind: hill", "[50, 34]", 0, "is in p, solid terrain"),
        ("kind: hill", "[50, 34]", 1, ""),
        ("kind: hill", "[50, 29.6]", 0, ""),
        ("kind: barricade", "[50, 34]", 0, ""),
        ("kind: wood", "[50, 34]", 0, ""),
        ("kind: block, bottom: 2, top: 3", "[50, 34]", 0, "is in p, impassable terrain"),
        ("kind: block, bottom: 2.1, top: 3", "[50, 34]", 0, ""),
    ],
)
def test_where_a_model_may_stand(tmp_path: Path, piece: str, at: str, z: int, said: str) -> None:
    text = with_model(f"base: {{round: 25.4}}, at: {at}, z: {z}, height: 2.1, eye: 1")
    text = changed(
        text, "models:", f"  - {{id: p, {piece}, outline: [[40, 30], [60, 30], [60, 40], [40, 40]]}}\nmodels:"
    )
    problems = check(written(tmp_path, text))
    assert (said in problems[0].message) if said else problems == []


def test_models_that_touch_do_not_overlap(tmp_path: Path) -> None:
    text = with_model("base: {round: 25.4}, at: [40, 24.5], height: 1, eye: 1")
    assert check(written(tmp_path, text)) == []


def test_an_eye_is_given_on_the_table(tmp_path: Path) -> None:
    text = with_model("base: {round: 50}, at: [20, 22], facing: 90, eye_at: [20.5, 22.25], height: 1, eye: 1")
    (body, _) = load_scene(written(tmp_path, text)).bodies()
    assert body.eye_at == (6350, -12700)
    assert body.eye_point == (20.5, 22.25, 1.0)


def test_the_rest_of_a_model_arrives(tmp_path: Path) -> None:
    text = with_model(
        "name: Tank, base: {rect: [100, 80]}, at: [20, 22], height: 2, eye: 1.5, body: {round: 40}, wounds: 2,"
        " armour: {front: 13, side: 11, rear: 10}, mounts: [{weapon: gun, at: [1, -0.5], z: 1.5, arc: 180}]"
    )
    unit = load_scene(written(tmp_path, text)).setup.units[0]
    (spec,) = unit.models
    assert (spec.name, spec.torso, spec.wounds, spec.armour) == ("Tank", Round(40_000), 2, (13, 11, 10))
    assert spec.mounts == (MountSpec("gun", 25400, -12700, 38100, 0, 180_000_000),)
    assert (unit.id, unit.kind) == ("a1-alone", "vehicle")


def test_a_unit_of_a_scene_is_described_beside_its_models(tmp_path: Path) -> None:
    units = "units: {alpha: {name: Alpha, keywords: [Infantry], deeds: [shot], letter: K, kind: beasts}}\nmodels:"
    unit = load_scene(written(tmp_path, changed(SCENE, "models:", units))).setup.units[0]
    assert (unit.name, unit.keywords, unit.deeds, unit.letter, unit.kind) == (
        "Alpha", ("Infantry",), ("shot",), "K", "beasts",
    )  # fmt: skip


def test_a_scenario_buys_its_units(tmp_path: Path) -> None:
    setup = load_scenario(written(tmp_path, SCENARIO))
    one, two = setup.units
    assert (one.points, two.points) == (50 + 5 * 5 + 20, 50)
    assert [m.gear for m in one.models].count(("cannon",)) == 1
    assert [m.id for m in two.models] == [f"two-{n}" for n in range(1, 6)]
    assert (one.letter, two.letter, one.role, one.sheet) == ("A", "A", "troops", "squad")
    assert list(setup.sheets["weapons"]) == ["gun", "cannon"], "only what is carried is kept"
    assert setup.mission == (
        ("kind", "annihilation"),
        ("number", "roll"),
        ("deployment", "pitched_battle"),
        ("points", 200),
    )
    assert setup.option("premeasuring") is False
    assert fact(setup.options, "game_length") == "random"
    assert codec.decode(codec.encode(setup)) == setup


def test_an_option_for_all_is_paid_for_every_model(tmp_path: Path) -> None:
    setup = load_scenario(written(tmp_path, changed(SCENARIO, "more: 5, cannon: 1", "flamers: true, spare: 1")))
    assert setup.units[0].points == 50 + 5 * 4
    assert sorted(m.gear for m in setup.units[0].models) == [("flamer",)] * 4 + [("gun",)]


def test_an_option_of_zero_or_false_is_not_taken(tmp_path: Path) -> None:
    setup = load_scenario(written(tmp_path, changed(SCENARIO, "more: 5, cannon: 1", "more: 0, flamers: false")))
    assert setup.units[0].points == 50


def test_bought_units_can_stand_already(tmp_path: Path) -> None:
    text = changed(
        SCENARIO, "sheet: squad}", "sheet: squad, facing: 270, places: [[1, 47], [2, 47], [3, 47], [4, 47], [5, 47]]}"
    )
    setup = load_scenario(written(tmp_path, text))
    assert [m.at for m in setup.units[1].models] == [Pose.at(x, 47, 0, 270) for x in range(1, 6)]
    text = changed(text, "[2, 47]", "[1.5, 47]")
    assert "models two-1 and two-2 overlap" in check(written(tmp_path, text))[0].message


def test_bought_units_stand_on_the_hill_they_are_placed_on(tmp_path: Path) -> None:
    text = changed(
        SCENARIO, "sheet: squad}", "sheet: squad, places: [[20, 40], [22, 40], [24, 40], [30, 40], [32, 40]]}"
    )
    hill = "terrain: [{id: hill, kind: hill, outline: [[18, 36], [27, 36], [27, 44], [18, 44]]}]\nunits:"
    setup = load_scenario(written(tmp_path, changed(text, "units:", hill)))
    stand = [(m.stands_on, m.at and m.at.height) for m in setup.units[1].models]
    assert stand == [("hill", 1)] * 3 + [("", 0)] * 2


def test_objectives_and_zones_are_kept(tmp_path: Path) -> None:
    more = (
        "objectives: [{id: a, at: [10, 24], name: Well}, {id: b, at: [30, 24]}]\n"
        "zones: [{side: red, outline: [[0, 40], [48, 40], [48, 48], [0, 48]]}]\n"
        "edges: {red: north}\nunits:"
    )
    text = changed(changed(SCENARIO, "units:", more), "annihilation", "seize_ground")
    setup = load_scenario(written(tmp_path, text))
    assert [(o.id, o.at.xy, o.name) for o in setup.objectives] == [("a", (10, 24), "Well"), ("b", (30, 24), "")]
    assert setup.task("number") == 2
    assert setup.zones[0].side == "red"
    assert [side.edge for side in setup.sides] == ["", "north"]


def test_a_scenario_may_have_the_name_of_its_army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    armies = tmp_path / "home" / "armies"
    armies.mkdir(parents=True)
    path = written(tmp_path, SCENARIO)
    (tmp_path / "testers.yaml").rename(armies / "testers.yaml")
    path = path.rename(tmp_path / "testers.yaml")
    assert check(path) == []
    assert [unit.id for unit in load_scenario(path).units] == ["one", "two"]
