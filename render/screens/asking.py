"""Small questions over a screen: choose one, or type a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from render.screens.panel import Panel, box
from render.theme import GOOD, RAISED, REFUSED_INK
from render.ui.core import Ui
from render.ui.dialog import Choice, dialog
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.widgets import button, label


class AskPanel(Panel):
    """A question with its choices; Esc lets it be."""

    def __init__(self, close: Callable[[], None], title: str, words: str, choices: Sequence[Choice]) -> None:
        super().__init__(close)
        self.title, self.words, self.choices = title, words, tuple(choices)

    def draw(self, ui: Ui) -> None:
        last = "Cancel" if self.choices else "Go on"
        shown = [Choice(c.words, self._taken(c), c.key, c.fill) for c in self.choices]
        key = None if self.choices else pygame.K_SPACE
        dialog(
            ui, self.title, self.words, [*shown, Choice(last, self.close, key, RAISED)], width=560, cancel=self.close
        )

    def _taken(self, choice: Choice) -> Callable[[], None]:
        def take() -> None:
            self.close()
            choice.press()

        return take


class NamePanel(Panel):
    """Asks for a name. `done` takes it and says in a sentence what went wrong, if anything did."""

    def __init__(
        self, close: Callable[[], None], title: str, what: str, value: str, verb: str, done: Callable[[str], str]
    ) -> None:
        super().__init__(close)
        self.title, self.what, self.value, self.verb, self.done = title, what, value, verb, done
        self.trouble = ""
        self._fresh = True

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        cut = Cut(box(ui, self.title, 520, 210, self.close), theme.px(8))
        label(ui, cut.top(theme.line_height(14)), self.what, 14)
        text_field(ui, cut.top(theme.target(34)), self.what, self.value, self._change, submit=self._submit)
        if self._fresh:
            ui.focus, self._fresh = self.what, False
            ui.memory(self.what).cursor = ui.memory(self.what).anchor = len(self.value)
        foot = Cut(cut.bottom(theme.target(34)), theme.px(8))
        label(ui, cut.rest, self.trouble, 14, REFUSED_INK)
        button(ui, foot.right(theme.px(130)), self.verb, self._submit, enabled=bool(self.value.strip()), fill=GOOD,
               name="Confirm name")  # fmt: skip
        button(ui, foot.right(theme.px(110)), "Cancel", self.close)

    def _change(self, value: str) -> None:
        self.value, self.trouble = value, ""

    def _submit(self) -> None:
        if not self.value.strip():
            return
        self.trouble = self.done(self.value.strip())
        if not self.trouble:
            self.close()
