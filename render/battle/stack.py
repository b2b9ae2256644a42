"""A scrolling stack of rows with two lines each: units, targets, weapons, wounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from render.scene import Badge
from render.table.sprites import Sprites
from render.theme import (
    BACKGROUND,
    EDGE,
    FOCUS,
    GOOD_INK,
    HOVER,
    INFORMATION,
    PANEL,
    PRESSED,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    Color,
    mix,
    side_style,
)
from render.ui.core import Point, Ui, Widget
from render.ui.widgets import label, paragraph


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `side` and `letter` draw the unit's disc; `count` stands at the right end; `note` below the title.

    `offered`: True, a click answers; False, it is barred and `note` says why, in red unless the row is `calm`; None, it
    is just there. `chosen` rows are filled, `ringed` ones are what Space would take. `check` draws a box that is ticked
    or not.
    """

    id: str
    title: str
    note: str = ""
    count: str = ""
    side: int | None = None
    letter: str = ""
    badges: tuple[Badge, ...] = ()
    offered: bool | None = None
    chosen: bool = False
    ringed: bool = False
    check: bool | None = None
    calm: bool = False
    tip: str = ""
    press: Callable[[], None] | None = None


def stack(ui: Ui, sprites: Sprites, rect: pygame.Rect, name: str, rows: Sequence[Row], follow: str = "") -> str:
    """Draw the rows that fit, each as high as its note wants; the wheel scrolls, `follow` is brought into view when it
    changes.

    Returns the id of the row under the pointer, empty if none.
    """
    theme, memory = ui.theme, ui.memory(name)
    tops = [0]
    for row in rows:
        tops.append(tops[-1] + _high(ui, row, rect.width))
    most = max(0, tops[-1] - rect.height)
    at = next((i for i, row in enumerate(rows) if row.id == follow), -1)
    if at >= 0 and at != memory.row:
        memory.scroll = min(max(memory.scroll, tops[at + 1] - rect.height), tops[at])
    memory.row = at
    memory.scroll = min(max(0, memory.scroll), most)

    def wheel(notches: int) -> None:
        memory.scroll -= notches * theme.target(44)

    ui.add(Widget(name, name, rect.copy(), "panel", focusable=False, wheel=wheel, cursor=pygame.SYSTEM_CURSOR_ARROW))
    under = ""
    bar = theme.px(6) if most else 0
    with ui.clip(rect):
        for i, row in enumerate(rows):
            top, high = rect.y + tops[i] - memory.scroll, tops[i + 1] - tops[i] - theme.px(3)
            place = pygame.Rect(rect.x, top, rect.width - bar, high)
            if place.bottom > rect.y and place.y < rect.bottom and _row(ui, sprites, place, name, row):
                under = row.id
    if most:
        _bar(ui, rect, bar, memory.scroll, most, tops[-1])
    return under


NOTE_LINES = 3
"""As many lines of a note are shown; the pointer brings up the rest."""


def _high(ui: Ui, row: Row, width: int) -> int:
    """How high a row is, with the gap below it."""
    theme = ui.theme
    lines = min(NOTE_LINES, len(_note_lines(ui, row, width - theme.px(6)))) if row.note else 1
    return max(theme.target(44), theme.line_height(14) + lines * theme.line_height(12) + theme.px(10))


def _note_lines(ui: Ui, row: Row, width: int) -> Sequence[str]:
    """The note wrapped for a row so many pixels wide; one line where there is no room for words."""
    theme = ui.theme
    room = width - 2 * theme.px(6) - (theme.px(26) if row.check is not None else 0)
    room -= theme.px(38) if row.side is not None else 0
    return theme.wrap(row.note, room, 12) if room >= theme.px(40) else [row.note]


def _row(ui: Ui, sprites: Sprites, place: pygame.Rect, name: str, row: Row) -> bool:
    press = row.press
    act: Callable[[Point], None] | None = (lambda _: press()) if press is not None else None
    cursor = pygame.SYSTEM_CURSOR_HAND if press is not None else pygame.SYSTEM_CURSOR_ARROW
    if row.offered is False:
        cursor = pygame.SYSTEM_CURSOR_NO
    tip = row.tip or (f"{row.title}: {row.note}" if row.note else "")
    widget = ui.add(
        Widget(f"{name}/{row.id}", row.title, place.copy(), "row", focusable=press is not None, press=act, tip=tip,
               cursor=cursor)
    )  # fmt: skip
    hot = ui.hot(widget)
    fill = mix(INFORMATION, PRESSED, 0.6) if row.chosen else HOVER if hot and press is not None else PRESSED
    edge = FOCUS if row.ringed else mix(GOOD_INK, PANEL, 0.45) if row.offered else mix(PANEL, EDGE, 0.4)
    ui.theme.box(ui.surface, place, fill, edge, radius=4)
    _inside(ui, sprites, place, row)
    ui.ring(widget)
    return hot


