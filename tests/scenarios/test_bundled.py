"""Everything that comes with the game is sound."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest
from shapely import unary_union

from battlefield.shapes import Round
from battlefield.terrain import area
from battlefield.units import inches
from engine.books import book_for
from engine.core import codec
from engine.core.setup import Setup
from engine.eighth.kinds import KINDS
from scenarios.armies import read_army
from scenarios.catalogue import EDITIONS, datasheets, entry, scenarios
from scenarios.finding import ROOT, bundled_armies, bundled_catalogue, bundled_scenarios
from scenarios.loader import check, load_scenario
from scenarios.schema.eighth import AbilityKind
from scenarios.schema.export import FOLDER, WRITERS
from scenarios.schema.scene import Options

SCENARIOS = [path for edition in EDITIONS for path in bundled_scenarios(edition)]
ARMIES = [path for edition in EDITIONS for path in bundled_armies(edition)]
FILES = [*SCENARIOS, *ARMIES, bundled_catalogue()]


def spent(setup: Setup) -> list[int]:
    return [sum(unit.points for unit in setup.units if unit.side == side.id) for side in setup.sides]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_a_bundled_file_has_no_problems(path: Path) -> None:
    assert check(path) == []


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.name)
def test_a_bundled_scenario_can_be_set_up_and_kept(path: Path) -> None:
    setup = load_scenario(path)
    assert codec.decode(codec.encode(setup)) == setup
    state = book_for(setup.edition).set_up(setup, "1")
    assert len(state.models) == sum(len(unit.models) for unit in setup.units)
    letters = [(unit.side, unit.letter) for unit in setup.units]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.name)
def test_the_terrain_is_the_same_from_both_edges(path: Path) -> None:
    """Turned half round, the table covers the same ground, kind by kind."""
    setup = load_scenario(path)
    for kind in sorted({piece.kind for piece in setup.terrain}):
        ground = unary_union([area(piece) for piece in setup.terrain if piece.kind == kind])
        turned = [[(inches(setup.width) - x, inches(setup.depth) - y) for x, y in area(p).exterior.coords]
                  for p in setup.terrain if p.kind == kind]  # fmt: skip
        other = unary_union([type(area(setup.terrain[0]))(ring) for ring in turned])
        assert ground.symmetric_difference(other).area < 0.05 * ground.area, kind


def test_the_two_sides_of_a_scenario_cost_about_the_same_but_in_the_first_battle_of_a_beginner() -> None:
    for path in SCENARIOS:
        setup = load_scenario(path)
        if path.stem == "first-steps":
            assert spent(setup)[0] > spent(setup)[1], "the person at the table has the stronger force"
            continue
        assert max(spent(setup)) - min(spent(setup)) <= 0.05 * max(spent(setup)), path


def test_the_three_scenarios_of_the_fifth_edition_are_what_they_promise() -> None:
    first, patrol, ground = (load_scenario(bundled_scenarios("5e")[i]) for i in (0, 2, 1))
    assert (first.name, inches(first.width), first.option("premeasuring"), first.option("hints")) == (
        "first-steps", 36, True, True,
    )  # fmt: skip
    assert (patrol.name, patrol.task("kind"), patrol.task("deployment")) == (
        "patrol-500", "annihilation", "pitched_battle",
    )  # fmt: skip
    assert all(475 <= points <= 500 for points in spent(patrol))
    assert patrol.option("premeasuring") is False
    assert (ground.name, ground.task("kind"), inches(ground.width), inches(ground.depth)) == (
        "hold-the-ground", "seize_ground", 72, 48,
    )  # fmt: skip
    assert all(950 <= points <= 1000 for points in spent(ground))
    covered = unary_union([area(piece) for piece in ground.terrain]).area
    assert 0.2 <= covered / (72 * 48) <= 0.3
    kinds = {piece.kind for piece in ground.terrain}
    assert {"wood", "ruin", "hill", "barricade", "crater", "impassable_rock"} <= kinds


@pytest.mark.parametrize(
    ("army", "sheet", "points", "models"),
    [
        ("Space Marines", "tactical_squad", 90, 5),
        ("Space Marines", "scout_squad", 75, 5),
        ("Space Marines", "devastator_squad", 90, 5),
        ("Space Marines", "terminator_squad", 200, 5),
        ("Space Marines", "captain", 100, 1),
        ("Orks", "boyz", 60, 10),
        ("Orks", "nobz", 60, 3),
        ("Orks", "lootas", 75, 5),
        ("Orks", "burna_boyz", 75, 5),
        ("Orks", "warboss", 60, 1),
        ("Orks", "meganobz", 120, 3),
    ],
)
def test_a_datasheet_is_listed_with_its_price(army: str, sheet: str, points: int, models: int) -> None:
    (found,) = (s for s in datasheets("5e") if (s.army, s.key) == (army, sheet))
    assert (found.points, found.models) == (points, models)


def test_terminators_stand_on_forty_millimetres_and_marines_on_twenty_five() -> None:
    setup = load_scenario(bundled_scenarios("5e")[1])
    bases = {unit.sheet: unit.models[0].shape for unit in setup.units}
    assert bases["terminator_squad"] == Round(40_000)
    assert bases["tactical_squad"] == bases["lootas"] == Round(25_000)


def test_the_menu_lists_scenarios_from_small_to_large() -> None:
    listed = scenarios("5e")
    assert [e.name for e in listed] == ["first-steps", "patrol-500", "hold-the-ground"]
    assert listed[0].title == "First Steps"
    assert listed[0].table == (36, 36)
    assert [side.player for side in listed[0].sides] == ["person", "computer"]
    assert all(e.story and not e.problems for e in listed)


def test_the_menu_lists_a_broken_scenario_with_its_problems(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("sightline: 1\n", encoding="utf-8")
    assert entry(tmp_path / "mine.yaml").problems
    assert [e.name for e in scenarios(folders=[tmp_path])][-1] == "mine"


def engine_sources() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT.parent / "engine").rglob("*.py"))]


def test_a_special_rule_that_a_card_calls_enforced_is_read_by_the_engine() -> None:
    words = {n.value for tree in engine_sources() for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    for path in ARMIES:
        army = read_army(path)
        enforced = {key: getattr(rule, "kind", None) for key, rule in army.rules.items() if rule.enforced}
        assert enforced
        in_numbers = {
            rule for entry in (*army.profiles.values(), *army.wargear.values()) if entry.inv for rule in entry.rules
        }
        known = words | in_numbers
        assert [key for key, kind in enforced.items() if key not in known and kind not in known] == [], path.name


def test_a_card_describes_no_rule_that_nobody_has() -> None:
    """A list that was imported keeps the rules of the whole force, too."""
    for path in ARMIES:
        if path.stem == "drilled_hundred":
            continue
        army = read_army(path)
        carried = {
            rule for t in (army.profiles, army.weapons, army.wargear) for entry in t.values() for rule in entry.rules
        }
        assert set(army.rules) == carried, path.name


def test_everything_described_can_be_bought() -> None:
    for path in ARMIES:
        army = read_army(path)
        models = [model for sheet in army.units.values() for model in sheet.models]
        options = [option for sheet in army.units.values() for option in sheet.options.values()]
        gear = {item for model in models for item in model.gear} | {item for o in options for item in o.gear}
        gear |= {mode for item in gear if item in army.weapons for mode in army.weapons[item].modes}
        assert set(army.weapons) | set(army.wargear) == gear, path.name
        profiles = {model.profile for model in models} | {o.profile for o in options if o.profile}
        assert set(army.profiles) == profiles, path.name


def test_every_option_that_the_engine_reads_can_be_written_in_a_scenario() -> None:
    read = {
        call.args[0].value
        for tree in engine_sources()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "option"
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    assert "premeasuring" in read
    assert read <= set(Options.model_fields)


@pytest.mark.parametrize("name", WRITERS)
def test_a_schema_file_is_what_the_models_say(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == WRITERS[name]()


def test_abilities_are_of_the_kinds_that_the_eighth_edition_knows() -> None:
    assert get_args(AbilityKind) == KINDS
