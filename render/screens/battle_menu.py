"""The battle's own menu, and who sits at which side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.core import referee
from render.battle import words
from render.battle.seats import PERSON, seats
from render.screens.panel import Panel, box
from render.theme import TEXT_QUIET, side_style
from render.ui.core import Ui
from render.ui.layout import Cut, columns
from render.ui.widgets import button, choices, label

if TYPE_CHECKING:
    from render.battle.screen import BattleScreen


class MenuPanel(Panel):
    """Buttons in two columns; each closes the menu and then acts."""

    def __init__(
        self, close: Callable[[], None], title: str, items: Sequence[tuple[str, Callable[[], None], bool, str]]
    ):
        super().__init__(close)
        self.title, self.items = title, tuple(items)

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        rows = -(-len(self.items) // 2)
        step = theme.target(38)
        inner = box(ui, self.title, 560, 96 + rows * 48, self.close)
        gap = min(theme.px(8), max(2, (inner.height - rows * theme.target(24)) // max(1, rows)))
        step = min(step, (inner.height - gap * (rows - 1)) // rows)
        for i, (text, act, enabled, tip) in enumerate(self.items):
            column = columns(inner, 2, theme.px(10))[i // rows]
            place = pygame.Rect(column.x, column.y + (i % rows) * (step + gap), column.width, step)
            button(ui, place, text, self._doer(act), enabled=enabled, tip=tip)

    def _doer(self, act: Callable[[], None]) -> Callable[[], None]:
        def do() -> None:
            self.close()
            act()

        return do


def menu_panel(screen: BattleScreen) -> MenuPanel:
    """The menu of a battle under way."""
    conduct, game = screen.conduct, screen.game
    going = game.state.outcome is None
    return MenuPanel(screen.close_panel, game.session.setup.title, [
        ("Back to the battle", lambda: None, True, "Esc"),
        ("Save…", conduct.save, True, "Ctrl+S"),
        ("Load…", conduct.load, True, ""),
        ("Take back", conduct.undo, game.session.can_undo, "Ctrl+Z"),
        ("Give again", conduct.redo, game.session.can_redo, "Ctrl+Y"),
        ("Who plays…", lambda: screen.open(SeatsPanel(screen)), True, "Person or computer, for each side"),
        ("What happened", conduct.since, True, "F3: since your last answer"),
        ("Referee…", conduct.referee, True, "F5: move, wound, remove, note, set a die"),
        ("Concede or stop…", conduct.end, going, "End the battle here"),
        ("Save as a scene…", conduct.save_scene, True, "The position as a file to start from"),
        ("Settle a quarrel…", conduct.bench, True, "F7: a copy of the position on the bench"),
        ("Problem bundle", conduct.write_bundle, True, "F8: record, log and picture in a folder"),
        ("Settings…", conduct.settings, True, ""),
        ("Keys…", conduct.help, True, "F1"),
        ("Leave to the menu", conduct.leave, True, "The battle is kept and can be resumed"),
    ])  # fmt: skip


class SeatsPanel(Panel):
    """Who plays each side, and the standing answers that sides have given."""

    def __init__(self, screen: BattleScreen) -> None:
        super().__init__(screen.close_panel)
        self.screen = screen

    def draw(self, ui: Ui) -> None:
        game, theme = self.screen.game, ui.theme
        standing = [(side, rule) for (side, rule), answer in game.state.standing.items() if answer != "ask"]
        height = 160 + 48 * len(game.state.sides) + (34 * (len(standing) + 1) if standing else 0)
        cut = Cut(box(ui, "Who plays", 620, height, self.close), theme.px(8))
        names = seats()
        foot = cut.bottom(theme.target(34))
        for side in game.state.sides:
            line = Cut(cut.top(theme.target(36)), theme.px(10))
            label(
                ui,
                line.left(theme.px(160)),
                words.side_name(game.state, side),
                15,
                side_style(game.index(side)).ink,
                True,
            )
            seat = game.seats.get(side, PERSON)

            def take(i: int, side: str = side) -> None:
                game.take_seat(side, names[i])

            shown = [name.capitalize() for name in names]
            choices(ui, line.rest, f"seat {side}", shown, names.index(seat) if seat in names else 0, take)
        if standing:
            label(ui, cut.top(theme.line_height(13)), "Standing answers", 13, TEXT_QUIET, bold=True)
        for side, rule in standing:
            self._standing(ui, Cut(cut.top(theme.target(28)), theme.px(8)), side, rule)
        button(ui, Cut(foot).right(theme.px(150)), "Close", self.close, name="Close panel", key=pygame.K_SPACE)

    def _standing(self, ui: Ui, line: Cut, side: str, rule: str) -> None:
        game = self.screen.game

        def ask_again() -> None:
            game.command(referee.Standing(side, rule, "ask"), side, (side,))

        button(ui, line.right(ui.theme.px(120)), "Ask again", ask_again, name=f"Ask {side} {rule}", size=13)
        told = f"{words.side_name(game.state, side)}: {game.state.standing[(side, rule)]} ({rule})"
        label(ui, line.rest, told, 14)
