"""The agreement sheet: both players go through it together before the battle, with the table in view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from engine.core.decisions import Agree, Decision, Item
from engine.messages import label as label_of
from engine.messages import name
from render.battle.prompts.base import Button, Desk, Prompt
from render.theme import TEXT_QUIET
from render.ui.core import Widget
from render.ui.lists import drop_down
from render.ui.widgets import choices, label


class AgreePrompt(Prompt):
    """Every line with its choices in the panel at the left; it opens with the usual ones."""

    decision: Agree
    title = "Agreement"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.chosen = {item.id: item.usual for item in self.decision.items}

    def confirm(self) -> None:
        self.desk.submit(tuple((item.id, self.chosen[item.id]) for item in self.decision.items))

    def hint(self) -> str:
        return "Go through the sheet at the left together; what is chosen there is the usual reading."

    def buttons(self) -> tuple[Button, ...]:
        return (
            Button("We agree", self.confirm, pygame.K_SPACE, main=True),
            Button("The usual", self._reset, pygame.K_s),
        )

    def _reset(self) -> None:
        self.chosen = {item.id: item.usual for item in self.decision.items}

    def panel(self, rect: pygame.Rect) -> str:
        ui = self.desk.ui
        box = ui.theme.target(28)
        words = [ui.theme.line_height(13) * len(self._lines(item, rect.width)) + 2 for item in self.decision.items]
        tops = [0]
        for high in words:
            tops.append(tops[-1] + high + box + ui.theme.px(8))
        length = tops[-1]
        memory = ui.memory("agreement")

        def wheel(notches: int) -> None:
            memory.scroll -= notches * 2 * box

        memory.scroll = min(max(0, memory.scroll), max(0, length - rect.height))
        ui.add(
            Widget("agreement", "", rect.copy(), "panel", focusable=False, wheel=wheel,
                   cursor=pygame.SYSTEM_CURSOR_ARROW)
        )  # fmt: skip
        pointed = ""
        with ui.clip(rect):
            for i, item in enumerate(self.decision.items):
                place = pygame.Rect(rect.x, rect.y + tops[i] - memory.scroll, rect.width, words[i] + box)
                if place.bottom > rect.y and place.y < rect.bottom:
                    self._line(place, item, words[i])
                    if place.collidepoint(ui.pointer) and rect.collidepoint(ui.pointer):
                        pointed = self._piece(item)
        return pointed

    def _piece(self, item: Item) -> str:
        """The piece of terrain a line is about, empty when it is about something else."""
        piece = str(dict(item.details).get("piece", ""))
        return piece if piece in self.desk.game.state.terrain else ""

    def _about(self, item: Item) -> str:
        """What a line is about: the book's words, else the piece of terrain by its name."""
        game = self.desk.game
        for code in (f"agree.{item.id}", item.id):
            if f"label.{code}" in game.session.book.words():
                return label_of(code, "", item.details, game.state, game.session.book)
        kind, _, key = item.id.partition(".")
        subject = self._piece(item) or key or kind
        called = name(subject, game.state).replace("_", " ").replace("-", " ")
        called = called[:1].upper() + called[1:]
        return called if kind in ("terrain", subject) else f"{called}: {kind.replace('_', ' ')}"

    def _lines(self, item: Item, width: int) -> Sequence[str]:
        return self.desk.ui.theme.wrap(self._about(item), width, 13)

    def _line(self, place: pygame.Rect, item: Item, words: int) -> None:
        ui, game = self.desk.ui, self.desk.game
        for i, line in enumerate(self._lines(item, place.width)):
            high = ui.theme.line_height(13)
            label(ui, pygame.Rect(place.x, place.y + i * high, place.width, high), line, 13, TEXT_QUIET)
        shown = [
            label_of(f"choice.{c}", "", (), game.state, game.session.book).removeprefix("Choice.").capitalize()
            for c in item.choices
        ]

        def take(i: int) -> None:
            self.chosen[item.id] = item.choices[i]

        box = pygame.Rect(place.x, place.y + words, place.width, place.height - words)
        at = item.choices.index(self.chosen[item.id])
        if len(shown) <= 2:
            choices(ui, box, f"agree {item.id}", shown, at, take)
        else:
            drop_down(ui, box, f"agree {item.id}", shown, at, take)
