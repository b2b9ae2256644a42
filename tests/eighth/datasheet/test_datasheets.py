"""Datasheets: what they hold, how they are read, and what weapons and keywords on them mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.facts import facts
from engine.core.records import Effect
from engine.eighth import abilities, fight, firing, mission, shooting, weapons
from engine.eighth.characteristics import MODIFIER, strength_with, value
from engine.eighth.kinds import KINDS, REROLL_HITS
from engine.eighth.lore import SheetError, read_lore
from scenarios.armies import read_army
from scenarios.finding import bundled_armies
from scenarios.loader import check
from tests.eighth.acts import GUNS, Victims, firing_line, made, sheets
from tests.eighth.tables import (
    answer,
    ask,
    battle,
    open_ids,
    rolls,
    setup_of,
    spots,
    state_of,
    unit,
)


def read(**tables: Any) -> Any:
    return read_lore(setup_of(sheets=tables))


@pytest.mark.rule("8e.datasheet.contents")
@pytest.mark.parametrize("name", ["m", "ws", "bs", "s", "t", "w", "a", "ld", "sv"])
def test_a_profile_needs_every_characteristic_and_no_ability(name: str) -> None:
    whole = made()
    assert read(profiles={"trial": whole}).profiles["trial"].rules == ()
    del whole[name]
    with pytest.raises(SheetError, match=rf"profiles.trial: no {name.upper()}"):
        read(profiles={"trial": whole})


@pytest.mark.rule("8e.datasheet.contents")
def test_a_characteristic_out_of_bounds_is_named() -> None:
    for changes, told in (
        ({"sv": 8}, "profiles.trial.sv"), ({"bs": -1}, "profiles.trial.bs"), ({"m": "far"}, "profiles.trial.m"),
        ({"w": None}, "profiles.trial.w"), ({"chart": [{"least": 1, "x": 3}]}, "'x' is no characteristic"),
    ):  # fmt: skip
        with pytest.raises(SheetError, match=told):
            read(profiles={"trial": made(**changes)})


def test_an_ability_of_a_kind_that_the_game_does_not_know_is_refused() -> None:
    with pytest.raises(SheetError, match=r"rules.odd.kind: 'reroll_hit' is none of"):
        read(rules={"odd": {"name": "Odd", "kind": "reroll_hit"}})
    by_hand = read(rules={"odd": {"name": "Odd", "text": "For the players.", "enforced": False}})
    assert "odd" not in by_hand.abilities


@pytest.mark.rule("8e.datasheet.contents")
@pytest.mark.parametrize("path", bundled_armies("8e"), ids=lambda p: p.stem)
def test_everything_in_the_bundled_armies_is_known(path: Any) -> None:
    assert check(path) == []
    army = read_army(path).model_dump(exclude_none=True)
    tables = {name: army.get(name) or {} for name in ("profiles", "weapons", "wargear", "powers", "rules")}
    lore = read(**tables)
    for key, rule in tables["rules"].items():
        assert rule.get("kind") in (None, *KINDS) and (key in lore.abilities) == ("kind" in rule), key
        assert rule["enforced"] or "kind" not in rule
    named = {name for table in ("profiles", "weapons", "wargear") for entry in tables[table].values()
             for name in entry.get("rules", ())}  # fmt: skip
    assert named <= set(tables["rules"])
    assert all(sheet["power"] for sheet in army["units"].values())


@pytest.mark.rule("8e.datasheet.power-rating")
def test_the_power_level_of_an_army_is_the_sum_of_its_units() -> None:
    three = [unit(f"u{n}", "blue", spots((0, 3 * n)), power=power) for n, power in enumerate((5, 8, 12))]
    state = state_of(*three, unit("foe", "red", spots((20, 0)), power=7), idle=False)
    assert (mission.power_level(state, "blue"), mission.power_level(state, "red")) == (25, 7)


# -- dashes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.datasheet.ws-dash")
def test_who_has_no_weapon_skill_may_be_picked_and_move_but_rolls_no_attacks() -> None:
    known = sheets(profiles={"dumb": made(ws=0, a=3)})
    session = battle(
        unit("a", "blue", spots((0, 0)), "dumb"), unit("x", "red", spots((1.8, 0)), "dumb"), phase="fight", sheets=known
    )
    assert open_ids(session) == {"a"}
    answer(session, "fight.unit", "a")
    assert ask(session, "fight.pile_in").models == ("a-1",)
    answer(session, "fight.pile_in", ())
    assert ask(session, "fight.consolidate").models == ("a-1",)
    assert rolls(session, "hit") == [] and not fight.groups(session.state, "a")


@pytest.mark.rule("8e.datasheet.bs-dash")
def test_who_has_no_ballistic_skill_never_shoots_not_even_in_overwatch() -> None:
    beasts = unit("a", "blue", spots((0, 0)), "beast", ["assault"])
    session = firing_line(beasts, unit("b", "blue", spots((0, 5)), gear=["assault"]), unit("x", "red", spots((9, 0))))
    assert open_ids(session) == {"b", "done"}
    assert {r.code for r in shooting.barred(session.state, "a")} == {"shoot.no_weapon"}
    assert not shooting.may_overwatch(session.state, "a", "x") and shooting.may_overwatch(session.state, "b", "x")


# -- weapons -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.datasheet.melee-or-ranged")
def test_a_melee_weapon_is_for_fights_and_every_other_for_shooting() -> None:
    state = state_of(
        unit("a", "blue", spots((0, 0)), gear=["sword", "rifle"]), unit("x", "red", spots((1.5, 0))), sheets=sheets()
    )
    assert [w.key for w in weapons.guns(state, "a-1")] == ["rifle"]
    assert [w.key for w in fight.blades(state, "a-1")] == ["sword"]
    assert [o.id for o in firing.offered(state, "a", "x")] == ["a-1/rifle"]


def strength(weapon: str, base: int, **effect: Any) -> int:
    victims = Victims("wielder", 1, ["blade"], sheets(
        profiles={"wielder": made(s=base)}, weapons={"blade": {"name": "Blade", "type": "melee", "strength": weapon}}
    ))  # fmt: skip
    if effect:
        told = facts(name="s", **effect)
        victims.b.add_effect(Effect("e", "test", "8e.modifiers.multiply-first", "foe-1", MODIFIER, told))
    return strength_with(victims.b.state, "foe-1", weapons.weapon_of(victims.b.state, "blade"))


@pytest.mark.rule("8e.datasheet.weapon-strength")
def test_a_melee_weapon_is_as_strong_as_its_wielder_is_now_or_changes_that() -> None:
    assert [strength(weapon, 4) for weapon in ("user", "+1", "x2")] == [4, 5, 8]
    assert strength("x2", 6) == 12
    assert strength("x2", 4, plus=1) == 9, "multiplied first"
    assert strength("user", 4, plus=1) == 5 and strength("+1", 4, times=2) == 9


@pytest.mark.rule("8e.datasheet.weapon-strength")
def test_a_gun_has_its_own_strength_whoever_fires_it() -> None:
    state = state_of(unit("a", "blue", spots((0, 0)), "giant", ["rifle"]), sheets=sheets())
    assert strength_with(state, "a-1", weapons.weapon_of(state, "rifle")) == 4 == GUNS["rifle"]["strength"]
    with pytest.raises(SheetError, match=r"weapons.gun.strength: 'user' is no number"):
        read(weapons={"gun": {"name": "Gun", "type": "heavy", "range": 24}})


# -- keywords ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.datasheet.keywords")
def test_an_aura_for_a_keyword_works_on_those_who_have_it_of_either_sort() -> None:
    oath = {"oath": {"name": "Oath", "kind": "reroll_hits", "aura": 6, "affects": "KNIGHT"}}
    known = sheets(profiles={"king": made(rules=["oath"])}, rules=oath)
    state = state_of(
        unit("king", "blue", spots((0, 0)), "king", keywords=("Infantry",)),
        unit("near", "blue", spots((0, 6)), keywords=("Infantry", "Knight")),
        unit("far", "blue", spots((0, -7.2)), keywords=("Infantry", "Knight")),
        unit("page", "blue", spots((2, 0)), keywords=("Infantry",)),
        unit("foe", "red", spots((-4, 0)), keywords=("Infantry", "KNIGHT")), sheets=known,
    )  # fmt: skip
    found = {u: abilities.has(state, f"{u}-1", REROLL_HITS) is not None for u in ("king", "near", "far", "page", "foe")}
    assert found == {"king": False, "near": True, "far": False, "page": False, "foe": False}


@pytest.mark.rule("8e.datasheet.keywords")
def test_the_same_aura_twice_is_one_and_two_bearers_work_on_each_other() -> None:
    drill = {"drill": {"name": "Drill", "kind": "leadership", "amount": 1, "aura": 6, "others": True}}
    known = sheets(profiles={"chief": made(rules=["drill"])}, rules=drill)
    state = state_of(
        unit("one", "blue", spots((0, 0)), "chief"), unit("two", "blue", spots((2, 0)), "chief"),
        unit("men", "blue", spots((1, 2))), sheets=known,
    )  # fmt: skip
    assert [value(state, m, "ld") for m in ("one-1", "two-1", "men-1")] == [8, 8, 8]


@pytest.mark.parametrize(("old", "new", "told"), [
    ("kind: reroll_charge", "kind: reroll_charges", "rules.ere_we_go.kind is 'reroll_charges'"),
    ("enforced: true, kind: reroll_charge", "enforced: false, kind: reroll_charge", "has a kind, and so is enforced"),
])  # fmt: skip
def test_an_army_file_says_truly_what_is_enforced(tmp_path: Path, old: str, new: str, told: str) -> None:
    orks = next(path for path in bundled_armies("8e") if path.stem == "orks")
    text = orks.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "army.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    (problem,) = check(path)
    assert told in problem.message and problem.line == 1 + text[: text.index(old)].count("\n")
