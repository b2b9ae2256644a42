"""Battle rounds, turns and phases, and the order of things that happen at the same moment."""

from __future__ import annotations

import pytest

from engine.eighth import sequencing
from engine.session import Session
from tests.eighth.moves import FAR_FOE
from tests.eighth.tables import (
    answer,
    ask,
    battle,
    decline,
    hand,
    happened,
    refused,
    run,
    spots,
    submit,
    unit,
    until_phase,
)  # fmt: skip

SQUAD, FOE = unit("squad", "blue", spots((0, 0))), unit("foe", "red", spots(*FAR_FOE), "guard")

PHASES = ["movement", "psychic", "shooting", "charge", "fight", "morale"]


def clocks(session: Session) -> list[tuple[int, str, str]]:
    """Round, side and phase of every phase so far, in order."""
    found = []
    for event in happened(session, "clock.set"):
        clock = dict(event.details)["clock"]
        if clock.segment == "turn" and clock.phase:
            found.append((clock.round, clock.side, clock.phase))
    return found


def played(**more: object) -> Session:
    """A battle in which nobody does anything, at its end."""
    session = battle(SQUAD, FOE, **more)  # type: ignore[arg-type]
    while session.pending is not None:
        submit(session, decline(session.pending))
    return session


@pytest.mark.rule("8e.round.two-turns")
def test_both_players_take_a_turn_in_each_round_one_after_the_other() -> None:
    found = list(dict.fromkeys((number, side) for number, side, _ in clocks(played())))
    assert found == [(n, side) for n in range(1, 6) for side in ("blue", "red")]


@pytest.mark.rule("8e.round.same-first-player")
def test_whoever_goes_first_does_so_in_every_round() -> None:
    session = played(side="red", options={"first_side": "red"})
    found = list(dict.fromkeys((number, side) for number, side, _ in clocks(session)))
    assert [side for _, side in found] == ["red", "blue"] * 5


@pytest.mark.rule("8e.round.phase-order")
def test_a_turn_has_six_phases_in_order() -> None:
    found = [phase for _, _, phase in clocks(played())]
    assert found == PHASES * 10


@pytest.mark.rule("8e.round.phase-order")
def test_nobody_moves_in_the_shooting_phase_and_after_it_comes_the_charge_phase() -> None:
    near = unit("near", "red", spots((8, 0)), "guard", ("boltgun",))
    session = battle(unit("squad", "blue", spots((0, 0)), gear=("boltgun",)), near, phase="shooting")
    ask(session, "shoot.unit")
    refused(session, (("squad-1", ()),))
    answer(session, "shoot.unit", "done")
    assert session.state.clock.phase == "charge"
    until_phase(session, "movement")
    assert session.state.clock.side == "red"


@pytest.mark.rule("8e.round.simultaneous-in-turn")
def test_in_a_turn_its_player_orders_what_happens_at_the_same_moment() -> None:
    b = hand(battle(SQUAD, FOE))
    asked = []

    def order(decision: object) -> tuple[str, ...]:
        asked.append(decision)
        return ("y", "x")

    items = {"x": "squad-1", "y": "foe-1"}
    assert run(b, sequencing.in_order(b, items, "start"), answers={"sequence.order": order}) == ("y", "x")
    assert [(d.player, d.rule) for d in asked] == [("blue", "8e.round.simultaneous-in-turn")]  # type: ignore[attr-defined]
    assert run(b, sequencing.in_order(b, {"x": "squad-1"}, "start")) == ("x",)


@pytest.mark.rule("8e.round.simultaneous-outside-turn")
def test_outside_the_turns_the_winner_of_a_roll_off_orders_it() -> None:
    b = hand(battle(SQUAD, FOE))
    b.set_clock(type(b.state.clock)("setup"), "8e.round.two-turns")
    asked = []

    def order(decision: object) -> tuple[str, ...]:
        asked.append(decision)
        return ("y", "x")

    procedure = sequencing.in_order(b, {"x": "squad-1", "y": "foe-1"}, "start of the round")
    assert run(b, procedure, dice=(2, 6), answers={"sequence.order": order}) == ("y", "x")
    assert asked[0].player == "red"  # type: ignore[attr-defined]


@pytest.mark.rule("8e.round.most-important-rule")
@pytest.mark.parametrize(
    ("wishes", "dice", "settled"), [("PP", (), "P"), ("PQ", (5, 3), "P"), ("PQ", (3, 3, 1, 5), "Q")]
)
def test_what_is_unclear_is_what_both_want_or_the_winner_of_a_roll_off(
    wishes: str, dice: tuple[int, ...], settled: str
) -> None:
    b = hand(battle(SQUAD, FOE))
    wanted = dict(zip(("blue", "red"), wishes, strict=True))
    procedure = sequencing.settle(b, "ruling", ("P", "Q"), "8e.round.most-important-rule")
    found = run(b, procedure, dice=dice, answers={"settle": lambda d: wanted[d.player]})
    assert found == settled == b.state.agreed["ruling"]
