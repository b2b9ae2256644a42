"""Moving models: whether a move is legal, and how to get somewhere.

A `Ground` says what one move is judged against. Its three pure functions answer a Move decision: `refusals(answer)`
replays the moves in their order, exactly; `complete(ends)` finds order and legs for wanted end poses; `advise(stream)`
gives a legal move. What a way costs, what is closed, and which rule stands behind each refusal is the book's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from shapely import Polygon, box

from battlefield.body import Body
from battlefield.coherency import components
from battlefield.convex import split
from battlefield.measure import on_table
from battlefield.paths import Glide, Route, Turn, centre_length, end, pose_along, poses
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.sweep import Obstacle, body_obstacle, first_contact, prism_obstacle
from battlefield.table import Board
from battlefield.terrain import Piece, Prism
from battlefield.units import INCH, inches, um, unit_vector
from engine.core.decisions import MoveAnswer
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.core.refusals import Refusal, Refusals

SLACK = 13
"""Micrometres (half a thousandth of an inch) by which a way may be longer than allowed: rounding, not generosity."""


def centre_path(mover: Body, legs: Route) -> int:
    """What a way costs where only the way of the model's centre counts, in micrometres."""
    return um(centre_length(mover.pose, legs))


def closed_area(piece: Piece) -> tuple[Obstacle, ...]:
    """The whole area of a terrain piece as obstacles of no clearance, met at every height."""
    return tuple(
        Obstacle(piece.id, o.shape, o.pose, 0)
        for o in (prism_obstacle(Prism(part, piece.bottom, piece.top, piece.id)) for part in split(piece.outline))
    )


