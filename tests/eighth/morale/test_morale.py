"""The Morale phase: who tests, against what, and who flees."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.records import Clock, Gone
from engine.core.setup import UnitSpec
from engine.eighth import morale, status
from tests.eighth.profiles import PROFILES, profile
from tests.eighth.tables import (
    answer,
    battle,
    hand,
    left,
    play_until,
    rolls,
    run,
    spots,
    suggested,
    topic,
    unit,
)

PROFILES.update(
    bold=profile("Bold", 6, 3, 3, 4, 4, 1, 1, 7, 3, rules=["bold"]),
    craven=profile("Craven", 6, 3, 3, 4, 4, 1, 1, 5, 3),
)


def squad(id: str, side: str, count: int, y: float = 0, profiles: Any = "marine", **more: Any) -> UnitSpec:
    return unit(id, side, spots(*((n * 1.3, y) for n in range(count))), profiles, **more)


def shot_up(*losses: tuple[str, int], units: tuple[UnitSpec, ...]) -> Battle:
    """A battle in blue's Morale phase, so many models of each unit having been lost in this turn."""
    b = hand(battle(*units))
    for unit_id, count in losses:
        for model in [m.id for m in b.state.present(unit_id)][-count:]:
            b.gone(model, "")
        status.note_loss(b, unit_id, "", count)
    b.set_clock(Clock("turn", round=1, turn=b.state.clock.turn, side="blue", phase="morale", phase_no=5), "")
    return b


def those_who_test(b: Battle) -> list[str]:
    """Which units test, in order, with dice that let everybody pass."""
    while (side := morale.tester(b.state)) is not None:
        run(b, morale.test(b, side), dice=[1])
    return [e.subject for e in b.take_events() if e.code == "deed.tested_morale"]


@pytest.mark.rule("8e.morale.who-tests")
def test_units_of_both_sides_that_lost_models_test_the_active_players_first() -> None:
    units = squad("x", "red", 5), squad("y", "red", 5, 4), squad("z", "red", 3, 8), squad("a", "blue", 5, -8)
    b = shot_up(("x", 3), ("z", 3), ("a", 1), units=units)
    b.take_events()
    assert those_who_test(b) == ["a", "x"]


@pytest.mark.rule("8e.morale.who-tests")
def test_the_owner_says_in_which_order_his_units_test() -> None:
    b = shot_up(("x", 1), ("y", 1), units=(squad("x", "red", 5), squad("y", "red", 5, 4), squad("a", "blue", 1, -8)))
    b.take_events()
    question = next(morale.test(b, "red"))
    assert (question.player, question.topic) == ("red", "morale.unit")
    run(b, morale.test(b, "red"), dice=[1], answers={"morale.unit": "y"})
    assert morale.waiting(b.state, "red") == ("x",)


@pytest.mark.rule("8e.morale.test")
@pytest.mark.parametrize(("face", "over"), [(3, 0), (4, 1)])
def test_a_die_and_the_losses_must_not_exceed_the_leadership(face: int, over: int) -> None:
    b = shot_up(("a", 4), units=(squad("a", "blue", 9),))
    assert run(b, morale.morale_test(b, "a"), dice=[face]) == over


@pytest.mark.rule("8e.morale.highest-leadership")
def test_the_best_leadership_of_those_who_are_left_counts() -> None:
    led = squad("a", "blue", 8, 0, ["sergeant", *["marine"] * 7])
    b = shot_up(("a", 4), units=(led,))
    assert run(b, morale.morale_test(b, "a"), dice=[4]) == 0
    headless = squad("a", "blue", 8, 0, [*["marine"] * 7, "sergeant"])
    b = shot_up(("a", 4), units=(headless,))
    assert isinstance(b.model("a-8").place, Gone)
    assert run(b, morale.morale_test(b, "a"), dice=[4]) == 1


@pytest.mark.rule("8e.morale.retreat")
def test_the_owner_removes_as_many_models_as_the_test_is_failed_by() -> None:
    b = shot_up(("a", 4), units=(squad("a", "blue", 10),))
    run(b, morale.test(b, "blue"), dice=[6], answers={"casualties.pick": ("a-1", "a-3", "a-5")})
    assert [m.id for m in b.state.present("a")] == ["a-2", "a-4", "a-6"]
    assert morale.tester(b.state) is None, "those who fled cause no further test"


@pytest.mark.rule("8e.morale.retreat")
def test_no_more_and_no_fewer_models_flee_than_must() -> None:
    b = shot_up(("a", 4), units=(squad("a", "blue", 10),))
    procedure = morale.flee(b, "a", 3)
    question = next(procedure)
    assert question.player == "blue" and len(question.suggest(None)) == 3  # type: ignore[arg-type]
    assert question.refusals(("a-1", "a-2")) and question.refusals(("a-1", "a-2", "a-3", "a-4"))


@pytest.mark.rule("8e.morale.retreat")
def test_a_unit_that_must_lose_more_than_it_has_is_destroyed() -> None:
    b = shot_up(("a", 4), units=(squad("a", "blue", 5, 0, "craven"),))
    run(b, morale.test(b, "blue"), dice=[6])
    assert not b.state.present("a") and any(e.code == "unit.destroyed" for e in b.take_events())


def test_an_ability_rolls_a_failed_test_again() -> None:
    b = shot_up(("a", 4), units=(squad("a", "blue", 8, 0, "bold"),))
    assert run(b, morale.morale_test(b, "a"), dice=[6, 1]) == 0
    passed = shot_up(("a", 4), units=(squad("a", "blue", 8, 0, "bold"),))
    assert run(passed, morale.morale_test(passed, "a"), dice=[3]) == 0


@pytest.mark.rule("8e.morale.counts-this-turn")
def test_losses_of_this_player_turn_count_whatever_their_cause_and_none_of_the_turn_before() -> None:
    session = battle(
        squad("a", "blue", 3, 0, gear=["boltgun"]), squad("x", "red", 9, 9, gear=["boltgun"]), phase="shooting",
        dice=[*[6] * 12, *[1] * 6],
    )  # fmt: skip
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    answer(session, "shoot.models", suggested(session))
    answer(session, "attacks.allocate", suggested(session))
    lost = 9 - left(session, "x")
    assert lost >= 2 and status.lost(session.state, "x") == lost
    b = hand(session)
    status.note_loss(b, "x", "another cause")
    assert status.lost(b.state, "x") == lost + 1
    play_until(session, lambda s: s.state.clock.side == "red")
    assert rolls(session, "morale") and status.lost(session.state, "x") == 0
    assert morale.waiting(session.state, "red") == ()


@pytest.mark.rule("8e.morale.counts-this-turn")
def test_overwatch_and_blows_count_together_and_mortal_wounds_too() -> None:
    chargers = squad("a", "blue", 4, 0, "boy")
    session = battle(
        chargers, squad("x", "red", 2, 6, "marine", gear=["boltgun"]), phase="charge",
        dice=[6, 1, 1, 1, 6, 1, 6, 6, *[1] * 200],
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    answer(session, "react.overwatch", "x")
    play_until(session, lambda s: topic(s) == "charge.move", {"attacks.allocate": lambda q: q.suggest(None)})
    assert status.lost(session.state, "a") == 1 and left(session, "a") == 3
    b = hand(session)
    b.gone("a-1", "")
    status.note_loss(b, "a", "8e.fight.sequence")
    assert status.lost(b.state, "a") == 2
