"""Procedures: one activation of a rulebook written top to bottom as a generator.

A procedure reads the battle's state, writes through its doors, and asks. Whatever it read before an `ask` may have
changed after it; read again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from engine.core.decisions import PASS, Chance, Decision, Option, React
from engine.core.dice import Roll
from engine.core.moments import Reaction, Rolled
from engine.core.records import Frame

if TYPE_CHECKING:
    from engine.core.battle import Battle

T = TypeVar("T")
A = TypeVar("A")
M = TypeVar("M")

Procedure: TypeAlias = Generator[Decision[Any], Any, T]
Offer: TypeAlias = tuple[Reaction, Option]

REFRESH = object()
"""Sent instead of an answer when the state changed under an open question: ask it anew."""


def ask(question: Decision[A] | Callable[[], Decision[A]]) -> Procedure[A]:
    """Put a question and return the answer. A question given as a function is made anew whenever the table changed."""
    answer = yield from ask_if(question if callable(question) else lambda: question)
    return cast(A, answer)


def ask_if(question: Callable[[], Decision[A] | None]) -> Procedure[A | None]:
    """Put a question, made anew whenever the table changed, and return the answer.

    None when the function makes no question: there is nothing to be answered, or nothing any more.
    """
    while (asked := question()) is not None:
        answer = yield asked
        if answer is not REFRESH:
            result: A = answer
            return result
    return None


def roll(
    b: Battle, dice: Roll, again: Callable[[tuple[int, ...]], tuple[int, ...]] | None = None
) -> Procedure[tuple[int, ...]]:
    """Roll dice and return the faces that count, after whatever may be done to a roll.

    `again` names the dice, by index, that a rule rolls again whatever anybody wants; they are spent when the roll is
    announced.
    """
    if not dice.dice:
        return ()
    faces = yield from ask(Chance(player=dice.side, rule=dice.rule, topic="dice", subjects=(dice.subject,), roll=dice))
    b.rolled(dice, faces)
    which = again(faces) if again is not None else ()
    faces = yield from reroll(b, dice, faces, which)
    moment = yield from react(b, Rolled(dice, faces, which))
    return moment.faces


def reroll(b: Battle, dice: Roll, faces: tuple[int, ...], which: tuple[int, ...]) -> Procedure[tuple[int, ...]]:
    """Roll the dice at the indices `which` again; the new faces stand in their places. No reaction follows."""
    if not which:
        return faces
    again = Roll(f"{dice.purpose}.again", dice.rule, dice.side, tuple(dice.dice[i] for i in which), dice.subject,
                 dice.need, dice.details)  # fmt: skip
    new = yield from ask(Chance(player=dice.side, rule=dice.rule, topic="dice", subjects=(dice.subject,), roll=again))
    b.rolled(again, new)
    result = list(faces)
    for index, face in zip(which, new, strict=True):
        result[index] = face
    return tuple(result)


def react(b: Battle, moment: M) -> Procedure[M]:
    """Announce a moment; each side in the book's order may react, each possibility once. Returns the moment after."""
    rows = [row for row in b.book.reactions() if isinstance(moment, row.moment)]
    if not rows:
        return moment
    for side in b.book.react_order(b.state, moment):
        taken: set[str] = set()
        while True:
            offers = [(row, o) for row in rows for o in row.may(b.state, moment, side) if o.id not in taken]
            picked = _without_asking(b, side, offers)
            if picked is None:
                question = _question(b, side, offers)
                answer = PASS if question is None else (yield question)
                if answer is REFRESH:
                    continue
                if answer == PASS:
                    break
                picked = next(offer for offer in offers if offer[1].id == answer)
            taken.add(picked[1].id)
            moment = yield from picked[0].procedure(b, moment, picked[1].id)
    return moment


def _without_asking(b: Battle, side: str, offers: list[Offer]) -> Offer | None:
    """The first offer that happens by itself, by the rules or by a standing answer of the side."""
    free = [offer for offer in offers if not offer[1].barred]
    forced = next((offer for offer in free if not offer[0].optional), None)
    always = (offer for offer in free if b.state.standing.get((side, offer[0].rule)) == "always")
    return forced or next(always, None)


def _question(b: Battle, side: str, offers: list[Offer]) -> React | None:
    """What the side is asked: the offers it has not refused beforehand. None when nothing is left to take."""
    left = [(row, o) for row, o in offers if not o.barred and b.state.standing.get((side, row.rule)) != "never"]
    if not left:
        return None
    shown = tuple(option for _, option in left)
    subjects = tuple(option.subject for option in shown)
    first, option = left[0]
    return React(player=side, rule=first.rule, topic=first.topic, subjects=subjects, hints=option.details, rows=shown)


def within(b: Battle, frame: Frame, inner: Procedure[T]) -> Procedure[T]:
    """Run a procedure with another side active, or out of phase."""
    b.push_frame(frame)
    result = yield from inner
    b.pop_frame()
    return result
