"""What is said beside the prompt: hints for beginners, notes, results, who is thinking, and the instruments."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine.core.decisions import Chance, React
from render import tools
from render.battle import hints, words
from render.battle.bar import draw_bar
from render.battle.prompts.base import Button, draw_buttons
from render.battle.seats import PERSON
from render.screens.ending import VictoryPanel
from render.screens.report import Lines, draw_report, report_of, told
from render.theme import BACKGROUND, INFORMATION, RAISED, TEXT, mix, side_style
from render.ui.core import Widget
from render.ui.layout import Cut
from render.ui.widgets import button, fitting, label, paragraph

if TYPE_CHECKING:
    from render.battle.screen import BattleScreen


class Notices:
    """Everything a battle says that asks nothing."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.note = ""
        self.report: Lines = []
        self.seen_hints: set[str] = set()
        self._reported_in = 0

    def moved_on(self) -> None:
        """The battle went on: drop the last note, sum up an assault."""
        game = self.screen.game
        self.note = game.session.journal_trouble or game.trouble or self._news()
        if lines := report_of(game):
            self.report, self._reported_in = lines, game.state.clock.turn
        elif game.state.clock.turn != self._reported_in:
            self.report = []
        elif self.report:
            self.report += told(game, game.last)

    def _news(self) -> str:
        """What just happened that nobody shall miss: under its headline the sentences of the log."""
        game = self.screen.game
        known = game.session.book.words()
        told: dict[str, dict[str, None]] = {}
        for event in game.last:
            if headline := known.get(f"news.{event.code}"):
                told.setdefault(headline, {})[game.session.tell(event)] = None
        return " ".join(f"{headline}! {' '.join(sentences)}" for headline, sentences in told.items())

    def hint(self) -> str:
        """The first-steps hint for the open question, empty when it was seen or hints are off."""
        screen = self.screen
        decision = screen.game.pending
        wanted = screen.window.settings.hints and screen.game.session.setup.option("hints", True)
        if decision is None or screen.prompt is None or not wanted or hints.kind_of(decision) in self.seen_hints:
            return ""
        return hints.hint_for(decision)

    def draw_waiting(self, rect: pygame.Rect) -> None:
        """The prompt while a computer thinks or sight is prepared, or after the end."""
        game, ui = self.screen.game, self.screen.ui
        if self.screen.preparing:
            told = "One moment: sight is being prepared."
            hint = "This is done once on a machine and may take a minute. The battle goes on then."
            draw_bar(ui, rect, len(game.state.sides) + 1, "", told, hint, ())
            return
        if game.pending is None:
            room = draw_bar(ui, rect, len(game.state.sides) + 1, "", "The battle is over.", "", ())
            draw_buttons(ui, room, (
                Button("Result", lambda: self.screen.open(VictoryPanel(self.screen)), pygame.K_SPACE, main=True),
                Button("Menu", self.screen.conduct.menu),
            ))  # fmt: skip
            return
        name = words.side_name(game.state, game.decider)
        told = "stopped." if game.paused else "thinking…"
        room = draw_bar(ui, rect, game.index(game.decider), f"{name} (computer)", told, "", ())
        if game.paused:
            buttons = (Button("Go on", self._go_on, pygame.K_SPACE, main=True),)
        else:
            buttons = (Button("Stop", game.interrupt, pygame.K_s),)
        side = game.decider
        draw_buttons(ui, room, (*buttons, Button("I play this side", lambda: game.take_seat(side, PERSON), pygame.K_i)))

    def _go_on(self) -> None:
        self.screen.game.paused = False

    def draw_over_table(self, rect: pygame.Rect) -> None:
        """Instruments in a corner of the table, whose decision it is out of his turn, and a note if there is one."""
        self._draw_instruments(rect)
        self._draw_summons(rect)
        if self.report:
            camera, scene = self.screen.view.camera, self.screen.game.scene
            busy = [camera.spot(figure.pose.xy, 1) for figure in scene.figures.values()]
            draw_report(self.screen.ui, rect, self.report, self.report.clear, busy)
        if self.note:
            self._draw_note(rect, self.note, (Button("OK", self.hush),))

    def summons(self) -> str:
        """What a decision is about that comes unexpectedly: the other side's, in the middle of a turn, or one by which
        somebody interrupts; empty for all others."""
        game = self.screen.game
        decision, clock = game.pending, game.state.clock
        if decision is None or clock.segment != "turn" or isinstance(decision, Chance):
            return ""
        told = game.session.book.words().get(f"title.{decision.topic}", "")
        return told if decision.player != clock.side or isinstance(decision, React) else ""

    def _draw_summons(self, rect: pygame.Rect) -> None:
        """In big letters, in the colour of the side that decides, at the top of the table."""
        told, game, ui = self.summons(), self.screen.game, self.screen.ui
        if not told:
            return
        theme, style = ui.theme, side_style(game.index(game.decider))
        words_ = f"{words.side_name(game.state, game.decider)}: {told}"
        size = fitting(ui, words_, rect.width - theme.px(60), 30, bold=True)
        wide = theme.width(words_, size, True) + theme.px(40)
        high = theme.line_height(size) + theme.px(14)
        place = pygame.Rect(rect.centerx - wide // 2, rect.y + theme.target(28) + theme.px(10), wide, high)
        theme.box(ui.surface, place, mix(style.body, BACKGROUND, 0.2), style.rim, radius=8)
        ui.add(Widget("summons", words_, place.copy(), "panel", focusable=False))
        label(ui, place, words_, size, style.ink, True, "center")

    def hush(self) -> None:
        """Take the note away."""
        self.note = ""

    def hint_beside(self, rect: pygame.Rect) -> pygame.Rect:
        """Draw the hint for beginners into the right part of the prompt where there is room; returns what is left."""
        theme = self.screen.ui.theme
        hint = self.hint()
        if not hint or rect.width < theme.px(900):
            return rect
        cut = Cut(rect, theme.px(4))
        self._draw_note(cut.right(theme.px(400)), hint, self.hint_buttons(), fill=True)
        return cut.rest

    def _draw_instruments(self, rect: pygame.Rect) -> None:
        ui, screen = self.screen.ui, self.screen
        gap, high = ui.theme.px(4), ui.theme.target(28)
        x = rect.x + gap
        for each in tools.instruments():
            wide = ui.theme.width(each.words, 13) + ui.theme.px(22)
            place = pygame.Rect(x, rect.y + gap, wide, high)
            if place.right > rect.right:
                return
            button(ui, place, each.words, partial(self.screen.conduct.take_up, each.id), tip=each.tip,
                   chosen=screen.instrument_id == each.id, size=13)  # fmt: skip
            x = place.right + gap

    def hint_buttons(self) -> tuple[Button, ...]:
        """What can be done with a hint; the first alone is enough where there is little room."""
        screen = self.screen

        def seen() -> None:
            if screen.game.pending is not None:
                self.seen_hints.add(hints.kind_of(screen.game.pending))

        def never() -> None:
            screen.window.change(replace(screen.window.settings, hints=False))

        return (Button("Got it", seen, pygame.K_h), Button("No more hints", never))

    def _draw_note(self, rect: pygame.Rect, told: str, buttons: tuple[Button, ...], fill: bool = False) -> None:
        ui = self.screen.ui
        theme = ui.theme
        wide = min(theme.px(420), rect.width - theme.px(16))
        lines = theme.wrap(told, wide - theme.px(24), 14)
        high = theme.line_height(14) * len(lines) + theme.target(28) + theme.px(26)
        place = rect if fill else pygame.Rect(rect.x + theme.px(8), rect.bottom - high - theme.px(8), wide, high)
        theme.box(ui.surface, place, RAISED, INFORMATION, radius=6)
        ui.add(Widget("note", "", place.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        cut = Cut(place, theme.px(6), theme.px(10))
        paragraph(ui, cut.top(theme.line_height(14) * len(lines)), told, 14, TEXT)
        draw_buttons(ui, cut.bottom(theme.target(28)), buttons)
