"""Setting models down: which poses are legal, and finding some that are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battlefield.body import Body
from battlefield.coherency import components
from battlefield.measure import on_table, wholly_within, within
from battlefield.paths import Jump
from battlefield.pose import Pose
from battlefield.shapes import Shape, reach
from battlefield.sweep import Obstacle, body_obstacle, first_contact, is_clear
from battlefield.table import Board
from battlefield.units import INCH, inches, um
from engine.core.decisions import Poses
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.core.records import Model, body_at
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import terrain

Ring: TypeAlias = tuple[tuple[int, int], ...]

LINK = 2.0
"""Inches between neighbours in a unit."""

ROOM = um(0.5)
"""Space left between bases by a suggestion."""

TRIES = 60
"""Places tried by a suggestion before it searches the whole zone."""


@dataclass(frozen=True, slots=True)
class Space:
    """Where models may be set down: inside `zone` (inches), clear of `obstacles`, as one coherent unit."""

    board: Board
    models: tuple[Model, ...]
    zone: BaseGeometry
    obstacles: tuple[Obstacle, ...]
    cause: str
    facing: int

    @classmethod
    def of(cls, state: State, unit: str, where: tuple[Ring, ...], rule_id: str) -> Space:
        """The space for a unit among everything that stands already."""
        area = unary_union([Polygon([(inches(x), inches(y)) for x, y in ring]) for ring in where])
        bodies = tuple(body_obstacle(b) for b in state.bodies() if b.group != unit)
        middle = inches(state.setup.depth) / 2
        facing = 90_000_000 if area.centroid.y < middle else 270_000_000
        return cls(state.board, state.members(unit), area, (*terrain.shut(state), *bodies), rule_id, facing)

    def refusals(self, poses: Poses) -> Refusals:
        """Why these poses are not legal: every reason, at its place."""
        bodies = self._bodies(poses)
        found: list[Refusal] = []
        for n, body in enumerate(bodies):
            if not on_table(self.board, body) or not wholly_within(body, self.zone):
                found.append(Refusal("setup.outside", self.cause, body.id, body.pose))
            others = (*self.obstacles, *(body_obstacle(o) for o in bodies[:n]))
            contact = first_contact(body.shape, body.pose, (Jump(body.pose),), others)
            if contact is not None:
                found.append(Refusal("setup.occupied", self.cause, body.id, body.pose, facts(by=contact.obstacle)))
        parts = components(bodies, LINK)
        if len(parts) > 1:
            stray = parts[-1][0]
            found.append(
                Refusal("setup.not_coherent", "5e.movement.coherency", stray.id, stray.pose, facts(link=um(LINK)))
            )
        return tuple(found)

    def _bodies(self, poses: Poses) -> tuple[Body, ...]:
        models = {m.id: m for m in self.models}
        return tuple(body_at(models[m], pose) for m, pose in poses)

    def suggest(self, stream: Stream) -> Poses:
        """A block of ranks somewhere in the zone: at a random spot if one is soon found, else the first there is."""
        low_x, low_y, high_x, high_y = self.zone.bounds
        for _ in range(TRIES):
            x = um(low_x) + stream.below(max(1, um(high_x - low_x)))
            y = um(low_y) + stream.below(max(1, um(high_y - low_y)))
            if poses := self.block(x, y):
                return poses
        for x, y in self._lattice():
            if poses := self.block(x, y):
                return poses
        return self._anywhere()

    def _lattice(self, step: int = INCH) -> Iterator[tuple[int, int]]:
        low_x, low_y, high_x, high_y = (um(v) for v in self.zone.bounds)
        for y in range(low_y, high_y + 1, step):
            for x in range(low_x, high_x + 1, step):
                yield x, y

    def block(self, x: int, y: int) -> Poses:
        """Ranks of up to ten models from (x, y) on, in micrometres; empty when that is not legal."""
        size = max(um(2 * reach(m.shape)) for m in self.models) + ROOM
        wide = min(10, len(self.models))
        poses = tuple(
            (m.id, Pose(x + (n % wide) * size, y + (n // wide) * size, 0, self.facing))
            for n, m in enumerate(self.models)
        )
        if not all(self._alone(body) for body in self._bodies(poses)):  # soon says no where there is little room
            return ()
        return () if self.refusals(poses) else poses

    def _anywhere(self) -> Poses:
        """Model after model on the nearest free spot that keeps the unit together, the whole zone searched.

        Raises LookupError when the zone is too full for the unit.
        """
        free: dict[Shape, list[Pose]] = {}
        for model in self.models:
            if model.shape not in free:
                poses = (Pose(x, y, 0, self.facing) for x, y in self._lattice(INCH // 2))
                free[model.shape] = [pose for pose in poses if self._alone(body_at(model, pose))]
        tried: dict[tuple[int, int], bool] = {}
        while placed := self._grown(free, tried):
            if len(placed) == len(self.models):
                return tuple((b.id, b.pose) for b in placed)
            tried.update({(b.pose.x, b.pose.y): True for b in placed})
        raise LookupError(f"no room left to deploy {self.models[0].name}")

    def _grown(self, free: Mapping[Shape, list[Pose]], tried: Mapping[tuple[int, int], bool]) -> list[Body]:
        """As many models as find a free spot together, the first where none was tried; none when all were."""
        placed: list[Body] = []
        for model in self.models:
            poses = (pose for pose in free[model.shape] if placed or (pose.x, pose.y) not in tried)
            body = next((b for b in (body_at(model, pose) for pose in poses) if _joins(b, placed)), None)
            if body is None:
                break
            placed.append(body)
        return placed

    def _alone(self, body: Body) -> bool:
        """Whether a model may stand there, whatever the rest of its unit does."""
        inside = on_table(self.board, body) and wholly_within(body, self.zone)
        return inside and is_clear(body.shape, body.pose, self.obstacles)


def _joins(body: Body, placed: list[Body]) -> bool:
    """Whether a body stands clear of those placed, and in coherency with one of them when there are any."""
    (x, y), near = body.pose.xy, []
    for other in placed:
        dx, dy, far = other.pose.xy[0] - x, other.pose.xy[1] - y, body.reach + other.reach + LINK
        if dx * dx + dy * dy <= far * far:
            near.append(other)
    if placed and not any(within(body, other, LINK) for other in near):
        return False
    return is_clear(body.shape, body.pose, tuple(body_obstacle(other) for other in near))
