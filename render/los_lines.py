"""What `los` prints of a verdict: a line of JSON, or a line of words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlefield.units import inches
from engine import messages
from engine.core.book import Book
from engine.core.facts import fact
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Benefit, Verdict
from render.bench import weighing
from render.bench.heights import finished
from render.bench.weighing import Doubt
from render.verdict_words import Decided, decide, looked_through, sentences

if TYPE_CHECKING:
    from battlefield.sight import Facing


@dataclass(frozen=True, slots=True)
class Position:
    """A scene as an edition's book sets it up; `asked` is the question that the file asks, `errors` how far things may
    be from their places, in inches by id."""

    path: Path
    edition: str
    book: Book
    state: State
    asked: tuple[str, str] | None = None
    errors: tuple[tuple[str, float], ...] = ()


def line_of(position: Position, asked: Verdict, decided: Decided | None, doubt: Doubt | None = None) -> str:
    """Everything a verdict says, as a line of JSON; with the margin of the pair that decides it, if one was asked for.

    Lengths are in inches, shares from 0 to 1.
    """
    side = facing_of(position.state, asked)
    told = {
        "scene": str(position.path),
        "edition": position.edition,
        "from": asked.viewer,
        "to": asked.target,
        "visible": asked.visible,
        "fully_visible": asked.fully,
        "hidden_fraction": asked.hidden / MILLION,
        "facing": side.name if side else None,
        "facing_hidden_fraction": side.hidden if side else None,
        "cover": _benefit(asked.cover) if asked.cover and asked.visible else None,
        "effects": [_benefit(effect) for effect in asked.effects if asked.visible],
        "line": [[inches(v) for v in spot] for spot in asked.line] if asked.line else None,
        "blockers": list(asked.blockers),
        "margin": _margin(asked, decided) if decided else None,
        "distance": round(inches(position.book.distance(position.state, asked.viewer, asked.target)), 4),
        "rules": list(asked.rules),
        "reason": messages.event(asked.told(), position.state, position.book),
        **({"photograph": doubt.data()} if doubt else {}),
    }
    return json.dumps(told)


def _benefit(benefit: Benefit) -> dict[str, Any]:
    """Cover or another benefit: its rule, the save or (`gives`, `amount`) what it changes by how much, and by whom."""
    gained = {"save": benefit.save} if benefit.save else {"gives": benefit.gives, "amount": benefit.amount}
    return {"rule": benefit.rule, **gained, "by": list(benefit.by)}


def _margin(asked: Verdict, decided: Decided) -> dict[str, Any]:
    """A margin; where units are concerned, with the two models whose it is."""
    pair = {"from": decided.pair.viewer, "to": decided.pair.target} if asked.pairs else {}
    return {**decided.margin.data(), **pair}


def facing_of(state: State, asked: Verdict) -> Facing | None:
    """Which side of a hull is looked at, and how much of that is hidden; None for what is no hull, and for units.

    The one that is shot at, where the book tells them apart.
    """
    from battlefield.sight import Facing, facing

    if asked.viewer not in state.models or asked.target not in state.models:
        return None
    if name := fact(asked.details, "facing", ""):
        return Facing(name, fact(asked.details, "share") / MILLION)
    viewer, target = (body_of(state.models[id]) for id in (asked.viewer, asked.target))
    return facing(state.board, viewer, target, state.bodies(), transparent=looked_through(state, asked))


def told(position: Position, asked: Verdict, decided: Decided | None, doubt: Doubt | None = None) -> str:
    """A verdict in words, on one line."""
    answer = "visible" if asked.visible else "hidden"
    head = f"{position.path.name} ({position.edition}) {asked.viewer} -> {asked.target}: {answer}."
    said = sentences(position.state, position.book, asked, decided)
    doubtful = weighing.told(doubt, lambda id: messages.name(id, position.state)) if doubt else []
    return " ".join([head, *(one.text for one in said), *doubtful, f"[{', '.join(asked.rules)}]"])


def weighed(position: Position, asked: Verdict) -> Doubt | None:
    """What a photograph leaves in doubt of a verdict; None where no place was taken from one."""
    if not position.errors:
        return None
    question = weighing.Question(position.book, position.state, asked.viewer, asked.target, dict(position.errors))
    decided = decide(position.state, position.book, asked)
    return finished(weighing.weighing(question, asked, decided.margin.proven if decided else None))
