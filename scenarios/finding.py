"""Where files are looked for: beside the file that names them, then among those that come with the game."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent
"""The bundled scenarios: one folder for each edition."""

ASSETS = ROOT.parent / "assets"


def bundled_scenarios(edition: str) -> list[Path]:
    """The scenario files that come with the game, in order of name."""
    return sorted((ROOT / edition).glob("*.yaml"))


def bundled_armies(edition: str) -> list[Path]:
    """The army files that come with the game, in order of name."""
    return sorted((ASSETS / "armies" / edition).glob("*.yaml"))


def bundled_catalogue() -> Path:
    """The terrain catalogue that comes with the game."""
    return ASSETS / "terrain" / "catalogue.yaml"


def find(name: str, beside: Path, bundled: Path) -> tuple[Path | None, list[Path]]:
    """The file that `name` means, and everywhere it was looked for. The ending `.yaml` may be left out."""
    names = [name] if Path(name).suffix else [f"{name}.yaml", f"{name}.yml", f"{name}.json"]
    looked = [folder / n for folder in (beside, bundled) for n in names]
    for path in looked:
        try:
            if path.is_file():
                return path, looked
        except (OSError, ValueError):
            continue
    return None, looked
