"""Whether a straight line leads from any part of one body to any part of another; one pair, or all of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from battlefield.body import Body
from battlefield.sight.cells import Bench, new_bench
from battlefield.sight.packing import Scene, masks
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.renewal import Answered, Asked, Latest, begun, circles
from battlefield.sight.ribbons import CLOSED, SLIVER, join_some
from battlefield.sight.sightings import MOST_ANSWERS, Point, Skip, scene_with, through_of
from battlefield.table import Board
from battlefield.units import INCH


@dataclass(frozen=True, slots=True)
class Join:
    """Whether a straight line leads from some part of one body to some part of another.

    `line` is a witness, from where it leaves the one to where it comes to the other, in inches. `blockers` are ids of
    pieces and bodies that stop every line together; empty when one is free. `sliver`: where not 0, lines with less than
    this much room about them, in inches, were not all looked at.
    """

    visible: bool
    line: tuple[Point, Point] | None
    blockers: tuple[str, ...]
    sliver: float


class Joins:
    """Whether lines lead from each viewer to each target: array `visible` [viewer, target], and joins on demand."""

    answered: Answered
    sliver: Floats

    def __init__(self, asked: Asked, earlier: Joins | None = None) -> None:
        board, viewers, targets, bodies, through, self._width = asked
        scene, spans = scene_with(board, viewers + targets, bodies)
        self._scene, self._spans = scene, (spans[: len(viewers)], spans[len(viewers) :])
        self._skips = masks(scene, viewers, targets, *through, len(board.pieces) + len(bodies))
        ends = circles(viewers), circles(targets)
        todo, outcomes, alone = begun(earlier.answered if earlier else None, asked, scene, *ends)
        slivers = np.zeros(outcomes.shape) if earlier is None else earlier.sliver * INCH
        (ones, others), (skip, also), bench = self._spans, self._skips, _bench_for(scene)
        marks, broad = np.zeros(len(scene.owner), np.int64), self._width * INCH
        join_some(
            scene.prisms, ones, others, skip, also, broad, bench, marks, todo, outcomes, slivers, alone
        )  # fmt: skip
        self.answered, self.sliver = Answered(asked, scene, outcomes, alone), slivers / INCH
        self.visible: Bools = outcomes > CLOSED
        self.visible.setflags(write=False)

    def join(self, viewer: int, target: int) -> Join:
        """The whole answer for one pair, by their places among the viewers and the targets."""
        i, j = slice(viewer, viewer + 1), slice(target, target + 1)
        spans, skips = self._spans, self._skips
        return told(self._scene, (spans[0][i], spans[1][j]), (skips[0][i], skips[1][j]), self._width)


def join(
    board: Board,
    viewer: Body,
    target: Body,
    bodies: Sequence[Body],
    *,
    transparent: Collection[str] = (),
    width: float = 0.0,
) -> Join:
    """Whether a straight line `width` inches wide leads from any part of one body to any part of another.

    Pieces and `bodies` stop it, except those whose id is `transparent`; viewer and target never do. The line lies flat
    across its way and all of its width starts on the one body and ends on the other. Touching bodies see each other.

    >>> from battlefield.pose import Pose
    >>> from battlefield.shapes import Round
    >>> from battlefield.units import mm, um
    >>> blue, red = (Body(id, Round(mm(32)), Pose.at(x, 10), um(1.5), um(1.3)) for id, x in (("blue", 5), ("red", 20)))
    >>> join(Board(um(48), um(48)), blue, red, ()).visible
    True
    """
    bodies = tuple(bodies)
    scene, spans = scene_with(board, (viewer, target), bodies)
    through = frozenset(transparent)
    key = "join", viewer, target, through, width, len(bodies)
    found: Join | None = scene.answers.get(key)
    if found is None:
        if len(scene.answers) >= MOST_ANSWERS:
            scene.answers.clear()
        skips = masks(scene, (viewer,), (target,), (through,), (), scene.pieces + len(bodies))
        found = scene.answers[key] = told(scene, (spans[:1], spans[1:]), skips, width)
    return found


WIDEST = 4.0
"""Inches: broader lines are not asked about."""


def room(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> float:
    """How broad the broadest straight line from any part of one body to any part of another is, in inches.

    To within a thousandth; 0 where there is none.
    """
    low, high = 0.0, WIDEST
    if not join(board, viewer, target, bodies, transparent=transparent).visible:
        return 0.0
    while high - low > 0.001:
        between = 0.5 * (low + high)
        free = join(board, viewer, target, bodies, transparent=transparent, width=between).visible
        low, high = (between, high) if free else (low, between)
    return low


def joins(
    board: Board,
    viewers: Sequence[Body],
    targets: Sequence[Body],
    bodies: Sequence[Body],
    skip: Skip | None = None,
    *,
    width: float = 0.0,
) -> Joins:
    """`join` for every viewer and every target; `skip` as for `survey`. Equal questions share one answer."""
    through = through_of(skip, viewers, targets)
    return _joins(Asked(board, tuple(viewers), tuple(targets), tuple(bodies), through, width))


@lru_cache(maxsize=32)
def _joins(asked: Asked) -> Joins:
    found = Joins(asked, _EARLIER.get(asked))
    _EARLIER.put(asked, found)
    return found


_EARLIER: Latest[Joins] = Latest()


def solve(
    scene: Scene, spans: tuple[Ints, Ints], skips: tuple[Bools, Bools], width: float
) -> tuple[Ints, Floats, Floats, Ints]:
    """The kernel over all pairs: outcomes, slivers in inches, and what was found and marked at the last pair."""
    shape = len(spans[0]), len(spans[1])
    outcomes, slivers = np.zeros(shape, np.int64), np.zeros(shape)
    marks = np.zeros(len(scene.owner), np.int64)
    todo, alone, bench = np.ones(shape, np.bool_), np.zeros(shape, np.int64), _bench_for(scene)
    join_some(scene.prisms, *spans, *skips, width * INCH, bench, marks, todo, outcomes, slivers, alone)
    return outcomes, slivers / INCH, bench.found.copy(), marks


def _bench_for(scene: Scene) -> Bench:
    """A bench on which a scene has room."""
    return _bench(-(-len(scene.owner) // 64) * 64, scene.corners)


@lru_cache(maxsize=8)
def _bench(prisms: int, corners: int) -> Bench:
    """A bench to work on; one thread at a time joins."""
    return new_bench(prisms, corners)


def told(scene: Scene, spans: tuple[Ints, Ints], skips: tuple[Bools, Bools], width: float) -> Join:
    """The answer for one pair as the rules read it."""
    outcomes, _, found, marks = solve(scene, spans, skips, width)
    sliver = float(found[SLIVER]) / INCH
    if outcomes[0, 0] == CLOSED:
        blockers = sorted({scene.names[scene.owner[p]] for p in np.flatnonzero(marks)})
        return Join(False, None, tuple(blockers), sliver)
    x, y, z, u, v, w = (float(value) / INCH for value in found[:6])
    return Join(True, ((x, y, z), (u, v, w)), (), 0.0)
