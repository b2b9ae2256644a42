"""Where units of the fifth edition may be set down."""

from __future__ import annotations

from shapely import Polygon
from shapely.ops import unary_union

from battlefield.sweep import body_obstacle
from battlefield.units import inches
from engine.core.state import State
from engine.fifth import terrain
from engine.mechanics.placing import Ring, Space

LINK = 2.0
"""Inches between neighbours in a unit."""


def space_of(state: State, unit: str, where: tuple[Ring, ...], rule_id: str) -> Space:
    """The space for a unit, in its zone, among everything that stands already."""
    area = unary_union([Polygon([(inches(x), inches(y)) for x, y in ring]) for ring in where])
    bodies = tuple(body_obstacle(b) for b in state.bodies() if b.group != unit)
    facing = 90_000_000 if area.centroid.y < inches(state.setup.depth) / 2 else 270_000_000
    obstacles = (*terrain.shut(state), *bodies)
    return Space(state.board, state.members(unit), area, obstacles, rule_id, facing, "5e.movement.coherency", LINK)
