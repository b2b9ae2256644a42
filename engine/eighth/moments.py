"""Moments of the eighth edition at which somebody may, or something must, react."""

from __future__ import annotations

from engine.core.codec import record


@record
class Destroyed:
    """A model has no wounds left, or is to be removed, and still stands where it stood; `cause` is the rule.

    Transports empty themselves and volatile models explode before it is taken off.
    """

    model: str
    cause: str


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
