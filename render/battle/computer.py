"""The window's end of the computer players: asks, never waits, and starts the process again when it dies."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from engine.session import Session
from render.battle.worker import serve

DEATHS = 2
"""How often a process may die over one question before the person is asked."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What came back: an answer, or why there is none."""

    answer: Any = None
    failure: str = ""


class Computer:
    """One process for all computer players of a battle."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._folder = tempfile.TemporaryDirectory(prefix="sightline-")
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._known: tuple[int, str] | None = None
        self._asked: tuple[str, str, str] | None = None
        self._ticket = 0
        self._deaths = 0

    @property
    def thinking(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked is not None

    def start(self) -> None:
        """Start the process, so that it is ready when the first question comes."""
        if self._process is not None and self._process.is_alive():
            return
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True, name="sightline-player")
        self._process.start()
        theirs.close()
        self._known = None

    def ask(self, name: str, seed: str) -> None:
        """Ask a player for the answer to the open question."""
        self._deaths = 0
        self._ask(name, seed)

    def _ask(self, name: str, seed: str) -> None:
        self.start()
        self._ticket += 1
        self._asked = (name, seed, self._session.digest)
        try:
            self._bring_up_to_date()
            self._send(("ask", name, seed, self._ticket))
        except OSError:
            self._known = None  # the process is gone; `poll` sees it

    def poll(self) -> Thought | None:
        """What has come back, if anything. Never waits."""
        if self._asked is None or self._pipe is None or self._process is None:
            return None
        try:
            while self._pipe.poll():
                thought = self._take(self._pipe.recv())
                if thought is not None:
                    self._asked = None
                    return thought
        except (EOFError, OSError):
            return self._died()
        return None if self._process.is_alive() or self._pipe.poll() else self._died()

    def interrupt(self) -> None:
        """Drop the open question; the process is ended, since it may think for long."""
        if self._asked is not None:
            self._asked = None
            self._end()

    def close(self) -> None:
        """End the process and clear up."""
        self._asked = None
        self._end()
        self._folder.cleanup()

    def _take(self, reply: tuple[Any, ...]) -> Thought | None:
        kind, *rest = reply
        if kind == "lost":
            self._known = None
            if self._asked is not None:
                self._ask(*self._asked[:2])
            return None
        ticket, result = rest
        if ticket != self._ticket:
            return None
        return Thought(failure=result) if kind == "failed" else Thought(result)

    def _died(self) -> Thought | None:
        """The process is gone: start it again, and after a second time give up."""
        asked = self._asked
        self._end()
        self._deaths += 1
        if asked is None:
            return None
        if self._deaths >= DEATHS:
            self._asked = None
            return Thought(failure="The computer player's process ended by itself, twice.")
        self._ask(*asked[:2])
        return None

    def _bring_up_to_date(self) -> None:
        session, lines = self._session, self._session.lines
        if self._known == (len(lines), session.digest):
            return
        fresh = lines[self._known[0] :] if self._known is not None and self._is_behind(lines) else None
        kinds = {line.entry.kind for line in fresh or ()}
        if fresh is None or not kinds <= {"answer", "dice"}:
            path = Path(self._folder.name) / "battle"
            session.save(path)
            self._send(("load", str(path)))
        else:
            typed = session.typed_dice
            entries = tuple(line.entry for line in fresh if typed or line.entry.kind == "answer")
            self._send(("follow", entries, session.digest))
        self._known = (len(lines), session.digest)

    def _is_behind(self, lines: tuple[Any, ...]) -> bool:
        """Whether what the process knows is the beginning of the battle as it is now."""
        assert self._known is not None
        count, digest = self._known
        return 0 < count <= len(lines) and lines[count - 1].digest == digest

    def _send(self, request: tuple[Any, ...]) -> None:
        if self._pipe is not None:
            self._pipe.send(request)

    def _end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.join(2)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self._known = None
