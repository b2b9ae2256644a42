"""Lines of sight on the table: clear, partly hidden or blocked, with the tightest place; several readings at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from battlefield.terrain import area
from render.bench.marks import blocked_line, dot, passing_words, sight_line
from render.bench.shadow import hue_of
from render.bench.subject import Point, Subject
from render.bench.tracing import OVER, UNDER, Tight, stop_of, tightest
from render.table.camera import Camera
from render.table.overlays import draw_rim
from render.table.patterns import Dot
from render.table.strokes import Chips, line, outline, polygons
from render.theme import BACKGROUND, INFORMATION, INFORMATION_INK, REFUSED_INK, TEXT, WARNING_INK, Color, mix

APART = 6
"""Pixels between lines of several readings."""

INKS: tuple[Color, ...] = (INFORMATION, mix(INFORMATION, TEXT, 0.55), mix(INFORMATION, (0, 0x72, 0xB2), 0.75))
WIDTHS = (2, 3, 2)


@dataclass(frozen=True, slots=True)
class Reading:
    """A subject as one edition reads it; `label` is written at the line's end when there are several, `ink` its own."""

    label: str
    subject: Subject
    ink: Color | None = None


@dataclass(frozen=True, slots=True)
class Stroke:
    """Where the line of a reading lies on the screen, and where it is stopped if it is."""

    start: Dot
    end: Dot
    stop: Dot | None


def stroke_of(camera: Camera, subject: Subject, aside: float = 0.0) -> Stroke:
    """The line of a subject in pixels, moved so many pixels to its right."""
    start, end = (pygame.math.Vector2(camera.to_screen(*spot[:2])) for spot in (subject.start, subject.end))
    way = end - start
    shift = pygame.math.Vector2(-way.y, way.x).normalize() * aside if way.length() > 0 else pygame.math.Vector2()
    stop = stop_of(subject)
    at = None if stop is None else pygame.math.Vector2(camera.to_screen(*stop.at[:2])) + shift
    return Stroke(_pair(start + shift), _pair(end + shift), None if at is None else _pair(at))


def draw_lines(surface: pygame.Surface, camera: Camera, chips: Chips, readings: Sequence[Reading]) -> list[Stroke]:
    """Draw the lines of one pair as several editions read them, side by side; returns where they lie.

    Partly hidden ones are dashed and told their share; a tightest place that they share is marked once.
    """
    strokes = []
    told: set[tuple[str, str]] = set()
    for number, reading in enumerate(readings):
        aside = (number - (len(readings) - 1) / 2) * APART
        stroke = stroke_of(camera, reading.subject, aside)
        _draw_stroke(surface, stroke, reading, number)
        strokes.append(stroke)
    for number, (reading, stroke) in enumerate(zip(readings, strokes)):
        tight = tightest(reading.subject)
        if tight is not None and (tight.id, tight.side) not in told:
            told.add((tight.id, tight.side))
            _draw_tight(surface, camera, chips, reading.subject, tight)
        _draw_end(surface, stroke, reading, number)
        _draw_words(surface, chips, stroke, reading, len(readings) > 1)
    return strokes


def draw_blockers(surface: pygame.Surface, camera: Camera, subject: Subject) -> None:
    """Outline everything that hides some of the target, each in the colour of its shadow."""
    bodies = {body.id: body for body in subject.bodies}
    pieces = {piece.id: piece for piece in subject.board.pieces}
    for id in subject.blockers:
        hue = hue_of(subject, id)
        if id in bodies:
            draw_rim(surface, camera, bodies[id].shape, bodies[id].pose, hue, 2, 1)
        elif id in pieces:
            for part in polygons(area(pieces[id])):
                outline(surface, camera.points(part.exterior.coords), BACKGROUND, 4)
                outline(surface, camera.points(part.exterior.coords), hue, 2)


def _pair(at: pygame.math.Vector2) -> Dot:
    return at.x, at.y


def _draw_stroke(surface: pygame.Surface, stroke: Stroke, reading: Reading, number: int) -> None:
    ink, width = reading.ink or INKS[number % len(INKS)], WIDTHS[number % len(WIDTHS)]
    if reading.subject.visible:
        sight_line(surface, stroke.start, stroke.end, reading.subject.hidden, ink, width)
    else:
        blocked_line(surface, stroke.start, stroke.stop, stroke.end, ink, width)


def _draw_end(surface: pygame.Surface, stroke: Stroke, reading: Reading, number: int) -> None:
    """The mark of the witness at the line's end: a disc, a square or a diamond, by reading."""
    if not reading.subject.visible:
        return
    x, y = stroke.end
    ink = reading.ink or INKS[number % len(INKS)]
    if number % 3 == 0:
        dot(surface, stroke.end, 4.5, ink)
        return
    reach = 4.5 if number % 3 == 1 else 6.5
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1)) if number % 3 == 1 else ((0, -1), (1, 0), (0, 1), (-1, 0))
    for grow, color in ((1.5, BACKGROUND), (0.0, ink)):
        pygame.draw.polygon(surface, color, [(x + (reach + grow) * dx, y + (reach + grow) * dy) for dx, dy in corners])


def _draw_words(surface: pygame.Surface, chips: Chips, stroke: Stroke, reading: Reading, several: bool) -> None:
    """How much is hidden from the eye where that looks, or by what it is hidden, and in which reading."""
    subject = reading.subject
    if not subject.visible:
        stop = stop_of(subject)
        words = "hidden" if stop is None else f"hidden by {subject.tag(stop.id).name}"
        if several:
            chips.put(surface, stroke.end, f"{reading.label} ✕", REFUSED_INK)
        else:
            chips.put(surface, stroke.stop or stroke.end, words, REFUSED_INK)
        return
    of_eye = subject.hidden > 0 and not subject.whole
    percent = f"{min(99, max(1, round(100 * subject.hidden)))} %" if of_eye else ""
    if several:
        chips.put(surface, stroke.end, f"{reading.label} {percent or '✓'}", INFORMATION_INK)
    elif percent:
        middle = (stroke.start[0] + stroke.end[0]) / 2, (stroke.start[1] + stroke.end[1]) / 2
        chips.put(surface, middle, f"{percent} hidden", INFORMATION_INK)


def _draw_tight(surface: pygame.Surface, camera: Camera, chips: Chips, subject: Subject, tight: Tight) -> None:
    """A tick from the line to what it passes most closely; over and under it, a bar across the line."""
    at, edge = (pygame.math.Vector2(camera.to_screen(*spot[:2])) for spot in (tight.at, tight.edge))
    if tight.side in (OVER, UNDER):
        across = _across(camera, subject.start, subject.end) * 6
        line(surface, at - across, at + across, WARNING_INK, 3)
    else:
        line(surface, at, edge, WARNING_INK, 2)
        dot(surface, _pair(edge), 3, WARNING_INK)
    chips.put(surface, at, passing_words(tight, subject), WARNING_INK, size=12)


def _across(camera: Camera, start: Point, end: Point) -> pygame.math.Vector2:
    way = pygame.math.Vector2(camera.to_screen(*end[:2])) - pygame.math.Vector2(camera.to_screen(*start[:2]))
    return pygame.math.Vector2(-way.y, way.x).normalize() if way.length() > 0 else pygame.math.Vector2(0, 1)
