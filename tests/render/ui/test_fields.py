from __future__ import annotations

import pygame
import pytest

from render.theme import Theme
from render.ui.core import TEXT_BEAM, Ui
from render.ui.fields import text_field
from render.ui.widgets import button
from tests.render.driver import Hand

PLACE = pygame.Rect(20, 20, 200, 32)


class Form:
    def __init__(self) -> None:
        self.name = ""
        self.sent = 0
        self.shots = 0

    def rename(self, name: str) -> None:
        self.name = name

    def send(self) -> None:
        self.sent += 1

    def shoot(self) -> None:
        self.shots += 1

    def draw(self, ui: Ui) -> None:
        text_field(ui, PLACE, "Name", self.name, self.rename, submit=self.send, longest=12)
        button(ui, pygame.Rect(20, 80, 100, 32), "Shoot", self.shoot, key=pygame.K_s)


@pytest.fixture
def form() -> Form:
    return Form()


@pytest.fixture
def hand(screen: pygame.Surface, form: Form) -> Hand:
    return Hand(Ui(Theme(1.0)), screen, form.draw)


def test_letters_typed_into_a_field_are_no_shortcuts(hand: Hand, form: Form) -> None:
    hand.click("Name")
    hand.type("boss")
    assert (form.name, form.shots) == ("boss", 0)
    hand.key(pygame.K_RETURN)
    assert form.sent == 1


def test_cursor_keys_delete_and_backspace_edit_in_the_middle(hand: Hand, form: Form) -> None:
    hand.click("Name")
    hand.type("grukk")
    hand.key(pygame.K_HOME)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_DELETE)
    assert form.name == "gukk"
    hand.key(pygame.K_BACKSPACE)
    assert form.name == "ukk"
    hand.key(pygame.K_END)
    hand.type("a")
    assert form.name == "ukka"


def test_marked_words_are_replaced(hand: Hand, form: Form) -> None:
    hand.click("Name")
    hand.type("grukk")
    hand.key(pygame.K_a, pygame.KMOD_CTRL)
    hand.type("x")
    assert form.name == "x"
    hand.type("yz")
    hand.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    hand.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    hand.key(pygame.K_BACKSPACE)
    assert form.name == "x"


def test_a_drag_marks_and_a_click_sets_the_cursor(hand: Hand, form: Form) -> None:
    hand.click("Name")
    hand.type("grukk")
    hand.drag((PLACE.left + 9, PLACE.centery), (PLACE.right - 4, PLACE.centery))
    hand.type("z")
    assert form.name == "z"
    hand.click_at((PLACE.left + 2, PLACE.centery))
    hand.type("a")
    assert form.name == "az"


def test_no_more_than_the_longest_and_nothing_unprintable(hand: Hand, form: Form) -> None:
    hand.click("Name")
    hand.send(pygame.TEXTINPUT, text="abc\n\t" + "d" * 40)
    assert form.name == "abc" + "d" * 9


def test_long_words_scroll_inside_the_field(hand: Hand, form: Form, screen: pygame.Surface) -> None:
    screen.fill((0, 0, 0))
    hand.click("Name")
    hand.type("w" * 12)
    hand.frame()
    beside = screen.subsurface((PLACE.right + 3, PLACE.top, 300, PLACE.height))
    assert pygame.mask.from_threshold(beside, (0, 0, 0), (1, 1, 1, 255)).count() == 300 * PLACE.height
    assert hand.ui.cursor == TEXT_BEAM
