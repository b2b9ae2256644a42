"""Every problem of a file: its line, its message and its remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.loader import check, load_scenario, load_scene
from scenarios.problems import ScenarioError
from tests.scenarios.files import ARMY, SCENARIO, SCENE, changed, line_of, written

CRATE = "  - {id: crate, kind: block, outline: [[30, 20], [34, 20], [34, 24], [30, 24]], bottom: 0, top: 3}"
COPSE = "  - {id: copse, kind: wood, outline: [[10, 10], [18, 10], [18, 16], [10, 16]]}"
A1 = "  - {id: a1, side: blue, unit: alpha, base: {round: 32}, at: [20, 22], z: 0, height: 1.5, eye: 1.3}"
ONE = "  one: {side: blue, sheet: squad, options: {more: 5, cannon: 1}}"


def model(**changes: object) -> str:
    """The first model's line with some values changed; a value of None takes the key away."""
    values: dict[str, object] = {
        "id": "a1", "side": "blue", "unit": "alpha", "base": "{round: 32}", "at": "[20, 22]", "z": 0, "height": 1.5,
        "eye": 1.3, **changes,
    }  # fmt: skip
    return "  - {" + ", ".join(f"{key}: {value}" for key, value in values.items() if value is not None) + "}"


SCENE_PROBLEMS = [
    # unknown keys and wrong types
    ("sightline: 1", "sightline: 2", "sightline is 2", "use 1"),
    ("edition: 5e", "edition: 6e", "edition is '6e'", "5e"),
    ("edition: 5e", "editon: 5e", "there is no key 'editon' here", "did you mean edition?"),
    ("table: {width: 72, depth: 48}", "table: {width: big, depth: 48}", "table.width is 'big'", "use a number"),
    ("table: {width: 72, depth: 48}", "table: {width: 72}", "table has no 'depth'", "add 'depth: ...'"),
    ("table: {width: 72, depth: 48}", "table: {width: 0, depth: 48}", "table.width is 0", "at least 1"),
    ("table: {width: 72, depth: 48}", "table: {width: 7200, depth: 48}", "table.width is 7200", "at most 240"),
    (CRATE, CRATE.replace("top:", "tpo:"), "there is no key 'tpo' here", "did you mean top?"),
    (A1, model(eye="true"), "models[0].eye is True", "use a number"),
    (A1, model(id=None), "models[0] has no 'id'", "add 'id: ...'"),
    (A1, model(id="'a 1'"), "models[0].id is 'a 1'", "without spaces"),
    (A1, model(base="{round: 32, rect: [1, 2]}"), "models[0].base needs exactly one of", "write, say, {round: 32}"),
    (A1, model(base="{round: -1}"), "models[0].base.round is -1", "more than 0"),
    (A1, model(at=None), "models[0] has no 'at'", "add 'at: [x, y]'"),
    (A1, model(at="[20]"), "models[0].at", ""),
    (A1, model(at="[20, 9000]"), "models[0].at[1] is 9000", "at most 500"),
    (A1, model(reserve="true"), "is in reserve, and so cannot have 'at'", "keep one of the two"),
    # terrain
    (COPSE, COPSE.replace("wood", "woood"), "there is no kind 'woood'", "did you mean wood?"),
    (COPSE, COPSE.replace("copse", "crate"), "there are two pieces of terrain 'crate' (also line 5)", "its own id"),
    (COPSE, "  - {id: copse, kind: wood}", "terrain copse has no outline", "add 'outline: ...'"),
    (COPSE, "  - {id: c, kind: wood, outline: []}", "terrain[1].outline is []", "at least 3 entries"),
    (COPSE, "  - {id: c, kind: wood, outline: [[1, 1], [5, 1], [9, 1]]}", "encloses no ground", "at least three"),
    (COPSE, "  - {id: c, kind: wood, outline: [[1, 1], [5, 5], [5, 1], [1, 5]]}", "crosses itself", "in order"),
    (COPSE, "  - {id: c, kind: wood, outline: [[80, 1], [90, 1], [85, 5]]}", "lies beyond the table", "move it"),
    (COPSE, "  - {id: c, kind: wood, outline: [[0, 0], [1e6, 0], [0, 1]]}", "is 1000000.0", "at most 500"),
    (COPSE, COPSE.replace("]}", "], facing: 30}"), "turned or mirrored without a centre", "give 'at'"),
    (CRATE, CRATE.replace(", top: 3", ""), "terrain crate has no height (bottom 0, top 0)", "a top above its bottom"),
    (CRATE, CRATE.replace("bottom: 0", "bottom: 4"), "terrain crate has no height (bottom 4, top 3)", "a top above"),
    (", top: 6, openings", ", top: 0, openings", "parts[0]: the wall has no height", "a height above 0"),
    ("wall: [[-4, -3], [4, -3]]", "wall: [[4, -3], [4, -3]]", "parts[0]: the wall has no length", "a length above 0"),
    ("sill: 1, head: 2.5", "sill: 2.5, head: 1", "parts[0]: an opening is empty", "'head' above 'sill'"),
    # models
    (A1, model(at="[0.2, 22]"), 'model a1 is off the table by 0.43"', "keep its base within 0 to 72 and 0 to 48"),
    (A1, model(at="[40, 22.5]"), "models a1 and t1 overlap by", "move one of them away"),
    (A1, model(id="t1"), "there are two models 't1'", "give each model its own id"),
    (A1, model(at="[32, 22]"), "model a1 is in crate, impassable terrain", "stands_on: crate"),
    (A1, model(height=0), "models[0].height is 0", "more than 0"),
    (A1, model(eye=1.6), "its eye (1.6) is above its top", "use at most 1.5"),
    (A1, model(eye_at="[0, 0]"), "eye_at is not near the model", "in table coordinates"),
    (A1, model(at="[38, 8]", z=None, stands_on="ruin/2"), "there is no surface 'ruin/2'", "did you mean ruin/1?"),
    (A1, model(at="[38, 8]", z=2, stands_on="ruin/1"), 'stands on ruin/1, which is 3" up, but its z is 2', "write 3"),
    (A1, model(z=3, stands_on="ruin/1"), "model a1 is not over ruin/1", "leave stands_on out"),
    (A1, model(side=None), "unit alpha is on no side", "add 'side: ...'"),
    (A1, model(unit="tank"), "unit tank is on two sides, blue and red", "choose one side"),
]


