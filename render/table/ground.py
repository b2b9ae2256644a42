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
QUICK = 2
"""How many tiles a quick frame paints."""
COARSE = 1600
"""The longer side of the coarse picture, in pixels."""


class Ground:
    """Paints boards. One for the window; it remembers the tiles it painted last.

    `unfinished` after a quick `draw`: some tiles are still coarse, so draw again.
    """

    def __init__(self) -> None:
        self._tiles: OrderedDict[tuple[Board, float, int, int], pygame.Surface] = OrderedDict()
        self._coarse: tuple[Board, pygame.Surface] | None = None
        self.unfinished = False

    def draw(self, surface: pygame.Surface, camera: Camera, board: Board, quick: bool = False) -> None:
        """Fill the camera's view with the ground. With `quick`, paint only some of the tiles that are missing and show
        the rest coarse, so that magnifying never stutters."""
        clip = surface.get_clip()
        surface.set_clip(camera.rect.clip(clip))
        surface.fill(GROUND.around)
        left, top = camera.pixel(0, inches(board.depth))
        wide, deep = round(inches(board.width) * camera.ppi), round(inches(board.depth) * camera.ppi)
        pygame.draw.rect(surface, GROUND.edge, pygame.Rect(left, top, wide, deep).inflate(6, 6), 3)
        view = camera.rect.clip(pygame.Rect(left, top, wide, deep))
        surface.set_clip(view.clip(clip))
        self.unfinished = False
        places = _covering(view.move(-left, -top))
        room = QUICK if quick else len(places)
        for column, row in places:
            tile = self._kept(board, camera.ppi, column, row)
            if tile is None and room <= 0:
                tile, self.unfinished = self._blurred(board, camera.ppi, column, row), True
            elif tile is None:
                tile, room = self._painted(board, camera.ppi, column, row), room - 1
            surface.blit(tile, (left + column * TILE, top + row * TILE))
        surface.set_clip(clip)

    def _kept(self, board: Board, ppi: float, column: int, row: int) -> pygame.Surface | None:
        key = (board, round(ppi, 4), column, row)
        found = self._tiles.get(key)
        if found is not None:
            self._tiles.move_to_end(key)
        return found

    def _painted(self, board: Board, ppi: float, column: int, row: int) -> pygame.Surface:
        big = pygame.Surface((TILE * FINER, TILE * FINER))
        _paint(Brush(big, ppi * FINER, column * TILE / ppi, inches(board.depth) - row * TILE / ppi), board)
        tile = pygame.transform.smoothscale(big, (TILE, TILE))
        self._tiles[(board, round(ppi, 4), column, row)] = tile.convert() if pygame.display.get_surface() else tile
        if len(self._tiles) > KEPT:
            self._tiles.popitem(last=False)
        return tile

    def _blurred(self, board: Board, ppi: float, column: int, row: int) -> pygame.Surface:
        """A tile as a coarse picture of the whole board shows it."""
        width, depth = inches(board.width), inches(board.depth)
        coarse = COARSE / max(width, depth)
        if self._coarse is None or self._coarse[0] != board:
            whole = pygame.Surface((max(1, round(width * coarse)), max(1, round(depth * coarse))))
            _paint(Brush(whole, coarse, 0, depth), board)
            self._coarse = board, whole
        side = TILE / ppi * coarse
        part = pygame.Rect(round(column * side), round(row * side), max(1, round(side)), max(1, round(side)))
        patch = pygame.Surface(part.size)
        patch.blit(self._coarse[1], (0, 0), part)
        return pygame.transform.scale(patch, (TILE, TILE))


def _covering(view: pygame.Rect) -> list[tuple[int, int]]:
    """The columns and rows of the tiles that cover a part of the board in pixels, the middle ones first."""
    if view.width <= 0 or view.height <= 0:
        return []
    columns = range(view.left // TILE, (view.right - 1) // TILE + 1)
    rows = range(view.top // TILE, (view.bottom - 1) // TILE + 1)
    x, y = view.centerx / TILE - 0.5, view.centery / TILE - 0.5
    return sorted(
        ((column, row) for row in rows for column in columns),
        key=lambda tile: (abs(tile[0] - x) + abs(tile[1] - y), tile),
    )


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
    x0, y0, x1, y1 = brush.box
    for x in (x for x in _steps(width, 1) if x0 - 1 < x < x1 + 1):
        brush.line((x, 0), (x, _tick(x)), GROUND.tick, thin)
        brush.line((x, depth), (x, depth - _tick(x)), GROUND.tick, thin)
    for y in (y for y in _steps(depth, 1) if y0 - 1 < y < y1 + 1):
        brush.line((0, y), (_tick(y), y), GROUND.tick, thin)
        brush.line((width, y), (width - _tick(y), y), GROUND.tick, thin)


def _tick(inch: int) -> float:
    """The length of the mark at an inch: longest at each foot, longer at each half."""
    return 0.45 if inch % 12 == 0 else 0.28 if inch % 6 == 0 else 0.16


def _steps(length: float, step: int) -> Iterable[int]:
    """The whole steps strictly inside a length."""
    return range(step, int(-(-length // 1)), step)
