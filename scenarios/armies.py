"""Army files, and units bought from their datasheets."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.ledger import rule
from scenarios.problems import Report, meant
from scenarios.reading import read
from scenarios.schema import eighth
from scenarios.schema.army import Option, SheetModel
from scenarios.schema.common import Base
from scenarios.schema.formats import AnyArmy, AnyDatasheet, AnySheets, army_format
from scenarios.validating import Read, validate

Chosen = Mapping[str, int | bool]

OF_ALL = ("smite",)
"""Powers that every psyker may know without a sheet for them."""


@dataclass(slots=True)
class Figure:
    """A model of a bought unit. `changed` counts the options it took."""

    key: str
    name: str
    profile: str
    gear: list[str]
    base: Base
    height: float
    eye: float
    changed: int = 0


@dataclass(slots=True)
class Bought:
    """A unit as bought: its models in order, and what it costs."""

    sheet: AnyDatasheet
    figures: list[Figure] = field(default_factory=list)
    points: int = 0

    @property
    def power(self) -> int:
        """Its Power Rating, where its edition has such; else 0."""
        return self.sheet.rating(len(self.figures)) if isinstance(self.sheet, eighth.Datasheet) else 0


def read_army(path: Path) -> AnyArmy:
    """An army file. Raises ScenarioError with all its problems."""
    report = Report(path)
    document = read(path)
    found = validate(document, army_format(document.data), report)
    check_army(found, report)
    report.settle()
    assert found.file is not None
    return found.file


def check_army(found: Read[Any], report: Report) -> None:
    """Note every name in an army file that leads nowhere."""
    army: AnyArmy | None = found.file
    if army is None or not found.whole:
        return
    check_sheets(army, found, (), report)
    for id, sheet in army.units.items():
        if sheet.eye > sheet.height:
            report.add(found.line("units", id, "eye"), f"units.{id}: its eye is above its top", "lower eye to height")
        keys = [model.key for model in sheet.models]
        for i, model in enumerate(sheet.models):
            line = found.line("units", id, "models", i)
            where = f"units.{id}.models[{i}]"
            if keys.index(model.key) != i:
                report.add(line, f"{where}: there are two kinds of model {model.key!r}", "give each its own key")
            _known(model.profile, army.profiles, "profile", where, line, report)
            for item in model.gear:
                _known(item, {**army.weapons, **army.wargear}, "weapon or wargear", where, line, report)
        for key, option in sheet.options.items():
            _check_option(
                army, option, keys, f"units.{id}.options.{key}", found.line("units", id, "options", key), report
            )


def _check_option(army: AnyArmy, option: Option, models: list[str], where: str, line: int, report: Report) -> None:
    for kind in (option.add, option.model):
        if kind is not None and kind not in models:
            report.add(line, f"{where}: there is no kind of model {kind!r}", meant(kind, models))
    for item in (*option.gear, *option.replace):
        _known(item, {**army.weapons, **army.wargear}, "weapon or wargear", where, line, report)
    if option.profile is not None:
        _known(option.profile, army.profiles, "profile", where, line, report)


def check_sheets(sheets: AnySheets, found: Read[Any], at: tuple[str, ...], report: Report) -> None:
    """Note weapons' modes and special rules that are not there."""
    for table in ("profiles", "weapons", "wargear"):
        for key, entry in getattr(sheets, table).items():
            line = found.line(*at, table, key)
            for name in entry.rules:
                _known(name, sheets.rules, "special rule", f"{table}.{key}", line, report)
            for mode in getattr(entry, "modes", ()):
                _known(mode, sheets.weapons, "weapon", f"{table}.{key}", line, report)
            for power in (*(getattr(entry, "powers", None) or ()), *getattr(entry, "discipline", ())):
                _known(power, (*getattr(sheets, "powers", {}), *OF_ALL), "power", f"{table}.{key}", line, report)
    for key in sorted(set(sheets.weapons) & set(sheets.wargear)):
        report.add(found.line(*at, "wargear", key), f"{key!r} is both a weapon and wargear", "rename one of them")


def _known(word: str, table: Collection[str], what: str, where: str, line: int, report: Report) -> None:
    if word not in table:
        report.add(line, f"{where}: there is no {what} {word!r}", meant(word, table))


@rule("5e.profile.points")
def buy(sheet: AnyDatasheet, chosen: Chosen, where: str, line: int, report: Report) -> Bought:
    """A unit with the options chosen; what cannot be had is noted and left out."""
    bought = Bought(sheet, points=sheet.points)
    for model in sheet.models:
        bought.figures += [_figure(sheet, model) for _ in range(model.count)]
    for key in chosen:
        if key not in sheet.options:
            report.add(line, f"{where}: {sheet.name} has no option {key!r}", meant(key, sheet.options))
    wanted = [(key, option, int(chosen[key])) for key, option in sheet.options.items() if chosen.get(key)]
    for key, option, times in wanted:
        if option.add is not None:
            _add(bought, key, option, times, where, line, report)
    for key, option, times in wanted:
        if option.add is None:
            _change(bought, key, option, times, where, line, report)
    for group in sorted({option.group for _, option, _ in wanted if option.group}):
        total = sum(times for _, option, times in wanted if option.group == group)
        most = max(_most(option, bought) for option in sheet.options.values() if option.group == group)
        if total > most:
            report.add(line, f"{where}: {total} choices of {group!r} where {most} may be taken", f"take at most {most}")
    return bought


def _figure(sheet: AnyDatasheet, model: SheetModel) -> Figure:
    return Figure(
        model.key,
        model.name,
        model.profile,
        list(model.gear),
        model.base or sheet.base,
        model.height or sheet.height,
        model.eye or sheet.eye,
    )


def _most(option: Option, bought: Bought) -> int:
    """How often an option may be taken by a unit of this size."""
    return len(bought.figures) // option.max_per if option.max_per else option.max or 1


def _add(bought: Bought, key: str, option: Option, times: int, where: str, line: int, report: Report) -> None:
    if times > _most(option, bought):
        most = _most(option, bought)
        report.add(line, f"{where}: {times} of {key!r} where {most} may be taken", f"take at most {most}")
        return
    model = next((m for m in bought.sheet.models if m.key == option.add), None)
    if model is not None:
        last = max((i for i, f in enumerate(bought.figures) if f.key == model.key), default=len(bought.figures) - 1)
        bought.figures[last + 1 : last + 1] = [_figure(bought.sheet, model) for _ in range(times)]
        bought.points += option.points * times


def _change(bought: Bought, key: str, option: Option, times: int, where: str, line: int, report: Report) -> None:
    name = f"{where}: {key!r}"
    if option.needs and len(bought.figures) < option.needs:
        report.add(line, f"{name} needs {option.needs} models, not {len(bought.figures)}", "add models or leave it out")
        return
    if not option.all and times > _most(option, bought):
        most = _most(option, bought)
        report.add(line, f"{where}: {times} of {key!r} where {most} may be taken", f"take at most {most}")
        return
    able = [
        figure
        for figure in bought.figures
        if option.model in (None, figure.key) and all(item in figure.gear for item in option.replace)
    ]
    able = able if option.all else sorted(able, key=lambda figure: figure.changed)[:times]
    if not able or (len(able) < times and not option.all):
        kept = " and ".join(option.replace) or "place"
        report.add(line, f"{name}: no model has {kept} left for it", "leave it or another option out")
        return
    for figure in able:
        for item in option.replace:
            figure.gear.remove(item)
        figure.gear += option.gear
        figure.profile = option.profile or figure.profile
        figure.name = option.rename or figure.name
        figure.changed += 1
        bought.points += option.points
