"""Budgets of moving: a whole unit of sixty among sixty enemies, with woods about."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.pose import Pose
from battlefield.units import INCH, um
from engine.core.dice import Stream
from engine.fifth import falling_back, movement
from engine.mechanics.moving import Ground
from engine.session import Session
from tests.fifth.tables import Spot, battle, boyz, marines, piece, square


def block(x: float, y: float, count: int) -> list[Spot]:
    return [(x + 1.3 * (n % 15), y + 1.3 * (n // 15)) for n in range(count)]


@pytest.fixture(scope="module")
def session() -> Session:
    woods = [piece(f"wood{n}", square(3 + 12 * n, 12, 6, 6), "difficult") for n in range(5)]
    return battle(marines("mine", block(5, 3, 60)), boyz("theirs", block(5, 22, 60)), terrain=woods)


@pytest.fixture(scope="module")
def ground(session: Session) -> Ground:
    closed = movement.hard_in_reach(session.state, "mine", um(6))
    return movement.ground_for(session.state, "mine", um(6), closed=closed)


def shifted(ground: Ground, x: float, y: float) -> dict[str, Pose]:
    return {m.id: Pose(m.pose.x + um(x), m.pose.y + um(y)) for m in ground.movers}


def test_a_move_of_sixty_is_checked_within_ten_milliseconds(ground: Ground, benchmark: BenchmarkFixture) -> None:
    answer, refused = ground.complete(shifted(ground, 2, 2))
    assert not refused and len(answer) == 60
    assert benchmark(ground.refusals, answer) == ()


def test_a_drag_of_sixty_is_completed(ground: Ground, benchmark: BenchmarkFixture) -> None:
    answer, refused = benchmark(ground.complete, shifted(ground, 2, 2))
    assert not refused and len(answer) == 60


def test_a_drag_into_closed_ground_is_explained(ground: Ground, benchmark: BenchmarkFixture) -> None:
    _, refused = benchmark(ground.complete, shifted(ground, 0, 5.9))
    assert "move.closed" in {r.code for r in refused}


def test_a_move_is_suggested(ground: Ground, benchmark: BenchmarkFixture) -> None:
    assert ground.refusals(benchmark(ground.advise, Stream("bench"))) == ()


def test_a_ground_is_laid_out(session: Session, benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(movement.ground_for, session.state, "mine", um(6)).movers) == 60


def test_sixty_find_their_way_off_the_battlefield(session: Session, benchmark: BenchmarkFixture) -> None:
    flight = benchmark(falling_back.plan, session.state, "theirs", 9 * INCH)
    assert len(flight.ways) == 60 and not flight.fate
