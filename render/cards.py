"""What the lists of rules say of a rule, found by its id."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

RULES = Path(__file__).resolve().parent.parent / "assets" / "rules"


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


SPELLED = {"los": "line of sight"}
"""Words of ids that are abbreviated."""


def title_of(rule: str) -> str:
    """What the section is called that a rule stands in, with what the rule is about where that is a mere number; its
    id where the list has no such rule.
    """
    card = rule_card(rule)
    if card is None or not card.section:
        return f"rule {rule}"
    section = card.section
    return section if any(letter.isalpha() for letter in section) else f"{about(rule)}, {section}"


def about(rule: str) -> str:
    """What a rule is about, in a few words, from its id.

    >>> about("5e.shooting.true-los"), about("11e.terrain.cover-by-obstruction")
    ('Shooting: true line of sight', 'Terrain: cover by obstruction')
    """
    _, _, words = rule.partition(".")
    chapter, _, what = words.rpartition(".")
    spelled = " ".join(SPELLED.get(word, word) for word in what.split("-"))
    return f"{chapter.replace('-', ' ').replace('.', ', ').capitalize()}: {spelled}" if chapter else spelled or rule
