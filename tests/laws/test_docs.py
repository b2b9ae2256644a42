"""The documents run: python, console and scenario examples, and every link and path leads somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from engine.core.dice import Stream
from engine.session import Session
from render.bench.actions import actions
from render.bench.keys import ABOUT, AT_HAND
from render.screens.help import BATTLE, GENERAL
from render.tools import instruments
from render.ui.widgets import key_name
from scenarios.catalogue import find_scenario
from scenarios.finding import bundled_catalogue
from scenarios.loader import check, load_scenario, load_scene
from scenarios.schema import army, common, scene, sheets, terrain
from tests.laws.source import ROOT

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
SHOWN_ONLY = {"sh", "text", "", "diff", "json"}
"""Fences that are read, not run: installation commands, layouts."""


@dataclass(frozen=True)
class Example:
    """One fenced block: where it stands, its language, its text."""

    place: str
    language: str
    text: str


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def examples(*languages: str) -> list[Example]:
    found = []
    for path in documents():
        text = path.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1] in languages:
                found.append(Example(f"{path.relative_to(ROOT).as_posix()}:{line}", match[1], match[2]))
    return found


def each(*languages: str) -> pytest.MarkDecorator:
    found = examples(*languages)
    return pytest.mark.parametrize("example", found, ids=[e.place for e in found])


@each("python")
def test_python_examples_run(example: Example) -> None:
    if ">>>" not in example.text:
        exec(compile(example.text, example.place, "exec"), {"__name__": "example"})
        return
    test = doctest.DocTestParser().get_doctest(example.text, {}, example.place, example.place, 0)
    said = io.StringIO()
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.write)
    assert not said.getvalue(), said.getvalue()


FILE_NAME = re.compile(r"^# ([\w-]+\.yaml)( \(not to be copied\))?$", re.MULTILINE)
"""The first line of an example that is a whole file: what it is called, and whether it has mistakes on purpose."""

SAVED = "tuesday.battle"
"""The battle file of the console examples."""


@each("yaml")
def test_yaml_examples_are_whole_files_and_load(example: Example, tmp_path: Path) -> None:
    named = FILE_NAME.match(example.text)
    assert named, "an example begins with the name of its file"
    data = yaml.safe_load(example.text)
    path = tmp_path / named[1]
    path.write_text(example.text, encoding="utf-8")
    if named[2]:
        assert check(path), "it is there to show mistakes"
        return
    assert check(path) == []
    if "mission" in data:
        assert Session.begin(load_scenario(path), 1).pending is not None
    elif "table" in data:
        assert len(load_scene(path).setup.units) > 1


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the documents name: their YAML examples, and a saved battle under way."""
    folder = tmp_path_factory.mktemp("desk")
    for example in examples("yaml"):
        if named := FILE_NAME.match(example.text):
            (folder / named[1]).write_text(example.text, encoding="utf-8")
    session = Session.begin(load_scenario(find_scenario("first-steps")), 1)
    for _ in range(20):
        assert session.pending is not None
        session.submit(session.pending.suggest(Stream(session.digest)))
    session.save(folder / SAVED)
    return folder


