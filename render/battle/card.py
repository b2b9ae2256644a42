"""The card of what is under the pointer or selected: profile, weapons, state, and rules that open their cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pygame

from engine.core.records import Model
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
    WARNING_INK,
    mix,
    side_style,
)
from render.ui.core import Ui, Widget
from render.ui.widgets import label, paragraph

Open = Callable[[str, str, str], None]
"""Opens a card: its rule id if it has one, its title and its text."""


class Card:
    """Draws the card of a unit, or of a piece of terrain or an objective, into a rectangle, with a scroll."""

    def __init__(self, ui: Ui, game: Game, open_rule: Open) -> None:
        self.ui, self.game, self.open_rule = ui, game, open_rule
        self.y = 0
        self.rect = pygame.Rect(0, 0, 0, 0)

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
        style = side_style(self.game.index(record.side))
        banner = self.game.scene.banners.get(unit)
        letter = banner.letter if banner else record.letter
        self._line(f"{letter}  {record.name}", 17, style.ink, bold=True)
        kind = record.kind.replace("_", " ")
        points = f", {record.points} points" if record.points else ""
        self._line(f"{kind}, {len(alive)} of {record.size} models{points}".capitalize(), 13, TEXT_QUIET)
        doing = self.game.doing(unit)
        if doing:
            self._line(doing.capitalize(), 13, WARNING_INK)
        self._gap()
        self._profiles(state, alive)
        self._weapons(state, alive)
        self._rules(state, alive, record.keywords)

    def _profiles(self, state: State, alive: tuple[Model, ...]) -> None:
        sheets = state.setup.sheets.get("profiles", {})
        keys: dict[str, Model] = {}
        for model in alive:
            keys.setdefault(model.profile, model)
        found = [(model, sheets[key]) for key, model in keys.items() if isinstance(sheets.get(key), Mapping)]
        if not found:
            return
        names = [n for n, v in found[0][1].items() if isinstance(v, int) and not isinstance(v, bool)]
        names = [n for n in names if n != "inv" or any(sheet.get("inv") for _, sheet in found)]
        ui, theme = self.ui, self.ui.theme
        width = max(1, (self.rect.width) // max(1, len(names)))
        for model, sheet in found:
            count = len([m for m in alive if m.profile == model.profile])
            self._line(f"{sheet.get('name', model.name)}  ×{count}" if count > 1 else str(sheet.get("name")), 13, TEXT)
            high = theme.line_height(12)
            for i, name in enumerate(names):
                box = pygame.Rect(self.rect.x + i * width, self.y, width - 2, 2 * high + 4)
                theme.box(ui.surface, box, PRESSED, radius=3)
                label(
                    ui,
                    pygame.Rect(box.x, box.y + 1, box.width, high),
                    name.capitalize() if len(name) > 2 else name.upper(),
                    11,
                    TEXT_QUIET,
                    align="center",
                )
                label(
                    ui,
                    pygame.Rect(box.x, box.y + 1 + high, box.width, high),
                    self._value(model, name, sheet[name]),
                    13,
                    TEXT,
                    True,
                    "center",
                )
            self.y += 2 * high + 4 + theme.px(4)

    def _value(self, model: Model, name: str, printed: int) -> str:
        """A characteristic as it is in force; a save with its plus; a dash for none."""
        try:
            value = self.game.session.book.value(self.game.state, model.id, name)
        except (LookupError, AttributeError):
            value = printed
        if not value:
            return "–"
        return f"{value}+" if name in ("sv", "inv") else str(value)

    def _weapons(self, state: State, alive: tuple[Model, ...]) -> None:
        sheets = state.setup.sheets
        counts: dict[str, int] = {}
        for model in alive:
            for key in model.gear:
                counts[key] = counts.get(key, 0) + 1
        if not counts:
            return
        self._gap()
        for key, count in counts.items():
            many = f"  ×{count}" if count > 1 else ""
            weapon = sheets.get("weapons", {}).get(key)
            if isinstance(weapon, Mapping):
                self._line(f"{weapon.get('name', key)}{many}", 13, TEXT)
                self._line(_weapon_words(weapon, sheets), 12, TEXT_QUIET, indent=12)
            else:
                self._line(f"{words.thing(state, key)}{many}", 13, TEXT)

    def _rules(self, state: State, alive: tuple[Model, ...], keywords: tuple[str, ...]) -> None:
        sheets = state.setup.sheets
        keys: dict[str, None] = {}
        for model in alive:
            for table, entry in (("profiles", model.profile), *(("wargear", g) for g in model.gear),
                                 *(("weapons", g) for g in model.gear)):  # fmt: skip
                sheet = sheets.get(table, {}).get(entry)
                if isinstance(sheet, Mapping):
                    keys.update(dict.fromkeys(str(r) for r in sheet.get("rules", ())))
        if keys:
            self._gap()
        for key in keys:
            entry = sheets.get("rules", {}).get(key, {})
            title = str(entry.get("name", key.replace("_", " ").capitalize()))
            text = str(entry.get("text", ""))
            if entry.get("enforced") is False:
                text += "\n\nThe players apply this themselves: the program does not enforce it yet."
            self._link(title, partial(self.open_rule, key, title, text.strip()))

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

    def _link(self, title: str, press: Callable[[], None]) -> None:
        ui = self.ui
        high = ui.theme.target(24)
        place = pygame.Rect(self.rect.x, self.y, self.rect.width, high)
        widget = ui.add(
            Widget(f"rule {title}", title, place.copy(), "link", press=lambda _: press(), tip="Open its card")
        )
        ui.theme.box(ui.surface, place, HOVER if ui.hot(widget) else RAISED, radius=4)
        label(ui, place.inflate(-2 * ui.theme.px(8), 0), title, 13, INFORMATION_INK)
        ui.ring(widget)
        self.y += high + ui.theme.px(3)


def _weapon_words(weapon: Mapping[str, Any], sheets: Mapping[str, Any]) -> str:
    """A weapon's figures on one line."""
    parts = []
    if "modes" in weapon:
        names = [sheets.get("weapons", {}).get(m, {}).get("name", m) for m in weapon["modes"]]
        return " or ".join(map(str, names))
    reach = weapon.get("range")
    if reach == "template":
        parts.append("template")
    elif reach:
        parts.append(f'{reach}"')
    if weapon.get("strength"):
        parts.append(f"S{weapon['strength']}")
    if "ap" in weapon:
        parts.append(f"AP{weapon['ap'] or '–'}")
    if weapon.get("type"):
        shots = weapon.get("shots")
        parts.append(str(weapon["type"]).replace("_", " ") + (f" {shots}" if shots not in (None, 1) else ""))
    if weapon.get("blast"):
        parts.append(f'blast {weapon["blast"]}"')
    if weapon.get("melee"):
        parts.append(f"{weapon['melee']} close combat")
    return ", ".join(parts)
