"""State badges: small signs that can be told apart by shape alone, on a dark disc, from 14 pixels up."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from render.scene import Badge
from render.theme import BACKGROUND, GOOD_INK, INFORMATION_INK, REFUSED_INK, TEXT, WARNING_INK, Color

FINER = 6


def paint_badge(badge: Badge, size: int) -> pygame.Surface:
    """A badge `size` pixels across."""
    side = size * FINER
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    color, sign = SIGNS[badge]
    big.fill((*BACKGROUND, 0))
    pygame.draw.circle(big, BACKGROUND, (side / 2, side / 2), side / 2)
    pygame.draw.circle(big, color, (side / 2, side / 2), side / 2 - side * 0.04, round(side * 0.085))
    sign(big, side, color)
    return pygame.transform.smoothscale(big, (size, size))


def _spots(side: int, *spots: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * side, y * side) for x, y in spots]


def _arrow(big: pygame.Surface, side: int, color: Color, x: float) -> None:
    pygame.draw.polygon(big, color, _spots(side, (x, 0.26), (x + 0.32, 0.5), (x, 0.74)))


def _moved(big: pygame.Surface, side: int, color: Color) -> None:
    _arrow(big, side, color, 0.38)


def _ran(big: pygame.Surface, side: int, color: Color) -> None:
    _arrow(big, side, color, 0.24)
    _arrow(big, side, color, 0.51)


def _pinned(big: pygame.Surface, side: int, color: Color) -> None:
    pygame.draw.polygon(big, color, _spots(side, (0.26, 0.24), (0.74, 0.24), (0.5, 0.58)))
    big.fill(color, (0.24 * side, 0.64 * side, 0.52 * side, 0.12 * side))


def _falling_back(big: pygame.Surface, side: int, color: Color) -> None:
    pygame.draw.polygon(
        big,
        color,
        _spots(side, (0.16, 0.5), (0.46, 0.22), (0.46, 0.4), (0.8, 0.4), (0.8, 0.6), (0.46, 0.6), (0.46, 0.78)),
    )


def _locked(big: pygame.Surface, side: int, color: Color) -> None:
    for ends in (((0.28, 0.28), (0.72, 0.72)), ((0.72, 0.28), (0.28, 0.72))):
        start, end = _spots(side, *ends)
        pygame.draw.line(big, color, start, end, round(side * 0.14))


def _arrived(big: pygame.Surface, side: int, color: Color) -> None:
    big.fill(color, (0.43 * side, 0.18 * side, 0.14 * side, 0.26 * side))
    pygame.draw.polygon(big, color, _spots(side, (0.26, 0.42), (0.74, 0.42), (0.5, 0.68)))
    big.fill(color, (0.24 * side, 0.72 * side, 0.52 * side, 0.1 * side))


def _disembarked(big: pygame.Surface, side: int, color: Color) -> None:
    wide = round(side * 0.1)
    pygame.draw.lines(big, color, False, _spots(side, (0.5, 0.26), (0.24, 0.26), (0.24, 0.74), (0.5, 0.74)), wide)
    big.fill(color, (0.38 * side, 0.44 * side, 0.22 * side, 0.12 * side))
    pygame.draw.polygon(big, color, _spots(side, (0.58, 0.32), (0.84, 0.5), (0.58, 0.68)))


def _charged(big: pygame.Surface, side: int, color: Color) -> None:
    _arrow(big, side, color, 0.28)
    big.fill(color, (0.64 * side, 0.24 * side, 0.12 * side, 0.52 * side))


def _fought(big: pygame.Surface, side: int, color: Color) -> None:
    points = _spots(side, (0.24, 0.5), (0.43, 0.7), (0.76, 0.3))
    pygame.draw.lines(big, color, False, points, round(side * 0.14))


SIGNS: dict[Badge, tuple[Color, Callable[[pygame.Surface, int, Color], None]]] = {
    Badge.MOVED: (TEXT, _moved),
    Badge.RAN: (INFORMATION_INK, _ran),
    Badge.ARRIVED: (INFORMATION_INK, _arrived),
    Badge.DISEMBARKED: (INFORMATION_INK, _disembarked),
    Badge.CHARGED: (WARNING_INK, _charged),
    Badge.FOUGHT: (GOOD_INK, _fought),
    Badge.PINNED: (WARNING_INK, _pinned),
    Badge.FALLING_BACK: (REFUSED_INK, _falling_back),
    Badge.LOCKED: (REFUSED_INK, _locked),
}
"""Colour and sign of each badge: an arrow, two arrows, an arrow down, out of a box, against a wall, a tick; pressed to
the ground, an arrow back, crossed swords."""
