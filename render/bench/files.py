"""Opening and keeping positions from the bench: scenes of one's own, files dropped on the window, battles."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from render.battle import keeping
from render.bench.actions import opener
from render.bench.position import Position
from render.screens.asking import AskPanel, NamePanel
from render.screens.importing import is_list, open_list
from render.screens.panel import Panel, box
from render.theme import GOOD, RAISED, REFUSED_INK, TEXT_QUIET
from render.ui.core import Ui
from render.ui.dialog import Choice
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.lists import rows
from render.ui.widgets import button, label, paragraph
from scenarios.problems import ScenarioError

if TYPE_CHECKING:
    from render.bench.screen import BenchScreen
    from render.ui.window import Window

SCENES = (".yaml", ".yml", ".json")


def scenes_folder() -> Path:
    """Where scenes of one's own are."""
    return keeping.saves_folder().with_name("scenes")


def own_scenes() -> list[Path]:
    """Scenes of one's own, the newest first."""
    found = [path for path in scenes_folder().glob("*") if path.suffix in SCENES] if scenes_folder().is_dir() else []
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


def open_bench(window: Window, position: Position | None = None, back: str = "Menu") -> BenchScreen:
    """Show the bench over the present screen, with a position or a blank table; `back` says where Esc leads."""
    from render.bench.screen import BenchScreen

    screen = BenchScreen(window, position or Position(), back)
    window.push(screen)
    return screen


def open_file(window: Window, path: Path) -> str:
    """Open a file that was dropped on the window: a scene on the bench, a battle file as a battle, an army list.

    Returns what went wrong, in a sentence, or nothing.
    """
    from render.bench.importing import PhotoScreen
    from render.bench.screen import BenchScreen

    top = window.screens[-1] if window.screens else None
    if path.suffix == keeping.ENDING:
        return _open_battle(window, path)
    if is_list(path):
        return open_list(window, path)
    if path.suffix.lower() not in SCENES:
        if isinstance(top, PhotoScreen):
            top.open(path)
            return ""
        take = opener(path)
        if take is None:
            return (
                f"{path.name} is neither a scene (.yaml, .json) nor a battle file ({keeping.ENDING}), "
                "a photograph or an army list."
            )
        take(top if isinstance(top, BenchScreen) else open_bench(window), path)
        return ""
    try:
        position = Position.open(path)
    except (ScenarioError, LookupError, OSError) as error:
        return str(error)
    if isinstance(top, BenchScreen):
        top.files.replace(position)
    else:
        open_bench(window, position, "Back")
    return ""


def _open_battle(window: Window, path: Path) -> str:
    from engine.core.journal import JournalError
    from render.battle.screen import BattleScreen
    from render.screens.saves import continue_journal, open_battle

    try:
        game = open_battle(path)
    except JournalError as error:
        return str(error)
    continue_journal(game, path)
    window.push(BattleScreen(window, game))
    return ""


class Files:
    """What the bench does with files."""

    def __init__(self, screen: BenchScreen) -> None:
        self.screen = screen

    def save(self, then: Callable[[], None] | None = None) -> None:
        """Save under a name among the scenes of one's own."""
        screen, position = self.screen, self.screen.position
        position.settle()
        if position.problems:
            screen.say(f"This cannot be saved yet. {position.problems[0]}")
            return

        def done(name: str) -> str:
            path = scenes_folder() / keeping.save_path(name).with_suffix(".yaml").name
            try:
                position.change({**position.data, "title": name})
                position.save(path)
            except OSError as error:
                return f"It could not be saved: {error.strerror or error}"
            screen.say(f"Saved: {path}")
            if then is not None:
                then()
            return ""

        screen.open(NamePanel(screen.close_panel, "Save the position", "Title", position.title, "Save", done))

    def open(self) -> None:
        """Choose a scene to open."""
        self.screen.open(OpenPanel(self.screen))

    def take(self, path: Path) -> str:
        """Open a scene in place of this one; what went wrong, in a sentence, or nothing."""
        try:
            position = Position.open(path)
        except (ScenarioError, LookupError, OSError) as error:
            return str(error)
        self.replace(position)
        return ""

    def replace(self, position: Position) -> None:
        """Put another position on the bench, asking first when this one would be lost."""
        self.unless_lost(lambda: self.screen.show(position))

    def unless_lost(self, then: Callable[[], None]) -> None:
        """Do something that takes this position away, asking first when it has not been kept."""
        screen = self.screen
        if screen.position.saved is screen.position.data:
            then()
            return
        told = "The position has been changed and not saved."
        screen.open(AskPanel(screen.close_panel, "Keep this position?", told, [
            Choice("Save it first", lambda: self.save(then), None, GOOD),
            Choice("Let it go", then, None, RAISED),
        ]))  # fmt: skip


