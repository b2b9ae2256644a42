"""Setting up a battle: who plays each side, and where the dice come from."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from engine.messages import listed
from engine.session import Session
from render.battle import keeping
from render.battle.game import Game
from render.battle.seats import seat_named, seats
from render.screens.menu import edition_named
from render.screens.panel import Panel, box
from render.theme import GOOD, REFUSED_INK, TEXT_QUIET, side_style
from render.ui.core import Ui
from render.ui.fields import text_field
from render.ui.layout import Cut
from render.ui.widgets import button, choices, label, paragraph
from scenarios.catalogue import ScenarioEntry
from scenarios.loader import load_scenario
from scenarios.problems import ScenarioError

if TYPE_CHECKING:
    from render.screens.menu import MenuScreen


class SetUpPanel(Panel):
    """Seats and dice of a battle about to begin."""

    def __init__(self, menu: MenuScreen, entry: ScenarioEntry) -> None:
        super().__init__(menu.close_panel)
        self.menu, self.entry = menu, entry
        self.seats = {side.id: seat_named(side.player) for side in entry.sides}
        self.typed = False
        self.seed = ""
        self.trouble = ""

    def draw(self, ui: Ui) -> None:
        theme = ui.theme
        title = f"{self.entry.title}, {edition_named(self.entry.edition)}"
        cut = Cut(box(ui, title, 640, 320 + 44 * len(self.entry.sides), self.close), theme.px(8))
        foot = Cut(cut.bottom(theme.target(38)), theme.px(8))
        button(ui, foot.right(theme.px(180)), "Begin", self.begin, key=pygame.K_SPACE, fill=GOOD)
        button(ui, foot.right(theme.px(110)), "Cancel", self.close)
        paragraph(ui, foot.rest, self.trouble, 13, REFUSED_INK)
        paragraph(ui, cut.top(theme.line_height(14) * 3), self.entry.story, 14, TEXT_QUIET)
        names = seats()
        label(ui, cut.top(theme.line_height(13)), _told(names[1:]), 13, TEXT_QUIET)
        for i, side in enumerate(self.entry.sides):
            line = Cut(cut.top(theme.target(34)), theme.px(10))
            label(ui, line.left(theme.px(160)), side.name, 15, side_style(i).ink, bold=True)

            def take(chosen: int, side: str = side.id) -> None:
                self.seats[side] = names[chosen]

            shown = [name.capitalize() for name in names]
            choices(ui, line.rest, f"seat {side.id}", shown, names.index(self.seats[side.id]), take)
        line = Cut(cut.top(theme.target(34)), theme.px(10))
        label(ui, line.left(theme.px(160)), "Dice", 15, TEXT_QUIET)
        choices(ui, line.rest, "Dice", ["The program rolls", "We roll and type in"], int(self.typed), self._dice)
        if not self.typed:
            line = Cut(cut.top(theme.target(34)), theme.px(10))
            label(ui, line.left(theme.px(160)), "Seed", 15, TEXT_QUIET)
            text_field(ui, line.left(theme.px(200)), "Seed", self.seed, self._seed, submit=self.begin,
                       hint="another each time",
                       allowed=str.isdecimal, longest=18)  # fmt: skip
            label(ui, line.rest, "same number, same dice", 13, TEXT_QUIET)

    def _dice(self, chosen: int) -> None:
        self.typed = chosen == 1

    def _seed(self, seed: str) -> None:
        self.seed = seed

    def begin(self) -> None:
        """Begin the battle."""
        seed = int(self.seed) if self.seed else secrets.randbelow(1_000_000_000)
        try:
            session = Session.begin(load_scenario(self.entry.path), seed, "typed" if self.typed else "seeded")
        except (ScenarioError, ValueError, LookupError) as error:
            self.trouble = str(error)
            return
        game = Game(session, self.seats, str(seed))
        keep(game)
        self.close()
        self.menu.leaving()
        from render.battle.screen import BattleScreen

        self.menu.window.push(BattleScreen(self.menu.window, game))


STYLES = {"captain": "plays to win", "whim": "does anything legal"}
"""How the computer players play, in a few words."""


def _told(players: Sequence[str]) -> str:
    """Who the computer players are: `Computer players: Captain plays to win and Whim does anything legal.`"""
    named = [f"{n.capitalize()} {STYLES[n]}" if n in STYLES else n.capitalize() for n in players]
    return f"Computer players: {listed(named)}." if named else ""


def keep(game: Game) -> None:
    """Write a battle's journal from its beginning; when that fails the battle goes on and says so."""
    try:
        game.keep(keeping.fresh_journal(game.session.setup.name))
    except OSError as error:
        game.trouble = f"The battle is not being kept: {error.strerror or error}"
