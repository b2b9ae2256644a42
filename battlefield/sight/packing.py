"""From pieces and bodies to the arrays of the kernels."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlefield.body import Body
from battlefield.convex import Spot, split, turn
from battlefield.shapes import Hull, Oval, Round, Shape
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import Prisms
from battlefield.table import Board
from battlefield.terrain import solids
from battlefield.units import unit_vector

MOST_PRISMS = 1 << 16
"""Prisms there may be in a scene."""

MOST_MASKS = 64
"""Masks kept with a scene: of as many bodies as take longer to mask than to look up."""

FEW = 8

DISC_SIDES = 24
"""Sides of the polygon that stands for a disc; its corners lie on the rim. Ovals, without flanks, have twice these."""


class Solid(NamedTuple):
    """One convex prism to be packed, in micrometres; `radius` above 0 for a disc around `centre`."""

    outline: tuple[Spot, ...]
    bottom: int
    top: int
    centre: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A board and bodies as prisms, each prism with the column of what it belongs to.

    Columns are the board's pieces in order, then the bodies in order; `names` holds their ids, `spans` the first and
    the end of their prisms. `pieces` is how many columns are terrain. `answers` given about the scene
    are kept with it; the spans of each name, and masks, with all scenes that differ only in where bodies stand.
    """

    prisms: Prisms
    names: tuple[str, ...]
    owner: Ints
    spans: tuple[tuple[int, int], ...]
    corners: int
    pieces: int
    answers: dict[Hashable, Any] = field(default_factory=dict)
    rows: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    masks: dict[Hashable, Bools] = field(default_factory=dict)

    def rows_of(self, name: str) -> list[tuple[int, int]]:
        """The spans of prisms of all that goes by a name."""
        if not self.rows:
            for known, span in zip(self.names, self.spans):
                self.rows.setdefault(known, []).append(span)
        return self.rows.get(name, [])


def eye_of(body: Body) -> tuple[float, float, float]:
    """Where a body's eye is, in micrometres; whole numbers, so that nothing changes when the board is shifted."""
    if body.eye_at is None:
        return float(body.pose.x), float(body.pose.y), float(body.pose.z + body.eye)
    ahead, left = body.eye_at
    dx, dy = unit_vector(body.pose.facing)
    x, y = round(ahead * dx - left * dy), round(ahead * dy + left * dx)
    return float(body.pose.x + x), float(body.pose.y + y), float(body.pose.z + body.eye)


def _rim() -> tuple[tuple[float, float], ...]:
    """`DISC_SIDES` points around the unit circle, the same after quarter turns and in a mirror."""
    short, long = (sqrt(6.0) - sqrt(2.0)) / 4.0, (sqrt(6.0) + sqrt(2.0)) / 4.0
    diagonal, steep = sqrt(2.0) / 2.0, sqrt(3.0) / 2.0
    quarter = [(1.0, 0.0), (long, short), (steep, 0.5), (diagonal, diagonal), (0.5, steep), (short, long)]
    points = list(quarter)
    for _ in range(3):
        quarter = [(-y, x) for x, y in quarter]
        points.extend(quarter)
    return tuple(points)


