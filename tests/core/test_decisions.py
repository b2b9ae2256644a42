"""The closed set of questions: what fits each, what does not, and that each can suggest what fits."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.paths import Climb, Glide, Jump, Turn
from battlefield.pose import Pose
from battlefield.shapes import Round
from engine.core.decisions import (
    PASS,
    Agree,
    Allocate,
    Amount,
    Chance,
    Choose,
    ChooseMany,
    Confirm,
    Decision,
    Direction,
    Item,
    Move,
    Option,
    Order,
    Place,
    PlaceTemplate,
    React,
    Split,
)
from engine.core.dice import Roll, Stream
from engine.core.refusals import Refusal

BARRED = Option("c", barred=(Refusal("test.barred"),))
OPTIONS = (Option("a"), Option("b"), BARRED)
ASKED: dict[str, Any] = {"player": "blue", "rule": "r", "topic": "t"}
NOWHERE = Pose(0, 0)
FRACTION: Any = 0.5
NOTHING: Any = None

CASES: list[tuple[Decision[Any], list[Any], list[Any]]] = [
    (Choose(**ASKED, options=OPTIONS), ["a", "b"], ["c", "d", None, 0, ("a",)]),
    (
        ChooseMany(**ASKED, options=OPTIONS, least=1, most=2),
        [("a",), ("b", "a")],
        [(), ("a", "a"), ("c",), "a", ["a"], ("a", "b", "c"), ("z",), None],
    ),
    (
        Order(**ASKED, items=(Option("1"), Option("2"))),
        [("1", "2"), ("2", "1")],
        [(1, 2), ("1",), ("1", "1"), "12", None],
    ),
    (Amount(**ASKED, low=-1, high=3), [-1, 0, 3], [-2, 4, 1.0, True, "1", None]),
    (
        Split(**ASKED, total=3, bins=OPTIONS[:2], caps=(2, 2)),
        [(("a", 2), ("b", 1)), (("a", 1), ("b", 2))],
        [
            (("a", 3), ("b", 0)),
            (("a", 1), ("b", 1)),
            (("b", 2), ("a", 1)),
            (("a", 4), ("b", -1)),
            (("a", 3),),
            (),
            None,
            3,
        ],
    ),
    (
        Allocate(**ASKED, wounds=(Option("w1"), Option("w2")), lots=OPTIONS),
        [("a", "a"), ("b", "a")],
        [("a",), ("a", "c"), ("a", "z"), "ab", None],
    ),
    (
        Move(**ASKED, models=("m", "n"), complete=lambda wanted: ((), ()), cost=lambda model, route: 0),
        [(), (("m", ()),), (("n", (Glide(1, 2), Turn(3), Climb(4), Jump(NOWHERE))), ("m", ()))],
        [
            (("z", ()),),
            (("m", ()), ("m", ())),
            (("m", (Glide(FRACTION, 2),)),),
            (("m", ("left",)),),
            (("m", (Jump(NOTHING),)),),
            "m",
            3,
        ],
    ),
    (
        Place(**ASKED, models=("m", "n"), advise=lambda stream: (("m", NOWHERE), ("n", NOWHERE))),
        [(("n", NOWHERE), ("m", Pose(1, 2, 3, 4)))],
        [
            (("m", NOWHERE),),
            (("m", NOWHERE), ("m", NOWHERE)),
            (("m", (1, 2)), ("n", (3, 4))),
            (("m", Pose(FRACTION, 0)), ("n", NOWHERE)),
        ],
    ),
    (
        PlaceTemplate(**ASKED, template=Round(9), under=lambda pose: (), advise=lambda stream: NOWHERE),
        [NOWHERE],
        [None, (0, 0), Pose(FRACTION, 0), "here"],
    ),
    (Direction(**ASKED), [0, 359_000_000], [1.5, "north", True, None]),
    (React(**ASKED, rows=OPTIONS), [PASS, "a", "b"], ["c", "d", None, False]),
    (Confirm(**ASKED), [True, False], [1, 0, None, "yes"]),
    (
        Chance(**ASKED, roll=Roll("p", "r", "blue", (6, 3))),
        [(1, 1), (6, 3)],
        [(1,), (1, 4), (0, 1), (7, 1), (1.0, 1), (True, 1), "11", None, [1, 1]],
    ),
    (
        Agree(**ASKED, items=(Item("x", ("p", "q"), "q"), Item("y", ("p",), "p"))),
        [(("x", "p"), ("y", "p"))],
        [(("x", "p"),), (("y", "p"), ("x", "p")), (("x", "z"), ("y", "p")), (("x", 1), ("y", 2)), None],
    ),
]


@pytest.mark.parametrize(("question", "fitting", "unfitting"), CASES, ids=[type(c[0]).__name__ for c in CASES])
def test_what_fits_a_question_and_what_does_not(
    question: Decision[Any], fitting: list[Any], unfitting: list[Any]
) -> None:
    for answer in fitting:
        assert question.refusals(answer) == (), answer
    for answer in unfitting:
        assert question.refusals(answer), answer
        assert all(refusal.code for refusal in question.refusals(answer))


@pytest.mark.parametrize("question", [c[0] for c in CASES], ids=[type(c[0]).__name__ for c in CASES])
def test_every_question_suggests_what_fits(question: Decision[Any]) -> None:
    for key in range(40):
        assert question.refusals(question.suggest(Stream(str(key)))) == ()


def test_the_closed_set_is_closed() -> None:
    known = {cls.__name__ for cls in Decision.__subclasses__()}
    assert {type(question).__name__ for question, _, _ in CASES} == known


def test_a_barred_option_says_why() -> None:
    assert Choose(**ASKED, options=OPTIONS).refusals("c") == BARRED.barred


def test_the_rules_are_asked_only_about_what_fits() -> None:
    asked: list[int] = []

    def legal(answer: int) -> tuple[Refusal, ...]:
        asked.append(answer)
        return (Refusal("test.odd"),) if answer % 2 else ()

    question = Amount(**ASKED, low=0, high=5, legal=legal, advise=lambda stream: 2 * stream.below(3))
    assert question.refusals(9)[0].code == "answer.out_of_range" and not asked
    assert question.refusals(3)[0].code == "test.odd"
    assert question.refusals(4) == ()
    assert asked == [3, 4]


def test_suggestions_of_options_reach_every_one_that_is_free() -> None:
    many = ChooseMany(**ASKED, options=OPTIONS, least=0, most=2)
    drawn = {answer for key in range(40) for answer in [many.suggest(Stream(str(key)))]}
    assert {("a",), ("b",)} & drawn == {("a",)} or ("b",) in drawn
    assert {React(**ASKED, rows=OPTIONS).suggest(Stream(str(k))) for k in range(40)} == {PASS, "a", "b"}
