"""Closing up a unit that has been torn apart: what can be shown to be possible in one move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from battlefield.body import Body
from battlefield.coherency import components
from battlefield.measure import closest_pair, gap, gaps
from battlefield.paths import Glide, Route
from battlefield.pose import Pose
from battlefield.units import DEGREE, INCH, um, unit_vector
from engine.core.decisions import MoveAnswer
from engine.mechanics.formation import centre, shortened

if TYPE_CHECKING:
    from engine.mechanics.moving import Ground
    from engine.mechanics.nearby import Nearby

TOLERANCE = um(0.01)
"""By how many micrometres a unit may be left wider apart than it has been shown to be able to be."""

INSIDE = 0.01
"""Inches by which a link that is mended is shorter than the longest allowed."""

FEW = 6
"""How many of the nearest members a straggler tries to join."""

TURNS = (0, 30, -30, 60, -60, 90, -90, 135, -135, 180)
"""Degrees off the direct side at which a straggler tries to stand beside a member."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A legal move and the widest gap that it leaves in the unit's chain, in micrometres."""

    answer: MoveAnswer
    widest: int


def chains(bodies: Sequence[Body], link: float) -> tuple[tuple[Body, ...], ...]:
    """The separate chains of a unit, the longest first."""
    return components(bodies, link)


def widest(bodies: Sequence[Body]) -> int:
    """The least link in micrometres that would make one chain of some bodies."""
    if len(bodies) < 2:
        return 0
    apart = np.rint(gaps(bodies, bodies) * INCH).astype(np.int64)
    nearest, joined, most = apart[0].copy(), np.zeros(len(bodies), dtype=np.bool_), 0
    joined[0] = True
    for _ in range(len(bodies) - 1):
        nearest[joined] = np.iinfo(np.int64).max
        i = int(nearest.argmin())
        most = max(most, int(nearest[i]))
        joined[i] = True
        nearest = np.minimum(nearest, apart[i])
    return most


def mend(ground: Ground) -> Mended:
    """The best of a few ways of closing up: parts carried over whole, both sides half the way, or one after another.

    Every one of them is legal but for coherency; staying is the least of them.
    """
    everyone = (*ground.stays, *ground.movers)
    best = Mended((), widest(everyone))
    for answer in _tries(ground):
        found, at = ground.replay(answer)
        if found:
            continue
        left = widest(tuple(at.values()))
        if left < best.widest:
            best = Mended(answer, left)
        if best.widest <= um(ground.link or 0.0):
            break
    return best


def _tries(ground: Ground) -> Iterator[MoveAnswer]:
    for share in (0.0, 0.5, 1.0):
        yield ground.search(_carried(ground, share))[0]
    yield _gathered(ground)
    yield ground.search(_drawn_in(ground))[0]


def _drawn_in(ground: Ground) -> Mapping[str, Pose]:
    """Everyone toward the middle by the same share, until the widest gap is a link or someone can go no farther."""
    everyone = (*ground.stays, *ground.movers)
    across = 2 * max(body.reach for body in everyone) * INCH
    share = ((ground.link or 0.0) * INCH - TOLERANCE + across) / (widest(everyone) + across)
    cx, cy = centre(everyone)
    ends = {
        m.id: replace(m.pose, x=cx + int((m.pose.x - cx) * share), y=cy + int((m.pose.y - cy) * share))
        for m in ground.movers
    }
    return shortened(ground.movers, ends, ground.allowance)


def _carried(ground: Ground, share: float) -> Mapping[str, Pose]:
    """Each smaller part carried straight to the largest, which comes its share of the way to the first of them."""
    link = ground.link or 0.0
    main, *others = chains((*ground.stays, *ground.movers), link)
    free = {m.id for m in ground.movers}
    ends: dict[str, Pose] = {}
    for number, part in enumerate(others):
        pair = closest_pair(part, main)
        assert pair is not None
        need = max(0.0, gap(*pair) - link + INSIDE) * INCH
        way = (pair[1].pose.x - pair[0].pose.x, pair[1].pose.y - pair[0].pose.y)
        own = share if number == 0 else 0.0
        ends.update(_shifted(ground, part, free, way, need * (1.0 - own)))
        if own:
            ends.update(_shifted(ground, main, free, (-way[0], -way[1]), need * own))
    return ends


