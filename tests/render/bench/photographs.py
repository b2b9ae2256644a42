"""Photographs of tables that never were: drawn through a pinhole camera, with everything that stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path

import pygame

from tests.render.bench.cameras import CORNERS, Camera

GREEN, DARK, WOOD, BLUE, ORANGE, BOX = (
    (92, 112, 82),
    (70, 86, 64),
    (60, 48, 40),
    (40, 90, 150),
    (200, 100, 30),
    (96, 98, 104),
)
FINER = 2

Ring = Sequence[tuple[float, float]]


def photograph(
    path: Path, camera: Camera, models: Sequence[tuple[float, float, float, bool]], blocks: Sequence[tuple[Ring, float]]
) -> Path:
    """A picture of a table with models (x, y, base in mm, blue or not) and blocks (corners and height), to a file.

    What stands up is drawn with its height, so that it leans away from the camera as in a real one.
    """
    picture = _drawn(camera, tuple(models), tuple((tuple(ring), top) for ring, top in blocks))
    pygame.image.save(picture, str(path))
    return path


@lru_cache(maxsize=16)
def _drawn(
    camera: Camera, models: Sequence[tuple[float, float, float, bool]], blocks: Sequence[tuple[Ring, float]]
) -> pygame.Surface:
    size = (camera.size[0] * FINER, camera.size[1] * FINER)
    sheet = pygame.Surface(size)
    sheet.fill(WOOD)

    def put(ring: Ring, z: float, colour: tuple[int, int, int], wide: int = 0) -> None:
        points = [tuple(FINER * v for v in camera.see(x, y, z)) for x, y in ring]
        pygame.draw.polygon(sheet, colour, points, wide)

    put([(x * camera.width, y * camera.depth) for x, y in CORNERS], 0, GREEN)
    for u in range(6, round(camera.width), 6):
        put([(u, 0), (u + 0.1, 0), (u + 0.1, camera.depth), (u, camera.depth)], 0, DARK)
    for v in range(6, round(camera.depth), 6):
        put([(0, v), (camera.width, v), (camera.width, v + 0.1), (0, v + 0.1)], 0, DARK)
    for ring, top in blocks:
        for step in range(13):
            shade = 60 + 3 * step
            put(ring, top * step / 12, (shade, shade, shade + 8))
        put(ring, top, BOX)
    for x, y, mm, blue in models:
        far = mm / 50.8
        for step in range(5):
            put(_disc(x, y, far), 0.12 * step / 4, (25, 25, 28))
        for step in range(9):
            put(_disc(x, y, far * 0.55), 0.12 + 1.2 * step / 8, BLUE if blue else ORANGE)
    return pygame.transform.smoothscale(sheet, camera.size)


def _disc(x: float, y: float, far: float) -> list[tuple[float, float]]:
    return [(x + far * cos(2 * pi * k / 40), y + far * sin(2 * pi * k / 40)) for k in range(40)]
