"""What lines of sight pass through on their way: areas that need not block them, and the gaps in a group of models.

Asked of the lines that see the target: an area is put up as if it were solid, and what it would hide of the view are
the lines that pass through it. Nothing can be seen? Then all straight lines from the eye to the target count.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from shapely import MultiPolygon, Polygon, intersects

from battlefield.body import Body
from battlefield.coherency import links
from battlefield.convex import Spot
from battlefield.shapes import Round
from battlefield.sight.eye import CUTS_VIEW, HIDDEN
from battlefield.sight.packing import Scene, Solid, convex_hull, convex_parts, extended, eye_of, masks
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.sightings import View, scene_with
from battlefield.table import Board
from battlefield.terrain import Piece, area, volume
from battlefield.units import INCH

ABOVE_ALL = 1_000 * INCH
"""Higher than anything stands, in micrometres."""

Interval: TypeAlias = tuple[float, float]


class Portion(Enum):
    """How many of the lines of sight do something."""

    NONE = 0
    SOME = 1
    EVERY = 2


@dataclass(frozen=True, slots=True)
class Crossing:
    """How the lines of sight from an eye to a body cross the area of a piece of terrain.

    `through`: how many pass through it, `over`: whether some pass above it. Along the centre line, from the eye to the
    middle of the target: `enters`, how far from the eye it first comes into the area (None: it never does), `inside`,
    how much of it is inside, and `beyond_base`, how much of that lies past the viewer's own base. Inches in the plan.
    """

    piece: str
    through: Portion
    over: bool
    enters: float | None
    inside: float
    beyond_base: float


@dataclass(frozen=True, slots=True)
class Gap:
    """How the lines of sight pass between neighbouring models of a group.

    `models`: the ids of those that stand to either side, in order; `through`: how many lines pass through the group,
    between models or where one stands; `over`: whether some pass above it.
    """

    group: str
    models: tuple[str, ...]
    through: Portion
    over: bool


class Screen(NamedTuple):
    """Something put up to see which lines it stops: its solids, and the column of air above them."""

    solids: tuple[Solid, ...]
    air: tuple[Solid, ...]


def crossings(
    board: Board, bodies: Sequence[Body], viewer: Body, target: Body, *, transparent: Collection[str] = ()
) -> tuple[Crossing, ...]:
    """The areas of terrain that lines of sight from one body to another pass through or over, in order of pieces.

    An area is the outline of a piece from its bottom to its top, opaque or not. What is `transparent` blocks no line,
    but its area is crossed all the same. Of the area a target stands in, only what lies before the target counts.
    """
    shaft = _shaft(viewer, target)
    near = [piece for piece, hit in zip(board.pieces, intersects(shaft, _areas(board))) if hit]
    screens = [_screen([Solid(prism.outline, prism.bottom, prism.top) for prism in volume(piece)]) for piece in near]
    found = []
    for piece, (through, over) in zip(near, _stopped(board, bodies, viewer, target, transparent, screens)):
        if through is Portion.NONE and not over:
            continue
        inside = centre_line_inside(piece, viewer, target)
        start = base_edge(viewer, target)
        length = past = 0.0
        for enters, leaves in inside:
            length += leaves - enters
            past += max(0.0, leaves - max(enters, start))
        first = inside[0][0] / INCH if inside else None
        found.append(Crossing(piece.id, through, over, first, length / INCH, past / INCH))
    return tuple(found)


def gaps_crossed(
    board: Board,
    bodies: Sequence[Body],
    viewer: Body,
    target: Body,
    gap: float,
    *,
    transparent: Collection[str] = (),
) -> tuple[Gap, ...]:
    """The groups of bodies that lines of sight pass between, in order of their labels.

    Neighbours are bodies of one group no more than `gap` inches apart in the plan. Between them stands the hull round
    both, up to the lower of the two: a line enters it exactly when it crosses the segment between the two or one of
    them. Viewer, target, what is `transparent` and bodies without a group have no gaps.
    """
    away = {viewer.id, target.id, *transparent}
    groups: dict[str, list[Body]] = {}
    for body in bodies:
        if body.group and body.id not in away:
            groups.setdefault(body.group, []).append(body)
    shaft, names, pairs = _shaft(viewer, target), [], []
    for group in sorted(groups):
        between = [pair for pair in links(groups[group], gap) if shaft.intersects(_between(*pair))]
        if between:
            names.append(group)
            pairs.append(between)
    screens = [_screen([curtain(*pair) for pair in between]) for between in pairs]
    found = []
    stopped = _stopped(board, bodies, viewer, target, transparent, screens)
    for group, between, (through, over) in zip(names, pairs, stopped):
        if through is not Portion.NONE or over:
            found.append(Gap(group, tuple(sorted({body.id for pair in between for body in pair})), through, over))
    return tuple(found)


def _stopped(
    board: Board,
    bodies: Sequence[Body],
    viewer: Body,
    target: Body,
    transparent: Collection[str],
    screens: Sequence[Screen],
) -> list[tuple[Portion, bool]]:
    """How many of the lines of sight each screen stops, and whether any of the others pass above it."""
    if not screens:
        return []
    base, spans = scene_with(board, (target,), tuple(bodies))
    blocking = len(board.pieces) + len(bodies)
    mask, also = masks(base, (viewer,), (target,), (frozenset(transparent),), (), blocking)
    columns = [screen.solids for screen in screens] + [screen.air for screen in screens]
    scene = extended(base, columns)
    extra = np.ones((1, len(scene.owner) - len(base.owner)), np.bool_)
    skip, also_skip = np.concatenate([mask, extra], axis=1), np.concatenate([also, ~extra], axis=1)
    eye = np.array([eye_of(viewer)])
    if not View(scene, eye, spans, skip, also_skip).visible:
        skip[:] = True
    first = len(base.spans)
    return [
        _stops(scene, eye, spans, skip, also_skip, first + i, first + len(screens) + i) for i in range(len(screens))
    ]


def _stops(
    scene: Scene, eye: Floats, spans: Ints, skip: Bools, also_skip: Bools, screen: int, air: int
) -> tuple[Portion, bool]:
    """How many lines the column `screen` stops, and whether the column `air` stops any of the others."""
    open_skip = skip.copy()
    open_skip[0, slice(*scene.spans[screen])] = False
    view = View(scene, eye, spans, open_skip, also_skip)
    if view.outcome == HIDDEN:
        return Portion.EVERY, False
    some = bool((view.marks[slice(*scene.spans[screen])] & CUTS_VIEW).any())
    open_skip[0, slice(*scene.spans[air])] = False
    view = View(scene, eye, spans, open_skip, also_skip)
    over = bool((view.marks[slice(*scene.spans[air])] & CUTS_VIEW).any())
    return (Portion.SOME if some else Portion.NONE), over


def _screen(solids: Sequence[Solid]) -> Screen:
    """Solids as a screen; what has no height stops nothing, but there is air above it."""
    tall = tuple(solid for solid in solids if solid.top > solid.bottom)
    return Screen(tall, tuple(solid._replace(bottom=solid.top, top=solid.top + ABOVE_ALL) for solid in solids))


@lru_cache(maxsize=64)
def _areas(board: Board) -> list[Polygon]:
    return [area(piece) for piece in board.pieces]


def _shaft(viewer: Body, target: Body) -> Polygon:
    """The ground under all lines from an eye to a body, and a little more."""
    x, y, _ = viewer.eye_point
    return MultiPolygon([Polygon([(x, y), (x + 0.01, y), (x, y + 0.01)]), target.trunk]).convex_hull.buffer(0.01)


def _between(a: Body, b: Body) -> Polygon:
    """The ground between two bodies, and theirs."""
    ring = convex_hull([spot for body in (a, b) for spot in _corners(body)])
    return Polygon([(x / INCH, y / INCH) for x, y in ring])


def curtain(a: Body, b: Body) -> Solid:
    """The hull round two bodies, from the lower of their feet up to the lower of their tops."""
    ring = convex_hull([spot for body in (a, b) for spot in _corners(body)])
    tops = a.pose.z + a.height, b.pose.z + b.height
    return Solid(ring, min(a.pose.z, b.pose.z), min(tops))


def _corners(body: Body) -> list[Spot]:
    """The corners of what is seen of a body, on the table."""
    pose = body.pose
    return [(x + pose.x, y + pose.y) for part in convex_parts(body.torso or body.shape, pose.facing) for x, y in part]


def centre_line_inside(piece: Piece, viewer: Body, target: Body) -> list[Interval]:
    """Where the line from an eye to the middle of a body is inside a piece's area: from and to, in order.

    Micrometres from the eye in the plan. The line ends at the middle of the body.
    """
    eye, end = eye_of(viewer), middle(target)
    dx, dy = end[0] - eye[0], end[1] - eye[1]
    length = sqrt(dx * dx + dy * dy)
    found = []
    for prism in volume(piece):
        low, high = _within(eye[2], end[2], prism.bottom, prism.top)
        start, stop = chord(eye, end, prism.outline)
        start, stop = max(low, start), min(high, stop)
        if stop > start:
            found.append((start * length, stop * length))
    return sorted(found)


def middle(body: Body) -> tuple[float, float, float]:
    return float(body.pose.x), float(body.pose.y), body.pose.z + body.height / 2


def _within(start: float, end: float, low: float, high: float) -> Interval:
    """The part of the way, from 0 to 1, on which a height that goes from `start` to `end` is from `low` to `high`."""
    if start == end:
        return (0.0, 1.0) if low <= start <= high else (1.0, 0.0)
    a, b = (low - start) / (end - start), (high - start) / (end - start)
    return max(0.0, min(a, b)), min(1.0, max(a, b))


def chord(eye: Sequence[float], end: Sequence[float], ring: Sequence[tuple[float, float]]) -> Interval:
    """The part of the way from `eye` to `end`, from 0 to 1, inside a convex counter-clockwise ring."""
    enters, leaves = 0.0, 1.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        nx, ny = by - ay, ax - bx
        gap = nx * (ax - eye[0]) + ny * (ay - eye[1])
        speed = nx * (end[0] - eye[0]) + ny * (end[1] - eye[1])
        if speed > 0:
            leaves = min(leaves, gap / speed)
        elif speed < 0:
            enters = max(enters, gap / speed)
        elif gap <= 0:
            return 1.0, 0.0
    return enters, leaves


def base_edge(viewer: Body, target: Body) -> float:
    """How far from the eye the centre line leaves the viewer's own base, in micrometres."""
    eye, end = eye_of(viewer), middle(target)
    dx, dy = end[0] - eye[0], end[1] - eye[1]
    length = sqrt(dx * dx + dy * dy)
    pose = viewer.pose
    if length == 0.0:
        return 0.0
    if isinstance(viewer.shape, Round):
        radius, ox, oy = viewer.shape.diameter / 2, pose.x - eye[0], pose.y - eye[1]
        along, aside = (ox * dx + oy * dy) / length, (ox * dy - oy * dx) / length
        return max(0.0, along + sqrt(radius * radius - aside * aside)) if abs(aside) < radius else 0.0
    edge = 0.0
    for part in convex_parts(viewer.shape, pose.facing):
        enters, leaves = chord(eye, end, [(x + pose.x, y + pose.y) for x, y in part])
        edge = max(edge, leaves * length) if leaves > enters else edge
    return edge
