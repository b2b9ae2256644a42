"""The program with a window: opens it, at the menu or in a battle, and runs it until it is closed."""

from __future__ import annotations

import os
import secrets
import traceback
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from render.battle.warming import SIGHT
from render.screens.menu import MenuScreen
from render.ui.window import Window

if TYPE_CHECKING:
    from render.battle.game import Game
    from render.bench.position import Position


def run(scenario: str | None = None, seed: int | None = None) -> int:
    """Open the window; with a scenario or a battle file in that battle, with a scene or a photograph on the bench.

    Returns the exit status.

    Raises
    ------
    ScenarioError, JournalError, LookupError
        when the file cannot be used; the window is not opened then.
    """
    photograph = _photograph(scenario) if scenario is not None else None
    position = _position(scenario) if scenario is not None and photograph is None else None
    game = _battle(scenario, seed) if scenario is not None and photograph is None and position is None else None
    window = Window()
    window.bundle = partial(_keep_bundle, window)
    window.opener = partial(_open_file, window)
    window.push(MenuScreen(window))
    if position is not None:
        from render.bench.files import open_bench

        open_bench(window, position)
    if photograph is not None:
        _open_file(window, photograph)
    if game is not None:
        from render.battle.screen import BattleScreen

        window.push(BattleScreen(window, game))
    window.step()  # the menu first: only then is anything else begun
    if window.screens:
        SIGHT.start()
    window.run()
    SIGHT.stop()
    return 0


def _open_file(window: Window, path: Path) -> str:
    """Open a dropped file; returns what is wrong with it."""
    from render.bench.files import open_file

    return open_file(window, path)


def _photograph(name: str) -> Path | None:
    """The file of a photograph; None for one of another kind. Raises LookupError for one that shows nothing."""
    from render.bench.photo import PhotoError, is_photograph, read

    path = Path(name)
    if not is_photograph(path):
        return None
    try:
        read(path)
    except PhotoError as error:
        raise LookupError(str(error)) from None
    return path


def _position(name: str) -> Position | None:
    """The position of a scene file; None for a scenario or a battle file."""
    from render.bench.position import Position
    from scenarios.catalogue import find_scenario, is_scenario

    path = Path(name)
    if path.suffix == ".battle" or is_scenario(path := find_scenario(name)):
        return None
    return Position.open(path)


def _battle(name: str, seed: int | None) -> Game:
    from engine.session import Session
    from render.battle.game import Game, usual_seats
    from render.screens.saves import continue_journal, open_battle
    from render.screens.set_up import keep
    from scenarios.catalogue import find_scenario
    from scenarios.loader import load_scenario

    path = Path(name)
    if path.suffix == ".battle":
        game = open_battle(path)
        continue_journal(game, path)
        return game
    setup = load_scenario(find_scenario(name), tried=True)
    chosen = secrets.randbelow(1_000_000_000) if seed is None else seed
    session = Session.begin(setup, chosen)
    game = Game(session, usual_seats(session), str(chosen))
    keep(game)
    return game


def _keep_bundle(window: Window, error: BaseException) -> str:
    """Keep what shows a problem of the window itself; says where, in a sentence."""
    from render.battle import keeping

    game = getattr(window.screens[-1], "game", None) if window.screens else None
    told = "".join(traceback.format_exception(error))
    position = getattr(window.screens[-1], "position", None) if window.screens else None
    bundle = game.session.problem_bundle(told) if game is not None else {"remark": told}
    if position is not None:
        bundle["scene"] = position.text()
    log = game.log_text() if game is not None else ""
    session = game.session if game is not None else None
    return f"What shows it is in {keeping.write_bundle(bundle, log, window.surface, 'window', session)}."
