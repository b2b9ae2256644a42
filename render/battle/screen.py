"""The battle on screen: the table in the middle, quiet panels round it, the prompt below."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, get_args

import pygame

from battlefield.units import um
from engine.core import decisions as asked
from engine.core.referee import Command
from engine.session import ProcedureFailed
from render import tools
from render.battle import army, dice, overlays, pointing, words
from render.battle.bar import draw_bar, tool_buttons
from render.battle.card import Card
from render.battle.conduct import Conduct
from render.battle.frame import Places, places
from render.battle.game import Game, speaks_of
from render.battle.notices import Notices
from render.battle.prompts import Desk, Prompt, prompt_for
from render.battle.prompts.base import Button, draw_buttons, rows_needed
from render.battle.prompts.choose import ChoosePrompt
from render.battle.tool import Act, Answer, Bench, Reply, Tool
from render.battle.topbar import Doors, draw_top
from render.battle.warming import SIGHT
from render.scene import Scene, between
from render.screens.panel import Panel
from render.table.view import TableView
from render.theme import BACKGROUND
from render.ui.layout import Cut
from render.ui.lists import LogLine, log
from render.ui.window import Screen, Window

GLIDE = 0.18
"""How long models glide to where they went, in seconds at normal speed."""

PAUSE = 0.35
"""How long the table rests after a computer's answer, so that it can be followed."""


