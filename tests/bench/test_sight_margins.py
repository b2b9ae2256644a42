"""How long margins and fields take on a full table, where they follow the mouse."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.sight import Margin, join_margin, look_margin, shadows, unseen, viewer_margin
from tests.bench.test_sight import full_table

pytestmark = pytest.mark.bench

MEASURES = [look_margin, viewer_margin, join_margin]


@pytest.mark.parametrize("measure", MEASURES)
def test_the_margins_of_a_hundred_pairs(benchmark: BenchmarkFixture, measure: Callable[..., Margin]) -> None:
    board, bodies = full_table()
    dice = Random(1)
    pairs = [(dice.randrange(100), dice.randrange(100, 200)) for _ in range(100)]
    measure(board, bodies[0], bodies[100], ())

    def ask() -> float:
        times = []
        for viewer, target in pairs:
            start = perf_counter()
            measure(board, bodies[viewer], bodies[target], ())
            times.append(perf_counter() - start)
        benchmark.extra_info["median of one, in ms"] = median(times) * 1000
        benchmark.extra_info["slowest of one, in ms"] = max(times) * 1000
        return sum(times)

    assert benchmark.pedantic(ask, rounds=3, iterations=1, warmup_rounds=1) > 0


@pytest.mark.parametrize("models_block", [False, True])
@pytest.mark.parametrize("parts", [False, True], ids=["eye", "parts"])
@pytest.mark.parametrize("many", [1, 10])
def test_what_is_unseen(benchmark: BenchmarkFixture, many: int, parts: bool, models_block: bool) -> None:
    board, bodies = full_table()
    others = bodies if models_block else ()
    assert benchmark(unseen, board, bodies[1 : 1 + many], others, 0.5, parts=parts).height == 0.5


@pytest.mark.parametrize("parts", [False, True], ids=["eye", "parts"])
def test_the_shadows_of_all_blockers(benchmark: BenchmarkFixture, parts: bool) -> None:
    board, bodies = full_table()
    assert benchmark(shadows, board, bodies[1], bodies, 0.5, parts=parts)
