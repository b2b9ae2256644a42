"""A photograph straightened, to lie under the table."""

from __future__ import annotations

import numpy as np
import pygame

from battlefield.table import Board
from battlefield.terrain import area
from render.bench.homography import Homography
from render.table.camera import Camera
from render.table.strokes import outline as ring_line
from render.theme import TEXT

MOST = 1920
"""The longer side of a straightened picture, in pixels."""

BAND = 64
"""Rows straightened at a time, which keeps the memory they need small."""


class Backdrop:
    """A straightened photograph of a table; `opacity` 0..1 is how much of the ground it covers."""

    def __init__(self, picture: pygame.Surface, width: float, depth: float, opacity: float = 0.8) -> None:
        self.picture, self.width, self.depth, self.opacity = picture, width, depth, opacity
        self._kept: tuple[tuple[object, ...], pygame.Surface] | None = None

    def draw(self, surface: pygame.Surface, camera: Camera, board: Board) -> None:
        """Lay it over the ground of the table, within the view, and draw the outlines of the terrain on it again."""
        if self.opacity <= 0:
            return
        left, top = camera.to_screen(0, self.depth)
        right, bottom = camera.to_screen(self.width, 0)
        view = camera.rect
        seen = view.clip(pygame.Rect(round(left), round(top), round(right - left), round(bottom - top)))
        if seen.width <= 0 or seen.height <= 0:
            return
        key = (tuple(seen), left, top, right, bottom)
        if self._kept is None or self._kept[0] != key:
            self._kept = key, self._scaled(seen, (left, top, right - left, bottom - top))
        shown = self._kept[1]
        shown.set_alpha(round(255 * min(1.0, self.opacity)))
        clip = surface.get_clip()
        surface.set_clip(view.clip(clip))
        surface.blit(shown, seen)
        for piece in board.pieces:
            ring_line(surface, camera.points(area(piece).exterior.coords), TEXT, 1)
        surface.set_clip(clip)

    def _scaled(self, seen: pygame.Rect, whole: tuple[float, float, float, float]) -> pygame.Surface:
        """The part of the picture that is seen, at the size of the screen."""
        left, top, wide, high = whole
        w, h = self.picture.get_size()
        part = pygame.Rect(
            int((seen.x - left) / wide * w), int((seen.y - top) / high * h),
            max(1, round(seen.width / wide * w)), max(1, round(seen.height / high * h)),
        ).clip(self.picture.get_rect())  # fmt: skip
        return pygame.transform.smoothscale(self.picture.subsurface(part), seen.size)


def straightened(picture: pygame.Surface, found: Homography, most: int = MOST) -> pygame.Surface:
    """The table of a photograph as seen from straight above, its far edge on top; what the picture lacks is grey."""
    scale = min(most / max(found.width, found.depth), _finest(found) * 1.2)
    size = max(2, round(found.width * scale)), max(2, round(found.depth * scale))
    source = pygame.surfarray.array3d(picture)
    made = np.full((*size, 3), 128, dtype=np.uint8)
    xs = (np.arange(size[0]) + 0.5) / size[0] * found.width
    for first in range(0, size[1], BAND):
        rows = np.arange(first, min(size[1], first + BAND))
        ys = (1 - (rows + 0.5) / size[1]) * found.depth
        spots = np.stack([*np.meshgrid(xs, ys, indexing="ij"), np.ones((size[0], len(rows)))], axis=-1)
        there = spots @ found.inverse.T
        x, y = there[..., 0] / there[..., 2] - 0.5, there[..., 1] / there[..., 2] - 0.5
        made[:, rows] = _between(source, x, y)
    return pygame.surfarray.make_surface(made)


def _finest(found: Homography) -> float:
    """The most pixels of the picture that an inch of the table has at its corners and its middle."""
    middle = found.to_picture((found.width / 2, found.depth / 2))
    slopes = [found.jacobian(at) for at in (*found.corners, middle)]
    return float(max(1 / np.sqrt(abs(np.linalg.det(slope))) for slope in slopes))


def _between(source: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The colours at spots between pixels, mixed from the four around each; grey outside the picture."""
    wide, high = source.shape[:2]
    inside = (x > -1) & (x < wide) & (y > -1) & (y < high)
    x, y = np.clip(x, 0, wide - 1), np.clip(y, 0, high - 1)
    left, top = np.minimum(x.astype(int), wide - 2), np.minimum(y.astype(int), high - 2)
    u, v = (x - left)[..., None], (y - top)[..., None]
    upper = source[left, top] * (1 - u) + source[left + 1, top] * u
    lower = source[left, top + 1] * (1 - u) + source[left + 1, top + 1] * u
    mixed = upper * (1 - v) + lower * v
    return np.where(inside[..., None], np.round(mixed), 128).astype(np.uint8)
