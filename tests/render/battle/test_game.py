"""A battle at the window: log, taking back, journals, computer players in their own process, and what breaks."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.core.dice import Stream
from engine.session import ProcedureFailed, Session
from render.battle import keeping
from render.battle.computer import Thought
from render.battle.game import Game, usual_seats
from render.battle.screen import BattleScreen
from render.screens.saves import open_battle
from render.settings import Settings
from render.ui.window import Window
from scenarios.loader import load_scenario
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

FIRST_STEPS = Path(__file__).resolve().parents[3] / "scenarios" / "5e" / "first-steps.yaml"


def game(seats: dict[str, str] | None = None, seed: int = 4, dice: str = "seeded") -> Game:
    session = Session.begin(load_scenario(FIRST_STEPS), seed, dice)
    return Game(session, usual_seats(session) if seats is None else seats, str(seed))


def answer(battle: Game, count: int = 1) -> None:
    for _ in range(count):
        assert battle.pending is not None
        done = battle.submit(battle.pending.suggest(Stream(battle.session.digest)))
        assert done.accepted


def thought_of(battle: Game, seconds: float = 120) -> Thought:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (thought := battle.think()) is not None:
            return thought
        time.sleep(0.01)
    raise AssertionError("no answer came")


def test_the_log_has_a_line_for_each_event_worth_telling_and_counts_repeated_ones() -> None:
    battle = game({})
    answer(battle, 6)
    lines = [line.words for line in battle.log.lines]
    assert any("(×" in words for words in lines)
    told = [battle.session.tell(event) for event in battle.session.events]
    assert len(lines) < len([words for words in told if words])
    assert battle.log_text().splitlines() == lines


def test_taking_back_restores_log_scene_and_question() -> None:
    battle = game({})
    answer(battle, 4)
    before = battle.session.digest, battle.log_text(), battle.scene
    answer(battle)
    battle.undo()
    assert (battle.session.digest, battle.log_text(), battle.scene) == before


def test_taking_back_against_a_computer_goes_to_the_last_answer_of_the_person() -> None:
    battle = game({"blue": "person", "red": "whim"})
    own: list[int] = []
    while battle.state.clock.turn < 3:
        if battle.computers_turn:
            answer(battle)
        else:
            own.append(len(battle.session.lines))
            answer(battle)
    while not battle.computers_turn:
        own.append(len(battle.session.lines))
        answer(battle)
    answer(battle)
    battle.undo()
    assert len(battle.session.lines) == own[-1]
    assert not battle.computers_turn
    battle.close()


def test_fresh_dice_after_taking_back_are_other_dice() -> None:
    battle = game({})
    while not battle.undo_crosses_dice():
        answer(battle)
    rolled = [line.entry.value for line in battle.session.lines if line.entry.kind == "dice"]
    entry = next(line.entry for line in reversed(battle.session.lines) if line.entry.kind == "answer")
    seen = set()
    for _ in range(6):
        battle.undo(fresh=True)
        battle.submit(entry.value)
        seen.add(tuple(line.entry.value for line in battle.session.lines if line.entry.kind == "dice"))
    assert len(seen) > 1, f"six times the dice fell as {rolled}"


def test_a_journal_is_kept_and_found_again(home: Path) -> None:
    battle = game({"blue": "person", "red": "whim"})
    battle.keep(keeping.fresh_journal("first-steps"))
    answer(battle, 3)
    digest = battle.session.digest
    battle.close()
    found = keeping.unfinished()
    assert found is not None and found.title == "First Steps"
    again = open_battle(found.path, found)
    assert again.session.digest == digest
    assert again.seats == {"blue": "person", "red": "whim"} and again.seed == "4"


def test_old_journals_make_room(home: Path) -> None:
    for _ in range(keeping.JOURNALS_KEPT + 3):
        battle = game({})
        battle.keep(keeping.fresh_journal("first-steps"))
        battle.close()
    assert len(list(keeping.journals_folder().glob("*.battle"))) <= keeping.JOURNALS_KEPT


def test_a_computer_answers_from_its_own_process_as_it_would_here() -> None:
    battle = game({"blue": "whim", "red": "whim"})
    plain = game({})
    from engine.players.player import Whim

    here = {side: Whim(f"4/{side}") for side in ("blue", "red")}
    for _ in range(6):
        thought = thought_of(battle)
        assert not thought.failure
        assert thought.answer == here[plain.decider].answer(plain.session)
        battle.submit(thought.answer)
        plain.submit(thought.answer)
    battle.close()


def test_a_computer_is_interrupted_and_goes_on_after_taking_back() -> None:
    battle = game({"blue": "whim", "red": "whim"})
    battle.submit(thought_of(battle).answer)
    battle.think()
    battle.interrupt()
    assert not battle.computer.thinking and battle.think() is None
    battle.paused = False
    battle.session.undo(battle.state.sides)
    assert not thought_of(battle).failure
    battle.close()


def test_a_dead_process_is_started_again_and_given_up_after_the_second_time() -> None:
    battle = game({"blue": "whim", "red": "whim"})
    for death in range(2):
        end = time.monotonic() + 20
        battle.think()
        process = battle.computer._process
        assert process is not None
        process.kill()
        process.join(5)
        found = None
        while found is None and time.monotonic() < end and battle.computer._process in (process, None):
            found = battle.think()
        if death == 0:
            assert found is None
    assert found is not None and "twice" in found.failure
    battle.close()


def test_a_player_that_fails_says_why() -> None:
    battle = game({"blue": "nobody of that name", "red": "whim"})
    assert "nobody of that name" in thought_of(battle).failure
    battle.close()


# -- what breaks ------------------------------------------------------------------------------------------------------


def at_window(battle: Game) -> tuple[Window, BattleScreen]:
    window = Window(Settings(speed="off", window=(1280, 720)))
    window.note = lambda words: None
    screen = BattleScreen(window, battle)
    window.push(screen)
    window.step(0.0)
    return window, screen


def test_a_broken_rule_opens_a_dialog_keeps_a_bundle_and_the_battle_goes_on(
    screen: pygame.Surface, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = game({})
    window, shown = at_window(battle)
    before = battle.session.digest

    def broken(answer: Any) -> Any:
        raise ProcedureFailed(ValueError("a rule with a hole"), {"entry": repr(answer)})

    monkeypatch.setattr(battle.session, "submit", broken)
    shown.submit("anything")
    window._dirty = True
    window.step(0.0)
    assert shown.panels and "a rule with a hole" in shown.panels[-1].words  # type: ignore[attr-defined]
    folder = next((home / "problems").iterdir())
    assert json.loads((folder / "record.json").read_text(encoding="utf-8"))["entry"] == "'anything'"
    assert (folder / "log.txt").is_file() and (folder / "picture.png").is_file()
    assert Session.load(folder / "journal.battle").digest == before
    monkeypatch.undo()
    shown.close_panel()
    assert battle.session.digest == before
    answer(battle)
    battle.close()


def test_a_refused_answer_is_told_in_red_and_can_be_allowed_by_both(screen: pygame.Surface, home: Path) -> None:
    battle = Game(Session.begin(torture_setup(), 1, book=TortureBook()), {})
    window, shown = at_window(battle)
    shown.submit("nonsense")
    assert shown.refused and shown.refused_answer == "nonsense"
    window._dirty = True
    window.step(0.0)
    assert any(widget.label == "Allow it anyway…" for widget in window.ui.widgets)
    shown.conduct.step_back()
    assert not shown.refused
    battle.close()