@pytest.mark.parametrize(("old", "new", "message", "remedy"), SCENE_PROBLEMS, ids=[p[2] for p in SCENE_PROBLEMS])
def test_a_problem_of_a_scene(tmp_path: Path, old: str, new: str, message: str, remedy: str) -> None:
    text = changed(SCENE, old, new)
    problems = check(written(tmp_path, text))
    found = [p for p in problems if message in p.message]
    assert found, problems
    assert remedy in found[0].remedy
    assert abs(found[0].line - line_of(text, new)) <= (4 if "overlap" in message or "two " in message else 0) or (
        "parts" in message and found[0].line == line_of(text, "id: ruin")
    )
    assert str(tmp_path / "file.yaml") == found[0].path


SCENARIO_PROBLEMS = [
    ("title: Test", "", 1, "the file has no 'title'", "add 'title: ...'"),
    ("mission: {kind: annihilation}", "mission: {kind: anihilation}", 6, "'anihilation'", "annihilation"),
    ("deployment: pitched_battle", "deployment: zones", 7, "side blue has no zone to deploy in", "under 'zones'"),
    ("deployment: pitched_battle", "deployment: placed", 12, "unit one has no places", "add 'places'"),
    ("points: 200", "points: 60", 5, "side blue has 95 points of units where 60 are allowed", "take fewer"),
    ("army: testers}", "army: nobody}", 9, "the army file 'nobody' is not there", "looked for"),
    ("army: testers}", "army: orks}", 12, "Orks has no datasheet 'squad'", "use one of"),
    ("name: Blue, army: testers}", "name: Blue}", 12, "side blue has no army", "add 'army: ...'"),
    ("id: red", "id: blue", 10, "there are two sides 'blue'", "its own id"),
    ("{side: red, sheet: squad}", "{side: rad, sheet: squad}", 13, "there is no side 'rad'", "did you mean red?"),
    ("sheet: squad}", "sheet: sqad}", 13, "Testers has no datasheet 'sqad'", "did you mean squad?"),
    ("cannon: 1", "canon: 1", 12, "Squad has no option 'canon'", "did you mean cannon?"),
    ("more: 5", "more: 6", 12, "6 of 'more' where 5 may be taken", "take at most 5"),
    ("more: 5, cannon: 1", "cannon: 1", 12, "'cannon' needs 10 models, not 5", "add models or leave it out"),
    ("cannon: 1", "cannon: 1, flamer: 1", 12, "2 choices of 'special' where 1 may be taken", "at most 1"),
    ("cannon: 1", "spare: 1", 12, "'spare': no model has flamer left for it", "leave it or"),
    ("{side: red, sheet: squad}", "{side: red}", 13, "has neither models nor a datasheet", "add 'sheet: ...'"),
    ("{side: red, sheet: squad}", "{side: red, sheet: squad, places: [[1, 1]]}", 13, "1 places for 5", "one place"),
    ("{side: red, sheet: squad}", "{side: red, sheet: squad, joined: x}", 13, "there is no 'x' to be joined", "one of"),
    ("units:", "options: {first_side: green}\nunits:", 11, "there is no side 'green'", "use one of blue, red"),
    ("units:", "edges: {green: south}\nunits:", 11, "there is no side 'green'", "use one of"),
    ("units:", "edges: {blue: south, red: south}\nunits:", 8, "both sides have the same edge", "opposite edges"),
    ("units:", "objectives: [{id: a, at: [60, 1]}]\nunits:", 11, "objective a is off the table", "keep it within"),
    ("units:", "objectives: [{id: a, at: [6, 1]}, {id: a, at: [9, 9]}]\nunits:", 11, "two objectives", "own id"),
    ("units:", "zones: [{side: x, outline: [[0, 0], [9, 0], [9, 9]]}]\nunits:", 11, "no side 'x'", "use one of"),
    ("units:", "catalogue: mine.yaml\nunits:", 11, "the catalogue file 'mine.yaml' is not there", "looked for"),
    ("{kind: annihilation}", "{kind: annihilation, ends_when_destroyed: y}", 6, "there is no unit 'y'", "use one of"),
    ("options: {more: 5, cannon: 1}", "options: [more]", 12, "units.one.options is ['more']", "use a mapping"),
    ("sides:", "sides: 3 #", 8, "sides is 3", "use a list"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "message", "remedy"), SCENARIO_PROBLEMS,
                         ids=[p[3] for p in SCENARIO_PROBLEMS])  # fmt: skip
