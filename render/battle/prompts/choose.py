"""Choosing one: units and models on the table or in the list, the rest by buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
from shapely import LineString, Point, Polygon

from battlefield.units import inches
from engine.core.decisions import Choose, Decision, Option
from engine.core.facts import fact
from engine.messages import name
from render.battle import words
from render.battle.prompts.base import DIGITS, Button, Desk, Ground, Lit, Prompt
from render.battle.stack import Row, stack

NEAR = 2.0
"""How near to a line a click takes it, in inches."""

ENDINGS = ("done", "back", "pass", "none")
"""Options that leave off; they come last, and are never suggested before another."""


KEYS = {
    "done": pygame.K_e, "back": pygame.K_BACKSPACE, "run": pygame.K_u, "move": pygame.K_m, "advance": pygame.K_a,
    "fall_back": pygame.K_b, "stay": pygame.K_s, "fire": pygame.K_f,
}  # fmt: skip
"""Keys of options that come up again and again."""


class ChoosePrompt(Prompt):
    """One of the options. `ahead` is the one that Space takes; Tab goes on to the next."""

    decision: Choose

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        super().__init__(desk, decision)
        state = desk.game.state
        known = state.units, state.models, state.terrain, state.objectives
        self.listed = [o for o in self.decision.options if o.subject and any(o.subject in table for table in known)]
        self.others = [o for o in self.decision.options if o not in self.listed]
        if self._alternatives():
            self.listed, self.others = [], list(self.decision.options)
        self.grounds = {o.id: ground for o in self.others if (ground := ground_of(o)) is not None}
        mine = [o for o in self.listed if self._unit(o) and state.units[self._unit(o)].side == decision.player]
        self.own = bool(self.listed) and len(mine) == len(self.listed) and all(o.subject in state.units for o in mine)
        self.title = "" if self.own or not self.listed else "Targets" if not mine else "Choose"
        self.ahead = self._first()

    def _alternatives(self) -> bool:
        """Whether the options are what the one that is asked about can do, and not whom to take."""
        subjects = {o.subject for o in self.listed}
        return len(self.listed) > 1 and len(subjects) == 1 and subjects <= set(self.decision.subjects)

    def _unit(self, option: Option) -> str:
        """The unit an option is about, empty when it is about something else."""
        state = self.desk.game.state
        if option.subject in state.units:
            return option.subject
        return state.models[option.subject].unit if option.subject in state.models else ""

    def _first(self) -> str:
        """What Space takes: an advised answer, else the target that should lose most, else the first choice."""
        if self.decision.advise is not None:
            return str(self.suggested)
        useful = [o for o in (*self.listed, *self.others) if not o.barred]
        useful.sort(key=lambda o: (o.id in ENDINGS, -_promise(o)))
        return useful[0].id if useful else ""

    def confirm(self) -> None:
        if self.ahead:
            self.desk.submit(self.ahead)

    def step(self, by: int) -> bool:
        free = [o.id for o in self.listed if not o.barred] or [o.id for o in self.others if not o.barred]
        if not free:
            return False
        at = free.index(self.ahead) if self.ahead in free else -1
        self.ahead = free[(at + by) % len(free)]
        return True

    def hint(self) -> str:
        """What is declared so far, where that is part of the question."""
        aimed = self.decision.hint("aimed", ())
        state = self.desk.game.state
        told = [f"{count} at {name(target, state)}" for target, count in aimed or ()]
        return f"Weapons aimed so far: {', '.join(told)}." if told else ""

    # -- buttons -------------------------------------------------------------------------------------------------------

    def buttons(self) -> tuple[Button, ...]:
        session = self.desk.game.session
        made = []
        ahead = next((o for o in self.listed if o.id == self.ahead), None)
        if ahead is not None:
            made.append(Button(words.label(session, ahead), self.confirm, pygame.K_SPACE, main=True))
        keys = iter(DIGITS)
        for option in sorted(self.others, key=lambda o: o.id in ENDINGS):
            key: int | None = pygame.K_SPACE if option.id == self.ahead else self._key(option)
            key = next(keys, None) if key is None else key
            figures = words.figures(option.details, session.state)
            tip = words.why_barred(session, option) or figures
            label = words.label(session, option)
            made.append(
                Button(label, self._taker(option.id), key, not option.barred, option.id == self.ahead, tip=tip)
            )  # fmt: skip
        return tuple(made)

    def handle(self, event: pygame.event.Event) -> bool:
        """An option's own key takes it too while Space stands on its button."""
        own = next((o for o in self.others if not o.barred and self._key(o) == event.key), None)
        if event.type != pygame.KEYDOWN or own is None:
            return False
        self.desk.submit(own.id)
        return True

    def _key(self, option: Option) -> int | None:
        return KEYS.get(option.id)

    def _taker(self, option: str) -> Any:
        return lambda: self.desk.submit(option)

    # -- rows and models -----------------------------------------------------------------------------------------------

    def option_of(self, unit: str) -> Option | None:
        """The option about a unit."""
        return next((o for o in self.listed if o.subject == unit), None)

    def panel(self, rect: pygame.Rect) -> str:
        rows = [self._row(option) for option in self.listed]
        under = stack(self.desk.ui, self.desk.view.sprites, rect, "options", rows, self.ahead)
        found = next((o for o in self.listed if o.id == under), None)
        self.pointed = (found.subject,) if found is not None and found.subject in self.desk.game.state.models else ()
        return self._unit(found) if found is not None else ""

    def _row(self, option: Option) -> Row:
        game, session = self.desk.game, self.desk.game.session
        unit = self._unit(option)
        banner = game.scene.banners.get(unit)
        note = words.why_barred(session, option) or words.figures(option.details, game.state)
        return Row(
            option.id,
            words.label(session, option),
            note or (game.doing(unit) if unit else ""),
            str(len(game.state.present(unit))) if option.subject == unit and unit else "",
            banner.side if banner else None,
            banner.letter if banner else "",
            banner.badges if banner else (),
            not option.barred,
            ringed=option.id == self.ahead,
            press=None if option.barred else self._taker(option.id),
        )

    def click(self, model: str) -> bool:
        option = self._option_at(model)
        if option is None:
            return False
        self.desk.submit(option.id)
        return True

    def _option_at(self, model: str) -> Option | None:
        """The option a click on a model means: about itself, else about its unit."""
        record = self.desk.game.state.models[model]
        own = next((o for o in self.listed if o.subject == model), None)
        return own or self.option_of(record.unit)

    def lit(self, hover: str = "") -> Lit:
        game = self.desk.game
        free: list[str] = []
        barred: dict[str, str] = {}
        told: dict[str, str] = {}
        for option in self.listed:
            members = self._members(option)
            if option.barred:
                barred.update(dict.fromkeys(members, words.why_barred(game.session, option)))
            else:
                free += members
                alone = sum(o.subject == option.subject for o in self.listed) == 1
                if members and alone and not self.own and (figures := words.figures(option.details, game.state)):
                    told[members[0]] = figures
        ahead = next((o for o in self.listed if o.id == self.ahead), None)
        chosen = self._members(ahead) if ahead else ()
        if not self.listed:
            chosen = tuple(m for subject in self.decision.subjects for m in self._members(Option("", subject)))
        grounds = tuple(replace(ground, chosen=id == self.ahead) for id, ground in self.grounds.items())
        return Lit(tuple(free), chosen, barred, told, grounds)

    # -- ground --------------------------------------------------------------------------------------------------------

    def point(self, spot: tuple[int, int]) -> None:
        if (found := self._ground_at(spot)) is not None:
            self.ahead = found

    def click_spot(self, spot: tuple[int, int]) -> bool:
        found = self._ground_at(spot)
        if found is not None:
            self.desk.submit(found)
        return found is not None

    def _ground_at(self, spot: tuple[int, int]) -> str | None:
        """The option whose ground is under a spot, or the line nearest to it within a few inches."""
        here = Point(inches(spot[0]), inches(spot[1]))
        far = {}
        for id, ground in self.grounds.items():
            corners = [(inches(x), inches(y)) for x, y in ground.points]
            far[id] = (Polygon(corners) if ground.closed else LineString(corners)).distance(here)
        near = min(far, key=lambda id: far[id], default=None)
        return near if near is not None and far[near] < NEAR else None

    def _members(self, option: Option) -> tuple[str, ...]:
        state = self.desk.game.state
        if option.subject in state.models:
            return (option.subject,) if state.models[option.subject].on_table else ()
        return tuple(model.id for model in state.present(option.subject))


def ground_of(option: Option) -> Ground | None:
    """The ground that an option is about: a line by its `segment`, an area by its `outline`; None for neither."""
    segment, outline = fact(option.details, "segment"), fact(option.details, "outline")
    if isinstance(segment, tuple):
        return Ground(segment, False)
    return Ground(outline, True) if isinstance(outline, tuple) else None


def _promise(option: Option) -> int:
    """The models, in thousandths, that a target should lose, where its option tells; else 0."""
    models = fact(option.details, "models", 0)
    return models if isinstance(models, int) else 0
