"""Monstrous creatures in cover: half of the body hidden, wherever they stand."""

from __future__ import annotations

import pytest

from engine import messages
from tests.fifth.cover.shots import high_wall, position, wood
from tests.fifth.tables import marines, row
from tests.fifth.vehicles.parade import BOOK, creature, detail, facing_off, pair, save


@pytest.mark.rule("5e.types.mc-cover")
@pytest.mark.parametrize(("edge", "share", "expected"), [(24.4, 0.3, 0), (24.0, 0.5, 4)])
def test_a_creature_in_a_wood_is_in_cover_only_when_half_of_it_is_hidden(
    edge: float, share: float, expected: int
) -> None:
    forest, wall = wood("wood", 36, 20, 8, 8), high_wall("wall", 41.5, edge, 0.1, 6)
    state = facing_off(forest, wall, target=creature())
    found = pair(state, target="beast-1")
    assert detail(found, "share") == pytest.approx(share * 1_000_000, abs=30_000)
    assert (save(found), found.rules[-1]) == (expected, "5e.types.mc-cover")
    whole = BOOK.sight(state, "alpha", "beast")
    assert (save(whole), "5e.types.mc-cover" in whole.rules) == (expected, True)


@pytest.mark.rule("5e.types.mc-cover")
@pytest.mark.parametrize(("behind", "expected"), [(3, 4), (2, 0)])
def test_most_of_the_firers_must_see_half_of_it_hidden(behind: int, expected: int) -> None:
    spots = [*row(60, 22, behind, 0, 1.1), *row(60, 44, 4 - behind, 0, 1.1)]
    state = position(marines("alpha", at=spots), creature(), terrain=[high_wall("wall", 42, 15, 0.1, 9.3)])
    assert save(BOOK.sight(state, "alpha", "beast")) == expected


@pytest.mark.rule("5e.types.mc-cover-unclear")
def test_behind_a_wood_its_save_is_one_worse() -> None:
    state = facing_off(wood("wood", 48, 18, 4, 12), target=creature())
    found = pair(state, target="beast-1")
    assert (save(found), found.rules[-1]) == (5, "5e.types.mc-cover-unclear")
    assert "whether half of it is hidden is unclear" in messages.event(found.told(), state, BOOK)
