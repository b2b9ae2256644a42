"""Who sees whom, one pair or all of them; everything here asks the same kernel."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

import numpy as np

from battlefield.body import Body
from battlefield.sight.eye import (
    CONTACT,
    HIDDEN,
    LOOK_AT,
    LOOK_X,
    LOOK_Y,
    LOOK_Z,
    Desk,
    new_desk,
    view_some,
)
from battlefield.sight.packing import Scene, eye_of, masks, scene_of
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import Prisms, outside_edge
from battlefield.sight.renewal import Answered, Asked, Latest, Through, Told, begun, circles
from battlefield.table import Board
from battlefield.units import INCH

Point: TypeAlias = tuple[float, float, float]

MOST_PIECES = 1 << 20
"""Convex pieces a view may fall into before sight gives up with MemoryError; hundreds are already unheard of."""

MOST_ANSWERS = 8192
"""Looks remembered about one scene."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one body sees of another.

    `hidden` is the share of the target's silhouette, as solid angle from the eye, that cannot be seen: 0 when nothing
    cuts it, 1 when the target is not visible. `line` runs from the eye to a point of the target in the middle of the
    largest visible part, in inches. `blockers` are the ids of all that hide some of the silhouette, in order.
    """

    visible: bool
    hidden: float
    line: tuple[Point, Point] | None
    blockers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skip:
    """What is looked through, by ids of pieces and bodies: one set for each viewer, and one for each target."""

    viewers: tuple[frozenset[str], ...] = ()
    targets: tuple[frozenset[str], ...] = ()


class Survey:
    """What each viewer sees of each target: arrays `visible` and `hidden` [viewer, target], and sightings on demand.

    What still holds of an earlier survey is taken from there.
    """

    answered: Answered

    def __init__(self, asked: Asked, earlier: Survey | None = None) -> None:
        board, viewers, targets, bodies, through, _ = asked
        self._scene, self._spans = scene_with(board, targets, bodies)
        self._eyes = np.array([eye_of(viewer) for viewer in viewers]).reshape(len(viewers), 3)
        self._skip, self._also_skip = masks(self._scene, viewers, targets, *through, len(board.pieces) + len(bodies))
        self._sightings: dict[tuple[int, int], Sighting] = {}
        x, y, z = self._eyes.T
        ends = np.stack([x, y, z, z, 0.0 * z], 1), circles(targets)
        told = begun(earlier.answered if earlier else None, asked, self._scene, *ends)
        todo, outcomes, alone = told
        hidden = np.ones(outcomes.shape) if earlier is None else earlier.hidden.copy()
        _fill(self._scene, self._eyes, self._spans, (self._skip, self._also_skip), told, hidden)
        self.answered = Answered(asked, self._scene, outcomes, alone)
        self.visible: Bools = outcomes > HIDDEN
        self.hidden: Floats = np.round(hidden, 6)
        self.visible.setflags(write=False)
        self.hidden.setflags(write=False)
        for pair, sighting in earlier._sightings.items() if earlier else ():
            if sighting.visible and not todo[pair]:
                self._sightings[pair] = sighting

    def sighting(self, viewer: int, target: int) -> Sighting:
        """The whole answer for one pair, by their places among the viewers and the targets."""
        key = viewer, target
        if key not in self._sightings:
            i, j = slice(viewer, viewer + 1), slice(target, target + 1)
            view = View(self._scene, self._eyes[i], self._spans[j], self._skip[i], self._also_skip[j])
            self._sightings[key] = view.sighting()
        return self._sightings[key]


class View:
    """One look of the kernel, with everything it found: `outcome`, `found` and the `marks` of each prism.

    The arguments are those of `run`, with one row each.
    """

    def __init__(self, scene: Scene, eye: Floats, span: Ints, skip: Bools, also_skip: Bools) -> None:
        self.scene, self.eye = scene, eye[0]
        outcomes, hidden, self.found, self.marks = run(scene, eye, span, True, skip, also_skip)
        self.outcome, self.hidden = int(outcomes[0, 0]), float(hidden[0, 0])
        self.marks[span[0, 0] : span[0, 1]] = 0

    @property
    def visible(self) -> bool:
        """Whether anything of the target can be seen."""
        return self.outcome > HIDDEN

    def sighting(self) -> Sighting:
        """The answer as the rules read it."""
        cutting = sorted({self.scene.names[self.scene.owner[p]] for p in np.flatnonzero(self.marks)})
        share = round(self.hidden, 6)
        return Sighting(self.visible, share, self._line() if self.visible else None, tuple(cutting))

    def _line(self) -> tuple[Point, Point]:
        """The line of sight into the middle of the largest visible part, up to where it meets the target."""
        ex, ey, ez = (float(v) for v in self.eye)
        start = ex / INCH, ey / INCH, ez / INCH
        if self.outcome == CONTACT:
            return start, start
        way = float(self.found[LOOK_X]), float(self.found[LOOK_Y]), float(self.found[LOOK_Z])
        far = _entry(self.scene.prisms, int(self.found[LOOK_AT]), (ex, ey, ez), way)
        return start, ((ex + far * way[0]) / INCH, (ey + far * way[1]) / INCH, (ez + far * way[2]) / INCH)


def look(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Sighting:
    """What the eye of one body sees of another: pieces and `bodies` in between hide just what they cover.

    Everything is looked through whose id is `transparent`; viewer and target never block. Open insides block: touching
    is not blocking, a line of sight needs positive width, and a top exactly as high as eye and target hides.

    >>> from battlefield.pose import Pose
    >>> from battlefield.shapes import Round
    >>> from battlefield.units import mm, um
    >>> blue, red = (Body(id, Round(mm(32)), Pose.at(x, 10), um(1.5), um(1.3)) for id, x in (("blue", 5), ("red", 20)))
    >>> look(Board(um(48), um(48)), blue, red, ()).hidden
    0.0
    """
    bodies = tuple(bodies)
    scene, spans = scene_with(board, (target,), bodies)
    through = frozenset(transparent)
    key = viewer, target, through, len(bodies)
    found: Sighting | None = scene.answers.get(key)
    if found is None:
        if len(scene.answers) >= MOST_ANSWERS:
            scene.answers.clear()
        skips = masks(scene, (viewer,), (target,), (through,), (), scene.pieces + len(bodies))
        found = scene.answers[key] = View(scene, np.array([eye_of(viewer)]), spans, *skips).sighting()
    return found


def survey(
    board: Board, viewers: Sequence[Body], targets: Sequence[Body], bodies: Sequence[Body], skip: Skip | None = None
) -> Survey:
    """What every viewer sees of every target, with pieces and `bodies` in between.

    `skip` has a set of ids for each viewer and each target (or none at all for either side): what the viewer looks
    through, and what is looked through to see the target. Raises ValueError when it has another number of sets.
    Equal questions share one answer.
    """
    return _survey(Asked(board, tuple(viewers), tuple(targets), tuple(bodies), through_of(skip, viewers, targets)))


def through_of(skip: Skip | None, viewers: Sequence[Body], targets: Sequence[Body]) -> Through:
    """The sets of a skip, one for each body; ValueError when it has another number of them."""
    skip = skip or Skip()
    for sets, many in ((skip.viewers, viewers), (skip.targets, targets)):
        if sets and len(sets) != len(many):
            raise ValueError(f"{len(sets)} sets of what to look through for {len(many)} bodies")
    return skip.viewers, skip.targets


@lru_cache(maxsize=32)
def _survey(asked: Asked) -> Survey:
    found = Survey(asked, _EARLIER.get(asked))
    _EARLIER.put(asked, found)
    return found


_EARLIER: Latest[Survey] = Latest()


def scene_with(board: Board, targets: tuple[Body, ...], bodies: tuple[Body, ...]) -> tuple[Scene, Ints]:
    """A scene with the targets that are not among its bodies added, and each target's span of prisms."""
    places = _places(bodies)
    added: list[Body] = []
    spots = []
    for target in targets:
        place = places.get(target.id)
        if place is None or bodies[place] != target:
            place = len(bodies) + len(added)
            added.append(target)
        spots.append(len(board.pieces) + place)
    scene = scene_of(board, bodies + tuple(added) if added else bodies)
    return scene, np.array([scene.spans[spot] for spot in spots], np.int64).reshape(len(targets), 2)


