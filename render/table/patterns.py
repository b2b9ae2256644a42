"""Where the marks on terrain go: trees, hatching, dots along an edge, contours. Same outline, same marks, always."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlefield.convex import Spot
from battlefield.terrain import polygon
from battlefield.units import INCH, inches

Dot: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Dot, ...]


@lru_cache(maxsize=1024)
def ring(outline: tuple[Spot, ...]) -> Ring:
    """An outline in inches."""
    return tuple((inches(x), inches(y)) for x, y in outline)


@lru_cache(maxsize=1024)
def inset(outline: tuple[Spot, ...], by: float, soft: bool = True) -> tuple[Ring, ...]:
    """The outline drawn in by `by` inches (out, if negative), its corners rounded if `soft`."""
    shrunk = polygon(outline).buffer(-by, join_style="round" if soft else "mitre")
    if soft:
        shrunk = shrunk.buffer(-abs(by) * 0.6).buffer(abs(by) * 0.6)
    return tuple(tuple((x, y) for x, y in part.exterior.coords[:-1]) for part in _polygons(shrunk))


@lru_cache(maxsize=1024)
def hatching(outline: tuple[Spot, ...], gap: float = 0.45) -> tuple[tuple[Dot, Dot], ...]:
    """Slanting lines across an outline, `gap` inches apart, as pairs of ends in inches."""
    ground = polygon(outline)
    x0, y0, x1, y1 = ground.bounds
    height, lines = y1 - y0, []
    step = gap * 2**0.5
    start = (x0 - height) // step * step
    for i in range(int((x1 - start) / step) + 2):
        x = start + i * step
        cut = ground.intersection(LineString([(x, y0), (x + height, y1)]))
        for piece in getattr(cut, "geoms", [cut]):
            if isinstance(piece, LineString) and piece.length > 0.05:
                (ax, ay), (bx, by) = piece.coords[0], piece.coords[-1]
                lines.append(((ax, ay), (bx, by)))
    return tuple(lines)


@lru_cache(maxsize=1024)
def along(outline: tuple[Spot, ...], gap: float) -> tuple[Dot, ...]:
    """Spots along an outline about `gap` inches apart, evenly spread."""
    edge = polygon(outline).exterior
    count = max(3, round(edge.length / gap))
    spots = [edge.interpolate(i / count, normalized=True) for i in range(count)]
    return tuple((spot.x, spot.y) for spot in spots)


@lru_cache(maxsize=1024)
def strewn(outline: tuple[Spot, ...], gap: float, edge: float) -> tuple[tuple[float, float, int], ...]:
    """Spots strewn over an outline, about `gap` inches apart and at least `edge` from its rim, each with a number of
    0..255 to vary what stands there."""
    ground = polygon(outline).buffer(-edge)
    if ground.is_empty:
        middle = polygon(outline).representative_point()
        return ((middle.x, middle.y, 128),)
    x0, y0, x1, y1 = ground.bounds
    found = []
    for row in range(int((y1 - y0) / (gap * 0.87)) + 2):
        for column in range(int((x1 - x0) / gap) + 2):
            noise = _noise(outline[0], row, column)
            x = x0 + (column + 0.5 * (row % 2)) * gap + ((noise & 15) / 15 - 0.5) * gap * 0.5
            y = y0 + row * gap * 0.87 + ((noise >> 4 & 15) / 15 - 0.5) * gap * 0.5
            if ground.covers(Point(x, y)):
                found.append((x, y, noise >> 8 & 255))
    if not found:
        middle = ground.representative_point()
        found.append((middle.x, middle.y, 128))
    return tuple(found)


def _noise(corner: Spot, row: int, column: int) -> int:
    """Sixteen bits that look like chance and are none; the same for a piece wherever on the grid of inches it lies."""
    value = corner[0] % INCH * 374761393 + corner[1] % INCH * 668265263 + row * 2246822519 + column * 3266489917
    value = (value ^ value >> 13) * 1274126177 & 0xFFFFFFFF
    return (value ^ value >> 16) & 0xFFFF


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [part for part in shape.geoms if not part.is_empty] if isinstance(shape, MultiPolygon) else []
