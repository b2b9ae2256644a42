"""Budgets of whole games and of single answers; reported, never failed by time."""

from __future__ import annotations

from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core.decisions import Move
from engine.players import arena
from engine.players.captain import Captain
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario


@pytest.mark.parametrize(
    "scenario", ["5e/patrol-500", "5e/hold-the-ground", "8e/first-steps", "8e/only-war-50", "8e/only-war-100"]
)
def test_a_whole_game(benchmark: BenchmarkFixture, scenario: str) -> None:
    setup = load_scenario(find_scenario(scenario))
    result = benchmark.pedantic(lambda: arena.play_game(setup, 1, ("captain", "captain")), rounds=1, iterations=1)
    assert result.turns >= 5 or result.winner


def test_every_answer_of_a_great_battle(benchmark: BenchmarkFixture) -> None:
    """The whole of it in one; the slowest answers are told beside it."""
    session = Session.begin(load_scenario(find_scenario("8e/only-war-100")), seed=2)
    players = {side: Captain(side) for side in session.state.sides}
    slowest: dict[str, float] = {}

    def whole() -> None:
        while (question := session.pending) is not None:
            began = process_time()
            session.submit(players[question.player].answer(session))
            slowest[question.topic] = max(slowest.get(question.topic, 0.0), process_time() - began)

    benchmark.pedantic(whole, rounds=1, iterations=1)
    benchmark.extra_info.update({topic: round(spent * 1000) for topic, spent in sorted(slowest.items())})
    assert session.state.outcome is not None


def test_where_a_large_unit_goes(benchmark: BenchmarkFixture) -> None:
    session = Session.begin(load_scenario(find_scenario("hold-the-ground")), seed=1)
    players = {side: Captain(side) for side in session.state.sides}
    while (question := session.pending) is not None:
        if isinstance(question, Move) and len(question.models) >= 20 and session.state.clock.round >= 2:
            break
        session.submit(players[question.player].answer(session))
    assert question is not None
    answer = benchmark.pedantic(lambda: Captain("fresh").answer(session), rounds=3, iterations=1)
    assert question.refusals(answer) == ()
