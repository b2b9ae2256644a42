"""Army lists from other programs: chosen by path or dropped on the window, looked through, kept as one's own armies."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from render.battle.keeping import sound
from render.screens.panel import Panel, box, heading, text_box
from render.theme import GOOD, GOOD_INK, REFUSED_INK, TEXT, TEXT_QUIET, WARNING_INK, Color
from render.ui.core import Ui
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.widgets import button, paragraph
from scenarios.finding import bundled_armies, own_armies
from scenarios.importing.importer import Imported, headlines, import_list, sums_told
from scenarios.problems import ScenarioError

if TYPE_CHECKING:
    from render.ui.window import Window

LISTS = (".ros", ".rosz")
PEEK = 65_536
"""So many bytes of a JSON file are looked at for whether it is a list."""

_WELCOME = (
    "BattleScribe lists (.ros, .rosz), lists of NewRecruit and ListForge (JSON), and ListForge share links, for the "
    "eighth edition. Type the path below, or drop the file on the window. Everything that is assumed or not read is "
    "named here before anything is kept."
)
Line = tuple[str, int, Color, bool]


def is_list(path: Path) -> bool:
    """Whether a file is likely an army list of another program: by its ending or, for JSON, by what it begins with."""
    if path.suffix.lower() in LISTS:
        return True
    if path.suffix.lower() != ".json":
        return False
    try:
        with path.open("rb") as file:
            start = file.read(PEEK)
    except OSError:
        return False
    return b'"roster"' in start or (b'"forces"' in start and b'"gameSystem' in start)


def open_list(window: Window, path: Path) -> str:
    """Show a list that was dropped on the window; what went wrong, in a sentence, or nothing."""
    from render.screens.menu import MenuScreen

    menu = window.screens[-1] if window.screens else None
    if not isinstance(menu, MenuScreen):
        return f"{path.name} is an army list. Leave for the menu, and drop it there."
    panel = menu.panels[-1] if menu.panels else None
    if not isinstance(panel, ImportPanel):
        panel = ImportPanel(menu.close_panel)
        menu.open(panel)
    panel.take(str(path))
    return ""


class ImportPanel(Panel):
    """A list is read from a path; then what is in it is shown, and it can be saved under a name."""

    def __init__(self, close: Callable[[], None]) -> None:
        super().__init__(close)
        self.path = self.name = self.trouble = self.saved = ""
        self.found: Imported | None = None
        self._fresh = False

    def take(self, path: str) -> None:
        """Read a list."""
        self.path, self.trouble, self.saved, self.found = path, "", "", None
        try:
            self.found = import_list(path if "://" in path else Path(os.path.expanduser(path)))
        except (ScenarioError, OSError) as error:
            self.trouble = str(error)
            return
        self.name, self._fresh = sound(self.found.army.name), True

    def save(self) -> None:
        """Keep it among one's own armies."""
        assert self.found is not None
        name = sound(self.name)
        if any(name.casefold() == path.stem for path in bundled_armies(self.found.army.edition.id)):
            self.trouble = f"{name} is an army that comes with the game; give yours another name."
            return
        path = own_armies() / f"{name}.yaml"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.found.write(path)
        except (ScenarioError, OSError) as error:
            self.trouble = f"It could not be saved: {getattr(error, 'strerror', None) or error}"
            return
        self.trouble, self.saved = "", f"Saved: {path}. A scenario has it for a side with 'army: {name}'."

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        cut = Cut(box(ui, "Army lists", 820, 620, self.close), theme.px(8))
        foot = Cut(cut.bottom(theme.target(34)), theme.px(8))
        self._path_row(ui, foot)
        if self.found is not None:
            self._save_row(ui, Cut(cut.bottom(theme.target(34)), theme.px(8)))
        said = self.trouble or self.saved
        if said:
            high = theme.line_height(13) * min(4, len(theme.wrap(said, cut.rest.width, 13)))
            paragraph(ui, cut.bottom(high), said, 13, REFUSED_INK if self.trouble else GOOD_INK)
        if self._fresh:
            ui.memory("imported list").scroll, self._fresh = 0, False
        shown = [(_WELCOME, 15, TEXT, False)] if self.found is None else lines_of(self.found)
        text_box(ui, cut.rest, "imported list", shown)

    def _path_row(self, ui: Ui, row: Cut) -> None:
        ready = bool(self.path.strip())
        fill = GOOD if self.found is None else None
        button(ui, row.right(ui.theme.px(110)), "Read", self._typed, name="Read list", enabled=ready, fill=fill)
        text_field(ui, row.rest, "Path of a list", self.path, self._change, submit=self._typed,
                   hint="the path of a list, or drop one on the window", longest=100_000)  # fmt: skip

    def _save_row(self, ui: Ui, row: Cut) -> None:
        there = (own_armies() / f"{sound(self.name)}.yaml").exists()
        able = self.found is not None and self.found.data is not None and bool(self.name.strip())
        words = "Replace it" if there and not self.saved else "Save"
        button(ui, row.right(ui.theme.px(130)), words, self.save, name="Save army", enabled=able, fill=GOOD)
        text_field(ui, row.rest, "Name of the army", self.name, self._rename, submit=self.save if able else None,
                   hint="a name for it among your armies", longest=80)  # fmt: skip

    def _change(self, path: str) -> None:
        self.path, self.trouble = path, ""

    def _rename(self, name: str) -> None:
        self.name, self.trouble, self.saved = name, "", ""

    def _typed(self) -> None:
        if self.path.strip():
            self.take(self.path.strip().strip("'\""))


def lines_of(found: Imported) -> list[Line]:
    """What was read of a list: the whole, what was not read, the units, and what was assumed."""
    army, summary = found.army, found.summary()
    lines: list[Line] = [(army.name, 17, TEXT, True)]
    lines += [(words, 14, TEXT_QUIET, False) for words in headlines(army)]
    lines += [(words, 14, GOOD_INK if army.adds_up else REFUSED_INK, True) for words in sums_told(army)]
    if army.not_read:
        lines += [("", 8, TEXT, False), ("Not read, or not as the list has it:", 14, WARNING_INK, True)]
        lines += [(f"· {said}", 13, WARNING_INK, False) for said in army.not_read]
    lines += [("", 8, TEXT, False), heading("Units")]
    for unit in summary["units"]:
        lines.append((f"{unit['models']} × {unit['name']}, {unit['points']} points", 14, TEXT, True))
        lines.append((", ".join(unit["weapons"]) or "no weapons", 13, TEXT_QUIET, False))
    lines += [("", 8, TEXT, False), heading("Assumed")]
    return lines + [(f"· {said}", 13, TEXT_QUIET, False) for said in army.assumed]
