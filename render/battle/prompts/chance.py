"""Dice rolled by hand: the faces are clicked, or typed as digits."""

from __future__ import annotations

from typing import Any

import pygame

from engine.core.decisions import Chance, Decision
from engine.core.dice import keyed_face
from render.battle.dice import draw_die
from render.battle.prompts.base import Button, Desk, Prompt, digit, draw_buttons
from render.theme import FOCUS, TEXT, TEXT_QUIET
from render.ui.core import Widget
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.widgets import label


class ChancePrompt(Prompt):
    """Dice to be typed in. Dice of nine sides or fewer are digits; others are numbers in a field."""

    decision: Chance

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.faces: list[int] = []
        self.text = ""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of each die."""
        return self.decision.roll.dice

    def _left(self) -> int:
        return len(self.sides) - len(self.faces)

    def confirm(self) -> None:
        if not self._left():
            self.desk.submit(tuple(self.faces))

    def hint(self) -> str:
        if not self._left():
            return "Space gives them."
        return f"{self._left()} to go: click the faces, or type them."

    def put(self, face: int) -> None:
        """The next die shows this face; the last one answers at once when it is the only one."""
        if self._left() and 1 <= face <= self.sides[len(self.faces)]:
            self.faces.append(face)

    def _back(self) -> None:
        if self.faces:
            self.faces.pop()

    def _for_me(self) -> None:
        """Roll what is left in the program, for someone whose dice fell off the table."""
        key = f"{self.desk.game.session.digest}/typed"
        while self._left():
            self.faces.append(keyed_face(f"{key}/{len(self.faces)}", self.sides[len(self.faces)]))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self._back()
            return True
        face = digit(event)
        if face is None or (self._left() and self.sides[len(self.faces)] > 9):
            return False
        self.put(face)
        return True

    def bar(self, rect: pygame.Rect) -> None:
        ui = self.desk.ui
        high = min(ui.theme.target(34), rect.height)
        cut = Cut(pygame.Rect(rect.x, rect.y, rect.width, high), ui.theme.px(6))
        if self._left():
            self._asked(cut, high)
        if self.faces:
            shown = ", ".join(map(str, self.faces[-8:]))
            words = f"… {shown}" if len(self.faces) > 8 else shown
            label(ui, cut.left(min(ui.theme.width(words) + ui.theme.px(8), cut.rest.width // 2)), words, color=TEXT)
        draw_buttons(ui, cut.rest, (
            Button("Give", self.confirm, pygame.K_SPACE, not self._left(), main=True),
            Button("Back", self._back, pygame.K_BACKSPACE, bool(self.faces)),
            Button("Roll for me", self._for_me, pygame.K_d, bool(self._left())),
        ))  # fmt: skip

    def _asked(self, cut: Cut, high: int) -> None:
        sides = self.sides[len(self.faces)]
        ui = self.desk.ui
        if sides > 9:
            label(ui, cut.left(ui.theme.px(80)), f"1 to {sides}", 14, TEXT_QUIET)
            text_field(ui, cut.left(ui.theme.px(90)), "Face", self.text, self._typed, submit=self._enter,
                       allowed=str.isdecimal, longest=4)  # fmt: skip
            return
        for face in range(1, sides + 1):
            place = cut.left(high)
            widget = ui.add(Widget(f"face {face}", f"face {face}", place.copy(), "button", press=self._putter(face)))
            draw_die(ui, place, face, 1.0, kept=True)
            if ui.hot(widget):
                pygame.draw.rect(ui.surface, FOCUS, place, 2, border_radius=ui.theme.px(6))
            ui.ring(widget)

    def _putter(self, face: int) -> Any:
        return lambda _: self.put(face)

    def _typed(self, text: str) -> None:
        self.text = text

    def _enter(self) -> None:
        if self.text:
            self.put(int(self.text))
        self.text = ""
