"""Budgets of the Assault phase: two sides of sixty, mobs of thirty charging and reacting, woods about.

Aims: any answer under 50 ms; a charge dragged with the mouse completed, checked and advised within a frame or two.
"""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.pose import Pose
from battlefield.units import um
from engine.core.dice import Stream
from engine.fifth import assault
from engine.fifth.approach import Charge
from engine.fifth.odds_combat import expected_combat
from engine.fifth.pile_in import Closing, closing
from engine.session import Session
from tests.fifth.tables import Spot, battle, boyz, marines, piece, square, submit

pytestmark = pytest.mark.bench


def block(x: float, y: float, count: int) -> list[Spot]:
    return [(x + 1.3 * (n % 10), y + 1.3 * (n // 10)) for n in range(count)]


def table() -> Session:
    """Two mobs of thirty before sixty enemies, the first with woods in its way."""
    woods = [piece(f"wood{n}", square(3 + 12 * n, 8.4, 6, 2), "difficult") for n in range(2)]
    return battle(
        boyz("a", block(5, 3, 30), side="blue"),
        boyz("b", block(25, 3, 30), side="blue"),
        marines("x", block(5, 12, 10), side="red"),
        marines("y", block(5, 14.5, 20), side="red"),
        boyz("z", block(25, 12, 30), side="red"),
        terrain=woods,
        phase="assault",
    )


@pytest.fixture(scope="module")
def session() -> Session:
    return table()


def charge(session: Session) -> Charge:
    return assault.approach_of(session.state, "b", "z", um(6))


def reaction(session: Session) -> Closing:
    """How thirty defenders close up to thirty who charged them."""
    fresh = session.fork()
    submit(fresh, "b")
    submit(fresh, "z")
    assert fresh.pending is not None
    submit(fresh, fresh.pending.suggest(Stream("bench")))
    return closing(fresh.state, "z", ("b",), "rule")


def test_a_charge_of_thirty_is_laid_out(session: Session, benchmark: BenchmarkFixture) -> None:
    assert benchmark(charge, session).leads


def test_a_charge_of_thirty_is_suggested(session: Session, benchmark: BenchmarkFixture) -> None:
    def suggest() -> int:
        answer, refused = charge(session).complete({})
        assert not refused
        return len(answer)

    assert benchmark(suggest) == 30


def test_a_charge_dragged_model_by_model_is_completed(session: Session, benchmark: BenchmarkFixture) -> None:
    """Each round is another place under the mouse, on the question that is open all the while."""
    approach, places = charge(session), iter(range(1, 1_000_000))
    last = approach.ground.movers[-1]

    def drag() -> int:
        pose = Pose(last.pose.x + next(places) * 100, last.pose.y + um(3), 0, last.pose.facing)
        return len(approach.complete({last.id: pose})[0])

    assert benchmark(drag) == 30


def test_a_charge_of_thirty_is_checked(session: Session, benchmark: BenchmarkFixture) -> None:
    approach = charge(session)
    answer, _ = approach.complete({})
    assert benchmark(approach.judge, answer) == ()


def test_a_reaction_of_thirty_is_suggested(session: Session, benchmark: BenchmarkFixture) -> None:
    laid_out = reaction(session)

    def suggest() -> int:
        laid_out.planned.clear()
        laid_out.looked.clear()
        return len(laid_out.complete({})[0])

    assert benchmark(suggest) > 0


def test_what_woods_cost_a_charge_is_known(session: Session, benchmark: BenchmarkFixture) -> None:
    assert benchmark(assault.must_test, session.state, "a", assault.approach_of(session.state, "a", "x", um(6)))


def test_what_a_charge_may_come_to_is_reckoned(session: Session, benchmark: BenchmarkFixture) -> None:
    assert benchmark(expected_combat, session.state, "b", "z")


def test_the_longest_answer_of_an_assault_phase(benchmark: BenchmarkFixture) -> None:
    """Both mobs charge and the fights are fought; `extra_info` has the slowest answers."""
    times: list[tuple[float, str]] = []

    def phase() -> None:
        session, told = table(), ["b", "a", "done"]
        while session.pending is not None and session.state.clock.turn == 1:
            pending = session.pending
            answer = told.pop(0) if pending.topic == "charge.unit" else pending.suggest(Stream("bench"))
            start = time.perf_counter()
            assert session.submit(answer).accepted
            times.append((time.perf_counter() - start, pending.topic))
            if pending.topic == "charge.unit" and not told:
                told = ["done"]

    benchmark.pedantic(phase, rounds=2)
    times.sort(reverse=True)
    benchmark.extra_info["slowest"] = [f"{topic} {t * 1000:.0f} ms" for t, topic in times[:5]]
    assert times
