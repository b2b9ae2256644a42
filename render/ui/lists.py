"""Widgets that scroll: a list, a drop-down, and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from render.theme import EDGE, HOVER, INFORMATION, PANEL, PRESSED, RAISED, TARGET, TEXT, TEXT_QUIET, Color, mix
from render.ui.core import Memory, Point, Ui, Widget
from render.ui.widgets import fitting, label

DrawRow = Callable[[pygame.Rect, int, Color], None]


def rows(
    ui: Ui,
    rect: pygame.Rect,
    name: str,
    words: Sequence[str],
    chosen: int,
    choose: Callable[[int], None],
    *,
    height: int = 28,
    draw: DrawRow | None = None,
    tips: Sequence[str] = (),
) -> Widget:
    """A scrolling list; only rows in view are drawn. `draw(rect, row, ink)` paints a row in place of its words.

    The list is one stop for Tab; arrow keys, Page and Home/End move the choice and keep it in view.
    """
    memory = ui.memory(name)
    step = ui.theme.target(height)
    _follow(memory, chosen, step, rect.height)
    _bound(memory, step * len(words) - rect.height)

    def wheel(notches: int) -> None:
        memory.scroll -= notches * step * 2

    whole = ui.add(Widget(name, name, rect.copy(), "list", wheel=wheel, cursor=pygame.SYSTEM_CURSOR_ARROW))
    whole.key = _keys(chosen, len(words), rect.height // step, choose)
    ui.theme.box(ui.surface, rect, PRESSED, mix(PANEL, EDGE, 0.5), radius=4)
    bar = step * len(words) > rect.height
    width = rect.width - 2 - (_bar_width(ui) if bar else 0)
    with ui.clip(rect.inflate(-2, -2)):
        first = memory.scroll // step
        for i in range(first, min(len(words), (memory.scroll + rect.height) // step + 1)):
            place = pygame.Rect(rect.x + 1, rect.y + 1 + i * step - memory.scroll, width, step)
            tip = tips[i] if i < len(tips) else ""
            _row(ui, whole, place, i, words[i], tip, i == chosen, choose, draw)
    if bar:
        _scroll_bar(ui, rect, name, memory, step * len(words))
    ui.ring(whole)
    return whole


def _row(
    ui: Ui,
    whole: Widget,
    place: pygame.Rect,
    i: int,
    words: str,
    tip: str,
    chosen: bool,
    choose: Callable[[int], None],
    draw: DrawRow | None,
) -> None:
    def press(_: Point) -> None:
        ui.focus = whole.id
        choose(i)

    short = ui.theme.fit(words, place.width - 2 * ui.theme.px(8))
    widget = ui.add(
        Widget(
            f"{whole.id}:{i}",
            words,
            place.copy(),
            "row",
            focusable=False,
            press=press,
            tip=tip or (words if short != words else ""),
        )
    )
    fill = mix(INFORMATION, PRESSED, 0.55) if chosen else HOVER if ui.hot(widget) else None
    if fill:
        ui.surface.fill(fill, place)
    if draw is not None:
        draw(place, i, TEXT)
    else:
        label(ui, place.inflate(-2 * ui.theme.px(8), 0), words)


def drop_down(
    ui: Ui,
    rect: pygame.Rect,
    name: str,
    options: Sequence[str],
    chosen: int,
    choose: Callable[[int], None],
    *,
    enabled: bool = True,
) -> Widget:
    """A box that shows what is chosen and opens a list of the rest over everything else."""
    memory = ui.memory(name)

    def press(_: Point) -> None:
        memory.open = not memory.open
        memory.row = chosen

    def take(i: int) -> None:
        memory.open = False
        choose(i)

    widget = ui.add(Widget(name, name, rect.copy(), "drop-down", enabled, press=press))
    widget.key = _keys(chosen, len(options), 1, choose)
    _draw_closed(ui, widget, options[chosen] if 0 <= chosen < len(options) else "")
    if memory.open:
        ui.later(lambda: _opened(ui, rect, name, options, memory, take))
    return widget


def _draw_closed(ui: Ui, widget: Widget, words: str) -> None:
    rect, enabled = widget.rect, widget.enabled
    fill = HOVER if ui.hot(widget) and enabled else RAISED
    ui.theme.box(ui.surface, rect, fill, EDGE)
    arrow = ui.theme.px(5)
    room = pygame.Rect(rect.x + ui.theme.px(8), rect.y, rect.width - ui.theme.px(16) - 4 * arrow, rect.height)
    label(ui, room, words, fitting(ui, words, room.width, 15), TEXT if enabled else TEXT_QUIET)
    x, y = rect.right - 3 * arrow, rect.centery
    pygame.draw.polygon(
        ui.surface, TEXT_QUIET, [(x - arrow, y - arrow // 2), (x + arrow, y - arrow // 2), (x, y + arrow)]
    )
    ui.ring(widget)


def _opened(
    ui: Ui, rect: pygame.Rect, name: str, options: Sequence[str], memory: Memory, take: Callable[[int], None]
) -> None:
    """The open list of a drop-down: a click elsewhere or Esc closes it."""
    screen = ui.surface.get_rect()
    step = ui.theme.target(28)
    height = min(step * len(options) + 2, max(step, screen.height // 2))
    below = rect.bottom + height <= screen.height
    needed = max((ui.theme.width(words) for words in options), default=0) + ui.theme.px(40)
    wide = max(rect.width, min(needed, screen.width - rect.x))
    place = pygame.Rect(rect.x, rect.bottom if below else max(0, rect.y - height), wide, height)

    def close(_: Point) -> None:
        memory.open = False

    def keys(event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            memory.open = False
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            take(memory.row)
            return True
        return event.type == pygame.KEYDOWN and _walk(event.key, memory.row, len(options), height // step, light)

    def light(i: int) -> None:
        memory.row = i

    with ui.layer(modal=True):
        ui.add(
            Widget(f"{name}/away", "", screen, "away", focusable=False, press=close, cursor=pygame.SYSTEM_CURSOR_ARROW)
        )
        opened = rows(ui, place, f"{name}/list", options, memory.row, take)
        opened.key = keys
        ui.focus = opened.id
        pygame.draw.rect(ui.surface, EDGE, place, 1)


@dataclass(slots=True)
class LogLine:
    """One line of the log: what it says, in which colour, and what it was about (opened by a click)."""

    words: str
    color: Color = TEXT
    about: str = ""


@dataclass(slots=True)
class Log:
    """The log. Adding a line costs the same however long the log is; wrapping waits until a line is looked at."""

    lines: list[LogLine] = field(default_factory=list)

    def add(self, words: str, color: Color = TEXT, about: str = "") -> None:
        """Add a line at the end."""
        self.lines.append(LogLine(words, color, about))

    def cut(self, count: int) -> None:
        """Keep only the first `count` lines, as when a move is taken back."""
        del self.lines[count:]


def log(ui: Ui, rect: pygame.Rect, name: str, book: Log, click: Callable[[LogLine], None], size: int = 14) -> Widget:
    """The log from its newest line upwards. `memory.scroll` counts lines back from the end; new lines keep the place
    of a reader who has scrolled up. Only the lines in view are wrapped and drawn."""
    memory = ui.memory(name)
    if memory.scroll and len(book.lines) > memory.seen:
        memory.scroll += len(book.lines) - memory.seen
    memory.seen = len(book.lines)
    memory.scroll = min(max(0, memory.scroll), max(0, len(book.lines) - 1))

    def wheel(notches: int) -> None:
        memory.scroll += notches * 3

    def keys(event: pygame.event.Event) -> bool:
        moves = {
            pygame.K_UP: 1,
            pygame.K_DOWN: -1,
            pygame.K_PAGEUP: 10,
            pygame.K_PAGEDOWN: -10,
            pygame.K_HOME: len(book.lines),
            pygame.K_END: -len(book.lines),
        }
        if event.type != pygame.KEYDOWN or event.key not in moves:
            return False
        memory.scroll += moves[event.key]
        return True

    widget = ui.add(Widget(name, name, rect.copy(), "log", key=keys, wheel=wheel, cursor=pygame.SYSTEM_CURSOR_ARROW))
    ui.theme.box(ui.surface, rect, PRESSED, mix(PANEL, EDGE, 0.5), radius=4)
    inner = rect.inflate(-2 * ui.theme.px(6), -2 * ui.theme.px(4))
    with ui.clip(inner):
        _log_lines(ui, inner, name, book, memory, click, size)
    if memory.scroll:
        _newer(ui, rect, name, memory)
    ui.ring(widget)
    return widget


def _log_lines(
    ui: Ui, rect: pygame.Rect, name: str, book: Log, memory: Memory, click: Callable[[LogLine], None], size: int
) -> None:
    step, y, i = ui.theme.line_height(size), rect.bottom, len(book.lines) - 1 - memory.scroll
    indent = ui.theme.px(12)
    placed: list[tuple[int, tuple[str, ...], pygame.Rect]] = []
    while i >= 0 and y > rect.y:
        wrapped = ui.theme.wrap(book.lines[i].words, rect.width - indent, size)
        height = max(TARGET if book.lines[i].about else 0, step * len(wrapped) + 2)
        y -= height
        placed.append((i, wrapped, pygame.Rect(rect.x, y, rect.width, height)))
        i -= 1
    slack = max(0, y - rect.y) if i < 0 else 0
    for number, wrapped, place in placed:
        _log_line(ui, f"{name}:{number}", book.lines[number], wrapped, place.move(0, -slack), click, size)


def _log_line(
    ui: Ui,
    name: str,
    line: LogLine,
    wrapped: Sequence[str],
    place: pygame.Rect,
    click: Callable[[LogLine], None],
    size: int,
) -> None:
    if line.about:
        widget = ui.add(
            Widget(name, line.words, place.copy(), "log line", focusable=False, press=lambda _: click(line))
        )
        if ui.hot(widget):
            ui.surface.fill(RAISED, place)
    step = ui.theme.line_height(size)
    top = place.centery - step * len(wrapped) // 2
    for row, words in enumerate(wrapped):
        x = place.x + (ui.theme.px(12) if row else 0)
        ui.surface.blit(ui.theme.text(words, size, line.color), (x, top + row * step))


def _newer(ui: Ui, rect: pygame.Rect, name: str, memory: Memory) -> None:
    """The mark that newer lines are below; a click goes there."""
    side = ui.theme.target(24)
    place = pygame.Rect(rect.right - side - 4, rect.bottom - side - 4, side, side)

    def press(_: Point) -> None:
        memory.scroll = 0

    widget = ui.add(
        Widget(f"{name}/newest", "Newest", place, "button", focusable=False, press=press, tip="To the newest line")
    )
    ui.theme.box(ui.surface, place, HOVER if ui.hot(widget) else RAISED, EDGE)
    x, y, a = place.centerx, place.centery, ui.theme.px(5)
    pygame.draw.polygon(ui.surface, TEXT, [(x - a, y - a // 2), (x + a, y - a // 2), (x, y + a)])


def _walk(key: int, at: int, count: int, page: int, choose: Callable[[int], None]) -> bool:
    """Move a choice by key; True when the key was one of those that do."""
    moves = {
        pygame.K_UP: -1,
        pygame.K_DOWN: 1,
        pygame.K_PAGEUP: -page,
        pygame.K_PAGEDOWN: page,
        pygame.K_HOME: -count,
        pygame.K_END: count,
    }
    if key not in moves or count == 0:
        return False
    to = min(count - 1, max(0, at + moves[key]))
    if to != at:
        choose(to)
    return True


def _keys(at: int, count: int, page: int, choose: Callable[[int], None]) -> Callable[[pygame.event.Event], bool]:
    return lambda event: event.type == pygame.KEYDOWN and _walk(event.key, at, count, page, choose)


def _follow(memory: Memory, chosen: int, step: int, height: int) -> None:
    """Bring a newly chosen row into view."""
    if chosen == memory.row or chosen < 0:
        return
    memory.row = chosen
    memory.scroll = min(max(memory.scroll, (chosen + 1) * step - height + 2), chosen * step)


def _bound(memory: Memory, most: int) -> None:
    memory.scroll = min(max(0, memory.scroll), max(0, most + 2))


def _bar_width(ui: Ui) -> int:
    return ui.theme.px(12)


def _scroll_bar(ui: Ui, rect: pygame.Rect, name: str, memory: Memory, length: int) -> None:
    width = _bar_width(ui)
    track = pygame.Rect(rect.right - width - 1, rect.y + 1, width, rect.height - 2)
    size = max(ui.theme.px(24), track.height * track.height // max(1, length))
    span = max(1, track.height - size)
    top = track.y + span * memory.scroll // max(1, length - rect.height + 2)

    def grab(at: Point) -> None:
        memory.scroll = (at[1] - track.y - size // 2) * (length - rect.height + 2) // span

    widget = ui.add(
        Widget(
            f"{name}/bar", "", track.copy(), "scroll bar", focusable=False, grab=grab, cursor=pygame.SYSTEM_CURSOR_ARROW
        )
    )
    thumb = pygame.Rect(track.x + 2, min(top, track.bottom - size), width - 4, size)
    ui.theme.box(ui.surface, thumb, HOVER if ui.hot(widget) or ui.pressed == widget.id else EDGE, radius=4)
