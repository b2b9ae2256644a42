"""Margins: how far a model may be shifted before the answer on sight flips.

A shift changes more than the lines: it takes a model into and out of terrain areas, which screen or hide it, and nearer
or farther than it is detected from. What is proven is the least of what the lines allow as long as the areas that count
stay what they are, or become what is worse for the answer, and of the shortest shift by which the detection range could
flip it. What was found is the shortest shift among all of these that does flip it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, radians, sin, sqrt

from shapely import MultiPolygon, Point, Polygon, get_coordinates
from shapely.ops import nearest_points

from battlefield.body import Body
from battlefield.measure import distance_to
from battlefield.separation import CONTACT
from battlefield.shapes import Round
from battlefield.sight import Margin, Skip, join, join_margin, joins
from battlefield.table import Board
from battlefield.terrain import area, polygon, solids
from battlefield.units import INCH, inches
from engine.core.ledger import rule
from engine.core.state import State
from engine.eleventh import hidden, measuring
from engine.eleventh.solid import solid_board
from engine.eleventh.terrain import Area, areas
from engine.eleventh.visibility import SCREEN, WIDTH, looked_through, screened, seen_out_of
from engine.mechanics.company import opponents
from engine.mechanics.straight import straight

FARTHEST = 6.0
"""Inches: farther shifts are not looked at."""

BEYOND = 2.0 * CONTACT
"""Inches by which a shift goes beyond a boundary, so that it is crossed whatever the tolerance."""

STEPS, TURN = 12, 15
"""Where nothing else has flipped the answer: rings of shifts to look at, and how many degrees apart those of one are.
"""

Way = tuple[float, float]
"""A shift in the plan, in inches."""


@dataclass(frozen=True, slots=True)
class Shift:
    """One of two models shifted on the table of a state: the `moved` one looks, or is looked at."""

    state: State
    board: Board
    fixed: Body
    moved: Body
    of: str

    def at(self, way: Way) -> Body:
        pose = self.moved.pose
        return self.moved.at(replace(pose, x=pose.x + round(way[0] * INCH), y=pose.y + round(way[1] * INCH)))

    def through(self, moved: Body) -> frozenset[str]:
        """What lines between the two ignore."""
        own = [looked_through(self.state, body.group) for body in (self.fixed, moved)]
        return own[0] | own[1] | self.screens_of(self.fixed) | self.screens_of(moved)

    def screens_of(self, body: Body) -> frozenset[str]:
        return seen_out_of(self.state.board, body)

    def pair(self, moved: Body) -> tuple[Body, Body]:
        """Who looks, and at whom."""
        return (self.fixed, moved) if self.of == "target" else (moved, self.fixed)

    def joined(self, moved: Body) -> bool:
        """Whether a line of sight leads from the one to the other."""
        bodies, through = self.state.bodies(), self.through(moved)
        return join(self.board, self.fixed, moved, bodies, transparent=through, width=WIDTH).visible

    def detected(self, moved: Body) -> bool:
        """Whether the target is not hidden, or within its detection range."""
        pair = self.pair(moved)
        reach = hidden.detected_from(self.state, self.board, self.state.board, pair)
        return reach is None or measuring.within(straight(*pair), reach)

    def visible(self, way: Way) -> bool:
        """The answer after a shift."""
        moved = self.at(way)
        return self.joined(moved) and self.detected(moved)

    def visible_at(self, ways: list[Way]) -> list[bool]:
        """The answers after many shifts."""
        places = [self.at(way) for way in ways]
        skip = Skip((self.through(self.moved) - self.screens_of(self.moved),), tuple(self.through(p) for p in places))
        found = joins(self.board, [self.fixed], places, self.state.bodies(), skip, width=WIDTH).visible[0].tolist()
        return [seen and self.detected(place) for seen, place in zip(found, places, strict=True)]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that may flip the answer: not with a shift shorter than `least`, and perhaps with one of some ways."""

    least: float
    ways: tuple[Way, ...]


def margin(state: State, viewer: str, target: str, of: str = "target") -> Margin | None:
    """How far the target, or the `viewer`, may be shifted before the one ceases or begins to see the other.

    Between two models on the table; None otherwise. The height is kept, and whether it could stand there is not asked.
    """
    bodies = opponents(state, viewer, target)
    if bodies is None:
        return None
    fixed, moved = bodies if of == "target" else bodies[::-1]
    board = screened(solid_board(state), state.board)
    shift = Shift(state, board, fixed, moved, of)
    joined, detected = shift.joined(moved), shift.detected(moved)
    events = [*_detection(shift, detected)] if joined else []
    if detected or not joined:
        events.append(_lines(shift, joined))
    return _least(shift, joined and detected, events)


