"""The register of widgets: who is under the pointer, who has the focus, and who gets the keys.

Each frame a screen calls `begin`, then widget functions that draw themselves and register what they can do, then `end`.
Events between two frames go to what the last frame registered. Only `event.pos` and `event.mod` are read, never the
present state of mouse or keyboard, so that posted events do exactly what a hand would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

from render.settings import Settings
from render.theme import FOCUS, Theme

Point = tuple[int, int]
Press = Callable[[Point], None]
Key = Callable[[pygame.event.Event], bool]
Wheel = Callable[[int], None]

ARROW, HAND, TEXT_BEAM = pygame.SYSTEM_CURSOR_ARROW, pygame.SYSTEM_CURSOR_HAND, pygame.SYSTEM_CURSOR_IBEAM


@dataclass(slots=True)
class Widget:
    """One thing on screen: what it is called, where it is, and what it does.

    `press` runs when the pointer is let go on the widget or it is activated by key; `grab` at once when pressed and
    while dragged; `key` sees keys while it has the focus and says whether it used them; `wheel` gets notches, up
    positive.
    """

    id: str
    label: str
    rect: pygame.Rect
    role: str
    enabled: bool = True
    focusable: bool = True
    press: Press | None = None
    grab: Press | None = None
    key: Key | None = None
    wheel: Wheel | None = None
    shortcut: int | None = None
    tip: str = ""
    cursor: int = HAND
    layer: int = 0


@dataclass(slots=True)
class Memory:
    """What a widget remembers between frames: how far it is scrolled, where its cursor is, whether it is open."""

    scroll: int = 0
    cursor: int = 0
    anchor: int = 0
    row: int = -1
    open: bool = False
    seen: int = 0
    stuck: bool = True


class Ui:
    """The widgets of one window. `theme` and `settings` may be exchanged between frames."""

    def __init__(self, theme: Theme | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.theme = theme or Theme(self.settings.scale)
        self.surface = pygame.Surface((1, 1))
        self.widgets: list[Widget] = []
        self.focus: str | None = None
        self.focus_seen = False
        self.pointer: Point = (-1, -1)
        self.pressed: str | None = None
        self.dirty = True
        self.tab_walks = True
        self._memory: dict[str, Memory] = {}
        self._names: set[str] = set()
        self._new: list[Widget] = []
        self._later: list[Callable[[], None]] = []
        self._keys: list[tuple[int, int, Callable[[], None]]] = []
        self._new_keys: list[tuple[int, int, Callable[[], None]]] = []
        self._layer = 0
        self._modal = self._new_modal = self._depth = 0
        self._focus_below: list[str | None] = []
        self._clips: list[pygame.Rect] = []

    # -- a frame -----------------------------------------------------------------------------------------------------

    def begin(self, surface: pygame.Surface) -> None:
        """Start a frame on a surface."""
        self.surface = surface
        self._new, self._later, self._new_keys, self._names = [], [], [], set()
        self._layer = self._new_modal = self._depth = 0
        self._clips = []
        self.dirty = False

    def end(self) -> None:
        """Finish the frame: draw what lies on top, then take the new register into use."""
        while self._later:
            self._later.pop(0)()
        self.widgets, self._keys = self._new, self._new_keys
        while len(self._focus_below) > self._depth:
            self.focus = self._focus_below.pop()
        self._modal = self._new_modal
        if self.focus is not None and self._by_id(self.focus) is None:
            self.focus = None

    def later(self, draw: Callable[[], None]) -> None:
        """Draw something after everything else of this frame, above it."""
        self._later.append(draw)

    def add(self, widget: Widget) -> Widget:
        """Register a widget; the part of it outside the present clip cannot be clicked."""
        base, count = widget.id, 2
        while widget.id in self._names:
            widget.id = f"{base}#{count}"
            count += 1
        self._names.add(widget.id)
        if self._clips:
            widget.rect = widget.rect.clip(self._clips[-1])
        widget.layer = self._layer
        self._new.append(widget)
        return widget

    def on_key(self, key: int, act: Callable[[], None]) -> None:
        """Let a key without a button act while nothing lies over the present layer."""
        self._new_keys.append((self._layer, key, act))

    def memory(self, name: str) -> Memory:
        """What the widget of this name remembers."""
        return self._memory.setdefault(name, Memory())

    @contextmanager
    def clip(self, rect: pygame.Rect) -> Iterator[None]:
        """Draw and register only inside `rect`."""
        before = self.surface.get_clip()
        inner = rect.clip(self._clips[-1]) if self._clips else rect.copy()
        self._clips.append(inner)
        self.surface.set_clip(inner.clip(before))
        try:
            yield
        finally:
            self._clips.pop()
            self.surface.set_clip(before)

    @contextmanager
    def layer(self, modal: bool = False) -> Iterator[None]:
        """Register above what came before; with `modal`, only what is in here and above can be reached."""
        before, self._layer = self._layer, self._layer + 1
        clips, self._clips = self._clips, []
        drawn = self.surface.get_clip()
        self.surface.set_clip(None)
        if modal:
            self._new_modal, self._depth = max(self._new_modal, self._layer), self._depth + 1
            if self._depth > len(self._focus_below):
                self._focus_below.append(self.focus)
                self.focus = None
        try:
            yield
        finally:
            self._layer, self._clips = before, clips
            self.surface.set_clip(drawn)

    # -- what is where -----------------------------------------------------------------------------------------------

    def at(self, point: Point) -> Widget | None:
        """The topmost reachable widget under a point."""
        found = [w for w in self._reachable(enabled=False) if w.rect.collidepoint(point)]
        return max(reversed(found), key=lambda w: w.layer, default=None)

    def hot(self, widget: Widget) -> bool:
        """Whether the pointer is on the widget and nothing above it is in the way."""
        if not widget.rect.collidepoint(self.pointer) or widget.layer < self._modal:
            return False
        above = [w for w in self.widgets if w.layer > widget.layer and w.rect.collidepoint(self.pointer)]
        return not above

    def focused(self, widget: Widget) -> bool:
        """Whether keys go to this widget."""
        return self.focus == widget.id

    def ring(self, widget: Widget) -> None:
        """Draw the focus ring round the widget if it has the focus by key."""
        if self.focused(widget) and self.focus_seen:
            rect = widget.rect.inflate(4, 4).clip(self.surface.get_rect())
            pygame.draw.rect(self.surface, FOCUS, rect, 2, border_radius=self.theme.px(6))

    @property
    def cursor(self) -> int:
        """The pointer's shape: what a click here would do."""
        widget = self.at(self.pointer)
        return widget.cursor if widget is not None and widget.enabled else ARROW

    @property
    def tip(self) -> tuple[str, pygame.Rect] | None:
        """The words that explain what is under the pointer, or what has the focus by key, with its place."""
        widget = self.at(self.pointer) or (self._by_id(self.focus) if self.focus_seen else None)
        return (widget.tip, widget.rect) if widget is not None and widget.tip else None

    # -- events ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the widgets; True when one of them used it."""
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event.pos, any(event.buttons))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._down(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._up(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT:
            widget = self._by_id(self.focus)
            return self._used(widget is not None and widget.key is not None and widget.key(event))
        return False

    def press(self, widget: Widget) -> None:
        """Activate a widget as a click in its middle would."""
        if widget.enabled and widget.press is not None:
            self.dirty = True
            widget.press(widget.rect.center)

    def walk(self, step: int) -> None:
        """Move the focus to the next (1) or previous (-1) widget that can have it."""
        order = [w.id for w in self._reachable() if w.focusable]
        if not order:
            return
        here = order.index(self.focus) if self.focus in order else (-1 if step > 0 else 0)
        self.focus = order[(here + step) % len(order)]
        self.focus_seen = self.dirty = True

    def _moved(self, pos: Point, held: bool) -> bool:
        before, self.pointer = self.at(self.pointer), pos
        widget = self._by_id(self.pressed)
        if widget is not None and widget.grab is not None:
            widget.grab(pos)
            return self._used(True)
        self.dirty = self.dirty or self.at(pos) is not before or before is not None
        dragged_from_below = held and self.pressed is None
        return self.at(pos) is not None and not dragged_from_below

    def _down(self, pos: Point) -> bool:
        self.pointer = pos
        widget = self.at(pos)
        self.focus_seen = widget is not None and widget.role == "field"
        self.pressed = widget.id if widget is not None and widget.enabled else None
        if widget is None:
            self.focus = None
            return self._used(self._modal > 0)
        if widget.enabled and widget.focusable:
            self.focus = widget.id
        if widget.enabled and widget.grab is not None:
            widget.grab(pos)
        return self._used(True)

    def _up(self, pos: Point) -> bool:
        self.pointer = pos
        widget, self.pressed = self._by_id(self.pressed), None
        if widget is None:
            return self._used(self._modal > 0)
        under = self.at(pos)
        if under is not None and under.id == widget.id and widget.enabled and widget.press is not None:
            widget.press(pos)
        return self._used(True)

    def _wheel(self, event: pygame.event.Event) -> bool:
        under = [w for w in self._reachable() if w.wheel is not None and w.rect.collidepoint(self.pointer)]
        if not under:
            return self._modal > 0 or self.at(self.pointer) is not None
        widget = max(reversed(under), key=lambda w: w.layer)
        if widget.wheel is not None:
            widget.wheel(event.y)
        return self._used(True)

    def _key(self, event: pygame.event.Event) -> bool:
        widget = self._by_id(self.focus)
        if widget is not None and widget.key is not None and widget.key(event):
            return self._used(True)
        if event.key == pygame.K_F6 or (event.key == pygame.K_TAB and (self.tab_walks or self._modal)):
            self.walk(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if widget is not None and widget.press is not None and (enter or self._space(event)):
            self.press(widget)
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        return self._shortcut(event.key)

    def _shortcut(self, key: int) -> bool:
        for other in self._reachable():
            if other.shortcut == key:
                self.press(other)
                return True
        for layer, wanted, act in reversed(self._keys):
            if wanted == key and layer >= self._modal:
                act()
                return self._used(True)
        return False

    def _space(self, event: pygame.event.Event) -> bool:
        """Space presses what was reached by key; after a click it is left to the screen, which confirms with it."""
        return event.key == pygame.K_SPACE and self.focus_seen

    def _used(self, used: bool) -> bool:
        self.dirty = self.dirty or used
        return used

    def _reachable(self, enabled: bool = True) -> list[Widget]:
        return [
            w
            for w in self.widgets
            if w.layer >= self._modal and w.rect.w > 0 and w.rect.h > 0 and (w.enabled or not enabled)
        ]

    def _by_id(self, name: str | None) -> Widget | None:
        return next((w for w in self._reachable() if w.id == name), None) if name is not None else None
