"""How an answer on sight depends on heights that nobody measured."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from battlefield.terrain import Floor, Piece
from battlefield.units import um
from engine.core.book import Book
from engine.core.state import State

FARTHEST = 0.5
"""Inches that a height may be off."""

STEP = 0.1
"""Inches between the heights that are tried, before the place of the change is looked for between two of them."""

FINEST = 0.002
"""Inches within which that place is told."""

LOWEST = um(0.05)
"""No model and no piece is made lower than this."""


@dataclass(frozen=True, slots=True)
class Flip:
    """The least change of a thing's height, in inches, at which an answer becomes the other one."""

    id: str
    change: float


def flips(book: Book, state: State, viewer: str, target: str, things: Sequence[str]) -> list[Flip]:
    """For each of some things (models and pieces), the least change of its height that flips who sees whom.

    Those that no change of up to `FARTHEST` flips are left out. In order of the change.
    """
    return finished(flipping(book, state, viewer, target, things))


def flipping(
    book: Book, state: State, viewer: str, target: str, things: Sequence[str]
) -> Generator[None, None, list[Flip]]:
    """The same, with a pause after each look."""
    seen, found = bool(book.sight(state, viewer, target).visible), []
    for id in things:
        flip = yield from _flip(book, state, viewer, target, id, seen)
        found += [flip] if flip is not None else []
    return sorted(found, key=lambda flip: (round(abs(flip.change), 4), flip.id))


def _flip(
    book: Book, state: State, viewer: str, target: str, id: str, seen: bool
) -> Generator[None, None, Flip | None]:
    def flipped(change: float) -> bool:
        return bool(book.sight(taller(state, id, change), viewer, target).visible) is not seen

    for count in range(1, round(FARTHEST / STEP) + 1):
        for sign in (1, -1):
            far = sign * count * STEP
            yield
            if flipped(far):
                near = far - sign * STEP
                while abs(far - near) > FINEST:
                    between = (near + far) / 2
                    yield
                    near, far = (near, between) if flipped(between) else (between, far)
                return Flip(id, round(far, 4))
    return None


T = TypeVar("T")


def finished(work: Generator[None, None, T]) -> T:
    """What a piece of work with pauses comes to, without the pauses."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def taller(state: State, id: str, change: float) -> State:
    """The state with one model or piece of terrain made taller by some inches (shorter below 0); an eye goes along."""
    new, more = state.copy(), um(change)
    if id in state.models:
        model = state.models[id]
        height = max(LOWEST, model.height + more)
        eye = max(0, min(height, model.eye + more))
        new.models[id] = replace(model, height=height, eye=eye)
    elif id in state.terrain:
        held = state.terrain[id]
        new.terrain[id] = replace(held, piece=_taller_piece(held.piece, more))
    return new


def _taller_piece(piece: Piece, more: int) -> Piece:
    parts = tuple(
        part if isinstance(part, Floor) else replace(part, top=max(part.bottom + LOWEST, part.top + more))
        for part in piece.parts
    )
    return replace(piece, top=max(piece.bottom + LOWEST, piece.top + more), parts=parts)


def told(flip: Flip) -> str:
    """A change of height in words.

    >>> told(Flip("a1", -0.2))
    '0.2" lower'
    """
    size = max(0.01, round(abs(flip.change), 2))
    return f'{size:g}" {"higher" if flip.change > 0 else "lower"}'
