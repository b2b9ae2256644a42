"""Ends that bring about other ends: explosions that set off others, and transports among them."""

from __future__ import annotations

import pytest

from engine.core.records import Gone
from engine.eighth import casualties
from tests.eighth.tables import (
    answer,
    battle,
    detail,
    hand,
    happened,
    left,
    open_ids,
    rolls,
    run,
    spots,
    submit,
    suggested,
    topic,
    unit,
)

CAR = ("Vehicle", "Transport")
RULE = "8e.attacks.mortal-wounds"


def blown_up(*more, first: str = "one-1", dice: tuple[int, ...], **how):
    """A battle in hand in which one of some volatile models has just been destroyed, with exactly these dice."""
    session = battle(*more, **how)
    b = hand(session)
    asked: list[str] = []
    run(b, casualties.destroy(b, first, RULE), dice, exactly=True, asked=asked)
    return b, asked


@pytest.mark.rule("8e.attacks.mortal-wounds")
def test_an_explosion_sets_off_another_and_that_a_third_each_once() -> None:
    b, asked = blown_up(
        unit("one", "blue", spots((0, 0)), "bomb"), unit("two", "red", spots((3.5, 0)), "bomb"),
        unit("three", "blue", spots((7, 0)), "bomb"), unit("near", "red", spots((7, 3.5)), "captain"),
        unit("off", "red", spots((0, 8)), "captain"), dice=(6, 6, 6),
    )  # fmt: skip
    assert asked == ["explode"] * 3
    assert [left_of(b, u) for u in ("one", "two", "three")] == [0, 0, 0]
    assert (b.model("near-1").wounds, b.model("off-1").wounds) == (3, 5)
    order = [e.subject for e in b.take_events() if e.code in ("model.exploded", "model.gone")]
    assert order == ["one-1", "two-1", "three-1", "three-1", "two-1", "one-1"], "who set it off goes last"


def left_of(b, unit_id: str) -> int:
    return len(b.state.present(unit_id))


@pytest.mark.rule("8e.attacks.mortal-wounds")
def test_a_chain_ends_where_a_die_does_not_show_enough() -> None:
    b, asked = blown_up(
        unit("one", "blue", spots((0, 0)), "bomb"), unit("two", "red", spots((3.5, 0)), "bomb"),
        unit("three", "blue", spots((7, 0)), "bomb"), dice=(6, 5),
    )  # fmt: skip
    assert asked == ["explode"] * 2
    assert [left_of(b, u) for u in ("one", "two", "three")] == [0, 0, 1]


@pytest.mark.rule("8e.attacks.mortal-wounds")
def test_models_of_one_unit_that_set_each_other_off_are_each_removed_once() -> None:
    b, asked = blown_up(
        unit("one", "blue", spots((0, 0), (1.5, 0), (3, 0)), "bomb"), unit("x", "red", spots((20, 0))), dice=(6, 6, 6),
    )  # fmt: skip
    assert asked.count("explode") == 3 and left_of(b, "one") == 0
    gone = [e.subject for e in b.take_events() if e.code == "model.gone"]
    assert sorted(gone) == ["one-1", "one-2", "one-3"]
    assert all(isinstance(m.place, Gone) for m in b.state.models.values() if m.unit == "one")


@pytest.mark.rule("8e.transports.destroyed-disembark", "8e.transports.destroyed-casualties")
@pytest.mark.parametrize("ones", [0, 1, 2])
def test_a_transport_that_an_explosion_destroys_lets_its_passengers_out(ones: int) -> None:
    b, asked = blown_up(
        unit("one", "blue", spots((0, 0)), "bomb"),
        unit("car", "red", spots((3.5, 0)), "giant", keywords=CAR, wounds=2),
        unit("squad", "red", 3, aboard="car-1"), unit("x", "red", spots((20, 0))),
        sheets={"profiles": {"giant": {**GIANT, "capacity": 6}}},
        dice=(6, *([1] * ones + [2] * (3 - ones))),
    )  # fmt: skip
    assert asked[:3] == ["explode", "setup.place", "bail_out"] and ("casualties.pick" in asked) == bool(ones)
    assert (left_of(b, "car"), left_of(b, "squad")) == (0, 3 - ones)


GIANT = {"name": "Giant", "m": 6, "ws": 4, "bs": 4, "s": 6, "t": 7, "w": 8, "a": 3, "ld": 7, "sv": 4}


