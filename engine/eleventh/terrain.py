"""Terrain areas, the features in them, and the categories of these."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from battlefield.body import Body
from battlefield.measure import grown, partly_within
from battlefield.separation import CONTACT
from battlefield.table import Board
from battlefield.terrain import Piece, area, solids
from engine.core.ledger import rule

EXPOSED, LIGHT, DENSE = "exposed", "light", "dense"
CATEGORIES = (EXPOSED, LIGHT, DENSE)

MARKED = "area"
"""The trait of a piece whose outline is the boundary of an area, whatever else lies inside it."""


@dataclass(frozen=True, slots=True)
class Area:
    """A terrain area: the ground inside the outline of `piece`, and the ids and categories of the features in it."""

    piece: Piece
    features: tuple[str, ...]
    categories: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.piece.id

    def holds(self, body: Body) -> bool:
        """Whether a model is within it: some part of its base is."""
        return partly_within(body, area(self.piece))

    @property
    def obscuring(self) -> bool:
        return is_obscuring(self.categories)


@rule("11e.terrain.categories")
def category(piece: Piece) -> str:
    """Whether a feature is exposed, light or dense; empty for what is none of these, and for what is no feature."""
    return next((word for word in CATEGORIES if word in piece.traits), "")


def is_feature(piece: Piece) -> bool:
    """Whether a piece is something on the table: it has a category, or can stand in the way."""
    return bool(category(piece) or solids(piece))


@rule("11e.terrain.obscuring-areas", "11e.terrain.exposed-not-obscuring")
def is_obscuring(categories: tuple[str, ...]) -> bool:
    """Whether an area that contains features of these categories is obscuring: with a light or dense one it is."""
    return LIGHT in categories or DENSE in categories


@rule("11e.terrain.areas")
@lru_cache(maxsize=64)
def areas(board: Board) -> tuple[Area, ...]:
    """The terrain areas of a table, in the order of its pieces.

    A marked boundary holds every feature wholly inside it, and itself where it is one; a boundary inside another marks
    nothing. Any other feature is an area by itself, its own footprint.
    """
    marks = [piece for piece in board.pieces if MARKED in piece.traits]
    roots = [mark for mark in marks if not any(_is_inside(mark, other, marks) for other in marks)]
    held: dict[str, list[Piece]] = {root.id: [root] if is_feature(root) else [] for root in roots}
    alone: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if piece.id in held or not is_feature(piece):
            continue
        around = next((root for root in roots if _covers(root, piece)), None)
        if around is not None:
            held[around.id].append(piece)
        else:
            alone[piece.id] = [piece]
    known = {**held, **alone}
    return tuple(_area(piece, known[piece.id]) for piece in board.pieces if piece.id in known)


def _area(piece: Piece, features: list[Piece]) -> Area:
    found = [category(feature) for feature in features]
    return Area(piece, tuple(f.id for f in features), tuple(word for word in CATEGORIES if word in found))


def _covers(outer: Piece, inner: Piece) -> bool:
    return bool(grown(area(outer), CONTACT).covers(area(inner)))


def _is_inside(mark: Piece, other: Piece, marks: list[Piece]) -> bool:
    """Whether a boundary lies in another; of two that are alike the first one counts."""
    if mark is other or not _covers(other, mark):
        return False
    return not _covers(mark, other) or marks.index(other) < marks.index(mark)


@lru_cache(maxsize=4096)
def within(board: Board, body: Body) -> tuple[Area, ...]:
    """The terrain areas a model is within: any part of its base inside is enough."""
    return tuple(found for found in areas(board) if found.holds(body))
