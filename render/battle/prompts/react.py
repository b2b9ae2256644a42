"""Interrupting, and yes or no: both in big letters, since they come unexpectedly."""

from __future__ import annotations

from typing import Any

import pygame

from engine import messages
from engine.core import referee
from engine.core.decisions import PASS, Confirm, React
from render.battle import words
from render.battle.prompts.base import DIGITS, Button, Lit, Prompt


class ReactPrompt(Prompt):
    """Which of the reactions to take now, if any; standing answers for the rest of the battle beside it."""

    decision: React

    def confirm(self) -> None:
        self.desk.submit(PASS)

    def hint(self) -> str:
        return "You may interrupt. Space lets it go by; Always and Never answer for the rest of the battle."

    def buttons(self) -> tuple[Button, ...]:
        session = self.desk.game.session
        made = []
        for option, key in zip(self.decision.rows, (*DIGITS, *([None] * len(self.decision.rows)))):
            figures = words.figures(option.details, session.state)
            tip = words.why_barred(session, option) or figures
            text = words.label(session, option) + (f" ({figures})" if figures else "")
            made.append(Button(text, self._taker(option.id), key, not option.barred, tip=tip))
        made.append(Button(messages.label(PASS, "", (), session.state, session.book), self.confirm,
                           pygame.K_SPACE, main=True))  # fmt: skip
        for answer, key in (("always", pygame.K_a), ("never", pygame.K_n)):
            tip = f"From now on {answer} do this without asking; the battle's menu takes it back"
            made.append(Button(answer.capitalize(), self._stander(answer), key, tip=tip))
        return tuple(made)

    def _taker(self, option: str) -> Any:
        return lambda: self.desk.submit(option)

    def _stander(self, answer: str) -> Any:
        def stand() -> None:
            game, side = self.desk.game, self.decision.player
            for rule in dict.fromkeys(option.rule or self.decision.rule for option in self.decision.rows):
                game.command(referee.Standing(side, rule, answer), side, (side,))

        return stand

    def click(self, model: str) -> bool:
        unit = self.desk.game.state.models[model].unit
        found = [o for o in self.decision.rows if o.subject in (model, unit) and not o.barred]
        if len(found) == 1:  # more than one about the same model are told apart by their buttons
            self.desk.submit(found[0].id)
        return len(found) == 1

    def lit(self, hover: str = "") -> Lit:
        state = self.desk.game.state
        units = [o.subject for o in self.decision.rows if not o.barred]
        models = [m.id for m in state.models.values() if m.on_table and (m.unit in units or m.id in units)]
        return Lit(tuple(models))


class ConfirmPrompt(Prompt):
    """Yes or no."""

    decision: Confirm

    def buttons(self) -> tuple[Button, ...]:
        usual = self.suggested if self.decision.advise is not None else True
        yes = Button("Yes", lambda: self.desk.submit(True), pygame.K_y, main=usual is True)
        no = Button("No", lambda: self.desk.submit(False), pygame.K_n, main=usual is False)
        return (yes, no)

    def confirm(self) -> None:
        self.desk.submit(self.suggested if self.decision.advise is not None else True)

    def hint(self) -> str:
        usual = self.suggested if self.decision.advise is not None else True
        return f"Space answers {'Yes' if usual else 'No'}."

    def lit(self, hover: str = "") -> Lit:
        state = self.desk.game.state
        models = [m.id for m in state.models.values() if m.on_table and m.unit in self.decision.subjects]
        return Lit(chosen=tuple(models))
