"""Named facts in a fixed order, as events, refusals and decisions carry them."""

from __future__ import annotations

from typing import Any, TypeAlias

Value: TypeAlias = Any
"""None, bool, int, str, a record, or a tuple of these."""

Facts: TypeAlias = tuple[tuple[str, Value], ...]


def facts(**named: Value) -> Facts:
    """Named values in the order given."""
    return tuple(named.items())


def fact(of: Facts, name: str, default: Value = None) -> Value:
    """The value called `name`, or the default."""
    for key, value in of:
        if key == name:
            return value
    return default
