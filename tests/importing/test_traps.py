"""What breaks naive readers of lists, one by one."""

from __future__ import annotations

import pytest

from tests.importing import lists
from tests.importing.forms import Node, ability, bolter, force, line, roster, sel, table, weapon
from tests.importing.lists import CHOPPA
from tests.importing.reading import entries, imported, loads, sheet, unit


def one(*units: Node, **more: object) -> Node:
    return roster("One", force("Patrol", *units), **more)  # type: ignore[arg-type]


def test_a_list_in_good_order_is_read_whole() -> None:
    found = imported(lists.drilled())
    summary = found.summary()
    assert (summary["name"], summary["edition"], summary["points"]) == ("The Drilled Hundred", "8e", 347)
    assert [(u["name"], u["points"], u["models"]) for u in summary["units"]] == [
        ("Captain", 94, 1), ("Rifle Squad", 74, 5), ("Rifle Squad", 74, 5), ("Gun Team", 105, 3)
    ]  # fmt: skip
    assert summary["not_read"] == [] and summary["adds_up"]
    assert loads(found, "rifle_squad") == [
        (1, "Rifle Sergeant", ["Boltgun"]), (3, "Rifleman", ["Boltgun"]), (1, "Rifleman", ["Flamer"])
    ]  # fmt: skip
    assert loads(found, "rifle_squad_2") == loads(found, "rifle_squad")


def test_a_force_inside_a_force_counts_and_an_empty_one_does_no_harm() -> None:
    found = imported(lists.nested())
    assert [found.army.points(u) for u in found.army.units] == [40, 30, 50]
    assert found.army.units[2].force == "Spearhead"


def test_wrappers_over_units_and_choices_for_the_force_are_no_units() -> None:
    found = imported(lists.nested())
    assert {u.name for u in found.army.units} == {"Mob"}
    assert found.army.choices == ["Detachment Command Cost", "Vanguard", "Codex", "Warpath"]


def test_kinds_of_cost_are_told_apart_whatever_blanks_their_names_have() -> None:
    found = imported(lists.nested())
    assert {s.kind: s.found for s in found.army.sums} == {"pts": 120, "PL": 6, "CP": -3}
    assert found.army.adds_up
    assert sheet(found, "mob")["power"] == 2


def test_whole_units_and_models_written_as_upgrades_are_units_and_models() -> None:
    found = imported(lists.upgrades())
    assert [(u.name, u.models) for u in found.army.units] == [("Sworn Band", 5)]


def test_upgrades_of_another_name_that_hold_weapons_are_the_models() -> None:
    data = one(sel("Crew", "upgrade", cats=["*Troops"], profiles=[line("Gunner")], below=[
        sel("Old hands", n=4, below=[bolter(4)]),
        sel("Chief", below=[bolter()]),
        sel("Banner", profiles=[ability("Banner", "It waves.")])]))  # fmt: skip
    found = imported(data)
    assert loads(found, "crew") == [(4, "Old hands", ["Boltgun", "Banner"]), (1, "Chief", ["Boltgun", "Banner"])]
    assert "Crew: Old hands is taken for 4 of its models" in found.army.assumed


def test_weapons_written_as_units_are_weapons() -> None:
    assert loads(imported(lists.upgrades()), "sworn_band")[0] == (4, "Sworn Man w/ Halberd", ["Halberd"])


def test_two_launchers_in_a_wrapper_are_two() -> None:
    assert loads(imported(lists.upgrades()), "sworn_band")[1][2] == ["Launcher", "Launcher"]


def test_two_launchers_by_name_are_two() -> None:
    data = one(sel("Gunner", "model", profiles=[line("Gunner")], below=[
        sel("Two launchers", profiles=[weapon("Launcher", '36"', "Heavy 1")])]))  # fmt: skip
    assert loads(imported(data), "gunner") == [(1, "Gunner", ["Launcher", "Launcher"])]


def test_a_units_stat_line_is_that_of_the_models_whose_names_begin_with_it() -> None:
    found = imported(lists.claims())
    members = unit(found, "Scouts").members
    assert [(m.count, m.profile.name) for m in members if m.profile] == [(1, "Scout Sergeant"), (4, "Scout")]


