"""The course of one battle: its entries, the quiet states between them, and the runner at the end.

To go anywhere is to copy the nearest quiet state before it and answer again from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core import referee
from engine.core.book import Book
from engine.core.journal import Journal
from engine.core.record import Checkpoint, Entry, Line, Record, line_after
from engine.core.runner import Runner
from engine.core.state import State

QUIETS_KEPT = 400
"""Quiet states kept in memory; of the older ones every second is dropped, again and again."""
ENTRIES_BETWEEN_CHECKPOINTS = 60
"""A checkpoint is kept in each player turn, and where as many entries have passed, so that no tail is long."""


class Misfit(RuntimeError):
    """Entry number `count` (from 0) no longer does what the record says."""

    def __init__(self, count: int, why: str):
        super().__init__(f"entry {count + 1}: {why}")
        self.count = count
        self.why = why


@dataclass(slots=True)
class Quiet:
    """The state at the last quiet point that was reached with `count` entries."""

    count: int
    state: State


class Timeline:
    """Entries that have been answered and the battle after them. Nothing here asks whether an answer is legal.

    `trouble` says why the journal had to be given up, if it had.
    """

    def __init__(self, book: Book, record: Record, *, strict: bool = False, known: tuple[Quiet, ...] = ()):
        self.book = book
        self.record = record
        self.trouble = ""
        self._journal: Journal | None = None
        self._journalled = 0
        self._strict = strict
        self._quiets = list(known)
        self._reached = 0
        self._is_quiet = False
        self._kept: tuple[int, int] | None = None
        self._lore: Any = None
        self.runner = self._run_to(len(record.lines))

    @classmethod
    def fitting(cls, book: Book, record: Record, version: str) -> Timeline:
        """The timeline of a record without the tail that no longer fits; `record.lost` says what was dropped and why.

        `version` is the engine's.
        """
        while True:
            try:
                return cls(book, record)
            except Misfit as misfit:
                dropped = len(record.lines) - misfit.count
                why = f"made by version {record.version}" if record.version != version else misfit.why
                record.lost = f"the last {dropped} entries no longer fit ({why}) and were left out"
                record.cut(misfit.count)

    # -- going on --------------------------------------------------------------------------------------------------

    def put(self, entry: Entry) -> Line:
        """Give an entry to the battle and keep what came of it."""
        line = self._answer(self.runner, entry, self.record.digest)
        self.record.lines.append(line)
        self._to_journal(lambda journal: journal.append(line))
        self._journalled += 1
        if self._is_quiet:
            self._keep_checkpoint(self._quiets[-1])
        return line

    def _answer(self, runner: Runner, entry: Entry, before: str) -> Line:
        self._reached += 1
        self._is_quiet = False
        if entry.kind == "command":
            referee.carry_out(runner.battle, entry.value, entry.player)
            runner.refresh()
        else:
            runner.answer(entry.value)
        quiet = self._quiets[-1].state.digest() if self._is_quiet else ""
        return line_after(before, entry, runner.battle.take_events(), quiet)

    def _on_quiet(self, state: State) -> None:
        if self._quiets and self._quiets[-1].count == self._reached:
            self._quiets.pop()
        self._quiets.append(Quiet(self._reached, state.copy()))
        self._is_quiet = True
        if len(self._quiets) > QUIETS_KEPT:
            old = self._quiets[: QUIETS_KEPT // 2]
            self._quiets[: len(old)] = old[::2]

    def _keep_checkpoint(self, quiet: Quiet) -> None:
        turn = quiet.state.clock.turn
        last, of_turn = self._kept or (0, -1)
        due = turn != of_turn or quiet.count - last >= ENTRIES_BETWEEN_CHECKPOINTS
        if due or quiet.state.outcome is not None:
            self._kept = (quiet.count, turn)
            checkpoint = _checkpoint(quiet.state)
            self.record.checkpoints[quiet.count] = checkpoint
            self._to_journal(lambda journal: journal.checkpoint(quiet.count, checkpoint))

    # -- the file --------------------------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal | None:
        """The file that is written as the battle goes on, if any."""
        return self._journal

    def write_to(self, journal: Journal) -> None:
        """Append to a journal, which already holds all there is so far, from now on."""
        self.stop_writing()
        self._journal = journal
        self._journalled = len(self.record.lines)
        self.trouble = ""

    def stop_writing(self) -> None:
        """Write no journal from now on."""
        if self._journal is not None:
            self._to_journal(lambda journal: journal.close())
            self._journal = None

    def _to_journal(self, write: Callable[[Journal], None]) -> None:
        if self._journal is None:
            return
        try:
            write(self._journal)
        except OSError as error:
            self.trouble = f"{self._journal.path} is no longer written ({error.strerror or error})"
            self._journal = None

    def with_last_quiet(self) -> Record:
        """The record with a checkpoint of the last quiet state, so that whoever reads it is there quickly."""
        record = self.record.first(len(self.record.lines))
        if self._quiets and self._quiets[-1].count:
            record.checkpoints[self._quiets[-1].count] = _checkpoint(self._quiets[-1].state)
        return record

    # -- going back ------------------------------------------------------------------------------------------------

    def back_to(self, count: int, consent: tuple[str, ...] = (), fresh: bool = False, failed: bool = False) -> None:
        """The battle after its first `count` entries; the rest is forgotten, in the journal too.

        `failed` says that the rest was never part of the battle, because a rule's code broke on it.

        Raises
        ------
        Misfit
            when an entry before that no longer does what the record says; nothing is forgotten then.
        """
        before = self._quiets, self._reached
        self._quiets = [quiet for quiet in before[0] if quiet.count <= count]
        try:
            runner = self._run_to(count)
        except Misfit:
            self._quiets, self._reached = before
            raise
        self.runner.close()
        self.runner = runner
        self.record.cut(count)
        if self._kept is not None and self._kept[0] > count:
            self._kept = None
        if self._journalled > count:
            self._to_journal(lambda journal: journal.failed(count) if failed else journal.back(count, consent, fresh))
            self._journalled = count

    def branch(self, count: int) -> Timeline:
        """Another timeline with the same first `count` entries, which writes no journal."""
        known = tuple(quiet for quiet in self._quiets if quiet.count <= count)
        return Timeline(self.book, self.record.first(count), strict=self._strict, known=known)

    def _run_to(self, count: int) -> Runner:
        """The battle after `count` entries of the record, found from the nearest state known before."""
        start, state = self._state_before(count)
        at_set_up = state is None
        if state is None:
            state = self.book.set_up(self.record.setup, self.record.dice_key)
        self._lore = state.lore
        self._reached = start
        runner = Runner(self.book, state, self._on_quiet, strict=self._strict)
        events = runner.battle.take_events()
        if at_set_up:
            self.record.opening = events
        for n in range(start, count):
            self._answer_again(runner, n)
        return runner

    def _answer_again(self, runner: Runner, n: int) -> None:
        old = self.record.lines[n]
        if old.entry.kind != "command" and not _asked(runner, old.entry):
            raise Misfit(n, "another question is asked")
        if old.entry.kind == "command" and referee.misfit(old.entry.value):
            raise Misfit(n, "the command is none")
        before = self.record.lines[n - 1].digest if n else self.record.start
        try:
            line = self._answer(runner, old.entry, before)
        except Exception as error:
            raise Misfit(n, f"{type(error).__name__}: {error}") from error
        if line.digest != old.digest:
            raise Misfit(n, "the same answer leads elsewhere")

    def _state_before(self, count: int) -> tuple[int, State | None]:
        """The latest known quiet state after at most `count` entries, as a copy, and after how many it is."""
        quiet = next((quiet for quiet in reversed(self._quiets) if quiet.count <= count), None)
        for kept in sorted((n for n in self.record.checkpoints if n <= count), reverse=True):
            if quiet is not None and quiet.count >= kept:
                break
            if (state := self._read_checkpoint(self.record.checkpoints[kept])) is not None:
                return kept, state
            del self.record.checkpoints[kept]
        return (0, None) if quiet is None else (quiet.count, quiet.state.copy())

    def _read_checkpoint(self, kept: Checkpoint) -> State | None:
        """The state of a checkpoint; None when it was changed after it was written or is of another version."""
        setup = self.record.setup
        lore = self.book.read_lore(setup) if self._lore is None else self._lore
        try:
            state = State.from_data(setup, lore, kept.data)
            return state if state.digest() == kept.digest else None
        except (ValueError, TypeError, KeyError, AttributeError):
            return None


def _asked(runner: Runner, entry: Entry) -> bool:
    """Whether an entry has the form of an answer to the open question."""
    pending = runner.pending
    if pending is None or (pending.player, pending.topic) != (entry.player, entry.topic):
        return False
    return not any(refusal.code.startswith("answer.") for refusal in pending.misfit(entry.value))


def _checkpoint(state: State) -> Checkpoint:
    return Checkpoint(state.to_data(), state.digest())
