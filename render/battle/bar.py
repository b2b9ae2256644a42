"""The prompt: whose decision it is, in large letters, what is asked, and the buttons that answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from render.battle.prompts.base import Button, Prompt, draw_buttons
from render.battle.tool import Act
from render.theme import BACKGROUND, EDGE, INFORMATION_INK, REFUSED_INK, TEXT_QUIET, mix, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import label, paragraph


def draw_bar(
    ui: Ui, rect: pygame.Rect, side: int, name: str, question: str, hint: str, trouble: Sequence[str],
    extra: Sequence[Button] = (), first: bool = False, rows: int = 1,
) -> pygame.Rect:  # fmt: skip
    """Draw the prompt's frame and words; returns the room for its buttons. `first` hints are for beginners;
    `rows` of buttons are wanted."""
    theme = ui.theme
    style = side_style(side)
    theme.box(ui.surface, rect, mix(style.body, BACKGROUND, 0.35), mix(style.rim, EDGE, 0.3), radius=6)
    ui.add(Widget("prompt", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    band = pygame.Rect(rect.x, rect.y, theme.px(6), rect.height)
    ui.surface.fill(style.rim, band.inflate(0, -theme.px(8)))
    if style.dashed:
        for y in range(band.y, band.bottom, theme.px(14)):
            ui.surface.fill(BACKGROUND, (band.x, y, band.width, theme.px(5)))
    inner = pygame.Rect(
        rect.x + theme.px(18), rect.y + theme.px(6), rect.width - theme.px(30), rect.height - theme.px(12)
    )
    cut = Cut(inner, theme.px(4))
    _headline(ui, cut, style.ink, name, question)
    foot = cut.bottom(min(theme.target(34) * rows + theme.px(6) * (rows - 1), cut.rest.height))
    if extra and trouble and cut.rest.height > 0:
        wide = min(sum(theme.width(one.words) + theme.px(32) for one in extra), cut.rest.width // 2)
        beside = cut.right(wide)
        draw_buttons(ui, pygame.Rect(beside.x, beside.y, wide, min(theme.target(28), beside.height)), tuple(extra))
    if trouble:
        paragraph(ui, cut.rest, "✕ " + " ".join(trouble), 14, REFUSED_INK)
    elif hint:
        paragraph(ui, cut.rest, hint, 14, INFORMATION_INK if first else TEXT_QUIET)
    return foot


def tool_buttons(acts: Sequence[Act], prompt: Prompt, press: Callable[[Act], None]) -> tuple[Button, ...]:
    """The buttons of a tool in the hand; those of the prompt besides when none of them is the main one."""
    made = [
        Button(act.words, partial(press, act), pygame.K_SPACE if act.main else act.key,
               act.enabled, act.main, act.tip, act.doubtful)
        for act in acts
    ]  # fmt: skip
    return tuple(made) if any(act.main for act in acts) else (*made, *prompt.buttons())


def _headline(ui: Ui, cut: Cut, ink: tuple[int, int, int], name: str, question: str) -> None:
    """`Red: take 3 wounds on the Boyz.` in the largest type that fits, on one line or two."""
    theme = ui.theme
    head = f"{name}: " if name else ""
    whole = head + question
    for size in (24, 20, 17, 15):
        lines = theme.wrap(whole, cut.rest.width, size, bold=True)
        if len(lines) == 1 or (size <= 20 and len(lines) == 2):
            break
    room = max(1, min(len(lines), 2))
    for line in lines[:room]:
        label(ui, cut.top(theme.line_height(size)), line, size, ink, bold=True)
