"""Moving models: whether a move is legal, and how to get somewhere.

A `Ground` says what one move is judged against. Its three pure functions answer a Move decision: `refusals(answer)`
replays the moves in their order, exactly; `complete(ends)` finds order and legs for wanted end poses; `advise(stream)`
gives a legal move. What a way costs, what is closed, and which rule stands behind each refusal is the book's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt

from battlefield.body import Body
from battlefield.convex import split
from battlefield.measure import on_table, table_area
from battlefield.paths import Climb, Glide, Jump, Leg, Route, Turn, after, centre_length, end, pose_along, poses
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.sweep import Contact, Obstacle, first_contact, prism_obstacle
from battlefield.table import Board, surfaces_at
from battlefield.terrain import Piece, Prism
from battlefield.units import INCH, um, unit_vector
from engine.core.decisions import MoveAnswer
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.core.memo import Memo
from engine.core.refusals import Refusal, Refusals
from engine.mechanics import climbing, mending
from engine.mechanics.climbing import rest
from engine.mechanics.nearby import Nearby

SLACK = 13
"""Micrometres (half a thousandth of an inch) by which a way may be longer than allowed: rounding, not generosity."""

CLOSED, SHUT = "closed", "shut"
"""Kinds of obstacles besides bodies: ground closed to this move only, and ground that is shut to everyone."""


def centre_path(mover: Body, legs: Route) -> int:
    """What a way costs where only the way of the model's centre counts, in micrometres."""
    return um(centre_length(mover.pose, legs))


