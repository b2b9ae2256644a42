"""Where a model can stand: pushed out of what it would overlap, and drawn to what it nearly touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.separation import CONTACT, separation
from battlefield.table import Board, pieces_in
from battlefield.terrain import area, polygon, solids
from battlefield.units import inches
from scenarios.placing import Standing, check_standing
from scenarios.problems import Report

Spot = tuple[float, float]

SNAP = 0.15
"""How near, in inches, a base is drawn into contact."""

FARTHEST = 4.0
"""How far, in inches, a base is pushed out of what it overlaps."""

HALVINGS = 20

ROUNDING = CONTACT / 2
"""How far a base keeps from where it just fits: places are kept to a ten-thousandth of an inch."""


def fits(board: Board, others: tuple[Body, ...], body: Body) -> bool:
    """Whether a file with this body among the others would be taken."""
    report = Report("")
    check_standing(board, [Standing(body, "", 0)], report)
    return not report and not any(_overlap(body, other) for other in others)


def _overlap(body: Body, other: Body) -> bool:
    if body.bottom >= other.top - CONTACT or other.bottom >= body.top - CONTACT:
        return False
    return separation(body.shape, body.pose, other.shape, other.pose) < -CONTACT


def stand(
    board: Board, others: tuple[Body, ...], wanted: Spot, last: Spot | None, make: Callable[[Spot], Body],
    snap: bool = True,
) -> Spot:  # fmt: skip
    """The spot nearest to the wanted one where a model fits: there, or beside what it would overlap, or as far from
    `last` as it gets; with `snap`, in contact with what it nearly touches. The wanted spot where nothing fits.

    `make` is the model at a spot, at the height it stands there.
    """

    here = make(wanted)
    range_of = here.reach + FARTHEST + (_far(wanted, last) if last is not None else 0.0)
    others = tuple(other for other in others if _far(other.pose.xy, wanted) <= range_of + other.reach)

    def good(spot: Spot) -> bool:
        return fits(board, others, make(spot))

    if not good(wanted):
        beside = [spot for away in _ways_out(board, others, here) if (spot := _out(wanted, away, good))]
        if beside:
            return min(beside, key=lambda spot: _far(spot, wanted))
        return _towards(last, wanted, good) if last is not None and good(last) else wanted
    if not snap:
        return wanted
    return _drawn(board, others, wanted, here, good)


def _far(one: Spot, other: Spot) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _ways_out(board: Board, others: tuple[Body, ...], body: Body) -> list[Spot]:
    """Directions, each of length 1, that lead out of what a body overlaps."""
    here, ways = Point(body.pose.xy), []
    for ground in _around(board, others, body, 0.0):
        edge = nearest_points(ground.boundary, here)[0]
        dx, dy = here.x - edge.x, here.y - edge.y
        if ground.contains(here):
            dx, dy = -dx, -dy
        if (long := (dx * dx + dy * dy) ** 0.5) < 1e-9:
            dx, dy = here.x - ground.centroid.x, here.y - ground.centroid.y
            long = (dx * dx + dy * dy) ** 0.5 or 1.0
        ways.append((dx / long, dy / long))
    width, depth = inches(board.width), inches(board.depth)
    if here.x - body.reach < 0 or here.x + body.reach > width:
        ways.append((1.0 if here.x < width / 2 else -1.0, 0.0))
    if here.y - body.reach < 0 or here.y + body.reach > depth:
        ways.append((0.0, 1.0 if here.y < depth / 2 else -1.0))
    if len(ways) > 1:
        x, y = sum(way[0] for way in ways), sum(way[1] for way in ways)
        if long := (x * x + y * y) ** 0.5:
            ways.append((x / long, y / long))
    return ways


def _around(board: Board, others: tuple[Body, ...], body: Body, margin: float) -> list[BaseGeometry]:
    """The grounds of bodies and of solid terrain within `margin` inches of a body, at its height."""
    x0, y0, x1, y1 = body.base.bounds
    found: list[BaseGeometry] = [
        other.base
        for other in others
        if _far(other.pose.xy, body.pose.xy) <= other.reach + body.reach + margin
        and body.bottom < other.top - CONTACT and other.bottom < body.top - CONTACT
        and float(other.base.distance(body.base)) <= margin
    ]  # fmt: skip
    for piece in pieces_in(board, (x0, y0, x1, y1), margin):
        if "impassable" in piece.traits and inches(piece.top) > body.bottom + CONTACT:
            found.append(area(piece))
        for solid in solids(piece):
            if inches(solid.top) > body.bottom + CONTACT and inches(solid.bottom) < body.top - CONTACT:
                found.append(polygon(solid.outline))
    return [ground for ground in found if float(ground.distance(body.base)) <= margin]


def _out(start: Spot, way: Spot, good: Callable[[Spot], bool]) -> Spot | None:
    """The first spot from `start` on where it is good; None when there is none near."""

    def at(far: float) -> Spot:
        return start[0] + way[0] * far, start[1] + way[1] * far

    high = next((far for far in (0.1, 0.25, 0.5, 1.0, 2.0, FARTHEST) if good(at(far))), None)
    if high is None:
        return None
    low = 0.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if good(at(middle)) else (middle, high)
    return at(high + ROUNDING)


def _towards(last: Spot, wanted: Spot, good: Callable[[Spot], bool]) -> Spot:
    """As far from a good spot towards the wanted one as it goes."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        spot = last[0] + (wanted[0] - last[0]) * middle, last[1] + (wanted[1] - last[1]) * middle
        low, high = (middle, high) if good(spot) else (low, middle)
    low = max(0.0, low - ROUNDING / (_far(last, wanted) or 1.0))
    return last[0] + (wanted[0] - last[0]) * low, last[1] + (wanted[1] - last[1]) * low


def _drawn(
    board: Board, others: tuple[Body, ...], wanted: Spot, body: Body, good: Callable[[Spot], bool]
) -> Spot:  # fmt: skip
    """The spot in contact with the nearest thing within `SNAP`, the wanted one when there is none."""
    near = [(float(ground.distance(body.base)), ground) for ground in _around(board, others, body, SNAP)]
    apart = [pair for pair in near if pair[0] > 1e-6]
    if not apart:
        return wanted
    gap, ground = min(apart, key=lambda pair: pair[0])
    theirs, ours = nearest_points(ground, body.base)
    dx, dy = (theirs.x - ours.x) / gap, (theirs.y - ours.y) / gap
    to = wanted[0] + dx * gap, wanted[1] + dy * gap
    return to if good(to) else _towards(wanted, to, good)


def at_spot(body: Body, spot: Spot, z: float) -> Body:
    """A body at a spot, its underside `z` inches up."""
    return replace(body, pose=Pose.at(spot[0], spot[1], z, body.pose.heading))
