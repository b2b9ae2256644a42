"""The settings: scale, speed, hand-over, hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pygame

from render.screens.panel import Panel, box
from render.settings import Speed
from render.theme import SCALE_MAX, SCALE_MIN, TEXT_QUIET
from render.ui.core import Ui
from render.ui.layout import Cut
from render.ui.widgets import button, choices, label, slider, toggle
from render.ui.window import Window

SPEEDS: tuple[Speed, ...] = get_args(Speed)


class SettingsPanel(Panel):
    """What a person can set. Everything takes effect at once and is kept."""

    def __init__(self, close: Callable[[], None], window: Window) -> None:
        super().__init__(close)
        self.window = window

    def draw(self, ui: Ui) -> None:
        settings, theme = self.window.settings, ui.theme
        cut = Cut(box(ui, "Settings", 560, 360, self.close), theme.px(10))
        foot = cut.bottom(theme.target(34))
        line = Cut(cut.top(theme.target(34)), theme.px(10))
        label(ui, line.left(theme.px(150)), "Interface size", 14, TEXT_QUIET)
        percent = round(settings.scale * 100)
        label(ui, line.right(theme.px(60)), f"{percent} %", 15, bold=True, align="right")
        for words, by in (("+", 25), ("−", -25)):
            to = percent + by
            button(ui, line.right(theme.target(34)), words, self._scaler(to / 100), name=f"Scale {words}",
                   enabled=SCALE_MIN * 100 <= to <= SCALE_MAX * 100, tip=f"{to} %")  # fmt: skip
        slider(ui, line.rest, "Scale", settings.scale, self._scale, low=SCALE_MIN, high=SCALE_MAX, step=0.05)
        line = Cut(cut.top(theme.target(34)), theme.px(10))
        label(ui, line.left(theme.px(150)), "Speed of motion", 14, TEXT_QUIET)
        choices(ui, line.rest, "Speed", [s.capitalize() for s in SPEEDS], SPEEDS.index(settings.speed), self._speed)
        told = "Hand the screen over hidden between two people"
        toggle(ui, cut.top(theme.target(30)), told, settings.hand_over,
               self._hand_over, name="Hand over")  # fmt: skip
        toggle(ui, cut.top(theme.target(30)), "Hints for first battles", settings.hints,
               self._hints, name="Hints")  # fmt: skip
        button(ui, Cut(foot).right(theme.px(150)), "Close", self.close, name="Close panel", key=pygame.K_SPACE)

    def _scale(self, scale: float) -> None:
        self.window.change(self.window.settings.with_scale(scale))

    def _scaler(self, scale: float) -> Callable[[], None]:
        return lambda: self._scale(scale)

    def _hand_over(self, on: bool) -> None:
        self.window.change(replace(self.window.settings, hand_over=on))

    def _hints(self, on: bool) -> None:
        self.window.change(replace(self.window.settings, hints=on))

    def _speed(self, i: int) -> None:
        self.window.change(replace(self.window.settings, speed=SPEEDS[i]))
