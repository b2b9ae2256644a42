"""How long the verdict on two units takes in every edition, among forty pieces of terrain."""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.terrain import Piece
from engine.books import EDITIONS, book_for
from engine.core.setup import UnitSpec
from engine.core.state import State
from tests.positions import box, position, sight, unit, wall

pytestmark = pytest.mark.bench

KINDS = ("ruin", "wood", "barricade", "building", "crater", "crates", "low_wall")


def terrain(edition: str) -> list[Piece]:
    """Forty pieces, some of them overlapping."""
    dice, pieces = Random(3), []
    for n in range(40):
        kind, x, y = dice.choice(KINDS), dice.uniform(-25, 22), dice.uniform(-20, 18)
        thin = kind in ("barricade", "low_wall")
        wide, deep = (4.0, 0.4) if thin else (dice.uniform(2, 6), dice.uniform(2, 6))
        walls = [wall((x, y), (x + wide, y), 5, (1, 2, 1, 2.5)), wall((x, y), (x, y + deep), 5)]
        parts = walls if kind == "ruin" else ()
        pieces.append(box(f"p{n}", x, y, x + wide, y + deep, kind, edition=edition, parts=parts))
    return pieces


def squad(id: str, side: str, x: float, y: float, count: int) -> UnitSpec:
    return unit(id, side, *((x + 1.3 * (n % 6), y + 1.3 * (n // 6)) for n in range(count)), h=1.4)


def table(edition: str, nudge: float = 0.0) -> State:
    """Two units of thirty with two of ten between them; the first stands a little elsewhere each time."""
    units = squad("a", "blue", -12 + nudge, -6, 30), squad("b", "red", 6, 0, 30)
    others = squad("c", "blue", -3, 8, 10), squad("d", "red", 0, -10, 10)
    return position(edition, *units, *others, terrain=terrain(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_verdict_on_thirty_against_thirty(benchmark: BenchmarkFixture, edition: str) -> None:
    sight(table(edition), "a", "b")
    moved = iter(range(1, 100))

    def fresh() -> tuple[tuple[State], dict[str, object]]:
        return (table(edition, next(moved) / 64),), {}

    found = benchmark.pedantic(lambda state: sight(state, "a", "b"), setup=fresh, rounds=3)
    assert len(found.pairs) == 900


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_pair_of_them_with_its_margin(benchmark: BenchmarkFixture, edition: str) -> None:
    state, book = table(edition), book_for(edition)
    pair = sight(state, "a", "b").pairs[400]

    def ask() -> bool:
        margin = book.margin(state, pair.viewer, pair.target)
        return margin is not None and margin.visible == sight(state, pair.viewer, pair.target).visible

    assert benchmark.pedantic(ask, rounds=3)
