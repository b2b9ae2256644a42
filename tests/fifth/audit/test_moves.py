"""Moves at the edges of the rules: turns on the spot, ways there and back, units torn apart."""

from __future__ import annotations

import pytest

from battlefield.paths import Climb, Jump, Turn
from battlefield.pose import Pose
from battlefield.units import um
from engine.fifth import status
from tests.fifth.moves import legs, where
from tests.fifth.tables import (
    PROFILES,
    answer,
    battle,
    boyz,
    codes,
    happened,
    left,
    marines,
    piece,
    refused,
    square,
    submit,
    unit,
    until_topic,
)

FAR = boyz(at=[(60, 40)])


@pytest.mark.rule("5e.movement.free-facing")
def test_a_turn_on_the_spot_in_a_minefield_sets_off_nothing() -> None:
    mine = piece("mine", square(8, 8, 4, 4), "dangerous", "area")
    session = battle(marines("one", [(10, 10)]), FAR, terrain=[mine], dice=[1])
    answer(session, "move.unit", "one")
    answer(session, "move.models", (("one-1", (Turn(90_000_000),)),))
    assert left(session, "one") == 1 and not happened(session, "terrain.endured")
    assert not status.moved(session.state, "one")


@pytest.mark.rule("5e.shooting.moved-unit")
def test_a_model_that_comes_back_to_its_spot_has_moved() -> None:
    session = battle(marines("one", [(10, 10)]), FAR)
    answer(session, "move.unit", "one")
    answer(session, "move.models", (("one-1", legs((12, 10), (10, 10))),))
    assert status.moved(session.state, "one")


@pytest.mark.rule("5e.movement.restore-coherency")
def test_the_phase_does_not_end_before_a_torn_unit_has_closed_up() -> None:
    session = battle(marines("one", [(10, 10), (12, 10), (17, 10)]), marines("two", [(40, 10)]), FAR)
    answer(session, "move.unit", "done")
    assert happened(session, "move.torn")
    refused = session.submit(())
    assert [r.code for r in refused.refusals] == ["move.must_restore"]
    submit(session, (("one-3", legs((15, 10))),))
    assert where(session, "one-3") == (15, 10)
    until_topic(session, "shoot.unit")


@pytest.mark.rule("5e.movement.optional")
def test_a_unit_in_coherency_is_not_asked_when_the_phase_ends() -> None:
    session = battle(marines("one", [(10, 10), (12, 10)]), FAR)
    answer(session, "move.unit", "done")
    assert session.state.clock.phase == "shooting" and not happened(session, "move.torn")


@pytest.mark.rule("5e.movement.compulsory", "5e.terrain.dangerous-test")
def test_a_compulsory_move_through_a_minefield_is_tested_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "mad", {**PROFILES["marine"], "name": "Mad", "rules": ["compulsory_move"]})
    mine = piece("mine", square(14, 8, 3, 4), "dangerous", "area")
    mad = unit("mad", "blue", [(10, 10), (10, 11.5)], "mad")
    session = battle(mad, boyz(at=[(40, 10)]), terrain=[mine], dice=[3, 4, 1, 6])
    answer(session, "move.unit", "mad")
    assert left(session, "mad") == 1


@pytest.mark.rule("5e.movement.through-models")
def test_no_leap_or_climb_through_the_air_carries_a_man_over_what_is_in_his_way() -> None:
    wall = piece("wall", square(9, 0, 0.5, 20), "impassable", top=1.0, opaque=True)
    mates = marines("mates", [(9.5, y) for y in (34, 35.2, 36.4)])
    session = battle(marines("one", [(8, 10)]), marines("two", [(8, 35.2)]), mates, FAR, terrain=[wall])
    answer(session, "move.unit", "one")
    assert "move.no_leap" in codes(refused(session, (("one-1", (Jump(Pose.at(12, 10)),)),)))
    answer(session, "move.models", ())
    answer(session, "move.unit", "two")
    assert "move.no_floor" in codes(refused(session, (("two-1", (Climb(um(1.3)), *legs((11, 35.2)))),)))
