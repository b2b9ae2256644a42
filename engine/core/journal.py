"""The battle file: one JSON object a line, appended and flushed as the battle goes on.

`header`      format, engine version, edition, the whole setup, dice key
`answer`      an answer or referee command, the events it caused, and a digest that chains over all of this
`checkpoint`  the state at a quiet point, after so many entries
`back`        the battle was taken back to so many entries

The digest of each entry covers the one before it, so that a changed or missing line is found at its place.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from engine.core import codec
from engine.core.codec import record
from engine.core.events import Event
from engine.core.facts import Value
from engine.core.setup import Setup

FORMAT = 1
LONGEST = 200_000_000
"""Bytes above which a battle file is not read."""


class JournalError(ValueError):
    """A battle file cannot be used; the message says what is wrong and where."""


@record
class Entry:
    """One thing that was put into the battle: an answer to the question `topic`, or a referee command.

    `kind`: `answer` (of a person or computer), `dice` (from a source), `allowed` (refused by the rules, allowed by both
    players), `command`.
    """

    kind: str
    player: str
    topic: str
    value: Value


@dataclass(slots=True)
class Line:
    """An entry with what came of it; `quiet` is the state's digest at the last quiet point it led to, or empty."""

    entry: Entry
    events: tuple[Event, ...]
    quiet: str
    digest: str


@dataclass(slots=True)
class Record:
    """A battle file in memory. `checkpoints` map a number of entries to a state's data and its digest."""

    setup: Setup
    version: str
    dice_key: str
    dice: str
    lines: list[Line] = field(default_factory=list)
    checkpoints: dict[int, tuple[dict[str, Any], str]] = field(default_factory=dict)
    taken_back: int = 0
    lost: str = ""

    @property
    def digest(self) -> str:
        """The digest of everything so far."""
        return self.lines[-1].digest if self.lines else start_digest(self.setup, self.dice_key)


def start_digest(setup: Setup, dice_key: str) -> str:
    """The digest before the first entry."""
    return codec.digest(codec.text(setup), dice_key)


def line_after(before: str, entry: Entry, events: tuple[Event, ...], quiet: str) -> Line:
    """The line of an entry, its digest taken over the one before, the entry, its events and the quiet state."""
    return Line(entry, events, quiet, codec.digest(before, codec.text(entry), codec.text(events), quiet))


class Journal:
    """A battle file being written. Every line is flushed to the operating system before the battle goes on."""

    def __init__(self, path: Path, record: Record):
        self.path = path
        self._handle = _create(path, record)

    def append(self, line: Line) -> None:
        _write(self._handle, answer_line(line))

    def checkpoint(self, count: int, state: dict[str, Any], digest: str) -> None:
        _write(self._handle, checkpoint_line(count, state, digest))

    def back(self, count: int, consent: tuple[str, ...], fresh: bool) -> None:
        _write(self._handle, {"is": "back", "to": count, "consent": list(consent), "fresh": fresh})

    def close(self) -> None:
        self._handle.close()


def answer_line(line: Line) -> dict[str, Any]:
    return {
        "is": "answer",
        "entry": codec.encode(line.entry),
        "events": codec.encode(line.events),
        "quiet": line.quiet,
        "digest": line.digest,
    }


def checkpoint_line(count: int, state: dict[str, Any], digest: str) -> dict[str, Any]:
    return {"is": "checkpoint", "after": count, "state": state, "digest": digest}


def _header(record: Record) -> dict[str, Any]:
    return {
        "is": "header",
        "sightline": FORMAT,
        "engine": record.version,
        "edition": record.setup.edition,
        "dice_key": record.dice_key,
        "dice": record.dice,
        "taken_back": record.taken_back,
        "setup": codec.encode(record.setup),
        "digest": start_digest(record.setup, record.dice_key),
    }


def _write(handle: IO[str], data: dict[str, Any]) -> None:
    handle.write(_dump(data) + "\n")
    handle.flush()


