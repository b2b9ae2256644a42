"""A photograph becomes a position by clicks alone: a table is drawn, projected, clicked on, and compared."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from math import dist
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from battlefield.table import Board
from battlefield.units import INCH
from render import cli
from render.bench import from_photo
from render.bench.answer import column_of
from render.bench.backdrop import Backdrop, straightened
from render.bench.doubt import doubt, doubt_of, known
from render.bench.files import open_file
from render.bench.homography import Homography
from render.bench.importing import LOST, PhotoScreen
from render.bench.photo import pictures_in
from render.bench.picture_view import PictureView
from render.bench.position import Position
from render.bench.screen import BenchScreen
from render.bench.sketch import TABLES
from render.table.camera import Camera as TableCamera
from render.ui.window import Window
from tests.e2e.mouse import Mouse
from tests.render.bench.cameras import Camera
from tests.render.bench.photographs import photograph

CRATE = ((30.0, 20.0), (34.0, 20.0), (34.0, 24.0), (30.0, 24.0))
CAMERAS = {
    "from above": Camera(far=75, tilt=0.05, focal=1600, size=(2000, 1500)),
    "from a chair": Camera(far=95, tilt=0.85, round=0.3, focal=1730, size=(2000, 1500)),
    "lying across": Camera(far=90, tilt=0.3, roll=1.5, focal=1270, size=(1500, 2000)),
}


class Hand:
    """A mouse at a photograph, and what is done on it by spots of the table."""

    def __init__(self, mouse: Mouse, camera: Camera) -> None:
        self.mouse, self.camera = mouse, camera
        self.bench = BenchScreen(mouse.window, Position())
        mouse.window.opener = partial(open_file, mouse.window)
        mouse.window.push(self.bench)
        mouse.frames()

    @property
    def screen(self) -> PhotoScreen:
        screen = self.mouse.window.screens[-1]
        assert isinstance(screen, PhotoScreen)
        return screen

    def drop(self, path: Path) -> None:
        self.mouse.post(pygame.DROPFILE, file=str(path))
        self.mouse.frames()

    def pixel(self, at: tuple[float, float]) -> tuple[int, int]:
        """Where on the screen a spot of the photograph is; brought near by hand where it is shown small."""
        view = self.screen.view
        assert view is not None
        if view.coarse > self.screen.sketch.click:
            view.show_all()
            x, y = view.to_screen(at)
            self.mouse.move_to((round(x), round(y)))
            self.mouse.post(pygame.MOUSEWHEEL, x=0, y=8)
        x, y = view.to_screen(at)
        return round(x), round(y)

    def pixels(self, at: tuple[float, float]) -> tuple[int, int]:
        """The same with the picture shown anew, so that each spot is in view."""
        view = self.screen.view
        assert view is not None
        view.show_all()
        return self.pixel(at)

    def click(self, *spot: float) -> None:
        pos = self.pixels(self.camera.see(*spot))
        assert self.screen.view is not None and self.screen.view.view.collidepoint(pos)
        self.mouse.click_at(pos)

    def corners(self) -> None:
        w, d = self.camera.width, self.camera.depth
        for spot in ((0, 0), (w, 0), (w, d), (0, d)):
            self.click(*spot)

    def quarrel(self, y: float) -> None:
        """The marine, the ork at (44, y) and the container."""
        self.click(20, 22)
        self.mouse.click("Orange")
        self.click(44, y)
        self.mouse.click("Terrain")
        for corner in CRATE:
            self.click(*corner)
        self.mouse.key(pygame.K_RETURN)

    def finish(self) -> Position:
        self.mouse.click("To the bench")
        self.mouse.frames(2)
        assert self.mouse.window.screens[-1] is self.bench
        position = self.bench.position
        position.ask("blue_unit-1", "orange_unit-1")
        self.mouse.frames(3)
        return position


@pytest.fixture
def mouse(home: Path) -> Iterator[Mouse]:
    mouse = Mouse((1440, 900))
    yield mouse
    pygame.event.clear()
    mouse.close()


def table(path: Path, camera: Camera, y: float) -> Path:
    return photograph(path / "table.png", camera, [(20, 22, 32, True), (44, y, 32, False)], [(CRATE, 2.5)])


@pytest.mark.slow
@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS.keys())
@pytest.mark.parametrize("y", [22.0, 26.2, 29.0])
def test_a_table_is_clicked_into_a_position(tmp_path: Path, mouse: Mouse, camera: Camera, y: float) -> None:
    """Every place is right within its stated error; the verdict is the true one where the picture decides, and where
    the true margin is smaller than the errors it says that it cannot."""
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, y))
    hand.corners()
    hand.quarrel(y)
    position = hand.finish()
    models, pieces = position.data["models"], position.data["terrain"]
    for entry, spot in zip(models, ((20.0, 22.0), (44.0, y))):
        assert dist(entry["at"], spot) < entry["error"] < 0.6
    for corner, spot in zip(pieces[0]["outline"], CRATE):
        assert dist(corner, spot) < pieces[0]["error"] < 0.6
    true = Position({
        **position.data,
        "models": [{**m, "at": list(s)} for m, s in zip(models, ((20, 22), (44, y)))],
        "terrain": [{**pieces[0], "outline": [list(c) for c in CRATE]}],
    })  # fmt: skip
    true.ask("blue_unit-1", "orange_unit-1")
    found, margin, verdict = doubt_of(position), true.margin(), true.verdict()
    assert found is not None and margin is not None and verdict is not None
    if found.decided:
        assert found.visible == verdict.visible
    if margin.proven < found.error / 2:
        assert not found.decided
        assert doubt(position)[0].startswith("The picture cannot decide: margin ")
    assert found.decided == (y != 26.2)


def test_the_words_of_the_bench_respect_the_picture(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 26.2))
    hand.corners()
    hand.quarrel(26.2)
    position = hand.finish()
    assert column_of(position, "5e").pictured is None or known(position)
    for _ in range(400):
        if known(position):
            break
        mouse.frames()
    column = column_of(position, "5e")
    assert column is not None and column.pictured is False
    assert any(said.text.startswith("The picture cannot decide") for said in column.said)
    assert position.saved is not position.data, "it is not saved yet, and is not lost unasked"
    assert hand.bench.backdrop is not None
    mouse.key(pygame.K_p)
    mouse.click("Take the photograph away")
    assert hand.bench.backdrop is None


def test_the_picture_lies_under_the_table_and_fades(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    mouse.click("To the bench")
    mouse.frames(3)
    bench = hand.bench
    x, y = bench.view.camera.pixel(44, 29)
    middle = tuple(mouse.window.surface.get_at((x, y)))[:3]
    assert middle[0] > middle[2] + 40, "the ork is seen, orange, where it stands"
    assert bench.backdrop is not None
    bench.backdrop.opacity = 0.0
    mouse.frames(2)
    bare = tuple(mouse.window.surface.get_at((x, y)))[:3]
    assert bare[0] < bare[2] + 40


def test_a_base_by_two_edges_and_a_hull_by_its_corners(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from a chair"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    mouse.click("Edges")
    half = 16 / 25.4
    hand.click(20 - half, 22)
    hand.click(20 + half, 22)
    mouse.click("Hull")
    hull = ((50.0, 10.0), (56.0, 10.0), (56.0, 14.0), (50.0, 14.0))
    for corner in hull:
        hand.click(*corner)
    hand.click(*hull[0])
    position = hand.finish()
    first, second = position.data["models"]
    assert first["base"] == {"round": 32} and dist(first["at"], (20, 22)) < first["error"]
    assert list(second["base"]) == ["hull"] and dist(second["at"], (53, 12)) < second["error"]
    for corner, spot in zip(second["base"]["hull"], hull):
        at = corner[0] + second["at"][0], corner[1] + second["at"][1]
        assert dist(at, spot) < second["error"]
    assert position.state() is not None and not position.problems


def test_edges_that_are_not_those_of_the_base_are_refused(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    mouse.click("Edges")
    hand.click(20, 22)
    hand.click(24, 22)
    assert "mm apart, and the base has 32" in hand.screen.told
    assert not hand.screen.sketch.marks and not hand.screen.sketch.open


def test_corners_may_come_in_any_order_be_dragged_and_turned(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from a chair"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    for spot in ((0, 0), (72, 48), (72, 0), (1, 40)):
        hand.click(*spot)
    assert hand.screen.ready
    hand.screen.view.show_all()
    start = hand.screen.view.to_screen(camera.see(1, 40))
    end = hand.screen.view.to_screen(camera.see(0, 48))
    mouse.drag((round(start[0]), round(start[1])), (round(end[0]), round(end[1])))
    found = hand.screen.sketch.map()
    assert dist(found.to_table(camera.see(36, 24)), (36, 24)) < 0.5
    mouse.click("Turn")
    mouse.click("44×30")
    assert dist(hand.screen.sketch.map().to_table(camera.see(72, 0)), (0, 0)) < 0.5
    assert (hand.screen.sketch.width, hand.screen.sketch.depth) == TABLES[2]
    mouse.key(pygame.K_z, pygame.KMOD_CTRL)
    assert (hand.screen.sketch.width, hand.screen.sketch.depth) == (72, 48)


def test_a_table_of_any_size_can_be_typed(tmp_path: Path, mouse: Mouse) -> None:
    hand = Hand(mouse, CAMERAS["from above"])
    hand.drop(table(tmp_path, hand.camera, 29))
    mouse.click("Table width")
    mouse.key(pygame.K_a, pygame.KMOD_CTRL)
    mouse.type("96.5")
    assert (hand.screen.sketch.width, hand.screen.sketch.depth) == (96.5, 48)
    mouse.key(pygame.K_a, pygame.KMOD_CTRL)
    mouse.type("9999")
    assert hand.screen.sketch.width <= 240


def test_crossing_corners_are_told_and_nothing_can_be_put_down(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    hand.screen.view.show_all()
    a, b = (hand.screen.view.to_screen(camera.see(*spot)) for spot in ((0, 0), (80, 24)))
    mouse.drag((round(a[0]), round(a[1])), (round(b[0]), round(b[1])))
    assert not hand.screen.ready
    assert "cross" in hand.screen.next_step or "inside" in hand.screen.next_step
    assert not mouse.find("To the bench").enabled
    hand.click(36, 24)
    assert hand.screen.told == hand.screen.sketch.trouble and not hand.screen.sketch.marks
    mouse.key(pygame.K_BACKSPACE)
    assert hand.screen.ready


def test_clicks_off_the_table_and_crossed_outlines_are_told(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from a chair"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    hand.click(36, 53)
    assert hand.screen.told == "That spot of the picture is not on the table."
    mouse.click("Terrain")
    for corner in ((10, 10), (20, 20), (20, 10), (10, 20)):
        hand.click(*corner)
    mouse.key(pygame.K_RETURN)
    assert "crosses itself" in hand.screen.told
    assert not hand.screen.sketch.marks and not hand.screen.sketch.open
    for corner in ((10, 10), (20, 10), (20, 20)):
        hand.click(*corner)
    mouse.key(pygame.K_BACKSPACE)
    assert len(hand.screen.sketch.open) == 2
    mouse.key(pygame.K_ESCAPE)
    assert not hand.screen.sketch.open


def test_what_was_put_down_can_be_removed_and_taken_back(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    hand.quarrel(29)
    names = [mark.name for mark in hand.screen.sketch.marks]
    assert names == ["Blue 1", "Orange 1", "Container 1"]
    mouse.key(pygame.K_DELETE)
    assert len(hand.screen.sketch.marks) == 2
    mouse.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(hand.screen.sketch.marks) == 3
    mouse.click("Take back")
    assert [mark.name for mark in hand.screen.sketch.marks] == names[:2] and not hand.screen.sketch.open


def test_a_larger_miss_gives_larger_errors(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    hand.click(20, 22)
    before = hand.screen.sketch.error(hand.screen.sketch.marks[0])
    hand.screen.allow(6.0)
    assert hand.screen.sketch.error(hand.screen.sketch.marks[0]) > 3 * before


def test_a_click_on_a_small_picture_counts_as_coarse(tmp_path: Path, mouse: Mouse) -> None:
    hand = Hand(mouse, CAMERAS["from above"])
    Image.new("RGB", (4000, 3000), "green").save(tmp_path / "large.png")
    hand.drop(tmp_path / "large.png")
    view = hand.screen.view
    assert view is not None and view.coarse > 1.5
    mouse.click_at((200, 300))
    assert hand.screen.sketch.miss(hand.screen.sketch.corners[0]) == view.coarse


def test_units_and_heights_that_are_typed_are_kept(tmp_path: Path, mouse: Mouse) -> None:
    camera = CAMERAS["from above"]
    hand = Hand(mouse, camera)
    hand.drop(table(tmp_path, camera, 29))
    hand.corners()
    for field, words in (("Unit", "Red Guard!"), ("Height", "2,1"), ("Eye", "1.9"), ("Base mm", "40")):
        mouse.click(field)
        mouse.key(pygame.K_a, pygame.KMOD_CTRL)
        if field == "Base mm":
            mouse.type(words)
            for again, value in (("Height", "2.1"), ("Eye", "1.9")):
                mouse.click(again)
                mouse.type(value)
        else:
            mouse.type(words)
    hand.click(20, 22)
    model = hand.screen.sketch.scene("5e")["models"][0]
    assert (model["unit"], model["name"]) == ("red_guard", "Red Guard! 1")
    assert (model["height"], model["eye"], model["base"]) == (2.1, 1.9, {"round": 40})


def test_what_is_no_picture_is_told_on_the_screen(tmp_path: Path, mouse: Mouse) -> None:
    hand = Hand(mouse, CAMERAS["from above"])
    (tmp_path / "words.jpg").write_text("no picture at all")
    hand.drop(tmp_path / "words.jpg")
    assert "words.jpg is not a picture" in hand.screen.chooser.trouble
    mouse.click("Path")
    mouse.key(pygame.K_a, pygame.KMOD_CTRL)
    mouse.type(str(tmp_path / "nowhere.png"))
    mouse.key(pygame.K_RETURN)
    assert "cannot be read" in hand.screen.chooser.trouble


def test_a_picture_is_chosen_from_a_list(tmp_path: Path, mouse: Mouse) -> None:
    (tmp_path / "photos").mkdir()
    Image.new("RGB", (300, 200), "green").save(tmp_path / "photos" / "one.png")
    hand = Hand(mouse, CAMERAS["from above"])
    mouse.key(pygame.K_p)
    mouse.click("Path")
    mouse.type(str(tmp_path))
    mouse.click("Open picture")
    mouse.click("photos/")
    mouse.click("one.png")
    mouse.click("Open picture")
    assert hand.screen.photo is not None and hand.screen.photo.path.name == "one.png"
    mouse.key(pygame.K_ESCAPE)
    assert mouse.window.screens[-1] is hand.bench, "nothing was clicked, so nothing is asked"


def test_leaving_asks_once_where_clicks_would_be_lost(tmp_path: Path, mouse: Mouse) -> None:
    hand = Hand(mouse, CAMERAS["from above"])
    hand.drop(table(tmp_path, hand.camera, 29))
    hand.click(0, 0)
    mouse.key(pygame.K_ESCAPE)
    assert hand.screen.told == LOST
    mouse.key(pygame.K_ESCAPE)
    assert mouse.window.screens[-1] is hand.bench


def test_a_picture_for_a_position_that_is_not_saved_asks_first(tmp_path: Path, mouse: Mouse) -> None:
    hand = Hand(mouse, CAMERAS["from above"])
    hand.bench.position.change({**hand.bench.position.data, "title": "Changed"})
    hand.drop(table(tmp_path, hand.camera, 29))
    hand.corners()
    mouse.click("To the bench")
    mouse.frames(2)
    assert hand.bench.panels and hand.bench.position.title == "Changed"
    mouse.click("Let it go")
    assert hand.bench.position.title == "From table" and hand.bench.backdrop is not None


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_the_screen_holds_at_every_size_and_scale(
    tmp_path: Path, home: Path, size: tuple[int, int], scale: float
) -> None:
    mouse = Mouse(size, scale)
    done: list[Any] = []
    screen = PhotoScreen(mouse.window, "5e", lambda data, backdrop: done.append(data))
    mouse.window.push(screen)
    mouse.frames(2)
    Image.new("RGB", (1600, 1200), "green").save(tmp_path / "a.png")
    screen.open(tmp_path / "a.png")
    for means in ("Base", "Terrain"):
        mouse.click(means)
        for widget in mouse.window.ui.widgets:
            assert mouse.window.surface.get_rect().contains(widget.rect) or not widget.rect.w, widget.id
    assert mouse.find("To the bench").rect.h >= 24
    pygame.event.clear()
    mouse.close()


def test_straightening_puts_every_spot_where_it_belongs(tmp_path: Path) -> None:
    camera = CAMERAS["from a chair"]
    picture = pygame.image.load(str(photograph(tmp_path / "a.png", camera, [(20, 22, 60, True)], [])))
    flat = straightened(picture, Homography(camera.corners, 72, 48), 1440)
    assert flat.get_size() == (1440, 960)
    dark = [(x, y) for x in range(360, 440, 2) for y in range(480, 560, 2) if sum(flat.get_at((x, y))[:3]) < 100]
    assert dark, "the black base is there"
    xs, ys = [x / 20 for x, _ in dark], [48 - y / 20 for _, y in dark]
    assert abs((min(xs) + max(xs)) / 2 - 20) < 0.1 and abs(min(ys) - (22 - 60 / 50.8)) < 0.15


def test_what_the_picture_lacks_of_the_table_is_grey() -> None:
    picture = pygame.Surface((400, 300))
    picture.fill((200, 30, 30))
    flat = straightened(picture, Homography(((-200, 280), (380, 280), (380, 20), (-200, 20)), 72, 48), 720)
    assert flat.get_at((10, 200))[:3] == (128, 128, 128) and flat.get_at((flat.get_width() - 20, 200))[:3] == (
        200,
        30,
        30,
    )


def test_a_backdrop_follows_the_camera() -> None:
    picture = pygame.Surface((720, 480))
    picture.fill((200, 30, 30))
    pygame.draw.rect(picture, (30, 30, 200), (0, 0, 360, 480))
    surface = pygame.Surface((900, 700))
    view = TableCamera.fit(72, 48, surface.get_rect())
    board = Board(72 * INCH, 48 * INCH)
    for camera in (view, view.zoomed(3, view.to_screen(40, 20)), view.panned(500, 300), view.zoomed(40, (100, 100))):
        surface.fill((0, 0, 0))
        Backdrop(picture, 72, 48, 1.0).draw(surface, camera, board)
        for x, wanted in ((20, (30, 30, 200)), (50, (200, 30, 30)), (80, (0, 0, 0))):
            at = camera.pixel(x, 20)
            if surface.get_rect().inflate(-4, -4).collidepoint(at):
                assert tuple(surface.get_at(at))[:3] == wanted


def test_the_door_from_the_bench_is_one_key(mouse: Mouse) -> None:
    hand = Hand(mouse, CAMERAS["from above"])
    mouse.key(pygame.K_p)
    assert hand.screen.edition == hand.bench.position.edition
    mouse.click("Leave the photograph")
    assert mouse.window.screens[-1] is hand.bench
    from_photo.photograph(hand.bench)
    assert isinstance(mouse.window.screens[-1], PhotoScreen)


def test_the_program_opens_a_photograph_it_is_given(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.new("RGB", (300, 200), "green").save(tmp_path / "a.png")
    shown: list[list[object]] = []
    monkeypatch.setattr(Window, "run", lambda window: shown.append(list(window.screens)))
    assert cli.main(["play", str(tmp_path / "a.png")]) == 0
    screen = shown[0][-1]
    assert isinstance(screen, PhotoScreen) and screen.photo is not None
    assert isinstance(shown[0][-2], BenchScreen)
    for name, content in (("b.jpg", b"no picture"), ("c.heic", b"\0\0\0\x18ftypheic")):
        (tmp_path / name).write_bytes(content)
        assert cli.main(["play", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.strip().count("\n") == 0
    assert cli.main(["play", str(tmp_path / "nowhere.png")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert len(shown) == 1


@pytest.mark.parametrize("size", [(5000, 3001), (903, 4200), (640, 480)])
def test_a_picture_lies_where_its_view_says_at_every_size(size: tuple[int, int]) -> None:
    picture = pygame.Surface(size)
    picture.fill((20, 20, 20))
    w, h = size
    spots = {(w // 5, h // 5): (250, 0, 0), (w // 2, h - h // 7): (0, 250, 0), (w - w // 9, h // 3): (0, 0, 250)}
    for (x, y), colour in spots.items():
        pygame.draw.circle(picture, colour, (x, y), max(w, h) // 60)
    view = PictureView(picture, pygame.Rect(50, 40, 900, 600))
    surface = pygame.Surface((1000, 700))
    for notches in (0, 2, 4, 9, 14, -3, -8):
        view.zoom(notches, view.to_screen((w // 5, h // 5)))
        view.draw(surface)
        for spot, colour in spots.items():
            left, top = view.to_screen(spot)
            if view.view.inflate(-8, -8).collidepoint(left, top):
                found = tuple(surface.get_at((round(left), round(top))))[:3]
                assert [value > 200 for value in found] == [value > 200 for value in colour]
        back = view.to_picture(view.to_screen((w / 3, h / 3)))
        assert dist(back, (w / 3, h / 3)) < 1e-6


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_a_link_that_leads_nowhere_does_not_empty_the_list(tmp_path: Path) -> None:
    Image.new("RGB", (80, 80)).save(tmp_path / "a.png")
    (tmp_path / "b.png").symlink_to(tmp_path / "gone.png")
    assert pictures_in(tmp_path) == [tmp_path / "a.png"]
