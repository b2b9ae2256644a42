"""Formations: where the models of a unit would stand, as wanted end poses for `Ground.complete`.

Whole units are dragged and turned with these; computer players form up with them. Nothing here asks whether the poses
are legal. Lengths are micrometres, angles microdegrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import TypeAlias

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.separation import separation
from battlefield.units import FULL_TURN, INCH, unit_vector

Ends: TypeAlias = dict[str, Pose]
Point: TypeAlias = tuple[int, int]


def centre(bodies: Sequence[Body]) -> Point:
    """The middle of the models' centres. Raises ValueError for none."""
    if not bodies:
        raise ValueError("a formation of nobody has no centre")
    return sum(b.pose.x for b in bodies) // len(bodies), sum(b.pose.y for b in bodies) // len(bodies)


def translated(bodies: Sequence[Body], by_x: int, by_y: int) -> Ends:
    """Everyone shifted by the same amount."""
    return {b.id: replace(b.pose, x=b.pose.x + by_x, y=b.pose.y + by_y) for b in bodies}


def rotated(bodies: Sequence[Body], angle: int, about: Point | None = None) -> Ends:
    """The formation turned counter-clockwise about a point, its centre unless told, everyone's facing with it."""
    cx, cy = about or centre(bodies)
    dx, dy = unit_vector(angle)
    ends = {}
    for b in bodies:
        x, y = b.pose.x - cx, b.pose.y - cy
        turned = Pose(
            round(cx + x * dx - y * dy), round(cy + x * dy + y * dx), b.pose.z, (b.pose.facing + angle) % FULL_TURN
        )
        ends[b.id] = turned
    return ends


def ranks(bodies: Sequence[Body], count: int, gap: int, facing: int, about: Point | None = None) -> Ends:
    """`count` ranks one behind the other, `gap` between neighbours, looking along `facing`, around a middle.

    Whoever is in front now stands in the first rank, and nobody changes sides within a rank. Raises ValueError for a
    count below 1.
    """
    if count < 1:
        raise ValueError(f"{count} ranks are no formation")
    if not bodies:
        return {}
    middle, (dx, dy) = about or centre(bodies), unit_vector(facing)
    step = _widest(bodies) + gap
    wide = -(-len(bodies) // count)
    ordered = sorted(bodies, key=lambda b: (-round(b.pose.x * dx + b.pose.y * dy), b.id))
    deep = -(-len(bodies) // wide)
    ends = {}
    for rank in range(deep):
        row = ordered[rank * wide : (rank + 1) * wide]
        row.sort(key=lambda b: (round(b.pose.x * dy - b.pose.y * dx), b.id))
        ahead = (deep - 1) * step / 2 - rank * step
        for n, body in enumerate(row):
            right = n * step - (len(row) - 1) * step / 2
            x, y = middle[0] + ahead * dx + right * dy, middle[1] + ahead * dy - right * dx
            ends[body.id] = Pose(round(x), round(y), body.pose.z, facing % FULL_TURN)
    return ends


def spread(bodies: Sequence[Body], gap: int) -> Ends:
    """The same formation wider or closer, until the least gap between two models is `gap`."""
    if len(bodies) < 2:
        return {b.id: b.pose for b in bodies}
    cx, cy = centre(bodies)
    share = max(_stretch(a, b, gap) for i, a in enumerate(bodies) for b in bodies[i + 1 :])
    return {
        b.id: replace(b.pose, x=round(cx + (b.pose.x - cx) * share), y=round(cy + (b.pose.y - cy) * share))
        for b in bodies
    }


def _stretch(a: Body, b: Body, gap: int) -> float:
    """By how much the distance of two centres must grow so that their bases are `gap` apart."""
    dx, dy = float(a.pose.x - b.pose.x), float(a.pose.y - b.pose.y)
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return 1.0
    return (length + gap - separation(a.shape, a.pose, b.shape, b.pose) * INCH) / length


def ring(bodies: Sequence[Body], gap: int, about: Point | None = None) -> Ends:
    """A ring around a point with `gap` between neighbours, everyone looking outwards, in the order they stand in."""
    middle, count = about or centre(bodies), len(bodies)
    step = _widest(bodies) + gap
    _, half = unit_vector(FULL_TURN // (2 * count))
    radius = step / (2 * half) if count > 1 else 0.0
    ends = {}
    for n, body in enumerate(sorted(bodies, key=lambda b: (_quarter(b, middle), b.id))):
        angle = FULL_TURN * n // count
        dx, dy = unit_vector(angle)
        ends[body.id] = Pose(round(middle[0] + radius * dx), round(middle[1] + radius * dy), body.pose.z, angle)
    return ends


def _quarter(body: Body, middle: Point) -> tuple[int, int]:
    """A key that orders bodies counter-clockwise around a point, from its right."""
    x, y = body.pose.x - middle[0], body.pose.y - middle[1]
    size = abs(x) + abs(y)
    if size == 0:
        return 0, 0
    share = y * 1_000_000 // size
    if x >= 0:
        return (0, share) if y >= 0 else (3, share)
    return (1, -share) if y >= 0 else (2, -share)


def _widest(bodies: Sequence[Body]) -> int:
    return max((round(2 * b.reach * INCH) for b in bodies), default=0)


def shortened(bodies: Sequence[Body], ends: Mapping[str, Pose], allowance: Mapping[str, int]) -> Ends:
    """The ends drawn back toward where everyone stands, all by the same share, until nobody goes too far."""
    share = 1.0
    for b in bodies:
        if b.id in ends:
            dx, dy = float(ends[b.id].x - b.pose.x), float(ends[b.id].y - b.pose.y)
            length = sqrt(dx * dx + dy * dy)
            if length > 0.0:
                share = min(share, allowance.get(b.id, 0) / length)
    return {
        b.id: replace(
            ends[b.id],
            x=b.pose.x + int((ends[b.id].x - b.pose.x) * share),
            y=b.pose.y + int((ends[b.id].y - b.pose.y) * share),
        )
        for b in bodies
        if b.id in ends
    }
