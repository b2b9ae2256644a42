"""How long sight takes on a full table: a hundred models a side and forty pieces of terrain."""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import crossings, look, survey
from battlefield.sight.packing import scene_of
from battlefield.sight.sightings import _survey
from battlefield.table import Board
from battlefield.units import mm, um
from tests.battlefield.sight.scenes import random_scene

pytestmark = pytest.mark.bench


def full_table() -> tuple[Board, tuple[Body, ...]]:
    """Forty pieces; a hundred models to either side, every twelfth a vehicle."""
    board, _ = random_scene(5, pieces=40, models=0, width=60, depth=44)
    dice, bodies = Random(3), []
    for i in range(200):
        vehicle = i % 12 == 0
        y = dice.uniform(1, 20) if i < 100 else dice.uniform(24, 43)
        at = Pose.at(dice.uniform(1, 59), y, 0, dice.uniform(0, 360))
        shape, height = (Rect(um(5), um(3)), 2.5) if vehicle else (Round(mm(32)), 1.4)
        bodies.append(Body(f"m{i:03}", shape, at, um(height), um(height * 0.9)))
    return board, tuple(bodies)


@pytest.mark.parametrize("models_block", [False, True])
def test_survey_of_a_hundred_by_a_hundred(benchmark: BenchmarkFixture, models_block: bool) -> None:
    board, bodies = full_table()
    others = bodies if models_block else ()
    survey(board, bodies[:1], bodies[100:101], others)

    def ask() -> float:
        _survey.cache_clear()
        return float(survey(board, bodies[:100], bodies[100:], others).visible.mean())

    assert 0 < benchmark.pedantic(ask, rounds=5, iterations=1) < 1


def test_one_model_looks_at_a_hundred(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()

    def ask() -> int:
        scene_of(board, bodies).answers.clear()
        return sum(look(board, bodies[0], target, bodies).visible for target in bodies[100:])

    assert benchmark.pedantic(ask, rounds=3, iterations=1, warmup_rounds=1) >= 0


def test_crossings_of_one_pair(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()
    assert benchmark(crossings, board, bodies, bodies[1], bodies[130]) is not None
