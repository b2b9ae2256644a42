"""What comes with the game, as the menu lists it: scenarios and datasheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from battlefield.units import inches
from engine.books import PLAYABLE
from engine.core.setup import Setup, SideSpec
from scenarios.armies import read_army
from scenarios.finding import bundled_armies, bundled_scenarios
from scenarios.loader import SCENARIO_KEYS, load_scenario, load_scene, rules_of
from scenarios.problems import Problem, ScenarioError, meant
from scenarios.reading import read
from scenarios.schema.common import Edition

EDITIONS: tuple[str, ...] = get_args(Edition)


@dataclass(frozen=True, slots=True)
class ScenarioEntry:
    """A scenario in the menu, or a scene, which has no `mission`. `table` in inches; `points` and `power` the
    dearer side's; `problems` why not to play it."""

    path: Path
    name: str
    title: str
    story: str
    edition: str
    points: int
    table: tuple[float, float]
    mission: str
    sides: tuple[SideSpec, ...]
    problems: tuple[Problem, ...] = ()
    power: int = 0


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A datasheet: the army file it is in, its key there, and what the menu shows of it."""

    army: str
    path: Path
    key: str
    name: str
    role: str
    points: int
    models: int
    text: str


def scenarios(edition: str | None = None, folders: Iterable[Path] = ()) -> list[ScenarioEntry]:
    """The bundled scenarios, of one edition when told, smallest first; then those in the folders."""
    bundled = [entry(path) for e in EDITIONS for path in bundled_scenarios(e)]
    bundled.sort(key=lambda e: (EDITIONS.index(e.edition) if e.edition else -1, e.points, e.name))
    own = [entry(path) for folder in folders for path in sorted(folder.glob("*.yaml"))]
    return [e for e in (*bundled, *own) if edition is None or e.edition in (edition, "")]


def find_scenario(name: str) -> Path:
    """The scenario file that a name means: a path, or a bundled scenario with or without its ending.

    Of two editions with a scenario of that name the first is meant, unless the edition stands before: `8e/first-steps`.

    Raises
    ------
    LookupError
        with what it may have meant.
    """
    path = Path(name)
    if path.suffix or path.exists():
        return path
    known: dict[str, Path] = {}
    for found in (path for edition in EDITIONS for path in bundled_scenarios(edition)):
        known.setdefault(found.stem, found)
        known[f"{found.parent.name}/{found.stem}"] = found
    if name not in known:
        raise LookupError(f"there is no scenario {name!r}; {meant(name, known)}, or give the path of a file")
    return known[name]


def entry(path: Path) -> ScenarioEntry:
    """One scenario file as the menu lists it, with its problems when it has any."""
    try:
        if not is_scenario(path):
            return _described(path, load_scene(path).setup)
        setup = load_scenario(path)
        if setup.edition not in PLAYABLE:  # else the book is not opened yet: the menu is there sooner
            rules_of(setup, path)
    except ScenarioError as error:
        return ScenarioEntry(path, path.stem, path.stem, "", "", 0, (0.0, 0.0), "", (), error.problems)
    return _described(path, setup)


def is_scenario(path: Path) -> bool:
    """Whether a file means to be a scenario, which can be played, and not a mere scene. Raises ScenarioError."""
    data = read(path).data
    return not isinstance(data, dict) or "table" not in data or any(key in data for key in SCENARIO_KEYS)


def _described(path: Path, setup: Setup) -> ScenarioEntry:
    spent = [sum(unit.points for unit in setup.units if unit.side == side.id) for side in setup.sides]
    power = [sum(unit.power for unit in setup.units if unit.side == side.id) for side in setup.sides]
    return ScenarioEntry(
        path=path,
        name=setup.name,
        title=setup.title,
        story=setup.story,
        edition=setup.edition,
        points=max(spent, default=0),
        table=(inches(setup.width), inches(setup.depth)),
        mission=str(setup.task("kind") or ""),
        sides=setup.sides,
        power=max(power, default=0),
    )


def datasheets(edition: str) -> list[SheetEntry]:
    """The datasheets of the bundled armies of an edition, in the order of their files. Raises ScenarioError."""
    found = []
    for path in bundled_armies(edition):
        army = read_army(path)
        for key, sheet in army.units.items():
            count = sum(model.count for model in sheet.models)
            found.append(SheetEntry(army.army, path, key, sheet.name, sheet.role, sheet.points, count, sheet.text))
    return found
