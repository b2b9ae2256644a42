"""The end: conceding, agreeing to stop, and the victory screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine.core import referee
from engine.core.records import Unit
from render.battle import words
from render.battle.stack import Row, stack
from render.battle.staging import letters
from render.screens.asking import AskPanel
from render.screens.panel import Panel, box
from render.theme import EDGE, GOOD, PANEL, RAISED, TEXT, TEXT_QUIET, Color, mix, side_style
from render.ui.core import Ui
from render.ui.dialog import Choice
from render.ui.layout import Cut, columns
from render.ui.widgets import button, label

if TYPE_CHECKING:
    from render.battle.game import Game
    from render.battle.screen import BattleScreen

ROW = 50
"""The height of a unit's row, in design pixels."""


def end_panel(screen: BattleScreen) -> AskPanel:
    """How the battle may end here: a side gives up, or both agree to stop, drawn or as the score stands."""
    game = screen.game
    state = game.state

    def command(which: referee.Command, by: str) -> None:
        screen.refused = game.command(which, by, (by,) if isinstance(which, referee.Concede) else None).refusals

    choices = [
        Choice(f"{words.side_name(state, side)} concedes", partial(command, referee.Concede(side), side), None, RAISED)
        for side in (game.people or state.sides)
    ]  # fmt: skip
    choices.append(Choice("Both agree on a draw", lambda: command(referee.Stop(), state.sides[0]), None, RAISED))
    ahead = leader(game)
    if ahead:
        told = f"Both agree: {words.side_name(state, ahead)} wins on points"
        choices.append(Choice(told, partial(command, referee.Stop(ahead), state.sides[0]), None, RAISED))
    standing = ", ".join(f"{words.side_name(state, s)} {p}" for s, p in zip(state.sides, game.points))
    told = f"By the mission it stands: {standing}. The end can still be taken back afterwards."
    return AskPanel(screen.close_panel, "End the battle here?", told, choices)


def leader(game: Game) -> str:
    """The side that is ahead by the mission, empty when level."""
    first, second = game.state.sides
    mine, theirs = game.points
    return first if mine > theirs else second if theirs > mine else ""


