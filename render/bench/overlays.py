"""What the bench lays over the table: the line of sight of each edition, what blocks it, and what the hand holds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape
from battlefield.terrain import Floor, Part, Piece, Wall, area, polygon, solids
from battlefield.units import INCH, mm, udeg, um, unit_vector
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from render.bench.answer import INKS
from render.bench.editing import Drawing, Editor, strip
from render.bench.lines import Reading, draw_blockers, draw_lines
from render.bench.plain import Data, Spot
from render.bench.position import Position
from render.bench.setting import piece_of
from render.bench.wares import Figurine, Ware
from render.scene import Figure
from render.table.camera import Camera
from render.table.overlays import draw_rim, draw_ruler, draw_target
from render.table.strokes import Chips, dashes, line, polygons, veil
from render.table.strokes import outline as ring_line
from render.theme import (
    BACKGROUND,
    FOCUS,
    GOOD_INK,
    INFORMATION,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    Color,
)
from render.verdict_words import length

MOST_PAIRS = 60
"""Lines of that many models are drawn where whole units are asked about."""


def draw_question(
    surface: pygame.Surface, camera: Camera, chips: Chips, position: Position, editions: Sequence[str]
) -> None:
    """The two who are asked about, the line between them by each edition, and what blocks it."""
    state = position.try_state()
    if state is None:
        return
    _ends(surface, camera, chips, position, state)
    readings = []
    for edition in editions:
        subject, verdict = position.subject(edition), position.verdict(edition)
        if subject is None or verdict is None:
            continue
        draw_blockers(surface, camera, subject)
        if len(editions) == 1:
            _draw_mates(surface, camera, position.state(edition), verdict)
        readings.append(Reading(edition, subject, INKS.get(edition) if len(editions) > 1 else None))
    if readings:
        draw_lines(surface, camera, chips, readings)
    if len(editions) == 1:
        _draw_flip(surface, camera, chips, position, state)


def _draw_flip(
    surface: pygame.Surface, camera: Camera, chips: Chips, position: Position, state: State
) -> None:  # fmt: skip
    """Where the target would have to be for the answer to flip: its base there, and how far that is."""
    decided = position.decided() if position.has_margin() else None
    if decided is None or decided.margin.found is None or decided.margin.direction is None:
        return
    body, far = body_of(state.models[decided.pair.target]), decided.margin.found
    dx, dy = unit_vector(udeg(decided.margin.direction))
    x, y = body.pose.xy
    there = body.pose.moved_to(x + dx * far, y + dy * far)
    ink = REFUSED_INK if decided.margin.visible else GOOD_INK
    draw_rim(surface, camera, body.shape, there, ink, 1)
    if far * camera.ppi < 6:
        return
    dashes(surface, camera.to_screen(x, y), camera.to_screen(*there.xy), ink, 1, 4, 4)
    if far * camera.ppi < 40:
        return
    words = "hidden" if decided.margin.visible else "visible"
    chips.put(surface, camera.to_screen(*there.xy), f"{words} here, {length(far)}″", ink, size=11)


def _draw_mates(surface: pygame.Surface, camera: Camera, state: State, verdict: Verdict) -> None:
    """The other lines of a verdict on units that see something, thin."""
    for pair in verdict.pairs[:MOST_PAIRS]:
        if pair.visible and pair.line is not None:
            (ax, ay, _), (bx, by, _) = pair.line
            ends = camera.to_screen(ax / INCH, ay / INCH), camera.to_screen(bx / INCH, by / INCH)
            line(surface, *ends, INFORMATION, 1, halo=False)


def _ends(surface: pygame.Surface, camera: Camera, chips: Chips, position: Position, state: State) -> None:
    subject = position.subject()
    for asked, words in ((position.viewer, "From"), (position.target, "To")):
        members = [asked] if asked in state.models else [m.id for m in state.present(asked)] if asked else []
        for model in members:
            body = body_of(state.models[model])
            lit = subject is None or model in (subject.viewer.id, subject.target.id)
            if words == "To" and lit:
                draw_target(surface, camera, body.shape, body.pose, FOCUS)
            else:
                draw_rim(surface, camera, body.shape, body.pose, FOCUS, 3 if lit else 1, 2)
        if members:
            body = body_of(state.models[members[0]])
            x, y = camera.to_screen(*body.pose.xy)
            roomy = camera.rect.width > chips.theme.px(600)
            told = f"{words}: {position.name(asked)}" if roomy else words
            chips.put(surface, (x, y - body.reach * camera.ppi), told, TEXT, size=12)


def draw_thing(surface: pygame.Surface, camera: Camera, state: State, id: str, color: Color, wide: int = 2) -> None:
    """Outline a model or a piece of terrain."""
    if id in state.models and state.models[id].on_table:
        body = body_of(state.models[id])
        draw_rim(surface, camera, body.shape, body.pose, color, wide, 1)
    elif id in state.terrain:
        for part in polygons(area(state.terrain[id].piece)):
            ring_line(surface, camera.points(part.exterior.coords), color, wide)


def draw_part(surface: pygame.Surface, camera: Camera, part: Part, color: Color) -> None:
    """A wall or floor of a piece that is in hand."""
    if isinstance(part, Floor):
        veil(surface, camera, polygon(part.outline), color, 70, edge=3)
        return
    (ax, ay), (bx, by) = part.line
    thick = max(5, round(part.thickness / INCH * camera.ppi) + 2)
    line(surface, camera.to_screen(ax / INCH, ay / INCH), camera.to_screen(bx / INCH, by / INCH), color, thick)


# -- the hand ----------------------------------------------------------------------------------------------------------


def shape_of(base: Data) -> Shape:
    """The shape of a base as a scene says it."""
    kind, size = next(iter(base.items()))
    if kind == "round":
        return Round(mm(size))
    if kind == "hull":
        return Hull(tuple((um(x), um(y)) for x, y in size))
    return Oval(mm(size[0]), mm(size[1])) if kind == "oval" else Rect(mm(size[0]), mm(size[1]))


def held_figure(editor: Editor, at: Spot) -> Figure | None:
    """The model in the hand where it would be put, as a ghost for the table."""
    if not isinstance(editor.held, Figurine):
        return None
    side = editor.sides.index(editor.side) if editor.side in editor.sides else 0
    x, y = editor.gridded(at)
    return Figure("held", side, "held", "", "", shape_of(editor.held.base), Pose.at(x, y, 0, editor.facing))


def draw_held(surface: pygame.Surface, camera: Camera, chips: Chips, editor: Editor, at: Spot) -> None:
    """The terrain in the hand where it would be put, or the outline being drawn."""
    held, at = editor.held, editor.gridded(at)
    if isinstance(held, Ware):
        piece = piece_of(editor.position.data, held.entry("held", at, editor.facing), editor.position.edition)
        if piece is not None:
            draw_piece(surface, camera, piece, GOOD_INK)
    elif isinstance(held, Drawing):
        _draw_drawing(surface, camera, chips, held, at)


def draw_piece(surface: pygame.Surface, camera: Camera, piece: Piece, color: Color) -> None:
    """A piece as it would lie: its outline, its walls and solids see-through."""
    veil(surface, camera, area(piece), color, 60, edge=2)
    for part in piece.parts:
        if isinstance(part, Wall):
            (ax, ay), (bx, by) = part.line
            line(surface, camera.to_screen(ax / INCH, ay / INCH), camera.to_screen(bx / INCH, by / INCH), color, 3)
    for solid in solids(piece) if piece.opaque else ():
        veil(surface, camera, polygon(solid.outline), color, 70)


def _draw_drawing(surface: pygame.Surface, camera: Camera, chips: Chips, drawing: Drawing, at: Spot) -> None:
    corners = drawing.corners
    if not corners:
        words = f"{drawing.name}: click where it begins" if drawing.thick else f"{drawing.name}: click its corners"
        chips.put(surface, camera.to_screen(*at), words, TEXT)
        return
    if drawing.thick:
        spots = strip(corners[0], at, drawing.thick)
        if spots:
            ring_line(surface, camera.points(spots), GOOD_INK, 2)
    else:
        points = camera.points([*corners, at])
        for a, b in pairwise(points):
            line(surface, a, b, GOOD_INK, 2)
        if len(corners) > 1:
            line(surface, points[-1], points[0], TEXT_QUIET, 1)
    for spot in corners:
        pygame.draw.aacircle(surface, BACKGROUND, camera.to_screen(*spot), 6)
        pygame.draw.aacircle(surface, GOOD_INK, camera.to_screen(*spot), 4)
    far = ((at[0] - corners[-1][0]) ** 2 + (at[1] - corners[-1][1]) ** 2) ** 0.5
    draw_ruler(surface, camera, chips, corners[-1], at, f"{far:.2f}″", GOOD_INK)
