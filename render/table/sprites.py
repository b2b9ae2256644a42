"""Models as pictures: painted large, scaled down once, kept, and put on the table in one go."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import pygame
from shapely import Polygon

from battlefield.pose import Pose
from battlefield.shapes import Hull, Round, Shape, footprint, outline, reach
from battlefield.units import DEGREE
from render.scene import Badge
from render.table.badges import paint_badge
from render.table.patterns import Dot
from render.theme import BACKGROUND, FOCUS, REFUSED, TEXT, Color, Theme, mix, side_style

Ink: TypeAlias = Color | tuple[int, int, int, int]

FINER = 4
"""Signs are painted this many times larger than they are shown."""
TURN_STEP = 3
"""Facings are drawn to the nearest so many degrees."""
DASHES = 10
"""How many dashes the broken ring of a side has."""


class Sprites:
    """The pictures of models at one magnification after another; the ones longest unused are forgotten."""

    def __init__(self, theme: Theme, kept: int = 3000) -> None:
        self.theme = theme
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._room = kept

    def base(self, shape: Shape, pose: Pose, side: int, ppi: float, ghost: bool = False) -> pygame.Surface:
        """A base with rim and facing notch; its centre is the centre of the picture."""
        facing = _rounded(pose.facing)
        key = ("base", shape, facing, side, round(ppi, 3), ghost)

        def paint() -> pygame.Surface:
            return _base(shape, facing, side, ppi, ghost)

        return self._get(key, paint)

    def rings(self, shape: Shape, pose: Pose, ppi: float, color: Color = FOCUS) -> pygame.Surface:
        """The bright double ring round a selected base."""
        facing = 0 if isinstance(shape, Round) else _rounded(pose.facing)
        key = ("rings", shape, facing, round(ppi, 3), color)
        return self._get(key, lambda: _rings(shape, facing, ppi, color))

    def pips(self, wounds: int, lost: int) -> pygame.Surface:
        """The wounds of a model as a row of pips, those lost hollow red; from 7 wounds on as a bar with a number."""
        key = ("pips", wounds, lost, self.theme.scale)
        return self._get(key, lambda: _pips(self.theme, wounds, lost))

    def riders(self, count: int, side: int) -> pygame.Surface:
        """How many models are aboard another: a little crowd and their number in a pill."""
        key = ("riders", count, side, self.theme.scale)
        return self._get(key, lambda: _riders(self.theme, count, side))

    def badge(self, badge: Badge) -> pygame.Surface:
        """A state badge, 14 pixels at scale 1."""
        size = max(14, self.theme.px(14))
        return self._get(("badge", badge, size), lambda: paint_badge(badge, size))

    def casualty(self, shape: Shape, side: int, ppi: float) -> pygame.Surface:
        """The mark where a model was lost."""
        return self._get(("casualty", shape, side, round(ppi, 3)), lambda: _casualty(shape, side, ppi))

    def letter(self, words: str, height: float) -> pygame.Surface | None:
        """A unit letter that fits a base `height` pixels across, or None when there is no room to read one."""
        size = min(30, round(height * (0.56 if len(words) == 1 else 0.42) / self.theme.scale))
        if size * self.theme.scale < 7:
            return None
        return self.theme.text(words, size, TEXT, bold=True)

    def tree(self, radius: float, paint: Callable[[float], pygame.Surface]) -> pygame.Surface:
        """A tree crown of a radius in pixels, painted by `paint`."""
        return self._get(("tree", round(radius, 1)), lambda: paint(round(radius, 1)))

    def _get(self, key: tuple[object, ...], paint: Callable[[], pygame.Surface]) -> pygame.Surface:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        picture = paint()
        self._kept[key] = picture.convert_alpha() if pygame.display.get_surface() else picture
        if len(self._kept) > self._room:
            self._kept.popitem(last=False)
        return self._kept[key]


def across(shape: Shape, ppi: float) -> float:
    """The narrow side of a shape on the screen, in pixels: the room for a letter."""
    return _narrow(shape) * ppi


@lru_cache(maxsize=1024)
def _narrow(shape: Shape) -> float:
    x0, y0, x1, y1 = footprint(shape).bounds
    return min(x1 - x0, y1 - y0)


class Canvas:
    """A clear square painted larger than it will be shown; spots are pixels of the picture round its middle, y up.

    Clear pixels carry the colour `behind`, so that scaling down leaves no dark fringe. Small pictures are painted four
    times as large, big ones, whose edges matter less, twice.
    """

    def __init__(self, half: float, behind: Color) -> None:
        self.half = int(half) + 2
        self.finer = 4 if half < 24 else 3 if half < 60 else 2
        self.surface = pygame.Surface((2 * self.half * self.finer,) * 2, pygame.SRCALPHA)
        self.surface.fill((*behind, 0))

    def at(self, spot: Dot) -> Dot:
        """A spot as pixels of the large surface."""
        return (self.half + spot[0]) * self.finer, (self.half - spot[1]) * self.finer

    def fill(self, spots: Sequence[Dot], color: Ink) -> None:
        """Fill a polygon; clear colours erase."""
        if len(spots) > 2:
            pygame.draw.polygon(self.surface, color, [self.at(spot) for spot in spots])

    def line(self, spots: Sequence[Dot], color: Ink, width: float, closed: bool = False) -> None:
        """Draw a line through spots."""
        pygame.draw.lines(
            self.surface, color, closed, [self.at(spot) for spot in spots], max(1, round(width * self.finer))
        )

    def disc(self, spot: Dot, radius: float, color: Ink) -> None:
        """Fill a circle."""
        pygame.draw.circle(self.surface, color, self.at(spot), radius * self.finer)

    def base(self, shape: Shape, facing: int, ppi: float, grow: float, color: Ink) -> None:
        """Fill a base grown by `grow` pixels."""
        if isinstance(shape, Round):
            self.disc((0, 0), max(0.0, reach(shape) * ppi + grow), color)
            return
        for ring in _grown(shape, facing, round(grow / ppi, 4)):
            self.fill([(x * ppi, y * ppi) for x, y in ring], color)

    def picture(self) -> pygame.Surface:
        """What was painted, at its final size."""
        return pygame.transform.smoothscale(self.surface, (2 * self.half, 2 * self.half))


@lru_cache(maxsize=8192)
def _grown(shape: Shape, facing: int, grow: float) -> tuple[tuple[Dot, ...], ...]:
    """The outline of a turned base grown by some inches; nothing when it shrinks away."""
    ground = outline(shape, Pose(0, 0, 0, facing * DEGREE)).buffer(grow, join_style="mitre")
    parts = getattr(ground, "geoms", [ground])
    return tuple(tuple((x, y) for x, y in part.exterior.coords[:-1]) for part in parts if not part.is_empty)


def _rounded(facing: int) -> int:
    return round(facing / DEGREE / TURN_STEP) * TURN_STEP % 360


def _base(shape: Shape, facing: int, side: int, ppi: float, ghost: bool) -> pygame.Surface:
    style, size = side_style(side), across(shape, ppi)
    canvas = Canvas(reach(shape) * ppi, BACKGROUND)
    rim, edge = max(2.2, size * 0.11), min(0.9, size * 0.04)
    canvas.base(shape, facing, ppi, 0, BACKGROUND)
    canvas.base(shape, facing, ppi, -edge, mix(style.rim, BACKGROUND, 0.72) if style.dashed else style.rim)
    if style.dashed:
        _dashes(canvas, shape, facing, ppi, edge, style.rim)
    canvas.base(shape, facing, ppi, -rim, BACKGROUND)
    canvas.base(shape, facing, ppi, -rim - 0.8, style.body)
    _notch(canvas, shape, facing, ppi, rim)
    picture = canvas.picture()
    if ghost:
        picture.set_alpha(130)
    return picture


def _dashes(canvas: Canvas, shape: Shape, facing: int, ppi: float, edge: float, color: Color) -> None:
    """Bright dashes on the rim: wedges from the centre, of which the inner part is painted over afterwards."""
    for wedge in _wedges(shape, facing):
        share = 1 - edge / max(1.0, reach(shape) * ppi)
        canvas.fill([(x * ppi * share, y * ppi * share) for x, y in wedge], color)


@lru_cache(maxsize=4096)
def _wedges(shape: Shape, facing: int) -> tuple[tuple[Dot, ...], ...]:
    """Wedges from the centre to evenly spread stretches of a base's edge, in inches."""
    edge = outline(shape, Pose(0, 0, 0, facing * DEGREE)).exterior
    found = []
    for i in range(DASHES):
        stops = [edge.interpolate((i + part / 6 * 0.62) / DASHES, normalized=True) for part in range(7)]
        found.append(((0.0, 0.0), *((spot.x, spot.y) for spot in stops)))
    return tuple(found)


