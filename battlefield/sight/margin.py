"""How far a body may be shifted before the answer on sight flips: what is proven, and what was found.

Heights are kept, and whether the body could stand there is not asked. What is proven holds for every shift up to it: a
hidden body stays hidden as long as all the ground its shifts could cover stays hidden; a visible one stays visible as
long as, for every small disc of shifts, what all of them have in common is visible. What was found is a shift that does
flip the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import atan2, cos, degrees, sin, sqrt
from typing import Any, TypeAlias

from battlefield.body import Body
from battlefield.sight.shifting import EyeShift, JoinShift, TargetShift
from battlefield.table import Board
from battlefield.units import INCH, inches

FARTHEST = 6 * INCH
"""Shifts up to here are looked at, in micrometres."""

FINEST = 25.0
"""Discs of shifts no larger than this, in micrometres, are not divided any more."""

MOST_LOOKS = 4000
"""Looks that one margin may take; after them what is proven is told as it stands."""

Shift: TypeAlias = EyeShift | JoinShift | TargetShift
Way: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Margin:
    """The least shift that flips an answer: not below `proven`, and one at `found` (None: none as far as was looked).

    Inches in the plan; `direction` is the way of the shift that was found, in degrees counter-clockwise from +x.
    """

    visible: bool
    proven: float
    found: float | None
    direction: float | None

    def data(self) -> dict[str, Any]:
        """As a plain mapping."""
        return {"proven": self.proven, "found": self.found, "direction": self.direction}

    def told(self) -> str:
        """In a sentence."""
        word = "visible" if self.visible else "hidden"
        if self.found is None or self.direction is None:
            return f'It stays {word} wherever it is shifted by up to {self.proven:.2f}".'
        flip = "hides" if self.visible else "reveals"
        least = "less than 0.001" if self.proven < 0.001 else f"{self.proven:.3f}"
        return f'{word.capitalize()} by {least}": a shift of {self.found:.3f}" towards {self.direction:.0f}° {flip} it.'


def look_margin(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Margin:
    """How far the target may be shifted before what `look` says flips; arguments as for `look`."""
    return _margin(TargetShift(board, viewer, target, tuple(bodies), frozenset(transparent)))


def viewer_margin(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Margin:
    """How far the viewer may be shifted before what `look` says flips; arguments as for `look`."""
    return _margin(EyeShift(board, viewer, target, tuple(bodies), frozenset(transparent)))


def join_margin(
    board: Board,
    viewer: Body,
    target: Body,
    bodies: Sequence[Body],
    *,
    transparent: Collection[str] = (),
    width: float = 0.0,
) -> Margin:
    """How far the target may be shifted before what `join` says flips; for the viewer, exchange the two."""
    return _margin(JoinShift(board, viewer, target, tuple(bodies), frozenset(transparent), width))


def _margin(shift: Shift) -> Margin:
    return _until_hidden(shift) if shift.seen(0.0, 0.0) else _until_seen(shift)


def _until_seen(shift: Shift) -> Margin:
    """Something hidden: the least growth that shows any of it is the least shift that does."""
    low, high = 0.0, float(FARTHEST)
    way = shift.way_in(high)
    if way is None:
        return Margin(False, inches(FARTHEST), None, None)
    while high - low > max(5.0, 0.004 * high):
        between = 0.5 * (low + high)
        nearer = shift.way_in(between)
        if nearer is None:
            low = between
        else:
            high, way = between, nearer
    found = _confirmed(shift, high, way)
    return _told(False, low, found)


def _confirmed(shift: Shift, length: float, way: Way) -> Way | None:
    """A shift in or near a way, as short as can be, that does show it."""
    first = atan2(way[1], way[0])
    for more in (1.0, 1.01, 1.03, 1.1, 1.3, 2.0):
        for turn in range(33):
            angle = first + (turn + 1) // 2 * (0.02 if turn % 2 else -0.02)
            x, y = _spot(angle, length * more)
            if shift.seen(x, y):
                return _shortened(shift, (x, y), True)
    return None


def _spot(angle: float, length: float) -> Way:
    return length * cos(angle), length * sin(angle)


def _shortened(shift: Shift, spot: Way, seen: bool) -> Way:
    """The same shift made shorter, as long as the answer stays flipped."""
    low, high = 0.0, 1.0
    length = sqrt(spot[0] * spot[0] + spot[1] * spot[1])
    while (high - low) * length > max(2.0, 0.002 * length * high):
        between = 0.5 * (low + high)
        if shift.seen(spot[0] * between, spot[1] * between) == seen:
            high = between
        else:
            low = between
    return spot[0] * high, spot[1] * high


def _until_hidden(shift: Shift) -> Margin:
    """Something visible: squares of shifts, the nearest first, each proven visible, found hidden, or divided."""
    best: Way | None = None
    nearest = float(FARTHEST)
    waiting: list[tuple[float, float, float, float]] = [(0.0, 0.0, 0.0, float(FARTHEST))]
    proven = 0.0
    for _ in range(MOST_LOOKS):
        if not waiting:
            break
        proven, x, y, half = heappop(waiting)
        if proven >= 0.985 * nearest:
            break
        if shift.sure(x, y, half * 1.4143):
            continue
        length = sqrt(x * x + y * y)
        if length < nearest and not shift.seen(x, y):
            best = _shortened(shift, (x, y), False)
            nearest = sqrt(best[0] * best[0] + best[1] * best[1])
        if half <= FINEST:
            break
        half *= 0.5
        for dx, dy in ((half, half), (-half, half), (-half, -half), (half, -half)):
            away = _distance(x + dx, y + dy, half)
            if away < nearest:
                heappush(waiting, (away, x + dx, y + dy, half))
    else:
        proven = waiting[0][0] if waiting else proven
    return _told(True, min(proven, nearest) if waiting or best else float(FARTHEST), best)


def _distance(x: float, y: float, half: float) -> float:
    """The distance of a square from the origin."""
    dx, dy = max(0.0, abs(x) - half), max(0.0, abs(y) - half)
    return sqrt(dx * dx + dy * dy)


def _told(visible: bool, proven: float, found: Way | None) -> Margin:
    if found is None:
        return Margin(visible, round(proven / INCH, 4), None, None)
    length = sqrt(found[0] * found[0] + found[1] * found[1])
    angle = degrees(atan2(found[1], found[0])) % 360
    return Margin(visible, round(min(proven, length) / INCH, 4), round(length / INCH, 4), round(angle, 2))
