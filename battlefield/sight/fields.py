"""What can be seen of the table, and from where on the table something can be seen.

A field is told by its shadows: convex polygons at one height, each hidden from its eye by one solid. What an eye sees
is the table without its shadows; what several eyes see is what any of them sees. `unseen` tells at once, as polygons to
be filled, what no eye, or no part of some bodies, sees.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon, box, difference, intersection_all, union_all
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.convex import Spot
from battlefield.sight.casting import cast_all
from battlefield.sight.darkness import RUNS, common_shadow, darken, outline, trace
from battlefield.sight.packing import Scene, body_solids, convex_parts, eye_of, scene_of
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.regrown import rounded
from battlefield.table import Board
from battlefield.units import INCH, inches

Ring: TypeAlias = NDArray[np.float64]
"""Corners [corner, x or y] in inches, counter-clockwise; the last is not the first again."""

SPOTS = 8
"""Spots of a body's edge whose fields stand for all of it."""

STEP = 0.125
"""How wide a row of a field is, in inches, unless told otherwise."""

HALVED = 2
"""How often the sides of a square are halved for the polygon that stands for a disc, here of sixteen."""

STRETCH = 1.0
"""Inches: edges of outlines are divided into stretches no longer than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """What some eyes see at one height: of each eye the `outlines` of its shadows [solid, x or y, corner], in
    micrometres, and how many corners each has (0: no shadow). `board` is the size of the table in inches."""

    board: tuple[float, float]
    outlines: tuple[tuple[Floats, Ints], ...]

    @property
    def shadows(self) -> tuple[tuple[Ring, ...], ...]:
        """The shadows of each eye, as corners [corner, x or y] in inches."""
        return tuple(
            tuple(out[p, :, : sizes[p]].T / INCH for p in np.flatnonzero(sizes)) for out, sizes in self.outlines
        )

    def dark(self) -> BaseGeometry:
        """The ground that no eye sees, in inches."""
        if not self.outlines:
            return box(0, 0, *self.board)
        return intersection_all([union_all([Polygon(shadow) for shadow in eye]) for eye in self.shadows])

    def seen(self) -> BaseGeometry:
        """The ground that some eye sees, in inches."""
        return difference(box(0, 0, *self.board), self.dark())


def seen_from(
    board: Board,
    viewers: Sequence[Body],
    bodies: Sequence[Body],
    height: float = 0.0,
    *,
    transparent: Collection[str] = (),
) -> Field:
    """Which spots of the table at a height in inches the eyes of some models see, exactly.

    Pieces and `bodies` cast shadows, except the viewers themselves and those whose id is `transparent`.
    """
    return _field(board, [eye_of(viewer) for viewer in viewers], viewers, bodies, height, transparent)


def seeing(
    board: Board,
    targets: Sequence[Body],
    bodies: Sequence[Body],
    eye: float,
    *,
    transparent: Collection[str] = (),
) -> Field:
    """From where on the table an eye at a height in inches sees some models.

    Each model is stood for by its middle and spots round its edge, at half and at all of its height: a spot from which
    one of these is seen does see it; slits between the spots may be missed.
    """
    spots = [spot for target in targets for spot in _spots(target)]
    return _field(board, spots, targets, bodies, eye, transparent)


@dataclass(frozen=True, slots=True, eq=False)
class Unseen:
    """The ground at a height in inches that is not seen: `rings` to be filled, which do not overlap. `board` is the
    size of the table in inches."""

    board: tuple[float, float]
    height: float
    rings: tuple[Ring, ...]

    def dark(self) -> BaseGeometry:
        """The same ground as one shape."""
        return union_all([Polygon(ring) for ring in self.rings]) if self.rings else MultiPolygon()

    def seen(self) -> BaseGeometry:
        """The rest of the table."""
        return difference(box(0, 0, *self.board), self.dark())


@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """The shadow that one solid casts: the `id` of the piece or body it belongs to, and its edge."""

    id: str
    ring: Ring


def unseen(
    board: Board,
    viewers: Sequence[Body],
    bodies: Sequence[Body],
    height: float = 0.0,
    *,
    parts: bool = False,
    transparent: Collection[str] = (),
    step: float = STEP,
    finer: int = 0,
) -> Unseen:
    """Which spots of the table at a height in inches no viewer sees: not his eye, or (`parts`) no part of him.

    Pieces and `bodies` hide, except the viewers themselves and those whose id is `transparent`. What a spot can be seen
    from, it sees: with `parts` and the height of an eye this is from where an eye sees nothing of the viewers.

    Exact along the middle line of every row `step` inches wide; between two such lines edges are straight, and ends are
    told to within half a row. With `parts` all that is told is hidden from all of every viewer. What only two things
    together hide may be missing within a strip no wider than the shadow's share of one stretch of the viewer's edge: a
    sixteenth of a round base, at most an inch of other outlines. `finer` halves the stretches that often.
    """
    scene = scene_of(board, tuple(bodies))
    skip = _skipped(scene, viewers, transparent)
    lamps, cells = _lamps(scene, tuple(viewers), height * INCH, skip, parts, finer)
    least = min([height * INCH, *(float(lamp[2]) for lamp in lamps)])
    rings = _rings(scene, lamps, cells, (height * INCH, least), skip, (board.width, board.depth), step * INCH)
    return Unseen((inches(board.width), inches(board.depth)), height, rings)


def shadows(
    board: Board,
    viewer: Body,
    bodies: Sequence[Body],
    height: float = 0.0,
    *,
    parts: bool = False,
    transparent: Collection[str] = (),
) -> tuple[Cast, ...]:
    """The shadow of each solid at a height in inches, cut to the table: what it alone hides from the viewer's eye.

    With `parts`, what it alone hides from all of the viewer. In order of pieces, then bodies; none that is empty.
    """
    scene = scene_of(board, tuple(bodies))
    skip = _skipped(scene, (viewer,), transparent)
    lamps, _ = _lamps(scene, (viewer,), height * INCH, skip, parts)
    size, work = np.array([board.width, board.depth], np.float64), np.empty((6, 4 * scene.corners + 64))
    cell, found = np.arange(len(lamps)), []
    for p in np.flatnonzero(~skip).tolist():
        n = common_shadow(scene.prisms, p, lamps, cell, len(cell), height * INCH, size, work)
        if n >= 3:
            found.append(Cast(scene.names[scene.owner[p]], work[4:6, :n].T / INCH))
    return tuple(found)


def _skipped(scene: Scene, owners: Sequence[Body], transparent: Collection[str]) -> Bools:
    """Which prisms cast no shadow."""
    away = {*transparent, *(owner.id for owner in owners)}
    return np.array([name in away for name in scene.names], np.bool_)[scene.owner]


def _lamps(
    scene: Scene, viewers: tuple[Body, ...], height: float, skip: Bools, parts: bool, finer: int = 0
) -> tuple[Floats, Ints]:  # fmt: skip
    """Lamps [lamp, x y z] that stand for some viewers, and the cells [cell, lamp] between them."""
    if not parts:
        eyes = np.array([eye_of(viewer) for viewer in viewers]).reshape(len(viewers), 3)
        return eyes, np.arange(len(viewers)).reshape(len(viewers), 1)
    least = min([height, *(viewer.pose.z for viewer in viewers)])
    hanging = bool((scene.prisms.bottom[:-1][~skip] > least).any())
    lamps: list[tuple[float, float, float]] = []
    cells: list[list[int]] = []
    for viewer in viewers:
        for ring in _edges(viewer, finer):
            _add_cells(lamps, cells, ring, viewer.pose.z, viewer.pose.z + viewer.height, hanging)
    return np.array(lamps), np.array(cells, np.int64)


def _add_cells(
    lamps: list[tuple[float, float, float]],
    cells: list[list[int]],
    ring: Sequence[tuple[float, float]],
    low: float,
    high: float,
    hanging: bool,
) -> None:
    """Add the lamps along an edge: at its top, and where things hang in the air at its foot as well."""
    heights = (low, high) if hanging else (high,)
    first, count = len(lamps), len(ring)
    lamps.extend((x, y, z) for z in heights for x, y in ring)
    for i in range(count):
        cell = [first + i, first + (i + 1) % count]
        cells.append([lamp + count for lamp in cell] + cell if hanging else cell)


@lru_cache(maxsize=1024)
def _edges(body: Body, finer: int = 0) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The edges of what is seen of a body, each round one convex part, as spots no further apart than a stretch, which
    is halved `finer` times."""
    arcs, around = rounded(HALVED + finer)
    found = []
    for solid in body_solids(body):
        if solid.radius > 0:
            (x, y), r = solid.centre, solid.radius * around
            found.append(tuple((x + r * dx, y + r * dy) for dx, dy in arcs))
            continue
        ring: list[tuple[float, float]] = []
        for here, there in zip(solid.outline, [*solid.outline[1:], solid.outline[0]]):
            ring.extend(_divided(here, there, STRETCH / (1 << finer)))
        found.append(tuple(ring))
    return tuple(found)


