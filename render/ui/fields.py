"""The text field."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from render.theme import EDGE, FOCUS, INFORMATION, PRESSED, TEXT, TEXT_QUIET, mix
from render.ui.core import TEXT_BEAM, Memory, Point, Ui, Widget

LONGEST = 200


def text_field(
    ui: Ui,
    rect: pygame.Rect,
    name: str,
    value: str,
    change: Callable[[str], None],
    *,
    submit: Callable[[], None] | None = None,
    hint: str = "",
    longest: int = LONGEST,
    allowed: Callable[[str], bool] = str.isprintable,
    enabled: bool = True,
) -> Widget:
    """A line of text. `change` gets each new text, `submit` runs on Enter, `hint` shows while it is empty."""
    memory = ui.memory(name)
    memory.cursor, memory.anchor = min(memory.cursor, len(value)), min(memory.anchor, len(value))
    edit = _Edit(memory, value, change, longest, allowed)
    pad = ui.theme.px(8)

    def grab(at: Point) -> None:
        memory.cursor = _nearest(ui, value, at[0] - rect.x - pad + memory.scroll)
        if not memory.open:
            memory.anchor, memory.open = memory.cursor, True

    widget = ui.add(Widget(name, name, rect.copy(), "field", enabled, grab=grab, cursor=TEXT_BEAM))
    widget.key = _keys(edit, submit)
    memory.open = memory.open and ui.pressed == widget.id
    here = ui.focused(widget)
    ui.theme.box(ui.surface, rect, PRESSED, FOCUS if here else EDGE, radius=4)
    inner = rect.inflate(-2 * pad, -4)
    with ui.clip(inner):
        _draw(ui, inner, value, hint, memory, here)
    ui.ring(widget)
    return widget


def _keys(edit: _Edit, submit: Callable[[], None] | None) -> Callable[[pygame.event.Event], bool]:
    def keys(event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            edit.insert(event.text)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and submit is not None:
            submit()
            return True
        return edit.key(event)

    return keys


def _draw(ui: Ui, rect: pygame.Rect, value: str, hint: str, memory: Memory, here: bool) -> None:
    at = ui.theme.width(value[: memory.cursor])
    if at - memory.scroll > rect.width - 2:
        memory.scroll = at - rect.width + 2
    memory.scroll = max(0, min(memory.scroll, at))
    x = rect.x - memory.scroll
    if here and memory.anchor != memory.cursor:
        low, high = sorted((memory.anchor, memory.cursor))
        start = ui.theme.width(value[:low])
        marked = pygame.Rect(x + start, rect.y + 2, ui.theme.width(value[:high]) - start, rect.height - 4)
        ui.surface.fill(mix(INFORMATION, PRESSED, 0.5), marked.clip(rect))
    words, color = (value, TEXT) if value else (hint, TEXT_QUIET)
    if words:
        picture = ui.theme.text(words, color=color)
        ui.surface.blit(picture, (x, rect.centery - picture.height // 2))
    if here:
        ui.surface.fill(TEXT, (x + at, rect.y + 4, 2, rect.height - 8))


def _nearest(ui: Ui, value: str, x: int) -> int:
    """The place between two letters nearest to `x` pixels from the start."""
    return min(range(len(value) + 1), key=lambda i: (abs(ui.theme.width(value[:i]) - x), i))


class _Edit:
    """One change to a text with a cursor and a marked part."""

    def __init__(
        self, memory: Memory, value: str, change: Callable[[str], None], longest: int, allowed: Callable[[str], bool]
    ) -> None:
        self.memory, self.value, self.change, self.longest, self.allowed = memory, value, change, longest, allowed

    def insert(self, words: str) -> None:
        """Put words in place of what is marked, as far as they are allowed and fit."""
        low, high = sorted((self.memory.anchor, self.memory.cursor))
        room = self.longest - len(self.value) + high - low
        good = "".join(c for c in words if self.allowed(c))[: max(0, room)]
        self._set(self.value[:low] + good + self.value[high:], low + len(good))

    def key(self, event: pygame.event.Event) -> bool:
        """Use an editing key; True when it was one. Letters are claimed too, so that they are no shortcuts."""
        held = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if held:
            return self._held(event.key)
        cursor = self.memory.cursor
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._delete(-1 if event.key == pygame.K_BACKSPACE else 1)
            return True
        to = {
            pygame.K_LEFT: cursor - 1,
            pygame.K_RIGHT: cursor + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.value),
        }.get(event.key)
        if to is not None:
            self.memory.cursor = min(len(self.value), max(0, to))
            if not event.mod & pygame.KMOD_SHIFT:
                self.memory.anchor = self.memory.cursor
            return True
        return bool(32 <= event.key < 127)

    def _held(self, key: int) -> bool:
        low, high = sorted((self.memory.anchor, self.memory.cursor))
        if key == pygame.K_a:
            self.memory.anchor, self.memory.cursor = 0, len(self.value)
        elif key in (pygame.K_c, pygame.K_x):
            if high > low:
                pygame.scrap.put_text(self.value[low:high])
            if key == pygame.K_x:
                self.insert("")
        elif key == pygame.K_v:
            self.insert(pygame.scrap.get_text())
        else:
            return False
        return True

    def _delete(self, step: int) -> None:
        low, high = sorted((self.memory.anchor, self.memory.cursor))
        if low == high:
            low, high = sorted((low, min(len(self.value), max(0, low + step))))
        self._set(self.value[:low] + self.value[high:], low)

    def _set(self, value: str, cursor: int) -> None:
        self.memory.cursor = self.memory.anchor = cursor
        if value != self.value:
            self.value = value
            self.change(value)
