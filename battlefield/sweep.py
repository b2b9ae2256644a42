"""Whether a moving base meets something on its way: exact for glides, by outer polygons for turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import acos, cos, pi, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from battlefield.body import Body
from battlefield.convex import Spot
from battlefield.paths import Climb, Glide, Leg, Route, Turn, after, leg_length, swing
from battlefield.pose import Pose
from battlefield.separation import (
    SLACK,
    Difference,
    Part,
    anchored,
    beyond,
    circle_entry,
    difference_of,
    differences,
    entry,
    hull_of,
    parts,
    signed_distance,
)
from battlefield.shapes import Round, Shape, reach
from battlefield.terrain import Prism
from battlefield.units import DEGREE, INCH, um


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something to keep away from: a shape at a pose, and by how many micrometres; standing from `bottom` to `top`.

    Without `bottom` and `top` it is met at every height.
    """

    id: str
    shape: Shape
    pose: Pose
    clearance: int = 0
    bottom: int | None = None
    top: int | None = None

    def __hash__(self) -> int:
        return hash((self.id, self.pose.x, self.pose.y, self.clearance))


class Contact(NamedTuple):
    """Where a route first comes too close: the leg's number, how far along it (as `leg_length`), and to what."""

    leg: int
    along: float
    obstacle: str


def body_obstacle(body: Body, clearance: float = 0.0) -> Obstacle:
    """A body to keep a clearance in inches from."""
    return Obstacle(body.id, body.shape, body.pose, um(clearance), body.pose.z, body.pose.z + body.height)


def prism_obstacle(prism: Prism, clearance: float = 0.0) -> Obstacle:
    """A solid of terrain, or the space above a piece, to keep a clearance in inches from."""
    shape, pose = anchored(prism.outline)
    return Obstacle(prism.owner, shape, pose, um(clearance), prism.bottom, prism.top)


def first_contact(
    shape: Shape,
    start: Pose,
    legs: Route,
    obstacles: Sequence[Obstacle],
    clearance: float = 0.0,
    height: int | None = None,
) -> Contact | None:
    """The first place where a base on its way comes closer to an obstacle than allowed, or None.

    `clearance` in inches is added to each obstacle's own. Exactly at the clearance is allowed. An obstacle that is too
    close at the start of a leg is only met by coming closer still (part by part where it is not convex). With the
    mover's `height` in micrometres, obstacles wholly above or below it are passed; without it the plan alone decides.
    Jumps are judged where they land. Equal places go to the lowest id.

    >>> post = Obstacle("post", Round(INCH), Pose.at(6, 0), um(1))
    >>> first_contact(Round(INCH), Pose.at(0, 0), (Glide(um(10), 0),), [post])
    Contact(leg=0, along=4.0, obstacle='post')
    """
    pose, extra = start, um(clearance)
    for number, leg in enumerate(legs):
        to = after(pose, leg)
        found = list(_meetings(shape, pose, leg, to, obstacles, extra, height))
        if found:
            length = leg_length(pose, leg)
            along, obstacle = min((round(share * length * INCH), obstacle.id) for obstacle, share in found)
            return Contact(number, along / INCH, obstacle)
        pose = to
    return None


def is_clear(
    shape: Shape, pose: Pose, obstacles: Sequence[Obstacle], clearance: float = 0.0, height: int | None = None
) -> bool:
    """Whether a base may stand at a pose: no obstacle is closer than allowed."""
    beside = obstacles if height is None else level(obstacles, pose.z, pose.z + height)
    return next(_too_close(_rows(shape, pose.facing, beside, um(clearance)), (pose.x, pose.y)), None) is None


class Field:
    """Obstacles as one base meets them that keeps its facing, made ready to be asked about many times."""

    def __init__(self, shape: Shape, facing: int, obstacles: Iterable[Obstacle]) -> None:
        self._rows = tuple(_rows(shape, facing, obstacles, 0))

    def is_clear(self, spot: Spot) -> bool:
        """Whether the base may stand with its centre at a plan position; see `is_clear`."""
        return next(_too_close(self._rows, spot), None) is None

    def first_met(self, here: Spot, to: Spot) -> str | None:
        """The id of what the base meets first going straight from one plan position to another; see `first_contact`."""
        found = [(share, obstacle.id) for obstacle, share in _glide_meetings(self._rows, here, to)]
        if len(found) < 2:
            return found[0][1] if found else None
        length = leg_length(Pose(*here), Glide(*to))
        return min((round(share * length * INCH), name) for share, name in found)[1]


_Row: TypeAlias = tuple[Obstacle, int, int, float | None, float, tuple[Difference, ...]]
"""An obstacle and where it is; how far apart the centres of two discs are that touch; its clearance; and where it is
touched, of anything but two discs."""


