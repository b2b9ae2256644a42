"""What a photograph cannot tell: whether places that are known only so well decide who sees whom.

A place may be off by the error of its thing in any direction. The answer is in doubt when the margin is smaller than
all the errors together, and also when one of many displacements within the errors flips it: lookers, targets and what
stands between them are shifted with and against each other, and outlines grow or shrink by their error.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from shapely import MultiPoint, unary_union

from battlefield.terrain import Floor, Piece, Wall, area
from battlefield.units import um
from engine.core.records import Model, OnTable, body_of
from engine.core.state import State
from render.bench import heights

if TYPE_CHECKING:
    from render.bench.position import Position

Way: TypeAlias = tuple[float, float]

WAYS: tuple[Way, ...] = tuple((cos(k * pi / 4), sin(k * pi / 4)) for k in range(8))
TOGETHER = ((1, -1), (1, 1))
"""How target and looker are shifted with each other."""

INWARDS = 0.45
"""The most of its distance from the middle that a corner of an outline is moved inwards."""

MOST_NAMED, MOST_HEIGHTS = 4, 6


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a photograph says of an answer: `decided` or not, the errors of all that matter by id (inches), the proven
    margin where there is one, and how the answer depends on heights."""

    visible: bool
    decided: bool
    errors: Mapping[str, float]
    margin: float | None
    flips: tuple[heights.Flip, ...]

    @property
    def error(self) -> float:
        """All errors together, in inches: the looker's, the target's, and the greatest of what is between them."""
        return self.errors[TOTAL]


TOTAL = ""
"""The key of the sum among the errors."""


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
    return [] if found is None else [_verdict_told(found, position), _heights_told(found, position)]


def _judging(position: Position, edition: str) -> Judging:
    """Work a doubt out, with a pause after each look."""
    errors, verdict, state = errors_of(position), position.verdict(edition), position.try_state(edition)
    if not errors or verdict is None or state is None:
        return None
    viewer, target, book = position.viewer, position.target, position.book(edition)
    lookers, targets = _models(state, viewer), _models(state, target)
    between = _between(state, lookers, targets, errors, verdict.blockers)
    total = sum(max((errors.get(id, 0.0) for id in group), default=0.0) for group in (lookers, targets, between))
    margin = position.margin(edition)
    proven = margin.proven if margin is not None else None
    decided = proven is None or proven >= total
    for moved in _displaced(state, errors, lookers, targets, between, verdict.visible) if decided else ():
        yield
        if bool(book.sight(moved, viewer, target).visible) is not verdict.visible:
            decided = False
            break
    named = {id: errors[id] for id in (*lookers[:1], *targets[:1], *between) if id in errors}
    solid = [id for id in verdict.blockers if id in state.models or id in state.terrain]
    things = list(dict.fromkeys([*lookers[:1], *targets[:1], *solid]))[:MOST_HEIGHTS]
    flips = yield from heights.flipping(book, state, viewer, target, things)
    return Doubt(verdict.visible, decided, {**named, TOTAL: total}, proven, tuple(flips))


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


def _displaced(
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


def _verdict_told(found: Doubt, position: Position) -> str:
    """Whether the photograph decides, with the margin and the errors."""
    named = [(id, error) for id, error in found.errors.items() if id != TOTAL]
    shown = ", ".join(f'{position.name(id)} {error:.2f}"' for id, error in named[:MOST_NAMED])
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    errors = f'error {found.error:.2f}" ({shown}{more})'
    margin = f'margin {found.margin:.2f}", ' if found.margin is not None else ""
    if found.decided:
        return f"The picture decides: {margin}{errors}."
    if found.margin is not None and found.margin < found.error:
        return f"The picture cannot decide: {margin}{errors}."
    other = "hidden" if found.visible else "visible"
    return f"The picture cannot decide: {margin}{errors}; places within these errors exist where it is {other}."


def _heights_told(found: Doubt, position: Position) -> str:
    """The least change of each height that flips the answer."""
    other = "hidden" if found.visible else "visible"
    if not found.flips:
        return f'No height that is off by up to {heights.FARTHEST:g}" changes that.'
    told = [f"{position.name(flip.id)} {heights.told(flip)}" for flip in found.flips[:MOST_NAMED]]
    return f"Heights: {other} were {' or '.join(told)}."
