"""A verdict does not depend on where on the table, or which way round, a position lies, in any edition."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.books import EDITIONS
from engine.core.dice import Stream
from engine.core.state import State
from tests.positions import box, position, sight, unit

KINDS = ("wood", "barricade", "building", "crater", "crates", "block", "low_wall")

Spot = tuple[float, float]

TURNS: dict[str, Callable[[float, float], Spot]] = {
    "shifted": lambda x, y: (x + 3.25, y - 2.5),
    "mirrored": lambda x, y: (x, -y),
    "turned": lambda x, y: (-y, x),
    "turned and mirrored": lambda x, y: (y, x),
}


def laid(edition: str, seed: int, turn: Callable[[float, float], Spot]) -> State:
    """A position drawn by chance, laid on the table in some way."""
    stream = Stream(f"position {seed}")

    def number(low: int, high: int) -> float:
        return stream.pick(range(low * 16, high * 16)) / 16

    pieces = []
    for n in range(6):
        x, y, kind = number(-9, 9), number(-9, 9), stream.pick(KINDS)
        (ax, ay), (bx, by) = turn(x, y), turn(x + number(1, 5), y + number(1, 5))
        corners = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
        pieces.append(box(f"p{n}", *corners, kind, edition=edition))
    units = [
        unit(name, side, *(turn(number(-12, 12), number(-12, 12)) for _ in range(3)), h=1.5)
        for name, side in (("a", "blue"), ("b", "red"), ("c", "red"))
    ]
    return position(edition, *units, terrain=pieces)


def answers(state: State) -> list[tuple[object, ...]]:
    """All that a position says of who sees whom, by ids."""
    found: list[tuple[object, ...]] = []
    for viewer, target in (("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")):
        whole = sight(state, viewer, target)
        for verdict in (whole, *whole.pairs):
            cover = (verdict.cover.rule, verdict.cover.save, verdict.cover.amount) if verdict.cover else None
            found.append((verdict.viewer, verdict.target, verdict.visible, verdict.fully, verdict.reason, cover))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("way", TURNS)
def test_a_position_laid_otherwise_has_the_same_verdicts(edition: str, way: str) -> None:
    for seed in range(6):
        assert answers(laid(edition, seed, TURNS[way])) == answers(laid(edition, seed, lambda x, y: (x, y))), seed
