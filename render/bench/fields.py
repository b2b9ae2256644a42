"""A page of numbers and words to be typed: rows one below the other, which say why when they refuse something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pygame

from render.bench import plain
from render.bench.editing import Editor
from render.bench.palette import Scroll
from render.bench.plain import Data
from render.theme import REFUSED_INK, TEXT_QUIET
from render.ui.core import Ui
from render.ui.fields import text_field
from render.ui.layout import columns
from render.ui.widgets import button, label, paragraph

NUMBERS = frozenset("0123456789.-")
MOST = 1000
"""No number of the bench is as great as this."""

Put: TypeAlias = Callable[[str], str]
"""Takes what was typed; returns why it is refused, in the end of a sentence, or nothing when it is taken."""

Press: TypeAlias = tuple[str, Callable[[], Any], str]
"""A button: its words, what it does, its tip."""


@dataclass(frozen=True, slots=True)
class Field:
    """A number (its wheel goes in steps) or, with `free`, words. `near`: what is taken may come out a little different,
    as a place where a model does not fit does."""

    name: str
    text: str
    put: Put
    step: float = 0.0
    free: bool = False
    near: bool = False
    tip: str = ""


@dataclass(slots=True)
class Draft:
    """What is being typed into a field, of which thing, why it is refused, and what the field says without it.

    `before` are the data from before it began.
    """

    field: str
    of: object
    before: Data
    text: str
    was: str
    refused: str = ""
    now: str = ""
    near: bool = False


class Page:
    """Draws the rows. What is typed counts at once; a field that is left, or Enter, shows what is true again."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._draft: Draft | None = None
        self.ui: Ui
        self.scroll: Scroll

    @property
    def _of(self) -> object:
        return self.editor.selected, self.editor.parts.index

    def begin(self, ui: Ui, rect: pygame.Rect) -> None:
        """Begin a page in a rectangle."""
        if self._draft is not None and (ui.focus != self._draft.field or self._draft.of != self._of):
            self.finish()
        self.ui, self.scroll = ui, Scroll(ui, rect, "properties")

    def finish(self) -> None:
        """End typing: what was refused is told, and the field has its last good value again."""
        draft, self._draft = self._draft, None
        if draft is None:
            return
        name = draft.field.removeprefix("field ")
        typed, now, position = number(draft.text), number(draft.now), self.editor.position
        if draft.refused:
            if position.data is not draft.before:
                position.undo()
            self.editor.told = f"{name} stays {draft.was}: {draft.refused}"
        elif draft.near and typed is not None and now is not None and abs(typed - now) > 0.005:
            self.editor.told = f"{name} is {draft.now} and not {draft.text}: that is as near as it fits."
        position.settle()

    # -- rows ----------------------------------------------------------------------------------------------------------

    def caption(self, words: str) -> None:
        """A small heading."""
        label(self.ui, self.scroll.row(self.ui.theme.line_height(11), 1), words, 11, TEXT_QUIET)

    def line(self, words: str) -> None:
        """Words in as many lines as they need."""
        lines = self.ui.theme.wrap(words, self.scroll.width, 12)
        paragraph(self.ui, self.scroll.row(self.ui.theme.line_height(12) * len(lines)), words, 12, TEXT_QUIET)

    def place(self) -> pygame.Rect:
        """The place of a row for something else."""
        return self.scroll.row(self.ui.theme.target(28))

    def text(self, name: str, text: str, put: Put) -> None:
        """A field of words over the whole width."""
        self.caption(name)
        self._field(self.place(), Field(name, text, put, free=True))

    def row(self, *fields: Field, across: int = 2) -> pygame.Rect:
        """Fields beside each other, each under its name; returns the place of the row."""
        theme = self.ui.theme
        caption, row = self.scroll.row(theme.line_height(11), 1), self.place()
        for field, above, place in zip(fields, *(columns(where, across, theme.px(6)) for where in (caption, row))):
            label(self.ui, above, field.name.rpartition(": ")[2], 11, TEXT_QUIET)
            self._field(place, field)
        return row

    def buttons(self, *pressed: Press) -> None:
        """Buttons beside each other."""
        row = self.scroll.row(self.ui.theme.target(30))
        for place, (words, act, tip) in zip(columns(row, len(pressed), self.ui.theme.px(6)), pressed):
            button(self.ui, place, words, act, tip=tip, size=13)

    def _field(self, place: pygame.Rect, field: Field) -> None:
        name = f"field {field.name}"
        draft = self._draft if self._draft is not None and self._draft.field == name else None
        if draft is not None:
            draft.now = field.text

        def change(text: str) -> None:
            data, was = self.editor.position.data, field.text
            begun = self._draft if self._draft is not None and self._draft.field == name else None
            if begun is not None:
                data, was = begun.before, begun.was
            self._draft = Draft(name, self._of, data, text, was, field.put(text.strip()), field.text, field.near)

        def wheel(notches: int) -> None:
            value = number(field.text)
            if value is not None:
                self._draft = None
                refused = field.put(told(value + notches * field.step))
                self.editor.told = f"{field.name} stays {field.text}: {refused}" if refused else ""
                self.editor.position.settle(done=False)

        widget = text_field(self.ui, place, name, draft.text if draft is not None else field.text, change, longest=60,
                            submit=self.finish,
                            allowed=str.isprintable if field.free else NUMBERS.__contains__)  # fmt: skip
        refused = draft is not None and draft.refused
        if field.step:
            widget.wheel = wheel
            widget.tip = field.tip or f"Type a number, or turn the wheel here: {field.step:g} a notch"
        if refused:
            widget.tip = refused[:1].upper() + refused[1:]
            pygame.draw.rect(self.ui.surface, REFUSED_INK, place, 2, border_radius=self.ui.theme.px(4))


def bounded(low: float, high: float, put: Callable[[float], str]) -> Put:
    """Takes numbers from low to high."""

    def take(text: str) -> str:
        value = number(text)
        if value is None:
            return "that is no number."
        return put(value) if low <= value <= high else f"it can be {low:g} to {high:g}."

    return take


def keyed(entry: Data, name: str, key: str, step: float, limits: Sequence[float], keep: Callable[[Data], str]) -> Field:
    """The field of a number that an entry has under a key, within limits."""
    put = bounded(limits[0], limits[1], lambda value: keep({key: plain.number(value)}))
    return Field(name, told(entry.get(key, 0)), put, step)


def number(text: str) -> float | None:
    """A number that was typed; None when it is none, or too great for any table."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < MOST else None


def told(value: float) -> str:
    """A number as a field shows it.

    >>> told(3.0), told(0.25), told(12.34567)
    ('3', '0.25', '12.3457')
    """
    return f"{plain.number(float(value)):g}" if abs(value) < 1 else f"{float(value):.4f}".rstrip("0").rstrip(".")
