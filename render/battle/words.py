"""Short words around the engine's sentences: what a unit is doing, what an option's figures mean, keys for buttons."""

from __future__ import annotations

from typing import Any

from battlefield.units import inches
from engine import messages
from engine.core.book import Book
from engine.core.decisions import Chance, Decision, Option, React
from engine.core.facts import Facts, fact
from engine.core.state import State
from engine.session import Session

LENGTHS = {
    "distance": '{}" away',
    "nearest": '{}" away',
    "range": 'range {}"',
    "allowance": 'up to {}"',
    "reach": 'reach {}"',
    "far": 'up to {}"',
}
COUNTS = {
    "firers": "{} can fire",
    "visible": "{} in sight",
    "seen": "{} in sight",
    "shots": "{} shots",
    "strength": "S{}",
    "ap": "AP{}",
    "hit": "{}+ to hit",
    "wound": "{}+ to wound",
    "need": "{}+ needed",
    "save": "{}+ save",
    "invulnerable": "{}+ invulnerable",
    "cover": "{}+ cover",
    "toughness": "T{}",
    "count": "{} alike",
    "wounds": "{} wounds left",
    "suffered": "{} wounds to save",
    "then": "{}+ cover save on the ground",
    "charge": "warp charge {}",
    "lost": "{} lost this turn",
    "ld": "Ld {}",
    "models": "{} models",
    "character": "Character",
    "engaged": 'an enemy within 1"',
    "overwatch": "may fire Overwatch",
    "charged": "charged",
    "tests": "begins in difficult terrain: 2D6, the higher is its move",
    "cost": "costs {}",
    "leadership": "Ld {}",
    "moved": "has moved",
    "killing": "kills outright",
}
SINGLE = {"count": "", "models": "1 model", "shots": "1 shot", "wounds": "1 wound left", "suffered": "1 wound to save"}
"""How one of something reads, where it does not read like many."""

FIRST = ("weapon", "gear", "distance", "nearest", "shots", "attacks", "hit", "wound", "strength", "ap", "damage")
"""What is told first, since the end of a line may be cut."""

STATES = {
    "locked": "locked in combat",
    "falling_back": "falling back",
    "gone_to_ground": "gone to ground",
    "pinned": "pinned",
    "moved": "moved",
    "ran": "ran",
    "shot": "has shot",
    "charged": "charged",
    "advanced": "Advanced",
    "fell_back": "fell back",
    "arrived": "arrived this turn",
    "disembarked": "got out this turn",
    "fought": "has fought",
}
TEXTS = {"attacks": "{} attacks", "damage": "damage {}"}
"""Figures that are told as they are written: a number or dice."""


def question(session: Session, decision: Decision[Any]) -> str:
    """What is asked, as a sentence with its end."""
    if isinstance(decision, Chance):
        return _roll(session, decision)
    known = f"ask.{decision.topic}" in session.book.words()
    if isinstance(decision, React) and len(decision.rows) == 1 and not known:
        row = decision.rows[0]
        return f"Will {messages.name(row.subject, session.state)} {lower(label(session, row))}?"
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
    if power := fact(option.details, "power"):
        return f"{power} ({named})"
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
    if fact(details, "chances"):
        return _promise(details, state)
    ordered = sorted(details, key=lambda d: FIRST.index(d[0]) if d[0] in FIRST else len(FIRST))
    return ", ".join(filter(None, (_figure(name, value, state) for name, value in ordered)))


def _promise(details: Facts, state: State) -> str:
    """What an attack promises: what it does on average first, in thousandths, then the figures behind it."""
    models, wounds = int(fact(details, "models", 0)), int(fact(details, "wounds", 0))
    lost, hurt = f"{models / 1000:.1f}", f"{wounds / 1000:.1f}"
    told = [f"about {lost} models lost" if lost == hurt else f"about {hurt} wounds, {lost} models lost"]
    told += [
        _figure(name, value, state)
        for name, value in details
        if name not in ("models", "wounds", "chances", "visible", "firers")
    ]
    return ", ".join(filter(None, told))


def _figure(name: str, value: Any, state: State) -> str:
    if value is None or value is False or value == ():
        return ""
    if name in ("weapon", "gear"):
        keys = value if isinstance(value, tuple) else (value,)
        return ", ".join(thing(state, str(key)) for key in keys)
    if name in TEXTS and isinstance(value, str):
        return "1 attack" if (name, value) == ("attacks", "1") else TEXTS[name].format(value)
    if not isinstance(value, int):
        return ""
    if name == "range" and not value:
        return ""
    if name in LENGTHS:
        return LENGTHS[name].format(f"{inches(value):.1f}")
    if name not in COUNTS:
        return ""
    if value is True:
        return "" if "{}" in COUNTS[name] else COUNTS[name]
    if name == "ap" and not value:
        return "no AP"
    if name == "shots" and not value:
        return "out of range"
    if name in SINGLE and value == 1:
        return SINGLE[name]
    return COUNTS[name].format(value) if value and "{}" in COUNTS[name] else ""


def why_barred(session: Session, option: Option) -> str:
    """Why an option cannot be chosen, as sentences."""
    return " ".join(session.explain(refusal) for refusal in option.barred)


def doing(session: Session, unit: str) -> str:
    """What a unit did and suffers, in a few words."""
    return ", ".join(STATES.get(word, word.replace("_", " ")) for word in session.book.badges(session.state, unit))


def _roll(session: Session, decision: Chance) -> str:
    """What is to be rolled: `Roll 3 dice for Grub's Boyz: hit, 5+ needed.`"""
    roll = decision.roll
    kinds = {360: "scatter die", 3: "D3", 6: "die"}
    one = kinds.get(roll.dice[0], f"D{roll.dice[0]}")
    many = "dice" if one == "die" else f"{one}s"
    count = f"{len(roll.dice)} {many}" if len(roll.dice) > 1 else f"a {one}"
    whose = f" for {messages.name(roll.subject, session.state)}" if roll.subject else ""
    need = f", {roll.need}+ needed" if roll.need else ""
    return f"Roll {count}{whose}: {roll.purpose.replace('.', ' ').replace('_', ' ')}{need}."


def addressed(session: Session, decision: Decision[Any]) -> str:
    """The question as it goes on after the name of the player: `take 3 wounds on the Boyz.`"""
    told = question(session, decision)
    template = session.book.words().get(f"ask.{decision.topic}", "")
    return told if template.startswith("{") else lower(told)


def lower(told: str) -> str:
    """A sentence as it goes on in another."""
    return told[:1].lower() + told[1:]


ROUND = "Game turn {round}"
"""What a pair of player turns is called, where the book does not say."""


def round_named(book: Book, number: int) -> str:
    """A pair of player turns as the book calls it: `Game turn 2`."""
    return book.words().get("label.round", ROUND).format(round=number)


def side_name(state: State, side: str) -> str:
    """What a side is called."""
    return messages.name(side, state)
