"""What is laid over the table: ruler, ranges, paths, coherency, sight lines, templates, targets and refusals.

Spots are in inches. Colour always comes with a shape or a word: solid, dashed, crossed out, or a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame
from shapely import LineString, Polygon

from battlefield.pose import Pose
from battlefield.shapes import Round, Shape, outline, reach
from render.table.camera import Camera
from render.table.patterns import Dot
from render.table.strokes import Chips, Pixel, dashed_path, dashes, line, veil
from render.table.strokes import outline as ring_line
from render.theme import (
    BACKGROUND,
    GOOD,
    INFORMATION,
    REFUSED,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    WARNING,
    Color,
    mix,
)


@dataclass(frozen=True, slots=True)
class Sightline:
    """A line from eye to target: `hidden` is the hidden share 0..1, `blocked_at` the spot where it is blocked."""

    start: Dot
    end: Dot
    hidden: float = 0.0
    blocked_at: Dot | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Two models of a unit and whether they are near enough to each other."""

    start: Dot
    end: Dot
    whole: bool


def draw_ruler(
    surface: pygame.Surface,
    camera: Camera,
    chips: Chips,
    start: Dot,
    end: Dot,
    words: str | None = None,
    color: Color = TEXT,
) -> None:
    """A measuring line with a tick each inch and, at its end, the length with one decimal (or other words)."""
    a, b = pygame.math.Vector2(camera.to_screen(*start)), pygame.math.Vector2(camera.to_screen(*end))
    length = a.distance_to(b) / camera.ppi
    line(surface, a, b, color)
    if length > 0:
        along = (b - a) / (length * camera.ppi)
        across = pygame.math.Vector2(-along.y, along.x)
        every = 1 if camera.ppi >= 9 else 6
        for inch in range(every, int(length) + 1, every):
            at, half = a + along * inch * camera.ppi, 7 if inch % 6 == 0 else 4
            line(surface, at - across * half, at + across * half, color, 1)
    for spot in (a, b):
        pygame.draw.aacircle(surface, BACKGROUND, spot, 5)
        pygame.draw.aacircle(surface, color, spot, 3.5)
    chips.put(surface, b, words if words is not None else f"{length:.1f}″", color)


def draw_range(
    surface: pygame.Surface,
    camera: Camera,
    chips: Chips,
    shape: Shape,
    pose: Pose,
    distance: float,
    color: Color = INFORMATION,
    words: str | None = None,
    half: bool = False,
) -> None:
    """The line `distance` inches from a base all round; with `half` also the dotted one at half of it."""
    for far, dotted in ((distance, False), (distance / 2, True)) if half else ((distance, False),):
        edge = outline(shape, pose).buffer(far, quad_segs=24).exterior
        points = camera.points(edge.coords)
        if dotted:
            dashed_path(surface, points, color, 2, 2.5, 6)
        else:
            ring_line(surface, points, BACKGROUND, 3)
            ring_line(surface, points, color, 2)
        label = f"{far:g}″ half" if dotted else words or f"{far:g}″"
        x, y = edge.interpolate(0.25 if dotted else 0.125, normalized=True).coords[0]
        chips.put(surface, camera.to_screen(x, y), label, color, size=12)


def draw_path(
    surface: pygame.Surface,
    camera: Camera,
    chips: Chips,
    shape: Shape,
    spots: Sequence[Dot],
    limit: float,
    color: Color = GOOD,
) -> None:
    """The way of a model as a ribbon as wide as its base; beyond `limit` inches it is red, and the length is told."""
    way = LineString(spots) if len(spots) > 1 else None
    if way is None or way.length == 0:
        return
    half = reach(shape)
    good, bad = split_way(spots, limit)
    over = bool(bad)
    if len(good) > 1:
        veil(surface, camera, LineString(good).buffer(half), color, 70, edge=1)
    if over:
        beyond, within = LineString(bad).buffer(half), LineString(good if len(good) > 1 else [])
        veil(surface, camera, beyond.difference(within.buffer(half)), REFUSED, 95, edge=2)
    for points, ink in ((good, color), (bad, REFUSED_INK)):
        for start, end in pairwise(points):
            line(surface, camera.to_screen(*start), camera.to_screen(*end), ink)
    for spot in spots[1:-1]:
        pygame.draw.aacircle(surface, TEXT, camera.to_screen(*spot), 3)
    words = f"{way.length:.1f} of {limit:g}″" if not over else f"{way.length - limit:.1f}″ too far"
    chips.put(surface, camera.to_screen(*spots[-1]), words, REFUSED_INK if over else TEXT)


def draw_links(surface: pygame.Surface, camera: Camera, links: Iterable[Link]) -> None:
    """Coherency: thin links between models, broken ones red with a cross in the middle."""
    for link in links:
        a, b = camera.to_screen(*link.start), camera.to_screen(*link.end)
        if link.whole:
            line(surface, a, b, mix(GOOD, TEXT, 0.35), 1)
        else:
            dashes(surface, a, b, REFUSED_INK, 2, 6, 5)
            _cross(surface, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), 5, REFUSED_INK)


