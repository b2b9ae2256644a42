"""Exact odds of dice against models: chances of a die, what becomes of each blow, and how a group of models wears down.

A group is a number of models with so many Wounds each, of which one at most is wounded. Its state is the sum of the
Wounds it has left; a distribution is an array of the chances of 0, 1, 2, ... of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float64]

MILLION = 1_000_000


def chance(need: int, again: int | None = None) -> float:
    """The chance that a six-sided die shows `need` or more; 0 of 0, which no die can reach.

    `again` is the score needed by a second roll of a 1; without one a 1 stands.

    >>> chance(4), chance(0), round(chance(2, 2), 4)
    (0.5, 0.0, 0.9722)
    """
    once = (7 - need) / 6 if need else 0.0
    return once if again is None else once + chance(again) / 6


def twice(once: float) -> float:
    """The chance of a die that is rolled again when it fails."""
    return once + (1.0 - once) * once


@lru_cache(maxsize=16)
def rolled(dice: int, sides: int) -> Mapping[int, float]:
    """The chances of the totals of some dice.

    >>> round(rolled(2, 6)[7], 6)
    0.166667
    """
    totals = np.array([1.0])
    for _ in range(dice):
        totals = np.convolve(totals, np.full(sides, 1.0 / sides))
    return {dice + i: float(p) for i, p in enumerate(totals)}


@dataclass(frozen=True, slots=True)
class Blows:
    """Blows that are alike: how many of them, with the chances of each number, and what each does.

    `hurts` is the chance that a blow takes one Wound, `slays` that it takes a whole model. With `damage`, the chances
    of each number of Wounds, a blow that hurts takes so many of one model, what it has left at most.
    """

    count: tuple[tuple[int, float], ...]
    hurts: float
    slays: float = 0.0
    damage: tuple[tuple[int, float], ...] = ()

    @classmethod
    def of(cls, count: int, hurts: float, slays: float = 0.0) -> Blows:
        """A number of blows that is certain."""
        return cls(((count, 1.0),), hurts, slays)


def worn_down(models: int, wounds: int, lost: int, blows: Iterable[Blows]) -> Chances:
    """The chances of the Wounds that a group has left after some blows, when it had `lost` of them before."""
    left = np.zeros(models * wounds + 1)
    left[max(0, models * wounds - lost)] = 1.0
    for blow in blows:
        left = _after(left, wounds, blow)
    return left


def _after(left: Chances, wounds: int, blow: Blows) -> Chances:
    """A mixture over the number of blows, each applied to what the one before left."""
    shares = dict(blow.count)
    mixed = np.zeros_like(left)
    for number in range(max(shares, default=0) + 1):
        if number:
            left = _damaged(left, wounds, blow) if blow.damage else _struck(left, wounds, blow.hurts, blow.slays)
        if number in shares:
            mixed += left * shares[number]
    return mixed


def _struck(left: Chances, wounds: int, hurts: float, slays: float) -> Chances:
    """One blow: nothing, a Wound less, or a fresh model less; the last model goes even when it is wounded."""
    after = left * (1.0 - hurts - slays)
    for loss, part in ((1, hurts), (wounds, slays)):
        if part:
            after[: len(left) - loss] += part * left[loss:]
            after[0] += part * float(np.add.reduce(left[:loss]))
    return after


def _damaged(left: Chances, wounds: int, blow: Blows) -> Chances:
    """One blow that takes several Wounds of one model; what it has not got is lost."""
    after = left * (1.0 - blow.hurts)
    states = np.arange(len(left))
    remaining = np.where(states > 0, (states - 1) % wounds + 1, 0)
    for damage, part in blow.damage:
        np.add.at(after, states - np.minimum(damage, remaining), left * (blow.hurts * part))
    return after


def mean_lost(models: int, wounds: int, left: Chances) -> float:
    """How many Wounds a full group has lost on average."""
    return float(np.dot(left, models * wounds - np.arange(len(left))))


def models_lost(models: int, wounds: int, left: Chances) -> Chances:
    """The chances that 0, 1, 2, ... models of a group are gone."""
    gone = np.zeros(models + 1)
    np.add.at(gone, models - -(-np.arange(len(left)) // wounds), left)
    return gone


def mean(of: Chances) -> float:
    """The average of a distribution of 0, 1, 2, ..."""
    return float(np.dot(of, np.arange(len(of))))


def millionths(of: Chances) -> tuple[int, ...]:
    """A distribution in whole millionths, for showing and for comparing; without the zeros at its end."""
    whole = [round(float(p) * MILLION) for p in of]
    while whole and not whole[-1]:
        whole.pop()
    return tuple(whole)


def thousandths(number: float) -> int:
    """A number in whole thousandths, so that it compares the same on every machine."""
    return round(number * 1000)
