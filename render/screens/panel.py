"""What lies over a screen until it is closed: a box with a title, in front of everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from render.theme import BACKGROUND, EDGE, PANEL, TEXT, TEXT_QUIET, Color
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, fitting, label

ARROW = pygame.SYSTEM_CURSOR_ARROW


class Panel:
    """A panel over a screen. `close` takes it away; Esc does the same."""

    def __init__(self, close: Callable[[], None]) -> None:
        self.close = close

    def draw(self, ui: Ui) -> None:
        """Draw it and register its widgets, inside a modal layer."""
        raise NotImplementedError

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event no widget used."""


def box(ui: Ui, title: str, width: int, height: int, cancel: Callable[[], None] | None, dim: int = 150) -> pygame.Rect:
    """Dim the screen and draw a titled box of at most this size (design pixels) in its middle; returns the room inside.

    Call inside `ui.layer(modal=True)`.
    """
    screen, theme = ui.surface.get_rect(), ui.theme
    if dim:
        veil = pygame.Surface(screen.size)
        veil.fill(BACKGROUND)
        veil.set_alpha(dim)
        ui.surface.blit(veil, (0, 0))
    ui.add(Widget(f"over:{title}", "", screen.copy(), "away", focusable=False, cursor=ARROW))
    gap, pad = theme.px(10), theme.px(18)
    place = pygame.Rect(
        0, 0, min(theme.px(width), screen.width - 2 * gap), min(theme.px(height), screen.height - 2 * gap)
    )
    place.center = screen.center
    theme.box(ui.surface, place, PANEL, EDGE, radius=8)
    if cancel is not None:
        ui.on_key(pygame.K_ESCAPE, cancel)
    cut = Cut(place.inflate(-2 * pad, -2 * pad), theme.px(8))
    head = Cut(cut.top(max(theme.line_height(20), theme.target(26))), theme.px(6))
    if cancel is not None:
        button(ui, head.right(theme.target(36)), "×", cancel, name="Close", tip="Close (Esc)")
    label(ui, head.rest, title, fitting(ui, title, head.rest.width, 20, bold=True), TEXT, bold=True)
    return cut.rest


def text_box(ui: Ui, rect: pygame.Rect, name: str, lines: Sequence[tuple[str, int, Color, bool]]) -> None:
    """Wrapped text with a scroll: each line with its size, ink, and whether it is bold."""
    theme, memory = ui.theme, ui.memory(name)
    wide = rect.width - theme.px(10)
    step = theme.line_height(15)
    placed: list[tuple[str, int, Color, bool, int]] = []
    y = 0
    for words, size, ink, bold in lines:
        for part in theme.wrap(words, wide, size, bold):
            placed.append((part, size, ink, bold, y))
            y += theme.line_height(size)
    most = max(0, y - rect.height)

    def wheel(notches: int) -> None:
        memory.scroll -= notches * step * 2

    def keys(event: pygame.event.Event) -> bool:
        moves = {pygame.K_UP: -step, pygame.K_DOWN: step, pygame.K_PAGEUP: -rect.height, pygame.K_PAGEDOWN: rect.height,
                 pygame.K_HOME: -y, pygame.K_END: y}  # fmt: skip
        if event.type != pygame.KEYDOWN or event.key not in moves:
            return False
        memory.scroll += moves[event.key]
        return True

    memory.scroll = min(max(0, memory.scroll), most)
    widget = ui.add(Widget(name, name, rect.copy(), "text", focusable=bool(most), wheel=wheel, key=keys, cursor=ARROW))
    with ui.clip(rect):
        for part, size, ink, bold, top in placed:
            at = rect.y + top - memory.scroll
            if part and rect.y - 40 < at < rect.bottom:
                ui.surface.blit(theme.text(part, size, ink, bold), (rect.x, at))
    if most:
        size_of = max(16, rect.height * rect.height // y)
        top = rect.y + (rect.height - size_of) * memory.scroll // most
        theme.box(ui.surface, pygame.Rect(rect.right - 5, top, 5, size_of), EDGE, radius=2)
    ui.ring(widget)


class TextPanel(Panel):
    """Words to be read: a rule card, what happened, the keys."""

    def __init__(
        self, close: Callable[[], None], title: str, lines: Sequence[tuple[str, int, Color, bool]],
        width: int = 620, height: int = 460,
    ) -> None:  # fmt: skip
        super().__init__(close)
        self.title, self.lines, self.width, self.height = title, tuple(lines), width, height
        self._fresh = True

    def draw(self, ui: Ui) -> None:
        if self._fresh:
            ui.memory(f"text {self.title}").scroll, self._fresh = 0, False
        theme = ui.theme
        wide = min(theme.px(self.width), ui.surface.get_width() - theme.px(20)) - 2 * theme.px(18) - theme.px(12)
        tall = sum(
            theme.line_height(size) * len(theme.wrap(words, wide, size, bold)) for words, size, _, bold in self.lines
        )
        height = min(self.height, round(tall / theme.scale) + 150)
        cut = Cut(box(ui, self.title, self.width, height, self.close), theme.px(10))
        foot = cut.bottom(ui.theme.target(34))
        button(ui, Cut(foot).right(ui.theme.px(150)), "Close", self.close, name="Close panel", key=pygame.K_SPACE)
        text_box(ui, cut.rest, f"text {self.title}", self.lines)


def plain(words: str) -> list[tuple[str, int, Color, bool]]:
    """Words as lines of a text panel."""
    return [(part, 15, TEXT, False) for part in words.split("\n")]


def heading(words: str) -> tuple[str, int, Color, bool]:
    """A heading inside a text panel."""
    return (words, 13, TEXT_QUIET, True)