def _divided(here: Spot, there: Spot, stretch: float) -> list[tuple[float, float]]:
    """The spots that divide an edge into stretches of some inches, with its first and without its last."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    many = 1 + int(max(abs(dx), abs(dy)) / (stretch * INCH))
    return [(here[0] + dx * i / many, here[1] + dy * i / many) for i in range(many)]


class _Sheet(NamedTuple):
    """Room to draw a field in."""

    runs: Floats
    counts: Ints
    own: Floats
    owns: Ints
    sides: Floats
    work: Floats
    chains: Ints
    first: Ints
    length: Ints


@lru_cache(maxsize=4)
def _sheet(rows: int, corners: int) -> _Sheet:
    """Room for so many rows; one thread at a time draws."""
    return _Sheet(
        np.zeros((rows, RUNS, 2)), np.zeros(rows, np.int64), np.zeros((rows, RUNS, 2)), np.zeros(rows, np.int64),
        np.zeros((rows, 2)), np.zeros((6, 4 * corners + 64)), np.zeros((rows, RUNS), np.int64),
        np.zeros(rows * RUNS, np.int64), np.zeros(rows * RUNS, np.int64),
    )  # fmt: skip


def _rings(
    scene: Scene,
    lamps: Floats,
    cells: Ints,
    heights: tuple[float, float],
    skip: Bools,
    size: tuple[int, int],
    step: float,
) -> tuple[Ring, ...]:
    """The polygons of the ground that all cells leave dark."""
    sheet = _sheet(max(1, round(size[1] / step)), scene.corners)
    step = size[1] / len(sheet.counts)
    darken(
        scene.prisms, lamps, cells, *heights, skip, np.array(size, np.float64), step, sheet.work, sheet.runs,
        sheet.counts, sheet.own, sheet.owns, sheet.sides,
    )  # fmt: skip
    total = trace(sheet.runs, sheet.counts, sheet.chains, sheet.first, sheet.length)
    starts = np.zeros(total + 1, np.int64)
    np.cumsum(2 * sheet.length[:total] + 4, out=starts[1:])
    out = np.empty((int(starts[-1]), 2))
    outline(sheet.runs, sheet.counts, sheet.chains, sheet.first, sheet.length, starts, step, out)
    out /= INCH
    edges = starts.tolist()
    return tuple(out[start:end] for start, end in pairwise(edges))


def _spots(body: Body) -> list[tuple[float, float, float]]:
    """Spots that stand for a body: round its edge, and its middle, at two heights."""
    ring = [spot for part in convex_parts(body.torso or body.shape, body.pose.facing) for spot in part]
    few = ring[:: max(1, len(ring) // SPOTS)]
    heights = body.pose.z + body.height / 2, body.pose.z + body.height - 1.0
    return [(body.pose.x + x, body.pose.y + y, z) for x, y in [(0, 0), *few] for z in heights]


def _field(
    board: Board,
    eyes: Sequence[tuple[float, float, float]],
    owners: Sequence[Body],
    bodies: Sequence[Body],
    height: float,
    transparent: Collection[str],
) -> Field:
    scene = scene_of(board, tuple(bodies))
    skip = _skipped(scene, owners, transparent)
    size = np.array([board.width, board.depth], np.float64)
    outlines = tuple(_shadows(scene, np.array(eye), height * INCH, skip, size) for eye in eyes)
    return Field((inches(board.width), inches(board.depth)), outlines)


def _shadows(scene: Scene, eye: Floats, height: float, skip: Bools, size: Floats) -> tuple[Floats, Ints]:
    """The shadows of everything from one eye."""
    count, room = len(scene.owner), 2 * scene.corners + 8
    out, sizes = np.empty((count, 2, room)), np.zeros(count, np.int64)
    cast_all(scene.prisms, eye, height, skip, size, np.empty((4, 2 * room)), out, sizes)
    return out, sizes
