from __future__ import annotations

import pygame
import pytest

from render.theme import Theme
from render.ui.core import Ui
from render.ui.lists import Log, LogLine, drop_down, log, rows
from render.ui.widgets import button
from tests.render.driver import Hand, find

UNITS = [f"Unit {i}" for i in range(200)]
PLACE = pygame.Rect(20, 20, 300, 200)


class Chosen:
    def __init__(self) -> None:
        self.row = 0
        self.army = 0
        self.pressed = 0
        self.lines: list[LogLine] = []
        self.log = Log()

    def pick(self, row: int) -> None:
        self.row = row

    def pick_army(self, row: int) -> None:
        self.army = row

    def press(self) -> None:
        self.pressed += 1


@pytest.fixture
def chosen() -> Chosen:
    return Chosen()


@pytest.fixture
def units(screen: pygame.Surface, chosen: Chosen) -> Hand:
    return Hand(Ui(Theme(1.0)), screen, lambda ui: rows(ui, PLACE, "Units", UNITS, chosen.row, chosen.pick))


def test_only_the_rows_in_view_are_made(units: Hand) -> None:
    made = [w for w in units.ui.widgets if w.role == "row"]
    assert 7 <= len(made) <= 9
    assert all(PLACE.contains(w.rect) for w in made)


def test_a_row_is_chosen_by_click_and_the_next_by_arrow(units: Hand, chosen: Chosen) -> None:
    units.click("Unit 3")
    assert chosen.row == 3
    units.key(pygame.K_DOWN)
    assert chosen.row == 4
    units.key(pygame.K_END)
    assert chosen.row == 199
    units.frame()
    assert find(units.ui, "Unit 199").rect.height >= 24


def test_a_list_is_one_stop_for_tab(units: Hand) -> None:
    units.key(pygame.K_TAB)
    assert units.ui.focus == "Units"
    units.key(pygame.K_TAB)
    assert units.ui.focus == "Units"


def test_the_wheel_scrolls_to_either_end_and_not_beyond(units: Hand) -> None:
    units.wheel("Units", -3)
    with pytest.raises(LookupError):
        find(units.ui, "Unit 0")
    units.wheel("Units", -1000)
    units.frame()
    assert find(units.ui, "Unit 199").rect.bottom <= PLACE.bottom
    units.wheel("Units", 1000)
    units.frame()
    assert find(units.ui, "Unit 0").rect.top >= PLACE.top


def test_the_scroll_bar_can_be_dragged(units: Hand) -> None:
    bar = find(units.ui, "Units/bar").rect
    units.drag((bar.centerx, bar.top + 2), (bar.centerx, bar.bottom + 50))
    units.frame()
    find(units.ui, "Unit 199")


@pytest.fixture
def armies(screen: pygame.Surface, chosen: Chosen) -> Hand:
    def draw(ui: Ui) -> None:
        drop_down(ui, pygame.Rect(20, 20, 200, 32), "Army", ["Orks", "Marines", "Tau"], chosen.army, chosen.pick_army)
        button(ui, pygame.Rect(20, 60, 200, 40), "Below", chosen.press)

    return Hand(Ui(Theme(1.0)), screen, draw)


def test_an_open_drop_down_covers_what_is_below_it(armies: Hand, chosen: Chosen) -> None:
    armies.click("Army")
    armies.frame()
    armies.click("Marines")
    assert (chosen.army, chosen.pressed) == (1, 0)
    armies.frame()
    armies.click("Below")
    assert chosen.pressed == 1


def test_a_click_elsewhere_closes_a_drop_down_and_does_nothing_else(armies: Hand, chosen: Chosen) -> None:
    armies.click("Army")
    armies.frame()
    armies.click_at((900, 600))
    armies.frame()
    assert (chosen.army, chosen.pressed) == (0, 0)
    with pytest.raises(LookupError):
        find(armies.ui, "Tau")


def test_a_drop_down_works_by_keys_alone_and_gives_the_focus_back(armies: Hand, chosen: Chosen) -> None:
    armies.key(pygame.K_TAB)
    armies.key(pygame.K_RETURN)
    armies.frame()
    armies.key(pygame.K_DOWN)
    armies.key(pygame.K_DOWN)
    armies.key(pygame.K_RETURN)
    armies.frame()
    assert chosen.army == 2
    assert armies.ui.focus == "Army"
    armies.key(pygame.K_RETURN)
    armies.frame()
    armies.key(pygame.K_ESCAPE)
    armies.frame()
    with pytest.raises(LookupError):
        find(armies.ui, "Orks")


@pytest.fixture
def history(screen: pygame.Surface, chosen: Chosen) -> Hand:
    for i in range(100):
        chosen.log.add(f"Line {i}", about=f"rule {i}" if i % 2 else "")
    return Hand(Ui(Theme(1.0)), screen, lambda ui: log(ui, PLACE, "Log", chosen.log, chosen.lines.append))


def test_the_log_shows_its_newest_line_at_the_bottom(history: Hand) -> None:
    newest = find(history.ui, "Line 99").rect
    assert PLACE.bottom - newest.bottom < 10
    with pytest.raises(LookupError):
        find(history.ui, "Line 1")


def test_a_click_on_a_line_opens_what_it_was_about(history: Hand, chosen: Chosen) -> None:
    history.click("Line 97")
    assert [line.about for line in chosen.lines] == ["rule 97"]


def test_a_reader_who_has_scrolled_up_is_not_moved_by_new_lines(history: Hand, chosen: Chosen) -> None:
    history.wheel("Log", 10)
    history.frame()
    place = find(history.ui, "Line 69").rect.copy()
    for i in range(100, 140):
        chosen.log.add(f"Line {i}", about="more")
    history.frame()
    assert find(history.ui, "Line 69").rect == place
    history.click("Newest")
    history.frame()
    find(history.ui, "Line 139")


def test_taking_back_cuts_the_log(history: Hand, chosen: Chosen) -> None:
    chosen.log.cut(10)
    history.frame()
    assert find(history.ui, "Line 9").rect.bottom <= PLACE.bottom


def test_a_short_log_begins_at_the_top(screen: pygame.Surface) -> None:
    book = Log()
    book.add("Only line", about="x")
    hand = Hand(Ui(Theme(1.0)), screen, lambda ui: log(ui, PLACE, "Log", book, lambda line: None))
    assert find(hand.ui, "Only line").rect.top < PLACE.top + 12


def test_a_frame_wraps_only_the_lines_in_view_however_long_the_log(screen: pygame.Surface) -> None:
    class Counting(Theme):
        wraps = 0

        def wrap(self, words: str, width: int, size: int = 15, bold: bool = False) -> tuple[str, ...]:
            self.wraps += 1
            return super().wrap(words, width, size, bold)

    theme, book = Counting(1.0), Log()
    for i in range(20_000):
        book.add(f"Line {i}")
    Hand(Ui(theme), screen, lambda ui: log(ui, PLACE, "Log", book, lambda line: None))
    assert 5 < theme.wraps < 20
