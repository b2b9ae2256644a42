"""What state a unit is in, read from records and from the table: locked, falling back, gone to ground, what it did."""

from __future__ import annotations

from battlefield.body import Body
from battlefield.measure import gaps
from battlefield.separation import CONTACT
from engine.core.records import Model, body_of
from engine.core.state import State

GONE_TO_GROUND = "gone_to_ground"
FALLING_BACK = "falling_back"


def gone_to_ground(state: State, unit: str) -> bool:
    return any(True for _ in state.effects_on(unit, GONE_TO_GROUND))


def falling_back(state: State, unit: str) -> bool:
    return any(True for _ in state.effects_on(unit, FALLING_BACK))


def moved(state: State, unit: str) -> bool:
    """Whether any model of the unit moved in this player turn's Movement phase, or the unit counts as having moved."""
    return state.did(unit, "moved")


def bodies_of(state: State, unit: str) -> tuple[Body, ...]:
    return tuple(body_of(m) for m in state.present(unit))


def enemies(state: State, side: str) -> tuple[Model, ...]:
    """Every enemy model on the table, in order of setting up."""
    return tuple(m for m in state.models.values() if m.on_table and state.units[m.unit].side != side)


def contacts(state: State) -> tuple[tuple[str, str], ...]:
    """Every pair of enemy models in base contact, the first side's model first, in order of setting up."""
    if len(state.sides) < 2:
        return ()
    first, second = state.sides
    mine, theirs = enemies(state, second), enemies(state, first)
    if not mine or not theirs:
        return ()
    apart = gaps([body_of(m) for m in mine], [body_of(m) for m in theirs])
    return tuple(
        (mine[i].id, theirs[j].id) for i, j in zip(*(ix.tolist() for ix in (apart <= CONTACT).nonzero()), strict=True)
    )


def locked_pairs(state: State) -> tuple[tuple[str, str], ...]:
    """Every pair of enemy units with models in base contact, the first side's unit first, each pair once, in order."""
    pairs = [(state.models[a].unit, state.models[b].unit) for a, b in contacts(state)]
    return tuple(dict.fromkeys(pairs))


def locked(state: State, unit: str) -> bool:
    """Whether a unit is locked in close combat: some model of it is in base contact with an enemy."""
    return any(unit in pair for pair in locked_pairs(state))


def locked_units(state: State) -> frozenset[str]:
    """Every unit locked in close combat."""
    return frozenset(unit for pair in locked_pairs(state) for unit in pair)
