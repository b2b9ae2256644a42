"""Everything that lines of sight pass through, for many pairs at once: one survey of a board with veils put up.

A veil is something solid where there is only an area that one sees through, or the gap between two neighbours of a
group. What hides a body on the veiled board is what its lines of sight meet on their way, whether or not that blocks.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from shapely import intersects_xy

from battlefield.body import Body
from battlefield.coherency import links
from battlefield.convex import split
from battlefield.sight.crossing import Interval, base_edge, centre_line_inside, chord, curtain, middle
from battlefield.sight.packing import eye_of
from battlefield.table import Board
from battlefield.terrain import Piece, area
from battlefield.units import INCH, inches

AREA_VEIL, GAP_VEIL = "veil over an area", "veil between models"
"""The kinds of veils. The name of a veil is the id of its piece, or the label of its group."""


@lru_cache(maxsize=64)
def veiled(board: Board, bodies: tuple[Body, ...], areas: tuple[str, ...], gap: float) -> Board:
    """The board with veils over some areas, by the ids of their pieces, and between neighbours of each group of bodies.

    Neighbours are bodies of one group no more than `gap` inches apart in the plan; the veil between them is the hull
    round both, up to the lower of the two. An area without height has no veil.
    """
    veils = [
        Piece(f"{AREA_VEIL} {piece.id}", AREA_VEIL, piece.id, piece.outline, piece.bottom, piece.top, opaque=True)
        for piece in board.pieces
        if piece.id in areas and piece.top > piece.bottom
    ]
    groups: dict[str, list[Body]] = {}
    for body in bodies:
        if body.group:
            groups.setdefault(body.group, []).append(body)
    for group in sorted(groups):
        veils.extend(_gap_veils(group, tuple(groups[group]), gap))
    return Board(board.width, board.depth, (*board.pieces, *veils))


@lru_cache(maxsize=256)
def _gap_veils(group: str, bodies: tuple[Body, ...], gap: float) -> tuple[Piece, ...]:
    veils = []
    for one, other in links(bodies, gap):
        ring, bottom, top = curtain(one, other)[:3]
        veils.append(Piece(f"{GAP_VEIL} {one.id} {other.id}", GAP_VEIL, group, ring, bottom, top, opaque=True))
    return tuple(veils)


@lru_cache(maxsize=64)
def veils_of(board: Board) -> tuple[tuple[Piece, ...], NDArray[np.object_]]:
    """The veils of a board, and their grounds."""
    veils = tuple(piece for piece in board.pieces if piece.kind in (AREA_VEIL, GAP_VEIL))
    return veils, np.array([area(veil) for veil in veils], dtype=object)


def veils_around(board: Board, viewer: Body) -> tuple[Piece, ...]:
    """The veils that hold the eye of a viewer: he looks out of them, they would hide all the rest."""
    veils, grounds = veils_of(board)
    x, y, z = viewer.eye_point
    holding = intersects_xy(grounds, x, y).tolist() if veils else []
    return tuple(v for v, holds in zip(veils, holding) if holds and inches(v.bottom) <= z <= inches(v.top))


def area_in_the_way(piece: Piece, viewer: Body, target: Body) -> float:
    """How much of the way from a viewer's base edge to the middle of a target is inside a piece's area, in inches.

    Along the centre line. Of an area without height, like rubble between walls, the plan counts.
    """
    inside = centre_line_inside(piece, viewer, target) if piece.top > piece.bottom else _plan(piece, viewer, target)
    start, length = base_edge(viewer, target), 0.0
    for enters, leaves in inside:
        length += max(0.0, leaves - max(enters, start))
    return length / INCH


def _plan(piece: Piece, viewer: Body, target: Body) -> list[Interval]:
    """`centre_line_inside` of an area without height, as seen from above."""
    eye, end = eye_of(viewer), middle(target)
    dx, dy = end[0] - eye[0], end[1] - eye[1]
    length = sqrt(dx * dx + dy * dy)
    chords = [chord(eye, end, ring) for ring in split(piece.outline)]
    return sorted((start * length, stop * length) for start, stop in chords if stop > start)
