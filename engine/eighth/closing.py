"""Moves toward the enemy: where models of a unit end up when they close with it as far as they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from battlefield.body import Body
from battlefield.paths import Route, end
from battlefield.pose import Pose
from engine.core.decisions import MoveAnswer
from engine.core.ledger import rule
from engine.core.refusals import Refusal, Refusals
from engine.eighth import ground as grounds
from engine.eighth.setting_up import least_gap
from engine.mechanics.contact import Scene, contact_spots
from engine.mechanics.moving import SLACK, Ground
from engine.mechanics.nearby import Nearby
from engine.mechanics.spots import Crowd, close_to, each, nearest_first, spots_of

FEW = 4
"""How many of the nearest enemies a model goes for."""


def onslaught(ground: Ground, foes: Sequence[Body]) -> MoveAnswer:
    """A legal move in which everyone comes as near to some enemies as he can, the nearest first; empty for none found.

    Each goes into contact where he can, else straight on; nobody leaves the group.
    """
    nearby, crowd = ground.nearby(), Crowd((*ground.movers, *ground.stays, *foes))
    placed: list[Body] = []
    answer: list[tuple[str, Route]] = []
    for mover in sorted(ground.movers, key=lambda m: (least_gap(m, foes), m.id)):
        found = _nearer(ground, nearby, mover, foes, crowd, placed)
        body = mover if found is None else mover.at(end(mover.pose, found))
        if found is not None:
            answer.append((mover.id, found))
        placed.append(body)
        nearby.put(body)
        crowd.put(body)
    whole = tuple(answer)
    if whole and not ground.refusals(whole):
        return whole
    return _together(ground, foes)


def _nearer(
    ground: Ground, nearby: Nearby, mover: Body, foes: Sequence[Body], crowd: Crowd, placed: Sequence[Body]
) -> Route | None:
    """A way of one model to an enemy, or as near to one as it comes, that keeps it with those who went before."""
    scene = Scene(ground, nearby, mover)
    near = sorted(foes, key=lambda foe: (least_gap(mover, (foe,)), foe.id))[:FEW]
    spots = contact_spots(mover, near, crowd, ground.allowance.get(mover.id, 0) + SLACK)
    ahead = nearest_first(near[0], spots_of((p.x, p.y) for p in (scene.onward(foe.pose) for foe in near)))
    for some in (spots, ahead):
        if placed and len(some):
            some = some[close_to(mover, some, Crowd(placed), grounds.LINK)]
        closer = [p for p in each(mover, some) if least_gap(mover.at(p), near) < least_gap(mover, near)]
        way = scene.first_way(spots_of((p.x, p.y) for p in closer)) if closer else None
        if way is not None and way[1]:
            return way[1]
    return None


def _together(ground: Ground, foes: Sequence[Body]) -> MoveAnswer:
    """The whole unit straight at the nearest enemy, as far as it comes without falling apart; empty when it cannot."""
    pairs = [(least_gap(m, (foe,)), m.id, foe.id, m, foe) for m in ground.movers for foe in foes]
    if not pairs:
        return ()
    gap, _, _, mover, foe = min(pairs, key=lambda pair: pair[:3])
    dx, dy = foe.pose.x - mover.pose.x, foe.pose.y - mover.pose.y
    length = max(1, round(np.sqrt(float(dx) * dx + float(dy) * dy)))
    least = min((ground.allowance.get(m.id, 0) for m in ground.movers), default=0)
    for share in (8, 7, 6, 5, 4, 3, 2, 1):
        far = min(least, gap) * share // 8
        answer, refused = ground.complete(ground.shifted(dx * far // length, dy * far // length))
        if answer and not refused:
            return answer
    return ()


# -- ending closer -----------------------------------------------------------------------------------------------------


@rule("8e.fight.pile-in", "8e.fight.consolidate", "8e.charge.heroic-intervention-closer")
def closer(starts: Mapping[str, Body], foes: Sequence[Body], rule_id: str) -> grounds.Finally:
    """Refuses ends of models that moved and are no nearer to the enemy model that was nearest to them at the start."""
    nearest = (
        {m: min(foes, key=lambda foe: (least_gap(body, (foe,)), foe.id)) for m, body in starts.items()} if foes else {}
    )

    def refusals(ends: Mapping[str, Body]) -> Refusals:
        found = []
        for model, foe in nearest.items():
            body, before = ends[model], starts[model]
            if _spot(body.pose) != _spot(before.pose) and least_gap(body, (foe,)) >= least_gap(before, (foe,)):
                found.append(Refusal("closing.not_closer", rule_id, model, body.pose))
        return tuple(found)

    return refusals


def _spot(pose: Pose) -> tuple[int, int, int]:
    return pose.x, pose.y, pose.z