def _inside(ui: Ui, sprites: Sprites, place: pygame.Rect, row: Row) -> None:
    theme = ui.theme
    faded = row.offered is False
    inner = place.inflate(-2 * theme.px(6), -theme.px(4))
    if row.check is not None:
        side = theme.px(18)
        box = pygame.Rect(inner.x, inner.centery - side // 2, side, side)
        _tick(ui, box, row.check)
        inner = pygame.Rect(box.right + theme.px(8), inner.y, inner.right - box.right - theme.px(8), inner.height)
    if row.side is not None:
        disc = min(theme.px(30), inner.height)
        _disc(ui, pygame.Rect(inner.x, inner.centery - disc // 2, disc, disc), row, faded)
        used = disc + theme.px(8)
        inner = pygame.Rect(inner.x + used, inner.y, max(0, inner.width - used), inner.height)
    if inner.width < theme.px(40):
        return
    lines = _note_lines(ui, row, place.width)[:NOTE_LINES] if row.note else []
    below = theme.line_height(12)
    title = min(inner.height - below * len(lines), theme.line_height(14) + theme.px(2))
    first = pygame.Rect(inner.x, inner.y, inner.width, title if lines else inner.height)
    right = first.right
    if row.count:
        words = theme.text(row.count, 14, TEXT_QUIET if faded else TEXT, bold=True)
        right -= words.width
        ui.surface.blit(words, (right, first.centery - words.height // 2))
        right -= theme.px(6)
    for badge in reversed(row.badges):
        picture = sprites.badge(badge)
        right -= picture.width + 2
        ui.surface.blit(picture, (right, first.centery - picture.height // 2))
    ink = mix(TEXT_QUIET, PRESSED, 0.25) if faded else TEXT
    label(ui, pygame.Rect(first.x, first.y, max(0, right - first.x), first.height), row.title, 14, ink, not faded)
    if row.note:
        spot = pygame.Rect(inner.x, first.bottom, inner.width, inner.height - first.height)
        paragraph(ui, spot, row.note, 12, REFUSED_INK if faded and not row.calm else TEXT_QUIET)


def _disc(ui: Ui, box: pygame.Rect, row: Row, faded: bool) -> None:
    assert row.side is not None
    style = side_style(row.side)
    rim: Color = mix(style.rim, PRESSED, 0.5) if faded else style.rim
    pygame.draw.aacircle(ui.surface, rim, box.center, box.width / 2)
    if style.dashed:
        for i in range(6):
            arm = pygame.math.Vector2(box.width / 2, 0).rotate(i * 60 + 15)
            end = pygame.math.Vector2(box.center) + arm
            pygame.draw.line(ui.surface, BACKGROUND, box.center, end, max(2, box.width // 10))
    pygame.draw.aacircle(ui.surface, mix(style.body, PRESSED, 0.5) if faded else style.body, box.center,
                         box.width / 2 - max(2, box.width // 9))  # fmt: skip
    label(ui, box, row.letter, 13, TEXT_QUIET if faded else TEXT, bold=True, align="center")


def _tick(ui: Ui, box: pygame.Rect, on: bool) -> None:
    ui.theme.box(ui.surface, box, INFORMATION if on else BACKGROUND, EDGE, radius=4)
    if on:
        side = box.width
        points = [(box.x + side * x, box.y + side * y) for x, y in ((0.2, 0.52), (0.42, 0.74), (0.8, 0.26))]
        pygame.draw.lines(ui.surface, BACKGROUND, False, points, max(2, side // 7))


def _bar(ui: Ui, rect: pygame.Rect, width: int, scroll: int, most: int, length: int) -> None:
    size = max(ui.theme.px(20), rect.height * rect.height // max(1, length))
    top = rect.y + (rect.height - size) * scroll // most
    ui.theme.box(ui.surface, pygame.Rect(rect.right - width + 2, top, width - 2, size), EDGE, radius=3)
