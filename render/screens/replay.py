"""Watching a battle again: step by step, or by itself, without touching it."""

from __future__ import annotations

import time

import pygame

from engine.session import Session
from render.battle import dice
from render.battle.game import Game, usual_seats
from render.battle.staging import scene_of
from render.battle.topbar import draw_progress
from render.scene import Scene, between
from render.table.view import TableView
from render.theme import BACKGROUND
from render.ui.core import Ui
from render.ui.layout import Cut
from render.ui.lists import Log, LogLine, log
from render.ui.widgets import button, label, slider
from render.ui.window import Screen, Window

STEP = 0.9
"""How long a step stays when it plays by itself, in seconds at normal speed."""


class ReplayScreen(Screen):
    """A battle from its beginning, as it was recorded."""

    tab_walks = False

    def __init__(self, window: Window, session: Session) -> None:
        self.window, self.ui = window, window.ui
        self.session = session
        self.total = len(session.lines)
        self.at = 0
        self.playing = True
        self.view = TableView(session.state.board, window.ui.theme, pygame.Rect(0, 0, 800, 600))
        self.scene = self.before = Scene()
        self.thrown: tuple[dice.Throw, ...] = ()
        self.log = Log()
        self._shown_at = 0.0
        self.game = Game(session.at(0), usual_seats(session))
        self._go(0)

    def _go(self, to: int) -> None:
        to = min(self.total, max(0, to))
        session = self.session.at(to)
        self.before, self.scene = self.scene, scene_of(session.state, session.book, session.events)
        if not self.before.figures:
            self.before = self.scene
        events = session.lines[-1].events if session.lines else ()
        self.thrown = dice.throws(events, session.state.sides) or self.thrown
        self.log.cut(0)
        for event in session.events:
            if words := session.tell(event):
                self.log.lines.append(LogLine(words, self.game.ink(event)))
        self.view.board = session.state.board
        self.state = session.state
        self.at, self._shown_at = to, time.monotonic()
        session.close()

    @property
    def poll(self) -> float | None:  # type: ignore[override]
        return 0.05 if self.playing else None

    @property
    def animating(self) -> bool:
        return self._share() < 1 or self.view.unfinished

    def _share(self) -> float:
        length = self.window.settings.duration(0.25)
        return 1.0 if length <= 0 else min(1.0, (time.monotonic() - self._shown_at) / length)

    def tick(self) -> bool:
        """Go on by itself while it plays."""
        rest = max(0.1, self.window.settings.duration(STEP))
        if not self.playing or time.monotonic() - self._shown_at < rest:
            return False
        if self.at >= self.total:
            self.playing = False
            return True
        self._go(self.at + 1)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        ui, theme = self.ui, self.ui.theme
        surface.fill(BACKGROUND)
        self.view.restyle(theme)
        cut = Cut(surface.get_rect(), theme.px(4))
        foot = cut.bottom(theme.px(64))
        side = cut.right(min(theme.px(360), round(surface.get_width() * 0.3)))
        head = cut.top(theme.target(34))
        self.view.resize(cut.rest)
        scene = between(self.before, self.scene, self._share())
        self.view.draw(surface, scene, quick=self.animating)
        self.view.done(surface)
        draw_progress(ui, head, self.state, self.session.book)
        in_side = Cut(side, theme.px(4))
        dice.draw_tray(ui, in_side.bottom(theme.px(150)), self.thrown, 1.0)
        log(ui, in_side.rest, "replay log", self.log, lambda _: None, 13)
        self._controls(ui, Cut(foot.inflate(-theme.px(12), -theme.px(12)), theme.px(8)))

    def _controls(self, ui: Ui, cut: Cut) -> None:
        theme = ui.theme
        words = "Pause" if self.playing else "Play"
        button(ui, cut.left(theme.px(110)), words, self._toggle, name="Play", key=pygame.K_SPACE)
        button(ui, cut.left(theme.px(90)), "Back", lambda: self._by_hand(self.at - 1), key=pygame.K_LEFT)
        button(ui, cut.left(theme.px(90)), "Next", lambda: self._by_hand(self.at + 1), key=pygame.K_RIGHT)
        button(ui, cut.right(theme.px(110)), "Close", self.window.pop, key=pygame.K_ESCAPE)
        label(ui, cut.right(theme.px(110)), f"{self.at} of {self.total}", 14, align="right")
        if self.total:
            slider(ui, cut.rest, "Step", self.at, lambda v: self._by_hand(round(v)), low=0, high=self.total, step=1)

    def _toggle(self) -> None:
        self.playing = not self.playing
        if self.playing and self.at >= self.total:
            self._go(0)

    def _by_hand(self, to: int) -> None:
        self.playing = False
        if to != self.at:
            self._go(to)
