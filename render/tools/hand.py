"""What every tool needs to know about the hand: which spot, which model, whether Shift is held."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Generic, TypeVar

import pygame
from shapely import Point

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round, reach
from battlefield.units import INCH, inches
from engine.core.records import Model, OnTable, body_of
from engine.core.refusals import Refusals
from engine.core.state import State
from engine.session import Session
from render.battle.staging import figure_of, letters
from render.battle.tool import Act, Bench, Reply, Shown, Words
from render.scene import Figure
from render.table.camera import Camera
from render.table.strokes import Chips
from render.theme import TARGET

SHIFTS = (pygame.K_LSHIFT, pygame.K_RSHIFT)
TURN = 15_000_000
"""How far one notch of the wheel turns, in microdegrees."""

K = TypeVar("K")
V = TypeVar("V")


class Plain:
    """A tool that does nothing; the others say what they do differently."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.pointer: tuple[int, int] | None = None
        self.shift = False

    def handle(self, event: pygame.event.Event) -> Reply:
        """Keep track of pointer and Shift."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer = event.pos
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in SHIFTS:
            self.shift = event.type == pygame.KEYDOWN
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.shift = False
        return False

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        """Nothing."""

    def shown(self) -> Shown:
        return Shown()

    def words(self) -> Words:
        return Words()

    def acts(self) -> tuple[Act, ...]:
        return ()

    @property
    def cursor(self) -> int | None:
        return None

    @property
    def animating(self) -> bool:
        return False

    # -- for the tools -------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self.bench.session

    @property
    def state(self) -> State:
        return self.bench.session.state

    @property
    def camera(self) -> Camera:
        return self.bench.view.camera

    def on_table(self, pos: tuple[int, int]) -> bool:
        """Whether a pixel is in the part of the window that shows the table."""
        return bool(self.camera.rect.collidepoint(pos))

    def spot(self, pos: tuple[int, int]) -> tuple[int, int]:
        """The spot under a pixel, in micrometres."""
        x, y = self.camera.to_table(*pos)
        return round(x * INCH), round(y * INCH)

    def body_at(self, pos: tuple[int, int], bodies: Iterable[Body]) -> str:
        """The body under a pixel or within a few pixels of it, the nearest first; empty when there is none."""
        x, y = self.camera.to_table(*pos)
        least = TARGET / 2 / self.camera.ppi
        best, found = 1e9, ""
        for body in bodies:
            bx, by = body.pose.xy
            away = ((bx - x) * (bx - x) + (by - y) * (by - y)) ** 0.5
            if away >= best or away > max(body.reach, least):
                continue
            if away <= least or isinstance(body.shape, Round) or body.base.covers(Point(x, y)):
                best, found = away, body.id
        return found

    def sentences(self, refusals: Refusals, most: int = 2) -> str:
        """The first reason of each kind, as sentences, and how many models have one."""
        first = list({refusal.code: refusal for refusal in reversed(refusals)}.values())[::-1]
        words = [self.session.explain(refusal) for refusal in first[:most]]
        models = {refusal.subject for refusal in refusals}
        return " ".join([*words, f"({len(models)} models in all)"] if len(models) > most else words)


class Held(Generic[K, V]):
    """The last result of a costly question, kept while the question stays the same.

    A question that takes long is not asked anew at every move of the hand: while `hurried`, an older result serves
    until three times as long as it took has passed; `stale` then says that another frame should ask again.
    """

    def __init__(self, ask: Callable[[K], V]) -> None:
        self.ask = ask
        self.stale = False
        self._kept: tuple[K, V] | None = None
        self._took = self._at = 0.0

    def get(self, key: K, hurried: bool = False) -> V:
        """The result for a key, or for an older one when hurried."""
        now = time.monotonic()
        self.stale = False
        if self._kept is not None:
            if self._kept[0] == key:
                return self._kept[1]
            if hurried and self._took > 0.02 and now - self._at < 3 * self._took:
                self.stale = True
                return self._kept[1]
        value = self.ask(key)
        self._at = time.monotonic()
        self._took = self._at - now
        self._kept = key, value
        return value


def standing(model: Model, pose: Pose) -> Model:
    """A model as though it stood somewhere."""
    return replace(model, place=OnTable(pose))


def ghost(state: State, body: Body) -> Figure | None:
    """The figure of a model where a body stands; None when it is no model."""
    model = state.models.get(body.id)
    return None if model is None else figure_of(state, standing(model, body.pose), letters(state))


def ghosts(state: State, bodies: Iterable[Body]) -> tuple[Figure, ...]:
    """The figures of models where bodies stand."""
    called = letters(state)
    found = []
    for body in bodies:
        if (model := state.models.get(body.id)) is not None:
            found.append(figure_of(state, standing(model, body.pose), called))
    return tuple(found)


def body_for(state: State, model: str, pose: Pose | None = None) -> Body:
    """The body of a model, at a pose if told; a marker that is no model is a small disc."""
    record = state.models.get(model)
    if record is None:
        return Body(model, Round(INCH), pose or Pose(0, 0), INCH, INCH)
    if pose is None and record.on_table:
        return body_of(record)
    return body_of(standing(record, pose or Pose(0, 0)))


def tenths(length: int) -> str:
    """A length in micrometres as inches with one decimal."""
    return f"{inches(length):.1f}"


def widest(bodies: Iterable[Body]) -> int:
    """The greatest width of some bases in micrometres."""
    return max((round(2 * reach(body.shape) * INCH) for body in bodies), default=INCH)
