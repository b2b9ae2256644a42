"""Sight of a body that is shifted about, again and again, in front of what stands still: what a margin asks.

`ask` tells whether a shift is visible; whether all shifts within some room of one are, proven; whether any shift up to
a length may show something of what is hidden, and where. Lengths are micrometres.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from battlefield.sight.accelerate import compiled, handed, inlined
from battlefield.sight.cells import Bench
from battlefield.sight.eye import CUT, HIDDEN, LARGEST, LOOK_AT, LOOK_X, LOOK_Y, LOOK_Z, VISIBLE, Desk, view_some
from battlefield.sight.picture import Bools, Floats, Ints
from battlefield.sight.prisms import Prisms, nearest, outside_edge
from battlefield.sight.regrown import SPARE, put_disc, put_round, regrow
from battlefield.sight.ribbons import CLOSED, join_some
from battlefield.sight.sketch import NEXT, Sketch, inside, keep, light, lit, lit_corner

TARGET, EYE, JOINED = 0, 1, 2
"""What is shifted: the target of an eye; the eye; the target of any part of the viewer."""

SEEN_THERE, SURE, SHOWN = range(3)
"""Questions of `ask`."""

LEAF = 25.0
"""How thick, in micrometres, the leaf is that stands for many spots at one height."""

SLACK = 5.0
"""Micrometres that are left over in proofs, so that what is seen is wide enough to count."""

MODE, FIRST, LAST, START, STOP, SHEET, TROUBLE, SEEN = range(8)
"""Columns of `Rig.rows`: what is shifted; the rows of the target, of the viewer, and of a leaf; room ran out; whether
it is seen unshifted."""

EYE_X, EYE_Y, EYE_Z, WIDTH, CORE_X, CORE_Y, CORE, CORE_TOP, VIEW_TOP = range(9)
"""Columns of `Rig.fixed`: eye; width of a join; the largest circle inside the target, with its top; the viewer's."""

FROM_X, FROM_Y, FROM_Z, TO_X, TO_Y, TO_Z = range(6)
"""Columns of `Rig.line`: the witness of what was seen last."""


@handed
class Rig(NamedTuple):
    """What stands in the way, then the target, the viewer and a leaf as rows of `prisms`; `plain` as they were.

    `skip` [1, row]: what never hides anything, because it is looked at or looks.
    """

    prisms: Prisms
    plain: Prisms
    rows: Ints
    fixed: Floats
    line: Floats
    eyes: Floats
    span: Ints
    other: Ints
    skip: Bools
    marks: Ints
    todo: Bools
    alone: Ints
    outcome: Ints
    share: Floats
    room: Floats
    way: Floats
    desk: Desk
    bench: Bench
    sketch: Sketch


@compiled
def _view(rig: Rig, first: int, last: int, x: float, y: float, z: float) -> bool:
    """Whether an eye sees some of the prisms from `first` to before `last`."""
    rig.eyes[0, 0], rig.eyes[0, 1], rig.eyes[0, 2] = x, y, z
    rig.span[0, 0], rig.span[0, 1] = first, last
    if not view_some(
        rig.prisms, rig.eyes, rig.span, False, rig.skip, rig.skip, rig.desk, rig.marks, rig.todo, rig.outcome,
        rig.share, rig.alone,
    ):  # fmt: skip
        rig.rows[TROUBLE] = 1
        return False
    return bool(rig.outcome[0, 0] > HIDDEN)


@compiled
def _join(rig: Rig, first: int, last: int, start: int, stop: int) -> bool:
    """Whether a line leads from some prisms to others; it becomes the witness."""
    rig.span[0, 0], rig.span[0, 1], rig.other[0, 0], rig.other[0, 1] = first, last, start, stop
    join_some(
        rig.prisms, rig.span, rig.other, rig.skip, rig.skip, rig.fixed[WIDTH], rig.bench, rig.marks, rig.todo,
        rig.outcome, rig.share, rig.alone,
    )  # fmt: skip
    if rig.outcome[0, 0] == CLOSED:
        return False
    for i in range(6):
        rig.line[i] = rig.bench.found[i]
    return True


