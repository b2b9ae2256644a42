"""Numbers that no table, base or die can have are refused where they are read, in a sentence, and cost nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlefield.paths import Climb, Glide, Jump, Turn
from battlefield.pose import Pose
from battlefield.shapes import Round
from engine.core import codec, referee
from engine.core.bounds import FARTHEST, LARGEST, MOST_LEGS, TURNS
from engine.core.decisions import Choose, ChooseMany, Decision, Direction, Move, Option, Place, PlaceTemplate, React
from engine.core.dice import Stream
from engine.core.journal import JournalError
from engine.core.record import Entry, dump, start_digest
from engine.session import Session
from tests.eighth.tables import battle, spots, unit
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

BOTH = ("blue", "red")
ASKED: dict[str, Any] = {"player": "blue", "rule": "r", "topic": "t"}
ABSURD = (2**63, -(2**63), 2**63 - 1, 10**30, -(10**30), FARTHEST + 1)
MOVE = Move(**ASKED, models=("m",), complete=lambda wanted: ((), ()), cost=lambda model, route: 0)
PLACE = Place(**ASKED, models=("m",))
TEMPLATE = PlaceTemplate(**ASKED, template=Round(9), under=lambda pose: ())


def deep(levels: int) -> Any:
    """A tuple in a tuple in a tuple."""
    made: Any = ()
    for _ in range(levels):
        made = (made,)
    return made


@pytest.mark.parametrize("n", ABSURD)
@pytest.mark.parametrize("where", ["x", "y", "z"])
def test_a_place_far_beyond_any_table_is_refused_in_every_kind_of_answer(n: int, where: str) -> None:
    pose = Pose(**{"x": 0, "y": 0, where: n})
    leg = {"x": Glide(n, 0), "y": Glide(0, n), "z": Climb(n)}[where]
    cases: list[tuple[Decision[Any], Any]] = [
        (MOVE, (("m", (leg,)),)), (MOVE, (("m", (Jump(pose),)),)), (PLACE, (("m", pose),)), (TEMPLATE, pose),
    ]  # fmt: skip
    for question, answer in cases:
        assert [r.code for r in question.refusals(answer)] == ["answer.too_large"]


@pytest.mark.parametrize("facing", [2**63, -(2**63), TURNS * 360_000_000 + 1])
def test_nobody_turns_round_and_round(facing: int) -> None:
    cases: list[tuple[Decision[Any], Any]] = [
        (MOVE, (("m", (Turn(facing),)),)), (MOVE, (("m", (Jump(Pose(0, 0, 0, facing)),)),)),
        (PLACE, (("m", Pose(0, 0, 0, facing)),)), (TEMPLATE, Pose(0, 0, 0, facing)), (Direction(**ASKED), facing),
    ]  # fmt: skip
    for question, answer in cases:
        assert [r.code for r in question.refusals(answer)] == ["answer.too_large"]
    assert MOVE.refusals((("m", (Turn(10**9),)),)) == (), "less than three times round is a turn"


def test_a_way_of_thousands_of_legs_is_no_way() -> None:
    assert MOVE.refusals((("m", (Turn(0),) * MOST_LEGS),)) == ()
    assert [r.code for r in MOVE.refusals((("m", (Turn(0),) * (MOST_LEGS + 1)),))] == ["answer.wrong_form"]


@pytest.mark.parametrize("made", [lambda: 10**5000, lambda: (10**5000,), lambda: deep(50_000), lambda: ([],), dict])
def test_what_cannot_even_be_told_is_refused_like_any_other_nonsense(made: Callable[[], Any]) -> None:
    answer = made()
    options = (Option("a"), Option("b"))
    kinds = (Choose(**ASKED, options=options), ChooseMany(**ASKED, options=options), React(**ASKED, rows=options))
    for question in kinds:
        assert question.refusals(answer)


@pytest.mark.parametrize("n", ABSURD)
def test_absurd_moves_of_a_real_unit_are_refused_in_a_sentence(n: int) -> None:
    session = battle(unit("a", "blue", spots((0, 0), (1.5, 0))), unit("x", "red", spots((20, 0))))
    session.submit("a")
    session.submit("move")
    before = session.digest
    for legs in ((Glide(n, n),), (Climb(n),), (Jump(Pose(n, 0)),), (Glide(0, 0), Glide(n, 0))):
        done = session.submit((("a-1", legs),))
        assert [r.code for r in done.refusals] == ["answer.too_large"]
        assert "1000" in session.explain(done.refusals[0])
        assert session.allow((("a-1", legs),), BOTH).refusals, "not even both players together"
    assert session.digest == before


FRACTION: Any = 0.5
LIST: Any = []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (referee.MoveModel("red-squad-0", Pose(2**63, 0)), "referee.off_table"),
        (referee.MoveModel("red-squad-0", Pose(0, 0, -(2**63))), "referee.off_table"),
        (referee.MoveModel("red-squad-0", Pose(0, 0, 0, 2**63)), "referee.off_table"),
        (referee.MoveModel("red-squad-0", Pose(-1, 0)), "referee.off_table"),
        (referee.MoveModel("red-squad-0", Pose(0, 0, -1)), "referee.off_table"),
        (referee.MoveModel("red-squad-0", Pose(FRACTION, 0)), "referee.wrong_form"),
        (referee.MoveModel("red-squad-0", FRACTION), "referee.wrong_form"),
        (referee.WoundModel("red-squad-0", 10**30), "referee.too_large"),
        (referee.WoundModel("red-squad-0", -(10**30)), "referee.too_large"),
        (referee.WoundModel("red-squad-0", FRACTION), "referee.wrong_form"),
        (referee.RemoveModel(LIST), "referee.wrong_form"),
        (referee.Note(FRACTION), "referee.wrong_form"),
        (referee.Reseed(LIST), "referee.wrong_form"),
        ("remove everything", "referee.wrong_form"),
    ],
    ids=repr,
)
def test_absurd_commands_are_refused_in_a_sentence(command: Any, code: str) -> None:
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    before = session.digest
    refusals = session.command(command, "blue", BOTH).refusals
    assert [r.code for r in refusals] == [code] and session.digest == before
    assert session.explain(refusals[0]) != code


# -- files -------------------------------------------------------------------------------------------------------------


def saved(folder: Path) -> tuple[Path, list[Any]]:
    """A battle file and its lines as data."""
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    for _ in range(3):
        assert session.pending is not None
        session.submit(session.pending.suggest(Stream("save")))
    path = folder / "a.battle"
    session.save(path)
    return path, [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("width", [0, -5, FARTHEST + 1, 2**63, LARGEST + 1, 10**30])
def test_a_battle_file_whose_table_is_absurd_is_none(tmp_path: Path, width: int) -> None:
    path, lines = saved(tmp_path)
    head = lines[0]
    head["setup"]["width"] = width
    head["digest"] = codec.digest(start_digest(dump(head["setup"]), head["dice_key"]), dump(head["opening"]))
    path.write_text(dump(head) + "\n")
    with pytest.raises(JournalError, match=r"size|number"):
        Session.load(path, TortureBook())


@pytest.mark.parametrize("zeros", [16, 30, 5000])
def test_a_line_with_an_absurd_number_ends_what_is_read_of_a_file(tmp_path: Path, zeros: int) -> None:
    path, lines = saved(tmp_path)
    kept = path.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if line["is"] == "answer")
    kept[number] = kept[number].replace('"entry":{', '"entry":{"much":1' + "0" * zeros + ",", 1)
    path.write_text("\n".join(kept) + "\n")
    loaded = Session.load(path, TortureBook())
    assert "is damaged" in loaded.lost and "number" in loaded.lost


@pytest.mark.parametrize(
    "command", [referee.MoveModel("red-squad-0", Pose(2**50, 0)), referee.WoundModel("red-squad-0", 2**50)], ids=repr
)
def test_a_command_in_a_file_that_nobody_could_have_given_is_left_out(tmp_path: Path, command: Any) -> None:
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    session._put(Entry("command", "blue", "referee", command))
    path = tmp_path / "a.battle"
    session.save(path)
    loaded = Session.load(path, TortureBook(), whole=True)
    assert len(loaded.lines) == 0 and "no longer fit" in loaded.lost
