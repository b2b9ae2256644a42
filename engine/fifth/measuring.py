"""Measuring: between which points, and when it is allowed."""

from __future__ import annotations

from battlefield.measure import distance, gap
from battlefield.separation import CONTACT
from battlefield.units import inches, um
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.mechanics.company import models_of
from engine.mechanics.straight import FAR


@rule("5e.models.measure-base", "5e.models.measure-hull")
def between_models(state: State, one: str, other: str) -> int:
    """The distance between the nearest points of two bases, or of hulls where there are no bases, in micrometres."""
    return um(gap(body_of(state.models[one]), body_of(state.models[other])))


@rule("5e.models.measure-units")
def between_units(state: State, one: str, other: str) -> int:
    """The distance between the closest models of two units, or of a unit and a model, in micrometres.

    `FAR` where one has nobody on the table.
    """
    ones, others = ([body_of(state.models[m]) for m in models_of(state, subject)] for subject in (one, other))
    return um(distance(ones, others)) if ones and others else FAR


def in_range(length: int, reach: int) -> bool:
    """Whether a distance is within a range: exactly at it counts."""
    return inches(length) <= inches(reach) + CONTACT


@rule("5e.models.no-premeasuring")
def refusals(state: State, one: str, other: str) -> Refusals:
    """Why the distance between two models or units may not be measured now; empty when it may.

    It may where the scenario allows measuring early, between units of one side, while deploying, and once a unit has
    been declared as the other's target this turn.
    """
    unit, target = (state.models[s].unit if s in state.models else s for s in (one, other))
    if state.setup.option("premeasuring", False) or state.clock.segment == "setup":
        return ()
    if state.side_of(unit) == state.side_of(target) or _declared(state, unit, target) or _declared(state, target, unit):
        return ()
    return (Refusal("measure.not_now", "5e.models.no-premeasuring", unit, details=facts(target=target)),)


def _declared(state: State, unit: str, target: str) -> bool:
    turn = state.clock.turn
    deeds = (d for (subject, _, at), d in state.deeds.items() if subject == unit and at == turn)
    return any(d.detail("target") == target for d in deeds)