def _places(bodies: tuple[Body, ...]) -> dict[str, int]:
    """The place of each id among bodies; the very same tuple is asked about again and again."""
    for known, places in _KNOWN_PLACES:
        if known is bodies:
            return places
    _KNOWN_PLACES.append((bodies, {body.id: number for number, body in enumerate(bodies)}))
    return _KNOWN_PLACES[-1][1]


_KNOWN_PLACES: deque[tuple[tuple[Body, ...], dict[str, int]]] = deque(maxlen=4)


def run(
    scene: Scene, eyes: Floats, spans: Ints, every: bool, skip: Bools, also_skip: Bools
) -> tuple[Ints, Floats, Floats, Ints]:
    """The kernel over all pairs: outcomes, hidden shares, and what was found and marked at the last pair."""
    shape = len(eyes), len(spans)
    outcomes, hidden = np.zeros(shape, np.int64), np.zeros(shape)
    marks, pieces = np.zeros(len(scene.owner), np.int64), 256
    todo, alone = np.ones(shape, np.bool_), np.zeros(shape, np.int64)
    while True:
        desk = _desk(scene.corners, pieces)
        if view_some(
            scene.prisms, eyes, spans, every, skip, also_skip, desk, marks, todo, outcomes, hidden, alone
        ):  # fmt: skip
            return outcomes, hidden, desk.found.copy(), marks
        if pieces >= MOST_PIECES:
            raise MemoryError("a view fell into too many pieces")
        pieces *= 4


