"""The Fight phase: who fights, when, and how units pile in and consolidate."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.records import OnTable
from engine.core.setup import UnitSpec
from engine.eighth import charge, fight
from engine.session import Session
from tests.eighth.tables import (
    ONES,
    answer,
    apart,
    ask,
    battle,
    codes,
    go,
    hand,
    happened,
    left,
    open_ids,
    place,
    play_until,
    refused,
    rolls,
    spots,
    state_of,
    submit,
    topic,
    unit,
    until_topic,
)

KILL = [6, 1, 1, 6, 1]
"""A giant's three attacks of which one hits, wounds, and is not saved."""


def blue(id: str, *at: tuple[float, float], profiles: str = "giant", **more: Any) -> UnitSpec:
    return unit(id, "blue", spots(*at), profiles, **more)


def red(id: str, *at: tuple[float, float], profiles: str = "giant", **more: Any) -> UnitSpec:
    return unit(id, "red", spots(*at), profiles, **more)


def fighting(*units: UnitSpec, dice: Any = ONES, **more: Any) -> Session:
    """Units that stand within an inch of each other, as the Fight phase begins."""
    return battle(*units, phase="fight", dice=dice, **more)


def charged(session: Session, *made: tuple[str, str]) -> None:
    """Each unit charges another, straight at it."""
    for unit_id, target in made:
        answer(session, "charge.unit", unit_id)
        answer(session, "charge.targets", (target,))
        answer(session, "charge.move", lambda question: question.suggest(None))
    play_until(session, lambda s: topic(s) == "fight.unit")


def fight_on(session: Session) -> list[tuple[str, str]]:
    """Who picked which unit, to the end of the phase; the first of those that may is picked."""
    order = []
    while session.state.clock.phase == "fight":
        if topic(session) == "fight.unit":
            question = ask(session, "fight.unit")
            order.append((question.player, question.options[0].id))
            submit(session, question.options[0].id)
        else:
            play_until(session, lambda s: topic(s) == "fight.unit" or s.state.clock.phase != "fight")
    return order


@pytest.mark.rule("8e.fight.sequence")
def test_a_unit_piles_in_attacks_and_consolidates_before_the_next_is_chosen() -> None:
    session = fighting(
        blue("a", (0, 0)), red("x", (1.5, 0), profiles="boy"), blue("b", (0, 9)), red("y", (1.5, 9)),
        dice=KILL,
    )  # fmt: skip
    answer(session, "fight.unit", "a")
    assert topic(session) == "fight.pile_in" and not rolls(session, "hit")
    submit(session, go(session, a_1=(0.4, 0)))
    assert topic(session) == "fight.consolidate" and left(session, "x") == 0
    assert [len(rolls(session, p)) for p in ("hit", "wound", "save")] == [1, 1, 1]
    codes_of = [e.code for e in session.events if e.code in ("unit.moved", "attacks.hit", "model.gone")]
    assert codes_of == ["unit.moved", "attacks.hit", "model.gone"]
    submit(session, ())
    assert ask(session, "fight.unit").player == "red"


@pytest.mark.rule("8e.fight.eligible")
def test_units_of_both_sides_fight_that_charged_or_have_an_enemy_within_an_inch() -> None:
    session = battle(
        blue("a", (0, 0)), red("w", (8, 0), profiles="boy"), blue("b", (0, 9)), red("x", (2, 9)), blue("c", (0, 15)),
        red("y", (2.1, 15)), blue("d", (0, 20)), red("z", (1.5, 20)), phase="charge", dice=[4, 4, *ONES],
    )  # fmt: skip
    charged(session, ("a", "w"))
    b = hand(session)
    b.gone("w-1", "")
    assert fight.eligible(b.state, "blue") == ("a", "b", "d") and fight.eligible(b.state, "red") == ("x", "z")


