"""Answers that make no sense, of every kind, at every topic of either edition: refused in a sentence, or harmless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from battlefield.paths import Climb, Glide, Jump, Route, Turn
from battlefield.pose import Pose
from battlefield.units import um
from engine.core.decisions import Chance, Decision
from engine.core.dice import Stream
from engine.core.setup import Setup
from engine.core.state import State
from engine.session import Session
from tests.eighth.test_random import brawl as brawl_of_the_eighth
from tests.laws.meddling import Eager, brawl, kind_of

PLAIN: tuple[Any, ...] = (
    "", "done", "back", "pass", "fire", "nobody", (), ((),), None, True, False, 0, -1, 1, 7, 2**63, 1.5, float("nan"),
    "a/b#0", "/", "#", "a-1/gun#x", "\u2603", b"x", [], {}, object(), ("pass",), ("done", "done"), ((1, 2),), (("a",),),
    (("a", 1, 2),), ((None, None),),
)  # fmt: skip


def nonsense(state: State, question: Decision[Any]) -> list[Any]:
    """Answers of all shapes that are made of what the question and the table know."""
    models = [m.id for m in state.models.values()]
    rows = [o for name in ("options", "rows", "bins", "lots", "items") for o in getattr(question, name, ())]
    found = [*PLAIN, tuple(models), tuple(state.units), *models[:2], *list(state.units)[:2]]
    for row in rows:
        found += [
            row.id,
            (row.id,),
            (row.id, row.id),
            ((row.id, 1),),
            ((row.id, -1),),
            ((row.id, 10**30),),
            f"{row.id}#9",
        ]
    found += [tuple(row.id for row in rows), tuple(row.id for row in rows[::-1]), tuple(row.id for row in rows[1:])]
    here = [m.id for m in state.models.values() if m.on_table]
    for model in dict.fromkeys((*getattr(question, "models", ())[:2], *here[:1], *here[-1:])):
        pose = state.models[model].pose if model in here else Pose(0, 0)
        found += [
            answer for route in routes(state, pose, here) for answer in (((model, route),), ((model, route),) * 2)
        ]
        for at in (pose, Pose(0, 0), Pose(-1, -1), Pose(um(20), um(20), um(3)), Pose(um(20), um(20), 0, -5)):
            found += [at, ((model, at),), tuple((other, at) for other in getattr(question, "models", ()))]
    return found


def routes(state: State, pose: Pose, here: list[str]) -> list[Route]:
    """Ways to nowhere: off the table, into the air, underground, into somebody, round and round."""
    x, y = pose.x, pose.y
    other = state.models[here[-1]].pose if here else pose
    return [
        (), (Glide(x, y),), (Glide(x + 1, y),), (Glide(-um(5), y),), (Glide(um(900), um(900)),), (Climb(um(500)),),
        (Climb(-um(3)),), (Climb(um(3)), Glide(x, y + um(1)), Climb(0)), (Jump(pose),), (Jump(Pose(x, y, um(3))),),
        (Turn(10**9),) * 400, (Turn(1), Turn(-1)), tuple(Glide(x + n % 2, y) for n in range(400)), (Glide(2**62, 0),),
        (Glide(other.x, other.y),), (Jump(other),),
    ]  # fmt: skip


def harmless(session: Session, answer: Any) -> None:
    """An answer is refused in a sentence and changes nothing, or it is one and the battle goes on after it."""
    before = session.digest
    refusals = session.preview(answer)
    if refusals:
        assert session.submit(answer).refusals == refusals and session.digest == before
        told = [session.explain(refusal) for refusal in refusals]
        assert all(told) and not any("{" in sentence for sentence in told), told
        return
    fork = session.fork()
    assert fork.submit(answer).accepted
    for number in range(3):
        if fork.pending is not None:
            assert fork.submit(fork.pending.suggest(Stream(str(number)))).accepted


@pytest.mark.slow
@pytest.mark.parametrize("make", [brawl, brawl_of_the_eighth], ids=["5e", "8e"])
def test_nonsense_at_any_question_is_refused_in_a_sentence_or_does_no_harm(
    make: Callable[[], Setup], long_battery: bool
) -> None:
    tried: Counter[str] = Counter()
    for seed in range(1, 20 if long_battery else 3):
        session, stream, eager = Session.begin(make(), seed, dice="typed"), Stream(str(seed)), Eager()
        while (question := session.pending) is not None:
            kind = kind_of(question)
            if tried[kind] < (seed if long_battery else 1):
                tried[kind] += 1
                for answer in nonsense(session.state, question):
                    harmless(session, answer)
            answer = question.suggest(stream) if isinstance(question, Chance) else eager(session, stream)
            assert session.submit(answer).accepted
    assert len(tried) > 30