def test_a_name_that_begins_otherwise_takes_the_stat_line_whose_words_are_in_it() -> None:
    lines = [line("Tactical Marine"), line("Sergeant", a="2")]
    data = one(sel("Squad", "unit", cats=["*Troops"], profiles=lines, below=[
        sel("Space Marine Sergeant", "model"), sel("Space Marine", "model", n=4)]))  # fmt: skip
    found = imported(data)
    assert [m.profile.name for m in found.army.units[0].members if m.profile] == ["Sergeant", "Tactical Marine"]
    assert found.army.units[0].models == 5


def test_a_weapon_beside_its_models_is_carried_by_all_of_them() -> None:
    found = imported(lists.claims())
    assert all("Frag grenade" in items for _, _, items in loads(found, "scouts"))
    assert "Scouts: Frag grenades, listed once, is carried by all 5 models" in found.army.assumed


def test_a_weapon_listed_once_within_five_models_is_carried_by_all() -> None:
    data = one(sel("Men", "unit", cats=["*Troops"], below=[
        sel("Man", "model", n=5, profiles=[line("Man")], below=[bolter()])]))  # fmt: skip
    assert loads(imported(data), "men") == [(5, "Man", ["Boltgun"])]


def test_counts_below_the_number_of_models_are_counts_when_one_of_them_shows_it() -> None:
    data = one(sel("Men", "unit", cats=["*Troops"], below=[
        sel("Man", "model", n=5, profiles=[line("Man")], below=[
            bolter(4), sel("Plasma gun", profiles=[weapon("Plasma gun", s="7", ap="-3")])])]))  # fmt: skip
    assert loads(imported(data), "men") == [(4, "Man", ["Boltgun"]), (1, "Man", ["Plasma gun"])]


def test_a_stat_line_that_nobody_claims_is_one_model_more() -> None:
    found = imported(lists.claims())
    assert unit(found, "Painboy").models == 2
    assert loads(found, "painboy") == [(1, "Painboy", ["Power klaw"]), (1, "Grot Orderly", [])]


def test_a_model_within_a_model_is_a_model() -> None:
    found = imported(lists.claims())
    assert loads(found, "sorcerer") == [(1, "Sorcerer", ["Force staff"]), (1, "Familiar", [])]


def test_a_number_in_a_models_name_counts() -> None:
    found = imported(lists.claims())
    assert loads(found, "drone_wing") == [(2, "MV1 Gun Drone", ["Pulse carbine"])]


def test_a_unit_without_any_model_below_it_is_the_model() -> None:
    data = one(sel("Walker", "unit", cats=["*Elites", "Vehicle"], profiles=[line("Walker", w="8")], below=[bolter()]))
    assert loads(imported(data), "walker") == [(1, "Walker", ["Boltgun"])]


def test_a_mounts_stat_line_takes_the_place_of_its_riders() -> None:
    data = one(sel("Captain", "model", cats=["*HQ"], profiles=[line("Captain")], below=[
        sel("Jump pack", profiles=[line("Captain with Jump Pack", m='12"')])]))  # fmt: skip
    found = imported(data)
    assert unit(found, "Captain").models == 1
    assert entries(found, "profiles")["Captain with Jump Pack"]["m"] == 12
    assert "Captain: the stat line 'Captain' is nobody's" in found.army.not_read


def test_two_stat_lines_of_one_weapon_are_its_modes() -> None:
    found = imported(lists.drilled())
    launcher = entries(found, "weapons")["Missile launcher"]
    modes = [found.data["weapons"][key]["name"] for key in launcher["modes"]]
    assert modes == ["Missile launcher - frag", "Missile launcher - krak"]
    assert loads(found, "gun_team") == [(3, "Gunner", ["Missile launcher"])]


def test_to_shoot_and_to_strike_are_two_weapons_of_one_selection() -> None:
    assert loads(imported(lists.minds()), "mist_guard") == [(5, "Guard", ["Shuriken", "Guard blade"])]


