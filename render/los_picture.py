"""A picture of positions with their lines of sight and their verdicts in words, made without a window."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pygame

from engine.core.records import body_of
from engine.mechanics.verdicts import Verdict
from render import png
from render.battle.staging import scene_of
from render.bench.lines import Reading, Stroke, draw_blockers, draw_lines, stroke_of
from render.bench.marks import blocked_line, sight_line
from render.bench.shadow import draw_shadow
from render.bench.subject import Subject, subject_of
from render.los_lines import Position
from render.table.overlays import draw_rim, draw_target
from render.table.strokes import Chips
from render.table.view import TableView
from render.theme import BACKGROUND, EDGE, FOCUS, GOOD_INK, PANEL, REFUSED_INK, TEXT, TEXT_QUIET, Theme
from render.verdict_words import decide, sentences

SINGLE, SEVERAL = (1600, 1200), (1040, 960)
"""The pixels of one position alone, and of each of several side by side."""

ACROSS = 3
"""So many positions stand side by side before the next row begins."""

WORDS = 0.2
"""The share of the height that the words have."""

MOST_LINES, MOST_TOLD = 80, 12
"""So many lines of sight are drawn, and so many told what they pass; more of them would cover the table."""

Shown = Sequence[tuple[Position, Sequence[Verdict]]]


def save_picture(shown: Shown, file: Path, *, with_margin: bool = False) -> None:
    """Draw positions and the lines of sight of verdicts on them into a PNG file. Raises OSError when it cannot."""
    if not pygame.display.get_init():
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
    pygame.font.init()
    width, height = SINGLE if len(shown) == 1 else SEVERAL
    rows = -(-len(shown) // ACROSS)
    surface = pygame.Surface((width * min(ACROSS, len(shown)), height * rows))
    surface.fill(BACKGROUND)
    theme = Theme(1.0)
    for number, (position, verdicts) in enumerate(shown):
        panel = pygame.Rect(width * (number % ACROSS), height * (number // ACROSS), width, height)
        _paint(surface, theme, panel, position, verdicts, with_margin)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        png.write(surface, file)
    except (pygame.error, OSError) as error:
        raise OSError(f"{file}: {getattr(error, 'strerror', None) or error}") from None


def _paint(
    surface: pygame.Surface,
    theme: Theme,
    panel: pygame.Rect,
    position: Position,
    verdicts: Sequence[Verdict],
    with_margin: bool,
) -> None:
    """One position: the table, and under it the answer in words."""
    words = pygame.Rect(
        panel.left, panel.bottom - round(panel.height * WORDS), panel.width, round(panel.height * WORDS)
    )
    table = pygame.Rect(panel.left, panel.top, panel.width, panel.height - words.height)
    view = TableView(position.state.board, theme, table)
    chips = view.draw(surface, scene_of(position.state, position.book))
    pairs = [pair for verdict in verdicts for pair in (verdict.pairs or (verdict,))]
    _lines(surface, view, chips, position, pairs)
    view.done(surface)
    theme.box(surface, words.inflate(-8, -8), PANEL, EDGE, radius=6)
    _words(surface, theme, words.inflate(-36, -24), position, verdicts, with_margin)


def _lines(
    surface: pygame.Surface, view: TableView, chips: Chips, position: Position, pairs: Sequence[Verdict]
) -> None:
    """The lines of sight, the blocked ones first; blockers outlined; the shadow behind them for one pair alone."""
    state, camera = position.state, view.camera
    shown = sorted(pairs, key=lambda pair: pair.visible)[:MOST_LINES]
    subjects = [subject_of(state, pair, whole=not position.book.eyes) for pair in shown]
    if len(subjects) == 1:
        draw_shadow(surface, camera, subjects[0])
    for subject in {subject.blockers: subject for subject in subjects}.values():
        draw_blockers(surface, camera, subject)
    for subject in subjects:
        if len(subjects) <= MOST_TOLD:
            draw_lines(surface, camera, chips, [Reading(position.edition, subject)])
        else:
            _line(surface, stroke_of(camera, subject), subject)
    for viewer in dict.fromkeys(pair.viewer for pair in pairs):
        body = body_of(state.models[viewer])
        draw_rim(surface, camera, body.shape, body.pose, FOCUS, 3, 2)
    for target in dict.fromkeys(pair.target for pair in pairs):
        body = body_of(state.models[target])
        draw_target(surface, camera, body.shape, body.pose)


def _line(surface: pygame.Surface, stroke: Stroke, subject: Subject) -> None:
    """One of many lines, without words."""
    if subject.visible:
        sight_line(surface, stroke.start, stroke.end, subject.hidden)
    else:
        blocked_line(surface, stroke.start, stroke.stop, stroke.end)


def _words(
    surface: pygame.Surface,
    theme: Theme,
    room: pygame.Rect,
    position: Position,
    verdicts: Sequence[Verdict],
    with_margin: bool,
) -> None:
    """The verdicts in words, as many lines as there is room for."""
    y = room.top
    lines = [(f"{position.path.name}, by the rules of {position.edition}", TEXT_QUIET, True)]
    for verdict in verdicts:
        answer = "Visible" if verdict.visible else "Hidden"
        decided = decide(position.state, position.book, verdict) if with_margin else None
        said = sentences(position.state, position.book, verdict, decided)
        lines.append((f"{answer}. {said[0].text}", GOOD_INK if verdict.visible else REFUSED_INK, True))
        lines += [(one.text, TEXT, False) for one in said[1:]] if len(verdicts) == 1 else []
        lines += [(f"[{', '.join(verdict.rules)}]", TEXT_QUIET, False)] if len(verdicts) == 1 else []
    for text, ink, bold in lines:
        for line in theme.wrap(text, room.width, 16, bold):
            if y + theme.line_height(16) > room.bottom:
                return
            surface.blit(theme.text(line, 16, ink, bold=bold), (room.left, y))
            y += theme.line_height(16)
