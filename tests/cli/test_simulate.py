"""Simulating: only JSON on stdout, and the same bytes however the games are run."""

from __future__ import annotations

import json

from tests.cli.commands import run

GAMES = ("simulate", "first-steps", "--games", "2", "--seed", "5", "--json")


def test_the_same_games_give_the_same_bytes_in_any_process() -> None:
    first = run(*GAMES, PYTHONHASHSEED="1")
    assert first.returncode == 0 and first.stderr == ""
    assert run(*GAMES, PYTHONHASHSEED="2").stdout == first.stdout
    assert run(*GAMES, "--workers", "2").stdout == first.stdout
    lines = [json.loads(line) for line in first.stdout.splitlines()]
    assert [set(line) for line in lines[:2]] == [{"seed", "winner", "score", "turns", "decisions", "digest"}] * 2
    assert [line["seed"] for line in lines[:2]] == [5, 6]
    assert lines[2]["games"] == 2 and set(lines[2]["won"]) == {"blue", "red"}


def test_the_same_game_without_compiled_kernels() -> None:
    one = ("simulate", "first-steps", "--seed", "5", "--players", "captain,whim", "--json")
    assert run(*one, SIGHTLINE_NO_NUMBA="1").stdout == run(*one).stdout


def test_people_get_sentences() -> None:
    told = run("simulate", "first-steps", "--players", "whim")
    assert told.returncode == 0
    assert told.stdout.startswith("seed 0: ") and "\n1 game: " in told.stdout
