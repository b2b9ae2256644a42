"""Unit types: the kind of a unit selects the special rules of its type."""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.units import um
from engine.core.ledger import rule
from engine.core.state import State


@rule("5e.models.no-dismount")
@dataclass(frozen=True, slots=True)
class Kind:
    """A unit type and its move in the Movement phase (micrometres).

    Rider and mount are one model with one profile, so no type can dismount.
    """

    name: str
    move: int
    vehicle: bool = False


_ROWS = (
    Kind("infantry", um(6)),
    Kind("beasts", um(6)),
    Kind("cavalry", um(6)),
    Kind("monstrous_creature", um(6)),
    Kind("jump_infantry", um(12)),
    Kind("bike", um(12)),
    Kind("jetbike", um(12)),
    Kind("artillery", um(6)),
    Kind("vehicle", um(12), vehicle=True),
)

KINDS = {kind.name: kind for kind in _ROWS}


class UnknownKind(ValueError):
    """A unit's type is none of the book's."""


@rule("5e.models.unit-types")
def kind(name: str) -> Kind:
    """The unit type of a name. Raises UnknownKind."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownKind(f"{name!r} is no unit type; there are {', '.join(KINDS)}") from None


def kind_of(state: State, unit: str) -> Kind:
    """The type of a unit in play."""
    return kind(state.units[unit].kind)


@rule("5e.models.vehicle-crew")
def is_vehicle(state: State, unit: str) -> bool:
    """Whether a unit's models are vehicles, crew and all; bikes are not."""
    return kind_of(state, unit).vehicle
