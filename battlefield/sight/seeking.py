"""The least shift that flips an answer: sought from both sides, until what is proven and what is found nearly meet."""

from __future__ import annotations

from math import floor, sqrt

from battlefield.sight.accelerate import compiled, entry, inlined
from battlefield.sight.guesses import guess
from battlefield.sight.picture import Floats
from battlefield.sight.shifting import (
    CORE,
    EYE,
    FIRST,
    MODE,
    SEEN,
    SEEN_THERE,
    SHOWN,
    SURE,
    TROUBLE,
    WIDTH,
    Rig,
    add_lamp,
    ask,
    doubtful,
    outwards,
    plain_at_a_corner,
    plain_to_see,
)
from battlefield.sight.sketch import LIT, OLDEST, begin
from battlefield.units import INCH

FARTHEST = float(6 * INCH)
"""Shifts up to here are looked at, in micrometres."""

FINEST = 25.0
"""Squares of shifts no larger than this, in micrometres, are not divided any more."""

CLOSE = 0.975
"""What is proven may be so much less than what is found."""

LOOK_SHARE, LOOK_FROM = 0.1, 500.0
"""Squares of shifts are looked at when half as long as this share of their distance, and this many micrometres more."""

NOT_YET, BY_DISC, ALONE = -1, 1, 0
"""Whether a square is settled, and how many discs were noted for that."""

PROVEN, FOUND, SHIFT_X, SHIFT_Y, LOOKS = range(5)
"""Columns of a finding: what is proven; the length of the shift found, below 0 where there is none; it; looks taken."""

COSINES = (0.9950, 0.9801, 0.9211, 0.6967)
SINES = (0.0998, 0.1987, 0.3894, 0.7174)
"""Turns of a tenth, two tenths, four tenths and eight tenths of a radian."""


@entry
def seek(rig: Rig, squares: Floats, discs: Floats, work: Floats, spots: Floats, most: int, out: Floats) -> bool:
    """Find the least shift that flips what is seen; returns what is seen unshifted.

    `squares` [square, 4], `discs` [disc, 3], `work` [6, corner] and `spots` [spot, 3] are room to work in; `most` looks
    may be taken.
    """
    out[PROVEN], out[FOUND], out[SHIFT_X], out[SHIFT_Y], out[LOOKS] = 0.0, -1.0, 0.0, 0.0, 1.0
    rig.sketch.lamps[LIT] = 0
    rig.rows[SEEN] = 1 if ask(rig, SEEN_THERE, 0.0, 0.0, 0.0) else 0
    if rig.rows[SEEN] == 0:
        _until_seen(rig, out)
        return False
    _try_spots(rig, spots, guess(rig, FARTHEST, work, spots), out)
    if rig.fixed[WIDTH] > 0.0 and out[FOUND] > 0.0:
        # A broad line is hidden already where some of it is.
        _shorten(rig, 0.0, out)
    _until_hidden(rig, squares, discs, most, out)
    return True


@compiled
def _flips(rig: Rig, x: float, y: float, out: Floats) -> bool:
    """Whether a shift flips the answer; if so, and it is the shortest so far, it is found."""
    # Bodies stand on whole micrometres.
    x, y = float(floor(x + 0.5)), float(floor(y + 0.5))
    out[LOOKS] += 1.0
    if ask(rig, SEEN_THERE, x, y, 0.0) == (rig.rows[SEEN] == 1) or rig.rows[TROUBLE]:
        return False
    length = sqrt(x * x + y * y)
    if out[FOUND] < 0.0 or length < out[FOUND]:
        out[FOUND], out[SHIFT_X], out[SHIFT_Y] = length, x, y
    return True


@inlined
def _hides(rig: Rig, x: float, y: float, out: Floats) -> bool:
    """`_flips`, without a look where the sketch of something visible tells."""
    lamps = rig.sketch.lamps
    if lamps[LIT] > 0 and plain_to_see(rig, x, y, lamps[OLDEST], lamps[LIT]) >= 0.0:
        return False
    return _flips(rig, x, y, out)


@inlined
def _shorten(rig: Rig, low: float, out: Floats) -> None:
    """Make the shift found shorter, in its direction, as long as it flips the answer; none below `low` does."""
    x, y = out[SHIFT_X] / out[FOUND], out[SHIFT_Y] / out[FOUND]
    high = out[FOUND]
    while high - low > max(2.0, 0.006 * high):
        between = 0.5 * (low + high)
        if _hides(rig, x * between, y * between, out):
            high = between
        else:
            low = between


