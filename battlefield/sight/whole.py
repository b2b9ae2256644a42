"""Whether a body is seen whole: each spot of it that faces another, from some part of that.

A spot is seen when an eye there would see anything of the viewer. The surface is proved patch by patch: one eye on the
viewer that sees all of a patch proves it, one spot of it that is not seen refutes the whole, and what neither proves
nor refutes is halved. The target itself never hides its own spots: only what else stands there does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from battlefield.body import Body
from battlefield.sight.between import stands_between
from battlefield.sight.eye import HIDDEN, VISIBLE
from battlefield.sight.packing import Scene, Solid, board_solids, body_solids, extended, scene_of
from battlefield.sight.patches import Level, Patch, Place, Sight, Slab, overlap, surface
from battlefield.sight.picture import Bools, Ints
from battlefield.sight.prisms import TOLERANCE, Prisms
from battlefield.sight.sightings import MOST_ANSWERS, Point, View, run
from battlefield.table import Board
from battlefield.units import INCH

MOST_LOOKS = 400
"""Patches looked at before the rest counts as seen, being nowhere found unseen."""

ROWS = 16
"""Patches looked at in one go, at first."""

CORNERS = 64
"""Corners of a patch there is room for; one with more is halved unseen."""

ROOM = [(Solid(((0, 0),) * (CORNERS if row == 0 else 3), 0, 0),) for row in range(ROWS)]
"""Solids of no extent, in the rows of which patches are written."""

OWN_FOLD = 0.1 * INCH
"""Patches in a fold of a body that hides them itself are not halved further than this."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Whether all of a body that faces another is seen from some part of it.

    If not, `spot` is one that is seen from no part, in inches, and `blockers` are the ids of all that hide some of the
    viewer from there. `between` are the ids of all that stop any line between the two; they need not hide a spot from
    every part. `rest`: where not 0, this far apart, in inches, are spots of which not all between them is proven seen.
    """

    seen: bool
    spot: Point | None
    blockers: tuple[str, ...]
    between: tuple[str, ...]
    rest: float

    def __bool__(self) -> bool:
        return self.seen


def seen_whole(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Whole:
    """Whether every part of a target that faces a viewer is seen from some part of it, perhaps each from another.

    Pieces and `bodies` hide, except those whose id is `transparent`; viewer and target never do. A part faces the
    viewer when some of that is before its plane; what the target rests on hides nothing of it. Parts narrower than
    the tolerance count as seen.

    >>> from battlefield.pose import Pose
    >>> from battlefield.shapes import Round
    >>> from battlefield.units import mm, um
    >>> blue, red = (Body(id, Round(mm(32)), Pose.at(x, 10), um(1.5), um(1.3)) for id, x in (("blue", 5), ("red", 20)))
    >>> seen_whole(Board(um(48), um(48)), blue, red, ()).seen
    True
    """
    scene = scene_of(board, tuple(bodies))
    through = frozenset(transparent)
    key = "whole", viewer, target, through
    if key not in scene.answers:
        if len(scene.answers) >= MOST_ANSWERS:
            scene.answers.clear()
        scene.answers[key] = _decided(board, scene, viewer, target, through)
    found: Whole = scene.answers[key]
    return found


def _decided(board: Board, scene: Scene, viewer: Body, target: Body, through: frozenset[str]) -> Whole:
    away = through | {viewer.id, target.id}
    rows = stands_between(scene, viewer, target, away)
    between = tuple(sorted({scene.names[scene.owner[p]] for p in rows}))
    if not rows:
        return Whole(True, None, (), between, 0.0)
    spot, blockers, rest = _Inquiry(board, scene, rows, viewer, target).settle()
    return Whole(spot is None, spot, blockers, between, rest)


class _Inquiry:
    """A small scene of what is between, the viewer, the target, and room for patches; and looks at these."""

    def __init__(self, board: Board, scene: Scene, rows: list[int], viewer: Body, target: Body) -> None:
        ones, others = body_solids(viewer), body_solids(target)
        self._scene = extended(_taken(scene, rows), [ones, others, *ROOM])
        prisms = len(rows) + len(ones) + len(others) + ROWS
        self._viewer = np.array([[len(rows), len(rows) + len(ones)]], np.int64)
        self._first = prisms - ROWS
        self._skip = np.ones((1, prisms), np.bool_)
        self._skip[:, : len(rows)] = False
        self._folds = np.ones((1, prisms), np.bool_)
        self._folds[:, self._viewer[0, 1] : self._first] = False
        self._folded = len(others) > 1
        self._sight, self._eyes = Sight(viewer), _eyes(viewer)
        self._found: list[Place] = []
        self._solids = _solids(scene.prisms, rows)
        self._patches = surface(target, self._sight, chain.from_iterable(board_solids(board)))

    def settle(self) -> tuple[Point | None, tuple[str, ...], float]:
        """A spot that is not seen, if there is one, with what hides the viewer there; and the size of what is open."""
        patches = self._unproven(self._patches)
        spot = self._unseen_corner(patches)
        if spot is not None:
            return self._told(spot)
        waiting = [(-patch.size, number, patch) for number, patch in enumerate(patches)]
        heapify(waiting)
        looks = count = len(patches)
        while waiting:
            size, _, patch = heappop(waiting)
            looks += 1
            if looks > MOST_LOOKS:
                return None, (), -size / INCH
            spot = self._judge(patch)
            if spot is not None:
                return self._told(spot)
            for half in patch.halves() if self._open else ():
                if half.size > TOLERANCE:
                    count += 1
                    heappush(waiting, (-half.size, count, half))
        return None, (), 0.0

    def _judge(self, patch: Patch) -> Place | None:
        """Look from the middle of a patch and back: the middle if it is not seen; sets `_open` if nothing is proven."""
        spot = patch.spot()
        view = View(self._scene, np.array([spot]), self._viewer, self._skip, self._skip)
        sighting = view.sighting()
        self._open = True
        if sighting.line is None:
            if not self._folded or self._turned_out(spot):
                return spot
            self._open = patch.size > OWN_FOLD or any(self._turned_out(corner) for corner in patch.corners())
            return None
        x, y, z = sighting.line[1]
        x, y, z = x * INCH, y * INCH, z * INCH
        # In the plane of the patch the eye itself is of no use, but those above and below it are.
        above, below = 0.5 * (z + self._sight.top), 0.5 * (z + self._sight.bottom)
        self._found = [(x, y, z), (x, y, above), (x, y, below), *self._found[:6]]
        self._open = not self._sees([*self._found, *self._eyes], [patch])[0]
        return None

    def _unseen_corner(self, patches: list[Patch]) -> Place | None:
        """A spot in the middle or in a corner of a patch that is not seen."""
        spots = [spot for patch in patches for spot in (patch.spot(), *patch.corners())]
        if not spots:
            return None
        outcomes = self._outcomes(spots, self._viewer, self._skip)[:, 0]
        for number in np.flatnonzero(outcomes == HIDDEN):
            if not self._folded or self._turned_out(spots[number]):
                return spots[number]
        return None

    def _unproven(self, patches: list[Patch]) -> list[Patch]:
        """The patches that no single one of the first eyes sees whole."""
        rest: list[Patch] = []
        for start in range(0, len(patches), ROWS):
            some = patches[start : start + ROWS]
            seen = self._sees(self._eyes, some)
            rest.extend(patch for patch, proven in zip(some, seen) if not proven)
        return rest

    def _sees(self, eyes: list[Place], patches: list[Patch]) -> list[bool]:
        """Whether any of some eyes sees all of each patch."""
        slabs = [patch.slab() for patch in patches]
        fits = [_put(self._scene.prisms, self._first + i, slab) for i, slab in enumerate(slabs)]
        spans = np.array([[self._first + i, self._first + i + 1] for i in range(len(slabs))], np.int64)
        skip, also = np.repeat(self._skip, len(eyes), 0), np.repeat(self._skip, len(slabs), 0)
        outcomes, hidden, _, _ = run(self._scene, np.array(eyes), spans, False, skip, also)
        # From an eye that touches it not all of a slab is in view.
        whole = (outcomes == VISIBLE) & (hidden == 0.0)
        return [fits[j] and self._proven(patch, slabs[j], eyes, whole[:, j]) for j, patch in enumerate(patches)]

    def _proven(self, patch: Patch, slab: Slab, eyes: list[Place], whole: Bools) -> bool:
        """Whether a patch is seen by one of some eyes, `whole` telling of each whether it sees all of its slab.

        From behind, through the target, one sees the slab but not whether something else stands in it; and an eye in
        the plane of a patch sees its edge only.
        """
        behind = False
        for eye, sees in zip(eyes, whole):
            ahead = patch.ahead(eye) if sees else (0.0,)
            if min(ahead) > TOLERANCE:
                return True
            behind = behind or all(away > TOLERANCE or away < -TOLERANCE for away in ahead)
        return behind and not any(overlap(slab, solid) for solid in self._solids)

    def _outcomes(self, spots: list[Place], span: Ints, skip: Bools) -> Ints:
        return run(self._scene, np.array(spots), span, False, np.repeat(skip, len(spots), 0), skip)[0]

    def _turned_out(self, spot: Place) -> bool:
        """Whether a spot of a body with folds faces some of the viewer that the body itself does not hide from it."""
        return bool(self._outcomes([spot], self._viewer, self._folds)[0, 0] > HIDDEN)

    def _told(self, spot: Place) -> tuple[Point, tuple[str, ...], float]:
        view = View(self._scene, np.array([spot]), self._viewer, self._skip, self._skip)
        x, y, z = spot
        return (x / INCH, y / INCH, z / INCH), view.sighting().blockers, 0.0


def _taken(scene: Scene, rows: list[int]) -> Scene:
    """A scene of some prisms of another."""
    with_spare = [*rows, -1]
    names = tuple(scene.names[scene.owner[p]] for p in rows)
    spans = tuple((i, i + 1) for i in range(len(rows)))
    columns: list[NDArray[Any]] = [column[with_spare] for column in scene.prisms]
    return Scene(Prisms(*columns), names, np.arange(len(rows)), spans, scene.corners, len(rows))


def _solids(prisms: Prisms, rows: list[int]) -> list[Solid]:
    """Some prisms as solids, round ones as polygons."""
    return [
        Solid(tuple(zip(prisms.x[p, :n].tolist(), prisms.y[p, :n].tolist())), prisms.bottom[p], prisms.top[p])
        for p, n in ((p, int(prisms.sides[p])) for p in rows)
    ]


def _put(prisms: Prisms, row: int, slab: Slab) -> bool:
    """Write a slab into a row; False when it has too many corners."""
    ring, bottom, top = slab
    if len(ring) > CORNERS:
        return False
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    prisms.x[row, : len(ring)], prisms.y[row, : len(ring)] = xs, ys
    prisms.sides[row], prisms.bottom[row], prisms.top[row] = len(ring), bottom, top
    x, y = 0.5 * (min(xs) + max(xs)), 0.5 * (min(ys) + max(ys))
    wide, deep = max(xs) - min(xs), max(ys) - min(ys)
    prisms.centre_x[row], prisms.centre_y[row], prisms.reach[row] = x, y, 0.5 * (wide + deep)
    return True


def _eyes(viewer: Body) -> list[Place]:
    """Some eyes of a viewer to try first: high ones round its edge, high and low ones in the middle of its parts."""
    solids = body_solids(viewer)
    bottom, top = float(solids[0].bottom), float(solids[0].top)
    ring = [spot for solid in solids for spot in solid.outline]
    eyes = [(float(x), float(y), top) for x, y in ring[:: max(1, len(ring) // 6)]]
    for solid in solids[:3]:
        x, y, _ = Level(solid.outline, top, True).spot()
        eyes += [(x, y, top), (x, y, 0.5 * (bottom + top))]
    return eyes
