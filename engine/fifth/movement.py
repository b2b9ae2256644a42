"""The movement chapter: units move one after another, each finished before the next begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlefield.body import Body
from battlefield.coherency import is_chain
from battlefield.measure import distance_to, nearest
from battlefield.paths import Climb, Route, after, centre_length, poses
from battlefield.sweep import Obstacle, body_obstacle
from battlefield.terrain import area
from battlefield.units import angle_of, inches, um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Move, Option
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Model, body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import status, terrain
from engine.fifth.characteristics import unit_has_rule
from engine.fifth.dice import d6
from engine.fifth.falling_back import move_along, own_edge
from engine.fifth.ground import idle
from engine.fifth.kinds import kind
from engine.fifth.retreat import depth
from engine.fifth.ways import Way, leads_away
from engine.mechanics.moving import CLOSED, SHUT, Ground, closed_area, straight

LINK = 2.0
"""Inches between neighbours in a coherent unit."""

NEAR = 1.0
"""Inches kept from enemies outside an assault."""

DONE = "done"
"""The option that ends a phase."""

COMPULSORY = "compulsory_move"
"""The special rule of a unit that moves 2D6 inches straight at the closest enemy, whether its player wants or not."""

RULES: Mapping[str, str] = {
    "move.too_far": "5e.movement.infantry-six",
    "move.off_table": "5e.movement.measure-properly",
    "move.blocked": "5e.movement.through-models",
    "move.no_way": "5e.movement.through-models",
    "move.no_leap": "5e.movement.through-models",
    "move.no_floor": "5e.movement.measure-properly",
    "move.too_near": "5e.movement.one-inch",
    "move.closed": "5e.terrain.no-declare-no-entry",
    "move.impassable": "5e.terrain.impassable-list",
    "move.not_coherent": "5e.movement.coherency",
    "move.must_restore": "5e.movement.restore-coherency",
    "move.must_close_up": "5e.movement.restore-coherency",
}
"""Which rule stands behind each refusal of a move."""


# -- moving, for every chapter ------------------------------------------------------------------------------------


@rule("5e.movement.infantry-six", "5e.movement.slowest")
def allowance(state: State, unit: str) -> int:
    """How far a unit may go in the Movement phase, in micrometres: as far as the slowest of its models."""
    return min((kind(terrain.type_of(state, m.id)).move for m in state.present(unit)), default=0)


@rule("5e.movement.measure-properly", "5e.movement.free-facing")
def way_cost(mover: Body, legs: Route) -> int:
    """What a way costs in micrometres: the way of the model's centre, and what it climbs. Turning is free."""
    climbed, pose = 0, mover.pose
    for leg in legs:
        to = after(pose, leg)
        climbed += abs(to.z - pose.z) if isinstance(leg, Climb) else 0
        pose = to
    return um(centre_length(mover.pose, legs)) + climbed


def _in_the_way(state: State, model: Model, side: str, near: float) -> Obstacle:
    """A friend is only in the way of those on its storey; the space around an enemy has no height."""
    if state.units[model.unit].side == side:
        return body_obstacle(terrain.footing(model))
    return Obstacle(model.id, model.shape, model.pose, um(near))


