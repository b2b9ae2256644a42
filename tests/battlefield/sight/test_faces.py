"""The sides of a hull: what share of the area of each is hidden, and by what."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from battlefield.body import Body
from battlefield.shapes import Rect
from battlefield.sight import faces, facing
from battlefield.table import Board
from battlefield.units import um
from tests.battlefield.sight.scenes import block, board, man

HULL = Rect(um(6), um(4))


def hull(x: float = 30, y: float = 30, facing: float = 0, height: float = 3.0) -> Body:
    return man("hull", x, y, shape=HULL, height=height, eye=2, facing=facing)


def eye(x: float, y: float = 30, z: float = 1.5) -> Body:
    return man("eye", x, y, height=z + 0.5, eye=z)


@pytest.mark.parametrize(("edge", "share"), [(30.0, 0.5), (29.9, 0.475), (28.0, 0.0), (32.0, 1.0), (31.0, 0.75)])
def test_a_wall_against_a_side_hides_just_what_it_covers_of_it(edge: float, share: float) -> None:
    wall = block("wall", 33, 20, 33.1, edge, 6)
    found = facing(board(wall), eye(60), hull(), (hull(),))
    assert found is not None and found.name == "front"
    assert found.hidden == pytest.approx(share, abs=0.002)


def test_exactly_half_is_exactly_half() -> None:
    for turned, name in ((0, "front"), (180, "rear")):
        found = facing(board(block("wall", 40, 20, 40.1, 30, 6)), eye(60), hull(facing=turned), ())
        assert found is not None and (found.name, found.hidden) == (name, 0.5)


def test_a_low_wall_hides_a_share_of_the_height() -> None:
    wall = block("wall", 36, 20, 36.0001, 40, 1.5)
    found = facing(board(wall), eye(60), hull(), ())
    assert found is not None and found.hidden == pytest.approx(0.5, abs=1e-5), "the eye is as high as the wall"


def test_the_other_sides_turned_to_the_eye_follow() -> None:
    found = faces(board(), eye(60, 33), hull(), ())
    assert [(face.name, face.meant) for face in found] == [("front", True), ("side", False)]
    assert [face.name for face in faces(board(), eye(60, 31), hull(), ())] == ["front"]
    assert [face.name for face in faces(board(), eye(30, 25), hull(), ())] == ["side"]
    assert faces(board(), eye(30, 30, 9), hull(), ()) == (), "from straight above"
    over = facing(board(), eye(30.5, 30, 9), hull(), ())
    assert over is not None and over.hidden == 0


def test_what_hides_is_named_with_its_own_share_and_overlaps_count_once() -> None:
    one, other = block("one", 40, 20, 40.1, 30, 6), block("other", 42, 20, 42.1, 31, 6)
    (front,) = faces(board(one, other), eye(60), hull(), ())
    assert dict(front.by)["one"] == 0.5
    assert dict(front.by)["other"] == front.hidden > 0.5
    (through,) = faces(board(one, other), eye(60), hull(), (), transparent={"other"})
    assert through.hidden == 0.5 and [name for name, _ in through.by] == ["one"]
    mate = man("mate", 45, 30, shape=Rect(um(1), um(9)), height=6)
    assert faces(board(), eye(60), hull(), (hull(), mate))[0].by == (("mate", 1.0),)


def test_nothing_behind_the_eye_or_the_side_hides() -> None:
    pieces = block("behind", 61, 20, 62, 40, 6), block("within", 31, 29, 32, 31, 6), block("far", 10, 20, 12, 40, 6)
    assert faces(board(*pieces), eye(60), hull(), ())[0].hidden == 0


def test_an_eye_inside_something_sees_nothing() -> None:
    assert faces(board(block("rock", 59, 29, 61, 31, 6)), eye(60), hull(), ())[0].hidden == pytest.approx(1, abs=1e-4)


def _blocked(board: Board, start: tuple[float, float, float], end: tuple[float, float, float]) -> bool:
    """Whether a segment runs through one of the blocks of a board, all of them along the axes."""
    for piece in board.pieces:
        (ax, ay), (bx, by) = piece.outline[0], piece.outline[2]
        low = [min(ax, bx) / 25400, min(ay, by) / 25400, piece.bottom / 25400]
        high = [max(ax, bx) / 25400, max(ay, by) / 25400, piece.top / 25400]
        enters, leaves = 0.0, 1.0
        for i in range(3):
            way = end[i] - start[i]
            if abs(way) < 1e-12:
                if not low[i] <= start[i] <= high[i]:
                    enters, leaves = 1.0, 0.0
                continue
            a, b = sorted(((low[i] - start[i]) / way, (high[i] - start[i]) / way))
            enters, leaves = max(enters, a), min(leaves, b)
        if enters < leaves:
            return True
    return False


def _sampled(board: Board, viewer: Body, angle: float, name: str, steps: int = 60) -> float:
    """The hidden share of the front or the nearer flank of the hull at (30, 30), by a grid of points."""
    c, s = cos(radians(angle)), sin(radians(angle))
    ex, ey, ez = viewer.eye_point
    flank = 1 if (ey - 30) * c - (ex - 30) * s > 0 else -1
    front = 1 if name == "front" else -1
    hidden = 0
    for i in range(steps):
        for j in range(steps):
            share = (i + 0.5) / steps
            x, y = (front * 3.0001, 4 * share - 2) if name != "side" else (6 * share - 3, flank * 2.0001)
            spot = 30 + x * c - y * s, 30 + x * s + y * c, 3 * (j + 0.5) / steps
            hidden += _blocked(board, (ex, ey, ez), spot)
    return hidden / steps**2


@pytest.mark.parametrize("seed", range(25))
def test_shares_are_those_that_a_grid_of_points_finds(seed: int) -> None:
    random = Random(seed)
    blocks = []
    for n in range(random.randint(1, 6)):
        x, y, w, d = random.uniform(35, 55), random.uniform(22, 38), random.uniform(0.2, 3), random.uniform(0.2, 4)
        bottom = random.choice([0, 0, 1])
        blocks.append(block(f"b{n}", x, y, x + w, y + d, bottom + random.uniform(0.3, 5), bottom))
    viewer = eye(57, random.uniform(20, 40), random.uniform(0.5, 6))
    angle = random.choice([0, 180, 90, 30, 211.7])
    for face in faces(board(*blocks), viewer, hull(facing=angle), ()):
        assert face.hidden == pytest.approx(_sampled(board(*blocks), viewer, angle, face.name), abs=0.03)
