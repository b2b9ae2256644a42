"""A picture in a part of the screen, moved and magnified by hand, and a loupe for pointing exactly."""

from __future__ import annotations

from math import log2

import pygame

from render.theme import BACKGROUND, EDGE, FOCUS, TEXT, Theme

Pixel = tuple[float, float]

LARGEST = 16.0
"""Pixels of the screen that one pixel of the picture may have."""

HALF_DIAGONAL = 0.75
"""From the middle of a pixel to its corner, and a little more."""

LOUPE, TIMES = 170, 6
"""The side of the loupe in design pixels, and how many times the screen it magnifies."""


class PictureView:
    """Where a picture lies: `scale` pixels of the screen for one of the picture, whose left top corner is at `left`,
    `top` on the screen."""

    def __init__(self, picture: pygame.Surface, view: pygame.Rect) -> None:
        self.picture, self.view = picture, view.copy()
        self._dragging = False
        self._halves = [picture]
        self._kept: tuple[tuple[float, ...], pygame.Surface] | None = None
        self.show_all()

    def show_all(self) -> None:
        """The whole picture, as large as it goes."""
        w, h = self.picture.get_size()
        self.scale = self._least()
        self.left = self.view.x + (self.view.width - w * self.scale) / 2
        self.top = self.view.y + (self.view.height - h * self.scale) / 2

    def _least(self) -> float:
        w, h = self.picture.get_size()
        return max(1e-3, min(self.view.width / w, self.view.height / h))

    def resize(self, view: pygame.Rect) -> None:
        """Another part of the screen; a picture shown whole stays whole."""
        if view == self.view:
            return
        whole = self.scale <= self._least() * 1.001
        self.left += view.x - self.view.x
        self.top += view.y - self.view.y
        self.view = view.copy()
        if whole:
            self.show_all()

    def to_picture(self, at: Pixel) -> Pixel:
        """A pixel of the screen as a spot of the picture."""
        return (at[0] + 0.5 - self.left) / self.scale, (at[1] + 0.5 - self.top) / self.scale

    def to_screen(self, at: Pixel) -> Pixel:
        """A spot of the picture as a pixel of the screen."""
        return self.left + at[0] * self.scale - 0.5, self.top + at[1] * self.scale - 0.5

    @property
    def coarse(self) -> float:
        """How far a click on the very pixel of the screen may be from what is under it, in pixels of the picture."""
        return HALF_DIAGONAL / self.scale

    def zoom(self, notches: int, at: Pixel) -> None:
        """Magnify by wheel notches about a pixel of the screen."""
        x, y = self.to_picture(at)
        self.scale = min(LARGEST, max(self._least(), self.scale * 1.25**notches))
        self.left, self.top = at[0] + 0.5 - x * self.scale, at[1] + 0.5 - y * self.scale
        self._hold()

    def handle(self, event: pygame.event.Event) -> bool:
        """Pan with the right or middle button; True when the event was part of that."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) and self.view.collidepoint(event.pos):
            self._dragging = True
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3) and self._dragging:
            self._dragging = False
            return True
        if event.type == pygame.MOUSEMOTION and self._dragging:
            self.left, self.top = self.left + event.rel[0], self.top + event.rel[1]
            self._hold()
            return True
        return False

    def _hold(self) -> None:
        """Keep some of the picture in the middle of the view."""
        w, h = self.picture.get_size()
        cx, cy = self.view.center
        self.left = min(float(cx), max(cx - w * self.scale, self.left))
        self.top = min(float(cy), max(cy - h * self.scale, self.top))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is seen of the picture."""
        surface.fill(BACKGROUND, self.view)
        key = (self.scale, self.left, self.top, *self.view)
        if self._kept is None or self._kept[0] != key:
            sheet = pygame.Surface(self.view.size)
            sheet.fill(BACKGROUND)
            _paint(sheet, self._smaller(), self.picture, self.scale, self.left - self.view.x, self.top - self.view.y)
            self._kept = key, sheet
        surface.blit(self._kept[1], self.view)

    def _smaller(self) -> pygame.Surface:
        """The picture halved as often as it can be for this scale: moving a large one is as quick then as a small."""
        halved = max(0, int(-log2(self.scale))) if self.scale < 1 else 0
        while len(self._halves) <= halved:
            w, h = self._halves[-1].get_size()
            self._halves.append(pygame.transform.smoothscale(self._halves[-1], (max(1, w // 2), max(1, h // 2))))
        return self._halves[halved]

    def draw_loupe(self, surface: pygame.Surface, theme: Theme, at: Pixel) -> None:
        """A circle of glass beside a pixel of the screen that shows its surroundings larger, with a cross on it."""
        side = theme.px(LOUPE)
        sheet = pygame.Surface((side, side))
        sheet.fill(BACKGROUND)
        x, y = self.to_picture(at)
        scale = max(self.scale * TIMES, 2.0)
        _paint(sheet, self.picture, self.picture, scale, side / 2 - x * scale, side / 2 - y * scale)
        middle = side // 2
        for start, end in (((0, middle), (middle - 4, middle)), ((middle + 4, middle), (side, middle)),
                           ((middle, 0), (middle, middle - 4)), ((middle, middle + 4), (middle, side))):  # fmt: skip
            pygame.draw.line(sheet, FOCUS, start, end)
        place = sheet.get_rect(center=(round(at[0]), round(at[1]) - side))
        if place.top < self.view.top:
            place.centery = round(at[1]) + side
        place.clamp_ip(self.view)
        if place.collidepoint(at):
            place.right = round(at[0]) - theme.px(24) if at[0] > self.view.centerx else place.right
            place.left = round(at[0]) + theme.px(24) if at[0] <= self.view.centerx else place.left
        mask = pygame.Surface((side, side), pygame.SRCALPHA)
        pygame.draw.circle(mask, (255, 255, 255, 255), (middle, middle), middle)
        glass = sheet.convert_alpha()
        glass.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(glass, place)
        pygame.draw.circle(surface, EDGE, place.center, middle, 3)
        pygame.draw.circle(surface, TEXT, place.center, middle, 1)


def _paint(
    sheet: pygame.Surface, shown: pygame.Surface, whole: pygame.Surface, scale: float, left: float, top: float
) -> None:
    """Paint `shown`, which is `whole` or the same made smaller, on a sheet at a scale of the whole, its corner at a
    spot; only what is seen is scaled."""
    along, down = scale * whole.get_width() / shown.get_width(), scale * whole.get_height() / shown.get_height()
    w, h = sheet.get_size()
    x0, y0 = max(0, int(-left / along)), max(0, int(-top / down))
    x1 = min(shown.get_width(), int((w - left) / along) + 2)
    y1 = min(shown.get_height(), int((h - top) / down) + 2)
    if x1 <= x0 or y1 <= y0:
        return
    part = shown.subsurface((x0, y0, x1 - x0, y1 - y0))
    size = max(1, round((x1 - x0) * along)), max(1, round((y1 - y0) * down))
    scaled = pygame.transform.smoothscale(part, size) if along < 3 else pygame.transform.scale(part, size)
    sheet.blit(scaled, (round(left + x0 * along), round(top + y0 * down)))