def test_a_weapon_without_a_stat_line_is_kept_and_named() -> None:
    found = imported(lists.odd_values())
    assert "Oddities: Nameless blaster has only its name in the list" in found.army.not_read
    assert (1, "Other Oddity", ["Nameless blaster"]) in loads(found, "oddities")


def test_a_weapon_without_a_stat_line_has_that_of_its_name_elsewhere_in_the_list() -> None:
    data = one(
        sel("Men", "unit", cats=["*Troops"], below=[sel("Man", "model", profiles=[line("Man")], below=[bolter()])]),
        sel("Others", "unit", cats=["*Troops"], below=[
            sel("Other", "model", profiles=[line("Other")], below=[sel("Boltgun")])]),
    )  # fmt: skip
    found = imported(data)
    assert loads(found, "others") == [(1, "Other", ["Boltgun"])]
    assert unit(found, "Others").weapons() == ["Boltgun"]
    assert found.army.not_read == []


def test_a_fortification_without_a_stat_line_is_named_and_its_points_are_kept() -> None:
    found = imported(lists.machines())
    assert {"name": "Long Wall", "points": 100, "models": 1, "weapons": []} in found.summary()["units"]
    assert "Long Wall: Long Wall has no stat line in the list" in found.army.not_read
    assert "long_wall" not in found.data["units"]


def test_choices_within_a_unit_are_noted_on_its_datasheet() -> None:
    found = imported(lists.odd_values())
    assert "Chosen: Skirmishers." in sheet(found, "oddities")["text"]
    assert "Oddities: Skirmishers has only its name in the list" in found.army.not_read


def test_charts_with_named_columns_and_with_numbered_ones_fill_in_the_stars() -> None:
    found = imported(lists.machines())
    lines = entries(found, "profiles")
    assert lines["Rhino"]["chart"] == [
        {"least": 6, "m": 12, "bs": 3, "a": 3}, {"least": 3, "m": 6, "bs": 4, "a": "d3"},
        {"least": 1, "m": 3, "bs": 5, "a": 1},
    ]  # fmt: skip
    assert (lines["Rhino"]["m"], lines["Rhino"]["a"]) == (12, 3)
    assert lines["Great Beast"]["chart"] == [{"least": 7, "m": 8, "s": 8}, {"least": 1, "m": 4, "s": 6}]
    assert lines["Stormtalon"]["m"] == [20, 50]
    assert lines["Stormtalon"]["chart"] == [{"least": 6, "m": 50, "bs": 3}, {"least": 1, "m": 30, "bs": 4}]


def test_a_star_without_a_chart_is_told() -> None:
    found = imported(one(sel("Tank", "model", cats=["*Heavy Support"], profiles=[line("Tank", m="*")])))
    assert "Tank: Tank: its M is '*'; 6 stands in the file" in found.army.not_read


def test_transports_explosions_psykers_and_invulnerable_saves_are_in_force() -> None:
    machines, minds = imported(lists.machines()), imported(lists.minds())
    rhino = entries(machines, "profiles")["Rhino"]
    assert (rhino["capacity"], rhino["carries"]) == (10, ["Infantry"])
    blast = entries(machines, "rules")["Rhino explodes"]
    assert (blast["kind"], blast["on"], blast["aura"], blast["number"]) == ("explodes", 6, 6, "d3")
    seer = entries(minds, "profiles")["Seer"]
    assert (seer["manifests"], seer["denies"], seer["powers"][0], len(seer["powers"])) == (2, 1, "smite", 2)
    veil = entries(minds, "powers")["Veil of Mist"]
    assert (veil["charge"], veil["range"]) == (6, 12)
    assert entries(minds, "wargear")["Rune armour"]["inv"] == 4


