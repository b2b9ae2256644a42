"""Keywords of units, which decide whom terrain shelters."""

from __future__ import annotations

from battlefield.shapes import Hull
from engine.core.records import Unit
from engine.core.state import State

INFANTRY, BEASTS, SWARM = "infantry", "beasts", "swarm"
TOWERING, AIRCRAFT = "towering", "aircraft"
VEHICLE, MONSTER, MOUNTED = "vehicle", "monster", "mounted"

SHELTERING = (INFANTRY, BEASTS, SWARM)
"""Those that hide in terrain areas and have cover in them."""

BODIES = (*SHELTERING, VEHICLE, MONSTER, MOUNTED, TOWERING, AIRCRAFT, "fortification", "titanic", "walker", "artillery")
"""Keywords that say what a unit is made of. Of a unit that has none of them its kind is asked."""

OF_KIND = {
    "beasts": BEASTS, "cavalry": MOUNTED, "bike": MOUNTED, "jetbike": MOUNTED, "monstrous_creature": MONSTER,
    "vehicle": VEHICLE,
}  # fmt: skip
"""The keyword of each kind of unit; every other is infantry."""


def keywords(state: State, unit: str) -> tuple[str, ...]:
    """The keywords of a unit in small letters. Where they do not say what it is made of, its kind does.

    A unit of which nothing is said is infantry; a vehicle, when its models have no bases.
    """
    record = state.units[unit]
    said = tuple(word.casefold() for word in record.keywords)
    return said if any(word in BODIES for word in said) else (*said, _made_of(state, record))


def _made_of(state: State, unit: Unit) -> str:
    if any(m.unit == unit.id and isinstance(m.shape, Hull) for m in state.models.values()):
        return VEHICLE
    return OF_KIND.get(unit.kind, INFANTRY)


def has(state: State, unit: str, *any_of: str) -> bool:
    """Whether a unit has one of these keywords at least."""
    return any(word in any_of for word in keywords(state, unit))