def _notch(canvas: Canvas, shape: Shape, facing: int, ppi: float, rim: float) -> None:
    """A light wedge on the rim that points where the model looks, cut off where a narrow bow ends."""
    front = max(x for x, _ in footprint(shape).exterior.coords) - 0.4 / ppi
    size = max(rim * 1.5, 3.5) / ppi
    spots: list[Dot] = [(front, 0), (front - size, -size * 0.72), (front - size, size * 0.72)]
    if isinstance(shape, Hull):
        inside = Polygon(spots).intersection(footprint(shape).buffer(-0.4 / ppi))
        if not isinstance(inside, Polygon) or inside.is_empty:
            return
        spots = [(x, y) for x, y in inside.exterior.coords[:-1]]
    turned = [pygame.math.Vector2(x * ppi, y * ppi).rotate(facing) for x, y in spots]
    ring = [(spot.x, spot.y) for spot in turned]
    canvas.fill(ring, TEXT)
    canvas.line(ring, BACKGROUND, 0.5, closed=True)


def _rings(shape: Shape, facing: int, ppi: float, color: Color) -> pygame.Surface:
    canvas = Canvas(reach(shape) * ppi * (1 if isinstance(shape, Round) else 1.2) + 9, color)
    shade = (*BACKGROUND, 150)
    inks: tuple[tuple[float, Ink], ...] = (
        (7.0, shade),
        (6.2, color),
        (4.4, shade),
        (3.2, color),
        (1.4, shade),
        (0.8, (*color, 0)),
    )
    for grow, ink in inks:
        canvas.base(shape, facing, ppi, grow, ink)
    return canvas.picture()


