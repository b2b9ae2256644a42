"""A table with a tool in the hand: what the battle screen does with one, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any

import pygame

from engine.core.refusals import Refusals
from engine.session import Session
from render import tools
from render.battle.staging import scene_of
from render.battle.tool import Act, Answer, Bench, Reply, Tool
from render.scene import Scene
from render.table.view import TableView
from render.ui.core import Ui
from render.ui.widgets import button
from tests.render.driver import Hand

TABLE = pygame.Rect(0, 0, 1280, 600)


class Table(Hand):
    """A hand over a battle's table. Answers of the tool go to the session; `refused` says what was not taken."""

    def __init__(self, session: Session, surface: pygame.Surface, instrument: str = "") -> None:
        ui = Ui()
        self.session = session
        self.view = TableView(session.state.board, ui.theme, TABLE)
        self.chosen: tuple[str, ...] = ()
        self.answers: list[Any] = []
        self.refused: Refusals = ()
        self.instrument = instrument
        self.bench = Bench(
            session, session.pending, self.view, ui, self.scene, lambda: self.chosen, self.choose, lambda: None
        )
        self.tool: Tool | None = self.make()
        super().__init__(ui, surface, self.paint)

    def make(self) -> Tool | None:
        """The tool for the open question, or the instrument asked for."""
        self.bench.decision = self.session.pending
        if self.instrument == "referee":
            return tools.referee(self.bench)
        for each in tools.instruments():
            if each.id == self.instrument:
                return each.make(self.bench)
        return tools.for_decision(self.bench)

    def scene(self) -> Scene:
        return scene_of(self.session.state, self.session.book, self.session.events)

    def choose(self, models: Collection[str]) -> None:
        self.chosen = tuple(models)

    def paint(self, ui: Ui) -> None:
        """The table with the tool over it, and the tool's buttons below."""
        self.said: list[str] = []
        shown = self.tool.shown() if self.tool is not None else None
        hidden, ghosts = (shown.hidden, shown.ghosts) if shown is not None else ((), ())
        chips = self.view.draw(ui.surface, self.scene(), self.chosen, hidden, ghosts)
        put = chips.put

        def hear(surface: pygame.Surface, at: Any, words: str, *rest: Any, **more: Any) -> pygame.Rect:
            self.said.append(words)
            return put(surface, at, words, *rest, **more)

        block = chips.block

        def hear_all(surface: pygame.Surface, sentences: Any, *rest: Any) -> pygame.Rect:
            self.said += sentences
            return block(surface, sentences, *rest)

        chips.put = hear  # type: ignore[method-assign]
        chips.block = hear_all  # type: ignore[method-assign, assignment]
        if self.tool is not None:
            self.tool.draw(ui.surface, chips)
        self.view.done(ui.surface)
        for n, act in enumerate(self.tool.acts() if self.tool is not None else ()):
            place = pygame.Rect(10 + 125 * n, 620, 120, 34)
            key = pygame.K_SPACE if act.main else act.key
            button(ui, place, act.words, self.taker(act), key=key, enabled=act.enabled)

    def taker(self, act: Act) -> Callable[[], None]:
        """What a button does."""

        def press() -> None:
            self.take(act.press())

        return press

    def send(self, type: int, **facts: object) -> bool:
        event = pygame.event.Event(type, facts)
        used = self.ui.handle(event)
        if not used and self.tool is not None:
            used = self.take(self.tool.handle(event))
        self.frame()
        while self.tool is not None and self.tool.animating:
            time.sleep(0.005)
            self.frame()
        return used

    def take(self, reply: Reply) -> bool:
        """What a tool made of an event."""
        if not isinstance(reply, Answer):
            return reply
        self.answers.append(reply.value)
        if self.instrument == "referee":
            done = self.session.command(reply.value, self.session.state.sides[0], self.session.state.sides)
        else:
            done = self.session.submit(reply.value)
        self.refused = done.refusals
        if done.accepted:
            self.tool = self.make()
        return True

    # -- the hand ------------------------------------------------------------------------------------------------------

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a spot in inches."""
        return self.view.camera.pixel(x, y)

    def move(self, x: float, y: float, buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Move the pointer to a spot in inches."""
        self.send(pygame.MOUSEMOTION, pos=self.at(x, y), rel=(0, 0), buttons=buttons)

    def press(self, x: float, y: float) -> None:
        """Press the left button at a spot in inches."""
        self.move(x, y)
        self.send(pygame.MOUSEBUTTONDOWN, pos=self.at(x, y), button=1)

    def let_go(self, x: float, y: float) -> None:
        """Let the left button go at a spot in inches."""
        self.send(pygame.MOUSEBUTTONUP, pos=self.at(x, y), button=1)

    def pull(self, start: tuple[float, float], end: tuple[float, float], held: bool = False) -> None:
        """Drag from a spot to another in inches; with `held` do not let go."""
        self.press(*start)
        self.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (1, 0, 0))
        self.move(*end, (1, 0, 0))
        if not held:
            self.let_go(*end)

    def tap(self, x: float, y: float) -> None:
        """Click at a spot in inches."""
        self.press(x, y)
        self.let_go(x, y)

    def turn(self, notches: int) -> None:
        """Turn the wheel."""
        self.send(pygame.MOUSEWHEEL, x=0, y=notches)

    def shift(self, down: bool) -> None:
        """Hold or let go Shift."""
        self.send(pygame.KEYDOWN if down else pygame.KEYUP, key=pygame.K_LSHIFT, mod=0, unicode="")
