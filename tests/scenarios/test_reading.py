"""Reading YAML and JSON from strangers."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scenarios.problems import ScenarioError
from scenarios.reading import MOST_ALIASES, MOST_BYTES, read, read_text


def refused(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        read_text(text, "file.yaml")
    return str(caught.value)


def test_values_come_with_their_lines() -> None:
    document = read_text("a: 1\nb:\n  - 2.5\n  - {c: yes, d: ~}\ne: 'no'\n")
    assert document.data == {"a": 1, "b": [2.5, {"c": "yes", "d": None}], "e": "no"}
    assert [document.line(*p) for p in [("a",), ("b", 0), ("b", 1, "d"), ("e",), ("b", 1, "x")]] == [1, 3, 4, 5, 4]


def test_words_are_what_they_look_like() -> None:
    document = read_text("[on, no, 'true', true, 1e3, 2024-01-01, 0x10, 1_000, .5, -3]")
    assert document.data == ["on", "no", "true", True, 1000.0, "2024-01-01", "0x10", "1_000", 0.5, -3]


def test_json_with_tabs_is_read(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text('{\n\t"a": [1, 2.5, "x\\ty"],\n\t"b": null\n}', encoding="utf-8")
    assert read(path).data == {"a": [1, 2.5, "x\ty"], "b": None}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", "file.yaml:3: 'a' is given twice (first on line 1); keep one of them"),
        ("a: 1\nb: !!python/name:os.system x\n", "file.yaml:2: the tag 'tag:yaml.org,2002:python/name:os.sys"),
        ("a: !thing {b: 1}\n", "file.yaml:1: the tag '!thing' is not allowed"),
        ("a:\n  - .nan\n", "file.yaml:2: .nan is not a number that can be used"),
        ("a: -.inf\n", "-.inf is not a number"),
        ("a: Infinity\n", "Infinity is not a number"),
        ("a: 1e400\n", "'1e400' is enormous; stay within 1000000000"),
        ("a: " + "9" * 5000, "is enormous"),
        ("a: 1e10\n", "is enormous"),
        ("<<: {a: 1}\n", "merge keys"),
        ("{a: 1, [b]: 2}\n", "a key is not a plain word"),
        ("a: *b\n", "the alias *b has no finished anchor before it"),
        ("a: &a [*a]\n", "the alias *a has no finished anchor before it"),
        ("a: [1\nb: 2\n", "is not YAML"),
        ("a: 'x\n", "is not YAML"),
        ("a: 1\n---\nb: 2\n", "file.yaml:2: a second document begins"),
        ("", "file.yaml: is empty; begin it with 'sightline: 1'"),
        ("# only words\n", "file.yaml: is empty"),
        ("a: \x01", "a character that YAML does not allow"),
        ("[" * 65 + "]" * 65, "is nested more than 64 deep"),
        ("x: " + "[" * 30_000, "nest"),
        ("a: &a 1\nb: [" + "*a, " * (MOST_ALIASES + 1) + "]", "aliases"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, said: str) -> None:
    assert said in refused(text)


def test_all_such_problems_come_at_once() -> None:
    assert len(refused("a: .nan\nb: !x 1\na: 1e99\n").splitlines()) == 4


def test_an_alias_bomb_is_refused_at_once() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for i in range(1, 12):
        bomb += f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 9) + "]\n"
    began = time.monotonic()
    assert "use anchors sparingly" in refused(bomb)
    assert time.monotonic() - began < 5


def test_a_few_aliases_are_allowed() -> None:
    assert read_text("a: &spot [1, 2]\nb: *spot\n").data == {"a": [1, 2], "b": [1, 2]}


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"none\.yaml: cannot be read \(No such file"):
        read(tmp_path / "none.yaml")
    with pytest.raises(ScenarioError, match="cannot be read"):
        read(tmp_path)
    with pytest.raises(ScenarioError, match="cannot be read"):
        read("a\0b")


def test_a_file_of_other_bytes_says_so(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a: 1\nb: \xff\xfe\n")
    with pytest.raises(ScenarioError, match=r"x\.yaml:2: is not UTF-8 text; save it as UTF-8"):
        read(path)


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(ScenarioError, match="is too long; use at most 2000000 bytes"):
        read(path)


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(pipe)
    with pytest.raises(ScenarioError, match="not an ordinary file"):
        read(pipe)
