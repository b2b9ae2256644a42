"""The sight tool: whom a model sees, how much of each is hidden and by what, and the cover that comes of it."""

from __future__ import annotations

import pygame
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battlefield.body import Body
from battlefield.terrain import Piece, area, polygon, solids
from battlefield.units import INCH
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Verdict
from render.battle.tool import Bench, Reply
from render.table.overlays import Sightline, draw_rim, draw_sight
from render.table.strokes import Chips, dashes, line, polygons
from render.table.strokes import outline as ring_line
from render.theme import FOCUS, INFORMATION, INFORMATION_INK, REFUSED_INK, TEXT, WARNING_INK
from render.tools.hand import Plain
from render.verdict_words import Said, decide, sentences, summary

Spot = tuple[float, float]

MOST_WORDS = 12
"""Up to how many lines each have their percentage written beside them."""

MOST_LINES = 40
"""Up to how many lines are drawn in full."""


class Sight(Plain):
    """Point at a model: what it sees of every enemy. Click keeps it; then pointing at a unit tells of that one."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.kept = ""
        self.under = ""
        self._found: dict[tuple[str, str, str], Verdict] = {}
        self._stops: dict[tuple[str, str, str], Spot] = {}
        self._told: dict[tuple[str, str, str], list[Said]] = {}
        self._waiting = False

    # -- who looks at whom ---------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> str:
        """The model that looks: the one that was clicked, else the one under the pointer."""
        return self.kept if self._stands(self.kept) else self.under

    @property
    def target(self) -> str:
        """The unit looked at alone, when a viewer is kept and the pointer is on another unit."""
        if not self._stands(self.kept) or not self._stands(self.under):
            return ""
        unit = self.state.models[self.under].unit
        return unit if unit != self.state.models[self.kept].unit else ""

    def _stands(self, model: str) -> bool:
        return model in self.state.models and self.state.models[model].on_table

    def handle(self, event: pygame.event.Event) -> Reply:
        super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self.under = self.body_at(event.pos, self.state.bodies()) if self.on_table(event.pos) else ""
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.on_table(event.pos):
            clicked = self.body_at(event.pos, self.state.bodies())
            self.kept = "" if clicked == self.kept else clicked
            self.under = clicked
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.kept:
            self.kept = ""
            return True
        return False

    # -- what is seen --------------------------------------------------------------------------------------------------

    def verdict(self, viewer: str, unit: str) -> Verdict:
        """What a model sees of a unit, as the rules say."""
        key = (self.session.digest, viewer, unit)
        if key not in self._found:
            if len(self._found) > 400:
                self._found.clear()
            self._found[key] = self.session.book.sight(self.state, viewer, unit)
        return self._found[key]

    def _known(self, viewer: str, unit: str) -> bool:
        return (self.session.digest, viewer, unit) in self._found

    def seen(self) -> list[Verdict]:
        """The verdicts to be shown; those still to be worked out come one at each frame."""
        viewer, state = self.viewer, self.state
        self._waiting = False
        if not self._stands(viewer):
            return []
        if self.target:
            return [self.verdict(viewer, self.target)]
        found: list[Verdict] = []
        fresh = 0
        for unit in state.units_of(state.enemy(state.side_of(viewer))):
            fresh += not self._known(viewer, unit.id)
            if fresh <= 1 or self._known(viewer, unit.id):
                found.append(self.verdict(viewer, unit.id))
        self._waiting = fresh > 1
        return found

    @property
    def animating(self) -> bool:
        return self._waiting

    # -- the table -----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        verdicts = self.seen()
        if not self._stands(self.viewer):
            if self.pointer is not None and self.on_table(self.pointer):
                chips.put(surface, self.pointer, "Point at a model to see with its eyes", TEXT)
            return
        eye = body_of(self.state.models[self.viewer])
        draw_rim(surface, self.camera, eye.shape, eye.pose, FOCUS, 3, 2)
        self._draw_blockers(surface, verdicts)
        if self.target and verdicts:
            chips.block(surface, [said.text for said in self.sentences_of(verdicts[0])])
        told = [(verdict, pair) for verdict in verdicts for pair in verdict.pairs]
        for _, pair in sorted(told, key=lambda one: one[1].visible):
            if len(told) > MOST_LINES:
                self._draw_thin(surface, eye, pair)
            else:
                self._draw_line(surface, chips, eye, pair, len(told) <= MOST_WORDS)
        for verdict in verdicts:
            self._draw_words(surface, chips, verdict)

    def _draw_line(self, surface: pygame.Surface, chips: Chips, eye: Body, pair: Verdict, words: bool) -> None:
        target = body_of(self.state.models[pair.target])
        start = eye.eye_point[:2]
        if pair.visible:
            to = (pair.line[1][0] / INCH, pair.line[1][1] / INCH) if pair.line is not None else target.pose.xy
            sight = Sightline(start, to, pair.hidden / MILLION)
            draw_sight(surface, self.camera, chips, sight, None if words and pair.hidden else "")
            return
        stop = self._stop(eye, target, pair)
        draw_sight(surface, self.camera, chips, Sightline(start, target.pose.xy, 1.0, stop), "")

    def _stop(self, eye: Body, target: Body, pair: Verdict) -> Spot:
        """Where a blocked line is blocked, worked out once."""
        key = (self.session.digest, eye.id, target.id)
        if key not in self._stops:
            if len(self._stops) > 4000:
                self._stops.clear()
            self._stops[key] = blocked_at(self.state, eye, target, pair.blockers)
        return self._stops[key]

    def _draw_thin(self, surface: pygame.Surface, eye: Body, pair: Verdict) -> None:
        """One of very many lines: thin; of a blocked one only the bar where it is blocked and the cross at its end."""
        target = body_of(self.state.models[pair.target])
        start = pygame.math.Vector2(self.camera.to_screen(*eye.eye_point[:2]))
        end = pygame.math.Vector2(self.camera.to_screen(*target.pose.xy))
        if pair.visible:
            if pair.hidden:
                dashes(surface, start, end, INFORMATION, 1, halo=False)
            else:
                line(surface, start, end, INFORMATION, 1, halo=False)
            return
        stop = pygame.math.Vector2(self.camera.to_screen(*self._stop(eye, target, pair)))
        if (end - start).length() > 0:
            across = (end - start).normalize().rotate(90) * 4
            line(surface, stop - across, stop + across, REFUSED_INK, 2, halo=False)
        for arm in (pygame.math.Vector2(4, 4), pygame.math.Vector2(4, -4)):
            line(surface, end - arm, end + arm, REFUSED_INK, 2, halo=False)

    def _draw_blockers(self, surface: pygame.Surface, verdicts: list[Verdict]) -> None:
        """Outlines of what hides something of somebody."""
        state = self.state
        for blocker in dict.fromkeys(b for verdict in verdicts for b in verdict.blockers):
            if self._stands(blocker):
                body = body_of(state.models[blocker])
                draw_rim(surface, self.camera, body.shape, body.pose, WARNING_INK, 2, 1)
            elif blocker in state.terrain:
                for part in polygons(area(state.terrain[blocker].piece)):
                    ring_line(surface, self.camera.points(part.exterior.coords), WARNING_INK, 2)

    def _draw_words(self, surface: pygame.Surface, chips: Chips, verdict: Verdict) -> None:
        present = self.state.present(verdict.target)
        if not present:
            return
        ink = INFORMATION_INK if verdict.visible else REFUSED_INK
        middle = sorted(present, key=lambda model: model.id)[len(present) // 2]
        at = self.camera.to_screen(*middle.pose.xy)
        chips.put(surface, at, summary(verdict), ink)

    def sentences_of(self, verdict: Verdict) -> list[Said]:
        """Why it is so, worked out once; with lengths and by how much where the distance may be measured."""
        key = (self.session.digest, verdict.viewer, verdict.target)
        if key not in self._told:
            if len(self._told) > 400:
                self._told.clear()
            state, book = self.state, self.session.book
            measured = not book.may_measure(state, verdict.viewer, verdict.target)
            decided = decide(state, book, verdict, most=1) if measured else None
            self._told[key] = sentences(state, book, verdict, decided, lengths=measured)
        return self._told[key]

    @property
    def cursor(self) -> int | None:
        return pygame.SYSTEM_CURSOR_CROSSHAIR


def blocked_at(state: State, eye: Body, target: Body, blockers: tuple[str, ...]) -> Spot:
    """Where the straight line from an eye to the middle of a target first meets one of its blockers, in the plan.

    Where the line passes them all (they hide the target by their height or together), the target's near edge.
    """
    start, end = Point(eye.eye_point[:2]), Point(target.pose.xy)
    length = start.distance(end)
    if length == 0:
        return target.pose.xy
    line = LineString([start, end])
    best = max(0.0, length - target.reach)
    for blocker in blockers:
        part = _plan_of(state, blocker).intersection(line)
        if not part.is_empty:
            best = min(best, start.distance(part))
    spot = line.interpolate(best)
    return spot.x, spot.y


def _plan_of(state: State, blocker: str) -> BaseGeometry:
    """The ground that a blocker covers: a body, the solid parts of a piece, or all of one that has none."""
    if blocker in state.models and state.models[blocker].on_table:
        return body_of(state.models[blocker]).trunk
    if blocker in state.terrain:
        return _solid_plan(state.terrain[blocker].piece)
    return Point()


def _solid_plan(piece: Piece) -> BaseGeometry:
    parts = [polygon(prism.outline) for prism in solids(piece)]
    return unary_union(parts) if parts else area(piece)
