"""The course of one battle: its entries, the quiet states between them, and the runner at the end.

To go anywhere is to copy the nearest quiet state before it and answer again from there.
"""

from __future__ import annotations

from engine.core import codec, journal, referee
from engine.core.book import Book
from engine.core.events import Event
from engine.core.journal import Entry, Journal, Line, Record
from engine.core.runner import Runner
from engine.core.state import State

QUIETS_KEPT = 400
"""Quiet states kept in memory; older ones are found again from the checkpoints."""


class Misfit(RuntimeError):
    """Entry number `count` (from 0) no longer does what the record says."""

    def __init__(self, count: int, why: str):
        super().__init__(f"entry {count + 1}: {why}")
        self.count = count
        self.why = why


class Timeline:
    """Entries that have been answered and the battle after them. Nothing here asks whether an answer is legal."""

    def __init__(self, book: Book, record: Record, *, strict: bool = False):
        self.book = book
        self.record = record
        self.journal: Journal | None = None
        self.opening: tuple[Event, ...] = ()
        self._strict = strict
        self._quiets: list[tuple[int, State]] = []
        self._quiet_digest = ""
        self._reached = 0
        self._journalled = 0
        self._turn_kept = -1
        self.runner = self._run_to(len(record.lines))

    # -- going on --------------------------------------------------------------------------------------------------

    def put(self, entry: Entry) -> Line:
        """Give an entry to the battle and keep what came of it."""
        self._feed(self.runner, entry)
        line = journal.line_after(self.record.digest, entry, self.runner.battle.take_events(), self._quiet_digest)
        self.record.lines.append(line)
        if self.journal is not None:
            self.journal.append(line)
            self._journalled += 1
        self._checkpoint_each_turn()
        return line

    def write_to(self, file: Journal) -> None:
        """Append to a journal, which already holds all there is so far, from now on."""
        if self.journal is not None:
            self.journal.close()
        self.journal = file
        self._journalled = len(self.record.lines)

    def _feed(self, runner: Runner, entry: Entry) -> None:
        self._quiet_digest = ""
        self._reached += 1
        if entry.kind == "command":
            referee.carry_out(runner.battle, entry.value, entry.player)
            runner.refresh()
        else:
            runner.answer(entry.value)

    def _on_quiet(self, state: State) -> None:
        copy = state.copy()
        self._quiet_digest = copy.digest()
        if self._quiets and self._quiets[-1][0] == self._reached:
            self._quiets.pop()
        self._quiets.append((self._reached, copy))
        if len(self._quiets) > QUIETS_KEPT:
            del self._quiets[: QUIETS_KEPT // 2]

    def _checkpoint_each_turn(self) -> None:
        count = len(self.record.lines)
        if not self._quiets or self._quiets[-1][0] != count:
            return
        state = self._quiets[-1][1]
        if state.clock.turn != self._turn_kept or state.outcome is not None:
            self._turn_kept = state.clock.turn
            self._keep(count, state)

    def _keep(self, count: int, state: State) -> None:
        kept = (state.to_data(), state.digest())
        self.record.checkpoints[count] = kept
        if self.journal is not None:
            self.journal.checkpoint(count, *kept)

    def keep_last_quiet(self) -> None:
        """Make a checkpoint of the last quiet state, so that whoever reads the record is there quickly."""
        if self._quiets and self._quiets[-1][0] <= len(self.record.lines):
            count, state = self._quiets[-1]
            self.record.checkpoints[count] = (state.to_data(), state.digest())

    # -- going back ------------------------------------------------------------------------------------------------

    def back_to(self, count: int, consent: tuple[str, ...] = (), fresh: bool = False) -> None:
        """The battle after its first `count` entries; the rest is forgotten, in the journal too."""
        del self.record.lines[count:]
        self.record.checkpoints = {n: c for n, c in self.record.checkpoints.items() if n <= count}
        self._quiets = [(n, s) for n, s in self._quiets if n <= count]
        if self.journal is not None and self._journalled > count:
            self.journal.back(count, consent, fresh)
            self._journalled = count
        self.runner.close()
        self.runner = self._run_to(count)

    def branch(self, count: int) -> Timeline:
        """Another timeline with the same first `count` entries, which writes no journal."""
        old = self.record
        record = Record(old.setup, old.version, old.dice_key, old.dice, old.lines[:count])
        record.checkpoints = {n: c for n, c in old.checkpoints.items() if n <= count}
        new = Timeline.__new__(Timeline)
        new.book, new.record, new.journal, new.opening = self.book, record, None, self.opening
        new._strict, new._quiet_digest, new._journalled, new._turn_kept = self._strict, "", 0, self._turn_kept
        new._quiets = [(n, s) for n, s in self._quiets if n <= count]
        new.runner = new._run_to(count)
        return new

    def _run_to(self, count: int) -> Runner:
        start, state = self._state_before(count)
        self._reached = start
        runner = Runner(self.book, state, self._on_quiet, strict=self._strict)
        events = runner.battle.take_events()
        if start == 0:
            self.opening = events
        lines = self.record.lines
        before = lines[start - 1].digest if start else journal.start_digest(self.record.setup, self.record.dice_key)
        for n in range(start, count):
            before = self._answer_again(runner, n, before)
        return runner

    def _answer_again(self, runner: Runner, n: int, before: str) -> str:
        old = self.record.lines[n]
        try:
            self._feed(runner, old.entry)
        except Exception as error:
            raise Misfit(n, f"{type(error).__name__}: {error}") from error
        line = journal.line_after(before, old.entry, runner.battle.take_events(), self._quiet_digest)
        if line.digest != old.digest:
            raise Misfit(n, "the same answer leads elsewhere")
        return line.digest

    def _state_before(self, count: int) -> tuple[int, State]:
        """The latest known quiet state after at most `count` entries, as a copy, and after how many it is."""
        quiet = max((n for n, _ in self._quiets if n <= count), default=-1)
        kept = max((n for n in self.record.checkpoints if n <= count), default=-1)
        if quiet >= max(kept, 0):
            return quiet, next(s for n, s in self._quiets if n == quiet).copy()
        if kept > 0:
            return kept, self._read_checkpoint(kept)
        return 0, self.book.set_up(self.record.setup, self.record.dice_key)

    def _read_checkpoint(self, count: int) -> State:
        data, digest = self.record.checkpoints[count]
        setup = self.record.setup
        try:
            state = State.from_data(setup, self.book.read_lore(setup), data)
        except (codec.CodecError, AttributeError) as error:
            raise Misfit(count, f"its checkpoint cannot be read: {error}") from error
        if state.digest() != digest:
            raise Misfit(count, "its checkpoint was changed after it was written")
        return state
