"""The bar at the top: menu, game turn, the phases with the present one lit, whose turn it is, and the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from engine.core.book import Book
from engine.core.state import State
from render.battle import words
from render.battle.game import Game
from render.theme import EDGE, INFORMATION, PANEL, PRESSED, TEXT, TEXT_QUIET, mix, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, label


@dataclass(frozen=True, slots=True)
class Doors:
    """What the buttons of the bar do."""

    menu: Callable[[], None]
    undo: Callable[[], None]
    redo: Callable[[], None]
    since: Callable[[], None]
    help: Callable[[], None]


def draw_top(ui: Ui, rect: pygame.Rect, game: Game, doors: Doors) -> None:
    """Draw the bar."""
    theme = ui.theme
    ui.surface.fill(PANEL, rect)
    ui.add(Widget("top bar", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    cut = Cut(rect.inflate(-theme.px(8), -theme.px(6)), theme.px(8))
    button(
        ui, cut.left(theme.px(76)), "Menu", doors.menu, tip="Save, load, take back, referee, settings (Esc)", size=14
    )
    button(ui, cut.left(theme.px(58)), "Undo", doors.undo, enabled=game.session.can_undo,
           tip="Take the last answer back (Ctrl+Z)", size=14)  # fmt: skip
    button(ui, cut.left(theme.px(58)), "Redo", doors.redo, enabled=game.session.can_redo,
           tip="Give it again (Ctrl+Y)", size=14)  # fmt: skip
    button(
        ui, cut.right(max(theme.target(28), theme.px(30))), "?", doors.help, name="Help", tip="All keys (F1)", size=14
    )
    button(ui, cut.right(theme.px(64)), "Recap", doors.since, tip="What happened since your last answer (F3)", size=14)
    _score(ui, cut, game)
    _turn(ui, cut, game.state, game.session.book)
    _phases(ui, cut.rest, game.state, game.session.book.phases())


def draw_progress(ui: Ui, rect: pygame.Rect, state: State, book: Book) -> None:
    """Only the game turn and the phases."""
    ui.surface.fill(PANEL, rect)
    cut = Cut(rect.inflate(-ui.theme.px(8), -ui.theme.px(6)), ui.theme.px(8))
    _turn(ui, cut, state, book)
    _phases(ui, cut.rest, state, book.phases())


def _score(ui: Ui, cut: Cut, game: Game) -> None:
    state, theme = game.state, ui.theme
    names = [words.side_name(state, side) for side in state.sides]
    score = " : ".join(str(points) for points in game.points)
    narrow = cut.rest.width < theme.px(760)
    parts = [("", TEXT)] if narrow else [(names[0], side_style(0).ink)]
    parts += [(score, TEXT)] if narrow else [(score, TEXT), (names[1], side_style(1).ink)]
    room = sum(theme.width(words_, 14, True) + theme.px(10) for words_, _ in parts)
    place = cut.right(room)
    x = place.x
    for text, ink in parts:
        width = theme.width(text, 14, True)
        label(ui, pygame.Rect(x, place.y, width + 2, place.height), text, 14, ink, bold=True)
        x += width + theme.px(10)


def _turn(ui: Ui, cut: Cut, state: State, book: Book) -> None:
    theme, clock = ui.theme, state.clock
    told = words.round_named(book, clock.round) if clock.round else "Setting up"
    if state.outcome is not None:
        told = "Over"
    label(ui, cut.left(theme.width(told, 15, True) + 2), told, 15, bold=True)
    if clock.side and state.outcome is None and cut.rest.width > theme.px(420):
        name = words.side_name(state, clock.side)
        whose = f"{name}' turn" if name.endswith("s") else f"{name}'s turn"
        ink = side_style(state.sides.index(clock.side)).ink
        label(ui, cut.left(theme.width(whose, 14) + 2), whose, 14, ink)


def _phases(ui: Ui, rect: pygame.Rect, state: State, phases: tuple[str, ...]) -> None:
    theme, clock = ui.theme, state.clock
    if not clock.phase or rect.width < theme.px(90):
        return
    shown = phases if rect.width >= sum(theme.width(p, 13, True) + theme.px(26) for p in phases) else (clock.phase,)
    x = rect.x
    for phase in shown:
        lit = phase == clock.phase
        text = phase.replace("_", " ").capitalize()
        place = pygame.Rect(x, rect.y, min(theme.width(text, 13, True) + theme.px(20), rect.right - x), rect.height)
        fill = mix(INFORMATION, PANEL, 0.45) if lit else PRESSED
        theme.box(ui.surface, place, fill, INFORMATION if lit else mix(PANEL, EDGE, 0.5), radius=4)
        label(ui, place.inflate(-theme.px(8), 0), text, 13, TEXT if lit else TEXT_QUIET, bold=lit, align="center")
        x = place.right + theme.px(4)
