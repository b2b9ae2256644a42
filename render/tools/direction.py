"""Pointing: an arrow from what the question is about follows the pointer."""

from __future__ import annotations

import pygame

from battlefield.pose import Pose
from battlefield.units import DEGREE, FULL_TURN, angle_of, degrees, unit_vector
from engine.core.decisions import Direction
from engine.core.dice import Stream
from engine.core.refusals import Refusals
from render.battle.tool import Act, Answer, Bench, Reply, Words
from render.table.strokes import Chips, line
from render.theme import FOCUS, REFUSED_INK
from render.tools import marks
from render.tools.hand import TURN, Plain

LENGTH = 110
"""How long the arrow is, in pixels of the design."""


class DirectionTool(Plain):
    """Answers a Direction question."""

    def __init__(self, bench: Bench, decision: Direction) -> None:
        super().__init__(bench)
        self.decision = decision
        self.suggested: int = decision.suggest(Stream(f"window/{bench.session.digest}"))
        self.angle = self.suggested

    @property
    def origin(self) -> Pose:
        """Where the arrow starts: at the subject, else in the middle of the table."""
        subject = next(iter(self.decision.subjects), "")
        state = self.state
        if subject in state.models and state.models[subject].on_table:
            return state.models[subject].pose
        if subject in state.units and (present := state.present(subject)):
            return present[0].pose
        if subject in state.objectives:
            return state.objectives[subject].at
        return Pose(state.board.width // 2, state.board.depth // 2)

    def handle(self, event: pygame.event.Event) -> Reply:
        super().handle(event)
        if event.type == pygame.MOUSEMOTION and self.on_table(event.pos):
            self._point(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.on_table(event.pos):
            self._point(event.pos)
            return True if self.refusals() else Answer(self.angle)
        if event.type == pygame.MOUSEWHEEL:
            self.angle = (self.angle + event.y * (DEGREE if self.shift else TURN)) % FULL_TURN
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return Answer(self.angle)
        return False

    def _point(self, pos: tuple[int, int]) -> None:
        x, y = self.spot(pos)
        origin = self.origin
        if (x, y) != (origin.x, origin.y):
            self.angle = angle_of(x - origin.x, y - origin.y)

    def refusals(self) -> Refusals:
        """Why it may not be that way."""
        return self.decision.refusals(self.angle)

    def acts(self) -> tuple[Act, ...]:
        return (
            Act("As suggested", lambda: Answer(self.suggested), main=True),
            Act("This way", lambda: Answer(self.angle), pygame.K_RETURN),
        )

    def words(self) -> Words:
        return Words(f"{degrees(self.angle):.0f}°. Point and click.", self.sentences(self.refusals()))

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        refused = self.refusals()
        color = REFUSED_INK if refused else FOCUS
        start = pygame.math.Vector2(self.camera.to_screen(*self.origin.xy))
        draw_arrow(surface, start, self.angle, self.bench.ui.theme.px(LENGTH), color)
        marks.draw_refusals(surface, self.camera, chips, self.session, refused)

    @property
    def cursor(self) -> int | None:
        return pygame.SYSTEM_CURSOR_CROSSHAIR


def draw_arrow(
    surface: pygame.Surface, start: pygame.math.Vector2, angle: int, length: float, color: tuple[int, int, int]
) -> None:
    """An arrow of so many pixels from a pixel, at an angle in microdegrees."""
    dx, dy = unit_vector(angle)
    along = pygame.math.Vector2(dx, -dy)
    across = pygame.math.Vector2(-along.y, along.x)
    tip = start + along * length
    head = min(14.0, length / 2)
    line(surface, start, tip - along * head, color, 3)
    pygame.draw.polygon(surface, color, [tip, tip - along * head + across * 7, tip - along * head - across * 7])
