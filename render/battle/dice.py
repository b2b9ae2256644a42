"""The dice tray: every roll of the last answer, as dice in rows by result, with the score needed above them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from battlefield.units import inches
from engine.core.decisions import Decision
from engine.core.dice import Roll, keyed_face
from engine.core.events import Event
from engine.core.state import State
from render.theme import (
    BACKGROUND,
    EDGE,
    GOOD_INK,
    PANEL,
    PRESSED,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    Color,
    mix,
    side_style,
)
from render.ui.core import Ui, Widget
from render.ui.widgets import label

TUMBLE = 0.45
"""How long dice tumble, in seconds, before the speed of the settings."""

PURPOSES = {"ld": "leadership"}
"""What is rolled for, where its short name would not be understood."""

MOST = 12
"""As many rolls stay in the tray."""

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
    6: ((0.28, 0.24), (0.28, 0.5), (0.28, 0.76), (0.72, 0.24), (0.72, 0.5), (0.72, 0.76)),
}
FACE: Color = (0xEC, 0xE8, 0xDC)
INK: Color = (0x22, 0x24, 0x26)


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll with its faces."""

    roll: Roll
    faces: tuple[int, ...]
    ink: Color = TEXT

    @property
    def words(self) -> str:
        """What was rolled for, in a few words."""
        purpose = self.roll.purpose.replace("_", " ")
        if purpose.endswith(".again"):
            purpose = f"{purpose.removesuffix('.again')} again"
        purpose = purpose.rpartition(".")[2] if " " not in purpose else purpose.replace(".", " ")
        purpose = PURPOSES.get(purpose, purpose)
        weapon = dict(self.roll.details).get("weapon")
        said = f"{purpose}: {weapon}" if isinstance(weapon, str) and weapon and purpose == "hit" else purpose
        return said[:1].upper() + said[1:]


def throws(events: Sequence[Event], sides: Sequence[str]) -> tuple[Throw, ...]:
    """The rolls among events, in order, each in the ink of its side."""
    inks = {side: side_style(i).ink for i, side in enumerate(sides)}
    return tuple(
        Throw(event.detail("roll"), event.detail("faces"), inks.get(event.detail("roll").side, TEXT))
        for event in events
        if event.code == "dice.rolled"
    )


class Tray:
    """What lies in the dice tray: the rolls of one attack or fight, the newest last."""

    def __init__(self) -> None:
        self.shown: tuple[Throw, ...] = ()
        self.fresh = 0
        self._taken: Sequence[Event] = ()
        self._phase: tuple[int, str] | None = None

    def take(self, events: Sequence[Event], state: State, asked: Decision[Any] | None) -> bool:
        """Put the rolls among the events of the last answer into the tray; True when there are new ones.

        They come to lie beside those before until another unit is to be chosen, or another phase begins.
        """
        rolled = throws(events, state.sides) if events is not self._taken else ()
        self._taken = events
        phase = (state.clock.turn, state.clock.phase)
        if rolled:
            older = self.shown if self._phase == phase else ()
            self.shown, self.fresh, self._phase = (*older, *rolled)[-MOST:], len(rolled), phase
        if asked is not None and asked.topic.endswith(".unit"):
            self._phase = None
        return bool(rolled)


def draw_die(ui: Ui, place: pygame.Rect, face: int, settled: float, kept: bool) -> None:
    """One die. `settled` 0..1 is how far it has come to rest; a die that does not count is dimmed."""
    fill = FACE if kept else mix(FACE, PANEL, 0.62)
    ui.theme.box(ui.surface, place, fill, mix(fill, BACKGROUND, 0.5), radius=max(3.0, place.width / 6 / ui.theme.scale))
    ink = INK if kept else mix(INK, fill, 0.35)
    if face in PIPS:
        size = max(1.5, place.width * 0.085)
        for x, y in PIPS[face]:
            at = (place.x + x * place.width, place.y + y * place.height)
            pygame.draw.aacircle(ui.surface, ink, at, size * (0.7 + 0.3 * settled))
    else:
        label(ui, place, str(face), 12, ink, bold=True, align="center")


