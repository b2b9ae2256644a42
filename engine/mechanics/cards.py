"""Parts of a unit's card that every book with datasheets fills in alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.cards import Skill
from engine.core.records import Model
from engine.core.state import State

CARRIED = ("weapons", "wargear")
"""The tables of the sheets in which what a model carries is found."""


def sheet(state: State, table: str, key: str) -> Mapping[str, Any]:
    """An entry of the setup's sheets; an empty one where there is none."""
    entry = state.setup.sheets.get(table, {}).get(key, {})
    return entry if isinstance(entry, Mapping) else {}


def by_profile(models: Iterable[Model]) -> dict[str, tuple[Model, ...]]:
    """Models by the key of their profile, in order of the first of each."""
    found: dict[str, tuple[Model, ...]] = {}
    for model in models:
        found[model.profile] = (*found.get(model.profile, ()), model)
    return found


def gear_of(models: Iterable[Model]) -> dict[str, int]:
    """How often each piece of gear is carried, in order of the first of each."""
    found: dict[str, int] = {}
    for model in models:
        for key in model.gear:
            found[key] = found.get(key, 0) + 1
    return found


def skills_of(state: State, models: Iterable[Model]) -> tuple[Skill, ...]:
    """The special rules of models, of their profiles first, then of what they carry; each once, with its text."""
    keys: dict[str, None] = {}
    for model in models:
        keys.update(dict.fromkeys(map(str, sheet(state, "profiles", model.profile).get("rules", ()))))
        for table in CARRIED:
            for item in model.gear:
                keys.update(dict.fromkeys(map(str, sheet(state, table, item).get("rules", ()))))
    return tuple(_skill(key, sheet(state, "rules", key)) for key in keys)


def _skill(key: str, entry: Mapping[str, Any]) -> Skill:
    title = str(entry.get("name", key.replace("_", " ").capitalize()))
    return Skill(key, title, str(entry.get("text", "")).strip(), entry.get("enforced") is False)
