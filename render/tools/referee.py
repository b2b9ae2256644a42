"""The referee's hand: any model can be put anywhere, both players agreeing."""

from __future__ import annotations

from dataclasses import replace

import pygame

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.table import surfaces_at
from battlefield.units import FULL_TURN, INCH, inches, um
from engine.core.records import body_of
from engine.core.referee import MoveModel
from render.battle.tool import Answer, Reply
from render.table.overlays import draw_ruler
from render.table.strokes import Chips
from render.theme import TEXT, WARNING_INK
from render.tools import marks
from render.tools.arranging import Grip
from render.tools.hand import TURN, Plain, ghosts

HANDY = um(1.5)
"""How far above or below where it stood a surface is taken for the one meant, in micrometres."""


class RefereeTool(Plain):
    """Drag a model; the wheel turns it; letting go puts it there. Page up and down choose the floor."""

    grip: Grip | None = None
    floor = 0

    def handle(self, event: pygame.event.Event) -> Reply:
        super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.on_table(event.pos):
            return self._take(event.pos)
        if self.grip is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            self.grip.now = self.spot(event.pos)
            return True
        if event.type == pygame.MOUSEWHEEL:
            self.grip.turn += event.y * TURN
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.floor += 1 if event.key == pygame.K_PAGEUP else -1
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.grip = None
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.grip.now = self.spot(event.pos)
            return self._put()
        return False

    def _take(self, pos: tuple[int, int]) -> bool:
        model = self.body_at(pos, self.state.bodies())
        if model:
            spot = self.spot(pos)
            self.grip = Grip((body_of(self.state.models[model]),), spot, spot)
            self.floor = 0
        return bool(model)

    def _put(self) -> Reply:
        grip, self.grip = self.grip, None
        if grip is None or (grip.by == (0, 0) and not grip.turn and not self.floor):
            return True
        pose, support = self._landing(grip)
        return Answer(MoveModel(grip.bodies[0].id, pose, support))

    def _landing(self, grip: Grip) -> tuple[Pose, str]:
        """Where the model in the hand would stand, and on which surface."""
        old = grip.bodies[0].pose
        flat = Pose(old.x + grip.by[0], old.y + grip.by[1], old.z, (old.facing + grip.turn) % FULL_TURN)
        levels = [(0, ""), *((um(s.z), s.id) for s in surfaces_at(self.state.board, *flat.xy))]
        near = [n for n, (z, _) in enumerate(levels) if abs(z - old.z) <= HANDY]
        chosen = min(len(levels) - 1, max(0, (near[-1] if near else 0) + self.floor))
        z, support = levels[chosen]
        return replace(flat, z=z), support

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        grip = self.grip
        if grip is None:
            if self.pointer is not None and self.on_table(self.pointer):
                chips.put(surface, self.pointer, "Referee: drag a model, Esc ends", WARNING_INK)
            return
        pose, _ = self._landing(grip)
        body: Body = grip.bodies[0].at(pose)
        marks.draw_starts(surface, self.camera, grip.bodies)
        marks.draw_models(self.bench.view, surface, ghosts(self.state, [body]))
        dx, dy = grip.by
        words = f"{(dx * dx + dy * dy) ** 0.5 / INCH:.1f}″"
        words += f", {inches(pose.z):.1f}″ up" if pose.z else ""
        draw_ruler(surface, self.camera, chips, grip.bodies[0].pose.xy, body.pose.xy, words, TEXT)

    @property
    def cursor(self) -> int | None:
        return pygame.SYSTEM_CURSOR_SIZEALL
