"""Replaying battle files: good ones, altered ones, and those of others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import battle_file, one_line
from tests.cli.test_use import status
from tests.eighth.tables import HOME, battle, piece, spots, square, unit


def test_a_good_file_agrees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "good.battle"
    session = battle_file(path)
    assert status("replay", str(path)) == 0
    told = capsys.readouterr().out
    assert session.digest in told and f"{len(session.lines)} entries agree" in told


def test_an_altered_answer_is_status_1_and_says_what_was_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "altered.battle"
    battle_file(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    last = max(n for n, line in enumerate(lines) if json.loads(line)["is"] == "answer")
    data = json.loads(lines[last])
    data["digest"] = "0" * len(data["digest"])
    lines[last] = json.dumps(data)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert status("replay", str(path)) == 1
    told = capsys.readouterr()
    assert told.out == "" and one_line(told.err) and "altered.battle" in told.err


def test_a_torn_file_keeps_what_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "torn.battle"
    battle_file(path)
    path.write_bytes(path.read_bytes()[:-40])
    assert status("replay", str(path)) in (0, 1)
    told = capsys.readouterr()
    assert "Traceback" not in told.err and (told.out or one_line(told.err))


def test_odds_of_a_saved_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "here.battle"
    session = battle_file(path)
    blue, red = (session.state.units_of(side)[0].id for side in session.state.sides)
    assert status("odds", str(path), blue, red, "--json") == 0
    kinds = [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["shooting", "combat"]
    assert status("odds", str(path), blue, red) == 0
    assert f"{blue} charges {red}" in capsys.readouterr().out
    assert status("odds", str(path), blue, blue) == 2


def test_odds_of_the_eighth_edition_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wood = piece("wood", square(HOME[0] - 1, HOME[1] + 4, 6, 4), "cover")
    marines = unit("marines", "blue", spots((0, 0), (1.5, 0)), gear=("boltgun",))
    session = battle(marines, unit("boyz", "red", spots((0, 5), (1.5, 5)), "boy", ("axe",)), terrain=[wood])
    path = tmp_path / "eighth.battle"
    session.save(path)
    assert status("odds", str(path), "marines", "boyz") == 0
    told = capsys.readouterr().out
    assert "2 weapons fire, in cover; " in told
    assert "marines charges boyz: arrives 97.2%; then 2.00 attacks; " in told, "4 inches, so 3 or more on 2D6"
    assert told.count("  0 models: ") == 2


def test_odds_of_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("odds", "--test", "4+", "--dice", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["chances"] == [250000, 500000, 250000]
    assert status("odds", "--test", "7") == 0
    assert "58.3%" in capsys.readouterr().out
