"""Rule cards: what a rule says in our own words, found in the edition's list by its id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from render.screens.panel import TextPanel, heading, plain
from render.theme import TEXT_QUIET

RULES = Path(__file__).resolve().parent.parent.parent / "assets" / "rules"


@dataclass(frozen=True, slots=True)
class RuleCard:
    """One entry of the list of rules."""

    id: str
    section: str
    rule: str
    example: str
    unclear: str
    decided_by: str


@lru_cache(maxsize=4)
def _list_of(edition: str) -> str:
    try:
        return (RULES / f"{edition}.yaml").read_text(encoding="utf-8")
    except OSError:
        return ""


@lru_cache(maxsize=256)
def rule_card(rule: str) -> RuleCard | None:
    """The card of a rule by id (`5e.shooting.run`), None when the list has none. Reads that one entry alone."""
    text = _list_of(rule.partition(".")[0]) if rule.replace(".", "").replace("-", "").replace("_", "").isalnum() else ""
    start = text.find(f"\n  - id: {rule}\n")
    if start < 0:
        return None
    end = text.find("\n  - id: ", start + 1)
    entry = yaml.safe_load(text[start : end if end > 0 else None])[0]
    words = {
        key: " ".join(str(entry.get(key, "")).split())
        for key in ("section", "rule", "example", "ambiguity", "decision")
    }
    return RuleCard(rule, words["section"], words["rule"], words["example"], words["ambiguity"], words["decision"])


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
    return TextPanel(close, card.section, lines)
