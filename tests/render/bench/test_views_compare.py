"""Verdicts as panels: every fact is there, differences are marked, chips open their rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from battlefield.sight import Margin
from engine.books import EDITIONS, book_for
from engine.mechanics.verdicts import Benefit, Verdict
from render.bench.compare import (
    Column,
    differing,
    draw_comparison,
    draw_verdict,
    facts_of,
    headline,
    rules_of,
)
from render.theme import Theme
from render.ui.core import Ui
from render.verdict_words import Said, sentences
from tests.render.bench.scenes import RUIN, position
from tests.render.driver import Hand

SEEN = Verdict(
    "a", "b", True, 135_460, ((0, 0, 0), (1, 0, 0)), ("ruin",), Benefit(4, "5e.cover.in-cover", ("ruin",)),
    ("5e.shooting.true-los", "5e.cover.in-cover"), "sight.partly",
)  # fmt: skip
HIDDEN = Verdict("a", "b", False, 1_000_000, None, ("ruin",), None, ("8e.shooting.visibility",), "sight.hidden")
SAID = (Said("The Chapel hides 13 percent of it.", "5e.cover.half"), Said("The line passes 0.08 inches away.", ""))
ONE = Column("Fifth edition", SEEN, SAID, Margin(True, 0.012, 0.013, 90.0))
OTHER = Column("Eighth edition", HIDDEN)


def values(column: Column) -> dict[str, str]:
    return {fact.name: fact.value for fact in facts_of(column)}


def test_a_column_says_everything_a_verdict_comes_to() -> None:
    assert headline(SEEN)[0] == "VISIBLE" and headline(HIDDEN)[0] == "HIDDEN"
    assert values(ONE) == {
        "Fully visible": "no", "Hidden": "13.5 %", "Cover": "4+ cover save", "Margin": "0.012″",
    }  # fmt: skip
    assert values(OTHER) == {"Fully visible": "no", "Hidden": "all of it", "Cover": "not seen", "Margin": "…"}


def test_a_margin_too_small_to_call_gives_pause() -> None:
    def warned(proven: float) -> bool:
        return any(fact.warns for fact in facts_of(Column("x", SEEN, (), Margin(True, proven, proven, 0.0))))

    assert warned(0.012) and warned(0.0) and not warned(0.5)


def test_of_units_the_answer_counts_the_models() -> None:
    pairs = (SEEN, HIDDEN, replace(HIDDEN, target="c"), replace(HIDDEN, viewer="d", target="c"))
    both = Verdict("u", "v", True, 0, None, (), None, ("x.y",), "r", pairs=pairs)
    assert headline(both)[0] == "1 OF 2 VISIBLE", "of the target's models, seen by whomever"


def test_what_differs_is_named_and_nothing_else() -> None:
    assert differing([ONE, OTHER]) == {"Answer", "Hidden", "Cover", "Margin"}
    assert differing([ONE, ONE, ONE]) == frozenset()


def test_rules_are_listed_once_those_of_the_answer_first() -> None:
    assert rules_of(ONE) == ["5e.shooting.true-los", "5e.cover.in-cover", "5e.cover.half"]


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.mark.parametrize("size", [(560, 330), (840, 330), (1240, 400)])
def test_side_by_side_every_column_has_its_chips_which_open_their_rules(
    screen: pygame.Surface, asked: list[str], size: tuple[int, int]
) -> None:
    rect = pygame.Rect((10, 10), size)
    ui = Ui(Theme(1.0))
    third = Column("Eleventh edition", SEEN)
    hand = Hand(ui, screen, lambda ui: draw_comparison(ui, rect, [ONE, OTHER, third], asked.append))
    chips = [w for w in ui.widgets if w.role == "button"]
    assert {chip.label for chip in chips} == {*rules_of(ONE), *rules_of(OTHER)}
    assert all(rect.contains(chip.rect) and chip.rect.height >= 24 for chip in chips)
    assert all(not a.rect.colliderect(b.rect) for i, a in enumerate(chips) for b in chips[:i])
    hand.click("8e.shooting.visibility")
    hand.click("5e.cover.half")
    assert asked == ["8e.shooting.visibility", "5e.cover.half"]


def test_one_verdict_has_its_sentences_which_open_their_rules(screen: pygame.Surface, asked: list[str]) -> None:
    rect = pygame.Rect(20, 20, 320, 300)
    ui = Ui(Theme(1.0))
    hand = Hand(ui, screen, lambda ui: draw_verdict(ui, rect, ONE, asked.append))
    hand.click(SAID[0].text)
    hand.click("5e.shooting.true-los")
    assert asked == ["5e.cover.half", "5e.shooting.true-los"]
    assert all(rect.contains(widget.rect) for widget in ui.widgets)


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
def test_nothing_is_drawn_outside_the_panel_at_any_scale(screen: pygame.Surface, scale: float) -> None:
    rect, theme = pygame.Rect(50, 50, 560, 300), Theme(scale)
    screen.fill((255, 0, 255))
    Hand(Ui(theme), screen, lambda ui: draw_comparison(ui, rect, [ONE, OTHER], print))
    inside = screen.subsurface(rect).copy()
    screen.fill((255, 0, 255), rect)
    assert pygame.mask.from_threshold(screen, (255, 0, 255), (1, 1, 1, 255)).count() == 1280 * 720
    assert pygame.mask.from_threshold(inside, (255, 0, 255), (1, 1, 1, 255)).count() < theme.px(8) * rect.height + 400


def test_real_verdicts_of_every_edition_fit_side_by_side(
    screen: pygame.Surface, asked: list[str], tmp_path: Path
) -> None:
    shown = []
    for edition in EDITIONS:
        state, book = position(tmp_path, RUIN, edition), book_for(edition)
        found = book.sight(state, "a2", "b2")
        margin = book.margin(state, "a2", "b2")
        shown.append(Column(edition, found, tuple(sentences(state, book, found)), margin))
    ui = Ui(Theme(1.0))
    hand = Hand(ui, screen, lambda ui: draw_comparison(ui, pygame.Rect(0, 0, 840, 340), shown, asked.append))
    for column in shown:
        rule = rules_of(column)[0]
        hand.click(f"chip {column.title} {rule}")
        assert asked[-1] == rule
