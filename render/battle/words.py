"""Short words around the engine's sentences: what a unit is doing, what an option's figures mean, keys for buttons."""

from __future__ import annotations

from typing import Any

from battlefield.units import inches
from engine import messages
from engine.core.decisions import Decision, Option
from engine.core.facts import Facts, fact
from engine.core.state import State
from engine.session import Session

LENGTHS = {
    "distance": '{}" away',
    "range": 'range {}"',
    "nearest": '{}" away',
    "allowance": 'up to {}"',
    "reach": 'reach {}"',
}
COUNTS = {
    "firers": "{} can fire",
    "visible": "{} in sight",
    "seen": "{} in sight",
    "shots": "{} shots",
    "strength": "S{}",
    "ap": "AP{}",
    "need": "{}+ needed",
    "to_hit": "{}+ to hit",
    "to_wound": "{}+ to wound",
    "save": "{}+ save",
    "invulnerable": "{}+ invulnerable",
    "cover": "{}+ cover",
    "toughness": "T{}",
    "count": "{} alike",
    "wounds": "{} wounds",
    "cost": "costs {}",
    "leadership": "Ld {}",
    "moved": "has moved",
    "killing": "kills outright",
}
SHARES = {"expected": "about {} wounds", "expected_kills": "about {} lost", "chance": "{} %"}
"""Figures in hundredths; a chance in whole percent."""

STATES = {
    "locked": "locked in combat", "falling_back": "falling back", "gone_to_ground": "gone to ground", "pinned": "pinned",
    "moved": "moved", "ran": "ran", "shot": "has shot", "charged": "charged",
}  # fmt: skip


def question(session: Session, decision: Decision[Any]) -> str:
    """What is asked, as a sentence with its end."""
    words = messages.question(decision, session.state, session.book)
    return words if words.endswith((".", "?", "!")) else f"{words}."


def label(session: Session, option: Option) -> str:
    """A few words for an option: those its `label` detail or its id has in the book, else whom it is about."""
    known = session.book.words()
    for code in (str(fact(option.details, "label", "")), option.id):
        if code and f"label.{code}" in known:
            return messages.label(code, option.subject, option.details, session.state, session.book)
    if not option.subject:
        return messages.label(option.id, "", option.details, session.state, session.book)
    named = messages.name(option.subject, session.state)
    code, _, rest = option.id.partition(":")
    return f"{named}: {thing(session.state, rest)}" if rest and code == option.subject else named


def thing(state: State, key: str) -> str:
    """What a weapon, a piece of wargear or a rule is called, by its key in the sheets."""
    for table in ("weapons", "wargear", "rules", "profiles"):
        entry = state.setup.sheets.get(table, {}).get(key)
        if isinstance(entry, dict) and "name" in entry:
            return str(entry["name"])
    return key.replace("_", " ")


def figures(details: Facts, state: State) -> str:
    """The figures of an option in words: `12.3" away, 7 can fire, 5 in sight`."""
    found = []
    for name, value in details:
        if value is None or value is False or value == ():
            continue
        if name in LENGTHS and isinstance(value, int):
            found.append(LENGTHS[name].format(f"{inches(value):.1f}"))
        elif name in SHARES and isinstance(value, int):
            found.append(SHARES[name].format(value if name == "chance" else f"{value / 100:.1f}"))
        elif name in COUNTS and value is True:
            found.append(COUNTS[name].format(""))
        elif name in COUNTS and isinstance(value, int) and (value or name == "ap"):
            found.append("no AP" if name == "ap" and not value else COUNTS[name].format(value))
        elif name in ("weapon", "gear"):
            keys = value if isinstance(value, tuple) else (value,)
            found.append(", ".join(thing(state, str(key)) for key in keys))
    return ", ".join(found)


def why_barred(session: Session, option: Option) -> str:
    """Why an option cannot be chosen, as sentences."""
    return " ".join(session.explain(refusal) for refusal in option.barred)


def doing(session: Session, unit: str) -> str:
    """What a unit did and suffers, in a few words."""
    return ", ".join(STATES.get(word, word.replace("_", " ")) for word in session.book.badges(session.state, unit))


def side_name(state: State, side: str) -> str:
    """What a side is called."""
    return messages.name(side, state)
