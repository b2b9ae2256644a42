"""The verdict on a position, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.books import EDITIONS
from render.cli import DONE, NO, WRONG, main
from tests.scenarios.files import SCENE

FIELDS = [
    "scene", "edition", "from", "to", "visible", "fully_visible", "hidden_fraction", "facing", "facing_hidden_fraction",
    "cover", "effects", "line", "blockers", "margin", "distance", "rules", "reason",
]  # fmt: skip

OPEN = """\
sightline: 1
edition: 5e
table: {width: 72, depth: 48}
terrain:
  - {id: crate, kind: block, outline: [[29, 18], [30, 18], [30, 22], [29, 22]], top: 4}
models:
  - {id: a1, side: blue, unit: alpha, base: {round: 32}, at: [20, 22], height: 1.5, eye: 1.3}
  - {id: a2, side: blue, unit: alpha, base: {round: 32}, at: [20, 18], height: 1.5, eye: 1.3}
  - {id: a3, side: blue, unit: alpha, base: {round: 32}, at: [20, 30], height: 1.5, eye: 1.3}
  - {id: t1, side: red, unit: tank, base: {hull: [[-3, -2], [3, -2], [3, 2], [-3, 2]]}, at: [40, 22], facing: 180,
     height: 2.5, eye: 2.0}
"""


@pytest.fixture
def scene(tmp_path: Path) -> str:
    file = tmp_path / "scene.yaml"
    file.write_text(SCENE)
    return str(file)


@pytest.fixture
def open_scene(tmp_path: Path) -> str:
    file = tmp_path / "open.yaml"
    file.write_text(OPEN)
    return str(file)


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = DONE) -> list[dict[str, Any]]:
    assert main(["los", *arguments, "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_pair_of_opposing_models_has_a_line_with_every_field(
    scene: str, open_scene: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = lines(capsys, scene, open_scene)
    assert [(line["from"], line["to"]) for line in found[:2]] == [("a1", "t1"), ("t1", "a1")]
    assert len(found) == 2 + 6
    assert all(list(line) == FIELDS for line in found)
    assert all(line["edition"] == "5e" and line["margin"] is None for line in found)


def test_a_hidden_pair_says_by_what_and_leaves_with_no(scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, scene, "--pair", "a1", "t1", status=NO)
    assert (line["visible"], line["fully_visible"], line["hidden_fraction"]) == (False, False, 1.0)
    assert (line["line"], line["blockers"]) == (None, ["crate"])
    assert line["facing"] == "front"
    assert line["rules"][0] == "5e.shooting.true-los"
    assert "cannot see" in line["reason"]


def test_a_visible_pair_has_a_line_a_share_a_facing_and_a_distance(
    open_scene: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = lines(capsys, open_scene, "--pair", "a1", "t1")
    assert line["visible"]
    assert not line["fully_visible"]
    assert 0 < line["hidden_fraction"] < 1
    assert line["line"][0] == [20, 22, 1.3]
    assert 36.9 < line["line"][1][0] < 37.1
    assert (line["facing"], line["blockers"]) == ("front", ["crate"])
    assert 0 < line["facing_hidden_fraction"] < 1
    assert line["distance"] == pytest.approx(17 - 16 / 25.4, abs=1e-3)
    (clear,) = lines(capsys, open_scene, "--pair", "a3", "t1")
    assert (clear["fully_visible"], clear["hidden_fraction"], clear["cover"]) == (True, 0, None)


def test_a_margin_brackets_the_shift_that_flips_the_answer(open_scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, open_scene, "--pair", "a1", "t1", "--margin")
    margin = line["margin"]
    assert 0 < margin["proven"] <= margin["found"] <= 1.05 * margin["proven"]
    assert 0 <= margin["direction"] < 360


def test_the_cover_of_a_unit_belongs_to_those_who_fire(open_scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    (all_of_it,) = lines(capsys, open_scene, "--units", "alpha", "tank")
    assert (all_of_it["from"], all_of_it["to"], all_of_it["visible"]) == ("alpha", "tank", True)
    (behind,) = lines(capsys, open_scene, "--units", "alpha", "tank", "--firing", "a1,a2")
    (open_one,) = lines(capsys, open_scene, "--units", "alpha", "tank", "--firing", "a3")
    assert behind["cover"]["save"] == 4
    assert open_one["cover"] is None


def test_in_words(open_scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["los", open_scene, "--pair", "a1", "t1", "--margin"]) == DONE
    told = capsys.readouterr().out
    assert told.startswith("open.yaml (5e) a1 -> t1: visible. a1 sees")
    assert "Visible by " in told
    assert "past the right corner of Block; move t1 " in told or "past the left corner of Block; move t1 " in told
    assert "4+ cover save, by Block (The Shooting Phase: Cover saves)." in told
    assert "[5e.shooting.true-los" in told


def test_a_picture_is_drawn(open_scene: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, marked = tmp_path / "plain.png", tmp_path / "sub" / "marked.png"
    assert main(["los", open_scene, "--pair", "a3", "t1", "--png", str(plain)]) == DONE
    assert main(["los", open_scene, "--png", str(marked), "--json"]) == DONE
    one, other = pygame.image.load(str(plain)), pygame.image.load(str(marked))
    assert one.get_size() == other.get_size()
    assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(other, "RGB")
    assert all(json.loads(line) for line in capsys.readouterr().out.splitlines()[1:])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--pair", "a1", "nobody"], "no model 'nobody' on the table; there is a1, t1"),
        (["--units", "alpha", "nobody"], "no unit 'nobody' on the table; there is alpha, tank"),
        (["--units", "alpha", "tank", "--firing", "t1"], "no model 't1' in unit 'alpha'"),
        (["--firing", "a1"], "--firing names models"),
        (["--pair", "a1", "t1", "--units", "alpha", "tank"], "give one of them"),
        (["--png", "picture.jpg"], "--png writes a PNG"),
    ],
)
def test_wrong_use_is_one_clear_sentence(
    scene: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["los", scene, *arguments]) == WRONG
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert len(printed.err.splitlines()) == 1


def test_all_editions_are_those_there_are(scene: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = lines(capsys, scene, "--edition", "all", "--pair", "a1", "t1", status=NO)
    assert [line["edition"] for line in found] == list(EDITIONS)


def test_a_scene_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["los", str(tmp_path / "none.yaml")]) == WRONG
    assert "cannot be read" in capsys.readouterr().err


def test_bundled_scenarios_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted((Path(__file__).parents[2] / "scenarios" / "5e").glob("*.yaml")):
        assert main(["los", str(path), "--json"]) == DONE
        assert all(list(json.loads(line)) == FIELDS for line in capsys.readouterr().out.splitlines())
