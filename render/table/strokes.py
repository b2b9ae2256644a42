"""Lines, dashes, veils and chips of text: what overlays are made of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import pygame
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from render.table.camera import Camera
from render.table.patterns import Dot
from render.theme import BACKGROUND, TEXT, Color, Theme

Pixel: TypeAlias = Dot | pygame.math.Vector2


def line(surface: pygame.Surface, start: Pixel, end: Pixel, color: Color, width: int = 2, halo: bool = True) -> None:
    """A smooth line between two pixels, on a dark halo so that it shows on any ground."""
    if halo:
        pygame.draw.aaline(surface, BACKGROUND, start, end, width + 2)
    pygame.draw.aaline(surface, color, start, end, width)


def dashes(
    surface: pygame.Surface,
    start: Pixel,
    end: Pixel,
    color: Color,
    width: int = 2,
    dash: float = 10.0,
    gap: float = 7.0,
    halo: bool = True,
) -> None:
    """A dashed line between two pixels. Only what the clip shows is drawn."""
    clipped = surface.get_clip().inflate(40, 40).clipline(start, end)
    if not clipped:
        return
    a, b = pygame.math.Vector2(start), pygame.math.Vector2(end)
    length = a.distance_to(b)
    if length == 0:
        return
    along = (b - a) / length
    low, high = sorted(
        (pygame.math.Vector2(clipped[0]) - a).dot(along) if i == 0 else (pygame.math.Vector2(clipped[1]) - a).dot(along)
        for i in (0, 1)
    )
    at = max(0.0, low // (dash + gap) * (dash + gap))
    while at < min(length, high):
        line(surface, a + along * at, a + along * min(length, at + dash), color, width, halo)
        at += dash + gap


def dashed_path(
    surface: pygame.Surface, points: Sequence[Pixel], color: Color, width: int, dash: float, gap: float
) -> None:
    """A dashed line through many pixels; dashes run on round the corners."""
    left, on = dash, True
    for start, end in pairwise(points):
        a, b = pygame.math.Vector2(start), pygame.math.Vector2(end)
        length, at = a.distance_to(b), 0.0
        while length - at > 1e-6:
            step = min(left, length - at)
            if on:
                pygame.draw.aaline(
                    surface, color, a.lerp(b, at / length), a.lerp(b, min(1.0, (at + step) / length)), width
                )
            at, left = at + step, left - step
            if left <= 1e-6:
                on = not on
                left = dash if on else gap


def veil(
    surface: pygame.Surface, camera: Camera, ground: BaseGeometry, color: Color, alpha: int, edge: int = 0
) -> None:
    """Ground in inches, filled see-through, with a smooth edge `edge` pixels wide."""
    for part in polygons(ground):
        shell = camera.points(part.exterior.coords)
        holes = [camera.points(hole.coords) for hole in part.interiors]
        _veil(surface, shell, holes, color, alpha)
        if edge:
            for points in (shell, *holes):
                outline(surface, points, color, edge)


def outline(surface: pygame.Surface, points: Sequence[Pixel], color: Color, width: int) -> None:
    """The smooth edge of a ring of pixels."""
    if width == 1:
        pygame.draw.aalines(surface, color, True, points)
        return
    for start, end in zip(points, [*points[1:], points[0]]):
        if start != end:
            pygame.draw.aaline(surface, color, start, end, width)


def polygons(ground: BaseGeometry) -> list[Polygon]:
    """The polygons a shape is made of."""
    if isinstance(ground, Polygon):
        return [] if ground.is_empty else [ground]
    return [inner for part in getattr(ground, "geoms", ()) for inner in polygons(part)]


def _veil(
    surface: pygame.Surface, shell: Sequence[Dot], holes: Sequence[Sequence[Dot]], color: Color, alpha: int
) -> None:
    xs, ys = [x for x, _ in shell], [y for _, y in shell]
    box = pygame.Rect(int(min(xs)) - 1, int(min(ys)) - 1, int(max(xs) - min(xs)) + 3, int(max(ys) - min(ys)) + 3)
    box = box.clip(surface.get_clip())
    if box.width <= 0 or box.height <= 0:
        return
    sheet = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.polygon(sheet, (*color, alpha), [(x - box.x, y - box.y) for x, y in shell])
    for hole in holes:
        if len(hole) > 2:
            pygame.draw.polygon(sheet, (0, 0, 0, 0), [(x - box.x, y - box.y) for x, y in hole])
    surface.blit(sheet, box)


class Chips:
    """Small labels on the table that never cover each other, nor `avoid` where there is room beside it: each takes the
    nearest free place round its spot, and a thin line leads there when that is not next to it."""

    def __init__(self, theme: Theme, view: pygame.Rect, avoid: Sequence[pygame.Rect] = ()) -> None:
        self.theme = theme
        self.view = view
        self.avoid = list(avoid)
        self.taken: list[pygame.Rect] = []

    def put(
        self,
        surface: pygame.Surface,
        at: Pixel,
        words: str,
        color: Color = TEXT,
        fill: Color = BACKGROUND,
        size: int = 13,
    ) -> pygame.Rect:
        """Write words near a pixel and return where they went."""
        theme = self.theme
        words = theme.fit(words, self.view.width - 24, size, bold=True)
        picture = theme.text(words, size, color, bold=True)
        box = pygame.Rect(0, 0, picture.width + theme.px(12), picture.height + theme.px(4))
        place = self._place(box, at)
        self.taken.append(place)
        near = (min(max(at[0], place.left), place.right - 1), min(max(at[1], place.top), place.bottom - 1))
        if pygame.math.Vector2(near).distance_to(at) > theme.px(24):
            line(surface, at, near, color, 1)
        theme.box(surface, place, fill, color, radius=4)
        surface.blit(picture, (place.centerx - picture.width // 2, place.centery - picture.height // 2))
        return place

    def block(self, surface: pygame.Surface, sentences: Sequence[str], size: int = 13) -> pygame.Rect:
        """Write sentences one below the other in the corner of the view where they cover least; returns where.

        Write them before the labels: these then keep out of the way.
        """
        theme, room = self.theme, self.theme.px(12)
        width = min(theme.px(640), self.view.width - 2 * room)
        lines = [line for words in sentences for line in theme.wrap(words, width - 2 * room, size)]
        high = theme.line_height(size)
        widest = max((theme.width(line, size) for line in lines), default=0)
        box = pygame.Rect(0, 0, widest + 2 * room, high * len(lines) + room)
        view = self.view.inflate(-2 * room, -2 * room)
        corners = []
        for corner in ("bottomleft", "bottomright", "topleft", "topright"):
            place = box.copy()
            setattr(place, corner, getattr(view, corner))
            corners.append(place)
        best = min(corners, key=lambda place: len(place.collidelistall(self.avoid + self.taken)))
        self.taken.append(best)
        theme.box(surface, best, BACKGROUND, TEXT, radius=4)
        for n, line in enumerate(lines):
            surface.blit(theme.text(line, size, TEXT), (best.x + room, best.y + room // 2 + n * high))
        return best

    def _place(self, box: pygame.Rect, at: Pixel) -> pygame.Rect:
        gap = self.theme.px(10)
        first = free = None
        for ring in range(6):
            dx, dy = box.width // 2 + gap + ring * gap, box.height // 2 + gap + ring * (box.height + 3)
            for x, y in ((1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0)):
                place = box.copy()
                place.center = round(at[0] + x * dx), round(at[1] + y * dy)
                place = place.clamp(self.view)
                first = first or place
                if place.collidelist(self.taken) < 0:
                    if place.collidelist(self.avoid) < 0:
                        return place
                    free = free or place
        return free or first or box
