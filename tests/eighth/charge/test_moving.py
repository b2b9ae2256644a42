"""The charge move, and heroic interventions: how far, how near, past whom."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.shapes import Round, Shape
from battlefield.terrain import Piece
from battlefield.units import um
from engine.core.setup import UnitSpec
from engine.eighth import charge
from engine.session import Session
from tests.eighth.ruins import ruin
from tests.eighth.tables import (
    BIKE,
    HERO,
    INCH_BASE,
    TANK,
    answer,
    apart,
    ask,
    battle,
    codes,
    go,
    happened,
    left,
    piece,
    place,
    refused,
    rolls,
    spots,
    square,
    state_of,
    submit,
    suggested,
    topic,
    unit,
    until_phase,
)


def foe(id: str, *at: tuple[float, float], profiles: str = "boy", **more: Any) -> UnitSpec:
    return unit(id, "red", spots(*at), profiles, **more)


def charging(*units: UnitSpec, dice: Any, targets: tuple[str, ...] = ("x",), **more: Any) -> Session:
    """Blue's unit `a` has declared a charge; its move is asked next, if it can be made."""
    session = battle(*units, phase="charge", dice=dice, **more)
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", targets)
    if topic(session) == "react.overwatch":
        submit(session, ask(session, "react.overwatch").rows[0].id)
    return session


@pytest.mark.rule("8e.charge.roll")
def test_two_dice_say_how_far_every_model_may_go() -> None:
    session = charging(unit("a", "blue", spots((0, 0), (0, 1.5), (0, 3))), foe("x", (8, 0)), dice=[3, 5])
    assert dict(ask(session, "charge.move").allowance) == dict.fromkeys(("a-1", "a-2", "a-3"), um(8))
    assert codes(refused(session, go(session, a_1=(7, 0), a_2=(8.2, 1.5), a_3=(7, 3)))) >= {"move.too_far"}
    submit(session, go(session, a_1=(7, 0), a_2=(8, 1.5), a_3=(7, 3)))
    assert place(session, "a-2") == (8, 1.5)


@pytest.mark.rule("8e.charge.roll")
def test_who_is_left_after_overwatch_moves() -> None:
    shooters = foe("x", (8, 0), (8, 1.2), profiles="marine", gear=["boltgun"])
    squad = unit("a", "blue", spots((0, 0), (0, 1.5), (0, 3), (0, 4.5), (0, 6)), "boy")
    session = charging(squad, shooters, dice=[6, 6, 1, 1, 6, 6, 1, 1, 4, 4])
    if topic(session) == "attacks.allocate":
        submit(session, suggested(session))
    assert left(session, "a") == 3 and len(ask(session, "charge.move").models) == 3
    assert rolls(session, "charge") == [(4, 4)]


@pytest.mark.rule("8e.charge.first-model")
def test_a_charge_that_brings_the_first_model_within_an_inch_is_made() -> None:
    session = charging(unit("a", "blue", spots((0, 0))), foe("x", (9, 0)), dice=[3, 4])
    assert codes(refused(session, go(session, a_1=(6.5, 0)))) == {"charge.first_model"}
    submit(session, go(session, a_1=(7, 0)))
    assert apart(session, "a", "x") == 1 and happened(session, "charge.made")


@pytest.mark.rule("8e.charge.first-model")
def test_the_others_need_not_come_near_nor_has_every_target_to_be_reached() -> None:
    squad = unit("a", "blue", spots((0, 0), (0, 1.5)))
    session = charging(squad, foe("x", (8, 0)), foe("y", (0, 11)), dice=[4, 4], targets=("x", "y"))
    assert codes(refused(session, go(session, a_2=(5.5, 1.5), a_1=(7, 0)))) == {"charge.first_model"}
    submit(session, go(session, a_1=(7, 0), a_2=(5.5, 1.5)))
    assert apart(session, "a-2", "x") > 1 and happened(session, "charge.made")


@pytest.mark.rule("8e.charge.first-model", "8e.charge.failed")
def test_a_charge_that_falls_short_fails_without_a_move() -> None:
    session = charging(unit("a", "blue", spots((0, 0))), foe("x", (9, 0)), dice=[3, 3])
    assert happened(session, "charge.failed") and place(session, "a-1") == (0, 0)


@pytest.mark.rule("8e.charge.first-model")
def test_a_unit_must_keep_together_in_its_charge() -> None:
    session = charging(unit("a", "blue", spots((0, 0), (0, 1.5))), foe("x", (9, 0)), dice=[4, 4])
    assert codes(refused(session, go(session, a_1=(8, 0)))) == {"move.not_coherent"}


@pytest.mark.rule("8e.charge.non-targets")
def test_nobody_comes_within_an_inch_of_an_enemy_that_is_not_charged() -> None:
    units = unit("a", "blue", spots((0, 0))), foe("x", (9, 0)), foe("other", (7, 1.9))
    short = charging(*units, dice=[3, 4])
    assert codes(refused(short, go(short, a_1=(7, 0)))) == {"move.too_near"}
    assert suggested(short) == ()
    submit(short, ())
    assert happened(short, "charge.failed") and not happened(short, "charge.made")
    longer = charging(*units, dice=[4, 4])
    submit(longer, go(longer, a_1=(7.5, -1)))
    assert 0.79 < apart(longer, "a", "x") < 0.81 and 1.93 < apart(longer, "a", "other") < 1.95


