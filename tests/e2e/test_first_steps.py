"""The first scenario, played with the mouse from the menu to the victory screen."""

from __future__ import annotations

from pathlib import Path

import pygame

from render.battle import words
from render.screens.ending import VictoryPanel
from render.screens.menu import MenuScreen
from tests.e2e.mouse import Mouse

MOST = 1_200
"""More answers than the scenario needs."""


def begin(mouse: Mouse, *seats: str, seed: str = "5") -> None:
    """From the menu into the battle."""
    mouse.click("scenario 5e/first-steps")
    for seat in seats:
        mouse.click(seat)
    mouse.click("Seed")
    mouse.type(seed)
    mouse.click("Begin")
    mouse.frames(2)


def play_on(mouse: Mouse) -> int:
    """Answer everything until the battle is over; returns how many answers that took."""
    for count in range(MOST):
        if mouse.screen.panels:
            if isinstance(mouse.screen.panels[-1], VictoryPanel):
                return count
            mouse.click_at(mouse.main_button().rect.center)
            continue
        mouse.wait_for_person()
        if mouse.game.pending is not None and not mouse.screen.panels:
            mouse.answer(count)
    raise AssertionError("the battle does not end")


def test_two_people_play_first_steps_to_the_victory_screen(mouse: Mouse, home: Path) -> None:
    begin(mouse, "seat red:0")
    topics = set()
    game = mouse.game
    submit = game.session.submit

    def noted(answer):
        if game.pending is not None:
            topics.add(game.pending.topic)
        return submit(answer)

    game.session.submit = noted  # type: ignore[method-assign]
    play_on(mouse)
    outcome = game.state.outcome
    assert outcome is not None
    assert {"setup.agree", "setup.unit", "setup.place", "move.unit", "shoot.unit", "shoot.target"} <= topics
    title = f"Victory: {words.side_name(game.state, outcome.winner)}" if outcome.winner else "A draw"
    assert any(title in w.id for w in mouse.window.ui.widgets), "the screen says who won"
    mouse.click("Ending: Look at the table")
    assert not mouse.screen.panels
    mouse.click("Result")
    mouse.click("Ending: Menu")
    assert isinstance(mouse.window.screens[-1], MenuScreen)
    assert not mouse.says("Resume"), "a battle that is over is not resumed"


def test_against_the_computer_then_conceding_by_the_menu(mouse: Mouse) -> None:
    begin(mouse, "seat red:1")
    for count in range(MOST):
        if mouse.game.state.clock.turn >= 3:
            break
        mouse.wait_for_person()
        if mouse.screen.panels:
            mouse.click_at(mouse.main_button().rect.center)
        else:
            mouse.answer(count)
    assert any(line.entry.player == "red" for line in mouse.game.session.lines), "the computer answered"
    mouse.wait_for_person()
    while mouse.screen.panels:
        mouse.click_at(mouse.main_button().rect.center)
    mouse.click("Menu")
    mouse.click("Concede or stop…")
    mouse.click("Space Marines concedes")
    assert mouse.game.state.outcome is not None and mouse.game.state.outcome.winner == "red"
    assert isinstance(mouse.screen.panels[-1], VictoryPanel)


def test_a_battle_left_by_the_menu_is_resumed_where_it_was(mouse: Mouse) -> None:
    begin(mouse, "seat red:0")
    for count in range(8):
        mouse.answer(count)
    digest = mouse.game.session.digest
    mouse.click("Menu")
    mouse.click("Leave to the menu")
    mouse.frames(2)
    mouse.click("Resume")
    assert mouse.game.session.digest == digest
    assert mouse.game.seats == {"blue": "person", "red": "person"}
    mouse.answer(1)


def test_taking_back_and_giving_again(mouse: Mouse) -> None:
    begin(mouse, "seat red:0")
    mouse.answer(0)
    digest = mouse.game.session.digest
    mouse.answer(0)
    after = mouse.game.session.digest
    mouse.key(pygame.K_z, pygame.KMOD_CTRL)
    if mouse.screen.panels:
        mouse.click("The same dice")
    assert mouse.game.session.digest == digest
    mouse.key(pygame.K_y, pygame.KMOD_CTRL)
    assert mouse.game.session.digest == after


def test_saving_by_name_and_loading(mouse: Mouse, home: Path) -> None:
    begin(mouse, "seat red:0")
    mouse.answer(0)
    digest = mouse.game.session.digest
    mouse.key(pygame.K_s, pygame.KMOD_CTRL)
    mouse.key(pygame.K_a, pygame.KMOD_CTRL)
    mouse.type("my battle")
    mouse.click("Confirm name")
    assert (home / "saves" / "my battle.battle").is_file()
    mouse.answer(0)
    mouse.click("Menu")
    mouse.click("Load…")
    mouse.click("Open battle")
    assert mouse.game.session.digest == digest


def test_a_damaged_save_is_told_in_the_dialog_and_harms_nothing(mouse: Mouse, home: Path) -> None:
    (home / "saves").mkdir(parents=True)
    (home / "saves" / "broken.battle").write_text("not a battle\n", encoding="utf-8")
    mouse.click("Saved battles")
    mouse.click("Open battle")
    assert isinstance(mouse.window.screens[-1], MenuScreen)
    panel = mouse.window.screens[-1].panels[-1]
    assert "not a battle file" in panel.trouble  # type: ignore[attr-defined]
