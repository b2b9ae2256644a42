"""Combats of more than two units."""

from __future__ import annotations

from typing import Any

import pytest

from engine.session import Session
from tests.fifth.assault.scenes import (
    apart,
    detail,
    details_of,
    ends,
    fight,
    happened_rolls,
    moving,
    suggested,
    until,
    until_event,
)
from tests.fifth.tables import answer, boyz, codes, happened, left, marines, refused, unit


def hero_between(dice: Any = ()) -> Session:
    """A hero in contact with a unit on either side, about to share out his blows."""
    return fight(
        marines("alpha", at=[(20, 20)], profiles="three", gear=("ccw",)), boyz("left", at=[(19, 20)], gear=("choppa",)),
        boyz("right", at=[(21, 20)], gear=("choppa",)), dice=dice,
    )  # fmt: skip


def struck_by(session: Session, unit_id: str) -> list[tuple[str, int]]:
    """The targets of a unit's blows, with how many went there."""
    blows = [e for e in happened(session, "combat.blows") if e.subject == unit_id]
    return [(detail(e, "target"), detail(e, "blows")) for e in blows]


@pytest.mark.rule("5e.assault.multi-attack-split")
def test_a_model_engaged_with_several_units_shares_out_its_blows_before_rolling() -> None:
    session = hero_between([1, 1, 6])
    assert session.pending is not None and session.pending.topic == "combat.split"
    assert session.pending.player == "blue"
    assert codes(refused(session, (("left", 2), ("right", 2)))) == {"answer.wrong_total"}
    answer(session, "combat.split", (("left", 2), ("right", 1)))
    struck = [
        (detail(e, "target"), detail(e, "blows")) for e in happened(session, "combat.blows") if e.subject == "alpha"
    ]
    assert struck[:2] == [("left", 2), ("right", 1)]


@pytest.mark.rule("5e.assault.multi-attack-single")
def test_a_model_engaged_with_one_unit_has_no_choice() -> None:
    session = fight(
        marines("alpha", at=[(20, 20), (24.5, 20)], profiles="three", gear=("ccw",)),
        boyz("left", at=[(19, 20)], gear=("choppa",)), boyz("right", at=[(25.5, 20)], gear=("choppa",)),
    )  # fmt: skip
    struck = [
        (detail(e, "target"), detail(e, "blows")) for e in happened(session, "combat.blows") if e.subject == "alpha"
    ]
    assert struck[:2] == [("left", 3), ("right", 3)]
    assert session.pending is None or session.pending.topic != "combat.split"


@pytest.mark.rule("5e.assault.multi-result")
def test_every_losing_unit_checks_with_the_same_modifier() -> None:
    session = hero_between([6, 6, 6, 6, 1, 1, *[1] * 4, 6, 6, 6, 6])
    answer(session, "combat.split", (("left", 2), ("right", 1)))
    until_event(session, "combat.result")
    result = happened(session, "combat.result")[0]
    assert detail(result, "winner") == "blue"
    margin = detail(result, "margin")
    assert all(n == -margin for _, n in detail(result, "modifiers"))
    assert {u for u, _ in detail(result, "modifiers")} == {
        u for u in ("left", "right") if u not in detail(result, "wiped")
    }


@pytest.mark.rule("5e.assault.multi-sweep")
def test_each_unit_that_runs_is_compared_with_on_its_own() -> None:
    session = fight(
        marines("alpha", at=[(20, 20), (20, 21.01)], gear=("ccw",)),
        unit("slow", "red", [(19, 20), (18, 20), (17, 20), (18, 21)], "gretchin", ("ccw",)),
        unit("even", "red", [(21, 20), (22, 20)], "scout", ("ccw",)),
        dice=[6, 6, 6, 6, 1, 1, 1, 1, 6, 6, 6, 6, 3, 6, 3, 2, 4, 4],
    )  # fmt: skip
    answer(session, "combat.split", (("slow", 2), ("even", 0)))
    answer(session, "casualties.pick", ("slow-3", "slow-4"))
    until(session, "combat.sweep")
    answer(session, "combat.sweep", True)
    compared = [
        (e.code, detail(e, "foe"), detail(e, "score"), detail(e, "theirs"))
        for e in session.events
        if e.code in ("combat.swept", "combat.escaped")
    ]
    assert compared == [("combat.escaped", "slow", 7, 8), ("combat.swept", "even", 7, 6)]
    assert len(happened_rolls(session, "sweep")) == 4
    assert left(session, "slow") == 2 and left(session, "even") == 0


@pytest.mark.rule("5e.assault.multi-pile-in")
def test_survivors_pile_in_to_the_enemies_they_fought_and_no_others() -> None:
    session = fight(
        marines("alpha", at=[(20, 20), (20, 17)], profiles="quick", gear=("ccw",)),
        boyz("gone", at=[(19, 20)], gear=("choppa",)),
        boyz("held", at=[(21, 20)], gear=("choppa",), profiles="zealot"),
        boyz("other", at=[(17.2, 15.6)], gear=("choppa",)), dice=[],
    )  # fmt: skip
    until(session, "combat.pile_in")
    approach = moving(session)
    touch = ends(session, alpha_2=(17.9, 16.314))
    assert codes(refused(session, touch)) & {"closing.uninvolved", "closing.must_contact"}
    assert approach.models == ("alpha-2",)
    answer(session, "combat.pile_in", suggested(session))
    assert min(apart(session, "alpha-2", foe) for foe in ("held-1", "gone-1")) == 0.0
    assert apart(session, "alpha-2", "other-1") > 0.0


@pytest.mark.rule("5e.assault.multi-pile-in", "5e.assault.consolidate")
def test_a_winner_that_nobody_holds_any_more_consolidates_while_its_mates_fight_on() -> None:
    session = fight(
        marines("free", at=[(18, 20)], profiles="quick", gear=("ccw", "choppa")),
        boyz("dead", at=[(19, 20)], gear=("choppa",)),
        marines("busy", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("choppa",), profiles="zealot"),
        dice=[6, 6, 6, 6, 1, 1],
    )  # fmt: skip
    until(session, "combat.consolidate")
    assert moving(session).subjects == ("free",)
    assert left(session, "dead") == 0
    assert details_of(session, "combat.begins", "units")[0] == ("free", "dead", "busy", "mob")