def _dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _create(path: Path, record: Record) -> IO[str]:
    """Write a whole battle beside `path`, put it in its place in one stroke, and leave it open for more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    handle = beside.open("w", encoding="utf-8", newline="\n")
    _write(handle, _header(record))
    for count, line in enumerate(record.lines):
        if count in record.checkpoints:
            _write(handle, checkpoint_line(count, *record.checkpoints[count]))
        _write(handle, answer_line(line))
    if (end := len(record.lines)) in record.checkpoints:
        _write(handle, checkpoint_line(end, *record.checkpoints[end]))
    os.fsync(handle.fileno())
    handle.close()
    os.replace(beside, path)
    return path.open("a", encoding="utf-8", newline="\n")


def write(path: Path, record: Record) -> None:
    """Save a battle under a name; the file is either the old one or the whole new one."""
    _create(path, record).close()


def read(path: Path) -> Record:
    """Read a battle file. A torn last line is dropped; a damaged one ends what is read, and `lost` says so.

    Raises
    ------
    JournalError
        when the file is missing, is no battle file, is of a newer format, or its header is damaged.
    """
    raw = _lines(path)
    record = _read_header(path, raw[0])
    for number, text in enumerate(raw[1:], start=2):
        try:
            data = json.loads(text)
            _read_line(record, data)
        except (ValueError, KeyError, TypeError) as error:
            if number < len(raw):
                record.lost = f"line {number} is damaged ({_brief(error)}); what came after it is lost"
            elif text:
                record.lost = "the last line was not written to its end; that one answer is lost"
            break
    return record


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > LONGEST:
            raise JournalError(f"{path}: larger than any battle ({path.stat().st_size:,} bytes)")
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror})") from None
    raw = text.split("\n")
    return raw[:-1] if raw and raw[-1] == "" else raw


def _read_header(path: Path, text: str) -> Record:
    try:
        head = json.loads(text)
        if not isinstance(head, dict) or head.get("is") != "header":
            raise JournalError(f"{path}: not a battle file")
        if head.get("sightline") != FORMAT:
            raise JournalError(f"{path}: format {head.get('sightline')!r}; this version reads format {FORMAT}")
        setup = codec.decode(head["setup"])
        if not isinstance(setup, Setup):
            raise JournalError(f"{path}: the header holds no setup")
        record = Record(setup, str(head["engine"]), str(head["dice_key"]), str(head["dice"]))
        record.taken_back = int(head.get("taken_back", 0))
        if head["digest"] != start_digest(setup, record.dice_key):
            raise JournalError(f"{path}: line 1 was changed after it was written")
        return record
    except JournalError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise JournalError(f"{path}: not a battle file ({_brief(error)})") from None


def _read_line(record: Record, data: dict[str, Any]) -> None:
    kind = data["is"]
    if kind == "answer":
        entry, events = codec.decode(data["entry"]), codec.decode(data["events"])
        if not isinstance(entry, Entry) or not all(isinstance(e, Event) for e in events):
            raise ValueError("no entry")
        if data["digest"] != codec.digest(record.digest, _dump(data["entry"]), _dump(data["events"]), data["quiet"]):
            raise ValueError("it was changed after it was written")
        record.lines.append(Line(entry, events, data["quiet"], data["digest"]))
    elif kind == "checkpoint":
        if data["after"] != len(record.lines):
            raise ValueError("a checkpoint out of place")
        record.checkpoints[len(record.lines)] = (data["state"], str(data["digest"]))
    elif kind == "back":
        count = int(data["to"])
        if not 0 <= count <= len(record.lines):
            raise ValueError("taken back beyond the beginning")
        del record.lines[count:]
        record.checkpoints = {n: c for n, c in record.checkpoints.items() if n <= count}
        record.taken_back += 1
    else:
        raise ValueError(f"a line of kind {kind!r}")


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
