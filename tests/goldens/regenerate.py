"""Writes the playthroughs anew: `python -m tests.goldens.regenerate`. Say in the commit why a line changed."""

from __future__ import annotations

import sys

from engine.books import PLAYABLE
from scenarios.finding import bundled_scenarios
from tests.goldens.playthrough import path_of, playthrough


def names() -> list[str]:
    """The bundled scenarios that can be played, each after its edition and a stroke."""
    return [f"{edition}/{path.stem}" for edition in PLAYABLE for path in bundled_scenarios(edition)]


def main() -> None:
    for name in sys.argv[1:] or names():
        path_of(name).write_text(playthrough(name), encoding="utf-8")
        print(path_of(name))


if __name__ == "__main__":
    main()
