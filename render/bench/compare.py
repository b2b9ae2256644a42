"""Verdicts as panels: one edition's in full, or those of several side by side with their differences marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from battlefield.sight import Margin
from engine.mechanics.verdicts import MILLION, Benefit, Verdict
from render.cards import about, title_of
from render.theme import (
    EDGE,
    HOVER,
    INFORMATION,
    INFORMATION_INK,
    PRESSED,
    RAISED,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    WARNING_INK,
    Color,
    mix,
)
from render.ui.core import Ui, Widget
from render.ui.layout import Cut, columns
from render.ui.widgets import fitting, label
from render.verdict_words import NEAR, Said, brief_gain, length, share

Ask = Callable[[str], None]
"""Opens the card of a rule, by id."""


@dataclass(frozen=True, slots=True)
class Column:
    """An edition's verdict: what the edition is called, the verdict, all there is to say of it, and its margin.

    `eyes`: an eye looks, and no other part. `pictured` says, of a position from a photograph, whether the photograph
    decides; `measured`: a margin was sought; `facing`, of a target with armour, which side of it would be hit.
    """

    title: str
    verdict: Verdict
    said: tuple[Said, ...] = ()
    margin: Margin | None = None
    ink: Color = INFORMATION_INK
    pictured: bool | None = None
    facing: str = ""
    eyes: bool = True
    measured: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a panel; `warns` when it should give pause."""

    name: str
    value: str
    warns: bool = False


def headline(verdict: Verdict) -> tuple[str, Color]:
    """The answer in a word or two, and its colour."""
    models = {pair.target for pair in verdict.pairs}
    seen = {pair.target for pair in verdict.pairs if pair.visible}
    if verdict.visible and 0 < len(seen) < len(models):
        return f"{len(seen)} OF {len(models)} VISIBLE", INFORMATION_INK
    return ("VISIBLE", INFORMATION_INK) if verdict.visible else ("HIDDEN", REFUSED_INK)


def facts_of(column: Column) -> list[Fact]:
    """What a verdict comes to, in a fixed order, the same for every edition."""
    verdict, margin = column.verdict, column.margin
    gained = [brief_gain(benefit) for benefit in gains_of(verdict)]
    facts = [
        Fact("Fully visible", "yes" if verdict.fully else "no"),
        Fact("Hidden", _hidden(column)),
        Fact("Cover", ", ".join(gained) or "none" if verdict.visible else "not seen"),
    ]
    if column.facing:
        facts.append(Fact("Facing", column.facing))
    if column.pictured is not None:
        facts.append(Fact("Photograph", "decides" if column.pictured else "cannot decide", not column.pictured))
    if margin is None:
        return [*facts, Fact("Margin", "none" if column.measured else "…")]
    least = "under 0.001″" if margin.proven < 0.001 else f"{length(margin.proven)}″"
    least = f"at least {least}" if margin.found is None else least
    return [*facts, Fact("Margin", least, margin.proven < NEAR)]


def _hidden(column: Column) -> str:
    """How much of the target is hidden; where any part looks, from the eye alone."""
    verdict = column.verdict
    if not verdict.visible:
        return "all of it"
    from_eye = verdict.hidden and not verdict.pairs and not column.eyes
    return f"{share(verdict.hidden)} from its eye" if from_eye else share(verdict.hidden)


def gains_of(verdict: Verdict) -> tuple[Benefit, ...]:
    """Cover and other benefits, which nobody has who is not seen."""
    return ((verdict.cover,) if verdict.cover else ()) + verdict.effects if verdict.visible else ()


def rules_of(column: Column) -> list[str]:
    """The rules that decide, each once, those of the answer first."""
    verdict = column.verdict
    gives = [benefit.rule for benefit in gains_of(verdict)]
    return [rule for rule in dict.fromkeys([*verdict.rules, *(one.rule for one in column.said), *gives]) if rule]


def differing(shown: Sequence[Column]) -> frozenset[str]:
    """The names of the facts, `Answer` among them, in which some columns differ."""
    found = {"Answer"} if len({headline(column.verdict)[0] for column in shown}) > 1 else set()
    for facts in zip(*(facts_of(column) for column in shown)):
        if len({fact.value for fact in facts}) > 1:
            found.add(facts[0].name)
    return frozenset(found)


def draw_comparison(ui: Ui, rect: pygame.Rect, shown: Sequence[Column], ask: Ask) -> None:
    """Draw verdicts side by side into a rectangle; what differs between them stands on a lit row."""
    apart = differing(shown) if len(shown) > 1 else frozenset()
    with ui.clip(rect):
        for column, place in zip(shown, columns(rect, max(1, len(shown)), ui.theme.px(8))):
            _card(ui, place, column)
            cut = Cut(place.inflate(-ui.theme.px(20), -ui.theme.px(16)), ui.theme.px(4))
            _head(ui, cut, column, "Answer" in apart)
            for fact in facts_of(column):
                _fact(ui, cut.top(_fact_height(ui)), fact, fact.name in apart)
            _chips(ui, cut, column, ask)
            _sentences(ui, cut, column, ask)


