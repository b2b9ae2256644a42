"""Taking back, saving and the referee in the middle of an assault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlefield.pose import Pose
from engine.core import referee
from engine.core.decisions import Chance
from engine.core.dice import Stream
from engine.session import Session
from tests.fifth.assault.scenes import charge, detail, fight, on_with_it, phase_over, suggested, until
from tests.fifth.tables import answer, boyz, happened, left, marines, row, setup_of, topic

BOTH = ("blue", "red")


def charged(dice: Any = ()) -> Session:
    """Three heroes of many blows about to charge between two mobs."""
    session = fight(
        marines("alpha", at=[(20, 20), (20, 18.9)], profiles="three", gear=("ccw",)),
        boyz("left", at=[(19, 20), (17.9, 20)], gear=("choppa",)),
        boyz("right", at=[(21, 20), (22.1, 20)], gear=("choppa",)), dice=dice,
    )  # fmt: skip
    assert topic(session) == "combat.split"
    return session


def play(session: Session, steps: int) -> list[Any]:
    """Answer as suggested so often, or until the battle ends; returns the answers."""
    given = []
    for _ in range(steps):
        if session.pending is None:
            break
        given.append(suggested(session))
        assert session.submit(given[-1]).accepted
    return given


@pytest.mark.rule("5e.assault.resolve-steps")
def test_a_whole_assault_taken_back_and_given_again_comes_to_the_same() -> None:
    start = Session.begin(
        setup_of(
            marines("alpha", at=row(20, 20, 5, 1.3), gear=("bolt_pistol", "ccw")), boyz("mob", at=row(20, 24, 8, 1.3)),
            boyz("other", at=row(31, 23, 4, 1.3)),
        ),
        seed=5,
    )  # fmt: skip
    until(start, "charge.unit")
    charge(start, "alpha", "mob")
    before, count = start.digest, len(start.lines)
    answers = play(start, 12)
    after = start.digest
    assert happened(start, "combat.begins") and start.digest != before
    while len(start.lines) > count:
        assert start.undo(BOTH).accepted
    assert start.digest == before and topic(start) == "charge.move"
    for given in answers:
        assert start.submit(given).accepted
    assert start.digest == after


@pytest.mark.rule("5e.assault.multi-attack-split")
def test_blows_shared_out_are_taken_back_only_with_consent_and_may_be_shared_otherwise() -> None:
    session = charged([6] * 40)
    before = session.digest
    answer(session, "combat.split", (("left", 6), ("right", 0)))
    assert {r.code for r in session.undo(("blue",)).refusals} == {"undo.needs_consent"}
    assert session.undo(BOTH).accepted and session.digest == before
    answer(session, "combat.split", (("left", 0), ("right", 6)))
    struck = [detail(e, "target") for e in happened(session, "combat.blows") if e.subject == "alpha"]
    assert "right" in struck


@pytest.mark.rule("5e.assault.resolve-steps")
def test_a_combat_saved_half_way_goes_on_the_same(tmp_path: Path) -> None:
    session = Session.begin(
        setup_of(
            marines("alpha", at=[(20, 20), (20, 18.9)], profiles="three", gear=("ccw",)),
            boyz("left", at=[(19, 20), (17.9, 20)], gear=("choppa",)),
            boyz("right", at=[(21, 20), (22.1, 20)], gear=("choppa",)),
        ),
        seed=3,
    )  # fmt: skip
    until(session, "combat.split")
    session.save(tmp_path / "half.battle")
    loaded = Session.load(tmp_path / "half.battle")
    assert loaded.digest == session.digest and topic(loaded) == "combat.split"
    play(session, 6)
    play(loaded, 6)
    assert loaded.digest == session.digest


@pytest.mark.rule("5e.assault.dead-do-not-strike")
@pytest.mark.parametrize("gone", [("left-1", "left-2"), ("alpha-1",), ("left-1", "left-2", "right-1", "right-2")])
def test_the_referee_may_take_models_away_while_blows_are_shared_out(gone: tuple[str, ...]) -> None:
    session = charged()
    for model in gone:
        done = session.command(referee.RemoveModel(model), "blue", BOTH)
        assert done.accepted or [r.code for r in done.refusals] == ["referee.not_here"]
    phase_over(session)
    assert happened(session, "combat.over") or happened(session, "combat.goes_on")
    assert not session.state.work


@pytest.mark.rule("5e.assault.engagement-fixed")
def test_a_model_moved_away_by_the_referee_still_fights_this_round() -> None:
    session = charged([1] * 200)
    assert session.command(referee.MoveModel("right-1", Pose.at(40, 40)), "blue", BOTH).accepted
    answer(session, "combat.split", (("left", 2), ("right", 4)))
    phase_over(session)
    struck = {e.subject for e in happened(session, "combat.blows")}
    assert struck == {"alpha", "left", "right"}


@pytest.mark.rule("5e.assault.simultaneous")
def test_a_combat_is_fought_with_dice_rolled_by_hand() -> None:
    session = Session.begin(
        setup_of(
            marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("ccw",)),
            options={"first_side": "blue"},
        ),
        seed=1, dice="typed",
    )  # fmt: skip
    purposes = []
    for _ in range(60):
        if happened(session, "combat.goes_on") or happened(session, "combat.over"):
            break
        pending = session.pending
        assert pending is not None
        if isinstance(pending, Chance):
            purposes.append(pending.roll.purpose)
            face = 1 if "save" in pending.roll.purpose else 6
            assert session.submit((face,) * len(pending.roll.dice)).accepted
        else:
            done = pending.topic in ("move.unit", "shoot.unit", "charge.unit")
            assert session.submit("done" if done else pending.suggest(Stream("hand"))).accepted
    assert purposes[:2] == ["blow.hit", "blow.wound"]
    assert left(session, "mob") == 0 and happened(session, "combat.won")


def by_hand(steps: int) -> Session:
    """A fight between two mobs with typed dice, so many answers after its beginning; all dice show fours."""
    session = Session.begin(
        setup_of(
            marines("alpha", at=[(20, 20), (20, 18.9)], profiles=["three", "sergeant"], gear=("ccw",)),
            boyz("left", at=[(19, 20), (17.9, 20)], gear=("choppa",)),
            boyz("right", at=[(21, 20), (22.1, 20)], gear=("choppa",)),
        ),
        seed=1, dice="typed", strict=True,
    )  # fmt: skip
    on_with_it(session, lambda s: topic(s) == "combat.split")
    on(session, steps)
    return session


def on(session: Session, steps: int) -> None:
    for _ in range(steps):
        pending = session.pending
        if pending is None or pending.topic in ("move.unit", "shoot.unit", "charge.unit"):
            return
        given = (4,) * len(pending.roll.dice) if isinstance(pending, Chance) else pending.suggest(Stream("on"))
        assert session.submit(given).accepted, pending


@pytest.mark.rule("5e.assault.resolve-steps")
@pytest.mark.parametrize("steps", range(12))
@pytest.mark.parametrize(
    "taken", [("alpha-1",), ("alpha-1", "alpha-2"), ("left-1", "left-2"), ("left-1", "left-2", "right-1", "right-2")]
)
def test_models_taken_off_by_hand_between_two_dice_of_a_combat_do_not_stop_it(
    steps: int, taken: tuple[str, ...]
) -> None:
    session = by_hand(steps)
    for model in taken:
        if session.state.models[model].on_table:
            session.command(referee.RemoveModel(model), "blue", BOTH)
    on(session, 60)
    assert happened(session, "combat.goes_on") or happened(session, "combat.over")
    assert not session.state.work
