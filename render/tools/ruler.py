"""The ruler and the range rings, which show only what the rules let be measured now."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pygame
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battlefield.body import Body
from battlefield.measure import distance, nearest
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import INCH, inches
from engine.core.records import Model
from engine.core.refusals import Refusals
from engine.core.state import State
from engine.session import Session
from render.battle.tool import Reply, Shown
from render.table.overlays import draw_ruler
from render.table.strokes import Chips, dashed_path, dashes, polygons
from render.table.strokes import outline as ring_line
from render.theme import BACKGROUND, INFORMATION, INFORMATION_INK, REFUSED_INK, TEXT, WARNING_INK
from render.tools.hand import Plain, tenths

Ends = tuple[str, tuple[int, int]]
"""One end of the ruler: the model it is laid at, if any, and the spot."""


class Ruler(Plain):
    """Drag from one thing to another. Between models it measures from base to base."""

    start: Ends | None = None
    end: Ends | None = None
    held = False

    def handle(self, event: pygame.event.Event) -> Reply:
        super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.on_table(event.pos):
            self.start = self.end = self._end(event.pos)
            self.held = True
            return True
        if event.type == pygame.MOUSEMOTION and self.held:
            self.end = self._end(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.end = self._end(event.pos)
            self.held = False
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.start is not None:
            self.start = self.end = None
            self.held = False
            return True
        return False

    def _end(self, pos: tuple[int, int]) -> Ends:
        return self.body_at(pos, self.state.bodies()), self.spot(pos)

    def refusals(self) -> Refusals:
        """Why this may not be measured now. A free spot counts as the enemy model nearest to it would."""
        if self.start is None or self.end is None:
            return ()
        return may_lay(self.session, self.start, self.end)

    def length(self) -> int:
        """What the ruler shows, in micrometres."""
        assert self.start is not None and self.end is not None
        (one, a), (other, b) = self.start, self.end
        if one and one == other:
            return 0
        if one and other:
            return self.session.measure(one, other)
        return round(distance([_body(self.state, one, a)], [_body(self.state, other, b)]) * INCH)

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        if self.start is None or self.end is None:
            if self.pointer is not None:
                chips.put(surface, self.pointer, "Drag from one model or spot to another", TEXT)
            return
        a, b = self._spots()
        if refused := self.refusals():
            dashes(surface, self.camera.to_screen(*a), self.camera.to_screen(*b), REFUSED_INK)
            chips.put(surface, self.camera.to_screen(*b), self.session.explain(refused[0]), REFUSED_INK)
        else:
            draw_ruler(surface, self.camera, chips, a, b, f"{tenths(self.length())}″")

    def _spots(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the line is drawn from and to: the nearest points of the bases, or the free spots."""
        assert self.start is not None and self.end is not None
        one, other = (_body(self.state, model, spot) for model, spot in (self.start, self.end))
        ax, ay = one.pose.xy
        bx, by = other.pose.xy
        length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) ** 0.5
        if length <= 0.01 or not self.start[0] + self.end[0]:
            return one.pose.xy, other.pose.xy
        near, far = (_rim(body, (bx - ax) / length * hand, (by - ay) / length * hand)
                     for body, hand in ((one, 1), (other, -1)))  # fmt: skip
        return near, far

    @property
    def cursor(self) -> int | None:
        return pygame.SYSTEM_CURSOR_CROSSHAIR


def _body(state: State, model: str, spot: tuple[int, int]) -> Body:
    if model:
        return next(body for body in state.bodies() if body.id == model)
    return Body("spot", Round(2), Pose(*spot), INCH, 0)


def _rim(body: Body, dx: float, dy: float) -> tuple[float, float]:
    x, y = body.pose.xy
    edge = body.reach if isinstance(body.shape, Round) else 0.0
    return x + dx * edge, y + dy * edge


def may_lay(session: Session, start: Ends, end: Ends) -> Refusals:
    """Why a ruler may not be laid between two ends now; empty when it may.

    A free spot is judged like the nearest model of whoever is the enemy of the other end: else a spot beside a model
    would tell the distance to it.
    """
    state = session.state
    one, other = (model or _stand_in(state, spot, "") for model, spot in (start, end))
    if not start[0] or not end[0]:
        anchor, spot = (one, end[1]) if start[0] or not end[0] else (other, start[1])
        if not anchor:
            return ()
        one, other = anchor, _stand_in(state, spot, state.side_of(anchor))
    if not one or not other or one == other:
        return ()
    return session.book.may_measure(state, one, other)


