"""Characteristics: what a profile is, how it is modified, and tests on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.dice import Roll
from engine.core.facts import facts
from engine.core.procedure import Procedure
from engine.core.records import Effect
from engine.fifth.book import FifthBook
from engine.fifth.characteristics import (
    characteristic_test,
    leadership,
    leadership_test,
    modified,
    passes,
    profile,
    value,
)
from engine.fifth.lore import SheetError, read_lore
from engine.fifth.saves import Wound, armour_save
from engine.fifth.setup import set_up
from engine.fifth.weapons import guns
from scenarios.armies import buy, read_army
from scenarios.finding import bundled_armies
from scenarios.problems import Report
from tests.fifth.tables import PROFILES, marines, row, setup_of, unit

NINE = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv")


def sheet(**changes: Any) -> Mapping[str, Any]:
    return {"profiles": {"trial": {**PROFILES["marine"], **changes}}}


def with_sheets(sheets: Mapping[str, Any]) -> Any:
    from dataclasses import replace

    return read_lore(replace(setup_of(), sheets=sheets))


def outcome(procedure: Procedure[Any], *faces: int) -> tuple[Any, int]:
    """The result of a procedure whose only questions are rolls, and how many dice it rolled."""
    script, rolled = list(faces), 0
    try:
        question = next(procedure)
        while True:
            roll = question.roll  # type: ignore[attr-defined]
            assert isinstance(roll, Roll)
            taken, script = tuple(script[: len(roll.dice)]), script[len(roll.dice) :]
            rolled += len(taken)
            question = procedure.send(taken)
    except StopIteration as stop:
        return stop.value, rolled


def squad_battle(*profiles: str) -> Battle:
    return Battle(
        FifthBook(), set_up(setup_of(marines("alpha", at=row(10, 10, len(profiles)), profiles=list(profiles))), "1")
    )


@pytest.mark.rule("5e.profile.nine-values")
def test_a_profile_has_nine_values_and_none_may_be_missing() -> None:
    marine = with_sheets(sheet()).profiles["trial"]
    assert (marine.ws, marine.bs, marine.s, marine.t, marine.w, marine.i, marine.a, marine.ld, marine.sv) == (
        4,
        4,
        4,
        4,
        1,
        4,
        1,
        8,
        3,
    )
    lacking = {k: v for k, v in PROFILES["marine"].items() if k != "t"}
    with pytest.raises(SheetError, match="no T"):
        with_sheets({"profiles": {"trial": lacking}})


@pytest.mark.rule("5e.profile.sample-rows")
def test_the_ork_boy_and_the_space_marine_of_the_bundled_armies_are_those_of_the_book() -> None:
    found = {}
    for path in bundled_armies("5e"):
        for entry in read_army(path).profiles.values():
            found[entry.name] = tuple(getattr(entry, name) for name in NINE)
    assert found["Space Marine"] == (4, 4, 4, 4, 1, 4, 1, 8, 3)
    assert found["Ork Boy"] == (4, 2, 3, 4, 1, 2, 2, 7, 6)


@pytest.mark.rule("5e.profile.limits")
def test_no_modifier_leads_above_ten_or_below_zero_and_no_sheet_does() -> None:
    assert modified("s", 9, plus=3) == 10
    assert modified("s", 1, plus=-2) == 0
    with pytest.raises(SheetError, match="from 0 to 10"):
        with_sheets(sheet(s=11))


@pytest.mark.rule("5e.profile.save-limit")
def test_a_save_is_never_improved_beyond_two_plus() -> None:
    assert modified("sv", 3, plus=-2) == 2
    assert modified("sv", 0, plus=-2) == 0, "no save stays none"


@pytest.mark.rule("5e.profile.multiply-then-add")
def test_a_value_is_multiplied_before_it_is_added_to() -> None:
    assert modified("s", 4, times=2, plus=1) == 9
    assert modified("s", 5, times=2, plus=1) == 10


@pytest.mark.rule("5e.profile.multiply-then-add")
def test_modifiers_in_force_change_the_value_of_a_model() -> None:
    b = squad_battle("marine")
    for n, numbers in enumerate((facts(name="s", plus=1), facts(name="s", times=2))):
        b.add_effect(Effect(f"e{n}", "trial", "", "alpha-1", "modifier", numbers))
    assert value(b.state, "alpha-1", "s") == 9


@pytest.mark.rule("5e.profile.vehicle-profile")
def test_a_vehicle_has_armour_in_place_of_a_profile_and_is_not_bound_to_ten() -> None:
    tank = with_sheets(
        {"vehicles": {"tank": {"name": "Tank", "type": "tank", "front": 14, "side": 12, "rear": 10, "bs": 4}}}
    )
    assert (tank.vehicles["tank"].front, tank.vehicles["tank"].side, tank.vehicles["tank"].rear) == (14, 12, 10)
    with pytest.raises(SheetError):
        with_sheets({"vehicles": {"tank": {"front": "thick", "side": 12, "rear": 10, "bs": 4}}})


@pytest.mark.rule("5e.profile.char-test")
def test_a_test_is_passed_on_the_value_or_less() -> None:
    assert passes(4, 4) and not passes(5, 4)
    b = squad_battle("marine")
    assert outcome(characteristic_test(b, "alpha-1", "t", ""), 4) == (True, 1)
    assert outcome(characteristic_test(b, "alpha-1", "t", ""), 5) == (False, 1)


@pytest.mark.rule("5e.profile.char-test-six")
def test_a_six_fails_whatever_the_value() -> None:
    assert not passes(6, 8) and passes(5, 8)


@pytest.mark.rule("5e.profile.char-test-one")
def test_a_one_passes_whatever_the_modifier() -> None:
    assert passes(1, 0)


@pytest.mark.rule("5e.profile.char-test-zero")
def test_a_value_of_zero_fails_without_a_roll() -> None:
    b = squad_battle("marine")
    b.add_effect(Effect("e", "trial", "", "alpha-1", "modifier", facts(name="a", set=0)))
    assert outcome(characteristic_test(b, "alpha-1", "a", "")) == (False, 0)


@pytest.mark.rule("5e.profile.ld-test")
def test_a_leadership_test_is_two_dice_against_the_value() -> None:
    b = squad_battle("marine")
    assert outcome(leadership_test(b, "alpha", ""), 5, 3)[0][0]
    assert not outcome(leadership_test(b, "alpha", ""), 5, 4)[0][0]


@pytest.mark.rule("5e.profile.ld-highest")
def test_a_unit_tests_on_the_highest_leadership_among_it() -> None:
    b = squad_battle("boy", "boy", "boy", "boy", "sergeant")
    assert leadership(b.state, "alpha") == 9
    assert outcome(leadership_test(b, "alpha", ""), 5, 4)[0][0]


@pytest.mark.rule("5e.profile.zero-bs")
def test_a_model_without_ballistic_skill_is_not_offered_as_a_firer() -> None:
    PROFILES["blind"] = {**PROFILES["marine"], "bs": 0}
    try:
        state = set_up(setup_of(unit("alpha", "blue", row(10, 10, 2), ["marine", "blind"], ("boltgun",))), "1")
        assert guns(state, "alpha-1") and not guns(state, "alpha-2")
        assert profile(state, "alpha-2").bs == 0
    finally:
        del PROFILES["blind"]


@pytest.mark.rule("5e.profile.points")
def test_the_points_of_a_unit_are_its_models_and_upgrades_together() -> None:
    report = Report("trial")
    squad = read_army(next(p for p in bundled_armies("5e") if p.stem == "space_marines")).units["tactical_squad"]
    plain = buy(squad, {}, "alpha", 1, report)
    full = buy(squad, {"more": 5, "sergeant_power_fist": True}, "alpha", 1, report)
    assert plain.points == squad.points
    prices = squad.options
    assert full.points == squad.points + 5 * prices["more"].points + prices["sergeant_power_fist"].points
    assert not report


@pytest.mark.rule("5e.profile.no-armour")
def test_a_model_with_a_dash_for_a_save_never_gets_one_even_against_no_ap() -> None:
    state = set_up(setup_of(unit("grots", "red", row(10, 10, 1), "gretchin"), marines("alpha", at=row(30, 10, 1))), "1")
    wound = Wound(strength=4, ap=0, rule="5e.shooting.wound-table")
    assert armour_save(state, "grots-1", wound) == 0
    assert armour_save(state, "alpha-1", wound) == 3
