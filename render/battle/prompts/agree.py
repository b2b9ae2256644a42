"""The agreement sheet: both players go through it together before the battle."""

from __future__ import annotations

from typing import Any

import pygame

from engine.core.decisions import Agree, Decision, Item
from engine.messages import label as label_of
from engine.messages import name
from render.battle.prompts.base import Button, Desk, Prompt
from render.theme import EDGE, PANEL, PRESSED, TEXT_QUIET, mix
from render.ui.core import Widget
from render.ui.layout import Cut
from render.ui.widgets import choices, label


class AgreePrompt(Prompt):
    """Every line with its choices; it opens with the usual ones."""

    decision: Agree

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.chosen = {item.id: item.usual for item in self.decision.items}

    def confirm(self) -> None:
        self.desk.submit(tuple((item.id, self.chosen[item.id]) for item in self.decision.items))

    def hint(self) -> str:
        return "Go through the sheet together; what is marked is the usual reading."

    def buttons(self) -> tuple[Button, ...]:
        return (
            Button("We agree", self.confirm, pygame.K_SPACE, main=True),
            Button("The usual", self._reset, pygame.K_s),
        )

    def _reset(self) -> None:
        self.chosen = {item.id: item.usual for item in self.decision.items}

    def sheet(self, rect: pygame.Rect) -> None:
        ui = self.desk.ui
        theme = ui.theme
        line = max(theme.target(30), theme.line_height(15) + theme.px(6)) + theme.px(6)
        length = line * len(self.decision.items)
        wide = min(theme.px(760), rect.width - theme.px(24))
        high = min(length + theme.px(64), rect.height - theme.px(24))
        place = pygame.Rect(0, 0, wide, high)
        place.center = rect.center
        theme.box(ui.surface, place, PANEL, EDGE, radius=8)
        ui.add(Widget("sheet", "", place.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        cut = Cut(place, theme.px(6), theme.px(12))
        label(ui, cut.top(theme.line_height(18)), "What both players agree on", 18, bold=True)
        self._lines(cut.rest, line, length)

    def _lines(self, rect: pygame.Rect, line: int, length: int) -> None:
        ui = self.desk.ui
        memory = ui.memory("agreement")
        most = max(0, length - rect.height)

        def wheel(notches: int) -> None:
            memory.scroll -= notches * line

        memory.scroll = min(max(0, memory.scroll), most)
        ui.add(Widget("agreement", "", rect.copy(), "panel", focusable=False, wheel=wheel,
                      cursor=pygame.SYSTEM_CURSOR_ARROW))  # fmt: skip
        with ui.clip(rect):
            for i, item in enumerate(self.decision.items):
                place = pygame.Rect(rect.x, rect.y + i * line - memory.scroll, rect.width, line - ui.theme.px(6))
                if place.bottom > rect.y and place.y < rect.bottom:
                    self._line(place, item)
        if most:
            track = pygame.Rect(rect.right - 4, rect.y, 4, rect.height)
            size = max(20, rect.height * rect.height // length)
            top = track.y + (track.height - size) * memory.scroll // most
            ui.theme.box(ui.surface, pygame.Rect(track.x, top, 4, size), mix(EDGE, PRESSED, 0.2), radius=2)

    def _about(self, item: Item) -> str:
        """What a line is about: the book's words, else the piece of terrain by its name."""
        game = self.desk.game
        if f"label.agree.{item.id}" in game.session.book.words():
            return label_of(f"agree.{item.id}", "", item.details, game.state, game.session.book)
        kind, _, key = item.id.partition(".")
        subject = str(dict(item.details).get("piece", "") or key or kind)
        called = name(subject, game.state).replace("_", " ").replace("-", " ")
        called = called[:1].upper() + called[1:]
        return called if kind in ("terrain", subject) else f"{called}: {kind.replace('_', ' ')}"

    def _line(self, place: pygame.Rect, item: Item) -> None:
        ui, game = self.desk.ui, self.desk.game
        cut = Cut(place, ui.theme.px(8))
        words = cut.left(round(place.width * 0.42))
        label(ui, words, self._about(item), 14, TEXT_QUIET)
        shown = [label_of(f"choice.{c}", "", (), game.state, game.session.book).removeprefix("Choice.").capitalize()
                 for c in item.choices]  # fmt: skip

        def take(i: int) -> None:
            self.chosen[item.id] = item.choices[i]

        choices(ui, cut.rest, f"agree {item.id}", shown, item.choices.index(self.chosen[item.id]), take)
