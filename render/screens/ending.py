"""The end: conceding, agreeing to stop, and the victory screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine.core import referee
from render.battle import words
from render.battle.staging import letters
from render.screens.asking import AskPanel
from render.screens.panel import Panel, box, text_box
from render.theme import GOOD, RAISED, TEXT, TEXT_QUIET, Color, side_style
from render.ui.core import Ui
from render.ui.dialog import Choice
from render.ui.layout import Cut, columns
from render.ui.widgets import button, label

if TYPE_CHECKING:
    from render.battle.game import Game
    from render.battle.screen import BattleScreen

Lines = list[tuple[str, int, Color, bool]]


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
    """Who won and why, the score, what every unit lost, and how the dice fell."""

    def __init__(self, screen: BattleScreen) -> None:
        super().__init__(screen.close_panel)
        self.screen = screen

    def draw(self, ui: Ui) -> None:
        game, theme = self.screen.game, ui.theme
        outcome = game.state.outcome
        if outcome is None:
            return
        title = f"Victory: {words.side_name(game.state, outcome.winner)}" if outcome.winner else "A draw"
        cut = Cut(box(ui, title, 900, 600, self.close), theme.px(8))
        ink = side_style(game.index(outcome.winner)).ink if outcome.winner else TEXT
        ui.surface.fill(ink, (cut.rest.x, cut.rest.y - theme.px(4), cut.rest.width, theme.px(3)))
        reason = outcome.reason[:1].upper() + outcome.reason[1:]
        label(ui, cut.top(theme.line_height(16)), reason if reason.endswith(".") else f"{reason}.", 16)
        label(ui, cut.top(theme.line_height(22)), self._score(game), 22, bold=True)
        self._buttons(ui, cut.bottom(theme.target(38)))
        for side, column in zip(game.state.sides, columns(cut.rest, len(game.state.sides), theme.px(20))):
            text_box(ui, column, f"losses {side}", losses(game, side) + fortune(game, side))

    def _score(self, game: Game) -> str:
        state = game.state
        told = [f"{words.side_name(state, side)} {state.scores.get(side, 0)}" for side in state.sides]
        return " : ".join(told) + f"   after game turn {state.clock.round}"

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


def losses(game: Game, side: str) -> Lines:
    """What every unit of a side lost."""
    state = game.state
    called = letters(state)
    style = side_style(game.index(side))
    lines: Lines = [(words.side_name(state, side), 16, style.ink, True)]
    for unit in state.units.values():
        if unit.side != side:
            continue
        left = len(state.members(unit.id))
        lost = unit.size - left
        told = "unharmed" if not lost else "destroyed" if not left else f"lost {lost} of {unit.size}"
        lines.append((f"{called[unit.id]}  {unit.name}: {told}", 14, TEXT if left else TEXT_QUIET, False))
    return lines


def fortune(game: Game, side: str) -> Lines:
    """How the six-sided dice of a side fell."""
    counts = [0] * 6
    for event in game.session.events:
        if event.code != "dice.rolled" or event.side != side:
            continue
        for sides, face in zip(event.detail("roll").dice, event.detail("faces")):
            if sides == 6:
                counts[face - 1] += 1
    total = sum(counts)
    if not total:
        return [("", 14, TEXT, False), ("No dice were rolled.", 14, TEXT_QUIET, False)]
    average = sum((i + 1) * n for i, n in enumerate(counts)) / total
    faces = "   ".join(f"{i + 1}: {n}" for i, n in enumerate(counts))
    return [
        ("", 14, TEXT, False),
        (f"{total} dice, {average:.2f} on average (3.50 is even)", 14, TEXT, False),
        (faces, 13, TEXT_QUIET, False),
    ]
