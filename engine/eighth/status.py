"""What state a unit is in, read from records and from the table: engaged, what it did, what it lost this turn.

Deeds of units that chapters note and read: `moved` (models), `advanced` (die), `fell_back`, `arrived`, `disembarked`,
`embarked`, `finished_moving`, `shot`, `charge_declared` (targets), `charged` (targets: the move was made), `fought`,
`lost` (count: models removed this turn).
"""

from __future__ import annotations

from battlefield.body import Body
from battlefield.measure import gaps
from battlefield.separation import CONTACT
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.records import Model, body_of
from engine.core.state import State

ENGAGED = 1.0
"""Inches: an enemy within that far is in close combat with a model."""


def bodies_of(state: State, unit: str) -> tuple[Body, ...]:
    return tuple(body_of(m) for m in state.present(unit))


def enemies(state: State, side: str) -> tuple[Model, ...]:
    """Every enemy model on the table, in order of setting up."""
    return tuple(m for m in state.models.values() if m.on_table and state.units[m.unit].side != side)


@rule("8e.measuring.closest-points", "8e.measuring.height", "8e.measuring.hull")
def gap_between(state: State, one: str, other: str) -> int:
    """The distance in micrometres between the closest models of two units, or of a model and a unit, or two models."""
    ones, others = _bodies(state, one), _bodies(state, other)
    return um(float(gaps(ones, others).min())) if ones and others else 1 << 60


def _bodies(state: State, subject: str) -> list[Body]:
    if subject in state.models:
        return [body_of(state.models[subject])]
    return list(bodies_of(state, subject))


@rule("8e.measuring.within-inclusive")
def within(state: State, one: str, other: str, inches: float) -> bool:
    """Whether two models or units are at most so many inches apart."""
    return gap_between(state, one, other) <= um(inches + CONTACT)


def engaged_with(state: State, unit: str) -> tuple[str, ...]:
    """The enemy units with a model within 1 inch of a model of this unit, in order of setting up."""
    side = state.side_of(unit)
    return tuple(foe.id for foe in state.units_of(state.enemy(side)) if within(state, unit, foe.id, ENGAGED))


def engaged(state: State, unit: str) -> bool:
    """Whether an enemy is within 1 inch of a unit."""
    foes, mine = enemies(state, state.side_of(unit)), bodies_of(state, unit)
    if not foes or not mine:
        return False
    return bool((gaps(mine, [body_of(m) for m in foes]) <= ENGAGED + CONTACT).any())


def lost(state: State, unit: str) -> int:
    """How many models of a unit were removed from play in this player turn."""
    deed = state.deed(unit, "lost")
    return int(deed.detail("count", 0)) if deed else 0


@rule("8e.morale.counts-this-turn")
def note_loss(b: Battle, unit: str, rule_id: str, count: int = 1) -> None:
    """Count models of a unit that are removed from play in this player turn, whatever the cause."""
    b.note_deed(unit, "lost", rule_id, count=lost(b.state, unit) + count)
