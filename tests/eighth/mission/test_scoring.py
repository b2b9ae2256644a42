"""Only War in the battle: markers held, points, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.records import Clock, Reserve
from engine.eighth import mission, morale, reinforcements, status
from engine.session import Session
from tests.eighth.profiles import PROFILES, profile
from tests.eighth.tables import (
    TANK,
    battle,
    begin,
    hand,
    happened,
    play_on,
    play_until,
    rolls,
    run,
    state_of,
    submit,
    topic,
    unit,
)

PROFILES.update(glass=profile("Glass", 6, 3, 3, 4, 4, 1, 1, 1, 3))

FOUR = (("one", 20, 10), ("two", 50, 10), ("three", 20, 38), ("four", 50, 38))


def on(id: str, side: str, *at: tuple[float, float], **more: Any) -> Any:
    return unit(id, side, list(at), more.pop("profiles", "marine"), **more)


def field(*units: Any, kind: str = "slay_and_secure", objectives: Any = FOUR, **more: Any) -> Battle:
    """A battle in hand, in its first turn."""
    return hand(battle(*units, mission={"kind": kind}, objectives=objectives, **more))


@pytest.mark.rule("8e.mission.objective-control")
@pytest.mark.parametrize(("x", "holder"), [(39.5, "blue"), (39.6, "")])
def test_who_has_more_models_within_three_inches_of_a_marker_controls_it(x: float, holder: str) -> None:
    units = on("a", "blue", (x, 24)), on("b", "blue", (36, 27)), on("r", "red", (33, 24))
    assert mission.holder(state_of(*units, objectives=(("m", 36, 24),)), "m") == holder


@pytest.mark.rule("8e.mission.objective-control")
def test_models_count_and_neither_their_units_nor_their_size_and_nobody_aboard() -> None:
    tank = on("tank", "red", (36, 24), profiles="tank", shape=TANK)
    marker = (("m", 36, 24),)
    assert mission.holder(state_of(tank, on("a", "blue", (36, 27), (37.5, 26)), objectives=marker), "m") == "blue"
    riders = unit("riders", "red", 4, "boy", aboard="tank-1")
    assert mission.holder(state_of(tank, riders, on("a", "blue", (36, 27)), objectives=marker), "m") == ""
    assert mission.holder(state_of(on("a", "blue", (60, 27)), objectives=marker), "m") == ""


HOLDERS = (
    on("a", "blue", (20, 10)), on("b", "blue", (50, 10)), on("r", "red", (20, 38)), on("s", "red", (50, 37)),
    on("c", "blue", (50, 39)),
)  # fmt: skip


@pytest.mark.rule("8e.mission.slay-and-secure")
def test_at_the_end_each_marker_is_worth_two_points_and_none_before() -> None:
    b = field(*HOLDERS)
    run(b, mission.turn_scores(b))
    assert b.state.scores == {"blue": 0, "red": 0}
    assert [o.holder for o in b.state.objectives.values()] == ["blue", "blue", "red", ""]
    assert (mission.points_now(b.state, "blue"), mission.points_now(b.state, "red")) == (4, 2)
    run(b, mission.final_scores(b))
    assert b.state.scores == {"blue": 4, "red": 2}


@pytest.mark.rule("8e.mission.slay-and-secure-warlord")
def test_a_warlord_that_left_play_is_worth_a_d3_to_the_enemy() -> None:
    b = field()
    b.gone(b.state.agreed["warlord.red"], "8e.attacks.damage")
    run(b, mission.final_scores(b), dice=[5])
    assert b.state.scores == {"blue": 3, "red": 0}
    fled = field(on("squad", "red", (30, 30), (31.3, 30), profiles="glass"))
    leader = fled.state.agreed["warlord.red"]
    run(fled, morale.flee(fled, fled.model(leader).unit, 2))
    run(fled, mission.final_scores(fled), dice=[1])
    assert fled.state.scores == {"blue": 1, "red": 0}
    waiting = field()
    waiting.place(waiting.state.agreed["warlord.blue"], Reserve(reinforcements.RESERVE), "")
    waiting.set_clock(Clock("turn", round=5, turn=10, side="red", phase="morale", phase_no=5), "")
    reinforcements.never_arrived(waiting)
    run(waiting, mission.final_scores(waiting), dice=[4])
    assert waiting.state.scores == {"blue": 0, "red": 2}


@pytest.mark.rule("8e.mission.slay-and-secure-warlord")
def test_in_other_missions_a_warlord_is_worth_nothing() -> None:
    b = field(kind="domination")
    b.gone(b.state.agreed["warlord.red"], "")
    run(b, mission.final_scores(b), dice=[])
    assert b.state.scores == {"blue": 0, "red": 0}


@pytest.mark.rule("8e.mission.ancient-relic")
def test_one_marker_picked_at_random_is_left_before_the_first_turn_and_worth_six_at_the_end() -> None:
    session = battle(on("a", "blue", (20, 38)), mission={"kind": "ancient_relic"}, objectives=FOUR)
    assert len(session.state.objectives) == 1 and rolls(session, "relic") and session.state.clock.round == 1
    picked = state_with(3)
    assert list(picked.state.objectives) == ["three"]
    run(picked, mission.final_scores(picked))
    assert picked.state.scores == {"blue": 6, "red": 0}


def state_with(face: int) -> Battle:
    """The relic has been picked by a face, with one blue model beside the third marker."""
    b = field(on("a", "blue", (20, 38)))
    b.agree("mission", "ancient_relic", "")
    run(b, mission.pick_relic(b), dice=[face])
    return b


@pytest.mark.rule("8e.mission.ancient-relic", "8e.mission.tie")
def test_a_contested_relic_is_worth_nothing_and_the_underdog_wins_by_a_hair() -> None:
    b = state_with(1)
    b.agree("underdog", "red", "")
    run(b, mission.end(b))
    assert b.state.scores == {"blue": 0, "red": 0}
    assert b.state.outcome is not None and b.state.outcome.winner == "red" and "minor" in b.state.outcome.reason


@pytest.mark.rule("8e.mission.domination")
def test_at_the_end_of_every_turn_each_marker_gives_its_holder_a_point() -> None:
    b = field(*HOLDERS, kind="domination")
    run(b, mission.turn_scores(b))
    assert b.state.scores == {"blue": 2, "red": 1}
    b.gone("b-1", "")
    b.gone("c-1", "")
    run(b, mission.turn_scores(b))
    assert b.state.scores == {"blue": 3, "red": 3}
    run(b, mission.final_scores(b))
    assert b.state.scores == {"blue": 3, "red": 3}, "nothing more at the end"


@pytest.mark.rule("8e.mission.domination", "8e.mission.length")
def test_domination_is_scored_ten_times_in_five_rounds_and_there_is_no_sixth() -> None:
    session = battle(on("a", "blue", (20, 10)), mission={"kind": "domination"}, objectives=FOUR)
    play_on(session)
    assert session.state.scores == {"blue": 10, "red": 0} and session.state.clock.round == 5
    assert session.state.outcome is not None and session.state.outcome.winner == "blue"
    assert max(e.details[0][1] for e in happened(session, "turn.began")) == 5


@pytest.mark.rule("8e.mission.length", "8e.mission.wipe-out")
def test_an_army_without_a_model_on_the_table_loses_at_once_whatever_the_points() -> None:
    session = battle(
        on("a", "blue", (20, 10), gear=["boltgun"]), unit("x", "red", [(20, 20)], "boy"), idle=False, phase="shooting",
        dice=[6, 6, 6, 6, 1, 1], mission={"kind": "domination"}, objectives=(("m", 20, 20),), turn=3,
    )  # fmt: skip
    assert session.state.scores["red"] > session.state.scores["blue"]
    for choice in ("a", "x"):
        submit(session, choice)
    submit(session, session.pending.suggest(None))  # type: ignore[arg-type]
    assert session.pending is None and session.state.clock.round == 3
    outcome = session.state.outcome
    assert outcome is not None and (outcome.winner, outcome.rule) == ("blue", "8e.mission.wipe-out")
    assert "major" in outcome.reason


@pytest.mark.rule("8e.mission.wipe-out")
def test_a_last_model_that_flees_ends_the_battle_and_units_in_reserve_do_not_help() -> None:
    session = battle(
        on("a", "blue", (20, 10)), unit("x", "red", [(20, 30)], "glass"), idle=False, phase="movement",
    )  # fmt: skip
    b = Battle(session.book, session.state)
    status.note_loss(b, "x", "", 9)
    play_until(session, lambda s: s.pending is None)
    assert happened(session, "unit.fled") and session.state.clock.round == 1
    assert session.state.outcome is not None and session.state.outcome.rule == "8e.mission.wipe-out"
    waiting = hand(battle(on("a", "blue", (20, 10)), unit("x", "red", [(20, 30)]), idle=False))
    waiting.place("x-1", Reserve(reinforcements.RESERVE), "")
    assert mission.is_over(waiting.state)


@pytest.mark.rule("8e.mission.wipe-out")
def test_if_both_armies_are_gone_the_points_decide() -> None:
    b = field()
    for model in list(b.state.models):
        b.gone(model, "")
    b.score("red", 3, "")
    assert mission.outcome(b.state).winner == "red"


@pytest.mark.rule("8e.mission.victory-points")
def test_more_points_are_a_major_victory() -> None:
    b = field()
    b.score("blue", 6, "")
    b.score("red", 5, "")
    found = mission.outcome(b.state)
    assert (found.winner, found.rule) == ("blue", "8e.mission.victory-points") and "major" in found.reason


@pytest.mark.rule("8e.mission.tie")
@pytest.mark.parametrize("points", [0, 4])
def test_equal_points_are_a_minor_victory_of_the_underdog(points: int) -> None:
    b = field()
    b.agree("underdog", "red", "")
    for side in ("blue", "red"):
        b.score(side, points, "")
    found = mission.outcome(b.state)
    assert (found.winner, found.rule) == ("red", "8e.mission.tie") and "minor" in found.reason


def test_a_battle_that_is_over_asks_nothing_more() -> None:
    session: Session = begin(on("a", "blue", (20, 10)), on("x", "red", (50, 40)), options={"game_length": 1})
    play_on(session)
    assert topic(session) == "" and session.state.outcome is not None and session.state.clock.round == 1
