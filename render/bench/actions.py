"""What the toolbar of the bench offers beside editing: each action is one row here, with its key if it has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

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
    from render.bench.from_photo import photograph
    from render.bench.ruling_panel import write_ruling

    return (
        Action("Ruling", "Ruling", write_ruling, pygame.K_w,
               "Write a ruling: a picture, a text and the scene, which opens to the same answer anywhere (W)"),
        Action("Photograph", "Photo…", photograph, pygame.K_p, "A real table from a photograph of it (P)"),
    )  # fmt: skip


def opener(path: Path) -> Callable[[BenchScreen, Path], None] | None:
    """What takes in a file of another kind than a scene, by its ending; None when nothing does."""
    from render.bench.from_photo import bring_in
    from render.bench.photo import is_photograph

    return bring_in if is_photograph(path) else None
