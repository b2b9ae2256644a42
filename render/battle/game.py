"""A battle and those who sit at it: the session, the scene on the table, the log, and the computer players.

It knows nothing of pixels. Every change of the battle goes through here, so that scene, log and journal agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.core import referee
from engine.core.decisions import Chance, Decision
from engine.core.events import Event
from engine.core.record import Line
from engine.core.state import State
from engine.session import ProcedureFailed, Session, Submission
from render.battle import keeping, words
from render.battle.computer import Computer, Thought
from render.battle.seats import PERSON, seat_named
from render.battle.staging import after, scene_of
from render.scene import Scene
from render.theme import TEXT, TEXT_QUIET, WARNING_INK, Color, side_style
from render.ui.lists import Log, LogLine


def usual_seats(session: Session) -> dict[str, str]:
    """Who sits where when nobody said so: as the scenario has it."""
    return {side.id: seat_named(side.player) for side in session.setup.sides}


class Game:
    """A battle under way at this window."""

    def __init__(self, session: Session, seats: Mapping[str, str], seed: str = "0") -> None:
        self.session = session
        self.seats = dict(seats)
        self.seed = seed
        self.computer = Computer(session)
        self.paused = False
        self.log = Log()
        self.last: tuple[Event, ...] = ()
        self.since = dict.fromkeys(session.state.sides, 0)
        self.journal: Path | None = None
        self.trouble = ""
        self.scene = Scene()
        self.before = Scene()
        self.version = 0
        self._points: tuple[int, tuple[int, ...]] = (-1, ())
        self._doing: tuple[int, dict[str, str]] = (-1, {})
        self._turn = session.state.clock.turn
        self._repeated: tuple[tuple[str, str, str], int] = (("", "", ""), 0)
        self._rebuild()

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def pending(self) -> Decision[Any] | None:
        return self.session.pending

    @property
    def decider(self) -> str:
        """The side whose decision it is, empty when the battle is over."""
        return self.pending.player if self.pending else ""

    def index(self, side: str) -> int:
        """A side's place in the battle's order, which gives its colours."""
        return self.state.sides.index(side) if side in self.state.sides else len(self.state.sides)

    def is_person(self, side: str) -> bool:
        """Whether a person sits there."""
        return self.seats.get(side, PERSON) == PERSON

    @property
    def computers_turn(self) -> bool:
        """Whether a computer player has to answer now. Dice that are typed in are always a person's."""
        return bool(self.decider) and not self.is_person(self.decider) and not isinstance(self.pending, Chance)

    @property
    def points(self) -> tuple[int, ...]:
        """What each side would have by the mission if the battle ended now; the score when it is over."""
        if self._points[0] != self.version:
            state, book = self.state, self.session.book
            over = state.outcome is not None
            now = tuple(state.scores.get(s, 0) if over else book.points(state, s) for s in state.sides)
            self._points = (self.version, now)
        return self._points[1]

    def doing(self, unit: str) -> str:
        """What a unit did and suffers, in a few words; worked out once for each step of the battle."""
        if self._doing[0] != self.version:
            self._doing = (self.version, {})
        known = self._doing[1]
        if unit not in known:
            known[unit] = words.doing(self.session, unit)
        return known[unit]

    @property
    def people(self) -> tuple[str, ...]:
        """The sides at which people sit."""
        return tuple(side for side in self.state.sides if self.is_person(side))

    # -- answering ---------------------------------------------------------------------------------------------------

    def submit(self, answer: Any) -> Submission:
        """Answer the open question. Raises ProcedureFailed; the battle is then as it was."""
        player = self.decider
        done = self.session.submit(answer)
        if done.accepted:
            self.since[player] = len(self.session.events) - len(done.events)
            self._went_on(done.events)
        return done

    def command(self, command: referee.Command, by: str = "", consent: tuple[str, ...] | None = None) -> Submission:
        """A referee command; both sides consent unless told."""
        by = by or self.decider or self.state.sides[0]
        done = self.session.command(command, by, self.state.sides if consent is None else consent)
        if done.accepted:
            self._went_on(done.events)
        return done

    def allow(self, answer: Any) -> Submission:
        """Give an answer that the rules refuse; both players have agreed."""
        done = self.session.allow(answer, self.state.sides)
        if done.accepted:
            self._went_on(done.events)
        return done

    def set_die(self, index: int, face: int) -> Submission:
        """Let a die of the last roll show another face; both players have agreed."""
        done = self.session.set_die(index, face, self.state.sides)
        if done.accepted:
            self._jumped()
        return done

    # -- taking back -------------------------------------------------------------------------------------------------

    def undo_crosses_dice(self) -> bool:
        """Whether taking back to the last answer of a person takes back dice."""
        for line in reversed(self.session.lines):
            if line.entry.kind in ("dice", "set"):
                return True
            if self._by_person(line):
                return False
        return False

    def undo(self, fresh: bool = False) -> Submission:
        """Take back to where a person last answered; every side has consented if dice are crossed."""
        lines = self.session.lines
        at = next((n for n in range(len(lines) - 1, -1, -1) if self._by_person(lines[n])), None)
        done = self.session.undo(self.state.sides)
        while done.accepted and at is not None and len(self.session.lines) > at and self.session.can_undo:
            done = self.session.undo(self.state.sides)
        if done.accepted and fresh:
            key = f"{self.state.dice_key}~{self.session.times_taken_back}"
            self.session.command(referee.Reseed(key), self.decider or self.state.sides[0], self.state.sides)
        if at is None and self.computers_turn:
            self.paused = True
        self._jumped()
        return done

    def redo(self) -> Submission:
        """Give again what was taken back, up to the next question to a person."""
        done = self.session.redo()
        while done.accepted and self.session.can_redo and self.computers_turn:
            done = self.session.redo()
        self._jumped()
        return done

    def _by_person(self, line: Line) -> bool:
        entry = line.entry
        if entry.kind == "command":
            return not isinstance(entry.value, referee.Reseed)
        if entry.kind == "dice":
            return self.session.typed_dice
        return entry.kind in ("answer", "allowed", "set") and self.is_person(entry.player)

    # -- computers ---------------------------------------------------------------------------------------------------

    def think(self) -> Thought | None:
        """Let the computer player whose turn it is think; its answer when there is one. Never waits."""
        if not self.computers_turn or self.paused:
            return None
        if not self.computer.thinking:
            self.computer.ask(self.seats[self.decider], f"{self.seed}/{self.decider}")
        return self.computer.poll()

    def interrupt(self) -> None:
        """Stop the computers until they are told to go on."""
        self.paused = True
        self.computer.interrupt()

    def take_seat(self, side: str, player: str) -> None:
        """Let someone else play a side from now on."""
        self.computer.interrupt()
        self.seats[side] = player
        self.paused = False
        self.version += 1

    def close(self) -> None:
        """Leave the battle; its journal keeps it."""
        self._note()
        self.computer.close()
        self.session.close()

    # -- keeping -----------------------------------------------------------------------------------------------------

    def keep(self, path: Path) -> None:
        """Write the battle to a journal from now on. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.session.keep_journal(path)
        self.journal = path
        self._note()

    def save(self, name: str) -> Path:
        """Save under a name. Raises OSError."""
        path = keeping.save_path(name)
        self.session.save(path)
        keeping.note_beside(path, self.session, self.seats, self.seed, name)
        return path

    def bundle_of(self, error: BaseException) -> dict[str, Any]:
        """What shows a problem: of a rule that broke, as it was then; else the battle as it is."""
        return error.bundle if isinstance(error, ProcedureFailed) else self.session.problem_bundle(repr(error))

    def log_text(self) -> str:
        """The log as plain text."""
        return "\n".join(line.words for line in self.log.lines)

    def _note(self) -> None:
        if self.journal is None:
            return
        try:
            keeping.note_beside(self.journal, self.session, self.seats, self.seed)
        except OSError as error:
            self.trouble = f"{self.journal.name}: {error.strerror or error}"

    # -- following ---------------------------------------------------------------------------------------------------

    def _went_on(self, events: tuple[Event, ...]) -> None:
        turn = self._turn
        self.before = self.scene
        self.scene = after(self.scene, events, self.state, self.session.book, turn)
        self._turn = self.state.clock.turn
        self.last = events
        start = len(self.session.events) - len(events)
        self._tell(events, start)
        self.version += 1
        if self.state.clock.turn != turn or self.state.outcome is not None:
            self._note()

    def _jumped(self) -> None:
        """The battle was taken back or changed in its past."""
        self.computer.interrupt()
        before = self.scene
        self._rebuild()
        self.before = before

    def _rebuild(self) -> None:
        events = self.session.events
        self.scene = self.before = scene_of(self.state, self.session.book, events)
        self._turn = self.state.clock.turn
        self.last = ()
        self.log.cut(0)
        self._repeated = (("", "", ""), 0)
        self._tell(events, 0)
        self.since = {side: min(count, len(events)) for side, count in self.since.items()}
        self.version += 1

    def _tell(self, events: Iterable[Event], start: int) -> None:
        for number, event in enumerate(events, start):
            if words := self.session.tell(event):
                self._add(words, event, number)

    def _add(self, words: str, event: Event, number: int) -> None:
        """Add a line, or count it with the one before when that says the same of the same unit."""
        model = self.state.models.get(event.subject)
        said = (words, event.code, model.unit if model is not None else "")
        last = self.log.lines[-1] if self.log.lines else None
        if last is not None and self._repeated[0] == said and event.code != "dice.rolled":
            self._repeated = (self._repeated[0], self._repeated[1] + 1)
            last.words = f"{words} (×{self._repeated[1]})"
            return
        self._repeated = (said, 1)
        self.log.lines.append(LogLine(words, self.ink(event), str(number)))

    def ink(self, event: Event) -> Color:
        """The colour of an event in the log."""
        if event.code == "dice.rolled":
            return TEXT_QUIET
        if event.code in ("turn.began", "battle.finished"):
            return WARNING_INK
        return side_style(self.index(event.side)).ink if event.side in self.state.sides else TEXT


def speaks_of(event: Event, state: State) -> tuple[str, ...]:
    """The models on the table that an event is about: its subject, and whom its details name."""
    named = [event.subject]
    for _, value in event.details:
        named += [v for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, str)]
    found: dict[str, None] = {}
    for name in named:
        if name in state.models and state.models[name].on_table:
            found[name] = None
        elif name in state.units:
            found.update(dict.fromkeys(model.id for model in state.present(name)))
    return tuple(found)
