"""Choosing several, and putting things in order."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from engine.core.decisions import ChooseMany, Decision, Option, Order
from render.battle import words
from render.battle.prompts.base import Button, Desk, Lit, Prompt
from render.battle.stack import Row, stack


class ManyPrompt(Prompt):
    """Some of the options; it opens with what is suggested, so that one click is enough."""

    decision: ChooseMany
    title = "Choose"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.taken = set(self.suggested)

    def answer(self) -> tuple[str, ...]:
        """What is ticked, in the order of the options."""
        return tuple(o.id for o in self.decision.options if o.id in self.taken)

    def confirm(self) -> None:
        self.desk.submit(self.answer())

    def hint(self) -> str:
        least, most, count = self.decision.least, self.decision.most, len(self.taken)
        free = len([o for o in self.decision.options if not o.barred])
        if least == most:
            return f"{count} of {least} chosen. Click rows or models to change it."
        return f"{count} of {min(most, free)} chosen{f', at least {least}' if least else ''}. Click rows or models."

    def buttons(self) -> tuple[Button, ...]:
        ready = not self.decision.refusals(self.answer())
        made = [Button("Confirm", self.confirm, pygame.K_SPACE, enabled=ready, main=True)]
        if self.decision.most > 1:
            made.append(Button("As suggested", self._reset, pygame.K_s))
        if self.decision.least == 0:
            made.append(Button("None", self.taken.clear, pygame.K_0))
        return tuple(made)

    def _reset(self) -> None:
        self.taken = set(self.suggested)

    def toggle(self, option: str) -> None:
        """Tick or untick an option; beyond the most, the oldest of the ticks in order goes."""
        if option in self.taken:
            self.taken.discard(option)
            return
        rival = self._rival(option)
        if rival is not None:
            self.taken.discard(rival)
        elif len(self.taken) >= self.decision.most:
            self.taken.discard(self.answer()[0])
        self.taken.add(option)

    def _rival(self, option: str) -> str | None:
        """Another option of the same subject that cannot be taken together with this one."""
        subject = self._option(option).subject
        for other in self.decision.options:
            if other.id in self.taken and other.subject == subject and subject:
                both = tuple(o.id for o in self.decision.options if o.id in (option, other.id))
                if self.decision.legal is not None and self.decision.legal(both):
                    return other.id
        return None

    def _option(self, id: str) -> Option:
        return next(o for o in self.decision.options if o.id == id)

    def panel(self, rect: pygame.Rect) -> str:
        rows = [self._row(option) for option in self.decision.options]
        under = stack(self.desk.ui, self.desk.view.sprites, rect, "options", rows)
        state = self.desk.game.state
        subject = self._option(under).subject if under else ""
        self.pointed = (subject,) if subject in state.models else ()
        return state.models[subject].unit if subject in state.models else subject

    def _row(self, option: Option) -> Row:
        session = self.desk.game.session
        note = words.why_barred(session, option) or words.figures(option.details, session.state)
        return Row(
            option.id,
            words.label(session, option),
            note,
            offered=not option.barred,
            chosen=option.id in self.taken,
            check=option.id in self.taken,
            press=None if option.barred else lambda: self.toggle(option.id),
        )

    def click(self, model: str) -> bool:
        unit = self.desk.game.state.models[model].unit
        found = [o.id for o in self.decision.options if o.subject == model and not o.barred]
        found = found or [o.id for o in self.decision.options if o.subject == unit and not o.barred]
        if not found:
            return False
        taken = next((o for o in found if o in self.taken), None)
        if taken is None:
            self.toggle(found[0])
        else:
            self.taken.discard(taken)
            after = found.index(taken) + 1
            if after < len(found):
                self.toggle(found[after])
        return True

    def lit(self, hover: str = "") -> Lit:
        state = self.desk.game.state
        free = [o.subject for o in self.decision.options if o.subject in state.models and not o.barred]
        chosen = [o.subject for o in self.decision.options if o.id in self.taken and o.subject in state.models]
        barred = {
            o.subject: words.why_barred(self.desk.game.session, o)
            for o in self.decision.options
            if o.barred and o.subject in state.models and o.subject not in free
        }
        on = [m for m in dict.fromkeys(free) if state.models[m].on_table]
        return Lit(tuple(on), tuple(dict.fromkeys(chosen)), barred)


class OrderPrompt(Prompt):
    """All the items in the order wanted: a click moves one up."""

    decision: Order
    title = "Order"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.order = list(self.suggested)

    def confirm(self) -> None:
        self.desk.submit(tuple(self.order))

    def hint(self) -> str:
        return "A click moves a row up; the first one comes first."

    def buttons(self) -> tuple[Button, ...]:
        ready = not self.decision.refusals(tuple(self.order))
        return (
            Button("Confirm", self.confirm, pygame.K_SPACE, enabled=ready, main=True),
            Button("As suggested", self._reset, pygame.K_s),
        )

    def _reset(self) -> None:
        self.order = list(self.suggested)

    def up(self, item: str) -> None:
        """Move an item one place up; the first goes to the end."""
        at = self.order.index(item)
        self.order.pop(at)
        self.order.insert(at - 1 if at else len(self.order), item)

    def panel(self, rect: pygame.Rect) -> str:
        session = self.desk.game.session
        items = {o.id: o for o in self.decision.items}
        rows = [
            Row(id, f"{n}. {words.label(session, items[id])}", words.figures(items[id].details, session.state),
                offered=True, press=partial(self.up, id))
            for n, id in enumerate(self.order, 1)
        ]  # fmt: skip
        under = stack(self.desk.ui, self.desk.view.sprites, rect, "options", rows)
        return items[under].subject if under else ""

    def click(self, model: str) -> bool:
        unit = self.desk.game.state.models[model].unit
        found = next((o.id for o in self.decision.items if o.subject in (model, unit)), None)
        if found is not None:
            self.up(found)
        return found is not None
