"""What state a unit is in, read from records and from the table: engaged, what it did, what it lost this turn.

Deeds of units that chapters note and read: `moved` (models), `advanced` (die), `fell_back`, `arrived`, `disembarked`,
`embarked`, `finished_moving`, `shot`, `charge_declared` (targets), `charged` (targets: the move was made), `fought`,
`lost` (count: models removed this turn), `engaged_before_charges`.
"""

from __future__ import annotations

from battlefield.body import Body
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.records import Model, body_of
from engine.core.state import State
from engine.eighth import measuring
from engine.mechanics.company import bodies_of
from engine.mechanics.straight import Host, nearest

ENGAGED = um(1)
"""Micrometres: an enemy within that far is in close combat with a model."""


@rule("8e.models.friend-enemy")
def enemies(state: State, side: str) -> tuple[Model, ...]:
    """Every enemy model on the table, in order of setting up."""
    return tuple(m for m in state.models.values() if m.on_table and state.units[m.unit].side != side)


def engaged_with(state: State, unit: str) -> tuple[str, ...]:
    """The enemy units with a model within 1 inch of a model of this unit, in order of setting up."""
    foes = state.units_of(state.enemy(state.side_of(unit)))
    return tuple(foe.id for foe in foes if measuring.within(measuring.between(state, unit, foe.id), ENGAGED))


def engaged(state: State, subject: str) -> bool:
    """Whether an enemy is within 1 inch of a unit, or of a model."""
    return state.layout.once(("8e engaged", subject), lambda: _engaged(state, subject))


def _engaged(state: State, subject: str) -> bool:
    mine = (body_of(state.models[subject]),) if subject in state.models else bodies_of(state, subject)
    return upon(foes(state, state.side_of(subject)), mine)


def upon(host: Host, bodies: tuple[Body, ...]) -> bool:
    """Whether any of many enemies is within 1 inch of any of some bodies."""
    return measuring.within(nearest(bodies, host.beside(bodies, ENGAGED)), ENGAGED)


def foes(state: State, side: str) -> Host:
    """Every enemy model on the table as a prism."""
    return state.layout.once(("8e foes", side), lambda: Host(body_of(m) for m in enemies(state, side)))


def near_enemies(state: State, side: str, bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """Which of some bodies of a side are within 1 inch of an enemy."""
    host = foes(state, side)
    return tuple(body for body in bodies if upon(host, (body,)))


def lost(state: State, unit: str) -> int:
    """How many models of a unit were removed from play in this player turn."""
    deed = state.deed(unit, "lost")
    return int(deed.detail("count", 0)) if deed else 0


@rule("8e.morale.counts-this-turn")
def note_loss(b: Battle, unit: str, rule_id: str, count: int = 1) -> None:
    """Count models of a unit that are removed from play in this player turn, whatever the cause."""
    b.note_deed(unit, "lost", rule_id, count=lost(b.state, unit) + count)
