"""Ending a battle outside the rules: giving it up, and agreeing to stop."""

from __future__ import annotations

from pathlib import Path

from engine.core import referee
from engine.session import Session
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

BOTH = ("blue", "red")


def begin() -> Session:
    return Session.begin(torture_setup(), 1, book=TortureBook())


def test_a_side_concedes_alone_and_the_other_wins() -> None:
    session = begin()
    assert session.command(referee.Concede("red"), "red", ()).accepted
    outcome = session.state.outcome
    assert outcome is not None and (outcome.winner, outcome.reason) == ("blue", "Red conceded.")
    assert session.pending is None
    assert session.events[-1].code == "battle.finished"


def test_nobody_concedes_for_the_other() -> None:
    session = begin()
    refused = session.command(referee.Concede("red"), "blue", ())
    assert [r.code for r in refused.refusals] == ["referee.needs_consent"]
    assert session.state.outcome is None


def test_stopping_needs_both_and_names_the_winner_or_none() -> None:
    session = begin()
    assert not session.command(referee.Stop("blue"), "red", ("red",)).accepted
    assert not session.command(referee.Stop("green"), "red", BOTH).accepted
    assert session.command(referee.Stop(), "red", BOTH).accepted
    assert session.state.outcome is not None and session.state.outcome.winner == ""
    assert not session.command(referee.Concede("red"), "red", BOTH).accepted, "it is over already"


def test_giving_up_can_be_taken_back_and_is_kept_in_the_file(tmp_path: Path) -> None:
    session = begin()
    asked = session.pending
    session.command(referee.Concede("blue"), "blue", ())
    session.save(tmp_path / "battle")
    again = Session.load(tmp_path / "battle", TortureBook(), whole=True)
    assert again.state.outcome == session.state.outcome and again.digest == session.digest
    assert again.undo(BOTH).accepted
    assert again.state.outcome is None
    assert again.pending == asked