@pytest.mark.rule("8e.charge.non-targets")
def test_the_ban_holds_on_the_way_too_but_for_those_who_fly() -> None:
    around = foe("x", (9, 0)), foe("other", (4.5, 0))
    walker = charging(unit("a", "blue", spots((0, 0))), *around, dice=[5, 4])
    assert "move.too_near" in codes(refused(walker, go(walker, a_1=(8, 0))))
    flyer = charging(unit("a", "blue", spots((0, 0)), keywords=("Infantry", "Fly")), *around, dice=[5, 4])
    submit(flyer, ask(flyer, "charge.move").complete({"a-1": flyer.state.models["a-1"].pose.moved_to(38, 24)})[0])
    assert happened(flyer, "charge.made")


@pytest.mark.rule("8e.charge.failed")
def test_after_a_failed_charge_nobody_has_moved_and_the_unit_has_not_charged() -> None:
    squad = unit("a", "blue", spots((0, 0), (0, 1.5)))
    session = charging(squad, foe("x", (9, 0)), dice=[2, 2])
    assert [place(session, m) for m in ("a-1", "a-2")] == [(0, 0), (0, 1.5)]
    assert not session.state.did("a", "charged")
    until_phase(session, "morale")
    assert not happened(session, "unit.fights")


@pytest.mark.rule("8e.charge.failed")
def test_a_charge_may_be_let_fail() -> None:
    session = charging(unit("a", "blue", spots((0, 0))), foe("x", (9, 0)), dice=[4, 4])
    submit(session, ())
    assert happened(session, "charge.failed") and not session.state.did("a", "charged")


def test_an_ability_rolls_both_dice_of_a_short_charge_again() -> None:
    session = charging(unit("a", "blue", spots((0, 0)), "runner"), foe("x", (9, 0)), dice=[2, 2, 4, 5])
    assert rolls(session, "charge.again") == [(4, 5)] and topic(session) == "charge.move"
    enough = charging(unit("a", "blue", spots((0, 0)), "runner"), foe("x", (9, 0)), dice=[3, 4])
    assert not rolls(enough, "charge.again")


# -- what is suggested -------------------------------------------------------------------------------------------------


