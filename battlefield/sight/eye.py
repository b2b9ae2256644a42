"""From one eye to a body: what of its silhouette is left when everything that stands before it is cut away.

Every prism is drawn in the picture plane of the eye as a convex polygon. The silhouette of the target is kept as convex
pieces, and each prism before it is taken away from them. Open insides block; a line of sight needs positive width, so
the target is visible when a piece at least `TOLERANCE` wide, measured where the target stands, is left.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from battlefield.sight.accelerate import compiled, entry, handed, inlined
from battlefield.sight.packing import MOST_PRISMS
from battlefield.sight.picture import (
    Bools,
    Floats,
    Ints,
    apart,
    area,
    copy_corners,
    hull,
    is_wide,
    solid_angle,
    take_away,
)
from battlefield.sight.prisms import (
    OVER_ALL,
    TOLERANCE,
    Prisms,
    holds,
    nearest,
    on_rim,
    outline_from_rim,
    outline_seen,
    outside_edge,
    project,
    project_seen,
    put_on_stage,
    slice_outside,
    stands_before,
)
from battlefield.sight.shafts import ACROSS, BESIDE, HIGHEST, LOWEST, SPREAD, lies, mark_close, set_shaft

CUTS_SILHOUETTE, CUTS_VIEW = 1, 2
"""Marks of a prism: it hides some of the silhouette; it hides some of what the prisms before it in order left."""

NO_ROOM, HIDDEN, VISIBLE, CONTACT = -1, 0, 1, 2
"""Outcomes: no room on the desk; nothing wide enough is left; something is; the eye touches the target."""

LEAST_SHARE = 1e-6
"""Hidden shares are multiples of this: 0 only if nothing hides any of the target, 1 only if it is not visible."""

SEEN_ANGLE, WHOLE_ANGLE, LARGEST, LOOK_X, LOOK_Y, LOOK_Z, LOOK_AT, CUT, ALONE = range(9)
"""Columns of `Desk.found`: solid angles; the largest visible piece, the way to its middle, the prism it belongs to;
whether anything cuts the silhouette; 1 and the row of a prism that hides all of a target of one prism alone, else 0."""


@handed
class Desk(NamedTuple):
    """Room to draw on. `pieces` [turn, piece, x or y, corner] hold the view, two turns about; `sizes` their corners.

    `close` [prism] tells what is near the lines.
    """

    points: Floats
    outline: Floats
    silhouette: Floats
    blocker: Floats
    work: Floats
    pieces: Floats
    sizes: Ints
    frame: Floats
    shaft: Floats
    found: Floats
    close: Bools


def new_desk(corners: int, pieces: int = 256) -> Desk:
    """A desk for prisms of up to `corners` corners and views of up to `pieces` pieces."""
    points, piece_corners = 10 * corners + 24, 4 * corners + pieces // 4
    return Desk(
        points=np.zeros((2, points)),
        outline=np.zeros((2, 2 * corners + 8)),
        silhouette=np.zeros((2, points)),
        blocker=np.zeros((2, points)),
        work=np.zeros((4, piece_corners)),
        pieces=np.zeros((2, pieces, 2, piece_corners)),
        sizes=np.zeros((2, pieces), np.int64),
        frame=np.zeros((3, 3)),
        shaft=np.zeros(9),
        found=np.zeros(9),
        close=np.zeros(MOST_PRISMS, np.bool_),
    )


@compiled
def _set_frame(frame: Floats) -> None:
    """Complete the picture's frame: given the way into the picture, what is right and what is up."""
    wx, wy, wz = frame[2, 0], frame[2, 1], frame[2, 2]
    level = sqrt(wx * wx + wy * wy)
    if level > 1e-9:
        frame[0, 0], frame[0, 1] = wy / level, -wx / level
    else:
        frame[0, 0], frame[0, 1] = 1.0, 0.0
    frame[0, 2] = 0.0
    frame[1, 0], frame[1, 1] = frame[0, 1] * wz, -frame[0, 0] * wz
    frame[1, 2] = frame[0, 0] * wy - frame[0, 1] * wx