@dataclass(frozen=True, slots=True)
class Ground:
    """What a move is judged against.

    `movers` may move, each at most its `allowance` (micrometres) as `cost` counts it. They keep clear of `obstacles`
    and of each other. At the end the `unit` (movers, and members that stay) must be linked by gaps of at most `link`
    inches, unless None; `finally_` may refuse more, given where everyone ends. `rules` names the rule of each code.
    """

    board: Board
    movers: tuple[Body, ...]
    obstacles: tuple[Obstacle, ...]
    allowance: Mapping[str, int]
    stays: tuple[Body, ...] = ()
    link: float | None = None
    cost: Callable[[Body, Route], int] = centre_path
    finally_: Callable[[Mapping[str, Body]], Refusals] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)

    # -- the check -------------------------------------------------------------------------------------------------

    def refusals(self, answer: MoveAnswer) -> Refusals:
        """Why a move is not legal, every reason with its place; empty when it is."""
        at = {m.id: m for m in self.movers}
        found: list[Refusal] = []
        for model, legs in answer:
            found += self._way_refusals(at[model], legs, self._in_the_way(at, model))
            at[model] = at[model].at(end(at[model].pose, legs))
        found += self._end_refusals(at)
        return tuple(found)

    def _in_the_way(self, at: Mapping[str, Body], model: str) -> tuple[Obstacle, ...]:
        mates = [body_obstacle(b) for b in (*at.values(), *self.stays) if b.id != model]
        return (*self.obstacles, *mates)

    def _way_refusals(self, mover: Body, legs: Route, obstacles: Sequence[Obstacle]) -> list[Refusal]:
        found = []
        cost, allowed = self.cost(mover, legs), self.allowance.get(mover.id, 0)
        to = end(mover.pose, legs)
        if cost > allowed + SLACK:
            details = facts(over=cost - allowed, cost=cost, allowed=allowed)
            found.append(Refusal("move.too_far", self.rules.get("move.too_far", ""), mover.id, to, details))
        if not all(on_table(self.board, mover.at(p)) for p in poses(mover.pose, legs)[1:]):
            found.append(Refusal("move.off_table", self.rules.get("move.off_table", ""), mover.id, to))
        contact = first_contact(mover.shape, mover.pose, legs, obstacles)
        if contact is not None:
            where = pose_along(mover.pose, legs, contact.leg, contact.along)
            details = facts(obstacle=contact.obstacle, kind=self._kind(contact.obstacle))
            rule = self.rules.get("move.blocked." + self._kind(contact.obstacle), "")
            found.append(Refusal("move.blocked", rule, mover.id, where, details))
        return found

    def _kind(self, obstacle: str) -> str:
        if any(b.id == obstacle for b in (*self.movers, *self.stays)):
            return "mate"
        return next((("near" if o.clearance else "body") for o in self.obstacles if o.id == obstacle), "body")

    def _end_refusals(self, at: Mapping[str, Body]) -> Refusals:
        everyone = {**{b.id: b for b in self.stays}, **at}
        found: list[Refusal] = []
        if self.link is not None:
            parts = components(tuple(everyone.values()), self.link)
            if len(parts) > 1:
                stray = tuple(b.id for b in parts[-1])
                rule = self.rules.get("move.not_coherent", "")
                details = facts(link=um(self.link), stray=stray)
                found.append(Refusal("move.not_coherent", rule, stray[0], everyone[stray[0]].pose, details))
        if self.finally_ is not None:
            found += self.finally_(everyone)
        return tuple(found)

    # -- the search ------------------------------------------------------------------------------------------------

    def complete(self, ends: Mapping[str, Pose]) -> tuple[MoveAnswer, Refusals]:
        """Order and legs that bring each model to its end pose: straight where possible, else round what is there.

        Returns the answer and its refusals, among them `move.no_way` for each model for which no way was found.
        """
        at = {m.id: m for m in self.movers}
        waiting = self._front_first([m for m in self.movers if m.id in ends and ends[m.id] != m.pose], ends)
        answer: list[tuple[str, Route]] = []
        while waiting:
            step = self._next_straight(at, waiting, ends) or self._next_around(at, waiting, ends)
            if step is None:
                break
            mover, legs = step
            waiting.remove(mover)
            answer.append((mover.id, legs))
            at[mover.id] = mover.at(end(mover.pose, legs))
        stuck = tuple(Refusal("move.no_way", self.rules.get("move.no_way", ""), m.id, ends[m.id]) for m in waiting)
        return tuple(answer), (*self._explained(at, waiting, ends), *stuck, *self.refusals(tuple(answer)))

    def _explained(self, at: Mapping[str, Body], waiting: list[Body], ends: Mapping[str, Pose]) -> Refusals:
        """What is wrong with the straight way of each model for which no way was found."""
        found: list[Refusal] = []
        for mover in waiting:
            found += self._way_refusals(mover, straight(mover.pose, ends[mover.id]), self._in_the_way(at, mover.id))
        return tuple(found)

    @staticmethod
    def _front_first(movers: list[Body], ends: Mapping[str, Pose]) -> list[Body]:
        dx, dy = 0, 0
        for m in movers:
            dx, dy = dx + ends[m.id].x - m.pose.x, dy + ends[m.id].y - m.pose.y
        return sorted(movers, key=lambda m: (-(m.pose.x * dx + m.pose.y * dy), m.id))

    def _next_straight(
        self, at: Mapping[str, Body], waiting: list[Body], ends: Mapping[str, Pose]
    ) -> tuple[Body, Route] | None:
        for mover in waiting:
            legs = straight(mover.pose, ends[mover.id])
            if first_contact(mover.shape, mover.pose, legs, self._in_the_way(at, mover.id)) is None:
                return mover, legs
        return None

    def _next_around(
        self, at: Mapping[str, Body], waiting: list[Body], ends: Mapping[str, Pose]
    ) -> tuple[Body, Route] | None:
        for mover in waiting:
            limit = (self.allowance.get(mover.id, 0) + SLACK) / INCH
            obstacles = self._in_the_way(at, mover.id)
            legs = find_route(mover.shape, mover.pose, ends[mover.id], obstacles, table_area(self.board), limit)
            if legs is not None:
                return mover, legs
        return None

    def toward(self, mover: Body, aim: Pose, share: float = 1.0) -> Pose:
        """The pose a model reaches going straight toward `aim` with a share of its allowance, facing that way."""
        dx, dy = float(aim.x - mover.pose.x), float(aim.y - mover.pose.y)
        length = (dx * dx + dy * dy) ** 0.5
        far = min(self.allowance.get(mover.id, 0) * share, length)
        if length == 0.0:
            return mover.pose
        return Pose(mover.pose.x + int(dx / length * far), mover.pose.y + int(dy / length * far), 0, mover.pose.facing)

    def shifted(self, by_x: int, by_y: int) -> dict[str, Pose]:
        """Every mover's pose shifted by the same amount, kept on the table."""
        return {m.id: self._on_table(m, m.pose.x + by_x, m.pose.y + by_y) for m in self.movers}

    def _on_table(self, mover: Body, x: int, y: int) -> Pose:
        edge = um(mover.reach) + 1
        x = min(max(x, edge), self.board.width - edge)
        y = min(max(y, edge), self.board.depth - edge)
        return Pose(x, y, mover.pose.z, mover.pose.facing)

    def advise(self, stream: Stream) -> MoveAnswer:
        """A legal move where one is found: the whole unit some way in some direction, else it stays as it stands."""
        least = min((self.allowance.get(m.id, 0) for m in self.movers), default=0)
        for _ in range(4):
            dx, dy = unit_vector(stream.below(360) * 1_000_000)
            far = stream.below(least + 1)
            answer, refused = self.complete(self.shifted(int(dx * far), int(dy * far)))
            if not refused:
                return answer
        return ()


@lru_cache(maxsize=16)
def table_area(board: Board) -> Polygon:
    """The whole table as a polygon in inches."""
    return box(0, 0, inches(board.width), inches(board.depth))


def straight(start: Pose, to: Pose) -> Route:
    """Straight to a pose, turning at its end when it looks another way."""
    legs: list[Glide | Turn] = []
    if (start.x, start.y) != (to.x, to.y):
        legs.append(Glide(to.x, to.y))
    if start.facing != to.facing:
        legs.append(Turn(to.facing))
    return tuple(legs)
