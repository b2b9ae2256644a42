"""The one object that outsiders talk to: a battle with its record, from the first question to the last.

Everything a player does is an answer to `pending`. What was answered can be undone, redone, saved, loaded, forked.
"""

from __future__ import annotations

import copy
import shutil
import traceback
from pathlib import Path
from typing import Any

from engine import __version__ as VERSION
from engine import messages
from engine.books import book_to_play
from engine.core import codec, journal, referee
from engine.core.book import Book
from engine.core.decisions import Chance, Decision
from engine.core.dice import DiceSource, SeededDice, Stream, TypedDice
from engine.core.events import Event
from engine.core.journal import Journal, JournalError
from engine.core.record import Entry, Line, Record
from engine.core.refusals import Refusal, Refusals, Refused
from engine.core.setup import Setup
from engine.core.state import State
from engine.core.submission import ProcedureFailed, Submission
from engine.core.timeline import Misfit, Timeline

DICE: dict[str, type[SeededDice] | type[TypedDice]] = {"seeded": SeededDice, "typed": TypedDice}

__all__ = ["DICE", "ProcedureFailed", "Session", "Submission"]


class Session:
    """A battle. Make one with `begin` or `load`."""

    def __init__(self, timeline: Timeline, source: DiceSource):
        self._timeline = timeline
        self._source = source
        self._redo: list[Line] = []

    # -- beginning -------------------------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        setup: Setup,
        seed: int | str = 0,
        dice: str | DiceSource = "seeded",
        book: Book | None = None,
        *,
        strict: bool = False,
    ) -> Session:
        """A new battle. `dice` is `seeded`, `typed`, or a source of its own.

        Raises
        ------
        ValueError
            when the book can make no battle of the setup, or it holds something that no battle file can.
        """
        name, source = (dice, DICE[dice]()) if isinstance(dice, str) else ("seeded", dice)
        setup = codec.decode(codec.encode(setup))  # as it will be read from the battle's file
        timeline = Timeline(book or book_to_play(setup.edition), Record(setup, VERSION, str(seed), name), strict=strict)
        session = cls(timeline, source)
        session._roll_on()
        return session

    @classmethod
    def load(cls, path: Path, book: Book | None = None, *, whole: bool = False) -> Session:
        """The battle in a file, at its last answer; `lost` says what could not be kept.

        `whole` answers everything again from the first entry instead of from the last checkpoint.

        Raises
        ------
        JournalError
            when the file is no battle that can be used.
        """
        record = journal.read(path)
        if whole:
            record.checkpoints = {}
        try:
            rules = book or book_to_play(record.setup.edition)
            session = cls(Timeline.fitting(rules, record, VERSION), DICE.get(record.dice, SeededDice)())
            session._roll_on()
        except Exception as error:
            raise JournalError(f"{path}: its battle cannot be set up ({type(error).__name__}: {error})") from error
        return session

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def book(self) -> Book:
        return self._timeline.book

    @property
    def setup(self) -> Setup:
        return self._timeline.record.setup

    @property
    def pending(self) -> Decision[Any] | None:
        """The open question, None when the battle is over."""
        return self._timeline.runner.pending

    @property
    def state(self) -> State:
        """What is true now, to be read only."""
        return self._timeline.runner.state

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every entry with its events and digest."""
        return tuple(self._timeline.record.lines)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self._timeline.record.opening + tuple(e for line in self._timeline.record.lines for e in line.events)

    @property
    def digest(self) -> str:
        """The fingerprint of everything so far."""
        return self._timeline.record.digest

    @property
    def lost(self) -> str:
        """What of a loaded file could not be kept, as a sentence; empty when all was."""
        return self._timeline.record.lost

    @property
    def typed_dice(self) -> bool:
        """Whether people roll dice of their own and type in what they show."""
        return isinstance(self._source, TypedDice)

    @property
    def times_taken_back(self) -> int:
        return self._timeline.record.taken_back

    @property
    def journal_trouble(self) -> str:
        """Why the battle is no longer written to its file, as a sentence; empty when all is well."""
        return self._timeline.trouble

    def preview(self, answer: Any) -> Refusals:
        """Why an answer would be refused; empty when it would be accepted. Changes nothing."""
        return self.pending.refusals(answer) if self.pending else (Refusal("battle.over"),)

    def measure(self, one: str, other: str) -> int:
        """The distance between two models or units in micrometres.

        Raises
        ------
        Refused
            when the rules do not let it be measured now.
        """
        if refusals := self.book.may_measure(self.state, one, other):
            raise Refused(refusals)
        return self.book.distance(self.state, one, other)

    def explain(self, refusal: Refusal) -> str:
        """A refusal as a sentence."""
        return messages.refusal(refusal, self.state, self.book)

    def tell(self, event: Event) -> str:
        """An event as a sentence; empty for one that is not worth telling."""
        return messages.event(event, self.state, self.book)

    # -- answering -------------------------------------------------------------------------------------------------

    def submit(self, answer: Any) -> Submission:
        """Answer the open question. Dice that the source can roll are rolled at once.

        Raises
        ------
        ProcedureFailed
            when a rule's code breaks; the battle is then as it was before.
        """
        if refusals := self.preview(answer):
            return Submission(refusals)
        pending = self.pending
        assert pending is not None
        return self._put(Entry(_kind(pending), pending.player, pending.topic, answer))

    def _put(self, *entries: Entry) -> Submission:
        before = len(self._timeline.record.lines)
        redo, self._redo = self._redo, []
        try:
            for entry in entries:
                self._timeline.put(entry)
            self._roll_on()
        except Exception as error:
            bundle = self.problem_bundle("".join(traceback.format_exception(error)))
            bundle["entry"] = ", ".join(map(repr, entries))
            self._timeline.back_to(before, failed=True)
            self._redo = redo
            raise ProcedureFailed(error, bundle) from error
        return self._since(before)

    def _since(self, before: int) -> Submission:
        return Submission(events=tuple(e for line in self._timeline.record.lines[before:] for e in line.events))

    def _roll_on(self) -> None:
        """Answer rolls as long as the source can."""
        while isinstance(pending := self.pending, Chance):
            state = self.state
            faces = self._source.faces(pending.roll, state.dice_key, state.counters.get("rolls", 0))
            if faces is None:
                return
            self._timeline.put(Entry("dice", pending.player, pending.topic, faces))

    # -- referee ---------------------------------------------------------------------------------------------------

    def command(self, command: referee.Command, by: str, consent: tuple[str, ...]) -> Submission:
        """A referee command: both sides must consent, except to a side's own affairs."""
        if not referee.own_affair(command, by) and (refusals := self._without(consent)):
            return Submission(refusals)
        if refusals := referee.refusals(self._timeline.runner.battle, command):
            return Submission(refusals)
        before = len(self._timeline.record.lines)
        redo = self._redo
        try:
            done = self._put(Entry("command", by, "referee", command))
        except ProcedureFailed:
            return Submission((Refusal("referee.not_here", referee.HOUSE),))
        if not self._answerable():
            self._timeline.back_to(before, failed=True)
            self._redo = redo
            return Submission((Refusal("referee.not_here", referee.HOUSE),))
        return done

    def _answerable(self) -> bool:
        """Whether the open question has a legal answer, as far as its own suggestion tells."""
        pending = self.pending
        try:
            return pending is None or not pending.refusals(pending.suggest(Stream(self.digest)))
        except Exception:
            return False

    def allow(self, answer: Any, consent: tuple[str, ...]) -> Submission:
        """Give an answer that the rules refuse, both players agreeing. Its form must still fit the question."""
        pending = self.pending
        if pending is None:
            return Submission((Refusal("battle.over"),))
        if refusals := self._without(consent) or pending.misfit(answer):
            return Submission(refusals)
        return self._put(Entry("allowed", pending.player, pending.topic, answer))

    def set_die(self, index: int, face: int, consent: tuple[str, ...]) -> Submission:
        """Let a die of the last roll show another face, both players agreeing; what followed the roll is undone."""
        lines = self._timeline.record.lines
        count = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].entry.kind in ("dice", "set")), None)
        if count is None:
            return Submission((Refusal("referee.no_roll", referee.HOUSE),))
        if refusals := self._without(consent):
            return Submission(refusals)
        old = lines[count].entry
        faces = tuple(face if i == index else f for i, f in enumerate(old.value))
        question = self._timeline.branch(count).runner.pending
        if not 0 <= index < len(faces) or question is None or question.misfit(faces):
            return Submission((Refusal("referee.no_such_die", referee.HOUSE),))
        tail = lines[count:]
        self._take_back(count, consent, fresh=False)
        try:
            return self._put(Entry("set", old.player, old.topic, faces))
        except ProcedureFailed:
            for line in tail:
                self._timeline.put(line.entry)
            raise

    def _without(self, consent: tuple[str, ...]) -> Refusals:
        return () if set(consent) == set(self.state.sides) else (Refusal("referee.needs_consent", referee.HOUSE),)

    # -- taking back -----------------------------------------------------------------------------------------------

    def _is_roll(self, line: Line) -> bool:
        """Whether a line was rolled by the source and follows by itself from the answer before it."""
        return line.entry.kind == "dice" and not isinstance(self._source, TypedDice)

    def _last_asked(self) -> int | None:
        """Which entry an undo would take back: the last that a person or computer gave."""
        lines = self._timeline.record.lines
        own = (n for n in range(len(lines) - 1, -1, -1) if not self._is_roll(lines[n]) and not _is_reseed(lines[n]))
        return next(own, None)

    @property
    def can_undo(self) -> bool:
        return self._last_asked() is not None

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def undo_crosses_dice(self) -> bool:
        """Whether an undo would take back a roll, which the opponent must allow."""
        target = self._last_asked()
        later = () if target is None else self._timeline.record.lines[target:]
        return any(line.entry.kind in ("dice", "set") for line in later)

    def undo(self, consent: tuple[str, ...] = (), fresh: bool = False) -> Submission:
        """Take back the last answer. Across dice every side must consent; `fresh` then rolls other dice next time."""
        target = self._last_asked()
        if target is None:
            return Submission((Refusal("undo.nothing"),))
        if self.undo_crosses_dice() and set(consent) != set(self.state.sides):
            return Submission((Refusal("undo.needs_consent"),))
        redo = [*self._timeline.record.lines[target:], *self._redo]
        fresh = fresh or any(map(_is_reseed, redo))
        try:
            self._take_back(target, consent, fresh)
        except Misfit:
            return Submission((Refusal("undo.no_longer_fits"),))
        if fresh:
            key = f"{self.state.dice_key}~{self.times_taken_back}"
            self._timeline.put(Entry("command", "", "referee", referee.Reseed(key)))
        elif not isinstance(self.pending, Chance) or isinstance(self._source, TypedDice):
            self._redo = redo
        self._roll_on()  # a set die was taken back: the dice lie as they were rolled
        return Submission()

    def _take_back(self, count: int, consent: tuple[str, ...], fresh: bool) -> None:
        self._timeline.back_to(count, consent, fresh)
        self._timeline.record.taken_back += 1
        self._redo = []

    def redo(self) -> Submission:
        """Give the answer again that was taken back last, with its dice; ProcedureFailed when it fits no more."""
        if not self._redo:
            return Submission((Refusal("redo.nothing"),))
        rolls = next((n for n, line in enumerate(self._redo[1:], 1) if not self._is_roll(line)), len(self._redo))
        again, left, self._redo = self._redo[:rolls], self._redo[rolls:], []
        done = self._put(*(line.entry for line in again))
        self._redo = left
        return done

    # -- branching and keeping -------------------------------------------------------------------------------------

    def fork(self, seed: int | str | None = None) -> Session:
        """An independent battle from here, with other dice unless `seed` is None: it never learns those to come."""
        timeline = self._timeline.branch(len(self._timeline.record.lines))
        if seed is None:
            return Session(timeline, copy.copy(self._source))
        branch = Session(timeline, SeededDice())
        timeline.put(Entry("command", "", "referee", referee.Reseed(f"fork:{seed}")))
        branch._roll_on()
        return branch

    def at(self, count: int) -> Session:
        """The battle as it was after its first `count` entries, to look at."""
        return Session(self._timeline.branch(count), copy.copy(self._source))

    def keep_journal(self, path: Path) -> None:
        """Write the battle to a file from now on, answer by answer.

        When the battle was loaded from a damaged file, what stands at `path` is first put aside as `path.damaged`.

        Raises
        ------
        OSError
            when the file cannot be written; what was there is then untouched.
        """
        record = self._timeline.record
        if record.lost and not record.torn and path.exists():
            shutil.copyfile(path, path.with_name(path.name + ".damaged"))
        if self._timeline.journal is not None and self._timeline.journal.path == path:
            self._timeline.stop_writing()
        self._timeline.write_to(Journal(path, self._timeline.with_last_quiet()))

    def close(self) -> None:
        """Stop writing the journal and give the battle up."""
        self._timeline.stop_writing()
        self._timeline.runner.close()

    def save(self, path: Path) -> None:
        """Save under a name. Raises OSError when the file cannot be written; an older file is then untouched."""
        if self._timeline.journal is not None and self._timeline.journal.path == path:
            self.keep_journal(path)
        else:
            journal.write(path, self._timeline.with_last_quiet())

    def problem_bundle(self, remark: str) -> dict[str, Any]:
        """What is needed to see a problem: the record so far, the open question, the remark, as JSON data."""
        return {
            "remark": remark,
            "digest": self.digest,
            "question": repr(self.pending),
            **self._timeline.record.bundle(),
        }


def _kind(pending: Decision[Any]) -> str:
    return "dice" if isinstance(pending, Chance) else "answer"


def _is_reseed(line: Line) -> bool:
    """Whether a line only says that other dice are rolled from here on; it is taken back with the answer before it."""
    return line.entry.kind == "command" and isinstance(line.entry.value, referee.Reseed)
