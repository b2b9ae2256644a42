"""The right side of the bench: the question, and the verdict of each edition shown, with the rules that decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.books import EDITIONS
from engine.core.facts import fact
from render.bench import plain
from render.bench.compare import Column, comparison_height, draw_comparison, draw_verdict, headline, height_of
from render.bench.doubt import doubt, doubt_of, work
from render.bench.doubt import known as judged
from render.bench.editing import Editor
from render.bench.palette import Scroll
from render.bench.position import Position
from render.los_lines import facing_of
from render.theme import HOVER, INFORMATION, INFORMATION_INK, PANEL, PRESSED, TEXT, TEXT_QUIET, Color, mix, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut, columns
from render.ui.widgets import button, choices, fitting, label, paragraph, toggle
from render.verdict_words import Said, telling_pair

ALL = "All"
NAMES = {"5e": "Fifth edition", "8e": "Eighth edition", "11e": "Eleventh edition"}
INKS: dict[str, Color] = {"5e": INFORMATION_INK, "8e": (0xE6, 0xA0, 0xC6), "11e": (0xF0, 0xE4, 0x42)}
"""The colour of each edition's line when several are shown."""


def column_of(position: Position, edition: str) -> Column | None:
    """An edition's verdict as a panel shows it; None when there is none."""
    verdict = position.verdict(edition)
    if verdict is None:
        return None
    known = position.has_margin(edition)
    found = doubt_of(position, edition) if judged(position, edition) else None
    doubts = [Said(words, "") for words in doubt(position, edition)] if found is not None else []
    return Column(
        NAMES.get(edition, edition), verdict, (*position.said(edition), *doubts),
        position.margin(edition) if known else None, INKS.get(edition, TEXT), found.decided if found else None,
        facing_hit(position, edition), position.book(edition).eyes, known,
    )  # fmt: skip


def facing_hit(position: Position, edition: str) -> str:
    """Which side of a vehicle would be hit, with its armour; empty where the target is none."""
    verdict, state = position.verdict(edition), position.try_state(edition)
    if verdict is None or state is None:
        return ""
    pair = telling_pair(verdict)
    armour = (position.model(pair.target) or {}).get("armour")
    if not armour and state.units[state.models[pair.target].unit].kind != "vehicle":
        return ""
    side = facing_of(state, pair) if fact(pair.details, "facing", None) is not None else None
    if side is None:
        return "all alike"
    return f"{side.name}, armour {armour[side.name]}" if armour else side.name