@compiled
def _nearest_eye(rig: Rig, x: float, y: float) -> float:
    """How far in the plan the eye is at least from the middles of the target's discs when they are shifted."""
    least = 1e300
    for p in range(rig.rows[FIRST], rig.rows[LAST]):
        dx, dy = rig.plain.centre_x[p] + x - rig.fixed[EYE_X], rig.plain.centre_y[p] + y - rig.fixed[EYE_Y]
        least = min(least, dx * dx + dy * dy)
    return sqrt(least)


@inlined
def _seen(rig: Rig, x: float, y: float) -> bool:
    """Whether something can be seen when what is shifted is shifted by that; finds a witness."""
    rows, fixed = rig.rows, rig.fixed
    if rows[MODE] == EYE:
        if not _view(rig, rows[FIRST], rows[LAST], fixed[EYE_X] + x, fixed[EYE_Y] + y, fixed[EYE_Z]):
            return False
        _witness(rig)
        return True
    last = regrow(rig.plain, rows[FIRST], rows[LAST], x, y, 0.0, 0.0, rig.prisms, rig.room)
    if rows[MODE] == JOINED:
        return _join(rig, rows[START], rows[STOP], rows[FIRST], last)
    if not _view(rig, rows[FIRST], last, fixed[EYE_X], fixed[EYE_Y], fixed[EYE_Z]):
        return False
    _witness(rig)
    return True


@inlined
def _sure(rig: Rig, x: float, y: float, room: float) -> bool:
    """Whether all shifts within `room` of one are proven visible; the witness should be of a shift nearby."""
    rows, fixed, line = rig.rows, rig.fixed, rig.line
    if rows[MODE] == EYE:
        near_x, near_y, z = fixed[EYE_X] + x, fixed[EYE_Y] + y, fixed[EYE_Z]
        return _all_seen(rig, line[TO_X], line[TO_Y], line[TO_Z], near_x, near_y, z, room)
    if room < fixed[CORE]:
        drawn = rows[MODE] == TARGET
        away = _nearest_eye(rig, x, y) if drawn else 0.0
        last = regrow(rig.plain, rows[FIRST], rows[LAST], x, y, -room, away, rig.prisms, rig.room)
        if last > rows[FIRST]:
            if not drawn:
                return _join(rig, rows[START], rows[STOP], rows[FIRST], last)
            if not _view(rig, rows[FIRST], last, fixed[EYE_X], fixed[EYE_Y], fixed[EYE_Z]):
                return False
            _witness(rig)
            return True
    if fixed[WIDTH] > 0.0:
        return False
    mid_x, mid_y, z = fixed[CORE_X] + x, fixed[CORE_Y] + y, fixed[CORE_TOP] - LEAF
    room = max(room - fixed[CORE], 0.0)
    if rows[MODE] == TARGET:
        return _all_seen(rig, fixed[EYE_X], fixed[EYE_Y], fixed[EYE_Z], mid_x, mid_y, z, room)
    return _all_seen(rig, line[FROM_X], line[FROM_Y], fixed[VIEW_TOP] - LEAF, mid_x, mid_y, z, room)


@compiled
def _all_seen(rig: Rig, ex: float, ey: float, ez: float, x: float, y: float, z: float, room: float) -> bool:
    """Whether an eye sees all spots within `room` of one, at its height."""
    room += SLACK + SPARE
    low, high, sheet = z - LEAF, z + LEAF, rig.rows[SHEET]
    for p in range(rig.rows[FIRST]):
        if rig.prisms.top[p] <= low or rig.prisms.bottom[p] >= high:
            continue
        dx, dy, reach = rig.prisms.centre_x[p] - x, rig.prisms.centre_y[p] - y, rig.prisms.reach[p] + room
        if dx * dx + dy * dy > reach * reach:
            continue
        level = min(max(z, rig.prisms.bottom[p]), rig.prisms.top[p])
        if nearest(rig.prisms, p, x, y, level, rig.way) <= room:
            return False
    put_round(rig.prisms, sheet, x, y, room, z - 0.5 * LEAF, z + 0.5 * LEAF)
    return _view(rig, sheet, sheet + 1, ex, ey, ez) and rig.outcome[0, 0] == VISIBLE and rig.desk.found[CUT] == 0.0