def block(x: float, y: float, count: int, wide: int = 10, apart: float = 1.5) -> list[tuple[float, float]]:
    """Ranks, one behind the other to the west."""
    return spots(*((x - n // wide * apart, y + n % wide * apart) for n in range(count)))


BARRICADE = piece("barricade", square(33, 20, 0.4, 20), top=1.2)
WALL = piece("wall", square(34, 20, 0.4, 12), "impassable", top=5)
HILL = Piece("hill", "hill", "Hill", tuple((um(x), um(y)) for x, y in square(34, 20, 8, 12)), 0, um(2), standable=True)
BIG_BASE = Round(um(1.26))


def a(at: Any, profiles: str = "marine", shape: Shape = INCH_BASE, **more: Any) -> UnitSpec:
    return unit("a", "blue", at, profiles, shape=shape, **more)


def x(at: Any, profiles: str = "boy", shape: Shape = INCH_BASE, **more: Any) -> UnitSpec:
    return unit("x", "red", at, profiles, shape=shape, **more)


SCENES: dict[str, tuple[list[UnitSpec], float, list[Piece]]] = {
    "ten at ten": ([a(block(0, 0, 10)), x(block(8, 0, 10))], 7, []),
    "thirty that just reach": ([a(block(0, 0, 30, 10, 1.4), shape=BIG_BASE), x(block(9, 0, 10))], 7, []),
    "thirty at one": ([a(block(0, 0, 30, 5, 1.4), shape=BIG_BASE), x(spots((8, 3)))], 7, []),
    "ten at a tank": ([a(block(0, 0, 10)), x(spots((8, 6)), "tank", TANK)], 8, []),
    "a tank at ten": ([a(spots((0, 6)), "tank", TANK), x(block(8, 0, 10))], 8, []),
    "a tank at a tank": ([a(spots((0, 6)), "tank", TANK, facing=90), x(spots((10, 4)), "tank", TANK)], 8, []),
    "bikes at ten": ([a(block(0, 0, 3, 3, 2), shape=BIKE), x(block(8, 0, 10))], 8, []),
    "over a barricade": ([a(block(0, 0, 10)), x(block(8, 0, 10))], 10, [BARRICADE]),
    "round a wall": ([a(block(0, 0, 10)), x(block(8, 3, 5))], 12, [WALL]),
    "up a hill": ([a(block(0, 0, 10)), x([(sx, sy, 2) for sx, sy in block(6, 2, 5)])], 10, [HILL]),
    "up to a floor": ([a(block(0, 0, 5, 5)), x([(33.5, 24, 3), (33.5, 26, 3)])], 11, [ruin()]),
    "up to a floor alone": ([a(spots((0, 0))), x([(33.5, 24, 3)])], 11, [ruin()]),
    "up to a floor on wings": ([a(block(0, 0, 5, 5), keywords=("Fly",)), x([(33.5, 24, 3)])], 7, [ruin()]),
    "down from a floor": ([a([(33.5, 24, 3), (33.5, 25.5, 3)]), x([(40, 24, 0)])], 11, [ruin()]),
    "past others": ([a(block(0, 0, 20)), x(block(8, 0, 5)), unit("other", "red", block(4, 9, 5), "boy")], 9, []),
    "round friends": (
        [a(block(0, 0, 30, 10, 1.4), shape=BIG_BASE), x(block(8, 0, 5)), unit("f", "blue", block(3, 7, 5))], 9, []
    ),
    "in a column": ([a(spots(*((-n * 2.5, 0) for n in range(10)))), x(spots((8, 0)))], 6.2, []),
    "flying over friends": (
        [a(block(0, 0, 10), keywords=("Fly",)), x(block(8, 0, 5)), unit("f", "blue", block(3, 0, 8))], 9, []
    ),
}  # fmt: skip


@pytest.mark.parametrize("scene", SCENES)
def test_a_charge_that_can_be_made_is_suggested(scene: str) -> None:
    units, far, terrain = SCENES[scene]
    state = state_of(*units, terrain=terrain)
    question = charge._question(state, "a", ("x",), um(far))
    answer = question.suggest(None)  # type: ignore[arg-type]
    assert answer and not question.refusals(answer)


@pytest.mark.rule("8e.charge.first-model")
def test_a_suggested_charge_at_an_enemy_on_a_floor_ends_on_that_floor() -> None:
    session = battle(a(block(0, 0, 5, 5)), x([(33.5, 24, 3), (33.5, 26, 3)]), phase="charge", dice=[6, 5],
                     terrain=[ruin()])  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    submit(session, suggested(session))
    assert [e.subject for e in happened(session, "charge.made")] == ["a"]
    up = [m for m in session.state.present("a") if m.pose.z == um(3)]
    assert up and all(m.place.support == "ruin/first" for m in up)
    assert apart(session, up[0].id, "x") <= 1.001


# -- heroic intervention -----------------------------------------------------------------------------------------------


def intervening(*units: UnitSpec, **more: Any) -> Session:
    session = battle(unit("hero", "red", spots((0, 0)), "captain", keywords=HERO), *units, phase="charge", **more)
    if topic(session) == "charge.unit":
        submit(session, "done")
    answer(session, "charge.hero", "hero")
    return session


@pytest.mark.rule("8e.charge.heroic-intervention-closer")
def test_an_intervention_ends_closer_to_the_nearest_enemy_and_may_end_beside_it() -> None:
    session = intervening(unit("a", "blue", spots((4, 0))))
    question = ask(session, "charge.intervene")
    assert not question.refusals(go(session, hero_1=(2.5, 0))) and not question.refusals(go(session, hero_1=(3, 0)))
    assert codes(refused(session, go(session, hero_1=(0, 3)))) == {"closing.not_closer"}
    assert codes(refused(session, go(session, hero_1=(3.1, 0)))) >= {"move.too_far"}
    submit(session, go(session, hero_1=(3, 0)))
    assert apart(session, "hero", "a") == 0 and not session.state.did("hero", "charged")


@pytest.mark.rule("8e.charge.heroic-intervention-closer", "8e.charge.heroic-intervention")
def test_who_intervened_does_not_fight_among_the_chargers() -> None:
    session = intervening(
        unit("a", "blue", spots((4, 0)), "giant"), unit("b", "blue", spots((20, 0)), "giant"), foe("x", (26, 0)),
    )  # fmt: skip
    submit(session, go(session, hero_1=(3, 0)))
    question = ask(session, "fight.unit")
    assert question.player == "blue" and [o.id for o in question.options] == ["a"] and not question.hint("chargers")


@pytest.mark.rule("8e.charge.heroic-intervention-closer")
def test_it_is_the_enemy_nearest_at_the_start_that_counts_and_of_several_any() -> None:
    session = intervening(unit("a", "blue", spots((3.5, 0))), unit("b", "blue", spots((-4, 0))))
    assert codes(refused(session, go(session, hero_1=(-2, 0)))) == {"closing.not_closer"}
    tied = intervening(unit("a", "blue", spots((4, 0))), unit("b", "blue", spots((-4, 0))))
    submit(tied, go(tied, hero_1=(-2, 0)))
    assert place(tied, "hero-1") == (-2, 0)


@pytest.mark.rule("8e.charge.heroic-intervention")
def test_a_character_that_touches_its_enemy_is_not_asked_since_it_can_come_no_closer() -> None:
    state = state_of(
        unit("hero", "red", spots((0, 0)), "captain", keywords=HERO), unit("a", "blue", spots((1, 0))),
        unit("other", "red", spots((0, 5)), "captain", keywords=HERO), unit("b", "blue", spots((1.5, 5))),
    )  # fmt: skip
    assert charge.heroes(state, "red") == ("other",)
