"""What a book does in order. The timetable is derived anew from the state at every step, so it needs no saving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from engine.core.battle import Battle
    from engine.core.procedure import Procedure
    from engine.core.state import State


@dataclass(frozen=True, slots=True)
class Once:
    """A step that happens once in its segment."""

    name: str
    procedure: Callable[[Battle], Procedure[None]]


@dataclass(frozen=True, slots=True)
class Loop:
    """A step repeated for every subject that `chooser` names, until it names none."""

    name: str
    chooser: Callable[[State], Any]
    procedure: Callable[[Battle, Any], Procedure[None]]


Step: TypeAlias = Once | Loop
