"""What was written as a ruling, and where: the picture, small, the path to copy, and a door to the folder."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from render.bench import ruling
from render.bench.ruling import Ruling, RulingError
from render.screens.panel import Panel, box
from render.theme import EDGE, GOOD, GOOD_INK, TEXT, TEXT_QUIET, WARNING_INK
from render.ui.core import Ui
from render.ui.layout import Cut, columns
from render.ui.widgets import button, label, paragraph

if TYPE_CHECKING:
    from render.bench.screen import BenchScreen

WHAT = ("the picture", "the same in words", "the position: opens here and anywhere")


class RulingPanel(Panel):
    """A ruling just written. `show` opens a file or folder with what the system has for it."""

    def __init__(self, close: Callable[[], None], made: Ruling, show: Callable[[Path], bool] | None = None) -> None:
        super().__init__(close)
        self.made, self.show = made, show or shown
        self.told = ""
        self._picture = pygame.image.load(str(made.picture))

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        cut = Cut(box(ui, "The ruling is written", 760, 620, self.close), theme.px(8))
        foot = cut.bottom(theme.target(36))
        places = columns(foot, 4, theme.px(8))
        button(ui, places[0], "Copy the path", self.copy, size=14)
        button(ui, places[1], "Open the picture", lambda: self.open(self.made.picture), size=14)
        button(ui, places[2], "Open the folder", lambda: self.open(self.made.picture.parent), size=14)
        button(ui, places[3], "Close", self.close, name="Close panel", key=pygame.K_SPACE, fill=GOOD, size=14)
        if self.told:
            ink = GOOD_INK if self.told == COPIED else WARNING_INK
            label(ui, cut.bottom(theme.line_height(14)), self.told, 14, ink)
        for file, what in reversed(list(zip(self.made.files, WHAT))):
            row = Cut(cut.bottom(theme.line_height(14)), theme.px(10))
            label(ui, row.left(theme.width(file.name, 14) + 4), file.name, 14, TEXT)
            label(ui, row.rest, what, 14, TEXT_QUIET)
        folder = str(self.made.picture.parent)
        high = theme.line_height(13) * min(2, len(theme.wrap(folder, cut.rest.width, 13)))
        paragraph(ui, cut.bottom(high), folder, 13, TEXT_QUIET)
        self._small(ui, cut.rest)

    def _small(self, ui: Ui, rect: pygame.Rect) -> None:
        w, h = self._picture.get_size()
        scale = min(rect.width / w, rect.height / h)
        if scale * min(w, h) < 40:
            return
        picture = pygame.transform.smoothscale(self._picture, (round(w * scale), round(h * scale)))
        place = picture.get_rect(center=rect.center)
        ui.surface.blit(picture, place)
        pygame.draw.rect(ui.surface, EDGE, place, 1)

    def copy(self) -> None:
        """Put the picture's path on the clipboard."""
        try:
            pygame.scrap.put_text(str(self.made.picture))
            self.told = COPIED
        except pygame.error:
            self.told = "There is no clipboard here; the path stands above."

    def open(self, path: Path) -> None:
        """Open a file or folder as the system does."""
        self.told = "" if self.show(path) else "Nothing here opens that; the path stands above."


def write_ruling(screen: BenchScreen) -> None:
    """Write the position on the bench down, with the verdicts that are shown, and say where."""
    screen.position.settle()
    try:
        made = ruling.write(screen.position, screen.answer.editions, backdrop=screen.backdrop)
    except RulingError as error:
        screen.say(str(error))
    except OSError as error:
        screen.say(f"The ruling could not be written: {error.strerror or error}")
    else:
        screen.open(RulingPanel(screen.close_panel, made))


COPIED = "The path is on the clipboard."


def shown(path: Path) -> bool:
    """Open a file or folder with what the system has for it; False when nothing does."""
    try:
        return webbrowser.open(path.resolve().as_uri())
    except (OSError, webbrowser.Error):
        return False
