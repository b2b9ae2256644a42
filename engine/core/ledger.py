"""Which function carries which rule.

`@rule("5e.shooting.run")` above a function says that the function implements that rule. The ids are literal, so that a
search finds them; the gates in tests/laws compare them with the rule cards and with the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object] | type)

_HOMES: dict[str, list[str]] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function or class as the home of the rules `ids`; the object itself is returned unchanged."""

    def mark(target: F) -> F:
        home = f"{target.__module__}.{target.__qualname__}"
        for rule_id in ids:
            _HOMES.setdefault(rule_id, []).append(home)
        return target

    return mark


def homes(rule_id: str) -> tuple[str, ...]:
    """The dotted names of what implements a rule, in order of import; empty when nothing imported so far does."""
    return tuple(_HOMES.get(rule_id, ()))