class Answer:
    """The panel at the right."""

    def __init__(self, ui: Ui, editor: Editor, open_rule: Callable[[str], None]) -> None:
        self.ui, self.editor, self.open_rule = ui, editor, open_rule
        self.side_by_side = False
        self.stacked = False

    @property
    def position(self) -> Position:
        return self.editor.position

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions whose verdict is shown."""
        return EDITIONS if self.side_by_side else (self.position.edition,)

    def next_edition(self) -> None:
        """Show the next edition, then all side by side, then the first again."""
        options = [*EDITIONS, ALL] if len(EDITIONS) > 1 else [*EDITIONS]
        now = ALL if self.side_by_side else self.position.edition
        self.show(options[(options.index(now) + 1) % len(options)])

    def show(self, edition: str) -> None:
        """Show the verdict of an edition, or of all."""
        self.side_by_side = edition == ALL
        if edition != ALL:
            self.position.edition = edition

    def judge(self) -> bool:
        """Work a while at what a photograph leaves in doubt, while the hand rests; False when nothing is left to do."""
        position = self.position
        for edition in self.editions if position.awake and not position.dragged else ():
            if position.has_margin(edition) and not judged(position, edition):
                work(position, edition)
                return True
        return False

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, rect: pygame.Rect) -> None:
        """Draw the question and the verdicts."""
        ui, theme = self.ui, self.ui.theme
        ui.surface.fill(PANEL, rect)
        ui.add(Widget("answer", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        cut = Cut(rect.inflate(-theme.px(16), -theme.px(12)), theme.px(6))
        self._slots(cut)
        line = Cut(cut.top(self._choice_height(rect)), theme.px(8))
        options = [*EDITIONS, ALL] if len(EDITIONS) > 1 else [*EDITIONS]
        now = ALL if self.side_by_side else self.position.edition
        wide = min(round(line.rest.width * 0.62), theme.px(52) * len(options))
        tight = self._tight(rect)
        place = line.top(theme.target(28)) if tight else line.left(wide)
        choices(ui, place, "Edition", options, options.index(now), lambda i: self.show(options[i]))
        words = "Whole units" if tight else "Units"
        toggle(ui, line.rest, words, self.position.whole_units, self._whole, name="Whole units",
               tip="Ask about the whole units of the two models (U)")  # fmt: skip
        self._verdict(cut.rest)

    def beside(self, rect: pygame.Rect) -> pygame.Rect:
        """What is left of the panel below the question, where the views stand while verdicts stand side by side."""
        theme = self.ui.theme
        used = theme.px(6) + self._slot_height() + theme.px(12) + self._choice_height(rect)
        return pygame.Rect(rect.x, rect.y + used, rect.width, max(0, rect.height - used))

    def _tight(self, rect: pygame.Rect) -> bool:
        """Whether the editions and the choice of whole units need a row each."""
        return rect.width < self.ui.theme.px(270)

    def _choice_height(self, rect: pygame.Rect) -> int:
        theme = self.ui.theme
        return 2 * theme.target(28) + theme.px(8) if self._tight(rect) else theme.target(28)

    def _whole(self, on: bool) -> None:
        self.position.ask(whole_units=on)

    def _slots(self, cut: Cut) -> None:
        theme, position = self.ui.theme, self.position
        row = Cut(cut.top(self._slot_height()), theme.px(6))
        wide = theme.target(30)
        room = (row.rest.width - wide - 2 * theme.px(6)) // 2
        self._slot(row.left(room), "from", "From", position.viewer, position.viewer_model)
        swap = row.left(wide)
        place = pygame.Rect(swap.x, swap.centery - theme.target(28) // 2, swap.width, theme.target(28))
        button(self.ui, place, "⇄", position.swap, name="Swap", tip="Exchange the two (X)",
               enabled=bool(position.viewer_model or position.target_model))  # fmt: skip
        self._slot(row.rest, "to", "To", position.target, position.target_model)

    def _slot_height(self) -> int:
        theme = self.ui.theme
        return theme.line_height(11) + theme.line_height(16) + theme.px(12)

    def _slot(self, place: pygame.Rect, end: str, words: str, asked: str, model: str) -> None:
        ui, theme, editor = self.ui, self.ui.theme, self.editor
        armed = editor.arming == end

        def press(_: tuple[int, int]) -> None:
            editor.take(None)
            editor.arming = "" if armed else end

        tip = "Click, then click the model who looks (A)" if end == "from" else "Click, then click the target (T)"
        widget = ui.add(Widget(f"slot {end}", words, place.copy(), "button", press=press, tip=tip))
        entry = self.position.model(model)
        ink, edge = TEXT_QUIET, mix(PANEL, TEXT, 0.3)
        if entry is not None:
            sides = editor.sides
            side = plain.side_of(self.position.data, entry)
            style = side_style(sides.index(side) if side in sides else 0)
            ink, edge = style.ink, style.rim
        fill = mix(INFORMATION, PRESSED, 0.6) if armed else HOVER if ui.hot(widget) else PRESSED
        theme.box(ui.surface, place, fill, INFORMATION if armed else edge)
        cut = Cut(place.inflate(-theme.px(12), -theme.px(8)), 0)
        label(ui, cut.top(theme.line_height(11)), words.upper(), 11, TEXT_QUIET, bold=True)
        name = "click a model" if armed else self.position.name(asked) if asked else "nobody yet"
        bold = bool(asked) and not armed
        size = fitting(ui, name, cut.rest.width, 15, bold)
        label(ui, cut.rest, name, size, TEXT if armed else ink, bold=bold)
        ui.ring(widget)

    def _verdict(self, rect: pygame.Rect) -> None:
        """The verdict of the edition shown, with a scroll where it is long."""
        if self.side_by_side:
            if self.stacked:
                self._draw_stacked(rect)
            return
        ui, edition = self.ui, self.position.edition
        column = column_of(self.position, edition)
        if column is None:
            paragraph(ui, rect, self.position.trouble(edition) or self._wanted(), 14, TEXT_QUIET)
            return
        scroll = Scroll(ui, rect, "verdict")
        high = height_of(ui, scroll.width, column)
        with ui.clip(rect):
            place = scroll.row(max(high, min(rect.height - 2, high + ui.theme.px(40))), 0)
            place.width = rect.width if high < rect.height else scroll.width
            draw_verdict(ui, place, column, self.open_rule)
        scroll.done()

    def _draw_stacked(self, rect: pygame.Rect) -> None:
        """The verdicts of all editions one below the other, where there is no room for columns."""
        ui = self.ui
        cut = Cut(rect, ui.theme.px(6))
        self._summary(cut.top(ui.theme.target(44)))
        rect = cut.rest
        scroll = Scroll(ui, rect, "stacked")
        with ui.clip(rect):
            for edition in EDITIONS:
                column = column_of(self.position, edition)
                if column is not None:
                    place = scroll.row(height_of(ui, scroll.width, column) + ui.theme.px(8))
                    if scroll.seen(place):
                        draw_verdict(ui, place, column, self.open_rule)
                else:
                    words = f"{NAMES.get(edition, edition)}. {self.position.trouble(edition) or self._wanted()}"
                    lines = len(ui.theme.wrap(words, scroll.width, 13))
                    paragraph(ui, scroll.row(ui.theme.line_height(13) * lines), words, 13, TEXT_QUIET)
        scroll.done()

    def _summary(self, rect: pygame.Rect) -> None:
        """The answers of all editions side by side, each a button that shows it alone."""
        ui, theme = self.ui, self.ui.theme
        for place, edition in zip(columns(rect, len(EDITIONS), theme.px(4)), EDITIONS):
            verdict = self.position.verdict(edition)
            words, ink = headline(verdict) if verdict is not None else ("—", TEXT_QUIET)
            press = partial(self._show_alone, edition)
            widget = ui.add(Widget(f"answer {edition}", f"{edition} {words}", place.copy(), "button", press=press,
                                   tip=f"Show {edition} alone"))  # fmt: skip
            theme.box(ui.surface, place, HOVER if ui.hot(widget) else PRESSED, INKS.get(edition, TEXT), radius=4)
            inner = Cut(place.inflate(-theme.px(6), -theme.px(4)), 0)
            label(ui, inner.top(theme.line_height(12)), edition, 12, INKS.get(edition, TEXT), align="center")
            size = fitting(ui, words, inner.rest.width, 14, bold=True)
            label(ui, inner.rest, words, size, ink, bold=True, align="center")
            ui.ring(widget)

    def _show_alone(self, edition: str, _: tuple[int, int]) -> None:
        self.show(edition)

    def draw_side_by_side(self, rect: pygame.Rect) -> None:
        """The verdicts of all editions in columns."""
        ui, position = self.ui, self.position
        ui.add(Widget("side by side", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
        shown = [(edition, column_of(position, edition)) for edition in EDITIONS]
        columns_ = [column for _, column in shown if column is not None]
        if len(columns_) == len(shown):
            high = comparison_height(ui, rect.width - ui.theme.px(10), columns_)
            scroll = Scroll(ui, rect, "compared")
            place = scroll.row(max(high, rect.height), 0)
            with ui.clip(rect):
                draw_comparison(ui, pygame.Rect(place.x, place.y, rect.width - (0 if high <= rect.height else
                                ui.theme.px(10)), place.height), columns_, self.open_rule)  # fmt: skip
            scroll.done()
            return
        for place, (edition, column) in zip(columns(rect, len(shown), ui.theme.px(8)), shown):
            if column is not None:
                draw_verdict(ui, place, column, self.open_rule)
            else:
                ui.theme.box(ui.surface, place, PRESSED, radius=6)
                inner = place.inflate(-ui.theme.px(20), -ui.theme.px(16))
                words = f"{NAMES.get(edition, edition)}. {position.trouble(edition) or self._wanted()}"
                paragraph(ui, inner, words, 13, TEXT_QUIET)

    def _wanted(self) -> str:
        position = self.position
        if not position.awake:
            return "Sight is being made ready, once on this machine. The verdict comes by itself."
        if position.viewer and position.viewer == position.target:
            return "From and To are the same: choose another target."
        if not position.viewer:
            return "Nobody looks yet. Click From, then the model who looks."
        return "Nobody is looked at yet. Click To, then the target."