def _rows(shape: Shape, facing: int, obstacles: Iterable[Obstacle], extra: int) -> Iterator[_Row]:
    disc = shape.diameter / 2 if isinstance(shape, Round) else None
    for obstacle in obstacles:
        at, other, clearance = obstacle.pose, obstacle.shape, float(obstacle.clearance + extra)
        if disc is not None and isinstance(other, Round):
            yield obstacle, at.x, at.y, disc + other.diameter / 2, clearance, ()
        else:
            yield obstacle, at.x, at.y, None, clearance, differences(shape, facing, other, at.facing)


def passes(shape: Shape, start: Pose, to: Pose, obstacle: Obstacle) -> bool:
    """Whether a base that goes straight to a pose keeps away from an obstacle itself, by a look at their boxes."""
    x, y, dx, dy = start.x - obstacle.pose.x, start.y - obstacle.pose.y, float(to.x - start.x), float(to.y - start.y)
    found = differences(shape, start.facing, obstacle.shape, obstacle.pose.facing)
    return all(beyond(x, y, dx, dy, difference, 0.0) for difference in found)


def level(obstacles: Sequence[Obstacle], low: int, high: int) -> list[Obstacle]:
    """The obstacles that stand somewhere between two heights."""
    return [o for o in obstacles if (o.bottom is None or o.bottom < high) and (o.top is None or o.top > low)]


def _meetings(
    shape: Shape, pose: Pose, leg: Leg, to: Pose, obstacles: Sequence[Obstacle], extra: int, height: int | None
) -> Iterable[tuple[Obstacle, float]]:
    """Every obstacle met on one leg, which leads `to` a pose, with the share of the leg after which it is."""
    if isinstance(leg, Climb):
        return _climb_meetings(shape, pose, leg, obstacles, extra, height)
    beside = obstacles if height is None else level(obstacles, to.z, to.z + height)
    if isinstance(leg, Glide):
        return _glide_meetings(_rows(shape, pose.facing, beside, extra), (pose.x, pose.y), (leg.x, leg.y))
    if isinstance(leg, Turn):
        return _turn_meetings(shape, pose, leg, beside, extra)
    return [(o, 1.0) for o in _too_close(_rows(shape, to.facing, beside, extra), (to.x, to.y))]


def _climb_meetings(
    shape: Shape, pose: Pose, leg: Climb, obstacles: Sequence[Obstacle], extra: int, height: int | None
) -> list[tuple[Obstacle, float]]:
    """What a climb comes level with: nothing that it was beside before, and nothing when heights do not count."""
    rise = leg.z - pose.z
    if height is None or rise == 0:
        return []
    low, high = min(pose.z, leg.z), max(pose.z, leg.z) + height
    ahead = [o for o in level(obstacles, low, high) if not level((o,), pose.z, pose.z + height)]
    found = []
    for obstacle in _too_close(_rows(shape, pose.facing, ahead, extra), (pose.x, pose.y)):
        top, bottom = obstacle.top or 0, obstacle.bottom or 0
        away = bottom - (pose.z + height) if rise > 0 else pose.z - top
        found.append((obstacle, away / abs(rise)))
    return found


def _glide_meetings(rows: Iterable[_Row], here: Spot, to: Spot) -> Iterator[tuple[Obstacle, float]]:
    dx, dy = float(to[0] - here[0]), float(to[1] - here[1])
    square = dx * dx + dy * dy
    if square == 0.0:
        return
    for obstacle, at_x, at_y, touching, clearance, found in rows:
        x, y = float(here[0] - at_x), float(here[1] - at_y)
        share: float | None = None
        if touching is not None:
            toward, near = x * dx + y * dy, touching + clearance - SLACK
            outside = x * x + y * y - near * near
            if toward >= 0.0 or (outside >= 0.0 and toward * toward - square * outside <= 0.0):
                continue  # it goes away from there, or passes
            share = _disc_entry(x, y, dx, dy, touching + clearance)
        for difference in found:
            enters = entry(x, y, dx, dy, difference, clearance)
            if enters is not None and (share is None or enters < share):
                share = enters
        if share is not None:
            yield obstacle, share


def _disc_entry(x: float, y: float, dx: float, dy: float, radius: float) -> float | None:
    """`separation.entry` for two discs that touch at `radius`."""
    toward = x * dx + y * dy
    if toward >= 0.0:
        return None
    if x * x + y * y < (radius - SLACK) * (radius - SLACK):
        return 0.0
    if circle_entry(x, y, dx, dy, radius - SLACK) is None:
        return None
    exact = circle_entry(x, y, dx, dy, radius)
    return 0.0 if exact is None else exact


