"""While sight is being made ready the window shows so and waits for it without standing still."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from engine.core.dice import Stream
from engine.session import Session
from render.battle import screen as battle_screen
from render.battle.game import Game
from render.battle.screen import BattleScreen
from render.battle.warming import Warmer
from render.settings import Settings
from render.ui.window import Window
from scenarios.loader import load_scenario

FIRST_STEPS = Path(__file__).resolve().parents[3] / "scenarios" / "5e" / "first-steps.yaml"


class NotYet(Warmer):
    done = False

    @property
    def ready(self) -> bool:
        return self.done


def test_nothing_started_counts_as_ready() -> None:
    assert Warmer().ready


def test_setting_up_goes_on_and_the_first_turn_waits(
    screen: pygame.Surface, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = NotYet()
    monkeypatch.setattr(battle_screen, "SIGHT", sight)
    session = Session.begin(load_scenario(FIRST_STEPS), 5)
    window = Window(Settings(speed="off", window=(1280, 720)))
    shown = BattleScreen(window, Game(session, {}))
    window.push(shown)
    for count in range(60):
        assert session.pending is not None
        shown.submit(session.pending.suggest(Stream(f"warm{count}")))
        window._dirty = True
        window.step(0.0)
        assert window.problem is None
        if session.state.clock.turn:
            break
    assert session.state.clock.turn == 1 and shown.preparing and shown.poll is not None
    asked = session.pending
    assert asked is not None
    shown.submit(asked.suggest(Stream("too early")))
    assert session.pending is asked
    sight.done = True
    assert shown.tick(), "a new frame is asked for"
    shown.submit(asked.suggest(Stream("now")))
    assert session.pending is not asked
