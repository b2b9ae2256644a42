"""Regrouping: who may try, what it takes, and what a unit does afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.core.setup import UnitSpec
from engine.fifth import morale, status
from engine.fifth.regrouping import next_falling_back, regroup_bars
from engine.session import Session
from tests.fifth.moves import accepts, carry_out, refusals_of, straight_to, table_of, where
from tests.fifth.tables import (
    Spot,
    answer,
    battle,
    boyz,
    codes,
    left,
    marines,
    piece,
    reached,
    refused,
    row,
    square,
    submit,
)

FAR = boyz(at=[(66, 44)])
FREE = marines("free", at=[(66, 5)])
RULE = "5e.morale.fall-back-distance"


def fleeing(at: Sequence[Spot], *others: UnitSpec, dice: Sequence[int] = (), lost: int = 0, **more: object) -> Session:
    """The start of Blue's second turn: his unit `one` is falling back, and its last `lost` models are gone."""
    session = battle(marines("one", at), FREE, *(others or (FAR,)), side="red", **more)  # type: ignore[arg-type]
    b = table_of(session)
    morale.begin_falling_back(b, "one", RULE)
    for model in session.state.present("one")[len(at) - lost :]:
        b.gone(model.id, "5e.shooting.casualties")
    session._source._faces = list(dice)  # type: ignore[attr-defined]
    for _ in range(40):
        if session.state.clock.side == "blue" and session.state.clock.phase == "movement":
            return session
        submit(session, "done")
    raise AssertionError("never got there")


def bars(session: Session) -> set[str]:
    return codes(regroup_bars(session.state, "one"))


@pytest.mark.rule("5e.morale.regroup-test")
@pytest.mark.parametrize(("dice", "regroups"), [((4, 4), True), ((4, 5, 3, 4), False)])
def test_a_fleeing_unit_regroups_on_its_leadership(dice: tuple[int, ...], regroups: bool) -> None:
    session = fleeing(row(20, 30, 5), dice=dice)
    assert session.pending is not None and session.pending.topic == "regroup.test"
    answer(session, "regroup.test", True)
    assert status.falling_back(session.state, "one") is not regroups
    assert where(session, "one-1") == (20, 30 if regroups else 23)


@pytest.mark.rule("5e.morale.regroup-test")
def test_a_player_need_not_try() -> None:
    session = fleeing(row(20, 30, 5), dice=(3, 4))
    answer(session, "regroup.test", False)
    assert where(session, "one-1") == (20, 23) and status.falling_back(session.state, "one")
    assert next_falling_back(session.state) is None


@pytest.mark.rule("5e.morale.regroup-half-strength")
@pytest.mark.parametrize(
    ("size", "lost", "may"), [(10, 5, True), (10, 6, False), (7, 3, True), (7, 4, False), (1, 0, True)]
)
def test_a_unit_below_half_strength_may_not_try(size: int, lost: int, may: bool) -> None:
    session = fleeing(row(20, 30, size), dice=(1, 2), lost=lost)
    assert ("regroup.half_strength" not in bars(session)) is may
    assert (session.pending is not None and session.pending.topic == "regroup.test") is may


@pytest.mark.rule("5e.morale.regroup-enemy-near")
@pytest.mark.parametrize(("gap", "may"), [(6.0, False), (6.1, True)])
def test_no_unit_tries_with_an_enemy_within_six_inches(gap: float, may: bool) -> None:
    session = battle(marines("one", row(20, 30, 2)), boyz(at=[(20, 31 + gap)]))
    assert ("regroup.enemy_near" not in bars(session)) is may


@pytest.mark.rule("5e.morale.regroup-coherency")
@pytest.mark.parametrize(("gap", "may"), [(2.0, True), (2.5, False)])
def test_no_unit_tries_out_of_coherency(gap: float, may: bool) -> None:
    session = battle(marines("one", [(20, 30), (21 + gap, 30)]), FAR)
    assert ("regroup.not_coherent" not in bars(session)) is may


@pytest.mark.rule("5e.morale.regroup-fail", "5e.morale.regroup-enemy-near")
def test_who_may_not_try_falls_back_at_once() -> None:
    session = fleeing(row(20, 30, 5), boyz(at=[(20, 36)]), dice=(3, 4))
    assert session.pending is not None and session.pending.topic == "move.unit"
    assert where(session, "one-1") == (20, 23)


