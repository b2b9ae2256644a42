"""Weighing an answer on sight against places that are known only so well, as from a photograph.

A place may be off by the error of its thing in any direction. The answer is in doubt when the margin is smaller than
all the errors together, and also when one of many displacements within the errors flips it: lookers, targets and what
stands between them are shifted with and against each other, and outlines grow or shrink by their error.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import cos, pi, sin, sqrt
from typing import Any, TypeAlias

from shapely import MultiPoint, unary_union

from battlefield.terrain import Floor, Piece, Wall, area
from battlefield.units import um
from engine.core.book import Book
from engine.core.records import Model, OnTable, body_of
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from render.bench import heights

Way: TypeAlias = tuple[float, float]

WAYS: tuple[Way, ...] = tuple((cos(k * pi / 4), sin(k * pi / 4)) for k in range(8))
TOGETHER = ((1, -1), (1, 1))
"""How target and looker are shifted with each other."""

INWARDS = 0.45
"""The most of its distance from the middle that a corner of an outline is moved inwards."""

MOST_NAMED, MOST_HEIGHTS = 4, 6


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a photograph says of an answer: `decided` or not, the errors of what matters by id and all of them together
    (the looker's, the target's, and the greatest of what is between them; inches), the proven margin where there is
    one, and how the answer depends on heights."""

    visible: bool
    decided: bool
    errors: Mapping[str, float]
    error: float
    margin: float | None
    flips: tuple[heights.Flip, ...]

    def data(self) -> dict[str, Any]:
        """As a plain mapping."""
        changes = {flip.id: flip.change for flip in self.flips}
        return {"decides": self.decided, "error": round(self.error, 4), "heights": changes}


Weighing: TypeAlias = Generator[None, None, Doubt]
"""Work that is paused after each look."""


@dataclass(frozen=True, slots=True)
class Question:
    """Who looks at whom in a state by a book, and how far each thing may be from its place, in inches by id."""

    book: Book
    state: State
    viewer: str
    target: str
    errors: Mapping[str, float]


def weighing(question: Question, verdict: Verdict, proven: float | None) -> Weighing:
    """Whether the errors leave the verdict standing; `proven` is its margin in inches where it has one."""
    state, errors, visible = question.state, question.errors, verdict.visible
    lookers, targets = _models(state, question.viewer), _models(state, question.target)
    between = _between(state, lookers, targets, errors, verdict.blockers)
    total = sum(max((errors.get(id, 0.0) for id in group), default=0.0) for group in (lookers, targets, between))
    decided = proven is None or proven >= total
    for moved in displaced(state, errors, lookers, targets, between, visible) if decided else ():
        yield
        if bool(question.book.sight(moved, question.viewer, question.target).visible) is not visible:
            decided = False
            break
    named = {id: errors[id] for id in (*lookers[:1], *targets[:1], *between) if id in errors}
    solid = [id for id in verdict.blockers if id in state.models or id in state.terrain]
    things = list(dict.fromkeys([*lookers[:1], *targets[:1], *solid]))[:MOST_HEIGHTS]
    flips = yield from heights.flipping(question.book, state, question.viewer, question.target, things)
    return Doubt(visible, decided, named, total, proven, tuple(flips))


def told(found: Doubt, name: Callable[[str], str]) -> list[str]:
    """A doubt in two sentences: whether the photograph decides, and how the answer depends on heights."""
    return [_verdict_told(found, name), _heights_told(found, name)]


def _models(state: State, id: str) -> list[str]:
    """The models on the table that an id means: itself, or those of a unit."""
    return [id] if id in state.models else [model.id for model in state.present(id)]


def _between(
    state: State, lookers: Sequence[str], targets: Sequence[str], errors: Mapping[str, float], blockers: Sequence[str]
) -> list[str]:
    """The things of uncertain place that hide something or may come to do so, those that hide first."""
    ends = [body_of(state.models[id]).base for id in (*lookers, *targets)]
    reach = unary_union(ends).convex_hull.buffer(3 * max(errors.values()))
    bodies = [m.id for m in state.models.values() if m.on_table and body_of(m).base.intersects(reach)]
    near = [*(id for id, held in state.terrain.items() if area(held.piece).intersects(reach)), *bodies]
    ends_too = {*lookers, *targets}
    found = dict.fromkeys([*blockers, *near])
    return [id for id in found if id in errors and id not in ends_too and (id in state.terrain or id in state.models)]