@pytest.mark.rule("8e.transports.destroyed-disembark", "8e.round.simultaneous-in-turn")
@pytest.mark.parametrize(("first", "squad"), [("passengers get out", 1), ("explosion", 3)])
def test_a_full_volatile_transport_in_a_chain_is_ordered_by_the_player_of_the_turn(first: str, squad: int) -> None:
    session = battle(
        unit("one", "blue", spots((0, 0)), "bomb"), unit("car", "red", spots((3.5, 0)), "bomb_car", keywords=CAR),
        unit("squad", "red", 3, aboard="car-1"), unit("x", "red", spots((20, 0))),
    )  # fmt: skip
    b = hand(session)
    others = [name for name in ("passengers get out", "explosion") if name != first]
    dice = (6, 2, 2, 2, 6) if first == "passengers get out" else (6, 6, 2, 2, 2)
    run(b, casualties.destroy(b, "one-1", RULE), dice, {"sequence.order": (first, *others)}, exactly=True)
    assert (left_of(b, "one"), left_of(b, "car"), left_of(b, "squad")) == (0, 0, squad)


@pytest.mark.rule("8e.attacks.mortal-wounds", "8e.morale.who-tests")
def test_a_chain_in_the_middle_of_a_volley_counts_for_morale_and_the_volley_goes_on() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0)), gear=["lascannon"]), unit("b", "blue", spots((0, 3)), gear=["boltgun"]),
        unit("one", "red", spots((12, 0)), "bomb"), unit("two", "red", spots((15.5, 0)), "bomb"),
        unit("mob", "red", spots((19, 0), (19, 1.5), (19, 3)), "boy"), phase="shooting",
        dice=[6, 6, 2, 6, 6],
    )  # fmt: skip
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "one")
    answer(session, "shoot.models", ("a-1/lascannon",))
    while topic(session) not in ("shoot.unit", ""):
        submit(session, suggested(session))
    assert rolls(session, "explode") == [(6,), (6,)]
    assert (left(session, "one"), left(session, "two"), left(session, "mob")) == (0, 0, 1)
    assert open_ids(session) == {"b", "done"}
    answer(session, "shoot.unit", "done")
    while session.state.clock.phase != "movement":
        submit(session, "done" if topic(session).endswith(".unit") else suggested(session))
    assert [detail(e, "lost") for e in happened(session, "morale.passed") + happened(session, "morale.failed")] == [2]


# -- overwatch ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.charge.overwatch", "8e.charge.failed")
def test_when_overwatch_fells_the_last_of_a_charging_unit_the_others_still_charge() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0)), "guard"), unit("b", "blue", spots((0, 5))),
        unit("x", "red", spots((6, 0)), gear=["boltgun"]), phase="charge", dice=[6, 1, 6, 1, 6, 6],
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    answer(session, "react.overwatch", "x")
    while topic(session) not in ("charge.unit", ""):
        submit(session, suggested(session))
    assert left(session, "a") == 0 and happened(session, "unit.destroyed")
    assert rolls(session, "charge") == [] and not happened(session, "charge.failed")
    assert open_ids(session) == {"b", "done"}
    answer(session, "charge.unit", "b")
    answer(session, "charge.targets", ("x",))
    assert topic(session) == "react.overwatch", "it fires at every charger"
    answer(session, "react.overwatch", "pass")
    assert len(rolls(session, "charge")) == 1


@pytest.mark.rule("8e.charge.overwatch", "8e.attacks.mortal-wounds")
def test_a_charger_that_explodes_in_overwatch_takes_its_targets_with_it() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0)), "bomb", wounds=1), unit("x", "red", spots((3.5, 0)), gear=["boltgun"]),
        unit("y", "red", spots((3.5, 3)), gear=["boltgun"]), phase="charge", dice=[6, 1, 6, 1, 6],
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x", "y"))
    answer(session, "react.overwatch", "x")
    before = session.state.clock.phase
    while session.state.clock.phase == before and topic(session) not in ("charge.unit", ""):
        assert topic(session) != "react.overwatch", "nobody is left to fire at, or to fire"
        submit(session, suggested(session))
    assert (left(session, "a"), left(session, "x")) == (0, 0)
    assert rolls(session, "charge") == []