def draw_verdict(ui: Ui, rect: pygame.Rect, column: Column, ask: Ask) -> None:
    """Draw one edition's verdict into a rectangle: answer, facts, every sentence with its rule, the rules as chips."""
    with ui.clip(rect):
        _card(ui, rect, column)
        cut = Cut(rect.inflate(-ui.theme.px(24), -ui.theme.px(18)), ui.theme.px(4))
        _head(ui, cut, column, False)
        facts = facts_of(column)
        across = _across(ui, cut.rest.width, facts)
        for start in range(0, len(facts), across):
            places = columns(cut.top(_fact_height(ui)), across, ui.theme.px(16))
            for fact, place in zip(facts[start : start + across], places):
                _fact(ui, place, fact, False)
        chips = Cut(cut.bottom(_chips_height(ui, cut.rest.width, column)), ui.theme.px(4))
        _sentences(ui, cut, column, ask)
        _chips(ui, chips, column, ask)


def _fact_height(ui: Ui) -> int:
    return max(ui.theme.px(21), ui.theme.line_height(13))


def _across(ui: Ui, width: int, facts: Sequence[Fact]) -> int:
    """How many facts stand in a row: two where none of them is cut by that, else one."""
    room = (width - ui.theme.px(16)) // 2
    needed = (ui.theme.width(f"{fact.name}  ", 13) + ui.theme.width(f"{fact.value} !", 13, bold=True) for fact in facts)
    return 2 if max(needed) + ui.theme.px(8) <= room else 1


def comparison_height(ui: Ui, width: int, shown: Sequence[Column]) -> int:
    """How high a rectangle of this width has to be for `draw_comparison` to say everything."""
    each = (width - ui.theme.px(8) * (len(shown) - 1)) // max(1, len(shown))
    return max((height_of(ui, each, column, across=1) for column in shown), default=0)


