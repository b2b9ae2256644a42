"""How long a frame of the table takes. The aim: 150 models at 1920x1080 under 8 ms in software."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from battlefield.pose import Pose
from render import scene as scenes
from render.table import overlays
from render.table.view import TableView
from render.theme import Theme
from tests.render.table import sample

SIZE = (1920, 1080)


@pytest.fixture
def screen() -> pygame.Surface:
    pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode(SIZE)


def test_frame_with_150_models_one_of_them_dragged(screen: pygame.Surface, benchmark: BenchmarkFixture) -> None:
    view = TableView(sample.board(), Theme(1.0), pygame.Rect(0, 0, *SIZE))
    start = sample.scene(75)
    dragged = min(start.figures)
    steps = iter(range(1_000_000))

    def frame() -> None:
        pose = Pose.at(10 + next(steps) % 200 / 10, 16)
        now = scenes.moved(start, dragged, pose)
        chips = view.draw(screen, now, selected={f.id for f in now.of_unit("0.0")})
        shape = now.figures[dragged].shape
        overlays.draw_path(screen, view.camera, chips, shape, [start.figures[dragged].pose.xy, pose.xy], 6)
        overlays.draw_range(screen, view.camera, chips, shape, pose, 24, half=True)
        view.done(screen)
        pygame.display.flip()

    benchmark(frame)
    assert len(start.figures) == 150


def test_frame_after_a_step_of_the_wheel(screen: pygame.Surface, benchmark: BenchmarkFixture) -> None:
    """A magnification not seen before: all models are painted anew, the ground comes tile by tile."""
    view = TableView(sample.board(), Theme(1.0), pygame.Rect(0, 0, *SIZE))
    scene = sample.scene(75)
    start = view.camera
    view.draw(screen, scene, quick=True)
    steps = iter(range(1_000_000))

    def frame() -> None:
        view.camera = start.zoomed(1.2 + next(steps) / 1000, (900, 500))
        view.draw(screen, scene, quick=True)
        view.done(screen)

    benchmark.pedantic(frame, rounds=5)
    assert view.camera.ppi > start.ppi
