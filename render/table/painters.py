"""How each kind of terrain is painted on a tile of ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from battlefield.terrain import Floor, Opening, Piece, Wall, wall_length
from battlefield.units import inches
from render.table.patterns import Dot, along, hatching, inset, ring, strewn
from render.theme import GROUND, Color, mix


@dataclass(slots=True)
class Brush:
    """A surface whose top left corner is the spot `left`, `top` in inches, at `ppi` pixels per inch."""

    surface: pygame.Surface
    ppi: float
    left: float
    top: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """What of the table it covers: least x, least y, greatest x, greatest y, in inches."""
        width, height = self.surface.get_size()
        return self.left, self.top - height / self.ppi, self.left + width / self.ppi, self.top

    def at(self, spot: Dot) -> tuple[float, float]:
        """Inches to pixels of the surface."""
        return (spot[0] - self.left) * self.ppi, (self.top - spot[1]) * self.ppi

    def wide(self, width: float, least: int = 2) -> int:
        """A width in inches as pixels, at least `least`."""
        return max(least, round(width * self.ppi))

    def fill(self, spots: Sequence[Dot], color: Color) -> None:
        """Fill a polygon."""
        if len(spots) > 2:
            pygame.draw.polygon(self.surface, color, [self.at(spot) for spot in spots])

    def outline(self, spots: Sequence[Dot], color: Color, width: int) -> None:
        """Draw the edge of a polygon."""
        points = [self.at(spot) for spot in spots]
        if len(points) > 1:
            pygame.draw.lines(self.surface, color, True, points, width)
            if width > 3:
                for point in points:
                    pygame.draw.circle(self.surface, color, point, width / 2)

    def line(self, start: Dot, end: Dot, color: Color, width: int) -> None:
        """Draw a straight line."""
        pygame.draw.line(self.surface, color, self.at(start), self.at(end), width)

    def dot(self, spot: Dot, radius: float, color: Color, least: float = 2.0) -> None:
        """A disc of `radius` inches, at least `least` pixels."""
        pygame.draw.circle(self.surface, color, self.at(spot), max(least, radius * self.ppi))


def paint_piece(brush: Brush, piece: Piece) -> None:
    """Paint a piece as its kind looks, then what its traits add."""
    _painter(piece)(brush, piece)
    if "difficult" in piece.traits:
        for spot in along(piece.outline, 0.42):
            brush.dot(spot, 0.055, GROUND.difficult)
    for part in piece.parts:
        if isinstance(part, Floor):
            _floor(brush, part)
    for part in piece.parts:
        if isinstance(part, Wall):
            _wall(brush, part)
    if "dangerous" in piece.traits:
        for x, y, _ in strewn(piece.outline, 1.5, 0.4):
            _warning(brush, (x, y))


def is_wooded(piece: Piece) -> bool:
    """Whether trees stand on a piece."""
    return any(word in piece.kind for word in ("wood", "forest", "copse", "jungle", "tree"))


def color_of(piece: Piece) -> Color:
    """The colour that stands for a piece where it is not painted: its body in a side view."""
    if not piece.opaque and piece.parts:
        return GROUND.wall
    colors: dict[Callable[[Brush, Piece], None], Color] = {
        _wood: GROUND.wood, _hill: GROUND.hill, _rock: GROUND.rock_light, _crater: GROUND.crater,
        _barricade: GROUND.barricade, _water: GROUND.water, _ruin: GROUND.ruin, _block: GROUND.block,
    }  # fmt: skip
    return colors.get(_painter(piece), GROUND.hill)


def _painter(piece: Piece) -> Callable[[Brush, Piece], None]:
    kinds: tuple[tuple[tuple[str, ...], Callable[[Brush, Piece], None]], ...] = (
        (("hill", "slope"), _hill),
        (("rock", "cliff", "boulder", "impassable"), _rock),
        (("crater",), _crater),
        (("barricade", "fence", "hedge", "low wall", "low-wall", "low_wall", "debris", "barrel", "pipe"), _barricade),
        (("water", "river", "lake", "pond", "swamp", "marsh"), _water),
        (("ruin", "building", "bunker", "wall"), _ruin),
    )
    if is_wooded(piece):
        return _wood
    for words, painter in kinds:
        if any(word in piece.kind for word in words):
            return painter
    if piece.opaque:
        return _block
    return _rock if "impassable" in piece.traits else _field


def _wood(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, GROUND.wood)
    for x, y, noise in strewn(piece.outline, 0.9, 0.15):
        brush.dot((x, y), 0.08 + noise / 3000, mix(GROUND.wood, GROUND.tree, 0.35))
    brush.outline(spots, GROUND.wood_edge, brush.wide(0.07))


def _hill(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, GROUND.hill)
    height = max(0.0, inches(piece.top - piece.bottom))
    for step in range(1, 2 + round(height)):
        for inner in inset(piece.outline, 0.55 * step):
            brush.fill(inner, mix(GROUND.hill, (255, 255, 240), 0.07 * step))
            brush.outline(inner, GROUND.contour, brush.wide(0.035))
    brush.outline(spots, GROUND.contour, brush.wide(0.07))


def _rock(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, GROUND.rock)
    for inner in inset(piece.outline, 0.35, False):
        brush.fill([(x - 0.08, y + 0.08) for x, y in inner], mix(GROUND.rock, GROUND.rock_light, 0.5))
    for inner in inset(piece.outline, 0.8, False):
        brush.fill([(x - 0.16, y + 0.16) for x, y in inner], GROUND.rock_light)
    brush.outline(spots, GROUND.rock_edge, brush.wide(0.09))


def _crater(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, GROUND.crater)
    for inner in inset(piece.outline, 0.3):
        brush.outline(inner, GROUND.crater_rim, brush.wide(0.1))
    for inner in inset(piece.outline, 0.7):
        brush.fill(inner, GROUND.crater_floor)
    brush.outline(spots, GROUND.crater_rim, brush.wide(0.05))


def _barricade(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, GROUND.barricade)
    for start, end in hatching(piece.outline, 0.5):
        brush.line(start, end, mix(GROUND.barricade, GROUND.barricade_edge, 0.55), brush.wide(0.06))
    brush.outline(spots, GROUND.barricade_edge, brush.wide(0.07))


def _water(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, GROUND.water)
    for i in (1, 2):
        for inner in inset(piece.outline, 0.3 * i):
            brush.outline(inner, mix(GROUND.water, (255, 255, 255), 0.3 / i), brush.wide(0.04))
    brush.outline(spots, mix(GROUND.water, (0, 0, 0), 0.4), brush.wide(0.07))


def _ruin(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    if piece.opaque:
        _block(brush, piece)
        return
    brush.fill(spots, GROUND.ruin)
    for x, y, noise in strewn(piece.outline, 0.8, 0.25):
        side = 0.05 + noise / 2500
        tone = mix(GROUND.ruin, GROUND.hatch, 0.5)
        brush.fill([(x - side, y - side / 2), (x, y - side), (x + side, y), (x, y + side)], tone)
    brush.outline(spots, GROUND.hatch, brush.wide(0.05))


def _block(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, mix(GROUND.block, (0, 0, 0), 0.25))
    for inner in inset(piece.outline, 0.22, False):
        brush.fill(inner, mix(GROUND.block, (255, 255, 255), 0.12))
        brush.outline(inner, GROUND.block_edge, brush.wide(0.035))
    brush.outline(spots, GROUND.block_edge, brush.wide(0.09))


def _field(brush: Brush, piece: Piece) -> None:
    spots = ring(piece.outline)
    brush.fill(spots, mix(GROUND.board, GROUND.hill, 0.6))
    brush.outline(spots, GROUND.contour, brush.wide(0.04))


def _floor(brush: Brush, floor: Floor) -> None:
    spots = ring(floor.outline)
    brush.fill(spots, GROUND.floor)
    for start, end in hatching(floor.outline):
        brush.line(start, end, mix(GROUND.floor, GROUND.hatch, 0.6), brush.wide(0.035))
    brush.outline(spots, GROUND.hatch, brush.wide(0.05))


def _wall(brush: Brush, wall: Wall) -> None:
    """A wall with its thickness: dark edge, light face, blue glass where a window is, a gap where a door is."""
    edge = max(2.0, 0.05 * brush.ppi) / brush.ppi
    half = max(inches(wall.thickness) / 2, 3 / brush.ppi)
    length = inches(wall_length(wall))
    if length <= 0:
        return
    brush.fill(_strip(wall, -half, length + half, half), GROUND.wall_edge)
    brush.fill(_strip(wall, -half + edge, length + half - edge, half - edge), GROUND.wall)
    for opening in wall.openings:
        _opening(brush, wall, opening, half, edge)


def _opening(brush: Brush, wall: Wall, opening: Opening, half: float, edge: float) -> None:
    start, end = inches(opening.start), inches(opening.end)
    brush.fill(_strip(wall, start, end, half), GROUND.wall_edge)
    if opening.sill > 0:
        brush.fill(_strip(wall, start + edge, end - edge, half - edge), mix(GROUND.wall, GROUND.wall_edge, 0.35))
        brush.fill(_strip(wall, start + edge, end - edge, max(half * 0.4, edge)), GROUND.opening)
    else:
        brush.fill(_strip(wall, start + edge, end - edge, half + edge), GROUND.floor)


def _strip(wall: Wall, start: float, end: float, half: float) -> list[Dot]:
    """A stretch of the wall between two distances along its line, `half` inches to either side."""
    (ax, ay), (bx, by) = ((inches(x), inches(y)) for x, y in wall.line)
    length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) ** 0.5
    dx, dy = (bx - ax) / length, (by - ay) / length
    corners = ((start, -half), (end, -half), (end, half), (start, half))
    return [(ax + along_it * dx - side * dy, ay + along_it * dy + side * dx) for along_it, side in corners]


def _warning(brush: Brush, spot: Dot) -> None:
    """A small triangle: dangerous ground."""
    x, y = spot
    outer = [(x - 0.2, y - 0.14), (x + 0.2, y - 0.14), (x, y + 0.22)]
    brush.fill(outer, GROUND.difficult)
    brush.fill([(x - 0.12, y - 0.09), (x + 0.12, y - 0.09), (x, y + 0.13)], GROUND.dangerous)