@compiled
def _draw_silhouette(prisms: Prisms, target: int, eye: Floats, desk: Desk) -> tuple[int, float]:
    """Aim at a prism and draw its silhouette: its corners (-1: the eye touches it) and the tolerance in the picture."""
    if nearest(prisms, target, eye[0], eye[1], eye[2], desk.frame[2]) <= TOLERANCE:
        return -1, 0.0
    frame, x, y = desk.frame, desk.points[0], desk.points[1]
    _set_frame(frame)
    bottom, top, n, near = prisms.bottom[target], prisms.top[target], prisms.sides[target], 0.5 * TOLERANCE
    points = project_seen(prisms.x[target], prisms.y[target], n, bottom, top, eye, frame, near, x, y)
    dx, dy = prisms.centre_x[target] - eye[0], prisms.centre_y[target] - eye[1]
    depth = dx * frame[2, 0] + dy * frame[2, 1] + (0.5 * (bottom + top) - eye[2]) * frame[2, 2]
    slack = TOLERANCE / max(depth, TOLERANCE)
    corners = hull(x, y, points, desk.silhouette[0], desk.silhouette[1]) if points >= 3 else 0
    if corners >= 3 and not is_wide(desk.silhouette[0], desk.silhouette[1], corners, slack):
        corners = 0
    return corners, slack


@compiled
def _hide(
    desk: Desk, turn: int, count: int, corners: int, points: int, marks: Ints, p: int, slack: float
) -> tuple[int, int]:
    """Take the hull of the drawn `points` away from the view and mark the prism; returns pieces left and their turn."""
    x, y = desk.blocker[0], desk.blocker[1]
    n = hull(desk.points[0], desk.points[1], points, x, y) if points >= 3 else 0
    if n < 3 or apart(x, y, n, desk.silhouette[0], desk.silhouette[1], corners, slack):
        return count, turn
    marks[p] |= CUTS_SILHOUETTE
    grain = 1e-9 * area(desk.silhouette[0], desk.silhouette[1], corners)
    other = 1 - turn
    left, lost = take_away(
        desk.pieces[turn], desk.sizes[turn], count, x, y, n, desk.pieces[other], desk.sizes[other], desk.work,
        grain, slack,
    )  # fmt: skip
    if lost:
        marks[p] |= CUTS_VIEW
    return left, other


@compiled
def _draw_before_face(prisms: Prisms, p: int, target: int, face: int, eye: Floats, desk: Desk) -> int:
    """Draw the part of a prism in front of one face of the target (sides, then top, then bottom); returns its points.

    Draws nothing for a face that does not look at the eye: what is in front of it cannot hide anything.
    """
    x, y, n, sides = desk.outline[0], desk.outline[1], prisms.sides[p], prisms.sides[target]
    bottom, top = prisms.bottom[p], prisms.top[p]
    if face < sides:
        if outside_edge(prisms, target, face, eye[0], eye[1]) <= TOLERANCE:
            return 0
        n = slice_outside(prisms, p, target, face, x, y)
    else:
        copy_corners(prisms.x[p], prisms.y[p], n, x, y)
        if face == sides:
            bottom = max(bottom, prisms.top[target])
            if eye[2] <= prisms.top[target] + TOLERANCE:
                return 0
        else:
            top = min(top, prisms.bottom[target])
            if eye[2] >= prisms.bottom[target] - TOLERANCE:
                return 0
    if n < 3 or top <= bottom:
        return 0
    return project(x, y, n, bottom, top, eye, desk.frame, TOLERANCE, desk.points[0], desk.points[1])


