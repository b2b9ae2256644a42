"""Procedures, reactions and the runner, on the smallest books that show the point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.core import referee
from engine.core.battle import Battle
from engine.core.decisions import PASS, Amount, Option, React
from engine.core.dice import Roll, pool
from engine.core.moments import Reaction, Rolled
from engine.core.procedure import Procedure, ask, ask_if, react, reroll, roll, within
from engine.core.records import Effect, Frame, Outcome
from engine.core.refusals import Refusal
from engine.core.runner import STEPS_WITHOUT_QUESTION, Runner, Stalled
from engine.core.state import State
from engine.core.timetable import Loop, Once, Step
from engine.session import Session
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup


@dataclass(frozen=True)
class Called:
    """Somebody calls; `told` collects who answered."""

    told: tuple[str, ...] = ()


class Small(TortureBook):
    """A book of one step and the reactions given."""

    def __init__(
        self, play: Callable[[Battle], Procedure[None]], *rows: Reaction, order: tuple[str, ...] = ("blue", "red")
    ):
        self._play = play
        self._rows = rows
        self._order = order

    def timetable(self, state: State) -> tuple[Step, ...]:
        return (Once("play", self._play), Once("end", end))

    def reactions(self) -> tuple[Reaction, ...]:
        return self._rows

    def react_order(self, state: State, moment: object) -> tuple[str, ...]:
        return self._order


def end(b: Battle) -> Procedure[None]:
    b.finish(Outcome("", "r", "done"))
    return
    yield


def call(b: Battle) -> Procedure[None]:
    moment = yield from react(b, Called())
    b.say("told", "r", who=moment.told)


def test_a_question_that_can_no_longer_be_made_is_dropped_and_the_procedure_goes_on() -> None:
    answers: list[int | None] = []

    def play(b: Battle) -> Procedure[None]:
        def question() -> Amount | None:
            left = len(b.state.present("red-squad"))
            return Amount(player="red", rule="r", topic="how many", low=1, high=left) if left else None

        answers.append((yield from ask_if(question)))

    asked = Session.begin(torture_setup(), 1, book=Small(play))
    assert asked.submit(2).accepted and answers == [2]
    session = Session.begin(torture_setup(), 1, book=Small(play))
    models = [m.id for m in session.state.present("red-squad")]
    for n, model in enumerate(models, 1):
        assert session.command(referee.RemoveModel(model), "blue", ("blue", "red")).accepted
        assert session.pending is None if n == len(models) else session.pending.high == len(models) - n
    assert answers == [2, None]
    assert session.undo(("blue", "red")).accepted and session.pending.high == 1


def reply(rule: str, sides: tuple[str, ...] = ("blue", "red"), optional: bool = True) -> Reaction:
    def may(state: State, moment: Called, side: str) -> tuple[Option, ...]:
        return (Option(rule, side),) if side in sides else ()

    def answer(b: Battle, moment: Called, row: str) -> Procedure[Called]:
        return replace(moment, told=(*moment.told, row))
        yield

    return Reaction(rule, Called, may, answer, optional)


def session_of(play: Callable[[Battle], Procedure[None]], *rows: Reaction, **how: Any) -> Session:
    return Session.begin(torture_setup(), 1, book=Small(play, *rows, **how))


def told(session: Session) -> Any:
    (event,) = [e for e in session.events if e.code == "told"]
    return event.detail("who")


def test_both_players_react_in_the_books_order_and_the_moment_is_handed_on() -> None:
    session = session_of(call, reply("a"), reply("b", ("red",)), order=("red", "blue"))
    asked = []
    while isinstance(session.pending, React):
        asked.append((session.pending.player, [row.id for row in session.pending.rows]))
        session.submit(session.pending.rows[-1].id)
    assert asked == [("red", ["a", "b"]), ("red", ["a"]), ("blue", ["a"])]
    assert told(session) == ("b", "a", "a")


def test_passing_lets_the_rest_go_by() -> None:
    session = session_of(call, reply("a"), reply("b"))
    session.submit("b")
    session.submit(PASS)
    session.submit(PASS)
    assert told(session) == ("b",)


def test_what_is_not_optional_happens_unasked_and_first() -> None:
    session = session_of(call, reply("a", ("blue",)), reply("must", optional=False))
    assert isinstance(session.pending, React)
    session.submit("a")
    assert session.pending is None
    assert told(session) == ("must", "a", "must")


def test_nothing_is_asked_that_cannot_be_answered() -> None:
    session = session_of(call, reply("a", ()))
    assert session.pending is None and told(session) == ()


def test_a_barred_reaction_neither_happens_nor_is_asked() -> None:
    def may(state: State, moment: Called, side: str) -> tuple[Option, ...]:
        return (Option("x", side, barred=(Refusal("test.no"),)),)

    for optional in (True, False):
        row = replace(reply("x"), may=may, optional=optional)
        assert told(session_of(call, row)) == ()


def test_standing_answers_come_before_the_question() -> None:
    session = session_of(call, reply("a"), reply("b"))
    session.command(referee.Standing("blue", "b", "always"), "blue", ())
    session.command(referee.Standing("blue", "a", "never"), "blue", ())
    assert isinstance(session.pending, React) and session.pending.player == "red"
    session.submit(PASS)
    assert told(session) == ("b",)


def reroller(spent: list[tuple[int, ...]]) -> Reaction:
    def may(state: State, moment: Rolled, side: str) -> tuple[Option, ...]:
        spent.append(moment.spent)
        return tuple(Option(str(n)) for n in range(len(moment.faces)) if n not in moment.spent and side == "blue")

    def again(b: Battle, moment: Rolled, row: str) -> Procedure[Rolled]:
        faces = yield from reroll(b, moment.roll, moment.faces, (int(row),))
        return Rolled(moment.roll, faces, (*moment.spent, int(row)))

    return Reaction("again", Rolled, may, again)


def throw(b: Battle) -> Procedure[None]:
    faces = yield from roll(b, Roll("throw", "r", "blue", pool(3), need=4))
    b.say("told", "r", who=faces)


def test_a_reroll_replaces_the_die_and_what_was_rerolled_is_no_longer_offered() -> None:
    session = Session.begin(torture_setup(), 1, "typed", book=Small(throw, reroller([])))
    session.submit((1, 2, 3))
    session.submit("1")
    assert session.pending is not None and session.pending.roll.dice == (6,)  # type: ignore[attr-defined]
    session.submit((6,))
    assert isinstance(session.pending, React) and [row.id for row in session.pending.rows] == ["0", "2"]
    session.submit(PASS)
    assert told(session) == (1, 6, 3)


def test_no_dice_no_question() -> None:
    def nothing(b: Battle) -> Procedure[None]:
        faces = yield from roll(b, Roll("none", "r", "blue", ()))
        again = yield from reroll(b, Roll("none", "r", "blue", (6,)), (3,), ())
        b.say("told", "r", who=(faces, again))

    assert told(session_of(nothing)) == ((), (3,))


def test_within_a_frame_another_side_acts_and_the_clock_is_not_asked() -> None:
    seen = []

    def inner(b: Battle) -> Procedure[str]:
        yield from ask(Amount(player=b.state.active, rule="r", topic="t", low=0, high=1))
        seen.append((b.state.active, b.state.in_phase))
        return b.state.active

    def outer(b: Battle) -> Procedure[None]:
        who = yield from within(b, Frame("red", False), inner(b))
        b.say("told", "r", who=(who, b.state.in_phase))

    session = session_of(outer)
    assert session.pending is not None and session.pending.player == "red"
    session.submit(1)
    assert seen == [("red", False)] and told(session) == ("red", True)


def test_a_record_kept_across_a_question_is_caught_in_strict_mode() -> None:
    def stale(b: Battle) -> Procedure[None]:
        model = b.model("blue-squad-0")
        yield from ask(Amount(player="blue", rule="r", topic="t", low=0, high=1))
        b.say("told", "r", who=(model is b.model("blue-squad-0"),))

    answers = {}
    for strict in (False, True):
        session = Session.begin(torture_setup(), 1, book=Small(stale), strict=strict)
        session.submit(0)
        answers[strict] = told(session)
    assert answers == {False: (True,), True: (False,)}


def test_a_book_that_runs_in_circles_is_stopped() -> None:
    class Circles(Small):
        def timetable(self, state: State) -> tuple[Step, ...]:
            return (Loop("round", lambda state: True, idle),)

    def idle(b: Battle, _: bool) -> Procedure[None]:
        return
        yield

    book = Circles(call)
    with pytest.raises(Stalled, match=f"{STEPS_WITHOUT_QUESTION} steps without a question"):
        Runner(book, book.set_up(torture_setup(), "1"))


def test_a_timetable_that_leads_nowhere_is_named() -> None:
    class Short(Small):
        def timetable(self, state: State) -> tuple[Step, ...]:
            return (Once("play", self._play),)

    book = Short(call)
    with pytest.raises(Stalled, match="all 1 steps are done and none led on"):
        Runner(book, book.set_up(torture_setup(), "1"))


def test_a_step_that_sets_the_clock_decides_itself_which_step_is_next() -> None:
    class Leaps(Small):
        def timetable(self, state: State) -> tuple[Step, ...]:
            return (Once("leap", leap), Once("left out", never), Once("end", end))

    def leap(b: Battle) -> Procedure[None]:
        b.set_clock(replace(b.state.clock, entry=2), "r")
        return
        yield

    def never(b: Battle) -> Procedure[None]:
        raise AssertionError("this step was left out")
        yield

    book = Leaps(call)
    runner = Runner(book, book.set_up(torture_setup(), "1"))
    assert runner.pending is None
    assert (runner.state.outcome, runner.state.clock.entry) == (Outcome("", "r", "done"), 3)


def test_quiet_points_lie_between_steps_and_a_copy_goes_on_from_there() -> None:
    quiets: list[State] = []
    book = TortureBook()
    runner = Runner(book, book.set_up(torture_setup(), "1"), lambda state: quiets.append(state.copy()))
    assert runner.pending is not None
    runner.answer((("mound", "hill"), ("wind", "calm")))
    assert [state.clock.entry for state in quiets] == [1]
    again = Runner(book, quiets[0].copy())
    assert again.pending == runner.pending


def test_a_procedure_with_a_finally_can_be_given_up() -> None:
    def tidy(b: Battle) -> Procedure[None]:
        try:
            yield from ask(Amount(player="blue", rule="r", topic="t", low=0, high=9))
        finally:
            b.add_effect(Effect("e", "", "r", "blue", "k"))

    session = session_of(tidy)
    session.submit(1)
    assert session.undo(("blue", "red")).accepted
    session.submit(2)
    assert session.undo(("blue", "red")).accepted
    assert not session.state.effects


def test_a_question_given_as_a_function_is_made_anew_when_the_table_changed() -> None:
    def count(b: Battle) -> Procedure[None]:
        yield from ask(
            lambda: Amount(player="blue", rule="r", topic="t", low=0, high=len(b.state.present("blue-squad")))
        )

    session = session_of(count)
    assert session.preview(5) == ()
    session.command(referee.RemoveModel("blue-squad-0"), "blue", ("blue", "red"))
    assert session.preview(5)[0].code == "answer.out_of_range"