def _shifted(ground: Ground, part: Sequence[Body], free: set[str], way: tuple[int, int], far: float) -> dict[str, Pose]:
    """The poses of a part's movers shifted along a way, as far as the slowest of them can go."""
    movers = [body for body in part if body.id in free]
    length = sqrt(float(way[0] * way[0] + way[1] * way[1]))
    if not movers or length == 0.0:
        return {}
    far = min(far, *(float(ground.allowance.get(m.id, 0)) for m in movers))
    dx, dy = int(way[0] / length * far), int(way[1] / length * far)
    return {m.id: Pose(m.pose.x + dx, m.pose.y + dy, m.pose.z, m.pose.facing) for m in movers}


def _gathered(ground: Ground) -> MoveAnswer:
    """One straggler after another, the nearest first, comes beside a member of the largest part, or nearer to it."""
    main, *others = chains((*ground.stays, *ground.movers), ground.link or 0.0)
    joined, loose = list(main), [b for part in others for b in part]
    free, nearby = {m.id for m in ground.movers}, ground.nearby()
    answer: list[tuple[str, Route]] = []
    while loose:
        loose.sort(key=lambda b: (min(um(gap(b, j)) for j in joined), b.id))
        straggler = loose.pop(0)
        if straggler.id in free:
            legs = _beside(ground, straggler, joined, nearby)
            if legs:
                answer.append((straggler.id, legs))
                straggler = straggler.at(Pose(legs[0].x, legs[0].y, straggler.pose.z, straggler.pose.facing))
                nearby.put(straggler)
        joined.append(straggler)
    return tuple(answer)


def _beside(ground: Ground, straggler: Body, joined: Sequence[Body], nearby: Nearby) -> tuple[Glide, ...]:
    """One straight leg to a spot beside a member within the link, else as far toward the nearest as it can go."""
    near = sorted(joined, key=lambda j: (um(gap(straggler, j)), j.id))[:FEW]
    if near and um(gap(straggler, near[0])) <= um(ground.link or 0.0):
        return ()
    for spot in _spots(straggler, near, ground.link or 0.0):
        legs = (spot,)
        affordable = ground.cost(straggler, legs) <= ground.allowance.get(straggler.id, 0)
        if affordable and ground.contact(straggler, legs, nearby) is None:
            return legs
    to = ground.toward(straggler, near[0].pose)
    legs = (Glide(to.x, to.y),)
    contact = ground.contact(straggler, legs, nearby)
    if contact is not None:
        to = ground.toward(straggler, near[0].pose, _share(ground, straggler, contact.along))
        legs = (Glide(to.x, to.y),)
    return legs if (to.x, to.y) != (straggler.pose.x, straggler.pose.y) else ()


def _share(ground: Ground, mover: Body, along: float) -> float:
    """The share of a mover's allowance that ends just short of a contact `along` inches ahead."""
    return max(0.0, along * INCH - TOLERANCE) / max(1, ground.allowance.get(mover.id, 0))


def _spots(straggler: Body, near: Sequence[Body], link: float) -> Iterator[Glide]:
    """Where a straggler would be linked to a member: on the side it comes from first, at the longest gap first."""
    for member in near:
        dx, dy = straggler.pose.x - member.pose.x, straggler.pose.y - member.pose.y
        length = sqrt(float(dx * dx + dy * dy)) or 1.0
        for room in (link - INSIDE, link / 2):
            far = (straggler.reach + member.reach + room) * INCH
            for turn in TURNS:
                c, s = unit_vector(turn * DEGREE)
                x, y = (dx * c - dy * s) / length, (dx * s + dy * c) / length
                yield Glide(round(member.pose.x + x * far), round(member.pose.y + y * far))
