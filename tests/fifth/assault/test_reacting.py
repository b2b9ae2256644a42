"""Assaulted units react, and who is still locked piles in."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.paths import glide
from engine.fifth import movement, shooting
from engine.fifth.pile_in import closing, free_models, too_far
from engine.session import Session
from tests.fifth.assault.scenes import (
    ONES,
    apart,
    charge,
    ends,
    fight,
    go,
    hand,
    moving,
    spot,
    still,
    suggested,
    until,
)
from tests.fifth.tables import answer, battle, boyz, codes, happened, marines, piece, refused, square


def assaulted(*more_red: tuple[float, float], terrain: Any = (), extra: Any = ()) -> Session:
    """One marine has charged the first boy; the other boys stand where told and are about to react."""
    session = battle(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 22), *more_red], gear=("choppa",)),
        *extra, phase="assault", dice=ONES, terrain=terrain,
    )  # fmt: skip
    charge(session, "alpha", "mob")
    go(session)
    until(session, "combat.react")
    return session


@pytest.mark.rule("5e.assault.defenders-react")
def test_a_free_defender_moves_up_to_six_inches_into_contact() -> None:
    session = assaulted((25.5, 22))
    assert moving(session).player == "red" and moving(session).models == ("mob-2",)
    answer(session, "combat.react", suggested(session))
    assert apart(session, "mob-2", "alpha-1") == 0.0


@pytest.mark.rule("5e.assault.defenders-react")
def test_a_defender_too_far_away_comes_as_near_as_it_can() -> None:
    session = assaulted((29, 21))
    assert apart(session, "mob-2", "alpha-1") == 8.0
    answer(session, "combat.react", suggested(session))
    assert apart(session, "mob-2", "alpha-1") == 2.0


@pytest.mark.rule("5e.assault.defenders-react")
def test_a_defender_may_not_stay_back() -> None:
    session = assaulted((25.5, 22))
    assert codes(refused(session, ())) == {"closing.must_contact"}
    assert codes(refused(session, (("mob-2", (glide(24, 22),)),))) == {"closing.must_contact"}
    far = assaulted((29, 21))
    assert codes(refused(far, (("mob-2", (glide(27, 21),)),))) == {"closing.must_near"}


@pytest.mark.rule("5e.assault.react-terrain")
def test_reacting_ignores_difficult_and_dangerous_terrain() -> None:
    wood = piece("wood", square(21.6, 15, 2.6, 12), "difficult", "dangerous")
    session = assaulted((25, 22), terrain=[wood])
    answer(session, "combat.react", suggested(session))
    assert apart(session, "mob-2", "alpha-1") == 0.0
    assert not happened(session, "terrain.tested") and not happened(session, "terrain.endured")


@pytest.mark.rule("5e.assault.react-no-new-enemies")
def test_reacting_models_leave_uninvolved_enemies_alone() -> None:
    other = marines("idle", at=[(25.5, 19.5)], gear=("ccw",))
    session = assaulted((24, 22), extra=[other])
    touch = ends(session, mob_2=(24.7, 20.1))
    assert codes(refused(session, touch)) & {"closing.uninvolved"}
    answer(session, "combat.react", suggested(session))
    assert apart(session, "mob-2", "alpha-1") == 0.0


@pytest.mark.rule("5e.assault.multi-react")
def test_a_locked_unit_assaulted_by_another_reacts_toward_any_of_its_enemies() -> None:
    session = still(
        marines("old", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 21), (23, 20.5)], gear=("choppa",)),
        marines("fresh", at=[(20, 24)], gear=("ccw",)), dice=ONES,
    )  # fmt: skip
    until(session, "charge.unit")
    answer(session, "charge.unit", "fresh")
    go(session)
    until(session, "combat.react")
    for to in ((21, 20), (21, 22)):
        assert session.preview(ends(session, mob_2=to)) == ()
    answer(session, "combat.react", ends(session, mob_2=(21, 20)))
    assert apart(session, "mob-2", "old-1") == 0.0


# -- pile-in ----------------------------------------------------------------------------------------------------------


def locked_pair(*more_blue: tuple[float, float], **more: Any) -> Session:
    """A marine and a boy in contact and further marines, at blue's pile-in."""
    session = fight(
        marines("alpha", at=[(20, 20), *more_blue], gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("choppa",)), **more
    )
    until(session, "combat.pile_in")
    return session


