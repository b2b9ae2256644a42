"""The referee's panel: what both players may do together, outside the rules. Everything is logged and can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine.core import referee
from engine.core.records import Model
from engine.core.referee import Command
from engine.session import Submission
from render import tools
from render.battle.dice import draw_die
from render.screens.panel import Panel, box
from render.theme import FOCUS, REFUSED_INK, TEXT_QUIET, WARNING_INK
from render.ui.core import Ui, Widget
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.lists import drop_down
from render.ui.widgets import button, label

if TYPE_CHECKING:
    from render.battle.screen import BattleScreen


def _numbered(models: Sequence[Model]) -> list[tuple[Model, int]]:
    """Models with their number in their unit, counted from 1."""
    seen: dict[str, int] = {}
    found = []
    for model in models:
        seen[model.unit] = seen.get(model.unit, 0) + 1
        found.append((model, seen[model.unit]))
    return found


class RefereePanel(Panel):
    """Wound, heal, remove or move a model, write a note, set a die of the last roll."""

    def __init__(self, screen: BattleScreen) -> None:
        super().__init__(screen.close_panel)
        self.screen = screen
        self.model = next(iter(screen.selected_models()), "")
        self.note = ""
        self.die = -1
        self.told = ""
        self.bad = False

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        cut = Cut(box(ui, "Referee", 640, 330, self.close), theme.px(8))
        label(
            ui,
            cut.top(theme.line_height(14)),
            "Both players agree to what is done here; the record says so.",
            14,
            WARNING_INK,
        )
        foot = Cut(cut.bottom(theme.target(34)), theme.px(8))
        button(ui, foot.right(theme.px(130)), "Close", self.close, name="Close panel")
        label(ui, foot.rest, self.told, 14, REFUSED_INK if self.bad else TEXT_QUIET)
        self._models(ui, cut)
        self._note(ui, cut)
        self._dice(ui, cut)

    def _models(self, ui: Ui, cut: Cut) -> None:
        theme, state = ui.theme, self.screen.game.state
        models = [m for m in state.models.values() if m.on_table]
        if self.model not in [m.id for m in models]:
            self.model = models[0].id if models else ""
        shown = [f"{m.name}, {number} of {state.units[m.unit].name}" for m, number in _numbered(models)]
        chosen = next((i for i, m in enumerate(models) if m.id == self.model), 0)

        def take(i: int) -> None:
            self.model = models[i].id

        drop_down(ui, cut.top(theme.target(32)), "Model", shown, chosen, take, enabled=bool(models))
        line = Cut(cut.top(theme.target(34)), theme.px(6))
        for words, act in (
            ("Wound it", lambda: self._do(referee.WoundModel(self.model, 1))),
            ("Heal it", lambda: self._do(referee.WoundModel(self.model, -1))),
            ("Remove it", lambda: self._do(referee.RemoveModel(self.model))),
            ("Move by hand", self._move),
        ):
            wide = theme.width(words) + theme.px(26)
            button(ui, line.left(wide), words, act, enabled=bool(models))

    def _note(self, ui: Ui, cut: Cut) -> None:
        theme = ui.theme
        line = Cut(cut.top(theme.target(34)), theme.px(6))
        button(ui, line.right(theme.px(130)), "Write down", self._write, enabled=bool(self.note.strip()))
        text_field(
            ui, line.rest, "Note", self.note, self._change, submit=self._write, hint="A note of what both agreed on"
        )

    def _dice(self, ui: Ui, cut: Cut) -> None:
        theme = ui.theme
        faces, sides = self._last_roll()
        line = Cut(cut.top(theme.target(30)), theme.px(4))
        label(ui, line.left(theme.px(110)), "The last roll", 14, TEXT_QUIET)
        for i, face in enumerate(faces):
            place = line.left(theme.target(28))
            if place.width < theme.px(16):
                break
            self._die(ui, place, i, face)
        if 0 <= self.die < len(faces) and sides[self.die] <= 9:
            line = Cut(cut.top(theme.target(30)), theme.px(4))
            label(ui, line.left(theme.px(110)), "shall show", 14, TEXT_QUIET)
            for face in range(1, sides[self.die] + 1):
                button(ui, line.left(theme.target(30)), str(face), partial(self._set, face), name=f"Set {face}")

    def _die(self, ui: Ui, place: pygame.Rect, i: int, face: int) -> None:
        def hold(_: tuple[int, int]) -> None:
            self.die = i

        widget = ui.add(Widget(f"die {i}", f"die {i}", place.copy(), "button", press=hold))
        draw_die(ui, place, face, 1.0, True)
        if self.die == i:
            pygame.draw.rect(ui.surface, FOCUS, place.inflate(4, 4), 2, border_radius=theme_radius(ui))
        ui.ring(widget)

    def _last_roll(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        for line in reversed(self.screen.game.session.lines):
            if line.entry.kind in ("dice", "set"):
                roll = next((e.detail("roll") for e in line.events if e.code == "dice.rolled"), None)
                return line.entry.value, roll.dice if roll is not None else (6,) * len(line.entry.value)
        return (), ()

    def _do(self, command: Command) -> None:
        self._say(self.screen.game.command(command), "Done.")

    def _move(self) -> None:
        """Take the referee's tool into the hand: a model can be dragged anywhere until Esc."""
        tool = tools.referee(self.screen.bench())
        if tool is None:
            return
        self.screen.hold_referee(tool)
        self.close()

    def _write(self) -> None:
        if self.note.strip():
            self._do(referee.Note(self.note.strip()))
            self.note = ""

    def _change(self, note: str) -> None:
        self.note = note

    def _set(self, face: int) -> None:
        self._say(self.screen.game.set_die(self.die, face), f"The die shows {face}; what followed the roll is undone.")
        self.die = -1

    def _say(self, done: Submission, good: str) -> None:
        self.bad = not done.accepted
        self.told = self.screen.game.session.explain(done.refusals[0]) if done.refusals else good


def theme_radius(ui: Ui) -> int:
    """The corner radius of a ring round a die."""
    return ui.theme.px(6)