class OpenPanel(Panel):
    """Scenes of one's own, and a path to be typed."""

    def __init__(self, screen: BenchScreen) -> None:
        super().__init__(screen.close_panel)
        self.screen = screen
        self.scenes = own_scenes()
        self.path = ""
        self.trouble = ""

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        cut = Cut(box(ui, "Open a position", 680, 460, self.close), theme.px(8))
        foot = Cut(cut.bottom(theme.target(34)), theme.px(8))
        go = foot.right(theme.px(110))
        button(ui, go, "Open", self._typed, name="Open typed", enabled=bool(self.path.strip()), fill=GOOD)
        text_field(ui, foot.rest, "Path of a scene", self.path, self._change, submit=self._typed,
                   hint="the path of a scene file, or drop one on the window", longest=400)  # fmt: skip
        if self.trouble:
            paragraph(ui, cut.bottom(theme.line_height(13) * 4), self.trouble, 13, REFUSED_INK)
        if not self.scenes:
            label(ui, cut.top(theme.line_height(15)), "No scene has been saved yet. Ctrl+S saves one.", 15, TEXT_QUIET)
            return
        rows(ui, cut.rest, "Own scenes", [path.stem for path in self.scenes], -1, self._choose)

    def _choose(self, i: int) -> None:
        self._take(self.scenes[i])

    def _change(self, path: str) -> None:
        self.path, self.trouble = path, ""

    def _typed(self) -> None:
        if self.path.strip():
            self._take(Path(os.path.expanduser(self.path.strip().strip("'\""))))

    def _take(self, path: Path) -> None:
        self.close()
        self.trouble = self.screen.files.take(path)
        if self.trouble:
            self.screen.open(self)


class TablePanel(Panel):
    """The size of the table, and clearing it."""

    SIZES = ((72, 48), (48, 48), (60, 44), (44, 30), (24, 24))

    def __init__(self, screen: BenchScreen) -> None:
        super().__init__(screen.close_panel)
        self.screen = screen
        width, depth = screen.position.size
        self.texts = [f"{width:g}", f"{depth:g}"]

    def draw(self, ui: Ui) -> None:
        from render.ui.layout import columns

        theme, position = ui.theme, self.screen.position
        cut = Cut(box(ui, "The table", 560, 260, self.close), theme.px(8))
        label(ui, cut.top(theme.line_height(14)), "Width and depth in inches", 14, TEXT_QUIET)
        row = Cut(cut.top(theme.target(32)), theme.px(8))
        for i, name in enumerate(("Width", "Depth")):
            text_field(ui, row.left(theme.px(100)), name, self.texts[i], self._typed(i), submit=self._take,
                       allowed="0123456789.".__contains__, longest=6)  # fmt: skip
        button(ui, row.left(theme.px(110)), "Use", self._take, fill=GOOD)
        places = columns(cut.top(theme.target(32)), len(self.SIZES), theme.px(6))
        for place, (width, depth) in zip(places, self.SIZES):
            button(ui, place, f"{width}×{depth}", self._size(width, depth), chosen=position.size == (width, depth))
        foot = Cut(cut.bottom(theme.target(34)), theme.px(8))
        button(ui, foot.left(theme.px(170)), "Clear the table", self._clear, name="Clear")
        button(ui, foot.right(theme.px(110)), "Close", self.close, name="Close panel")

    def _typed(self, i: int) -> Callable[[str], None]:
        def change(text: str) -> None:
            self.texts[i] = text

        return change

    def _size(self, width: float, depth: float) -> Callable[[], None]:
        def use() -> None:
            self.texts = [f"{width:g}", f"{depth:g}"]
            self._take()

        return use

    def _take(self) -> None:
        try:
            width, depth = (float(text) for text in self.texts)
        except ValueError:
            return
        if 1 <= width <= 240 and 1 <= depth <= 240:
            self.screen.position.resize(width, depth)
            self.screen.fresh_view()

    def _clear(self) -> None:
        self.screen.position.clear()
        self.screen.editor.select("")
        self.close()
