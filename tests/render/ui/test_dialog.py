from __future__ import annotations

import pygame
import pytest

from render.theme import Theme
from render.ui.core import Ui
from render.ui.dialog import Choice, dialog, tool_tip
from render.ui.widgets import button
from tests.render.driver import Hand, find


class Leaving:
    def __init__(self) -> None:
        self.asked = False
        self.left = False
        self.shots = 0
        self.place = pygame.Rect(0, 0, 0, 0)

    def ask(self) -> None:
        self.asked = True

    def stay(self) -> None:
        self.asked = False

    def leave(self) -> None:
        self.asked, self.left = False, True

    def shoot(self) -> None:
        self.shots += 1

    def draw(self, ui: Ui) -> None:
        ui.surface.fill((0, 0, 0))
        button(ui, pygame.Rect(560, 340, 160, 40), "Shoot", self.shoot, key=pygame.K_s)
        button(ui, pygame.Rect(20, 20, 160, 40), "Menu", self.ask, tip="Back to the menu")
        if self.asked:
            self.place = dialog(
                ui,
                "Leave the battle?",
                "Nothing is lost. " * 6,
                [Choice("Stay", self.stay), Choice("Leave", self.leave)],
                cancel=self.stay,
            )


@pytest.fixture
def leaving() -> Leaving:
    return Leaving()


@pytest.fixture
def hand(screen: pygame.Surface, leaving: Leaving) -> Hand:
    return Hand(Ui(Theme(1.0)), screen, leaving.draw)


def test_nothing_under_a_dialog_can_be_reached(hand: Hand, leaving: Leaving) -> None:
    hand.click("Menu")
    hand.frame()
    hand.click_at((30, 30))
    hand.click_at((640, 345))
    hand.key(pygame.K_s)
    assert leaving.shots == 0 and leaving.asked
    stops = set()
    for _ in range(6):
        hand.key(pygame.K_TAB)
        stops.add(hand.ui.focus)
    assert stops == {"Stay", "Leave"}


def test_a_dialog_is_answered_by_click_enter_or_escape(hand: Hand, leaving: Leaving) -> None:
    hand.click("Menu")
    hand.frame()
    hand.click("Leave")
    assert leaving.left
    for key in (pygame.K_RETURN, pygame.K_ESCAPE):
        hand.click("Menu")
        hand.frame()
        assert leaving.asked
        hand.key(key)
        assert not leaving.asked


def test_after_a_dialog_the_focus_is_where_it_was(hand: Hand, leaving: Leaving) -> None:
    hand.click("Menu")
    hand.frame()
    assert hand.ui.focus == "Stay"
    hand.key(pygame.K_RETURN)
    hand.frame()
    assert hand.ui.focus == "Menu"


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_a_dialog_fits_its_buttons_and_the_screen(screen: pygame.Surface, leaving: Leaving, scale: float) -> None:
    hand = Hand(Ui(Theme(scale)), screen, leaving.draw)
    leaving.asked = True
    hand.frame()
    assert screen.get_rect().contains(leaving.place)
    for label in ("Stay", "Leave"):
        assert leaving.place.contains(find(hand.ui, label).rect)
    assert not find(hand.ui, "Stay").rect.colliderect(find(hand.ui, "Leave").rect)


def test_buttons_with_long_words_stand_one_above_the_other(screen: pygame.Surface) -> None:
    choices = [Choice("Take back the move and all its dice", print), Choice("Leave everything as it is", print)]
    hand = Hand(Ui(Theme(1.5)), screen, lambda ui: dialog(ui, "Take back?", "", choices, width=400))
    first, second = (find(hand.ui, choice.words).rect for choice in choices)
    assert first.bottom < second.top and first.width == second.width


def test_a_tip_stands_beside_what_it_explains_and_inside_the_screen(hand: Hand, screen: pygame.Surface) -> None:
    hand.point("Menu")
    before = screen.copy()
    tool_tip(hand.ui)
    changed = pygame.mask.from_threshold(screen, (0, 0, 0), (1, 1, 1, 255), before)
    changed.invert()
    box = changed.get_bounding_rects()[0].unionall(changed.get_bounding_rects())
    assert box.top >= 60 and screen.get_rect().contains(box)
    assert not box.colliderect(find(hand.ui, "Menu").rect)