@lru_cache(maxsize=4096)
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
    and of each other where they are level; `kinds` says of ids of ground whether it is CLOSED or SHUT. Those that fly
    only mind where they land; with `scales`, walls are climbed, and everyone ends on what is under him. At the end the
    unit (movers, and those that stay) must be linked by gaps of at most `link` inches, unless None; one that was torn
    apart already must close up as far as can be shown to be possible.
    `finally_` may refuse more, given where everyone ends. `rules` names the rule of each code.
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
    kinds: Mapping[str, str] = field(default_factory=dict)
    flies: bool = False
    scales: bool = False
    memo: Memo = field(default_factory=Memo, compare=False, repr=False)

    # -- the check -------------------------------------------------------------------------------------------------

    def refusals(self, answer: MoveAnswer) -> Refusals:
        """Why a move is not legal, every reason with its place; empty when it is."""
        found, at = self.replay(answer)
        return (*found, *self._apart(at, bool(answer)))

    def replay(self, answer: MoveAnswer, clear: bool = False) -> tuple[list[Refusal], dict[str, Body]]:
        """What is wrong with the ways and ends of a move, coherency left out, and where everyone stands after it.

        With `clear` it is known that nothing is in the way, as after a search.
        """
        at = {m.id: m for m in self.movers}
        nearby = None if clear else self.nearby()
        found: list[Refusal] = []
        for model, legs in answer:
            found += self.way_refusals(at[model], legs, nearby)
            at[model] = at[model].at(end(at[model].pose, legs))
            if nearby is not None:
                nearby.put(at[model])
        everyone = {**{b.id: b for b in self.stays}, **at}
        if self.finally_ is not None:
            found += self.finally_(everyone)
        return found, everyone

    def nearby(self) -> Nearby:
        """Everything that may be in the way before anyone has moved."""
        return self.memo.once("nearby", lambda: Nearby(self.obstacles, (*self.movers, *self.stays))).copy()

    def contact(self, mover: Body, legs: Route, nearby: Nearby) -> Contact | None:
        """Where a way first meets something, or None."""
        if self.flies and legs:
            legs = (Jump(end(mover.pose, legs)),)
        near = nearby.along(mover.id, mover.shape, mover.pose, legs)
        return first_contact(mover.shape, mover.pose, legs, near, height=mover.height)

    def way_refusals(self, mover: Body, legs: Route, nearby: Nearby | None) -> list[Refusal]:
        """Why one model may not go a way with everything where `nearby` says; without it nothing is in the way."""
        found = []
        cost, allowed = self.cost(mover, legs), self.allowance.get(mover.id, 0)
        to = end(mover.pose, legs)
        if cost > allowed + SLACK:
            details = facts(over=cost - allowed, cost=cost, allowed=allowed)
            found.append(Refusal("move.too_far", self.rules.get("move.too_far", ""), mover.id, to, details))
        if not all(on_table(self.board, mover.at(p)) for p in poses(mover.pose, legs)[1:]):
            found.append(Refusal("move.off_table", self.rules.get("move.off_table", ""), mover.id, to))
        if self.scales or not self.flies:
            found += self._unsupported(mover, legs)
        contact = None if nearby is None else self.contact(mover, legs, nearby)
        if contact is not None:
            found.append(self._blocked(mover, legs, contact))
        return found

    def _unsupported(self, mover: Body, legs: Route) -> list[Refusal]:
        """Why a way is none: it leaps on foot, or leads to where nothing carries the mover at that very height."""
        way = poses(mover.pose, legs)
        for n, leg in enumerate(legs):
            if isinstance(leg, Jump) and not self.flies:
                return [Refusal("move.no_leap", self.rules.get("move.no_leap", ""), mover.id, way[n + 1])]
            if self._floats(mover, way[n], leg):
                return [self._no_floor(mover, way[n + 1])]
        if self.scales and legs and abs(rest(self.board, way[-1])[0] - way[-1].z) > SLACK:
            return [self._no_floor(mover, way[-1])]
        return []

    def _floats(self, mover: Body, start: Pose, leg: Leg) -> bool:
        """Whether a leg leads through the air, or up to where nothing is."""
        if not self.scales:
            return isinstance(leg, Climb) and not self._carries(after(start, leg))
        if self.flies or not isinstance(leg, Glide):
            return False
        return not climbing.carried(self.board, mover.shape, start, leg)

    def _no_floor(self, mover: Body, pose: Pose) -> Refusal:
        return Refusal("move.no_floor", self.rules.get("move.no_floor", ""), mover.id, pose)

    def _carries(self, pose: Pose) -> bool:
        """Whether there is ground or a floor to stand on at that very height."""
        return pose.z == 0 or any(abs(um(s.z) - pose.z) <= SLACK for s in surfaces_at(self.board, *pose.xy))

    def _blocked(self, mover: Body, legs: Route, contact: Contact) -> Refusal:
        where = end(mover.pose, legs) if self.flies else pose_along(mover.pose, legs, contact.leg, contact.along)
        details = facts(obstacle=contact.obstacle)
        kind = self.kinds.get(contact.obstacle)
        if kind == CLOSED:
            return Refusal("move.closed", self.rules.get("move.closed", ""), mover.id, where, details)
        if kind == SHUT:
            return Refusal("move.impassable", self.rules.get("move.impassable", ""), mover.id, where, details)
        clearance = next((o.clearance for o in self.obstacles if o.id == contact.obstacle), 0)
        if clearance:
            details = facts(obstacle=contact.obstacle, near=clearance)
            return Refusal("move.too_near", self.rules.get("move.too_near", ""), mover.id, where, details)
        return Refusal("move.blocked", self.rules.get("move.blocked", ""), mover.id, where, details)

    # -- keeping together ------------------------------------------------------------------------------------------

    def _apart(self, everyone: Mapping[str, Body], anyone_moved: bool) -> list[Refusal]:
        """Why the unit may not end like this: torn apart, or less closed up than it has been shown to be able to be."""
        if self.link is None:
            return []
        ends = tuple(everyone.values())
        parts = mending.chains(ends, self.link)
        if len(parts) < 2:
            return []
        stray = tuple(b.id for b in parts[-1])
        where = everyone[stray[0]].pose
        if len(mending.chains((*self.stays, *self.movers), self.link)) < 2:
            rule = self.rules.get("move.not_coherent", "")
            return [Refusal("move.not_coherent", rule, stray[0], where, facts(link=um(self.link), stray=stray))]
        best = self.mended()
        rule = self.rules.get("move.must_close_up", "")
        details = facts(link=um(self.link), stray=stray, widest=best.widest, better=best.answer)
        if best.widest <= um(self.link):
            return [Refusal("move.must_restore", rule, stray[0], where, details)]
        if anyone_moved and mending.widest(ends) > best.widest + mending.TOLERANCE:
            return [Refusal("move.must_close_up", rule, stray[0], where, details)]
        return []

    def mended(self) -> mending.Mended:
        """The move found that closes up a torn unit the most; it is legal."""
        return self.memo.once("mended", lambda: mending.mend(self))

    # -- the search ------------------------------------------------------------------------------------------------

    def complete(self, ends: Mapping[str, Pose]) -> tuple[MoveAnswer, Refusals]:
        """Order and legs that bring each model to its end pose: straight where possible, else round what is there.

        Returns the answer and its refusals, among them `move.no_way` for each model for which no way was found. Heights
        of the ends do not count, climbing takes legs of its own; where walls are scaled, everyone ends on what is under
        him, on a floor when his end is level with one.
        """
        ends = self._leveled(ends)
        answer, waiting, nearby = self.search(ends)
        stuck: list[Refusal] = []
        for mover in waiting:
            stuck += self.way_refusals(mover, straight(mover.pose, ends[mover.id]), nearby)
            stuck.append(Refusal("move.no_way", self.rules.get("move.no_way", ""), mover.id, ends[mover.id]))
        found, at = self.replay(answer, clear=True)
        return answer, (*stuck, *found, *self._apart(at, bool(answer)))

    def _leveled(self, ends: Mapping[str, Pose]) -> dict[str, Pose]:
        """The ends of movers, at the heights at which they end there."""
        level = {m.id: m.pose.z for m in self.movers}
        return {
            m: replace(pose, z=rest(self.board, pose)[0] if self.scales else level[m])
            for m, pose in ends.items()
            if m in level
        }

    def search(self, ends: Mapping[str, Pose]) -> tuple[MoveAnswer, list[Body], Nearby]:
        """As `complete`: the moves found, the models left over, and where everything is after the moves."""
        nearby = self.nearby()
        wanting = self._front_first([m for m in self.movers if m.id in ends and ends[m.id] != m.pose], ends)
        hopeless = {m.id for m in wanting if self._fixed().closes(m, ends[m.id])}
        waiting = [m for m in wanting if m.id not in hopeless]
        answer: list[tuple[str, Route]] = []
        while waiting:
            steps = self._straight_steps(waiting, ends, nearby) or self._step_around(waiting, ends, nearby)
            if not steps:
                break
            answer += steps
            gone = {model for model, _ in steps}
            waiting = [m for m in waiting if m.id not in gone]
        left = {m.id for m in waiting} | hopeless
        return tuple(answer), [m for m in wanting if m.id in left], nearby

    def is_closed(self, ends: Mapping[str, Pose]) -> bool:
        """Whether something that does not move keeps somebody from where he should end, so that not all can."""
        ends = self._leveled(ends)
        return any(m.id in ends and self._fixed().closes(m, ends[m.id]) for m in self.movers)

    def _fixed(self) -> Nearby:
        return self.memo.once("fixed", lambda: Nearby(self.obstacles, self.stays))

    def way_alone(self, mover: Body, to: Pose, nearby: Nearby) -> Route | None:
        """A legal way of one model to a pose with everything else where `nearby` says; None when none is found."""
        to = replace(to, z=rest(self.board, to)[0] if self.scales else mover.pose.z)
        if to == mover.pose:
            return None
        legs = self._straight_way(mover, to, nearby)
        if legs is None and not self.flies:
            legs = self._way_round(mover, to, nearby)
        if legs is None and self.scales:
            legs = self._straight_way(mover, to, nearby, dear=True)
        return None if legs is None or self.way_refusals(mover, legs, None) else legs

    @staticmethod
    def _front_first(movers: list[Body], ends: Mapping[str, Pose]) -> list[Body]:
        dx, dy = 0, 0
        for m in movers:
            dx, dy = dx + ends[m.id].x - m.pose.x, dy + ends[m.id].y - m.pose.y
        return sorted(movers, key=lambda m: (-(m.pose.x * dx + m.pose.y * dy), m.id))

    def _straight_steps(self, waiting: list[Body], ends: Mapping[str, Pose], nearby: Nearby) -> list[tuple[str, Route]]:
        """Everyone who can go straight, in order; each is out of the way of those behind."""
        steps = []
        for mover in waiting:
            legs = self._straight_way(mover, ends[mover.id], nearby)
            if legs is not None:
                steps.append((mover.id, legs))
                nearby.put(mover.at(end(mover.pose, legs)))
        return steps

    def _straight_way(self, mover: Body, to: Pose, nearby: Nearby, dear: bool = False) -> Route | None:
        """Straight to a pose, over what can be scaled on the way; None when something is there.

        Climbing that is more than the mover may is no way, unless `dear`.
        """
        legs: Route | None = straight(mover.pose, to)
        if self.scales and self.flies:
            legs = (Jump(to),)
        elif self.scales:
            key = ("over", mover.id, to)  # the board stays as it is
            over = self.memo.once(key, lambda: climbing.over(self.board, mover, to, to.z))
            legs = None if over is None else (*over, *straight(end(mover.pose, over), to))
        if legs is None or self.contact(mover, legs, nearby) is not None:
            return None
        climbs = self.scales and not dear and any(isinstance(leg, Climb) for leg in legs)
        return None if climbs and self.cost(mover, legs) > self.allowance.get(mover.id, 0) + SLACK else legs

    def _step_around(self, waiting: list[Body], ends: Mapping[str, Pose], nearby: Nearby) -> list[tuple[str, Route]]:
        """The first model that finds a way round, if any does; else one that climbs farther than it may.

        Where walls are scaled, ways round are many and dear: everyone who finds one takes it at once.
        """
        steps: list[tuple[str, Route]] = []
        for mover in () if self.flies else waiting:
            legs = self._way_round(mover, ends[mover.id], nearby)
            if legs is not None:
                nearby.put(mover.at(ends[mover.id]))
                steps.append((mover.id, legs))
                if not self.scales:
                    break
        if steps:
            return steps
        for mover in waiting if self.scales else ():
            legs = self._straight_way(mover, ends[mover.id], nearby, dear=True)
            if legs is not None:
                nearby.put(mover.at(ends[mover.id]))
                return [(mover.id, legs)]
        return []

    def _way_round(self, mover: Body, to: Pose, nearby: Nearby) -> Route | None:
        limit = self.allowance.get(mover.id, 0) + SLACK
        near = nearby.reachable(mover.id, mover.shape, mover.pose, limit)
        key = ("way round", mover.id, to, tuple(near))  # nothing else decides it, and many plans ask for the same

        def found() -> Route | None:
            legs = find_route(mover.shape, mover.pose, to, near, table_area(self.board), limit / INCH, mover.height)
            return None if legs is None or (self.scales and self._unsupported(mover, legs)) else legs

        return self.memo.once(key, found)

    def toward(self, mover: Body, aim: Pose, share: float = 1.0) -> Pose:
        """The pose a model reaches going straight toward `aim` with a share of its allowance, facing as before."""
        dx, dy = float(aim.x - mover.pose.x), float(aim.y - mover.pose.y)
        length = sqrt(dx * dx + dy * dy)
        far = min(self.allowance.get(mover.id, 0) * share, length)
        if length == 0.0:
            return mover.pose
        x, y = mover.pose.x + int(dx / length * far), mover.pose.y + int(dy / length * far)
        return Pose(x, y, mover.pose.z, mover.pose.facing)

    def shifted(self, by_x: int, by_y: int) -> dict[str, Pose]:
        """Every mover's pose shifted by the same amount, kept on the table."""
        return {m.id: self._on_table(m, m.pose.x + by_x, m.pose.y + by_y) for m in self.movers}

    def _on_table(self, mover: Body, x: int, y: int) -> Pose:
        edge = um(mover.reach) + 1
        x = min(max(x, edge), self.board.width - edge)
        y = min(max(y, edge), self.board.depth - edge)
        return Pose(x, y, mover.pose.z, mover.pose.facing)

    def advise(self, stream: Stream) -> MoveAnswer:
        """A legal move where one is found: the whole unit some way in some direction; a torn unit closes up.

        Where nothing is found, everyone stays.
        """
        if self.link is not None and len(mending.chains((*self.stays, *self.movers), self.link)) > 1:
            return self.mended().answer
        least = min((self.allowance.get(m.id, 0) for m in self.movers), default=0)
        for _ in range(4):
            dx, dy = unit_vector(stream.below(360) * 1_000_000)
            far = stream.below(least + 1)
            answer, refused = self.complete(self.shifted(int(dx * far), int(dy * far)))
            if not refused:
                return answer
        return ()


def straight(start: Pose, to: Pose) -> Route:
    """Straight to a pose, turning at its end when it looks another way."""
    legs: list[Glide | Turn] = []
    if (start.x, start.y) != (to.x, to.y):
        legs.append(Glide(to.x, to.y))
    if start.facing != to.facing:
        legs.append(Turn(to.facing))
    return tuple(legs)
