"""What every prompt can do, and what it works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pygame

from engine.core.decisions import Decision
from engine.core.dice import Stream
from render.battle.game import Game
from render.table.view import TableView
from render.theme import GOOD, RAISED, TARGET, Color
from render.ui.core import Ui
from render.ui.widgets import button, key_name


@dataclass(slots=True)
class Desk:
    """What a prompt works with: the battle, the widgets, the table, and how to answer."""

    game: Game
    ui: Ui
    view: TableView
    submit: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Ground:
    """A line on the table, or an area when `closed`, that can be chosen; its corners in micrometres."""

    points: tuple[tuple[int, int], ...]
    closed: bool
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Lit:
    """What a prompt lights up on the table: models that a click would answer with, those barred with the reason, those
    already chosen, words beside models, and ground to choose from."""

    open: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    barred: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    grounds: tuple[Ground, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a prompt. The `main` one is green unless it is `doubtful`: it would be refused as things are."""

    words: str
    press: Callable[[], None]
    key: int | None = None
    enabled: bool = True
    main: bool = False
    tip: str = ""
    doubtful: bool = False


class Prompt:
    """A question being answered. `pointed` are the models that the row under the pointer is about."""

    title = ""
    """The heading of the panel at the left while this prompt has rows there; empty leaves it to the army."""

    def __init__(self, desk: Desk, decision: Decision[Any]) -> None:
        self.desk = desk
        self.decision = decision
        self.stream = Stream(f"window/{desk.game.session.digest}")
        self.pointed: tuple[str, ...] = ()
        self._suggested: Any = None
        self._has_suggested = False

    @property
    def suggested(self) -> Any:
        """The suggested answer, made once for each question."""
        if not self._has_suggested:
            self._suggested, self._has_suggested = self.decision.suggest(self.stream), True
        return self._suggested

    def confirm(self) -> None:
        """Space: answer with what is laid out, or as suggested."""
        self.desk.submit(self.suggested)

    def buttons(self) -> tuple[Button, ...]:
        """The buttons in the bar."""
        return (Button("As suggested", self.confirm, pygame.K_SPACE, main=True, tip="Let the rules choose for you"),)

    def bar(self, rect: pygame.Rect) -> None:
        """Draw the buttons into the bar."""
        buttons = self.buttons()
        draw_buttons(self.desk.ui, rect, buttons)
        if all(button.key != pygame.K_SPACE for button in buttons):
            self.desk.ui.on_key(pygame.K_SPACE, self.confirm)

    def panel(self, rect: pygame.Rect) -> str:
        """Draw the rows into the panel at the left; returns the unit pointed at, if any."""
        return ""

    def click(self, model: str) -> bool:
        """A model was clicked on the table; True when that meant something."""
        return False

    def click_spot(self, spot: tuple[int, int]) -> bool:
        """A spot of the table on which nobody stands was clicked (micrometres); True when that meant something."""
        return False

    def point(self, spot: tuple[int, int]) -> None:
        """The pointer is over a spot of the table (micrometres)."""

    def lit(self, hover: str = "") -> Lit:
        """What is lit on the table, while the unit `hover` is under the pointer."""
        return Lit()

    def step(self, by: int) -> bool:
        """Tab: go to the next thing that can be chosen; True when there is one."""
        return False

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a key that no widget used; True when it meant something."""
        return False

    def hint(self) -> str:
        """A quiet line below the question."""
        return ""


def rows_needed(ui: Ui, width: int, buttons: tuple[Button, ...]) -> int:
    """Whether buttons at their full width need one row or two in a room of `width` pixels."""
    return 1 if _fits(_widths(ui, buttons), width, ui.theme.px(6), 1) else 2


def _widths(ui: Ui, buttons: tuple[Button, ...]) -> list[int]:
    theme = ui.theme
    shown = [b.words if b.key is None else f"{b.words}  [{key_name(b.key)}]" for b in buttons]
    return [theme.width(words) + 2 * theme.px(13) for words in shown]


def draw_buttons(ui: Ui, rect: pygame.Rect, buttons: tuple[Button, ...]) -> None:
    """Buttons from left to right as wide as their words, in as many rows as fit, the last at the bottom; narrower ones
    if they must."""
    theme = ui.theme
    gap, high = theme.px(6), min(theme.target(34), rect.height)
    if not buttons or high <= 0:
        return
    widths = _widths(ui, buttons)
    rows = max(1, (rect.height + gap) // (high + gap))
    while not _fits(widths, rect.width, gap, rows) and max(widths) > theme.px(46):
        widths = [min(w, max(widths) - theme.px(6)) for w in widths]
        if max(widths) <= theme.px(70) and high > TARGET:
            gap, high = 3, max(TARGET, high - 6)
            rows = max(1, (rect.height + gap) // (high + gap))
    used = next((n for n in range(1, rows) if _fits(widths, rect.width, gap, n)), rows)
    x, y = rect.x, rect.bottom - used * (high + gap) + gap
    for one, width in zip(buttons, widths, strict=True):
        if x > rect.x and x + width > rect.right:
            x, y = rect.x, y + high + gap
        place = pygame.Rect(x, y, min(width, rect.right - x), high)
        fill: Color = GOOD if one.main and not one.doubtful else RAISED
        button(ui, place, one.words, one.press, key=one.key, enabled=one.enabled, tip=one.tip, fill=fill)
        x += width + gap


def _fits(widths: list[int], room: int, gap: int, rows: int) -> bool:
    x, used = 0, 1
    for width in widths:
        if x and x + width > room:
            x, used = 0, used + 1
        x += width + gap
    return used <= rows


DIGITS = (
    pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5, pygame.K_6, pygame.K_7, pygame.K_8, pygame.K_9,
)  # fmt: skip


def digit(event: pygame.event.Event) -> int | None:
    """The digit of a key, 1 to 9, of the row or the keypad."""
    if event.type != pygame.KEYDOWN:
        return None
    if event.key in DIGITS:
        return DIGITS.index(event.key) + 1
    return event.key - pygame.K_KP1 + 1 if pygame.K_KP1 <= event.key <= pygame.K_KP9 else None
