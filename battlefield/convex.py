"""Simple polygons of whole micrometres cut into convex ones, decided in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from shapely import Polygon, constrained_delaunay_triangles, get_coordinates

Spot: TypeAlias = tuple[int, int]


def turn(a: Spot, b: Spot, c: Spot) -> int:
    """Twice the signed area of a triangle: positive when the way a, b, c bends to the left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def signed_area(points: Sequence[Spot]) -> int:
    """Twice the area inside a ring of points, positive when it runs counter-clockwise."""
    total = 0
    for i, (x, y) in enumerate(points):
        total += points[i - 1][0] * y - x * points[i - 1][1]
    return total


def counter_clockwise(points: Sequence[Spot]) -> tuple[Spot, ...]:
    """The same ring running counter-clockwise.

    >>> counter_clockwise([(0, 0), (0, 5), (5, 0)])
    ((5, 0), (0, 5), (0, 0))
    """
    return tuple(points) if signed_area(points) >= 0 else tuple(reversed(points))


def tidy(points: Sequence[Spot]) -> tuple[Spot, ...]:
    """A ring without repeated points and without points in the middle of a straight edge."""
    ring = list(points)
    again = True
    while again and len(ring) > 2:
        again = False
        for i in range(len(ring)):
            before, here, after = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
            if here == before or turn(before, here, after) == 0:
                del ring[i]
                again = True
                break
    return tuple(ring)


def is_convex(points: Sequence[Spot], least: int = 0) -> bool:
    """Whether a counter-clockwise simple ring never bends to the right; with `least` 1 it must bend at every point."""
    return all(turn(points[i - 2], points[i - 1], points[i]) >= least for i in range(len(points)))


@lru_cache(maxsize=4096)
def split(points: tuple[Spot, ...]) -> tuple[tuple[Spot, ...], ...]:
    """Convex counter-clockwise rings that cover a simple ring without overlap; the ring itself if it is convex.

    Raises ValueError when the ring crosses itself or has no area.

    >>> len(split(((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))))
    2
    """
    ring = tidy(counter_clockwise(points))
    if len(ring) < 3 or not Polygon(ring).is_valid:
        raise ValueError(f"an outline must be a simple polygon with an area: {points}")
    if is_convex(ring):
        return (ring,)
    parts = []
    for triangle in constrained_delaunay_triangles(Polygon(ring)).geoms:
        corners = get_coordinates(triangle)[:-1].tolist()
        parts.append(counter_clockwise([(round(x), round(y)) for x, y in corners]))
    return tuple(tidy(part) for part in _merge(_merge(sorted(parts), least=1), least=0))


def _merge(parts: list[tuple[Spot, ...]], least: int) -> list[tuple[Spot, ...]]:
    """Join neighbours over their longest shared edge first, as long as the outcome is convex."""
    while True:
        best: tuple[int, int, int, tuple[Spot, ...]] | None = None
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                joined = _join(parts[i], parts[j], least)
                if joined is not None and (best is None or joined[0] > best[0]):
                    best = joined[0], i, j, joined[1]
        if best is None:
            return parts
        parts[best[1]] = best[3]
        del parts[best[2]]


def _join(one: tuple[Spot, ...], other: tuple[Spot, ...], least: int) -> tuple[int, tuple[Spot, ...]] | None:
    """The squared length of an edge two rings share and the rings joined over it; None unless that is convex."""
    for i, start in enumerate(one):
        end = one[(i + 1) % len(one)]
        for j, there in enumerate(other):
            if there == end and other[(j + 1) % len(other)] == start:
                rest = [other[(j + 2 + k) % len(other)] for k in range(len(other) - 2)]
                joined = one[: i + 1] + tuple(rest) + one[i + 1 :]
                length = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
                return (length, joined) if is_convex(joined, least) else None
    return None