@compiled
def _hide_prism(
    prisms: Prisms, p: int, target: int, eye: Floats, desk: Desk, turn: int, count: int, corners: int, marks: Ints,
    slack: float,
) -> tuple[int, int]:  # fmt: skip
    """Take one prism away from the view of the target; returns the pieces left and their turn."""
    order = stands_before(prisms, p, target, eye[0], eye[1], eye[2])
    if order < 0:
        return count, turn
    if on_rim(prisms, p, eye[0], eye[1], eye[2]):
        flat_x, flat_y, high = desk.outline[0], desk.outline[1], OVER_ALL * prisms.reach[p]
        n = outline_from_rim(prisms, p, eye[0], eye[1], flat_x, flat_y)
        bottom = eye[2] - (high if eye[2] > prisms.bottom[p] + TOLERANCE else 0.0)
        top = eye[2] + (high if eye[2] < prisms.top[p] - TOLERANCE else 0.0)
        points = project(flat_x, flat_y, n, bottom, top, eye, desk.frame, TOLERANCE, desk.points[0], desk.points[1])
        return _hide(desk, turn, count, corners, points, marks, p, slack)
    if order > 0:
        x, y, bottom, top = desk.points[0], desk.points[1], prisms.bottom[p], prisms.top[p]
        flat_x, flat_y = desk.outline[0], desk.outline[1]
        n = outline_seen(prisms, p, eye[0], eye[1], flat_x, flat_y)
        points = project_seen(flat_x, flat_y, n, bottom, top, eye, desk.frame, TOLERANCE, x, y)
        return _hide(desk, turn, count, corners, points, marks, p, slack)
    for face in range(prisms.sides[target] + 2):
        points = _draw_before_face(prisms, p, target, face, eye, desk)
        count, turn = _hide(desk, turn, count, corners, points, marks, p, slack)
        if count < 0:
            break
    return count, turn


@compiled
def _measure(desk: Desk, turn: int, count: int, slack: float, target: int, whole: float) -> int:
    """Add what is left of the view to `found`; VISIBLE if a piece is wide enough, else HIDDEN.

    `whole` is the angle of a view from which nothing was taken, else 0.
    """
    found, frame, outcome = desk.found, desk.frame, HIDDEN
    for piece in range(count):
        x, y, n = desk.pieces[turn, piece, 0], desk.pieces[turn, piece, 1], desk.sizes[turn, piece]
        if outcome == HIDDEN and is_wide(x, y, n, slack):
            outcome = VISIBLE
        angle = whole if whole > 0.0 else solid_angle(x, y, n)
        found[SEEN_ANGLE] += angle
        if angle > found[LARGEST]:
            found[LARGEST], found[LOOK_AT] = angle, target
            right, up = 0.0, 0.0
            for i in range(n):
                right += x[i] / n
                up += y[i] / n
            for axis in range(3):
                found[LOOK_X + axis] = frame[2, axis] + right * frame[0, axis] + up * frame[1, axis]
    return outcome


@compiled
def _mark_near(
    prisms: Prisms, target: int, first: int, last: int, eye: Floats, skip: Bools, also_skip: Bools, desk: Desk
) -> bool:
    """Mark in `desk.close` what may hide something of the target; True when one prism alone hides all of it."""
    shaft, close = desk.shaft, desk.close
    dx, dy = prisms.centre_x[target] - eye[0], prisms.centre_y[target] - eye[1]
    wide = shaft[SPREAD] + 1.0
    mark_close(prisms, eye[0], eye[1], dx, dy, wide, shaft[LOWEST], shaft[HIGHEST], skip, also_skip, close)
    for p in range(skip.shape[0]):
        if close[p] and not first <= p < last:
            how = lies(prisms, p, eye, shaft)
            if how == ACROSS:
                desk.found[CUT], desk.found[ALONE] = 1.0, (p + 1.0 if last - first == 1 else 0.0)
                return True
            close[p] = how != BESIDE
    return False


@compiled
def _view_prism(
    prisms: Prisms, target: int, first: int, last: int, alone: bool, every: bool, eye: Floats, skip: Bools,
    also_skip: Bools, desk: Desk, marks: Ints,
) -> int:  # fmt: skip
    """Look at one prism of the body from `first` to before `last`; `alone`: as if there were no other bodies."""
    set_shaft(prisms, target, eye[0], eye[1], eye[2], desk.shaft)
    if not alone and _mark_near(prisms, target, first, last, eye, skip, also_skip, desk) and not every:
        return HIDDEN
    stage = put_on_stage(prisms, target, eye[0], eye[1])
    corners, slack = _draw_silhouette(prisms, stage, eye, desk)
    if corners < 0:
        return CONTACT
    if corners == 0:
        return HIDDEN
    turn, count = 0, 1
    copy_corners(desk.silhouette[0], desk.silhouette[1], corners, desk.pieces[0, 0, 0], desk.pieces[0, 0, 1])
    desk.sizes[0, 0] = corners
    cut = False
    for p in range(marks.shape[0]):
        own = first <= p < last
        if p == target or not (own or (desk.close[p] and not alone)):
            continue
        count, turn = _hide_prism(prisms, p, stage, eye, desk, turn, count, corners, marks, slack)
        if count < 0:
            return NO_ROOM
        if marks[p]:
            cut = True
            if not own:
                desk.found[CUT] = 1.0
        if count == 0 and not every:
            return HIDDEN
    whole = solid_angle(desk.silhouette[0], desk.silhouette[1], corners)
    if not alone:
        desk.found[WHOLE_ANGLE] += whole
    return _measure(desk, turn, count, slack, target, 0.0 if cut else whole)


