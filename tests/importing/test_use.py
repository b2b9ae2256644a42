"""An imported army goes to battle, and the command that imports one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.players import arena
from render import cli
from scenarios.finding import ASSETS, own_armies
from scenarios.importing.importer import import_list
from scenarios.loader import load_scenario
from tests.importing import lists
from tests.importing.forms import force, listforge, roster, rosz, xml

SCENARIO = """\
sightline: 1
edition: 8e
title: Drill against Horde
table: {width: 36, depth: 36}
mission: {kind: domination}
deployment: zones
options: {game_length: 5}
sides:
  - {id: blue, name: Drilled, army: drilled, edge: south}
  - {id: red, name: Orks, army: orks, edge: north}
zones:
  - {side: blue, outline: [[0, 0], [36, 0], [36, 9], [0, 9]]}
  - {side: red, outline: [[0, 27], [36, 27], [36, 36], [0, 36]]}
objectives:
  - {id: west, at: [9, 18]}
  - {id: east, at: [27, 18]}
units:
  lord: {side: blue, sheet: captain}
  one: {side: blue, sheet: rifle_squad}
  two: {side: blue, sheet: rifle_squad_2}
  guns: {side: blue, sheet: gun_team}
  boyz: {side: red, sheet: boyz}
  weirdboy: {side: red, sheet: weirdboy}
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own, with the folder for armies in it."""
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    own_armies().mkdir(parents=True)
    return own_armies()


def test_a_list_among_ones_own_armies_plays_a_battle_to_the_end(own: Path, tmp_path: Path) -> None:
    (tmp_path / "list.rosz").write_bytes(rosz(lists.drilled()))
    import_list(tmp_path / "list.rosz").write(own / "drilled.yaml")
    (tmp_path / "scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    setup = load_scenario(tmp_path / "scenario.yaml", tried=True)
    units = {unit.id: unit for unit in setup.units}
    assert [len(units[id].models) for id in ("lord", "one", "two", "guns")] == [1, 5, 5, 3]
    assert units["guns"].points == 105 and units["lord"].power == 5
    results = list(arena.play_games(setup, range(1, 2), ["captain", "whim"], 1))
    assert results[0].turns >= 1 and results[0].digest


def test_a_bundled_army_is_never_hidden_by_ones_own(own: Path, tmp_path: Path) -> None:
    (own / "orks.yaml").write_text("nonsense", encoding="utf-8")
    (tmp_path / "list.ros").write_bytes(xml(lists.drilled()))
    import_list(tmp_path / "list.ros").write(own / "drilled.yaml")
    (tmp_path / "scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    assert any(unit.sheet == "boyz" for unit in load_scenario(tmp_path / "scenario.yaml").units)


def test_json_is_all_that_is_printed_and_has_what_was_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "list.json").write_bytes(listforge(lists.machines()))
    out = tmp_path / "army.yaml"
    assert cli.main(["import", str(tmp_path / "list.json"), "--json", "--out", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"name", "edition", "points", "units", "not_read"} <= set(told)
    assert told["units"][0] == {"name": "Rhino", "points": 70, "models": 1, "weapons": ["Storm bolter"]}
    assert out.read_text(encoding="utf-8").startswith("sightline: 1")


def test_words_say_what_was_read_assumed_and_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list.ros").write_bytes(xml(lists.machines()))
    assert cli.main(["import", str(tmp_path / "list.ros")]) == 0
    told = capsys.readouterr().out
    assert all(w in told for w in ("505 points", "The costs add up", "Assumed:", "Not read:", "assumed 60 mm", "--out"))
    assert list(tmp_path.iterdir()) == [tmp_path / "list.ros"]


def test_costs_that_do_not_add_up_are_status_1_and_the_file_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = roster("Wrong", force("Patrol", *lists.drilled()["forces"][0]["below"]), costs={"pts": 1})
    (tmp_path / "list.ros").write_bytes(xml(wrong))
    out = tmp_path / "army.yaml"
    assert cli.main(["import", str(tmp_path / "list.ros"), "--out", str(out)]) == 1
    assert "The costs do not add up: the selections come to 347 pts" in capsys.readouterr().out
    assert out.exists()


def test_the_same_list_makes_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "list.ros").write_bytes(xml(lists.odd_values()))
    assert import_list(tmp_path / "list.ros").text() == import_list(tmp_path / "list.ros").text()


def test_the_bundled_guest_army_is_what_its_list_says_now() -> None:
    """Where this fails, import `assets/lists/the-drilled-hundred.ros` anew over the army file."""
    found = import_list(ASSETS / "lists" / "the-drilled-hundred.ros").text()
    assert found == (ASSETS / "armies" / "8e" / "drilled_hundred.yaml").read_text(encoding="utf-8")
