"""The battle file: one JSON object a line, appended and flushed as the battle goes on.

`header`      format, engine version, edition, the whole setup, dice key, and what happened before the first question
`answer`      an answer or referee command, the events it caused, and a digest that chains over all of this
`checkpoint`  the state at a quiet point, after so many entries
`back`        the battle was taken back to so many entries

The digest of each entry covers the one before it, so that a changed or missing line is found at its place.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any

from engine.core import codec
from engine.core.bounds import number_of, table_in_bounds
from engine.core.events import Event
from engine.core.record import Checkpoint, Entry, Line, Record, dump, line_from, start_digest
from engine.core.setup import Setup

FORMAT = 1
LONGEST = 200_000_000
"""Bytes above which a battle file is not read."""

__all__ = ["Entry", "Journal", "JournalError", "Line", "Record", "read", "write"]


class JournalError(ValueError):
    """A battle file cannot be used; the message says what is wrong and where."""


class Journal:
    """A battle file being written. Every line is flushed to the operating system before the battle goes on."""

    def __init__(self, path: Path, record: Record):
        self.path = path
        write(path, record)
        self._handle: IO[str] = path.open("a", encoding="utf-8", newline="\n")

    def append(self, line: Line) -> None:
        _write(self._handle, line.text)

    def checkpoint(self, count: int, kept: Checkpoint) -> None:
        _write(self._handle, _checkpoint_text(count, kept))

    def back(self, count: int, consent: tuple[str, ...], fresh: bool) -> None:
        """The battle is taken back to its first `count` entries."""
        _write(self._handle, dump({"is": "back", "to": count, "consent": list(consent), "fresh": fresh}))

    def failed(self, count: int) -> None:
        """What came after the first `count` entries broke a rule's code and is not part of the battle."""
        _write(self._handle, dump({"is": "back", "to": count, "failed": True}))

    def close(self) -> None:
        self._handle.close()


def _checkpoint_text(count: int, kept: Checkpoint) -> str:
    return dump({"is": "checkpoint", "after": count, "state": kept.data, "digest": kept.digest})


def _header(record: Record) -> dict[str, Any]:
    opening = codec.encode(record.opening)
    return {
        "is": "header",
        "sightline": FORMAT,
        "engine": record.version,
        "edition": record.setup.edition,
        "dice_key": record.dice_key,
        "dice": record.dice,
        "taken_back": record.taken_back,
        "setup": codec.encode(record.setup),
        "opening": opening,
        "digest": codec.digest(record.start, dump(opening)),
    }


def _write(handle: IO[str], text: str) -> None:
    handle.write(text + "\n")
    handle.flush()


def write(path: Path, record: Record) -> None:
    """Save a battle under a name; the file is either the old one or the whole new one.

    Raises
    ------
    OSError
        when it cannot be written; an older file is then untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as handle:
            handle.write(dump(_header(record)) + "\n")
            for count in range(len(record.lines) + 1):
                if count in record.checkpoints:
                    handle.write(_checkpoint_text(count, record.checkpoints[count]) + "\n")
                if count < len(record.lines):
                    handle.write(record.lines[count].text + "\n")
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def read(path: Path) -> Record:
    """Read a battle file. A torn last line is dropped; a damaged one ends what is read, and `lost` says so.

    Raises
    ------
    JournalError
        when the file is missing, is no battle file, is of another format, or its header is damaged.
    """
    text = _text(path)
    raw = text.split("\n")
    record = _read_header(path, raw[0])
    whole = len(raw) - 1  # what follows the last end of line, if anything, was not written to its end
    for number in range(2, whole + 1):
        if why := _read_line(record, raw[number - 1]):
            record.lost = f"line {number} {why}; what came after it is lost"
            return record
    if whole >= 1 and raw[whole] and _read_line(record, raw[whole]):
        record.lost = "the last line was not written to its end and is left out"
        record.torn = True
    return record


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is a folder" if path.is_dir() else "it is not an ordinary file")
        if path.stat().st_size > LONGEST:
            raise JournalError(f"{path}: larger than any battle ({path.stat().st_size:,} bytes)")
        return path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror})") from None


def _read_header(path: Path, text: str) -> Record:
    try:
        head = json.loads(text, parse_int=number_of)
        if not isinstance(head, dict) or head.get("is") != "header":
            raise JournalError(f"{path}: not a battle file")
        if head.get("sightline") != FORMAT:
            raise JournalError(f"{path}: format {head.get('sightline')!r}; this version reads format {FORMAT}")
        start = start_digest(dump(head["setup"]), str(head["dice_key"]))
        if head["digest"] != codec.digest(start, dump(head["opening"])):
            raise JournalError(f"{path}: line 1 was changed after it was written")
        setup, opening = codec.decode(head["setup"]), codec.decode(head["opening"])
        if not isinstance(setup, Setup) or not all(isinstance(event, Event) for event in opening):
            raise JournalError(f"{path}: the header holds no setup")
        if not table_in_bounds(setup):
            raise JournalError(f"{path}: no table has the size in its header")
        record = Record(setup, str(head["engine"]), str(head["dice_key"]), str(head["dice"]), start, opening)
        record.taken_back = int(head["taken_back"])
        return record
    except codec.CodecError as error:
        made = head.get("engine")
        raise JournalError(f"{path}: made by version {made}, which this one cannot read ({_brief(error)})") from None
    except JournalError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise JournalError(f"{path}: not a battle file ({_brief(error)})") from None


def _read_line(record: Record, text: str) -> str:
    """Add a line to the record, or say what is wrong with it."""
    try:
        data = json.loads(text, parse_int=number_of)
        kind = data["is"]
        if kind == "answer":
            record.lines.append(line_from(record.digest, text, data))
        elif kind == "checkpoint":
            _read_checkpoint(record, data)
        elif kind == "back":
            _read_back(record, data)
        else:
            raise ValueError(f"a line of kind {kind!r}")
    except codec.CodecError as error:
        return f"cannot be read by this version ({_brief(error)})"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return f"is damaged ({_brief(error)})"
    return ""


def _read_checkpoint(record: Record, data: dict[str, Any]) -> None:
    """Keep a checkpoint. One that is not of the state that the chain of digests vouches for is passed over."""
    count = data["after"]
    if count != len(record.lines):
        raise ValueError("a checkpoint out of place")
    if count and record.lines[-1].quiet == data["digest"]:
        record.checkpoints[count] = Checkpoint(data["state"], data["digest"])


def _read_back(record: Record, data: dict[str, Any]) -> None:
    count = data["to"]
    if not 0 <= count <= len(record.lines):
        raise ValueError("taken back beyond the beginning")
    record.cut(count)
    record.taken_back += not data.get("failed", False)


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
