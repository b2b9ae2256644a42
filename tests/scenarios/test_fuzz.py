"""Whatever a file says, it loads or is refused with problems; nothing else is ever raised."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.setup import Setup
from scenarios.finding import bundled_armies, bundled_catalogue, bundled_scenarios
from scenarios.loader import check, load_scene
from scenarios.problems import Problem, ScenarioError
from scenarios.reading import read_text
from tests.scenarios.files import ARMY, SCENARIO, SCENE

TEXTS = [SCENE, SCENARIO, ARMY, bundled_scenarios("5e")[0].read_text(encoding="utf-8")]
ODD: list[Any] = [
    *(None, True, 0, -1, 3, 1.5, 10**30, 240, 500),
    *("", "x", "blue", "\0", "1e3", "../../etc/passwd", "a" * 500, "5e", "8e", "wood"),
    *([], {}, [[]], [1, 2], [[0, 0], [1, 0], [0, 1]], [[0, 0], [0, 0], [0, 0]]),
    *({"x": 1}, {"id": "a"}, {"round": 25}),
]


def places(data: Any, where: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [p for key, value in entries for p in [(*where, key), *places(value, (*where, key))]]


def mutated(data: Any, draw: Any) -> Any:
    """The data with one place replaced, removed, doubled, or given an odd key."""
    data = copy.deepcopy(data)
    *way, last = draw(st.sampled_from(places(data)))
    holder = data
    for key in way:
        holder = holder[key]
    how = draw(st.sampled_from(["replace", "remove", "add", "copy"]))
    if how == "remove":
        del holder[last]
    elif how == "add" and isinstance(holder[last], (dict, list)):
        thing = draw(st.sampled_from(ODD))
        if isinstance(holder[last], dict):
            holder[last][draw(st.sampled_from(["id", "at", "x", "units", "kind", "side"]))] = thing
        else:
            holder[last].append(thing)
    elif how == "copy" and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[last]))
    else:
        holder[last] = draw(st.sampled_from(ODD))
    return data


def sound(path: Path) -> None:
    problems = check(path)
    for problem in problems:
        assert isinstance(problem, Problem)
        assert problem.message and "\n" not in str(problem)
        assert 0 <= problem.line <= path.read_text(encoding="utf-8").count("\n") + 1 or problem.path != str(path)
        assert len(str(problem)) < 3000
    try:
        assert isinstance(load_scene(path).setup, Setup)
    except ScenarioError as error:
        assert error.problems


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("fuzz")
    (made / "testers.yaml").write_text(ARMY, encoding="utf-8")
    return made


@settings(max_examples=150)
@given(data=st.data())
def test_no_changed_file_raises_anything_else(folder: Path, data: st.DataObject) -> None:
    tree = yaml.safe_load(data.draw(st.sampled_from(TEXTS)))
    for _ in range(data.draw(st.integers(1, 3))):
        if isinstance(tree, (dict, list)) and places(tree):
            tree = mutated(tree, data.draw)
    path = folder / "file.yaml"
    path.write_text(yaml.safe_dump(tree), encoding="utf-8")
    sound(path)


@settings(max_examples=150)
@given(data=st.data())
def test_no_damaged_text_raises_anything_else(folder: Path, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    junk = data.draw(
        st.text(max_size=20) | st.sampled_from(["\t", "&a ", "*a", "!!x ", "{", "]", ": ", "- ", "'", "#", ".nan"])
    )
    path = folder / "file.yaml"
    path.write_bytes((text[:start] + junk + text[end:]).encode("utf-8", "surrogatepass"))
    problems = check(path)
    assert all(isinstance(problem, Problem) for problem in problems)


@settings(max_examples=120)
@given(st.text(max_size=200) | st.binary(max_size=100).map(lambda raw: raw.decode("latin-1")))
def test_no_text_at_all_raises_anything_else(text: str) -> None:
    try:
        read_text(text)
    except ScenarioError as error:
        assert error.problems


@pytest.mark.slow
def test_every_single_value_of_every_bundled_file_may_be_lost(folder: Path, long_battery: bool) -> None:
    path = folder / "file.yaml"
    for source in [*bundled_scenarios("5e"), *bundled_armies("5e"), bundled_catalogue()]:
        tree = yaml.safe_load(source.read_text(encoding="utf-8"))
        everything = places(tree)
        for *way, last in everything if long_battery else everything[:: max(1, len(everything) // 12)]:
            less = copy.deepcopy(tree)
            holder = less
            for key in way:
                holder = holder[key]
            del holder[last]
            path.write_text(yaml.safe_dump(less), encoding="utf-8")
            assert all(isinstance(problem, Problem) for problem in check(path))
