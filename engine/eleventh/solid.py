"""Solid: gaps near the ground in dense features that no line of sight passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from shapely import LineString, Point, Polygon, STRtree, get_parts, unary_union
from shapely.geometry.base import BaseGeometry

from battlefield.convex import Spot, counter_clockwise, tidy
from battlefield.separation import CONTACT
from battlefield.table import Board
from battlefield.terrain import ROUNDING, Opening, Part, Piece, Prism, Wall, polygon, solids, wall_length
from battlefield.units import inches, um
from engine.core.ledger import rule
from engine.core.state import State
from engine.eleventh.terrain import DENSE, category

HEIGHT = um(3)
"""Gaps at this height and below are closed, unless the mission says otherwise."""

SOLID, OPEN = "solid", "open"
"""Traits of features that have the rule although they are not dense, and that have it not although they are."""

STOPGAP = "gap"
"""The kind of what closes the gap between two features; its id joins theirs."""


def is_solid(piece: Piece) -> bool:
    """Whether a feature has the Solid rule: every dense one, unless the scene says otherwise."""
    return OPEN not in piece.traits and (SOLID in piece.traits or category(piece) == DENSE)


def height(state: State) -> int:
    """The height in micrometres up to which gaps are closed."""
    return int(state.setup.option("solid_height", HEIGHT))


def widest(state: State) -> int:
    """How wide gaps between neighbouring features are that the players agreed to close as well; 0: none."""
    return int(state.setup.option("closed_gaps", 0))


def solid_board(state: State) -> Board:
    """The table as lines of sight find it: with the gaps of its solid features closed."""
    return closed(state.board, height(state), widest(state))


@rule("11e.terrain.solid-gaps")
@lru_cache(maxsize=64)
def closed(board: Board, up_to: int, gaps: int = 0) -> Board:
    """A table with all doors, windows and holes of solid features closed up to a height above the ground.

    With `gaps`, openings between neighbouring solid features no wider than that are closed too. Lengths in micrometres.
    """
    pieces = tuple(_closed(piece, up_to) if is_solid(piece) else piece for piece in board.pieces)
    stopgaps = _stopgaps([piece for piece in pieces if is_solid(piece)], up_to, gaps) if gaps else ()
    return Board(board.width, board.depth, (*pieces, *stopgaps))


def _closed(piece: Piece, up_to: int) -> Piece:
    limit = piece.bottom + up_to
    walls = [part for part in piece.parts if isinstance(part, Wall)]
    parts: tuple[Part, ...] = tuple(_walled(p, walls, limit) if isinstance(p, Wall) else p for p in piece.parts)
    return piece if parts == piece.parts else replace(piece, parts=parts)


def _walled(wall: Wall, walls: list[Wall], limit: int) -> Wall:
    """A wall whose enclosed openings begin above a height; what straddles it is passed above it only."""
    low = limit - wall.bottom
    openings = tuple(
        replace(hole, sill=max(hole.sill, low)) if _enclosed(wall, hole, walls) else hole
        for hole in wall.openings
        if hole.head > low or not _enclosed(wall, hole, walls)
    )
    return wall if openings == wall.openings else replace(wall, openings=openings)


def _enclosed(wall: Wall, hole: Opening, walls: list[Wall]) -> bool:
    """Whether there is wall on both sides of a gap and above it; an open end of a wall, or a notch, is not enclosed."""
    head = wall.bottom + hole.head
    if head >= wall.top:
        return False
    ends = (hole.start <= ROUNDING, wall_length(wall) - hole.end <= ROUNDING)
    return all(not open or _meets(spot, wall, walls, head) for open, spot in zip(ends, wall.line))


def _meets(spot: Spot, wall: Wall, walls: list[Wall], head: int) -> bool:
    """Whether another wall as high as a gap stands at the end of a wall."""
    return any(
        other is not wall
        and other.top >= head
        and LineString(other.line).distance(Point(spot)) <= (wall.thickness + other.thickness) / 2
        for other in walls
    )


def _stopgaps(pieces: list[Piece], up_to: int, gaps: int) -> Iterator[Piece]:
    """Prisms in the openings between neighbouring features, as high as they are closed."""
    tops = {piece.id: max((prism.top for prism in solids(piece)), default=0) for piece in pieces}
    grounds = {piece.id: _ground(solids(piece), piece.bottom + up_to) for piece in pieces}
    half = inches(gaps) / 2 + CONTACT / 2
    for one, other in _neighbours(grounds, inches(gaps)):
        both = unary_union([grounds[one], grounds[other]])
        shut = both.buffer(half, join_style="mitre").buffer(-half, join_style="mitre")
        rest = get_parts(shut.difference(both).buffer(0))
        for n, part in enumerate(sorted(rest, key=lambda p: (round(p.bounds[0], 4), round(p.bounds[1], 4)))):
            if part.area > CONTACT and all(part.distance(grounds[id]) <= CONTACT for id in (one, other)):
                yield _stopgap(f"{STOPGAP} {one} {other} {n}", part, min(up_to, tops[one], tops[other]))


def _ground(prisms: Iterable[Prism], limit: int) -> BaseGeometry:
    return unary_union([polygon(prism.outline) for prism in prisms if prism.bottom < limit])


def _neighbours(grounds: dict[str, BaseGeometry], gap: float) -> Iterator[tuple[str, str]]:
    """The pairs of features no farther apart than a gap, in order."""
    ids = list(grounds)
    tree = STRtree([grounds[id] for id in ids])
    for i, id in enumerate(ids):
        near = tree.query(grounds[id], predicate="dwithin", distance=gap + CONTACT)
        yield from ((id, ids[j]) for j in sorted(near.tolist()) if j > i)


def _stopgap(id: str, ground: Polygon, top: int) -> Piece:
    ring = counter_clockwise(tidy([(um(x), um(y)) for x, y in ground.exterior.coords[:-1]]))
    return Piece(id, STOPGAP, "Closed gap", ring, 0, top, opaque=True)
