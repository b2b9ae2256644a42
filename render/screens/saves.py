"""Opening a saved battle: a list of them, with what went wrong in words when a file cannot be used."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from engine.core.journal import JournalError
from engine.session import Session
from render.battle import keeping
from render.battle.game import Game, usual_seats
from render.battle.keeping import Saved
from render.screens.panel import Panel, box
from render.theme import GOOD, REFUSED_INK, TEXT_QUIET
from render.ui.core import Ui
from render.ui.layout import Cut
from render.ui.lists import rows
from render.ui.widgets import button, label, paragraph
from render.ui.window import Window


def open_battle(path: Path, known: Saved | None = None) -> Game:
    """The battle in a file, with its seats as they were. Raises JournalError."""
    session = Session.load(path)
    seats = usual_seats(session)
    if known is not None:
        seats.update({side: player for side, player in known.seats.items() if side in seats})
    return Game(session, seats, known.seed if known is not None else "0")


def continue_journal(game: Game, path: Path) -> None:
    """Go on writing a battle: in its journal if it came from there, else in a fresh one. Trouble is noted."""
    try:
        journal = path if path.parent == keeping.journals_folder() else keeping.fresh_journal(game.session.setup.name)
        game.keep(journal)
    except OSError as error:
        game.trouble = f"The battle is not being kept: {error.strerror or error}"


class LoadPanel(Panel):
    """The saved battles, newest first. `leave` is done before another battle opens."""

    def __init__(self, close: Callable[[], None], window: Window, leave: Callable[[], None] | None = None) -> None:
        super().__init__(close)
        self.window, self.leave = window, leave
        self.saves = keeping.saves()
        self.chosen = 0 if self.saves else -1
        self.trouble = ""

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        cut = Cut(box(ui, "Saved battles", 680, 460, self.close), theme.px(8))
        foot = Cut(cut.bottom(theme.target(34)), theme.px(8))
        chosen = self.saves[self.chosen] if 0 <= self.chosen < len(self.saves) else None
        button(
            ui, foot.right(theme.px(130)), "Open", self._open, name="Open battle", enabled=chosen is not None, fill=GOOD
        )
        button(ui, foot.right(theme.px(110)), "Delete", self._delete, name="Delete battle", enabled=chosen is not None)
        if self.trouble:
            paragraph(ui, cut.bottom(theme.line_height(14) * 3), self.trouble, 14, REFUSED_INK)
        if not self.saves:
            label(
                ui, cut.top(theme.line_height(15)), "Nothing has been saved yet. Ctrl+S saves a battle.", 15, TEXT_QUIET
            )
            return
        shown = [f"{s.name}   ({s.title}, {s.told}, {_when(s.when)})" for s in self.saves]
        rows(ui, cut.rest, "Saved battles", shown, self.chosen, self._choose)

    def _choose(self, i: int) -> None:
        self.chosen, self.trouble = i, ""

    def _open(self) -> None:
        known = self.saves[self.chosen]
        try:
            game = open_battle(known.path, known)
        except JournalError as error:
            self.trouble = str(error)
            return
        from render.battle.screen import BattleScreen

        continue_journal(game, known.path)
        if game.session.lost:
            game.trouble = f"Part of the file could not be read: {game.session.lost}."
        self.close()
        if self.leave is not None:
            self.leave()
        self.window.push(BattleScreen(self.window, game))

    def _delete(self) -> None:
        keeping.forget(self.saves[self.chosen].path)
        self.saves = keeping.saves()
        self.chosen = min(self.chosen, len(self.saves) - 1)


def _when(stamp: float) -> str:
    return time.strftime("%d %b %H:%M", time.localtime(stamp))