def _fill(scene: Scene, eyes: Floats, spans: Ints, skips: tuple[Bools, Bools], told: Told, hidden: Floats) -> None:
    """The kernel over the pairs to do: fills outcomes, hidden shares and what hides alone."""
    marks, pieces, (skip, also), (todo, outcomes, alone) = np.zeros(len(scene.owner), np.int64), 256, skips, told
    while True:
        desk = _desk(scene.corners, pieces)
        if view_some(
            scene.prisms, eyes, spans, False, skip, also, desk, marks, todo, outcomes, hidden, alone
        ):  # fmt: skip
            return
        if pieces >= MOST_PIECES:
            raise MemoryError("a view fell into too many pieces")
        pieces *= 4


@lru_cache(maxsize=8)
def _desk(corners: int, pieces: int) -> Desk:
    """A desk to draw on; one thread at a time looks."""
    return new_desk(corners, pieces)


def _entry(prisms: Prisms, p: int, eye: Point, way: Point) -> float:
    """How many times `way` it is from the eye to where the ray enters a prism."""
    enters, leaves = 0.0, 1e300
    slabs = [(prisms.bottom[p] - eye[2], way[2], -1.0), (prisms.top[p] - eye[2], way[2], 1.0)]
    for gap, speed, side in slabs:
        if speed * side < 0:
            enters = max(enters, float(gap / speed))
        elif speed * side > 0:
            leaves = min(leaves, float(gap / speed))
    if prisms.disc[p]:
        return max(enters, _disc_entry(prisms, p, eye, way))
    for i in range(int(prisms.sides[p])):
        here = outside_edge(prisms, p, i, eye[0], eye[1])
        there = outside_edge(prisms, p, i, eye[0] + way[0], eye[1] + way[1])
        if there < here:
            enters = max(enters, here / (here - there))
    return min(enters, leaves)


def _disc_entry(prisms: Prisms, p: int, eye: Point, way: Point) -> float:
    """How many times `way` it is from the eye to where the ray enters the circle of a disc, seen from above."""
    dx, dy = float(prisms.centre_x[p]) - eye[0], float(prisms.centre_y[p]) - eye[1]
    speed = way[0] * way[0] + way[1] * way[1]
    if speed == 0.0:
        return 0.0
    middle = (dx * way[0] + dy * way[1]) / speed
    across, radius = dx * way[1] - dy * way[0], float(prisms.reach[p])
    return float(middle - sqrt(max(0.0, radius * radius - across * across / speed) / speed))
