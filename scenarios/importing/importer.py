"""An army list made into an army file, and all that there is to say about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scenarios.importing.armies import army_file
from scenarios.importing.normalise import army_of
from scenarios.importing.safe import Refused, read_source
from scenarios.importing.tree import roster_of
from scenarios.importing.units import Army, Sum
from scenarios.problems import Problem, ScenarioError
from scenarios.reading import MOST_BYTES, MOST_NODES
from scenarios.schema.formats import army_format
from scenarios.writer import text_of

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Imported:
    """A list as it was read, and the plain data of its army file: None when no unit has a stat line."""

    army: Army
    data: Data | None

    def summary(self) -> Data:
        """The list in plain data: `points` of a unit with everything chosen for it, `models` a count."""
        army = self.army
        units = [
            {"name": u.name, "points": _tidy(army.points(u)), "models": u.models, "weapons": u.weapons()}
            for u in army.units
        ]
        return {
            "name": army.name, "edition": army.edition.id, "points": _tidy(army.all_points), "units": units,
            "not_read": list(army.not_read), "assumed": list(army.assumed), "sums": [_sum(s) for s in army.sums],
            "adds_up": army.adds_up,
        }  # fmt: skip

    def text(self) -> str:
        """The army file. Raises Refused when there is none that could be read again."""
        if self.data is None:
            raise Refused("makes no army file: no unit of it has a stat line", "export it with its profiles")
        small = _values(self.data) < MOST_NODES and len(repr(self.data)) < MOST_BYTES
        text = text_of(self.data) if small else ""
        if not text or len(text.encode()) > MOST_BYTES:
            raise Refused("makes an army file that is too large", f"one has at most {MOST_BYTES // 1_000_000} MB")
        return text

    def write(self, path: Path) -> None:
        """Write the army file, as UTF-8. Raises ScenarioError when there is none, OSError when it cannot be written."""
        try:
            text = self.text()
        except Refused as error:
            raise ScenarioError([Problem(str(path), 0, f"the list {error.message}", error.remedy)]) from None
        path.write_text(text, encoding="utf-8")


def import_list(where: Path | str) -> Imported:
    """The army list in a file, or in a share link given in its place. Raises ScenarioError with one problem."""
    source = read_source(where)
    try:
        army = army_of(roster_of(source))
        data = army_file(army)
        if data is not None:
            _check(data)
    except Refused as error:
        raise ScenarioError([Problem(source.path, 0, error.message, error.remedy)]) from None
    return Imported(army, data)


def _values(data: Any) -> int:
    """How many values and keys there are in plain data."""
    if isinstance(data, dict):
        return 1 + sum(1 + _values(value) for value in data.values())
    return 1 + sum(_values(value) for value in data) if isinstance(data, list) else 1


def _check(data: Data) -> None:
    """Refuse a list of which something does not fit into an army file."""
    try:
        army_format(data).model_validate(data)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise Refused(f"has something that no army file can hold, at {where}", "mend it in the list") from None


def _tidy(value: float) -> int | float:
    return int(value) if value == int(value) else round(value, 2)


def _sum(found: Sum) -> Data:
    return {"cost": found.kind, "selections": _tidy(found.found), "roster": _tidy(found.said), "agrees": found.agrees}


def told(imported: Imported) -> list[str]:
    """What was read, in lines for people: the units, whether the costs add up, what was assumed and what not read."""
    army = imported.army
    lines = [army.name, *headlines(army), ""]
    wide = min(44, max(len(unit.name) for unit in army.units))
    for unit in army.units:
        weapons = ", ".join(unit.weapons()) or "no weapons"
        lines.append(f"{unit.models:4} {unit.name:{wide}} {_tidy(army.points(unit)):6} points  {weapons}")
    lines += ["", *sums_told(army)]
    for heading, entries in (("Assumed", army.assumed), ("Not read", army.not_read)):
        if entries:
            lines += ["", f"{heading}:", *(f"  {entry}" for entry in entries)]
    return lines


def headlines(army: Army) -> list[str]:
    """What sort of list it is, and how large."""
    models = sum(unit.models for unit in army.units)
    return [
        f"{army.edition.name}, from {army.written}",
        f"{_tidy(army.all_points)} points, {_many(len(army.units), 'unit')}, {_many(models, 'model')}",
    ]


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def sums_told(army: Army) -> list[str]:
    """Whether the costs of all selections come to the roster's."""
    if not army.total:
        return ["The list names no total to check its costs against."]
    told = [f"{s.kind} {_tidy(s.found)}" for s in army.sums if s.agrees]
    wrong = [s for s in army.sums if not s.agrees]
    lines = [f"The costs add up: {', '.join(told)}."] if told and not wrong else []
    return lines + [
        f"The costs do not add up: the selections come to {_tidy(s.found)} {s.kind}, the roster says {_tidy(s.said)}."
        for s in wrong
    ]
