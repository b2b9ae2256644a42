"""Where battles are kept: saved by name, journals of those under way, and bundles that show a problem."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

from engine.session import Session
from render import png
from render import settings as kept
from render.battle import words

ENDING = ".battle"
JOURNALS_KEPT = 12
"""So many journals of past battles stay; older ones are removed when a new one begins."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A battle on disk: what the menu says of it, and who sits where (side to `person` or a computer's name);
    `seed` is what computer players are made with."""

    path: Path
    name: str
    title: str
    told: str
    when: float
    over: bool
    seats: Mapping[str, str]
    seed: str = "0"


def saves_folder() -> Path:
    """Where battles saved by name are."""
    return kept.home() / "saves"


def journals_folder() -> Path:
    """Where the journals of battles under way are."""
    return kept.home() / "journals"


def fresh_journal(name: str) -> Path:
    """A path nobody uses yet for the journal of a battle of the scenario `name`."""
    folder = journals_folder()
    stem = time.strftime(f"{sound(name)}-%Y%m%d-%H%M%S")
    path, count = folder / f"{stem}{ENDING}", 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{count}{ENDING}"
    _thin_out(folder)
    return path


def save_path(name: str) -> Path:
    """The file of a battle saved under a name."""
    return saves_folder() / f"{sound(name)}{ENDING}"


def note_beside(path: Path, session: Session, seats: Mapping[str, str], seed: str, name: str = "") -> None:
    """Write what the menu shows of a battle beside its file. Raises OSError."""
    state = session.state
    told = words.lower(words.round_named(session.book, state.clock.round)) if state.clock.round else "setting up"
    if state.clock.phase:
        told += f", {state.clock.phase}"
    if state.outcome is not None:
        told = f"over: {state.outcome.reason}"
    data = {
        "name": name or path.stem,
        "title": session.setup.title,
        "told": told,
        "over": state.outcome is not None,
        "seats": dict(seats),
        "seed": seed,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    _beside(path).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def saved(path: Path) -> Saved | None:
    """A battle on disk as its note says, None when there is no such file. A missing note costs only words."""
    try:
        when = path.stat().st_mtime
    except OSError:
        return None
    data = _note(path)
    seats = data.get("seats")
    known = {str(k): str(v) for k, v in seats.items()} if isinstance(seats, dict) else {}
    return Saved(
        path,
        str(data.get("name", path.stem)),
        str(data.get("title", path.stem)),
        str(data.get("told", "")),
        when,
        data.get("over") is True,
        known,
        str(data.get("seed", "0")),
    )


def saves() -> list[Saved]:
    """Every battle saved by name, the newest first."""
    return _all(saves_folder())


def unfinished(but: Collection[Path] = ()) -> Saved | None:
    """The battle under way that was played last, if one is not over; `but` are files found to be of no use."""
    return next((battle for battle in _all(journals_folder()) if not battle.over and battle.path not in but), None)


def forget(path: Path) -> None:
    """Remove a battle from disk; one that cannot be removed stays."""
    for each in (path, _beside(path)):
        try:
            each.unlink(missing_ok=True)
        except OSError:
            continue


def write_bundle(
    bundle: Mapping[str, Any], log: str, picture: pygame.Surface | None, name: str, session: Session | None = None
) -> Path:
    """A folder with what shows a problem: record, log, picture, and the battle as a file. Raises OSError."""
    folder, count = kept.home() / "problems" / time.strftime(f"{sound(name)}-%Y%m%d-%H%M%S"), 1
    stem = folder.name
    while folder.exists():
        count += 1
        folder = folder.with_name(f"{stem}-{count}")
    folder.mkdir(parents=True)
    (folder / "record.json").write_text(json.dumps(bundle, ensure_ascii=False, indent=1), encoding="utf-8")
    (folder / "log.txt").write_text(log + "\n", encoding="utf-8")
    if session is not None:
        session.save(folder / f"journal{ENDING}")
    if picture is not None:
        png.write(picture, folder / "picture.png")
    return folder


def _all(folder: Path) -> list[Saved]:
    found = [saved(path) for path in sorted(folder.glob(f"*{ENDING}"))]
    return sorted((s for s in found if s is not None), key=lambda s: (-s.when, s.name))


def _note(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(_beside(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".json")


def _thin_out(folder: Path) -> None:
    for battle in _all(folder)[JOURNALS_KEPT - 1 :]:
        forget(battle.path)


def sound(name: str) -> str:
    """A name that any file system takes."""
    return re.sub(r"[^\w .()-]+", "_", name).strip(" .")[:80] or "battle"
