"""All keys and gestures on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pygame

from render.battle.tool import Instrument
from render.screens.panel import Panel, box
from render.theme import INFORMATION_INK, TEXT, TEXT_QUIET
from render.ui.core import Ui
from render.ui.layout import columns
from render.ui.widgets import button, fitting, key_name, label

GENERAL = (
    ("Left click", "choose, select, press"),
    ("Drag", "move a model or a template"),
    ("Shift and drag", "one model instead of all, or the reverse"),
    ("Arrow keys", "shift by a tenth of an inch"),
    ("Page up, down", "climb a floor while moving"),
    ("Right drag", "pan the table"),
    ("Wheel", "zoom; turns what is dragged"),
    ("Space", "confirm the green button"),
    ("Tab", "the next unit that can act"),
    ("Esc", "step back; the battle's menu"),
    ("1 to 9", "press a button with a number"),
    ("Enter", "press what has the focus"),
    ("F6", "walk over the buttons"),
    ("F", "show the whole table"),
    ("+ and -", "zoom in and out"),
)
BATTLE = (
    ("Ctrl+Z", "take the last answer back"),
    ("Ctrl+Y", "give it again"),
    ("Ctrl+S", "save by name"),
    ("F1", "this page"),
    ("F2", "fold the list at the left"),
    ("F3", "what happened since your last answer"),
    ("F4", "fold the card and the log"),
    ("F5", "the referee's panel"),
    ("F7", "put the position on the bench"),
    ("F8", "write a problem bundle"),
    ("F12", "write a picture of the window"),
)

Keys: TypeAlias = Sequence[tuple[str, str]]


class HelpPanel(Panel):
    """The page of keys, in two lists; those of instruments come below the second."""

    def __init__(
        self, close: Callable[[], None], instruments: Sequence[Instrument] = (),
        lists: tuple[Keys, Keys] = (GENERAL, BATTLE), title: str = "Keys and gestures",
    ) -> None:  # fmt: skip
        super().__init__(close)
        self.title, self.lists = title, lists
        self.instruments = tuple((key_name(i.key), i.words.lower()) for i in instruments)

    def draw(self, ui: Ui) -> None:
        first, second = self.lists
        rows = max(len(first), len(second) + len(self.instruments) + bool(self.instruments))
        inner = box(ui, self.title, 860, 130 + rows * 26, self.close)
        gap = ui.theme.px(20)
        foot = pygame.Rect(inner.x, inner.bottom - ui.theme.target(34), inner.width, ui.theme.target(34))
        button(ui, pygame.Rect(foot.right - ui.theme.px(150), foot.y, ui.theme.px(150), foot.height), "Close",
               self.close, name="Close panel", key=pygame.K_SPACE)  # fmt: skip
        body = pygame.Rect(inner.x, inner.y, inner.width, max(0, foot.y - inner.y - ui.theme.px(8)))
        left, right = columns(body, 2, gap)
        step = min(ui.theme.px(26), body.height // rows)
        self._list(ui, left, first, step)
        used = self._list(ui, right, second, step)
        self._list(ui, pygame.Rect(right.x, right.y + used, right.width, right.height - used), self.instruments, step)

    def _list(self, ui: Ui, rect: pygame.Rect, pairs: Sequence[tuple[str, str]], step: int) -> int:
        size = 14 if step >= ui.theme.line_height(14) else 11
        for i, (key, what) in enumerate(pairs):
            y = rect.y + i * step
            wide = round(rect.width * 0.3)
            fits = fitting(ui, key, wide - ui.theme.px(4), size, bold=True)
            label(ui, pygame.Rect(rect.x, y, wide, step), key, fits, INFORMATION_INK, bold=True)
            room = pygame.Rect(rect.x + wide, y, rect.width - wide, step)
            label(ui, room, what, fitting(ui, what, room.width, size), TEXT if size > 11 else TEXT_QUIET)
        return step * len(pairs)
