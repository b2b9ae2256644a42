"""Finding a way round obstacles: straight if that is clear, else from corner to corner of what stands in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import inf, isqrt, sqrt
from typing import TypeAlias

from shapely import LineString, Point, box
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry
from shapely.prepared import PreparedGeometry, prep

from battlefield.convex import Spot
from battlefield.paths import Climb, Glide, Leg, Route, Turn, end
from battlefield.pose import Pose
from battlefield.separation import CONTACT, SLACK, Difference, differences, parts
from battlefield.shapes import Round, Shape, reach
from battlefield.sweep import Field, Obstacle, first_contact, is_clear, level
from battlefield.units import INCH, inches

LEGS_TRIED = 1500
"""How many straight legs a search may look at before it gives up."""

BESIDE = 2
"""Micrometres that corners of a way keep beyond the clearance, so that rounding never brings them closer."""

ROUNDING = 2 * LEGS_TRIED
"""Micrometres by which a way of many legs may seem shorter than it is."""

Direction: TypeAlias = tuple[float, float]


def find_route(
    shape: Shape,
    start: Pose,
    goal: Pose,
    obstacles: Sequence[Obstacle],
    region: BaseGeometry | None = None,
    limit: float = inf,
    height: int | None = None,
) -> Route | None:
    """Legs from one pose to another that meet no obstacle, or None when none were found.

    `region` (inches) is ground the whole base must stay on; one that starts off it may come onto it, and corners of the
    region itself are not gone round. `limit` is the greatest length of the centre's way in inches. Turns and climbs are
    made all at the start or all at the end. The way is the shortest over the corners of octagons round discs and of
    outlines drawn round polygons, hence at most about a twentieth longer than the shortest there is. The same question
    always gets the same answer, and the work is bounded: None may also mean that the search was given up.

    >>> find_route(Round(INCH), Pose.at(0, 0), Pose.at(5, 0), [])
    (Glide(x=127000, y=0),)
    """
    if not is_clear(shape, goal, obstacles, height=height):
        return None
    for first, last in _orders(start, goal):
        ready = end(start, first)
        way = _search(shape, ready, (goal.x, goal.y), obstacles, region, limit, height)
        if way is None:
            continue
        route = (*first, *(Glide(x, y) for x, y in way), *last)
        if first_contact(shape, start, route, obstacles, height=height) is None:
            return route
    return None


def _orders(start: Pose, goal: Pose) -> list[tuple[Route, Route]]:
    """What to do before and what after the glides: turning and climbing, each at one end."""
    turn: list[Leg] = [Turn(goal.facing)] if goal.facing != start.facing else []
    climb: list[Leg] = [Climb(goal.z)] if goal.z != start.z else []
    found: list[tuple[Route, Route]] = []
    for turn_first in (False, True):
        for climb_first in (False, True):
            before = (turn if turn_first else []) + (climb if climb_first else [])
            behind = (climb if not climb_first else []) + (turn if not turn_first else [])
            order = (tuple(before), tuple(behind))
            if order not in found:
                found.append(order)
    return found


class _Graph:
    """The corners known so far and the legs still to be looked at, shortest way to the goal first."""

    def __init__(self, start: Spot, goal: Spot, limit: float) -> None:
        self.nodes: list[Spot] = [start, goal]
        self.known = {start: 0, goal: 1}
        self.reached: dict[int, tuple[int, int]] = {0: (0, 0)}
        self.limit = limit
        self.heap: list[tuple[int, int, int, int]] = []
        self.offer(0, 1)

    def offer(self, here: int, there: int) -> None:
        """Put a leg on the heap unless the way over it is too long."""
        length = self.reached[here][0] + _length(self.nodes[here], self.nodes[there])
        whole = length + _length(self.nodes[there], self.nodes[1])
        if whole <= self.limit:
            heappush(self.heap, (whole, length, there, here))

    def in_time(self, corner: Spot) -> bool:
        """Whether a way over a corner could be short enough at all."""
        start, goal = self.nodes[:2]
        return _length(start, corner) + _length(corner, goal) <= self.limit + ROUNDING

    def add(self, corners: Iterable[Spot]) -> None:
        """Learn new corners, with legs to them from everything reached."""
        for corner in corners:
            if corner not in self.known:
                self.known[corner] = len(self.nodes)
                self.nodes.append(corner)
                for here in self.reached:
                    self.offer(here, self.known[corner])

    def reach(self, node: int, length: int, source: int) -> None:
        """Note the shortest way to a corner, and offer the legs onward."""
        self.reached[node] = (length, source)
        for there in range(1, len(self.nodes)):
            if there not in self.reached:
                self.offer(node, there)

    def way(self) -> list[Spot]:
        """The corners from the start, which is left out, to the goal."""
        found, node = [], 1
        while node:
            found.append(self.nodes[node])
            node = self.reached[node][1]
        return found[::-1]


def _search(
    shape: Shape,
    start: Pose,
    goal: Spot,
    obstacles: Sequence[Obstacle],
    region: BaseGeometry | None,
    limit: float,
    height: int | None,
) -> list[Spot] | None:
    """The corners of a clear way for the centre. Obstacles give their corners only once they have been met."""
    if (start.x, start.y) == goal:
        return []
    ground = _ground(shape, start.facing, region) if region is not None else None
    beside = obstacles if height is None else level(obstacles, start.z, start.z + height)
    near = _between(shape, start, goal, beside, limit)
    graph = _Graph((start.x, start.y), goal, limit * INCH + SLACK)
    met: set[str] = set()
    field = Field(shape, start.facing, near)
    outside = field.is_clear((start.x, start.y))
    for _ in range(LEGS_TRIED):
        while graph.heap and graph.heap[0][2] in graph.reached:
            heappop(graph.heap)
        if not graph.heap:
            return None
        _, length, there, here = heappop(graph.heap)
        (x, y), to = graph.nodes[here], graph.nodes[there]
        if ground is not None and not ground.keeps((x, y), to, here == 0):
            continue
        contact = field.first_met((x, y), to)
        if contact is None:
            graph.reach(there, length, here)
            if there == 1:
                return graph.way()
        elif contact not in met:
            met.add(contact)
            corners = (c for o in near if o.id == contact for c in _corners(shape, start.facing, o))
            corners = (c for c in corners if graph.in_time(c) and (ground is None or ground.holds(c)))
            # coming from where it is clear, no way leads over a corner where the base may not stand
            graph.add(c for c in corners if not outside or field.is_clear(c))
    return None


def _length(a: Spot, b: Spot) -> int:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return isqrt(dx * dx + dy * dy)


def _between(shape: Shape, start: Pose, goal: Spot, obstacles: Sequence[Obstacle], limit: float) -> Sequence[Obstacle]:
    """The obstacles that a way no longer than the limit could come near."""
    if limit == inf:
        return obstacles
    found: list[Obstacle] = []
    own = reach(shape) * INCH
    for obstacle in obstacles:
        centre, around = (obstacle.pose.x, obstacle.pose.y), own + reach(obstacle.shape) * INCH + obstacle.clearance
        if _length((start.x, start.y), centre) + _length(centre, goal) - 2 * around <= limit * INCH + SLACK:
            found.append(obstacle)
    return found


class _Ground:
    """Where the centre may be so that the whole base is on a region."""

    def __init__(self, inner: BaseGeometry) -> None:
        self._inner = inner
        self._prepared: PreparedGeometry[BaseGeometry] = prep(inner)
        self._box = inner.bounds if not inner.is_empty and inner.equals(box(*inner.bounds)) else None

    def holds(self, spot: Spot) -> bool:
        """Whether a spot is on the ground: no leg may end anywhere else."""
        x, y = inches(spot[0]), inches(spot[1])
        if self._box is None:
            return bool(self._prepared.covers(Point(x, y)))
        return self._box[0] <= x <= self._box[2] and self._box[1] <= y <= self._box[3]

    def keeps(self, here: Spot, there: Spot, first: bool) -> bool:
        """Whether a leg keeps to the ground; the first leg of all may come from outside."""
        if self._box is not None:
            return self.holds(there) and (first or self.holds(here))
        if first and not self.holds(here):
            return self.holds(there)
        ends = [(inches(x), inches(y)) for x, y in (here, there)]
        return bool(self._prepared.covers(LineString(ends)))


@lru_cache(maxsize=256)
def _ground(shape: Shape, facing: int, region: BaseGeometry) -> _Ground:
    """Where the centre may be so that the whole base is on the region; never too much, exact for discs or if convex."""
    inner: BaseGeometry = region
    if isinstance(shape, Round):
        inner = region.buffer(CONTACT - inches(shape.diameter) / 2, join_style="mitre")
    elif region.convex_hull.area - region.area > CONTACT * CONTACT:
        inner = region.buffer(CONTACT - reach(shape))
    else:
        for part in parts(shape, facing):
            for x, y in part.ring:
                inner = inner.intersection(translate(region, -x / INCH, -y / INCH))
        inner = inner.buffer(CONTACT, join_style="mitre")
    return _Ground(inner)


def _corners(shape: Shape, facing: int, obstacle: Obstacle) -> list[Spot]:
    """Where a way for the centre may bend round an obstacle."""
    at = obstacle.pose
    ring = _ring_round(shape, facing, obstacle.shape, at.facing, obstacle.clearance)
    return [(round(at.x + x), round(at.y + y)) for x, y in ring]


@lru_cache(maxsize=4096)
def _ring_round(shape: Shape, facing: int, other: Shape, turned: int, clearance: int) -> list[tuple[float, float]]:
    """The corners of a way round another shape at the origin."""
    found: list[tuple[float, float]] = []
    for difference in differences(shape, facing, other, turned):
        radius = difference.radius + clearance + BESIDE
        sharp = len(difference.edges) in range(3, 13)
        found += _mitred(difference, radius) if sharp else _octagon(difference, radius)
    return found


_HALF = sqrt(0.5)
_EIGHT: tuple[Direction, ...] = (
    (1.0, 0.0), (_HALF, _HALF), (0.0, 1.0), (-_HALF, _HALF), (-1.0, 0.0), (-_HALF, -_HALF), (0.0, -1.0), (_HALF, -_HALF)
)  # fmt: skip


def _octagon(difference: Difference, radius: float) -> list[tuple[float, float]]:
    """The corners of the least octagon with level sides around a grown ring."""
    points = [(edge.x, edge.y) for edge in difference.edges] or [(difference.x, difference.y)]
    far = [max(x * dx + y * dy for x, y in points) + radius for dx, dy in _EIGHT]
    found = []
    for i, (dx, dy) in enumerate(_EIGHT):
        (ex, ey), here, there = _EIGHT[(i + 1) % 8], far[i], far[(i + 1) % 8]
        a, b = 2.0 * (here - _HALF * there), 2.0 * (there - _HALF * here)
        found.append((a * dx + b * ex, a * dy + b * ey))
    return found


def _mitred(difference: Difference, radius: float) -> list[tuple[float, float]]:
    """The corners of an outline around a grown ring, sharp corners cut so that none bends by more than 45 degrees."""
    found = []
    for i, edge in enumerate(difference.edges):
        before = difference.edges[i - 1]
        for x, y in _mitres((before.dy, -before.dx), (edge.dy, -edge.dx)):
            found.append((edge.x + radius * x, edge.y + radius * y))
    return found


def _mitres(one: Direction, two: Direction) -> list[Direction]:
    """The corners, at distance 1 from the sides, of an outline that turns from one outward direction to another."""
    dot = one[0] * two[0] + one[1] * two[1]
    if dot > 0.7:
        return [((one[0] + two[0]) / (1.0 + dot), (one[1] + two[1]) / (1.0 + dot))]
    mx, my = one[0] + two[0], one[1] + two[1]
    size = sqrt(mx * mx + my * my)
    middle = (mx / size, my / size) if size > 1e-9 else (-one[1], one[0])
    return _mitres(one, middle) + _mitres(middle, two)