class BattleScreen(Screen):
    """A battle being played. It draws what is asked and hands answers on; what they do is the engine's."""

    tab_walks = False

    def __init__(self, window: Window, game: Game) -> None:
        self.window, self.ui, self.game = window, window.ui, game
        self.conduct = Conduct(self)
        self.notices = Notices(self)
        self.panels: list[Panel] = []
        self.view = TableView(game.state.board, self.ui.theme, pygame.Rect(0, 0, 800, 600))
        self.card = Card(self.ui, game, self.conduct.open_rule)
        self.desk = Desk(game, self.ui, self.view, self.submit)
        self.prompt: Prompt | None = None
        self.tool: Tool | None = None
        self.instrument: Tool | None = None
        self.instrument_id = ""
        self.selected, self.hover, self.shown_side = "", "", ""
        self.refused: tuple[Any, ...] = ()
        self.refused_answer: Any = None
        self.flash: tuple[tuple[str, ...], float] = ((), 0.0)
        self.left_folded = self.right_folded = False
        self.tray = dice.Tray()
        self.places: Places = places(self.ui.theme, window.surface.get_size())
        self._moved_at = self._rolled_at = -100.0
        self._version = -1
        self._was_preparing = False
        self.follow()

    # -- following the battle ------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Take in what the battle has become: new question, new scene, new dice."""
        game = self.game
        if self._version == game.version:
            return
        self._version = game.version
        now = time.monotonic()
        if game.before.figures != game.scene.figures:
            self._moved_at = now
        decision = game.pending
        if self.tray.take(game.last, game.state, decision):
            self._rolled_at = now
        self.refused, self.refused_answer = (), None
        self.view.board = game.state.board
        self.prompt = self.tool = None
        if decision is not None and not game.computers_turn:
            self.prompt = prompt_for(self.desk, decision)
            self.tool = tools.for_decision(self.bench(decision))
        self.shown_side = game.decider or self.shown_side or game.state.sides[0]
        if self.selected and not game.state.present(self.selected):
            self.selected = ""
        self.conduct.moved_on()

    def bench(self, decision: asked.Decision[Any] | None = None) -> Bench:
        """What a tool works with."""
        return Bench(self.game.session, decision, self.view, self.ui, lambda: self.game.scene, self.selected_models,
                     self.select, self._refresh)  # fmt: skip

    def hold_referee(self, tool: Tool) -> None:
        """Let models be moved by hand, both players agreeing, until Esc."""
        self.instrument, self.instrument_id = tool, "referee"

    def _refresh(self) -> None:
        self.ui.dirty = True

    def selected_models(self) -> tuple[str, ...]:
        """The models of the selected unit on the table."""
        return tuple(figure.id for figure in self.game.scene.of_unit(self.selected)) if self.selected else ()

    def select(self, models: Collection[str]) -> None:
        """Select the unit of the models."""
        first = next(iter(models), "")
        self.selected = self.game.state.models[first].unit if first else ""

    def submit(self, answer: Any) -> None:
        """Answer the open question; what is refused is shown with its reasons."""
        if (self.animating and self.game.computers_turn) or self.preparing:
            return
        try:
            done = self.game.submit(answer)
        except ProcedureFailed as error:
            self.conduct.failed(error)
            return
        self.refused, self.refused_answer = done.refusals, answer if done.refusals else None
        self.follow()

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def poll(self) -> float | None:  # type: ignore[override]
        return 0.05 if (self.game.computers_turn and not self.game.paused) or self.preparing else None

    @property
    def preparing(self) -> bool:
        """Whether the battle has to wait until sight is ready: setting up does without it."""
        waits = self.game.state.clock.turn > 0 and not SIGHT.ready
        self._was_preparing = self._was_preparing or waits
        return waits

    def _settled(self) -> float:
        length = self.window.settings.duration(dice.TUMBLE)
        return 1.0 if length <= 0 else min(1.0, (time.monotonic() - self._rolled_at) / length)

    def _glided(self) -> float:
        length = self.window.settings.duration(GLIDE)
        return 1.0 if length <= 0 else min(1.0, (time.monotonic() - self._moved_at) / length)

    @property
    def animating(self) -> bool:
        held = (self.tool, self.instrument)
        return (
            self._settled() < 1
            or self._glided() < 1
            or self.view.unfinished
            or time.monotonic() < self.flash[1]
            or any(tool is not None and tool.animating for tool in held)
        )

    def tick(self) -> bool:
        """Take a computer's answer when it has come and the table has come to rest."""
        game = self.game
        if self._was_preparing and not self.preparing:
            self._was_preparing = False
            return True
        if not game.computers_turn or game.paused or self.panels or self.preparing:
            return False
        rest = self.window.settings.duration(PAUSE)
        if self._settled() < 1 or time.monotonic() - max(self._moved_at, self._rolled_at) < rest:
            return False
        return self.conduct.take_thought()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        self.follow()
        ui, game = self.ui, self.game
        surface.fill(BACKGROUND)
        self.view.restyle(ui.theme)
        self.places = where = places(ui.theme, surface.get_size(), self.left_folded, self.right_folded)
        self.view.resize(where.table)
        self._draw_table(surface)
        draw_top(ui, where.top, game, Doors(
            self.conduct.menu, self.conduct.undo, self.conduct.redo, self.conduct.since, self.conduct.help,
        ))  # fmt: skip
        pointed = army.draw_left(
            ui, self.view.sprites, where.left, game, self.prompt, self.shown_side, self.selected, self.left_folded,
            self.fold_left, self._pick, self._other_side,
        )  # fmt: skip
        if pointed or not where.table.collidepoint(ui.pointer):
            self.hover = pointed
        self._draw_right(where)
        self._draw_prompt(where)
        dice.draw_tray(ui, where.tray, self.tray.shown, self._settled(), self.tray.fresh)
        self.notices.draw_over_table(where.table)
        for panel in list(self.panels[-1:]):
            with ui.layer(modal=True):
                panel.draw(ui)

    def _draw_table(self, surface: pygame.Surface) -> None:
        game, view = self.game, self.view
        scene = self._shown_scene()
        shown = self.tool.shown() if self.tool is not None else None
        rings = [*self.selected_models(), *(shown.selected if shown else ())]
        hidden, ghosts = (shown.hidden, shown.ghosts) if shown else ((), ())
        chips = view.draw(surface, scene, rings, hidden, ghosts, quick=self.animating)
        lit = self.prompt.lit(self.hover) if self.prompt is not None and self.instrument is None else None
        overlays.draw(surface, view, chips, game, scene, lit, self.hover, self.prompt, hidden)
        if time.monotonic() < self.flash[1]:
            overlays.draw_flash(surface, view, scene, self.flash[0])
        if self.tool is None or not self.tool.words().trouble:
            overlays.draw_refused(surface, view, chips, game, self.refused)
        for tool in (self.tool, self.instrument):
            if tool is not None:
                tool.draw(surface, chips)
        view.done(surface)

    def _shown_scene(self) -> Scene:
        share = self._glided()
        return self.game.scene if share >= 1 else between(self.game.before, self.game.scene, share)

    def _draw_right(self, where: Places) -> None:
        ui = self.ui
        if self.right_folded:
            draw_buttons(ui, where.card, (Button("«", self.fold_right, tip="Show card and log (F4)"),))
            return
        self.card.draw(where.card, self.hover or self.selected or self._spoken_of())
        log(ui, where.log, "log", self.game.log, self._read_line, 13)

    def _spoken_of(self) -> str:
        """The unit the open question is about, or the one Space would take."""
        decision = self.game.pending
        if decision is None:
            return ""
        ahead = self.prompt.ahead if isinstance(self.prompt, ChoosePrompt) and self.prompt.own else ""
        named = (ahead, *decision.subjects)
        return next((name for name in named if name in self.game.state.units), "")

    def _draw_prompt(self, where: Places) -> None:
        game, prompt = self.game, self.prompt
        if prompt is None or self.preparing:
            self.notices.draw_waiting(where.prompt)
            return
        told = self.tool.words() if self.tool is not None else None
        if told is not None and told.trouble:
            trouble = [told.trouble]
        else:
            trouble = [game.session.explain(refusal) for refusal in self.refused[:2]]
        extra = (Button("Allow it anyway…", self.conduct.allow),) if self.refused_answer is not None else ()
        hint = told.hint if told is not None else prompt.hint()
        question = words.addressed(game.session, prompt.decision)
        name = words.side_name(game.state, prompt.decision.player)
        bar = self.notices.hint_beside(where.prompt)
        first = self.notices.hint() if bar == where.prompt else ""
        side = game.index(prompt.decision.player)
        buttons = tool_buttons(self.tool.acts(), prompt, self._press) if self.tool is not None else prompt.buttons()
        taken = self.ui.theme.px(138 if first else 30)
        rows = rows_needed(self.ui, max(1, bar.width - taken), buttons)
        room = draw_bar(self.ui, bar, side, name, question, first or hint, trouble, extra, bool(first), rows)
        if first:
            cut = Cut(room, self.ui.theme.px(8))
            draw_buttons(
                self.ui, cut.right(min(self.ui.theme.px(100), room.width // 4)), self.notices.hint_buttons()[:1]
            )
            room = cut.rest
        if self.tool is None:
            prompt.bar(room)
        else:
            draw_buttons(self.ui, room, buttons)

    def _press(self, act: Act) -> None:
        self._take(act.press())

    # -- the hand ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if self.panels:
            self.panels[-1].handle(event)
            return
        if event.type == pygame.MOUSEMOTION:
            self.hover = "" if event.buttons[0] else self.thing_at(event.pos)
            if self.prompt is not None and self.places.table.collidepoint(event.pos):
                self.prompt.point(self._spot(event.pos))
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._moved_at = self._rolled_at = -100.0
        laid = self.instrument is not None and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        for tool in (self.instrument, None if laid else self.tool):
            if tool is not None and self._take(tool.handle(event)):
                return
        if self.view.handle(event) or self._zoom(event):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.places.table.collidepoint(event.pos):
            self._click(event.pos)
        elif event.type == pygame.KEYDOWN and not (self.prompt is not None and self.prompt.handle(event)):
            self.conduct.key(event)

    def _take(self, reply: Reply) -> bool:
        """What a tool made of an event; True when it used it."""
        if isinstance(reply, Answer):
            if self.instrument_id == "referee" and isinstance(reply.value, get_args(Command)):
                self.refused = self.game.command(reply.value).refusals
            else:
                self.submit(reply.value)
            return True
        return reply

    def _zoom(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEWHEEL:
            return False
        self.view.zoom(event.y, self.ui.pointer)
        return True

    def _click(self, pos: tuple[int, int]) -> None:
        model = self.model_at(pos)
        if model and self.prompt is not None and self.tool is None and self.prompt.click(model):
            return
        if not model and self.prompt is not None and self.tool is None and self.prompt.click_spot(self._spot(pos)):
            return
        self.selected = self.game.state.models[model].unit if model else ""

    def _spot(self, pos: tuple[int, int]) -> tuple[int, int]:
        """The spot of the table under a pixel, in micrometres."""
        x, y = self.view.camera.to_table(*pos)
        return um(x), um(y)

    def model_at(self, pos: tuple[int, int]) -> str:
        """The model under a pixel of the table, or within a few pixels of it; empty when there is none."""
        if not self.places.table.collidepoint(pos):
            return ""
        return pointing.model_at(self.game.scene, self.view.camera, pos, self.ui.theme.target(24) / 2)

    def thing_at(self, pos: tuple[int, int]) -> str:
        """The unit, objective or piece of terrain under a pixel of the table."""
        if not self.places.table.collidepoint(pos):
            return ""
        if model := self.model_at(pos):
            return self.game.state.models[model].unit
        return pointing.piece_at(self.game.state, self.view.camera, pos)

    @property
    def cursor(self) -> int | None:
        for tool in (self.instrument, self.tool):
            if tool is not None and tool.cursor is not None:
                return tool.cursor
        if self.prompt is not None and self.tool is None and self.hover in self.game.state.units:
            lit = self.prompt.lit()
            models = [figure.id for figure in self.game.scene.of_unit(self.hover)]
            if any(model in lit.open for model in models):
                return pygame.SYSTEM_CURSOR_HAND
            if any(model in lit.barred for model in models):
                return pygame.SYSTEM_CURSOR_NO
        return None

    def closing(self) -> None:
        self.game.close()

    # -- panels --------------------------------------------------------------------------------------------------------

    def open(self, panel: Panel) -> None:
        """Show a panel over the battle."""
        self.panels.append(panel)

    def close_panel(self) -> None:
        """Take the topmost panel away."""
        if self.panels:
            self.panels.pop()

    def fold_left(self) -> None:
        self.left_folded = not self.left_folded

    def fold_right(self) -> None:
        self.right_folded = not self.right_folded

    def _pick(self, unit: str) -> None:
        self.selected = "" if self.selected == unit else unit
        if self.selected:
            self.light_up(self.selected_models())

    def _other_side(self) -> None:
        self.shown_side = self.game.state.enemy(self.shown_side)

    def _read_line(self, line: LogLine) -> None:
        event = self.game.session.events[int(line.about)]
        self.light_up(speaks_of(event, self.game.state))
        if event.rule:
            self.conduct.open_rule(event.rule, line.words, "")

    def light_up(self, models: Collection[str]) -> None:
        """Let models flash for a moment."""
        self.flash = (tuple(models), time.monotonic() + 1.2)
