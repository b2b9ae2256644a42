from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from render.theme import FOCUS, TARGET, Theme
from render.ui.core import ARROW, HAND, Ui
from render.ui.layout import Cut, columns
from render.ui.widgets import button, choices, paragraph, progress, slider, toggle
from tests.render.driver import Hand, find


class Page:
    """A page with one of each plain widget, that notes what was done."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.on = False
        self.speed = 0
        self.scale = 1.0

    def set_on(self, on: bool) -> None:
        self.on = on

    def set_speed(self, speed: int) -> None:
        self.speed = speed

    def set_scale(self, scale: float) -> None:
        self.scale = scale

    def draw(self, ui: Ui) -> None:
        cut = Cut(pygame.Rect(20, 20, 500, 600), 10)
        tall = ui.theme.target()
        button(ui, cut.top(tall), "Shoot", lambda: self.done.append("shoot"), key=pygame.K_s)
        button(ui, cut.top(tall), "Run", lambda: self.done.append("run"), enabled=False, key=pygame.K_r)
        toggle(ui, cut.top(tall), "Hints", self.on, self.set_on)
        choices(ui, cut.top(tall), "Speed", ["Normal", "Fast", "Off"], self.speed, self.set_speed)
        slider(ui, cut.top(tall), "Scale", self.scale, self.set_scale, low=0.75, high=2.0, step=0.25)


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def hand(screen: pygame.Surface, page: Page) -> Hand:
    return Hand(Ui(Theme(1.0)), screen, page.draw)


def test_a_click_presses_the_button_under_it(hand: Hand, page: Page) -> None:
    hand.click("Shoot")
    assert page.done == ["shoot"]


def test_letting_go_elsewhere_takes_a_press_back(hand: Hand, page: Page) -> None:
    hand.drag(find(hand.ui, "Shoot").rect.center, (900, 600))
    assert page.done == []


def test_a_button_out_of_use_does_nothing_by_click_or_key(hand: Hand, page: Page) -> None:
    hand.click("Run")
    hand.key(pygame.K_r)
    assert page.done == []


def test_the_key_on_a_button_presses_it_but_not_with_control_held(hand: Hand, page: Page) -> None:
    assert hand.key(pygame.K_s)
    assert not hand.key(pygame.K_s, pygame.KMOD_CTRL)
    assert page.done == ["shoot"]


def test_a_check_box_changes_with_each_click(hand: Hand, page: Page) -> None:
    hand.click("Hints")
    assert page.on
    hand.click("Hints")
    assert not page.on


def test_one_of_several_choices_is_taken_by_click_or_arrow(hand: Hand, page: Page) -> None:
    hand.click("Fast")
    assert page.speed == 1
    hand.key(pygame.K_RIGHT)
    assert page.speed == 2
    hand.key(pygame.K_RIGHT)
    assert page.speed == 2
    hand.key(pygame.K_LEFT)
    assert page.speed == 1


def test_a_slider_follows_the_pointer_in_whole_steps_and_stops_at_its_ends(hand: Hand, page: Page) -> None:
    rect = find(hand.ui, "Scale").rect
    hand.drag(rect.center, (rect.right + 500, rect.centery))
    assert page.scale == 2.0
    hand.drag(rect.center, (rect.centerx, rect.centery))
    assert page.scale in (1.25, 1.5)
    hand.drag(rect.center, (rect.left - 500, rect.centery))
    assert page.scale == 0.75


def test_a_slider_moves_by_wheel_and_arrow_keys(hand: Hand, page: Page) -> None:
    hand.wheel("Scale", 1)
    assert page.scale == 1.25
    hand.ui.focus = "Scale"
    hand.key(pygame.K_LEFT)
    assert page.scale == 1.0


def test_tab_walks_through_what_can_be_used_in_order_and_round(hand: Hand) -> None:
    stops = []
    for _ in range(5):
        hand.key(pygame.K_TAB)
        stops.append(hand.ui.focus)
    assert stops == ["Shoot", "Hints", "Speed:0", "Scale", "Shoot"]
    hand.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert hand.ui.focus == "Scale"


def test_what_tab_reached_has_a_ring_and_is_pressed_by_enter_and_space(hand: Hand, page: Page) -> None:
    rect = find(hand.ui, "Shoot").rect
    ring = (rect.centerx, rect.top - 2)
    assert hand.surface.get_at(ring)[:3] != FOCUS
    hand.key(pygame.K_TAB)
    hand.frame()
    assert hand.surface.get_at(ring)[:3] == FOCUS
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_SPACE)
    assert page.done == ["shoot", "shoot"]


def test_after_a_click_space_is_left_to_the_screen(hand: Hand, page: Page) -> None:
    hand.click("Shoot")
    assert not hand.key(pygame.K_SPACE)
    assert page.done == ["shoot"]


def test_tab_can_be_left_to_the_screen_and_f6_still_walks(hand: Hand) -> None:
    hand.ui.tab_walks = False
    assert not hand.key(pygame.K_TAB)
    assert hand.key(pygame.K_F6)
    assert hand.ui.focus == "Shoot"


def test_the_pointer_tells_what_a_click_would_do(hand: Hand) -> None:
    hand.point("Shoot")
    assert hand.ui.cursor == HAND
    hand.point("Run")
    assert hand.ui.cursor == ARROW


def test_moving_over_nothing_asks_for_no_new_frame(hand: Hand) -> None:
    hand.send(pygame.MOUSEMOTION, pos=(900, 650), rel=(0, 0), buttons=(0, 0, 0))
    hand.ui.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(905, 650), rel=(5, 0), buttons=(0, 0, 0)))
    assert not hand.ui.dirty
    hand.ui.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=find(hand.ui, "Shoot").rect.center, rel=(5, 0), buttons=(0, 0, 0))
    )
    assert hand.ui.dirty


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
def test_targets_are_at_least_24_pixels_and_never_overlap(screen: pygame.Surface, scale: float) -> None:
    hand = Hand(Ui(Theme(scale)), screen, Page().draw)
    assert all(w.rect.height >= TARGET and w.rect.width >= TARGET for w in hand.ui.widgets)
    assert not [1 for a, b in combinations(hand.ui.widgets, 2) if a.rect.colliderect(b.rect)]


def test_words_that_do_not_fit_end_in_an_ellipsis_and_are_told_by_the_tip(screen: pygame.Surface) -> None:
    words = "Take back the whole move of the unit"
    rect = pygame.Rect(50, 50, 120, 40)
    screen.fill((0, 0, 0))
    hand = Hand(Ui(Theme(1.0)), screen, lambda ui: button(ui, rect, words, lambda: None))
    hand.point(words)
    assert hand.ui.tip == (words, rect)
    outside = hand.surface.copy()
    outside.fill((0, 0, 0), rect)
    black = pygame.mask.from_threshold(outside, (0, 0, 0), (1, 1, 1, 255))
    assert black.count() == outside.get_width() * outside.get_height()


def test_wrapped_words_stay_inside_their_place_and_say_when_more_was_to_come(screen: pygame.Surface) -> None:
    theme = Theme(1.0)
    rect = pygame.Rect(10, 10, 200, theme.line_height() * 3)
    ui = Ui(theme)
    screen.fill((0, 0, 0))
    ui.begin(screen)
    used = paragraph(ui, rect, "six inches of move and not one more " * 10)
    ui.end()
    assert used == rect.height
    drawn = pygame.mask.from_threshold(screen, (255, 255, 255), (200, 200, 200, 255)).get_bounding_rects()
    assert drawn and all(rect.contains(part) for part in drawn)


def test_two_widgets_of_one_name_are_two_widgets(screen: pygame.Surface) -> None:
    done: list[int] = []

    def draw(ui: Ui) -> None:
        for i in (0, 1):
            button(ui, pygame.Rect(10, 10 + 50 * i, 100, 40), "Boyz", lambda i=i: done.append(i))  # type: ignore[misc]

    hand = Hand(Ui(Theme(1.0)), screen, draw)
    assert [w.id for w in hand.ui.widgets] == ["Boyz", "Boyz#2"]
    hand.click_at((50, 80))
    assert done == [1]


def test_a_progress_bar_is_filled_to_its_share(screen: pygame.Surface) -> None:
    ui, rect = Ui(Theme(1.0)), pygame.Rect(10, 10, 204, 20)
    ui.begin(screen)
    progress(ui, rect, 0.5)
    ui.end()
    assert screen.get_at((100, 20)) != screen.get_at((120, 20))
    assert screen.get_at((120, 20)) == screen.get_at((200, 20))


def test_columns_fill_their_place_exactly() -> None:
    places = columns(pygame.Rect(3, 0, 101, 10), 4, 5)
    assert places[0].left == 3 and places[-1].right == 104
    assert all(b.left - a.right == 5 for a, b in pairwise(places))


def test_cutting_more_than_there_is_gives_what_is_left() -> None:
    cut = Cut(pygame.Rect(0, 0, 100, 50), 10)
    assert cut.top(30).height == 30
    assert cut.top(30).height == 10
    assert cut.top(30).height == 0
    sides = Cut(pygame.Rect(0, 0, 100, 50), 10)
    assert sides.right(30) == pygame.Rect(70, 0, 30, 50)
    assert sides.left(80) == pygame.Rect(0, 0, 60, 50)
    assert Cut(pygame.Rect(0, 0, 10, 50)).bottom(20) == pygame.Rect(0, 30, 10, 20)
