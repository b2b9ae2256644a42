"""Wounds shared out: what the suggestion spares, and what is told where there is no save."""

from __future__ import annotations

import pytest

from engine.core.dice import Stream
from tests.fifth.shooting.acts import asked, table
from tests.fifth.tables import answer, boyz, happened, marines, row, submit


@pytest.mark.rule("5e.shooting.allocate-complex", "5e.shooting.instant-death")
def test_the_suggestion_keeps_wounds_that_slay_from_models_with_more_than_one_wound() -> None:
    session = table(
        marines("alpha", row(10, 10, 6), gear=[*[("boltgun",)] * 4, ("krak_missile",), ("meltagun",)]),
        boyz("mob", row(10, 20, 6), profiles=["boy"] * 4 + ["nob"] * 2),
        dice=[5] * 20,
    )
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    submit(session, asked(session).suggest(Stream("fire")))
    submit(session, "pass")
    question = asked(session)
    lots = dict(zip([dict(w.details)["strength"] for w in question.wounds], question.suggest(Stream("a"))))  # type: ignore[attr-defined]
    assert lots[8] == "mob-1"


@pytest.mark.rule("5e.shooting.ap")
def test_wounds_without_a_save_are_told() -> None:
    session = table(marines("alpha", row(10, 10, 2)), boyz("mob", row(10, 20, 6)), dice=[5] * 4 + [5, 5, 1, 1])
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    submit(session, asked(session).suggest(Stream("fire")))
    submit(session, "pass")
    assert [session.tell(e) for e in happened(session, "saves.none")] == ["Mob: no save against 2 wounds."]
