"""Outlines as people type them: in whole micrometres, and mended where their corners are not in order."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import MultiPolygon, Polygon, make_valid
from shapely.geometry.base import BaseGeometry
from shapely.validation import explain_validity

from battlefield.convex import Spot, counter_clockwise, signed_area, tidy
from battlefield.terrain import polygon
from battlefield.units import INCH, um
from scenarios.problems import Report

LEAST_GROUND = INCH * INCH // 5000
"""Twice the least area of an outline, in square micrometres: a hundredth of an inch square."""


def outline(spots: Sequence[tuple[float, float]], where: str, line: int, report: Report) -> tuple[Spot, ...] | None:
    """An outline in whole micrometres, counter-clockwise.

    One that crosses itself is mended, and the doubt noted with what was done. None, with a problem noted, for one that
    encloses no ground.
    """
    ring = tidy([(um(x), um(y)) for x, y in spots])
    if len(ring) > 2 and not polygon(ring).is_valid:
        reason = explain_validity(polygon(ring)).replace("[", " at (").replace("]", ")")
        ring, done = mended(ring)
        if len(ring) > 2:
            said, remedy = f"{where} crosses itself ({reason})", "list the corners in order around the edge"
            report.doubt(line, said, done, remedy)
    if len(ring) < 3 or abs(signed_area(ring)) < LEAST_GROUND:
        report.add(line, f"{where} encloses no ground", "give at least three corners that are not in one line")
        return None
    return counter_clockwise(ring)


def mended(ring: Sequence[Spot]) -> tuple[tuple[Spot, ...], str]:
    """A ring that crosses itself made simple, and in words what was done; an empty one when nothing can be.

    Corners that all lie on their common hull are taken in order around it, else the largest part that is enclosed.

    >>> mended([(0, 0), (50800, 50800), (50800, 0), (0, 50800)])
    (((0, 0), (0, 50800), (50800, 50800), (50800, 0)), 'its 4 corners are taken in order around the edge')
    """
    spots = list(dict.fromkeys(ring))
    hull = Polygon(spots).convex_hull
    if isinstance(hull, Polygon) and len(hull.exterior.coords) - 1 == len(spots):
        around = tidy([(round(x), round(y)) for x, y in hull.exterior.coords[:-1]])
        first = around.index(min(around))
        return around[first:] + around[:first], f"its {len(spots)} corners are taken in order around the edge"
    parts = sorted(_parts(make_valid(Polygon(ring))), key=lambda part: -part.area)
    for part in parts:
        kept = tidy([(round(x), round(y)) for x, y in part.exterior.coords[:-1]])
        if len(kept) > 2 and polygon(kept).is_valid:
            share = part.area / sum(other.area for other in parts)
            return kept, f"its largest part is taken, {share:.0%} of what it encloses"
    return (), ""


def _parts(ground: BaseGeometry) -> list[Polygon]:
    if isinstance(ground, Polygon):
        return [ground]
    if isinstance(ground, MultiPolygon) or hasattr(ground, "geoms"):
        return [part for member in ground.geoms for part in _parts(member)]
    return []
