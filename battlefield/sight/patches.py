"""The surface of a body, cut into patches that can be halved: sides, arcs of round bodies, tops and undersides.

Plain geometry in micrometres. Each patch knows the thin convex slab that holds it, the spot in its middle, and spots
just inside its corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from battlefield.body import Body
from battlefield.convex import clipped, counter_clockwise, tidy
from battlefield.shapes import Hull
from battlefield.sight.packing import RIM, Solid, body_solids
from battlefield.sight.prisms import TOLERANCE
from battlefield.units import unit_vector

Spot: TypeAlias = tuple[float, float]
Place: TypeAlias = tuple[float, float, float]
Slab: TypeAlias = tuple[Sequence[Spot], float, float]

DEPTH = 2.0 * TOLERANCE
"""How thick a slab is where its patch has no depth, and how far inside the edges of a patch its corner spots are."""


@dataclass(frozen=True, slots=True)
class Side:
    """A flat upright patch: its plan from `start` to `end`, the body on the left of that way, and its heights."""

    start: Spot
    end: Spot
    bottom: float
    top: float

    @property
    def size(self) -> float:
        """The longer of its length and height."""
        return max(_distance(self.start, self.end), self.top - self.bottom)

    def slab(self) -> Slab:
        """A flat triangle behind it."""
        (ax, ay), (bx, by), long = self.start, self.end, _distance(self.start, self.end)
        inside = DEPTH * (ay - by) / long, DEPTH * (bx - ax) / long
        return ((ax, ay), (bx, by), (0.5 * (ax + bx) + inside[0], 0.5 * (ay + by) + inside[1])), self.bottom, self.top

    def spot(self) -> Place:
        """Its middle."""
        return *_between(self.start, self.end, 0.5), 0.5 * (self.bottom + self.top)

    def corners(self) -> Iterator[Place]:
        """Spots just inside its corners."""
        long, tall = _distance(self.start, self.end), self.top - self.bottom
        along, up = min(DEPTH / long, 0.25), min(DEPTH, 0.25 * tall)
        for x, y in (_between(self.start, self.end, along), _between(self.start, self.end, 1.0 - along)):
            yield x, y, self.top - up
            yield x, y, self.bottom + up

    def halves(self) -> tuple[Side, Side]:
        """Cut across its longer way."""
        if self.top - self.bottom > _distance(self.start, self.end):
            z = 0.5 * (self.bottom + self.top)
            return Side(self.start, self.end, self.bottom, z), Side(self.start, self.end, z, self.top)
        middle = _between(self.start, self.end, 0.5)
        return Side(self.start, middle, self.bottom, self.top), Side(middle, self.end, self.bottom, self.top)

    def ahead(self, eye: Place) -> tuple[float, ...]:
        """How far an eye is before its plane."""
        return (_outside(self.start, self.end, eye),)

    def turned_to(self, viewer: Sight) -> bool:
        """Whether some of a viewer is before its plane."""
        (ax, ay), (bx, by), long = self.start, self.end, _distance(self.start, self.end)
        nx, ny = (by - ay) / long, (ax - bx) / long
        return viewer.farthest(nx, ny) > nx * ax + ny * ay + TOLERANCE


@dataclass(frozen=True, slots=True)
class Arc:
    """An upright patch of a disc between two directions from its centre, counter-clockwise, less than a quarter."""

    centre: Spot
    radius: float
    start: Spot
    end: Spot
    bottom: float
    top: float

    @property
    def size(self) -> float:
        """The longer of its chord and height."""
        return max(self.radius * _distance(self.start, self.end), self.top - self.bottom)

    def slab(self) -> Slab:
        """The triangle of its chord and the tangents at its ends."""
        (ax, ay), (bx, by) = self.start, self.end
        far = 1.0 / (1.0 + ax * bx + ay * by)
        ways = (self.start, (far * (ax + bx), far * (ay + by)), self.end)
        return tuple(self._at(way) for way in ways), self.bottom, self.top

    def spot(self) -> Place:
        """Its middle."""
        return *self._at(self._middle()), 0.5 * (self.bottom + self.top)

    def corners(self) -> Iterator[Place]:
        """Spots just inside its corners."""
        share, up = DEPTH / (self.radius * _distance(self.start, self.end)), min(DEPTH, 0.25 * (self.top - self.bottom))
        for part in (min(share, 0.25), 1.0 - min(share, 0.25)):
            x, y = self._at(_unit(_between(self.start, self.end, part)))
            yield x, y, self.top - up
            yield x, y, self.bottom + up

    def halves(self) -> tuple[Arc, Arc]:
        """Cut across its longer way."""
        c, r, a, b = self.centre, self.radius, self.start, self.end
        if self.top - self.bottom > r * _distance(a, b):
            z = 0.5 * (self.bottom + self.top)
            return Arc(c, r, a, b, self.bottom, z), Arc(c, r, a, b, z, self.top)
        middle = self._middle()
        return Arc(c, r, a, middle, self.bottom, self.top), Arc(c, r, middle, b, self.bottom, self.top)

    def ahead(self, eye: Place) -> tuple[float, ...]:
        """How far an eye is before the tangents at its ends."""
        (start, tip, end), _, _ = self.slab()
        return _outside(start, tip, eye), _outside(tip, end, eye)

    def turned_to(self, viewer: Sight) -> bool:
        """Whether some of a viewer is before the tangent at one of its ends or its middle."""
        (cx, cy), r = self.centre, self.radius
        ways = (self.start, self._middle(), self.end)
        return any(viewer.farthest(x, y) > x * cx + y * cy + r + TOLERANCE for x, y in ways)

    def _middle(self) -> Spot:
        return _unit(_between(self.start, self.end, 0.5))

    def _at(self, way: Spot) -> Spot:
        return self.centre[0] + self.radius * way[0], self.centre[1] + self.radius * way[1]


@dataclass(frozen=True, slots=True)
class Level:
    """A flat level patch with a convex plan: part of a top, or of an underside."""

    ring: tuple[Spot, ...]
    z: float
    is_top: bool

    @property
    def size(self) -> float:
        """The longer side of the box round it."""
        x0, y0, x1, y1 = self._box()
        return max(x1 - x0, y1 - y0)

    def slab(self) -> Slab:
        """A thin slice of the body."""
        return self.ring, self.z - DEPTH * self.is_top, self.z + DEPTH * (not self.is_top)

    def spot(self) -> Place:
        """The mean of its corners."""
        n = len(self.ring)
        x, y = 0.0, 0.0
        for px, py in self.ring:
            x, y = x + px / n, y + py / n
        return x, y, self.z

    def corners(self) -> Iterator[Place]:
        """Spots just inside its corners."""
        mx, my, _ = self.spot()
        for x, y in self.ring:
            away = _distance((x, y), (mx, my))
            yield *_between((x, y), (mx, my), min(0.25, DEPTH / max(away, DEPTH))), self.z

    def halves(self) -> tuple[Level, Level]:
        """Cut across its longer way."""
        x0, y0, x1, y1 = self._box()
        a, b, c = (1.0, 0.0, 0.5 * (x0 + x1)) if x1 - x0 > y1 - y0 else (0.0, 1.0, 0.5 * (y0 + y1))
        return self.cut(a, b, c), self.cut(-a, -b, -c)

    def cut(self, a: float, b: float, c: float) -> Level:
        """The part where a * x + b * y >= c."""
        return Level(tuple(clipped(self.ring, a, b, c)), self.z, self.is_top)

    def ahead(self, eye: Place) -> tuple[float, ...]:
        """How far an eye is above a top, or below an underside."""
        return (eye[2] - self.z if self.is_top else self.z - eye[2],)

    def turned_to(self, viewer: Sight) -> bool:
        """Whether some of a viewer is above a top, or below an underside."""
        return viewer.top > self.z + TOLERANCE if self.is_top else viewer.bottom < self.z - TOLERANCE

    def without(self, solid: Solid) -> Iterator[Level]:
        """Its parts outside the outline of a solid, none of them thinner than a contact."""
        rest = self
        for (ax, ay), (bx, by) in zip(solid.outline, (*solid.outline[1:], solid.outline[0])):
            a, b = by - ay, ax - bx
            outer, rest = rest.cut(a, b, a * ax + b * ay), rest.cut(-a, -b, -a * ax - b * ay)
            if len(outer.ring) > 2 and outer.size > TOLERANCE:
                yield outer
            if len(rest.ring) < 3:
                return

    def _box(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.ring], [y for _, y in self.ring]
        return min(xs), min(ys), max(xs), max(ys)


Patch: TypeAlias = Side | Arc | Level


class Sight:
    """How far a body reaches in each direction."""

    def __init__(self, body: Body) -> None:
        self.solids = body_solids(body)
        self.bottom, self.top = self.solids[0].bottom, self.solids[0].top
        self.spots = [spot for solid in self.solids for spot in solid.outline]

    def farthest(self, nx: float, ny: float) -> float:
        """The greatest n * p of its plan, n being of length 1."""
        disc = self.solids[0]
        if disc.radius > 0:
            return nx * disc.centre[0] + ny * disc.centre[1] + disc.radius
        return max(nx * x + ny * y for x, y in self.spots)


def surface(target: Body, viewer: Sight, ground: Iterable[Solid]) -> list[Patch]:
    """The patches of a target that face a viewer, or some of a viewer.

    Undersides that rest on one of the solids of the `ground` face nobody.
    """
    column = body_solids(target)
    bottom, top = float(column[0].bottom), float(column[0].top)
    patches: list[Patch] = []
    if column[0].radius > 0:
        c, r = column[0].centre, column[0].radius
        patches.extend(Arc(c, r, a, b, bottom, top) for a, b in zip(RIM, (*RIM[1:], RIM[0])))
    else:
        ring = _ring(target)
        patches.extend(Side(a, b, bottom, top) for a, b in zip(ring, (*ring[1:], ring[0])))
    patches.extend(Level(solid.outline, top, True) for solid in column)
    if viewer.bottom < bottom - TOLERANCE:
        below = [Level(solid.outline, bottom, False) for solid in column]
        for solid in ground:
            if -TOLERANCE <= solid.top - bottom <= TOLERANCE:
                below = [part for level in below for part in level.without(solid)]
        patches.extend(below)
    return [patch for patch in patches if patch.turned_to(viewer)]


def _ring(body: Body) -> Sequence[Spot]:
    """The outline of a body that is no disc, counter-clockwise."""
    column, shape = body_solids(body), body.torso or body.shape
    if len(column) == 1 or not isinstance(shape, Hull):
        return column[0].outline
    (dx, dy), at = unit_vector(body.pose.facing), body.pose
    turned = [(round(x * dx - y * dy) + at.x, round(x * dy + y * dx) + at.y) for x, y in shape.points]
    return tidy(counter_clockwise(turned))


def overlap(slab: Slab, solid: Solid) -> bool:
    """Whether a slab and a solid share more than a contact."""
    ring, bottom, top = slab
    if min(top, solid.top) - max(bottom, solid.bottom) <= TOLERANCE:
        return False
    for one, other in ((ring, solid.outline), (solid.outline, ring)):
        for a, b in zip(one, (*one[1:], one[0])):
            if a != b and all(_outside(a, b, spot) > -TOLERANCE for spot in other):
                return False
    return True


def _outside(a: Spot, b: Spot, spot: Sequence[float]) -> float:
    """How far a spot lies to the right of the way from a to b."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    return (ey * (spot[0] - a[0]) - ex * (spot[1] - a[1])) / _distance(a, b)


def _distance(a: Spot, b: Spot) -> float:
    return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]))


def _between(a: Spot, b: Spot, part: float) -> Spot:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _unit(way: Spot) -> Spot:
    long = sqrt(way[0] * way[0] + way[1] * way[1])
    return way[0] / long, way[1] / long
