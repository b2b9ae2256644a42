"""Charging: who may, at whom, and what those who are charged may do about it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.records import OnTable
from engine.eighth import charge, shooting
from engine.session import Session
from tests.eighth.profiles import PROFILES, profile
from tests.eighth.tables import (
    HERO,
    ONES,
    answer,
    ask,
    battle,
    codes,
    hand,
    happened,
    left,
    open_ids,
    piece,
    refused,
    rolls,
    run,
    spots,
    square,
    submit,
    suggested,
    topic,
    unit,
    until_phase,
    until_topic,
    wounds,
)

PROFILES.update(
    keen=profile("Keen eye", 6, 3, 2, 4, 4, 1, 1, 7, 3),
    blind=profile("Blind fighter", 6, 3, 0, 4, 4, 1, 1, 7, 3),
    hulk=profile("Hulk", 6, 3, 3, 8, 8, 30, 4, 9, 2),
)


def foe(id: str, x: float, y: float = 0, profiles: str = "boy", gear: Any = (), **more: Any) -> Any:
    return unit(id, "red", spots((x, y)), profiles, gear, **more)


@pytest.mark.rule("8e.charge.eligible")
def test_a_unit_charges_from_within_twelve_inches_unless_it_advanced_fell_back_or_was_engaged() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0))), foe("x", 13), unit("b", "blue", spots((0, -20))), foe("y", 13.1, -20),
        unit("c", "blue", spots((20, 0))), foe("z", 29), unit("d", "blue", spots((-20, 10))), foe("w", -18.2, 10),
        foe("w2", -11, 10), unit("e", "blue", spots((20, 10))), foe("v", 21.8, 10), phase="movement",
    )  # fmt: skip
    answer(session, "move.unit", "c")
    answer(session, "move.how", "advance")
    answer(session, "move.advance", ())
    answer(session, "move.unit", "d")
    answer(session, "move.how", "fall_back")
    until_phase(session, "charge", {"move.fall_back": lambda q: q.complete({"d-1": q_pose(session, "d-1", -0.5)})[0]})
    assert open_ids(session) == {"a", "done"}
    barred = {o.id: codes(o.barred) for o in ask(session, "charge.unit").options}
    assert barred["b"] == {"charge.nobody_near"} and barred["c"] == {"charge.advanced"}
    assert barred["d"] == {"charge.fell_back"} and barred["e"] == {"charge.engaged"}


def q_pose(session: Session, model: str, dx: float) -> Any:
    """A model's pose shifted along the table."""
    pose = session.state.models[model].pose
    return pose.moved_to(pose.xy[0] + dx, pose.xy[1])


@pytest.mark.rule("8e.charge.eligible")
def test_a_unit_that_began_the_phase_engaged_does_not_charge_even_when_its_enemy_is_gone() -> None:
    session = battle(unit("a", "blue", spots((0, 0))), foe("x", 1.5), foe("y", 9), unit("c", "blue", spots((9, 9))),
                     phase="charge")  # fmt: skip
    b = hand(session)
    b.gone("x-1", "")
    assert codes(charge.bars(b.state, "a")) == {"charge.engaged"} and charge.bars(b.state, "c") == ()


@pytest.mark.rule("8e.charge.once")
def test_a_unit_charges_once_a_phase_whether_it_arrives_or_not() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0))), unit("b", "blue", spots((0, 5))), foe("x", 10), phase="charge", dice=[1, 1],
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    assert happened(session, "charge.failed")
    assert codes(refused(session, "a")) == {"charge.declared_already"}
    assert open_ids(session) == {"b", "done"}
    answer(session, "charge.unit", "b")


@pytest.mark.rule("8e.charge.targets")
def test_one_or_more_enemy_units_within_twelve_inches_are_charged_seen_or_not() -> None:
    hiding = piece("wall", square(31, 22, 0.2, 4), top=6, opaque=True)
    session = battle(
        unit("a", "blue", spots((0, 0))), foe("x", 6), foe("y", 13), foe("z", 13.5), terrain=[hiding], phase="charge"
    )
    assert not session.book.sight(session.state, "a", "x").visible
    answer(session, "charge.unit", "a")
    question = ask(session, "charge.targets")
    assert not any(question.refusals(some) for some in (("x",), ("y",), ("x", "y")))
    assert all(question.refusals(some) for some in ((), ("z",), ("x", "z")))
    assert not rolls(session, "charge")


# -- overwatch ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.charge.overwatch")
def test_every_target_fires_at_its_charger_each_time_it_is_charged() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0)), "hulk"), unit("b", "blue", spots((0, 6)), "hulk"),
        foe("x", 9, 0, "boy", ["boltgun"]), foe("y", 9, 4, "boy", ["boltgun"]), foe("z", 9, 8, "boy", ["boltgun"]),
        phase="charge", dice=[1] * 10,
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x", "y"))
    assert topic(session) == "react.overwatch" and open_ids(session) == {"x", "y"}
    assert session.pending is not None and session.pending.player == "red"
    submit(session, "y")
    assert open_ids(session) == {"x"}
    submit(session, "x")
    assert rolls(session, "charge") == [(1, 1)] and happened(session, "charge.failed")
    answer(session, "charge.unit", "b")
    answer(session, "charge.targets", ("x",))
    assert open_ids(session) == {"x"}
    submit(session, "x")
    fired = happened(session, "unit.overwatches")
    assert [(e.subject, dict(e.details)["target"]) for e in fired] == [("y", "a"), ("x", "a"), ("x", "b")]


