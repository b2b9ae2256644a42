from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pygame
import pytest
from shapely import Point

from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape, outline
from battlefield.table import Board
from battlefield.terrain import Piece
from battlefield.units import mm, um
from render.scene import Badge, Figure, Scene, build
from render.table import overlays
from render.table.overlays import Link, Sightline
from render.table.sprites import Sprites
from render.table.strokes import Chips
from render.table.view import TableView
from render.theme import GROUND, INFORMATION, REFUSED, SIDES, Color, Theme
from tests.render.table import sample

VIEW = pygame.Rect(100, 50, 1080, 620)


@pytest.fixture
def view(screen: pygame.Surface) -> TableView:
    return TableView(sample.board(), Theme(1.0), VIEW)


def _draw(view: TableView, screen: pygame.Surface, scene: Scene = build([]), **facts: object) -> Chips:  # noqa: B008
    screen.fill((1, 2, 3))
    chips = view.draw(screen, scene, **facts)  # type: ignore[arg-type]
    view.done(screen)
    return chips


def _color(view: TableView, screen: pygame.Surface, x: float, y: float) -> Color:
    red, green, blue, _ = screen.get_at(view.camera.pixel(x, y))
    return red, green, blue


def _count(screen: pygame.Surface, color: Color, within: int = 12) -> int:
    return pygame.mask.from_threshold(screen, color, (within, within, within, 255)).count()


def test_nothing_is_drawn_outside_the_view(view: TableView, screen: pygame.Surface) -> None:
    view.zoom(6, (700, 300))
    _draw(view, screen, sample.scene())
    screen.fill((1, 2, 3), VIEW)
    assert _count(screen, (1, 2, 3), 1) == 1280 * 720


@pytest.mark.parametrize(
    ("x", "y", "color"),
    [
        (3, 3, GROUND.board),
        (22, 12, GROUND.crater_floor),
        (44, 40, GROUND.rock_light),
        (32, 25, GROUND.floor),
        (37, 24, GROUND.ruin),
        (-1, 20, GROUND.around),
    ],
)
def test_each_kind_of_ground_is_where_it_should_be(
    view: TableView, screen: pygame.Surface, x: float, y: float, color: Color
) -> None:
    _draw(view, screen)
    near = [_color(view, screen, x + dx / 8, y + dy / 8) for dx in range(-4, 5) for dy in range(-4, 5)]
    assert sum(max(abs(a - b) for a, b in zip(found, color, strict=True)) < 14 for found in near) > 40


def test_ground_is_the_same_however_it_is_cut_into_tiles(view: TableView, screen: pygame.Surface) -> None:
    _draw(view, screen)
    whole = pygame.surfarray.array3d(screen).astype(int)
    view.camera = view.camera.panned(-40, 25)
    _draw(view, screen)
    moved = pygame.surfarray.array3d(screen).astype(int)
    (x0, y0), (x1, y1) = (200, 120), (1000, 560)
    assert np.abs(whole[x0:x1, y0:y1] - moved[x0 - 40 : x1 - 40, y0 + 25 : y1 + 25]).max() == 0


def test_a_quick_frame_shows_all_the_ground_and_the_next_ones_finish_it(
    view: TableView, screen: pygame.Surface
) -> None:
    _draw(view, screen)
    assert not view.unfinished
    view.zoom(3, VIEW.center)
    _draw(view, screen, quick=True)
    assert view.unfinished
    coarse = pygame.surfarray.array3d(screen).astype(int)
    frames = 1
    while view.unfinished:
        _draw(view, screen, quick=True)
        frames += 1
    assert 2 <= frames <= 8
    fine = pygame.surfarray.array3d(screen).astype(int)
    assert 0 < np.abs(coarse - fine).mean() < 6
    sharp = TableView(view.board, Theme(1.0), VIEW)
    sharp.camera = view.camera
    _draw(sharp, screen)
    assert np.abs(fine - pygame.surfarray.array3d(screen)).max() == 0


def test_another_board_or_magnification_is_painted_anew(view: TableView, screen: pygame.Surface) -> None:
    _draw(view, screen)
    view.board = Board(um(72), um(48), (Piece("r", "rock", "Rock", sample.box(0, 0, 72, 48), 0, um(3), opaque=True),))
    _draw(view, screen)
    assert _count(screen, GROUND.rock_light) > 300_000


