"""Moves toward the enemy: where models of a unit end up when they close with it as far as they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt

import numpy as np

from battlefield.body import Body
from battlefield.paths import Route, end
from battlefield.pose import Pose
from battlefield.separation import CONTACT
from battlefield.shapes import Round
from battlefield.terrain import Piece
from battlefield.units import inches, um
from engine.core.decisions import MoveAnswer
from engine.core.ledger import rule
from engine.core.refusals import Refusal, Refusals
from engine.eighth import ground as grounds
from engine.eighth.setting_up import least_gap
from engine.mechanics.climbing import rest
from engine.mechanics.contact import Scene, contact_spots
from engine.mechanics.moving import Ground
from engine.mechanics.spots import Crowd, Spots, around, close_to, each, in_reach, nearest_first, spots_of
from engine.mechanics.straight import straights

FEW, TRIED = 4, 6
"""How many of the nearest enemies or mates a model goes for, and how many spots are tried where one has to climb."""

BESIDE = (um(0.5), um(0.99))
"""How far from an enemy one stands who is beside it without touching it, in micrometres."""

LINKS = (um(grounds.LINK) - um(0.01), um(grounds.LINK) // 2)
"""How far from a mate one stands who keeps up with it, in micrometres."""


def onslaught(
    ground: Ground,
    foes: Sequence[Body],
    legal: Callable[[MoveAnswer], Refusals] | None = None,
    *,
    closer: bool = False,
) -> MoveAnswer:
    """A legal move in which everyone comes as near to some enemies as he can, the nearest first; empty for none found.

    `legal` says what is wrong with a move, what the ground refuses unless told. With `closer` nobody may move who does
    not come closer to the enemy that is nearest to him.
    """
    judge = legal or ground.refusals
    return next((answer for answer in _tries(ground, foes, closer) if answer and not judge(answer)), ())


def _tries(ground: Ground, foes: Sequence[Body], closer: bool) -> Iterator[MoveAnswer]:
    """Everyone by himself, all of them alike, then one of the foremost alone with the rest keeping up.

    At last one of the foremost on the floor on which an enemy stands, or down from his own to it.
    """
    if not foes or not ground.movers:
        return
    movers = sorted(ground.movers, key=lambda m: (least_gap(m, foes), m.id))
    yield _Advance(ground, foes, closer).all_of(movers)
    yield _together(ground, foes)
    for lead in movers[:FEW]:
        yield _Advance(ground, foes, closer).led_by(lead, [m for m in movers if m.id != lead.id])
    for lead in movers[:FEW] if ground.scales else ():
        if any(foe.pose.z != lead.pose.z for foe in foes):
            yield _Advance(ground, foes, closer).led_up(lead, [m for m in movers if m.id != lead.id])


class _Advance:
    """A unit closing with some enemies, one model after another: who stands where by now, and how he came there."""

    def __init__(self, ground: Ground, foes: Sequence[Body], closer: bool) -> None:
        self._ground, self._foes, self._closer = ground, foes, closer
        self._nearby = ground.nearby()
        self._crowd = Crowd((*ground.movers, *ground.stays, *foes))
        self._placed: list[Body] = []
        self._answer: list[tuple[str, Route]] = []

    def all_of(self, movers: Sequence[Body]) -> MoveAnswer:
        """Everyone goes for the enemy and stays with those who went before; who cannot keeps up with them."""
        loose = []
        for mover in movers:
            if not self._go(mover, self._toward(mover)):
                if self._closer:
                    self._placed.append(mover)
                else:
                    loose.append(mover)
        self._keep_up(loose)
        return tuple(self._answer)

    def led_by(self, lead: Body, rest: Sequence[Body]) -> MoveAnswer:
        """One goes for the enemy; the others go no farther than they must to stay with him."""
        if self._go(lead, self._toward(lead)):
            self._keep_up(list(rest))
        return tuple(self._answer)

    def led_up(self, lead: Body, mates: Sequence[Body]) -> MoveAnswer:
        """As `led_by`, with the one who goes ending at the height at which an enemy stands."""
        route = self._alone(lead, self._level_with(lead)[:TRIED])
        if route is not None:
            self._take(lead, route)
            self._keep_up(list(mates))
        return tuple(self._answer)

    def _level_with(self, mover: Body) -> list[Pose]:
        """Where one stands within an inch of an enemy higher or lower than himself, on what carries that enemy."""
        found = []
        for foe in self._foes:
            if foe.pose.z == mover.pose.z:
                continue
            for pose in each(mover, in_reach(mover, around(mover, (foe,), BESIDE), self._ground.allowance[mover.id])):
                level = replace(pose, z=foe.pose.z)
                if rest(self._ground.board, level)[0] == foe.pose.z:
                    dx, dy = pose.x - mover.pose.x, pose.y - mover.pose.y
                    found.append((dx * dx + dy * dy, level))
        return [level for _, level in sorted(found)]

    def _keep_up(self, loose: list[Body]) -> None:
        """Those who fell behind, the nearest first, come up to somebody who did not, as far as they must."""
        while loose and self._placed:
            group = Crowd(self._placed)
            loose.sort(key=lambda m: (float(group.gaps(m).min()), m.id))
            mover = next((m for m in loose if self._linked(m, group) or self._go(m, self._beside(m, group))), None)
            if mover is None:
                return
            loose.remove(mover)

    def _linked(self, mover: Body, group: Crowd) -> bool:
        """Whether one who stays is with the others already; he then counts among them."""
        if float(group.gaps(mover).min()) > grounds.LINK + CONTACT:
            return False
        self._placed.append(mover)
        return True

    def _go(self, mover: Body, ways: Iterator[Spots]) -> bool:
        """One goes to the first spot to which a way leads; returns whether he does."""
        for spots in ways:
            route = self._way(mover, spots) if len(spots) else None
            if route:
                self._take(mover, route)
                return True
        return False

    def _take(self, mover: Body, route: Route) -> None:
        """One goes a way: there he stands from now on."""
        body = mover.at(end(mover.pose, route))
        self._answer.append((mover.id, route))
        self._placed.append(body)
        self._nearby.put(body)
        self._crowd.put(body)

    # -- spots -----------------------------------------------------------------------------------------------------

    def _toward(self, mover: Body) -> Iterator[Spots]:
        """Spots in contact with enemies, then within an inch of them, then on the way to them, near those who went."""
        few = FEW if isinstance(mover.shape, Round) else 1
        gaps = straights((mover,), self._foes)[0].tolist()
        near = [
            foe for _, _, foe in sorted((gap, foe.id, foe) for gap, foe in zip(gaps, self._foes, strict=True))[:few]
        ]
        scene = Scene(self._ground, self._nearby, mover)
        yield self._fit(mover, contact_spots(mover, near, self._crowd, scene.limit), near)
        beside = around(mover, near, BESIDE if isinstance(mover.shape, Round) else BESIDE[-1:])
        yield self._fit(mover, nearest_first(mover, in_reach(mover, beside, scene.limit)), near)
        onward = spots_of((p.x, p.y) for p in (scene.onward(foe.pose) for foe in near))
        yield self._fit(mover, nearest_first(near[0], onward), near)

    def _fit(self, mover: Body, spots: Spots, near: Sequence[Body]) -> Spots:
        """The spots that are with the others, and nearer to the enemy than where a model stands."""
        if self._placed and len(spots):
            spots = spots[close_to(mover, spots, Crowd(self._placed), grounds.LINK)]
        aims = nearest_of(mover, near) if self._closer else near
        now = least_gap(mover, aims)
        if not len(spots):
            return spots
        found: Spots = spots[straights([mover.at(p) for p in each(mover, spots)], aims).min(axis=1) < now]
        return found

    def _beside(self, mover: Body, group: Crowd) -> Iterator[Spots]:
        """Spots at which one is still with somebody of a group."""
        gaps = group.gaps(mover)
        near = [group.bodies[n] for n in sorted(range(len(gaps)), key=lambda n: (float(gaps[n]), n))[:FEW]]
        spots = nearest_first(mover, in_reach(mover, around(mover, near, LINKS), self._ground.allowance[mover.id]))
        if self._closer:
            spots = self._fit(mover, spots, self._foes)
        yield spots

    # -- ways ------------------------------------------------------------------------------------------------------

    def _way(self, mover: Body, spots: Spots) -> Route | None:
        """A way of one model to the first of some spots to which one leads, over what can be climbed if it must be."""
        ground, nearby = self._ground, self._nearby
        if not ground.flies:
            found = Scene(ground, nearby, mover).first_way(spots)
            if found is not None and not ground.way_refusals(mover, found[1], nearby):
                return found[1]
            if not uneven(ground, mover):
                return None
        return self._alone(mover, each(mover, spots[:TRIED]))

    def _alone(self, mover: Body, poses: Iterable[Pose]) -> Route | None:
        """A way of one model to the first of some poses to which one leads, climbing where it must."""
        ways = (self._ground.way_alone(mover, pose, self._nearby) for pose in poses)
        return next((legs for legs in ways if legs is not None), None)


def uneven(ground: Ground, mover: Body) -> bool:
    """Whether a model could come to any piece of terrain at all."""
    far = ground.allowance.get(mover.id, 0) + um(mover.reach)

    def beside(piece: Piece) -> bool:
        xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
        over = min(xs) - far <= mover.pose.x <= max(xs) + far
        return over and min(ys) - far <= mover.pose.y <= max(ys) + far

    return any(beside(piece) for piece in ground.board.pieces)


def _together(ground: Ground, foes: Sequence[Body]) -> MoveAnswer:
    """The whole unit straight at the nearest enemy, as far as it comes without falling apart; empty when it cannot."""
    gaps = straights(ground.movers, foes)
    gap = int(gaps.min())
    nearest = [(ground.movers[i], foes[j]) for i, j in np.argwhere(gaps == gap).tolist()]
    mover, foe = min(nearest, key=lambda pair: (pair[0].id, pair[1].id))
    dx, dy = foe.pose.x - mover.pose.x, foe.pose.y - mover.pose.y
    length = max(1, round(sqrt(float(dx) * dx + float(dy) * dy)))
    least = min((ground.allowance.get(m.id, 0) for m in ground.movers), default=0)
    for share in (8, 7, 6, 5, 4, 3, 2, 1):
        far = min(least, gap) * share // 8
        ends = ground.shifted(dx * far // length, dy * far // length)
        if ground.is_closed(ends):
            continue
        answer, refused = ground.complete(ends)
        if answer and not refused:
            return answer
    return ()


# -- ending closer -----------------------------------------------------------------------------------------------------


def nearest_of(body: Body, foes: Sequence[Body]) -> tuple[Body, ...]:
    """The enemies nearest to a body, several when they are equally near."""
    if not foes:
        return ()
    gaps = straights((body,), foes)[0]
    return tuple(foes[n] for n in np.flatnonzero(gaps == gaps.min()).tolist())


def touching(body: Body, foes: Sequence[Body]) -> bool:
    """Whether a body cannot come closer to the enemy nearest to it, since it touches it."""
    return bool(foes) and inches(least_gap(body, foes)) <= CONTACT


@rule("8e.fight.pile-in", "8e.fight.consolidate", "8e.charge.heroic-intervention-closer")
def closer(starts: Mapping[str, Body], foes: Sequence[Body], rule_id: str) -> grounds.Finally:
    """Refuses ends of models that moved and are no nearer to the enemy model that was nearest to them at the start.

    Of several that were equally near any one will do.
    """
    nearest = {m: nearest_of(body, foes) for m, body in starts.items()}

    def refusals(ends: Mapping[str, Body]) -> Refusals:
        found = []
        for model, aims in nearest.items():
            body, before = ends[model], starts[model]
            if _moved(body, before) and least_gap(body, aims) >= least_gap(before, aims):
                found.append(Refusal("closing.not_closer", rule_id, model, body.pose))
        return tuple(found)

    return refusals


def _moved(body: Body, before: Body) -> bool:
    """Whether a body is elsewhere than before; a disc that only turned is not."""
    if isinstance(body.shape, Round):
        return _spot(body.pose) != _spot(before.pose)
    return body.pose != before.pose


def _spot(pose: Pose) -> tuple[int, int, int]:
    return pose.x, pose.y, pose.z
