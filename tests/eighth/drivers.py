"""Ways of playing whole battles for tests: by suggestions, and looking for trouble."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import Any

from battlefield.units import um
from engine.core.decisions import Choose, Decision, Move, MoveAnswer, React
from engine.core.dice import Stream
from engine.core.records import body_of
from engine.core.setup import Setup
from engine.core.state import State
from engine.eighth import status
from engine.eighth.book import EighthBook
from engine.mechanics.straight import nearest
from engine.session import Session

LAZY = ("done", "back", "stay", "fire")

Driver = Callable[[Session, Stream], Any]


def by_suggestion(session: Session, stream: Stream) -> Any:
    """What the question itself suggests."""
    assert session.pending is not None
    return session.pending.suggest(stream)


class Aggressor:
    """Goes for the enemy: moves toward it, shoots, charges and fights with whatever may, and takes every reaction."""

    def __init__(self) -> None:
        self._tried: set[tuple[int, str]] = set()

    def __call__(self, session: Session, stream: Stream) -> Any:
        question = session.pending
        assert question is not None
        if question.topic.startswith("move.") and isinstance(question, Move):
            return advance(session.state, question, stream)
        if isinstance(question, React):
            return stream.pick([row.id for row in question.rows])
        if isinstance(question, Choose):
            return self._choice(session, question, stream)
        return question.suggest(stream)

    def _choice(self, session: Session, question: Choose, stream: Stream) -> str:
        if question.topic == "move.how":
            return "move" if "move" in [o.id for o in question.open] else question.suggest(stream)
        turn = session.state.clock.turn
        keen = [o.id for o in question.open if o.id not in LAZY]
        if question.topic == "shoot.unit":
            keen = [unit for unit in keen if (turn, unit) not in self._tried]
        if not keen:
            return question.open[-1].id if question.open[-1].id in LAZY else question.suggest(stream)
        chosen = stream.pick(keen)
        if question.topic == "shoot.unit":
            self._tried.add((turn, chosen))
        return chosen


def advance(state: State, question: Move, stream: Stream) -> MoveAnswer:
    """A unit goes toward the nearest enemy as far as it may, all its models alike."""
    side = question.player
    bodies, foes = (
        [body_of(state.models[m]) for m in question.models],
        [body_of(m) for m in status.enemies(state, side)],
    )
    if bodies and foes:
        foe = min(foes, key=lambda body: (nearest(bodies, [body]), body.id))
        dx, dy = foe.pose.x - bodies[0].pose.x, foe.pose.y - bodies[0].pose.y
        length = max(1.0, sqrt(dx * dx + dy * dy))
        far = min(dict(question.allowance).values(), default=0)
        for share in (1.0, 0.75, 0.5, 0.25):
            reach = min(far * share, max(0.0, length - um(2)))
            x, y = round(dx * reach / length), round(dy * reach / length)
            ends = {b.id: replace(b.pose, x=b.pose.x + x, y=b.pose.y + y) for b in bodies}
            answer, refused = question.complete(ends)
            if answer and not refused and not question.refusals(answer):
                return answer
    return question.suggest(stream)


def play(setup: Setup, seed: int, driver: Driver, *, limit: int = 4000, strict: bool = True) -> Session:
    """A battle played by a driver to its end; an AssertionError when an answer is refused or it takes too long."""
    session = Session.begin(setup, seed, book=EighthBook(), strict=strict)
    stream, asked = Stream(str(seed)), Counter[str]()
    while session.pending is not None:
        question: Decision[Any] = session.pending
        answer = driver(session, stream)
        given = session.submit(answer)
        assert given.accepted, f"{question.topic} {question.subjects}: {answer!r} refused: {given.refusals}"
        asked[question.topic] += 1
        assert sum(asked.values()) < limit, f"it takes too long: {asked.most_common(5)}"
    return session
