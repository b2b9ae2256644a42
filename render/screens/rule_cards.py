"""Rule cards: what a rule says in our own words, on a panel."""

from __future__ import annotations

from collections.abc import Callable

from render.cards import rule_card, title_of
from render.screens.panel import TextPanel, heading, plain
from render.theme import TEXT_QUIET


def rule_panel(close: Callable[[], None], rule: str, title: str = "", text: str = "") -> TextPanel:
    """The card of a rule as a panel; `text` stands in for rules of an army, which no list has."""
    card = rule_card(rule)
    if card is None:
        return TextPanel(close, title or rule, plain(text or "There is no card for this rule."))
    lines = plain(text) if text else []
    lines += plain(card.rule)
    if card.example:
        lines += [heading(""), heading("Example"), *plain(card.example)]
    if card.unclear:
        lines += [heading(""), heading("How an unclear point is read"), *plain(card.unclear)]
    if card.decided_by and card.decided_by != "none":
        lines += [heading(""), heading("Who decides"), *plain(card.decided_by.capitalize())]
    lines += [heading(""), (f"Rule {card.id}", 12, TEXT_QUIET, False)]
    return TextPanel(close, title_of(rule), lines)
