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
from engine.fifth.terrain import Way
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
