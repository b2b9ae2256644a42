"""A whole battle between two captains, told so that a person can read it and a test can compare it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from battlefield.pose import Pose
from battlefield.units import inches
from engine.core.decisions import Choose, ChooseMany, Decision, Move, React
from engine.players.captain import Captain
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario

SEED = 1

MANY = 6
"""Ids that are written out; of more, their number."""

FOLDER = Path(__file__).parent


def path_of(scenario: str) -> Path:
    """Where the golden of a bundled scenario lies."""
    return FOLDER / f"{scenario}.txt"


def playthrough(scenario: str) -> str:
    """The battle as text: every question with who answers it and what, and after each what happened."""
    session = Session.begin(load_scenario(find_scenario(scenario)), seed=SEED)
    return "\n".join(_lines(session, scenario)) + "\n"


def _lines(session: Session, scenario: str) -> Iterator[str]:
    players = {side: Captain(f"{SEED}/{side}") for side in session.state.sides}
    yield f"{session.setup.title} ({scenario}), seed {SEED}"
    yield from _told(session, session.events)
    while (question := session.pending) is not None:
        player = players[question.player]
        answer = player.answer(session)
        why = f" | {player.reason()}" if player.reason() else ""
        yield f"{question.player} {question.topic}{_about(question)}: {_answer(session, answer)}{why}"
        done = session.submit(answer)
        assert done.accepted, [session.explain(r) for r in done.refusals]
        yield from _told(session, done.events)
    outcome = session.state.outcome
    assert outcome is not None
    score = ", ".join(f"{side} {points}" for side, points in session.state.scores.items())
    yield f"Over: {outcome.winner or 'a draw'} ({outcome.reason}); {score}"


def _told(session: Session, events: Any) -> Iterator[str]:
    sentences = [sentence for event in events if (sentence := session.tell(event))]
    for sentence, again in groupby(sentences):
        times = len(list(again))
        yield f"    {sentence}{f' ({times} times)' if times > 1 else ''}"


def _about(question: Decision[Any]) -> str:
    about = f" {'/'.join(question.subjects)}" if question.subjects else ""
    if isinstance(question, Choose):
        return f"{about} [{len(question.open)} of {len(question.options)}]"
    if isinstance(question, ChooseMany):
        return f"{about} [{len([o for o in question.options if not o.barred])} of {len(question.options)}]"
    if isinstance(question, React):
        return f"{about} [{len([o for o in question.rows if not o.barred])} of {len(question.rows)}]"
    if isinstance(question, Move):
        return f"{about} [{len(question.models)} models]"
    return about


def _answer(session: Session, answer: Any) -> str:
    """An answer in words: names as they are, places in inches, many things by their number."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, Pose):
        return _place(answer)
    if isinstance(answer, str | int):
        return str(answer)
    if not answer:
        return "none"
    if all(isinstance(item, str) for item in answer):
        return ", ".join(answer) if len(answer) <= MANY else f"{', '.join(answer[:MANY])} ... {len(answer)} in all"
    first, value = answer[0]
    if isinstance(value, Pose):
        return f"{len(answer)} placed, {first} at {_place(value)}"
    if isinstance(value, tuple):
        return f"{len([1 for _, legs in answer if legs])} move"
    return ", ".join(f"{name} {number}" for name, number in answer)


def _place(pose: Pose) -> str:
    return f'{inches(pose.x):.2f}", {inches(pose.y):.2f}"'
