"""Coming into contact: where a base can touch another, and ways there.

The candidates are a fixed set, so that the same question always gets the same answer: straight ahead, all round in
equal steps, and wherever the base touches both what it wants to touch and a neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import sqrt

import numpy as np

from battlefield.body import Body
from battlefield.measure import on_table, table_area
from battlefield.paths import Route
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.separation import SLACK as TOUCH
from battlefield.shapes import Round
from battlefield.sweep import Obstacle, discs_met, first_contact, is_clear
from battlefield.units import INCH, um
from engine.mechanics.flood import Flood
from engine.mechanics.moving import SLACK, Ground, straight
from engine.mechanics.nearby import Nearby
from engine.mechanics.spots import (
    Crowd,
    Floats,
    Spots,
    all_on_table,
    around,
    each,
    in_reach,
    nearest_first,
    spots_of,
    tangent,
    too_close,
)  # fmt: skip

ROUTES_TRIED = 6
"""How many clear poses a way round is looked for, when no straight way leads to any."""

WAYS_TRIED = 4
"""How many clear poses are tried where the first to which any way leads is wanted."""

FINE = um(0.25)
"""The cells in which it is looked whether there may be a way round at all, in micrometres."""


def contact_spots(mover: Body, foes: Sequence[Body], crowd: Crowd, limit: float) -> Spots:
    """Where a base touches one of some others, the nearest to where it stands first, within a limit in micrometres."""
    found = np.concatenate((around(mover, foes, (0,)), tangent(mover, foes, crowd)))
    return nearest_first(mover, in_reach(mover, found, limit))


def squared(one: Pose, other: Pose) -> int:
    """The square of the distance of two poses in the plan."""
    dx, dy = one.x - other.x, one.y - other.y
    return dx * dx + dy * dy


@dataclass(frozen=True)
class Scene:
    """One model about to move over its `ground`, with everything where `nearby` says."""

    ground: Ground
    nearby: Nearby
    mover: Body
    _floods: list[Flood | None] = field(default_factory=list, repr=False)
    _fitting: dict[Pose, bool] = field(default_factory=dict, repr=False)

    @cached_property
    def limit(self) -> float:
        """How far it may move, in micrometres, rounding included."""
        return self.ground.allowance.get(self.mover.id, 0) + SLACK

    @cached_property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """Everything in its way that it could meet at all."""
        mover = self.mover
        return tuple(self.nearby.reachable(mover.id, mover.shape, mover.pose, int(self.limit)))

    @cached_property
    def _discs(self) -> tuple[Spots, Floats]:
        """Where the discs in its way are, and how near its centre may come to their middles; none for other bases."""
        rounds = [(o, o.shape.diameter) for o in self.obstacles if isinstance(o.shape, Round)]
        if not isinstance(self.mover.shape, Round):
            return spots_of(()), np.zeros(0)
        own = self.mover.shape.diameter / 2
        least = np.array([own + diameter / 2 + o.clearance for o, diameter in rounds], dtype=np.float64)
        return spots_of((o.pose.x, o.pose.y) for o, _ in rounds), least

    @cached_property
    def _rest(self) -> tuple[Obstacle, ...]:
        """What is in its way and has to be looked at one by one."""
        if not isinstance(self.mover.shape, Round):
            return self.obstacles
        return tuple(o for o in self.obstacles if not isinstance(o.shape, Round))

    def first_way(self, spots: Spots) -> tuple[Pose, Route] | None:
        """The first of the spots to which a straight way leads, else the first with a way round, and that way."""
        room = self._room(spots)
        met = self._met(room)
        for n, pose in enumerate(each(self.mover, room)):
            if not met[n] and self._fits(pose) and (legs := self._straight(pose, self._rest)) is not None:
                return pose, legs
        for pose in islice(filter(self._fits, each(self.mover, room)), ROUTES_TRIED):
            if (way := self.way_round(pose)) is not None:
                return pose, way
        return None

    def best_way(self, spots: Spots) -> tuple[Pose, Route] | None:
        """The first of the spots to which any way leads, straight or round; only the first few are tried."""
        free = self.free(spots)[:WAYS_TRIED]
        met = self._met(free)
        for n, pose in enumerate(each(self.mover, free)):
            legs = None if met[n] else self._straight(pose, self._rest)
            if legs is None:
                legs = self.way_round(pose)
            if legs is not None:
                return pose, legs
        return None

    def way_to(self, pose: Pose) -> tuple[Pose, Route] | None:
        """A way to one pose, whichever way it faces: straight if that is clear, else round."""
        mover = self.mover
        near = squared(mover.pose, pose) <= self.limit * self.limit
        if not near or not on_table(self.ground.board, mover.at(pose)):
            return None
        if not is_clear(mover.shape, pose, self.obstacles):
            return None
        legs = self._straight(pose, self.obstacles)
        if legs is None:
            legs = self.way_round(pose)
        return None if legs is None else (pose, legs)

    def _met(self, spots: Spots) -> list[bool]:
        """To which spots a straight way meets a disc."""
        middles, least = self._discs
        found: list[bool] = discs_met(self.mover.pose, spots, middles, least).tolist()
        return found

    def _straight(self, pose: Pose, obstacles: Sequence[Obstacle]) -> Route | None:
        legs = straight(self.mover.pose, pose)
        if first_contact(self.mover.shape, self.mover.pose, legs, obstacles) is not None:
            return None
        return legs if self._affordable(legs) else None

    def way_round(self, pose: Pose) -> Route | None:
        """A way to a pose round what is there, within the allowance."""
        flood = self._flood
        if flood is not None and not flood.may_reach(pose):
            return None
        area, mover = table_area(self.ground.board), self.mover
        legs = find_route(mover.shape, mover.pose, pose, self.obstacles, area, self.limit / INCH)
        return legs if legs is not None and self._affordable(legs) else None

    @property
    def _flood(self) -> Flood | None:
        """Where it could get to at all, as far as a quick look can tell; None for bases that may turn on the way."""
        if not self._floods:
            mover, far = self.mover, self.limit / INCH + 0.5
            usable = isinstance(mover.shape, Round) and is_clear(mover.shape, mover.pose, self.obstacles)
            (x, y), flood = mover.pose.xy, None
            if usable:
                box = (x - far, y - far, x + far, y + far)
                flood = Flood(mover.shape, mover.pose, self.obstacles, box, FINE, int(self.limit))
            self._floods.append(flood)
        return self._floods[0]

    def _affordable(self, legs: Route) -> bool:
        return self.ground.cost(self.mover, legs) <= self.limit

    def free(self, spots: Spots) -> Spots:
        """The spots within the allowance at which the model may stand, in their order."""
        room = self._room(spots)
        fit = [self._fits(pose) for pose in each(self.mover, room)]
        return room[np.array(fit, dtype=np.bool_)]

    def _room(self, spots: Spots) -> Spots:
        """As `free`, whatever but discs may be there."""
        spots = in_reach(self.mover, spots, self.limit)
        middles, least = self._discs
        if len(least) and len(spots):
            spots = spots[~too_close(spots, middles, least - TOUCH)]
        return spots[all_on_table(self.ground.board, self.mover, spots)]

    def _fits(self, pose: Pose) -> bool:
        """Whether nothing but discs is in the way at a pose."""
        if pose not in self._fitting:
            self._fitting[pose] = not self._rest or is_clear(self.mover.shape, pose, self._rest)
        return self._fitting[pose]

    def onward(self, aim: Pose) -> Pose:
        """How far it comes going straight toward a pose, until its allowance or something ends its way."""
        to = self.ground.toward(self.mover, aim)
        met = first_contact(self.mover.shape, self.mover.pose, straight(self.mover.pose, to), self.obstacles)
        if met is None:
            return to
        far, dx, dy = int(met.along * INCH) - 2, to.x - self.mover.pose.x, to.y - self.mover.pose.y
        length = sqrt(dx * dx + dy * dy)
        if far <= 0 or length == 0.0:
            return self.mover.pose
        x, y = self.mover.pose.x + int(dx / length * far), self.mover.pose.y + int(dy / length * far)
        return Pose(x, y, self.mover.pose.z, self.mover.pose.facing)
