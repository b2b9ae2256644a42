"""Missions: objectives, kill points, wipeout, units lost at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.pose import Pose
from engine.core.battle import Battle
from engine.core.dice import ScriptedDice, Stream
from engine.core.records import Effect
from engine.core.referee import RemoveModel
from engine.core.state import State
from engine.fifth import missions, objectives, status
from engine.fifth.book import FifthBook
from engine.fifth.setup import set_up
from engine.session import Session
from tests.fifth.tables import (
    answer,
    battle,
    boyz,
    codes,
    decline,
    marines,
    piece,
    play_until,
    refused,
    row,
    setup_of,
    square,
    submit,
)

SEIZE = {"kind": "seize_ground"}


def objective_table(
    *spots: tuple[float, float], enemy: float = 30, role: str = "troops", kind: str = "infantry"
) -> State:
    """One objective at (20, 20) unless told; a blue model 2 inches from it; a red one `enemy` inches from it."""
    marks = [(f"o{n}", x, y) for n, (x, y) in enumerate(spots or ((20, 20),))]
    ours = marines("alpha", at=[(22.5, 20)], role=role, kind=kind)
    theirs = boyz("mob", at=[(20, 20.5 + enemy)], role="elites")
    return set_up(setup_of(ours, theirs, objectives=marks, mission=SEIZE, depth=60), "1")


@pytest.mark.rule("5e.battle.seize-ground-number")
@pytest.mark.parametrize(("face", "number"), [(5, 5), (1, 3)])
def test_seize_ground_has_d3_and_two_objectives(face: int, number: int) -> None:
    setup = setup_of(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(30, 40)]), mission=SEIZE)
    session = Session.begin(setup, dice=ScriptedDice([face, 6, 1]))
    placers = []
    while session.pending is not None and session.pending.topic == "setup.objective":
        placers.append(session.pending.player)
        submit(session, session.pending.suggest(Stream(str(len(placers)))))
    assert len(session.state.objectives) == number
    assert placers == ["blue", "red", "blue", "red", "blue"][:number]


@pytest.mark.rule("5e.battle.seize-ground-placing")
def test_objectives_lie_twelve_inches_from_edges_and_each_other_and_not_in_the_impassable() -> None:
    rock = piece("rock", square(50, 20, 6, 6), "impassable", opaque=True)
    setup = setup_of(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(30, 40)]), mission=SEIZE, terrain=[rock])
    session = Session.begin(setup, dice=ScriptedDice([1, 6, 1]))
    while session.pending is not None and session.pending.topic == "setup.agree":
        submit(session, session.pending.suggest(Stream("agree")))
    assert codes(refused(session, (("objective-1", Pose.at(11, 24)),))) == {"objective.near_edge"}
    assert codes(refused(session, (("objective-1", Pose.at(52, 23)),))) == {"objective.impassable"}
    answer(session, "setup.objective", (("objective-1", Pose.at(36, 24)),))
    assert codes(refused(session, (("objective-2", Pose.at(47, 24)),))) == {"objective.near_other"}
    answer(session, "setup.objective", (("objective-2", Pose.at(24, 24)),))


@pytest.mark.rule("5e.battle.objective-control")
@pytest.mark.parametrize(("enemy", "side"), [(3.0, ""), (3.1, "blue")])
def test_an_objective_is_held_while_no_enemy_of_any_kind_is_within_three_inches(enemy: float, side: str) -> None:
    assert objectives.holder(objective_table(enemy=enemy), "o0") == side


@pytest.mark.rule("5e.battle.scoring")
@pytest.mark.parametrize(
    ("role", "kind", "side"),
    [("troops", "infantry", "blue"), ("elites", "infantry", ""), ("troops", "vehicle", "")],
)
def test_only_troops_that_are_no_vehicles_score(role: str, kind: str, side: str) -> None:
    assert objectives.holder(objective_table(role=role, kind=kind), "o0") == side


@pytest.mark.rule("5e.battle.scoring")
def test_a_troops_swarm_does_not_score() -> None:
    state = objective_table()
    state.units["alpha"] = replace(state.units["alpha"], keywords=("swarm",))
    assert not objectives.scores(state, "alpha")


@pytest.mark.rule("5e.battle.seize-ground-win")
def test_most_objectives_win_and_equal_numbers_draw() -> None:
    two_to_one = objective_table((20, 20), (24, 20), (20, 51))
    theirs = replace(two_to_one.units["mob"], role="troops")
    two_to_one.units["mob"] = theirs
    assert (missions.held(two_to_one, "blue"), missions.held(two_to_one, "red")) == (2, 1)
    assert missions.outcome(two_to_one).winner == "blue"
    even = objective_table((20, 20), (20, 51))
    even.units["mob"] = theirs
    assert missions.outcome(even).winner == ""


@pytest.mark.rule("5e.battle.annihilation")
def test_every_unit_destroyed_is_a_kill_point() -> None:
    session = battle(
        marines("alpha", at=row(10, 6, 1)),
        boyz("mob", at=row(10, 42, 2)),
        boyz("truk", at=row(20, 42, 1)),
        boyz("last", at=row(30, 42, 1)),
        mission={"kind": "annihilation"},
        options={"game_length": 1},
    )
    for model in ("mob-1", "mob-2", "truk-1"):
        session.command(RemoveModel(model), "blue", ("blue", "red"))
    play_until(session, lambda s: s.pending is None, decline)
    assert session.state.scores == {"blue": 2, "red": 0}
    assert session.state.outcome is not None and session.state.outcome.winner == "blue"


@pytest.mark.rule("5e.battle.wipeout")
def test_who_alone_stands_on_the_table_wins_whatever_the_mission_says() -> None:
    state = objective_table((20, 51))
    state.units["mob"] = replace(state.units["mob"], role="troops")
    assert missions.outcome(state).winner == "red"
    b = Battle(FifthBook(), state)
    b.gone("mob-1", "trial")
    assert missions.outcome(b.state).winner == "blue" and missions.outcome(b.state).rule == "5e.battle.wipeout"
    b.gone("alpha-1", "trial")
    assert missions.outcome(b.state).winner == "", "both sides gone: a draw"


@pytest.mark.rule("5e.battle.fleeing-destroyed")
def test_a_unit_falling_back_at_the_end_is_lost_and_holds_nothing() -> None:
    b = Battle(FifthBook(), objective_table())
    b.add_effect(Effect("flight", "alpha", "", "alpha", status.FALLING_BACK))
    missions.remove_the_fleeing(b)
    assert b.state.members("alpha") == ()
    assert missions.kill_points(b.state, "red") == 1
    assert objectives.holder(b.state, "o0") == ""


def test_no_objective_is_asked_for_where_the_table_has_room_for_none() -> None:
    setup = setup_of(marines("alpha"), boyz("mob"), mission={**SEIZE, "number": 12}, width=30, depth=26)
    session = Session.begin(setup, dice=ScriptedDice([6, 1] * 100), strict=True)
    while session.pending is not None and session.state.clock.round == 0:
        submit(session, session.pending.suggest(Stream("room")))
    assert len(session.state.objectives) == 1
    assert "objective.no_room" in [event.code for event in session.events]
