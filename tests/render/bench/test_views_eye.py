"""The view from the eye: the right surfaces in front, and as much of the target hidden as sight says."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Round
from battlefield.sight import look
from battlefield.table import Board
from battlefield.terrain import Floor, Opening, Piece, Wall, placed
from battlefield.units import mm, um
from render.bench.eye_view import Picture, draw_eye_view, picture_of
from render.bench.raster import Block, Canvas, Lens, facets, paint, surfaces
from render.bench.subject import Subject, subject_of
from render.theme import Theme
from tests.render.bench.scenes import HILLS, RUIN, position, verdict

SIZE = (480, 270)
TIGHT = 2.3


def random_pair(dice: random.Random) -> Subject | None:
    """Two models among walls with windows, floors, blocks, hulls and men; None where they overlap something."""
    pieces = []
    for number in range(5):
        at = Pose.at(dice.uniform(12, 28), dice.uniform(8, 22), 0, dice.uniform(0, 360))
        box = tuple((um(x), um(y)) for x, y in ((-2, -0.6), (2, -0.6), (2, 0.6), (-2, 0.6)))
        if number % 2:
            opening = Opening(um(dice.uniform(0.5, 1.5)), um(dice.uniform(2, 3.5)), um(dice.uniform(0, 1)), um(2))
            wall = Wall(((um(-2), 0), (um(2), 0)), um(0.2), 0, um(dice.uniform(1.5, 4)), (opening,))
            piece = Piece(f"p{number}", "ruin", "Ruin", box, 0, 0, (wall, Floor("1", box, um(2.6))))
        else:
            piece = Piece(f"p{number}", "block", "Block", box, 0, um(dice.uniform(0.4, 2)), opaque=True)
        pieces.append(placed(piece, at))
    shapes = (Round(mm(32)), Oval(mm(90), mm(52)), Hull(((-60000, -40000), (70000, -30000), (60000, 40000))))
    viewer = Body("a", Round(mm(32)), Pose.at(4, dice.uniform(10, 20), dice.choice([0, 0, 3])), um(1.4), um(1.25))
    place = Pose.at(dice.uniform(32, 38), dice.uniform(10, 20), dice.choice([0, 0, 2]), dice.uniform(0, 360))
    target = Body("b", dice.choice(shapes), place, um(dice.uniform(1, 2.5)), um(0.9))
    others = [
        Body(f"c{i}", Round(mm(40)), Pose.at(dice.uniform(10, 30), dice.uniform(8, 22)), um(1.6), um(1.4))
        for i in range(4)
    ]
    bodies, board = (viewer, target, *others), Board(um(44), um(30), tuple(pieces))
    seen = look(board, viewer, target, bodies)
    return Subject(board, bodies, viewer, target, seen.visible, seen.hidden, seen.line, seen.blockers)


def edge_pixels(picture: Picture) -> int:
    """How many pixels of the target lie on an edge of its seen or of its hidden part."""
    count = 0
    for mask in (picture.seen, picture.lost):
        inner = mask.copy()
        inner[1:] &= mask[:-1]
        inner[:-1] &= mask[1:]
        inner[:, 1:] &= mask[:, :-1]
        inner[:, :-1] &= mask[:, 1:]
        count += int((mask & ~inner).sum())
    return count


def test_as_many_pixels_are_hidden_as_sight_says() -> None:
    dice, errors, partly = random.Random(11), [], 0
    for _ in range(60):
        about = random_pair(dice)
        picture = picture_of(about, SIZE, TIGHT)
        total = int((picture.seen | picture.lost).sum())
        assert total > 2000
        error = abs(picture.hidden - about.hidden)
        assert error <= 0.5 * edge_pixels(picture) / total + 1e-6
        if not about.visible:
            assert picture.seen.sum() <= 3
        partly += 0.02 < about.hidden < 0.98
        errors.append(error)
    assert partly >= 15
    assert max(errors) < 0.02
    assert sum(errors) / len(errors) < 0.003


@pytest.mark.parametrize(("scene", "viewer", "target"), [(RUIN, "a1", "b1"), (RUIN, "a2", "b2"), (HILLS, "a1", "b1")])
def test_the_view_agrees_with_the_verdict_of_the_book(tmp_path: Path, scene: str, viewer: str, target: str) -> None:
    state = position(tmp_path, scene)
    about = subject_of(state, verdict(state, viewer, target))
    assert 0 < about.hidden < 1
    assert picture_of(about, SIZE, TIGHT).hidden == pytest.approx(about.hidden, abs=0.01)


def first_met(lens: Lens, blocks: list[Block], column: int, row: int) -> int:
    """The owner of the first block that the ray through a pixel meets, followed plane by plane; -1 for none."""
    right, up = float(lens.columns()[column]), float(lens.rows()[row])
    way = [a + right * r + up * u for a, r, u in zip(lens.ahead, lens.right, lens.up)]
    best, owner = 1e18, -1
    for block in blocks:
        enters, leaves = 0.0, 1e18
        planes = [((0.0, 0.0, 1.0), block.top - lens.eye[2]), ((0.0, 0.0, -1.0), lens.eye[2] - block.bottom)]
        for (px, py), (qx, qy) in zip(block.ring, [*block.ring[1:], block.ring[0]]):
            nx, ny = qy - py, px - qx
            planes.append(((nx, ny, 0.0), nx * (px - lens.eye[0]) + ny * (py - lens.eye[1])))
        for normal, offset in planes:
            speed = sum(n * w for n, w in zip(normal, way))
            if speed < 0:
                enters = max(enters, offset / speed)
            elif speed > 0:
                leaves = min(leaves, offset / speed)
            elif offset < 0:
                leaves = -1.0
        if enters < leaves and enters < best:
            best, owner = enters, block.owner
    return owner


def test_the_nearest_surface_is_what_a_single_ray_meets_first() -> None:
    dice, wrong, size = random.Random(5), 0, (96, 54)
    blocks = []
    for number in range(30):
        x, y, half = dice.uniform(-8, 30), dice.uniform(-10, 10), dice.uniform(0.2, 2)
        ring = ((x - half, y - half), (x + half, y - half / 2), (x + half / 2, y + half), (x - half, y + half))
        bottom = dice.uniform(0, 2)
        blocks.append(Block(ring, bottom, bottom + dice.uniform(0.1, 2), number))
    blocks = [b for b in blocks if not (abs(b.ring[0][0]) < 3 and abs(b.ring[0][1]) < 3)]
    lens = Lens.towards((0, 0, 1.2), (10, 0.5, 1.0), 0.5, size)
    canvas, ready = Canvas.blank(size), facets(blocks, lens)
    paint(canvas, lens, ready)
    owners = np.append(ready.owner, -1)[surfaces(canvas, lens, ready)]
    assert len(set(owners.ravel().tolist())) >= 8
    for row in range(0, size[1], 2):
        for column in range(0, size[0], 3):
            wrong += owners[row, column] != first_met(lens, blocks, column, row)
    assert wrong <= 3


def test_a_spot_is_painted_where_it_is_projected() -> None:
    lens = Lens.towards((0, 0, 1), (10, 3, 2), 0.3, SIZE)
    x, y, _ = lens.project((10, 3, 2))
    assert [x, y] == [pytest.approx(240), pytest.approx(135)]
    spot = (9.0, 3.5, 1.4)
    x, y, _ = lens.project(spot)
    block = Block(((8.97, 3.47), (9.03, 3.47), (9.03, 3.53), (8.97, 3.53)), 1.37, 1.43, 0)
    canvas = Canvas.blank(SIZE)
    paint(canvas, lens, facets([block], lens))
    rows, columns = np.nonzero(canvas.near > 0)
    assert columns.mean() + 0.5 == pytest.approx(x, abs=1)
    assert rows.mean() + 0.5 == pytest.approx(y, abs=1)


def test_straight_down_and_from_within_a_block_there_is_a_picture() -> None:
    corners = ((0, 0), (um(3), 0), (um(3), um(3)), (0, um(3)))
    board = Board(um(20), um(20), (Piece("hut", "block", "Hut", corners, 0, um(3), opaque=True),))
    above = Body("a", Round(mm(32)), Pose.at(10, 10, 6), um(1), um(0.9))
    below = Body("b", Round(mm(32)), Pose.at(10, 10), um(1), um(0.9))
    down = picture_of(Subject(board, (above, below), above, below, True), (160, 90))
    assert down.hidden == 0 and down.seen.sum() > 100
    inside = Body("c", Round(mm(25)), Pose.at(2, 1), um(1), um(0.9))
    assert picture_of(Subject(board, (inside, below), inside, below, False, 1.0), (160, 90)).seen.shape == (90, 160)


def test_woods_tint_what_they_do_not_hide(tmp_path: Path) -> None:
    state = position(tmp_path, RUIN)
    about = subject_of(state, verdict(state, "a1", "b1"))
    bare = replace(about, board=Board(about.board.width, about.board.depth, tuple(
        piece for piece in about.board.pieces if piece.id != "wood")))  # fmt: skip
    wooded, clear = picture_of(about, SIZE), picture_of(bare, SIZE)
    assert wooded.hidden == clear.hidden
    here = np.argwhere(wooded.seen)[len(np.argwhere(wooded.seen)) // 2]
    at = int(here[1]), int(here[0])
    assert wooded.surface.get_at(at) != clear.surface.get_at(at)


def test_what_is_looked_through_hides_nothing(tmp_path: Path) -> None:
    state = position(tmp_path, HILLS)
    about = subject_of(state, verdict(state, "a1", "b1"))
    assert "c1" in about.blockers
    through = picture_of(replace(about, through=about.through | {"c1"}), SIZE)
    assert through.hidden < picture_of(about, SIZE).hidden - 0.2


def test_equal_questions_share_one_picture_and_a_moved_model_makes_another(tmp_path: Path) -> None:
    state = position(tmp_path, HILLS)
    about = subject_of(state, verdict(state, "a1", "b1"))
    again = subject_of(state, verdict(state, "a1", "b1"))
    assert again is not about and picture_of(about, SIZE) is picture_of(again, SIZE)
    pose = replace(about.target.pose, y=about.target.pose.y + 254)
    assert picture_of(replace(about, target=about.target.at(pose)), SIZE) is not picture_of(about, SIZE)


def test_the_view_fills_its_place_and_no_more(screen: pygame.Surface, tmp_path: Path) -> None:
    state = position(tmp_path, RUIN)
    about = subject_of(state, verdict(state, "a1", "b1"))
    surface, rect = pygame.Surface((700, 400)), pygame.Rect(40, 30, 600, 300)
    surface.fill((255, 0, 255))
    draw_eye_view(surface, rect, Theme(1.0), about)
    outside = [(20, 20), (39, 100), (641, 100), (300, 29), (300, 331)]
    assert all(surface.get_at(at)[:3] == (255, 0, 255) for at in outside)
    assert not any(surface.get_at((x, 180))[:3] == (255, 0, 255) for x in range(45, 635))