def draw_sight(
    surface: pygame.Surface, camera: Camera, chips: Chips, sight: Sightline, words: str | None = None
) -> None:
    """A sight line: solid when clear, dashed with the hidden share when partly hidden, red where it is blocked.

    Empty `words` keep it silent.
    """
    a, b = camera.to_screen(*sight.start), camera.to_screen(*sight.end)
    if sight.blocked_at is not None:
        stop = camera.to_screen(*sight.blocked_at)
        line(surface, a, stop, INFORMATION, 2)
        line(surface, stop, b, mix(TEXT_QUIET, BACKGROUND, 0.25), 1)
        _blocked_from(surface, stop, b)
        if words:
            chips.put(surface, stop, words, REFUSED_INK)
        return
    if sight.hidden > 0:
        dashes(surface, a, b, INFORMATION, 2)
        percent = min(99, max(1, round(sight.hidden * 100)))
        words = f"{percent} % hidden" if words is None else words
    else:
        line(surface, a, b, INFORMATION, 2)
    if words:
        chips.put(surface, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), words, INFORMATION)
    pygame.draw.aacircle(surface, BACKGROUND, b, 5)
    pygame.draw.aacircle(surface, INFORMATION, b, 4)


def draw_template(
    surface: pygame.Surface,
    camera: Camera,
    chips: Chips,
    ground: Polygon,
    count: int | None,
    pointer: Dot,
    color: Color = WARNING,
) -> None:
    """A template, see-through, with the number of models under it at `pointer`."""
    veil(surface, camera, ground, color, 80, edge=2)
    if count is not None:
        words = "1 model" if count == 1 else f"{count} models"
        chips.put(surface, camera.to_screen(*pointer), words, color)


def draw_target(surface: pygame.Surface, camera: Camera, shape: Shape, pose: Pose, color: Color = WARNING) -> None:
    """Light up a model: a bright edge and four corner marks that point at it."""
    ground = outline(shape, pose)
    ring_line(surface, camera.points(ground.buffer(3 / camera.ppi).exterior.coords), color, 2)
    x, y = camera.to_screen(*pose.xy)
    far = reach(shape) * camera.ppi + 5
    for turn in (45, 135, 225, 315):
        arm = pygame.math.Vector2(1, 0).rotate(turn)
        side = pygame.math.Vector2(-arm.y, arm.x)
        tip = pygame.math.Vector2(x, y) + arm * far
        spots = [tip, tip + arm * 8 + side * 4.5, tip + arm * 8 - side * 4.5]
        pygame.draw.polygon(surface, color, spots)
        pygame.draw.aalines(surface, BACKGROUND, True, spots)


def draw_rim(
    surface: pygame.Surface, camera: Camera, shape: Shape, pose: Pose, color: Color, width: int = 2, grow: float = 0.0
) -> None:
    """A smooth line round a base, `grow` pixels outside its edge."""
    if isinstance(shape, Round):
        radius = reach(shape) * camera.ppi + grow + width / 2
        pygame.draw.aacircle(surface, color, camera.to_screen(*pose.xy), radius, width)
        return
    edge = outline(shape, pose).buffer(grow / camera.ppi).exterior
    ring_line(surface, camera.points(edge.coords), color, width)


def draw_refusal(surface: pygame.Surface, camera: Camera, chips: Chips, at: Dot, words: str) -> None:
    """A red mark at the place where something is not allowed, with what and why."""
    draw_mark(surface, camera, at)
    chips.put(surface, camera.to_screen(*at), words, REFUSED_INK)


def draw_mark(surface: pygame.Surface, camera: Camera, at: Dot) -> None:
    """A red mark at a place."""
    spot = camera.to_screen(*at)
    pygame.draw.aacircle(surface, TEXT, spot, 11)
    pygame.draw.aacircle(surface, REFUSED, spot, 10)
    for ends in (((-4, -4), (4, 4)), ((-4, 4), (4, -4))):
        (ax, ay), (bx, by) = ends
        pygame.draw.aaline(surface, TEXT, (spot[0] + ax, spot[1] + ay), (spot[0] + bx, spot[1] + by), 3)


def split_way(spots: Sequence[Dot], limit: float) -> tuple[list[Dot], list[Dot]]:
    """A way cut after `limit` inches: the part within and the part beyond, which is empty if there is none."""
    good: list[Dot] = [spots[0]]
    bad: list[Dot] = []
    gone = 0.0
    for start, end in pairwise(spots):
        step = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        if bad:
            bad.append(end)
        elif gone + step <= limit + 1e-4:
            good.append(end)
        else:
            share = max(0.0, limit - gone) / step
            cut = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            good, bad = [*good, cut] if share > 0 else good, [cut, end]
        gone += step
    return good, bad


def _blocked_from(surface: pygame.Surface, stop: Pixel, end: Pixel) -> None:
    """The bar across the line where it is blocked, and a short red stretch behind it."""
    a, b = pygame.math.Vector2(stop), pygame.math.Vector2(end)
    length = a.distance_to(b)
    if length > 0:
        along = (b - a) / length
        across = pygame.math.Vector2(-along.y, along.x)
        line(surface, a, a + along * min(length, 36), REFUSED, 3)
        line(surface, a - across * 8, a + across * 8, REFUSED_INK, 4)
    _cross(surface, end, 5, REFUSED_INK)


def _cross(surface: pygame.Surface, at: Pixel, arm: float, color: Color) -> None:
    x, y = at
    line(surface, (x - arm, y - arm), (x + arm, y + arm), color, 2)
    line(surface, (x - arm, y + arm), (x + arm, y - arm), color, 2)
