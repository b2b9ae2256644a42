"""A hand for tests: it clicks and types by label, through the same events a mouse and a keyboard send."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from render.ui.core import Ui, Widget

Draw = Callable[[Ui], object]


def find(ui: Ui, label: str) -> Widget:
    """The reachable widget with a label; says which labels there are if there is none."""
    for widget in reversed(ui.widgets):
        if label in (widget.label, widget.id) and widget.rect.w and widget.role != "panel":
            return widget
    raise LookupError(f"no widget {label!r}; there are {[w.label for w in ui.widgets]}")


class Hand:
    """Draws frames with `draw` on a surface and does things between them."""

    def __init__(self, ui: Ui, surface: pygame.Surface, draw: Draw) -> None:
        self.ui, self.surface, self.draw = ui, surface, draw
        self.frame()

    def frame(self) -> None:
        self.ui.begin(self.surface)
        self.draw(self.ui)
        self.ui.end()

    def send(self, type: int, **facts: object) -> bool:
        used = self.ui.handle(pygame.event.Event(type, facts))
        self.frame()
        return used

    def click(self, label: str) -> None:
        self.click_at(find(self.ui, label).rect.center)

    def click_at(self, pos: tuple[int, int]) -> None:
        self.send(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=1)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.send(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        self.send(pygame.MOUSEMOTION, pos=end, rel=(end[0] - start[0], end[1] - start[1]), buttons=(1, 0, 0))
        self.send(pygame.MOUSEBUTTONUP, pos=end, button=1)

    def point(self, label: str) -> None:
        pos = find(self.ui, label).rect.center
        self.send(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))

    def wheel(self, label: str, notches: int) -> None:
        self.point(label)
        self.send(pygame.MOUSEWHEEL, y=notches, x=0)

    def key(self, key: int, mod: int = 0) -> bool:
        return self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def type(self, words: str) -> None:
        for letter in words:
            if not self.key(ord(letter)):
                raise AssertionError(f"{letter!r} would be a shortcut, not a letter")
            self.send(pygame.TEXTINPUT, text=letter)