@pytest.mark.rule("5e.morale.regroup-move")
def test_a_regrouped_unit_may_move_three_inches_and_no_more_in_that_phase() -> None:
    wood = piece("wood", square(10, 20, 30, 15), "difficult")
    session = fleeing(row(20, 30, 2), dice=(2, 2), terrain=[wood])
    answer(session, "regroup.test", True)
    assert accepts(session, {"one-1": (20, 33), "one-2": (21.5, 33)})
    assert codes(refusals_of(session, {"one-1": (20, 33.1), "one-2": (21.5, 33)})) == {"move.too_far"}
    answer(session, "move.regroup", straight_to({"one-1": (20, 33), "one-2": (21.5, 33)}))
    assert codes(refused(session, "one")) == {"move.regrouped"}


@pytest.mark.rule("5e.morale.regroup-move")
def test_dangerous_terrain_is_tested_for_in_that_move() -> None:
    mines = piece("mines", square(10, 31, 30, 1), "hazard")
    session = fleeing(
        [(20, 30), (21.5, 30), (23, 30), (24.5, 30), (26, 30)], dice=(2, 2, 1, 6, 6, 6, 6), terrain=[mines]
    )
    answer(session, "regroup.test", True)
    answer(session, "move.regroup", straight_to({f"one-{n + 1}": (20 + 1.5 * n, 33) for n in range(5)}))
    assert left(session, "one") == 4


@pytest.mark.rule("5e.morale.regroup-after")
def test_a_regrouped_unit_counts_as_having_moved_and_is_itself_again() -> None:
    session = fleeing(row(20, 30, 2), dice=(2, 2))
    answer(session, "regroup.test", True)
    answer(session, "move.regroup", ())
    assert status.moved(session.state, "one") and not status.falling_back(session.state, "one")
    assert next_falling_back(session.state) is None


@pytest.mark.rule("5e.morale.fleeing-assaulted", "5e.morale.regroup-forced")
@pytest.mark.parametrize(("dice", "stands"), [((3, 4), True), ((4, 4), False)])
def test_a_fleeing_unit_that_is_assaulted_stands_or_is_destroyed(dice: tuple[int, int], stands: bool) -> None:
    session = battle(boyz("one", row(20, 30, 10), side="blue"), marines("foe", at=[(20, 35)], side="red"), FREE)
    b = table_of(session)
    morale.begin_falling_back(b, "one", RULE)
    for model in session.state.present("one")[2:]:
        b.gone(model.id, "5e.shooting.casualties")
    assert bars(session) == {"regroup.half_strength", "regroup.enemy_near"}
    assert carry_out(session, lambda b: morale.regroup_test(b, "one", forced=True), dice) is stands
    assert left(session, "one") == (2 if stands else 0)
    assert where(session, "one-1") == (20, 30) if stands else not status.falling_back(session.state, "one")
    assert where(session, "foe-1") == (20, 35)


@pytest.mark.rule("5e.morale.fleeing-assaulted-extra")
def test_a_bystander_that_an_assault_reaches_tests_on_its_own() -> None:
    session = battle(boyz("one", row(20, 30, 3), side="blue"), boyz("two", row(20, 34, 3), side="blue"), FAR, FREE)
    for unit in ("one", "two"):
        morale.begin_falling_back(table_of(session), unit, RULE)
    assert not carry_out(session, lambda b: morale.regroup_test(b, "two", forced=True), (4, 4))
    assert left(session, "two") == 0 and left(session, "one") == 3
    assert status.falling_back(session.state, "one") and not status.falling_back(session.state, "two")


def test_the_player_picks_which_fleeing_unit_goes_first() -> None:
    session = battle(marines("one", row(20, 30, 2)), marines("two", row(40, 30, 2)), FREE, FAR, side="red")
    for unit in ("one", "two"):
        morale.begin_falling_back(table_of(session), unit, RULE)
    while not reached(session, "movement", "blue", 2):
        submit(session, "done")
    answer(session, "fall_back.unit", "two")
    assert session.pending is not None and session.pending.subjects == ("two",)
