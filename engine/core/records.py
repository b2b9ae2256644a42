"""The records a state is made of. All are frozen; doors of the battle replace them."""

from __future__ import annotations

from typing import TypeAlias

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Shape
from battlefield.terrain import Piece
from engine.core.codec import record
from engine.core.facts import Facts, Value, fact


@record
class OnTable:
    """On the battlefield, standing on the table or on the named surface."""

    pose: Pose
    support: str = ""


@record
class Aboard:
    """Inside a carrier, by its model id."""

    carrier: str


@record
class Reserve:
    """Not yet on the table, and why: `undeployed`, `reserve`, ..."""

    reason: str


@record
class Gone:
    """Out of the battle: where it last stood, if anywhere, and the rule that removed it."""

    pose: Pose | None
    cause: str


Place: TypeAlias = OnTable | Aboard | Reserve | Gone


@record
class Model:
    """One playing piece. It is never deleted; `place` says where it is. `wounds` are those left."""

    id: str
    unit: str
    name: str
    profile: str
    shape: Shape
    height: int
    eye: int
    place: Place
    wounds: int
    gear: tuple[str, ...] = ()
    torso: Shape | None = None
    eye_at: tuple[int, int] | None = None

    @property
    def pose(self) -> Pose:
        """Where it stands; raises LookupError when it is not on the table."""
        if isinstance(self.place, OnTable):
            return self.place.pose
        raise LookupError(f"{self.id} is not on the table")

    @property
    def on_table(self) -> bool:
        return isinstance(self.place, OnTable)

    @property
    def alive(self) -> bool:
        return not isinstance(self.place, Gone)


@record
class Unit:
    """Models that act together. `group` is the unit with which they act now, itself unless joined to another."""

    id: str
    side: str
    name: str
    letter: str
    sheet: str
    kind: str
    role: str
    points: int
    size: int
    group: str
    keywords: tuple[str, ...] = ()
    power: int = 0


@record
class Deed:
    """Something a unit, model or side did or suffered in player turn number `turn`, phase `phase`."""

    subject: str
    name: str
    turn: int
    phase: str
    details: Facts = ()

    def detail(self, name: str, default: Value = None) -> Value:
        return fact(self.details, name, default)


@record
class Until:
    """The end of a phase of player turn `turn`, by the phase's number; without one, the end of that player turn."""

    turn: int
    phase_no: int = 1_000_000


@record
class Effect:
    """Something that lasts: what `kind` means and how `numbers` change values is the book's to say."""

    id: str
    source: str
    rule: str
    subject: str
    kind: str
    numbers: Facts = ()
    until: Until | None = None

    def number(self, name: str, default: Value = None) -> Value:
        return fact(self.numbers, name, default)


@record
class Terrain:
    """A terrain piece in play; `condition` is free for the book (`""` as set up, `wrecked`, ...)."""

    id: str
    piece: Piece
    condition: str = ""


@record
class Objective:
    """A marker; `holder` is the side that controls it now, or empty."""

    id: str
    at: Pose
    name: str = ""
    holder: str = ""


@record
class Frame:
    """Who is active, and whether what happens belongs to the phase on the clock or interrupts it."""

    active: str
    in_phase: bool = True
    reason: str = ""


@record
class Clock:
    """Where the battle stands: game turn `round`, player turn number `turn` (1, 2, 3, ... over both sides), phase.

    `entry` counts the steps of the present segment of the timetable that are done.
    """

    segment: str = "setup"
    round: int = 0
    turn: int = 0
    side: str = ""
    phase: str = ""
    phase_no: int = 0
    entry: int = 0


@record
class Outcome:
    """How it ended: the winning side, or empty for a draw, and the rule that says so."""

    winner: str
    rule: str
    reason: str


@record
class Work:
    """Work in progress that outlives a step; books derive from it by composition: `data` is one of their records."""

    id: str
    kind: str
    data: Value


def body_of(model: Model) -> Body:
    """The upright prism a model is for the battlefield, where it stands; its group is its unit.

    It is remembered for each record, so that those who ask again need not compare them.
    """
    kept = _BODIES.get(id(model))
    if kept is not None and kept[0] is model:
        return kept[1]
    made = body_at(model, model.pose)
    if len(_BODIES) >= _BODIES_KEPT:
        _BODIES.clear()
    _BODIES[id(model)] = (model, made)
    return made


_BODIES: dict[int, tuple[Model, Body]] = {}
_BODIES_KEPT = 4096


def body_at(model: Model, pose: Pose) -> Body:
    """The prism a model would be at a pose."""
    return Body(model.id, model.shape, pose, model.height, model.eye, model.unit, model.torso, model.eye_at)
