"""The tools in the real battle screen: through the window's events, as a hand would use them."""

from __future__ import annotations

import pygame
import pytest

from engine.session import Session
from render.battle.game import Game
from render.battle.screen import BattleScreen
from render.battle.seats import PERSON
from tests.e2e.mouse import Mouse
from tests.fifth.tables import battle, boyz, marines, row


def screen_of(session: Session) -> tuple[Mouse, BattleScreen]:
    mouse = Mouse()
    screen = BattleScreen(mouse.window, Game(session, dict.fromkeys(session.state.sides, PERSON)))
    mouse.window.push(screen)
    mouse.frames(2)
    return mouse, screen


def moving() -> Session:
    session = battle(marines("alpha", at=row(20, 10, 5)), boyz("mob", at=row(20, 40, 5)))
    assert session.submit("alpha").accepted
    return session


def at(screen: BattleScreen, x: float, y: float) -> tuple[int, int]:
    return screen.view.camera.pixel(x, y)


def test_a_drag_over_the_table_and_space_move_the_unit(screen: pygame.Surface) -> None:
    session = moving()
    mouse, battle_screen = screen_of(session)
    mouse.drag(at(battle_screen, 20, 10), at(battle_screen, 22, 14))
    assert session.state.models["alpha-1"].pose.xy == (20, 10)
    mouse.key(pygame.K_SPACE)
    assert session.state.models["alpha-1"].pose.xy == pytest.approx((22, 14), abs=0.12)


def test_a_drag_too_far_is_refused_in_the_prompt_and_can_be_taken_back(screen: pygame.Surface) -> None:
    session = moving()
    mouse, battle_screen = screen_of(session)
    mouse.drag(at(battle_screen, 20, 10), at(battle_screen, 22, 20))
    mouse.key(pygame.K_RETURN)
    assert {refusal.code for refusal in battle_screen.refused} == {"move.too_far"}
    assert mouse.find("Allow it anyway…").enabled
    mouse.key(pygame.K_ESCAPE)
    assert battle_screen.tool is not None and not battle_screen.tool.words().trouble


def test_escape_lays_an_instrument_down_before_it_takes_back_a_drag(screen: pygame.Surface) -> None:
    mouse, battle_screen = screen_of(moving())
    mouse.drag(at(battle_screen, 20, 10), at(battle_screen, 22, 14))
    mouse.key(pygame.K_v)
    assert battle_screen.instrument_id == "sight"
    mouse.key(pygame.K_ESCAPE)
    assert battle_screen.instrument is None
    assert battle_screen.tool is not None and "5 models move" in battle_screen.tool.words().hint
    mouse.key(pygame.K_ESCAPE)
    assert "Drag to move" in battle_screen.tool.words().hint


def test_the_ruler_lies_over_the_table_while_a_unit_is_moved(screen: pygame.Surface) -> None:
    session = moving()
    mouse, battle_screen = screen_of(session)
    mouse.click("Ruler")
    mouse.drag(at(battle_screen, 20, 10), at(battle_screen, 26, 10))
    assert battle_screen.tool is not None and "Drag to move" in battle_screen.tool.words().hint


def test_the_wheel_turns_what_is_held_and_magnifies_otherwise(screen: pygame.Surface) -> None:
    mouse, battle_screen = screen_of(moving())
    spot = at(battle_screen, 20, 10)
    before = battle_screen.view.camera.ppi
    mouse.move_to(spot)
    mouse.post(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)
    mouse.post(pygame.MOUSEWHEEL, x=0, y=1)
    assert battle_screen.view.camera.ppi == before
    mouse.post(pygame.MOUSEBUTTONUP, pos=spot, button=1)
    mouse.post(pygame.MOUSEWHEEL, x=0, y=1)
    assert battle_screen.view.camera.ppi > before
