"""Moving: models are dragged, and the way, what is left of it and what is wrong with it are shown while they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.paths import Climb, Route, end, poses
from battlefield.pose import Pose
from battlefield.table import pieces_touching
from battlefield.terrain import surfaces
from battlefield.units import inches
from engine.core.decisions import Move, MoveAnswer
from engine.core.refusals import Refusal, Refusals
from engine.mechanics.formation import shortened
from engine.mechanics.moving import straight
from render.battle.tool import Act, Answer, Bench, Reply, Shown, Words
from render.table.figures import draw_ghost
from render.table.strokes import Chips
from render.theme import REFUSED_INK, TEXT
from render.tools import marks
from render.tools.arranging import Arranging, floors_at
from render.tools.hand import Held, body_for, ghosts, tenths
from render.tools.marks import Way

Wishes = tuple[tuple[str, Pose], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the wishes come to: the answer, why it would be refused, and how everyone goes, at what cost, and ends."""

    answer: MoveAnswer
    refusals: tuple[Refusal, ...]
    routes: dict[str, Route]
    costs: dict[str, int]
    bodies: dict[str, Body]


class MoveTool(Arranging):
    """Answers a Move question.

    Where staying is not allowed, or the question says `laid_out`, what the rules suggest is laid out at once, and a
    drag changes it.
    """

    decision: Move

    def __init__(self, bench: Bench, decision: Move) -> None:
        must = bool(decision.refusals(()))
        super().__init__(bench, decision, single=must)
        self.must = must
        self.start = {model: body_for(self.state, model) for model in decision.models}
        self.allowance = dict(decision.allowance)
        unit = self.state.models[decision.models[0]].unit if decision.models else ""
        self.mates = tuple(body_for(self.state, m.id) for m in self.state.present(unit) if m.id not in self.start)
        link = decision.hint("link")
        self.link = inches(link) if isinstance(link, int) else None
        least = decision.hint("least")
        self.least = least if isinstance(least, int) else 0
        self._plans: Held[Wishes, Plan] = Held(self._make_plan)
        if decision.hint("laid_out"):
            self.suggest()
            self.draft.past.clear()

    # -- the plan ------------------------------------------------------------------------------------------------------

    def plan(self) -> Plan:
        """What is laid out now comes to this; while dragging it may lag behind the hand a little."""
        return self._plans.get(tuple(sorted(self.draft.poses.items())), hurried=self.grip is not None)

    def _make_plan(self, wishes: Wishes) -> Plan:
        wanted = dict(wishes)
        if not wanted and not self.must:
            return Plan((), (), {}, {}, dict(self.start))
        answer, refusals = self.decision.complete(wanted)
        if not wanted and refusals:
            answer = self.decision.suggest(self.stream)
            refusals = self.decision.refusals(answer)
        if climbs := self._climbs(wanted):
            answer = _climbing(answer, climbs)
            gone = {model for model, _ in answer}
            refusals = (*(r for r in refusals if r.subject not in gone), *self.decision.refusals(answer))
        return self._whole_plan(wanted, answer, refusals)

    def _climbs(self, wanted: dict[str, Pose]) -> dict[str, int]:
        """Who shall end on another floor than it stands on, and at what height."""
        levels = {model: self._level(model, pose) for model, pose in wanted.items()}
        return {model: z for model, z in levels.items() if z != self.start[model].pose.z}

    def _level(self, model: str, pose: Pose) -> int:
        """At what height a model ends: on the floor wanted if there is one; beyond its edge, on what is below."""
        board, start = self.state.board, self.start[model].pose
        floors = floors_at(board, pose)
        if pose.z in floors:
            return pose.z
        return max(z for z in floors if z <= pose.z) if start.z in floors_at(board, start) else start.z

    def _whole_plan(self, wanted: dict[str, Pose], answer: MoveAnswer, refusals: Refusals) -> Plan:
        """With straight ways for those that the search left where they are."""
        routes = {model: legs for model, legs in answer if legs}
        for model, pose in wanted.items():
            now = self.start[model].pose
            level = Pose(pose.x, pose.y, now.z, pose.facing)
            gone = end(now, routes.get(model, ()))
            if (gone.x, gone.y) != (level.x, level.y):
                routes[model] = straight(now, level)
        bodies = {m: body.at(end(body.pose, routes.get(m, ()))) for m, body in self.start.items()}
        costs = {model: self.decision.cost(model, legs) for model, legs in routes.items()}
        return Plan(answer, tuple(marks.told_apart(refusals)), routes, costs, bodies)

    def where(self) -> dict[str, Body]:
        """Where the models are shown: where the hand wants them, else where the plan has them."""
        bodies = dict(self.plan().bodies)
        for model, pose in self.draft.poses.items():
            bodies[model] = self.start[model].at(pose)
        return bodies

    def rest(self) -> Sequence[Body]:
        return tuple(self.start.values())

    def cost(self, model: str) -> int:
        """What the way of a model costs, in micrometres."""
        return self.plan().costs.get(model, 0)

    # -- answers -------------------------------------------------------------------------------------------------------

    def confirm(self) -> Reply:
        """Submit what is laid out; where something is wrong with it, the straight ways, so that all is said."""
        self.grip = self.line_from = None
        plan = self.plan()
        if not plan.refusals:
            return Answer(plan.answer)
        named = [model for model, _ in plan.answer]
        order = [*named, *(model for model in plan.routes if model not in named)]
        return Answer(tuple((model, plan.routes.get(model, ())) for model in order))

    def suggest(self) -> Reply:
        """Lay out what the rules suggest."""
        answer = self.decision.suggest(self.stream)
        self.draft.step()
        self.draft.poses = {model: end(self.start[model].pose, legs) for model, legs in answer if legs}
        self.draft.drop_idle_step()
        return True

    def shorten(self) -> Reply:
        """Draw everyone back along the way until nobody goes too far."""
        wanted = self.draft.poses
        bodies = [self.start[model] for model in wanted]
        self.draft.step()
        self.draft.put(shortened(bodies, wanted, self.allowance))
        self.draft.drop_idle_step()
        return True

    def key(self, key: int) -> Reply:
        extra = {pygame.K_g: self.suggest, pygame.K_x: self.shorten}
        return extra[key]() if key in extra else super().key(key)

    # -- the prompt ----------------------------------------------------------------------------------------------------

    def acts(self) -> tuple[Act, ...]:
        moved = bool(self.plan().routes)
        far = any(refusal.code.endswith("too_far") for refusal in self.plan().refusals)
        stay = self.session.book.words().get(f"label.stay.{self.decision.topic}", "Stay here")
        made = [Act("Done" if moved else stay, self.confirm, pygame.K_RETURN, main=True, tip="Space or Enter",
                    doubtful=bool(self.plan().refusals))]  # fmt: skip
        if far and self.draft.poses:
            made.append(Act("Shorten", self.shorten, pygame.K_x, tip="Back to as far as they may go"))
        else:
            made.append(Act("Suggest", self.suggest, pygame.K_g, tip="Lay out what the rules suggest"))
        made += self.forming(len(self.start) > 1)
        made.append(Act("Reset", self.reset, pygame.K_BACKSPACE, bool(self.draft.poses)))
        return tuple(made)

    def words(self) -> Words:
        plan = self.plan()
        trouble = self.sentences(plan.refusals)
        if not plan.routes:
            hint = "Drag to move: the whole unit, or with Shift one model. The wheel turns while you drag."
            hint = "Drag the model to move it." if len(self.start) == 1 else hint
            return Words(f"{hint} Page up and down climb." if self.floors else hint, trouble)
        model = self._farthest()
        cost, allowed = self.cost(model), self.allowance.get(model, 0)
        left = f"{tenths(allowed - cost)}″ left" if cost <= allowed else f"{tenths(cost - allowed)}″ too far"
        count = "1 model moves" if len(plan.routes) == 1 else f"{len(plan.routes)} models move"
        return Words(f"{count}, the farthest {tenths(cost)} of {tenths(allowed)}″: {left}.", trouble)

    def _farthest(self) -> str:
        """The moved model with the least of its move left; the one in the hand when it is alone."""
        costs = self.plan().costs
        if self.grip is not None and len(self.grip.bodies) == 1 and self.grip.bodies[0].id in costs:
            return self.grip.bodies[0].id
        return min(costs, key=lambda m: (self.allowance.get(m, 0) - costs[m], m))

    # -- the table -----------------------------------------------------------------------------------------------------

    def shown(self) -> Shown:
        here = self.where()
        moved = tuple(m for m, body in here.items() if body.pose != self.start[m].pose)
        return Shown(tuple(m for m in here if m not in moved), moved)

    @cached_property
    def floors(self) -> bool:
        """Whether there is a floor to climb to within reach."""
        return any("/" in floor.id for p in pieces_touching(self.state.board, self.reach) for floor in surfaces(p))

    @cached_property
    def reach(self) -> BaseGeometry:
        """The ground within reach of the unit."""
        return marks.reachable(self.state.board, tuple(self.start.values()), self.allowance)

    def draw(self, surface: pygame.Surface, chips: Chips) -> None:
        plan, here, camera = self.plan(), self.where(), self.camera
        marks.draw_reachable(surface, camera, self.reach)
        if self.least:
            marks.draw_least(surface, camera, chips, tuple(self.start.values()), self.least)
        moved = [m for m, body in here.items() if body.pose != self.start[m].pose]
        wrong = {r.subject for r in plan.refusals}
        marks.draw_starts(surface, camera, [self.start[m] for m in moved])
        marks.draw_ways(surface, camera, [self._way(plan, m, here[m], m in wrong) for m in moved])
        self._draw_moved(surface, {m: here[m] for m in moved})
        marks.draw_chain(surface, camera, [*here.values(), *self.mates], self.link)
        marks.draw_wrong(surface, camera, [here[m] for m in here if m in wrong])
        marks.draw_better(surface, camera, here, plan.refusals)
        chips.avoid += marks.spots(camera, here.values())
        marks.draw_refusals(surface, camera, chips, self.session, plan.refusals)
        if plan.routes and not any(refusal.code.endswith("too_far") for refusal in plan.refusals):
            self._draw_length(surface, chips, here)

    def _draw_moved(self, surface: pygame.Surface, moved: dict[str, Body]) -> None:
        """Models put somewhere by hand are solid, those where the rules suggest are ghosts."""
        figures = ghosts(self.state, moved.values())
        view = self.bench.view
        for figure in figures:
            if figure.id not in self.draft.poses:
                draw_ghost(surface, view.camera, figure, view.sprites)
        marks.draw_models(view, surface, [figure for figure in figures if figure.id in self.draft.poses])

    def _way(self, plan: Plan, model: str, body: Body, wrong: bool) -> Way:
        start = self.start[model].pose
        route = plan.routes.get(model, ())
        spots = [pose.xy for pose in poses(start, route)] if route else [start.xy]
        if spots[-1] != body.pose.xy:
            spots = [start.xy, body.pose.xy]
        return Way(body, tuple(spots), inches(self.allowance.get(model, 0)), wrong)

    def _draw_length(self, surface: pygame.Surface, chips: Chips, here: dict[str, Body]) -> None:
        model = self._farthest()
        cost, allowed = self.cost(model), self.allowance.get(model, 0)
        far = cost > allowed
        words = f"{tenths(cost - allowed)}″ too far" if far else f"{tenths(cost)} of {tenths(allowed)}″"
        words += f", {tenths(here[model].pose.z)}″ up" if here[model].pose.z else ""
        chips.put(surface, self.camera.to_screen(*here[model].pose.xy), words, REFUSED_INK if far else TEXT)

    @property
    def animating(self) -> bool:
        return self._plans.stale


def _climbing(answer: MoveAnswer, climbs: dict[str, int]) -> MoveAnswer:
    """The same moves, with some models climbing to a height where they end."""
    routes = dict(answer)
    for model, z in climbs.items():
        routes[model] = (*routes.get(model, ()), Climb(z))
    return tuple(routes.items())
