"""Upright convex prisms seen from a point: their visible surfaces, pixel by pixel.

Along the ray through a pixel, one over the depth at which it meets a plane is a linear function of the pixel. A convex
prism is entered behind the last plane that faces the eye and left before the first that faces away: so the nearest
surface at each pixel is the least of some linear functions where it is above the greatest of some others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from render.bench.subject import Point

Reals: TypeAlias = NDArray[np.float32]
Whole: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]

EDGE_ON = 1e-6
"""Inches: a plane this near to the eye is taken to face away."""

NEAREST = 0.02
"""Inches of depth under which corners cannot be projected."""

BEHIND_ALL, ROUNDING = 1 / NEAREST, 1.0001
"""A block that reaches behind the eye may be as near as can be; others no nearer than their corners, but rounding."""


class Block(NamedTuple):
    """A prism to be painted, in inches: a convex counter-clockwise ring, bottom and top; `owner` is told again."""

    ring: tuple[tuple[float, float], ...]
    bottom: float
    top: float
    owner: int


@dataclass(frozen=True, slots=True)
class Lens:
    """An eye with its three directions, the tangents of half its view across and up, and the picture's pixels."""

    eye: Point
    ahead: Point
    right: Point
    up: Point
    across: float
    tall: float
    size: tuple[int, int]

    @classmethod
    def towards(cls, eye: Point, spot: Point, tall: float, size: tuple[int, int], facing: Point = (1, 0, 0)) -> Lens:
        """An eye that looks at a spot; `facing` is which way it looks when the spot is where it is itself."""
        way = _unit((spot[0] - eye[0], spot[1] - eye[1], spot[2] - eye[2])) or _unit(facing) or (1.0, 0.0, 0.0)
        flat = _unit((way[1], -way[0], 0.0)) or _unit((facing[1], -facing[0], 0.0)) or (0.0, -1.0, 0.0)
        up = (
            flat[1] * way[2] - flat[2] * way[1],
            flat[2] * way[0] - flat[0] * way[2],
            flat[0] * way[1] - flat[1] * way[0],
        )
        return cls(eye, way, flat, up, tall * size[0] / size[1], tall, size)

    def columns(self) -> Reals:
        """How far right the middle of each column of pixels lies, at depth 1."""
        width = self.size[0]
        return (((np.arange(width) + 0.5) / width * 2 - 1) * self.across).astype(np.float32)

    def rows(self) -> Reals:
        """How far up the middle of each row of pixels lies, at depth 1."""
        height = self.size[1]
        return ((1 - (np.arange(height) + 0.5) / height * 2) * self.tall).astype(np.float32)

    def basis(self) -> NDArray[np.float64]:
        """Right, up and ahead, as columns."""
        return np.array([self.right, self.up, self.ahead], np.float64).T

    def project(self, spot: Point) -> tuple[float, float, float]:
        """Where a spot lies in the picture, in pixels from its top left corner, and its depth."""
        x, y, z = (np.array(spot) - np.array(self.eye)) @ self.basis()
        deep = max(float(z), NEAREST)
        width, height = self.size
        return (x / deep / self.across + 1) * width / 2, (1 - y / deep / self.tall) * height / 2, float(z)


@dataclass(slots=True)
class Canvas:
    """What has been painted, by pixel: one over the depth (0: nothing) and the block (-1: nothing)."""

    near: Reals
    block: Whole

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Canvas:
        """Nothing painted yet."""
        width, height = size
        return cls(np.zeros((height, width), np.float32), np.full((height, width), -1, np.int32))


@dataclass(frozen=True, slots=True, eq=False)
class Facets:
    """Blocks as an eye sees them. Of each plane its linear function [plane, right, up, 1]; block b's planes that face
    the eye are `front[b]`, the others `back[b]`. `box` are the pixels it may cover: left, right, top, bottom; `order`
    has the nearest first, and `close` is one over the least depth of each."""

    planes: Reals
    normals: Reals
    owner: Whole
    front: list[Whole]
    back: list[Whole]
    box: list[tuple[int, int, int, int]]
    order: list[int]
    close: list[float]


def facets(blocks: Sequence[Block], lens: Lens) -> Facets:
    """Blocks made ready for painting."""
    if not blocks:
        nothing = np.zeros((0, 3), np.float32)
        return Facets(nothing, nothing, np.zeros(0, np.int32), [], [], [], [], [])
    eye = np.array(lens.eye)
    counts = [len(block.ring) for block in blocks]
    corner = np.array([spot for block in blocks for spot in block.ring])
    after = np.arange(1, len(corner) + 1)
    after[np.cumsum(counts) - 1] = np.cumsum(counts) - counts
    side = corner[after] - corner
    walls = np.stack([side[:, 1], -side[:, 0], np.zeros(len(side))], axis=1)
    walls /= np.maximum(np.sqrt((walls * walls).sum(axis=1, keepdims=True)), 1e-12)
    reach = ((corner - eye[:2]) * walls[:, :2]).sum(axis=1)
    bottom = np.array([block.bottom for block in blocks])
    top = np.array([block.top for block in blocks])
    flat = np.zeros((len(blocks), 3))
    flat[:, 2] = 1.0
    normals = np.concatenate([walls, flat, -flat])
    offsets = np.concatenate([reach, top - eye[2], eye[2] - bottom])
    facing = offsets < -EDGE_ON
    scale = np.where(facing, offsets, np.maximum(offsets, EDGE_ON))
    planes = (normals @ lens.basis()) / scale[:, None]
    number = np.arange(len(blocks))
    block_of = np.concatenate([np.repeat(number, counts), number, number])
    order = np.argsort(block_of, kind="stable")
    bounds = np.cumsum([count + 2 for count in counts])[:-1]
    mine = np.split(order, bounds)
    owner = np.array([block.owner for block in blocks], np.int32)[block_of]
    box, close = _boxes(corner, counts, bottom, top, lens)
    return Facets(
        planes.astype(np.float32), normals.astype(np.float32), owner,
        [own[facing[own]].astype(np.int32) for own in mine], [own[~facing[own]].astype(np.int32) for own in mine],
        box, np.argsort([-near for near in close], kind="stable").tolist(), close,
    )  # fmt: skip


