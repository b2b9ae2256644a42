"""Setting models down: which poses are legal, and finding some that are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.coherency import components, linked
from battlefield.measure import on_table, wholly_within
from battlefield.paths import Jump
from battlefield.pose import Pose
from battlefield.shapes import Shape, reach
from battlefield.sweep import Obstacle, body_obstacle, first_contact, is_clear
from battlefield.table import Board
from battlefield.units import INCH, um
from engine.core.decisions import Poses
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.core.memo import Memo
from engine.core.records import Model, body_at
from engine.core.refusals import Refusal, Refusals
from engine.mechanics.climbing import rest
from engine.mechanics.nearby import Nearby

Ring: TypeAlias = tuple[tuple[int, int], ...]

ROOM = um(0.5)
"""Space left between bases by a suggestion."""

TRIES = 60
"""Places tried by a suggestion before it searches the whole zone."""


@dataclass(frozen=True, slots=True)
class Space:
    """Where models may be set down: inside `zone` (inches), clear of `obstacles`, as one coherent unit.

    Neighbours are within `link` inches of each other and, unless None, `rise` inches in height. `also` may refuse a
    place for more reasons. `cause` and `link_rule` are the ids of the rules behind it all. A suggestion looks along
    `facing` (microdegrees). With `rests`, models stand at the height of what is under them, and heights count.
    """

    board: Board
    models: tuple[Model, ...]
    zone: BaseGeometry
    obstacles: tuple[Obstacle, ...]
    cause: str
    facing: int
    link_rule: str
    link: float = 2.0
    rise: float | None = None
    also: Callable[[Body], Refusals] | None = None
    rests: bool = False
    memo: Memo = field(default_factory=Memo, compare=False, repr=False)

    def refusals(self, poses: Poses) -> Refusals:
        """Why these poses are not legal: every reason, at its place."""
        bodies = self._bodies(poses)
        found: list[Refusal] = []
        for n, body in enumerate(bodies):
            if not on_table(self.board, body) or not wholly_within(body, self.zone):
                found.append(Refusal("setup.outside", self.cause, body.id, body.pose))
            others = (*self._beside(body), *(body_obstacle(o) for o in bodies[:n]))
            height = body.height if self.rests else None
            contact = first_contact(body.shape, body.pose, (Jump(body.pose),), others, height=height)
            if contact is not None:
                found.append(Refusal("setup.occupied", self.cause, body.id, body.pose, facts(by=contact.obstacle)))
            found += self.also(body) if self.also is not None else ()
        parts = components(bodies, self.link, self.rise)
        if len(parts) > 1:
            stray = parts[-1][0]
            found.append(Refusal("setup.not_coherent", self.link_rule, stray.id, stray.pose, facts(link=um(self.link))))
        return tuple(found)

    def _bodies(self, poses: Poses) -> tuple[Body, ...]:
        models = {m.id: m for m in self.models}
        return tuple(body_at(models[m], self._rested(pose)) for m, pose in poses)

    def _rested(self, pose: Pose) -> Pose:
        """A pose at the height of what is under it, where heights count."""
        return replace(pose, z=rest(self.board, pose)[0]) if self.rests else pose

    def suggest(self, stream: Stream) -> Poses:
        """A block of ranks somewhere in the zone: at a random spot if one is soon found, else the first there is.

        Raises LookupError when the zone is too full for the unit.
        """
        if self.zone.is_empty:
            raise LookupError(f"no room left to deploy {self.models[0].name}")
        low_x, low_y, high_x, high_y = self.zone.bounds
        for _ in range(TRIES):
            x = um(low_x) + stream.below(max(1, um(high_x - low_x)))
            y = um(low_y) + stream.below(max(1, um(high_y - low_y)))
            if poses := self.block(x, y):
                return poses
        return self._first()

    def _first(self) -> Poses:
        """The first place there is in order, sought once."""
        blocks = (self.block(x, y) for x, y in self._lattice())
        first = self.memo.once("first", lambda: next((poses for poses in blocks if poses), ()) or self._anywhere())
        if not first:
            raise LookupError(f"no room left to deploy {self.models[0].name}")
        return first

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
        rested = (body_at(m, self._rested(pose)) for m, (_, pose) in zip(self.models, poses, strict=True))
        if not all(self._alone(body) for body in rested):  # soon says no where there is little room
            return ()
        return () if self.refusals(poses) else poses

    def _anywhere(self) -> Poses:
        """Model after model on the nearest free spot that keeps the unit together, the whole zone searched.

        Empty when the zone is too full for the unit.
        """
        free: dict[Shape, list[Pose]] = {}
        for model in self.models:
            if model.shape not in free:
                poses = (Pose(x, y, 0, self.facing) for x, y in self._lattice(INCH // 2))
                free[model.shape] = [pose for pose in poses if self._alone(body_at(model, self._rested(pose)))]
        tried: dict[tuple[int, int], bool] = {}
        while placed := self._grown(free, tried):
            if len(placed) == len(self.models):
                return tuple((b.id, b.pose) for b in placed)
            tried.update({(b.pose.x, b.pose.y): True for b in placed})
        return ()

    def _grown(self, free: Mapping[Shape, list[Pose]], tried: Mapping[tuple[int, int], bool]) -> list[Body]:
        """As many models as find a free spot together, the first where none was tried; none when all were."""
        placed: list[Body] = []
        for model in self.models:
            poses = (pose for pose in free[model.shape] if placed or (pose.x, pose.y) not in tried)
            body = next(
                (b for b in (body_at(model, self._rested(pose)) for pose in poses) if self._joins(b, placed)), None
            )
            if body is None:
                break
            placed.append(body)
        return placed

    def _alone(self, body: Body) -> bool:
        """Whether a model may stand there, whatever the rest of its unit does."""
        inside = on_table(self.board, body) and wholly_within(body, self.zone)
        height = body.height if self.rests else None
        if not inside or not is_clear(body.shape, body.pose, self._beside(body), height=height):
            return False
        return self.also is None or not self.also(body)

    def _beside(self, body: Body) -> list[Obstacle]:
        """The obstacles that a body could be too close to."""
        nearby = self.memo.once("nearby", lambda: Nearby(self.obstacles, ()))
        return nearby.reachable(body.id, body.shape, body.pose, 0)

    def _joins(self, body: Body, placed: list[Body]) -> bool:
        """Whether a body stands clear of those placed, and in coherency with one of them when there are any."""
        (x, y), own, at, near = body.pose.xy, body.reach + self.link, body.pose, []
        for other in placed:
            far, there = own + other.reach, other.pose
            if abs(there.x - at.x) <= far * INCH + 1 and abs(there.y - at.y) <= far * INCH + 1:
                dx, dy = there.xy[0] - x, there.xy[1] - y
                if dx * dx + dy * dy <= far * far:
                    near.append(other)
        if placed and not any(linked(body, other, self.link, self.rise) for other in near):
            return False
        return is_clear(body.shape, body.pose, tuple(body_obstacle(other) for other in near))
