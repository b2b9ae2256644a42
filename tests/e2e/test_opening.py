"""Opening the program: at the menu, in a scenario, in a saved battle, and with a file that cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from engine.core.journal import JournalError
from engine.session import Session
from render import app, png
from render.battle import keeping
from render.pictures import thumbnail
from render.screens.menu import MenuScreen
from render.settings import Settings
from render.ui.window import Window
from scenarios.loader import load_scenario
from scenarios.problems import ScenarioError

ROOT = Path(__file__).resolve().parents[2]
FIRST_STEPS = ROOT / "scenarios" / "5e" / "first-steps.yaml"


def closing_at_once() -> None:
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def test_the_menu_opens_and_closes() -> None:
    closing_at_once()
    assert app.run() == 0


def test_a_scenario_opens_in_its_battle_and_is_kept_for_resuming() -> None:
    closing_at_once()
    assert app.run("first-steps", 7) == 0
    found = keeping.unfinished()
    assert found is not None and found.title == "First Steps"


def test_a_saved_battle_opens_where_it_was(tmp_path: Path) -> None:
    session = Session.begin(load_scenario(FIRST_STEPS), 1)
    path = tmp_path / "one.battle"
    session.save(path)
    closing_at_once()
    assert app.run(str(path)) == 0
    found = keeping.unfinished()
    assert found is not None and found.path != path, "the save itself is left alone"


@pytest.mark.parametrize("name", ["no-such-scenario", "broken.battle"])
def test_a_file_that_cannot_be_used_is_said_before_a_window_opens(name: str, tmp_path: Path) -> None:
    (tmp_path / "broken.battle").write_text("nothing", encoding="utf-8")
    given = str(tmp_path / name) if name.endswith(".battle") else name
    with pytest.raises((ScenarioError, JournalError, LookupError)):
        app.run(given)


def test_the_menu_needs_no_rulebook_and_is_there_at_once() -> None:
    asked = (
        "import time, sys; t = time.perf_counter()\n"
        "from render.ui.window import Window; from render.screens.menu import MenuScreen\n"
        "w = Window(); w.push(MenuScreen(w)); w._dirty = True; w.step(0)\n"
        "print([m for m in sys.modules if m.startswith(('numba', 'engine.fifth', 'engine.players.'))])"
    )
    shown = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout.strip().splitlines()[-1] == "[]"


def test_pictures_of_scenarios_are_kept_between_starts(home: Path) -> None:
    for _ in range(2):
        thumbnail.cache_clear()
        window = Window(Settings(speed="off", window=(1280, 720)))
        window.push(MenuScreen(window))
        start = time.perf_counter()
        for _ in range(12):
            window._dirty = True
            window.step(0.0)
        assert window.problem is None
        assert time.perf_counter() - start < 20
    kept = list((home / "cache").glob("*.png"))
    assert len(kept) >= 3


def test_a_journal_of_no_use_does_not_bar_the_way_to_the_one_before_it(home: Path) -> None:
    closing_at_once()
    assert app.run("first-steps", 7) == 0
    good = keeping.unfinished()
    assert good is not None
    empty = good.path.with_name("later.battle")
    empty.touch()
    os.utime(empty, (good.when + 60, good.when + 60))
    window = Window(Settings(speed="off"))
    menu = MenuScreen(window)
    window.push(menu)
    window.step(0.0)
    menu.resume()
    assert "cannot be resumed" in menu.trouble and empty.exists()
    menu.resume()
    assert len(window.screens) == 2, "the older battle is resumed"


def test_a_picture_that_cannot_be_written_is_an_error_and_leaves_no_file(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no full device")
    path = tmp_path / "picture.png"
    path.symlink_to(full)
    with pytest.raises(OSError, match="No space left"):
        png.write(pygame.Surface((8, 8)), path)
    assert not path.is_symlink() and full.exists()