@rule("5e.movement.through-models", "5e.movement.friendly-gap", "5e.movement.no-enemy-contact", "5e.movement.one-inch")
@rule("5e.movement.coherency", "5e.movement.coherency-chain", "5e.movement.restore-coherency")
def ground_for(
    state: State,
    unit: str,
    allowance_um: int,
    *,
    near: float = NEAR,
    closed: tuple[str, ...] = (),
    link: float | None = LINK,
    models: tuple[str, ...] | None = None,
    finally_: Callable[[Mapping[str, Body]], Refusals] | None = None,
    rules: Mapping[str, str] | None = None,
) -> Ground:
    """What a move of a unit (or of some `models` of it) is judged against.

    Other models are closed, enemies with `near` inches around them; so are impassable terrain and the pieces `closed`
    to this move. At the end the unit must be one chain of links of at most `link` inches, unless None. A unit that is
    falling back only ever moves toward its own edge. `rules` replaces the rule ids of some refusals.
    """
    side = state.side_of(unit)
    mine = state.present(unit)
    movers = tuple(terrain.footing(m) for m in mine if models is None or m.id in models)
    stays = tuple(terrain.footing(m) for m in mine if models is not None and m.id not in models)
    flies = bool(movers) and all(terrain.hindrance(state, m.id).dangerous == "ends" for m in movers)
    shut = terrain.shut(state)
    barred = tuple(o for piece in closed for o in closed_area(state.terrain[piece].piece))
    others = [_in_the_way(state, m, side, near) for m in state.models.values() if m.on_table and m.unit != unit]
    if finally_ is None and status.falling_back(state, unit):
        finally_ = toward_own_edge(state, unit)
    return Ground(
        state.board,
        movers,
        (*others, *shut, *barred),
        {m.id: allowance_um for m in movers},
        stays,
        link,
        way_cost,
        finally_,
        {**RULES, **(rules or {})},
        {**dict.fromkeys((o.id for o in shut), SHUT), **dict.fromkeys(closed, CLOSED)},
        flies,
    )


@rule("5e.morale.fleeing-run")
def toward_own_edge(state: State, unit: str) -> Callable[[Mapping[str, Body]], Refusals]:
    """Refuses ends that are farther from a unit's own edge than its models are now."""
    edge = own_edge(state, unit)
    before = {b.id: depth(state.board, b, edge) for b in status.bodies_of(state, unit)}

    def refusals(ends: Mapping[str, Body]) -> Refusals:
        return tuple(
            Refusal("move.away_from_edge", "5e.morale.fleeing-run", body.id, body.pose, facts(edge=edge))
            for body in ends.values()
            if depth(state.board, body, edge) > before[body.id]
        )

    return refusals


def move_models(
    b: Battle,
    unit: str,
    ground_maker: Callable[[State], Ground],
    topic: str,
    rule_id: str,
    hints: Facts = (),
    *,
    dangerous: bool = True,
) -> Procedure[tuple[str, ...]]:
    """Ask the owner to move a unit's models over a ground, and do it; returns the models that moved.

    Each stands at the height of what is under it at the end; `dangerous` ground is tested for after all have moved.
    """
    answer = yield from ask(lambda: _question(b.state, unit, ground_maker(b.state), topic, rule_id, hints))
    ways = [Way(model, b.model(model).pose, legs) for model, legs in answer]
    for way in ways:
        if way.legs:
            move_along(b, way, rule_id)
    gone = [way for way in ways if leads_away(way)]
    if gone:
        farthest = max(um(centre_length(way.start, way.legs)) for way in gone)
        b.say("unit.moved", rule_id, unit, models=len(gone), farthest=farthest)
    if dangerous:
        yield from terrain.dangerous_tests(b, ways)
    return tuple(way.model for way in gone)


def _question(state: State, unit: str, ground: Ground, topic: str, rule_id: str, hints: Facts) -> Move:
    bodies = {m.id: m for m in ground.movers}
    return Move(
        player=state.side_of(unit),
        rule=rule_id,
        topic=topic,
        subjects=(unit,),
        hints=(*facts(unit=unit, link=None if ground.link is None else um(ground.link)), *hints),
        legal=ground.refusals,
        advise=ground.advise,
        models=tuple(bodies),
        allowance=tuple(ground.allowance.items()),
        complete=ground.complete,
        cost=lambda model, legs: ground.cost(bodies[model], legs),
    )


@rule("5e.movement.face-when-shooting")
def turn_to(b: Battle, models: tuple[str, ...], target: str, rule_id: str) -> None:
    """Models turn on the spot toward the nearest model of a target unit, which is no movement."""
    foes = status.bodies_of(b.state, target)
    for model in models:
        body = body_of(b.model(model))
        foe = nearest(body, foes)
        if foe is not None:
            way = angle_of(foe.pose.x - body.pose.x, foe.pose.y - body.pose.y)
            turned = body.pose.turned_to(way / 1_000_000)
            b.move(model, turned, rule_id, _support(b.model(model)))


