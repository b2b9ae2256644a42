"""The Movement phase: units in turn, distances, what is in the way, facing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.paths import Glide, Turn
from battlefield.units import INCH, um
from engine.core.decisions import Choose
from engine.fifth import movement, status
from tests.fifth.moves import accepts, legs, move, pick, refusals_of, table_of, where
from tests.fifth.tables import (
    PROFILES,
    answer,
    battle,
    boyz,
    codes,
    marines,
    piece,
    refused,
    row,
    square,
    submit,
    unit,
)

FAR = boyz(at=[(60, 40)])


@pytest.mark.rule("5e.movement.unit-order", "5e.movement.no-take-back")
def test_a_unit_is_finished_before_another_starts_and_cannot_be_moved_again() -> None:
    session = battle(marines("one", row(10, 10, 5)), marines("two", row(10, 20, 5)), FAR)
    move(session, "one", {"one-1": (10, 12), "one-2": (11.5, 12), "one-3": (13, 12)})
    assert session.pending is not None and session.pending.topic == "move.unit"
    assert codes(refused(session, "one")) == {"move.finished"}
    assert where(session, "one-4") == (14.5, 10)
    move(session, "two", {"two-1": (10, 19)})
    assert session.state.clock.phase == "shooting"


@pytest.mark.rule("5e.movement.unit-order")
def test_the_active_player_picks_units_in_the_order_he_likes() -> None:
    session = battle(marines("one", row(10, 10, 5)), marines("two", row(10, 20, 5)), FAR)
    move(session, "two", {"two-1": (10, 19)})
    move(session, "one", {"one-1": (10, 9)})
    assert where(session, "two-1") == (10, 19) and where(session, "one-1") == (10, 9)


@pytest.mark.rule("5e.movement.optional")
def test_a_player_may_end_the_phase_with_nobody_moved() -> None:
    session = battle(marines("one", row(10, 10, 5)), FAR)
    submit(session, "done")
    assert session.state.clock.phase == "shooting"
    assert not status.moved(session.state, "one")


@pytest.mark.rule("5e.movement.optional")
def test_a_unit_that_is_picked_and_stays_counts_as_stationary() -> None:
    session = battle(marines("one", row(10, 10, 5)), FAR)
    pick(session, "one")
    answer(session, "move.models", ())
    assert not status.moved(session.state, "one")


@pytest.mark.rule("5e.movement.infantry-six", "5e.movement.measure-properly")
def test_infantry_moves_six_inches_of_its_centre_and_no_more() -> None:
    session = battle(marines("one", [(10, 10)]), FAR)
    pick(session, "one")
    assert accepts(session, {"one-1": (16, 10)})
    assert codes(refusals_of(session, {"one-1": (16.1, 10)})) == {"move.too_far"}
    assert codes(refusals_of(session, {"one-1": (17, 10)})) == {"move.too_far"}


@pytest.mark.rule("5e.movement.infantry-six")
def test_enemies_near_do_not_shorten_the_move() -> None:
    session = battle(marines("one", [(10, 10)]), boyz(at=[(10, 12.1)]))
    pick(session, "one")
    assert accepts(session, {"one-1": (16, 10)})


@pytest.mark.rule("5e.movement.slowest")
def test_the_slowest_model_holds_its_unit_back(monkeypatch: pytest.MonkeyPatch) -> None:
    rider = {**PROFILES["marine"], "name": "Rider", "rules": ["cavalry"]}
    biker = {**PROFILES["marine"], "name": "Biker", "rules": ["bike"]}
    monkeypatch.setitem(PROFILES, "rider", rider)
    monkeypatch.setitem(PROFILES, "biker", biker)
    session = battle(
        unit("mixed", "blue", row(10, 10, 2), ["biker", "rider"]), unit("fast", "blue", [(10, 30)], "biker"), FAR
    )
    pick(session, "mixed")
    assert codes(refusals_of(session, {"mixed-1": (10, 16.1), "mixed-2": (11.5, 15)})) == {"move.too_far"}
    answer(session, "move.models", ())
    pick(session, "fast")
    assert accepts(session, {"fast-1": (10, 42)})


@pytest.mark.rule("5e.movement.through-models")
def test_the_space_of_other_models_is_closed_and_the_way_round_counts() -> None:
    session = battle(marines("one", [(0.5, 5)]), marines("two", [(3.5, 5.4)]), FAR)
    pick(session, "one")
    assert codes(refusals_of(session, {"one-1": (6.5, 5)})) == {"move.blocked"}
    round_it = (("one-1", legs((3.5, 4.3), (6.4, 4.5))),)
    assert accepts(session, round_it)
    assert codes(refusals_of(session, (("one-1", legs((3.5, 4.3), (6.9, 5))),))) == {"move.too_far"}
    assert codes(refusals_of(session, {"one-1": (3.4, 4.6)})) == {"move.blocked"}


@pytest.mark.rule("5e.movement.through-models")
def test_a_way_round_is_found_for_a_wanted_end() -> None:
    session = battle(marines("one", [(0.5, 5)]), marines("two", [(3.5, 5.1)]), FAR)
    pick(session, "one")
    pending = session.pending
    assert pending is not None
    wanted = session.state.models["one-1"].pose.moved_to(6, 5)
    answer_, refused_ = pending.complete({"one-1": wanted})  # type: ignore[attr-defined]
    assert not refused_ and len(answer_[0][1]) > 1
    submit(session, answer_)
    assert where(session, "one-1") == (6, 5)


@pytest.mark.rule("5e.movement.friendly-gap")
@pytest.mark.parametrize(("second", "passes"), [(1.8, False), (2.2, True)])
def test_a_gap_between_friends_must_be_as_wide_as_the_base(second: float, passes: bool) -> None:
    session = battle(marines("one", [(10, 10 + second / 2)]), marines("two", [(13, 10), (13, 10 + second)]), FAR)
    pick(session, "one")
    assert accepts(session, {"one-1": (16, 10 + second / 2)}) is passes


@pytest.mark.rule("5e.movement.friendly-gap")
def test_mates_at_their_present_places_block_too() -> None:
    session = battle(marines("one", [(10, 10), (12, 10)]), FAR)
    pick(session, "one")
    assert codes(refusals_of(session, {"one-1": (13.5, 10), "one-2": (15, 10)})) == {"move.blocked"}
    assert accepts(session, {"one-2": (15, 10), "one-1": (13.5, 10)})


@pytest.mark.rule("5e.movement.one-inch", "5e.movement.no-enemy-contact")
def test_a_model_stays_an_inch_from_enemies_at_the_end_and_on_the_way() -> None:
    session = battle(marines("one", [(5, 10)]), boyz(at=[(12, 10)]))
    pick(session, "one")
    assert accepts(session, {"one-1": (10, 10)})
    assert codes(refusals_of(session, {"one-1": (10.1, 10)})) == {"move.too_near"}
    assert codes(refusals_of(session, {"one-1": (11, 10)})) == {"move.too_near"}
    session = battle(marines("one", [(9, 9.4)]), boyz(at=[(12, 11.5)]))
    pick(session, "one")
    assert codes(refusals_of(session, {"one-1": (14.9, 9.9)})) == {"move.too_near"}
    assert accepts(session, {"one-1": (14.9, 9.4)})


@pytest.mark.rule("5e.movement.free-facing", "5e.movement.measure-properly")
def test_turning_uses_up_no_distance() -> None:
    session = battle(marines("one", [(10, 10)]), FAR)
    pick(session, "one")
    turning = (Glide(um(13), um(10)), Turn(90_000_000), Glide(um(13), um(13)))
    assert accepts(session, (("one-1", turning),))
    assert codes(refusals_of(session, (("one-1", (*turning, *legs((13, 13.1)))),))) == {"move.too_far"}
    submit(session, (("one-1", turning),))
    assert session.state.models["one-1"].pose.heading == 90


@pytest.mark.rule("5e.movement.face-when-shooting")
def test_turning_to_a_target_is_no_movement() -> None:
    session = battle(marines("one", [(20, 10)]), boyz(at=[(10, 10)]), phase="shooting")
    movement.turn_to(table_of(session), ("one-1",), "mob", "5e.movement.face-when-shooting")
    assert session.state.models["one-1"].pose.heading == 180
    assert where(session, "one-1") == (20, 10)
    assert not status.moved(session.state, "one")


@pytest.mark.rule("5e.movement.locked-no-move")
def test_a_unit_in_contact_with_an_enemy_may_not_move() -> None:
    session = battle(marines("one", row(10, 10, 3)), marines("two", row(10, 30, 2)), boyz(at=[(10, 11)]))
    assert codes(refused(session, "one")) == {"move.locked"}
    pending = session.pending
    assert isinstance(pending, Choose) and [o.id for o in pending.open] == ["two", "done"]


@pytest.mark.rule("5e.movement.compulsory")
def test_a_compulsory_move_goes_straight_at_the_closest_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "mad", {**PROFILES["marine"], "name": "Mad", "rules": ["compulsory_move"]})
    session = battle(
        unit("wild", "blue", [(10, 10)], "mad"), boyz(at=[(30, 10)]), boyz("b", at=[(10, 40)]), dice=[3, 4]
    )
    submit(session, "wild")
    assert where(session, "wild-1") == (17, 10)
    assert status.moved(session.state, "wild")
    session = battle(unit("wild", "blue", [(10, 10)], "mad"), boyz(at=[(30, 10)]), dice=[1, 1])
    submit(session, "done")
    assert where(session, "wild-1") == (12, 10)


@pytest.mark.rule("5e.movement.compulsory")
def test_a_compulsory_move_stops_short_of_what_is_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "mad", {**PROFILES["marine"], "name": "Mad", "rules": ["compulsory_move"]})
    session = battle(unit("wild", "blue", [(10, 10)], "mad"), boyz(at=[(16, 10)]), dice=[6, 6])
    submit(session, "wild")
    assert where(session, "wild-1") == (14, 10)


def test_a_move_off_the_table_is_refused() -> None:
    session = battle(marines("one", [(2, 10)]), FAR)
    pick(session, "one")
    assert accepts(session, {"one-1": (0.5, 10)})
    assert codes(refusals_of(session, {"one-1": (0.4, 10)})) == {"move.off_table"}


def test_a_model_stands_on_the_hill_it_walked_onto() -> None:
    hill = piece("hill", square(12, 5, 10, 10), top=2.0, opaque=True)
    session = battle(marines("one", [(10, 10)]), FAR, terrain=[replace(hill, standable=True)])
    move(session, "one", {"one-1": (15, 10)})
    assert session.state.models["one-1"].pose.z == 2 * INCH
