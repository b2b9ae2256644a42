"""The window: a stack of screens, redrawn when something has happened and not otherwise."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pygame

from render import png
from render import settings as kept
from render.settings import Settings
from render.theme import BACKGROUND, INFORMATION, RAISED, TEXT, WARNING, Theme
from render.ui.core import Ui
from render.ui.dialog import Choice, dialog, tool_tip

FRAME = 1 / 60
SAID, READ, SAID_LINES = 3.0, 20, 4
"""How long a few words stay, in seconds, so many letters of more words in each, and in how many lines they stand."""

IDLE = 0.5
"""The longest the window sleeps, in seconds, when nothing moves."""

Bundle = Callable[[BaseException], str]
"""Keeps what is needed to look into a problem and says, in one sentence, where it is."""


class Screen:
    """What fills the window. It draws what is the case and returns at once; it never waits for anything.

    `animating`: wants a frame 60 times a second. `poll`: how often, in seconds, to be asked by `tick` whether something
    arrived from outside (a thinking computer player), None for never. `tab_walks`: Tab moves the focus from widget to
    widget; else the screen gets it, and F6 walks.
    """

    poll: float | None = None
    tab_walks = True

    @property
    def animating(self) -> bool:
        """Whether something moves by itself right now."""
        return False

    @property
    def cursor(self) -> int | None:
        """The pointer's shape over this screen's own drawing; None leaves it to the widgets."""
        return None

    def tick(self) -> bool:
        """Take in what arrived from outside; True asks for a new frame."""
        return False

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event that no widget used."""

    def closing(self) -> None:
        """The window is being closed with this screen in it."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen, its widgets included."""
        raise NotImplementedError


class Window:
    """The window and its screens; the last of `screens` is the one on show. It closes when none is left."""

    def __init__(self, settings: Settings | None = None, bundle: Bundle | None = None) -> None:
        self.settings = settings or kept.load()
        self.surface = _open(self.settings.window)
        self.ui = Ui(Theme(self.settings.scale), self.settings)
        self.screens: list[Screen] = []
        self.bundle = bundle
        self.opener: Callable[[Path], str] | None = None
        self.problem: tuple[str, str] | None = None
        self.note: Callable[[str], None] = lambda words: print(words, file=sys.stderr)
        self._said: tuple[str, float] | None = None
        self._dirty = True
        self._shape: int | None = None

    # -- screens -----------------------------------------------------------------------------------------------------

    def push(self, screen: Screen) -> None:
        """Show a screen on top of the present one."""
        self.screens.append(screen)
        self._dirty = True

    def pop(self) -> None:
        """Go back to the screen below."""
        if self.screens:
            self.screens.pop()
        self._dirty = True

    def swap(self, screen: Screen) -> None:
        """Show a screen in place of the present one."""
        self.pop()
        self.push(screen)

    def change(self, settings: Settings) -> None:
        """Take new settings into use and keep them."""
        if settings.scale != self.settings.scale:
            self.ui.theme = Theme(settings.scale)
        self.settings = self.ui.settings = settings
        kept.save(settings)
        self._dirty = True

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until the last screen is gone or the window is closed."""
        while self.screens:
            self.step(self._patience())
        kept.save(self.settings)

    def step(self, wait: float = 0.0) -> bool:
        """Wait up to `wait` seconds for events, deal with them, draw if need be; True when a frame was drawn."""
        started = time.monotonic()
        events = _drain(wait)
        for event in events:
            self._deal(event)
        if self.screens and self.problem is None:
            self._dirty = self._guarded(self.screens[-1].tick) is True or self._dirty
        if self._said is not None and time.monotonic() >= self._said[1]:
            self._said, self._dirty = None, True
        if not self.screens or not (self._dirty or self.ui.dirty or self._moving()):
            return False
        if not events:
            time.sleep(max(0.0, min(FRAME, wait) - (time.monotonic() - started)))
        self._frame()
        return True

    def picture(self) -> Path | None:
        """Write what is on the window to a PNG in the home folder and return where; None if that failed."""
        folder = kept.home() / "pictures"
        path = folder / time.strftime("sightline-%Y%m%d-%H%M%S.png")
        count = 1
        while path.exists():
            count += 1
            path = folder / time.strftime(f"sightline-%Y%m%d-%H%M%S-{count}.png")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            png.write(self.surface, path)
        except (OSError, pygame.error) as error:
            self.note(f"The picture could not be written: {error}")
            return None
        self.note(f"Picture: {path}")
        self.say(f"Picture: {path}")
        return path

    def drop(self, path: Path) -> None:
        """Take in a file that was dropped on the window; what is wrong with it is said for a moment."""
        told = self.opener(path) if self.opener is not None else ""
        if told:
            self.say(told)
        self._dirty = True

    def say(self, words: str) -> None:
        """Show a few words at the top for a moment."""
        self._said = (words, time.monotonic() + max(SAID, len(words) / READ))
        self._dirty = True

    def _patience(self) -> float:
        screen = self.screens[-1]
        if self._moving():
            return FRAME
        if self._dirty or self.ui.dirty:
            return 0.0
        return min(IDLE, screen.poll) if screen.poll is not None else IDLE

    def _moving(self) -> bool:
        return self.problem is None and self._guarded(lambda: self.screens[-1].animating) is True

    def _deal(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            for screen in self.screens:
                self._guarded(screen.closing)
            self.screens.clear()
        elif event.type == pygame.VIDEORESIZE:
            self.surface = pygame.display.get_surface() or self.surface
            self.settings = self.ui.settings = replace(self.settings, window=(event.w, event.h))
            self._dirty = True
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self._dirty = True
        elif event.type == pygame.WINDOWLEAVE:
            self.ui.pointer = (-1, -1)
            self._dirty = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F12:
            self.picture()
        elif event.type == pygame.DROPFILE:
            self._guarded(lambda: self.drop(Path(event.file)))
        elif self.screens:
            self._guarded(lambda: self._give(event))

    def _give(self, event: pygame.event.Event) -> None:
        if not self.ui.handle(event) and self.problem is None and self.screens:
            self.screens[-1].handle(event)
            self._dirty = True

    def _frame(self) -> None:
        self._dirty = False
        self.ui.tab_walks = self.screens[-1].tab_walks or self.problem is not None
        self.ui.begin(self.surface)
        if self.problem is None:
            self._guarded(lambda: self.screens[-1].draw(self.surface))
        if self.problem is not None:
            self.surface.set_clip(None)
            self.ui.begin(self.surface)
            self._problem_dialog(*self.problem)
        self.ui.end()
        tool_tip(self.ui)
        if self._said is not None:
            self._draw_said(self._said[0])
        self._point()
        pygame.display.flip()

    def _draw_said(self, words: str) -> None:
        """A few words at the top for a moment."""
        theme, wide = self.ui.theme, self.surface.get_width()
        room = min(wide - theme.px(60), theme.px(900))
        lines = list(theme.wrap(words, room, 14))
        lines = [*lines[: SAID_LINES - 1], theme.fit(" ".join(lines[SAID_LINES - 1 :]), room, 14)][: len(lines)]
        step = theme.line_height(14)
        place = pygame.Rect(0, 0, max(theme.width(line, 14) for line in lines), step * len(lines))
        place.midtop = (wide // 2, theme.px(52))
        theme.box(self.surface, place.inflate(theme.px(28), theme.px(14)), RAISED, INFORMATION, radius=6)
        for number, line in enumerate(lines):
            self.surface.blit(theme.text(line, 14, TEXT), (place.x, place.y + number * step))

    def _point(self) -> None:
        own = self.screens[-1].cursor if self.screens and self.ui.at(self.ui.pointer) is None else None
        shape = own if own is not None else self.ui.cursor
        if shape != self._shape:
            self._shape = shape
            with suppress(pygame.error):  # a driver without system cursors keeps its arrow
                pygame.mouse.set_cursor(shape)

    # -- problems ----------------------------------------------------------------------------------------------------

    def _guarded(self, act: Callable[[], object]) -> object:
        """Run a screen's code; what it raises becomes a dialog, and the game stays open."""
        try:
            return act()
        except Exception as error:  # the last door before the window would close
            self._trouble(error)
            return None

    def _trouble(self, error: Exception) -> None:
        where = ""
        if self.bundle is not None:
            try:
                where = self.bundle(error)
            except Exception as second:  # keeping the bundle must not hide the first problem
                where = f"What happened could not be kept: {second}."
        name = type(error).__name__
        self.problem = ("Something went wrong", f"{name}: {error}\n\nThe game is as it was before. {where}".rstrip())
        self.note(f"{name}: {error}. {where}".rstrip())
        self._dirty = True

    def _problem_dialog(self, title: str, words: str) -> None:
        def go_on() -> None:
            self.problem = None
            self._dirty = True

        def leave() -> None:
            self.problem = None
            self.pop()

        self.surface.fill(BACKGROUND)
        dialog(
            self.ui,
            title,
            words,
            [Choice("Go on", go_on, fill=WARNING), Choice("Leave this screen", leave)],
            cancel=go_on,
        )