def height_of(ui: Ui, width: int, column: Column, across: int = 0) -> int:
    """How high a rectangle of this width has to be for `draw_verdict` to say everything; `across` facts in a row, as
    many as fit unless told."""
    theme, inner = ui.theme, width - ui.theme.px(24)
    lines = [len(theme.wrap(said.text, inner, 13)) for said in column.said]
    said = sum(theme.line_height(13) * count + theme.px(6) for count in lines)
    facts = facts_of(column)
    rows = -(-len(facts) // (across or _across(ui, inner, facts)))
    head = (
        theme.line_height(13) + theme.px(34) + theme.px(6) + rows * (_fact_height(ui) + theme.px(4)) + 3 * theme.px(4)
    )
    return theme.px(22) + head + said + _chips_height(ui, inner, column)


def _card(ui: Ui, rect: pygame.Rect, column: Column) -> None:
    """The ground of a panel, with a stripe in the edition's colour."""
    ui.theme.box(ui.surface, rect, PRESSED, mix(PRESSED, EDGE, 0.6), radius=6)
    stripe = pygame.Rect(rect.x + ui.theme.px(6), rect.y, rect.width - 2 * ui.theme.px(6), ui.theme.px(3))
    ui.surface.fill(column.ink, stripe)


def _head(ui: Ui, cut: Cut, column: Column, lit: bool) -> None:
    """The edition's name, the answer in large letters with its sign, and a bar of how much is seen."""
    theme = ui.theme
    size = fitting(ui, column.title, cut.rest.width, 13, bold=True)
    label(ui, cut.top(theme.line_height(13)), column.title, size, column.ink, bold=True)
    words, ink = headline(column.verdict)
    if column.pictured is False:
        words, ink = f"{words}?", WARNING_INK
    row = cut.top(theme.px(34))
    if lit:
        theme.box(ui.surface, row.inflate(theme.px(8), 0), mix(PRESSED, ink, 0.16), radius=4)
    sign = theme.px(26)
    _sign(ui, (row.x + sign // 2, row.centery), sign, column.verdict.visible, ink)
    room = pygame.Rect(row.x + sign + theme.px(8), row.y, row.width - sign - theme.px(8), row.height)
    size = fitting(ui, words, room.width, 24, bold=True)
    label(ui, room, words, size, ink, bold=True)
    bar = cut.top(theme.px(6))
    theme.box(ui.surface, bar, mix(PRESSED, EDGE, 0.45), radius=3)
    seen = round(bar.width * (1 - column.verdict.hidden / MILLION)) if column.verdict.visible else 0
    if seen > 0:
        theme.box(ui.surface, pygame.Rect(bar.x, bar.y, max(seen, 3), bar.height), INFORMATION, radius=3)


def _sign(ui: Ui, at: tuple[int, int], size: int, visible: bool, ink: Color) -> None:
    """An open eye, or one that is struck out."""
    lid = pygame.Rect(0, 0, size, round(size * 0.62))
    lid.center = at
    pygame.draw.ellipse(ui.surface, ink, lid, max(2, size // 12))
    pygame.draw.aacircle(ui.surface, ink, at, size * 0.17)
    if not visible:
        reach = size * 0.42
        ends = (at[0] - reach, at[1] + reach), (at[0] + reach, at[1] - reach)
        pygame.draw.aaline(ui.surface, PRESSED, ends[0], ends[1], 6)
        pygame.draw.aaline(ui.surface, ink, ends[0], ends[1], 3)


def _fact(ui: Ui, row: pygame.Rect, fact: Fact, lit: bool) -> None:
    theme = ui.theme
    if lit:
        theme.box(ui.surface, row.inflate(theme.px(8), 0), RAISED, radius=4)
    name = pygame.Rect(row.x, row.y, theme.width(fact.name, 13) + theme.px(8), row.height)
    label(ui, name, fact.name, 13, TEXT_QUIET)
    value = pygame.Rect(name.right, row.y, max(0, row.right - name.right), row.height)
    words = f"{fact.value} !" if fact.warns else fact.value
    size = fitting(ui, words, value.width, 13, bold=True)
    label(ui, value, words, size, WARNING_INK if fact.warns else TEXT, bold=True, align="right")
    shown = theme.fit(words, value.width, size, bold=True)
    tip = "Too close to call on a real table" if fact.warns else words if shown != words else ""
    if tip:
        ui.add(Widget(f"fact {fact.name}", f"{fact.name}: {fact.value}", row.copy(), "fact", focusable=False, tip=tip,
                      cursor=pygame.SYSTEM_CURSOR_ARROW))  # fmt: skip


def _rows(ui: Ui, width: int, column: Column) -> list[list[tuple[str, str, int]]]:
    """Rule chips broken into rows: id, words, width in pixels."""
    theme = ui.theme
    rows: list[list[tuple[str, str, int]]] = [[]]
    used = 0
    for rule in rules_of(column):
        words = theme.fit(about(rule), width - theme.px(14), 11)
        wide = max(theme.target(24), theme.width(words, 11) + theme.px(14))
        if rows[-1] and used + wide > width:
            rows.append([])
            used = 0
        rows[-1].append((rule, words, wide))
        used += wide + theme.px(4)
    return [row for row in rows if row]


def _chips_height(ui: Ui, width: int, column: Column) -> int:
    rows = len(_rows(ui, width, column))
    return rows * ui.theme.target(24) + max(0, rows - 1) * ui.theme.px(4)


def _chips(ui: Ui, cut: Cut, column: Column, ask: Ask) -> None:
    """The deciding rules as chips that open their cards."""
    theme = ui.theme
    for row in _rows(ui, cut.rest.width, column):
        place = cut.top(theme.target(24))
        if place.height < theme.target(24):
            return
        x = place.x
        for rule, words, wide in row:
            _chip(ui, pygame.Rect(x, place.y, wide, place.height), column, rule, words, ask)
            x += wide + theme.px(4)


def _chip(ui: Ui, place: pygame.Rect, column: Column, rule: str, words: str, ask: Ask) -> None:
    widget = ui.add(Widget(f"chip {column.title} {rule}", rule, place.copy(), "button", press=lambda _: ask(rule),
                           tip=f"The card of the rule: {title_of(rule)}"))  # fmt: skip
    ui.theme.box(ui.surface, place, HOVER if ui.hot(widget) else RAISED, mix(RAISED, column.ink, 0.5), radius=10)
    label(ui, place, words, 11, TEXT, align="center")
    ui.ring(widget)


def _sentences(ui: Ui, cut: Cut, column: Column, ask: Ask) -> None:
    """What there is to say, as far as there is room; a sentence that rests on a rule opens its card."""
    theme = ui.theme
    step = theme.line_height(13)
    for number, said in enumerate(column.said):
        lines = theme.wrap(said.text, cut.rest.width, 13)
        if cut.rest.height < step * len(lines):
            return
        place = cut.top(step * len(lines) + theme.px(2))
        if said.rule:
            name = f"said {column.title} {number}"
            widget = ui.add(Widget(name, said.text, place.copy(), "row", press=_asking(ask, said.rule),
                                   tip=f"The card of the rule: {title_of(said.rule)}"))  # fmt: skip
            if ui.hot(widget):
                theme.box(ui.surface, place.inflate(theme.px(8), 0), HOVER, radius=4)
            ui.ring(widget)
        for i, line in enumerate(lines):
            ui.surface.blit(theme.text(line, 13, TEXT), (place.x, place.y + i * step))


def _asking(ask: Ask, rule: str) -> Callable[[tuple[int, int]], None]:
    return lambda _: ask(rule)
