"""Where the table lies on the screen. Inches with y upwards on one hand, pixels with y downwards on the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import pygame

FINEST = 400.0
"""The greatest magnification, in pixels per inch."""


@dataclass(frozen=True, slots=True)
class Camera:
    """`ppi` pixels per inch; the spot `x`, `y` (inches) stands in the middle of the view (pixels: left, top, width,
    height); `least` is the smallest magnification allowed and `width`, `depth` the table, in inches."""

    ppi: float
    x: float
    y: float
    view: tuple[int, int, int, int]
    width: float
    depth: float
    least: float = 1.0

    @classmethod
    def fit(cls, width: float, depth: float, view: pygame.Rect, margin: int = 24) -> Camera:
        """The whole table in the middle of the view, at least `margin` pixels from its sides."""
        room_x, room_y = max(1, view.width - 2 * margin), max(1, view.height - 2 * margin)
        ppi = min(room_x / width, room_y / depth)
        return cls(ppi, width / 2, depth / 2, (view.x, view.y, view.width, view.height), width, depth, ppi * 0.5)

    @property
    def rect(self) -> pygame.Rect:
        """The view on the screen."""
        return pygame.Rect(self.view)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the view, in pixels."""
        left, top, width, height = self.view
        return left + width / 2, top + height / 2

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """Inches to pixels."""
        cx, cy = self.middle
        return cx + (x - self.x) * self.ppi, cy - (y - self.y) * self.ppi

    def to_table(self, px: float, py: float) -> tuple[float, float]:
        """Pixels to inches."""
        cx, cy = self.middle
        return self.x + (px - cx) / self.ppi, self.y - (py - cy) / self.ppi

    def spot(self, at: tuple[float, float], half: float) -> pygame.Rect:
        """The pixels round a place, as far as `half` inches to each side."""
        x, y = self.to_screen(*at)
        far = round(half * self.ppi)
        return pygame.Rect(round(x) - far, round(y) - far, 2 * far, 2 * far)

    def points(self, spots: Iterable[Sequence[float]]) -> list[tuple[float, float]]:
        """Many spots in inches to pixels."""
        return [self.to_screen(spot[0], spot[1]) for spot in spots]

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Inches to the nearest whole pixel."""
        px, py = self.to_screen(x, y)
        return round(px), round(py)

    def panned(self, dx: float, dy: float) -> Camera:
        """The table dragged by so many pixels; its nearest part never leaves the middle of the view."""
        return self._held(self.x - dx / self.ppi, self.y + dy / self.ppi)

    def zoomed(self, factor: float, at: tuple[float, float]) -> Camera:
        """Magnified by `factor` about a pixel, which keeps showing the same spot."""
        ppi = min(FINEST, max(self.least, self.ppi * factor))
        x, y = self.to_table(*at)
        cx, cy = self.middle
        return replace(self, ppi=ppi)._held(x - (at[0] - cx) / ppi, y + (at[1] - cy) / ppi)

    def resized(self, view: pygame.Rect) -> Camera:
        """The same spot in the middle of another view."""
        return replace(self, view=(view.x, view.y, view.width, view.height))

    def centred(self, x: float, y: float) -> Camera:
        """Another spot in the middle."""
        return self._held(x, y)

    def _held(self, x: float, y: float) -> Camera:
        return replace(self, x=min(self.width, max(0.0, x)), y=min(self.depth, max(0.0, y)))