def test_trees_give_way_to_models(view: TableView, screen: pygame.Surface) -> None:
    scene = build([])
    _draw(view, screen, scene)
    before = _count(screen, GROUND.tree_light, 8)
    figures = [
        Figure(f"f{i}", 0, "u", "A", "Boy", Round(mm(25)), Pose.at(11 + i % 3 * 3, 31 + i // 3 * 2)) for i in range(9)
    ]
    _draw(view, screen, build(figures))
    assert 0 < _count(screen, GROUND.tree_light, 8) < before * 0.8


HULL = Hull(tuple(sample.outline((3, 0), (-3, 2), (-3, -2))))


@pytest.mark.parametrize("facing", [0.0, 90.0, 213.0])
@pytest.mark.parametrize("shape", [Round(mm(32)), Oval(mm(75), mm(42)), Rect(mm(60), mm(30)), HULL])
def test_a_base_covers_its_true_outline(screen: pygame.Surface, shape: Shape, facing: float) -> None:
    ppi, pose = 40.0, Pose.at(0, 0, 0, facing)
    picture = Sprites(Theme(1.0)).base(shape, pose, 0, ppi)
    covered = pygame.mask.from_surface(picture, 127)
    assert covered.count() == pytest.approx(outline(shape, pose).area * ppi * ppi, rel=0.03)
    middle = picture.width / 2
    ground = outline(shape, pose)
    for x in range(0, picture.width, 7):
        for y in range(0, picture.height, 7):
            spot = Point((x + 0.5 - middle) / ppi, (middle - y - 0.5) / ppi)
            if ground.boundary.distance(spot) > 1.5 / ppi:
                assert bool(covered.get_at((x, y))) == ground.covers(spot)


@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0])
def test_the_notch_points_where_the_model_looks(screen: pygame.Surface, facing: float) -> None:
    picture = Sprites(Theme(1.0)).base(Round(mm(40)), Pose.at(0, 0, 0, facing), 0, 30)
    light = pygame.mask.from_threshold(picture, (0xF2, 0xF2, 0xEE), (30, 30, 30, 255))
    x, y = light.centroid()
    way = pygame.math.Vector2(x - picture.width / 2, picture.height / 2 - y)
    assert way.length() > 10
    assert way.normalize().dot(pygame.math.Vector2(1, 0).rotate(facing)) > 0.99


def test_sides_differ_by_the_shape_of_their_rings(screen: pygame.Surface) -> None:
    sprites = Sprites(Theme(1.0))
    shares = []
    for side in (0, 1):
        picture = sprites.base(Round(mm(60)), Pose.at(0, 0), side, 30)
        hit = 0
        for turn in range(20, 340, 4):
            arm = pygame.math.Vector2(mm(60) / 25_400 / 2 * 30 - 3.5, 0).rotate(turn)
            spot = (round(picture.width / 2 + arm.x), round(picture.height / 2 + arm.y))
            rim = SIDES[side].rim
            hit += max(abs(a - b) for a, b in zip(picture.get_at(spot)[:3], rim, strict=True)) < 40
        shares.append(hit / 80)
    assert shares[0] > 0.95
    assert 0.4 < shares[1] < 0.8


def test_badges_can_be_told_apart_by_shape_at_14_pixels(screen: pygame.Surface) -> None:
    sprites = Sprites(Theme(0.75))
    pictures = [pygame.surfarray.array3d(sprites.badge(badge)).astype(int).max(axis=2) for badge in Badge]
    assert all(picture.shape == (14, 14) for picture in pictures)
    for i, one in enumerate(pictures):
        for other in pictures[:i]:
            assert (np.abs((one > 110).astype(int) - (other > 110).astype(int))).sum() >= 12


def test_wounds_are_pips_and_many_wounds_a_number(screen: pygame.Surface) -> None:
    sprites = Sprites(Theme(1.0))
    whole, hurt = sprites.pips(3, 0), sprites.pips(3, 2)
    assert whole.size == hurt.size
    assert _count(whole, (0xF2, 0xF2, 0xEE), 40) > 2 * _count(hurt, (0xF2, 0xF2, 0xEE), 40) > 0
    assert sprites.pips(12, 3).width < sprites.pips(6, 0).width * 2


def test_a_selected_model_has_a_bright_ring_and_a_dragged_one_is_left_out(
    view: TableView, screen: pygame.Surface
) -> None:
    scene = build([Figure("a", 0, "u", "A", "Boy", Round(mm(32)), Pose.at(36, 12))])
    _draw(view, screen, scene)
    plain = _count(screen, SIDES[0].rim, 30)
    assert plain > 20
    _draw(view, screen, scene, selected={"a"})
    assert _count(screen, (0xFF, 0xE0, 0x66), 40) > 60
    _draw(view, screen, scene, hidden={"a"})
    assert _count(screen, SIDES[0].rim, 30) < plain / 4