def _least(shift: Shift, visible: bool, events: list[Event]) -> Margin:
    """The margin that some events make: the least that any of them needs, and the shortest shift that flips."""
    best: Way | None = None
    for way in sorted((way for event in events for way in event.ways), key=_length):
        if best is not None and _length(way) >= _length(best):
            break
        found = _flipping(shift, way, visible)
        if found is not None and (best is None or _length(found) < _length(best)):
            best = found
    if best is None and events:
        best = _searched(shift, visible)
    proven = min((max(0.0, event.least) for event in events), default=FARTHEST)
    if best is None:
        return Margin(visible, round(min(proven, FARTHEST), 4), None, None)
    length, angle = _length(best), degrees(atan2(best[1], best[0])) % 360
    return Margin(visible, round(min(proven, length), 4), round(length, 4), round(angle, 2))


def _searched(shift: Shift, visible: bool) -> Way | None:
    """A shift that flips the answer, looked for all around where no single event does it alone."""
    lengths = [FARTHEST * step / STEPS for step in range(1, STEPS + 1)]
    ways = [(far * cos(radians(turn)), far * sin(radians(turn))) for far in lengths for turn in range(0, 360, TURN)]
    flipping = [way for way, seen in zip(ways, shift.visible_at(ways), strict=True) if seen != visible]
    nearest = [way for way in flipping if _length(way) < _length(flipping[0]) + CONTACT]
    return min((_shortened(shift, way, visible) for way in nearest), key=_length, default=None)


def _flipping(shift: Shift, way: Way, visible: bool) -> Way | None:
    """A shift along a way, or somewhat beyond its end, that flips the answer, made as short as it can be."""
    length = _length(way)
    if length > FARTHEST or length == 0.0:
        return None
    for more in (BEYOND, 0.01, 0.05, 0.2):
        longer = _scaled(way, (length + more) / length)
        if shift.visible(longer) != visible:
            return _shortened(shift, longer, visible)
    return None


def _shortened(shift: Shift, way: Way, visible: bool) -> Way:
    low, high = 0.0, 1.0
    while (high - low) * _length(way) > 0.0002:
        between = 0.5 * (low + high)
        low, high = (between, high) if shift.visible(_scaled(way, between)) == visible else (low, between)
    return _scaled(way, high)


# -- lines and areas -----------------------------------------------------------------------------------------------


@rule("11e.terrain.obscuring-own-area")
def _lines(shift: Shift, joined: bool) -> Event:
    """What lines of sight allow, and the areas that the moved model can enter or leave.

    Whoever is seen and leaves an obscuring area is screened by it; whoever is not seen and enters one is no longer. A
    bound that holds with the nearest such areas counted the worse way holds until the next of them is reached.
    """
    through, bodies = shift.through(shift.moved), shift.state.bodies()
    crossings = _crossings(shift, joined)
    least, ways = 0.0, [way for _, event in crossings for way in event.ways]
    for count in range(len(crossings) + 1):
        changed = {screen for screen, _ in crossings[:count]}
        absent = through - changed if joined else through | changed
        found = join_margin(shift.board, shift.fixed, shift.moved, bodies, transparent=absent, width=WIDTH)
        if found.visible != joined:
            break
        if found.found is not None and found.direction is not None:
            turn = radians(found.direction)
            ways.append((found.found * cos(turn), found.found * sin(turn)))
        limit = crossings[count][1].least if count < len(crossings) else FARTHEST
        least = max(least, min(found.proven, limit))
        if found.proven <= limit:
            break
    return Event(least, tuple(ways))


def _crossings(shift: Shift, joined: bool) -> list[tuple[str, Event]]:
    """The screens that begin or cease to count when the moved model leaves or enters their areas, the nearest first."""
    found = []
    for ground in areas(shift.state.board):
        if ground.obscuring and not ground.holds(shift.fixed) and ground.holds(shift.moved) == joined:
            event = _leaving(ground, shift.moved) if joined else _entering(ground, shift.moved)
            if event.least < FARTHEST:
                found.append((SCREEN + ground.id, event))
    return sorted(found, key=lambda one: (one[1].least, one[0]))