@inlined
def _shown(rig: Rig, length: float) -> bool:
    """Whether any shift up to a length may show something of what is hidden; the witness is where."""
    rows, fixed, sheet = rig.rows, rig.fixed, rig.rows[SHEET]
    if rows[MODE] == EYE:
        z = fixed[EYE_Z]
        r = max(length, LEAF) + SPARE
        put_disc(rig.prisms, sheet, fixed[EYE_X], fixed[EYE_Y], r, z - 0.5 * LEAF, z + 0.5 * LEAF)
        return _join(rig, sheet, sheet + 1, rows[FIRST], rows[LAST])
    away = _nearest_eye(rig, 0.0, 0.0) if rows[MODE] == TARGET else 0.0
    last = regrow(rig.plain, rows[FIRST], rows[LAST], 0.0, 0.0, length, away, rig.prisms, rig.room)
    if rows[MODE] == JOINED:
        return _join(rig, rows[START], rows[STOP], rows[FIRST], last)
    if not _view(rig, rows[FIRST], last, fixed[EYE_X], fixed[EYE_Y], fixed[EYE_Z]):
        return False
    _witness(rig)
    return True


@compiled
def ask(rig: Rig, question: int, x: float, y: float, room: float) -> bool:
    """Ask about a shift: SEEN_THERE, whether something can be seen; SURE, whether all shifts within `room` of it are
    proven visible (the witness should be of a shift nearby); SHOWN, whether any shift up to `room` may show something
    of what is hidden. What is seen becomes the witness.

    One kernel for the three, because each that looks takes as long to compile as all of sight.
    """
    if question == SEEN_THERE:
        return _seen(rig, x, y)
    if question == SURE:
        return _sure(rig, x, y, room)
    return _shown(rig, room)


@compiled
def doubtful(rig: Rig) -> bool:
    """Whether slivers were left out when nothing was shown, so that it is not proven that there is nothing."""
    return bool(rig.rows[MODE] != TARGET and rig.share[0, 0] > 0.0)


@compiled
def outwards(rig: Rig) -> tuple[float, float]:
    """The shift that brings the nearest spot of what is shifted to where the witness is."""
    line, fixed = rig.line, rig.fixed
    if rig.rows[MODE] == EYE:
        return line[FROM_X] - fixed[EYE_X], line[FROM_Y] - fixed[EYE_Y]
    least, way_x, way_y = 1e300, 0.0, 0.0
    for p in range(rig.rows[FIRST], rig.rows[LAST]):
        away = nearest(rig.plain, p, line[TO_X], line[TO_Y], rig.plain.top[p], rig.way)
        if away < least:
            least, way_x, way_y = away, -rig.way[0] * away, -rig.way[1] * away
    return way_x, way_y


@compiled
def _witness(rig: Rig) -> None:
    """Find where the line into the middle of the largest visible part meets what is looked at."""
    found, line, eyes = rig.desk.found, rig.line, rig.eyes
    for i in range(3):
        line[i], line[i + 3] = eyes[0, i], eyes[0, i]
    if found[LARGEST] <= 0.0:
        return
    p, enters, leaves = int(found[LOOK_AT]), 0.0, 1e300
    bottom, top, rise = rig.prisms.bottom[p] - eyes[0, 2], rig.prisms.top[p] - eyes[0, 2], found[LOOK_Z]
    if rise > 0.0:
        enters, leaves = max(enters, bottom / rise), top / rise
    elif rise < 0.0:
        enters, leaves = max(enters, top / rise), bottom / rise
    for i in range(rig.prisms.sides[p]):
        here = outside_edge(rig.prisms, p, i, eyes[0, 0], eyes[0, 1])
        there = outside_edge(rig.prisms, p, i, eyes[0, 0] + found[LOOK_X], eyes[0, 1] + found[LOOK_Y])
        if there < here:
            enters = max(enters, here / (here - there))
    enters = min(enters, leaves)
    for i in range(3):
        line[i + 3] = eyes[0, i] + enters * found[LOOK_X + i]


