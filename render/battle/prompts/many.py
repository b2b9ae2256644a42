"""Choosing several, and putting things in order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from engine.core.decisions import ChooseMany, Decision, Option, Order
from engine.core.refusals import Refusal
from render.battle import words
from render.battle.prompts.base import Button, Desk, Lit, Prompt
from render.battle.stack import Row, stack

MOST_NUMBERS = 8
"""As many numbers are written beside models that are put in order."""


class ManyPrompt(Prompt):
    """Some of the options; it opens with what is suggested, so that one click is enough."""

    decision: ChooseMany
    title = "Choose"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.taken = set(self.suggested)
        state = desk.game.state
        foes = [o for o in self.decision.options if o.subject in state.units]
        foes = [o for o in foes if state.units[o.subject].side != decision.player]
        if foes and len(foes) == len(self.decision.options):
            self.title = "Targets"

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
        rows = self._rows()
        under = stack(self.desk.ui, self.desk.view.sprites, rect, "options", rows)
        state = self.desk.game.state
        subject = self._option(under.rpartition("*")[2]).subject if under else ""
        self.pointed = (subject,) if subject in state.models else ()
        return state.models[subject].unit if subject in state.models else subject

    def _rows(self) -> list[Row]:
        """What can be ticked, then what cannot: those alike that are barred for the same reason in one row."""
        session = self.desk.game.session
        rows = [self._row(option) for option in self.decision.options if not option.barred]
        alike: dict[tuple[str, str], list[Option]] = {}
        for option in self.decision.options:
            if option.barred:
                first = option.barred[0]
                alike.setdefault((words.label(session, option), f"{first.code} {_about(first)}"), []).append(option)
        for (title, _), options in alike.items():
            row = self._row(options[0])
            many = f"{title}  ×{len(options)}" if len(options) > 1 else title
            rows.append(replace(row, id=f"*{row.id}" if len(options) > 1 else row.id, title=many))
        return rows

    def _row(self, option: Option) -> Row:
        game, session = self.desk.game, self.desk.game.session
        note = words.why_barred(session, option) or words.figures(option.details, session.state)
        banner = game.scene.banners.get(option.subject)
        return Row(
            option.id,
            words.label(session, option),
            note,
            side=banner.side if banner else None,
            letter=banner.letter if banner else "",
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
        free = [m for o in self.decision.options if not o.barred for m in self._members(o)]
        chosen = [m for o in self.decision.options if o.id in self.taken for m in self._members(o)]
        barred = {
            o.subject: words.why_barred(self.desk.game.session, o)
            for o in self.decision.options
            if o.barred and o.subject in state.models and o.subject not in free
        }
        on = [m for m in dict.fromkeys(free) if state.models[m].on_table]
        told = {}
        for option in self.decision.options:
            members = self._members(option) if option.subject in state.units and not option.barred else ()
            if members and (figures := words.figures(option.details, state)):
                told[members[0]] = figures
        return Lit(tuple(on), tuple(dict.fromkeys(chosen)), barred, told)

    def _members(self, option: Option) -> tuple[str, ...]:
        """The models on the table that an option is about."""
        state = self.desk.game.state
        if option.subject in state.models:
            return (option.subject,)
        return tuple(m.id for m in state.present(option.subject)) if option.subject in state.units else ()


def _about(refused: Refusal) -> str:
    """What a refusal is about beside its subject, without the figures that differ from model to model."""
    return " ".join(str(value) for _, value in refused.details if isinstance(value, str))


class OrderPrompt(Prompt):
    """All the items in the order wanted. Clicks say who comes first, second and so on; the rest keep their order."""

    decision: Order
    title = "Order"

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        self.order = list(self.suggested)
        self.named = 0
        if all(o.subject in desk.game.state.models for o in self.decision.items):
            self.title = "Who comes first"

    def confirm(self) -> None:
        self.desk.submit(tuple(self.order))

    def hint(self) -> str:
        if self.named:
            return f"{self.named} named; the next click names number {self.named + 1}. A click on one named drops it."
        return "Click who comes first, then who comes second; or Space as it is."

    def buttons(self) -> tuple[Button, ...]:
        ready = not self.decision.refusals(tuple(self.order))
        return (
            Button("Confirm", self.confirm, pygame.K_SPACE, enabled=ready, main=True),
            Button("As suggested", self._reset, pygame.K_s),
        )

    def _reset(self) -> None:
        self.order, self.named = list(self.suggested), 0

    def name(self, item: str) -> None:
        """Let an item come next after those named so far; one that was named already comes after them."""
        at = self.order.index(item)
        self.order.pop(at)
        if at < self.named:
            self.named -= 1
            self.order.insert(self.named, item)
        else:
            self.order.insert(self.named, item)
            self.named = (self.named + 1) % (len(self.order) + 1)

    def panel(self, rect: pygame.Rect) -> str:
        session = self.desk.game.session
        items = {o.id: o for o in self.decision.items}
        rows = [
            Row(id, f"{n}. {words.label(session, items[id])}", words.figures(items[id].details, session.state),
                offered=True, chosen=n <= self.named, press=partial(self.name, id))
            for n, id in enumerate(self.order, 1)
        ]  # fmt: skip
        under = stack(self.desk.ui, self.desk.view.sprites, rect, "options", rows)
        subject = items[under].subject if under else ""
        models = self.desk.game.state.models
        self.pointed = (subject,) if subject in models else ()
        return models[subject].unit if subject in models else subject

    def click(self, model: str) -> bool:
        unit = self.desk.game.state.models[model].unit
        found = next((o.id for o in self.decision.items if o.subject in (model, unit)), None)
        if found is not None:
            self.name(found)
        return found is not None

    def lit(self, hover: str = "") -> Lit:
        """Every model that is to be ordered; the numbers of the first ones stand beside them."""
        models = self.desk.game.state.models
        subjects = {o.id: o.subject for o in self.decision.items}
        here = [id for id in self.order if subjects[id] in models and models[subjects[id]].on_table]
        count = self.decision.hint("count", len(here))
        shown = max(self.named, count if isinstance(count, int) else 0)
        told = {subjects[id]: f"{self.order.index(id) + 1}." for id in here[: min(shown, MOST_NUMBERS)]}
        chosen = tuple(subjects[id] for id in self.order[: self.named])
        return Lit(tuple(subjects[id] for id in here), chosen, words=told)
