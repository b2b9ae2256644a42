"""Unit coherency: one chain of links of two inches, restored when it was lost."""

from __future__ import annotations

import pytest

from engine.core.dice import Stream
from tests.fifth.moves import accepts, pick, refusals_of, straight_to, where
from tests.fifth.tables import Spot, battle, boyz, codes, marines, submit

FAR = boyz(at=[(60, 40)])


@pytest.mark.rule("5e.movement.coherency")
def test_every_link_of_the_chain_is_two_inches_or_less() -> None:
    session = battle(marines("one", [(10, 10), (12, 10), (14, 10)]), FAR)
    pick(session, "one")
    assert accepts(session, {"one-3": (16, 12), "one-2": (13, 12), "one-1": (10, 12)})
    assert codes(refusals_of(session, {"one-3": (16.1, 12), "one-2": (13, 12), "one-1": (10, 12)})) == {
        "move.not_coherent"
    }


@pytest.mark.rule("5e.movement.coherency-chain")
def test_two_clusters_are_no_chain() -> None:
    session = battle(marines("one", [(10, 10), (12, 10), (14, 10), (16, 10)]), FAR)
    pick(session, "one")
    apart = {"one-4": (20, 10), "one-3": (18, 10)}
    (found,) = refusals_of(session, apart)
    assert found.code == "move.not_coherent" and found.detail("stray") == ("one-3", "one-4")


def torn(gap: float) -> tuple[Spot, ...]:
    """Where three models stand whose last gap is this wide, one inch bases."""
    return ((10, 10), (12, 10), (13 + gap, 10))


@pytest.mark.rule("5e.movement.restore-coherency")
def test_a_torn_unit_must_close_up_when_it_can() -> None:
    session = battle(marines("one", torn(4)), FAR)
    pick(session, "one")
    (found,) = refusals_of(session, {"one-3": (16, 10)})
    assert found.code == "move.must_restore"
    assert codes(refusals_of(session, ())) == {"move.must_restore"}
    assert accepts(session, {"one-3": (15, 10)})
    better = found.detail("better")
    assert accepts(session, better)


@pytest.mark.rule("5e.movement.restore-coherency")
def test_a_unit_too_far_apart_may_stay_or_close_up_as_far_as_it_can() -> None:
    session = battle(marines("one", torn(20)), FAR)
    pick(session, "one")
    assert accepts(session, ())
    assert codes(refusals_of(session, {"one-3": (30, 10)})) == {"move.must_close_up"}
    nearest = {"one-3": (27, 10), "one-2": (18, 10), "one-1": (16, 10)}
    assert accepts(session, nearest)
    submit(session, straight_to(nearest))
    assert where(session, "one-3") == (27, 10)


@pytest.mark.rule("5e.movement.restore-coherency")
def test_a_unit_that_an_enemy_keeps_apart_is_not_stuck() -> None:
    wall = boyz(at=[(15, y) for y in range(4, 17)])
    session = battle(marines("one", [(10, 10), (12, 10), (20, 10)]), wall)
    pick(session, "one")
    pending = session.pending
    assert pending is not None
    assert accepts(session, ())
    assert accepts(session, pending.suggest(Stream("any")))


@pytest.mark.rule("5e.movement.restore-coherency")
def test_a_suggestion_closes_a_torn_unit_up() -> None:
    session = battle(marines("one", torn(4)), FAR)
    pick(session, "one")
    pending = session.pending
    assert pending is not None
    submit(session, pending.suggest(Stream("any")))
    assert 13 <= where(session, "one-3")[0] <= where(session, "one-2")[0] + 3.001
