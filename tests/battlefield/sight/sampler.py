"""Sight by brute force: thousands of rays, each tried against everything; it shares only the solids with the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import asin, cos, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from battlefield.body import Body
from battlefield.convex import split
from battlefield.shapes import Round
from battlefield.table import Board
from battlefield.terrain import solids
from battlefield.units import inches, um

Array = NDArray[np.float64]
Point = tuple[float, float, float]


@dataclass(frozen=True)
class Lump:
    """A convex prism in inches, or a true cylinder when `radius` is not 0."""

    owner: str
    ring: Array
    bottom: float
    top: float
    radius: float = 0.0


def lumps_of_body(body: Body) -> list[Lump]:
    shape = body.torso or body.shape
    if isinstance(shape, Round):
        centre = np.array([body.pose.xy])
        return [Lump(body.id, centre, body.bottom, body.top, inches(shape.diameter) / 2)]
    ring = [(um(x), um(y)) for x, y in body.trunk.exterior.coords[:-1]]
    return [Lump(body.id, np.array(part) / 25400, body.bottom, body.top) for part in split(tuple(ring))]


def lumps_of_board(board: Board) -> list[Lump]:
    return [
        Lump(piece.id, np.array(s.outline) / 25400, inches(s.bottom), inches(s.top))
        for piece in board.pieces
        for s in solids(piece)
    ]


def stretch(lump: Lump, eye: Point, rays: Array) -> tuple[Array, Array]:
    """Where each ray enters and leaves a lump, as multiples of its direction; entry beyond exit when it misses."""
    enter, leave = np.zeros(len(rays)), np.full(len(rays), np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = (lump.bottom - eye[2]) / rays[:, 2], (lump.top - eye[2]) / rays[:, 2]
        enter, leave = np.maximum(enter, np.minimum(low, high)), np.minimum(leave, np.maximum(low, high))
        if lump.radius:
            dx, dy = lump.ring[0, 0] - eye[0], lump.ring[0, 1] - eye[1]
            a = rays[:, 0] ** 2 + rays[:, 1] ** 2
            b = dx * rays[:, 0] + dy * rays[:, 1]
            root = b * b - a * (dx * dx + dy * dy - lump.radius**2)
            half = np.sqrt(np.maximum(root, 0))
            enter, leave = np.maximum(enter, (b - half) / a), np.minimum(leave, (b + half) / a)
            leave = np.where(root <= 0, -1.0, leave)
            return enter, leave
        for (ax, ay), (bx, by) in zip(lump.ring, np.roll(lump.ring, -1, axis=0)):
            nx, ny = by - ay, ax - bx
            gap, speed = nx * (ax - eye[0]) + ny * (ay - eye[1]), nx * rays[:, 0] + ny * rays[:, 1]
            t = gap / speed
            enter = np.where(speed < 0, np.maximum(enter, t), enter)
            leave = np.where(speed > 0, np.minimum(leave, t), leave)
            leave = np.where((speed == 0) & (gap <= 0), -1.0, leave)
    return enter, leave


def fan(eye: Point, target: Sequence[Lump], count: int) -> Array:
    """Directions spread evenly over the cone round the target."""
    corners = np.concatenate([lump.ring + d for lump in target for d in reach(lump)])
    low, high = min(lump.bottom for lump in target), max(lump.top for lump in target)
    lo, hi = np.array([*corners.min(axis=0), low]), np.array([*corners.max(axis=0), high])
    middle, spread = (lo + hi) / 2, float(np.linalg.norm(hi - lo)) / 2
    axis = middle - np.array(eye)
    away = float(np.linalg.norm(axis))
    narrow = cos(asin(spread / away)) if away > spread else -1.0
    i = np.arange(count) + 0.5
    z = 1 - (1 - narrow) * i / count
    turn, r = pi * (1 + sqrt(5)) * i, np.sqrt(np.maximum(0, 1 - z * z))
    w = axis / away if away > 0 else np.array([0.0, 0.0, 1.0])
    u = np.cross(w, [1.0, 0.0, 0.0] if abs(w[0]) < 0.9 else [0.0, 1.0, 0.0])
    u /= np.linalg.norm(u)
    return np.outer(r * np.cos(turn), u) + np.outer(r * np.sin(turn), np.cross(w, u)) + np.outer(z, w)


def reach(lump: Lump) -> list[Array]:
    r = lump.radius
    return [np.array(d) for d in ((r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r))] if r else [np.zeros(2)]


@dataclass(frozen=True)
class Sample:
    """How many rays met the target, and how many of these met nothing before."""

    met: int
    clear: int

    @property
    def hidden(self) -> float:
        return 1 - self.clear / self.met


def sample(
    board: Board, viewer: Body, target: Body, bodies: Iterable[Body], transparent: Iterable[str] = (), rays: int = 4000
) -> Sample:
    """The brute-force answer to `look`."""
    eye, aim = viewer.eye_point, lumps_of_body(target)
    ways = fan(eye, aim, rays)
    meets = np.full(len(ways), np.inf)
    for lump in aim:
        enter, leave = stretch(lump, eye, ways)
        meets = np.where(leave > enter, np.minimum(meets, enter), meets)
    ways, meets = ways[meets < np.inf], meets[meets < np.inf]
    blocked = np.zeros(len(ways), bool)
    for lump in blocking(board, viewer, target, bodies, transparent):
        enter, leave = stretch(lump, eye, ways)
        # An eye inside a solid sees only that solid, even if it is inside the target too.
        blocked |= (leave > enter + 1e-9) & ((enter < meets - 1e-9) | (enter == 0))
    return Sample(len(ways), int(np.count_nonzero(~blocked)))


def blocking(
    board: Board, viewer: Body, target: Body, bodies: Iterable[Body], transparent: Iterable[str]
) -> list[Lump]:
    away = {viewer.id, target.id, *transparent}
    every = lumps_of_board(board) + [lump for body in bodies for lump in lumps_of_body(body)]
    return [lump for lump in every if lump.owner not in away]


def is_clear(
    line: tuple[Point, Point], board: Board, viewer: Body, target: Body, bodies: Iterable[Body], slack: float = 1e-4
) -> bool:
    """Whether a line runs through no solid for longer than `slack` and ends on the target, within a hundredth.

    Discs count as large as the polygon of 24 sides inside them: so much of their rim the kernel leaves out.
    """
    (ex, ey, ez), end = line
    way = np.array([[end[0] - ex, end[1] - ey, end[2] - ez]])
    length = float(np.linalg.norm(way))
    for lump in blocking(board, viewer, target, bodies, ()):
        enter, leave = stretch(replace(lump, radius=lump.radius * cos(pi / 24)), (ex, ey, ez), way)
        if min(float(leave[0]), 1.0) - float(enter[0]) > slack / max(length, slack):
            return False
    return bool(Polygon(target.trunk).buffer(0.01).contains_properly(_spot(end))) and (
        target.bottom - 1e-6 <= end[2] <= target.top + 1e-6
    )


def _spot(point: Point) -> Polygon:
    x, y, _ = point
    return Polygon([(x - 1e-4, y - 1e-4), (x + 1e-4, y - 1e-4), (x, y + 1e-4)])
