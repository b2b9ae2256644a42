"""What the books say of a position: states by edition, verdicts, margins, and what the views draw of them.

Everything is worked out when it is asked for, and kept until the position has changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.books import book_for
from engine.core.book import Book
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from render.bench import setting
from render.bench.plain import Data
from render.bench.setting import Arranged
from render.bench.subject import Subject, subject_of
from render.verdict_words import Decided, Said, decide, sentences

if TYPE_CHECKING:
    from battlefield.sight import Margin

UNNAMED = Path("position.yaml")


class Answering:
    """The part of a position that asks the books. While not `awake`, as before sight is ready, nothing is judged."""

    path: Path | None = None

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.awake = True
        self._arranged: dict[str, Arranged] = {}
        self._verdicts: dict[str, Verdict | None] = {}
        self._subjects: dict[str, Subject | None] = {}
        self._decided: dict[str, Decided | None] = {}
        self._said: dict[tuple[str, bool], list[Said]] = {}

    @property
    def data(self) -> Data:
        """The plain data of the scene. Never change them in place."""
        raise NotImplementedError

    @property
    def viewer(self) -> str:
        """Who looks: the id of a model, or of a unit when whole units are asked about; empty when nobody is chosen."""
        raise NotImplementedError

    @property
    def target(self) -> str:
        """Who is looked at, as `viewer`."""
        raise NotImplementedError

    def forget(self, structure: bool) -> None:
        """Ask anew: with `structure` also for the states."""
        self._verdicts.clear()
        self._decided.clear()
        self._said.clear()
        self._subjects.clear()
        if structure:
            self._arranged.clear()

    def book(self, edition: str = "") -> Book:
        """The book of an edition, of the one shown when none is told. Raises LookupError."""
        return book_for(edition or self.edition)

    def state(self, edition: str = "") -> State:
        """The position as an edition's book sets it up, of the edition shown when none is told.

        Raises LookupError with a sentence when it cannot be set up.
        """
        found = self._set_up(edition or self.edition)
        if found.state is None:
            raise LookupError(found.trouble)
        return found.state

    def try_state(self, edition: str = "") -> State | None:
        """The state, or None where there is none; `trouble` says why."""
        return self._set_up(edition or self.edition).state

    def trouble(self, edition: str = "") -> str:
        """Why an edition's book cannot set the position up; empty when it can."""
        return self._set_up(edition or self.edition).trouble

    def _set_up(self, edition: str) -> Arranged:
        if edition not in self._arranged:
            self._arranged[edition] = setting.arranged(self.data, self.path or UNNAMED, edition)
        return self._arranged[edition]

    @property
    def problems(self) -> tuple[str, ...]:
        """What a file with this position would be refused for, as sentences; as it was before a drag under way."""
        return self._set_up(self.edition).problems

    @property
    def doubts(self) -> tuple[str, ...]:
        """What can hardly be meant and was made the best of (models that overlap, ...), as sentences."""
        return self._set_up(self.edition).doubts

    def verdict(self, edition: str = "") -> Verdict | None:
        """What the viewer sees of the target; None without the two, or where the book cannot set the position up."""
        edition = edition or self.edition
        if not self.awake:
            return None
        if edition not in self._verdicts:
            self._verdicts[edition] = self._judged(edition)
        return self._verdicts[edition]

    def _judged(self, edition: str) -> Verdict | None:
        state, one, other = self.try_state(edition), self.viewer, self.target
        if state is None or not one or not other or one == other:
            return None
        verdict = self.book(edition).sight(state, one, other)
        return verdict if isinstance(verdict, Verdict) else None

    def decided(self, edition: str = "") -> Decided | None:
        """By how much the verdict holds, and for which two models; None where the book cannot say. It may be costly:
        `has_margin` says whether it is known already."""
        edition = edition or self.edition
        if edition not in self._decided:
            state, verdict = self.try_state(edition), self.verdict(edition)
            known = None if state is None or verdict is None else decide(state, self.book(edition), verdict)
            self._decided[edition] = known
        return self._decided[edition]

    def margin(self, edition: str = "") -> Margin | None:
        """How far the target may be shifted before the answer flips; of units, that of the two who decide."""
        found = self.decided(edition)
        return found.margin if found is not None else None

    def has_margin(self, edition: str = "") -> bool:
        """Whether the margin is known already, so that asking costs nothing."""
        return (edition or self.edition) in self._decided

    def said(self, edition: str = "") -> list[Said]:
        """Every sentence of the verdict with its rule; by how much it holds is among them once that is known."""
        edition = edition or self.edition
        verdict = self.verdict(edition)
        if verdict is None:
            return []
        key = (edition, self.has_margin(edition))
        if key not in self._said:
            known = self.decided(edition) if key[1] else None
            self._said[key] = sentences(self.state(edition), self.book(edition), verdict, known)
        return self._said[key]

    def subject(self, edition: str = "") -> Subject | None:
        """What the views draw: the two models on whom the verdict turns, and what was found; None without a verdict."""
        edition = edition or self.edition
        if not self.awake:
            return None
        if edition not in self._subjects:
            verdict = self.verdict(edition)
            self._subjects[edition] = (
                None if verdict is None else subject_of(self.state(edition), verdict, whole=not self.book(edition).eyes)
            )
        return self._subjects[edition]
