"""A real table from a photograph: its corners are clicked, then what stands on it; the bench takes it from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from render.bench.backdrop import Backdrop, straightened
from render.bench.choosing import Chooser
from render.bench.homography import CORNERS, QuadError, Spot
from render.bench.import_drawing import Drawing
from render.bench.import_panel import KINDS, MEANS, Choice, draw_panel, number, panel_scale
from render.bench.photo import Photo, PhotoError, read
from render.bench.picture_view import PictureView
from render.bench.plain import SIDES, Data
from render.bench.sketch import Base, Click, History, MarkError, Outline, Sketch
from render.theme import BACKGROUND, TEXT, WARNING_INK
from render.ui.widgets import label, paragraph
from render.ui.window import Screen, Window

NEAR = 13
"""Pixels of the screen within which a press takes hold of a corner, or closes an outline at its first one."""

PANEL, PROMPT = 380, 44
"""The width of the panel and the height of the prompt, in design pixels."""

LOST = "Esc again leaves the photograph; what was clicked is lost then."

Done = Callable[[Data, Backdrop], None]


class PhotoScreen(Screen):
    """The photograph with what was clicked on it. `done` gets the scene and the straightened picture."""

    def __init__(self, window: Window, edition: str, done: Done, path: Path | None = None) -> None:
        self.window, self.ui, self.edition, self.done = window, window.ui, edition, done
        self.history = History()
        self.choice = Choice()
        self.chosen = ""
        self.told = ""
        self.photo: Photo | None = None
        self.view: PictureView | None = None
        self.chooser = Chooser(self.open, path.parent if path is not None else None)
        self.table_words = [f"{self.sketch.width:g}", f"{self.sketch.depth:g}"]
        self._corner = -1
        self._held = False
        if path is not None:
            self.open(path)

    # -- the photograph ------------------------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Take another photograph; what was clicked on the one before is let go."""
        try:
            self.photo = read(path)
        except PhotoError as error:
            self.told = self.chooser.trouble = str(error)
            return
        self.chooser.folder = path.parent
        self.view = PictureView(self.photo.picture, self._places()[0])
        self.history = History(replace(Sketch(), width=self.sketch.width, depth=self.sketch.depth,
                                       title=f"From {path.stem}"[:80]))  # fmt: skip
        self.chosen, self.told = "", " ".join(self.photo.told)

    @property
    def sketch(self) -> Sketch:
        """What has been clicked so far."""
        return self.history.now

    @property
    def miss(self) -> float:
        """How far a click may miss at the size at which the picture is shown, in its pixels."""
        return max(self.sketch.click, self.view.coarse if self.view is not None else 0.0)

    @property
    def ready(self) -> bool:
        """Whether there is a table to take to the bench."""
        return not self.sketch.trouble

    @property
    def can_go_back(self) -> bool:
        return bool(self.history.past)

    @property
    def next_step(self) -> str:
        """What to do now, as a sentence."""
        sketch = self.sketch
        if len(sketch.corners) < 4:
            return (
                f"Click the {CORNERS[len(sketch.corners)]} corner of the table; hold the button to see it larger, "
                + ("or magnify first, with the wheel.")
            )
        if sketch.trouble:
            return sketch.trouble
        means = MEANS[self.choice.means]
        if means == "Base":
            return "Click the middle of a base, where it stands on the table."
        if means == "Edges":
            return ("Click one edge of a base.", "Click the edge opposite to it.")[len(sketch.open) % 2]
        what = "vehicle" if means == "Hull" else KINDS[self.choice.kind][1].lower()
        if len(sketch.open) < 3:
            return f"Click the corners of the {what}, one after the other, where they touch the table."
        return "Click the first corner again, or press Enter, to close the outline."

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _places(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Where picture, panel and prompt are."""
        theme, whole = self.ui.theme, self.window.surface.get_rect()
        wide = min(round(PANEL * panel_scale(theme.scale, whole.height)), whole.width // 2)
        panel = pygame.Rect(whole.right - wide, 0, wide, whole.height)
        prompt = pygame.Rect(0, whole.height - theme.px(PROMPT), whole.width - wide, theme.px(PROMPT))
        return pygame.Rect(0, 0, whole.width - wide, prompt.y), panel, prompt

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill(BACKGROUND)
        room, panel, prompt = self._places()
        draw_panel(self.ui, panel, self)
        if self.view is None:
            pad = self.ui.theme.px(28)
            whole = pygame.Rect(0, 0, room.width, surface.get_height())
            self.chooser.draw(self.ui, whole.inflate(-2 * pad, -2 * pad))
            return
        view, sketch = self.view, self.sketch
        view.resize(room)
        view.draw(surface)
        surface.set_clip(room)
        drawing = Drawing(surface, self.ui.theme, view, sketch)
        drawing.table(self._corner)
        drawing.marks(self.chosen)
        over = self.ui.pointer if self.ui.at(self.ui.pointer) is None else None
        drawing.clicks(over if MEANS[self.choice.means] != "Base" else None)
        if self._held:
            at = sketch.corners[self._corner].at if self._corner >= 0 else sketch.open[-1].at
            view.draw_loupe(surface, self.ui.theme, view.to_screen(at))
        surface.set_clip(None)
        self._draw_prompt(prompt)

    def _draw_prompt(self, rect: pygame.Rect) -> None:
        theme = self.ui.theme
        inner = rect.inflate(-2 * theme.px(14), -theme.px(6))
        words = self.told or self.next_step
        ink = WARNING_INK if self.told or (self.sketch.trouble and len(self.sketch.corners) == 4) else TEXT
        if theme.width(words, 17, True) <= inner.width:
            label(self.ui, inner, words, 17, ink, bold=True)
        else:
            paragraph(self.ui, inner, words, 14, ink)

    # -- the hand ------------------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> int | None:
        return pygame.SYSTEM_CURSOR_CROSSHAIR if self.view is not None else None

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif self.view is None or self.view.handle(event):
            return
        elif event.type == pygame.MOUSEWHEEL and self.view.view.collidepoint(self.ui.pointer):
            self.view.zoom(event.y, self.ui.pointer)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.view.view.collidepoint(event.pos):
            self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION and self._held:
            self._drag(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._drag(event.pos)
            self._release()

    def _key(self, event: pygame.event.Event) -> None:
        held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_BACKSPACE or (held and event.key == pygame.K_z):
            self.back()
        elif event.key == pygame.K_DELETE:
            self.remove()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._close_outline()
        elif event.key == pygame.K_ESCAPE:
            self._escape()
        elif event.key == pygame.K_HOME and self.view is not None:
            self.view.show_all()
        elif event.key in ARROWS:
            self._nudge(ARROWS[event.key])

    def _escape(self) -> None:
        """Let an unfinished outline go; else leave, asked twice where something would be lost."""
        if self.sketch.open:
            self.history.take(replace(self.sketch, open=()))
        elif self.sketch.corners and self.told != LOST:
            self.told = LOST
        else:
            self.leave()

    def _click(self, pos: Spot) -> Click:
        assert self.view is not None
        x, y = self.view.to_picture(pos)
        w, h = self.view.picture.get_size()
        return Click(min(float(w), max(0.0, x)), min(float(h), max(0.0, y)), self.view.coarse)

    def _near(self, pos: Spot, at: Click) -> bool:
        assert self.view is not None
        x, y = self.view.to_screen(at.at)
        return (x - pos[0]) ** 2 + (y - pos[1]) ** 2 <= NEAR**2

    def _press(self, pos: Spot) -> None:
        """Take hold of a corner, or put a new click there and hold that."""
        self.told, sketch = "", self.sketch
        self._corner = next((i for i, corner in enumerate(sketch.corners) if self._near(pos, corner)), -1)
        if self._corner >= 0:
            self.history.past.append(sketch)
        elif len(sketch.corners) < 4:
            self.history.take(replace(sketch, corners=(*sketch.corners, self._click(pos))))
            self._corner = len(sketch.corners)
        elif sketch.trouble:
            self.told = sketch.trouble
            return
        elif len(sketch.open) >= 3 and self._near(pos, sketch.open[0]):
            self._close_outline()
            return
        else:
            self.history.take(replace(sketch, open=(*sketch.open, self._click(pos))))
        self._held = True

    def _drag(self, pos: Spot) -> None:
        sketch, to = self.sketch, self._click(pos)
        if self._corner >= 0:
            self.history.now = sketch.moved_corner(self._corner, to)
        else:
            self.history.now = replace(sketch, open=(*sketch.open[:-1], to))

    def _release(self) -> None:
        self._held = False
        sketch = self.sketch
        if self._corner >= 0:
            if len(sketch.corners) == 4 and len(self.history.past[-1].corners) < 4:
                self.history.now = replace(sketch, corners=sketch.corners[:3]).with_corner(sketch.corners[3])
            self._corner = -1
            return
        wanted = {"Base": 1, "Edges": 2}.get(MEANS[self.choice.means])
        if wanted is not None and len(sketch.open) >= wanted:
            self._put(sketch.open)
        elif wanted is None:
            self._on_table(sketch.open[-1])

    def _on_table(self, at: Click) -> None:
        """Let a corner of an outline go again that is not on the table."""
        try:
            self.sketch.spot(at)
        except MarkError as error:
            self.told = str(error)
            self.history.back()

    def _close_outline(self) -> None:
        if len(self.sketch.open) >= 3 and MEANS[self.choice.means] in ("Hull", "Terrain"):
            self._put(self.sketch.open)

    def _put(self, clicks: tuple[Click, ...]) -> None:
        """Put down what these clicks are; what cannot be is told, and the clicks are let go."""
        new, past = None, self.history.past
        try:
            new = self.sketch.with_mark(self._mark(clicks))
        except MarkError as error:
            self.told = str(error)
        while past and past[-1].open:
            past.pop()
        self.history.now = past.pop() if past else replace(self.sketch, open=())
        if new is not None:
            self.history.take(new)
            self.chosen = new.marks[-1].id

    def _mark(self, clicks: tuple[Click, ...]) -> Base | Outline:
        choice, means = self.choice, MEANS[self.choice.means]
        if means == "Terrain":
            kind, name, _ = KINDS[choice.kind]
            id = self.sketch.fresh(kind)
            return Outline(id, kind, f"{name} {id.rsplit('-', 1)[1]}", choice.top(), clicks)
        side = SIDES[choice.side]
        mm = 0.0 if means == "Hull" else number(choice.mm)
        if mm is None or not (means == "Hull" or 5 <= mm <= 400):
            raise MarkError("A base has from 5 to 400 mm; type its size.")
        unit = "".join(c if c.isalnum() and c.isascii() else "_" for c in choice.unit[choice.side].strip().lower())
        unit = unit.strip("_") or f"{side['id']}_unit"
        id = self.sketch.fresh(unit)
        height, eye = choice.sizes()
        name = f"{choice.unit[choice.side].strip() or side['name']} {id.rsplit('-', 1)[1]}"
        return Base(id, str(side["id"]), unit, name, mm, height, eye, clicks)

    def _nudge(self, by: tuple[int, int]) -> None:
        """Move the last click by a half pixel of the picture."""
        sketch = self.sketch
        if sketch.open or (0 < len(sketch.corners) <= 4 and not sketch.marks):
            at = sketch.open[-1] if sketch.open else sketch.corners[-1]
            to = at._replace(x=at.x + by[0] / 2, y=at.y + by[1] / 2)
            new = (
                replace(sketch, open=(*sketch.open[:-1], to))
                if sketch.open
                else sketch.moved_corner(len(sketch.corners) - 1, to)
            )
            self.history.take(new)

    # -- what the panel does -------------------------------------------------------------------------------------------

    def resize_table(self, width: float, depth: float, typed: bool = False) -> None:
        """Another size of the table."""
        self.history.take(replace(self.sketch, width=width, depth=depth))
        if not typed:
            self.table_words = [f"{width:g}", f"{depth:g}"]

    def turn(self) -> None:
        """The table lies the other way round."""
        self.history.take(self.sketch.turned())

    def allow(self, click: float) -> None:
        """How far a click may miss."""
        self.history.take(replace(self.sketch, click=click), remember=False)

    def mean(self, i: int) -> None:
        """What the next clicks are; clicks of something else that is not complete are let go."""
        self.choice.means = i
        self.choice.height = self.choice.eye = ""
        if self.sketch.open:
            self.history.take(replace(self.sketch, open=()))

    def choose_kind(self, i: int) -> None:
        self.choice.kind, self.choice.height = i, ""

    def set_mm(self, words: str) -> None:
        self.choice.mm, self.choice.height, self.choice.eye = words, "", ""

    def set_unit(self, words: str) -> None:
        self.choice.unit[self.choice.side] = words

    def set_side(self, i: int) -> None:
        self.choice.side = i

    def set_height(self, words: str) -> None:
        self.choice.height = words

    def set_eye(self, words: str) -> None:
        self.choice.eye = words

    def choose(self, id: str) -> None:
        self.chosen = id if id != self.chosen else ""

    def remove(self) -> None:
        """Remove the thing that is chosen."""
        if self.chosen:
            self.history.take(self.sketch.without(self.chosen))
            self.chosen = ""

    def back(self) -> None:
        """Take the last click back."""
        self.history.back()
        self.told = ""
        self.table_words = [f"{self.sketch.width:g}", f"{self.sketch.depth:g}"]

    def choose_again(self) -> None:
        """Look for another picture; this one stays until there is one."""
        self.chooser.look_into(self.chooser.folder)
        self.view = None

    def leave(self) -> None:
        """Back without taking anything along."""
        self.window.pop()

    def finish(self) -> None:
        """Take the table to the bench."""
        assert self.photo is not None
        try:
            data = self.sketch.scene(self.edition)
            found = self.sketch.map()
        except (MarkError, QuadError) as error:
            self.told = str(error)
            return
        picture = straightened(self.photo.picture, found)
        self.window.pop()
        self.done(data, Backdrop(picture, self.sketch.width, self.sketch.depth))


ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
