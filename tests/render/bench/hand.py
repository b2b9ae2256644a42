"""A hand at the bench: it posts what a mouse and a keyboard send, and looks at what is on the window."""

from __future__ import annotations

from typing import Any

import pygame

from render.bench.files import open_bench
from render.bench.position import Position
from render.bench.screen import BenchScreen
from render.settings import Settings
from render.ui.core import Widget
from render.ui.window import Window


class Hand:
    """A window with the bench on it, and a hand in front of it."""

    def __init__(
        self, position: Position | None = None, size: tuple[int, int] = (1280, 720), scale: float = 1.0
    ) -> None:
        self.window = Window(Settings(scale=scale, speed="off", window=size))
        self.window.note = lambda words: None
        open_bench(self.window, position)
        self.frames(2)

    @property
    def screen(self) -> BenchScreen:
        screen = self.window.screens[-1]
        assert isinstance(screen, BenchScreen)
        return screen

    @property
    def position(self) -> Position:
        return self.screen.position

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.window._dirty = True
            self.window.step(0.0)
        assert self.window.problem is None, self.window.problem

    def post(self, type: int, **facts: Any) -> None:
        pygame.event.post(pygame.event.Event(type, facts))
        self.window.step(0.0)
        assert self.window.problem is None, self.window.problem

    def move(self, pos: tuple[int, int], held: bool = False) -> None:
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(int(held), 0, 0))

    def click_at(self, pos: tuple[int, int]) -> None:
        self.move(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        self.frames()

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 4) -> None:
        self.move(start)
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for i in range(1, steps + 1):
            way = ((end[0] - start[0]) * i // steps, (end[1] - start[1]) * i // steps)
            self.move((start[0] + way[0], start[1] + way[1]), held=True)
        self.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
        self.frames()

    def key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.frames()

    def hold_shift(self, down: bool) -> None:
        self.post(pygame.KEYDOWN if down else pygame.KEYUP, key=pygame.K_LSHIFT, mod=0, unicode="")

    def fill(self, field: str, words: str) -> None:
        """Type over what stands in a field, and stay in it."""
        self.click(f"field {field}")
        self.key(pygame.K_a, pygame.KMOD_CTRL)
        self.type(words)

    def type(self, words: str) -> None:
        for letter in words:
            self.post(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter)
            self.post(pygame.TEXTINPUT, text=letter)
        self.frames()

    def wheel(self, notches: int) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=notches)
        self.frames()

    def find(self, words: str) -> Widget:
        for widget in reversed(self.window.ui.widgets):
            if words in (widget.label, widget.id) and widget.rect.w and widget.role != "panel":
                return widget
        raise LookupError(f"nothing says {words!r}; there are {[w.label for w in self.window.ui.widgets if w.label]}")

    def click(self, words: str) -> None:
        widget = self.find(words)
        assert widget.enabled, f"{words} is out of use"
        found = self.window.ui.at(widget.rect.center)
        assert found is widget, f"{found.label if found else None!r} lies over {words!r}"
        self.click_at(widget.rect.center)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a spot on the table."""
        return self.screen.view.camera.pixel(x, y)

    def put(self, ware: str, x: float, y: float) -> str:
        """Take something from the palette's page on show and put it on the table; returns its id."""
        self.click(ware)
        self.click_at(self.at(x, y))
        return self.screen.editor.selected

    def says(self) -> str:
        """Everything that can be read or pressed."""
        return "\n".join(widget.label for widget in self.window.ui.widgets)
