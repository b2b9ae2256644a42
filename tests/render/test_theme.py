from __future__ import annotations

import pygame
import pytest

from render import theme
from render.theme import SIDES, Theme, contrast, mix, side_style

WORDS = "The Boyz take 3 wounds: 4+ to hit, WS 4 against WS 4"


@pytest.mark.parametrize(
    "ink",
    [
        theme.TEXT,
        theme.TEXT_QUIET,
        theme.GOOD_INK,
        theme.WARNING_INK,
        theme.REFUSED_INK,
        theme.INFORMATION_INK,
        *(side.ink for side in SIDES),
    ],
)
@pytest.mark.parametrize("ground", [theme.BACKGROUND, theme.PANEL])
def test_all_text_can_be_read(ink: theme.Color, ground: theme.Color) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("side", SIDES)
def test_unit_letters_can_be_read_on_their_bases(side: theme.SideStyle) -> None:
    assert contrast(theme.TEXT, side.body) >= 4.5


def test_sides_that_meet_are_told_apart_without_colour() -> None:
    assert side_style(0).dashed != side_style(1).dashed
    assert side_style(0).rim == (0x00, 0x72, 0xB2) and side_style(1).rim == (0xD5, 0x5E, 0x00)
    assert side_style(len(SIDES)) == side_style(0)


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert mix((0, 0, 0), (255, 255, 255), 0.5) == (128, 128, 128)


@pytest.mark.parametrize("width", [0, 5, 40, 150, 5000])
def test_cut_words_fit_and_say_that_they_were_cut(screen: pygame.Surface, width: int) -> None:
    scaled = Theme(1.0)
    cut = scaled.fit(WORDS, width)
    assert scaled.width(cut) <= width
    assert cut == WORDS or cut == "" or (cut.endswith("…") and WORDS.startswith(cut[:-1]))


@pytest.mark.parametrize("width", [12, 60, 200, 1000])
def test_wrapped_lines_fit_and_lose_no_letter(screen: pygame.Surface, width: int) -> None:
    scaled = Theme(1.0)
    words = WORDS + "\n" + "W" * 40
    lines = scaled.wrap(words, width)
    assert all(scaled.width(line) <= width or len(line) == 1 for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "").replace("\n", "")


def test_text_is_drawn_once_and_the_oldest_forgotten(screen: pygame.Surface) -> None:
    scaled = Theme(1.0, cache=3)
    first = scaled.text("a")
    assert scaled.text("a") is first
    for words in "bcd":
        scaled.text(words)
    assert scaled.text("a") is not first


def test_the_scale_is_held_within_bounds_and_applies_to_all(screen: pygame.Surface) -> None:
    assert (Theme(0.1).scale, Theme(9).scale) == (0.75, 2.0)
    assert Theme(2.0).width(WORDS) == pytest.approx(2 * Theme(1.0).width(WORDS), rel=0.03)
    assert (Theme(0.75).target(), Theme(2.0).target()) == (24, 64)


def test_a_box_stays_inside_its_place_with_round_corners(screen: pygame.Surface) -> None:
    screen.fill((0, 0, 0))
    rect = pygame.Rect(10, 10, 60, 30)
    Theme(1.0).box(screen, rect, (200, 0, 0), (0, 200, 0), radius=8)
    assert screen.get_at(rect.topleft)[:3] == (0, 0, 0)
    assert screen.get_at(rect.center)[:3] == (200, 0, 0)
    assert screen.get_at((rect.centerx, rect.top))[:3] == (0, 200, 0)
    outside = screen.copy()
    outside.fill((0, 0, 0), rect)
    assert pygame.mask.from_threshold(outside, (0, 0, 0), (1, 1, 1, 255)).count() == 1280 * 720
