"""The card of what is under the pointer or selected: profile, weapons, state, and rules that open their cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from engine.core.cards import Card as UnitCard
from engine.core.cards import Chart, Skill
from engine.core.state import State
from render.battle import words
from render.battle.game import Game
from render.theme import (
    EDGE,
    HOVER,
    INFORMATION_INK,
    PANEL,
    PRESSED,
    RAISED,
    TEXT,
    TEXT_QUIET,
    WARNING,
    WARNING_INK,
    mix,
    side_style,
)
from render.ui.core import Ui, Widget
from render.ui.widgets import fitting, label, paragraph

Open = Callable[[str, str, str], None]
"""Opens a card: its rule id if it has one, its title and its text."""

BY_HAND = "by hand"
"""Beside what the players apply themselves."""


class Card:
    """Draws the card of a unit, or of a piece of terrain or an objective, into a rectangle, with a scroll."""

    def __init__(self, ui: Ui, game: Game, open_rule: Open) -> None:
        self.ui, self.game, self.open_rule = ui, game, open_rule
        self.y = 0
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._known: tuple[int, dict[str, UnitCard]] = (-1, {})

    def draw(self, rect: pygame.Rect, subject: str) -> None:
        """The card of a unit or piece; an empty one says how to fill it."""
        ui = self.ui
        memory = ui.memory("card")
        ui.theme.box(ui.surface, rect, PANEL, mix(PANEL, EDGE, 0.5), radius=6)

        def wheel(notches: int) -> None:
            memory.scroll -= notches * ui.theme.line_height(14) * 2

        ui.add(Widget("card", "", rect.copy(), "panel", focusable=False, wheel=wheel,
                      cursor=pygame.SYSTEM_CURSOR_ARROW))  # fmt: skip
        self.rect = rect.inflate(-2 * ui.theme.px(10), -2 * ui.theme.px(6))
        memory.scroll = max(0, memory.scroll)
        self.y = self.rect.y - memory.scroll
        with ui.clip(self.rect):
            state = self.game.state
            if subject in state.units:
                self._unit(state, subject)
            elif subject in state.terrain:
                self._piece(state, subject)
            elif subject in state.objectives:
                self._objective(state, subject)
            else:
                self._text("Point at a unit to see its card, click it to keep the card open.", TEXT_QUIET)
        length = self.y + memory.scroll - self.rect.y
        memory.scroll = min(memory.scroll, max(0, length - self.rect.height))
        if length > self.rect.height:
            size = max(16, self.rect.height * self.rect.height // length)
            top = self.rect.y + (self.rect.height - size) * memory.scroll // max(1, length - self.rect.height)
            ui.theme.box(ui.surface, pygame.Rect(rect.right - 6, top, 4, size), EDGE, radius=2)

    # -- units ---------------------------------------------------------------------------------------------------------

    def _unit(self, state: State, unit: str) -> None:
        record = state.units[unit]
        alive = state.members(unit)
        card = self._card_of(unit)
        style = side_style(self.game.index(record.side))
        banner = self.game.scene.banners.get(unit)
        letter = banner.letter if banner else record.letter
        self._line(f"{letter}  {record.name}", 17, style.ink, bold=True)
        kind = record.kind.replace("_", " ")
        worth = f", {card.worth}" if card.worth else ""
        told = f"{kind}, {len(alive)} of {record.size} models".capitalize() if kind else f"{len(alive)} models"
        self._line(f"{told}{worth}", 13, TEXT_QUIET)
        doing = self.game.doing(unit)
        if doing:
            self._line(doing.capitalize(), 13, WARNING_INK)
        self._gap()
        self._profiles(card)
        for chart in card.charts:
            self._chart(chart)
        self._weapons(card)
        self._notes(card)
        if card.skills:
            self._gap()
        for skill in card.skills:
            self._skill(skill)

    def _card_of(self, unit: str) -> UnitCard:
        """What the book says of a unit; asked once for each step of the battle."""
        if self._known[0] != self.game.version:
            self._known = (self.game.version, {})
        known = self._known[1]
        if unit not in known:
            known[unit] = self.game.session.book.card(self.game.state, unit)
        return known[unit]

    def _profiles(self, card: UnitCard) -> None:
        """A box for each characteristic; those that are not as printed stand out."""
        ui, theme = self.ui, self.ui.theme
        widths = self._widths(card)
        high = theme.line_height(12)
        for line in card.lines:
            self._line(f"{line.title}  ×{line.count}" if line.count > 1 else line.title, 13, TEXT)
            x = self.rect.x
            for cell, width in zip(line.cells, widths):
                box = pygame.Rect(x, self.y, width - 2, 2 * high + 4)
                x += width
                theme.box(ui.surface, box, PRESSED, radius=3)
                upper = pygame.Rect(box.x, box.y + 1, box.width, high)
                label(ui, upper, cell.name, 11, TEXT_QUIET, align="center")
                ink = WARNING_INK if cell.changed else TEXT
                size = fitting(ui, cell.value, box.width, 13, bold=True)
                label(ui, upper.move(0, high), cell.value, size, ink, True, "center")
            self.y += 2 * high + 4 + theme.px(4)
            if line.note:
                self._line(line.note, 12, TEXT_QUIET)

    def _widths(self, card: UnitCard) -> list[int]:
        """How wide each characteristic's box is: alike, but for those that need more room."""
        most = max((len(line.cells) for line in card.lines), default=0)
        even = self.rect.width // max(1, most)
        needs = [
            max(self.ui.theme.width(line.cells[i].value, 13, True) for line in card.lines if i < len(line.cells)) + 8
            for i in range(most)
        ]
        wide = sum(need for need in needs if need > even)
        narrow = [need for need in needs if need <= even]
        rest = (self.rect.width - wide) // max(1, len(narrow))
        return [need if need > even else rest for need in needs]

    def _chart(self, chart: Chart) -> None:
        """A table whose row in force is lit."""
        ui, theme = self.ui, self.ui.theme
        self._gap()
        self._line(chart.title, 13, TEXT)
        high = theme.line_height(12) + theme.px(2)
        first = self.rect.width * 2 // (len(chart.heads) + 2)
        wide = (self.rect.width - first) // max(1, len(chart.heads) - 1)
        for row in (None, *chart.rows):
            values = chart.heads if row is None else (row.title, *row.values)
            if row is not None and row.lit:
                place = pygame.Rect(self.rect.x, self.y, self.rect.width, high)
                theme.box(ui.surface, place, mix(WARNING, PANEL, 0.65), WARNING, radius=3)
            for i, value in enumerate(values):
                x = self.rect.x + (theme.px(4) if i == 0 else first + (i - 1) * wide)
                place = pygame.Rect(x, self.y, (first if i == 0 else wide) - theme.px(4), high)
                lit = row is not None and row.lit
                ink = TEXT if lit or (row is not None and i == 0) else TEXT_QUIET
                label(ui, place, value, 12, ink, lit, "left" if i == 0 else "center")
            self.y += high

    def _weapons(self, card: UnitCard) -> None:
        if card.arms:
            self._gap()
        if card.heads:
            self._values(card.heads, 11, TEXT_QUIET)
        for arm in card.arms:
            many = f"  ×{arm.count}" if arm.count > 1 else ""
            self._line(f"{arm.name}{many}", 13, TEXT)
            if arm.told:
                self._line(arm.told, 12, TEXT_QUIET, indent=12)
            if arm.values:
                self._values(arm.values, 12, TEXT_QUIET)

    def _values(self, values: tuple[str, ...], size: int, ink: Any) -> None:
        """Values of a weapon below the heads of the table; the second, its type, has the most room."""
        theme = self.ui.theme
        left, high = theme.px(12), theme.line_height(size)
        part = max(1, (self.rect.width - left) // (len(values) + 2))
        x = self.rect.x + left
        for i, value in enumerate(values):
            wide = part * 3 if i == 1 else part
            label(self.ui, pygame.Rect(x, self.y, wide - 2, high), value, size, ink)
            x += wide
        self.y += high

    def _notes(self, card: UnitCard) -> None:
        for title, told in card.notes:
            self._gap()
            self._line(title, 13, TEXT)
            self.y += paragraph(
                self.ui, pygame.Rect(self.rect.x, self.y, self.rect.width, 10_000), told, 12, TEXT_QUIET
            )

    def _skill(self, skill: Skill) -> None:
        """A special rule; one that the players apply themselves says so."""
        text = skill.text
        if skill.by_hand:
            text += "\n\nThe players apply this themselves: the program does not enforce it yet."
        self._link(skill.title, partial(self.open_rule, skill.key, skill.title, text.strip()), skill.by_hand)

    # -- other things --------------------------------------------------------------------------------------------------

    def _piece(self, state: State, piece: str) -> None:
        terrain = state.terrain[piece].piece
        self._line(terrain.name or terrain.kind.replace("_", " ").capitalize(), 17, TEXT, bold=True)
        agreed = state.agreed.get(f"terrain.{piece}", "")
        facts = [agreed, *(t for t in terrain.traits if t != agreed)]
        if terrain.cover:
            facts.append(f"{terrain.cover}+ cover")
        self._text(", ".join(f.replace("_", " ") for f in facts if f).capitalize() or "Open ground", TEXT_QUIET)
        self._text(f'From {terrain.bottom / 25400:g}" to {terrain.top / 25400:g}" high.', TEXT_QUIET)

    def _objective(self, state: State, objective: str) -> None:
        record = state.objectives[objective]
        self._line(record.name or objective.replace("-", " ").capitalize(), 17, TEXT, bold=True)
        held = words.side_name(state, record.holder) if record.holder else "nobody"
        self._text(f"Held by {held}.", TEXT_QUIET)

    # -- writing -------------------------------------------------------------------------------------------------------

    def _gap(self) -> None:
        self.y += self.ui.theme.px(6)

    def _line(self, text: str, size: int, ink: Any, bold: bool = False, indent: int = 0) -> None:
        high, left = self.ui.theme.line_height(size), self.ui.theme.px(indent) if indent else 0
        label(self.ui, pygame.Rect(self.rect.x + left, self.y, self.rect.width - left, high), text, size, ink, bold)
        self.y += high

    def _text(self, text: str, ink: Any) -> None:
        self.y += paragraph(self.ui, pygame.Rect(self.rect.x, self.y, self.rect.width, 10_000), text, 14, ink)

    def _link(self, title: str, press: Callable[[], None], by_hand: bool = False) -> None:
        ui = self.ui
        high = ui.theme.target(24)
        place = pygame.Rect(self.rect.x, self.y, self.rect.width, high)
        widget = ui.add(
            Widget(f"rule {title}", title, place.copy(), "link", press=lambda _: press(), tip="Open its card")
        )
        ui.theme.box(ui.surface, place, HOVER if ui.hot(widget) else RAISED, radius=4)
        inner = place.inflate(-2 * ui.theme.px(8), 0)
        if by_hand:
            wide = ui.theme.width(BY_HAND, 11) + 2
            label(ui, pygame.Rect(inner.right - wide, inner.y, wide, inner.height), BY_HAND, 11, WARNING_INK)
            inner.width -= wide + ui.theme.px(6)
        label(ui, inner, title, 13, INFORMATION_INK)
        ui.ring(widget)
        self.y += high + ui.theme.px(3)
