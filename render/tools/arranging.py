"""Arranging models by hand: dragging a unit or one model, turning, ranks, lines, rings; for moving and deploying."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.table import Board, surfaces_at
from battlefield.units import INCH, um
from engine.core.decisions import Decision
from engine.core.dice import Stream
from engine.mechanics.formation import Ends, Point, centre, ranks, ring, spread
from render.battle.tool import Act, Answer, Bench, Reply
from render.tools.draft import Draft, carried, line_between
from render.tools.hand import TURN, Plain, tenths, widest

GAP_STEP = INCH // 4
GAP_MOST = 2 * INCH
MOST_RANKS = 4

NUDGE = INCH // 10
"""How far an arrow key shifts, in micrometres."""

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
DIGITS = (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4)


@dataclass(slots=True)
class Grip:
    """What the hand holds: these models, as they stood when they were gripped, from a spot; and how far turned."""

    bodies: tuple[Body, ...]
    start: Point
    now: Point
    turn: int = 0

    @property
    def by(self) -> Point:
        return self.now[0] - self.start[0], self.now[1] - self.start[1]


class Arranging(Plain):
    """Models laid out by hand until they are confirmed. `single` says whether a drag takes one model or all."""

    def __init__(self, bench: Bench, decision: Decision[Any], single: bool) -> None:
        super().__init__(bench)
        self.decision = decision
        self.draft = Draft()
        self.single = single
        self.lining = False
        self.grip: Grip | None = None
        self.line_from: Point | None = None
        self.rank_count = 0
        self.gap = INCH // 2
        self.stream = Stream(f"window/{bench.session.digest}")

    # -- what the two say differently ------------------------------------------------------------------------------

    def where(self) -> dict[str, Body]:
        """Where every model that can be arranged is shown now."""
        raise NotImplementedError

    def confirm(self) -> Reply:
        """Answer with what is laid out."""
        raise NotImplementedError

    def facing(self) -> int:
        """Which way ranks look."""
        return next(iter(self.where().values())).pose.facing

    # -- the hand ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Reply:
        """Grip, drag, turn and lay down; keys that have no button."""
        super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self.on_table(event.pos) and self._press(event.pos, event.button)
        if event.type == pygame.MOUSEMOTION:
            return self._drag(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (1, 3):
            return self._drop(event.pos)
        if event.type == pygame.MOUSEWHEEL and self.grip is not None:
            self.grip.turn += event.y * TURN
            self._carry()
            return True
        if event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return self.key(event.key)
        return False

    def key(self, key: int) -> Reply:
        """A key."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self.confirm()
        if key == pygame.K_ESCAPE:
            return self.step_back()
        if key in DIGITS:
            return self.form_ranks(DIGITS.index(key) + 1)
        if key in ARROWS and self.grip is None:
            return self.nudge(*ARROWS[key])
        acts: Mapping[int, Callable[[], Reply]] = {
            pygame.K_q: lambda: self.turn(TURN),
            pygame.K_e: lambda: self.turn(-TURN),
            pygame.K_COMMA: lambda: self.widen(-GAP_STEP),
            pygame.K_PERIOD: lambda: self.widen(GAP_STEP),
            pygame.K_o: self.form_ring,
            pygame.K_k: self.next_ranks,
            pygame.K_PAGEUP: lambda: self.climb(1),
            pygame.K_PAGEDOWN: lambda: self.climb(-1),
        }
        return acts[key]() if key in acts else False

    def _press(self, pos: tuple[int, int], button: int) -> bool:
        spot = self.spot(pos)
        if self.lining if button == 1 else self.shift:
            self.draft.step()
            self.line_from = spot
            return True
        model = self.body_at(pos, self.where().values()) if button == 1 else ""
        if not model:
            return False
        here = self.where()
        held = (here[model],) if self.single != self.shift else tuple(here.values())
        self.draft.step()
        self.grip = Grip(held, spot, spot)
        return True

    def _drag(self, pos: tuple[int, int]) -> bool:
        if self.line_from is not None:
            self._draw_line(self.spot(pos))
            return True
        if self.grip is None:
            return False
        self.grip.now = self.spot(pos)
        self._carry()
        return True

    def _carry(self) -> None:
        """Put what is held where the hand is."""
        if self.grip is not None and (self.grip.by != (0, 0) or self.grip.turn):
            self.draft.put(carried(self.grip.bodies, self.grip.by, self.grip.turn))

    def _draw_line(self, end: Point) -> None:
        bodies = list(self.where().values())
        start = self.line_from
        if start is not None and max(abs(end[0] - start[0]), abs(end[1] - start[1])) > INCH // 4:
            came_from = centre(self.rest())
            self.draft.put(line_between(bodies, start, end, widest(bodies), came_from))

    def rest(self) -> Sequence[Body]:
        """Where the models were before anything was laid out."""
        return tuple(self.where().values())

    def _drop(self, pos: tuple[int, int]) -> bool:
        held = self.grip is not None or self.line_from is not None
        if held:
            self._drag(pos)
            self.draft.drop_idle_step()
        self.grip = self.line_from = None
        self.lining = False if held else self.lining
        return held

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step_back(self) -> Reply:
        """Esc: let go and put back, or take back the last step; False when there is nothing to take back."""
        if self.lining and self.line_from is None:
            self.lining = False
            return True
        self.grip = self.line_from = None
        return self.draft.back()

    def reset(self) -> Reply:
        """Lay out nothing."""
        self.grip = self.line_from = None
        self.draft.clear()
        return True

    def toggle(self) -> Reply:
        """Let a drag take one model, or all."""
        self.single = not self.single
        return True

    def take_line(self) -> Reply:
        """Let the next drag draw the line of the first rank."""
        self.lining = not self.lining
        return True

    def _form(self, make: Callable[[Sequence[Body]], Ends]) -> Reply:
        bodies = tuple(self.where().values())
        if len(bodies) > 1:
            self.draft.step()
            self.draft.put(make(bodies))
            self.draft.drop_idle_step()
        return True

    def turn(self, by: int) -> Reply:
        """Turn what is held, or the whole formation."""
        if self.grip is not None:
            self.grip.turn += by
            self._carry()
            return True
        bodies = tuple(self.where().values())
        self.draft.step()
        self.draft.put(carried(bodies, (0, 0), by))
        return True

    def nudge(self, x: int, y: int) -> Reply:
        """Shift everyone a little, or the model under the pointer where a drag would take one."""
        here = self.where()
        if self.single != self.shift:
            pointed = self.body_at(self.pointer, here.values()) if self.pointer is not None else ""
            here = {pointed: here[pointed]} if pointed else {}
        if here:
            self.draft.step()
            self.draft.put(carried(tuple(here.values()), (x * NUDGE, y * NUDGE), 0))
        return bool(here)

    def climb(self, floors: int) -> Reply:
        """Bring what is held, else the model under the pointer, so many floors up or down where it stands."""
        here = self.where()
        pointed = self.body_at(self.pointer, here.values()) if self.pointer is not None else ""
        names = [body.id for body in self.grip.bodies] if self.grip is not None else [pointed] if pointed else []
        if not names:
            return False
        if self.grip is None:
            self.draft.step()
        self.draft.put({name: self._on_floor(here[name].pose, floors) for name in names})
        if self.grip is not None:
            levels = {name: self.draft.poses[name].z for name in names}
            self.grip.bodies = tuple(b.at(replace(b.pose, z=levels[b.id])) for b in self.grip.bodies)
        self.draft.drop_idle_step()
        return True

    def _on_floor(self, pose: Pose, floors: int) -> Pose:
        levels = floors_at(self.state.board, pose)
        now = max((n for n, z in enumerate(levels) if z <= pose.z), default=0)
        return replace(pose, z=levels[min(len(levels) - 1, max(0, now + floors))])

    def form_ranks(self, count: int) -> Reply:
        """So many ranks where the unit is, looking as it does."""
        self.rank_count = count
        return self._form(lambda bodies: ranks(bodies, count, self.gap, self.facing()))

    def next_ranks(self) -> Reply:
        """One rank more, after the most one rank."""
        return self.form_ranks(self.rank_count % MOST_RANKS + 1)

    def form_ring(self) -> Reply:
        """A ring where the unit is."""
        return self._form(lambda bodies: ring(bodies, self.gap))

    def widen(self, by: int) -> Reply:
        """The same formation with wider or closer gaps."""
        self.gap = min(GAP_MOST, max(0, self.gap + by))
        return self._form(lambda bodies: spread(bodies, self.gap))

    # -- the prompt ----------------------------------------------------------------------------------------------------

    def forming(self, several: bool) -> tuple[Act, ...]:
        """The buttons that both have; a model alone needs no formation."""
        back = bool(self.draft.past)
        last = Act("Back", self.step_back, None, back, tip="Take back the last drag (Esc)")
        if not several:
            return (last,)
        return (
            Act(
                "Single" if self.single else "Unit", self.toggle, pygame.K_t,
                tip="What a drag takes. Hold Shift for the other.",
            ),
            Act("Line", self.take_line, pygame.K_l, tip="Drag a line for the first rank; or Shift and right drag"),
            Act("Ranks", self.next_ranks, pygame.K_k, tip="One, two, three or four ranks (keys 1 to 4)"),
            Act("Ring", self.form_ring, pygame.K_o, tip="A ring, everyone looking outwards"),
            Act("Closer", lambda: self.widen(-GAP_STEP), pygame.K_COMMA, tip=f"Gaps of {tenths(self.gap)}″ now"),
            Act("Wider", lambda: self.widen(GAP_STEP), pygame.K_PERIOD, tip=f"Gaps of {tenths(self.gap)}″ now"),
            last,
        )  # fmt: skip

    @property
    def cursor(self) -> int | None:
        if self.grip is not None:
            return pygame.SYSTEM_CURSOR_SIZEALL
        if self.lining or self.line_from is not None:
            return pygame.SYSTEM_CURSOR_CROSSHAIR
        if self.pointer is not None and self.body_at(self.pointer, self.where().values()):
            return pygame.SYSTEM_CURSOR_SIZEALL
        return None


def floors_at(board: Board, pose: Pose) -> tuple[int, ...]:
    """The heights at which a model can stand at a spot, in micrometres: the table, and every floor above it."""
    return (0, *(um(surface.z) for surface in surfaces_at(board, *pose.xy) if "/" in surface.id))


def answer_of(poses: Mapping[str, Pose], order: Sequence[str]) -> Answer:
    """Poses as the answer of a Place question, in the order asked."""
    return Answer(tuple((model, poses[model]) for model in order))
