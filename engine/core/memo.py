"""What has been found out about something that does not change, and may be asked again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo(dict[Any, Any]):
    """Findings by whatever tells the questions apart."""

    def once(self, key: Any, find: Callable[[], T]) -> T:
        """What was found for a key, or what `find` finds for it now."""
        if key not in self:
            self[key] = find()
        found: T = self[key]
        return found
