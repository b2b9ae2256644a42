"""What comes of putting something into a battle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.events import Event
from engine.core.refusals import Refusals


@dataclass(frozen=True, slots=True)
class Submission:
    """What came of an answer: either refusals, and nothing changed, or the events it caused, dice included."""

    refusals: Refusals = ()
    events: tuple[Event, ...] = ()

    @property
    def accepted(self) -> bool:
        return not self.refusals


class ProcedureFailed(RuntimeError):
    """A rule's code broke on an answer. The battle stands where it stood before; `bundle` is what shows why."""

    def __init__(self, error: Exception, bundle: dict[str, Any]):
        super().__init__(f"{type(error).__name__}: {error}")
        self.bundle = bundle
