"""Declaring assaults: who may, upon whom, and what becomes of one that falls short."""

from __future__ import annotations

import pytest

from engine.core.facts import facts
from engine.core.records import Effect
from engine.fifth import assault, status
from engine.session import Session
from tests.fifth.assault.scenes import apart, charge, charge_home, detail, go, hand, moving, spot, suggested
from tests.fifth.tables import answer, battle, boyz, codes, happened, marines, piece, refused, row, square


def facing(gap: float, **more: object) -> Session:
    """Three marines facing three boyz at a gap in inches."""
    return battle(marines("alpha", at=row(20, 20, 3)), boyz("mob", at=row(20, 21 + gap, 3)), phase="assault", **more)  # type: ignore[arg-type]


@pytest.mark.rule("5e.assault.declare-distance")
def test_an_assault_reaches_six_inches_and_no_farther() -> None:
    near, far = facing(6.0), facing(6.2)
    charge(near, "alpha")
    assert moving(near).hint("first") == "alpha-1"
    charge(far, "alpha")
    assert [e.code for e in far.events if e.code.startswith("charge.")] == ["charge.declared", "charge.failed"]
    assert spot(far, "alpha-1") == (20.0, 20.0)
    assert not happened(far, "combat.begins")


@pytest.mark.rule("5e.assault.declare-distance")
def test_a_unit_declares_once_in_a_phase() -> None:
    session = battle(
        marines("alpha", at=row(20, 20, 3)), marines("beta", at=row(50, 20, 3)), boyz("mob", at=row(20, 27.5, 3)),
        boyz("far", at=row(50, 24, 3)), phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    assert codes(refused(session, "alpha")) == {"charge.declared_already"}


@pytest.mark.rule("5e.assault.barred-locked")
def test_a_unit_in_contact_may_not_assault_another() -> None:
    session = battle(
        marines("alpha", at=row(20, 20, 3)), marines("beta", at=row(50, 20, 3)), boyz("mob", at=row(20, 21, 1)),
        boyz("other", at=row(23, 23, 3)), boyz("third", at=row(50, 24, 3)), phase="assault",
    )  # fmt: skip
    assert codes(refused(session, "alpha")) == {"charge.locked"}


@pytest.mark.rule("5e.assault.barred-ran")
def test_who_ran_may_not_assault() -> None:
    b = hand(facing(2))
    assert assault.bars(b.state, "alpha") == ()
    b.note_deed("alpha", "ran", "5e.shooting.run")
    assert codes(assault.bars(b.state, "alpha")) == {"charge.ran"}


@pytest.mark.rule("5e.usr.fleet")
def test_the_fleet_of_foot_assault_after_running_if_all_of_them_are() -> None:
    fleet = battle(
        marines("alpha", at=row(20, 20, 2), profiles="fleet"), boyz("mob", at=row(20, 23, 3)),
        marines("beta", at=row(30, 20, 2), profiles=["fleet", "marine"]), phase="assault",
    )  # fmt: skip
    b = hand(fleet)
    for unit in ("alpha", "beta"):
        b.note_deed(unit, "ran", "5e.shooting.run")
    assert assault.bars(b.state, "alpha") == ()
    assert codes(assault.bars(b.state, "beta")) == {"charge.ran"}


@pytest.mark.rule("5e.assault.barred-gone-to-ground")
def test_who_has_gone_to_ground_may_not_assault() -> None:
    b = hand(facing(2))
    b.add_effect(Effect("e", "alpha", "5e.cover.going-to-ground", "alpha", status.GONE_TO_GROUND))
    assert codes(assault.bars(b.state, "alpha")) == {"charge.gone_to_ground"}


@pytest.mark.rule("5e.assault.barred-falling-back")
def test_who_falls_back_may_not_assault() -> None:
    b = hand(facing(3))
    b.add_effect(Effect("e", "alpha", "5e.morale.fall-back", "alpha", status.FALLING_BACK))
    assert codes(assault.bars(b.state, "alpha")) == {"charge.falling_back"}


@pytest.mark.rule("5e.assault.barred-heavy-fire")
@pytest.mark.parametrize(("kinds", "barred"), [(("rapid_fire",), True), (("heavy",), True), (("pistol",), False)])
def test_rapid_fire_and_heavy_weapons_rule_out_an_assault_and_pistols_do_not(
    kinds: tuple[str, ...], barred: bool
) -> None:
    b = hand(facing(3))
    b.note_deed("alpha", "shot", "5e.shooting.single-target", target="mob", kinds=kinds)
    assert codes(assault.bars(b.state, "alpha")) == ({"charge.fired"} if barred else set())


@pytest.mark.rule("5e.assault.same-target")
def test_who_shot_at_one_unit_may_declare_on_that_alone() -> None:
    session = battle(
        marines("alpha", at=row(20, 20, 3)), boyz("mob", at=row(20, 24, 3)), boyz("other", at=row(26, 24, 3)),
        phase="assault",
    )  # fmt: skip
    b = hand(session)
    assert assault.targets(b.state, "alpha") == ("mob", "other")
    b.note_deed("alpha", "shot", "5e.shooting.single-target", target="mob", kinds=("pistol",))
    assert assault.targets(b.state, "alpha") == ("mob",)
    assert codes(assault.target_bars(b.state, "alpha", "other")) == {"charge.other_target"}


@pytest.mark.rule("5e.assault.one-at-a-time", "5e.assault.sequence")
def test_a_unit_ends_its_assault_before_the_next_begins_and_all_assaults_come_before_reactions_and_blows() -> None:
    session = battle(
        marines("alpha", at=row(20, 20, 3)), marines("beta", at=row(40, 20, 3)), boyz("mob", at=row(20, 24, 5)),
        boyz("other", at=row(40, 24, 5)), phase="assault",
    )  # fmt: skip
    charge(session, "alpha")
    assert session.pending is not None and session.pending.topic == "charge.move"
    assert codes(refused(session, "beta")) == {"answer.wrong_form"}
    go(session)
    assert not happened(session, "deed.reacted")
    charge(session, "beta")
    go(session)
    order = [e.code for e in session.events if e.code in ("deed.charged", "deed.reacted", "combat.begins")]
    assert order[:2] == ["deed.charged", "deed.charged"]
    while not happened(session, "combat.begins"):
        assert session.pending is not None
        answer(session, session.pending.topic, suggested(session))
    order = [e.code for e in session.events if e.code in ("deed.charged", "deed.reacted", "combat.begins")]
    assert order == ["deed.charged"] * 2 + ["deed.reacted"] * 2 + ["combat.begins"] * order.count("combat.begins")


@pytest.mark.rule("5e.assault.closest-fails", "5e.assault.cover-test")
def test_nobody_moves_when_the_terrain_dice_are_too_low_for_the_nearest_model() -> None:
    wood = piece("wood", square(15, 21.5, 20, 2), "difficult")
    session = facing(4.0, terrain=[wood], dice=[3, 1])
    charge(session, "alpha")
    failed = happened(session, "charge.failed")
    assert failed and detail(failed[0], "reach") == 3 * 25_400
    assert spot(session, "alpha-1") == (20.0, 20.0) and spot(session, "alpha-3") == (23.0, 20.0)


@pytest.mark.rule("5e.assault.cover-test")
@pytest.mark.parametrize(("dice", "there"), [((2, 3), False), ((2, 4), True)])
def test_the_higher_terrain_die_has_to_reach_through_a_wood(dice: tuple[int, int], there: bool) -> None:
    wood = piece("wood", square(15, 21.5, 20, 2), "difficult")
    session = facing(4.0, terrain=[wood], dice=dice)
    charge(session, "alpha")
    assert bool(happened(session, "charge.failed")) != there
    assert bool(session.pending and session.pending.topic == "charge.move") == there


@pytest.mark.rule("5e.assault.cover-test")
def test_no_test_is_taken_for_a_wood_that_nobody_has_to_cross() -> None:
    wood = piece("wood", square(30, 10, 5, 30), "difficult")
    session = facing(4.0, terrain=[wood])
    charge(session, "alpha")
    assert moving(session).hint("reach") == 6 * 25_400
    assert not happened(session, "terrain.tested")


@pytest.mark.rule("5e.assault.cover-inch-away")
def test_a_double_one_carries_a_model_over_the_last_inch() -> None:
    wall = piece("wall", square(15, 20.9, 20, 0.2), "difficult")
    session = battle(
        marines("alpha", at=[(20, 20)]), boyz("mob", at=[(20, 22)]), terrain=[wall], phase="assault", dice=[1, 1]
    )
    charge_home(session, "alpha")
    assert happened(session, "terrain.tested") and happened(session, "combat.begins")


@pytest.mark.rule("5e.morale.fleeing-assaulted")
@pytest.mark.parametrize(("dice", "stands"), [((3, 4), True), ((4, 4), False)])
def test_a_unit_that_runs_and_is_assaulted_regroups_or_is_destroyed(dice: tuple[int, int], stands: bool) -> None:
    session = facing(3.0, dice=dice)
    state = session.state
    state.effects["e"] = Effect("e", "mob", "5e.morale.fall-back-distance", "mob", status.FALLING_BACK, facts())
    charge(session, "alpha")
    assert bool(state.present("mob")) == stands or bool(session.state.present("mob")) == stands
    assert spot(session, "alpha-1") == (20.0, 20.0)
    if stands:
        go(session)
        assert apart(session, "alpha-1", "mob-1") == 0.0
    else:
        assert happened(session, "charge.target_gone")


def test_a_target_plainly_out_of_reach_is_not_offered_and_nobody_is_asked_for_its_sake() -> None:
    session = battle(
        marines("alpha", at=row(20, 20, 2)), boyz("mob", at=row(20, 24, 2)), boyz("far", at=[(40, 20)]), phase="assault"
    )
    assert assault.targets(session.state, "alpha") == ("mob",)
    assert codes(assault.target_bars(session.state, "alpha", "far")) == {"charge.plainly_far"}
    b = hand(session)
    for model in b.state.present("mob"):
        b.gone(model.id, "test")
    assert assault.charger(b.state) is None
