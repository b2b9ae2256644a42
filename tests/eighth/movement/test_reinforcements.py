"""Units that arrive during the battle, and where a model really stands."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.records import Reserve
from engine.core.setup import UnitSpec
from engine.eighth import movement, reinforcements
from engine.session import Session
from tests.eighth.moves import in_reserve, poses_of
from tests.eighth.tables import (
    answer,
    apart,
    ask,
    battle,
    begin,
    codes,
    decline,
    hand,
    happened,
    left,
    open_ids,
    refused,
    rolls,
    spots,
    submit,
    suggested,
    topic,
    unit,
)  # fmt: skip

GEAR = ("lascannon", "sword")


def drop(count: int = 1, **more: Any) -> UnitSpec:
    return unit("drop", "blue", count, "dropper", more.pop("gear", GEAR), **more)


def waiting(*others: UnitSpec, count: int = 1, gear: Any = GEAR, dice: Any = (), objectives: Any = ()) -> Session:
    """A battle in blue's first Movement phase with `drop` kept in reserve."""
    keep = {"setup.reserve": lambda decision: True}
    return battle(drop(count, gear=gear), *others, mission={"deployment": "divided"}, answers=keep, dice=dice)


HOLD = unit("hold", "blue", spots((-20, -20)), "guard")
FOE = unit("foe", "red", spots((0, 0)), "guard")


@pytest.mark.rule("8e.movement.reinforcements-timing")
def test_a_unit_arrives_after_all_moves_and_more_than_nine_inches_from_enemies() -> None:
    session = waiting(HOLD, FOE, count=2)
    assert in_reserve(session, "drop") and "drop" not in open_ids(session)
    answer(session, "move.unit", "done")
    answer(session, "reserve.unit", "drop")
    assert ask(session, "setup.place").subjects == ("drop",)
    assert codes(refused(session, poses_of(("drop-1", 10, 0), ("drop-2", 12, 0)))) == {"setup.near_enemy"}
    assert codes(refused(session, poses_of(("drop-1", 10.1, 0), ("drop-2", 13.2, 0)))) == {"setup.not_coherent"}
    submit(session, poses_of(("drop-1", 10.1, 0), ("drop-2", 12, 0)))
    assert apart(session, "drop", "foe") == 9.1


@pytest.mark.rule("8e.movement.reinforcements-timing")
def test_it_may_wait_longer_and_only_who_has_the_ability_may_wait() -> None:
    session = waiting(HOLD, FOE)
    answer(session, "move.unit", "done")
    answer(session, "reserve.unit", "done")
    assert in_reserve(session, "drop") and session.state.clock.side == "red"
    assert not reinforcements.may_wait(session.state, "hold") and reinforcements.may_wait(session.state, "drop")


def arrived(*others: UnitSpec, x: float = 10.5, **more: Any) -> Session:
    session = waiting(HOLD, FOE, *others, **more)
    answer(session, "move.unit", "done")
    answer(session, "reserve.unit", "drop")
    submit(session, poses_of(("drop-1", x, 0)))
    return session


@pytest.mark.rule("8e.movement.reinforcements-no-move")
def test_a_unit_that_arrived_does_not_move_this_turn_but_does_in_the_next() -> None:
    session = arrived()
    b = hand(session)
    b.set_clock(type(b.state.clock)("turn", 1, 1, "blue", "movement"), "8e.round.two-turns")
    assert {r.rule for r in movement.bars(session.state, "drop")} == {"8e.movement.reinforcements-no-move"}
    while topic(session) != "move.unit" or session.state.clock.round != 2 or session.state.clock.side != "blue":
        assert session.pending is not None
        submit(session, decline(session.pending))
    answer(session, "move.unit", "drop")
    assert {"move", "advance"} <= open_ids(session)


@pytest.mark.rule("8e.movement.reinforcements-act")
def test_a_unit_that_arrived_shoots_and_charges() -> None:
    session = arrived(dice=(6, 6, 6), gear=("boltgun", "sword"))
    assert topic(session) == "shoot.unit" and "drop" in open_ids(session)
    answer(session, "shoot.unit", "done")
    assert topic(session) == "charge.unit" and "drop" in open_ids(session)


@pytest.mark.rule("8e.movement.reinforcements-act")
@pytest.mark.parametrize(("dice", "done"), [((5, 4), True), ((4, 4), False)])
def test_its_charge_may_reach_an_enemy_nine_and_a_half_inches_away(dice: tuple[int, int], done: bool) -> None:
    session = arrived(dice=dice, gear=("sword",))
    assert apart(session, "drop", "foe") == 9.5
    answer(session, "charge.unit", "drop")
    answer(session, "charge.targets", ("foe",))
    while topic(session).startswith("react"):
        submit(session, "pass")
    assert rolls(session, "charge") == [dice]
    assert (topic(session) == "charge.move") == done
    if done:
        submit(session, suggested(session))
        assert apart(session, "drop", "foe") <= 1


@pytest.mark.rule("8e.movement.reinforcements-count-as-moved")
@pytest.mark.parametrize(("face", "hits"), [(3, False), (4, True)])
def test_it_counts_as_having_moved_for_its_heavy_weapons(face: int, hits: bool) -> None:
    session = arrived(dice=(face, 1))
    answer(session, "shoot.unit", "drop")
    while topic(session).startswith("shoot") and topic(session) != "shoot.unit":
        choices = open_ids(session) if hasattr(session.pending, "options") else set()
        submit(session, "foe" if "foe" in choices else suggested(session))
    assert rolls(session, "hit") == [(face,)] and bool(rolls(session, "wound")) == hits


@pytest.mark.rule("8e.movement.reinforcements-never-arrived")
def test_whoever_never_arrived_counts_as_destroyed() -> None:
    session = waiting(HOLD, FOE)
    while session.pending is not None:
        submit(session, decline(session.pending))
    assert session.state.clock.round == 5 and left(session, "drop") == 0
    assert [e.subject for e in happened(session, "unit.never_arrived")] == ["drop"]
    assert not session.state.members("drop")


@pytest.mark.rule("8e.movement.reinforcements-timing")
def test_keeping_it_back_is_asked_when_it_is_deployed() -> None:
    session = begin(drop(), HOLD, FOE, mission={"deployment": "divided"})
    while topic(session) != "setup.reserve":
        assert session.pending is not None
        submit(session, decline(session.pending))
    submit(session, False)
    assert topic(session) == "setup.place"
    assert not isinstance(session.state.models["hold-1"].place, Reserve)
