"""Colours, fonts and the scale of everything on screen.

Colours are data; meaning never rests on colour alone. Fonts are the bundled ones, loaded by path, so that a picture
looks the same on every machine.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pygame

Color: TypeAlias = tuple[int, int, int]

FONTS = Path(__file__).resolve().parent.parent / "assets" / "fonts"
SCALE_MIN, SCALE_MAX = 0.75, 2.0
TARGET = 24
"""The least side of anything clickable, in pixels, whatever the scale."""

TEXT: Color = (0xF2, 0xF2, 0xEE)
TEXT_QUIET: Color = (0xB4, 0xBA, 0xBC)
BACKGROUND: Color = (0x1E, 0x23, 0x26)
PANEL: Color = (0x2A, 0x31, 0x35)
RAISED: Color = (0x3A, 0x43, 0x48)
HOVER: Color = (0x4A, 0x55, 0x5B)
PRESSED: Color = (0x24, 0x2B, 0x2F)
EDGE: Color = (0x56, 0x62, 0x69)
FOCUS: Color = (0xFF, 0xE0, 0x66)

GOOD: Color = (0x00, 0x9E, 0x73)
WARNING: Color = (0xE6, 0x9F, 0x00)
REFUSED: Color = (0xCC, 0x33, 0x11)
INFORMATION: Color = (0x56, 0xB4, 0xE9)

GOOD_INK: Color = (0x3C, 0xC8, 0x9E)
WARNING_INK: Color = (0xF0, 0xB4, 0x3C)
REFUSED_INK: Color = (0xFF, 0x8A, 0x6E)
INFORMATION_INK: Color = (0x7C, 0xC6, 0xF0)
"""The meanings again, light enough to be read as text on a panel."""


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How a side looks: `rim` on the table, `ink` as text on a panel, and whether its rings are dashed."""

    rim: Color
    ink: Color
    body: Color
    dashed: bool


SIDES: tuple[SideStyle, ...] = (
    SideStyle(rim=(0x00, 0x72, 0xB2), ink=(0x5C, 0xB8, 0xEE), body=(0x1B, 0x35, 0x46), dashed=False),
    SideStyle(rim=(0xD5, 0x5E, 0x00), ink=(0xFF, 0x9A, 0x4D), body=(0x45, 0x2C, 0x1C), dashed=True),
    SideStyle(rim=(0xCC, 0x79, 0xA7), ink=(0xE6, 0xA0, 0xC6), body=(0x42, 0x2C, 0x39), dashed=False),
    SideStyle(rim=(0xB4, 0xBA, 0xBC), ink=(0xD8, 0xDC, 0xDE), body=(0x33, 0x39, 0x3C), dashed=True),
)


@dataclass(frozen=True, slots=True)
class GroundColors:
    """What the table is painted with."""

    board: Color = (0x77, 0x80, 0x6C)
    around: Color = (0x16, 0x1A, 0x1C)
    edge: Color = (0x2C, 0x31, 0x2A)
    grid: Color = (0x6B, 0x74, 0x61)
    tick: Color = (0xC9, 0xCF, 0xBE)
    wood: Color = (0x63, 0x7E, 0x55)
    wood_edge: Color = (0x3F, 0x5E, 0x38)
    tree: Color = (0x41, 0x67, 0x3A)
    tree_light: Color = (0x5A, 0x83, 0x4E)
    hill: Color = (0x85, 0x8B, 0x6E)
    contour: Color = (0x58, 0x5C, 0x46)
    ruin: Color = (0x83, 0x84, 0x7A)
    wall: Color = (0xDA, 0xD8, 0xCC)
    wall_edge: Color = (0x34, 0x35, 0x31)
    opening: Color = (0x6E, 0xA6, 0xC4)
    floor: Color = (0x9A, 0x9B, 0x92)
    hatch: Color = (0x62, 0x64, 0x5C)
    rock: Color = (0x3B, 0x3D, 0x40)
    rock_edge: Color = (0x1D, 0x1E, 0x20)
    rock_light: Color = (0x55, 0x58, 0x5C)
    crater: Color = (0x6A, 0x67, 0x55)
    crater_rim: Color = (0x4A, 0x47, 0x38)
    crater_floor: Color = (0x56, 0x52, 0x43)
    barricade: Color = (0x8E, 0x74, 0x4E)
    barricade_edge: Color = (0x3C, 0x30, 0x20)
    block: Color = (0x64, 0x6A, 0x6E)
    block_edge: Color = (0x25, 0x29, 0x2B)
    water: Color = (0x4F, 0x77, 0x8C)
    difficult: Color = (0x2F, 0x33, 0x26)
    dangerous: Color = (0xE6, 0x9F, 0x00)