def displaced(
    state: State,
    errors: Mapping[str, float],
    lookers: Sequence[str],
    targets: Sequence[str],
    between: Sequence[str],
    visible: bool,
) -> Iterator[State]:
    """The same position with everything shifted by as much as its error, in many ways."""
    radial = 1.0 if visible else -1.0
    for (one, other), way in product(TOGETHER, WAYS):
        base = state.copy()
        for ids, sign in ((targets, one), (lookers, other)):
            for id in ids:
                base.models[id] = _shifted(base.models[id], _times(way, sign * errors.get(id, 0.0)))
        if not between:
            yield base
            continue
        for side in (-1.0, 1.0, 0.0):
            new = base.copy()
            for id in between:
                _move(new, id, _times(way, side * errors[id]), radial * errors[id] if side == 0 else 0.0)
            yield new


def _times(way: Way, length: float) -> Way:
    return way[0] * length, way[1] * length


def _move(state: State, id: str, by: Way, grown: float) -> None:
    """Shift a thing, or grow the outline of a piece."""
    if id in state.models:
        state.models[id] = _shifted(state.models[id], by)
    else:
        held = state.terrain[id]
        piece = _grown(held.piece, grown) if grown and not held.piece.parts else _shifted_piece(held.piece, by)
        state.terrain[id] = replace(held, piece=piece)


def _shifted(model: Model, by: Way) -> Model:
    place = model.place
    if not isinstance(place, OnTable):
        return model
    x, y = place.pose.xy
    return replace(model, place=replace(place, pose=place.pose.moved_to(x + by[0], y + by[1])))


def _shifted_piece(piece: Piece, by: Way) -> Piece:
    dx, dy = um(by[0]), um(by[1])

    def ring(spots: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple((x + dx, y + dy) for x, y in spots)

    def part(one: Wall | Floor) -> Wall | Floor:
        if isinstance(one, Floor):
            return replace(one, outline=ring(one.outline))
        start, end = one.line
        return replace(one, line=((start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)))

    return replace(piece, outline=ring(piece.outline), parts=tuple(part(one) for one in piece.parts))


def _grown(piece: Piece, by: float) -> Piece:
    """A piece with every corner moved away from the middle by some inches (towards it below 0)."""
    middle = MultiPoint(piece.outline).centroid
    moved = []
    for x, y in piece.outline:
        dx, dy = x - middle.x, y - middle.y
        far = sqrt(dx * dx + dy * dy) or 1.0
        share = max(-INWARDS, um(by) / far)
        moved.append((round(x + dx * share), round(y + dy * share)))
    return replace(piece, outline=tuple(moved))


def _verdict_told(found: Doubt, name: Callable[[str], str]) -> str:
    """Whether the photograph decides, with the margin and the errors."""
    named = list(found.errors.items())
    shown = ", ".join(f'{name(id)} {error:.2f}"' for id, error in named[:MOST_NAMED])
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    errors = f'error {found.error:.2f}" ({shown}{more})'
    margin = f'margin {found.margin:.2f}", ' if found.margin is not None else ""
    if found.decided:
        return f"The picture decides: {margin}{errors}."
    if found.margin is not None and found.margin < found.error:
        return f"The picture cannot decide: {margin}{errors}."
    other = "hidden" if found.visible else "visible"
    return f"The picture cannot decide: {margin}{errors}; places within these errors exist where it is {other}."


def _heights_told(found: Doubt, name: Callable[[str], str]) -> str:
    """The least change of each height that flips the answer."""
    other = "hidden" if found.visible else "visible"
    if not found.flips:
        return f'No height that is off by up to {heights.FARTHEST:g}" changes that.'
    told = [f"{name(flip.id)} {heights.told(flip)}" for flip in found.flips[:MOST_NAMED]]
    return f"Heights: {other} were {' or '.join(told)}."
