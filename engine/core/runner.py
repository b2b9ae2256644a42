"""Runs a book: from one question to the next, step by step of its timetable."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine.core import codec
from engine.core.battle import Battle
from engine.core.book import Book
from engine.core.decisions import Decision
from engine.core.procedure import REFRESH, Procedure
from engine.core.state import State
from engine.core.timetable import Once

STEPS_WITHOUT_QUESTION = 5_000
"""More steps than this in a row without a question mean that a book runs in circles."""

_RECORDS = ("models", "units", "terrain", "objectives", "deeds", "effects", "work")


class Stalled(RuntimeError):
    """The timetable goes on and on and nobody is asked anything."""


class Runner:
    """A battle under way. `pending` is the open question, None when the battle is over.

    `on_quiet` is called with the state between steps: it may be copied there and run from again. `strict` replaces
    every record by an equal copy before each answer, so that a procedure that keeps one across a question is caught.
    """

    def __init__(self, book: Book, state: State, on_quiet: Callable[[State], None] | None = None, strict: bool = False):
        self.battle = Battle(book, state)
        self.pending: Decision[Any] | None = None
        self._on_quiet = on_quiet
        self._strict = strict
        self._run: Procedure[None] | None = None
        self._once = False
        self._clock_before = state.clock
        self._advance(None)

    @property
    def state(self) -> State:
        return self.battle.state

    def answer(self, value: Any) -> None:
        """Give the open question its answer, unchecked, and go on to the next question."""
        if self.pending is None:
            raise LookupError("nothing is being asked")
        if self._strict:
            _replace_by_copies(self.state)
        self._advance(value)

    def refresh(self) -> None:
        """The state changed under the open question: have it asked anew, unless the battle is over with it."""
        if self.state.outcome is not None:
            self._stop()
        elif self.pending is not None:
            self._advance(REFRESH)

    def close(self) -> None:
        """Give this battle up; nothing it still runs can write."""
        self.battle.abandon()
        if self._run is not None:
            with suppress(RuntimeError):  # a `finally` that tries to write or to ask finds the battle given up
                self._run.close()
        self._run = None
        self.pending = None

    def _stop(self) -> None:
        """Leave the question open and its procedure unfinished: both players ended the battle outside the rules."""
        run, self._run, self.pending = self._run, None, None
        if run is not None:
            run.close()
            if self._on_quiet is not None:
                self._on_quiet(self.state)

    def _advance(self, value: Any) -> None:
        self.pending = None
        for _ in range(STEPS_WITHOUT_QUESTION):
            if self._run is None and not self._begin_step():
                return
            assert self._run is not None
            try:
                self.pending = self._run.send(value)
                return
            except StopIteration:
                value = None
                self._end_step()
        raise Stalled(f"{STEPS_WITHOUT_QUESTION} steps without a question at {self.state.clock}")

    def _begin_step(self) -> bool:
        state = self.state
        while state.outcome is None and (table := self.battle.book.timetable(state)):
            if state.clock.entry >= len(table):
                raise Stalled(f"all {len(table)} steps are done and none led on at {state.clock}")
            entry = table[state.clock.entry]
            self._clock_before = state.clock
            if isinstance(entry, Once):
                self._once = True
                self._run = entry.procedure(self.battle)
                return True
            subject = entry.chooser(state)
            if subject is not None:
                self._once = False
                self._run = entry.procedure(self.battle, subject)
                return True
            self.battle.next_entry()
        return False

    def _end_step(self) -> None:
        self._run = None
        if self._once and self.state.clock is self._clock_before:
            self.battle.next_entry()
        if self._on_quiet is not None:
            self._on_quiet(self.state)


def _replace_by_copies(state: State) -> None:
    for name in _RECORDS:
        table = getattr(state, name)
        for key, value in table.items():
            table[key] = codec.copied(value)
