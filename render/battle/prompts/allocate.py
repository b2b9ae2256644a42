"""Sharing wounds out: each is listed with what it is; a click on a model or its lot gives it the wound at hand."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from engine.core.decisions import Allocate, Decision, Option
from engine.core.facts import fact
from render.battle import words
from render.battle.prompts.base import Button, Desk, Lit, Prompt
from render.battle.stack import Row, stack
from render.theme import TEXT_QUIET
from render.ui.layout import Cut
from render.ui.widgets import label


class AllocatePrompt(Prompt):
    """It opens with the suggested allocation; `at` is the wound in hand."""

    decision: Allocate
    title = "Wounds"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.lots = list(self.suggested)
        self.at = 0

    def confirm(self) -> None:
        self.desk.submit(tuple(self.lots))

    def hint(self) -> str:
        refused = self.decision.refusals(tuple(self.lots))
        if refused:
            return self.desk.game.session.explain(refused[0])
        return f"Wound {self.at + 1} of {len(self.lots)} is in hand: click a model or a lot to give it."

    def buttons(self) -> tuple[Button, ...]:
        ready = not self.decision.refusals(tuple(self.lots))
        return (
            Button("Confirm", self.confirm, pygame.K_SPACE, enabled=ready, main=True),
            Button("As suggested", self._reset, pygame.K_s),
        )

    def _reset(self) -> None:
        self.lots = list(self.suggested)

    def give(self, lot: str) -> None:
        """Give the wound in hand to a lot, swapping with a wound of that lot if only so it stays legal; go on."""
        before = self.lots[self.at]
        self.lots[self.at] = lot
        if lot != before and self.decision.refusals(tuple(self.lots)):
            other = next((i for i in range(len(self.lots)) if i != self.at and self.lots[i] == lot), None)
            if other is not None:
                self.lots[other] = before
        self.at = (self.at + 1) % len(self.lots)

    def step(self, by: int) -> bool:
        self.at = (self.at + by) % len(self.lots)
        return True

    def panel(self, rect: pygame.Rect) -> str:
        ui, session = self.desk.ui, self.desk.game.session
        cut = Cut(rect, ui.theme.px(4))
        upper = cut.top(rect.height // 2)
        wounds = [self._wound_row(i, wound) for i, wound in enumerate(self.decision.wounds)]
        stack(ui, self.desk.view.sprites, upper, "wounds", wounds, str(self.at))
        label(ui, cut.top(ui.theme.line_height(13)), "Who can take them", 13, TEXT_QUIET, bold=True)
        lots = [
            Row(lot.id, self._called(lot), words.why_barred(session, lot) or self._told(lot),
                str(self.lots.count(lot.id)), offered=not lot.barred,
                press=None if lot.barred else partial(self.give, lot.id))
            for lot in self.decision.lots
        ]  # fmt: skip
        under = stack(ui, self.desk.view.sprites, cut.rest, "lots", lots)
        self.pointed = next((self._members(lot) for lot in self.decision.lots if lot.id == under), ())
        return ""

    def _members(self, lot: Option) -> tuple[str, ...]:
        """The models of a lot."""
        state = self.desk.game.state
        return tuple(m for m in dict(lot.details).get("models", (lot.subject,)) if m in state.models)

    def _called(self, lot: Option) -> str:
        """A lot by name, with the gear that not every lot has: `Space Marine, Flamer`."""
        state = self.desk.game.state
        gear = [set(fact(other.details, "gear", ())) for other in self.decision.lots]
        shared = set.intersection(*gear) if len(gear) > 1 else set()
        own = [words.thing(state, key) for key in fact(lot.details, "gear", ()) if key not in shared]
        return ", ".join([words.label(self.desk.game.session, lot), *own])

    def _told(self, lot: Option) -> str:
        """The figures of a lot; its gear is told by its name."""
        return words.figures(tuple(d for d in lot.details if d[0] != "gear"), self.desk.game.state)

    def _wound_row(self, i: int, wound: Option) -> Row:
        session = self.desk.game.session
        lot = next(o for o in self.decision.lots if o.id == self.lots[i])
        figures = words.figures(wound.details, session.state)

        def hold() -> None:
            self.at = i

        title = f"{i + 1}. to {self._called(lot)}"
        return Row(str(i), title, figures, offered=True, chosen=i == self.at, ringed=i == self.at, press=hold)

    def _lot_of(self, model: str) -> Option | None:
        for lot in self.decision.lots:
            if lot.id == model or lot.subject == model or model in dict(lot.details).get("models", ()):
                return lot
        unit = self.desk.game.state.models[model].unit
        return next((lot for lot in self.decision.lots if lot.subject == unit), None)

    def click(self, model: str) -> bool:
        lot = self._lot_of(model)
        if lot is None or lot.barred:
            return False
        self.give(lot.id)
        return True

    def lit(self, hover: str = "") -> Lit:
        told: dict[str, str] = {}
        free: list[str] = []
        for lot in self.decision.lots:
            members = self._members(lot)
            free += members
            if members and (count := self.lots.count(lot.id)):
                told[members[0]] = f"{self._called(lot)}: {count} wound{'s' if count > 1 else ''}"
        return Lit(tuple(free), words=told)
