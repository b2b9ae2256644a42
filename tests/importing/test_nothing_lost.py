"""Whatever the shape of a list, nothing in it is lost without being named."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.loader import check
from scenarios.problems import ScenarioError
from scenarios.schema.eighth import ArmyFile
from tests.importing import lists
from tests.importing.forms import Node, force, line, newrecruit, roster, sel, selections, weapon, xml
from tests.importing.reading import imported, loads

NAMES = st.sampled_from(["Ash", "Birch", "Cedar", "Elm", "Fir", "Oak", "Yew"])
COST = st.integers(0, 40)


@st.composite
def guns(draw: st.DrawFn, models: int) -> Node:
    """A weapon that some of the models carry, each so many."""
    name = draw(NAMES) + " gun"
    return sel(name, draw(st.sampled_from(["upgrade", "unit"])), n=models * draw(st.integers(1, 2)), pts=draw(COST),
               profiles=[weapon(name, str(draw(st.integers(1, 48))))])  # fmt: skip


@st.composite
def squads(draw: st.DrawFn) -> Node:
    """A unit of models with their own stat lines, perhaps in wrappers, whatever their kinds are written as."""
    models = []
    for i in range(draw(st.integers(1, 4))):
        count = draw(st.integers(1, 12))
        kind = draw(st.sampled_from(["model", "upgrade", "unit"]))
        name = f"{draw(NAMES)} man {i}"
        model = sel(name, kind, n=count, pts=draw(COST), profiles=[line(name)],
                    below=draw(st.lists(guns(count), max_size=3)))  # fmt: skip
        models.append(sel("Wrapper", below=[model]) if draw(st.booleans()) else model)
    kind = draw(st.sampled_from(["unit", "upgrade"]))
    return sel(draw(NAMES) + " squad", kind, pts=draw(COST), pl=draw(COST), cats=["*Troops"], below=models)


@st.composite
def rosters(draw: st.DrawFn) -> Node:
    units = draw(st.lists(squads(), min_size=1, max_size=4))
    config = sel("Detachment", cats=["*Configuration"], cp=draw(st.integers(-5, 5)))
    inner = draw(st.lists(squads(), max_size=2))
    book = [sel("Codex", below=units)] if draw(st.booleans()) else units
    return roster("Any", force("One", config, *book, forces=[force("Two", *inner)] if inner else []))


def men(unit: Node) -> list[Node]:
    return [s for s in selections(unit) if any(p["type"] == "Unit" for p in s["profiles"])]


@settings(max_examples=30, deadline=None)
@given(rosters())
def test_models_weapons_and_costs_are_all_there(data: Node) -> None:
    found = imported(data)
    units = [s for s in selections(data) if s["cats"] == ["*Troops"]]
    assert found.army.adds_up and not found.army.not_read
    assert [u.name for u in found.army.units] == [u["name"] for u in units]
    ids = list(found.data["units"])
    for node, read, id in zip(units, found.army.units, ids):
        assert read.models == sum(m["number"] for m in men(node))
        assert found.army.points(read) == sum(s["costs"].get("pts", 0) for s in [node, *selections(node)])
        carried: Counter[tuple[str, str]] = Counter()
        wanted: Counter[tuple[str, str]] = Counter()
        for count, name, items in loads(found, id):
            carried.update({(name, item): 0 for item in items})
            for item in items:
                carried[name, item] += count
        for man in men(node):
            for gun in man["below"]:
                wanted[man["name"], gun["name"]] += gun["number"]
        assert carried == wanted
    assert sum(found.army.points(u) for u in found.army.units) == found.army.all_points


@settings(max_examples=30, deadline=None)
@given(rosters())
def test_every_army_file_is_sound(data: Node) -> None:
    found = imported(newrecruit(data))
    assert found.data is not None
    ArmyFile.model_validate(found.data)


ODD = ["*", "-", "D6", "2D6+1", "x2", "+99", "3+", "99", "999", "20-300", "9D6", "D6-9", "Melee", "Unit", "Weapon",
       "Transport", "model", "unit", "\ud800", "\0"]  # fmt: skip
WORDS = st.one_of(st.text(max_size=12), st.sampled_from(ODD))


def spoiled(data: Any, draw: st.DrawFn) -> Any:
    """Plain data with some of its texts and numbers replaced."""
    if isinstance(data, dict):
        return {key: spoiled(value, draw) for key, value in data.items()}
    if isinstance(data, list):
        return [spoiled(value, draw) for value in data]
    if draw(st.integers(0, 12)):
        return data
    return draw(WORDS) if isinstance(data, str) else data


@st.composite
def odd_lists(draw: st.DrawFn) -> bytes:
    made = lists.ALL[draw(st.sampled_from(sorted(lists.ALL)))]
    data = json.loads(newrecruit(made()))
    inner = {**data["roster"], "forces": spoiled(data["roster"]["forces"], draw)}
    return json.dumps({"roster": inner}).encode()


@settings(max_examples=30, deadline=None)
@given(odd_lists())
def test_odd_words_in_any_place_never_make_an_army_file_that_is_not_sound(raw: bytes) -> None:
    try:
        found = imported(raw)
    except ScenarioError as error:
        assert len(error.problems) == 1 and "\n" not in str(error) and "no army file" not in str(error)
        return
    if found.data is not None:
        ArmyFile.model_validate(found.data)
        assert found.text().isprintable() is False
    stat_lines = [m.profile for u in found.army.units for m in u.members]
    assert all(stat_lines) or any("has no stat line" in said for said in found.army.not_read)


def test_every_stat_line_of_every_list_is_in_a_unit_or_named() -> None:
    for made in lists.ALL.values():
        data = made()
        found = imported(xml(data))
        summary = found.summary()
        told = json.dumps(summary)
        for node in selections(data):
            for profile in node["profiles"]:
                if profile["type"] == "Weapon":
                    assert profile["name"] in told, profile["name"]


def test_army_files_pass_the_check(tmp_path: Any) -> None:
    for name, made in lists.ALL.items():
        path = tmp_path / f"{name}.yaml"
        imported(made()).write(path)
        assert check(path) == [], name