@pytest.mark.rule("8e.fight.chargers-first")
def test_all_units_that_charged_fight_first_in_the_active_players_order() -> None:
    session = battle(
        blue("a", (0, 0)), red("x", (8, 0)), blue("b", (0, 9)), red("y", (8, 9)), blue("c", (0, 18)),
        red("z", (1.5, 18)), phase="charge", dice=[4, 4, 4, 4, *ONES],
    )  # fmt: skip
    charged(session, ("a", "x"), ("b", "y"))
    for expected, chosen in (({"a", "b"}, "b"), ({"a"}, "a")):
        assert ask(session, "fight.unit").player == "blue" and open_ids(session) == expected
        assert refused(session, "c") and refused(session, "z")
        submit(session, chosen)
        play_until(session, lambda s: topic(s) == "fight.unit")
    assert ask(session, "fight.unit").player == "blue" and open_ids(session) == {"c"}


@pytest.mark.rule("8e.fight.alternate")
def test_then_the_players_take_turns_and_the_one_who_has_more_units_finishes() -> None:
    session = battle(
        blue("a", (0, 0)), red("x", (8, 0)), blue("b", (0, 9)), red("y", (8, 9)), blue("c", (0, 18)),
        red("z", (1.5, 18)), phase="charge", dice=[4, 4, 4, 4, *ONES],
    )  # fmt: skip
    charged(session, ("a", "x"), ("b", "y"))
    assert fight_on(session) == [
        ("blue", "a"), ("blue", "b"), ("blue", "c"), ("red", "x"), ("red", "y"), ("red", "z"),
    ]  # fmt: skip


@pytest.mark.rule("8e.fight.alternate")
def test_without_charges_the_active_player_begins_and_both_alternate() -> None:
    session = fighting(
        blue("a", (0, 0)), red("x", (1.5, 0)), blue("b", (0, 9)), red("y", (1.5, 9)), blue("c", (0, 18)),
        red("z", (1.5, 18)),
    )  # fmt: skip
    assert fight_on(session) == [
        ("blue", "a"), ("red", "x"), ("blue", "b"), ("red", "y"), ("blue", "c"), ("red", "z"),
    ]  # fmt: skip


@pytest.mark.rule("8e.fight.once")
def test_no_unit_fights_twice_in_a_phase() -> None:
    session = battle(blue("a", (0, 0)), red("x", (8, 0)), phase="charge", dice=[4, 4, *ONES])
    charged(session, ("a", "x"))
    assert fight_on(session) == [("blue", "a"), ("red", "x")]
    assert [e.subject for e in happened(session, "unit.fights")] == ["a", "x"] and apart(session, "a", "x") < 1


@pytest.mark.rule("8e.fight.newly-eligible")
def test_who_is_reached_by_a_consolidation_may_fight_and_who_lost_his_foe_no_longer() -> None:
    session = fighting(
        blue("a", (0, 0)), red("x", (1.5, 0), profiles="boy"), red("w", (5, 0)), blue("b", (0, 2.1)),
        dice=[*KILL, *ONES],
    )  # fmt: skip
    assert fight.eligible(session.state, "red") == ("x",) and "w" not in fight.eligible(session.state, "red")
    answer(session, "fight.unit", "a")
    submit(session, ())
    assert left(session, "x") == 0 and ask(session, "fight.consolidate")
    submit(session, go(session, a_1=(3, 0)))
    assert ask(session, "fight.unit").player == "red" and open_ids(session) == {"w"}


@pytest.mark.rule("8e.fight.newly-eligible")
def test_a_unit_whose_only_enemy_is_gone_does_not_fight_unless_it_charged() -> None:
    b = hand(fighting(blue("a", (0, 0)), blue("b", (2.2, 1.4)), red("x", (1.5, 0), profiles="boy"), red("y", (0, 9)),
                      blue("c", (1.5, 9))))  # fmt: skip
    assert fight.eligible(b.state, "blue") == ("a", "b", "c")
    b.gone("x-1", "")
    assert fight.eligible(b.state, "blue") == ("c",)


# -- piling in and consolidating ---------------------------------------------------------------------------------------


def pile_in(state_units: tuple[UnitSpec, ...], rule_id: str = fight.PILE_IN) -> Any:
    """What a move of 3 inches toward the enemy is judged against, for unit `a`."""
    over, _ = charge.close_ground(state_of(*state_units), "a", rule_id)
    return over


