"""A number, and a number shared out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from engine.core.decisions import Amount, Decision, Split
from render.battle import words
from render.battle.prompts.base import Button, Desk, Prompt, draw_buttons
from render.battle.stack import Row, stack
from render.ui.layout import Cut
from render.ui.widgets import label, slider


class AmountPrompt(Prompt):
    """A whole number between two others: slide it, or use the arrow keys."""

    decision: Amount

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.value = int(self.suggested)

    def confirm(self) -> None:
        self.desk.submit(self.value)

    def hint(self) -> str:
        return f"From {self.decision.low} to {self.decision.high}."

    def _add(self, by: int) -> None:
        self.value = min(self.decision.high, max(self.decision.low, self.value + by))

    def _put(self, value: float) -> None:
        self.value = round(value)

    def bar(self, rect: pygame.Rect) -> None:
        ui, low, high = self.desk.ui, self.decision.low, self.decision.high
        cut = Cut(rect, ui.theme.px(8))
        if high > low:
            place = cut.left(min(ui.theme.px(220), rect.width // 3))
            strip = pygame.Rect(place.x, place.y, place.width, ui.theme.target(34))
            slider(ui, strip, "Amount", self.value, self._put, low=low, high=high, step=1)
        number = cut.left(ui.theme.px(60))
        label(ui, pygame.Rect(number.x, number.y, number.width, ui.theme.target(34)), str(self.value), 22, bold=True)
        draw_buttons(ui, cut.rest, (
            Button("Less", lambda: self._add(-1), pygame.K_MINUS, self.value > low),
            Button("More", lambda: self._add(1), pygame.K_PLUS, self.value < high),
            Button("Confirm", self.confirm, pygame.K_SPACE, main=True),
        ))  # fmt: skip

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        by = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_EQUALS: 1,
              pygame.K_KP_PLUS: 1, pygame.K_KP_MINUS: -1}.get(event.key, 0)  # fmt: skip
        self._add(by)
        return by != 0


class SplitPrompt(Prompt):
    """A total shared out over bins: a click on a row takes one more, from the fullest of the others."""

    decision: Split
    title = "Share out"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.shares = dict(self.suggested)

    def answer(self) -> tuple[tuple[str, int], ...]:
        """The shares in the order of the bins."""
        return tuple((b.id, self.shares[b.id]) for b in self.decision.bins)

    def confirm(self) -> None:
        self.desk.submit(self.answer())

    def hint(self) -> str:
        return f"{sum(self.shares.values())} of {self.decision.total} shared out. A click gives one more to a row."

    def buttons(self) -> tuple[Button, ...]:
        ready = not self.decision.refusals(self.answer())
        return (
            Button("Confirm", self.confirm, pygame.K_SPACE, enabled=ready, main=True),
            Button("As suggested", self._reset, pygame.K_s),
        )

    def _reset(self) -> None:
        self.shares = dict(self.suggested)

    def more(self, bin: str) -> None:
        """One more for a bin, taken from the fullest other one."""
        at = [b.id for b in self.decision.bins].index(bin)
        cap = self.decision.caps[at] if at < len(self.decision.caps) else self.decision.total
        others = [b.id for b in self.decision.bins if b.id != bin and self.shares[b.id] > 0]
        if self.shares[bin] >= cap or not others:
            return
        self.shares[max(others, key=lambda o: self.shares[o])] -= 1
        self.shares[bin] += 1

    def panel(self, rect: pygame.Rect) -> str:
        session = self.desk.game.session
        rows = [
            Row(b.id, words.label(session, b), words.figures(b.details, session.state), str(self.shares[b.id]),
                offered=True, chosen=self.shares[b.id] > 0, press=partial(self.more, b.id))
            for b in self.decision.bins
        ]  # fmt: skip
        under = stack(self.desk.ui, self.desk.view.sprites, rect, "options", rows)
        return next((b.subject for b in self.decision.bins if b.id == under), "")

    def click(self, model: str) -> bool:
        unit = self.desk.game.state.models[model].unit
        found = next((b.id for b in self.decision.bins if b.subject in (model, unit)), None)
        if found is not None:
            self.more(found)
        return found is not None