def _support(model: Model) -> str:
    return getattr(model.place, "support", "")


# -- the Movement phase -------------------------------------------------------------------------------------------


@rule("5e.movement.locked-no-move", "5e.movement.no-take-back")
def bars(state: State, unit: str, locked: frozenset[str]) -> Refusals:
    """Why a unit may not move (any more) in this Movement phase; empty when it may."""
    found = []
    if unit in locked:
        found.append(Refusal("move.locked", "5e.movement.locked-no-move", unit))
    if state.did(unit, "finished_moving") or state.did(unit, "arrived"):
        found.append(Refusal("move.finished", "5e.movement.no-take-back", unit))
    elif state.did(unit, "regrouped"):
        found.append(Refusal("move.regrouped", "5e.morale.regroup-move", unit))
    if status.falling_back(state, unit):
        found.append(Refusal("move.falling_back", "5e.morale.fall-back-distance", unit))
    return (*found, *idle(state, unit))


def _options(state: State, side: str) -> tuple[Option, ...]:
    locked = status.locked_units(state)
    return tuple(
        Option(u.id, u.id, "5e.movement.unit-order", _figures(state, u.id), bars(state, u.id, locked))
        for u in state.units_of(side)
    )


def _figures(state: State, unit: str) -> Facts:
    """How far a unit may go, and whether it `tests` for the terrain it starts in as soon as it is picked."""
    tests = terrain.slowed(state, unit) and terrain.starts_inside(state, unit)
    return facts(allowance=allowance(state, unit), tests=tests)


def mover(state: State) -> str | None:
    """The active side while it has a unit left that may move and has not ended the phase."""
    side = state.active
    if not side or state.did(side, "movement_done"):
        return None
    return side if any(not option.barred for option in _options(state, side)) else None


@rule("5e.movement.unit-order", "5e.movement.optional")
def move_units(b: Battle, side: str) -> Procedure[None]:
    """The player picks a unit and moves it, finished before he picks another, or ends the phase; none has to move."""
    unit = yield from ask(lambda: _which(b.state, side))
    if unit == DONE:
        yield from _forced(b, side)
        b.note_deed(side, "movement_done", "5e.movement.optional")
    elif unit_has_rule(b.state, unit, COMPULSORY):
        yield from compulsory_move(b, unit)
    else:
        yield from move_unit(b, unit)


def _which(state: State, side: str) -> Choose:
    options = (*_options(state, side), Option(DONE, "", "5e.movement.optional", facts(label="done_moving")))
    return Choose(player=side, rule="5e.movement.unit-order", topic="move.unit", options=options)


def move_unit(b: Battle, unit: str) -> Procedure[None]:
    """One unit's move in the Movement phase, after whatever test difficult terrain asks of it."""
    far, closed = yield from _reach(b, unit)
    moved = yield from move_models(
        b,
        unit,
        lambda state: ground_for(state, unit, far, closed=closed),
        "move.models",
        "5e.movement.infantry-six",
        facts(allowance=far, closed=closed),
    )
    if moved:
        b.note_deed(unit, "moved", "5e.movement.unit-order", models=len(moved))
    b.note_deed(unit, "finished_moving", "5e.movement.no-take-back")


@rule("5e.terrain.test-declare-entry", "5e.terrain.no-declare-no-entry")
def _reach(b: Battle, unit: str) -> Procedure[tuple[int, tuple[str, ...]]]:
    """How far a unit may go now, and which difficult terrain is closed to it because it did not declare to enter."""
    far = allowance(b.state, unit)
    if not terrain.slowed(b.state, unit):
        return far, ()
    if terrain.starts_inside(b.state, unit):
        tested = yield from terrain.difficult_test(b, unit)
        return min(far, um(tested)), ()
    if not hard_in_reach(b.state, unit, far):
        return far, ()
    entering = yield from ask(lambda: _declaration(b.state, unit, far))
    if entering == "enter":
        tested = yield from terrain.difficult_test(b, unit, "5e.terrain.test-declare-entry")
        return min(far, um(tested)), ()
    return far, hard_in_reach(b.state, unit, far)


