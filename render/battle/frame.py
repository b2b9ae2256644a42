"""Which part of the window is for what."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from render.theme import Theme
from render.ui.layout import Cut


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of the battle screen. They never overlap; `card` or `log` may be empty when folded away."""

    top: pygame.Rect
    left: pygame.Rect
    card: pygame.Rect
    log: pygame.Rect
    prompt: pygame.Rect
    tray: pygame.Rect
    table: pygame.Rect


def places(theme: Theme, size: tuple[int, int], left_folded: bool = False, right_folded: bool = False) -> Places:
    """The parts for a window of this size in pixels. At a large scale the panels take no more than their share."""
    width, height = size
    gap = theme.px(4)
    cut = Cut(pygame.Rect(0, 0, width, height), gap)
    top = cut.top(max(theme.target(36), theme.line_height(15) + theme.px(12)))
    foot = cut.bottom(min(theme.px(150), round(height * 0.3)))
    fold = theme.target(62)
    left = cut.left(fold if left_folded else min(theme.px(280), round(width * 0.24)))
    right = cut.right(fold if right_folded else min(theme.px(330), round(width * 0.27)))
    card, log = _split(right, gap)
    tray_width = min(theme.px(430), round(width * 0.34))
    foot_cut = Cut(foot, gap)
    tray = foot_cut.right(tray_width)
    return Places(top, left, card, log, foot_cut.rest, tray, cut.rest)


def _split(right: pygame.Rect, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    high = round(right.height * 0.56)
    card = pygame.Rect(right.x, right.y, right.width, high)
    return card, pygame.Rect(right.x, right.y + high + gap, right.width, right.height - high - gap)
