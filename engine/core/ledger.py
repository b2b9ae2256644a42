"""Which function carries which rule.

`@rule("5e.shooting.run")` above a function says that the function implements that rule. The ids are literal, so that a
search finds them; the gates in tests/laws compare them with the rule cards and with the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object] | type)


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function or class as the home of the rules `ids`; the object itself is returned unchanged."""

    def mark(target: F) -> F:
        return target

    return mark
