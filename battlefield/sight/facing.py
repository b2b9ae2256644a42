"""The sides of a hull: which of them an eye looks at, and how much of that one is hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from battlefield.body import Body
from battlefield.shapes import Hull, Rect
from battlefield.sight.packing import convex_parts, eye_of
from battlefield.sight.sightings import look
from battlefield.table import Board
from battlefield.units import um, unit_vector

SKIN = um(0.02)
"""How thick the slab is that stands for one side of a hull."""

FRONT, SIDE, REAR = "front", "side", "rear"


@dataclass(frozen=True, slots=True)
class Facing:
    """The side of a hull that an eye looks at, `front`, `side` or `rear`, and the share of it that is hidden."""

    name: str
    hidden: float


def facing(
    board: Board, viewer: Body, target: Body, bodies: Sequence[Body], *, transparent: Collection[str] = ()
) -> Facing | None:
    """Which side of a hull the eye of a viewer looks at; None for a body that is no hull.

    Lines through the middle and the corners of the rectangle round the hull part front, sides and rear; an eye on such
    a line looks at the side. Hidden is what of that side of the rectangle, up to the hull's height, cannot be seen
    past everything else; the hull itself is not in the way.
    """
    if not isinstance(target.shape, Hull | Rect):
        return None
    spots = [spot for part in convex_parts(target.shape, 0) for spot in part]
    low_x, high_x = min(x for x, _ in spots), max(x for x, _ in spots)
    low_y, high_y = min(y for _, y in spots), max(y for _, y in spots)
    eye, (dx, dy) = eye_of(viewer), unit_vector(target.pose.facing)
    x, y = eye[0] - target.pose.x, eye[1] - target.pose.y
    x, y = x * dx + y * dy - (low_x + high_x) / 2, y * dx - x * dy - (low_y + high_y) / 2
    long, wide = abs(x) * (high_y - low_y), abs(y) * (high_x - low_x)
    if long > wide:
        name, edge = (FRONT, high_x) if x > 0 else (REAR, low_x)
        inner = edge - SKIN if x > 0 else edge + SKIN
        a, b, c, d = min(edge, inner), max(edge, inner), low_y, high_y
    else:
        name, edge = SIDE, high_y if y > 0 else low_y
        inner = edge - SKIN if y > 0 else edge + SKIN
        a, b, c, d = low_x, high_x, min(edge, inner), max(edge, inner)
    slab = replace(target, id=f"{target.id} {name}", torso=Hull(((a, c), (b, c), (b, d), (a, d))))
    return Facing(name, look(board, viewer, slab, bodies, transparent={*transparent, target.id}).hidden)
