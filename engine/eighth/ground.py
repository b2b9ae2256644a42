"""The ground of a move: how far models go, what is in their way, and what their unit must look like at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from battlefield.body import Body
from battlefield.coherency import components
from battlefield.convex import Spot
from battlefield.paths import Route, centre_length, climbed, end, poses
from battlefield.pose import Pose
from battlefield.separation import CONTACT
from battlefield.shapes import Hull, Oval, Rect, Round
from battlefield.sweep import Obstacle, prism_obstacle
from battlefield.terrain import Piece, solids
from battlefield.units import um, unit_vector
from engine.core.battle import Battle
from engine.core.decisions import Move, MoveAnswer
from engine.core.dice import Stream
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Model, OnTable, body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import abilities
from engine.mechanics.climbing import rest
from engine.mechanics.moving import SHUT, Ground, closed_area

LINK, RISE = 2.0, 6.0
"""Inches between neighbours of a unit: in the plan, and in height."""

CLEAR = um(1) + um(2 * CONTACT) + 1
"""Micrometres kept from enemies: more than an inch by as much as measuring and moving are exact."""

ROUNDING = 4
"""Micrometres by which a least distance may be missed: rounding, not generosity."""

STOREY = um(2.9)
"""How far up a model is in the way of others at least, so that nobody climbs over its head."""

Finally = Callable[[Mapping[str, Body]], Refusals]

RULES: Mapping[str, str] = {
    "move.too_far": "8e.movement.distance",
    "move.off_table": "8e.movement.table-edge",
    "move.blocked": "8e.movement.not-through-models",
    "move.no_way": "8e.movement.not-through-models",
    "move.no_leap": "8e.movement.not-through-terrain",
    "move.no_floor": "8e.movement.climb",
    "move.too_near": "8e.movement.enemy-one-inch",
    "move.impassable": "8e.movement.not-through-terrain",
    "move.not_coherent": "8e.models.coherency",
}
"""Which rule stands behind each refusal of a move."""


# -- what a way costs --------------------------------------------------------------------------------------------------


@rule("8e.movement.distance", "8e.movement.climb", "8e.movement.whole-base")
def way_cost(mover: Body, legs: Route) -> int:
    """What a way costs in micrometres: the way of that part of the base that goes farthest, and what it climbs.

    A disc goes as far as its centre. Of any other base the straight lines between the successive places of each corner
    are added up, and the longest sum counts.
    """
    climb = um(climbed(mover.pose, legs))
    if isinstance(mover.shape, Round):
        return um(centre_length(mover.pose, legs)) + climb
    stations = poses(mover.pose, legs)
    return max(_corner_way(corner, stations) for corner in _corners(mover)) + climb


@rule("8e.movement.fly-across", "8e.movement.maximum-speed")
def flown_cost(mover: Body, legs: Route) -> int:
    """What a way costs who flies: straight from start to end, slantwise where it rises; the farthest part counts."""
    to = end(mover.pose, legs)
    rise = float(to.z - mover.pose.z)
    if isinstance(mover.shape, Round):
        dx, dy = float(to.x - mover.pose.x), float(to.y - mover.pose.y)
        return round(sqrt(dx * dx + dy * dy + rise * rise))
    way = float(max(_corner_way(corner, (mover.pose, to)) for corner in _corners(mover)))
    return round(sqrt(way * way + rise * rise))


def _corners(mover: Body) -> tuple[Spot, ...]:
    """The corners of a base in its own frame; of an oval, its four ends."""
    shape = mover.shape
    if isinstance(shape, Hull):
        return shape.points
    if isinstance(shape, Rect):
        x, y = shape.length // 2, shape.width // 2
        return ((x, y), (-x, y), (-x, -y), (x, -y))
    assert isinstance(shape, Oval)
    x, y = shape.length // 2, shape.width // 2
    return ((x, 0), (-x, 0), (0, y), (0, -y))


def _corner_way(corner: Spot, stations: tuple[Pose, ...]) -> int:
    spots = []
    for pose in stations:
        dx, dy = unit_vector(pose.facing)
        spots.append((pose.x + corner[0] * dx - corner[1] * dy, pose.y + corner[0] * dy + corner[1] * dx))
    total = 0.0
    for (ax, ay), (bx, by) in pairwise(spots):
        total += sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return round(total)


def least_corner_way(body: Body, start: Pose) -> int:
    """How far that corner of a base has come, straight from its start, that came least; in micrometres."""
    return min(_corner_way(corner, (start, body.pose)) for corner in _corners(body))


# -- what is in the way ------------------------------------------------------------------------------------------------


@rule("8e.movement.not-through-terrain", "8e.movement.climb")
def walls(state: State) -> tuple[Obstacle, ...]:
    """The solid parts of terrain, which nobody passes through: walls, blocks and floors, each with its height.

    An area, as a wood or a crater, is entered freely; so is a hill, which is climbed.
    """
    found: list[Obstacle] = []
    for terrain in state.terrain.values():
        if is_shut(terrain.piece):
            found += closed_area(terrain.piece)
        else:
            found += solid_parts(terrain.piece)
    return tuple(found)


@lru_cache(maxsize=4096)
def solid_parts(piece: Piece) -> tuple[Obstacle, ...]:
    """What of a piece nobody passes through."""
    return tuple(prism_obstacle(prism) for prism in solids(piece))


def is_shut(piece: Piece) -> bool:
    """Whether nobody may go onto a piece at all."""
    return "impassable" in piece.traits


@rule("8e.movement.not-through-models", "8e.movement.enemy-one-inch")
def models_in_the_way(state: State, unit: str, near: int, spared: tuple[str, ...] = ()) -> list[Obstacle]:
    """All models of other units; enemies, but those of `spared` units, with so much room around them in space."""
    side, found = state.side_of(unit), list[Obstacle]()
    mine = [body_of(m) for m in state.present(unit)]
    head = min((0 if isinstance(b.shape, Hull) else b.height for b in mine), default=0)
    tops = heights(state) if near else ()
    for model in state.models.values():
        if model.on_table and model.unit != unit:
            foe = state.units[model.unit].side != side and model.unit not in spared
            if foe and near:
                found += _kept_away(model, near, head, tops)
            if not (foe and near) or tops:
                high = model.pose.z + max(model.height, STOREY)
                found.append(Obstacle(model.id, model.shape, model.pose, 0, model.pose.z, high))
    return found


def heights(state: State) -> tuple[int, ...]:
    """All heights above the table at which somebody may stand or go, the lowest first."""
    pieces = [terrain.piece for terrain in state.terrain.values()]
    tops = [o.top or 0 for piece in pieces for o in solid_parts(piece)]
    return tuple(sorted({top for top in (*tops, *(p.top for p in pieces if p.standable)) if top > 0}))


def _kept_away(model: Model, near: int, head: int, tops: tuple[int, ...]) -> list[Obstacle]:
    """The room around an enemy: less in the plan, the more of it is needed for the height.

    Bases are flat, wherever the `head` of those who move may be; a hull is as high as it is.
    """
    low, high = model.pose.z, model.pose.z + (model.height if isinstance(model.shape, Hull) else 0)
    rises = sorted({0, *(r for top in (0, *tops) if 0 < (r := max(low - top, top - high)) < near)})
    found = []
    for rise, beyond in zip(rises, (*rises[1:], near), strict=True):
        room = round(sqrt(float(near) * near - float(rise) * rise))
        found.append(Obstacle(model.id, model.shape, model.pose, room, low - beyond + head, high + beyond))
    return found


@rule("8e.movement.fly-across", "8e.movement.enemy-one-inch-fly")
def flies(state: State, unit: str) -> bool:
    """Whether a unit moves across models and terrain as though they were not there: all of it can Fly."""
    return abilities.has_keyword(state, unit, "Fly")


@rule("8e.movement.table-edge")
def ground_for(
    state: State,
    unit: str,
    allowance: Mapping[str, int],
    *,
    near: int = CLEAR,
    spared: tuple[str, ...] = (),
    finally_: Finally | None = None,
    rules: Mapping[str, str] | None = None,
) -> Ground:
    """What a move of a unit is judged against; models without an `allowance` (micrometres) stay.

    Enemies are kept `near` micrometres away from, but for the units `spared`. At the end the unit must be coherent
    wherever anyone moved, and `finally_` may ask for more. `rules` replaces the rule ids of some refusals.
    """
    mine = [body_of(m) for m in state.present(unit)]
    movers = tuple(body for body in mine if body.id in allowance)
    stays = tuple(body for body in mine if body.id not in allowance)
    shut = walls(state)
    starts = {body.id: body.pose for body in mine}
    flying = flies(state, unit)

    def at_the_end(ends: Mapping[str, Body]) -> Refusals:
        return (*together(starts, ends), *(finally_(ends) if finally_ else ()))

    return Ground(
        state.board,
        movers,
        (*models_in_the_way(state, unit, near, spared), *shut),
        allowance,
        stays,
        None,
        flown_cost if flying else way_cost,
        at_the_end,
        {**RULES, **(rules or {})},
        dict.fromkeys((o.id for o in shut), SHUT),
        flying,
        True,
    )


# -- the end -----------------------------------------------------------------------------------------------------------


@rule("8e.models.coherency", "8e.models.coherency-one-group", "8e.models.coherency-restore")
def together(starts: Mapping[str, Pose], ends: Mapping[str, Body]) -> Refusals:
    """Why a unit may not end like this: some of it has moved, and it is not one group of links of 2 inches and 6 up.

    One that was torn apart may stay as it is; if it moves, it ends as one.
    """
    if all(starts.get(body.id) == body.pose for body in ends.values()):
        return ()
    parts = components(tuple(ends.values()), LINK, RISE)
    if len(parts) < 2:
        return ()
    stray = tuple(body.id for body in parts[-1])
    details = facts(link=um(LINK), stray=stray)
    return (Refusal("move.not_coherent", "8e.models.coherency", stray[0], ends[stray[0]].pose, details),)


def coherent(state: State, unit: str) -> bool:
    """Whether a unit stands as one group now."""
    return len(components(tuple(body_of(m) for m in state.present(unit)), LINK, RISE)) < 2


# -- asking and doing --------------------------------------------------------------------------------------------------


def question(
    state: State,
    unit: str,
    ground: Ground,
    topic: str,
    rule_id: str,
    hints: Facts = (),
    advise: Callable[[Ground, Stream], MoveAnswer] | None = None,
) -> Move:
    """The question how a unit moves over a ground."""
    bodies = {body.id: body for body in ground.movers}
    return Move(
        player=state.side_of(unit),
        rule=rule_id,
        topic=topic,
        subjects=(unit,),
        hints=(*facts(unit=unit, link=um(LINK)), *hints),
        legal=ground.refusals,
        advise=(lambda stream: advise(ground, stream)) if advise else ground.advise,
        models=tuple(bodies),
        allowance=tuple(ground.allowance.items()),
        complete=ground.complete,
        cost=lambda model, legs: ground.cost(bodies[model], legs),
    )


def move_models(
    b: Battle,
    unit: str,
    make: Callable[[State], Ground],
    topic: str,
    rule_id: str,
    hints: Facts = (),
    advise: Callable[[Ground, Stream], MoveAnswer] | None = None,
) -> Procedure[tuple[str, ...]]:
    """Ask the owner to move a unit's models, and do it; returns the models that moved or turned a hull.

    `advise` suggests a move where standing still is none.
    """
    answer = yield from ask(lambda: question(b.state, unit, make(b.state), topic, rule_id, hints, advise))
    moved = []
    for model, legs in answer:
        before = b.model(model)
        if carry(b, before, legs, rule_id):
            moved.append(model)
    if moved:
        b.say("unit.moved", rule_id, unit, models=len(moved))
    return tuple(moved)


@rule("8e.weapons.heavy-per-model", "8e.movement.wobbly-model")
def carry(b: Battle, model: Model, legs: Route, rule_id: str) -> bool:
    """A model goes its way; returns whether that was a move. A disc that turns on the spot has not moved.

    It stands at its true spot, as if balanced there: only the middle of its base must be carried.
    """
    if not legs:
        return False
    corners = poses(model.pose, legs)
    to = corners[-1]
    b.move(model.id, to, rule_id, rest(b.state.board, to)[1], corners)
    spot = (to.x, to.y, to.z) != (model.pose.x, model.pose.y, model.pose.z)
    turned = to.facing != model.pose.facing and not isinstance(model.shape, Round)
    return spot or turned or any((p.x, p.y) != (model.pose.x, model.pose.y) for p in corners)


def settle(b: Battle, model: str, pose: Pose, rule_id: str) -> None:
    """A model is set down at a spot, at the height of what is under it."""
    z, support = rest(b.state.board, pose)
    b.place(model, OnTable(replace(pose, z=z), support), rule_id)
