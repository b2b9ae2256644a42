"""The ground: board, grid and terrain, painted in tiles that are kept until the table or the magnification changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import pygame

from battlefield.table import Board, pieces_in
from battlefield.units import inches
from render.table.camera import Camera
from render.table.painters import Brush, paint_piece
from render.theme import GROUND

TILE = 512
FINER = 2
"""Tiles are painted this many times larger and scaled down, which smooths every edge."""
KEPT = 120


class Ground:
    """Paints boards. One for the window; it remembers the tiles it painted last."""

    def __init__(self) -> None:
        self._tiles: OrderedDict[tuple[Board, float, int, int], pygame.Surface] = OrderedDict()

    def draw(self, surface: pygame.Surface, camera: Camera, board: Board) -> None:
        """Fill the camera's view with the ground."""
        clip = surface.get_clip()
        surface.set_clip(camera.rect.clip(clip))
        surface.fill(GROUND.around)
        left, top = camera.pixel(0, inches(board.depth))
        wide, deep = round(inches(board.width) * camera.ppi), round(inches(board.depth) * camera.ppi)
        shade = pygame.Rect(left, top, wide, deep).inflate(6, 6)
        pygame.draw.rect(surface, GROUND.edge, shade, 3)
        view = camera.rect.clip(pygame.Rect(left, top, wide, deep))
        surface.set_clip(view.clip(clip))
        if view.width > 0 and view.height > 0:
            for row in range((view.top - top) // TILE, (view.bottom - 1 - top) // TILE + 1):
                for column in range((view.left - left) // TILE, (view.right - 1 - left) // TILE + 1):
                    tile = self._tile(board, camera.ppi, column, row)
                    surface.blit(tile, (left + column * TILE, top + row * TILE))
        surface.set_clip(clip)

    def _tile(self, board: Board, ppi: float, column: int, row: int) -> pygame.Surface:
        key = (board, round(ppi, 4), column, row)
        found = self._tiles.get(key)
        if found is not None:
            self._tiles.move_to_end(key)
            return found
        big = pygame.Surface((TILE * FINER, TILE * FINER))
        _paint(Brush(big, ppi * FINER, column * TILE / ppi, inches(board.depth) - row * TILE / ppi), board)
        tile = pygame.transform.smoothscale(big, (TILE, TILE))
        self._tiles[key] = tile.convert() if pygame.display.get_surface() else tile
        if len(self._tiles) > KEPT:
            self._tiles.popitem(last=False)
        return self._tiles[key]


def _paint(brush: Brush, board: Board) -> None:
    """Paint one tile: board, grid, pieces from the lowest to the highest, and the ruler along the edge."""
    brush.surface.fill(GROUND.board)
    width, depth = inches(board.width), inches(board.depth)
    line = max(1, round(brush.ppi * 0.04))
    for x in _steps(width, 12):
        brush.line((x, 0), (x, depth), GROUND.grid, line)
    for y in _steps(depth, 12):
        brush.line((0, y), (width, y), GROUND.grid, line)
    for piece in sorted(pieces_in(board, brush.box, 0.5), key=lambda p: (bool(p.parts), p.opaque, p.top, p.id)):
        paint_piece(brush, piece)
    _edge_ticks(brush, width, depth)


def _edge_ticks(brush: Brush, width: float, depth: float) -> None:
    thin = max(FINER, round(brush.ppi * 0.03))
    for x in _steps(width, 1):
        long = 0.45 if round(x) % 12 == 0 else 0.28 if round(x) % 6 == 0 else 0.16
        brush.line((x, 0), (x, long), GROUND.tick, thin)
        brush.line((x, depth), (x, depth - long), GROUND.tick, thin)
    for y in _steps(depth, 1):
        long = 0.45 if round(y) % 12 == 0 else 0.28 if round(y) % 6 == 0 else 0.16
        brush.line((0, y), (long, y), GROUND.tick, thin)
        brush.line((width, y), (width - long, y), GROUND.tick, thin)


def _steps(length: float, step: int) -> Iterable[int]:
    """The whole steps strictly inside a length."""
    return range(step, int(-(-length // 1)), step)