@inlined
def view_body(
    prisms: Prisms, first: int, last: int, every: bool, enclosed: bool, eye: Floats, skip: Bools, also_skip: Bools,
    desk: Desk, marks: Ints,
) -> int:  # fmt: skip
    """Look from an eye at the body made of the prisms from `first` to before `last`; returns the outcome.

    Its own prisms hide one another but never the body. Prisms in `skip` or `also_skip` are looked through. `every`:
    mark all that would hide something, also behind what hides everything. `enclosed`: some prism holds the eye.
    Fills `desk.found` and `marks` [prism].
    """
    for column in range(desk.found.shape[0]):
        desk.found[column] = 0.0
    for p in range(marks.shape[0]):
        marks[p] = 0
    for p in range(marks.shape[0] if enclosed else 0):
        own = first <= p < last
        if not own and not skip[p] and not also_skip[p] and holds(prisms, p, eye[0], eye[1], eye[2]):
            marks[p] = CUTS_SILHOUETTE | CUTS_VIEW
            desk.found[CUT] = 1.0
    if desk.found[CUT] > 0.0:
        return HIDDEN
    outcome, whole = HIDDEN, 0.0
    if last - first > 1:
        for target in range(first, last):
            if _view_prism(prisms, target, first, last, True, every, eye, skip, also_skip, desk, marks) == NO_ROOM:
                return NO_ROOM
        whole = desk.found[SEEN_ANGLE]
        for column in range(desk.found.shape[0]):
            desk.found[column] = 0.0
    for target in range(first, last):
        one = _view_prism(prisms, target, first, last, False, every, eye, skip, also_skip, desk, marks)
        if one in (NO_ROOM, CONTACT):
            return one
        outcome = max(outcome, one)
    if whole > 0.0:
        desk.found[WHOLE_ANGLE] = whole
    return outcome


@compiled
def hidden_share(outcome: int, found: Floats) -> float:
    """The share of the silhouette that is hidden, as solid angle."""
    if outcome == HIDDEN:
        return 1.0
    if outcome == CONTACT or found[CUT] == 0.0:
        return 0.0
    return float(min(1.0 - LEAST_SHARE, max(LEAST_SHARE, 1.0 - found[SEEN_ANGLE] / found[WHOLE_ANGLE])))


@entry
def view_some(
    prisms: Prisms, eyes: Floats, spans: Ints, every: bool, skip: Bools, also_skip: Bools, desk: Desk, marks: Ints,
    todo: Bools, outcomes: Ints, hidden: Floats, alone: Ints,
) -> bool:  # fmt: skip
    """`view_body` from every eye [viewer, xyz] at every body [target, first and last] of the pairs `todo`.

    `skip` [viewer, prism] and `also_skip` [target, prism]; fills `outcomes`, `hidden` and `alone` [viewer, target], the
    last as `ALONE` of `Desk.found` is. False if the desk had no room.
    """
    for i in range(eyes.shape[0]):
        enclosed, fresh = False, True
        for j in range(spans.shape[0]):
            if not todo[i, j]:
                continue
            for p in range(marks.shape[0] if fresh else 0):
                enclosed = enclosed or holds(prisms, p, eyes[i, 0], eyes[i, 1], eyes[i, 2])
            first, last, fresh = spans[j, 0], spans[j, 1], False
            outcome = view_body(prisms, first, last, every, enclosed, eyes[i], skip[i], also_skip[j], desk, marks)
            if outcome == NO_ROOM:
                return False
            outcomes[i, j], alone[i, j] = outcome, int(desk.found[ALONE])
            hidden[i, j] = hidden_share(outcome, desk.found)
    return True
