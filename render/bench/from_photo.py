"""The photograph on the bench: bringing one in, and what can be done with it once it lies under the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from render.bench.backdrop import Backdrop
from render.bench.importing import PhotoScreen
from render.bench.plain import Data
from render.bench.position import Position
from render.screens.panel import Panel, box
from render.theme import GOOD, TEXT_QUIET
from render.ui.core import Ui
from render.ui.layout import Cut, columns
from render.ui.widgets import button, paragraph, slider

if TYPE_CHECKING:
    from render.bench.screen import BenchScreen

TOLD = (
    "What was clicked on the photograph keeps the error of its place, and the verdict says when that is too much to "
    "decide. What is put down here by hand has none."
)


def bring_in(screen: BenchScreen, path: Path | None = None) -> None:
    """Go to the photograph; what comes of it replaces the position on the bench, asked first if that would be lost."""

    def done(data: Data, backdrop: Backdrop) -> None:
        def take() -> None:
            position = Position(data)
            position.saved = {}
            screen.show(position)
            screen.backdrop = backdrop
            screen.palette.tab = 1

        screen.files.unless_lost(take)

    screen.window.push(PhotoScreen(screen.window, screen.position.edition, done, path))


def photograph(screen: BenchScreen) -> None:
    """The button: bring one in, or, where one lies under the table, say what to do with it."""
    if screen.backdrop is None:
        bring_in(screen)
    else:
        screen.open(BackdropPanel(screen.close_panel, screen))


class BackdropPanel(Panel):
    """How much of the photograph is seen, and whether it stays."""

    def __init__(self, close: Callable[[], None], screen: BenchScreen) -> None:
        super().__init__(close)
        self.screen = screen

    def draw(self, ui: Ui) -> None:
        theme, backdrop = ui.theme, self.screen.backdrop
        if backdrop is None:
            return
        cut = Cut(box(ui, "The photograph under the table", 520, 240, self.close, dim=0), theme.px(10))
        places = columns(cut.bottom(theme.target(36)), 3, theme.px(8))
        button(ui, places[0], "Another…", self._another, name="Another photograph", size=14)
        button(ui, places[1], "Take away", self._away, name="Take the photograph away", size=14)
        button(ui, places[2], "Done", self.close, name="Close panel", key=pygame.K_SPACE, fill=GOOD, size=14)
        slider(ui, cut.bottom(theme.target(30)), f"Seen: {backdrop.opacity:.0%}", backdrop.opacity, self._fade,
               step=0.05, name="Opacity")  # fmt: skip
        paragraph(ui, cut.rest, TOLD, 14, TEXT_QUIET)

    def _fade(self, opacity: float) -> None:
        if self.screen.backdrop is not None:
            self.screen.backdrop.opacity = opacity

    def _another(self) -> None:
        self.close()
        bring_in(self.screen)

    def _away(self) -> None:
        self.screen.backdrop = None
        self.close()
