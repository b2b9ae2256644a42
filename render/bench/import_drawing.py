"""What is drawn over a photograph: the table's edges with a grid, what was put down, and clicks not complete yet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pygame

from render.bench.homography import CORNERS, BeyondHorizon, Spot
from render.bench.picture_view import PictureView
from render.bench.plain import SIDES
from render.bench.sketch import Base, Mark, MarkError, Sketch
from render.table.strokes import dashes, line
from render.theme import (
    BACKGROUND,
    FOCUS,
    GOOD_INK,
    INFORMATION,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    Color,
    Theme,
    side_style,
)

GRID = 6
"""Inches between the lines laid over the picture."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sketch drawn over the picture that it was clicked on."""

    surface: pygame.Surface
    theme: Theme
    view: PictureView
    sketch: Sketch

    def table(self, held: int) -> None:
        """The edges and a grid of the table, as they lie in the picture; `held` is the corner in the hand, or -1."""
        sketch, surface = self.sketch, self.surface
        corners = [self.view.to_screen(corner.at) for corner in sketch.corners]
        if not sketch.trouble:
            for x in range(GRID, round(sketch.width), GRID):
                self._ruled((x, 0.0), (x, sketch.depth))
            for y in range(GRID, round(sketch.depth), GRID):
                self._ruled((0.0, y), (sketch.width, y))
        ink = REFUSED_INK if len(corners) == 4 and sketch.trouble else FOCUS
        for a, b in pairwise([*corners, *(corners[:1] if len(corners) == 4 else ())]):
            line(surface, a, b, ink, 2)
        for i, at in enumerate(corners):
            pygame.draw.aacircle(surface, BACKGROUND, at, 9, 4)
            pygame.draw.aacircle(surface, FOCUS, at, 8, 2)
            if i == held or len(corners) == 4:
                self._word(at, CORNERS[i])

    def _ruled(self, a: Spot, b: Spot) -> None:
        """A line of the grid between two spots of the table."""
        found = self.sketch.map()
        start, end = (self.view.to_screen(found.to_picture(spot)) for spot in (a, b))
        pygame.draw.aaline(self.surface, TEXT_QUIET, start, end)

    def _word(self, at: Spot, words: str, ink: Color = TEXT) -> None:
        picture = self.theme.text(words, 12, ink, bold=True)
        place = picture.get_rect(midtop=(round(at[0]), round(at[1]) + 12)).inflate(8, 2)
        self.theme.box(self.surface, place, BACKGROUND, radius=3)
        self.surface.blit(picture, picture.get_rect(center=place.center))

    def marks(self, chosen: str) -> None:
        """Everything that was put down, with its name."""
        if self.sketch.trouble:
            return
        for mark in self.sketch.marks:
            try:
                ring = self.sketch.rim(mark) if isinstance(mark, Base) else [at.at for at in mark.clicks]
            except (MarkError, BeyondHorizon):
                continue
            points = [self.view.to_screen(spot) for spot in ring]
            ink = _ink(mark)
            for a, b in pairwise([*points, points[0]]):
                line(self.surface, a, b, ink, 4 if mark.id == chosen else 2)
            middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
            if isinstance(mark, Base):
                pygame.draw.aacircle(self.surface, ink, middle, 2.5)
            self._word((middle[0], max(y for _, y in points) - 8), mark.name, ink)

    def clicks(self, pointer: tuple[int, int] | None) -> None:
        """The clicks of what is not complete, with a line on to the pointer where one is told."""
        points = [self.view.to_screen(at.at) for at in self.sketch.open]
        for a, b in pairwise(points):
            line(self.surface, a, b, INFORMATION, 2)
        if points and pointer is not None:
            dashes(self.surface, points[-1], pointer, INFORMATION, 1)
        for x, y in points:
            line(self.surface, (x - 6, y), (x + 6, y), FOCUS, 1)
            line(self.surface, (x, y - 6), (x, y + 6), FOCUS, 1)


def _ink(mark: Mark) -> Color:
    if not isinstance(mark, Base):
        return GOOD_INK
    return side_style(next(i for i, side in enumerate(SIDES) if side["id"] == mark.side)).ink
