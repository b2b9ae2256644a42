"""How long sight takes on a full table: a hundred models a side and forty pieces of terrain, and more and less."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import (
    Joins,
    Margin,
    Survey,
    crossings,
    join,
    join_margin,
    joined,
    joins,
    look,
    look_margin,
    seeing,
    seen_from,
    sightings,
    survey,
)
from battlefield.sight.packing import scene_of
from battlefield.table import Board
from battlefield.terrain import Piece, placed
from battlefield.units import mm, um
from tests.battlefield.sight.scenes import random_scene, spots

pytestmark = [pytest.mark.bench, pytest.mark.benchmark(timer=process_time)]
"""Sight uses one core, so what else the machine does need not count."""

Bodies = tuple[Body, ...]
Table = tuple[Board, Bodies]


def armies() -> Bodies:
    """A hundred models to either side, every twelfth a vehicle."""
    dice, bodies = Random(3), []
    for i in range(200):
        vehicle = i % 12 == 0
        y = dice.uniform(1, 20) if i < 100 else dice.uniform(24, 43)
        at = Pose.at(dice.uniform(1, 59), y, 0, dice.uniform(0, 360))
        shape, height = (Rect(um(5), um(3)), 2.5) if vehicle else (Round(mm(32)), 1.4)
        bodies.append(Body(f"m{i:03}", shape, at, um(height), um(height * 0.9)))
    return tuple(bodies)


def full_table(pieces: int = 40) -> Table:
    """So many pieces - boxes, walls, hills, and ruins with windows and floors - and two armies."""
    return random_scene(5, pieces=pieces, models=0, width=60, depth=44)[0], armies()


def dense_table() -> Table:
    """Ninety thin walls at all angles and of all heights, and two armies."""
    dice, pieces = Random(9), []
    for i in range(90):
        x, y = dice.uniform(1, 3), dice.uniform(0.08, 0.25)
        ring = spots((-x, -y), (x, -y), (x, y), (-x, y))
        wall = Piece(f"w{i}", "wall", "wall", ring, 0, um(dice.uniform(0.8, 3)), opaque=True)
        pieces.append(placed(wall, Pose.at(dice.uniform(3, 57), dice.uniform(3, 41), 0, dice.uniform(0, 360))))
    return Board(um(60), um(44), tuple(pieces)), armies()


def cold_survey(table: Table, others: Bodies) -> Survey:
    """All pairs, nothing known of them."""
    sightings._survey.cache_clear()
    sightings._EARLIER.clear()
    return survey(table[0], table[1][:100], table[1][100:], others)


def cold_joins(table: Table, others: Bodies) -> Joins:
    """All pairs, nothing known of them."""
    joined._joins.cache_clear()
    joined._EARLIER.clear()
    return joins(table[0], table[1][:100], table[1][100:], others)


All = Callable[[Table, Bodies], Survey | Joins]


def measured(benchmark: BenchmarkFixture, ask: All, table: Table, models_block: bool) -> None:
    """Ask about all pairs, again and again from the start."""
    others = table[1] if models_block else ()
    found = benchmark.pedantic(ask, (table, others), rounds=5, iterations=1, warmup_rounds=1)
    assert 0 < found.visible.mean() < 1


@pytest.mark.parametrize("models_block", [False, True])
@pytest.mark.parametrize("pieces", [10, 20, 40, 80, 160])
def test_survey_of_a_hundred_by_a_hundred(benchmark: BenchmarkFixture, pieces: int, models_block: bool) -> None:
    measured(benchmark, cold_survey, full_table(pieces), models_block)


@pytest.mark.parametrize("models_block", [False, True])
@pytest.mark.parametrize("pieces", [10, 20, 40, 80, 160])
def test_joins_of_a_hundred_by_a_hundred(benchmark: BenchmarkFixture, pieces: int, models_block: bool) -> None:
    measured(benchmark, cold_joins, full_table(pieces), models_block)


@pytest.mark.parametrize("models_block", [False, True])
@pytest.mark.parametrize("ask", [cold_survey, cold_joins])
def test_all_pairs_among_ninety_thin_walls(benchmark: BenchmarkFixture, ask: All, models_block: bool) -> None:
    measured(benchmark, ask, dense_table(), models_block)


def moves(bodies: Bodies) -> list[Bodies]:
    """The same armies with a unit of ten, in two ranks, in one place after another, a move of six inches apart."""
    found = []
    for step in range(8):
        new = list(bodies)
        for i in range(10):
            x, y = 12 + 6 * (step % 4) + 1.4 * (i % 5), 6 + 6 * (step // 4) + 1.4 * (i // 5)
            new[25 + i] = bodies[25 + i].at(Pose.at(x, y))
        found.append(tuple(new))
    return found


@pytest.mark.parametrize("models_block", [False, True])
@pytest.mark.parametrize("ask", [survey, joins])
def test_all_pairs_after_a_unit_of_ten_has_moved(
    benchmark: BenchmarkFixture, ask: Callable[..., Survey | Joins], models_block: bool
) -> None:
    board, bodies = full_table()
    steps = cycle(moves(bodies))

    def prepare() -> tuple[tuple[Bodies], dict[str, object]]:
        sightings._survey.cache_clear()
        joined._joins.cache_clear()
        return (next(steps),), {}

    def again(new: Bodies) -> Survey | Joins:
        return ask(board, new[:100], new[100:], new if models_block else ())

    again(next(steps))
    found = benchmark.pedantic(again, setup=prepare, rounds=16)
    assert 0 < found.visible.mean() < 1


@pytest.mark.parametrize("ask", [look, join])
def test_one_pair(benchmark: BenchmarkFixture, ask: Callable[..., object]) -> None:
    board, bodies = full_table()
    pairs = cycle((viewer, target) for viewer in bodies[:100] for target in bodies[100:])

    def prepare() -> tuple[tuple[Body, Body], dict[str, object]]:
        scene_of(board, bodies).answers.clear()
        return next(pairs), {}

    def one(viewer: Body, target: Body) -> object:
        return ask(board, viewer, target, bodies)

    assert benchmark.pedantic(one, setup=prepare, rounds=500) is not None


@pytest.mark.parametrize("ask", [look, join])
def test_one_model_and_a_hundred(benchmark: BenchmarkFixture, ask: Callable[..., object]) -> None:
    board, bodies = full_table()

    def all_of_them() -> int:
        scene_of(board, bodies).answers.clear()
        return len([ask(board, bodies[0], target, bodies) for target in bodies[100:]])

    assert benchmark.pedantic(all_of_them, rounds=5, iterations=1, warmup_rounds=1) == 100


def test_crossings_of_one_pair(benchmark: BenchmarkFixture) -> None:
    board, bodies = full_table()
    assert benchmark(crossings, board, bodies, bodies[1], bodies[130]) is not None


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