GROUND = GroundColors()


def luminance(color: Color) -> float:
    """Relative luminance of an sRGB colour, 0 to 1."""
    channels = [c / 255 for c in color]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    a, b = luminance(one), luminance(other)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def mix(one: Color, other: Color, share: float) -> Color:
    """`one` with `share` (0..1) of `other` in it."""
    r, g, b = (round(p + (q - p) * share) for p, q in zip(one, other, strict=True))
    return r, g, b


def side_style(index: int) -> SideStyle:
    """The look of the side with this index in the battle's order of sides."""
    return SIDES[index % len(SIDES)]


class Theme:
    """Fonts, text and boxes at one scale. Everything drawn repeatedly is drawn once and kept."""

    def __init__(self, scale: float = 1.0, cache: int = 4096) -> None:
        self.scale = min(SCALE_MAX, max(SCALE_MIN, scale))
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._fitted: OrderedDict[tuple[object, ...], tuple[str, ...]] = OrderedDict()
        self._cache = cache

    def px(self, length: float) -> int:
        """A length of the design, in pixels of the screen, at least 1."""
        return max(1, round(length * self.scale))

    def target(self, length: float = 32) -> int:
        """The height of something clickable: scaled, but never under 24 pixels."""
        return max(TARGET, self.px(length))

    def font(self, size: int = 15, bold: bool = False) -> pygame.font.Font:
        """The bundled font at a design size, scaled."""
        key = (self.px(size), bold)
        if key not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
            self._fonts[key] = pygame.font.Font(str(FONTS / name), key[0])
        return self._fonts[key]

    def text(self, words: str, size: int = 15, color: Color = TEXT, bold: bool = False) -> pygame.Surface:
        """One line of text as a picture with a clear background. Do not draw on it: it is kept and shared."""
        key = ("text", words, size, color, bold)
        found = self._look_up(key)
        if found is not None:
            return found
        return self._keep(key, self.font(size, bold).render(words.replace("\0", "").expandtabs(4), True, color))

    def width(self, words: str, size: int = 15, bold: bool = False) -> int:
        """The width of a line of text in pixels."""
        return self.font(size, bold).size(words)[0]

    def line_height(self, size: int = 15) -> int:
        """The distance between two lines of text in pixels."""
        return self.font(size).get_linesize()

    def fit(self, words: str, width: int, size: int = 15, bold: bool = False) -> str:
        """The words cut to a width in pixels, ending in an ellipsis where something was cut."""
        key = ("fit", words, width, size, bold)
        found = self._fitted.get(key)
        if found is None:
            found = (_cut(words, width, self.font(size, bold)),)
            self._remember(key, found)
        return found[0]

    def wrap(self, words: str, width: int, size: int = 15, bold: bool = False) -> tuple[str, ...]:
        """The words broken into lines no wider than `width` pixels; a word longer than that is broken."""
        key = ("wrap", words, width, size, bold)
        found = self._fitted.get(key)
        if found is None:
            font = self.font(size, bold)
            found = tuple(line for part in words.split("\n") for line in _break(part, width, font))
            self._remember(key, found)
        return found

    def box(
        self, target: pygame.Surface, rect: pygame.Rect, fill: Color, edge: Color | None = None, radius: float = 5
    ) -> None:
        """A filled box with smooth round corners and, with `edge`, a one-pixel line around it."""
        if rect.width <= 0 or rect.height <= 0:
            return
        r = min(self.px(radius), rect.width // 2, rect.height // 2)
        if r < 2:
            target.fill(fill, rect)
            if edge:
                pygame.draw.rect(target, edge, rect, 1)
            return
        self._box_middle(target, rect, fill, edge, r)
        corners = self._corners(r, fill, edge)
        for (dx, dy), source in zip(((0, 0), (1, 0), (0, 1), (1, 1)), _quarters(r), strict=True):
            place = (rect.x if dx == 0 else rect.right - r, rect.y if dy == 0 else rect.bottom - r)
            target.blit(corners, place, source)

    def _box_middle(self, target: pygame.Surface, rect: pygame.Rect, fill: Color, edge: Color | None, r: int) -> None:
        target.fill(fill, (rect.x + r, rect.y, rect.width - 2 * r, rect.height))
        target.fill(fill, (rect.x, rect.y + r, r, rect.height - 2 * r))
        target.fill(fill, (rect.right - r, rect.y + r, r, rect.height - 2 * r))
        if edge:
            target.fill(edge, (rect.x + r, rect.y, rect.width - 2 * r, 1))
            target.fill(edge, (rect.x + r, rect.bottom - 1, rect.width - 2 * r, 1))
            target.fill(edge, (rect.x, rect.y + r, 1, rect.height - 2 * r))
            target.fill(edge, (rect.right - 1, rect.y + r, 1, rect.height - 2 * r))

    def _corners(self, r: int, fill: Color, edge: Color | None) -> pygame.Surface:
        key = ("corners", r, fill, edge)
        found = self._look_up(key)
        if found is not None:
            return found
        big = pygame.Surface((8 * r, 8 * r), pygame.SRCALPHA)
        big.fill((*(edge or fill), 0))
        pygame.draw.circle(big, edge or fill, (4 * r, 4 * r), 4 * r)
        if edge:
            pygame.draw.circle(big, fill, (4 * r, 4 * r), 4 * r - 4)
        return self._keep(key, pygame.transform.smoothscale(big, (2 * r, 2 * r)))

    def _look_up(self, key: tuple[object, ...]) -> pygame.Surface | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def _keep(self, key: tuple[object, ...], picture: pygame.Surface) -> pygame.Surface:
        self._kept[key] = picture
        if len(self._kept) > self._cache:
            self._kept.popitem(last=False)
        return picture

    def _remember(self, key: tuple[object, ...], lines: tuple[str, ...]) -> None:
        self._fitted[key] = lines
        if len(self._fitted) > self._cache:
            self._fitted.popitem(last=False)


def _quarters(r: int) -> tuple[pygame.Rect, ...]:
    return tuple(pygame.Rect(x * r, y * r, r, r) for y in (0, 1) for x in (0, 1))


def _cut(words: str, width: int, font: pygame.font.Font) -> str:
    if font.size(words)[0] <= width:
        return words
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if font.size(words[:middle].rstrip() + "…")[0] <= width:
            low = middle
        else:
            high = middle - 1
    cut = words[:low].rstrip() + "…"
    return cut if font.size(cut)[0] <= width else ""


def _break(words: str, width: int, font: pygame.font.Font) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if font.size(longer)[0] <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and font.size(line)[0] > width:
            take = max(1, _fitting(line, width, font))
            lines.append(line[:take])
            line = line[take:]
    lines.append(line)
    return lines


def _fitting(word: str, width: int, font: pygame.font.Font) -> int:
    count = 0
    while count < len(word) and font.size(word[: count + 1])[0] <= width:
        count += 1
    return count
