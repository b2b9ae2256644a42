"""Charges through and round difficult terrain, blocked ones, and those with wishes of their own."""

from __future__ import annotations

import pytest

from battlefield.paths import Glide
from battlefield.pose import Pose
from battlefield.terrain import Piece
from battlefield.units import um
from engine.core.records import body_of
from engine.fifth import assault, status, terrain
from tests.fifth.assault.scenes import (
    charge,
    detail,
    details_of,
    done_charging,
    go,
    happened_rolls,
    moving,
    still,
    suggested,
    until_event,
)  # fmt: skip
from tests.fifth.tables import answer, boyz, happened, marines, piece, refused, row, square, topic


def wood(x: float, y: float, width: float, depth: float) -> Piece:
    return piece("wood", square(x, y, width, depth), "difficult")


@pytest.mark.rule("5e.assault.cover-test")
@pytest.mark.parametrize(("die", "there"), [(4, True), (2, False)])
def test_who_stands_in_a_wood_tests_before_charging_out_of_it(die: int, there: bool) -> None:
    session = still(
        marines("alpha", at=[(20, 20), (21.5, 20)], gear=("ccw",)), boyz("mob", at=[(20, 24.5)]),
        terrain=[wood(18, 18, 6, 2.2)], phase="assault", dice=[die, 1],
    )  # fmt: skip
    charge(session, "alpha", "mob")
    assert [roll.purpose for roll in details_of(session, "dice.rolled", "roll")] == ["difficult"]
    assert bool(happened(session, "charge.failed")) != there
    if there:
        go(session)
        assert detail(happened(session, "charge.made")[0], "slowed")


@pytest.mark.rule("5e.assault.cover-test")
def test_who_stands_in_a_wood_and_reaches_nothing_anyway_costs_its_mates_no_test() -> None:
    session = still(
        marines("alpha", at=[(20, 20), (20, 18.6), (20, 17.2)], gear=("ccw",)), boyz("mob", at=[(20, 24)]),
        terrain=[wood(17, 10, 6, 6)], phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    assert not happened_rolls(session, "difficult") and topic(session) == "charge.move"


@pytest.mark.rule("5e.assault.cover-test")
def test_without_a_test_no_model_may_be_sent_through_the_wood() -> None:
    """The second model gets there round the wood as well as through it, so that no test is due; through is closed."""
    session = still(
        marines("alpha", at=[(20, 20), (23, 20)], gear=("ccw",)), boyz("mob", at=row(20, 24, 3, 1.3)),
        terrain=[wood(23.4, 21.2, 2, 1.4)], phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    assert not happened_rolls(session, "difficult")
    chosen = suggested(session)
    hard = terrain.pieces(session.state)[0]
    for model, legs in chosen:
        assert not terrain.crosses(body_of(session.state.models[model]), legs, hard)
    through = (Glide(um(24.2), um(21.5)), Glide(um(22.62), um(23.04)))
    found = refused(session, (chosen[0], ("alpha-2", through)))
    closed = next(r for r in found if r.code == "move.closed")
    assert closed.rule == "5e.assault.cover-test" and "took no test" in session.explain(closed)
    assert moving(session).hint("closed") == ("wood",)
    answer(session, "charge.move", chosen)
    done_charging(session)
    assert not detail(happened(session, "charge.made")[0], "slowed")


@pytest.mark.rule("5e.assault.cover-test")
def test_once_tested_the_whole_unit_may_go_through_as_far_as_the_higher_die() -> None:
    session = still(
        marines("alpha", at=[(20, 20), (21.5, 20)], gear=("ccw",)), boyz("mob", at=row(20, 24, 2, 1.3)),
        terrain=[wood(16, 21, 10, 1)], phase="assault", dice=[2, 5],
    )  # fmt: skip
    charge(session, "alpha", "mob")
    assert moving(session).hint("reach") == um(5) and moving(session).hint("closed") == ()
    go(session)
    assert detail(happened(session, "charge.made")[0], "slowed")


@pytest.mark.rule("5e.assault.max-engagement", "5e.assault.move-priorities")
def test_in_a_narrow_lane_only_those_reach_the_enemy_who_fit_and_the_rest_keep_together() -> None:
    walls = [piece(f"wall{n}", square(x, 19, 8, 5), "impassable") for n, x in enumerate((10.8, 21.2))]
    session = still(
        marines("alpha", at=[(19.4, 18.4), (20.6, 18.4), (19.4, 17.2), (20.6, 17.2), (20, 16)], gear=("ccw",)),
        boyz("mob", at=row(19.4, 22, 2, 1.2)), marines("beta", at=[(40, 20)], gear=("ccw",)),
        boyz("other", at=[(40, 24)]), terrain=walls, phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    go(session)
    fighting = {mine for mine, _ in status.contacts(session.state)}
    assert fighting == {"alpha-1", "alpha-2"}
    done_charging(session)
    begins = until_event(session, "combat.begins")
    assert detail(begins, "engaged") == 7  # all are within 2 inches of the two in front


@pytest.mark.rule("5e.assault.multiple-targets", "5e.assault.same-target")
def test_who_shot_at_one_unit_may_still_reach_another_on_the_way() -> None:
    session = still(
        marines("alpha", at=[(20, 20), (21.5, 20)], gear=("bolt_pistol", "ccw")), boyz("mob", at=[(20, 24)]),
        boyz("other", at=[(22.6, 24)]), phase="shooting", dice=[1] * 40,
    )  # fmt: skip
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    while topic(session) not in ("charge.unit", "shoot.unit"):
        answer(session, topic(session), suggested(session))
    if topic(session) == "shoot.unit":
        answer(session, "shoot.unit", "done")
    answer(session, "charge.unit", "alpha")
    assert topic(session) == "charge.move"  # the other unit is no choice
    wished, found = moving(session).complete({"alpha-2": Pose.at(22.2, 23.084)})
    assert found == ()
    answer(session, "charge.move", wished)
    assert set(detail(happened(session, "charge.made")[0], "units")) == {"mob", "other"}


@pytest.mark.rule("5e.assault.cover-test")
def test_nobody_tests_for_a_charge_that_falls_short_anyway() -> None:
    session = still(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 29)]),
        terrain=[wood(16, 22, 10, 1)], phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    assert happened(session, "charge.failed") and not happened_rolls(session, "difficult")


@pytest.mark.rule("5e.assault.cover-test")
def test_what_a_charge_costs_in_a_wood_is_known_before() -> None:
    session = still(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 24)]),
        terrain=[wood(16, 21, 10, 1)], phase="assault",
    )  # fmt: skip
    state = session.state
    reach = assault.reach_of(state, "alpha")
    assert assault.must_test(state, "alpha", assault.approach_of(state, "alpha", "mob", reach))
