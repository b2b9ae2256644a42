"""Models as pictures: painted large, scaled down once, kept, and put on the table in one go."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame
from shapely import Polygon

from battlefield.pose import Pose
from battlefield.shapes import Round, Shape, footprint, outline, reach
from battlefield.units import DEGREE
from render.scene import Badge
from render.table.badges import paint_badge
from render.table.patterns import Dot
from render.theme import BACKGROUND, FOCUS, REFUSED, TEXT, Color, Theme, mix, side_style

FINER = 4
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


def canvas(half: float, behind: Color) -> pygame.Surface:
    """A clear square for painting at `FINER` times its size, `half` its final half side. Clear pixels carry a colour,
    so that scaling down leaves no dark fringe."""
    side = 2 * (int(half) + 2) * FINER
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    surface.fill((*behind, 0))
    return surface


def reduced(surface: pygame.Surface) -> pygame.Surface:
    """A painted square at its final size."""
    return pygame.transform.smoothscale(surface, (surface.width // FINER, surface.height // FINER))


def _rounded(facing: int) -> int:
    return round(facing / DEGREE / TURN_STEP) * TURN_STEP % 360


def _ring(shape: Shape, facing: int, ppi: float, grow: float = 0.0) -> list[Dot]:
    """The outline grown by `grow` pixels, in pixels of the large picture around its centre."""
    ground = outline(shape, Pose(0, 0, 0, facing * DEGREE))
    if grow:
        ground = ground.buffer(grow / ppi, join_style="round" if isinstance(shape, Round) else "mitre")
    return [(x * ppi * FINER, -y * ppi * FINER) for x, y in ground.exterior.coords[:-1]]


def _shifted(spots: Sequence[Dot], middle: float) -> list[Dot]:
    return [(x + middle, y + middle) for x, y in spots]


def _base(shape: Shape, facing: int, side: int, ppi: float, ghost: bool) -> pygame.Surface:
    style = side_style(side)
    big = canvas(reach(shape) * ppi, BACKGROUND)
    middle = big.width / 2
    size = across(shape, ppi)
    rim = max(2.2, size * 0.11)
    pygame.draw.polygon(big, BACKGROUND, _shifted(_ring(shape, facing, ppi), middle))
    rim_color = style.rim if not style.dashed else mix(style.rim, BACKGROUND, 0.72)
    pygame.draw.polygon(big, rim_color, _shifted(_ring(shape, facing, ppi, -min(0.9, size * 0.04)), middle))
    if style.dashed:
        _dashes(big, shape, facing, ppi, style.rim)
    pygame.draw.polygon(big, BACKGROUND, _shifted(_ring(shape, facing, ppi, -rim), middle))
    pygame.draw.polygon(big, style.body, _shifted(_ring(shape, facing, ppi, -rim - 0.8), middle))
    _notch(big, shape, facing, ppi, rim)
    small = reduced(big)
    if ghost:
        small.set_alpha(130)
    return small


def _dashes(big: pygame.Surface, shape: Shape, facing: int, ppi: float, color: Color) -> None:
    """Bright dashes on the rim: wedges from the centre, of which the inner part is painted over afterwards."""
    edge = outline(shape, Pose(0, 0, 0, facing * DEGREE)).buffer(-min(0.9, across(shape, ppi) * 0.04) / ppi).exterior
    middle = big.width / 2
    for i in range(DASHES):
        stops = [(i + part / 6 * 0.62) / DASHES for part in range(7)]
        spots = [edge.interpolate(stop, normalized=True) for stop in stops]
        fan = [(0.0, 0.0)] + [(spot.x * ppi * FINER, -spot.y * ppi * FINER) for spot in spots]
        pygame.draw.polygon(big, color, _shifted(fan, middle))


def _notch(big: pygame.Surface, shape: Shape, facing: int, ppi: float, rim: float) -> None:
    """A light wedge on the rim that points where the model looks, cut off where a narrow bow ends."""
    front = max(x for x, _ in footprint(shape).exterior.coords) - 0.4 / ppi
    size = max(rim * 1.5, 3.5) / ppi
    wedge = Polygon([(front, 0), (front - size, -size * 0.72), (front - size, size * 0.72)])
    inside = wedge.intersection(footprint(shape).buffer(-0.4 / ppi))
    if not isinstance(inside, Polygon) or inside.is_empty:
        return
    middle = pygame.math.Vector2(big.width / 2, big.height / 2)
    scale = ppi * FINER
    spots = [pygame.math.Vector2(x * scale, -y * scale).rotate(-facing) + middle for x, y in inside.exterior.coords]
    pygame.draw.polygon(big, TEXT, spots)
    pygame.draw.lines(big, BACKGROUND, True, spots, FINER // 2)


def _rings(shape: Shape, facing: int, ppi: float, color: Color) -> pygame.Surface:
    big = canvas(reach(shape) * ppi + 8, color)
    middle = big.width / 2
    for outer, inner, paint in ((7.0, 0.8, (*BACKGROUND, 150)), (6.2, 4.4, color), (3.2, 1.4, color)):
        pygame.draw.polygon(big, paint, _shifted(_ring(shape, facing, ppi, outer), middle))
        hole = (*BACKGROUND, 150) if outer != 7.0 else (*color, 0)
        pygame.draw.polygon(big, hole, _shifted(_ring(shape, facing, ppi, inner), middle))
    pygame.draw.polygon(big, (*color, 0), _shifted(_ring(shape, facing, ppi, 0.8), middle))
    return reduced(big)


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
    big = canvas(reach(shape) * ppi, color)
    middle, arm = big.width / 2, max(4.0, across(shape, ppi) * 0.26) * FINER
    pygame.draw.polygon(big, (*BACKGROUND, 70), _shifted(_ring(shape, 0, ppi), middle))
    thick = max(2.2, arm / FINER * 0.26)
    for ink, width in ((BACKGROUND, thick + 2), (color, thick)):
        for dy in (-1, 1):
            ends = (middle - arm, middle - arm * dy), (middle + arm, middle + arm * dy)
            pygame.draw.line(big, ink, *ends, round(width * FINER))
    small = reduced(big)
    small.set_alpha(190)
    return small
