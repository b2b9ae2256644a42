"""What can be seen of the table: from an eye, and from where on the table a body can be seen.

A field is told by its shadows: convex polygons at one height, each hidden from its eye by one solid. What an eye sees
is the table without its shadows; what several eyes see is what any of them sees.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np
from shapely import Polygon, box, difference, intersection_all, union_all
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.sight.accelerate import compiled
from battlefield.sight.packing import Scene, convex_parts, eye_of, scene_of
from battlefield.sight.picture import Bools, Floats, Ints, clip, copy_corners, hull
from battlefield.sight.prisms import TOLERANCE, Prisms
from battlefield.table import Board
from battlefield.units import INCH, inches

Shadow: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float64]]"

FAR = 1e9
"""How far a shadow is cast that never ends, in micrometres."""

SPOTS = 8
"""Spots of a body's edge whose fields stand for all of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """What some eyes see at one height: of each eye the `outlines` of its shadows [solid, x or y, corner], in
    micrometres, and how many corners each has (0: no shadow). `board` is the size of the table in inches."""

    board: tuple[float, float]
    outlines: tuple[tuple[Floats, Ints], ...]

    @property
    def shadows(self) -> tuple[tuple[Shadow, ...], ...]:
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
    away = {*transparent, *(owner.id for owner in owners)}
    skip = np.array([scene.names[column] in away for column in scene.owner], np.bool_)
    size = np.array([board.width, board.depth], np.float64)
    outlines = tuple(_shadows(scene, np.array(eye), height * INCH, skip, size) for eye in eyes)
    return Field((inches(board.width), inches(board.depth)), outlines)


def _shadows(scene: Scene, eye: Floats, height: float, skip: Bools, size: Floats) -> tuple[Floats, Ints]:
    """The shadows of everything from one eye."""
    count, room = len(scene.owner), 2 * scene.corners + 8
    out, sizes = np.empty((count, 2, room)), np.zeros(count, np.int64)
    cast_all(scene.prisms, eye, height, skip, size, np.empty((4, 2 * room)), out, sizes)
    return out, sizes


@compiled
def cast_all(
    prisms: Prisms, eye: Floats, height: float, skip: Bools, size: Floats, work: Floats, out: Floats, sizes: Ints
) -> None:  # fmt: skip
    """Write the shadow of every prism at a height, cut to the table, into `out` [prism, x or y, corner]."""
    for p in range(prisms.sides.shape[0] - 1):
        sizes[p] = 0
        if skip[p]:
            continue
        n = _cast(prisms, p, eye, height, work)
        if n >= 3:
            n = _on_table(n, size, work)
        if n >= 3:
            copy_corners(work[0], work[1], n, out[p, 0], out[p, 1])
            sizes[p] = n


@compiled
def _cast(prisms: Prisms, p: int, eye: Floats, height: float, work: Floats) -> int:
    """Draw the shadow of a prism: where lines from the eye through it come to the height; returns its corners.

    Only the part of it between the heights of eye and ground hides anything. From an eye on that very height the shadow
    is what lies behind it in the plan.
    """
    drop = eye[2] - height
    low, high = max(prisms.bottom[p], min(height, eye[2])), min(prisms.top[p], max(height, eye[2]))
    level = -TOLERANCE < drop < TOLERANCE
    if level and (prisms.bottom[p] >= eye[2] - TOLERANCE or prisms.top[p] <= eye[2] + TOLERANCE):
        return 0
    if not level and high - low <= TOLERANCE:
        return 0
    n = 0
    for i in range(prisms.sides[p]):
        dx, dy = prisms.x[p, i] - eye[0], prisms.y[p, i] - eye[1]
        away = max(sqrt(dx * dx + dy * dy), 1.0)
        for end in range(2):
            z = low if end == 0 else high
            times = 1.0
            if level:
                times = 1.0 if end == 0 else FAR / away
            else:
                left = (eye[2] - z) / drop
                times = min(1.0 / left, FAR / away) if left > 1e-9 else FAR / away
            work[2, n], work[3, n] = eye[0] + times * dx, eye[1] + times * dy
            n += 1
    return hull(work[2], work[3], n, work[0], work[1])


@compiled
def _on_table(n: int, size: Floats, work: Floats) -> int:
    """Cut a polygon to the table; returns its corners."""
    for side in range(4):
        ax = size[0] if side in (1, 2) else 0.0
        ay = size[1] if side in (2, 3) else 0.0
        bx = size[0] if side in (0, 1) else 0.0
        by = size[1] if side in (1, 2) else 0.0
        n = clip(work[0], work[1], n, ax, ay, bx, by, 1.0, work[2], work[3])
        if n < 3:
            return 0
        copy_corners(work[2], work[3], n, work[0], work[1])
    return n