def _finer(rim: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Points around the unit circle with one more between each two."""
    points: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in zip(rim, [*rim[1:], rim[0]]):
        x, y = ax + bx, ay + by
        length = sqrt(x * x + y * y)
        points.extend([(ax, ay), (x / length, y / length)])
    return tuple(points)


RIM = _rim()
OVAL_RIM = _finer(RIM)


def convex_hull(points: Sequence[Spot]) -> tuple[Spot, ...]:
    """The corners of the convex hull of some points, counter-clockwise."""
    ring: list[Spot] = []
    spots = sorted(set(points))
    for run in (spots, spots[::-1]):
        floor = len(ring)
        for spot in run:
            while len(ring) >= floor + 2 and turn(ring[-2], ring[-1], spot) <= 0:
                ring.pop()
            ring.append(spot)
        ring.pop()
    return tuple(ring)


@lru_cache(maxsize=4096)
def convex_parts(shape: Shape, facing: int) -> tuple[tuple[Spot, ...], ...]:
    """A shape turned to a facing, around the origin, as convex rings of whole micrometres."""
    dx, dy = unit_vector(facing)
    if isinstance(shape, Round):
        half = shape.diameter / 2
        return (convex_hull([(round(half * x), round(half * y)) for x, y in RIM]),)
    if isinstance(shape, Hull):
        return split(tuple((round(x * dx - y * dy), round(x * dy + y * dx)) for x, y in shape.points))
    length, width = shape.length / 2, shape.width / 2
    corners = OVAL_RIM if isinstance(shape, Oval) else ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
    spots = [(x * length, y * width) for x, y in corners]
    return (convex_hull([(round(x * dx - y * dy), round(x * dy + y * dx)) for x, y in spots]),)


@lru_cache(maxsize=8192)
def body_solids(body: Body) -> tuple[Solid, ...]:
    """What is seen of a body and blocks sight: its torso, or its base, up to its height."""
    shape, pose = body.torso or body.shape, body.pose
    radius = shape.diameter / 2 if isinstance(shape, Round) else 0.0
    centre = (float(pose.x), float(pose.y))
    return tuple(
        Solid(tuple((x + pose.x, y + pose.y) for x, y in part), pose.z, pose.z + body.height, centre, radius)
        for part in convex_parts(shape, pose.facing)
    )


@lru_cache(maxsize=64)
def board_solids(board: Board) -> tuple[tuple[Solid, ...], ...]:
    """What blocks sight of each piece of a board."""
    return tuple(tuple(Solid(p.outline, p.bottom, p.top) for p in solids(piece)) for piece in board.pieces)


def scene_of(board: Board, bodies: tuple[Body, ...]) -> Scene:
    """A board and bodies packed for the kernels; equal ones are packed once."""
    # To hash hundreds of bodies takes longer than a look, and mostly the very same tuple is asked about again.
    for known_board, known_bodies, scene in _RECENT:
        if known_board is board and known_bodies is bodies:
            return scene
    scene = _scene_of(board, bodies)
    _RECENT.append((board, bodies, scene))
    return scene


_RECENT: deque[tuple[Board, tuple[Body, ...], Scene]] = deque(maxlen=8)


@lru_cache(maxsize=64)
def _scene_of(board: Board, bodies: tuple[Body, ...]) -> Scene:
    for known_board, known_bodies, scene in reversed(_RECENT):
        if known_board == board and (moved := _moved(known_bodies, bodies)) is not None:
            return _renewed(scene, moved)
    names = [piece.id for piece in board.pieces] + [body.id for body in bodies]
    return pack(names, [*board_solids(board), *(body_solids(body) for body in bodies)], len(board.pieces))


def _moved(before: tuple[Body, ...], now: tuple[Body, ...]) -> dict[int, Body] | None:
    """The bodies that are not as they were, by their places; None when they are too many, or others."""
    if len(before) != len(now):
        return None
    moved = {place: new for place, (old, new) in enumerate(zip(before, now)) if old is not new and old != new}
    if 4 * len(moved) > len(now) or any(before[place].id != new.id for place, new in moved.items()):
        return None
    alike = (len(body_solids(before[place])) == len(body_solids(new)) for place, new in moved.items())
    return moved if all(alike) else None


def _renewed(scene: Scene, moved: dict[int, Body]) -> Scene:
    """A scene in which some bodies, by their places, have moved."""
    columns = [body_solids(body) for body in moved.values()]
    fresh, row = pack([""] * len(columns), columns).prisms, 0
    corners = max(scene.corners, fresh.x.shape[1])
    prisms = Prisms(*(_wider(rows, corners).copy() for rows in scene.prisms))
    for place, column in zip(moved, columns):
        first, last = scene.spans[scene.pieces + place]
        for mine, new in zip(prisms, fresh):
            mine[first:last] = _wider(new[row : row + len(column)], corners)
        row += len(column)
    return Scene(
        prisms, scene.names, scene.owner, scene.spans, corners, scene.pieces, rows=scene.rows, masks=scene.masks
    )  # fmt: skip


def pack(names: Sequence[str], columns: Sequence[Sequence[Solid]], pieces: int = 0) -> Scene:
    """Columns of solids, each with its name, packed for the kernels; the first so many are `pieces` of terrain."""
    spans: list[tuple[int, int]] = []
    owner: list[int] = []
    rows: list[Solid] = []
    for number, column in enumerate(columns):
        spans.append((len(rows), len(rows) + len(column)))
        rows.extend(column)
        owner.extend([number] * len(column))
    if len(rows) > MOST_PRISMS:
        raise MemoryError(f"{len(rows)} prisms are more than sight can hold ({MOST_PRISMS})")
    # Room for the two flanks of a disc.
    corners = max((len(row.outline) for row in rows), default=3) + 2
    return Scene(_arrays(rows, corners), tuple(names), np.array(owner, np.int64), tuple(spans), corners, pieces)


def masks(
    scene: Scene,
    viewers: tuple[Body, ...],
    targets: tuple[Body, ...],
    through: tuple[frozenset[str], ...],
    also_through: tuple[frozenset[str], ...],
    blocking: int,
) -> tuple[Bools, Bools]:
    """Which prisms each viewer looks through [viewer, prism], and which are looked through to each target.

    Columns from `blocking` on are targets that are not on the table and hide nobody else.
    """
    start = scene.spans[blocking][0] if blocking < len(scene.spans) else len(scene.owner)
    return _mask(scene, viewers, through, start), _mask(scene, targets, also_through, start)


def _mask(scene: Scene, bodies: tuple[Body, ...], sets: tuple[frozenset[str], ...], start: int) -> Bools:
    """Which prisms count as absent for each body: its own, those of its set, and those from `start` on. Not to be
    written to."""
    if len(bodies) < FEW:
        return _new_mask(scene, bodies, sets, start)
    key = tuple([body.id for body in bodies]), sets, start
    rows = scene.masks.get(key)
    if rows is None:
        if len(scene.masks) >= MOST_MASKS:
            scene.masks.clear()
        rows = scene.masks[key] = _new_mask(scene, bodies, sets, start)
    return rows


def _new_mask(scene: Scene, bodies: tuple[Body, ...], sets: tuple[frozenset[str], ...], start: int) -> Bools:
    rows = np.zeros((len(bodies), len(scene.owner)), np.bool_)
    rows[:, start:] = True
    shared: dict[frozenset[str], Bools] = {}
    for number, body in enumerate(bodies):
        row = rows[number]
        if sets and sets[number]:
            if sets[number] not in shared:
                shared[sets[number]] = _row(scene, sets[number])
            row |= shared[sets[number]]
        for first, last in scene.rows_of(body.id):
            row[first:last] = True
    return rows


def _row(scene: Scene, names: frozenset[str]) -> Bools:
    row = np.zeros(len(scene.owner), np.bool_)
    for name in sorted(names):
        for first, last in scene.rows_of(name):
            row[first:last] = True
    return row


def extended(scene: Scene, columns: Sequence[Sequence[Solid]]) -> Scene:
    """A scene with columns of nameless solids added behind the others."""
    more = pack([""] * len(columns), columns)
    corners, before = max(scene.corners, more.corners), len(scene.owner)
    joined = [
        np.concatenate([_wider(mine[:-1], corners), _wider(added, corners)])
        for mine, added in zip(scene.prisms, more.prisms)
    ]
    owner = np.concatenate([scene.owner, more.owner + len(scene.names)])
    spans = scene.spans + tuple((first + before, last + before) for first, last in more.spans)
    return Scene(Prisms(*joined), scene.names + more.names, owner, spans, corners, scene.pieces)


def _wider(rows: NDArray[Any], corners: int) -> NDArray[Any]:
    """Rows of corners with room for more of them; other rows as they are."""
    if rows.ndim == 1 or rows.shape[1] == corners:
        return rows
    return np.pad(rows, ((0, 0), (0, corners - rows.shape[1])))


def _arrays(rows: Sequence[Solid], corners: int) -> Prisms:
    """The arrays of a list of solids, with the spare last row, and room for a disc's two flanks."""
    x, y = np.zeros((len(rows) + 1, corners)), np.zeros((len(rows) + 1, corners))
    for i, row in enumerate(rows):
        x[i, : len(row.outline)] = [spot[0] for spot in row.outline]
        y[i, : len(row.outline)] = [spot[1] for spot in row.outline]
    circles = [_circle(row) for row in rows]
    return Prisms(
        x=x,
        y=y,
        sides=np.array([*(len(row.outline) for row in rows), 0], np.int64),
        bottom=_floats([row.bottom for row in rows]),
        top=_floats([row.top for row in rows]),
        centre_x=_floats([circle[0] for circle in circles]),
        centre_y=_floats([circle[1] for circle in circles]),
        reach=_floats([circle[2] for circle in circles]),
        disc=np.array([*(row.radius > 0 for row in rows), False], np.bool_),
    )


def _floats(values: Sequence[float]) -> Floats:
    return np.array([*values, 0.0], np.float64)


def _circle(row: Solid) -> tuple[float, float, float]:
    """A circle around a solid: x, y, radius. Of a disc it is the disc."""
    if row.radius > 0:
        return *row.centre, row.radius
    xs, ys = [spot[0] for spot in row.outline], [spot[1] for spot in row.outline]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return x, y, max(sqrt((px - x) * (px - x) + (py - y) * (py - y)) for px, py in row.outline)