def test_a_ghost_is_fainter_than_the_model(view: TableView, screen: pygame.Surface) -> None:
    model = Figure("a", 0, "u", "A", "Boy", Round(mm(60)), Pose.at(52, 17))
    _draw(view, screen, build([model]))
    solid = _color(view, screen, 52.4, 17.4)
    _draw(view, screen, build([]), ghosts=[model])
    faint = _color(view, screen, 52.4, 17.4)
    _draw(view, screen, build([]))
    bare = _color(view, screen, 52.4, 17.4)
    assert sum(solid) < sum(faint) < sum(bare)


def test_the_casualties_of_the_turn_are_marked(view: TableView, screen: pygame.Surface) -> None:
    scene = sample.scene(1)
    _draw(view, screen, replace(scene, figures={}))
    marked = _color(view, screen, 28, 16.5)
    _draw(view, screen, replace(scene, figures={}, fallen=()))
    assert _color(view, screen, 28, 16.5) != marked


# -- overlays ---------------------------------------------------------------------------------------------------------


def _over(view: TableView, screen: pygame.Surface, draw: Callable[[Chips], None]) -> Chips:
    chips = _draw(view, screen)
    screen.set_clip(VIEW)
    draw(chips)
    screen.set_clip(None)
    return chips


def _reds(screen: pygame.Surface, view: TableView, start: tuple[float, float], end: tuple[float, float]) -> list[bool]:
    found = []
    for i in range(101):
        x, y = (a + (b - a) * i / 100 for a, b in zip(start, end, strict=True))
        red, green, blue = _color(view, screen, x, y)
        found.append(red > 140 and red > green + 60 and red > blue + 60)
    return found


def test_a_path_is_red_beyond_its_limit_and_only_there(view: TableView, screen: pygame.Surface) -> None:
    shape = Round(mm(32))
    _over(view, screen, lambda chips: overlays.draw_path(screen, view.camera, chips, shape, [(10, 3), (20, 3)], 6))
    reds = _reds(screen, view, (10, 3), (20, 3))
    assert not any(reds[:55]) and all(reds[75:95])
    _over(view, screen, lambda chips: overlays.draw_path(screen, view.camera, chips, shape, [(10, 3), (16, 3)], 6))
    assert not any(_reds(screen, view, (10, 3), (16, 3)))


def test_a_blocked_line_turns_red_where_it_is_blocked(view: TableView, screen: pygame.Surface) -> None:
    sight = Sightline((10, 4), (30, 4), blocked_at=(20, 4))
    _over(view, screen, lambda chips: overlays.draw_sight(screen, view.camera, chips, sight))
    reds = _reds(screen, view, (10, 4), (30, 4))
    assert not any(reds[:46]) and all(reds[51:58]) and not any(reds[70:95])


def test_a_clear_line_is_whole_and_a_partly_hidden_one_broken(view: TableView, screen: pygame.Surface) -> None:
    def blue() -> int:
        found = [_color(view, screen, 10 + i / 20, 4) for i in range(400)]
        return sum(max(abs(a - b) for a, b in zip(color, INFORMATION, strict=True)) < 30 for color in found)

    _over(view, screen, lambda chips: overlays.draw_sight(screen, view.camera, chips, Sightline((10, 4), (30, 4))))
    clear = blue()
    _over(view, screen, lambda chips: overlays.draw_sight(screen, view.camera, chips, Sightline((10, 4), (30, 4), 0.4)))
    assert clear > 380
    assert clear * 0.3 < blue() < clear * 0.8


def test_a_broken_link_is_red_and_a_whole_one_is_not(view: TableView, screen: pygame.Surface) -> None:
    links = [Link((10, 3), (16, 3), True), Link((30, 3), (36, 3), False)]
    _over(view, screen, lambda chips: overlays.draw_links(screen, view.camera, links))
    assert not any(_reds(screen, view, (10, 3), (16, 3)))
    assert sum(_reds(screen, view, (30, 3), (36, 3))) > 20


def test_a_range_is_measured_from_the_edge_of_the_base(view: TableView, screen: pygame.Surface) -> None:
    shape, pose = Round(mm(50)), Pose.at(26, 30)
    _over(view, screen, lambda chips: overlays.draw_range(screen, view.camera, chips, shape, pose, 6))
    edge = 26 - 6 - mm(50) / 25_400 / 2
    near = [_color(view, screen, edge + d / view.camera.ppi, 30) for d in (-1, 0, 1)]
    assert any(max(abs(a - b) for a, b in zip(color, INFORMATION, strict=True)) < 40 for color in near)


