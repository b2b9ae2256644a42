"""The scene carried on event by event equals the scene built from the state, in every battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.dice import Stream
from engine.session import Session
from render.battle.game import Game, speaks_of
from render.battle.staging import scene_of
from scenarios.loader import load_scenario
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

SCENARIOS = sorted((Path(__file__).resolve().parents[2] / "scenarios").glob("[58]e/*.yaml"))
ANSWERS = 120


def follows(session: Session, seed: str, answers: int) -> int:
    """Play and compare after every answer; returns how many changes of the scene were seen."""
    game = Game(session, dict.fromkeys(session.state.sides, "person"))
    changes = 0
    for count in range(answers):
        pending = game.pending
        if pending is None:
            break
        before = game.scene
        game.submit(pending.suggest(Stream(f"{seed}/{count}")))
        changes += game.scene != before
        assert game.scene == scene_of(game.state, session.book, session.events), (
            f"after answer {count}: {pending.topic}"
        )
        for event in game.last:
            assert all(game.state.models[model].on_table for model in speaks_of(event, game.state))
    while game.session.can_undo and len(game.session.lines) > answers // 2:
        game.undo()
        assert game.scene == scene_of(game.state, session.book, session.events)
    game.close()
    return changes


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scene_from_events_equals_scene_from_state_in_the_scenarios(path: Path) -> None:
    assert follows(Session.begin(load_scenario(path), 11), "scene", ANSWERS) > 10


@pytest.mark.parametrize("seed", range(4))
def test_scene_from_events_equals_scene_from_state_under_the_torture_book(seed: int) -> None:
    assert follows(Session.begin(torture_setup(), seed, book=TortureBook()), f"torture{seed}", 400) > 10
