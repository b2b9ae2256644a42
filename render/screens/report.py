"""Results summed up in the open: who lost what in an assault, and what follows."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from render.battle.game import Game
from render.screens.panel import text_box
from render.theme import RAISED, TEXT, TEXT_QUIET, WARNING_INK, Color, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, label

RESULTS = ("combat.result", "combat.drawn", "combat.won")
"""Events that sum something up; what led to them and followed in the same answer stands beside them."""

TOLD = ("unit.suffered", "combat.", "morale.", "sweep.", "unit.destroyed", "assault.", "no_retreat.")


Lines = list[tuple[str, int, Color, bool]]


def report_of(game: Game) -> Lines:
    """What just happened in an assault, as lines; empty when nothing needs summing up."""
    if not any(event.code in RESULTS for event in game.last):
        return []
    lines: Lines = []
    for event in game.last:
        words = game.session.tell(event) if event.code.startswith(TOLD) else ""
        if words:
            summing_up = event.code in RESULTS
            ink = side_style(game.index(event.side)).ink if event.side in game.state.sides else TEXT
            lines.append((words, 16 if summing_up else 14, WARNING_INK if summing_up else ink, summing_up))
    return lines


def draw_report(ui: Ui, table: pygame.Rect, lines: Lines, close: Callable[[], None]) -> None:
    """The lines in a corner of the table, beside what is being asked; a click on OK takes them away."""
    theme = ui.theme
    wide = min(theme.px(440), table.width - theme.px(16))
    room = wide - theme.px(30)
    tall = sum(theme.line_height(size) * len(theme.wrap(words, room, size, bold)) for words, size, _, bold in lines)
    high = min(tall + theme.target(28) + theme.line_height(14) + theme.px(38), table.height - theme.px(16))
    place = pygame.Rect(table.right - wide - theme.px(8), table.bottom - high - theme.px(8), wide, high)
    theme.box(ui.surface, place, RAISED, WARNING_INK, radius=6)
    ui.add(Widget("report", "", place.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    cut = Cut(place, theme.px(6), theme.px(10))
    label(ui, cut.top(theme.line_height(14)), "Result of the assault", 14, TEXT_QUIET, bold=True)
    foot = Cut(cut.bottom(theme.target(28)))
    button(ui, foot.right(theme.px(110)), "OK", close, name="Close report", tip="Esc", size=13)
    text_box(ui, cut.rest, "report lines", lines)
