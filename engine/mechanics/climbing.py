"""Climbing: at which heights a straight way leads over scenery, and whether anything carries those who go there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from battlefield.body import Body
from battlefield.paths import Climb, Glide, Route
from battlefield.pose import Pose
from battlefield.shapes import Shape, reach
from battlefield.sweep import Obstacle, first_contact, is_clear, passes, prism_obstacle
from battlefield.table import Board, pieces_in, surfaces_at
from battlefield.terrain import Piece, solids, volume
from battlefield.units import INCH, um

HAIR = 64
"""Micrometres of a way that need not be carried: rounding where one prism ends and the next begins."""

HALF_STOREY = um(1.5)
"""How far above or below a pose a floor still carries whoever is put there."""

Levels: TypeAlias = dict[int, tuple[int, tuple[int, ...]]]
"""For each height reached, what has been climbed so far, and at which height each stretch was gone."""


class Touch(NamedTuple):
    """From where to where along a straight way, in micrometres, a base overlaps a prism.

    Below 0 where it does so at the start already, beyond the way's length where it still does at the end.
    """

    enter: int
    leave: int
    prism: Obstacle


def over(board: Board, mover: Body, to: Pose, lands: int) -> Route | None:
    """The way straight over scenery to a plan position that climbs least; it ends at the height `lands`.

    Everyone walks on the ground or on the tops of what his base touches, up and down where he must. None when nothing
    carries him somewhere, or when he would have to climb through something.
    """
    start, length = mover.pose, _length(mover.pose, to)
    found = touches(board, mover.shape, start, to)
    if not found and start.z == lands == 0:
        return _glides(start, to, length, (0, length), (0,), 0)
    cuts = [0, *sorted({t for touch in found for t in touch[:2] if 0 < t < length}), length]
    stretches = list(pairwise(cuts)) or [(0, 0)]
    reached: Levels = {start.z: (0, ())}
    at_hand = [t for t in found if t.enter < 0]
    for a, b in stretches:
        here = [t for t in found if t.enter <= a and t.leave >= b]
        reached = _climbed(reached, _levels(here, mover.height), [t for t in at_hand if t in here], mover.height)
        at_hand = [t for t in here if t.leave > b]
    reached = _landed(reached, lands, [t for t in at_hand if t.leave > length], mover.height)
    if lands not in reached:
        return None
    return _glides(start, to, length, tuple(cuts), reached[lands][1], lands)


def carried(board: Board, shape: Shape, start: Pose, leg: Glide) -> bool:
    """Whether there is something under a base all along a glide at a height: the ground, or tops that it touches."""
    if start.z == 0:
        return True
    to = Pose(leg.x, leg.y, start.z, start.facing)
    length, along = _length(start, to), 0
    tops = [t for t in touches(board, shape, start, to) if abs((t.prism.top or 0) - start.z) <= HAIR]
    for touch in sorted(tops, key=lambda t: (t.enter, t.leave)):
        if touch.enter > along + HAIR:
            return False
        along = max(along, touch.leave)
    return along >= length - HAIR


def touches(board: Board, shape: Shape, start: Pose, to: Pose) -> tuple[Touch, ...]:
    """What scenery a base overlaps on a straight way, heights left out of account."""
    return _touches(board, shape, Pose(start.x, start.y, 0, start.facing), Pose(to.x, to.y, 0, to.facing))


@lru_cache(maxsize=4096)
def _touches(board: Board, shape: Shape, start: Pose, to: Pose) -> tuple[Touch, ...]:
    """As `touches`, on the ground: the same is asked where a way is sought and where it is judged."""
    length, found = _length(start, to), []
    for prism in scenery(board, shape, start, to):
        touch = None if passes(shape, start, to, prism) else _touch(shape, start, to, length, prism)
        if touch is not None and touch.leave > touch.enter:
            found.append(touch)
    return tuple(found)


def scenery(board: Board, shape: Shape, start: Pose, to: Pose) -> list[Obstacle]:
    """What can be climbed near a straight way."""
    (ax, ay), (bx, by) = start.xy, to.xy
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return [o for piece in pieces_in(board, box, reach(shape)) for o in _prisms(piece)]


@lru_cache(maxsize=4096)
def _prisms(piece: Piece) -> tuple[Obstacle, ...]:
    whole = volume(piece) if piece.standable and not piece.opaque else ()
    return tuple(prism_obstacle(prism) for prism in (*solids(piece), *whole))


def _touch(shape: Shape, start: Pose, to: Pose, length: int, prism: Obstacle) -> Touch | None:
    """When a base overlaps a prism on its way; None when it does not."""
    bare = Obstacle(prism.id, prism.shape, prism.pose)
    here, there = (not is_clear(shape, pose, (bare,)) for pose in (start, to))
    if here and there:
        return Touch(-1, length + 1, prism)
    into = first_contact(shape, start, (Glide(to.x, to.y),), (bare,))
    back = first_contact(shape, to, (Glide(start.x, start.y),), (bare,))
    if not here and into is None:
        return None
    enter = -1 if here or into is None else round(into.along * INCH)
    leave = length + 1 if there or back is None else length - round(back.along * INCH)
    return Touch(enter, leave, prism)


def _length(start: Pose, to: Pose) -> int:
    dx, dy = float(to.x - start.x), float(to.y - start.y)
    return round(sqrt(dx * dx + dy * dy))


def rest(board: Board, pose: Pose) -> tuple[int, str]:
    """The height in micrometres at which a model at a pose stands, and the surface under it.

    Hills lift whoever is on them. A floor carries those who are level with it within half a storey.
    """
    best = (0, "")
    for surface in surfaces_at(board, *pose.xy):
        z = um(surface.z)
        if "/" not in surface.id or abs(z - pose.z) <= HALF_STOREY:
            best = max(best, (z, surface.id))
    return best


# -- heights -----------------------------------------------------------------------------------------------------------


def _levels(here: Sequence[Touch], height: int) -> list[int]:
    """The heights at which a stretch can be gone: on the ground or a top, with room for whoever goes there."""
    tops = sorted({0, *(t.prism.top or 0 for t in here)})
    return [level for level in tops if not _blocked(here, level, level + height)]


def _blocked(here: Sequence[Touch], low: int, high: int) -> bool:
    return any((t.prism.bottom or 0) < high and (t.prism.top or 0) > low for t in here)


def _climbed(reached: Levels, levels: Sequence[int], beside: Sequence[Touch], height: int) -> Levels:
    """The cheapest ways on to each of some levels, between what is `beside` whoever climbs there."""
    found: Levels = {}
    for level in levels:
        for before, (cost, way) in sorted(reached.items()):
            low, high = min(before, level), max(before, level) + height
            if before != level and _blocked(beside, low, high):
                continue
            whole = cost + abs(level - before)
            if level not in found or whole < found[level][0]:
                found[level] = (whole, (*way, level))
    return found


def _landed(reached: Levels, lands: int, beside: Sequence[Touch], height: int) -> Levels:
    """As `_climbed`, for the last climb to where everyone ends."""
    return {level: (cost, way[:-1]) for level, (cost, way) in _climbed(reached, [lands], beside, height).items()}


def _glides(start: Pose, to: Pose, length: int, cuts: tuple[int, ...], way: tuple[int, ...], lands: int) -> Route:
    """The legs of a straight way whose stretches between cuts are gone at certain heights."""
    legs: list[Climb | Glide] = []
    z = start.z
    for n, level in enumerate(way):
        if level != z:
            legs.append(Climb(level))
            z = level
        at = cuts[min(n + 1, len(cuts) - 1)]
        if n + 1 == len(way) or way[n + 1] != level:
            x, y = (to.x, to.y) if n + 1 == len(way) else _along(start, to, length, at)
            if (x, y) != (start.x, start.y) or len(legs) > 1:
                legs.append(Glide(x, y))
    if z != lands:
        legs.append(Climb(lands))
    return tuple(legs)


def _along(start: Pose, to: Pose, length: int, at: int) -> tuple[int, int]:
    return start.x + round((to.x - start.x) * at / length), start.y + round((to.y - start.y) * at / length)