def discs_met(
    start: Pose, ends: NDArray[np.int64], middles: NDArray[np.int64], radii: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """For each straight way of a disc from one pose (`ends`, n x 2), whether `first_contact` with discs finds any.

    `middles` (m x 2) are where the other discs are, `radii` (m) how near the centres may come; all in micrometres.
    """
    x, y = (start.x - middles[:, 0]).astype(np.float64), (start.y - middles[:, 1]).astype(np.float64)
    dx, dy = (ends[:, 0] - start.x).astype(np.float64)[:, None], (ends[:, 1] - start.y).astype(np.float64)[:, None]
    toward, square, within = x * dx + y * dy, dx * dx + dy * dy, radii - SLACK
    root = toward * toward - square * (x * x + y * y - within * within)
    share = (-toward - np.sqrt(np.maximum(root, 0.0))) / np.where(square > 0.0, square, 1.0)
    enters = (within > 0.0) & (root > 0.0) & (share >= 0.0) & (share <= 1.0)
    each = (toward < 0.0) & ((x * x + y * y < within * within) | enters)
    met: NDArray[np.bool_] = np.logical_or.reduce(each, axis=1)
    return met


def _turn_meetings(
    shape: Shape, pose: Pose, leg: Turn, obstacles: Iterable[Obstacle], extra: int
) -> Iterator[tuple[Obstacle, float]]:
    """Each small step of a turn is judged by a polygon around all it sweeps, wrong by less than half the tolerance."""
    angle = swing(pose.facing, leg.facing)
    if isinstance(shape, Round) or angle == 0:
        return
    own = reach(shape) * INCH
    for obstacle in obstacles:
        x, y = float(pose.x - obstacle.pose.x), float(pose.y - obstacle.pose.y)
        limit = float(obstacle.clearance + extra)
        far = own + SLACK + reach(obstacle.shape) * INCH + limit
        if x * x + y * y > far * far:
            continue
        before = differences(shape, pose.facing, obstacle.shape, obstacle.pose.facing)
        limit = min(limit, _least(x, y, before)) - SLACK
        steps = _swept(shape, pose.facing, angle, obstacle.shape, obstacle.pose.facing)
        for number, step in enumerate(steps):
            if _least(x, y, step) < limit:
                yield obstacle, number / len(steps)
                break


def _least(x: float, y: float, found: Sequence[Difference]) -> float:
    return min(signed_distance(x, y, difference) for difference in found)


@lru_cache(maxsize=1024)
def _swept(shape: Shape, facing: int, angle: int, other: Shape, turned: int) -> tuple[tuple[Difference, ...], ...]:
    """For each step of a turn, the Minkowski differences of a polygon around what it sweeps with an obstacle."""
    steps = _turn_steps(shape, angle)
    found = []
    for step in range(steps):
        start, stop = facing + angle * step // steps, facing + angle * (step + 1) // steps
        rings = [
            _outer(one.ring, middle.ring, two.ring, stop - start)
            for one, middle, two in zip(
                parts(shape, start), parts(shape, (start + stop) // 2), parts(shape, stop), strict=True
            )
        ]
        found.append(tuple(difference_of(Part(ring, 0.0), part) for ring in rings for part in parts(other, turned)))
    return tuple(found)


def _outer(
    one: tuple[tuple[float, float], ...],
    middle: tuple[tuple[float, float], ...],
    two: tuple[tuple[float, float], ...],
    angle: int,
) -> tuple[tuple[float, float], ...]:
    """A convex ring around a part at both ends of a small turn and the arcs its corners make between."""
    stretch = 1.0 / cos(abs(angle) / DEGREE * pi / 360)
    return hull_of([*one, *two, *((x * stretch, y * stretch) for x, y in middle)])


def _turn_steps(shape: Shape, angle: int) -> int:
    """In how many steps a turn is judged, so that no outer polygon sticks out by half the tolerance."""
    own = reach(shape) * INCH
    half = acos(own / (own + SLACK / 2))
    return max(1, int(abs(angle) / DEGREE * pi / 360 / half) + 1)


def _too_close(rows: Iterable[_Row], here: Spot) -> Iterator[Obstacle]:
    """What a base standing somewhere is too close to in the plan."""
    for obstacle, at_x, at_y, touching, clearance, found in rows:
        x, y, least = float(here[0] - at_x), float(here[1] - at_y), clearance - SLACK
        if touching is not None:
            if sqrt(x * x + y * y) - touching < least:
                yield obstacle
            continue
        for difference in found:
            if not beyond(x, y, 0.0, 0.0, difference, least) and signed_distance(x, y, difference) < least:
                yield obstacle
                break
