"""What a photograph cannot tell of a position: worked out once for each version of it, a little at a time."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from render.bench.weighing import Doubt, Question, told, weighing

if TYPE_CHECKING:
    from render.bench.position import Position


def errors_of(position: Position) -> dict[str, float]:
    """How far each thing of a position may be from where it is put, in inches, by id; only those that may."""
    entries = [*(position.data.get("models") or ()), *(position.data.get("terrain") or ())]
    return {str(entry["id"]): float(entry["error"]) for entry in entries if entry.get("error")}


Judging: TypeAlias = Generator[None, None, Doubt | None]


@dataclass(slots=True)
class _Known:
    """What is known of one version of a position, by edition, and what is being worked out."""

    version: int
    found: dict[str, Doubt | None] = field(default_factory=dict)
    under_way: dict[str, Judging] = field(default_factory=dict)


_KEPT: WeakKeyDictionary[Position, _Known] = WeakKeyDictionary()


def doubt_of(position: Position, edition: str = "") -> Doubt | None:
    """What the photograph says of the answer by an edition; None when nothing came from one, or nothing is asked."""
    work(position, edition, None)
    return _kept(position).found[edition or position.edition]


def known(position: Position, edition: str = "") -> bool:
    """Whether `doubt_of` costs nothing any more."""
    return (edition or position.edition) in _kept(position).found


def work(position: Position, edition: str = "", seconds: float | None = 0.02) -> None:
    """Work at `doubt_of` for about so long; None: until it is known."""
    edition, kept = edition or position.edition, _kept(position)
    if edition in kept.found:
        return
    judging = kept.under_way.setdefault(edition, _judging(position, edition))
    end = None if seconds is None else time.perf_counter() + seconds
    try:
        next(judging)
        while end is None or time.perf_counter() < end:
            next(judging)
    except StopIteration as finished:
        kept.found[edition] = finished.value
        del kept.under_way[edition]


def _kept(position: Position) -> _Known:
    kept = _KEPT.get(position)
    if kept is None or kept.version != position.version:
        kept = _KEPT[position] = _Known(position.version)
    return kept


def doubt(position: Position, edition: str = "") -> list[str]:
    """The same in sentences; none when nothing came from a photograph, or nothing is asked."""
    found = doubt_of(position, edition)
    return [] if found is None else told(found, position.name)


def _judging(position: Position, edition: str) -> Judging:
    """Work a doubt out, with a pause after each look."""
    errors, verdict, state = errors_of(position), position.verdict(edition), position.try_state(edition)
    if not errors or verdict is None or state is None:
        return None
    margin = position.margin(edition)
    question = Question(position.book(edition), state, position.viewer, position.target, errors)
    return (yield from weighing(question, verdict, margin.proven if margin is not None else None))
