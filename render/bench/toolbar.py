"""The toolbar: as many buttons as there is room for, the rest behind one more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from render.theme import PANEL
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button

MORE = "More…"


@dataclass(frozen=True, slots=True)
class Tool:
    """A button: its words, what it does, whether it can be used and whether it is on; `last` stands at the right."""

    id: str
    words: str
    press: Callable[[], None]
    enabled: bool = True
    on: bool = False
    tip: str = ""
    last: bool = False


def draw_toolbar(ui: Ui, rect: pygame.Rect, tools: list[Tool], more: Callable[[list[Tool]], None]) -> None:
    """Draw the toolbar; `more` shows those that had no room."""
    theme = ui.theme
    ui.surface.fill(PANEL, rect)
    ui.add(Widget("bench toolbar", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    cut = Cut(rect.inflate(-theme.px(8), -theme.px(6)), theme.px(6))
    for tool in (tool for tool in tools if tool.last):
        _draw(ui, cut.right(_wide(ui, tool.words)), tool)
    rest = [tool for tool in tools if not tool.last]
    spare = _wide(ui, MORE) + theme.px(6)
    while rest:
        needed = _wide(ui, rest[0].words) + theme.px(6)
        if needed > cut.rest.width - (spare if len(rest) > 1 else 0):
            break
        _draw(ui, cut.left(needed - theme.px(6)), rest.pop(0))
    if rest:
        left = list(rest)
        button(ui, cut.left(_wide(ui, MORE)), MORE, lambda: more(left), size=14)


def _wide(ui: Ui, words: str) -> int:
    return max(ui.theme.target(28), ui.theme.width(words, 14) + ui.theme.px(22))


def _draw(ui: Ui, place: pygame.Rect, tool: Tool) -> None:
    button(ui, place, tool.words, tool.press, name=tool.id, enabled=tool.enabled, tip=tool.tip, chosen=tool.on, size=14)
