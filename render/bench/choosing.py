"""Choosing a picture: a path that is typed, a file that is dropped, or one of those in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame

from render.bench.photo import ENDINGS, pictures_in
from render.theme import GOOD, REFUSED_INK, TEXT_QUIET
from render.ui.core import Ui
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.lists import rows
from render.ui.widgets import button, fitting, label, paragraph

LONGEST = 1000
UP = ".. (the folder above)"


def usual_folder() -> Path:
    """Where pictures usually are."""
    home = Path.home()
    return next((folder for folder in (home / "Pictures", home) if folder.is_dir()), Path.cwd())


class Chooser:
    """The folder looked into, and what is in it. `take` gets the picture that was chosen."""

    def __init__(self, take: Callable[[Path], None], folder: Path | None = None) -> None:
        self.take = take
        self.typed = ""
        self.trouble = ""
        self.look_into(folder or usual_folder())

    def look_into(self, folder: Path) -> None:
        """Show another folder."""
        self.folder, self.chosen = folder, -1
        try:
            inner = sorted((p for p in folder.iterdir() if p.is_dir() and not p.name.startswith(".")), key=_by_name)
        except OSError as error:
            inner, self.trouble = [], f"{folder} cannot be read: {error.strerror or error}."
        self.found = [folder.parent, *inner, *pictures_in(folder)]

    def go(self) -> None:
        """Take what is typed, or else what is chosen in the list; a folder is looked into."""
        self.trouble = ""
        if self.typed.strip():
            path = Path(os.path.expanduser(self.typed.strip().strip("\"'")))
            path = path if path.is_absolute() else self.folder / path
        elif 0 <= self.chosen < len(self.found):
            path = self.found[self.chosen]
        else:
            self.trouble = "Choose a picture in the list, type the path of one, or drop one on the window."
            return
        if path.is_dir():
            self.typed = ""
            self.look_into(path)
        else:
            self.take(path)

    def draw(self, ui: Ui, rect: pygame.Rect) -> None:
        """The path, the list and the button."""
        theme = ui.theme
        cut = Cut(rect, theme.px(10))
        head, place = "Choose a photograph of the table", cut.top(theme.line_height(26))
        label(ui, place, head, fitting(ui, head, place.width, 26, bold=True), bold=True)
        told = "From above is best; from a chair will do, as long as all four corners of the table are in it. " + (
            f"Drop it on the window, type its path, or choose it below ({', '.join(e[1:] for e in ENDINGS)})."
        )
        paragraph(ui, cut.top(theme.line_height(15) * len(theme.wrap(told, rect.width, 15))), told, 15, TEXT_QUIET)
        line = Cut(cut.top(theme.target(36)), theme.px(8))
        button(ui, line.right(theme.px(140)), "Open", self.go, name="Open picture", fill=GOOD)
        text_field(ui, line.rest, "Path", self.typed, self._type, submit=self.go, hint="Path", longest=LONGEST)
        if self.trouble:
            high = theme.line_height(15) * len(theme.wrap(self.trouble, rect.width, 15))
            paragraph(ui, cut.top(high), self.trouble, 15, REFUSED_INK)
        label(ui, cut.top(theme.line_height(14)), str(self.folder), 14, TEXT_QUIET)
        names = [UP, *(f"{p.name}/" if p.is_dir() else p.name for p in self.found[1:])]
        rows(ui, cut.rest, "Pictures", names, self.chosen, self._choose)

    def _type(self, words: str) -> None:
        self.typed, self.trouble = words, ""

    def _choose(self, i: int) -> None:
        """The first click chooses, the second one on the same row opens."""
        again, self.chosen, self.typed = i == self.chosen, i, ""
        if again or self.found[i].is_dir():
            self.go()


def _by_name(path: Path) -> str:
    return path.name.lower()
