from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from render import settings
from render.settings import Settings
from render.ui.core import Ui
from render.ui.widgets import button
from render.ui.window import Screen, Window
from tests.render.driver import find


class Counter(Screen):
    """A screen that counts its frames and fails when told to."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.frames = 0
        self.moves: list[tuple[tuple[int, int], tuple[int, int]]] = []
        self.moving = False
        self.fail = False
        self.arrived = False

    @property
    def animating(self) -> bool:
        return self.moving

    def tick(self) -> bool:
        arrived, self.arrived = self.arrived, False
        return arrived

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self.moves.append((event.pos, event.rel))
        if event.type == pygame.KEYDOWN and event.key == pygame.K_x:
            raise ValueError("the table fell over")

    def draw(self, surface: pygame.Surface) -> None:
        self.frames += 1
        surface.fill((10, 20, 30))
        if self.fail:
            raise RuntimeError("no paint left")
        button(self.window.ui, pygame.Rect(10, 10, 100, 40), "Leave", self.window.pop)


@pytest.fixture
def window() -> Window:
    window = Window(Settings(window=(960, 600)))
    pygame.event.clear()
    window.note = lambda words: None
    return window


@pytest.fixture
def counter(window: Window) -> Counter:
    screen = Counter(window)
    window.push(screen)
    window.step()
    return screen


def _click(window: Window, label: str) -> None:
    pos = find(window.ui, label).rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    window.step()


def _key(window: Window, key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.step()


def test_nothing_is_drawn_when_nothing_happened(window: Window, counter: Counter) -> None:
    frames = counter.frames
    assert not window.step()
    assert not window.step()
    assert counter.frames == frames


def test_a_frame_follows_an_event_an_arrival_and_an_animation(window: Window, counter: Counter) -> None:
    frames = counter.frames
    _key(window, pygame.K_a)
    counter.arrived = True
    window.step()
    counter.moving = True
    window.step()
    window.step()
    assert counter.frames == frames + 4


def test_moves_of_the_pointer_in_a_row_become_one(window: Window, counter: Counter) -> None:
    for x in range(300, 310):
        facts = {"pos": (x, 300), "rel": (1, 0), "buttons": (0, 0, 1)}
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, facts))
    window.step()
    assert counter.moves == [((309, 300), (10, 0))]


def test_what_a_screen_raises_is_shown_and_the_game_goes_on(window: Window, counter: Counter) -> None:
    kept: list[BaseException] = []

    def bundle(error: BaseException) -> str:
        kept.append(error)
        return "It is kept in problem-1.zip."

    window.bundle = bundle
    _key(window, pygame.K_x)
    assert window.problem is not None
    assert "the table fell over" in window.problem[1] and "problem-1.zip" in window.problem[1]
    assert len(kept) == 1
    _click(window, "Go on")
    window.step()
    assert window.problem is None and window.screens == [counter]
    find(window.ui, "Leave")


def test_a_screen_that_cannot_draw_can_be_left(window: Window, counter: Counter) -> None:
    below = Counter(window)
    window.screens.insert(0, below)
    counter.fail = True
    _key(window, pygame.K_a)
    assert window.problem is not None and "no paint left" in window.problem[1]
    _click(window, "Leave this screen")
    window.step()
    assert window.screens == [below] and below.frames == 1


def test_a_failing_bundle_does_not_hide_the_problem(window: Window, counter: Counter) -> None:
    def bundle(error: BaseException) -> str:
        raise OSError("disc full")

    window.bundle = bundle
    _key(window, pygame.K_x)
    assert window.problem is not None
    assert "the table fell over" in window.problem[1] and "disc full" in window.problem[1]


def test_f12_writes_what_is_on_the_window(window: Window, counter: Counter, home: Path) -> None:
    _key(window, pygame.K_F12)
    _key(window, pygame.K_F12)
    pictures = sorted((home / "pictures").iterdir())
    assert len(pictures) == 2
    assert pygame.image.load(str(pictures[0])).get_at((500, 500))[:3] == (10, 20, 30)


def test_the_last_screen_gone_ends_the_run(window: Window, counter: Counter) -> None:
    pos = find(window.ui, "Leave").rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    window.run()
    assert window.screens == []


def test_closing_the_window_ends_the_run_and_keeps_its_size(window: Window, counter: Counter) -> None:
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=1100, h=700, size=(1100, 700)))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.run()
    assert settings.load().window == (1100, 700)


def test_a_drag_begun_on_the_table_goes_on_over_a_panel(window: Window, counter: Counter) -> None:
    over = find(window.ui, "Leave").rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=over, rel=(5, 5), buttons=(0, 0, 0)))
    window.step()
    assert counter.moves == []
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=over, rel=(5, 5), buttons=(1, 0, 0)))
    window.step()
    assert counter.moves == [(over, (5, 5))]


def test_a_screen_whose_clockwork_fails_can_be_left(window: Window, counter: Counter) -> None:
    def tick() -> bool:
        raise RuntimeError("the worker is gone")

    counter.tick = tick  # type: ignore[method-assign]
    window.step()
    assert window.problem is not None and "the worker is gone" in window.problem[1]
    _click(window, "Leave this screen")
    assert window.screens == []


def test_tab_belongs_to_the_screen_that_wants_it(window: Window, counter: Counter) -> None:
    counter.tab_walks = False
    _key(window, pygame.K_a)
    _key(window, pygame.K_TAB)
    assert window.ui.focus is None
    _key(window, pygame.K_F6)
    assert window.ui.focus == "Leave"


def test_screens_lie_on_one_another(window: Window, counter: Counter) -> None:
    top = Counter(window)
    window.push(top)
    window.step()
    assert top.frames == 1
    other = Counter(window)
    window.swap(other)
    window.step()
    assert window.screens == [counter, other]


def test_a_changed_scale_is_drawn_and_kept(window: Window, counter: Counter) -> None:
    window.change(window.settings.with_scale(1.5))
    assert window.ui.theme.scale == 1.5
    assert settings.load().scale == 1.5
    assert isinstance(window.ui, Ui)
