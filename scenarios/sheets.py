"""The datasheets of a battle: what all its models need, merged from army files and the scene's own tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.setup import ModelSpec
from scenarios.problems import Report
from scenarios.schema.formats import AnySheets

TABLES = ("profiles", "weapons", "wargear", "powers", "rules")
"""In this order; what an edition has not got is left out."""

ALWAYS = ("profiles", "weapons", "wargear", "rules")
"""Tables that are there even when they are empty."""

Tables = dict[str, dict[str, dict[str, Any]]]


def merge(sources: Iterable[tuple[str, int, AnySheets]], report: Report) -> Tables:
    """The tables of all sources (each with its name and the line that brought it in); clashes are noted."""
    merged: Tables = {table: {} for table in TABLES}
    origin: dict[tuple[str, str], str] = {}
    for name, line, sheets in sources:
        for table in TABLES:
            for key, entry in getattr(sheets, table, {}).items():
                data = {k: _settled(v) for k, v in entry.model_dump(exclude_unset=True).items()}
                if merged[table].setdefault(key, data) != data:
                    where = origin[table, key]
                    report.add(line, f"{table}.{key} of {name} is not that of {where}", "rename one of the two")
                origin.setdefault((table, key), name)
    return merged


def _settled(value: Any) -> Any:
    return tuple(_settled(v) for v in value) if isinstance(value, list) else value


def used(tables: Mapping[str, Mapping[str, Mapping[str, Any]]], models: Iterable[ModelSpec]) -> Tables:
    """Only what these models need of the tables, in the tables' order."""
    members = tuple(models)
    wanted: dict[str, set[str]] = {
        "profiles": {model.profile for model in members},
        "weapons": {item for model in members for item in model.gear}
        | {mount.weapon for model in members for mount in model.mounts},
        "wargear": {item for model in members for item in model.gear},
        "powers": set(),
        "rules": set(),
    }
    for key in wanted["profiles"]:
        card = tables["profiles"].get(key, {})
        wanted["powers"].update((*(card.get("powers") or ()), *card.get("discipline", ())))
    for key in tuple(wanted["weapons"]):
        wanted["weapons"].update(tables["weapons"].get(key, {}).get("modes", ()))
    for table in ("profiles", "weapons", "wargear"):
        for key in wanted[table]:
            wanted["rules"].update(tables[table].get(key, {}).get("rules", ()))
    found = {table: {k: dict(v) for k, v in tables.get(table, {}).items() if k in wanted[table]} for table in TABLES}
    return {table: entries for table, entries in found.items() if entries or table in ALWAYS}
