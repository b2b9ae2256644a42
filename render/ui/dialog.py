"""What lies over the rest: the dialog and the tool tip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from render.theme import BACKGROUND, EDGE, PANEL, RAISED, TEXT, Color
from render.ui.core import Ui, Widget
from render.ui.layout import columns
from render.ui.widgets import button, label, paragraph


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of a dialog."""

    words: str
    press: Callable[[], None]
    key: int | None = None
    fill: Color | None = None


def dialog(
    ui: Ui,
    title: str,
    words: str,
    buttons: Sequence[Choice],
    *,
    width: int = 520,
    cancel: Callable[[], None] | None = None,
) -> pygame.Rect:
    """A question over a dimmed screen; nothing below can be reached. Esc runs `cancel`. Returns where it stands."""
    screen = ui.surface.get_rect()
    theme = ui.theme
    gap, pad = theme.px(10), theme.px(20)
    wide = min(theme.px(width), screen.width - 2 * gap)
    lines = theme.wrap(words, wide - 2 * pad)
    stacked = _needs_stack(ui, buttons, wide - 2 * pad, gap)
    row = theme.target(36)
    feet = len(buttons) * (row + gap) - gap if stacked else row
    head = theme.line_height(20) + gap
    fixed = 2 * pad + head + pad + feet
    tall = min(screen.height - 2 * gap, fixed + len(lines) * theme.line_height())
    place = pygame.Rect(0, 0, wide, tall)
    place.center = screen.center
    with ui.layer(modal=True):
        _dim(ui.surface)
        ui.add(Widget("dialog", title, screen.copy(), "dialog", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        if cancel is not None:
            ui.on_key(pygame.K_ESCAPE, cancel)
        theme.box(ui.surface, place, PANEL, EDGE, radius=8)
        inner = place.inflate(-2 * pad, -2 * pad)
        label(ui, pygame.Rect(inner.x, inner.y, inner.width, theme.line_height(20)), title, 20, bold=True)
        body = pygame.Rect(inner.x, inner.y + head, inner.width, max(0, inner.height - head - pad - feet))
        paragraph(ui, body, words)
        foot = pygame.Rect(inner.x, inner.bottom - feet, inner.width, feet)
        _buttons(ui, foot, buttons, stacked, row, gap)
        if ui.focus is None and buttons:
            ui.focus = buttons[0].words
    return place


def tool_tip(ui: Ui) -> None:
    """Draw the tip of what is under the pointer, beside it and inside the screen. Call last in a frame."""
    found = ui.tip
    if found is None or ui.pressed is not None:
        return
    words, about = found
    theme, screen = ui.theme, ui.surface.get_rect()
    pad = theme.px(8)
    lines = theme.wrap(words, min(theme.px(340), screen.width - 4 * pad), 14)
    width = max(theme.width(line, 14) for line in lines) + 2 * pad
    place = pygame.Rect(about.x, about.bottom + theme.px(6), width, theme.line_height(14) * len(lines) + pad)
    if place.bottom > screen.bottom:
        place.bottom = about.y - theme.px(6)
    place.clamp_ip(screen)
    theme.box(ui.surface, place, BACKGROUND, EDGE)
    paragraph(ui, place.inflate(-2 * pad, -pad), words, 14, TEXT)


def _needs_stack(ui: Ui, buttons: Sequence[Choice], width: int, gap: int) -> bool:
    each = (width - gap * (len(buttons) - 1)) // max(1, len(buttons))
    return any(ui.theme.width(b.words) + 2 * ui.theme.px(12) > each for b in buttons)


def _buttons(ui: Ui, foot: pygame.Rect, buttons: Sequence[Choice], stacked: bool, row: int, gap: int) -> None:
    if stacked:
        places = [pygame.Rect(foot.x, foot.y + i * (row + gap), foot.width, row) for i in range(len(buttons))]
    else:
        places = columns(foot, len(buttons), gap)
    for choice, place in zip(buttons, places, strict=True):
        button(ui, place, choice.words, choice.press, key=choice.key, fill=choice.fill or RAISED)


def _dim(surface: pygame.Surface) -> None:
    veil = pygame.Surface(surface.get_size())
    veil.fill(BACKGROUND)
    veil.set_alpha(170)
    surface.blit(veil, (0, 0))
