"""The way of one model that falls back: straight to the edge, else the shortest way round, never doubling back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import isqrt

from shapely import Polygon, box

from battlefield.body import Body
from battlefield.measure import extent, on_table, within
from battlefield.paths import Glide, Jump, Route, centre_length, poses
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.separation import CONTACT, separation
from battlefield.shapes import outline, reach
from battlefield.sweep import Obstacle, body_obstacle, first_contact, is_clear
from battlefield.table import Board
from battlefield.units import DEGREE, inches, um, unit_vector
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import terrain
from engine.fifth.ways import Way
from engine.mechanics.flood import Flood

EDGES = ("south", "north", "west", "east")
"""The edges of the table; south is y = 0, west x = 0."""

TOWARD = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}
"""The direction of each edge."""

NEAR = 1.0
"""Inches kept from enemies."""

LINK = 2.0
"""Inches between neighbours that keep together."""

FARTHER = um(8)
"""How far beyond its roll a model may be carried to get clear of those it runs through."""

ROUTES = 2
"""How many ways to the edge are compared."""

SEARCHES = 4
"""How many ways to the edge are looked for."""

SIDESTEPS = (15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)
"""Degrees off the straight way tried when the edge cannot be reached."""

SWERVES = tuple(sign * angle for angle in range(5, 95, 5) for sign in (1, -1))
"""Degrees by which a flyer alters its direction, the least first."""


def depth(board: Board, body: Body, edge: str) -> int:
    """How far the nearest point of a base is from an edge, in micrometres."""
    low_x, low_y, high_x, high_y = extent(body)
    apart = {
        "south": low_y, "north": inches(board.depth) - high_y, "west": low_x, "east": inches(board.width) - high_x
    }  # fmt: skip
    return um(apart[edge])


def corners(way: Way) -> tuple[Pose, ...]:
    """The poses that a way leads through, its start first."""
    return poses(way.start, way.legs)


def at_height(pose: Pose, z: int) -> Pose:
    return replace(pose, z=z)


@rule("5e.morale.fall-back-off-table")
def touches_edge(board: Board, body: Body, legs: Route) -> bool:
    """Whether a base touches any edge of the table on its way, its start left out."""
    slack = um(CONTACT)
    return any(depth(board, body.at(pose), edge) <= slack for pose in poses(body.pose, legs)[1:] for edge in EDGES)


def cut(start: Pose, legs: Route, length: int) -> Route:
    """The first `length` micrometres of a way of glides."""
    done: list[Glide] = []
    at, left = start, length
    for pose in poses(start, legs)[1:]:
        dx, dy = pose.x - at.x, pose.y - at.y
        far = isqrt(dx * dx + dy * dy)
        if far >= left:
            if left > 0:
                done.append(Glide(at.x + round(dx * left / far), at.y + round(dy * left / far)))
            return tuple(done)
        done.append(Glide(pose.x, pose.y))
        at, left = pose, left - far
    return tuple(done)


@dataclass(frozen=True, slots=True)
class Field:
    """What one falling back model is up against.

    `obstacles` close its way, `ahead` are the enemies it runs through and must end clear of; all lengths micrometres.
    """

    board: Board
    body: Body
    edge: str
    distance: int
    obstacles: tuple[Obstacle, ...]
    ahead: tuple[Body, ...]
    flies: bool

    @classmethod
    def of(cls, state: State, body: Body, edge: str, distance: int, through: tuple[str, ...], flies: bool) -> Field:
        """The surroundings of a model as far as its move could take it, its own unit left out."""
        found: list[Obstacle] = list(terrain.shut(state))
        ahead = []
        side = state.side_of(body.id)
        for model in state.models.values():
            if not model.on_table or model.unit == state.models[body.id].unit:
                continue
            hostile = state.units[model.unit].side != side
            if model.unit in through:
                ahead.append(body_of(model))
            elif hostile:
                found.append(Obstacle(model.id, model.shape, model.pose, um(NEAR)))
            else:
                found.append(body_obstacle(terrain.footing(model)))
        near = tuple(o for o in found if _away(body, o) <= distance + FARTHER and _level(body, o))
        return cls(state.board, body, edge, distance, near, tuple(ahead), flies)

    @rule("5e.morale.fall-back-direction", "5e.morale.fall-back-through")
    def way(self, mates: Sequence[Body], trails: list[Route]) -> Route | None:
        """The legs of the model's fall-back move, given where its mates already are; None when it is trapped.

        `trails` are the ways round that mates found: it follows one that keeps it with them, else adds its own.
        """
        if self.flies:
            return self._flight(mates)
        whole = self._long_enough(self._straight(), mates)
        if self._is_open(whole):
            return whole
        best: tuple[Route, Route] | None = None
        for legs in chain(self._followed(trails), self._detours()):
            cut_off = self._long_enough(legs, mates)
            best = best or (cut_off, legs)
            if self._keeps_together(cut_off, mates):
                best = (cut_off, legs)
                break
        if best is None:
            return None
        trails.append(best[1])
        return best[0]

    def _followed(self, trails: Sequence[Route]) -> Iterator[Route]:
        """The ways of mates, joined at the farthest corner to which it is open."""
        for trail in trails:
            joined = (trail[n:] for n in range(len(trail) - 1, -1, -1))
            legs = next((legs for legs in joined if self._is_open(legs)), None)
            legs = None if legs is None else self._straightened(legs)
            if legs is not None and um(centre_length(self.body.pose, legs)) >= self.distance:
                yield legs

    def _straight(self) -> Route:
        """Straight on until the base is flush with the edge."""
        dx, dy = TOWARD[self.edge]
        far = max(0, depth(self.board, self.body, self.edge))
        return (Glide(self.body.pose.x + dx * far, self.body.pose.y + dy * far),)

    def _is_open(self, legs: Route) -> bool:
        return first_contact(self.body.shape, self.body.pose, legs, self.obstacles) is None

    def _keeps_together(self, legs: Route, mates: Sequence[Body]) -> bool:
        to = self.body.at(poses(self.body.pose, legs)[-1])
        return not mates or any(within(to, mate, LINK) for mate in mates)

    @rule("5e.morale.fall-back-through")
    def _long_enough(self, legs: Route, mates: Sequence[Body]) -> Route:
        """A way cut to the distance rolled, longer where it would end too close to those it ran through.

        Where a mate stands at its end already it is shorter, as little as possible.
        """

        def clear(length: int) -> bool:
            spot = self.body.at(poses(self.body.pose, cut(self.body.pose, legs, length))[-1])
            return all(_apart(spot, enemy) >= NEAR for enemy in self.ahead)

        def free(length: int) -> bool:
            spot = self.body.at(poses(self.body.pose, cut(self.body.pose, legs, length))[-1])
            return all(_apart(spot, mate) > -CONTACT for mate in mates)

        length = self.distance
        if not clear(length):
            longest = um(centre_length(self.body.pose, legs))
            length = _first(lambda n: clear(n) and free(n), length, longest, um(0.05)) or longest
        elif not free(length):
            length = -(_first(lambda n: free(-n), -length, 0, um(0.05)) or 0)
        return cut(self.body.pose, legs, length)

    @rule("5e.morale.trapped-detour")
    def _detours(self) -> Iterator[Route]:
        """Ways round what is there, to the edge, the shortest first; without one, sideways as far as the whole move.

        None ever leads farther from the edge than the model stands.
        """
        strip = self._strip()
        flood = Flood(self.body.shape, self.body.pose, self.obstacles, strip.bounds)
        goals = islice((goal for goal in self._goals() if flood.may_reach(goal) and self._fits(goal)), SEARCHES)
        routes = (self._route(goal, strip) for goal in goals)
        ways = islice((self._straightened(legs) for legs in routes if legs), ROUTES)
        found = sorted((um(centre_length(self.body.pose, legs)), n, legs) for n, legs in enumerate(ways))
        yield from (legs for _, _, legs in found)
        if found:
            return
        aside = [goal for goal in map(self._swerved, SIDESTEPS) if flood.may_reach(goal)]
        open_ways = ((Glide(goal.x, goal.y),) for goal in aside)
        yield from (legs for legs in open_ways if self._is_open(legs) and self._stays(legs))
        yield from (legs for legs in (self._route(goal, strip) for goal in aside) if legs)

    def _route(self, goal: Pose, strip: Polygon) -> Route | None:
        return find_route(self.body.shape, self.body.pose, goal, self.obstacles, strip)

    def _straightened(self, legs: Route) -> Route:
        """A way to the edge that turns straight to it at the first corner from where that is open."""
        dx, dy = TOWARD[self.edge]
        for n, pose in enumerate(poses(self.body.pose, legs)):
            far = max(0, depth(self.board, self.body.at(pose), self.edge))
            ahead = (Glide(pose.x + dx * far, pose.y + dy * far),)
            if first_contact(self.body.shape, pose, ahead, self.obstacles) is None:
                return (*legs[:n], *ahead)
        return legs

    def _fits(self, pose: Pose) -> bool:
        return is_clear(self.body.shape, pose, self.obstacles)

    def _stays(self, legs: Route) -> bool:
        """Whether a way keeps to the table."""
        return all(on_table(self.board, self.body.at(pose)) for pose in poses(self.body.pose, legs))

    def _strip(self) -> Polygon:
        """The part of the table that is no farther from the edge than the base is now."""
        low_x, low_y, high_x, high_y = extent(self.body)
        wide, deep = inches(self.board.width), inches(self.board.depth)
        return {
            "south": box(0, 0, wide, high_y + CONTACT), "north": box(0, low_y - CONTACT, wide, deep),
            "west": box(0, 0, high_x + CONTACT, deep), "east": box(low_x - CONTACT, 0, wide, deep),
        }[self.edge]  # fmt: skip

    def _goals(self) -> list[Pose]:
        """Spots flush with the edge: straight ahead and just past either side of what is near, the nearest first."""
        (leg,) = self._straight()
        assert isinstance(leg, Glide)
        along_x = self.edge in ("south", "north")
        own = um(reach(self.body.shape))
        limit = self.board.width if along_x else self.board.depth
        start = leg.x if along_x else leg.y
        offsets = [start]
        for obstacle in self.obstacles:
            low_x, low_y, high_x, high_y = outline(obstacle.shape, obstacle.pose).bounds
            low, high = (low_x, high_x) if along_x else (low_y, high_y)
            beside = own + obstacle.clearance + 4
            offsets += (um(low) - beside, um(high) + beside)
        inside = [o for o in dict.fromkeys(offsets) if own <= o <= limit - own]
        inside.sort(key=lambda o: (abs(o - start), o))
        return [replace(self.body.pose, x=o if along_x else leg.x, y=leg.y if along_x else o) for o in inside]

    def _swerved(self, angle: int) -> Pose:
        """The spot at the distance rolled, some degrees off the straight way."""
        ahead = {"east": 0, "north": 90, "west": 180, "south": 270}[self.edge]
        dx, dy = unit_vector((ahead + angle) * DEGREE)
        pose = self.body.pose
        return replace(pose, x=pose.x + round(dx * self.distance), y=pose.y + round(dy * self.distance))

    def _flight(self, mates: Sequence[Body]) -> Route | None:
        """Over everything, straight or swerving as little as possible from where another model or solid ground is."""
        blocked = (*self.obstacles, *(body_obstacle(e, NEAR) for e in self.ahead), *(body_obstacle(m) for m in mates))
        for angle in (0, *SWERVES):
            to = self._swerved(angle)
            if depth(self.board, self.body, self.edge) <= self.distance and angle == 0:
                return self._straight()
            if first_contact(self.body.shape, self.body.pose, (Jump(to),), blocked) is None:
                return (Glide(to.x, to.y),)
        return None


def _away(body: Body, obstacle: Obstacle) -> int:
    dx, dy = body.pose.x - obstacle.pose.x, body.pose.y - obstacle.pose.y
    around = um(reach(body.shape) + reach(obstacle.shape)) + obstacle.clearance
    return isqrt(dx * dx + dy * dy) - around


def _level(body: Body, obstacle: Obstacle) -> bool:
    """Whether an obstacle stands somewhere between a body's foot and its head."""
    low, high = body.pose.z, body.pose.z + body.height
    return (obstacle.bottom is None or obstacle.bottom < high) and (obstacle.top is None or obstacle.top > low)


def _apart(one: Body, other: Body) -> float:
    return separation(one.shape, one.pose, other.shape, other.pose)


def _first(holds: Callable[[int], bool], low: int, high: int, step: int) -> int | None:
    """The first length from `low` up for which something holds, to the micrometre; None when there is none."""
    before = low
    while before < high:
        after = min(before + step, high)
        if holds(after):
            while after - before > 1:
                middle = (before + after) // 2
                before, after = (before, middle) if holds(middle) else (middle, after)
            return after
        before = after
    return None
