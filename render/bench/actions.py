"""What the toolbar of the bench offers beside editing: each action is one row here, with its key if it has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from render.bench.screen import BenchScreen


@dataclass(frozen=True, slots=True)
class Action:
    """A button of the toolbar. `press` gets the screen; `ready` says whether it can be used now."""

    id: str
    words: str
    press: Callable[[BenchScreen], None]
    key: int | None = None
    tip: str = ""
    ready: Callable[[BenchScreen], bool] = lambda screen: True


def actions() -> tuple[Action, ...]:
    """The actions, in the order of their buttons."""
    return ()


def opener(path: Path) -> Callable[[BenchScreen, Path], None] | None:
    """What takes in a file of another kind than a scene, by its ending; None when nothing does."""
    return None
