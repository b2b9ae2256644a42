"""Results summed up in the open: who lost what in an assault, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from engine.core.events import Event
from render.battle.game import Game
from render.screens.panel import text_box
from render.theme import RAISED, TEXT, TEXT_QUIET, WARNING_INK, Color, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, label

RESULTS = ("combat.result", "combat.drawn", "combat.won")
"""Events that sum something up; what led to them and followed in the same answer stands beside them."""

TOLD = ("unit.suffered", "combat.", "morale.", "sweep.", "unit.destroyed", "assault.", "no_retreat.")


LEFT_OUT = ("combat.begins", "combat.step", "combat.consolidates")
"""Steps of a fight that decide nothing."""

Lines = list[tuple[str, int, Color, bool]]


def report_of(game: Game) -> Lines:
    """What just happened in an assault, from its first blow on, as lines; empty when nothing needs summing up."""
    if not any(event.code in RESULTS for event in game.last):
        return []
    return told(game, _fight(game.session.events, len(game.last)))


def _fight(events: Sequence[Event], fresh: int) -> Sequence[Event]:
    """The events of the fight whose result is among the `fresh` last ones: after the one before, in this phase."""
    first = next(i for i in range(len(events) - fresh, len(events)) if events[i].code in RESULTS)
    back = (i for i in range(first - 1, -1, -1) if events[i].code in (*RESULTS, "clock.set"))
    return events[next(back, -1) + 1 :]


def told(game: Game, events: Sequence[Event]) -> Lines:
    """The lines for what events of a fight tell; those that sum up stand out."""
    lines: Lines = []
    for event in events:
        wanted = event.code.startswith(TOLD) and event.code not in LEFT_OUT
        words = game.session.tell(event) if wanted else ""
        if words:
            summing_up = event.code in RESULTS
            ink = side_style(game.index(event.side)).ink if event.side in game.state.sides else TEXT
            lines.append((words, 16 if summing_up else 14, WARNING_INK if summing_up else ink, summing_up))
    return lines


def _corner(table: pygame.Rect, wide: int, high: int, busy: Sequence[pygame.Rect], below: int) -> pygame.Rect:
    """A place so big in the corner that covers the fewest of the busy places; the upper ones begin at `below`."""
    lower = table.bottom - high
    upper = min(below, lower)
    spots = [pygame.Rect(x, y, wide, high) for y in (lower, upper) for x in (table.right - wide, table.x)]
    return min(spots, key=lambda spot: len(spot.collidelistall(list(busy))))


def draw_report(
    ui: Ui, table: pygame.Rect, lines: Lines, close: Callable[[], None], busy: Sequence[pygame.Rect] = ()
) -> None:
    """The lines in the corner of the table where least is going on; a click on OK takes them away."""
    theme = ui.theme
    wide = min(theme.px(440), table.width - theme.px(16))
    room = wide - theme.px(30)
    tall = sum(theme.line_height(size) * len(theme.wrap(words, room, size, bold)) for words, size, _, bold in lines)
    high = min(tall + theme.target(28) + theme.line_height(14) + theme.px(38), table.height - theme.px(16))
    inner = table.inflate(-2 * theme.px(8), -2 * theme.px(8))
    place = _corner(inner, wide, high, busy, inner.y + theme.target(28))
    theme.box(ui.surface, place, RAISED, WARNING_INK, radius=6)
    ui.add(Widget("report", "", place.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    cut = Cut(place, theme.px(6), theme.px(10))
    label(ui, cut.top(theme.line_height(14)), "Result of the assault", 14, TEXT_QUIET, bold=True)
    foot = Cut(cut.bottom(theme.target(28)))
    button(ui, foot.right(theme.px(110)), "OK", close, name="Close report", tip="Esc", size=13)
    text_box(ui, cut.rest, "report lines", lines)
