"""A picture of a position with its lines of sight, made without a window."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pygame

from battlefield.units import INCH
from engine.core.book import Book
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Verdict
from render import png
from render.battle.staging import scene_of
from render.pictures import SIZE
from render.table.overlays import Sightline, draw_sight, draw_target
from render.table.view import TableView
from render.theme import BACKGROUND, Theme
from render.tools.looking import blocked_at

MOST_WORDS = 12
"""Lines of sight that are told their hidden share; more of them would cover the table with words."""


def save_picture(state: State, book: Book, verdicts: Sequence[Verdict], file: Path) -> None:
    """Draw a position and the lines of sight of some verdicts into a PNG file. Raises OSError when it cannot."""
    if not pygame.display.get_init():
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.font.init()
    surface = pygame.Surface(SIZE)
    surface.fill(BACKGROUND)
    view = TableView(state.board, Theme(1.0), surface.get_rect())
    chips = view.draw(surface, scene_of(state, book))
    pairs = [pair for verdict in verdicts for pair in (verdict.pairs or (verdict,))]
    for pair in sorted(pairs, key=lambda pair: pair.visible):
        sight = _sightline(state, pair)
        words = None if pair.hidden and len(pairs) <= MOST_WORDS else ""
        draw_sight(surface, view.camera, chips, sight, "hidden" if words is None and not pair.visible else words)
    for target in dict.fromkeys(pair.target for pair in pairs) if len(pairs) <= MOST_WORDS else ():
        body = body_of(state.models[target])
        draw_target(surface, view.camera, body.shape, body.pose)
    view.done(surface)
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        png.write(surface, file)
    except pygame.error as error:
        raise OSError(f"{file}: {error}") from None


def _sightline(state: State, pair: Verdict) -> Sightline:
    """The line of a verdict on two models: its witness, or to the middle of what cannot be seen."""
    viewer, target = body_of(state.models[pair.viewer]), body_of(state.models[pair.target])
    start = viewer.eye_point[0], viewer.eye_point[1]
    if pair.line is not None:
        return Sightline(start, (pair.line[1][0] / INCH, pair.line[1][1] / INCH), pair.hidden / MILLION)
    return Sightline(start, target.pose.xy, 1.0, blocked_at(state, viewer, target, pair.blockers))
