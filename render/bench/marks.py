"""Strokes that every drawing of sight shares: the line clear, partly hidden or blocked, its marks, hatching, words."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from render.bench.subject import Subject
from render.bench.tracing import OVER, UNDER, Tight
from render.table.patterns import Dot
from render.table.strokes import dashes, line
from render.theme import BACKGROUND, INFORMATION, REFUSED, REFUSED_INK, TEXT, TEXT_QUIET, Color, mix

RED_STRETCH = 36
"""Pixels of a blocked line that are red behind the place where it is blocked; the rest is thin and grey."""


def sight_line(
    surface: pygame.Surface, start: Dot, end: Dot, hidden: float, color: Color = INFORMATION, width: int = 2
) -> None:
    """A line of sight that is free: solid, or dashed where some of the target is hidden."""
    if hidden > 0:
        dashes(surface, start, end, color, width)
    else:
        line(surface, start, end, color, width)


def blocked_line(
    surface: pygame.Surface, start: Dot, stop: Dot | None, end: Dot, color: Color = INFORMATION, width: int = 2
) -> None:
    """A line of sight that is blocked: clear up to `stop`, red from there, then thin and grey; a cross at its end."""
    a, b = pygame.math.Vector2(start), pygame.math.Vector2(end)
    at = a.copy() if stop is None else pygame.math.Vector2(stop)
    line(surface, a, at, color, width)
    line(surface, at, b, mix(TEXT_QUIET, BACKGROUND, 0.25), 1)
    length = at.distance_to(b)
    if length > 0:
        way = (b - at) / length
        across = pygame.math.Vector2(-way.y, way.x)
        line(surface, at, at + way * min(length, RED_STRETCH), REFUSED, 3)
        line(surface, at - across * 8, at + across * 8, REFUSED_INK, 4)
    for arm in ((5, 5), (5, -5)):
        line(surface, b - arm, b + arm, REFUSED_INK, 2)


def dot(surface: pygame.Surface, at: Dot, radius: float, color: Color) -> None:
    """A filled mark on a dark rim."""
    pygame.draw.aacircle(surface, BACKGROUND, at, radius + 1.5)
    pygame.draw.aacircle(surface, color, at, radius)


def eye_mark(surface: pygame.Surface, at: Dot, size: float, open: bool = True) -> None:
    """An eye; a shut one where the look does not start from it."""
    box = pygame.Rect(0, 0, round(size * 2.6), round(size * 1.7))
    box.center = round(at[0]), round(at[1])
    pygame.draw.ellipse(surface, BACKGROUND, box.inflate(2, 2))
    pygame.draw.ellipse(surface, TEXT, box, 0 if open else 1)
    pygame.draw.aacircle(surface, BACKGROUND if open else TEXT_QUIET, at, max(1.5, size * 0.5))


def hatch(surface: pygame.Surface, rect: pygame.Rect, color: Color, gap: int = 5) -> None:
    """Slanting lines over a rectangle."""
    clip = surface.get_clip()
    surface.set_clip(rect.clip(clip))
    for x in range(rect.x - rect.height - rect.x % gap, rect.right, gap):
        pygame.draw.line(surface, color, (x, rect.bottom), (x + rect.height, rect.bottom - rect.height))
    surface.set_clip(clip)


def sheet_polygon(surface: pygame.Surface, points: Sequence[Dot], color: tuple[int, int, int, int]) -> None:
    """A polygon of pixels, filled see-through, within the clip."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = pygame.Rect(int(min(xs)) - 1, int(min(ys)) - 1, int(max(xs) - min(xs)) + 3, int(max(ys) - min(ys)) + 3)
    box = box.clip(surface.get_clip())
    if box.width <= 0 or box.height <= 0:
        return
    sheet = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.polygon(sheet, color, [(x - box.x, y - box.y) for x, y in points])
    surface.blit(sheet, box)


def passing_words(tight: Tight, subject: Subject, *, sides: bool = True) -> str:
    """What a line passes most closely: `0.08″ over Container`; with `sides`, beside it also on which."""
    name, clearance = subject.tag(tight.id).name, f"{tight.clearance:.2f}″"
    if tight.side in (OVER, UNDER):
        return f"{clearance} {tight.side} {name}"
    return f"{clearance} past {name}" + (f", on its {'right' if tight.side == 'left' else 'left'}" if sides else "")
