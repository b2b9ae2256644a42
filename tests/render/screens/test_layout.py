"""Every screen and panel at every size and scale: nothing overlaps, nothing is cut off, everything can be hit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from engine.core import referee
from engine.core.dice import Stream
from engine.session import Session
from render.battle.game import Game
from render.battle.screen import BattleScreen
from render.screens.battle_menu import SeatsPanel
from render.screens.hand_over import HandOverPanel
from render.screens.menu import MenuScreen
from render.screens.replay import ReplayScreen
from render.settings import Settings
from render.ui.core import Widget
from render.ui.window import Window
from scenarios.loader import load_scenario

FIRST_STEPS = Path(__file__).resolve().parents[3] / "scenarios" / "5e" / "first-steps.yaml"
LOOKS = [
    ((1920, 1080), 1.0),
    ((1280, 720), 0.75),
    ((1280, 720), 1.0),
    ((1280, 720), 1.5),
    ((1280, 720), 2.0),
    ((960, 600), 1.0),
]
HITS = {"button", "toggle", "choice", "row", "field", "slider", "drop-down", "link", "log line"}


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0][0]}x{look[0][1]}@{look[1]}")
def window(request: pytest.FixtureRequest, home: Path) -> Iterator[Window]:
    size, scale = request.param
    window = Window(Settings(scale=scale, speed="off", window=size))
    window.note = lambda words: None
    yield window
    for screen in window.screens:
        screen.closing()
    pygame.event.clear()


def look(window: Window, name: str) -> None:
    """Draw, and find whatever is wrong with where things are."""
    for _ in range(2):
        window._dirty = True
        window.step(0.0)
    assert window.problem is None, window.problem
    screen = window.surface.get_rect()
    widgets = [w for w in window.ui.widgets if w.role in HITS and w.rect.w and w.rect.h]
    top = max((w.layer for w in widgets), default=0)
    shown = [w for w in widgets if w.layer == top]
    assert shown, f"{name}: nothing can be clicked"
    wrong = [f"{w.label!r} leaves the screen" for w in shown if not screen.contains(w.rect)]
    wrong += [f"{w.label!r} is {w.rect.size}" for w in shown if _small(w)]
    wrong += [f"{a.label!r} lies over {b.label!r}" for a, b in combinations(shown, 2) if a.rect.colliderect(b.rect)]
    assert not wrong, f"{name}: {wrong[:6]}"


def _small(widget: Widget) -> bool:
    """Too small to be hit; rows at the edge of a scrolling list are cut by it."""
    if widget.role in ("row", "log line", "link", "field"):
        return False
    return widget.rect.width < 20 or widget.rect.height < 20


def battle(window: Window) -> BattleScreen:
    session = Session.begin(load_scenario(FIRST_STEPS), 5)
    screen = BattleScreen(window, Game(session, {}))
    window.push(screen)
    return screen


def up_to(screen: BattleScreen, topic: str) -> None:
    for count in range(300):
        pending = screen.game.pending
        assert pending is not None, f"{topic} never came"
        if pending.topic == topic:
            return
        screen.submit(pending.suggest(Stream(f"layout{count}")))


def test_the_menu_and_setting_up(window: Window) -> None:
    menu = MenuScreen(window)
    window.push(menu)
    look(window, "menu")
    menu.begin(menu.entries[0])
    look(window, "set-up")


def test_a_battle_from_question_to_question(window: Window) -> None:
    screen = battle(window)
    for topic in ("setup.agree", "setup.unit", "setup.place", "move.unit", "move.models", "shoot.unit", "shoot.target"):
        up_to(screen, topic)
        look(window, topic)
    screen.fold_left()
    screen.fold_right()
    look(window, "folded")


def test_every_panel_over_a_battle(window: Window) -> None:
    screen = battle(window)
    up_to(screen, "shoot.unit")
    conduct = screen.conduct
    panels: dict[str, Callable[[], None]] = {
        "menu": conduct.menu,
        "help": conduct.help,
        "settings": conduct.settings,
        "referee": conduct.referee,
        "end": conduct.end,
        "since": conduct.since,
        "save": conduct.save,
        "load": conduct.load,
        "scene": conduct.save_scene,
        "seats": lambda: screen.open(SeatsPanel(screen)),
        "hand over": lambda: screen.open(HandOverPanel(screen, "red")),
        "rule": lambda: conduct.open_rule("5e.shooting.run-distance", "", ""),
        "no rule": lambda: conduct.open_rule("mob_rule", "Mob Rule", "Words of an army."),
        "computer": lambda: conduct.computer_failed("Traceback\nValueError: no idea"),
    }
    for name, open_panel in panels.items():
        open_panel()
        look(window, name)
        screen.close_panel()
    screen.game.command(referee.Concede("red"), "red", ("red",))
    look(window, "victory")


def test_watching_again(window: Window) -> None:
    screen = battle(window)
    up_to(screen, "shoot.unit")
    replay = ReplayScreen(window, screen.game.session)
    window.push(replay)
    look(window, "replay")
    replay._by_hand(replay.total)
    look(window, "end of the replay")
    assert replay.scene == screen.game.scene
    window.pop()