class NoDisplay(LookupError):
    """There is nothing to open a window on."""


def _open(size: tuple[int, int]) -> pygame.Surface:
    """Open the window. Software drawing without a GPU is faster unaccelerated; sound is never opened.

    Raises NoDisplay, also where SDL would draw into memory that nobody sees, unless it was told to.
    """
    told = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    try:
        surface = _opened(size)
        unseen = not told and pygame.display.get_driver() in ("offscreen", "dummy")
    except pygame.error as error:
        raise NoDisplay(f"no window can be opened ({error}); {NEEDS_DESKTOP}") from None
    if unseen:
        pygame.display.quit()
        raise NoDisplay(f"no window can be opened (there is no display); {NEEDS_DESKTOP}")
    return surface


NEEDS_DESKTOP = "start it in a desktop session, or use simulate, replay, check or odds, which need none"


def _opened(size: tuple[int, int]) -> pygame.Surface:
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_caption("Sightline")
    surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.key.set_repeat(350, 40)
    return surface


def _drain(wait: float) -> list[pygame.event.Event]:
    """The waiting events after at most `wait` seconds; several moves of the pointer, or of its wheel, in a row become
    one with the whole way they went."""
    first = pygame.event.wait(max(1, round(wait * 1000))) if wait > 0 else pygame.event.poll()
    merged: list[pygame.event.Event] = []
    for event in [first, *pygame.event.get()]:
        if event.type == pygame.NOEVENT:
            continue
        last = merged[-1] if merged else None
        if last is not None and last.type == event.type == pygame.MOUSEMOTION and last.buttons == event.buttons:
            way = (last.rel[0] + event.rel[0], last.rel[1] + event.rel[1])
            merged[-1] = pygame.event.Event(pygame.MOUSEMOTION, {**event.dict, "rel": way})
        elif last is not None and last.type == event.type == pygame.MOUSEWHEEL:
            both = {"x": last.x + event.x, "y": last.y + event.y}
            merged[-1] = pygame.event.Event(pygame.MOUSEWHEEL, {**event.dict, **both})
        else:
            merged.append(event)
    return merged
