"""Pictures of scenarios for the menu, painted once and kept."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import pygame

from render import settings as kept
from render.theme import Theme


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
            pygame.image.save(picture, str(file))
        except (OSError, pygame.error):
            pass  # a cache that cannot be written costs time, nothing else
    return picture


def _paint(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    from engine.session import Session
    from render.battle.staging import scene_of
    from render.table.view import TableView
    from scenarios.loader import load_scenario
    from scenarios.problems import ScenarioError

    try:
        session = Session.begin(load_scenario(path), 0)
    except (ScenarioError, ValueError):
        return None
    finer = 2
    surface = pygame.Surface((size[0] * finer, size[1] * finer))
    view = TableView(session.state.board, Theme(1.0), surface.get_rect())
    view.draw(surface, scene_of(session.state, session.book, session.events))
    view.done(surface)
    session.close()
    return pygame.transform.smoothscale(surface, size)
