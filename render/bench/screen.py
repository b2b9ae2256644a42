"""The bench on screen: the table in the middle, the palette at the left, the verdict at the right, two views below."""

from __future__ import annotations

import time
from functools import partial

import pygame

from battlefield.table import Board
from engine.books import EDITIONS
from engine.core.state import State
from render import scene as stage
from render.battle.staging import figure_of, letters
from render.battle.warming import SIGHT
from render.bench import overlays
from render.bench.actions import actions
from render.bench.answer import Answer
from render.bench.backdrop import Backdrop
from render.bench.editing import Editor
from render.bench.files import Files, TablePanel
from render.bench.handling import Handling
from render.bench.keys import ABOUT, AT_HAND
from render.bench.notes import Notes
from render.bench.palette import Palette
from render.bench.places import Places, places
from render.bench.position import Position
from render.bench.properties import Properties
from render.bench.toolbar import Tool, draw_toolbar
from render.bench.views import Views
from render.scene import Scene
from render.screens.battle_menu import MenuPanel
from render.screens.help import HelpPanel
from render.screens.panel import Panel
from render.screens.rule_cards import rule_panel
from render.table.view import TableView
from render.theme import (
    BACKGROUND,
    FOCUS,
    GOOD_INK,
    PANEL,
    TEXT,
)
from render.ui.layout import Cut
from render.ui.window import Screen, Window

COLUMN = 180
"""Design pixels that a verdict needs beside others."""

TALL = 470
"""Design pixels of height under which the two views are folded away at first."""

QUICK = 0.008
"""A margin that took no longer than this, in seconds, is worked out with the verdict; else when the hand rests."""


