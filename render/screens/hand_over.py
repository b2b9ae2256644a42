"""Handing the screen over: the table is hidden until the next player says that he is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from render.battle import words
from render.screens.panel import Panel, text_box
from render.theme import BACKGROUND, GOOD, TEXT_QUIET, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, label

if TYPE_CHECKING:
    from render.battle.screen import BattleScreen


class HandOverPanel(Panel):
    """Hides the battle, names who is next, and tells what happened since that player last answered."""

    def __init__(self, screen: BattleScreen, side: str) -> None:
        super().__init__(screen.close_panel)
        self.screen, self.side = screen, side
        self.shown = False

    def draw(self, ui: Ui) -> None:
        game, theme, whole = self.screen.game, ui.theme, ui.surface.get_rect()
        style = side_style(game.index(self.side))
        ui.surface.fill(BACKGROUND)
        ui.add(Widget("hand over", "", whole.copy(), "away", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        place = whole.inflate(-whole.width // 3, -whole.height // 4)
        ui.surface.fill(style.rim, (place.x, place.y, place.width, theme.px(6)))
        cut = Cut(place, theme.px(12))
        cut.top(theme.px(20))
        name = words.side_name(game.state, self.side)
        label(ui, cut.top(theme.line_height(34)), f"{name}, it is your decision", 34, style.ink, bold=True)
        foot = cut.bottom(theme.target(40))
        button(ui, Cut(foot).right(theme.px(220)), "Here I am", self.close, key=pygame.K_SPACE, fill=GOOD)
        label(ui, cut.top(theme.line_height(14)), "Since your last answer", 14, TEXT_QUIET, bold=True)
        text_box(ui, cut.rest, f"since {self.side}", self.screen.conduct.lines_since(self.side))
