"""From mouse and keys to edits on the bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from render.battle import pointing
from render.bench.editing import Drawing
from render.bench.parts import wall_at
from render.bench.plain import Spot
from render.bench.wares import Figurine, Ware

if TYPE_CHECKING:
    from render.bench.screen import BenchScreen

SHIFTS = (pygame.K_LSHIFT, pygame.K_RSHIFT)
COARSE, FINE = 15.0, 1.0
"""Degrees of a turn, and with Shift."""

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


class Handling:
    """The hand at the bench: it sees what no widget used."""

    def __init__(self, screen: BenchScreen) -> None:
        self.screen = screen
        self.pointer: tuple[int, int] | None = None
        self.shift = False
        self._again = False

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        screen = self.screen
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in SHIFTS:
            self.shift = event.type == pygame.KEYDOWN
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.shift = False
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)
        elif screen.view.handle(event):
            pass
        elif event.type == pygame.MOUSEMOTION:
            self._moved(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            again, self._again = self._again, False
            if not self.let_go() and again:
                screen.editor.parts.choose(screen.editor.parts.at(self.spot(event.pos)))

    # -- the mouse -----------------------------------------------------------------------------------------------------

    def spot(self, pos: tuple[int, int]) -> Spot:
        """The spot of the table under a pixel, in inches."""
        return self.screen.view.camera.to_table(*pos)

    def on_table(self, pos: tuple[int, int]) -> bool:
        """Whether a pixel is in the part of the window that shows the table."""
        return bool(self.screen.places.table.collidepoint(pos))

    def thing_at(self, pos: tuple[int, int]) -> str:
        """The model or piece of terrain under a pixel."""
        screen = self.screen
        if not self.on_table(pos):
            return ""
        camera = screen.view.camera
        model = pointing.model_at(screen.scene, camera, pos, screen.ui.theme.target(24) / 2)
        state = screen.position.try_state()
        found = model or (pointing.piece_at(state, camera, pos) if state is not None else "")
        found = found or (wall_at(state, self.spot(pos)) if state is not None else "")
        return found if screen.position.model(found) or screen.position.piece(found) else ""

    def _moved(self, pos: tuple[int, int]) -> None:
        screen = self.screen
        self.pointer = pos
        if screen.editor.drag is not None:
            screen.editor.drag_to(self.spot(pos))
        else:
            screen.hover = self.thing_at(pos) if screen.editor.held is None else ""

    def _down(self, pos: tuple[int, int]) -> None:
        screen, editor = self.screen, self.screen.editor
        self.pointer = pos
        if not self.on_table(pos):
            return
        editor.told = ""
        if editor.held is not None:
            self.put(pos)
            return
        thing = self.thing_at(pos)
        if editor.arming:
            self._choose(thing)
        elif thing:
            self._again = thing == editor.selected and bool(editor.parts.all)
            editor.grip(thing, self.spot(pos), self.shift)
            screen.palette.tab = 2
        else:
            editor.select("")

    def _choose(self, model: str) -> None:
        """The model clicked becomes who looks, or the target; anything else lets the question be."""
        editor, position = self.screen.editor, self.screen.position
        end, editor.arming = editor.arming, ""
        if position.model(model) is None:
            return
        if end == "from":
            position.ask(viewer=model)
        else:
            position.ask(target=model)

    def put(self, pos: tuple[int, int]) -> None:
        """Put what is in the hand under a pixel; a click on the first corner closes an outline."""
        screen, editor = self.screen, self.screen.editor
        held = editor.held
        if isinstance(held, Drawing) and not held.thick and len(held.corners) > 2:
            first = screen.view.camera.to_screen(*held.corners[0])
            if abs(first[0] - pos[0]) < 12 and abs(first[1] - pos[1]) < 12:
                editor.finish_drawing()
                return
        editor.put(self.spot(pos), keep=self.shift)
        if isinstance(held, Ware | Figurine) and not self.shift and editor.selected:
            screen.hover = editor.selected

    def let_go(self) -> bool:
        """The left button is up again; True when that ends a drag."""
        return self.screen.editor.let_go()

    def _wheel(self, notches: int) -> None:
        screen, editor = self.screen, self.screen.editor
        if editor.drag is not None or isinstance(editor.held, Ware | Figurine):
            editor.turn(notches * (FINE if self.shift else COARSE))
        elif self.pointer is not None:
            screen.view.zoom(notches, self.pointer)

    # -- the keyboard --------------------------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> None:
        held = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in ARROWS:
            far = 0.01 if held else 1.0 if shift else 0.1
            dx, dy = ARROWS[event.key]
            self.screen.editor.nudge(dx * far, dy * far)
            return
        act = self._chords(shift).get(event.key) if held else self._plain(shift).get(event.key)
        if act is not None:
            act()
        elif not held:
            self._action(event.key)

    def _chords(self, shift: bool) -> dict[int, Callable[[], None]]:
        screen = self.screen
        return {
            pygame.K_z: screen.redo if shift else screen.undo,
            pygame.K_y: screen.redo,
            pygame.K_s: screen.files.save,
            pygame.K_o: screen.files.open,
        }

    def _plain(self, shift: bool) -> dict[int, Callable[[], None]]:
        screen, editor = self.screen, self.screen.editor
        turn = FINE if shift else COARSE
        return {
            pygame.K_ESCAPE: self.step_back,
            pygame.K_F1: screen.help,
            pygame.K_F2: screen.fold_left,
            pygame.K_F3: screen.fold_views,
            pygame.K_DELETE: editor.remove,
            pygame.K_BACKSPACE: editor.drop_corner,
            pygame.K_RETURN: editor.finish_drawing,
            pygame.K_KP_ENTER: editor.finish_drawing,
            pygame.K_q: lambda: editor.turn(turn),
            pygame.K_e: lambda: editor.turn(-turn),
            pygame.K_d: editor.duplicate,
            pygame.K_PAGEUP: lambda: editor.climb(True),
            pygame.K_PAGEDOWN: lambda: editor.climb(False),
            pygame.K_a: lambda: self.arm("from"),
            pygame.K_t: lambda: self.arm("to"),
            pygame.K_x: screen.position.swap,
            pygame.K_u: lambda: screen.position.ask(whole_units=not screen.position.whole_units),
            pygame.K_r: screen.answer.next_edition,
            pygame.K_g: screen.toggle_grid,
            pygame.K_s: screen.toggle_snap,
            pygame.K_f: screen.view.show_all,
            pygame.K_PLUS: lambda: self._zoom(1),
            pygame.K_EQUALS: lambda: self._zoom(1),
            pygame.K_KP_PLUS: lambda: self._zoom(1),
            pygame.K_MINUS: lambda: self._zoom(-1),
            pygame.K_KP_MINUS: lambda: self._zoom(-1),
        }

    def _action(self, key: int) -> None:
        for action in self.screen.actions:
            if action.key == key and action.ready(self.screen):
                action.press(self.screen)

    def _zoom(self, notches: int) -> None:
        self.screen.view.zoom(notches, self.screen.places.table.center)

    def arm(self, end: str) -> None:
        """The next click on a model chooses that end of the line; what is selected is chosen at once."""
        self.screen.editor.take(None)
        self.screen.editor.arming = end

    def step_back(self) -> None:
        """Esc: drop what is in the hand, the choice of an end, a selection; else leave the bench."""
        screen, editor = self.screen, self.screen.editor
        if editor.drag is not None:
            self.let_go()
            screen.position.undo()
        elif isinstance(editor.held, Drawing) and editor.held.corners:
            editor.drop_corner()
        elif editor.held is not None:
            editor.take(None)
        elif editor.arming:
            editor.arming = ""
        elif editor.told:
            editor.told = ""
        elif editor.parts.index is not None:
            editor.parts.choose(None)
        elif editor.selected:
            editor.select("")
        else:
            screen.leave()
