"""Coming into contact: where a base can touch another, and ways there.

The candidates are a fixed set, so that the same question always gets the same answer: straight ahead, all round in
equal steps, and wherever the base touches both what it wants to touch and a neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from battlefield.body import Body
from battlefield.measure import on_table, within
from battlefield.paths import Route
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.separation import CONTACT, separation
from battlefield.separation import SLACK as TOUCH
from battlefield.shapes import Round, reach
from battlefield.sweep import Obstacle, body_obstacle, first_contact, is_clear
from battlefield.units import FULL_TURN, INCH, unit_vector
from engine.mechanics.moving import SLACK, Ground, straight, table_area

AROUND = 16
"""How many directions round a base are tried."""

ROUTES_TRIED = 6
"""How many clear poses a way round is looked for, when no straight way leads to any."""

WAYS_TRIED = 4
"""How many clear poses are tried where the first to which any way leads is wanted."""

_DIRECTIONS = tuple(unit_vector(FULL_TURN // AROUND * n) for n in range(AROUND))


def beside(mover: Body, other: Body, dx: float, dy: float, gap: int) -> Pose:
    """The pose at which a base is `gap` micrometres from another, seen from its centre in direction (dx, dy)."""
    if isinstance(mover.shape, Round) and isinstance(other.shape, Round):
        far = (mover.shape.diameter + other.shape.diameter) / 2 + gap + 1
        return _along(mover, other, dx, dy, far)
    low, high = 0.0, (mover.reach + other.reach) * INCH + gap + 1
    for _ in range(24):
        middle = (low + high) / 2
        apart = separation(mover.shape, _along(mover, other, dx, dy, middle), other.shape, other.pose)
        low, high = (middle, high) if apart * INCH < gap else (low, middle)
    return _along(mover, other, dx, dy, high)


def _along(mover: Body, other: Body, dx: float, dy: float, far: float) -> Pose:
    return Pose(round(other.pose.x + dx * far), round(other.pose.y + dy * far), mover.pose.z, mover.pose.facing)


def toward(mover: Body, other: Body, gap: int = 0) -> Pose:
    """The pose nearest to a mover at which it is `gap` micrometres from another, straight ahead."""
    dx, dy = float(mover.pose.x - other.pose.x), float(mover.pose.y - other.pose.y)
    length = sqrt(dx * dx + dy * dy)
    return beside(mover, other, dx / length, dy / length, gap) if length else mover.pose


def contact_poses(mover: Body, other: Body, neighbours: Sequence[Body]) -> tuple[Pose, ...]:
    """Poses at which a base touches another, the nearest to where it stands first."""
    found = [toward(mover, other)]
    found += (beside(mover, other, dx, dy, 0) for dx, dy in _DIRECTIONS)
    for neighbour in neighbours:
        found += _tangent(mover, other, neighbour)
    return nearest_first(mover, found)


def nearest_first(mover: Body, poses: Iterable[Pose]) -> tuple[Pose, ...]:
    """Distinct poses, the nearest to a mover first, equals by their coordinates."""
    return tuple(sorted(dict.fromkeys(poses), key=lambda p: (squared(mover.pose, p), p)))


def squared(one: Pose, other: Pose) -> int:
    """The square of the distance of two poses in the plan."""
    dx, dy = one.x - other.x, one.y - other.y
    return dx * dx + dy * dy


def _tangent(mover: Body, one: Body, other: Body) -> Iterator[Pose]:
    """The poses at which a disc touches two discs."""
    shapes = (mover.shape, one.shape, other.shape)
    if one.id == other.id or not all(isinstance(s, Round) for s in shapes):
        return
    own, first, second = (s.diameter / 2 for s in shapes if isinstance(s, Round))
    r1, r2 = own + first + 1, own + second + 1
    dx, dy = float(other.pose.x - one.pose.x), float(other.pose.y - one.pose.y)
    apart = dx * dx + dy * dy
    if apart == 0.0 or apart > (r1 + r2) * (r1 + r2):
        return
    length = sqrt(apart)
    along = (apart + r1 * r1 - r2 * r2) / (2 * length)
    across = sqrt(max(0.0, r1 * r1 - along * along))
    for side in (across, -across):
        x = one.pose.x + (dx * along - dy * side) / length
        y = one.pose.y + (dy * along + dx * side) / length
        yield Pose(round(x), round(y), mover.pose.z, mover.pose.facing)


def close_to(mover: Body, others: Sequence[Body], distance: float) -> Callable[[Pose], bool]:
    """Says of poses of a mover whether it is within a distance in inches of any of some bodies; quick for discs."""
    discs: list[tuple[int, int, float]] = []
    rest: list[Body] = []
    for other in others:
        if isinstance(mover.shape, Round) and isinstance(other.shape, Round):
            far = (mover.shape.diameter + other.shape.diameter) / 2 + (distance + CONTACT) * INCH
            discs.append((other.pose.x, other.pose.y, far * far))
        else:
            rest.append(other)

    def close(pose: Pose) -> bool:
        for x, y, far in discs:
            if (pose.x - x) * (pose.x - x) + (pose.y - y) * (pose.y - y) <= far:
                return True
        return any(within(mover.at(pose), other, distance) for other in rest)

    return close


@dataclass(frozen=True, slots=True)
class Scene:
    """One model about to move: its `ground`, and where its mates stand now."""

    ground: Ground
    at: Mapping[str, Body]
    mover: Body

    @property
    def limit(self) -> float:
        """How far it may move, in micrometres, rounding included."""
        return self.ground.allowance.get(self.mover.id, 0) + SLACK

    def obstacles(self) -> tuple[Obstacle, ...]:
        """Everything in its way that it could meet at all."""
        mates = (body_obstacle(b) for b in (*self.at.values(), *self.ground.stays) if b.id != self.mover.id)
        return tuple(o for o in (*self.ground.obstacles, *mates) if self._could_meet(o))

    def _could_meet(self, obstacle: Obstacle) -> bool:
        far = self.limit + obstacle.clearance + (self.mover.reach + reach(obstacle.shape)) * INCH + INCH
        return squared(self.mover.pose, obstacle.pose) <= far * far

    def first_way(self, poses: Sequence[Pose]) -> tuple[Pose, Route] | None:
        """The first of the poses to which a straight way leads, else the first with a way round, and that way."""
        obstacles = self.obstacles()
        free = self.free(poses, obstacles)
        for pose in free:
            legs = straight(self.mover.pose, pose)
            if first_contact(self.mover.shape, self.mover.pose, legs, obstacles) is None and self._affordable(legs):
                return pose, legs
        for pose in free[:ROUTES_TRIED]:
            if (way := self.way_round(pose, obstacles)) is not None:
                return pose, way
        return None

    def best_way(self, poses: Sequence[Pose]) -> tuple[Pose, Route] | None:
        """The first of the poses to which any way leads, straight or round; only the first few are tried."""
        obstacles = self.obstacles()
        for pose in self.free(poses, obstacles)[:WAYS_TRIED]:
            legs: Route | None = straight(self.mover.pose, pose)
            if first_contact(self.mover.shape, self.mover.pose, legs or (), obstacles) is not None:
                legs = self.way_round(pose, obstacles)
            if legs is not None and self._affordable(legs):
                return pose, legs
        return None

    def way_round(self, pose: Pose, obstacles: Sequence[Obstacle]) -> Route | None:
        """A way to a pose round what is there, within the allowance."""
        area = table_area(self.ground.board)
        legs = find_route(self.mover.shape, self.mover.pose, pose, obstacles, area, self.limit / INCH)
        return legs if legs is not None and self._affordable(legs) else None

    def _affordable(self, legs: Route) -> bool:
        return self.ground.cost(self.mover, legs) <= self.limit

    def free(self, poses: Sequence[Pose], beside: Sequence[Obstacle] | None = None) -> list[Pose]:
        """The poses within the allowance at which the model may stand, in their order."""
        shape, far, radius = self.mover.shape, self.limit * self.limit, self.mover.reach * INCH
        discs, others = [], []
        for o in self.obstacles() if beside is None else beside:
            if isinstance(shape, Round) and isinstance(o.shape, Round):
                least = radius + o.shape.diameter / 2 + o.clearance - TOUCH
                discs.append((o.pose.x, o.pose.y, least * least))
            else:
                others.append(o)
        found = []
        for pose in poses:
            x, y = pose.x, pose.y
            if squared(self.mover.pose, pose) > far:
                continue
            if any((x - ox) * (x - ox) + (y - oy) * (y - oy) < least for ox, oy, least in discs):
                continue
            if on_table(self.ground.board, self.mover.at(pose)) and is_clear(shape, pose, others):
                found.append(pose)
        return found

    def onward(self, aim: Pose) -> Pose:
        """How far it comes going straight toward a pose, until its allowance or something ends its way."""
        to = self.ground.toward(self.mover, aim)
        met = first_contact(self.mover.shape, self.mover.pose, straight(self.mover.pose, to), self.obstacles())
        if met is None:
            return to
        far, dx, dy = int(met.along * INCH) - 2, to.x - self.mover.pose.x, to.y - self.mover.pose.y
        length = sqrt(dx * dx + dy * dy)
        if far <= 0 or length == 0.0:
            return self.mover.pose
        x, y = self.mover.pose.x + int(dx / length * far), self.mover.pose.y + int(dy / length * far)
        return Pose(x, y, self.mover.pose.z, self.mover.pose.facing)


def around(mover: Body, other: Body, gaps: Sequence[int]) -> tuple[Pose, ...]:
    """Poses at the given gaps (micrometres) from another base, straight ahead and all round, nearest first."""
    found = [toward(mover, other, gap) for gap in gaps]
    found += (beside(mover, other, dx, dy, gap) for gap in gaps for dx, dy in _DIRECTIONS)
    return nearest_first(mover, found)
