"""How long sight takes on a full table: a hundred models a side and forty pieces of terrain."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import Margin, crossings, join, join_margin, joins, look, look_margin, seeing, seen_from, survey
from battlefield.sight.joined import _joins
from battlefield.sight.packing import scene_of
from battlefield.sight.sightings import _survey
from battlefield.table import Board
from battlefield.units import mm, um
from tests.battlefield.sight.scenes import random_scene

pytestmark = pytest.mark.bench


def full_table(pieces: int = 40) -> tuple[Board, tuple[Body, ...]]:
    """So many pieces; a hundred models to either side, every twelfth a vehicle."""
    board, _ = random_scene(5, pieces=pieces, models=0, width=60, depth=44)
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


@pytest.mark.parametrize("pieces", [10, 20, 40, 80, 160])
def test_joins_of_a_hundred_by_a_hundred(benchmark: BenchmarkFixture, pieces: int) -> None:
    board, bodies = full_table(pieces)
    joins(board, bodies[:1], bodies[100:101], ())

    def ask() -> float:
        _joins.cache_clear()
        return float(joins(board, bodies[:100], bodies[100:], ()).visible.mean())

    assert 0 < benchmark.pedantic(ask, rounds=3, iterations=1) < 1


def test_joins_past_models(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()
    joins(board, bodies[:1], bodies[100:101], bodies)

    def ask() -> float:
        _joins.cache_clear()
        return float(joins(board, bodies[:100], bodies[100:], bodies).visible.mean())

    assert 0 < benchmark.pedantic(ask, rounds=3, iterations=1) < 1


def test_one_model_is_joined_to_a_hundred(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()

    def ask() -> int:
        scene_of(board, bodies).answers.clear()
        return sum(join(board, bodies[0], target, bodies).visible for target in bodies[100:])

    assert benchmark.pedantic(ask, rounds=3, iterations=1, warmup_rounds=1) >= 0


def test_a_field_of_one_eye(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()
    assert benchmark(seen_from, board, bodies[1:2], bodies, 0.5).outlines


def test_the_field_that_sees_a_model(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()
    assert benchmark(seeing, board, bodies[1:2], bodies, 1.3).outlines


@pytest.mark.parametrize("measure", [look_margin, join_margin])
def test_a_margin(benchmark: BenchmarkFixture, measure: Callable[..., Margin]) -> None:
    board, bodies = full_table()
    assert benchmark.pedantic(measure, (board, bodies[1], bodies[130], ()), rounds=3, iterations=1).proven >= 0
