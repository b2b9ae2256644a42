"""Distances from edge to edge, contact and overlap, and what lies within what.

Everything is measured in the plan, from base to base: heights never lengthen a gap. Lengths are inches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.separation import CONTACT, separation
from battlefield.shapes import Round
from battlefield.table import Board
from battlefield.units import INCH, inches, um


def gap(a: Body, b: Body) -> float:
    """The distance between two bases in inches, in the plan; 0 when they touch or overlap.

    >>> from battlefield.pose import Pose
    >>> one = Body("one", Round(INCH), Pose.at(0, 0), INCH, INCH)
    >>> gap(one, Body("two", Round(INCH), Pose.at(3, 4), INCH, INCH))
    4.0
    """
    return max(0.0, separation(a.shape, a.pose, b.shape, b.pose))


def within(a: Body, b: Body, distance: float) -> bool:
    """Whether two bases are no further apart than a distance in inches; exactly at the distance is within."""
    return separation(a.shape, a.pose, b.shape, b.pose) <= distance + CONTACT


def touching(a: Body, b: Body) -> bool:
    """Whether two bases are in contact: the gap is no more than the tolerance."""
    return within(a, b, 0.0)


def overlaps(a: Body, b: Body) -> bool:
    """Whether two bases cover some of the same ground; bases that only touch do not."""
    return separation(a.shape, a.pose, b.shape, b.pose) < -CONTACT


def gaps(a: Sequence[Body], b: Sequence[Body]) -> NDArray[np.float64]:
    """The gap of every body of `a` to every body of `b`: an array of len(a) x len(b), in inches."""
    centre_a, radius_a, disc_a = _columns(a)
    centre_b, radius_b, disc_b = _columns(b)
    way = centre_a[:, None, :] - centre_b[None, :, :]
    apart = np.sqrt(way[..., 0] * way[..., 0] + way[..., 1] * way[..., 1]) - (radius_a[:, None] + radius_b[None, :])
    matrix: NDArray[np.float64] = np.maximum(apart / INCH, 0.0)
    others = [j for j, disc in enumerate(disc_b) if not disc]
    for i, one in enumerate(a):
        for j in range(len(b)) if not disc_a[i] else others:
            matrix[i, j] = gap(one, b[j])
    return matrix


def _columns(bodies: Sequence[Body]) -> tuple[NDArray[np.float64], NDArray[np.float64], list[bool]]:
    """Centres and radii in micrometres, and which of the bodies are discs."""
    centres = np.array([(b.pose.x, b.pose.y) for b in bodies], dtype=np.float64).reshape(len(bodies), 2)
    radii = np.array([b.shape.diameter / 2 if isinstance(b.shape, Round) else 0.0 for b in bodies], dtype=np.float64)
    return centres, radii, [isinstance(b.shape, Round) for b in bodies]


def nearest(body: Body, others: Sequence[Body]) -> Body | None:
    """The closest of the others, the lowest id among equals to the micrometre; None when there are none."""
    return min(others, key=lambda other: (um(gap(body, other)), other.id), default=None)


def closest_pair(a: Sequence[Body], b: Sequence[Body]) -> tuple[Body, Body] | None:
    """The two bodies of two groups that are closest, lowest ids among equals; None when a group is empty."""
    if not a or not b:
        return None
    apart = np.rint(gaps(a, b) * INCH).astype(np.int64)
    rows, columns = np.nonzero(apart == apart.min())
    pairs = [(a[i], b[j]) for i, j in zip(rows.tolist(), columns.tolist(), strict=True)]
    return min(pairs, key=lambda pair: (pair[0].id, pair[1].id))


def distance(a: Sequence[Body], b: Sequence[Body]) -> float:
    """The gap between the closest bodies of two groups in inches; infinite when a group is empty."""
    pair = closest_pair(a, b)
    return gap(*pair) if pair else float("inf")


@lru_cache(maxsize=4096)
def grown(area: BaseGeometry, by: float) -> BaseGeometry:
    """An area grown (or, below 0, shrunk) by a distance in inches, corners kept sharp."""
    return area.buffer(by, join_style="mitre")


def partly_within(body: Body, area: BaseGeometry) -> bool:
    """Whether some of a base lies inside an area; a base that only touches it from outside does not."""
    if isinstance(body.shape, Round):
        return float(area.distance(Point(body.pose.xy))) < inches(body.shape.diameter) / 2 - CONTACT
    return bool(grown(area, -CONTACT).intersects(body.base))


def wholly_within(body: Body, area: BaseGeometry) -> bool:
    """Whether all of a base lies inside an area; its edge may lie on the area's edge."""
    if isinstance(body.shape, Round):
        centre = Point(body.pose.xy)
        if not area.covers(centre):
            return False
        return float(_rim(area).distance(centre)) >= inches(body.shape.diameter) / 2 - CONTACT
    return bool(grown(area, CONTACT).covers(body.base))


@lru_cache(maxsize=256)
def _rim(area: BaseGeometry) -> BaseGeometry:
    return area.boundary


def distance_to(body: Body, area: BaseGeometry) -> float:
    """The distance in inches from a base to an area, in the plan; 0 inside it."""
    if isinstance(body.shape, Round):
        return max(0.0, float(area.distance(Point(body.pose.xy))) - inches(body.shape.diameter) / 2)
    return float(area.distance(body.base))


def extent(body: Body) -> tuple[float, float, float, float]:
    """The least box around a base: least x, least y, greatest x, greatest y, in inches."""
    if isinstance(body.shape, Round):
        (x, y), radius = body.pose.xy, inches(body.shape.diameter) / 2
        return x - radius, y - radius, x + radius, y + radius
    low_x, low_y, high_x, high_y = body.base.bounds
    return low_x, low_y, high_x, high_y


def edges_crossed(board: Board, body: Body) -> tuple[str, ...]:
    """The table edges a base sticks out over: some of "left", "right", "near", "far", in that order."""
    low_x, low_y, high_x, high_y = extent(body)
    over = {
        "left": low_x < -CONTACT,
        "right": high_x > inches(board.width) + CONTACT,
        "near": low_y < -CONTACT,
        "far": high_y > inches(board.depth) + CONTACT,
    }
    return tuple(edge for edge, crossed in over.items() if crossed)


def crosses_edge(board: Board, body: Body) -> bool:
    """Whether some of a base is beyond a table edge; a base flush with the edge is not."""
    return bool(edges_crossed(board, body))


def on_table(board: Board, body: Body) -> bool:
    """Whether all of a base is on the table."""
    low_x, low_y, high_x, high_y = extent(body)
    wide, deep = inches(board.width) + CONTACT, inches(board.depth) + CONTACT
    return low_x >= -CONTACT and low_y >= -CONTACT and high_x <= wide and high_y <= deep


@lru_cache(maxsize=16)
def table_area(board: Board) -> Polygon:
    """The table as a polygon in inches."""
    x, y = inches(board.width), inches(board.depth)
    return Polygon([(0, 0), (x, 0), (x, y), (0, y)])