def draw_tray(ui: Ui, rect: pygame.Rect, shown: Sequence[Throw], settled: float, fresh: int = 1) -> None:
    """The rolls side by side, the `fresh` newest at the right; those that find no room are counted at the left."""
    theme = ui.theme
    theme.box(ui.surface, rect, PRESSED, mix(PANEL, EDGE, 0.5), radius=6)
    ui.add(Widget("dice tray", "Dice", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    inner = rect.inflate(-2 * theme.px(10), -2 * theme.px(6))
    if not shown:
        label(ui, pygame.Rect(inner.x, inner.y, inner.width, theme.line_height(13)), "Dice", 13, TEXT_QUIET, bold=True)
        return
    die = _die(ui, shown, inner)
    right, left_out = inner.right, 0
    placed: list[tuple[Throw, pygame.Rect]] = []
    for i, throw in enumerate(reversed(shown)):
        width = min(_width(ui, throw, die, inner.height), inner.width)
        counted = theme.px(26) if i + 1 < len(shown) else 0
        if right - width < inner.x + counted and placed:
            left_out = len(shown) - i
            break
        placed.append((throw, pygame.Rect(right - width, inner.y, width, inner.height)))
        right -= width + theme.px(14)
    newest = placed[min(max(1, fresh), len(placed)) - 1][1].x
    slack = max(0, min(place.x for _, place in placed) - inner.x) if not left_out else 0
    with ui.clip(rect):
        for throw, place in placed:
            _throw(ui, place.move(-slack, 0), throw, die, settled if place.x >= newest else 1.0)
    if left_out:
        words = f"+{left_out}"
        label(ui, pygame.Rect(inner.x, inner.bottom - theme.line_height(12), theme.px(40), theme.line_height(12)),
              words, 12, TEXT_QUIET)  # fmt: skip


def _die(ui: Ui, shown: Sequence[Throw], inner: pygame.Rect) -> int:
    """The side of a die in pixels: the largest with which all throws find room, else the smallest."""
    theme = ui.theme
    for size in (36, 30, 26):
        die = theme.px(size)
        wide = sum(_width(ui, throw, die, inner.height) + theme.px(14) for throw in shown) - theme.px(14)
        if wide <= inner.width and all(_columns(ui, len(t.faces), die, inner.height)[1] == die for t in shown):
            return die
    return theme.px(22)


def _columns(ui: Ui, count: int, die: int, height: int) -> tuple[int, int]:
    """Dice a row and a die's side, so that all find room below the heading."""
    room = max(die, height - ui.theme.line_height(12) * 2 - ui.theme.px(4))
    rows = max(1, room // (die + 3))
    across = -(-count // rows)
    if across > 12 and die > 12:
        return _columns(ui, count, die - 3, height)
    return max(1, across), die


def _width(ui: Ui, throw: Throw, die: int, height: int) -> int:
    across, die = _columns(ui, len(throw.faces), die, height)
    words = max(ui.theme.width(throw.words, 12, True) + 2, ui.theme.width(_need(throw), 12))
    return max(across * (die + 3), min(words, ui.theme.px(150)))


def _need(throw: Throw) -> str:
    if not throw.roll.need:
        return _sum(throw)
    good = len([f for f in throw.faces if f >= throw.roll.need])
    return f"{throw.roll.need}+ needed: {good} of {len(throw.faces)}"


def _sum(throw: Throw) -> str:
    """What dice that are added up come to, and what it is held against, where the roll says."""
    told = dict(throw.roll.details)
    total = sum(throw.faces)
    if "charge" in told:
        return f"{total}: {told['charge']} needed"
    if "lost" in told and "ld" in told:
        return f"{total} + {told['lost']} lost: Ld {told['ld']}"
    if "total" in told:
        return f"{total}: more than {told['total']} needed"
    if isinstance(told.get("distance"), int):
        return f'{total}", and {inches(told["distance"]):.1f}" away'
    return ""


def _throw(ui: Ui, place: pygame.Rect, throw: Throw, die: int, settled: float) -> None:
    line = ui.theme.line_height(12)
    label(ui, pygame.Rect(place.x, place.y, place.width, line), throw.words, 12, throw.ink, bold=True)
    if throw.roll.need and settled >= 1:
        any_good = any(f >= throw.roll.need for f in throw.faces)
        ink = GOOD_INK if any_good else REFUSED_INK
        label(ui, pygame.Rect(place.x, place.y + line, place.width, line), _need(throw), 12, ink)
    elif throw.roll.need:
        words = f"{throw.roll.need}+ needed"
        label(ui, pygame.Rect(place.x, place.y + line, place.width, line), words, 12, TEXT_QUIET)
    elif settled >= 1:
        label(ui, pygame.Rect(place.x, place.y + line, place.width, line), _sum(throw), 12, TEXT_QUIET)
    across, die = _columns(ui, len(throw.faces), die, place.height)
    faces = sorted(throw.faces, reverse=True) if settled >= 1 else throw.faces
    top = place.y + 2 * line + ui.theme.px(3)
    for i, face in enumerate(faces):
        spot = pygame.Rect(place.x + (i % across) * (die + 3), top + (i // across) * (die + 3), die, die)
        if settled < 1:
            spot.y += round((1 - settled) * die * 0.4 * (i % 3 - 1))
            face = keyed_face(f"{i}/{int(settled * 8)}", min(6, throw.roll.dice[i]))
        kept = settled < 1 or not throw.roll.need or face >= throw.roll.need
        draw_die(ui, spot, face, settled, kept)
