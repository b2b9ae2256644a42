"""The turn: whose it is, its phases, how long a battle lasts and how it may end."""

from __future__ import annotations

import pytest

from engine.core.decisions import Choose
from engine.core.referee import RemoveModel
from engine.session import Session
from tests.fifth.tables import battle, boyz, decline, happened, marines, play_until, reached, row, submit

TABLE = (marines("alpha", at=row(10, 6, 2)), boyz("mob", at=row(10, 42, 2)))


def order_of_phases(session: Session) -> list[tuple[int, str, str]]:
    """Every (game turn, side, phase) on the clock so far."""
    clocks = [e.detail("clock") for e in happened(session, "clock.set")]
    return [(c.round, c.side, c.phase) for c in clocks if c.phase]


@pytest.mark.rule("5e.turn.player-turns", "5e.turn.game-turn", "5e.turn.phase-order")
def test_both_sides_move_shoot_and_fight_before_the_next_game_turn() -> None:
    session = battle(*TABLE, turn=2)
    phases = ("movement", "shooting", "assault")
    assert order_of_phases(session)[:7] == [
        *((1, "blue", p) for p in phases),
        *((1, "red", p) for p in phases),
        (2, "blue", "movement"),
    ]


@pytest.mark.rule("5e.turn.phase-order")
def test_a_finished_phase_is_not_opened_again() -> None:
    session = battle(*TABLE)
    assert session.pending is not None and session.pending.topic.startswith("move.")
    submit(session, "done")
    play_until(session, lambda s: s.state.clock.phase == "shooting" and s.pending is not None)
    assert not session.pending.topic.startswith("move.")


@pytest.mark.rule("5e.turn.who-acts")
def test_only_the_side_whose_turn_it_is_chooses_what_moves() -> None:
    session = battle(*TABLE)
    pending = session.pending
    assert isinstance(pending, Choose) and pending.player == "blue"
    assert {o.subject for o in pending.options if o.subject} == {"alpha"}
    assert pending.refusals("mob")


@pytest.mark.rule("5e.turn.first-turn-default")
def test_by_default_the_higher_die_has_the_first_turn() -> None:
    session = battle(*TABLE, opening=(3, 5), side="red")
    assert session.state.agreed["first_side"] == "red"
    assert order_of_phases(session)[0] == (1, "red", "movement")


@pytest.mark.rule("5e.turn.game-length")
def test_a_fixed_length_ends_after_the_second_players_turn_without_a_roll() -> None:
    session = battle(*TABLE, options={"game_length": 4})
    play_until(session, lambda s: s.pending is None, decline)
    assert session.state.outcome is not None
    assert order_of_phases(session)[-1] == (4, "red", "assault")
    assert not happened(session, "battle.ends") and not happened(session, "battle.goes_on")


@pytest.mark.rule("5e.battle.game-end")
@pytest.mark.parametrize(
    ("faces", "last"),
    [((2,), 5), ((3, 3), 6), ((3, 4), 7)],
    ids=["ends after 5 on a 2", "ends after 6 on a 3", "goes to 7 and no further"],
)
def test_the_die_says_how_long_the_battle_lasts(faces: tuple[int, ...], last: int) -> None:
    session = battle(*TABLE, turn=5, side="red", phase="movement", dice=faces)
    play_until(session, lambda s: s.pending is None, decline)
    assert order_of_phases(session)[-1] == (last, "red", "assault")


@pytest.mark.rule("5e.turn.sudden-death")
def test_a_scenarios_condition_ends_the_battle_within_the_turn() -> None:
    session = battle(*TABLE, mission={"ends_when_destroyed": "mob"})
    for model in ("mob-1", "mob-2"):
        assert session.command(RemoveModel(model), "blue", ("blue", "red")).accepted
    submit(session, "done")
    assert session.state.outcome is not None and session.pending is None
    assert (1, "blue", "assault") not in order_of_phases(session)


@pytest.mark.rule("5e.turn.victory-by-mission")
def test_nobody_has_won_before_the_battle_is_over() -> None:
    session = battle(
        *TABLE, boyz("more", at=row(30, 42, 1)), mission={"kind": "annihilation"}, options={"game_length": 1}
    )
    for model in ("mob-1", "mob-2"):
        session.command(RemoveModel(model), "blue", ("blue", "red"))
    assert session.state.outcome is None
    play_until(session, lambda s: s.pending is None, decline)
    outcome = session.state.outcome
    assert outcome is not None and outcome.winner == "blue" and outcome.rule == "5e.battle.annihilation"
    assert session.state.scores == {"blue": 1, "red": 0}


@pytest.mark.rule("5e.turn.interruptions")
def test_an_interruption_is_worked_off_and_the_phase_goes_on_where_it_was() -> None:
    session = battle(*TABLE, marines("beta", at=row(40, 6, 2)))
    before = session.state.clock
    assert session.command(RemoveModel("alpha-1"), "blue", ("blue", "red")).accepted
    assert session.state.clock == before
    assert isinstance(session.pending, Choose) and session.pending.topic == "move.unit"
    assert {o.subject for o in session.pending.options if o.subject} == {"alpha", "beta"}


def test_reached_tells_phase_and_side() -> None:
    assert reached(battle(*TABLE), "movement", "blue", 1)
