"""Results summed up in the open: who lost what in an assault, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.events import Event
from engine.messages import name
from render.battle.game import Game
from render.screens.panel import TextPanel
from render.theme import TEXT, WARNING_INK, Color, side_style

RESULTS = ("combat.result", "combat.drawn", "combat.won")
"""Events that sum something up; what led to them and followed in the same answer stands beside them."""

TOLD = ("unit.suffered", "combat.", "morale.", "sweep.", "unit.destroyed", "assault.", "no_retreat.")


def report_of(game: Game, close: Callable[[], None]) -> TextPanel | None:
    """The panel for what just happened, None when it needs none or nobody watches."""
    results = [event for event in game.last if event.code in RESULTS]
    if not results or not game.people:
        return None
    lines: list[tuple[str, int, Color, bool]] = []
    for event in game.last:
        words = game.session.tell(event) if event.code.startswith(TOLD) else ""
        if words:
            sum_up = event.code in RESULTS
            ink = side_style(game.index(event.side)).ink if event.side in game.state.sides else TEXT
            lines.append((words, 16 if sum_up else 14, WARNING_INK if sum_up else ink, sum_up))
            lines += [(figures, 14, TEXT, False) for figures in [_figures(game, event)] if sum_up and figures]
    return TextPanel(close, "Result of the assault", lines, 640, 420)


def _figures(game: Game, event: Event) -> str:
    """The numbers of a result, side by side."""
    parts = []
    for key, value in event.details:
        if isinstance(value, int) and not isinstance(value, bool):
            called = name(key, game.state)
            parts.append(f"{called.replace('_', ' ')} {value}")
    return ", ".join(parts)