@inlined
def _polish(rig: Rig, out: Floats) -> None:
    """Turn the shift found a little either way, as long as that makes it shorter by a micrometre or more."""
    for i in range(3):
        turn, gain = 3 - i, True
        while gain and out[FOUND] > 10.0:
            gain, before = False, out[FOUND]
            for side in (1.0, -1.0):
                x, y, s, c = out[SHIFT_X], out[SHIFT_Y], side * SINES[turn], COSINES[turn]
                shorter = max(c, 0.6) * 1.005
                if _hides(rig, shorter * (c * x - s * y), shorter * (s * x + c * y), out):
                    _shorten(rig, out[PROVEN], out)
                    gain = out[FOUND] <= before - 1.0
                if gain:
                    break


@inlined
def _until_seen(rig: Rig, out: Floats) -> None:
    """Something hidden: the least growth that shows any of it is the least shift that does."""
    low, top, between, high, x, y = 0.0, FARTHEST, FARTHEST, -1.0, 0.0, 0.0
    while top - low > max(5.0, 0.004 * top):
        out[LOOKS] += 1.0
        if ask(rig, SHOWN, 0.0, 0.0, between):
            x, y = outwards(rig)
            high = min(between, max(sqrt(x * x + y * y), low))
            top = min(top, high)
        elif doubtful(rig):
            top = between
        else:
            low = between
        between = 0.5 * (low + top)
    out[PROVEN] = low
    if high >= 0.0:
        _confirm(rig, x, y, max(high, 3.0), out)


@inlined
def _confirm(rig: Rig, x: float, y: float, high: float, out: Floats) -> None:
    """Find a shift near one that does show something, as short as can be."""
    length = sqrt(x * x + y * y)
    x, y = (x / length, y / length) if length > 0.0 else (1.0, 0.0)
    for more in (1.0, 1.004, 1.015, 1.05, 1.15, 1.4, 2.0):
        ahead_x, ahead_y = x * (high * more + 1.0), y * (high * more + 1.0)
        if _flips(rig, ahead_x, ahead_y, out):
            break
        if more > 1.004 and _fan(rig, ahead_x, ahead_y, out):
            break
    if out[FOUND] > 0.0:
        _shorten(rig, out[PROVEN], out)


@inlined
def _fan(rig: Rig, x: float, y: float, out: Floats) -> bool:
    """Try shifts of one length to either side of one."""
    left_x, left_y, right_x, right_y = x, y, x, y
    for _ in range(16):
        left_x, left_y = 0.9998 * left_x - 0.02 * left_y, 0.9998 * left_y + 0.02 * left_x
        right_x, right_y = 0.9998 * right_x + 0.02 * right_y, 0.9998 * right_y - 0.02 * right_x
        if _flips(rig, left_x, left_y, out):
            return True
        if _flips(rig, right_x, right_y, out):
            return True
    return False


@inlined
def _try_spots(rig: Rig, spots: Floats, count: int, out: Floats) -> None:
    """The first of some shifts, the shortest first, that hides what is seen."""
    for i in range(count):
        if _flips(rig, spots[i, 1], spots[i, 2], out):
            return


@inlined
def _until_hidden(rig: Rig, squares: Floats, discs: Floats, most: int, out: Floats) -> None:
    """Something visible: squares of shifts, the nearest first, each proven visible, found hidden, or divided."""
    waiting, count = 1, 0
    squares[0, 0], squares[0, 1], squares[0, 2], squares[0, 3] = 0.0, 0.0, 0.0, _goal(out)
    if _whole(rig, out):
        return
    while waiting > 0 and out[LOOKS] < most:
        at = 0
        for i in range(1, waiting):
            if squares[i, 0] < squares[at, 0] or (squares[i, 0] == squares[at, 0] and squares[i, 3] > squares[at, 3]):
                at = i
        away, x, y, half = squares[at, 0], squares[at, 1], squares[at, 2], squares[at, 3]
        waiting -= 1
        for i in range(4):
            squares[at, i] = squares[waiting, i]
        goal = _goal(out)
        out[PROVEN] = max(out[PROVEN], min(away, goal))
        if away >= goal:
            return
        if _covered(discs, count, x, y, half):
            continue
        slot = min(count, discs.shape[0] - 1)
        settled = _plain(rig, x, y, half, discs, slot, out)
        if settled == NOT_YET and half <= LOOK_SHARE * (away + half) + LOOK_FROM:
            settled = _looked(rig, x, y, half, discs, slot, out)
        if settled != NOT_YET:
            count = min(count + settled, discs.shape[0])
        elif rig.rows[TROUBLE] or half <= FINEST or waiting + 4 > squares.shape[0]:
            return
        else:
            waiting = _divide(squares, waiting, x, y, 0.5 * half, out)
    if waiting == 0:
        out[PROVEN] = _goal(out)


