"""How soon the menu is there, and what a window costs at which nobody does anything. Aims: 1.5 s, and 5 % of a core."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.laws.source import ROOT

pytestmark = [pytest.mark.bench, pytest.mark.slow]

TO_THE_MENU = """
from render import startup
assert startup.check() == 0
from render.app import MenuScreen, Window
window = Window()
window.push(MenuScreen(window))
assert window.step()
"""

IDLE = (
    TO_THE_MENU
    + """
import time, sys
while window.step():
    pass
used, start = time.process_time(), time.monotonic()
while time.monotonic() - start < SECONDS:
    window.step(window._patience())
print((time.process_time() - used) / (time.monotonic() - start))
"""
)

IDLE_BATTLE = """
from engine.session import Session
from render.battle.game import Game
from render.battle.screen import BattleScreen
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario
session = Session.begin(load_scenario(find_scenario("hold-the-ground")), 1)
window.push(BattleScreen(window, Game(session, {side: "person" for side in session.state.sides}, "1")))
"""


def in_a_new_process(program: str, home: Path) -> str:
    """Run a program as the window is run, without a screen; what it prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SIGHTLINE_HOME": str(home), "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-P", "-c", program], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_from_the_start_of_the_process_to_the_menu(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Python's own start and end are counted too; play.py adds a hash of the lock file and one more start of Python."""
    benchmark.pedantic(in_a_new_process, (TO_THE_MENU, tmp_path), rounds=5)
    assert not (tmp_path / "problems").exists()


@pytest.mark.parametrize("battle", [False, True], ids=["menu", "battle"])
def test_a_window_at_rest(benchmark: BenchmarkFixture, tmp_path: Path, battle: bool) -> None:
    """`extra_info` has the share of a core that an idle window takes."""
    seconds = "6" if benchmark.enabled else "0.5"
    head, _, loop = IDLE.partition("import time")
    program = head + (IDLE_BATTLE if battle else "") + "import time" + loop.replace("SECONDS", seconds)
    share = float(benchmark.pedantic(in_a_new_process, (program, tmp_path), rounds=1))
    benchmark.extra_info["share_of_a_core"] = round(share, 4)
    print(benchmark.extra_info)
    assert 0 <= share < 1
