"""Plain widgets: text, panel, button, check box, row of choices, slider, progress bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from render.theme import (
    BACKGROUND,
    EDGE,
    HOVER,
    INFORMATION,
    PANEL,
    PRESSED,
    RAISED,
    TEXT,
    TEXT_QUIET,
    Color,
    contrast,
    mix,
)
from render.ui.core import Point, Ui, Widget
from render.ui.layout import columns

SMALLEST = 11
"""Pixels: the smallest letters that words shrink to before they are cut."""

STEPS = 20
"""How many presses of an arrow key take a slider from end to end."""


def label(
    ui: Ui, rect: pygame.Rect, words: str, size: int = 15, color: Color = TEXT, bold: bool = False, align: str = "left"
) -> None:
    """One line of text in the middle of the rectangle's height, cut with an ellipsis where it does not fit."""
    fitted = ui.theme.fit(words, rect.width, size, bold)
    if not fitted:
        return
    picture = ui.theme.text(fitted, size, color, bold)
    x = {"left": rect.x, "center": rect.centerx - picture.width // 2, "right": rect.right - picture.width}[align]
    ui.surface.blit(picture, (x, rect.centery - picture.height // 2))


def paragraph(ui: Ui, rect: pygame.Rect, words: str, size: int = 15, color: Color = TEXT) -> int:
    """Wrapped text from the top of the rectangle; the last line that fits ends in an ellipsis if more was to come.

    Returns the height used, in pixels.
    """
    lines = ui.theme.wrap(words, rect.width, size)
    step = ui.theme.line_height(size)
    room = max(0, rect.height // step)
    for i, line in enumerate(lines[:room]):
        more = i == room - 1 and len(lines) > room
        shown = ui.theme.fit(line + " …" if more else line, rect.width, size)
        ui.surface.blit(ui.theme.text(shown, size, color), (rect.x, rect.y + i * step))
    return step * min(room, len(lines))


def panel(ui: Ui, rect: pygame.Rect, title: str = "", fill: Color = PANEL) -> pygame.Rect:
    """A quiet surface for other widgets, which also keeps clicks from what lies below; returns the room inside."""
    ui.theme.box(ui.surface, rect, fill, mix(fill, EDGE, 0.5), radius=6)
    ui.add(Widget(f"panel:{title}", title, rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    inner = rect.inflate(-2 * ui.theme.px(10), -2 * ui.theme.px(8))
    if title:
        head = pygame.Rect(inner.x, inner.y, inner.width, ui.theme.line_height(14))
        label(ui, head, title, 14, TEXT_QUIET, bold=True)
        used = head.height + ui.theme.px(6)
        inner = pygame.Rect(inner.x, inner.y + used, inner.width, max(0, inner.height - used))
    return inner


def button(
    ui: Ui,
    rect: pygame.Rect,
    words: str,
    press: Callable[[], None],
    *,
    name: str = "",
    enabled: bool = True,
    key: int | None = None,
    tip: str = "",
    fill: Color | None = None,
    chosen: bool = False,
    size: int = 15,
) -> Widget:
    """A button. `key` is its shortcut and is shown on it; `fill` marks the button that matters most."""
    shown = f"{words}  [{key_name(key)}]" if key is not None else words
    widget = ui.add(
        Widget(name or words, words, rect.copy(), "button", enabled, press=lambda _: press(), shortcut=key, tip=tip)
    )
    color = _face(ui, widget, INFORMATION if chosen else fill or RAISED)
    edge = mix(color, TEXT, 0.28) if enabled else mix(PANEL, EDGE, 0.4)
    ui.theme.box(ui.surface, rect, color, edge)
    ink = max(TEXT, BACKGROUND, key=lambda c: contrast(c, color)) if enabled else mix(TEXT_QUIET, PANEL, 0.35)
    inner = rect.inflate(-2 * ui.theme.px(8), 0)
    if key is not None and ui.theme.width(shown, size) > inner.width:
        shown = words
    size = fitting(ui, shown, inner.width, size)
    if not tip and ui.theme.width(shown, size) > inner.width:
        widget.tip = words
    label(ui, inner, shown, size, ink, align="center")
    ui.ring(widget)
    return widget


def toggle(
    ui: Ui,
    rect: pygame.Rect,
    words: str,
    on: bool,
    change: Callable[[bool], None],
    *,
    name: str = "",
    enabled: bool = True,
    tip: str = "",
) -> Widget:
    """A check box with its words; the whole width can be clicked."""
    widget = ui.add(
        Widget(name or words, words, rect.copy(), "toggle", enabled, press=lambda _: change(not on), tip=tip)
    )
    side = min(ui.theme.px(20), rect.height)
    box = pygame.Rect(rect.x + 2, rect.centery - side // 2, side, side)
    ui.theme.box(ui.surface, box, _face(ui, widget, INFORMATION if on else PRESSED), EDGE, radius=4)
    if on:
        points = [(box.x + side * x, box.y + side * y) for x, y in ((0.2, 0.52), (0.42, 0.74), (0.8, 0.26))]
        pygame.draw.lines(ui.surface, BACKGROUND, False, points, max(2, side // 7))
    gap = side + ui.theme.px(10)
    room = pygame.Rect(rect.x + gap, rect.y, max(0, rect.width - gap), rect.height)
    label(ui, room, words, color=TEXT if enabled else TEXT_QUIET)
    ui.ring(widget)
    return widget


def choices(
    ui: Ui,
    rect: pygame.Rect,
    name: str,
    options: Sequence[str],
    chosen: int,
    change: Callable[[int], None],
    *,
    enabled: bool = True,
) -> list[Widget]:
    """A row of choices of which one is taken; arrow keys move the choice."""

    def go(step: int) -> None:
        if 0 <= chosen + step < len(options):
            ui.focus = f"{name}:{chosen + step}"
            change(chosen + step)

    keys = _arrows({pygame.K_LEFT: -1, pygame.K_RIGHT: 1}, go)
    made = []
    places = columns(rect, len(options), 2)
    size = min((fitting(ui, words, place.width - 2 * ui.theme.px(6), 15, True) for words, place in
                zip(options, places, strict=True)), default=15)  # fmt: skip
    for i, (words, place) in enumerate(zip(options, places, strict=True)):
        widget = Widget(f"{name}:{i}", words, place, "choice", enabled, key=keys)
        widget.press = _choose(ui, change, widget.id, i)
        widget.focusable = i == chosen or not 0 <= chosen < len(options)
        made.append(ui.add(widget))
        _draw_choice(ui, widget, i == chosen, size)
    return made


def fitting(ui: Ui, words: str, width: int, size: int, bold: bool = False) -> int:
    """The largest size up to `size` at which the words fit into a width, but none under `SMALLEST` pixels."""
    while ui.theme.px(size) > SMALLEST and ui.theme.width(words, size, bold) > width:
        size -= 1
    return size


def _draw_choice(ui: Ui, widget: Widget, chosen: bool, size: int) -> None:
    color = _face(ui, widget, INFORMATION if chosen else RAISED)
    ui.theme.box(ui.surface, widget.rect, color, mix(color, TEXT, 0.2))
    ink = BACKGROUND if chosen and widget.enabled else TEXT if widget.enabled else TEXT_QUIET
    room = widget.rect.inflate(-2 * ui.theme.px(6), 0)
    label(ui, room, widget.label, size, color=ink, bold=chosen, align="center")
    ui.ring(widget)


def slider(
    ui: Ui,
    rect: pygame.Rect,
    words: str,
    value: float,
    change: Callable[[float], None],
    *,
    low: float = 0.0,
    high: float = 1.0,
    step: float = 0.0,
    name: str = "",
    enabled: bool = True,
) -> Widget:
    """A slider over `low`..`high`, whole `step`s if given; drag, wheel or arrow keys."""
    knob = ui.theme.px(9)
    track = pygame.Rect(rect.x + knob, rect.centery - 2, max(1, rect.width - 2 * knob), 4)

    def put(to: float) -> None:
        to = low + round((to - low) / step) * step if step else to
        change(round(min(high, max(low, to)), 6))

    def nudge(count: int) -> None:
        put(value + count * (step or (high - low) / STEPS))

    def grab(at: Point) -> None:
        put(low + (high - low) * (at[0] - track.x) / track.width)

    keys = _arrows({pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1}, nudge)
    widget = ui.add(Widget(name or words, words, rect.copy(), "slider", enabled, key=keys, wheel=nudge, grab=grab))
    _draw_slider(ui, widget, track, knob, (min(high, max(low, value)) - low) / (high - low))
    return widget


def _draw_slider(ui: Ui, widget: Widget, track: pygame.Rect, knob: int, share: float) -> None:
    ui.theme.box(ui.surface, track, PRESSED, EDGE, radius=2)
    done = pygame.Rect(track.x, track.y, round(track.width * share), track.height)
    ui.surface.fill(INFORMATION if widget.enabled else EDGE, done)
    face = _face(ui, widget, TEXT if widget.enabled else EDGE)
    ui.theme.box(ui.surface, pygame.Rect(done.right - knob, track.centery - knob, 2 * knob, 2 * knob), face, EDGE, 10)
    ui.ring(widget)


def progress(ui: Ui, rect: pygame.Rect, share: float, words: str = "", fill: Color = INFORMATION) -> None:
    """A bar filled to `share` (0..1), with words on it."""
    ui.theme.box(ui.surface, rect, PRESSED, EDGE)
    width = round((rect.width - 4) * min(1.0, max(0.0, share)))
    if width > 0:
        done = pygame.Rect(rect.x + 2, rect.y + 2, width, rect.height - 4)
        ui.theme.box(ui.surface, done, mix(fill, PRESSED, 0.45), radius=4)
    label(ui, rect.inflate(-2 * ui.theme.px(8), 0), words, 14, align="center")


def key_name(key: int) -> str:
    """A key as it is printed on a button."""
    names = {
        pygame.K_SPACE: "Space",
        pygame.K_RETURN: "Enter",
        pygame.K_ESCAPE: "Esc",
        pygame.K_TAB: "Tab",
        pygame.K_BACKSPACE: "Bksp",
    }
    return names.get(key) or pygame.key.name(key).upper()


def _arrows(moves: dict[int, int], go: Callable[[int], None]) -> Callable[[pygame.event.Event], bool]:
    """Keys that go so many steps one way or the other."""

    def keys(event: pygame.event.Event) -> bool:
        step = moves.get(event.key, 0) if event.type == pygame.KEYDOWN else 0
        if step:
            go(step)
        return step != 0

    return keys


def _choose(ui: Ui, change: Callable[[int], None], name: str, i: int) -> Callable[[Point], None]:
    def press(_: Point) -> None:
        ui.focus = name
        change(i)

    return press


def _face(ui: Ui, widget: Widget, color: Color) -> Color:
    """The widget's colour as it is now: at rest, under the pointer, held down, or out of use."""
    if not widget.enabled:
        return mix(color, PANEL, 0.75)
    if ui.pressed == widget.id:
        return mix(color, BACKGROUND, 0.3)
    if ui.hot(widget):
        return HOVER if color == RAISED else mix(color, TEXT, 0.18)
    return color
