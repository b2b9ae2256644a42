"""Everything that stands on the ground: trees, objectives, marks of the fallen, models and what is written on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pygame

from battlefield.shapes import outline, reach
from battlefield.table import Board, bounds
from battlefield.units import inches
from render.scene import Figure, Goal, Scene
from render.table.camera import Camera
from render.table.painters import is_wooded
from render.table.patterns import strewn
from render.table.sprites import Canvas, Sprites, across
from render.theme import BACKGROUND, GROUND, TEXT, TEXT_QUIET, mix, side_style

Blits = list[tuple[pygame.Surface, tuple[int, int]]]

TREE_GAP = 1.7
CLEARING = 0.5
"""How near a base, in inches, a tree gives way."""


def draw_figures(
    surface: pygame.Surface,
    camera: Camera,
    scene: Scene,
    sprites: Sprites,
    selected: Collection[str] = (),
    hidden: Collection[str] = (),
) -> None:
    """Draw the fallen, then the models from the lowest up; `selected` get rings, `hidden` are left out (dragged)."""
    blits: Blits = []
    for mark in scene.fallen:
        _centre(blits, sprites.casualty(mark.shape, mark.side, camera.ppi), camera.pixel(*mark.pose.xy))
    shown = [f for f in scene.figures.values() if f.id not in hidden and _in_view(camera, f)]
    shown.sort(key=lambda f: (f.pose.z, f.id))
    for figure in shown:
        if figure.id in selected:
            _centre(blits, sprites.rings(figure.shape, figure.pose, camera.ppi), camera.pixel(*figure.pose.xy))
    for figure in shown:
        _figure(blits, camera, figure, sprites)
    _banners(blits, camera, scene, shown, sprites)
    surface.fblits(blits)


def draw_ghost(surface: pygame.Surface, camera: Camera, figure: Figure, sprites: Sprites) -> None:
    """Draw a model as a ghost: where it would stand."""
    picture = sprites.base(figure.shape, figure.pose, figure.side, camera.ppi, ghost=True)
    blits: Blits = []
    _centre(blits, picture, camera.pixel(*figure.pose.xy))
    surface.fblits(blits)


def draw_trees(surface: pygame.Surface, camera: Camera, board: Board, scene: Scene, sprites: Sprites) -> None:
    """Draw the crowns of the woods; those near a model give way to a small stump."""
    standing = [(*f.pose.xy, reach(f.shape) + CLEARING) for f in scene.figures.values()]
    blits: Blits = []
    for piece in board.pieces:
        if not is_wooded(piece):
            continue
        x0, y0, x1, y1 = bounds(piece)
        close = [(a, b, r) for a, b, r in standing if x0 - r < a < x1 + r and y0 - r < b < y1 + r]
        for x, y, noise in strewn(piece.outline, TREE_GAP, 0.45):
            radius = 0.42 + noise / 255 * 0.3
            near = any((x - a) * (x - a) + (y - b) * (y - b) < (radius + r) * (radius + r) for a, b, r in close)
            size = camera.ppi * (0.12 if near else radius)
            _centre(blits, sprites.tree(max(2.0, size), _tree), camera.pixel(x, y))
    surface.fblits(blits)


def draw_goals(surface: pygame.Surface, camera: Camera, goals: Mapping[str, Goal], sprites: Sprites) -> None:
    """Draw the objectives: a numbered ring in the holder's colour, dashed for a side with dashed rings."""
    theme = sprites.theme
    radius = max(theme.px(11), round(0.8 * camera.ppi))
    for goal in goals.values():
        at = camera.pixel(*goal.pose.xy)
        style = side_style(goal.holder) if goal.holder is not None else None
        pygame.draw.aacircle(surface, BACKGROUND, at, radius + 2)
        pygame.draw.aacircle(surface, style.rim if style else TEXT_QUIET, at, radius)
        if style and style.dashed:
            for i in range(8):
                arm = pygame.math.Vector2(radius, 0).rotate(i * 45 + 11)
                pygame.draw.line(surface, BACKGROUND, at, (at[0] + arm.x, at[1] + arm.y), max(2, radius // 5))
        pygame.draw.aacircle(
            surface, style.body if style else mix(BACKGROUND, TEXT, 0.12), at, radius - max(3, radius // 4)
        )
        words = theme.text(str(goal.number), min(28, round(radius * 0.9 / theme.scale)), TEXT, bold=True)
        surface.blit(words, (at[0] - words.width // 2, at[1] - words.height // 2))


def draw_edge_numbers(surface: pygame.Surface, camera: Camera, board: Board, sprites: Sprites) -> None:
    """Write every twelfth inch beside the table, where there is room for it."""
    theme, width, depth = sprites.theme, inches(board.width), inches(board.depth)
    clip = surface.get_clip()
    surface.set_clip(camera.rect.clip(clip))
    for x in range(0, int(width) + 1, 12):
        words = theme.text(str(x), 11, TEXT_QUIET)
        px, py = camera.pixel(x, 0)
        surface.blit(words, (px - words.width // 2, py + 5))
    for y in range(12, int(depth) + 1, 12):
        words = theme.text(str(y), 11, TEXT_QUIET)
        px, py = camera.pixel(0, y)
        surface.blit(words, (px - words.width - 6, py - words.height // 2))
    surface.set_clip(clip)


def _figure(blits: Blits, camera: Camera, figure: Figure, sprites: Sprites) -> None:
    at = camera.pixel(*figure.pose.xy)
    _centre(blits, sprites.base(figure.shape, figure.pose, figure.side, camera.ppi), at)
    size = across(figure.shape, camera.ppi)
    letter = sprites.letter(figure.letter, size)
    pips = sprites.pips(figure.wounds, figure.lost) if figure.wounds > 1 else None
    if letter is not None:
        _centre(blits, letter, at if pips is None else (at[0], at[1] - round(pips.height * 0.3)))
    if pips is not None:
        _centre(blits, pips, (at[0], at[1] + round(size / 2)))
    if figure.riders:
        aboard = sprites.riders(figure.riders, figure.side)
        _centre(blits, aboard, (at[0] + round(size / 2), at[1] - round(size / 2)))


def _banners(blits: Blits, camera: Camera, scene: Scene, shown: list[Figure], sprites: Sprites) -> None:
    """The badges of each unit in a row over its first model."""
    first: dict[str, Figure] = {}
    for figure in sorted(shown, key=lambda f: f.id):
        first.setdefault(figure.unit, figure)
    for unit, figure in first.items():
        banner = scene.banners.get(unit)
        if banner is None or not banner.badges:
            continue
        pictures = [sprites.badge(badge) for badge in banner.badges]
        width = sum(picture.width + 1 for picture in pictures)
        x, y = camera.pixel(*figure.pose.xy)
        top = camera.to_screen(0, outline(figure.shape, figure.pose).bounds[3])[1]
        x, y = x - width // 2, round(top) - pictures[0].height + 3
        for picture in pictures:
            blits.append((picture, (x, y)))
            x += picture.width + 1


def _in_view(camera: Camera, figure: Figure) -> bool:
    span = 2 * round(reach(figure.shape) * camera.ppi) + 40
    return camera.rect.inflate(span, span).collidepoint(camera.pixel(*figure.pose.xy))


def _centre(blits: Blits, picture: pygame.Surface, at: tuple[int, int]) -> None:
    blits.append((picture, (at[0] - picture.width // 2, at[1] - picture.height // 2)))


def _tree(radius: float) -> pygame.Surface:
    canvas = Canvas(radius * 1.15, GROUND.tree)
    canvas.disc((radius * 0.1, -radius * 0.12), radius, (*mix(GROUND.wood_edge, (0, 0, 0), 0.45), 120))
    canvas.disc((0, 0), radius, (*GROUND.tree, 235))
    canvas.disc((-radius * 0.22, radius * 0.25), radius * 0.55, (*GROUND.tree_light, 235))
    return canvas.picture()
