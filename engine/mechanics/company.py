"""Who acts as one with a unit, and who looks at whom."""

from __future__ import annotations

from battlefield.body import Body
from engine.core.records import body_of
from engine.core.state import State


def company(state: State, unit: str) -> tuple[str, ...]:
    """The units that act as one with a unit, itself among them, in order of setting up."""
    group = state.units[unit].group
    return tuple(other.id for other in state.units.values() if other.group == group)


def mates(state: State, unit: str) -> frozenset[str]:
    """The ids of all models on the table that belong to a unit, or to one it is joined with."""
    units = company(state, unit)
    return frozenset(m.id for m in state.models.values() if m.unit in units and m.on_table)


def models_of(state: State, subject: str) -> tuple[str, ...]:
    """The models on the table of a unit, or the model itself. Raises KeyError for the id of neither."""
    if subject in state.models:
        return (subject,)
    return tuple(m.id for m in state.present(state.units[subject].id))


def unit_of(state: State, subject: str) -> str:
    """The unit of a model, or the unit itself. Raises KeyError for the id of neither."""
    return subject if subject in state.units else state.models[subject].unit


def bodies_of(state: State, unit: str) -> tuple[Body, ...]:
    """The models of a unit on the table as prisms, in order of setting up."""
    return state.layout.once(("bodies", unit), lambda: tuple(body_of(m) for m in state.present(unit)))


def opponents(state: State, viewer: str, target: str) -> tuple[Body, Body] | None:
    """Two models on the table, by their ids, as prisms; None when one of the ids is not such a model's."""
    models = [state.models.get(subject) for subject in (viewer, target)]
    one, other = models
    return (body_of(one), body_of(other)) if one and other and one.on_table and other.on_table else None