def _pips(theme: Theme, wounds: int, lost: int) -> pygame.Surface:
    left = max(0, wounds - lost)
    if wounds > 6:
        return _bar(theme, wounds, left)
    step, radius = theme.px(7), theme.px(7) * 0.36
    width, height = step * wounds + 4, step + 3
    big = pygame.Surface((width * FINER, height * FINER), pygame.SRCALPHA)
    pygame.draw.rect(big, (*BACKGROUND, 215), big.get_rect(), border_radius=height * FINER // 2)
    for i in range(wounds):
        at = ((2 + step * (i + 0.5)) * FINER, height * FINER / 2)
        if i < left:
            pygame.draw.circle(big, TEXT, at, radius * FINER)
        else:
            pygame.draw.circle(big, mix(REFUSED, TEXT, 0.25), at, radius * FINER, max(1, round(1.2 * FINER)))
    return pygame.transform.smoothscale(big, (width, height))


def _riders(theme: Theme, count: int, side: int) -> pygame.Surface:
    words = theme.text(str(count), 11, TEXT, bold=True)
    head = max(4, round(words.height * 0.2))
    left = head * 4
    box = pygame.Surface((left + words.width + 8, words.height + 4), pygame.SRCALPHA)
    pygame.draw.rect(box, BACKGROUND, box.get_rect(), border_radius=box.height // 2)
    pygame.draw.rect(box, side_style(side).rim, box.get_rect(), 2, border_radius=box.height // 2)
    x, y = left // 2 + 2, box.height // 2
    pygame.draw.circle(box, TEXT, (x, y - head // 2 - 1), head - 1)
    pygame.draw.rect(box, TEXT, (x - head, y + head - 2, 2 * head, head), border_top_left_radius=head,
                     border_top_right_radius=head)  # fmt: skip
    box.blit(words, (left + 2, 2))
    return box


def _bar(theme: Theme, wounds: int, left: int) -> pygame.Surface:
    words = theme.text(f"{left}/{wounds}", 10, TEXT, bold=True)
    box = pygame.Surface((words.width + 8, words.height + 5), pygame.SRCALPHA)
    pygame.draw.rect(box, (*BACKGROUND, 225), box.get_rect(), border_radius=4)
    box.blit(words, (4, 0))
    track = pygame.Rect(4, box.height - 5, words.width, 3)
    box.fill(REFUSED, track)
    box.fill(TEXT, (track.x, track.y, track.width * left // wounds, track.height))
    return box


def _casualty(shape: Shape, side: int, ppi: float) -> pygame.Surface:
    color = mix(side_style(side).rim, TEXT, 0.15)
    canvas = Canvas(reach(shape) * ppi, color)
    arm = max(4.0, across(shape, ppi) * 0.26)
    thick = max(2.2, arm * 0.26)
    canvas.base(shape, 0, ppi, 0, (*BACKGROUND, 70))
    for ink, width in ((BACKGROUND, thick + 2), (color, thick)):
        canvas.line([(-arm, -arm), (arm, arm)], ink, width)
        canvas.line([(-arm, arm), (arm, -arm)], ink, width)
    picture = canvas.picture()
    picture.set_alpha(190)
    return picture
