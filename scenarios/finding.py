"""Where files are looked for: beside the file that names them, among those of the game, and among one's own."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parent
"""The bundled scenarios: one folder for each edition."""

ASSETS = ROOT.parent / "assets"


def home() -> Path:
    """The folder of what a person keeps: `SIGHTLINE_HOME`, else the system's place for it."""
    given = os.environ.get("SIGHTLINE_HOME")
    return Path(given) if given else Path(platformdirs.user_config_dir("sightline", appauthor=False))


def own_armies() -> Path:
    """The folder of a person's own army files."""
    return home() / "armies"


def bundled_scenarios(edition: str) -> list[Path]:
    """The scenario files that come with the game, in order of name."""
    return sorted((ROOT / edition).glob("*.yaml"))


def bundled_armies(edition: str) -> list[Path]:
    """The army files that come with the game, in order of name."""
    return sorted((ASSETS / "armies" / edition).glob("*.yaml"))


def bundled_catalogue() -> Path:
    """The terrain catalogue that comes with the game."""
    return ASSETS / "terrain" / "catalogue.yaml"


def find(name: str, *folders: Path, asker: Path | None = None) -> tuple[Path | None, list[Path]]:
    """The file that `name` means in the first folder that has it, and everywhere it was looked for. The ending `.yaml`
    may be left out. The file that asks, `asker`, is never what it names."""
    names = [name] if Path(name).suffix else [f"{name}.yaml", f"{name}.yml", f"{name}.json"]
    looked = [folder / n for folder in folders for n in names if folder / n != asker]
    for path in looked:
        try:
            if path.is_file():
                return path, looked
        except (OSError, ValueError):
            continue
    return None, looked
