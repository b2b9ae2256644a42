"""Setting down: a unit hangs at the pointer as a block until it is put down; then single models can be shifted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import pygame
from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import DEGREE, FULL_TURN, inches, um
from engine.core.decisions import Place
from engine.core.refusals import Refusal
from engine.mechanics.formation import Ends, Point, ranks
from render.battle.tool import Act, Bench, Reply, Shown, Words
from render.scene import Goal
from render.table.figures import draw_ghost, draw_goals
from render.table.strokes import Chips, veil
from render.theme import GOOD
from render.tools import marks
from render.tools.arranging import GAP_MOST, GAP_STEP, MOST_RANKS, Arranging, answer_of
from render.tools.hand import TURN, Held, body_for, ghosts, tenths

Poses = tuple[tuple[str, Pose], ...]


class PlaceTool(Arranging):
    """Answers a Place question. `carried` while the block hangs at the pointer."""

    decision: Place

    def __init__(self, bench: Bench, decision: Place) -> None:
        super().__init__(bench, decision, single=True)
        self.models = {model: body_for(self.state, model) for model in decision.models}
        self.carried = True
        self.rank_count = max(1, min(MOST_RANKS, -(-len(self.models) // 10), 4) if len(self.models) > 5 else 1)
        self.looks = self._first_facing()
        self._at = self._middle()
        self.markers = tuple(model for model in self.models if model not in self.state.models)
        link = decision.hint("link")
        self.link = inches(link) if isinstance(link, int) else None
        self._judged: Held[Poses, tuple[Refusal, ...]] = Held(lambda poses: self.decision.refusals(poses))

    @cached_property
    def zone(self) -> BaseGeometry | None:
        """Where the models may be set down, in inches; None for anywhere."""
        rings = [Polygon([(inches(x), inches(y)) for x, y in outline]) for outline in self.decision.where]
        return unary_union(rings) if rings else None

    def _middle(self) -> Point:
        beside = self.decision.hint("of")
        if beside in self.state.models and self.state.models[beside].on_table:
            near = self.state.models[beside].pose
            return near.x, near.y
        spot = self.zone.representative_point() if self.zone is not None else None
        if spot is not None:
            return um(spot.x), um(spot.y)
        return self.state.board.width // 2, self.state.board.depth // 2

    def _first_facing(self) -> int:
        return (90 if self._middle()[1] <= self.state.board.depth // 2 else 270) * DEGREE

    def facing(self) -> int:
        return self.looks

    def _block(self) -> Ends:
        return ranks(tuple(self.models.values()), self.rank_count, self.gap, self.looks, self._at)

    def where(self) -> dict[str, Body]:
        wanted: Mapping[str, Pose] = self._block() if self.carried else self.draft.poses
        return {model: body.at(wanted[model]) for model, body in self.models.items()}

    def refusals(self) -> tuple[Refusal, ...]:
        """Why the models may not be set down like this."""
        here = self.where()
        poses = tuple((model, here[model].pose) for model in self.decision.models)
        return self._judged.get(poses, hurried=self.carried or self.grip is not None)

    # -- the hand ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Reply:
        """While carried, the pointer carries, the wheel turns and a click sets down; a marker then lies for good."""
        if not self.carried:
            return super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self.pointer = event.pos
            if self.on_table(event.pos) and not any(event.buttons[1:]):
                self._at = self.spot(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.on_table(event.pos):
            self._at = self.spot(event.pos)
            if len(self.markers) == len(self.models) and not self.refusals():
                return answer_of(self._block(), self.decision.models)
            self._set_down(self._block())
            return True
        if event.type == pygame.MOUSEWHEEL:
            self.looks = (self.looks + event.y * TURN) % FULL_TURN
            return True
        return super().handle(event)

    def _set_down(self, poses: Mapping[str, Pose]) -> None:
        self.carried = False
        self.draft.poses, self.draft.past = dict(poses), []

    def pick_up(self) -> Reply:
        """Take the block back into the hand."""
        self.grip = None
        self.carried = True
        return True

    def step_back(self) -> Reply:
        """Esc: the last step, then the block is in the hand again."""
        if self.carried:
            return False
        return super().step_back() or self.pick_up()

    def reset(self) -> Reply:
        return self.pick_up()

    def turn(self, by: int) -> Reply:
        if not self.carried:
            return super().turn(by)
        self.looks = (self.looks + by) % FULL_TURN
        return True

    def nudge(self, x: int, y: int) -> Reply:
        return not self.carried and super().nudge(x, y)

    def climb(self, floors: int) -> Reply:
        return not self.carried and super().climb(floors)

    def form_ranks(self, count: int) -> Reply:
        if not self.carried:
            return super().form_ranks(count)
        self.rank_count = count
        return True

    def widen(self, by: int) -> Reply:
        if not self.carried:
            return super().widen(by)
        self.gap = min(GAP_MOST, max(0, self.gap + by))
        return True

    def form_ring(self) -> Reply:
        if self.carried:
            self._set_down(self._block())
        return super().form_ring()

    def take_line(self) -> Reply:
        if self.carried:
            self._set_down(self._block())
        return super().take_line()

    # -- answers -------------------------------------------------------------------------------------------------------

    def suggest(self) -> Reply:
        """Lay out what the rules suggest."""
        self._set_down(dict(self.decision.suggest(self.stream)))
        return True

    def confirm(self) -> Reply:
        if self.carried:
            return self.suggest()
        here = self.where()
        return answer_of({model: body.pose for model, body in here.items()}, self.decision.models)

    # -- the prompt ----------------------------------------------------------------------------------------------------

    def acts(self) -> tuple[Act, ...]:
        if self.carried:
            made = [Act("As suggested", self.suggest, main=True, tip="Lay it out as the rules suggest")]
            if len(self.models) > 1:
                made += self._shaping()
            return tuple(made)
        wrong = bool(self.refusals())
        made = [Act("Done", self.confirm, pygame.K_RETURN, main=True, tip="Space or Enter", doubtful=wrong)]
        made.append(Act("Pick up", self.pick_up, pygame.K_p, tip="Take it into the hand again"))
        return (*made, *self.forming(len(self.models) > 1))

    def _shaping(self) -> list[Act]:
        gap = f"Gaps of {tenths(self.gap)}″ now"
        return [
            Act(f"Ranks: {self.rank_count}", self.next_ranks, pygame.K_k, tip="Keys 1 to 4"),
            Act("Closer", lambda: self.widen(-GAP_STEP), pygame.K_COMMA, tip=gap),
            Act("Wider", lambda: self.widen(GAP_STEP), pygame.K_PERIOD, tip=gap),
            Act("Turn", lambda: self.turn(3 * TURN), pygame.K_q, tip="Or with the wheel"),
            Act("Line", self.take_line, pygame.K_l, tip="Drag a line for the first rank"),
        ]

    def words(self) -> Words:
        trouble = self.sentences(self.refusals())
        if self.carried and len(self.models) == 1:
            return Words("Click to set it down.", trouble)
        if self.carried:
            return Words("Click to set down; the wheel turns, 1 to 4 ranks, comma and full stop for the gaps.", trouble)
        if len(self.models) == 1:
            return Words("Drag to shift it, then confirm.", trouble)
        return Words("Drag single models to shift them (with Shift all of them), then confirm.", trouble)

    # -- the table -----------------------------------------------------------------------------------------------------

    def shown(self) -> Shown:
        return Shown((), tuple(self.models))

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        camera, here, refused = self.camera, self.where(), self.refusals()
        if self.zone is not None:
            veil(surface, camera, self.zone, GOOD, 34, edge=2)
        self._draw_limits(surface, chips)
        for marker in self.markers:
            number = self.decision.hint("number", len(self.state.objectives) + 1)
            goal = Goal(marker, number if isinstance(number, int) else 1, here[marker].pose)
            draw_goals(surface, camera, {marker: goal}, self.bench.view.sprites)
        self._draw_models(surface, here)
        marks.draw_chain(surface, camera, tuple(here.values()), self.link)
        wrong = {refusal.subject for refusal in refused}
        marks.draw_wrong(surface, camera, [body for model, body in here.items() if model in wrong])
        chips.avoid += marks.spots(camera, here.values())
        marks.draw_refusals(surface, camera, chips, self.session, refused)

    def _draw_limits(self, surface: pygame.Surface, chips: Chips) -> None:
        """What the question says of distances: to enemies, to other markers, to what has to be near."""
        state, camera = self.state, self.camera
        away, within, apart = (self.decision.hint(name) for name in ("away", "within", "apart"))
        if isinstance(away, int):
            foes = [body for body in state.bodies() if state.side_of(body.id) != self.decision.player]
            marks.draw_kept_away(surface, camera, chips, foes, away)
        carrier = self.decision.hint("of")
        if isinstance(within, int) and carrier in state.models:
            marks.draw_within(surface, camera, chips, body_for(state, carrier), within)
        if isinstance(apart, int):
            others = [Body(o.id, Round(2), o.at, 0, 0) for o in state.objectives.values()]
            marks.draw_kept_away(surface, camera, chips, others, apart)

    def _draw_models(self, surface: pygame.Surface, here: Mapping[str, Body]) -> None:
        """Solid when set down, ghosts while carried."""
        view, figures = self.bench.view, ghosts(self.state, here.values())
        if not self.carried:
            marks.draw_models(view, surface, figures)
            return
        for figure in figures:
            draw_ghost(surface, view.camera, figure, view.sprites)

    @property
    def cursor(self) -> int | None:
        if self.carried:
            return pygame.SYSTEM_CURSOR_HAND
        return super().cursor

    @property
    def animating(self) -> bool:
        return self._judged.stale
