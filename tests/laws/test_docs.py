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


@each("yaml")
def test_yaml_examples_are_read(example: Example, tmp_path: Path) -> None:
    data = yaml.safe_load(example.text)
    assert data is not None
    if not (isinstance(data, dict) and "sightline" in data):
        return
    scene = tmp_path / "scene.yaml"
    scene.write_text(example.text, encoding="utf-8")
    done = command_line(["check", str(scene)])
    assert done.returncode == 0, done.stdout + done.stderr


def command_line(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """What `python3 play.py ...` runs, in this Python."""
    return subprocess.run(
        [sys.executable, "-m", "render.cli", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )


@each("console")
def test_console_examples_print_what_they_show(example: Example) -> None:
    """`$ python3 play.py ...` or `$ sightline ...`, then what it prints; `...` stands for anything."""
    for block in re.split(r"^\$ ", example.text, flags=re.MULTILINE)[1:]:
        command, _, shown = block.partition("\n")
        words = shlex.split(command)
        assert words[:2] == ["python3", "play.py"] or words[:1] == ["sightline"], command
        done = command_line(words[1:] if words[0] == "sightline" else words[2:])
        assert done.returncode in (0, 1), done.stderr
        if shown.strip():
            said = done.stdout
            assert doctest.OutputChecker().check_output(shown, said, doctest.ELLIPSIS), f"{command}\n{said}"


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
