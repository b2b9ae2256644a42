"""Answers and dice of the eighth edition taken back in the middle of things, given again, or given differently."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.decisions import Chance
from engine.core.dice import Stream
from engine.session import Session
from tests.eighth.test_random import brawl
from tests.laws.meddling import Eager, kind_of

BOTH = ("blue", "red")
BACK = 7
"""So many answers are taken back."""

MOMENTS = (
    "psychic.power", "dice of psychic", "react.deny", "shoot.target", "shoot.models", "attacks.allocate", "dice of hit",
    "dice of wound", "dice of save", "charge.targets", "react.overwatch", "dice of charge", "charge.move", "fight.unit",
    "fight.pile_in", "fight.attacks", "fight.consolidate", "casualties.pick", "setup.place", "sequence.order",
    "dice of explode", "dice of morale", "morale.unit", "react.reroll",
)  # fmt: skip
"""In the middle of what answers are taken back."""


def there_and_back(session: Session) -> None:
    """So many answers, dice that were typed in among them, are taken back one by one and given again."""
    fork, seen = session.fork(), list[tuple[str, str, Any]]()
    for _ in range(BACK):
        if not fork.can_undo:
            break
        seen.append((fork.digest, fork.state.digest(), fork.pending))
        if fork.undo_crosses_dice():
            assert [r.code for r in fork.undo(("blue",)).refusals] == ["undo.needs_consent"]
        assert fork.undo(BOTH).accepted
    other = fork.fork()
    for stood in reversed(seen):
        assert fork.redo().accepted
        assert (fork.digest, fork.state.digest(), fork.pending) == stood
    assert not fork.can_redo
    otherwise(other)


def otherwise(session: Session) -> None:
    """From a point that was gone back to, other answers and other faces lead on, and back again."""
    start = session.digest, session.state.digest(), session.pending
    stream, given = Stream("other"), 0
    for _ in range(BACK):
        question = session.pending
        if question is None:
            break
        faces = (
            tuple(stream.between(1, sides) for sides in question.roll.dice) if isinstance(question, Chance) else None
        )
        assert session.submit(faces or question.suggest(stream)).accepted
        assert not session.can_redo, "what was taken back is forgotten once something else is answered"
        given += 1
    for _ in range(given):
        assert session.undo(BOTH).accepted
    assert (session.digest, session.state.digest(), session.pending) == start


@pytest.mark.slow
def test_in_the_middle_of_anything_typed_dice_and_answers_are_taken_back_and_given_again(long_battery: bool) -> None:
    tried: Counter[str] = Counter()
    for seed in range(1, 12 if long_battery else 6):
        session, stream, eager = Session.begin(brawl(), seed, dice="typed", strict=True), Stream(str(seed)), Eager()
        while (question := session.pending) is not None and (long_battery or not all(map(tried.get, MOMENTS))):
            if tried[kind_of(question)] < (9 if long_battery else 1):
                tried[kind_of(question)] += 1
                there_and_back(session)
            answer = question.suggest(stream) if isinstance(question, Chance) else eager(session, stream)
            assert session.submit(answer).accepted
    assert [moment for moment in MOMENTS if not tried[moment]] == []