class BenchScreen(Screen):
    """A position being laid out and asked about."""

    def __init__(self, window: Window, position: Position, back: str = "Menu") -> None:
        self.window, self.ui, self.back = window, window.ui, back
        self.panels: list[Panel] = []
        self.left_folded = False
        self.views_folded = window.surface.get_height() < window.ui.theme.px(TALL)
        self.hover = ""
        self.note = ""
        self.files, self.handling, self.notes = Files(self), Handling(self), Notes(self)
        self.actions = actions()
        self.places: Places = places(self.ui.theme, window.surface.get_size())
        self._took = 0.0
        self._hurried = False
        self._owed: tuple[int, str] | None = None
        self._scene: tuple[int, Scene] | None = None
        self._board = Board(72, 48)
        self.backdrop: Backdrop | None = None
        self._judging = False
        self.show(position)

    def show(self, position: Position) -> None:
        """Put a position on the bench."""
        self.position = position
        position.awake = SIGHT.ready
        self.editor = Editor(position)
        self.properties = Properties(self.editor)
        self.palette = Palette(self.ui, self.editor, self.properties.draw)
        self.palette.tab = 1 if position.data.get("terrain") else 0
        self.answer = Answer(self.ui, self.editor, self.open_rule)
        self.views = Views(self.ui, self.fold_views)
        self._scene = None
        self.fresh = not position.data.get("models")
        self.fresh_view()

    def fresh_view(self) -> None:
        """Show the whole of the table as it is now."""
        state = self.position.try_state()
        self._board = state.board if state is not None else self._board
        self.view = TableView(self._board, self.ui.theme, self.places.table)

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def poll(self) -> float | None:  # type: ignore[override]
        return None if self.position.awake else 0.2

    @property
    def animating(self) -> bool:
        return self._owed is not None or self._judging or self.view.unfinished or self.views.stale

    def tick(self) -> bool:
        """Work out the margin that the last frame did without, once the hand rests; begin when sight is ready."""
        if not self.position.awake and SIGHT.ready:
            self.position.awake = True
            return True
        owed, self._owed = self._owed, None
        if owed is None:
            self._judging = self.answer.judge()
            return self._judging
        version, edition = owed
        if version == self.position.version:
            self._measure(edition)
        return True

    def _measure(self, edition: str) -> None:
        started = time.perf_counter()
        self.position.margin(edition)
        self._took = time.perf_counter() - started

    def _margins(self) -> None:
        for edition in self.answer.editions if self.position.awake else ():
            if self.position.has_margin(edition):
                continue
            if self._took <= QUICK:
                self._measure(edition)
            else:
                self._owed = (self.position.version, edition)
                return

    # -- the scene -----------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """What stands on the table, as the table draws it; the last that could be set up."""
        if self._scene is None or self._scene[0] != self.position.version:
            state = self.position.try_state()
            if state is not None or self._scene is None:
                self._scene = self.position.version, _scene_of(state) if state is not None else stage.build([])
        return self._scene[1]

    def _shown_board(self) -> Board:
        """The table without the piece that is being dragged, which is drawn by itself."""
        state, drag = self.position.try_state(), self.editor.drag
        if state is None:
            return self._board
        board = state.board
        self._board = board
        if drag is not None and drag.moved and drag.id in state.terrain:
            return Board(board.width, board.depth, tuple(piece for piece in board.pieces if piece.id != drag.id))
        return board

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        ui = self.ui
        self._drop()
        surface.fill(BACKGROUND)
        self.view.restyle(ui.theme)
        self.places = where = self._places(surface.get_size())
        self.view.resize(where.table)
        self.views.hurried, self.views.stale = self._hurried, False
        self._hurried = False
        self._margins()
        self._draw_table(surface)
        draw_toolbar(ui, where.top, self._tools(), self._more)
        self.palette.draw(where.left, self.left_folded, self.fold_left)
        self.answer.draw(where.right)
        if self.answer.side_by_side and not self.answer.stacked:
            self._draw_side_by_side(surface, where)
        else:
            by = self.position.edition if self.answer.side_by_side else ""
            self.views.draw(surface, where, self.position, self.views_folded, by)
        self.notes.draw(where.table)
        for panel in list(self.panels[-1:]):
            with ui.layer(modal=True):
                panel.draw(ui)

    def _places(self, size: tuple[int, int]) -> Places:
        """The parts of the window; verdicts stand side by side below the table where there is room for columns."""
        theme, answer = self.ui.theme, self.answer
        where = places(theme, size, self.left_folded, self.views_folded)
        answer.stacked = where.views.width < len(EDITIONS) * theme.px(COLUMN)
        if answer.side_by_side and not answer.stacked:
            return places(theme, size, self.left_folded, self.views_folded, compared=True)
        return where

    def _draw_side_by_side(self, surface: pygame.Surface, where: Places) -> None:
        """All editions: their verdicts in columns below the table, the two views at the right."""
        theme = self.ui.theme
        self.ui.surface.fill(PANEL, where.views)
        self.answer.draw_side_by_side(where.views.inflate(-theme.px(8), -theme.px(8)))
        cut = Cut(self.answer.beside(where.right), theme.px(4))
        self.views.draw_head(cut.top(theme.target(24)), self.views_folded, self.position.edition)
        if not self.views_folded:
            room = cut.rest.inflate(-theme.px(12), -theme.px(8))
            high = min((room.height - theme.px(6)) // 2, round(room.width * 0.7))
            side = pygame.Rect(room.x, room.y, room.width, high)
            self.views.draw_pair(surface, side, side.move(0, high + theme.px(6)), self.position)

    def _drop(self) -> None:
        """What was dragged out of the palette and let go over the table is put there."""
        if self.palette.carried and self.ui.pressed is None:
            self.palette.carried = False
            if self.editor.held is not None and self.handling.on_table(self.ui.pointer):
                self.handling.put(self.ui.pointer)

    def _draw_table(self, surface: pygame.Surface) -> None:
        view, editor = self.view, self.editor
        view.board = self._shown_board()
        backdrop = self.backdrop
        view.over_ground = partial(backdrop.draw, board=view.board) if backdrop is not None else None
        model = editor.is_model(editor.selected)
        pointer = self.ui.pointer
        over = self.handling.on_table(pointer) and self.ui.at(pointer) is None
        ghost = overlays.held_figure(editor, self.handling.spot(pointer)) if over else None
        dragging = editor.drag is not None
        chips = view.draw(surface, self.scene, [editor.selected] if model else [], (), [ghost] if ghost else [],
                          quick=dragging)  # fmt: skip
        state = self.position.try_state()
        if state is not None:
            self._draw_over(surface, state, pointer, over)
            overlays.draw_question(surface, view.camera, chips, self.position, self.answer.editions)
            if over and editor.held is not None:
                overlays.draw_held(surface, view.camera, chips, editor, self.handling.spot(pointer))
        view.done(surface)

    def _draw_over(self, surface: pygame.Surface, state: State, pointer: tuple[int, int], over: bool) -> None:
        editor, camera = self.editor, self.view.camera
        self.views.draw_shadow(surface, camera, self.position)
        drag = editor.drag
        if drag is not None and drag.moved and drag.id in state.terrain:
            overlays.draw_piece(surface, camera, state.terrain[drag.id].piece, GOOD_INK)
        elif editor.selected in state.terrain:
            overlays.draw_thing(surface, camera, state, editor.selected, TEXT, 2)
        part = editor.parts.index
        if part is not None and part < len(state.terrain[editor.selected].piece.parts):
            overlays.draw_part(surface, camera, state.terrain[editor.selected].piece.parts[part], FOCUS)
        if over and self.hover and self.hover != editor.selected:
            overlays.draw_thing(surface, camera, state, self.hover, TEXT, 1)

    def _tools(self) -> list[Tool]:
        position, editor = self.position, self.editor
        made = [
            Tool("←", self.back, self.leave, tip=f"{self.back} (Esc)"),
            Tool("Undo", "Undo", self.undo, position.can_undo, tip="Take the last edit back (Ctrl+Z)"),
            Tool("Redo", "Redo", self.redo, position.can_redo, tip="Do it again (Ctrl+Y)"),
            Tool("Snap", "Snap", self.toggle_snap, on=editor.snap, tip="Draw bases into contact (S)"),
            Tool("Grid", "Grid", self.toggle_grid, on=editor.grid, tip="Draw everything to half inches (G)"),
            Tool("Table", "Table…", lambda: self.open(TablePanel(self)), tip="Its size; clear it"),
            Tool("Open", "Open…", self.files.open, tip="A scene file (Ctrl+O), or drop one on the window"),
            Tool("Save", "Save…", self.files.save, tip="Save as a scene (Ctrl+S)"),
        ]
        for action in self.actions:
            press = partial(action.press, self)
            made.append(Tool(action.id, action.words, press, action.ready(self), tip=action.tip))
        return [*made, Tool("Help", "?", self.help, tip="All keys (F1)", last=True)]

    def _more(self, rest: list[Tool]) -> None:
        items = [(tool.words, tool.press, tool.enabled, tool.tip) for tool in rest]
        self.open(MenuPanel(self.close_panel, "More", items))

    # -- what buttons and keys do --------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if self.panels:
            self.panels[-1].handle(event)
            return
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.note = ""
        self._hurried = event.type == pygame.MOUSEMOTION and self.editor.drag is not None
        self.handling.handle(event)

    @property
    def cursor(self) -> int | None:
        if self.editor.held is not None or self.editor.arming:
            return pygame.SYSTEM_CURSOR_CROSSHAIR
        if self.editor.drag is not None:
            return pygame.SYSTEM_CURSOR_SIZEALL
        return pygame.SYSTEM_CURSOR_HAND if self.hover else None

    def undo(self) -> None:
        self.position.undo()

    def redo(self) -> None:
        self.position.redo()

    def toggle_snap(self) -> None:
        self.editor.snap = not self.editor.snap

    def toggle_grid(self) -> None:
        self.editor.grid = not self.editor.grid

    def fold_left(self) -> None:
        self.left_folded = not self.left_folded

    def fold_views(self) -> None:
        self.views_folded = not self.views_folded

    def help(self) -> None:
        """All keys of the bench."""
        self.open(HelpPanel(self.close_panel, lists=(AT_HAND, ABOUT), title="Keys and gestures of the bench"))

    def open_rule(self, rule: str) -> None:
        """The card of a rule."""
        self.open(rule_panel(self.close_panel, rule))

    def say(self, words: str) -> None:
        """Show a note over the table until the next click."""
        self.note = words

    def leave(self) -> None:
        """Back to where the bench was opened from."""
        self.files.unless_lost(self._gone)

    def _gone(self) -> None:
        self.window.pop()

    def open(self, panel: Panel) -> None:
        """Show a panel over the bench."""
        self.panels.append(panel)

    def close_panel(self) -> None:
        """Take the topmost panel away."""
        if self.panels:
            self.panels.pop()


def _scene_of(state: State) -> Scene:
    """The models on the table, without the badges of a battle."""
    called = letters(state)
    figures = [figure_of(state, model, called) for model in state.models.values() if model.on_table]
    goals = [stage.Goal(o.id, i, o.at, None, o.name) for i, o in enumerate(state.objectives.values(), 1)]
    return stage.build(figures, goals=goals)
