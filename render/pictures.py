"""Pictures without a window: scenarios for the menu, painted once and kept, and a battle turn by turn."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from battlefield.table import Board
from render import png
from render import settings as kept
from render.scene import Figure, Goal, Scene, build, letters
from render.theme import BACKGROUND, SIDES, TEXT, Theme

if TYPE_CHECKING:
    from engine.core.setup import Setup
    from engine.session import Session

FINER = 2
SIZE = (1600, 1000)
"""The pixels of a picture of a turn."""


@lru_cache(maxsize=64)
def thumbnail(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    """The table of a scenario in a box of `size` pixels; None when it cannot be painted. Kept between starts."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    key = hashlib.blake2b(content + repr((str(path.name), size, 1)).encode(), digest_size=12).hexdigest()
    file = kept.home() / "cache" / f"{key}.png"
    try:
        return pygame.image.load(str(file)).convert()
    except (OSError, pygame.error):
        pass
    picture = _paint(path, size)
    if picture is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            png.write(picture, file)
        except (OSError, pygame.error):
            pass  # a cache that cannot be written costs time, nothing else
    return picture


def _paint(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    from render.table.view import TableView
    from scenarios.loader import load_scene
    from scenarios.problems import ScenarioError

    try:
        setup = load_scene(path).setup
    except (ScenarioError, ValueError):
        return None
    surface = pygame.Surface((size[0] * FINER, size[1] * FINER))
    board = Board(setup.width, setup.depth, setup.terrain)
    view = TableView(board, Theme(1.0), surface.get_rect())
    view.draw(surface, setup_scene(setup))
    view.done(surface)
    return pygame.transform.smoothscale(surface, size)


def setup_scene(setup: Setup) -> Scene:
    """The table as a scenario sets it up, before any rule is asked: what has a place stands there."""
    figures = []
    called = letters((unit.id, unit.letter) for side in setup.sides for unit in setup.units if unit.side == side.id)
    for i, side in enumerate(setup.sides):
        for unit in (unit for unit in setup.units if unit.side == side.id):
            figures += [
                Figure(model.id, i, unit.id, called[unit.id], model.name, model.shape, model.at)
                for model in unit.models
                if model.at is not None
            ]
    goals = [Goal(o.id, number, o.at, None, o.name) for number, o in enumerate(setup.objectives, 1)]
    return build(figures, (), goals)


def turn_pictures(session: Session, folder: Path) -> Iterator[Path]:
    """Write the table as it stood at the end of each player turn, and at the end, to PNG files; yields their paths.

    Raises
    ------
    OSError
        when the folder cannot be written.
    """
    if not pygame.display.get_init():
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.font.init()
    folder.mkdir(parents=True, exist_ok=True)
    for number, (count, name) in enumerate(_ends_of_turns(session)):
        path = folder / f"{number:02d}-{name}.png"
        at = session.at(count)
        png.write(table_picture(at, SIZE), path)
        at.close()
        yield path


def _ends_of_turns(session: Session) -> list[tuple[int, str]]:
    """After how many entries each player turn was over, with a name for it; the last is the end of the record."""
    found: list[tuple[int, str]] = []
    name = "set-up"
    for count, line in enumerate(session.lines):
        for event in line.events:
            clock = event.detail("clock") if event.code == "clock.set" else None
            if clock is not None and (told := f"turn-{clock.round}-{clock.side}") != name and clock.turn:
                found.append((count, name))
                name = told
    return [*found, (len(session.lines), name if session.state.outcome is None else "end")]


def table_picture(session: Session, size: tuple[int, int]) -> pygame.Surface:
    """The table with a line above it that says where the battle stands."""
    from render.battle.staging import scene_of
    from render.battle.words import round_named
    from render.table.view import TableView

    surface = pygame.Surface(size)
    surface.fill(BACKGROUND)
    theme = Theme(1.0)
    state = session.state
    head = 36
    view = TableView(state.board, theme, pygame.Rect(0, head, size[0], size[1] - head))
    view.draw(surface, scene_of(state, session.book, session.events))
    view.done(surface)
    clock = state.clock
    told = round_named(session.book, clock.round) if clock.round else "Setting up"
    x = 12
    for words, ink in ((f"{session.setup.title}: {told}", TEXT), *zip(_scores(session), (s.ink for s in SIDES))):
        picture = theme.text(words, 18, ink, bold=True)
        surface.blit(picture, (x, (head - picture.height) // 2))
        x += picture.width + 28
    return surface


def _scores(session: Session) -> list[str]:
    state = session.state
    return [f"{side.name} {state.scores.get(side.id, 0)}" for side in state.setup.sides]
