"""The two views of a line of sight, and the shadow on the table: where they stand, and which are folded away."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

from render.bench.eye_view import draw_eye_view
from render.bench.places import Places
from render.bench.position import Position
from render.bench.section import draw_section
from render.bench.shadow import draw_shadow
from render.bench.subject import Subject
from render.table.camera import Camera
from render.theme import PANEL, PRESSED, TEXT_QUIET
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, label, paragraph, toggle

QUICK = 0.012
"""Seconds: what took longer to draw is not drawn anew while the hand moves."""

SLOW = 0.03
"""Seconds: a shadow that takes longer, drawn coarsely, waits until the hand rests."""

Draw = Callable[[], None]


class Views:
    """The side view, the model's-eye view, and the shadow. While `hurried` what is slow to draw stays as it was;
    `stale` then says that another frame is wanted."""

    def __init__(self, ui: Ui, fold: Callable[[], None]) -> None:
        self.ui, self.fold = ui, fold
        self.shadow = True
        self.hurried = self.stale = False
        self._took: dict[str, float] = {}
        self._kept: dict[str, tuple[object, pygame.Surface]] = {}

    def _timed(self, name: str, draw: Draw) -> None:
        started = time.perf_counter()
        draw()
        self._took[name] = time.perf_counter() - started

    def _slow(self, name: str) -> bool:
        """Whether something is not to be drawn anew now; then another frame is wanted."""
        slow = self.hurried and self._took.get(name, 0.0) > QUICK
        self.stale = self.stale or slow
        return slow

    def draw(self, surface: pygame.Surface, where: Places, position: Position, folded: bool, by: str = "") -> None:
        """Draw the strip below the table: its head, and unless folded the two views; `by`: of which of the editions
        that are shown."""
        ui, theme = self.ui, self.ui.theme
        ui.surface.fill(PANEL, where.views)
        ui.add(Widget("views", "", where.views.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        self.draw_head(pygame.Rect(where.views.x, where.views.y, where.views.width, theme.target(24)), folded, by)
        if not folded:
            self.draw_pair(surface, where.side, where.eye, position)

    def draw_head(self, rect: pygame.Rect, folded: bool, by: str = "") -> None:
        """The strip's head: what is below, the shadow's switch, and the fold; `by`: of which edition."""
        ui, theme = self.ui, self.ui.theme
        head = Cut(rect.inflate(-theme.px(12), 0), theme.px(8))
        wide = theme.target(30)
        button(ui, head.right(wide), "▴" if folded else "▾", self.fold, name="Fold views", size=13,
               tip="Show the two views (F3)" if folded else "Fold the two views (F3)")  # fmt: skip
        toggle(ui, head.right(theme.width("Shadow") + theme.px(36)), "Shadow", self.shadow, self._shade,
               tip="The ground that cannot be seen, at the height of the target")  # fmt: skip
        of = f", by {by}" if by else ""
        words = f"Side view, and the model's eye{of}"
        if theme.width(words, 12, True) > head.rest.width:
            words = f"Views{of}"
        label(ui, head.rest, words, 12, TEXT_QUIET, bold=True)

    def draw_pair(self, surface: pygame.Surface, side: pygame.Rect, eye: pygame.Rect, position: Position) -> None:
        """Both views in their places."""
        ui, theme = self.ui, self.ui.theme
        subject = position.subject()
        for name, place in (("side", side), ("eye", eye)):
            if place.width < 40 or place.height < 40:
                continue
            if subject is not None:
                self._view(surface, name, place, subject, position.version)
            else:
                theme.box(surface, place, PRESSED, radius=6)
                paragraph(ui, place.inflate(-theme.px(24), -theme.px(20)), "Once there is a verdict, it is seen here.",
                          13, TEXT_QUIET)  # fmt: skip

    def _view(self, surface: pygame.Surface, name: str, place: pygame.Rect, subject: Subject, version: int) -> None:
        """One of the two views, drawn anew when something has changed and there is time."""
        key = (version, place.size, self.ui.theme.scale, subject.viewer.id, subject.target.id, subject.line,
               subject.visible, subject.whole, subject.blockers)  # fmt: skip
        kept = self._kept.get(name)
        if kept is None or (kept[0] != key and not (kept[1].get_size() == place.size and self._slow(name))):
            picture = pygame.Surface(place.size)
            picture.fill(PANEL)
            draw = draw_section if name == "side" else draw_eye_view
            self._timed(name, lambda: void(draw(picture, picture.get_rect(), self.ui.theme, subject)))
            kept = self._kept[name] = key, picture
        surface.blit(kept[1], place)
        if kept[0] != key:
            veil = pygame.Surface(place.size)
            veil.fill(PANEL)
            veil.set_alpha(120)
            surface.blit(veil, place)

    def _shade(self, on: bool) -> None:
        self.shadow = on

    def draw_shadow(self, surface: pygame.Surface, camera: Camera, position: Position) -> None:
        """The ground that the viewer cannot see, at the height of the target."""
        subject = position.subject()
        if not self.shadow or subject is None:
            return
        quick = self.hurried
        if quick:
            self.stale = True
            if self._took.get("shadow", 0.0) > SLOW:
                return
        started = time.perf_counter()
        draw_shadow(surface, camera, subject, quick=quick)
        if quick:
            self._took["shadow"] = time.perf_counter() - started


def void(_: object) -> None:
    """Nothing, of whatever was made."""