def _boxes(
    corner: NDArray[np.float64],
    counts: Sequence[int],
    bottom: NDArray[np.float64],
    top: NDArray[np.float64],
    lens: Lens,
) -> tuple[list[tuple[int, int, int, int]], list[float]]:
    """The pixels each block may cover (none of those behind the eye, all of those that reach behind it), and one over
    its least depth."""
    width, height = lens.size
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    of = np.repeat(np.arange(len(counts)), counts)
    low, high = [], []
    for heights in (bottom, top):
        spots = np.concatenate([corner, heights[of][:, None]], axis=1) - np.array(lens.eye)
        seen = spots @ lens.basis()
        deep = np.maximum(seen[:, 2], NEAREST)
        x, y = seen[:, 0] / deep / lens.across, seen[:, 1] / deep / lens.tall
        at = np.stack([(x + 1) * width / 2, (1 - y) * height / 2, seen[:, 2]], axis=1)
        low.append(np.minimum.reduceat(at, starts))
        high.append(np.maximum.reduceat(at, starts))
    least, most = np.minimum(*low), np.maximum(*high)
    behind = least[:, 2] < NEAREST
    least[behind, :2], most[behind, 0], most[behind, 1] = 0, width, height
    most[most[:, 2] < NEAREST, :2] = -1
    left, above = (np.clip(np.floor(least[:, i] - 0.5), 0, size).astype(int) for i, size in ((0, width), (1, height)))
    right, below = (np.clip(np.ceil(most[:, i] + 0.5), 0, size).astype(int) for i, size in ((0, width), (1, height)))
    close = 1 / np.maximum(least[:, 2], NEAREST)
    return list(zip(left.tolist(), right.tolist(), above.tolist(), below.tolist())), close.tolist()


def paint(canvas: Canvas, lens: Lens, ready: Facets) -> None:
    """Paint blocks over what is behind them."""
    columns, rows, scratch = lens.columns(), lens.rows(), scratch_for(lens)
    for b in ready.order:
        left, right, above, below = ready.box[b]
        if left >= right or above >= below or not len(ready.front[b]):
            continue
        near = canvas.near[above:below, left:right]
        if ready.close[b] < BEHIND_ALL and near.min() >= ready.close[b] * ROUNDING:
            continue
        enters, leaves = crossing(ready, b, columns[left:right], rows[above:below], scratch)
        mine = enters > np.maximum(leaves, near, out=leaves)
        np.copyto(near, enters, where=mine)
        np.copyto(canvas.block[above:below, left:right], b, where=mine)


def scratch_for(lens: Lens) -> Reals:
    """Room in which rays of a lens are followed."""
    return np.empty((3, lens.size[0] * lens.size[1]), np.float32)


def crossing(ready: Facets, b: int, columns: Reals, rows: Reals, scratch: Reals) -> tuple[Reals, Reals]:
    """One over the depths at which rays enter a block and leave it, in `scratch`.

    Where the second is not below the first, the block is missed. From inside, all enter at depth 0.
    """
    shape = len(rows), len(columns)
    value, enters, leaves = (room[: shape[0] * shape[1]].reshape(shape) for room in scratch)
    enters.fill(np.inf)
    leaves.fill(0)
    for planes, best, choose in ((ready.front[b], enters, np.minimum), (ready.back[b], leaves, np.maximum)):
        for across, tall, ahead in ready.planes[planes]:
            np.add((tall * rows + ahead)[:, None], across * columns, out=value)
            choose(best, value, out=best)
    return enters, leaves


def surfaces(canvas: Canvas, lens: Lens, ready: Facets) -> Whole:
    """The number of the surface that was painted at each pixel, -1 where nothing was."""
    columns, rows = lens.columns(), lens.rows()
    face = np.full(canvas.block.shape, -1, np.int32)
    for b in np.flatnonzero(np.bincount(canvas.block.ravel() + 1)[1:]).tolist():
        left, right, above, below = ready.box[b]
        own = canvas.block[above:below, left:right] == b
        front = ready.front[b]
        if len(front) == 1:
            face[above:below, left:right][own] = front[0]
            continue
        down, along = np.nonzero(own)
        right_of, up = columns[left:right][along], rows[above:below][down]
        least = np.full(len(down), np.inf, np.float32)
        which = np.zeros(len(down), np.int32)
        for number, (across, tall, ahead) in zip(front.tolist(), ready.planes[front]):
            value = across * right_of + tall * up + ahead
            which[value < least] = number
            np.minimum(least, value, out=least)
        face[above:below, left:right][own] = which
    return face


def _unit(way: Point) -> Point | None:
    x, y, z = way
    length = sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length) if length > 1e-9 else None
