"""Sight by brute force: thousands of rays, each tried against everything; it shares only the solids with the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import asin, cos, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from battlefield.body import Body
from battlefield.shapes import Round
from battlefield.sight.packing import body_solids
from battlefield.table import Board
from battlefield.terrain import solids
from battlefield.units import INCH, inches

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
    """A body as lumps; ovals with the sides that sight gives them, discs as true cylinders."""
    shape = body.torso or body.shape
    if isinstance(shape, Round):
        centre = np.array([body.pose.xy])
        return [Lump(body.id, centre, body.bottom, body.top, inches(shape.diameter) / 2)]
    return [Lump(body.id, np.array(s.outline) / INCH, body.bottom, body.top) for s in body_solids(body)]


def lumps_of_board(board: Board) -> list[Lump]:
    return [
        Lump(piece.id, np.array(s.outline) / INCH, inches(s.bottom), inches(s.top))
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
    """How many rays met the target, how many of these met nothing before, and whether the eye touches the target."""

    met: int
    clear: int
    touches: bool = False

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
    return Sample(len(ways), int(np.count_nonzero(~blocked)), bool((meets < 2e-4).any()))


def aimed_line(
    board: Board, viewer: Body, target: Body, bodies: Iterable[Body], count: int, seed: int, room: float = 1e-3
) -> tuple[Point, Point] | None:
    """A line from the eye to the target with `room` on all sides, if rays closely past corners and tops find one.

    A round target counts as large as the polygon of 24 sides inside it: so much of its rim the kernel leaves out.
    """
    dice, eye = np.random.default_rng(seed), viewer.eye_point
    others = blocking(board, viewer, target, bodies, ())
    aims = [replace(lump, radius=lump.radius * cos(pi / 24)) for lump in lumps_of_body(target)]
    ways = _past(eye, [*aims, *others], count, dice, room)
    nearest = np.full(len(ways), np.inf)
    for lump in aims:
        enter, leave = stretch(_larger(lump, -room), eye, ways)
        nearest = np.where(leave > enter, np.minimum(nearest, enter), nearest)
    ways, nearest = ways[nearest < np.inf], nearest[nearest < np.inf]
    for lump in others:
        enter, leave = stretch(_larger(lump, room), eye, ways)
        free = (leave <= enter) | (enter >= nearest) & (enter > 0)
        ways, nearest = ways[free], nearest[free]
    if not len(ways):
        return None
    x, y, z = (np.array(eye) + nearest[0] * ways[0]).tolist()
    return eye, (x, y, z)


def _past(eye: Point, things: Sequence[Lump], count: int, dice: np.random.Generator, room: float) -> Array:
    """Ways from an eye past corners of things in the plan, at slopes past their tops and undersides."""
    spots = np.concatenate([corners(lump) for lump in things])
    away = spots - np.array(eye[:2])
    i, j, k = dice.integers(0, len(spots), (3, count))
    heights = np.array([[lump.bottom, lump.top] for lump in things for _ in corners(lump)])
    long = np.hypot(away[:, 0], away[:, 1]) + 1e-9
    normal = np.stack([away[:, 1], -away[:, 0]], axis=1) / long[:, None]
    share = np.where(dice.random(count) < 0.7, 0.0, dice.random(count))[:, None]
    plan = away[i] + dice.choice([-1.5, 1.5], count)[:, None] * room * normal[i]
    plan = (1 - share) * plan / long[i, None] + share * away[j] / long[j, None]
    level = heights[k, dice.integers(0, 2, count)] + dice.choice([-1.5, 1.5], count) * room
    return np.column_stack([plan, (level - eye[2]) / long[k]])


def corners(lump: Lump) -> Array:
    """The corners of a lump's plan; of a disc spots round it."""
    if not lump.radius:
        return lump.ring
    angle = np.arange(32) * np.pi / 16
    return lump.ring + lump.radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _larger(lump: Lump, room: float) -> Lump:
    """A lump grown by so much on all sides, or shrunk: its corners are moved along both of their sides."""
    bottom, top = lump.bottom - room, lump.top + room
    if lump.radius:
        return replace(lump, radius=max(lump.radius + room, 1e-6), bottom=bottom, top=top)
    way = np.roll(lump.ring, -1, axis=0) - lump.ring
    way /= np.hypot(way[:, 0], way[:, 1])[:, None]
    before = np.roll(way, 1, axis=0)
    # Where the lines of both sides, each moved out, cross.
    sine = before[:, 0] * way[:, 1] - before[:, 1] * way[:, 0]
    return replace(lump, ring=lump.ring + room * (before - way) / sine[:, None], bottom=bottom, top=top)


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