def test_a_unit_that_is_a_psyker_as_a_whole_has_one() -> None:
    mind = table("Psyker", "Brothers", Cast="1", Deny="1", Powers_Known="Smite")
    data = one(sel("Brothers", "unit", cats=["*Troops"], profiles=[mind], below=[
        sel("Brother", "model", n=5, profiles=[line("Brother")])]))  # fmt: skip
    found = imported(data)
    lines = {m["profile"]: m["count"] for m in sheet(found, "brothers")["models"]}
    psykers = [count for key, count in lines.items() if found.data["profiles"][key].get("manifests")]
    assert psykers == [1] and sum(lines.values()) == 5


def test_markup_odd_blanks_and_curly_quotes_are_tidied() -> None:
    found = imported(lists.minds())
    assert found.army.name == "Minds of Mist"
    assert unit(found, "Seer").keywords == ["Psyker", "Character", "Mist's Own"]
    assert entries(found, "powers")["Veil of Mist"]["text"] == 'Go "elsewhere".'


def test_the_players_own_names_and_notes_are_kept() -> None:
    captain = sheet(imported(lists.drilled()), "captain")
    assert captain["name"] == "Aldo the Bold (Captain)" and "Painted last" in captain["text"]


def test_keywords_are_the_categories_without_the_role() -> None:
    rhino = sheet(imported(lists.machines()), "rhino")
    assert rhino["role"] == "transport" and rhino["keywords"] == ["Vehicle", "Transport"]


def test_known_bases_are_known_and_others_assumed_so_that_one_sees_it() -> None:
    found = imported(lists.machines())
    assert sheet(found, "rhino")["base"] == {"rect": [117, 80]}
    guard = imported(lists.minds())
    assert sheet(guard, "mist_guard")["base"] == {"round": 32}
    assert "Mist Guard: the base of Guard is assumed 32 mm" in guard.army.assumed
    assert "base assumed 32 mm" in sheet(guard, "mist_guard")["text"]


def test_a_difference_between_the_costs_and_their_sum_is_reported() -> None:
    found = imported(roster("Wrong", force("Patrol", *lists.drilled()["forces"][0]["below"]), costs={"pts": 350}))
    assert not found.army.adds_up
    assert "pts: the selections cost 347, the roster says 350" in found.army.not_read
    assert found.summary()["points"] == 350


def test_abilities_by_hand_are_text_and_plain_ones_are_enforced() -> None:
    rules = entries(imported(lists.drilled()), "rules")
    assert rules["Steady"] == {"name": "Steady", "text": rules["Steady"]["text"], "enforced": False}
    assert rules["Master"]["kind"] == "reroll_hit_ones" and rules["Master"]["affects"] == "DRILLED"
    assert rules["Flamer"]["kind"] == "auto_hit"
    assert rules["Power fist"]["kind"] == "to_hit" and rules["Power fist"]["amount"] == -1


def test_an_aura_on_a_keyword_that_nobody_has_is_left_to_the_players() -> None:
    aura = ability("Aura", 'Re-roll hit rolls of 1 for friendly STRANGER units within 6" of this model.')
    rules = entries(imported(one(sel("Lord", "model", cats=["*HQ"], profiles=[line("Lord"), aura]))), "rules")
    assert rules["Aura"]["enforced"] is False and "kind" not in rules["Aura"]


def test_rules_of_the_whole_force_are_kept() -> None:
    assert entries(imported(lists.drilled()), "rules")["Doctrine"]["text"] == "As one."


def test_a_stat_line_in_a_choice_of_the_force_is_named() -> None:
    relic = sel("Relic of the force", profiles=[weapon("Relic blade", "Melee", "Melee", "+3", "-3", "D3")])
    man = sel("Man", "model", cats=["*HQ"], profiles=[line("Man")], below=[sel("Choppa", profiles=[CHOPPA])])
    assert "Relic of the force: the weapon 'Relic blade' is nobody's" in imported(one(man, relic)).army.not_read


@pytest.mark.parametrize("number", [101, 200])
def test_more_models_alike_than_a_datasheet_line_holds_are_on_two(number: int) -> None:
    data = one(sel("Horde", "unit", cats=["*Troops"], below=[sel("Body", "model", n=number, profiles=[line("Body")])]))
    assert sum(m["count"] for m in sheet(imported(data), "horde")["models"]) == number