@compiled
def plain_to_see(rig: Rig, x: float, y: float, first: int, last: int) -> float:
    """Within what distance of a shift some lamps of the sketch prove all shifts visible; below 0 if not that one."""
    fixed, wide = rig.fixed, SLACK + 0.5 * rig.fixed[WIDTH]
    if rig.rows[MODE] == EYE:
        return lit(rig.sketch, fixed[EYE_X] + x, fixed[EYE_Y] + y, 0.0, first, last)
    if fixed[CORE] < wide:
        return -1.0
    return lit(rig.sketch, fixed[CORE_X] + x, fixed[CORE_Y] + y, fixed[CORE] - wide, first, last)


@compiled
def plain_at_a_corner(rig: Rig, x: float, y: float, room: float, first: int, last: int) -> bool:
    """Whether lamps prove all shifts within `room` of one visible, by the corners of what is shifted."""
    rows = rig.rows
    if rows[MODE] == EYE or room >= rig.fixed[CORE]:
        return False
    return lit_corner(
        rig.sketch, rig.plain, rows[FIRST], rows[LAST], x, y, room + SLACK + 0.5 * rig.fixed[WIDTH], first, last
    )


@compiled
def add_lamp(rig: Rig, x: float, y: float) -> bool:
    """Put a lamp where the witness of a visible shift is; whether the sketch now proves that shift visible."""
    rows, fixed, line, sketch = rig.rows, rig.fixed, rig.line, rig.sketch
    lamp = sketch.lamps[NEXT]
    top, floor = fixed[CORE_TOP] - LEAF, rig.plain.bottom[rows[FIRST]] + LEAF
    for heights in range(2):
        if rows[MODE] == EYE:
            spot_x, spot_y = _inner(rig, rows[FIRST], rows[LAST], line[TO_X], line[TO_Y])
            z = top if heights == 0 else min(top, max(floor, line[TO_Z]))
            light(sketch, lamp, rows[FIRST], spot_x, spot_y, z, fixed[EYE_Z])
        else:
            height = top if heights == 0 else min(top, max(floor, line[TO_Z]))
            spot_x, spot_y, z = fixed[EYE_X], fixed[EYE_Y], fixed[EYE_Z]
            if rows[MODE] == JOINED:
                spot_x, spot_y = _inner(rig, rows[START], rows[STOP], line[FROM_X], line[FROM_Y])
                z = fixed[VIEW_TOP] - LEAF
                if heights == 1:
                    z = min(z, max(rig.plain.bottom[rows[START]] + LEAF, line[FROM_Z]))
            light(sketch, lamp, rows[FIRST], spot_x, spot_y, z, height)
        if plain_to_see(rig, x, y, lamp, lamp + 1) >= 0.0 or plain_at_a_corner(rig, x, y, 0.0, lamp, lamp + 1):
            keep(sketch)
            return True
    return False


@compiled
def _inner(rig: Rig, first: int, last: int, x: float, y: float) -> tuple[float, float]:
    """A spot on the edge of some prisms, moved inwards so far that half a broad line has room beside it."""
    least, row = 1e300, first
    for p in range(first, last):
        away = nearest(rig.plain, p, x, y, rig.plain.top[p], rig.way)
        if away < least:
            least, row = away, p
    dx, dy = rig.plain.centre_x[row] - x, rig.plain.centre_y[row] - y
    length, inner = sqrt(dx * dx + dy * dy), least + SLACK + 0.5 * rig.fixed[WIDTH]
    for _ in range(3):
        part = min(1.0, inner / length) if length > 0.0 else 0.0
        at_x, at_y = x + part * dx, y + part * dy
        if rig.plain.disc[row] or inside(rig.plain, row, at_x, at_y, SLACK + 0.5 * rig.fixed[WIDTH]):
            return at_x, at_y
        inner *= 2.0
    return rig.plain.centre_x[row], rig.plain.centre_y[row]