@compiled
def _goal(out: Floats) -> float:
    """What must be proven."""
    return float(CLOSE * out[FOUND]) if out[FOUND] > 0.0 else FARTHEST


@inlined
def _whole(rig: Rig, out: Floats) -> bool:
    """Try to prove it all at once, with what is seen from next to where it is hidden."""
    goal, lamps = _goal(out), rig.sketch.lamps
    begin(rig.sketch, rig.prisms, rig.rows[FIRST], 0.5 * rig.fixed[WIDTH])
    add_lamp(rig, 0.0, 0.0)
    if out[FOUND] > 0.0:
        out[LOOKS] += 1.0
        if ask(rig, SEEN_THERE, 0.98 * out[SHIFT_X], 0.98 * out[SHIFT_Y], 0.0):
            add_lamp(rig, 0.98 * out[SHIFT_X], 0.98 * out[SHIFT_Y])
    if plain_to_see(rig, 0.0, 0.0, lamps[OLDEST], lamps[LIT]) >= goal:
        out[PROVEN] = goal
        return True
    out[LOOKS] += 1.0
    if rig.rows[MODE] != EYE and goal < rig.fixed[CORE] and ask(rig, SURE, 0.0, 0.0, goal):
        out[PROVEN] = goal
        return True
    return False


@compiled
def _covered(discs: Floats, count: int, x: float, y: float, half: float) -> bool:
    """Whether a square lies inside one of the discs."""
    for i in range(count):
        dx, dy = abs(x - discs[i, 0]) + half, abs(y - discs[i, 1]) + half
        if dx * dx + dy * dy <= discs[i, 2] * discs[i, 2]:
            return True
    return False


@inlined
def _plain(rig: Rig, x: float, y: float, half: float, discs: Floats, slot: int, out: Floats) -> int:
    """Whether the sketch proves all of a square visible: by a disc round it, which is noted; by itself; not."""
    lamps = rig.sketch.lamps
    room = plain_to_see(rig, x, y, lamps[OLDEST], lamps[LIT])
    if room >= 1.41422 * half:
        discs[slot, 0], discs[slot, 1], discs[slot, 2] = x, y, room
        return BY_DISC
    return ALONE if plain_at_a_corner(rig, x, y, 1.41422 * half, lamps[OLDEST], lamps[LIT]) else NOT_YET


@inlined
def _looked(rig: Rig, x: float, y: float, half: float, discs: Floats, slot: int, out: Floats) -> int:
    """Look at the middle of a square: whether all of it is proven visible. What is found hidden is made shorter."""
    if _flips(rig, x, y, out):
        if abs(out[SHIFT_X] - x) <= 0.5 and abs(out[SHIFT_Y] - y) <= 0.5:
            _shorten(rig, out[PROVEN], out)
            _polish(rig, out)
        return NOT_YET
    if add_lamp(rig, x, y):
        settled = _plain(rig, x, y, half, discs, slot, out)
        if settled != NOT_YET:
            return settled
    out[LOOKS] += 1.0
    return ALONE if ask(rig, SURE, x, y, 1.41422 * half) else NOT_YET


@compiled
def _divide(squares: Floats, waiting: int, x: float, y: float, half: float, out: Floats) -> int:
    """Add the quarters of a square that come near enough to matter; returns how many squares wait."""
    for i in range(4):
        mid_x, mid_y = x + (half if i in (0, 3) else -half), y + (half if i < 2 else -half)
        dx, dy = max(0.0, abs(mid_x) - half), max(0.0, abs(mid_y) - half)
        away = sqrt(dx * dx + dy * dy)
        if away < _goal(out):
            squares[waiting, 0], squares[waiting, 1] = away, mid_x
            squares[waiting, 2], squares[waiting, 3] = mid_y, half
            waiting += 1
    return waiting
