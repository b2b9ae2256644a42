"""Shooting and close combat keep apart: nobody fires out of it, and only stray shots fall into it."""

from __future__ import annotations

import pytest

from battlefield.pose import Pose
from engine.fifth import pinning
from engine.fifth.characteristics import lore_of
from engine.fifth.shooting import target_option
from engine.fifth.templates import misplaced_blast
from engine.fifth.wounds import Losses
from engine.session import Session
from tests.fifth.assault.scenes import detail, hand, still, suggested
from tests.fifth.tables import answer, battle, boyz, codes, happened, marines, unit


def near_a_fight(dice: tuple[int, ...] = ()) -> Session:
    """A gunner, a fight of one against one, and three boyz 3 inches behind it, in blue's Shooting phase."""
    return battle(
        marines("gunner", at=[(30, 10)], gear=("plasma_cannon",)), marines("alpha", at=[(30, 25)], gear=("ccw",)),
        unit("rival", "red", [(30, 26)], "boy", ("choppa",)), boyz("mob", at=[(30, 29), (31.5, 29), (30, 30.5)]),
        phase="shooting", dice=dice,
    )  # fmt: skip


@pytest.mark.rule("5e.assault.no-shooting-in")
def test_locked_units_neither_shoot_nor_are_shot_at() -> None:
    session = near_a_fight()
    options = {o.id: o for o in session.pending.options}
    assert codes(options["alpha"].barred) == {"shoot.locked"} and not options["gunner"].barred
    assert codes(target_option(session.state, "gunner", "rival").barred) == {"shoot.target_locked"}


@pytest.mark.rule("5e.assault.no-shooting-in")
def test_a_marker_may_not_be_put_over_models_locked_in_combat() -> None:
    state = near_a_fight().state
    cannon = lore_of(state).weapons["plasma_cannon"]
    seen = tuple(m.id for m in state.present("mob"))
    assert misplaced_blast(state, "gunner-1", cannon, seen, Pose.at(30, 29)) == ()
    reaching = battle(
        marines("gunner", at=[(30, 10)], gear=("plasma_cannon",)), marines("alpha", at=[(30, 25)]),
        unit("rival", "red", [(30, 26)], "boy", ("choppa",)), boyz("mob", at=[(30, 27.5)]), phase="shooting",
    ).state  # fmt: skip
    refusals = misplaced_blast(reaching, "gunner-1", cannon, ("mob-1",), Pose.at(30, 27.5))
    assert [(r.code, r.subject) for r in refusals] == [("blast.touches_friend", "rival-1")]


@pytest.mark.rule("5e.assault.scatter-into")
def test_a_marker_that_scatters_into_a_fight_hits_both_sides() -> None:
    session = near_a_fight((6, 3, 247, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1))
    answer(session, "shoot.unit", "gunner")
    while not happened(session, "blast.landed"):
        assert session.pending is not None
        topic = session.pending.topic
        wishes = {"shoot.target": "mob", "shoot.blast": Pose.at(31.5, 29)}
        answer(session, topic, wishes.get(topic) or suggested(session))
    landed = happened(session, "blast.landed")[0]
    assert set(detail(landed, "models")) == {"alpha-1", "rival-1"}


@pytest.mark.rule("5e.assault.locked-no-tests")
def test_a_locked_unit_is_never_pinned() -> None:
    b = hand(still(marines("alpha", at=[(20, 20)]), boyz("mob", at=[(20, 21)]), marines("beta", at=[(40, 20)])))
    assert not pinning.must_test(b.state, "alpha", Losses(pinning=True))
    assert pinning.must_test(b.state, "beta", Losses(pinning=True))