@pytest.mark.rule("5e.assault.pile-in")
def test_a_free_model_piles_in_as_far_as_six_inches_carry_it() -> None:
    session = locked_pair((15, 21))
    assert moving(session).player == "blue" and moving(session).models == ("alpha-2",)
    assert codes(refused(session, ())) == {"closing.must_contact"}
    answer(session, "combat.pile_in", suggested(session))
    assert apart(session, "alpha-2", "mob-1") == 0.0
    far = locked_pair((10, 21))
    answer(far, "combat.pile_in", suggested(far))
    assert apart(far, "alpha-2", "mob-1") == 3.0


@pytest.mark.rule("5e.assault.pile-in-terrain")
def test_piling_in_ignores_terrain_and_uninvolved_enemies() -> None:
    wood = piece("wood", square(16, 15, 3, 12), "difficult", "dangerous")
    session = locked_pair((14, 21), terrain=[wood])
    answer(session, "combat.pile_in", suggested(session))
    assert apart(session, "alpha-2", "mob-1") == 0.0
    assert not happened(session, "terrain.tested") and not happened(session, "terrain.endured")
    approach = closing(session.state, "alpha", ("mob",), "test")
    assert {b.group for b in approach.others} == {"bystander"}


@pytest.mark.rule("5e.assault.pile-in-order")
def test_the_active_side_piles_in_first_and_the_other_from_the_new_positions() -> None:
    session = fight(
        marines("alpha", at=[(20, 20), (15, 21)], gear=("ccw",)), boyz("mob", at=[(20, 21), (25, 20)], gear=("choppa",))
    )
    until(session, "combat.pile_in")
    assert moving(session).subjects == ("alpha",)
    answer(session, "combat.pile_in", suggested(session))
    assert session.pending is not None
    assert (session.pending.topic, session.pending.subjects) == ("combat.pile_in", ("mob",))


@pytest.mark.rule("5e.assault.pile-in-too-far")
def test_a_combat_ends_when_both_pile_ins_together_cannot_restore_contact() -> None:
    """The only boy in contact falls; the others stand 12.5 inches off, then 11."""
    for gap, ends_ in ((12.5, True), (11.0, False)):
        session = fight(
            marines("alpha", at=[(20, 20)], gear=("ccw",)),
            boyz("mob", at=[(20, 21), (21 + gap, 20), (22.5 + gap, 20)], gear=("choppa",)),
            dice=[6, 6, 1, *[1] * 4, 1, 1, *[1] * 50],
        )  # fmt: skip
        answer(session, "casualties.pick", ("mob-1",))
        state = session.state
        assert too_far(state, "alpha", ("mob",)) is ends_
        until(session, "combat.consolidate" if ends_ else "combat.pile_in")
        rolls = [e for e in session.events if e.code == "combat.consolidates"]
        assert bool(rolls) is ends_


@pytest.mark.rule("5e.assault.locked-only-pile-in")
def test_a_locked_unit_neither_moves_nor_shoots() -> None:
    session = still(marines("alpha", at=[(20, 20), (20, 18)]), boyz("mob", at=[(20, 21)]), boyz("far", at=[(30, 20)]))
    b = hand(session)
    assert codes(movement.bars(b.state, "alpha", frozenset({"alpha"}))) == {"move.locked"}
    assert free_models(b.state, "alpha") == ("alpha-2",)
    until(session, "move.unit")
    options = {o.id: o for o in session.pending.options}
    assert codes(options["alpha"].barred) == {"move.locked"}
    assert codes(shooting.barred(b.state, "alpha")) == {"shoot.locked"}


def test_a_model_in_contact_does_not_move_any_more() -> None:
    session = assaulted((25.5, 22))
    before = spot(session, "mob-1")
    answer(session, "combat.react", suggested(session))
    assert spot(session, "mob-1") == before
