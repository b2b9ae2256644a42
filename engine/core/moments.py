"""Moments that procedures announce, and the reactions a book has to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.codec import record
from engine.core.decisions import Option
from engine.core.dice import Roll

if TYPE_CHECKING:
    from engine.core.battle import Battle
    from engine.core.procedure import Procedure
    from engine.core.state import State


@record
class Rolled:
    """Dice have been rolled, and `spent` of them, by index, may not be rolled again. Announced after every roll."""

    roll: Roll
    faces: tuple[int, ...]
    spent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reaction:
    """A row of a book: at which kind of moment, who may do what, and how.

    `may(state, moment, side)` lists what that side can do now, each an option whose id is unique for the moment;
    nothing is asked when it lists nothing. `procedure(battle, moment, row)` returns the moment as it stands afterwards.
    A reaction that is not `optional` happens without being asked. `topic` is that of the question.
    """

    rule: str
    moment: type
    may: Callable[[State, Any, str], tuple[Option, ...]]
    procedure: Callable[[Battle, Any, str], Procedure[Any]]
    optional: bool = True
    topic: str = "react"
