"""Running the program as a user does, and a battle file to run it on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.players.player import Whim
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`sightline` with these words, in a process of its own."""
    command = [sys.executable, "-m", "render.cli", *words]
    env = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=240, check=False)


def battle_file(path: Path, answers: int = 25) -> Session:
    """A battle of the smallest scenario, so many answers long, kept in a file."""
    session = Session.begin(load_scenario(find_scenario("first-steps")), seed=3)
    players = {side: Whim(side) for side in session.state.sides}
    for _ in range(answers):
        assert session.pending is not None
        assert session.submit(players[session.pending.player].answer(session)).accepted
    session.save(path)
    return session


def one_line(text: str) -> bool:
    """Whether an error is one clear line and no traceback."""
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text
