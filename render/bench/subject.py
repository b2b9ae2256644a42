"""What a drawing of sight is about: two models, what stands between them, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from battlefield.body import Body
from battlefield.table import Board
from battlefield.units import inches
from engine import messages
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Verdict
from render.battle.staging import letters
from render.verdict_words import looked_through, telling_pair

Point: TypeAlias = tuple[float, float, float]
"""x, y, z in inches."""

NEAR_EYE = 0.01
"""Inches: a line that starts this near an eye starts at it."""


@dataclass(frozen=True, slots=True)
class Tag:
    """How a thing is told: its name, and of a model the index of its side (-1: terrain) and its unit's letter."""

    id: str
    name: str
    side: int = -1
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """A pair of models and the verdict on it. `line` is the witness in inches, `hidden` the hidden share (0..1).

    `through` are the ids of all that is looked through, `blockers` of all that hides something. `whole`: every part of
    the viewer may look, not his eye alone.
    """

    board: Board
    bodies: tuple[Body, ...]
    viewer: Body
    target: Body
    visible: bool
    hidden: float = 0.0
    line: tuple[Point, Point] | None = None
    blockers: tuple[str, ...] = ()
    through: frozenset[str] = frozenset()
    tags: tuple[Tag, ...] = ()
    whole: bool = False

    def tag(self, id: str) -> Tag:
        """How a thing is told; by its id when nothing is known of it."""
        return next((tag for tag in self.tags if tag.id == id), Tag(id, id))

    @property
    def start(self) -> Point:
        """Where the look starts: at the witness's start, or at the eye."""
        return self.line[0] if self.line is not None else self.viewer.eye_point

    @property
    def middle(self) -> Point:
        """The middle of the target."""
        x, y = self.target.pose.xy
        return x, y, 0.5 * (self.target.bottom + self.target.top)

    @property
    def end(self) -> Point:
        """Where the look goes: to the witness's end, or to the middle of the target."""
        return self.line[1] if self.line is not None else self.middle

    @property
    def from_eye(self) -> bool:
        """Whether the look starts at the viewer's eye, and not at another part of him."""
        return all(abs(a - b) <= NEAR_EYE for a, b in zip(self.start, self.viewer.eye_point))

    @property
    def away(self) -> frozenset[str]:
        """The ids of all that cannot hide the target: what is looked through, and the two themselves."""
        return self.through | {self.viewer.id, self.target.id}


def subject_of(state: State, verdict: Verdict, *, whole: bool = False) -> Subject:
    """What a verdict is about; of a verdict on units, the pair that tells. `whole` where the book lets every part of
    a model look (not `eyes`). Models of the two units that do not block are looked through.
    """
    pair = telling_pair(verdict)
    viewer, target = state.models[pair.viewer], state.models[pair.target]
    through = looked_through(state, pair)
    return Subject(
        state.board, state.bodies(), body_of(viewer), body_of(target), pair.visible, pair.hidden / MILLION,
        _inches(pair.line), pair.blockers, frozenset(through) - {viewer.id, target.id}, tags_of(state), whole,
    )  # fmt: skip


def tags_of(state: State) -> tuple[Tag, ...]:
    """How everything on the table is told."""
    called = letters(state)
    models = [
        Tag(m.id, m.name, state.sides.index(state.units[m.unit].side), called[m.unit])
        for m in state.models.values()
        if m.on_table
    ]
    return (*models, *(Tag(id, messages.name(id, state)) for id in state.terrain))


def _inches(line: tuple[tuple[int, int, int], tuple[int, int, int]] | None) -> tuple[Point, Point] | None:
    if line is None:
        return None
    (a, b, c), (x, y, z) = line
    return (inches(a), inches(b), inches(c)), (inches(x), inches(y), inches(z))
