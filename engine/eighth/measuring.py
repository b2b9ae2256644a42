"""Measuring: between which points, and when it is allowed."""

from __future__ import annotations

from battlefield.separation import CONTACT
from battlefield.units import inches
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.refusals import Refusals
from engine.core.state import State
from engine.mechanics.company import models_of
from engine.mechanics.straight import nearest


@rule("8e.measuring.closest-points", "8e.measuring.hull", "8e.measuring.height")
def between(state: State, one: str, other: str) -> int:
    """The distance between two models or units in micrometres, units by their closest models.

    Straight in space between the closest points of two bases, or of hulls where there are no bases.
    """
    return state.layout.once(("8e distance", one, other), lambda: _between(state, one, other))


def _between(state: State, one: str, other: str) -> int:
    ones, others = ([body_of(state.models[m]) for m in models_of(state, subject)] for subject in (one, other))
    return nearest(ones, others)


@rule("8e.measuring.within-inclusive")
def within(length: int, reach: int) -> bool:
    """Whether a distance is within a range: exactly at it counts."""
    return inches(length) <= inches(reach) + CONTACT


@rule("8e.measuring.any-time")
def refusals(state: State, one: str, other: str) -> Refusals:
    """Why a distance may not be measured now: never, for either player may measure whatever he wishes at any moment."""
    return ()
