"""Editions whose books only say what can be seen: their positions load, and their battles are refused in a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.books import EDITIONS, PLAYABLE, book_for, book_to_play
from engine.session import Session
from render.cli import main
from scenarios.catalogue import entry
from scenarios.loader import check, load_scenario, load_scene
from scenarios.problems import ScenarioError
from scenarios.writer import save_scene
from tests.scenarios.files import written

UNPLAYED = [edition for edition in EDITIONS if edition not in PLAYABLE]

POSITION = """\
sightline: 1
edition: EDITION
title: A position
table: {width: 48, depth: 48}
sides: [{id: blue, name: Blue, edge: south}, {id: red, name: Red, edge: north}]
mission: {kind: annihilation}
deployment: placed
sheets:
  profiles: {man: {name: Man, ws: 3, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 7, sv: 5}}
models:
  - {id: a1, side: blue, unit: alpha, base: {round: 32}, at: [20, 22], height: 1.5, eye: 1.3, profile: man}
  - {id: t1, side: red, unit: mob, base: {round: 32}, at: [30, 22], height: 1.5, eye: 1.3, profile: man}
"""


def scenario(folder: Path, edition: str) -> Path:
    return written(folder, POSITION.replace("EDITION", edition))


def refused(edition: str) -> str:
    return f"battles of edition {edition} cannot be played yet: its book only says what can be seen"


def test_the_fifth_edition_is_played_and_every_book_on_the_shelf_looks(tmp_path: Path) -> None:
    assert "5e" in PLAYABLE and set(PLAYABLE) <= set(EDITIONS)
    path = scenario(tmp_path, "5e")
    assert load_scenario(path, tried=True).edition == "5e"
    for edition in EDITIONS:
        state = book_for(edition).set_up(load_scene(path, edition).setup, "0")
        assert book_for(edition).sight(state, "a1", "t1").visible
        assert state.units["alpha"].kind == "infantry"


@pytest.mark.parametrize("edition", UNPLAYED)
def test_a_battle_of_another_edition_is_refused_in_one_sentence(tmp_path: Path, edition: str) -> None:
    path = scenario(tmp_path, "5e")
    setup = load_scene(path, edition).setup
    with pytest.raises(ValueError, match=refused(edition)):
        Session.begin(setup)
    with pytest.raises(ValueError, match="there is no book of it"):
        book_to_play("9e")


@pytest.mark.parametrize("edition", UNPLAYED[-1:])
def test_loader_menu_and_commands_refuse_it(tmp_path: Path, edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = scenario(tmp_path, edition)
    told = [str(problem) for problem in check(path)]
    assert any(refused(edition) in line for line in told)
    with pytest.raises(ScenarioError, match=refused(edition)):
        load_scenario(path, tried=True)
    assert any(refused(edition) in str(problem) for problem in entry(path).problems)
    assert main(["simulate", str(path)]) == 2
    said = capsys.readouterr().err
    assert refused(edition) in said and said.count("\n") == 1


def test_who_shot_lately_is_written_with_a_position(tmp_path: Path) -> None:
    setup = load_scene(scenario(tmp_path, "5e"), "11e").setup
    units = tuple(replace(unit, deeds=("shot", "shot_last_turn") if unit.id == "mob" else ()) for unit in setup.units)
    state = book_for("11e").set_up(replace(setup, units=units), "0")
    save_scene(tmp_path / "saved.yaml", state)
    again = load_scene(tmp_path / "saved.yaml").setup
    assert {unit.id: unit.deeds for unit in again.units} == {"alpha": (), "mob": ("shot", "shot_last_turn")}
