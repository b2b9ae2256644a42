"""The picture of a ruling: the table with its lines, the side view, and every edition's answer in words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame
from shapely import Polygon

from battlefield.terrain import area
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from render.battle.staging import scene_of
from render.bench import ruling_words
from render.bench.backdrop import Backdrop
from render.bench.doubt import doubt_of
from render.bench.marks import blocked_line, sight_line
from render.bench.position import Position
from render.bench.section import draw_section
from render.bench.shadow import draw_shadow
from render.bench.subject import Subject, subject_of
from render.bench.tracing import stop_of
from render.cards import rule_card, title_of
from render.table.camera import Camera
from render.table.overlays import draw_rim, draw_target
from render.table.strokes import Chips
from render.table.strokes import outline as ring_line
from render.table.view import TableView
from render.theme import (
    BACKGROUND,
    EDGE,
    GOOD_INK,
    INFORMATION,
    PANEL,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    WARNING,
    WARNING_INK,
    Color,
    Theme,
)

SIZE = (1920, 1200)
MARGIN = 24
HEAD = 92
WORDS = 620
"""Pixels of the column with the words."""

SIDE_VIEW = 270
ROOM = 6.0
"""Inches shown round the models asked about and what is between them."""


def paint(position: Position, editions: Sequence[str], stem: str, backdrop: Backdrop | None = None) -> pygame.Surface:
    """The picture of a ruling that is called `stem`, with a photograph under the table if there is one."""
    if not pygame.display.get_init():
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
    pygame.font.init()
    surface, theme = pygame.Surface(SIZE), Theme(1.0)
    surface.fill(BACKGROUND)
    surface.blit(theme.text(theme.fit(position.title, SIZE[0] - 480, 30, True), 30, TEXT, bold=True), (MARGIN, 14))
    surface.blit(theme.text(ruling_words.question(position), 20, TEXT_QUIET), (MARGIN, 52))
    name = theme.text(theme.fit(stem, 420, 16), 16, TEXT_QUIET)
    surface.blit(name, (SIZE[0] - MARGIN - name.get_width(), 24))
    left = pygame.Rect(MARGIN, HEAD, SIZE[0] - WORDS - 3 * MARGIN, SIZE[1] - HEAD - MARGIN)
    column = pygame.Rect(left.right + MARGIN, HEAD, WORDS, left.height)
    _table(surface, theme, position, editions, left, backdrop)
    _words(surface, theme, position, editions, column)
    return surface


def _table(
    surface: pygame.Surface, theme: Theme, position: Position, editions: Sequence[str], rect: pygame.Rect,
    backdrop: Backdrop | None,
) -> None:  # fmt: skip
    """The table from above and, below it, the cut along the line, both by the first edition with an answer."""
    edition = next((e for e in editions if position.verdict(e) is not None), None)
    state = position.try_state(edition or "")
    if state is None:
        return
    verdict = position.verdict(edition) if edition is not None else None
    subject = position.subject(edition or "")
    above = rect.copy()
    if subject is not None:
        below = pygame.Rect(rect.x, rect.bottom - SIDE_VIEW, rect.width, SIDE_VIEW)
        above.height -= SIDE_VIEW + 12
        draw_section(surface, below, theme, subject)
    view = TableView(state.board, theme, above)
    if backdrop is not None:
        view.over_ground = partial(backdrop.draw, board=state.board)
    if verdict is not None:
        view.camera = _closer(view.camera, state, verdict)
    chips = view.draw(surface, scene_of(state, position.book(edition or "")))
    if subject is not None and verdict is not None:
        if len(verdict.pairs) < 2:
            draw_shadow(surface, view.camera, subject)
        for pair in sorted(verdict.pairs or (verdict,), key=lambda pair: pair.visible):
            _line(surface, view.camera, subject_of(state, pair, whole=subject.whole))
        _blockers(surface, view.camera, state, verdict)
        for target in dict.fromkeys(pair.target for pair in verdict.pairs or (verdict,)):
            body = body_of(state.models[target])
            draw_target(surface, view.camera, body.shape, body.pose)
        for viewer in dict.fromkeys(pair.viewer for pair in verdict.pairs or (verdict,)):
            body = body_of(state.models[viewer])
            draw_rim(surface, view.camera, body.shape, body.pose, INFORMATION, 3, 2)
        _names(surface, view.camera, chips, position, state, verdict)
    view.done(surface)
    pygame.draw.rect(surface, EDGE, above, 1)


def _closer(camera: Camera, state: State, verdict: Verdict) -> Camera:
    """The camera nearer to all that the verdict is about, where that is worth it."""
    asked = [id for pair in verdict.pairs or (verdict,) for id in (pair.viewer, pair.target)]
    boxes = [ground.bounds for id in (*asked, *verdict.blockers) if (ground := _ground(state, id)) is not None]
    low_x, low_y = (min(box[i] for box in boxes) - ROOM for i in (0, 1))
    high_x, high_y = (max(box[i] for box in boxes) + ROOM for i in (2, 3))
    low_x, low_y = max(-1.0, low_x), max(-1.0, low_y)
    high_x, high_y = min(camera.width + 1, high_x), min(camera.depth + 1, high_y)
    ppi = min(camera.rect.width / (high_x - low_x), camera.rect.height / (high_y - low_y))
    if ppi < 1.15 * camera.ppi:
        return camera
    return replace(camera, ppi=ppi, x=(low_x + high_x) / 2, y=(low_y + high_y) / 2)


def _ground(state: State, id: str) -> Polygon | None:
    """The ground that a model on the table or a piece of terrain covers."""
    if id in state.terrain:
        return area(state.terrain[id].piece)
    return body_of(state.models[id]).base if id in state.models and state.models[id].on_table else None


def _line(surface: pygame.Surface, camera: Camera, subject: Subject) -> None:
    start, end = camera.to_screen(*subject.start[:2]), camera.to_screen(*subject.end[:2])
    if subject.visible:
        sight_line(surface, start, end, subject.hidden)
        return
    stop = stop_of(subject)
    blocked_line(surface, start, camera.to_screen(*stop.at[:2]) if stop is not None else None, end)


def _blockers(surface: pygame.Surface, camera: Camera, state: State, verdict: Verdict) -> None:
    """Outlines of all that hides something."""
    for id in verdict.blockers:
        if (ground := _ground(state, id)) is not None:
            ring_line(surface, camera.points(ground.exterior.coords), WARNING, 3)


def _names(
    surface: pygame.Surface, camera: Camera, chips: Chips, position: Position, state: State, verdict: Verdict
) -> None:
    """What the words call those asked about and what hides them."""
    asked = (verdict.viewer, verdict.target)
    for id in (*asked, *verdict.blockers):
        model = next((m.id for m in state.present(id)), id) if id in state.units else id
        ground = _ground(state, model)
        if ground is not None:
            low, _, high, top = ground.bounds
            at = camera.to_screen((low + high) / 2, top)
            chips.put(surface, at, position.name(id), TEXT if id in asked else WARNING_INK)


Line = tuple[str, int, Color, bool]


def _words(
    surface: pygame.Surface, theme: Theme, position: Position, editions: Sequence[str], rect: pygame.Rect
) -> None:
    """The answers in panels one below the other; what does not fit is said to be in the text file."""
    whole = [_lines(position, edition) for edition in editions]
    ways = (whole, [_without_text(lines) for lines in whole], [_smaller(_without_text(lines)) for lines in whole])
    for lines in ways:
        panels = [_wrapped(theme, each, rect.width - 32) for each in lines]
        talls = [_tall(theme, each) + 20 for each in panels]
        fits = sum(talls) + 12 * (len(talls) - 1) <= rect.height
        if fits:
            break
    y = rect.y
    for i, each in enumerate(panels):
        room = (rect.bottom - y - 12 * (len(panels) - i - 1)) // (len(panels) - i)
        box = pygame.Rect(rect.x, y, rect.width, talls[i] if fits else min(talls[i], room))
        _panel(surface, theme, each, box)
        y = box.bottom + 12


def _panel(surface: pygame.Surface, theme: Theme, lines: Sequence[Line], box: pygame.Rect) -> None:
    theme.box(surface, box, PANEL, EDGE, radius=6)
    y, last = box.y + 10, box.bottom - 10
    for i, (words, size, ink, bold) in enumerate(lines):
        step = theme.line_height(size)
        more = i + 1 < len(lines) and y + step + theme.line_height(lines[i + 1][1]) > last
        if y + step > last:
            break
        if more:
            words, size, ink, bold = "… the rest is in the text beside this picture", RULE_TEXT, TEXT_QUIET, True
        if words:
            surface.blit(theme.text(theme.fit(words, box.width - 32, size, bold), size, ink, bold), (box.x + 16, y))
        y += step


def _tall(theme: Theme, lines: Sequence[Line]) -> int:
    return sum(theme.line_height(size) for _, size, _, _ in lines)


def _wrapped(theme: Theme, lines: Sequence[Line], width: int) -> list[Line]:
    return [
        (part, size, ink, bold) for words, size, ink, bold in lines for part in theme.wrap(words, width, size, bold)
    ]


RULE_TEXT = 13


def _without_text(lines: Sequence[Line]) -> list[Line]:
    """The lines without what the rules say, where there is no room for it."""
    return [line for line in lines if line[1] != RULE_TEXT]


def _smaller(lines: Sequence[Line]) -> list[Line]:
    return [(words, max(4, size * 5 // 6), ink, bold) for words, size, ink, bold in lines]


def _lines(position: Position, edition: str) -> list[Line]:
    """An edition's answer: the word, the sentence, the proof, the rules."""
    head: Line = (f"By the rules of {edition}", 15, TEXT_QUIET, True)
    verdict = position.verdict(edition)
    if verdict is None:
        return [head, (position.trouble(edition) or "There is no answer.", 15, WARNING_INK, False)]
    words, found = ruling_words.headline(position, edition), doubt_of(position, edition)
    ink = WARNING_INK if found is not None and not found.decided else GOOD_INK if verdict.visible else REFUSED_INK
    lines = [head, (words, 26, ink, True)]
    for i, line in enumerate(ruling_words.body(position, edition)):
        doubtful = line.startswith("The picture cannot")
        lines.append((line, 15 if i else 18, WARNING_INK if doubtful else TEXT, doubtful))
    for rule in ruling_words.rules_of(position, edition):
        lines += [("", 7, TEXT, False), (f"{title_of(rule)} [{rule}]", 14, TEXT_QUIET, True)]
        card = rule_card(rule)
        if card is not None:
            lines.append((card.rule, RULE_TEXT, TEXT_QUIET, False))
    return lines
