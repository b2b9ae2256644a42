"""What of an earlier answer about many pairs still holds after some bodies have moved.

A pair need not be looked at again when neither of the two has moved, and nothing that has stood, or stands now, near
the lines between them. One that was hidden stays so as long as nothing has left from there, and whatever moves when
what hides it alone has not.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable
from functools import lru_cache
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from battlefield.body import Body
from battlefield.sight.accelerate import entry
from battlefield.sight.packing import Scene, body_solids, masks, pack
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import TOLERANCE, Prisms
from battlefield.sight.shafts import mark_close
from battlefield.table import Board

Answer = TypeVar("Answer")
Bodies: TypeAlias = tuple[Body, ...]
Through: TypeAlias = tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]

Told: TypeAlias = tuple[Bools, Ints, Ints]
"""Of each pair: whether it is still to be looked at, its outcome, and what hides it alone."""

MOST_KEPT = 256
"""Answers kept to start from."""


class Asked(NamedTuple):
    """What many pairs were asked about; `through`: what each viewer looks through, and what to see each target."""

    board: Board
    viewers: Bodies
    targets: Bodies
    bodies: Bodies
    through: Through
    width: float = 0.0


class Answered(NamedTuple):
    """An answer: `outcomes` [viewer, target], above 0 for visible ones.

    `alone` is 1 and the row of the prism of the scene that hides all of a target alone, or 0.
    """

    asked: Asked
    scene: Scene
    outcomes: Ints
    alone: Ints


class Latest(Generic[Answer]):
    """The latest answers, by what was asked apart from where everything stood."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()

    def get(self, asked: Asked) -> Answer | None:
        """The latest answer to such a question."""
        return self._answers.get(_kind(asked))

    def put(self, asked: Asked, answer: Answer) -> None:
        """Keep an answer in place of the one before."""
        self._answers[_kind(asked)] = answer
        self._answers.move_to_end(_kind(asked))
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)

    def clear(self) -> None:
        """Forget them all."""
        self._answers.clear()


def _kind(asked: Asked) -> Hashable:
    """What two questions have in common of which the later can use the answer to the earlier."""
    ids = tuple(tuple([body.id for body in bodies]) for bodies in (asked.viewers, asked.targets))
    return asked.board, ids, asked.through, asked.width


@entry
def mark_stale(
    moved: Prisms, ones: Floats, others: Floats, skip: Bools, also_skip: Bools, left: int, outcomes: Ints, close: Bools,
    stale: Bools,
) -> None:  # fmt: skip
    """Mark the pairs near whose lines some of the moved prisms are; the first `left` of these are where they were.

    `ones` and `others` [body, (x, y, bottom, top, reach)]: the circles round the ends.
    """
    for i in range(ones.shape[0]):
        for j in range(others.shape[0]):
            if stale[i, j]:
                continue
            dx, dy = others[j, 0] - ones[i, 0], others[j, 1] - ones[i, 1]
            wide = max(ones[i, 4], others[j, 4]) + 1.0
            low, high = min(ones[i, 2], others[j, 2]) - TOLERANCE, max(ones[i, 3], others[j, 3]) + TOLERANCE
            mark_close(moved, ones[i, 0], ones[i, 1], dx, dy, wide, low, high, skip[i], also_skip[j], close)
            for p in range(left if outcomes[i, j] <= 0 else skip.shape[1]):
                stale[i, j] = stale[i, j] or close[p]


def circles(bodies: Bodies) -> Floats:
    """A circle round each body, and its heights: [body, (x, y, bottom, top, reach)]."""
    # To hash hundreds of bodies takes longer than a look, and mostly few of them have moved since.
    for known, known_circles in reversed(_CIRCLES):
        if len(known) == len(bodies):
            moved = [i for i, (old, new) in enumerate(zip(known, bodies)) if old is not new]
            if 4 * len(moved) <= len(bodies):
                found = known_circles.copy() if moved else known_circles
                for i in moved:
                    found[i] = _circle(bodies[i])
                break
    else:
        found = np.array([_circle(body) for body in bodies], np.float64).reshape(len(bodies), 5)
    _CIRCLES.append((bodies, found))
    return found


_CIRCLES: deque[tuple[Bodies, Floats]] = deque(maxlen=4)


@lru_cache(maxsize=8192)
def _circle(body: Body) -> tuple[float, float, float, float, float]:
    (x, y), solids = (body.pose.x, body.pose.y), body_solids(body)
    spots = [spot for solid in solids for spot in solid.outline]
    reach = max(sqrt((px - x) * (px - x) + (py - y) * (py - y)) for px, py in spots)
    return float(x), float(y), float(body.pose.z), float(body.pose.z + body.height), max(reach, solids[0].radius)


def begun(before: Answered | None, asked: Asked, scene: Scene, ones: Floats, others: Floats) -> Told:
    """What must be looked at [viewer, target], and the outcomes and `alone` that hold without.

    `ones` and `others` are the circles round the ends of the lines.
    """
    stale = None if before is None else _stale_pairs(before, asked, ones, others)
    if before is None or stale is None:
        shape = len(asked.viewers), len(asked.targets)
        return np.ones(shape, np.bool_), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    alone = before.alone.copy()
    # Rows of what stands behind the terrain are others where bodies have come or gone.
    if before.scene.spans != scene.spans:
        alone[alone > _terrain_rows(before.scene)] = 0
    return stale, before.outcomes.copy(), alone


def _terrain_rows(scene: Scene) -> int:
    return scene.spans[scene.pieces][0] if scene.pieces < len(scene.spans) else len(scene.owner)


def _changed(before: Bodies, now: Bodies) -> tuple[list[Body], list[Body]]:
    """The bodies that are no more as they were, and those that were not so before."""
    if len(before) == len(now) and all(one.id == other.id for one, other in zip(before, now)):
        pairs = [(one, other) for one, other in zip(before, now) if one is not other and one != other]
        return [one for one, _ in pairs], [other for _, other in pairs]
    old, new = {body.id: body for body in before}, {body.id: body for body in now}
    return [body for body in before if new.get(body.id) != body], [body for body in now if old.get(body.id) != body]


def _stale_pairs(before: Answered, asked: Asked, ones: Floats, others: Floats) -> Bools | None:
    """The pairs that must be looked at again; None when those are most."""
    was = before.asked
    gone, come = _changed(was.bodies, asked.bodies)
    if len(gone) + len(come) > len(was.bodies) // 2 + 8:
        return None
    stale: Bools = np.zeros(before.outcomes.shape, np.bool_)
    stale[[one != other for one, other in zip(was.viewers, asked.viewers)], :] = True
    stale[:, [one != other for one, other in zip(was.targets, asked.targets)]] = True
    if not gone and not come:
        return stale
    moved = [*gone, *come]
    scene = pack([body.id for body in moved], [body_solids(body) for body in moved])
    left = scene.spans[len(gone)][0] if come else len(scene.owner)
    skips = masks(scene, asked.viewers, asked.targets, *asked.through, len(moved))
    names = {body.id for body in gone}
    there = np.array([False, *(before.scene.names[owner] not in names for owner in before.scene.owner)])
    settled = (before.outcomes <= 0) & there[before.alone] & ~stale
    near: Bools = stale | settled
    mark_stale(scene.prisms, ones, others, *skips, left, before.outcomes, np.zeros(len(scene.owner), np.bool_), near)
    near[settled] = False
    return near