def _declaration(state: State, unit: str, far: int) -> Choose:
    rule_id = "5e.terrain.test-declare-entry"
    pieces = hard_in_reach(state, unit, far)
    return Choose(
        player=state.side_of(unit),
        rule=rule_id,
        topic="move.declare",
        subjects=(unit,),
        hints=facts(unit=unit, pieces=pieces, allowance=far),
        options=tuple(Option(name, "", rule_id, facts(pieces=pieces, far=far)) for name in ("keep_out", "enter")),
    )


def hard_in_reach(state: State, unit: str, far: int) -> tuple[str, ...]:
    """The difficult terrain that some model of a unit could reach in a move, in order of setting up."""
    bodies, limit = status.bodies_of(state, unit), inches(far)
    return tuple(
        piece.id
        for piece in terrain.pieces(state)
        if terrain.is_difficult(state, piece) and any(distance_to(body, area(piece)) <= limit for body in bodies)
    )


# -- random and compulsory movement -------------------------------------------------------------------------------


def _forced(b: Battle, side: str) -> Procedure[None]:
    """Before the phase ends, everyone who has to move and has not does: by its own rules, or to close up."""
    for unit in (option.id for option in _options(b.state, side) if not option.barred):
        if unit_has_rule(b.state, unit, COMPULSORY):
            yield from compulsory_move(b, unit)
        elif b.state.present(unit) and is_torn(b.state, unit):
            b.say("move.torn", "5e.movement.restore-coherency", unit)
            yield from move_unit(b, unit)


@rule("5e.movement.restore-coherency")
def is_torn(state: State, unit: str) -> bool:
    """Whether a unit is out of coherency, so that it has to close up at its next chance to move."""
    return not is_chain(status.bodies_of(state, unit), LINK)


@rule("5e.movement.compulsory")
def compulsory_move(b: Battle, unit: str) -> Procedure[None]:
    """A unit that has no choice moves 2D6 inches straight at the closest enemy, each model until something stops it."""
    faces = yield from d6(b, 2, "compulsory", "5e.movement.compulsory", b.state.side_of(unit), unit)
    ways = straight_at_enemy(b.state, unit, um(sum(faces)))
    for way in ways:
        move_along(b, way, "5e.movement.compulsory")
    b.note_deed(unit, "moved", "5e.movement.compulsory")
    yield from terrain.dangerous_tests(b, ways)
    b.note_deed(unit, "finished_moving", "5e.movement.no-take-back")


def straight_at_enemy(state: State, unit: str, distance: int) -> tuple[Way, ...]:
    """The ways of a unit's models straight at the enemy closest to each, stopping short of whatever is in the way."""
    ground = ground_for(state, unit, distance, link=None)
    foes = [body_of(m) for m in status.enemies(state, state.side_of(unit))]
    nearby, ways = ground.nearby(), []
    aims = [(nearest(mover, foes), mover) for mover in ground.movers]
    for foe, mover in sorted(((f, m) for f, m in aims if f), key=lambda pair: (_gap_um(*pair), pair[1].id)):
        legs = straight(mover.pose, ground.toward(mover, foe.pose))
        contact = ground.contact(mover, legs, nearby)
        if contact is not None:
            short = max(0.0, um(contact.along) - 1) / max(1, distance)
            legs = straight(mover.pose, ground.toward(mover, foe.pose, short))
        if legs:
            ways.append(Way(mover.id, mover.pose, legs))
            nearby.put(mover.at(poses(mover.pose, legs)[-1]))
    return tuple(ways)


def _gap_um(one: Body, other: Body) -> int:
    dx, dy = one.pose.x - other.pose.x, one.pose.y - other.pose.y
    return dx * dx + dy * dy
