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


@rule("11e.concepts.measure-base-to-base")
def between(state: State, one: str, other: str) -> int:
    """The distance between two models or units in micrometres, units by their closest models.

    Straight in space between the closest points of two bases at the height they stand on; of models without a base
    every part counts.
    """
    ones, others = ([body_of(state.models[m]) for m in models_of(state, subject)] for subject in (one, other))
    return nearest(ones, others)


@rule("11e.concepts.within-inclusive")
def within(length: int, reach: int) -> bool:
    """Whether a distance is within a range: exactly at it counts."""
    return inches(length) <= inches(reach) + CONTACT


def refusals(state: State, one: str, other: str) -> Refusals:
    """Why a distance may not be measured now: never, distances may be measured whenever one wishes."""
    return ()
