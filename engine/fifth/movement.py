"""The movement chapter: units move one after another, each finished before the next begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from battlefield.body import Body
from battlefield.measure import distance_to, gaps
from battlefield.paths import Glide, Jump, Route, end, poses
from battlefield.pose import Pose
from battlefield.sweep import body_obstacle
from battlefield.terrain import area
from battlefield.units import INCH, inches, um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Move, Option
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import status, terrain
from engine.fifth.characteristics import unit_has_rule
from engine.fifth.dice import d6
from engine.fifth.kinds import kind
from engine.fifth.ways import Way
from engine.mechanics.moving import Ground

LINK = 2.0
"""Inches between neighbours in a coherent unit."""

NEAR = 1.0
"""Inches to be kept from enemies outside an assault."""

OFFERED = (
    ("move.too_far", "5e.movement.infantry-six"),
    ("move.off_table", "5e.movement.measure-properly"),
    ("move.blocked.mate", "5e.movement.through-models"),
    ("move.blocked.body", "5e.movement.through-models"),
    ("move.blocked.near", "5e.movement.one-inch"),
    ("move.blocked.closed", "5e.terrain.no-declare-no-entry"),
    ("move.blocked.shut", "5e.terrain.impassable-list"),
    ("move.not_coherent", "5e.movement.coherency"),
    ("move.no_way", "5e.movement.through-models"),
)
"""Which rule stands behind each refusal of a move."""


# -- moving, for every chapter ------------------------------------------------------------------------------------


def allowance(state: State, unit: str) -> int:
    """How far a unit may go in the Movement phase, in micrometres: as far as the slowest of its models."""
    return min((kind(terrain.type_of(state, m.id)).move for m in state.present(unit)), default=0)


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
    raise NotImplementedError


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
    raise NotImplementedError


def mover(state: State) -> str | None:
    return None


def move_units(b: Battle, side: str) -> Procedure[None]:
    return
    yield
