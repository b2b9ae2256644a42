"""The menu: go on with a battle, or begin one of the scenarios."""

from __future__ import annotations

from pathlib import Path

import pygame

from render.battle import keeping
from render.pictures import thumbnail
from render.screens.help import HelpPanel
from render.screens.importing import ImportPanel
from render.screens.panel import Panel
from render.screens.saves import LoadPanel, continue_journal, open_battle
from render.screens.settings import SettingsPanel
from render.theme import (
    BACKGROUND,
    EDGE,
    GOOD,
    INFORMATION_INK,
    PANEL,
    PRESSED,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    WARNING_INK,
    mix,
    side_style,
)
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, fitting, label, paragraph
from render.ui.window import Screen, Window
from scenarios.catalogue import ScenarioEntry, scenarios


class MenuScreen(Screen):
    """Resume first, then the scenarios with a picture and a line each."""

    def __init__(self, window: Window) -> None:
        self.window, self.ui = window, window.ui
        self.panels: list[Panel] = []
        self.trouble = ""
        self._entries: list[ScenarioEntry] | None = None
        self._unpainted: list[ScenarioEntry] = []
        self._useless: list[Path] = []
        self._resume = keeping.unfinished()
        self._shown = False
        self._frames = 0

    @property
    def entries(self) -> list[ScenarioEntry]:
        """The scenarios: the bundled ones, then scenes of one's own."""
        if self._entries is None:
            own = keeping.saves_folder().with_name("scenes")
            self._entries = scenarios(folders=[own] if own.is_dir() else [])
            self._unpainted = list(self._entries)
        return self._entries

    @property
    def animating(self) -> bool:
        return bool(self._unpainted)

    def fresh(self) -> None:
        """Look again at what can be resumed and begun."""
        self._resume = keeping.unfinished(self._useless)
        self._entries = None

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        ui, theme = self.ui, self.ui.theme
        if not self._shown:
            self.fresh()
        self._shown = True
        self._frames += 1
        surface.fill(BACKGROUND)
        wide = min(theme.px(1560), surface.get_width() - theme.px(64))
        whole = pygame.Rect((surface.get_width() - wide) // 2, theme.px(16), wide, surface.get_height() - theme.px(32))
        cut = Cut(whole, theme.px(10))
        head = Cut(cut.top(theme.px(58)), theme.px(8))
        self._doors(ui, head)
        name = pygame.Rect(head.rest.x, head.rest.y, head.rest.width, theme.line_height(34))
        label(ui, name, "Sightline", fitting(ui, "Sightline", name.width, 34, bold=True), bold=True)
        if self.trouble:
            place = cut.top(theme.line_height(14) * 3)
            paragraph(ui, place, self.trouble, 14, REFUSED_INK)
        if self._resume is not None:
            self._draw_resume(ui, cut.top(theme.px(64)))
        self._heading(ui, Cut(cut.top(theme.target(32)), theme.px(8)))
        self._cards(ui, cut.rest)
        for panel in self.panels[-1:]:
            with ui.layer(modal=True):
                panel.draw(ui)

    def _heading(self, ui: Ui, row: Cut) -> None:
        words, lists = "Scenarios and your own scenes: click one to begin", "Army lists"
        place = row.right(ui.theme.width(lists) + ui.theme.px(28))
        button(ui, place, lists, lambda: self.open(ImportPanel(self.close_panel)), tip="Armies from other programs")
        high = ui.theme.line_height(15)
        line = pygame.Rect(row.rest.x, row.rest.centery - high // 2, row.rest.width, high)
        label(ui, line, words, fitting(ui, words, line.width, 15, bold=True), TEXT_QUIET, bold=True)

    def _doors(self, ui: Ui, head: Cut) -> None:
        theme = ui.theme
        for words, act, key in (
            ("Quit", self.window.pop, None),
            ("Keys", lambda: self.open(HelpPanel(self.close_panel)), pygame.K_F1),
            ("Settings", lambda: self.open(SettingsPanel(self.close_panel, self.window)), None),
            ("Settle a quarrel", self.bench, pygame.K_b),
            ("Saved battles", lambda: self.open(LoadPanel(self.close_panel, self.window, self._leaving)), None),
        ):
            wide = theme.width(words) + theme.px(46 if key else 28)
            place = head.right(wide)
            button(ui, pygame.Rect(place.x, place.y, wide, theme.target(36)), words, act, key=key)

    def _draw_resume(self, ui: Ui, place: pygame.Rect) -> None:
        assert self._resume is not None
        theme = ui.theme
        theme.box(ui.surface, place, mix(GOOD, PANEL, 0.8), GOOD, radius=6)
        cut = Cut(place.inflate(-theme.px(24), -theme.px(16)), theme.px(10))
        go = cut.right(theme.px(170))
        button(ui, go, "Resume", self.resume, key=pygame.K_SPACE, fill=GOOD)
        high = theme.line_height(17)
        label(ui, pygame.Rect(cut.rest.x, cut.rest.y, cut.rest.width, high), self._resume.title, 17, bold=True)
        told = pygame.Rect(cut.rest.x, cut.rest.y + high, cut.rest.width, theme.line_height(13))
        label(ui, told, f"Under way: {self._resume.told}", 13, TEXT_QUIET)

    def _cards(self, ui: Ui, rect: pygame.Rect) -> None:
        theme = ui.theme
        gap, least = theme.px(12), theme.px(340)
        across = max(1, min(len(self.entries), (rect.width + gap) // (least + gap)))
        wide = (rect.width - gap * (across - 1)) // across
        rows = max(1, -(-len(self.entries) // across))
        high = min(max(theme.px(250), (rect.height - gap * (rows - 1)) // rows), wide + theme.px(60))
        memory = ui.memory("menu cards")
        most = max(0, rows * (high + gap) - gap - rect.height)

        def wheel(notches: int) -> None:
            memory.scroll -= notches * theme.px(80)

        memory.scroll = min(max(0, memory.scroll), most)
        ui.add(
            Widget(
                "scenarios", "", rect.copy(), "panel", focusable=False, wheel=wheel, cursor=pygame.SYSTEM_CURSOR_ARROW
            )
        )
        with ui.clip(rect):
            for i, entry in enumerate(self.entries):
                x, y = rect.x + (i % across) * (wide + gap), rect.y + (i // across) * (high + gap) - memory.scroll
                if y + high > rect.y and y < rect.bottom:
                    self._card(ui, pygame.Rect(x, y, wide, high), entry)
        if most:
            size = max(theme.px(24), rect.height * rect.height // (most + rect.height))
            top = rect.y + (rect.height - size) * memory.scroll // most
            theme.box(ui.surface, pygame.Rect(rect.right + theme.px(4), top, theme.px(6), size), EDGE, radius=3)

    def _card(self, ui: Ui, place: pygame.Rect, entry: ScenarioEntry) -> None:
        theme = ui.theme
        playable = not entry.problems

        def press(_: tuple[int, int]) -> None:
            self.begin(entry)

        name = f"scenario {entry.edition}/{entry.name}"
        widget = ui.add(Widget(name, entry.title, place.copy(), "button", playable, press=press))
        hot = ui.hot(widget) and playable
        theme.box(ui.surface, place, mix(PANEL, TEXT, 0.08) if hot else PANEL, TEXT_QUIET if hot else EDGE, radius=6)
        cut = Cut(place.inflate(-theme.px(16), -theme.px(16)), theme.px(6))
        picture = cut.top(place.height - theme.px(156))
        self._picture(ui, picture, entry)
        line = Cut(cut.top(theme.line_height(16)), theme.px(8))
        if entry.edition:
            told = edition_named(entry.edition)
            label(ui, line.right(theme.width(told, 13, True) + 2), told, 13, INFORMATION_INK, bold=True)
        label(ui, line.rest, entry.title, 16, bold=True)
        if playable:
            table = f'{entry.table[0]:g}" × {entry.table[1]:g}"'
            size = f"Power Level {entry.power}" if entry.power else f"{entry.points} points"
            told = f"{size}, {table}, {entry.mission.replace('_', ' ')}"
            told = told if entry.mission else f"A position for the bench, {table}"
            label(ui, cut.top(theme.line_height(13)), told, 13, TEXT_QUIET)
            if entry.mission:
                self._armies(ui, cut.top(theme.line_height(13)), entry)
            paragraph(ui, cut.rest, entry.story, 13)
        else:
            paragraph(ui, cut.rest, f"Cannot be played: {entry.problems[0]}", 12, WARNING_INK)
        ui.ring(widget)

    def _armies(self, ui: Ui, place: pygame.Rect, entry: ScenarioEntry) -> None:
        """Who fights whom, each in the ink of its side."""
        theme, x = ui.theme, place.x
        for i, side in enumerate(entry.sides):
            for words, ink in (("  against  ", TEXT_QUIET), (side.name, side_style(i).ink))[0 if i else 1 :]:
                label(ui, pygame.Rect(x, place.y, max(0, place.right - x), place.height), words, 13, ink, bold=True)
                x += theme.width(words, 13, True)

    def _picture(self, ui: Ui, place: pygame.Rect, entry: ScenarioEntry) -> None:
        """The scenario's table. Pictures are painted one a frame, so that the menu is there at once."""
        theme = ui.theme
        wait = self._frames < 2 or (entry in self._unpainted and self._unpainted[0] is not entry)
        painted = None if wait or entry.problems else thumbnail(entry.path, place.size)
        if entry in self._unpainted and not wait:
            self._unpainted.remove(entry)
            ui.dirty = True
        if painted is None:
            theme.box(ui.surface, place, PRESSED, radius=4)
            return
        ui.surface.blit(painted, painted.get_rect(center=place.center))

    # -- doing ---------------------------------------------------------------------------------------------------------

    def begin(self, entry: ScenarioEntry) -> None:
        """Set up a battle of a scenario, or put a scene on the bench."""
        if not entry.mission and not entry.problems:
            from render.bench.files import open_file

            self._leaving()
            self.trouble = open_file(self.window, entry.path)
            return
        from render.screens.set_up import SetUpPanel

        self.open(SetUpPanel(self, entry))

    def bench(self) -> None:
        """A blank table on the bench."""
        from render.bench.files import open_bench

        self.leaving()
        open_bench(self.window)

    def resume(self) -> None:
        """Go on with the battle that was under way."""
        from engine.core.journal import JournalError
        from render.battle.screen import BattleScreen

        assert self._resume is not None
        try:
            game = open_battle(self._resume.path, self._resume)
        except JournalError as error:
            self.trouble = f"The battle cannot be resumed: {error}"
            self._useless.append(self._resume.path)  # an older one may still be of use
            self._resume = keeping.unfinished(self._useless)
            return
        continue_journal(game, self._resume.path)
        if game.session.lost:
            game.trouble = f"Part of the file could not be read: {game.session.lost}."
        self._leaving()
        self.window.push(BattleScreen(self.window, game))

    def _leaving(self) -> None:
        self._shown = False
        self.trouble = ""

    def leaving(self) -> None:
        """Another screen comes on top; look anew when it is gone."""
        self._leaving()

    def open(self, panel: Panel) -> None:
        """Show a panel over the menu."""
        self.panels.append(panel)

    def close_panel(self) -> None:
        """Take the topmost panel away."""
        if self.panels:
            self.panels.pop()

    def handle(self, event: pygame.event.Event) -> None:
        if self.panels:
            self.panels[-1].handle(event)


def edition_named(edition: str) -> str:
    """An edition as a player says it: `8th edition`."""
    number = edition.removesuffix("e")
    return f"{number}th edition" if number.isdecimal() else edition


__all__ = ["MenuScreen", "edition_named"]
