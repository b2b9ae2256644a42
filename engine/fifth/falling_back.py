"""Falling back: how far, by which way, and what becomes of a unit that cannot or that leaves the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.body import Body
from battlefield.paths import Route
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.records import Effect
from engine.core.state import State
from engine.fifth import retreat, status, terrain
from engine.fifth.dice import d6
from engine.fifth.ground import get_up
from engine.fifth.retreat import EDGES, Field
from engine.fifth.ways import Way
from engine.mechanics.climbing import rest

FAST = ("bike", "jetbike", "jump_infantry")
"""Unit types that fall back three dice instead of two."""


@rule("5e.morale.fall-back-direction")
def own_edge(state: State, unit: str) -> str:
    """The edge that a unit falls back to: its side's own, else the closest to any of its models."""
    side = state.units[unit].side
    spec = next(s for s in state.setup.sides if s.id == side)
    edge = state.agreed.get(f"edge.{side}") or spec.edge
    if edge in EDGES:
        return edge
    bodies = status.bodies_of(state, unit)
    return min(EDGES, key=lambda e: (min(retreat.depth(state.board, b, e) for b in bodies), EDGES.index(e)))


def begin_falling_back(b: Battle, unit: str, rule_id: str) -> None:
    """From now on a unit is falling back; whoever had gone to ground gets up for it."""
    if status.falling_back(b.state, unit):
        return
    get_up(b, unit, "5e.cover.gtg-fall-back")
    b.add_effect(Effect(b.fresh_id("effect"), unit, rule_id, unit, status.FALLING_BACK))
    b.say("morale.falls_back", rule_id, unit)


def stop_falling_back(b: Battle, unit: str, rule_id: str) -> None:
    """A unit is not falling back any more."""
    for effect in list(b.state.effects_on(unit, status.FALLING_BACK)):
        b.end_effect(effect.id, rule_id)


@rule("5e.morale.fall-back-distance")
def dice_of(state: State, unit: str) -> int:
    """How many D6 inches a unit falls back: two, or three when all of it is fast."""
    return 3 if all(terrain.type_of(state, m.id) in FAST for m in state.present(unit)) else 2


@dataclass(frozen=True, slots=True)
class Flight:
    """How a fall-back move ends: the way of each model, and `fate`, empty, `off_table` or `trapped`."""

    ways: tuple[Way, ...]
    fate: str = ""


@rule("5e.morale.fall-back-distance", "5e.morale.fall-back-terrain")
def fall_back(b: Battle, unit: str, rule_id: str, through: tuple[str, ...] = ()) -> Procedure[None]:
    """A unit falls back 2D6 inches at once, not slowed by difficult terrain.

    `through` are the enemy units of the combat that it flees from, whose models do not stand in its way.
    """
    begin_falling_back(b, unit, rule_id)
    side = b.state.side_of(unit)
    faces = yield from d6(b, dice_of(b.state, unit), "fall_back", "5e.morale.fall-back-distance", side, unit)
    distance = um(sum(faces))
    b.note_deed(unit, "fell_back", rule_id, distance=distance)
    if b.state.clock.phase == "movement" and b.state.clock.side == side:
        b.note_deed(unit, "moved", "5e.morale.fleeing-shoot")
    flight = plan(b.state, unit, distance, through)
    b.say("fall_back.rolled", rule_id, unit, distance=distance, edge=own_edge(b.state, unit))
    if flight.fate == "off_table":
        destroy(b, unit, "5e.morale.fall-back-off-table")
        b.say("fall_back.off_table", "5e.morale.fall-back-off-table", unit)
    elif flight.fate == "trapped":
        destroy(b, unit, "5e.morale.trapped-destroyed")
        b.say("fall_back.trapped", "5e.morale.trapped-destroyed", unit)
    else:
        for way in flight.ways:
            move_along(b, way, rule_id)
        yield from terrain.dangerous_tests(b, flight.ways, "5e.morale.fall-back-terrain")


def move_along(b: Battle, way: Way, rule_id: str) -> None:
    """A model stands at the end of its way, at the height of what is under it there."""
    corners = retreat.corners(way)
    z, support = rest(b.state.board, corners[-1])
    b.move(way.model, retreat.at_height(corners[-1], z), rule_id, support, corners)


def destroy(b: Battle, unit: str, rule_id: str) -> None:
    """Every model of a unit is lost, and it counts as destroyed."""
    stop_falling_back(b, unit, rule_id)
    for model in b.state.members(unit):
        b.gone(model.id, rule_id)


@rule("5e.morale.trapped-detour", "5e.morale.trapped-destroyed", "5e.morale.fall-back-off-table")
def plan(state: State, unit: str, distance: int, through: tuple[str, ...] = ()) -> Flight:
    """The ways of a unit's models, those nearest to the edge first.

    The unit is lost as soon as one model touches the edge, or when one finds no way without doubling back.
    """
    edge = own_edge(state, unit)
    ways: list[Way] = []
    placed: list[Body] = []
    trails: list[Route] = []
    for body in _front_first(state, unit, edge):
        flies = terrain.hindrance(state, body.id).dangerous == "ends"
        field = Field.of(state, body, edge, distance, through, flies)
        legs = field.way(placed, trails)
        if legs is None:
            return Flight((), "trapped")
        way = Way(body.id, state.models[body.id].pose, legs)
        to = body.at(retreat.corners(way)[-1])
        if retreat.touches_edge(state.board, body, way.legs):
            return Flight((), "off_table")
        ways.append(way)
        placed.append(to)
    return Flight(tuple(ways))


def _front_first(state: State, unit: str, edge: str) -> Sequence[Body]:
    bodies = [terrain.footing(m) for m in state.present(unit)]
    return sorted(bodies, key=lambda body: (retreat.depth(state.board, body, edge), body.id))
