"""Terrain: outlines, walls with openings, and floors, in table coordinates.

Everything here is whole micrometres and hashable. What a piece *means* is left to the rules: `traits` are free words
that this package carries and never reads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt, sqrt
from typing import NamedTuple, TypeAlias

from shapely import Polygon

from battlefield.convex import Spot, counter_clockwise, split
from battlefield.pose import Pose
from battlefield.units import inches, um, unit_vector

SLAB = um(0.1)
"""How thick a floor is, downwards from where one stands."""

ROUNDING = 2
"""Micrometres that turning a wall may add to or take from its length; an opening that near its end reaches it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A window or door from `start` to `end` along its wall's line, `sill` and `head` above the wall's bottom."""

    start: int
    end: int
    sill: int
    head: int


@dataclass(frozen=True, slots=True)
class Wall:
    """A straight wall, half of `thickness` to either side of `line`, from `bottom` to `top`."""

    line: tuple[Spot, Spot]
    thickness: int
    bottom: int
    top: int
    openings: tuple[Opening, ...] = ()


@dataclass(frozen=True, slots=True)
class Floor:
    """A storey to stand on, `z` being its upper side."""

    id: str
    outline: tuple[Spot, ...]
    z: int


Part: TypeAlias = Wall | Floor


@dataclass(frozen=True, slots=True)
class Prism:
    """A convex upright solid: counter-clockwise outline, bottom, top, and the id of the piece it belongs to."""

    outline: tuple[Spot, ...]
    bottom: int
    top: int
    owner: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A terrain feature. `opaque`: its outline is solid up to `top`; `standable`: its top can be stood on."""

    id: str
    kind: str
    name: str
    outline: tuple[Spot, ...]
    bottom: int
    top: int
    parts: tuple[Part, ...] = ()
    opaque: bool = False
    standable: bool = False
    traits: tuple[str, ...] = ()
    cover: int | None = None

    def __hash__(self) -> int:
        return hash((self.id, self.outline, self.bottom, self.top))


class Surface(NamedTuple):
    """A place to stand on: `id`, its `ground` as a polygon in inches, and its `z` in inches."""

    id: str
    ground: Polygon
    z: float


def placed(piece: Piece, at: Pose, mirror: bool = False) -> Piece:
    """A piece drawn around the origin, put on the table: mirrored (left for right), then turned, then moved.

    >>> from battlefield.units import INCH
    >>> wall = Wall(((0, 0), (INCH, 0)), 2540, 0, INCH)
    >>> piece = Piece("w", "wall", "Wall", ((0, 0), (INCH, 0), (INCH, INCH)), 0, INCH, (wall,))
    >>> placed(piece, Pose.at(10, 0, 0, 90)).parts[0].line
    ((254000, 0), (254000, 25400))
    """
    dx, dy = unit_vector(at.facing)

    def move(spot: Spot) -> Spot:
        x, y = spot[0], -spot[1] if mirror else spot[1]
        return at.x + round(x * dx - y * dy), at.y + round(x * dy + y * dx)

    def move_part(part: Part) -> Part:
        if isinstance(part, Floor):
            return replace(part, outline=counter_clockwise([move(p) for p in part.outline]), z=part.z + at.z)
        start, end = part.line
        return replace(part, line=(move(start), move(end)), bottom=part.bottom + at.z, top=part.top + at.z)

    return replace(
        piece,
        outline=counter_clockwise([move(p) for p in piece.outline]),
        bottom=piece.bottom + at.z,
        top=piece.top + at.z,
        parts=tuple(move_part(part) for part in piece.parts),
    )


def polygon(outline: tuple[Spot, ...]) -> Polygon:
    """An outline in micrometres as a polygon in inches."""
    return Polygon([(inches(x), inches(y)) for x, y in outline])


@lru_cache(maxsize=4096)
def area(piece: Piece) -> Polygon:
    """The ground inside a piece's outline, in inches."""
    return polygon(piece.outline)


@lru_cache(maxsize=4096)
def volume(piece: Piece) -> tuple[Prism, ...]:
    """The space above a piece's outline from bottom to top as convex prisms, whether or not it is opaque."""
    return tuple(Prism(part, piece.bottom, piece.top, piece.id) for part in split(piece.outline))


@lru_cache(maxsize=4096)
def solids(piece: Piece) -> tuple[Prism, ...]:
    """The convex prisms of a piece that block sight and bodies: opaque outline, walls round their windows, floors."""
    prisms = list(volume(piece)) if piece.opaque and piece.top > piece.bottom else []
    for part in piece.parts:
        if isinstance(part, Wall):
            prisms.extend(wall_solids(part, piece.id))
        else:
            prisms.extend(Prism(outline, part.z - SLAB, part.z, piece.id) for outline in split(part.outline))
    return tuple(prisms)


def wall_solids(wall: Wall, owner: str) -> list[Prism]:
    """A wall as boxes: full height between its openings; below each sill and above each head where there is wall."""
    length = wall_length(wall)
    prisms: list[Prism] = []
    along = 0
    for opening in sorted(wall.openings, key=lambda o: (o.start, o.end)):
        start, end = max(along, opening.start), min(length, opening.end)
        end = length if length - end <= ROUNDING else end
        if end <= start:
            continue
        _add_box(prisms, wall, owner, (along, start), (wall.bottom, wall.top))
        _add_box(prisms, wall, owner, (start, end), (wall.bottom, min(wall.top, wall.bottom + opening.sill)))
        _add_box(prisms, wall, owner, (start, end), (max(wall.bottom, wall.bottom + opening.head), wall.top))
        along = end
    _add_box(prisms, wall, owner, (along, length), (wall.bottom, wall.top))
    return prisms


def wall_length(wall: Wall) -> int:
    """The length of a wall's line, in micrometres."""
    (ax, ay), (bx, by) = wall.line
    return isqrt((bx - ax) ** 2 + (by - ay) ** 2)


def _add_box(prisms: list[Prism], wall: Wall, owner: str, along: tuple[int, int], height: tuple[int, int]) -> None:
    """Append the stretch of wall between two distances along its line and two heights, unless it is empty."""
    if along[1] <= along[0] or height[1] <= height[0]:
        return
    (ax, ay), (bx, by) = wall.line
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    dx, dy, half = (bx - ax) / length, (by - ay) / length, wall.thickness / 2
    whole = wall_length(wall)
    corners = []
    for distance, side in ((along[0], -half), (along[1], -half), (along[1], half), (along[0], half)):
        x, y = (bx, by) if distance == whole else (ax + distance * dx, ay + distance * dy)
        corners.append((round(x - side * dy), round(y + side * dx)))
    prisms.append(Prism(tuple(corners), height[0], height[1], owner))


@lru_cache(maxsize=4096)
def surfaces(piece: Piece) -> tuple[Surface, ...]:
    """Where one can stand on a piece: its top (under the piece's id) if standable, and its floors (`piece/floor`)."""
    found = [Surface(piece.id, area(piece), inches(piece.top))] if piece.standable else []
    found.extend(
        Surface(f"{piece.id}/{part.id}", polygon(part.outline), inches(part.z))
        for part in piece.parts
        if isinstance(part, Floor)
    )
    return tuple(found)