@pytest.mark.rule("8e.fight.pile-in")
def test_a_model_piles_in_up_to_three_inches_ending_closer_to_the_nearest_enemy() -> None:
    over = pile_in((blue("a", (0, 0)), red("x", (5, 0)), red("y", (0, -7))))
    assert not over.refusals(go(a_1=(3, 0))) and not over.refusals(go(a_1=(1, 2.5)))
    assert codes(over.refusals(go(a_1=(0, -1)))) == {"closing.not_closer"}
    assert codes(over.refusals(go(a_1=(3.1, 0)))) == {"move.too_far"}


@pytest.mark.rule("8e.fight.pile-in")
def test_piling_in_the_unit_keeps_together_and_who_stays_need_not_come_closer() -> None:
    over = pile_in((blue("a", (0, 0), (0, 2.9)), red("x", (5, 0))))
    assert not over.refusals(go(a_1=(0.3, 0)))
    assert codes(over.refusals(go(a_1=(3, 0)))) == {"move.not_coherent"}


@pytest.mark.rule("8e.fight.pile-in")
def test_who_touches_an_enemy_is_not_asked_to_pile_in() -> None:
    session = fighting(blue("a", (0, 0)), red("x", (1, 0)))
    answer(session, "fight.unit", "a")
    assert topic(session) == "fight.unit" and ask(session, "fight.unit").player == "red"
    assert len(happened(session, "unit.fights")) == 1 and rolls(session, "hit")


@pytest.mark.rule("8e.fight.pile-in")
@pytest.mark.parametrize("count", [1, 10, 30])
def test_a_suggested_pile_in_brings_the_unit_closer(count: int) -> None:
    at = [(-(n // 10) * 1.3, n % 10 * 1.3) for n in range(count)]
    session = fighting(blue("a", *at, profiles="marine"), red("x", (1.9, 0), (1.9, 1.3), (1.9, 2.6)))
    answer(session, "fight.unit", "a")
    before = {m.id: place(session, m.id) for m in session.state.present("a")}
    submit(session, ask(session, "fight.pile_in").suggest(None))
    moved = [m for m in before if place(session, m) != before[m]]
    assert len(moved) >= min(count, 5) and apart(session, "a-1", "x") < 0.001


@pytest.mark.rule("8e.fight.consolidate")
def test_after_its_attacks_a_unit_moves_closer_to_the_nearest_enemy_wherever_it_is() -> None:
    session = fighting(blue("a", (0, 0)), red("x", (1.5, 0), profiles="boy"), red("y", (0, 21)), dice=[*KILL, *ONES])
    answer(session, "fight.unit", "a")
    submit(session, ())
    assert left(session, "x") == 0
    assert codes(refused(session, go(session, a_1=(0, -3)))) == {"closing.not_closer"}
    assert codes(refused(session, go(session, a_1=(0, 3.1)))) == {"move.too_far"}
    submit(session, go(session, a_1=(0, 3)))
    assert place(session, "a-1") == (0, 3)


@pytest.mark.rule("8e.fight.consolidate")
def test_who_is_reached_by_consolidating_is_not_attacked() -> None:
    session = fighting(blue("a", (0, 0)), red("x", (1.5, 0), profiles="boy"), red("y", (0, 4)), dice=[*KILL, *ONES])
    answer(session, "fight.unit", "a")
    submit(session, ())
    submit(session, go(session, a_1=(0, 3)))
    assert apart(session, "a", "y") == 0 and len(rolls(session, "hit")) == 1
    assert ask(session, "fight.unit").player == "red" and open_ids(session) == {"y"}


def test_nothing_of_a_fight_breaks_when_both_units_are_gone() -> None:
    session = fighting(blue("a", (0, 0)), red("x", (1.5, 0)))
    b: Battle = hand(session)
    b.place("x-1", OnTable(b.model("x-1").pose.moved_to(60, 40)), "")
    assert fight.next_fighter(b.state) is None
    assert until_topic(session, "fight.unit").player == "blue"