def test_a_template_lets_the_ground_through(view: TableView, screen: pygame.Surface) -> None:
    _draw(view, screen)
    bare = _color(view, screen, 50, 27)
    _over(
        view,
        screen,
        lambda chips: overlays.draw_template(screen, view.camera, chips, Point(50, 27).buffer(2.5), 3, (52, 29)),
    )
    veiled = _color(view, screen, 50, 27)
    assert veiled != bare
    assert all(abs(a - b) < 90 for a, b in zip(bare, veiled, strict=True))


def test_a_refusal_is_marked_at_its_place(view: TableView, screen: pygame.Surface) -> None:
    words = "0.4″ too far: 6.4 of 6"
    chips = _over(view, screen, lambda chips: overlays.draw_refusal(screen, view.camera, chips, (66, 14), words))
    x, y = view.camera.pixel(66, 14)
    assert screen.get_at((x, y - 7))[:3] == REFUSED
    assert VIEW.contains(chips.taken[0]) and not chips.taken[0].collidepoint(x, y)


def test_labels_never_cover_each_other(view: TableView, screen: pygame.Surface) -> None:
    def draw(chips: Chips) -> None:
        for i in range(12):
            chips.put(screen, (600 + i * 4, 300 + i * 2), f"label {i}")

    taken = _over(view, screen, draw).taken
    assert all(a.collidelist(taken[:i]) < 0 for i, a in enumerate(taken))
    assert all(VIEW.contains(place) for place in taken)


@pytest.mark.parametrize("notches", [-5, 0, 8, 20])
def test_every_overlay_can_be_drawn_at_every_magnification(
    view: TableView, screen: pygame.Surface, notches: int
) -> None:
    view.zoom(notches, VIEW.center)
    camera, shape, pose = view.camera, Round(mm(32)), Pose.at(30, 30)

    def draw(chips: Chips) -> None:
        overlays.draw_ruler(screen, camera, chips, (5, 5), (60, 40))
        overlays.draw_ruler(screen, camera, chips, (5, 5), (5, 5))
        overlays.draw_range(screen, camera, chips, shape, pose, 24, half=True)
        overlays.draw_path(screen, camera, chips, shape, [(5, 5), (5, 5), (30, 30), (60, 40)], 12)
        overlays.draw_path(screen, camera, chips, shape, [(5, 5), (5, 5)], 12)
        overlays.draw_path(screen, camera, chips, shape, [(5, 5), (15, 5)], 0)
        overlays.draw_sight(screen, camera, chips, Sightline((5, 5), (60, 40), 0.5))
        overlays.draw_sight(screen, camera, chips, Sightline((5, 5), (60, 40), 1, (60, 40)), "Wall")
        overlays.draw_target(screen, camera, shape, pose)

    _over(view, screen, draw)
    screen.fill((1, 2, 3), VIEW)
    assert _count(screen, (1, 2, 3), 1) == 1280 * 720


# -- hands ------------------------------------------------------------------------------------------------------------


def test_the_right_button_drags_the_table(view: TableView) -> None:
    before = view.camera.to_screen(36, 24)
    event = pygame.event.Event
    moved = event(pygame.MOUSEMOTION, pos=(650, 320), rel=(50, 20), buttons=(0, 0, 1))
    assert not view.handle(moved)
    assert view.handle(event(pygame.MOUSEBUTTONDOWN, pos=(600, 300), button=3))
    assert view.handle(moved)
    assert view.handle(event(pygame.MOUSEBUTTONUP, pos=(650, 320), button=3))
    assert not view.handle(moved)
    assert view.camera.to_screen(36, 24) == pytest.approx((before[0] + 50, before[1] + 20))
    view.show_all()
    assert view.camera.to_screen(36, 24) == pytest.approx(before)


def test_a_whole_table_stays_whole_in_another_view(view: TableView) -> None:
    view.resize(pygame.Rect(0, 0, 600, 400))
    assert view.camera.to_screen(0, 0)[0] >= 28 and view.camera.to_screen(72, 48)[1] >= 28
    view.zoom(3, (300, 200))
    close = view.camera
    view.resize(pygame.Rect(0, 0, 700, 400))
    assert view.camera.ppi == close.ppi
