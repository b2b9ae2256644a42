"""Simple polygons of whole micrometres cut into convex ones, decided in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from shapely import Polygon, constrained_delaunay_triangles, get_coordinates

Spot: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Spot, Spot]


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


def clipped(ring: Sequence[tuple[float, float]], a: float, b: float, c: float) -> list[tuple[float, float]]:
    """The part of a convex ring where a * x + b * y >= c.

    >>> clipped([(0, 0), (4, 0), (4, 4), (0, 4)], 1, 0, 3)
    [(3.0, 0.0), (4, 0), (4, 4), (3.0, 4.0)]
    """
    kept = []
    for (x, y), (u, v) in zip(ring, [*ring[1:], *ring[:1]]):
        here, there = a * x + b * y - c, a * u + b * v - c
        if here >= 0:
            kept.append((x, y))
        if (here > 0 > there) or (here < 0 < there):
            share = here / (here - there)
            kept.append((x + (u - x) * share, y + (v - y) * share))
    return kept


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
    """Join neighbours over their longest shared edge first, equals in order, as long as the outcome is convex."""
    held = dict(enumerate(parts))
    owner = {edge: n for n, ring in held.items() for edge in _edges(ring)}
    ways: list[tuple[int, int, int, Edge, tuple[Spot, ...], tuple[Spot, ...]]] = []

    def offer(n: int, above: int) -> None:
        for start, end in _edges(held[n]):
            other = owner.get((end, start), n)
            if other <= above or other == n:
                continue
            i, j, edge = (n, other, (start, end)) if n < other else (other, n, (end, start))
            if _joins(held[i], held[j], edge, least):
                length = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
                heappush(ways, (-length, i, j, edge, held[i], held[j]))

    for n in held:
        offer(n, n)
    while ways:
        _, i, j, edge, one, other = heappop(ways)
        if held.get(i) is one and held.get(j) is other:
            held[i] = _joined(one, other, edge)
            del held[j]
            owner.update(dict.fromkeys(_edges(other), i))
            offer(i, -1)
    return list(held.values())


def _edges(ring: tuple[Spot, ...]) -> list[Edge]:
    return [(ring[i - 1], ring[i]) for i in range(len(ring))]


def _joins(one: tuple[Spot, ...], other: tuple[Spot, ...], edge: Edge, least: int) -> bool:
    """Whether two convex rings that share an edge are convex as one: they bend where the edge ends, or not at all."""
    start, end = edge
    i, j = one.index(start), other.index(end)
    before, after = one[i - 1], one[(i + 2) % len(one)]
    there_before, there_after = other[j - 1], other[(j + 2) % len(other)]
    return turn(before, start, there_after) >= least and turn(there_before, end, after) >= least


def _joined(one: tuple[Spot, ...], other: tuple[Spot, ...], edge: Edge) -> tuple[Spot, ...]:
    i, j = one.index(edge[0]), other.index(edge[1])
    return one[: i + 1] + tuple(other[(j + 2 + k) % len(other)] for k in range(len(other) - 2)) + one[i + 1 :]
