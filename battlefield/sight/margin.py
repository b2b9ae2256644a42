"""How far a body may be shifted before the answer on sight flips: what is proven, and what was found.

Heights are kept, and whether the body could stand there is not asked. What is proven holds for every shift up to it: a
hidden body stays hidden as long as all the ground its shifts could cover stays hidden; a visible one stays visible as
long as, for every small disc of shifts, what all of them have in common is visible. What was found is a shift that does
flip the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, floor, radians, sin
from typing import Any, TypeAlias

from battlefield.body import Body
from battlefield.sight.joined import join
from battlefield.sight.passing import LEFT, RIGHT, Pass, passes
from battlefield.sight.rigging import Question, least_shift
from battlefield.sight.seeking import FOUND, PROVEN, SHIFT_X, SHIFT_Y
from battlefield.sight.shifting import EYE, JOINED, TARGET
from battlefield.sight.sightings import look
from battlefield.table import Board
from battlefield.units import INCH, um

NEARER, FARTHER = "nearer", "farther"

Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Margin:
    """The least shift that flips an answer: not below `proven`, and one at `found` (None: none as far as was looked).

    Inches in the plan; `direction` is the way of the shift that was found, in degrees counter-clockwise from +x.
    """

    visible: bool
    proven: float
    found: float | None
    direction: float | None

    def heading(self, viewer: Place, target: Place, *, viewer_moves: bool = False) -> str | None:
        """The way of the shift found as the viewer sees it: LEFT, RIGHT, NEARER or FARTHER; None without a shift.

        `viewer` and `target` are where they stand, in inches; `viewer_moves` when it is the viewer that is shifted.
        """
        if self.direction is None:
            return None
        x, y = cos(radians(self.direction)), sin(radians(self.direction))
        dx, dy = target[0] - viewer[0], target[1] - viewer[1]
        ahead, left = x * dx + y * dy, dx * y - dy * x
        if abs(left) >= abs(ahead):
            return LEFT if left > 0 else RIGHT
        return FARTHER if (ahead > 0) != viewer_moves else NEARER

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
    return _margin(Question(TARGET, board, viewer, target, tuple(bodies), transparent))


def viewer_margin(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Margin:
    """How far the viewer may be shifted before what `look` says flips; arguments as for `look`."""
    return _margin(Question(EYE, board, viewer, target, tuple(bodies), transparent))


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
    return _margin(Question(JOINED, board, viewer, target, tuple(bodies), transparent, width))


def tightest(
    margin: Margin,
    board: Board,
    viewer: Body,
    target: Body,
    bodies: Sequence[Body],
    *,
    transparent: Collection[str] = (),
    any_part: bool = False,
    width: float = 0.0,
    viewer_moves: bool = False,
) -> Pass | None:
    """What the line that is lost, or won, by the shift found passes most closely, and on which side.

    The line is that of the last place from which, or the first to which, it leads. `any_part` and `width` for what
    `join_margin` said, `viewer_moves` for `viewer_margin`. None where no shift was found, or nothing is close.
    """
    if margin.found is None or margin.direction is None:
        return None
    away = {*transparent, viewer.id, target.id}
    for share in (0.995, 0.98, 0.95, 0.9, 0.5) if margin.visible else (1.002, 1.01, 1.05, 1.2):
        one, other = viewer, target
        if viewer_moves:
            one = _shifted(viewer, margin.found * share, margin.direction)
        else:
            other = _shifted(target, margin.found * share, margin.direction)
        if any_part:
            line = join(board, one, other, bodies, transparent=transparent, width=width).line
        else:
            line = look(board, one, other, bodies, transparent=transparent).line
        if line is not None:
            close = passes(board, bodies, line, transparent=away)
            return close[0] if close else None
    return None


def _shifted(body: Body, length: float, direction: float) -> Body:
    x, y = um(length * cos(radians(direction))), um(length * sin(radians(direction)))
    return body.at(replace(body.pose, x=body.pose.x + x, y=body.pose.y + y))


def _margin(question: Question) -> Margin:
    visible, out = least_shift(question)
    proven, found = float(out[PROVEN]), float(out[FOUND])
    if found >= 0.0:
        proven = min(proven, found)
    # Never more than is proven.
    proven = floor(proven / INCH * 10_000) / 10_000
    if found < 0.0:
        return Margin(visible, proven, None, None)
    angle = degrees(atan2(float(out[SHIFT_Y]), float(out[SHIFT_X]))) % 360
    return Margin(visible, proven, round(found / INCH, 6), round(angle, 6))
