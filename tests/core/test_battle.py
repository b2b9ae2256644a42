"""The doors: each changes what it says and tells of it once."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.pose import Pose
from battlefield.terrain import Piece
from engine.core.battle import Battle
from engine.core.records import (
    Aboard,
    Clock,
    Effect,
    Frame,
    Gone,
    Objective,
    OnTable,
    Outcome,
    Reserve,
    Terrain,
    Until,
    Work,
    body_of,
)
from engine.core.state import State
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

M, U = "blue-squad-0", "blue-squad"
WRECK = Terrain("wreck", Piece("wreck", "wreck", "Wreck", ((0, 0), (1, 0), (0, 1)), 0, 1), "wrecked")
EFFECT = Effect("e", "source", "r", U, "blessed", (("hit", 1),), Until(1))


@pytest.fixture
def battle() -> Battle:
    book = TortureBook()
    return Battle(book, book.set_up(torture_setup(), "1"))


DOORS: list[tuple[str, tuple[Any, ...], str, Any, Any]] = [
    ("move", (M, Pose(1, 2), "r", "floor"), "model.moved", lambda s: s.models[M].place, OnTable(Pose(1, 2), "floor")),
    ("place", (M, Aboard("x"), "r"), "model.placed", lambda s: s.models[M].place, Aboard("x")),
    ("place", (M, Reserve("x"), "r"), "model.placed", lambda s: s.models[M].on_table, False),
    ("wound", (M, 5, "r"), "model.wounded", lambda s: s.models[M].wounds, 0),
    ("heal", (M, 2, "r"), "model.healed", lambda s: s.models[M].wounds, 3),
    ("equip", (M, ("gun",), "r"), "model.equipped", lambda s: s.models[M].gear, ("gun",)),
    ("transfer", (M, "blue-late", "r"), "model.transferred", lambda s: s.models[M].unit, "blue-late"),
    ("regroup", (U, "blue-late", "r"), "unit.grouped", lambda s: s.units[U].group, "blue-late"),
    ("note_deed", (U, "ran", "r"), "deed.ran", lambda s: s.did(U, "ran"), True),
    ("set_terrain", (WRECK, "r"), "terrain.set", lambda s: WRECK.piece in s.board.pieces, True),
    ("set_objective", (Objective("o", Pose(0, 0)), "r"), "objective.set", lambda s: s.objectives["o"].holder, ""),
    ("add_effect", (EFFECT,), "effect.began", lambda s: tuple(s.effects_on(U, "blessed")), (EFFECT,)),
    ("set_work", (Work("w", "k", 1), "r"), "work.set", lambda s: s.work["w"].data, 1),
    ("score", ("red", 3, "r"), "side.scored", lambda s: s.scores["red"], 3),
    ("spend", ("red", 2, "r"), "side.spent", lambda s: s.points["red"], 1),
    ("agree", ("a", "b", "r"), "battle.agreed", lambda s: s.agreed["a"], "b"),
    ("set_standing", ("red", "r", "never"), "side.standing", lambda s: s.standing[("red", "r")], "never"),
    ("push_frame", (Frame("red", False),), "frame.began", lambda s: (s.active, s.in_phase), ("red", False)),
    ("finish", (Outcome("red", "r", "why"),), "battle.finished", lambda s: s.outcome.winner, "red"),
    ("reseed", ("9",), "dice.reseeded", lambda s: s.dice_key, "9"),
    ("note", ("words", "red"), "referee.noted", lambda s: s.notes, ("words",)),
    ("set_clock", (Clock("turn", 1, 1, "red"), "r"), "clock.set", lambda s: s.active, "red"),
]  # fmt: skip


@pytest.mark.parametrize(("door", "with_", "code", "read", "expected"), DOORS, ids=[f"{d[0]}-{d[2]}" for d in DOORS])
def test_each_door_changes_its_record_and_tells_once(
    battle: Battle, door: str, with_: tuple[Any, ...], code: str, read: Any, expected: Any
) -> None:
    before = battle.state.digest()
    copy = battle.state.copy()
    getattr(battle, door)(*with_)
    (event,) = battle.take_events()
    assert event.code == code
    assert read(battle.state) == expected
    assert battle.state.digest() != before == copy.digest(), "and leaves copies alone"
    assert battle.take_events() == ()
    data = battle.state.to_data()
    assert State.from_data(battle.state.setup, battle.state.lore, data).digest() == battle.state.digest()


def test_the_gone_are_kept_with_the_place_where_they_stood(battle: Battle) -> None:
    stood = battle.model(M).pose
    battle.gone(M, "r")
    assert battle.model(M).place == Gone(stood, "r")
    assert not battle.model(M).alive and battle.model(M).wounds == 0
    with pytest.raises(LookupError, match="not on the table"):
        body_of(battle.model(M))
    assert M not in {body.id for body in battle.state.bodies()}
    assert M not in {m.id for m in battle.state.members(U)}


def test_effects_end_with_their_phase_or_turn_and_not_before(battle: Battle) -> None:
    battle.add_effect(Effect("phase", "", "r", U, "k", until=Until(1, 2)))
    battle.add_effect(Effect("turn", "", "r", U, "k", until=Until(1)))
    battle.add_effect(Effect("always", "", "r", U, "k"))
    battle.take_events()
    ends = {}
    for turn, phase_no in ((1, 2), (1, 3), (2, 1)):
        clock = Clock("turn", 1, turn, "blue", "", phase_no)
        battle.set_clock(clock, "r")
        ends[(clock.turn, clock.phase_no)] = sorted(battle.state.effects)
    assert ends == {(1, 2): ["always", "phase", "turn"], (1, 3): ["always", "turn"], (2, 1): ["always"]}
    assert [e.code for e in battle.take_events()].count("effect.ended") == 2


def test_deeds_are_remembered_for_two_turns(battle: Battle) -> None:
    for turn in range(1, 6):
        battle.set_clock(Clock("turn", turn, turn, "blue"), "r")
        battle.note_deed(U, "ran", "r", far=turn)
    assert [turn for _, _, turn in battle.state.deeds] == [3, 4, 5]
    deed = battle.state.deed(U, "ran", 4)
    assert deed is not None and deed.detail("far") == 4
    assert not battle.state.did(U, "ran", 2)


def test_frames_stack_and_the_innermost_is_active(battle: Battle) -> None:
    battle.set_clock(Clock("turn", 1, 1, "blue"), "r")
    battle.push_frame(Frame("red", False))
    battle.push_frame(Frame("blue"))
    assert (battle.state.active, battle.state.in_phase) == ("blue", False)
    battle.pop_frame()
    battle.pop_frame()
    assert (battle.state.active, battle.state.in_phase) == ("blue", True)


def test_fresh_ids_are_never_given_twice_even_after_a_copy(battle: Battle) -> None:
    first = battle.fresh_id("wreck")
    other = Battle(battle.book, battle.state.copy())
    assert battle.fresh_id("wreck") == other.fresh_id("wreck") != first