def command_line(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """What `python3 play.py ...` runs, in this Python, in a folder."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "render.cli", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )


def form(text: str) -> str:
    """What is printed without what a better computer player or a mended rule may change: figures, digests, who won."""
    text = re.sub(r"\b[0-9a-f]{16}\b", "DIGEST", text)
    text = re.sub(r"\b(?:blue|red) wins|\ba draw\b", "SOMEBODY WINS", text)
    return re.sub(r"\d+(?:\.\d+)?", "N", text)


@each("console")
def test_console_examples_print_what_they_show(example: Example, desk: Path) -> None:
    """`$ python3 play.py ...` or `$ sightline ...`, then what it prints."""
    for block in re.split(r"^\$ ", example.text, flags=re.MULTILINE)[1:]:
        command, _, shown = block.partition("\n")
        words = shlex.split(command)
        assert words[:2] == ["python3", "play.py"] or words[:1] == ["sightline"], command
        done = command_line(words[1:] if words[0] == "sightline" else words[2:], desk)
        assert "Traceback" not in done.stderr, done.stderr
        said = done.stdout + done.stderr
        assert form(said).strip() == form(shown).strip(), f"{command}\n{said}"
        assert bool(done.stderr) == (done.returncode != 0), "the status says whether something was wrong"


def test_every_command_is_in_the_readme_and_the_readme_names_no_other() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "render.cli", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout
    known = set(re.findall(r"^    (\w+) ", help_text, re.MULTILINE))
    told = set(re.findall(r"^\*\*(\w+)\*\* ", section("README.md", "## The command line"), re.MULTILINE))
    assert told == known


def section(document: str, heading: str) -> str:
    """A part of a document, from its heading to the next one of its level."""
    text = (ROOT / document).read_text(encoding="utf-8")
    start = text.index(heading + "\n")
    end = text.find("\n" + heading.split()[0] + " ", start + 1)
    return text[start : end if end > 0 else None]


def test_every_key_of_the_help_page_is_in_the_readme() -> None:
    keys = " ".join(key for key, _ in (*GENERAL, *BATTLE)) + " " + " ".join(key_name(i.key) for i in instruments())
    told = section("README.md", "## A first battle")
    named = re.findall(r"\bF\d+\b|\bCtrl\+\w\b|\b[A-Z]\b|\bEsc\b|\bTab\b|\bSpace\b|\bEnter\b", keys)
    assert len(named) > 15
    assert not [key for key in named if not re.search(rf"(?<![\w+]){re.escape(key)}\b", told)]


def test_every_key_of_the_bench_is_in_its_document() -> None:
    keys = " ".join(key for key, _ in (*AT_HAND, *ABOUT))
    keys += " " + " ".join(key_name(action.key) for action in actions() if action.key is not None)
    told = section("docs/bench.md", "## Keys")
    named = re.findall(r"\bF\d+\b|\bCtrl\+\w\b|\b[A-Z]\b|\bEsc\b|\bDelete\b|\bEnter\b|\bBksp\b", keys)
    assert len(named) > 20
    assert not [key for key in named if not re.search(rf"(?<![\w+]){re.escape(key)}\b", told)]


def test_every_room_is_in_the_house() -> None:
    rooms = section("docs/house.md", "## Rooms")
    packages = [path.parent for house in HOUSE for path in (ROOT / house).rglob("__init__.py")]
    near = [p for p in packages if len(p.relative_to(ROOT).parts) == 2 and p.parent.name in ("engine", "render")]
    assert len(near) > 8
    assert not [p.name for p in [*near, *(ROOT / house for house in HOUSE)] if f"{p.name}/" not in rooms]


HOUSE = ("battlefield", "engine", "render", "scenarios")
MODULES = (army, common, scene, sheets, terrain)
SCHEMAS = [
    thing
    for module in MODULES
    for thing in vars(module).values()
    if isinstance(thing, type) and issubclass(thing, BaseModel) and thing.__module__ == module.__name__
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda s: s.__name__)
def test_every_key_of_the_files_is_described(schema: type[BaseModel]) -> None:
    text = FENCE.sub("", (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8"))
    words = {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"\w+", code)}
    assert not {field.alias or name for name, field in schema.model_fields.items()} - words


def test_every_kind_of_terrain_is_described() -> None:
    kinds = yaml.safe_load(bundled_catalogue().read_text(encoding="utf-8"))["kinds"]
    told = section("docs/scenarios.md", "### Terrain")
    chart = told[told.index("| cover | difficult |") :].splitlines()
    for key, kind in kinds.items():
        meaning = kind["meaning"]["5e"]
        cover = meaning.get("cover", "none")
        line = next((line for line in chart if f"`{key}`" in line), "")
        assert line.startswith("| none" if cover == "none" else f"| {cover}+"), key
        column = [f"`{key}`" in cell for cell in line.strip("| ").split(" |")[1:]].index(True)
        assert ("difficult", "clear", "impassable")[column] in meaning["traits"], key


@pytest.mark.parametrize("edition", ["fifth", "eighth"])
def test_chapters_named_in_the_house_are_there(edition: str) -> None:
    chapters = set(re.findall(r"`(\w+\.py)`", section("docs/house.md", f"## The {edition} edition")))
    files = {path.name for path in (ROOT / "engine" / edition).glob("*.py")} - {"__init__.py"}
    assert chapters == files


def test_every_fence_names_a_language_that_is_run_or_only_shown() -> None:
    known = SHOWN_ONLY | {"python", "yaml", "console"}
    for path in documents():
        languages = {match[1] for match in FENCE.finditer(path.read_text(encoding="utf-8"))}
        assert languages <= known, path


def test_json_examples_are_json() -> None:
    for example in examples("json"):
        for line in example.text.splitlines() if example.text.count("\n{") else [example.text]:
            json.loads(line)


@pytest.mark.parametrize("path", documents(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(path: Path) -> None:
    links = LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8")))
    assert not [link for link in links if "://" not in link and not (path.parent / link).exists()]


@pytest.mark.parametrize("path", documents(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_file_named_in_the_documents_exists(path: Path) -> None:
    """A path in backticks with a slash and an ending is one of ours, unless it has a placeholder."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    named = re.findall(r"`((?:assets|battlefield|docs|engine|render|scenarios|tests)/[\w./-]+\.\w+)`", text)
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_test_named_in_the_rulings_exists() -> None:
    """`tests/...py::test_name` in a document is a test of that file."""
    missing = []
    for path in documents():
        for file, name in re.findall(r"(tests/[\w/]+\.py)::(?:\w+::)*(\w+)", path.read_text(encoding="utf-8")):
            source = ROOT / file
            if not source.exists() or f"def {name}(" not in source.read_text(encoding="utf-8"):
                missing.append(f"{path.name}: {file}::{name}")
    assert not missing


def test_the_readme_begins_with_the_two_commands() -> None:
    first = FENCE.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert first and [line.split("#")[0].strip() for line in first[2].splitlines()] == [
        "python3 play.py",
        "python3 play.py test",
    ]
    assert importlib.util.find_spec("render.cli"), "the first command opens the game"


def test_the_changelog_names_the_version() -> None:
    from engine import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
