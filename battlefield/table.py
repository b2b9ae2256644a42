"""The table with its terrain, and the finding of what is near, under or around a spot.

Indexes hang on values: the same board, or the same bodies, built twice share one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeAlias

from rtree.index import Index
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.separation import CONTACT, separation
from battlefield.shapes import Round
from battlefield.terrain import Piece, Surface, area, solids, surfaces
from battlefield.units import inches, um

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y, in inches."""


@dataclass(frozen=True, slots=True)
class Board:
    """A table of `width` by `depth` micrometres, its near left corner at the origin, and what terrain lies on it."""

    width: int
    depth: int
    pieces: tuple[Piece, ...] = ()

    def __hash__(self) -> int:
        return hash((self.width, self.depth, len(self.pieces), self.pieces[-1].id if self.pieces else ""))

    def piece(self, id: str) -> Piece:
        """The piece with an id; KeyError when there is none."""
        for piece in self.pieces:
            if piece.id == id:
                return piece
        raise KeyError(id)


class Tableau(Protocol):
    """What sight and measuring are asked about: a board and the bodies on it."""

    @property
    def board(self) -> Board:
        """The table."""
        ...

    def bodies(self) -> tuple[Body, ...]:
        """Everything that stands on the table, in order of id."""
        ...


def bounds(piece: Piece) -> Box:
    """The least box around a piece's outline and all its solids."""
    points = list(piece.outline)
    for prism in solids(piece):
        points.extend(prism.outline)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return inches(min(xs)), inches(min(ys)), inches(max(xs)), inches(max(ys))


@lru_cache(maxsize=64)
def _boxes(board: Board) -> tuple[tuple[Piece, Box], ...]:
    return tuple((piece, bounds(piece)) for piece in board.pieces)


def _grow(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def pieces_in(board: Board, box: Box, margin: float = 0.0) -> tuple[Piece, ...]:
    """The pieces whose bounds come within `margin` inches of a box, in the board's order."""
    low_x, low_y, high_x, high_y = _grow(box, margin + CONTACT)
    return tuple([p for p, (a, b, c, d) in _boxes(board) if a <= high_x and c >= low_x and b <= high_y and d >= low_y])


def pieces_at(board: Board, x: float, y: float) -> tuple[Piece, ...]:
    """The pieces whose area covers a spot, in the board's order."""
    spot = Point(x, y)
    return tuple(piece for piece in pieces_in(board, (x, y, x, y)) if area(piece).covers(spot))


def pieces_within(board: Board, ground: BaseGeometry, distance: float) -> tuple[Piece, ...]:
    """The pieces whose area is no further than `distance` inches from some ground, in the board's order."""
    near = pieces_in(board, ground.bounds, distance)
    return tuple(piece for piece in near if float(area(piece).distance(ground)) <= distance + CONTACT)


def pieces_touching(board: Board, ground: BaseGeometry) -> tuple[Piece, ...]:
    """The pieces whose area touches or overlaps some ground, in the board's order."""
    return pieces_within(board, ground, 0.0)


def pieces_around(board: Board, ground: BaseGeometry) -> tuple[Piece, ...]:
    """The pieces whose area holds all of some ground, in the board's order."""
    near = pieces_in(board, ground.bounds)
    return tuple(piece for piece in near if area(piece).buffer(CONTACT, join_style="mitre").covers(ground))


def surfaces_at(board: Board, x: float, y: float) -> tuple[Surface, ...]:
    """The surfaces of terrain above a spot that can be stood on, from the lowest up, equals by id."""
    near = [surface for piece in pieces_in(board, (x, y, x, y)) for surface in surfaces(piece)]
    if not near:
        return ()
    spot = Point(x, y)
    return tuple(sorted((s for s in near if s.ground.covers(spot)), key=lambda s: (um(s.z), s.id)))


class Neighbours:
    """Finds bodies by where they are. Answers are ordered by distance to the micrometre, then by id."""

    def __init__(self, bodies: Iterable[Body]) -> None:
        self.bodies = tuple(bodies)
        self._index = Index()
        for i, body in enumerate(self.bodies):
            (x, y), reach = body.pose.xy, body.reach
            self._index.insert(i, (x - reach, y - reach, x + reach, y + reach))

    def near_box(self, box: Box, margin: float = 0.0) -> tuple[Body, ...]:
        """The bodies whose surroundings come within `margin` inches of a box, in the order given at the start."""
        return tuple(self.bodies[i] for i in sorted(self._index.intersection(_grow(box, margin + CONTACT))))

    def within(self, body: Body, distance: float) -> tuple[Body, ...]:
        """The other bodies no further than `distance` inches from a body's base."""
        (x, y), reach = body.pose.xy, body.reach
        found = []
        for other in self.near_box((x - reach, y - reach, x + reach, y + reach), distance):
            apart = separation(body.shape, body.pose, other.shape, other.pose)
            if other.id != body.id and apart <= distance + CONTACT:
                found.append((max(0, um(apart)), other.id, other))
        return tuple(other for _, _, other in sorted(found, key=lambda entry: entry[:2]))

    def within_area(self, ground: Polygon, distance: float = 0.0) -> tuple[Body, ...]:
        """The bodies no further than `distance` inches from some ground."""
        found = []
        for body in self.near_box(ground.bounds, distance):
            apart = _apart(body, ground)
            if apart <= distance + CONTACT:
                found.append((max(0, um(apart)), body.id, body))
        return tuple(body for _, _, body in sorted(found, key=lambda entry: entry[:2]))

    def at(self, x: float, y: float) -> tuple[Body, ...]:
        """The bodies whose base covers a spot, the one with the nearest centre first."""
        spot, found = Point(x, y), []
        for body in self.near_box((x, y, x, y)):
            if _apart(body, spot) <= CONTACT:
                dx, dy = um(x) - body.pose.x, um(y) - body.pose.y
                found.append((dx * dx + dy * dy, body.id, body))
        return tuple(body for _, _, body in sorted(found, key=lambda entry: entry[:2]))


@lru_cache(maxsize=64)
def neighbours(bodies: tuple[Body, ...]) -> Neighbours:
    """The index of these bodies, kept for as long as the same ones are asked about."""
    return Neighbours(bodies)


def _apart(body: Body, ground: BaseGeometry) -> float:
    """The distance from a base to some ground; discs exactly, below 0 when the centre is closer than the radius."""
    if isinstance(body.shape, Round):
        return float(ground.distance(Point(body.pose.xy))) - inches(body.shape.diameter) / 2
    return float(ground.distance(body.base))