@pytest.mark.rule("8e.charge.overwatch-not-engaged")
def test_a_unit_with_an_enemy_within_an_inch_fires_no_overwatch_not_even_pistols() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0))), unit("b", "blue", spots((0, 6))), foe("x", 7, 0, "boy", ["bolt_pistol"]),
        phase="charge", dice=[*ONES],
    )  # fmt: skip
    assert shooting.may_overwatch(session.state, "x", "b")
    b = hand(session)
    b.place("a-1", OnTable(q_pose(session, "a-1", 5.5)), "")
    assert not shooting.may_overwatch(b.state, "x", "b")
    run(b, charge.charge_units(b, "blue"), dice=[1, 1], answers={"charge.unit": "b", "charge.targets": ("x",)})
    assert not [e for e in b.take_events() if e.code == "unit.overwatches"]


@pytest.mark.rule("8e.charge.overwatch-sixes")
@pytest.mark.parametrize("profiles", ["keen", "boy"])
@pytest.mark.parametrize(("face", "hits"), [(5, False), (6, True)])
def test_only_a_natural_six_hits_in_overwatch_whatever_the_skill(profiles: str, face: int, hits: bool) -> None:
    session = battle(
        unit("a", "blue", spots((0, 0)), "marine"), foe("x", 8, 0, profiles, ["lascannon"]), phase="charge",
        dice=[face, 6, 1, 1, 1],
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    submit(session, "x")
    assert bool(rolls(session, "wound")) == hits and left(session, "a") == (0 if hits else 1)


@pytest.mark.rule("8e.charge.overwatch-sixes")
def test_who_cannot_shoot_at_all_fires_no_overwatch() -> None:
    session = battle(unit("a", "blue", spots((0, 0))), foe("x", 8, 0, "blind", ["boltgun"]), phase="charge")
    assert not shooting.may_overwatch(session.state, "x", "a")


@pytest.mark.rule("8e.charge.overwatch-is-shooting")
def test_overwatch_is_shooting_from_where_the_charger_stands_with_all_that_reaches() -> None:
    firers = unit("x", "red", spots((11, 0), (11, 1.2), (11, 2.4)), "guard", [["boltgun"], ["flamer"], ["frag"]])
    session = battle(unit("a", "blue", spots((0, 0)), "hulk"), firers, phase="charge", dice=[5, 5, 1, 1])
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    submit(session, "x")
    assert rolls(session, "hit") == [(5, 5)], "two shots of the boltgun within half range, nothing of the others"


@pytest.mark.rule("8e.charge.overwatch-is-shooting")
def test_a_charging_character_is_no_harder_to_hit_for_standing_behind_its_squad() -> None:
    session = battle(
        unit("hero", "blue", spots((0, 0)), "captain", keywords=HERO),
        unit("squad", "blue", spots((4, 0.6), (4, -1.8))),
        foe("x", 11, 0, "boy", ["boltgun"]), phase="charge", dice=[6, 6, 6, 6, 1, 1, 1, 1],
    )  # fmt: skip
    answer(session, "charge.unit", "hero")
    answer(session, "charge.targets", ("x",))
    submit(session, "x")
    assert rolls(session, "hit") == [(6, 6)] and wounds(session, "hero-1") == 3


@pytest.mark.rule("8e.charge.overwatch-is-shooting")
def test_overwatch_at_somebody_it_cannot_see_is_none() -> None:
    hiding = piece("wall", square(33, 20, 0.2, 8), top=6, opaque=True)
    session = battle(unit("a", "blue", spots((0, 0))), foe("x", 8, 0, "boy", ["boltgun"]), terrain=[hiding],
                     phase="charge", dice=[6, 6])  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    assert not happened(session, "unit.overwatches") and topic(session) == "charge.move"


@pytest.mark.rule("8e.charge.overwatch")
def test_a_charger_that_falls_in_overwatch_rolls_nothing() -> None:
    session = battle(unit("a", "blue", spots((0, 0))), foe("x", 8, 0, "boy", ["lascannon"]), phase="charge",
                     dice=[6, 6, 1, 1])  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    submit(session, "x")
    assert left(session, "a") == 0 and not rolls(session, "charge")


@pytest.mark.rule("8e.charge.heroic-intervention")
def test_characters_within_three_inches_of_an_enemy_intervene_once_all_charges_are_made() -> None:
    session = battle(
        unit("near", "red", spots((4, 0)), "captain", keywords=HERO), unit("far", "red", spots((4.1, 10)), "captain",
        keywords=HERO), unit("plain", "red", spots((3, -10)), "captain"), unit("a", "blue", spots((0, 0))),
        unit("b", "blue", spots((0, 10))), unit("c", "blue", spots((0, -10))), phase="charge",
    )  # fmt: skip
    assert topic(session) == "charge.unit" and session.pending is not None and session.pending.player == "blue"
    submit(session, "done")
    question = ask(session, "charge.hero")
    assert question.player == "red" and open_ids(session) == {"near", "done"}
    submit(session, "near")
    submit(session, suggested(session))
    assert topic(session) != "charge.hero", "each intervenes once"
    assert until_topic(session, "fight.unit").player == "blue"
