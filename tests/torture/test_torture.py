"""The hard cases of the torture book come up, and come out as its rules say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from battlefield.pose import Pose
from engine.core import referee
from engine.core.battle import Battle
from engine.core.decisions import PASS, Allocate, Choose, Decision, React
from engine.core.dice import ScriptedDice, Stream
from engine.core.events import Event
from engine.core.records import Aboard, Gone, OnTable
from engine.session import Session
from tests.laws.battery import end_of, played
from tests.torture.book import TortureBook
from tests.torture.fighting import able
from tests.torture.setup import torture_setup
from tests.torture.shooting import doom, settle

BOTH = ("blue", "red")
SEEDS = range(12)


@pytest.fixture(scope="module")
def battles() -> list[Session]:
    return [end_of(torture_setup(), TortureBook, seed) for seed in SEEDS]


def codes(session: Session) -> list[str]:
    return [event.code for event in session.events]


def test_everything_it_is_made_for_comes_up(battles: list[Session]) -> None:
    seen = Counter(code for session in battles for code in codes(session))
    deeds = ("deed.interrupted", "deed.boasted", "deed.waited", "deed.watched", "torture.landed", "frame.began")
    doors = (
        "unit.mustered",
        "model.transferred",
        "unit.grouped",
        "terrain.set",
        "work.set",
        "work.ended",
        "effect.ended",
    )
    assert not [code for code in (*deeds, *doors) if seen[code] < 3]
    assert {session.state.outcome.winner for session in battles if session.state.outcome} == set(BOTH)


def test_every_shape_of_question_is_asked() -> None:
    shapes: Counter[type] = Counter()
    for seed in SEEDS:
        session = Session.begin(torture_setup(), seed, book=TortureBook())
        shapes.update(type(asked) for asked in played(session, seed))
    typed = Session.begin(torture_setup(), 1, "typed", book=TortureBook())
    shapes.update(type(asked) for asked in played(typed, 1))
    assert {shape.__name__ for shape in shapes} == {cls.__name__ for cls in Decision.__subclasses__()}


def test_shooting_inside_the_others_move(battles: list[Session]) -> None:
    for session in battles:
        active, phase = "", ""
        for event in session.events:
            if event.code == "clock.set":
                active, phase = event.side, event.detail("clock").phase
            if event.code == "frame.began":
                assert event.side != active and phase == "arrive"
    assert any("frame.began" in codes(session) for session in battles)


def blown_up(session: Session) -> list[Event]:
    return [e for e in session.events if e.code == "dice.rolled" and e.detail("roll").purpose in ("boom", "escape")]


def settled(faces: list[int]) -> Battle:
    """A carrier with its passengers aboard is doomed; the dice fall as told."""
    book = TortureBook()
    state = book.set_up(torture_setup(), "1")
    state.models["red-hero-0"] = referee_place(state.models["red-hero-0"], Pose.at(20, 14))
    battle = Battle(book, state)
    doom(battle, "blue-carrier-0", state.models["blue-carrier-0"].pose)
    dice, run = ScriptedDice(faces), settle(battle)
    answer: Any = None
    while True:
        try:
            question = run.send(answer)
        except StopIteration:
            assert not dice.left, "too many dice in the script"
            return battle
        if isinstance(question, React):
            answer = PASS
        elif hasattr(question, "roll"):
            answer = dice.faces(question.roll, "", 0)
        else:
            answer = question.suggest(Stream("x"))


def referee_place(model: Any, pose: Pose) -> Any:
    return replace(model, place=OnTable(pose), wounds=2)


def test_an_explosion_kills_a_carrier_whose_passengers_explode() -> None:
    # the carrier explodes (6: the hero near is hurt); both passengers fail to get out (1, 1) and explode in turn (5, 5)
    battle = settled([6, 1, 1, 5, 5])
    state = battle.state
    assert all(isinstance(state.models[m].place, Gone) for m in ("blue-carrier-0", "blue-bombers-0", "blue-bombers-1"))
    assert isinstance(state.models["red-hero-0"].place, Gone), "killed by the second explosion"
    died = [event.subject for event in battle.take_events() if event.code == "model.gone"]
    assert died == ["blue-carrier-0", "blue-bombers-0", "blue-bombers-1", "red-hero-0"], "in the order of the queue"
    assert not state.work


def test_passengers_who_get_out_live_and_the_wreck_is_terrain() -> None:
    battle = settled([1, 4, 6])
    state = battle.state
    assert all(state.models[m].on_table for m in ("blue-bombers-0", "blue-bombers-1"))
    assert state.models["red-hero-0"].wounds == 2
    (wreck,) = [terrain for terrain in state.terrain.values() if terrain.condition == "wrecked"]
    assert wreck.piece in state.board.pieces
    assert not any(model.place == Aboard("blue-carrier-0") for model in state.models.values())


def test_a_group_splits_in_the_middle_of_the_shooting(battles: list[Session]) -> None:
    for session in battles:
        for line in session.lines:
            happened = [event.code for event in line.events]
            if "unit.mustered" in happened:
                assert line.quiet == "" or happened.index("unit.mustered") < len(happened)
                (unit,) = [e.detail("unit") for e in line.events if e.code == "unit.mustered"]
                moved = [e.subject for e in line.events if e.code == "model.transferred"]
                assert len(moved) >= 2 and unit.id.startswith("band-")


def test_the_order_of_fights_is_overturned() -> None:
    for seed in range(60):
        session = Session.begin(torture_setup(), seed, book=TortureBook())
        for asked in played(session, seed):
            if not (isinstance(asked, React) and asked.rule == "torture.interrupt"):
                continue
            if not all(able(session.state, side) for side in BOTH):
                continue
            calm, overturned = session.fork(), session.fork()
            calm.submit(PASS)
            overturned.submit("interrupt")
            assert asked_to_fight(calm) == session.state.enemy(asked.player)
            assert asked_to_fight(overturned) == asked.player
            return
    raise AssertionError("nobody could interrupt")


def asked_to_fight(session: Session) -> str:
    """Who picks the next fighter, when nobody reacts to anything before."""
    while isinstance(session.pending, React):
        session.submit(PASS)
    assert isinstance(session.pending, Choose) and session.pending.topic == "fighter"
    return session.pending.player


def test_an_effect_outlives_the_absence_of_its_unit(battles: list[Session]) -> None:
    arrived = 0
    for session in battles:
        for unit in ("blue-late", "red-late"):
            assert session.book.value(session.state, unit, "hit") == 1
            arrived += any(model.on_table for model in session.state.members(unit))
    assert arrived > 3


def test_wounds_are_allocated_with_their_strength_and_dealt_together() -> None:
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    for asked in played(session, 1):
        if isinstance(asked, Allocate) and len(asked.wounds) > 1:
            lot = asked.lots[0].id
            assert all(dict(wound.details)["strength"] == 4 for wound in asked.wounds)
            before = session.state.models[lot].wounds
            done = session.submit((lot,) * len(asked.wounds))
            hurt = [e for e in done.events if e.code == "model.wounded" and e.subject == lot]
            assert sum(e.detail("lost") for e in hurt) == min(before, len(asked.wounds))
            return
    raise AssertionError("nobody was wounded twice")


def test_both_boast_in_order_and_the_last_has_the_point() -> None:
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    for side in BOTH:
        session.command(referee.Standing(side, "torture.boast", "always"), side, ())
    for _ in played(session, 1):
        boasts = [e.side for e in session.events if e.code == "deed.boasted"]
        if len(boasts) == 2:
            assert boasts[0] == next(e.side for e in session.events if e.code == "clock.set"), "the active side first"
            of_boasts = [e for e in session.events if e.rule == "torture.boast" and e.code == "side.scored"]
            scored = [(e.side, e.detail("points")) for e in of_boasts]
            assert scored == [(boasts[0], 1), (boasts[1], 1), (boasts[0], -1)]
            return
    raise AssertionError("nobody boasted")


def test_a_die_that_the_book_rolled_again_is_not_offered_again() -> None:
    """Ones to hit are rolled again before anybody is asked; re-rolls are offered for the other dice alone."""
    offered = 0
    for seed in SEEDS:
        session = Session.begin(torture_setup(), seed, book=TortureBook())
        for asked in played(session, seed):
            if not isinstance(asked, React) or asked.rule != "torture.reroll":
                continue
            first, *more = _last_throw(session)
            if first.detail("roll").purpose == "hit" and more:
                spent = {f"die-{n}" for n, face in enumerate(first.detail("faces")) if face == 1}
                assert not spent & {row.id for row in asked.rows}
                offered += 1
    assert offered


def _last_throw(session: Session) -> list[Event]:
    """The last throw of dice, and what the book rolled again of it."""
    rolls = [e for e in session.events if e.code == "dice.rolled"]
    again = [e for e in rolls[-1:] if e.detail("roll").purpose.endswith(".again")]
    return rolls[-1 - len(again) :]


def test_who_boasts_takes_the_cairn_down(battles: list[Session]) -> None:
    boasted = [session for session in battles if "deed.boasted" in codes(session)]
    assert boasted
    for session in boasted:
        assert codes(session).count("objective.removed") == 1
        assert not session.state.objectives
