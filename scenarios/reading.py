"""YAML and JSON from strangers: plain data with the line of every value, or every reason why not.

A subset of YAML 1.2 is read: mappings with plain words as keys, lists, strings, numbers, true, false and null. Tags are
refused, anchors may be used a little, and nothing in a file can make reading it slow or large.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from scenarios.problems import Problem, Report, ScenarioError, shown

MOST_BYTES = 2_000_000
MOST_DEPTH = 64
MOST_ALIASES = 100
MOST_NODES = 100_000
LARGEST = 1e9

KeyPath: TypeAlias = tuple[str | int, ...]

_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF|nan|NaN|NAN)\Z|[-+]?(Infinity|NaN)\Z")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Document:
    """The data of a file, and the line (from 1) of every value by its path of keys and indexes."""

    path: Path
    data: Any
    lines: dict[KeyPath, int] = field(default_factory=dict)

    def line(self, *where: str | int) -> int:
        """The line of a value, or of the nearest thing around it that is there."""
        place = where
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


@dataclass(slots=True)
class _Node:
    """A value being put together: `size` counts the nodes in it, `entries` its children with their lines."""

    line: int
    value: Any = None
    kind: str = "scalar"
    entries: list[tuple[str | int, _Node]] = field(default_factory=list)
    key: str | None = None
    key_line: int = 0
    keys: dict[str, int] = field(default_factory=dict)
    size: int = 1
    anchor: str | None = None


def is_text(plain: str) -> bool:
    """Whether an unquoted word is read as text, not as a number, a truth value or nothing."""
    return plain not in _WORDS and not _FLOAT.match(plain) and not _NOT_A_NUMBER.match(plain)


def read(path: Path | str) -> Document:
    """The document of a file. Raises ScenarioError with all problems found."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is a folder" if path.is_dir() else "it is not an ordinary file")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        remedy = "give the path of a file that is there and may be read"
        raise ScenarioError([Problem(str(path), 0, f"cannot be read ({reason})", remedy)]) from None
    if len(raw) > MOST_BYTES:
        raise ScenarioError([Problem(str(path), 0, "is too long", f"use at most {MOST_BYTES} bytes")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ScenarioError([Problem(str(path), line, "is not UTF-8 text", "save it as UTF-8")]) from None
    return read_text(text, path)


def read_text(text: str, path: Path | str = "<text>") -> Document:
    """The document of a text, as `read`."""
    path = Path(path)
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise ScenarioError([Problem(str(path), 0, "the text is too long", f"use at most {MOST_BYTES} bytes")])
    if path.suffix.lower() == ".json":
        text = text.replace("\t", " ")
    report = Report(path)
    root = _Builder(report).build(text)
    report.settle()
    document = Document(path, None)
    document.data = _unfold(root, (), document.lines)
    return document


class _Builder:
    """Turns a stream of YAML events into nodes, without recursion, and notes what is refused."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.open: list[_Node] = []
        self.root: _Node | None = None
        self.anchors: dict[str, _Node] = {}
        self.aliases = 0
        self.nodes = 0

    def build(self, text: str) -> _Node:
        """The root node. Raises ScenarioError when nothing sensible can be made of the text."""
        documents = 0
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                documents += isinstance(event, yaml.DocumentStartEvent)
                if documents > 1:
                    self._stop(event, "a second document begins", "keep one document in a file, without '---' inside")
                self._take(event)
        except yaml.YAMLError as error:
            self._malformed(error)
        except (RecursionError, ValueError, OverflowError) as error:
            if isinstance(error, ScenarioError):
                raise
            self.report.add(1, "is not readable as YAML", "check it with a YAML editor")
            self.report.settle()
        if self.root is None:
            self.report.add(0, "is empty", "begin it with 'sightline: 1'")
            self.report.settle()
        assert self.root is not None
        return self.root

    def _malformed(self, error: yaml.YAMLError) -> None:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        if isinstance(error, yaml.reader.ReaderError):
            self.report.add(line, "has a character that YAML does not allow", "take out control characters")
        else:
            reason = getattr(error, "problem", None) or "it cannot be understood"
            self.report.add(line, f"is not YAML: {reason}", "look for a missing colon, quote, bracket or indent here")
        self.report.settle()

    def _stop(self, event: yaml.Event, message: str, remedy: str) -> None:
        self.report.add(_line(event), message, remedy)
        self.report.settle()

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._tag(event)
            if len(self.open) >= MOST_DEPTH:
                self._stop(event, f"is nested more than {MOST_DEPTH} deep", "write it flatter")
            kind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "list"
            node = _Node(_line(event), kind=kind, anchor=event.anchor)
            self.open.append(node)
            self._count(event, 1)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            node = self.open.pop()
            if node.anchor:
                self.anchors[node.anchor] = node
            self._put(event, node)

    def _tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag != "!":
            self.report.add(
                _line(event), f"the tag {shown(event.tag)} is not allowed", "write plain values without '!'"
            )

    def _count(self, event: yaml.Event, size: int) -> None:
        self.nodes += size
        if self.nodes > MOST_NODES:
            self._stop(event, f"has more than {MOST_NODES} values", "make it smaller, and use anchors sparingly")

    def _alias(self, event: yaml.AliasEvent) -> None:
        self.aliases += 1
        if self.aliases > MOST_ALIASES:
            self._stop(event, f"has more than {MOST_ALIASES} aliases", "write the values out")
        node = self.anchors.get(event.anchor or "")
        if node is None:
            self._stop(event, f"the alias *{event.anchor} has no finished anchor before it", "write the value out")
            return
        self._count(event, node.size)
        copy = _Node(_line(event), node.value, node.kind, node.entries, size=node.size)
        self._put(event, copy)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._tag(event)
        self._count(event, 1)
        line = _line(event)
        parent = self.open[-1] if self.open else None
        if parent is not None and parent.kind == "mapping" and parent.key is None:
            node = _Node(line, event.value)
        else:
            node = _Node(line, self._plain(event) if event.implicit[0] else event.value)
        if event.anchor:
            self.anchors[event.anchor] = node
        self._put(event, node)

    def _plain(self, event: yaml.ScalarEvent) -> Any:
        text = event.value
        if text in _WORDS:
            return _WORDS[text]
        if _NOT_A_NUMBER.match(text):
            self.report.add(_line(event), f"{text} is not a number that can be used", "write an ordinary number")
            return 0
        if not _FLOAT.match(text):
            return text
        value = float(text) if len(text) <= 400 else math.inf
        if not abs(value) <= LARGEST:
            self.report.add(_line(event), f"{shown(text)} is enormous", f"stay within {LARGEST:.0f}")
            return 0
        return int(text) if _INT.match(text) else value

    def _put(self, event: yaml.Event, node: _Node) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if parent.kind == "list":
            parent.entries.append((len(parent.entries), node))
        elif parent.key is None:
            self._key(event, parent, node)
            return
        else:
            node.line = parent.key_line
            parent.entries.append((parent.key, node))
            parent.key = None
        parent.size += node.size

    def _key(self, event: yaml.Event, parent: _Node, node: _Node) -> None:
        if node.kind != "scalar" or not isinstance(node.value, str):
            self.report.add(node.line, "a key is not a plain word", "use a word as the key")
            parent.key, parent.key_line = f"?{len(parent.entries)}", node.line
            return
        parent.key, parent.key_line = node.value, node.line
        if node.value == "<<":
            self.report.add(node.line, "merge keys ('<<') are not allowed", "write the values out")
        if (first := parent.keys.get(node.value)) is not None:
            self.report.add(
                node.line, f"{shown(node.value)} is given twice (first on line {first})", "keep one of them"
            )
        parent.keys.setdefault(node.value, node.line)


def _line(event: yaml.Event) -> int:
    return int(event.start_mark.line) + 1 if event.start_mark else 1


def _unfold(node: _Node, where: KeyPath, lines: dict[KeyPath, int]) -> Any:
    lines[where] = node.line
    if node.kind == "scalar":
        return node.value
    children = [(key, _unfold(child, (*where, key), lines)) for key, child in node.entries]
    if node.kind == "list":
        return [value for _, value in children]
    return dict(children)
