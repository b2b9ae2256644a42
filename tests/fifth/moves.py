"""Moves for tests: a unit is picked and its models glide to spots given in inches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from battlefield.paths import Glide, Route
from battlefield.units import inches, um
from engine.core.battle import Battle
from engine.core.decisions import Chance
from engine.core.events import Event
from engine.core.procedure import Procedure
from engine.core.refusals import Refusals
from engine.session import Session
from tests.fifth.tables import Spot, answer, refused, submit


def legs(*spots: Spot) -> Route:
    """Straight legs through spots in inches."""
    return tuple(Glide(um(x), um(y)) for x, y in spots)


def straight_to(ends: Mapping[str, Spot]) -> tuple[tuple[str, Route], ...]:
    """Each model straight to its spot, in the order given."""
    return tuple((model, legs(spot)) for model, spot in ends.items())


def move(session: Session, unit: str, ends: Mapping[str, Spot]) -> tuple[Event, ...]:
    """Pick a unit and move its models straight to their spots."""
    answer(session, "move.unit", unit)
    return answer(session, "move.models", straight_to(ends))


def refusals_of(session: Session, ends: Mapping[str, Spot] | tuple[tuple[str, Route], ...]) -> Refusals:
    """Why the open move question refuses these moves; an AssertionError when it does not."""
    return refused(session, straight_to(ends) if isinstance(ends, Mapping) else ends)


def accepts(session: Session, ends: Mapping[str, Spot] | tuple[tuple[str, Route], ...]) -> bool:
    """Whether the open move question would accept these moves."""
    assert session.pending is not None
    given: Any = straight_to(ends) if isinstance(ends, Mapping) else ends
    return not session.pending.refusals(given)


def where(session: Session, model: str) -> Spot:
    """Where a model stands, in inches, to a thousandth."""
    pose = session.state.models[model].pose
    return round(inches(pose.x), 3), round(inches(pose.y), 3)


def pick(session: Session, unit: str) -> None:
    """Pick a unit to move."""
    submit(session, unit)


def table_of(session: Session) -> Battle:
    """The battle behind a session, to be written to by its doors."""
    return session._timeline.runner.battle


def carry_out(
    session: Session, make: Callable[[Battle], Procedure[Any]], dice: Iterable[int] = (), answers: Iterable[Any] = ()
) -> Any:
    """Run a procedure on a session's battle with these faces and answers, every one used; returns its result."""
    faces, given = list(dice), list(answers)
    procedure = make(table_of(session))
    reply: Any = None
    while True:
        try:
            question = procedure.send(reply)
        except StopIteration as stop:
            assert not faces and not given, f"left over: {faces} {given}"
            return stop.value
        if isinstance(question, Chance):
            count = len(question.roll.dice)
            assert len(faces) >= count, f"no faces left for {question.roll.purpose}"
            reply, faces = tuple(faces[:count]), faces[count:]
        else:
            reply = given.pop(0)
            assert not question.refusals(reply), f"{question.topic}: {reply!r}"