def test_a_problem_of_a_scenario(tmp_path: Path, old: str, new: str, line: int, message: str, remedy: str) -> None:
    text = changed(SCENARIO, old, new)
    if message.startswith("sides is"):
        text = text.replace("  - {id: blue, name: Blue, army: testers}\n  - {id: red, name: Red, army: testers}\n", "")
    found = [p for p in check(written(tmp_path, text)) if message in str(p)]
    assert found, check(tmp_path / "file.yaml")
    assert found[0].line == line
    assert remedy in found[0].remedy


ARMY_PROBLEMS = [
    ("profile: man,", "profile: men,", "there is no profile 'men'", "did you mean man?"),
    ("count: 5, gear: [gun]", "count: 5, gear: [gum]", "there is no weapon or wargear 'gum'", "did you mean gun?"),
    ("add: man", "add: mann", "there is no kind of model 'mann'", "did you mean man?"),
    ("sv: 5", "sv: 5, rules: [brave]", "there is no special rule 'brave'", "leave it out"),
    ("strength: 7", "strength: 17", "weapons.cannon.strength is 17", "at most 10"),
    ("type: heavy, range: 36, ", "type: heavy, ", "weapons.cannon shoots with no range", "add 'range: ...'"),
    ("type: heavy", "type: hevy", "weapons.cannon.type is 'hevy'", "did you mean heavy?"),
    ("name: More, points: 5, add: man, max: 5", "name: More", "units.squad.options.more does nothing", "give it add"),
    ("eye: 1\n", "eye: 2\n", "its eye is above its top", "lower eye to height"),
    ("ws: 3, ", "", "profiles.man has no 'ws'", "add 'ws: ...'"),
]


@pytest.mark.parametrize(("old", "new", "message", "remedy"), ARMY_PROBLEMS, ids=[p[2] for p in ARMY_PROBLEMS])
def test_a_problem_of_an_army_file(tmp_path: Path, old: str, new: str, message: str, remedy: str) -> None:
    path = written(tmp_path, SCENARIO)
    army = tmp_path / "testers.yaml"
    text = changed(ARMY, old, new)
    army.write_text(text, encoding="utf-8")
    found = [p for p in check(army) if message in p.message]
    assert found, check(army)
    assert remedy in found[0].remedy
    assert found[0].line == line_of(ARMY, old)
    assert found[0] in check(path), "the scenario passes on its army's problems"


def test_a_problem_of_a_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "kinds.yaml"
    path.write_text("sightline: 1\nkinds:\n  mud:\n    name: Mud\n    top: 1\n    bottom: 2\n    meaning: {4e: {}}\n")
    (problem,) = check(path)
    assert (problem.line, problem.message) == (7, "kinds.mud.meaning.4e: '4e' cannot be a key here")
    path.write_text("sightline: 1\nkinds:\n  mud:\n    name: Mud\n    top: 1\n    bottom: 2\n    meaning: {5e: {}}\n")
    (problem,) = check(path)
    assert (problem.line, problem.message) == (3, "kinds.mud: its top is under its bottom")