class VictoryPanel(Panel):
    """Who won and why, the score, what is left of every unit, and how the dice fell."""

    def __init__(self, screen: BattleScreen) -> None:
        super().__init__(screen.close_panel)
        self.screen = screen

    def draw(self, ui: Ui) -> None:
        game, theme = self.screen.game, ui.theme
        outcome = game.state.outcome
        if outcome is None:
            return
        title = f"Victory: {words.side_name(game.state, outcome.winner)}" if outcome.winner else "A draw"
        most = max(len(units_of(game, side)) for side in game.state.sides)
        cut = Cut(box(ui, title, 960, 360 + ROW * min(most, 8), self.close), theme.px(10))
        ink = side_style(game.index(outcome.winner)).ink if outcome.winner else TEXT
        ui.surface.fill(ink, (cut.rest.x, cut.rest.y - theme.px(4), cut.rest.width, theme.px(3)))
        reason = outcome.reason[:1].upper() + outcome.reason[1:].rstrip(".")
        when = words.lower(words.round_named(game.session.book, game.state.clock.round))
        label(ui, cut.top(theme.line_height(16)), f"{reason}, after {when}.", 16)
        self._buttons(ui, cut.bottom(theme.target(38)))
        for side, column in zip(game.state.sides, columns(cut.rest, len(game.state.sides), theme.px(14))):
            self._side(ui, column, side, side == outcome.winner)

    def _side(self, ui: Ui, rect: pygame.Rect, side: str, won: bool) -> None:
        """A side: its name and score, its units, its dice."""
        game, theme = self.screen.game, ui.theme
        style = side_style(game.index(side))
        theme.box(ui.surface, rect, mix(style.body, PANEL, 0.55), style.ink if won else mix(PANEL, EDGE, 0.6), radius=6)
        cut = Cut(rect.inflate(-2 * theme.px(12), -2 * theme.px(8)), theme.px(6))
        head = Cut(cut.top(theme.line_height(34)), theme.px(8))
        score = str(game.state.scores.get(side, 0))
        label(ui, head.right(theme.width(score, 34, True) + 2), score, 34, style.ink, bold=True)
        label(ui, head.rest, words.side_name(game.state, side), 22, style.ink, bold=True)
        dice = cut.bottom(theme.px(96))
        called = letters(game.state)
        rows = [
            Row(unit.id, unit.name, left_of(game, unit), f"{len(game.state.members(unit.id))}/{unit.size}",
                game.index(side), called[unit.id], offered=None if game.state.members(unit.id) else False, calm=True)
            for unit in units_of(game, side)
        ]  # fmt: skip
        stack(ui, self.screen.view.sprites, cut.rest, f"losses {side}", rows)
        draw_fortune(ui, dice, fortune(game, side), style.rim)

    def _buttons(self, ui: Ui, rect: pygame.Rect) -> None:
        conduct = self.screen.conduct
        shown = (
            ("Look at the table", self.close, RAISED),
            ("Save…", conduct.save, RAISED),
            ("Watch again", self._watch, RAISED),
            ("Take back", self._take_back, RAISED),
            ("Menu", conduct.leave, GOOD),
        )
        for (text, act, fill), place in zip(shown, columns(rect, len(shown), ui.theme.px(8))):
            button(ui, place, text, act, name=f"Ending: {text}", fill=fill)

    def _take_back(self) -> None:
        self.close()
        self.screen.conduct.undo()

    def _watch(self) -> None:
        from render.screens.replay import ReplayScreen

        self.screen.window.push(ReplayScreen(self.screen.window, self.screen.game.session))


def units_of(game: Game, side: str) -> list[Unit]:
    """The units of a side in order of setting up."""
    return [unit for unit in game.state.units.values() if unit.side == side]


def left_of(game: Game, unit: Unit) -> str:
    """What became of a unit, in a few words."""
    lost = unit.size - len(game.state.members(unit.id))
    return "unharmed" if not lost else "destroyed" if lost == unit.size else f"lost {lost} of {unit.size}"


def fortune(game: Game, side: str) -> tuple[int, ...]:
    """How often the six-sided dice of a side showed each face."""
    counts = [0] * 6
    for event in game.session.events:
        if event.code != "dice.rolled" or event.side != side:
            continue
        for sides, face in zip(event.detail("roll").dice, event.detail("faces")):
            if sides == 6:
                counts[face - 1] += 1
    return tuple(counts)


def draw_fortune(ui: Ui, rect: pygame.Rect, counts: Sequence[int], ink: Color) -> None:
    """The average of a side's dice, and a column for each face with how often it fell."""
    theme = ui.theme
    cut = Cut(rect, theme.px(2))
    total = sum(counts)
    told = "No dice were rolled."
    if total:
        average = sum(face * n for face, n in enumerate(counts, 1)) / total
        count = "1 die" if total == 1 else f"{total} dice"
        told = f"{count}, {average:.2f} on average (3.50 is even)"
    label(ui, cut.top(theme.line_height(13)), told, 13, TEXT)
    if not total:
        return
    faces, line = cut.bottom(theme.line_height(12)), theme.line_height(12)
    for face, (n, foot, place) in enumerate(zip(counts, columns(faces, 6, 4), columns(cut.rest, 6, 4)), 1):
        high = (place.height - line) * n // max(counts)
        post = pygame.Rect(place.x, place.bottom - high, place.width, high)
        theme.box(ui.surface, post, ink, radius=2)
        label(ui, pygame.Rect(place.x, post.y - line, place.width, line), str(n), 12, TEXT, align="center")
        label(ui, foot, f"{face}s", 12, TEXT_QUIET, align="center")
