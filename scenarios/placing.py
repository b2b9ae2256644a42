"""Whether what stands on a table can stand there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shapely import Point, box

from battlefield.body import Body
from battlefield.convex import Spot
from battlefield.separation import CONTACT, anchored, separation
from battlefield.shapes import Hull, Round
from battlefield.table import Board, neighbours, pieces_in
from battlefield.terrain import Piece, Surface, area, surfaces, volume
from battlefield.units import inches
from scenarios.problems import Report, meant

MOST_OVERLAPS = 60
"""So many pairs of models that overlap are told one by one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A model on the table, the surface it says it stands on, and the line that says so."""

    body: Body
    stands_on: str
    line: int


def surfaces_of(board: Board) -> dict[str, Surface]:
    """All surfaces of terrain by id."""
    return {surface.id: surface for piece in board.pieces for surface in surfaces(piece)}


def check_standing(board: Board, standing: list[Standing], report: Report) -> None:
    """Note every model that is off the table, in another model, in terrain it cannot be in, or at a wrong height."""
    known = surfaces_of(board)
    for model in standing:
        _on_table(board, model, report)
        _on_surface(known, model, report)
        _in_terrain(board, model, report)
    _overlaps(standing, report)


def _on_table(board: Board, model: Standing, report: Report) -> None:
    body, (x, y) = model.body, model.body.pose.xy
    width, depth = inches(board.width), inches(board.depth)
    west, south, east, north = body.base.bounds
    if isinstance(body.shape, Round):
        west, south, east, north = x - body.reach, y - body.reach, x + body.reach, y + body.reach
    over = max(-west, -south, east - width, north - depth)
    if over > CONTACT:
        report.add(
            model.line,
            f'model {body.id} is off the table by {over:.2f}"',
            f"keep its base within 0 to {width:g} and 0 to {depth:g}",
        )


def _on_surface(known: Mapping[str, Surface], model: Standing, report: Report) -> None:
    if not model.stands_on:
        return
    body, surface = model.body, known.get(model.stands_on)
    if surface is None:
        remedy = meant(model.stands_on, known)
        report.add(model.line, f"model {body.id}: there is no surface {model.stands_on!r}", remedy)
    elif abs(body.bottom - surface.z) > CONTACT:
        report.add(
            model.line,
            f'model {body.id} stands on {surface.id}, which is {surface.z:g}" up, but its z is {body.bottom:g}',
            f"leave z out or write {surface.z:g}",
        )
    elif not surface.ground.covers(Point(body.pose.xy)):
        report.add(model.line, f"model {body.id} is not over {surface.id}", "move it there or leave stands_on out")


def _in_terrain(board: Board, model: Standing, report: Report) -> None:
    """Note a base in impassable terrain, or a model inside a solid piece on whose top it should stand.

    A base over the edge of a hill or astride a barricade is as moves leave it, and is fine.
    """
    body = model.body
    for piece in pieces_in(board, body.base.bounds):
        impassable = "impassable" in piece.traits
        inside = piece.opaque and piece.standable and area(piece).covers(Point(body.pose.xy))
        if not (impassable or inside) or not _meets(body, piece):
            continue
        remedy = f"move it, or let it stand on top: stands_on: {piece.id}" if piece.standable else "move it"
        what = "impassable terrain" if impassable else "solid terrain"
        report.doubt(model.line, f"model {body.id} is in {piece.id}, {what}", "it stands there all the same", remedy)


def _meets(body: Body, piece: Piece) -> bool:
    """Whether a body is within a piece's outline, not above or below it."""
    if body.bottom >= inches(piece.top) - CONTACT and piece.top > piece.bottom:
        return False
    if body.top <= inches(piece.bottom) + CONTACT:
        return False
    if piece.top <= piece.bottom and body.bottom > inches(piece.top) + CONTACT:
        return False
    if piece.top <= piece.bottom:
        return float(body.base.intersection(area(piece)).area) > CONTACT
    return any(_apart(body, prism.outline) < -CONTACT for prism in volume(piece))


def _apart(body: Body, ring: tuple[Spot, ...]) -> float:
    hull, at = anchored(ring)
    return separation(body.shape, body.pose, hull, at)


def _overlaps(standing: list[Standing], report: Report) -> None:
    bodies = tuple(model.body for model in standing)
    lines = {model.body.id: model.line for model in standing}
    near = neighbours(bodies)
    order = {body.id: i for i, body in enumerate(bodies)}
    found = 0
    for body in bodies:
        for other in near.near_box(body.base.bounds):
            if order[other.id] >= order[body.id]:
                continue
            if body.bottom >= other.top - CONTACT or other.bottom >= body.top - CONTACT:
                continue
            deep = -separation(body.shape, body.pose, other.shape, other.pose)
            if deep > CONTACT:
                said = f'models {other.id} and {body.id} overlap by {deep:.3f}"'
                report.doubt(lines[body.id], said, "both stand there all the same", "move one of them away")
                found += 1
                if found >= MOST_OVERLAPS:
                    said, remedy = "more models overlap", "mend these first, then check again"
                    report.doubt(lines[body.id], said, "they stand there all the same", remedy)
                    return


def check_spot(board: Board, at: tuple[float, float], what: str, line: int, report: Report) -> None:
    """Note a marker that is off the table or in impassable terrain."""
    width, depth = inches(board.width), inches(board.depth)
    if not box(0, 0, width, depth).covers(Point(at)):
        report.add(line, f"{what} is off the table", f"keep it within 0 to {width:g} and 0 to {depth:g}")
    for piece in board.pieces:
        if "impassable" in piece.traits and area(piece).contains(Point(at)):
            report.add(line, f"{what} is in {piece.id}, impassable terrain", "move it")


def check_outside(board: Board, ring: tuple[Spot, ...], what: str, line: int, report: Report) -> None:
    """Note an outline that lies wholly beyond the table."""
    table = ((0, 0), (board.width, 0), (board.width, board.depth), (0, board.depth))
    hull, at = anchored(ring)
    if separation(hull, at, Hull(table), type(at)(0, 0)) > -CONTACT:
        report.add(line, f"{what} lies beyond the table", "move it, or make the table larger")
