"""From code to sentence: the one door through which events, refusals and questions get their English words.

A sentence is a template with the names of details in braces. After a colon stands how a detail is shown: `name` and
`names` (of models, units and sides), `in` (a length), `dice` (faces), `percent` (a share), `n` (a number with its
sign), `plain` (a key as words), `of wound` (so many wounds, in the singular for one).
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

from battlefield.units import inches
from engine.core.book import Book
from engine.core.decisions import Decision
from engine.core.events import Event
from engine.core.facts import Facts
from engine.core.refusals import Refusal
from engine.core.state import State

CORE: dict[str, str] = {
    "model.gone": "{subject} is removed.",
    "model.wounded": "{subject} loses {lost:of wound}, {left} left.",
    "model.healed": "{subject} regains {gained:of wound}.",
    "dice.rolled": "{side} rolled {faces:dice}.",
    "dice.reseeded": "Fresh dice from here on.",
    "battle.finished": "The battle is over: {reason}",
    "referee.noted": "Note by {side}: {text}",
    "side.scored": "{side} scored {points}, {total} in all.",
    "answer.not_offered": "That is not among the choices.",
    "answer.wrong_form": "The answer must be {shape}.",
    "answer.wrong_number": "Choose from {least} to {most}; you chose {given}.",
    "answer.out_of_range": "It must be from {low} to {high}.",
    "answer.wrong_total": "The shares must add up to {total}.",
    "answer.above_cap": "No more than {cap} can go there.",
    "answer.too_large": "A place is at most {most:in} from the table's corner, and a turn at most {turns} times round.",
    "answer.no_such_face": "A die with {sides} sides cannot show {face}.",
    "battle.over": "The battle is over.",
    "referee.needs_consent": "Both players must agree to that.",
    "referee.no_such_model": "There is no such model.",
    "referee.not_on_table": "That model is not on the table.",
    "referee.off_table": "That is not on the table.",
    "referee.too_large": "No model loses or regains so many wounds.",
    "referee.wrong_form": "That is no referee command.",
    "referee.no_such_side": "There is no such side.",
    "referee.note_length": "A note has from 1 to 2,000 characters.",
    "referee.no_such_standing": "A standing answer is always, never or ask.",
    "referee.no_roll": "No dice have been rolled yet.",
    "referee.no_such_die": "The last roll has no such die or face.",
    "referee.not_here": "That cannot be done in the middle of this step; finish it or take it back first.",
    "undo.nothing": "There is nothing to take back.",
    "undo.no_longer_fits": "That cannot be taken back: an earlier answer no longer does what the record says.",
    "undo.needs_consent": "Taking back a roll needs the opponent's consent.",
    "redo.nothing": "There is nothing to give again.",
}


def event(happened: Event, state: State, book: Book) -> str:
    """An event as a sentence; empty for one that is not worth telling."""
    return _fill(happened.code, happened.subject, happened.side, happened.details, state, book.words())


def refusal(refused: Refusal, state: State, book: Book) -> str:
    """A refusal as a sentence: what, where, and what would be legal."""
    told = _fill(refused.code, refused.subject, "", refused.details, state, book.words())
    return told or f"Not allowed ({refused.code})."


def question(decision: Decision[Any], state: State, book: Book) -> str:
    """What a decision asks, in one sentence, without the name of the player."""
    subject = decision.subjects[0] if decision.subjects else ""
    told = _fill(f"ask.{decision.topic}", subject, decision.player, decision.hints, state, book.words())
    return told or decision.topic.replace("_", " ").replace(".", ": ").capitalize()


def label(code: str, subject: str, details: Facts, state: State, book: Book) -> str:
    """A few words for a button or a row: the words of `label.<code>`, else the subject's name, else the code."""
    told = _fill(f"label.{code}", subject, "", details, state, book.words())
    return told or (name(subject, state) if subject else code.replace("_", " ").capitalize())


def name(of: str, state: State) -> str:
    """How a model, unit, side, terrain piece or objective is called."""
    if of in state.models:
        return state.models[of].name
    if of in state.units:
        return state.units[of].name
    if of in state.terrain:
        return state.terrain[of].piece.name or of
    if of in state.objectives:
        return state.objectives[of].name or of
    return next((side.name for side in state.setup.sides if side.id == of), of)


class _Sentences(string.Formatter):
    """Format codes of this program on top of Python's."""

    def __init__(self, state: State):
        self._state = state

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "in":
            return f'{inches(value):.1f}"'
        if format_spec == "name":
            return name(value, self._state)
        if format_spec == "names":
            return listed(counted([name(v, self._state) for v in value]))
        if format_spec == "dice":
            return ", ".join(map(str, value))
        if format_spec == "plain":
            return str(value).replace("_", " ").replace(".", " ")
        if format_spec == "n":
            return f"{value:+d}"
        if format_spec == "percent":
            return {0: "none", 100: "all"}.get(value, f"{value} percent")
        if format_spec.startswith("of "):
            many = "es" if format_spec.endswith("s") else "s"
            return f"{value} {format_spec[3:]}{'' if value == 1 else many}"
        return str(super().format_field(value, format_spec))


def counted(items: list[str]) -> list[str]:
    """Each name once, in the order they came, with how often where that is more than once.

    >>> counted(["Boy", "Nob", "Boy"])
    ['Boy (×2)', 'Nob']
    """
    return [item if items.count(item) == 1 else f"{item} (×{items.count(item)})" for item in dict.fromkeys(items)]


def listed(items: list[str]) -> str:
    """`a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def _fill(code: str, subject: str, side: str, details: Facts, state: State, words: Mapping[str, str]) -> str:
    template = words.get(code, CORE.get(code, ""))
    if not template:
        return ""
    values = {"subject": name(subject, state), "side": name(side, state), **dict(details)}
    return _Sentences(state).format(template, **values)
