"""A scripted mouse and keyboard at the real window under the dummy driver: it only does what a hand could do.

It finds buttons and rows by the words on them, models by where they stand, and waits for nothing but frames.
"""

from __future__ import annotations

import time
from typing import Any

import pygame

from engine.core import decisions as asked
from render.battle.game import Game
from render.battle.prompts.choose import ChoosePrompt
from render.battle.screen import BattleScreen
from render.screens.menu import MenuScreen
from render.settings import Settings
from render.ui.core import Widget
from render.ui.window import Window


class Mouse:
    """A window at the menu, and a hand in front of it."""

    def __init__(self, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> None:
        self.window = Window(Settings(scale=scale, speed="off", window=size))
        self.window.note = lambda words: None
        self.window.push(MenuScreen(self.window))
        self.frames(2)

    # -- events --------------------------------------------------------------------------------------------------------

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.window._dirty = True
            self.window.step(0.0)
        self.sound()

    def sound(self) -> None:
        """Nothing has gone wrong."""
        assert self.window.problem is None, self.window.problem

    def post(self, type: int, **facts: Any) -> None:
        pygame.event.post(pygame.event.Event(type, facts))
        self.window.step(0.0)
        self.sound()

    def move_to(self, pos: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=buttons)

    def click_at(self, pos: tuple[int, int]) -> None:
        self.move_to(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        self.frames()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.move_to(start)
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        for pos in (middle, end):
            self.move_to(pos, (1, 0, 0))
        self.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
        self.frames()

    def key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.frames()

    def type(self, words: str) -> None:
        for letter in words:
            self.post(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter)
            self.post(pygame.TEXTINPUT, text=letter)
        self.frames()

    # -- what is on the screen -----------------------------------------------------------------------------------------

    def find(self, words: str) -> Widget:
        """The topmost widget that says `words` or has that id."""
        widgets = self.window.ui.widgets
        top = max((w.layer for w in widgets if w.role in ("away", "dialog")), default=0)
        for widget in reversed(widgets):
            if words in (widget.label, widget.id) and widget.rect.w and widget.role != "panel" and widget.layer >= top:
                return widget
        raise LookupError(f"nothing says {words!r}; there are {[w.label for w in widgets if w.label]}")

    def says(self, words: str) -> bool:
        """Whether a widget that can be reached says so."""
        try:
            self.find(words)
        except LookupError:
            return False
        return True

    def click(self, words: str) -> None:
        """Click a button or row, which must be in reach and in use."""
        widget = self.find(words)
        assert widget.enabled, f"{words} is out of use"
        found = self.window.ui.at(widget.rect.center)
        assert found is widget, f"{found.label if found else None!r} lies over {words!r}"
        self.click_at(widget.rect.center)

    def main_button(self) -> Widget:
        """The green button, the one that Space presses."""
        found = [w for w in self.window.ui.widgets if w.shortcut == pygame.K_SPACE and w.rect.w]
        if not found:
            return self.find("Yes")
        return max(found, key=lambda w: w.layer)

    # -- the battle ----------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> BattleScreen:
        screen = self.window.screens[-1]
        assert isinstance(screen, BattleScreen)
        return screen

    @property
    def game(self) -> Game:
        return self.screen.game

    def pixel_of(self, model: str) -> tuple[int, int]:
        """Where a model is on the screen."""
        return self.screen.view.camera.pixel(*self.game.scene.figures[model].pose.xy)

    def click_model(self, model: str) -> None:
        pos = self.pixel_of(model)
        assert self.screen.places.table.collidepoint(pos), f"{model} is out of view"
        self.click_at(pos)

    def wait_for_person(self, seconds: float = 120.0) -> None:
        """Let the computer player think, frame by frame, until a person is asked or the battle is over."""
        end = time.monotonic() + seconds
        while self.game.computers_turn and not self.screen.panels:
            assert time.monotonic() < end, f"the computer has not answered {self.game.pending}"
            time.sleep(0.005)
            self.frames()

    def answer(self, count: int) -> None:
        """Answer the open question with the mouse, the way a person would; `count` varies the way."""
        screen, prompt = self.screen, self.screen.prompt
        assert prompt is not None
        decision = screen.game.pending
        before = screen.game.version
        if isinstance(decision, asked.Choose) and isinstance(prompt, ChoosePrompt):
            self._choose(prompt, decision, count)
        elif isinstance(decision, asked.Move) and count % 2:
            self._walk(decision)
        else:
            self._confirm(before)
        if screen.game.version == before and not screen.panels:
            told = f"{decision.topic} ({type(decision).__name__})" if decision else "nothing"
            reasons = [screen.game.session.explain(refusal) for refusal in screen.refused]
            buttons = [w.label for w in self.window.ui.widgets if w.role == "button"]
            raise AssertionError(f"no click answered {told}: {reasons}, {buttons}")

    def _confirm(self, before: int) -> None:
        """The green button; where it first lays out a suggestion, once more."""
        for _ in range(3):
            button = self.main_button()
            if not button.enabled:
                button = self.find("As suggested")
            self.click_at(button.rect.center)
            if self.game.version != before or self.screen.panels:
                return

    def _walk(self, decision: asked.Move) -> None:
        """Drag the unit by one of its models up to three inches towards the middle of the table, then confirm; stay
        where it is if that is not allowed."""
        before = self.game.version
        figure = self.game.scene.figures[decision.models[0]]
        allowed = min((far for _, far in decision.allowance), default=0) / 25_400
        x, y = figure.pose.xy
        step = min(3.0, allowed * 0.8)
        camera = self.screen.view.camera
        self.drag(camera.pixel(x, y), camera.pixel(x, y + (step if y < camera.depth / 2 else -step)))
        self.click_at(self.main_button().rect.center)
        if self.game.version == before and not self.screen.panels:
            self.click("Reset")
            self._confirm(before)

    def _choose(self, prompt: ChoosePrompt, decision: asked.Choose, count: int) -> None:
        free = [o for o in prompt.listed if not o.barred]
        if not free:
            self.click_at(self.main_button().rect.center)
            return
        option = free[0]
        models = [f.id for f in self.game.scene.of_unit(option.subject)]
        if models and count % 2:
            self.click_model(models[len(models) // 2])
        else:
            rows = [w for w in self.window.ui.widgets if w.role == "row" and w.id.partition("/")[2] == option.id]
            assert rows and rows[0].rect.h >= 24, f"no row for {option.id}"
            self.click_at(rows[0].rect.center)

    def close(self) -> None:
        """Close the window as its frame's button does."""
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        self.window.step(0.0)
        assert not self.window.screens
