"""Moments of the eighth edition at which somebody may, or something must, react."""

from __future__ import annotations

from engine.core.codec import record

BAIL_OUT, EXPLOSION = "passengers get out", "explosion"
"""What the end of a model may bring about."""


@record
class Destroyed:
    """A model has no wounds left, or is to be removed, and still stands where it stood; `cause` is the rule.

    `left` is what its end still brings about before it is taken off, in order.
    """

    model: str
    cause: str
    left: tuple[str, ...] = ()

    @property
    def next(self) -> str:
        return self.left[0] if self.left else ""


@record
class ChargeDeclared:
    """A unit has declared a charge at some units; each of them may fire at it."""

    unit: str
    targets: tuple[str, ...]


@record
class Manifested:
    """A psychic test has been passed with that total; an enemy psyker may resist. `denied` once one did."""

    psyker: str
    power: str
    total: int
    tried: bool = False
    denied: bool = False
