"""Cutting a rectangle into places for widgets, so that they can never overlap."""

from __future__ import annotations

import pygame


class Cut:
    """What is left of a rectangle while places are cut off its sides, each with a gap."""

    def __init__(self, rect: pygame.Rect, gap: int = 0, margin: int = 0) -> None:
        self.rest = rect.inflate(-2 * margin, -2 * margin)
        self.gap = gap

    def top(self, height: int) -> pygame.Rect:
        """A strip off the top, never higher than what is left."""
        height = max(0, min(height, self.rest.height))
        strip = pygame.Rect(self.rest.x, self.rest.y, self.rest.width, height)
        taken = min(self.rest.height, height + self.gap)
        self.rest = pygame.Rect(self.rest.x, self.rest.y + taken, self.rest.width, self.rest.height - taken)
        return strip

    def bottom(self, height: int) -> pygame.Rect:
        """A strip off the bottom."""
        height = max(0, min(height, self.rest.height))
        strip = pygame.Rect(self.rest.x, self.rest.bottom - height, self.rest.width, height)
        self.rest.height -= min(self.rest.height, height + self.gap)
        return strip

    def left(self, width: int) -> pygame.Rect:
        """A strip off the left."""
        width = max(0, min(width, self.rest.width))
        strip = pygame.Rect(self.rest.x, self.rest.y, width, self.rest.height)
        taken = min(self.rest.width, width + self.gap)
        self.rest = pygame.Rect(self.rest.x + taken, self.rest.y, self.rest.width - taken, self.rest.height)
        return strip

    def right(self, width: int) -> pygame.Rect:
        """A strip off the right."""
        width = max(0, min(width, self.rest.width))
        strip = pygame.Rect(self.rest.right - width, self.rest.y, width, self.rest.height)
        self.rest.width -= min(self.rest.width, width + self.gap)
        return strip


def columns(rect: pygame.Rect, count: int, gap: int = 0) -> list[pygame.Rect]:
    """`count` places side by side that fill the rectangle exactly, `gap` pixels apart."""
    room = max(0, rect.width - gap * (count - 1))
    edges = [rect.x + room * i // count + gap * i for i in range(count + 1)]
    return [pygame.Rect(edges[i], rect.y, edges[i + 1] - gap - edges[i], rect.height) for i in range(count)]
