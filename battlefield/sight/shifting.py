"""Sight of a body that is shifted about, again and again, in a scene that stays: what margins and fields ask.

All three answer in micrometres: `seen` whether a shift is visible; `sure` whether all shifts within `room` of one are,
proven; `way_in` a shift of about that length that shows something hidden, None when it is proven that there is none.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from shapely import Point
from shapely.ops import nearest_points

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.sight.joined import solve
from battlefield.sight.packing import Scene, Solid, board_solids, body_solids, extended, eye_of, pack
from battlefield.sight.picture import Floats
from battlefield.sight.regrown import grown, grown_solid, shrunk
from battlefield.sight.ribbons import CLOSED
from battlefield.sight.sightings import View
from battlefield.table import Board
from battlefield.units import INCH, um

Bodies = tuple[Body, ...]
Way = tuple[float, float]

LEAF = um(0.001)
"""How thick the leaf is that stands for all eyes at one height."""


def moved(body: Body, x: float, y: float) -> Body:
    """A body shifted in the plan."""
    return body.at(replace(body.pose, x=body.pose.x + round(x), y=body.pose.y + round(y)))


def _standing(board: Board, bodies: Bodies, away: frozenset[str]) -> list[Solid]:
    """Everything that stands in the way."""
    columns = [column for piece, column in zip(board.pieces, board_solids(board)) if piece.id not in away]
    return [s for c in (*columns, *(body_solids(body) for body in bodies if body.id not in away)) for s in c]


def _view(base: Scene, eye: Floats, target: Body) -> View:
    """What an eye sees of a body in front of a scene of one column."""
    scene = extended(base, [body_solids(target)])
    span = np.array([scene.spans[1]], np.int64)
    skip = np.zeros((1, len(scene.owner)), np.bool_)
    return View(scene, eye, span, skip, skip)


def _joined(base: Scene, viewer: Body, target: Body, width: float) -> tuple[bool, Floats]:
    """Whether two bodies are joined in a scene of one column, and the line."""
    scene = extended(base, [body_solids(viewer), body_solids(target)])
    one, other = (np.array([scene.spans[column]], np.int64) for column in (1, 2))
    skip = np.zeros((1, len(scene.owner)), np.bool_)
    skip[0, scene.spans[1][0] :] = True
    outcomes, _, found, _ = solve(scene, (one, other), (skip, skip), width)
    return bool(outcomes[0, 0] > CLOSED), found


def _outwards(body: Body, x: float, y: float) -> Way:
    """From the spot of a body that is nearest to a place in inches to that place, in micrometres."""
    spot = nearest_points(body.trunk, Point(x, y))[0]
    return (x - spot.x) * INCH, (y - spot.y) * INCH


class TargetShift:
    """The target of an eye is shifted."""

    def __init__(self, board: Board, viewer: Body, target: Body, bodies: Bodies, through: frozenset[str]) -> None:
        self._target, self._eye = target, np.array([eye_of(viewer)])
        self._base = pack([""], [_standing(board, bodies, through | {viewer.id, target.id})])

    def seen(self, x: float, y: float) -> bool:
        return _view(self._base, self._eye, moved(self._target, x, y)).visible

    def sure(self, x: float, y: float, room: float) -> bool:
        core = shrunk(self._target, room)
        return core is not None and _view(self._base, self._eye, moved(core, x, y)).visible

    def way_in(self, length: float) -> Way | None:
        line = _view(self._base, self._eye, grown(self._target, length)).sighting().line
        return None if line is None else _outwards(self._target, line[1][0], line[1][1])


class JoinShift:
    """One of two joined bodies is shifted."""

    def __init__(
        self, board: Board, viewer: Body, target: Body, bodies: Bodies, through: frozenset[str], width: float
    ) -> None:
        self._viewer, self._target, self._width = viewer, target, width
        self._base = pack([""], [_standing(board, bodies, through | {viewer.id, target.id})])

    def seen(self, x: float, y: float) -> bool:
        return _joined(self._base, self._viewer, moved(self._target, x, y), self._width)[0]

    def sure(self, x: float, y: float, room: float) -> bool:
        core = shrunk(self._target, room)
        return core is not None and _joined(self._base, self._viewer, moved(core, x, y), self._width)[0]

    def way_in(self, length: float) -> Way | None:
        visible, found = _joined(self._base, self._viewer, grown(self._target, length), self._width)
        return _outwards(self._target, float(found[3]) / INCH, float(found[4]) / INCH) if visible else None


class EyeShift:
    """The eye is shifted, with the body it belongs to."""

    def __init__(self, board: Board, viewer: Body, target: Body, bodies: Bodies, through: frozenset[str]) -> None:
        self._target, self._eye = target, eye_of(viewer)
        self._solids = _standing(board, bodies, through | {viewer.id, target.id})
        self._grown = lru_cache(maxsize=32)(self._grown_scene)

    def _grown_scene(self, room: float) -> Scene:
        return pack([""], [[grown_solid(solid, room) for solid in self._solids] if room else self._solids])

    def _at(self, x: float, y: float) -> Floats:
        ex, ey, ez = self._eye
        return np.array([(ex + x, ey + y, ez)])

    def seen(self, x: float, y: float) -> bool:
        return _view(self._grown(0.0), self._at(x, y), self._target).visible

    def sure(self, x: float, y: float, room: float) -> bool:
        """To shift the eye is to shift all the rest the other way."""
        core = shrunk(self._target, room)
        return core is not None and _view(self._grown(room), self._at(x, y), core).visible

    def way_in(self, length: float) -> Way | None:
        """All eyes at once are a leaf as wide as the shifts."""
        ex, ey, ez = (round(v) for v in self._eye)
        leaf = Body("leaf", Round(max(100, round(2 * length))), Pose(ex, ey, ez - LEAF // 2), LEAF, 0)
        visible, found = _joined(self._grown(0.0), leaf, self._target, 0.0)
        if not visible:
            return None
        dx, dy = float(found[0]) - ex, float(found[1]) - ey
        return (dx, dy) if dx or dy else (1.0, 0.0)