def _entering(found: Area, body: Body) -> Event:
    """The shortest way of a base into an area."""
    here, there = nearest_points(_ground_of(body), area(found.piece))
    gap = distance_to(body, area(found.piece))
    return Event(gap - CONTACT, (_unit(there.x - here.x, there.y - here.y, gap),) if gap > 0 else ())


def _leaving(found: Area, body: Body) -> Event:
    """The shortest way of a base out of an area: never less than from its deepest spot to the boundary."""
    ground = area(found.piece)
    spots = get_coordinates(_ground_of(body)).tolist()
    radius = inches(body.shape.diameter) / 2 if isinstance(body.shape, Round) else 0.0
    depths = [ground.boundary.distance(Point(x, y)) * (1 if ground.covers(Point(x, y)) else -1) for x, y in spots]
    return Event(max(depths) + radius - CONTACT, tuple(_out(found, body, radius)))


def _out(found: Area, body: Body, radius: float) -> Iterator[Way]:
    """The ways straight out over each edge of an area."""
    ring = [(inches(x), inches(y)) for x, y in found.piece.outline]
    spots = get_coordinates(_ground_of(body)).tolist()
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        long = _length((bx - ax, by - ay))
        nx, ny = (by - ay) / long, (ax - bx) / long
        length = nx * ax + ny * ay - min(nx * x + ny * y for x, y in spots) + radius
        if length > 0:
            yield nx * length, ny * length


def _ground_of(body: Body) -> Point | Polygon:
    """The base, or the centre of a round one."""
    return Point(body.pose.xy) if isinstance(body.shape, Round) else body.base


# -- detection -----------------------------------------------------------------------------------------------------


@rule("11e.terrain.hidden-effect")
def _detection(shift: Shift, detected: bool) -> Iterator[Event]:
    """The ways in which a target ceases to be detected, or begins to be."""
    viewer, target = shift.pair(shift.moved)
    state = shift.state
    if state.side_of(viewer.id) == state.side_of(target.id) or not hidden.may_hide(state, target.id):
        return
    concealing = [found for found in areas(state.board) if hidden.conceals(state, found)]
    held = [found for found in concealing if found.holds(target)]
    apart = inches(straight(viewer, target))
    if held:
        yield _by_distance(shift, apart, detected)
    if shift.of != "target":
        return
    if held and not detected:
        outs = [_leaving(found, target) for found in held]
        yield Event(max(out.least for out in outs), tuple(way for out in outs for way in out.ways))
    if not held and detected:
        for found in concealing:
            into = _entering(found, target)
            yield Event(max(into.least, inches(hidden.detection_range(True)) - apart), into.ways)


def _by_distance(shift: Shift, apart: float, detected: bool) -> Event:
    """Crossing the detection range, be it that of a target gone to ground or not.

    Going to ground takes a dense feature in between. The least shift by which one that has gone to ground is fully
    visible again is not known: nothing is proven then.
    """
    short, far = (inches(hidden.detection_range(gone)) for gone in (True, False))
    x, y = shift.moved.pose.x - shift.fixed.pose.x, shift.moved.pose.y - shift.fixed.pose.y
    if detected:
        least = min(far - apart, max(short - apart, _clearance(shift)))
        return Event(least, tuple(_unit(x, y, reach - apart) for reach in (short, far) if reach > apart))
    least = apart - far if apart > far else 0.0
    return Event(least, tuple(_unit(-x, -y, apart - reach) for reach in (short, far) if reach < apart))


def _clearance(shift: Shift) -> float:
    """How far all lines between the two are from any dense feature, in the plan, in inches."""
    lines = MultiPolygon([shift.fixed.trunk, shift.moved.trunk]).convex_hull
    grounds = [polygon(prism.outline) for piece in hidden.dense_alone(shift.board).pieces for prism in solids(piece)]
    return min((float(ground.distance(lines)) for ground in grounds), default=FARTHEST)


def _unit(x: float, y: float, length: float) -> Way:
    """A way of a length in a direction."""
    long = _length((x, y))
    return (x / long * length, y / long * length) if long else (length, 0.0)


def _scaled(way: Way, by: float) -> Way:
    return way[0] * by, way[1] * by


def _length(way: Way) -> float:
    return sqrt(way[0] * way[0] + way[1] * way[1])
