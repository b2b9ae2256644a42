"""Nerve: what calls for a test, and what has nothing to fear."""

from __future__ import annotations

import pytest

from engine.fifth import morale, status
from tests.fifth.moves import carry_out, table_of
from tests.fifth.shooting.acts import asked, fire, table, told
from tests.fifth.tables import answer, battle, boyz, happened, left, marines, row, submit, unit

REST = marines("rest", [(60, 5)])


@pytest.mark.rule("5e.weapons.pinning-test")
def test_a_unit_of_a_kind_that_cannot_go_to_ground_takes_no_pinning_test() -> None:
    beast = unit("beast", "red", [(10, 30)], "leader", ("ccw",), kind="monstrous_creature")
    session = table(marines("snip", [(10, 10)], gear=("sniper_rifle",)), REST, beast, dice=[6, 5, 1, 6, 6])
    fire(session, "snip", "beast")
    assert told(session, "unit.suffered", "unsaved") == [1]
    assert not happened(session, "pinning.failed") and not happened(session, "pinning.passed")


@pytest.mark.rule("5e.morale.casualties-25")
def test_a_unit_may_pass_its_pinning_test_and_break_at_the_end_of_the_same_phase() -> None:
    session = table(
        marines("snip", row(10, 10, 4), gear=("sniper_rifle",), profiles="scout"),
        REST,
        boyz("mob", row(10, 30, 4)),
        boyz("other", row(40, 40, 3)),
        dice=[6, 6, 6, 6, 4, 4, 2, 2, 1, 1, 6, 6, 2, 3],
    )
    fire(session, "snip", "mob")
    submit(session, ("mob-1", "mob-2"))
    assert left(session, "mob") == 2 and not status.gone_to_ground(session.state, "mob")
    answer(session, "shoot.unit", "done")
    assert [session.tell(e) for e in happened(session, "pinning.passed")] == [
        "Mob passes its Pinning test: 2, needing 7 or less."
    ]
    assert [session.tell(e) for e in happened(session, "morale.failed")] == [
        "Mob fails its Morale check: 12, needing 7 or less (Leadership 7, +0)."
    ]
    assert status.falling_back(session.state, "mob")


@pytest.mark.rule("5e.morale.casualties-25")
def test_a_pinned_unit_that_breaks_gets_up_and_flees() -> None:
    session = table(
        marines("snip", row(10, 10, 4), gear=("sniper_rifle",), profiles="scout"),
        REST,
        boyz("mob", row(10, 30, 4)),
        boyz("other", row(40, 40, 3)),
        dice=[6, 6, 6, 6, 4, 2, 2, 2, 6, 6, 6, 6, 2, 3],
    )
    fire(session, "snip", "mob")
    submit(session, ("mob-1",))
    assert status.gone_to_ground(session.state, "mob")
    answer(session, "shoot.unit", "done")
    assert status.falling_back(session.state, "mob") and not status.gone_to_ground(session.state, "mob")


@pytest.mark.rule("5e.morale.insane-heroism")
def test_heroism_is_told_where_the_dice_alone_would_not_have_done() -> None:
    session = battle(marines("one", row(10, 10, 2)), boyz(at=[(60, 40)]))
    assert carry_out(session, lambda b: morale.morale_check(b, "one", "5e.morale.check", -7), dice=[1, 1])
    codes = [e.code for e in table_of(session).take_events() if e.code.startswith("morale.")]
    assert codes == ["morale.passed", "morale.heroism"]


@pytest.mark.rule("5e.morale.fleeing-no-ground")
def test_a_fleeing_unit_under_pinning_fire_is_asked_nothing_and_tests_nothing() -> None:
    session = table(
        marines("snip", row(10, 10, 2), gear=("sniper_rifle",), profiles="scout"),
        REST,
        boyz("mob", row(10, 30, 9)),
        dice=[6, 6, 4, 2, 6, 6],
    )
    morale.begin_falling_back(table_of(session), "mob", "5e.morale.fall-back-distance")
    answer(session, "shoot.unit", "snip")
    answer(session, "shoot.target", "mob")
    submit(session, ("snip-1/sniper_rifle", "snip-2/sniper_rifle"))
    assert asked(session).topic == "casualties.pick"
    submit(session, ("mob-1",))
    assert not happened(session, "pinning.passed") and not happened(session, "pinning.failed")
