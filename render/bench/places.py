"""Which part of the window is for what on the bench."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from render.theme import Theme
from render.ui.layout import Cut

EMPTY = pygame.Rect(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of the bench. They never overlap; `left`, `side` and `eye` may be empty when folded away."""

    top: pygame.Rect
    left: pygame.Rect
    right: pygame.Rect
    views: pygame.Rect
    side: pygame.Rect
    eye: pygame.Rect
    table: pygame.Rect


def places(
    theme: Theme, size: tuple[int, int], left_folded: bool = False, views_folded: bool = False, compared: bool = False
) -> Places:
    """The parts for a window of this size in pixels. At a large scale the panels take no more than their share.

    `compared`: `views` is the place of several verdicts side by side, and the two views stand elsewhere.
    """
    width, height = size
    gap = theme.px(4)
    cut = Cut(pygame.Rect(0, 0, width, height), gap)
    top = cut.top(max(theme.target(36), theme.line_height(15) + theme.px(12)))
    left = cut.left(theme.target(30) if left_folded else min(theme.px(236), round(width * 0.22)))
    right = cut.right(min(theme.px(350), round(width * 0.3)))
    head = theme.target(24)
    high = head if views_folded else min(theme.px(220), round(height * 0.29))
    if compared:
        high = min(theme.px(270), round(height * 0.42))
    views = cut.bottom(high)
    side = eye = EMPTY
    if not views_folded and not compared:
        inner = Cut(pygame.Rect(views.x, views.y + head, views.width, views.height - head), gap)
        eye = inner.right(round(inner.rest.width * 0.4))
        side = inner.rest
    return Places(top, left, right, views, side, eye, cut.rest)
