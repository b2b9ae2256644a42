"""Computers against each other: results, summaries, and players that break the rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.players import arena
from engine.players.player import Whim
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario


class Cheat(Whim):
    """Answers what nobody asked."""

    name = "cheat"

    def answer(self, session: Session) -> Any:
        return "victory"


def test_an_illegal_answer_is_the_players_fault_and_named() -> None:
    session = Session.begin(load_scenario(find_scenario("first-steps")), seed=1)
    players = {side: Cheat(side) for side in session.state.sides}
    with pytest.raises(AssertionError, match=r"cheat on setup\.agree.*refused"):
        arena.play(session, dict(players))


def test_a_game_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "MOST_DECISIONS", 3)
    session = Session.begin(load_scenario(find_scenario("first-steps")), seed=1)
    with pytest.raises(arena.NeverEnds):
        arena.play(session, {side: Whim(side) for side in session.state.sides})


def test_a_summary_counts_wins_draws_and_means() -> None:
    games = [
        arena.Result(1, "blue", {"blue": 2, "red": 0}, 5, 100, "a"),
        arena.Result(2, "", {"blue": 1, "red": 1}, 6, 200, "b"),
        arena.Result(3, "blue", {"blue": 1, "red": 0}, 7, 300, "c"),
    ]
    whole = arena.Summary.of(games, ["blue", "red"])
    assert (whole.games, whole.won, whole.draws) == (3, {"blue": 2, "red": 0}, 1)
    assert (whole.turns, whole.decisions) == (6.0, 200.0)
    assert whole.digest == arena.Summary.of(games, ["blue", "red"]).digest
    assert whole.digest != arena.Summary.of(games[:2], ["blue", "red"]).digest
