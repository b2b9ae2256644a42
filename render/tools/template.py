"""Laying a template: it follows the pointer, a teardrop hangs on its firer; who lies under it is lit and counted."""

from __future__ import annotations

import pygame

from battlefield.body import Body
from battlefield.measure import nearest, within
from battlefield.pose import Pose
from battlefield.shapes import Hull, Round, outline
from battlefield.templates import teardrop_from
from battlefield.units import DEGREE, FULL_TURN, INCH, angle_of, degrees, inches
from engine.core.decisions import PlaceTemplate
from engine.core.dice import Stream
from engine.core.records import body_of
from engine.core.refusals import Refusals
from render.battle.tool import Act, Answer, Bench, Reply, Words
from render.table.overlays import draw_range, draw_target, draw_template
from render.table.strokes import Chips
from render.theme import FOCUS, INFORMATION, REFUSED, REFUSED_INK, WARNING, WARNING_INK
from render.tools import marks
from render.tools.hand import Held, Plain

COARSE, FINE = 3 * DEGREE, DEGREE // 2
"""How far a notch of the wheel turns a template, and with Shift."""

SNAP = 0.6
"""How far from a base, in inches, the middle of a marker still jumps onto it."""


class TemplateTool(Plain):
    """Answers a PlaceTemplate question."""

    def __init__(self, bench: Bench, decision: PlaceTemplate) -> None:
        super().__init__(bench)
        self.decision = decision
        self.suggested: Pose = decision.suggest(Stream(f"window/{bench.session.digest}"))
        self.pose = self.suggested
        self.offset = 0
        self.aimed: tuple[int, int] | None = None
        self._judged: Held[Pose, tuple[tuple[str, ...], Refusals]] = Held(self._judge)

    @property
    def firer(self) -> Body | None:
        """Who fires, when he stands on the table."""
        model = next(iter(self.decision.subjects), "")
        record = self.state.models.get(model)
        return body_of(record) if record is not None and record.on_table else None

    @property
    def hangs(self) -> bool:
        """Whether the template starts at its firer's base."""
        return isinstance(self.decision.template, Hull) and self.firer is not None

    def _judge(self, pose: Pose) -> tuple[tuple[str, ...], Refusals]:
        return self.decision.under(pose), self.decision.refusals(pose)

    def under(self) -> tuple[str, ...]:
        """The models under the template where it is now."""
        return self._judged.get(self.pose)[0]

    def refusals(self) -> Refusals:
        """Why it may not lie there."""
        return self._judged.get(self.pose)[1]

    # -- the hand ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Reply:
        super().handle(event)
        if event.type == pygame.MOUSEMOTION and self.on_table(event.pos):
            if not any(event.buttons[1:]):
                self.aimed = event.pos
                self._aim()
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.on_table(event.pos):
            self.aimed = event.pos
            self._aim()
            return True if self.refusals() else Answer(self.pose)
        if event.type == pygame.MOUSEWHEEL and isinstance(self.decision.template, Hull):
            return self.turn(event.y * (FINE if self.shift else COARSE))
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        return False

    def _key(self, key: int) -> Reply:
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return Answer(self.pose)
        if key in (pygame.K_q, pygame.K_e) and isinstance(self.decision.template, Hull):
            return self.turn(COARSE if key == pygame.K_q else -COARSE)
        return False

    def turn(self, by: int) -> Reply:
        """Turn the template about its tip."""
        if self.aimed is None and self.hangs and self.firer is not None:
            facing = (self.pose.facing + by) % FULL_TURN
            self.pose = teardrop_from(self.firer, degrees(facing))
            return True
        self.offset += by
        self._aim()
        return True

    def _aim(self) -> None:
        if self.aimed is None:
            self.pose = Pose(self.pose.x, self.pose.y, self.pose.z, self.offset % FULL_TURN)
            return
        x, y = self.spot(self.aimed)
        firer = self.firer
        if self.hangs and firer is not None:
            facing = (angle_of(x - firer.pose.x, y - firer.pose.y) + self.offset) % FULL_TURN
            self.pose = teardrop_from(firer, degrees(facing))
        else:
            self.pose = self._snapped(Pose(x, y, 0, self.offset % FULL_TURN))

    def _snapped(self, pose: Pose) -> Pose:
        """The same pose, or where it is refused, the nearest one on the base beside it when that is allowed."""
        targets = [body_of(m) for unit in self.decision.subjects[1:] for m in self.state.present(self._unit(unit))]
        if not targets or not self.decision.refusals(pose):
            return pose
        spot = Body("spot", Round(2), pose, INCH, 0)
        near = nearest(spot, targets)
        if near is None or not within(spot, near, SNAP):
            return pose
        dx, dy = pose.x - near.pose.x, pose.y - near.pose.y
        share = max(0.0, near.reach - 0.03) * INCH / max(1.0, (dx * dx + dy * dy) ** 0.5)
        moved = Pose(round(near.pose.x + dx * share), round(near.pose.y + dy * share), pose.z, pose.facing)
        return pose if self.decision.refusals(moved) else moved

    def _unit(self, subject: str) -> str:
        return self.state.models[subject].unit if subject in self.state.models else subject

    def suggest(self) -> Reply:
        """The best place."""
        return Answer(self.suggested)

    # -- the prompt ----------------------------------------------------------------------------------------------------

    def acts(self) -> tuple[Act, ...]:
        made = [Act("Best place", self.suggest, main=True, tip="Lay it where the rules suggest")]
        made.append(Act("Here", lambda: Answer(self.pose), pygame.K_RETURN, tip="Lay it where it is now"))
        if isinstance(self.decision.template, Hull):
            made.append(Act("Turn left", lambda: self.turn(COARSE), pygame.K_q, tip="Or with the wheel"))
            made.append(Act("Turn right", lambda: self.turn(-COARSE), pygame.K_e, tip="Or with the wheel"))
        return tuple(made)

    def words(self) -> Words:
        count = len(self.under())
        hint = f"{count} model{'' if count == 1 else 's'} under it. Click to lay it"
        hint += "; the wheel turns it, with Shift finely." if isinstance(self.decision.template, Hull) else "."
        return Words(hint, self.sentences(self.refusals()))

    # -- the table -----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        refused, camera = self.refusals(), self.camera
        self._draw_range(surface, chips)
        ground = outline(self.decision.template, self.pose)
        color = REFUSED if refused else WARNING
        covered = self.under()
        for model in covered:
            record = self.state.models[model]
            friend = self.state.side_of(model) == self.decision.player
            draw_target(surface, camera, record.shape, record.pose, REFUSED if friend else FOCUS)
        pointer = camera.to_table(*self.aimed) if self.aimed is not None else self.pose.xy
        draw_template(surface, camera, chips, ground, None, pointer, color)
        words = "1 model" if len(covered) == 1 else f"{len(covered)} models"
        chips.put(surface, camera.to_screen(*pointer), words, REFUSED_INK if refused else WARNING_INK)
        if not self.hangs:
            pygame.draw.aacircle(surface, color, camera.to_screen(*self.pose.xy), 3)
        marks.draw_refusals(surface, camera, chips, self.session, refused)

    def _draw_range(self, surface: pygame.Surface, chips: Chips) -> None:
        """How far the weapon reaches, where that may be measured."""
        firer, reach = self.firer, self.decision.hint("range")
        if firer is None or not isinstance(reach, int) or len(self.decision.subjects) < 2:
            return
        if not self.session.book.may_measure(self.state, firer.id, self.decision.subjects[1]):
            draw_range(surface, self.camera, chips, firer.shape, firer.pose, inches(reach), INFORMATION)

    @property
    def cursor(self) -> int | None:
        return pygame.SYSTEM_CURSOR_NO if self.refusals() else pygame.SYSTEM_CURSOR_CROSSHAIR