def test_all_problems_of_a_file_come_at_once(tmp_path: Path) -> None:
    text = changed(SCENE, CRATE, CRATE.replace("top:", "tpo:"))
    text = changed(text, COPSE, COPSE.replace("wood", "woood"))
    text = changed(text, A1, model(at="[0.2, 22]"))
    assert [p.line for p in check(written(tmp_path, text))] == [5, 6, 16]


def test_what_is_left_out_keeps_the_lines_of_the_rest(tmp_path: Path) -> None:
    text = changed(SCENE, A1, "  - {id: broken}\n" + model(at="[0.2, 22]"))
    problems = check(written(tmp_path, text))
    assert [p.line for p in problems if "off the table" in p.message] == [17]


def test_a_clash_of_two_armies_names_both(tmp_path: Path) -> None:
    path = written(tmp_path, changed(SCENARIO, "Red, army: testers", "Red, army: others"))
    (tmp_path / "others.yaml").write_text(changed(ARMY, "range: 24", "range: 30"), encoding="utf-8")
    (problem,) = check(path)
    assert problem.message == "weapons.gun of others is not that of testers"
    assert problem.line == 10


def test_a_missing_army_says_where_it_was_looked_for(tmp_path: Path) -> None:
    (problem, *_) = check(written(tmp_path, changed(SCENARIO, "army: testers}", "army: nobody}")))
    assert str(tmp_path / "nobody.yaml") in problem.remedy
    assert "assets/armies/5e/nobody.yaml" in problem.remedy


def test_loading_raises_what_checking_lists(tmp_path: Path) -> None:
    path = written(tmp_path, changed(SCENARIO, "points: 200", "points: 60"))
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    assert list(caught.value.problems) == check(path)
    with pytest.raises(ScenarioError):
        load_scene(path)


def test_what_is_no_mapping_is_said(tmp_path: Path) -> None:
    (problem,) = check(written(tmp_path, "- 1\n- 2\n"))
    assert problem.message == "holds [1, 2], not a mapping of keys to values"


def test_a_file_of_another_sort_is_said_to_be_one(tmp_path: Path) -> None:
    (problem,) = check(written(tmp_path, "version: 3\nservices: {web: {}}\n"))
    assert problem.message.startswith("is neither a scene or scenario")


def test_a_scenario_of_models_without_a_known_profile_is_a_mistake(tmp_path: Path) -> None:
    text = changed(SCENARIO, "deployment: pitched_battle", "deployment: placed").split("units:")[0] + "models:\n"
    man = "side: {}, base: {{round: 25}}, at: [{}, 9], height: 1, eye: 1"
    text += f"  - {{id: x, {man.format('blue', 9)}}}\n"
    text += f"  - {{id: y, {man.format('red', 30)}, profile: mn, gear: [gum]}}\n"
    said = [str(problem).split(":", 2)[2] for problem in check(written(tmp_path, text))]
    assert said == [
        " model x has no profile, and a battle needs one; add 'profile: ...'",
        " model y: there is no profile 'mn'; did you mean man?",
        " model y: there is no weapon or wargear 'gum'; did you mean gun?",
    ]


def test_a_scenario_that_its_book_cannot_begin_is_a_mistake(tmp_path: Path) -> None:
    path = written(tmp_path, SCENARIO)
    army = ARMY.replace("type: rapid_fire", "type: ordnance")
    (tmp_path / "testers.yaml").write_text(army, encoding="utf-8")
    (problem,) = check(path)
    assert "infantry cannot carry 'gun', which is ordnance" in problem.message


def test_a_model_that_has_the_id_of_a_unit_is_a_mistake(tmp_path: Path) -> None:
    (problem,) = check(written(tmp_path, changed(SCENE, "id: t1, side: red", "id: alpha, side: red")))
    assert (problem.line, problem.message) == (17, "there are a model and a unit 'alpha'")


def test_a_model_alone_is_a_unit_with_an_id_of_its_own(tmp_path: Path) -> None:
    (one, _) = load_scene(written(tmp_path, changed(SCENE, "side: blue, unit: alpha,", "side: blue,"))).setup.units
    assert [model.id for model in one.models] == ["a1"] and one.id == "a1-alone"


def test_an_army_given_as_a_scenario_is_one_mistake(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(written(tmp_path, ARMY, "army.yaml"))
    assert [p.message for p in caught.value.problems] == ["this is an army file, not a scene or scenario"]


def test_many_models_on_one_spot_are_told_quickly_and_briefly(tmp_path: Path) -> None:
    head = SCENE.split("models:")[0] + "models:\n"
    line = "  - {{id: m{}, side: blue, unit: u, base: {{round: 25}}, at: [60, 40], height: 1, eye: 1}}\n"
    problems = check(written(tmp_path, head + "".join(line.format(i) for i in range(300))))
    assert len(problems) == 61
    assert any(problem.message == "more models overlap" for problem in problems)