def _stand_in(state: State, spot: tuple[int, int], side: str) -> str:
    """The model nearest to a spot that is not of a side; empty when there is none."""
    found = nearest(_body(state, "", spot), [b for b in state.bodies() if not side or state.side_of(b.id) != side])
    return found.id if found is not None else ""


class Ranges(Plain):
    """The ranges of the selected unit's weapons, or of the unit under the pointer; half of each dotted."""

    def unit(self) -> str:
        """Whose ranges are shown."""
        under = self.body_at(self.pointer, self.state.bodies()) if self.pointer is not None else ""
        chosen = next(iter(self.bench.selected()), "") or under
        return self.state.models[chosen].unit if chosen in self.state.models else ""

    def refusals(self, unit: str) -> Refusals:
        """Why rings may not be shown: no enemy's distance may be measured now."""
        state = self.state
        enemies = [u.id for u in state.units_of(state.enemy(state.side_of(unit)))]
        refused = [self.session.book.may_measure(state, unit, enemy) for enemy in enemies]
        return refused[0] if refused and all(refused) else ()

    def shown(self) -> Shown:
        unit = self.unit()
        return Shown(tuple(m.id for m in self.state.present(unit)) if unit else ())

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        unit = self.unit()
        if not unit:
            if self.pointer is not None:
                chips.put(surface, self.pointer, "Point at a unit, or select one", TEXT)
            return
        models = self.state.present(unit)
        at = self.camera.to_screen(*models[0].pose.xy)
        if refused := self.refusals(unit):
            chips.put(surface, at, self.session.explain(refused[0]), REFUSED_INK)
            return
        reaches = weapon_reaches(self.state, models)
        if not reaches:
            chips.put(surface, at, "No weapon with a range", WARNING_INK)
        for number, (far, (names, bearers)) in enumerate(sorted(reaches.items(), reverse=True)):
            words = f"{', '.join(names)} {inches(far):g}″"
            self._draw_ring(surface, chips, within(bearers, inches(far)), words, number, False)
            self._draw_ring(
                surface, chips, within(bearers, inches(far) / 2), f"{inches(far) / 2:g}″ half", number, True
            )

    def _draw_ring(
        self, surface: pygame.Surface, chips: Chips, ground: BaseGeometry, words: str, number: int, half: bool
    ) -> None:
        for part in polygons(ground):
            points = self.camera.points(part.exterior.coords)
            if half:
                dashed_path(surface, points, INFORMATION, 2, 2.5, 6)
            else:
                ring_line(surface, points, BACKGROUND, 4)
                ring_line(surface, points, INFORMATION, 2)
            share = (0.3 if half else 0.1) + 0.07 * number
            x, y = part.exterior.interpolate(share % 1.0, normalized=True).coords[0]
            chips.put(surface, self.camera.to_screen(x, y), words, INFORMATION_INK, size=12)


@lru_cache(maxsize=64)
def within(bodies: tuple[Body, ...], far: float) -> BaseGeometry:
    """All ground within some inches of any of some bases."""
    return unary_union([body.base.buffer(far, quad_segs=24) for body in bodies])


def weapon_reaches(state: State, models: tuple[Model, ...]) -> dict[int, tuple[tuple[str, ...], tuple[Body, ...]]]:
    """The ranges of some models' weapons in micrometres, each with the weapons' names and who bears them."""
    every: dict[str, Any] = getattr(state.lore, "weapons", {})
    names: dict[int, dict[str, None]] = {}
    bearers: dict[int, dict[str, Body]] = {}
    bodies = {body.id: body for body in state.bodies()}
    for model in models:
        for item in model.gear:
            for key in every[item].modes or (item,) if item in every else ():
                if far := every[key].reach:
                    names.setdefault(far, {})[every[key].name] = None
                    bearers.setdefault(far, {})[model.id] = bodies[model.id]
    return {far: (tuple(names[far]), tuple(bearers[far].values())) for far in names}
