"""The bench's paper trail: a position and its verdict as picture, text and scene, three files with one name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from render import png
from render import settings as kept
from render.battle.keeping import sound
from render.bench import ruling_picture, ruling_words
from render.bench.backdrop import Backdrop
from render.bench.position import Position

MOST = 10_000
"""Rulings with one title; then another title has to be chosen."""


class RulingError(ValueError):
    """A position of which no ruling can be made; says why."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The three files of a ruling."""

    picture: Path
    text: Path
    scene: Path

    @property
    def files(self) -> tuple[Path, ...]:
        return self.picture, self.text, self.scene

    @property
    def told(self) -> str:
        """Where they are, in a sentence."""
        return f"Ruling: {self.picture.parent / self.picture.stem} (.png, .txt, .yaml)"


def rulings_folder() -> Path:
    """Where rulings are kept, beside the saved battles."""
    return kept.home() / "rulings"


def write(
    position: Position, editions: Sequence[str], folder: Path | None = None, backdrop: Backdrop | None = None
) -> Ruling:
    """Write the position, its question and the answers of some editions; all three files, or none. A photograph under
    the table is in the picture.

    Raises RulingError for a position whose scene no program would open, and OSError, also where the picture cannot be
    written.
    """
    if position.problems:
        raise RulingError(f"This position cannot be written down: {position.problems[0]}")
    folder = folder if folder is not None else rulings_folder()
    folder.mkdir(parents=True, exist_ok=True)
    made = _free(folder, sound(position.title))
    try:
        made.scene.write_text(position.text(), encoding="utf-8")
        made.text.write_text(ruling_words.sheet(position, editions, made.scene.name), encoding="utf-8")
        png.write(ruling_picture.paint(position, editions, made.picture.stem, backdrop), made.picture)
    except (OSError, pygame.error) as error:
        for file in made.files:
            file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise
        raise OSError(f"{made.picture}: {error}") from None
    return made


def _free(folder: Path, name: str) -> Ruling:
    """The files of the first number that none of a title's rulings has."""
    for count in range(1, MOST):
        made = Ruling(*(folder / f"{name}-{count:03d}{ending}" for ending in (".png", ".txt", ".yaml")))
        if not any(file.exists() for file in made.files):
            return made
    raise OSError(f"{folder} has {MOST - 1} rulings called {name!r}; give the position another title")
