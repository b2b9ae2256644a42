"""A battle from its setup to its last answer, in memory: what a battle file holds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from engine.core import codec
from engine.core.codec import record
from engine.core.events import Event
from engine.core.facts import Value
from engine.core.setup import Setup


@record
class Entry:
    """One thing that was put into the battle: an answer to the question `topic`, or a referee command.

    `kind`: `answer` (of a person or computer), `dice` (from a source), `set` (dice both players agreed on), `allowed`
    (refused by the rules, allowed by both players), `command`.
    """

    kind: str
    player: str
    topic: str
    value: Value


class Line:
    """An entry with what came of it; `quiet` is the state's digest at the last quiet point it led to, if it led to one.

    `text` is its line in the battle file. Events of a line that was read are decoded when they are first asked for.
    """

    __slots__ = ("_data", "_events", "digest", "entry", "quiet", "text")

    def __init__(self, entry: Entry, quiet: str, digest: str, text: str, events: tuple[Event, ...] | None, data: Any):
        self.entry = entry
        self.quiet = quiet
        self.digest = digest
        self.text = text
        self._events = events
        self._data = data

    @property
    def events(self) -> tuple[Event, ...]:
        """What the entry caused, dice included. An event that this version does not know is left out."""
        if self._events is None:
            self._events = tuple(event for event in map(_known_event, self._data) if event is not None)
            self._data = None
        return self._events


def _known_event(data: Any) -> Event | None:
    try:
        event = codec.decode(data)
    except codec.CodecError:
        return None
    return event if isinstance(event, Event) else None


_BEFORE_DIGEST = ',"digest":"'


def line_after(before: str, entry: Entry, events: tuple[Event, ...], quiet: str) -> Line:
    """The line of an entry, its digest taken over the one before, the entry, its events and the quiet state."""
    body = f'{{"is":"answer","entry":{codec.text(entry)},"events":{codec.text(events)},"quiet":"{quiet}"'
    digest = codec.digest(before, body)
    return Line(entry, quiet, digest, f'{body}{_BEFORE_DIGEST}{digest}"}}', events, None)


def line_from(before: str, text: str, data: dict[str, Any]) -> Line:
    """The line that was written as `text`, whose JSON is `data`.

    Raises
    ------
    ValueError
        when it was changed, or does not follow upon the one with the digest `before`.
    """
    body, _, _ = text.rpartition(_BEFORE_DIGEST)
    if data["digest"] != codec.digest(before, body):
        raise ValueError("it was changed after it was written")
    entry = codec.decode(data["entry"])
    if not isinstance(entry, Entry):
        raise ValueError("no entry")
    return Line(entry, data["quiet"], data["digest"], text, None, data["events"])


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state at a quiet point as JSON data, and its digest."""

    data: dict[str, Any]
    digest: str


@dataclass(slots=True)
class Record:
    """A battle file in memory. `checkpoints` are by the number of entries before them; `opening` is what happened
    before the first question; `lost` says what of a file could not be kept, `torn` that it was a half-written line."""

    setup: Setup
    version: str
    dice_key: str
    dice: str
    start: str = ""
    opening: tuple[Event, ...] = ()
    lines: list[Line] = field(default_factory=list)
    checkpoints: dict[int, Checkpoint] = field(default_factory=dict)
    taken_back: int = 0
    lost: str = ""
    torn: bool = False

    def __post_init__(self) -> None:
        self.start = self.start or start_digest(codec.text(self.setup), self.dice_key)

    @property
    def digest(self) -> str:
        """The digest of everything so far."""
        return self.lines[-1].digest if self.lines else self.start

    def cut(self, count: int) -> None:
        """Forget all but the first `count` entries."""
        del self.lines[count:]
        self.checkpoints = {n: kept for n, kept in self.checkpoints.items() if n <= count}

    def bundle(self) -> dict[str, Any]:
        """The whole battle as JSON data, for a problem report."""
        return {
            "version": self.version,
            "setup": codec.encode(self.setup),
            "dice_key": self.dice_key,
            "lines": [line.text for line in self.lines],
        }

    def first(self, count: int) -> Record:
        """An independent record of the first `count` entries."""
        new = Record(self.setup, self.version, self.dice_key, self.dice, self.start, self.opening, self.lines[:count])
        new.checkpoints = {n: kept for n, kept in self.checkpoints.items() if n <= count}
        new.taken_back = self.taken_back
        return new


def start_digest(setup: str, dice_key: str) -> str:
    """The digest before the first entry, from the setup's text."""
    return codec.digest(setup, dice_key)


def dump(data: Any) -> str:
    """JSON data as they stand in a battle file."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
