"""What the card of a unit shows in the fifth edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.cards import Arm, Card, Cell, Line
from engine.core.records import Model
from engine.core.state import State
from engine.fifth import characteristics
from engine.mechanics.cards import by_profile, gear_of, sheet, skills_of

SAVES = ("sv", "inv")


def card(state: State, unit: str) -> Card:
    """The card of a unit: profiles with the values in force, weapons on a line each, and special rules."""
    alive, record = state.members(unit), state.units[unit]
    return Card(
        worth=f"{record.points} points" if record.points else "",
        lines=_lines(state, alive),
        arms=tuple(_arm(state, key, count) for key, count in gear_of(alive).items()),
        skills=skills_of(state, alive),
    )


def _lines(state: State, alive: tuple[Model, ...]) -> tuple[Line, ...]:
    groups = [(models, sheet(state, "profiles", key)) for key, models in by_profile(alive).items()]
    groups = [(models, raw) for models, raw in groups if raw]
    if not groups:
        return ()
    names = [n for n, v in groups[0][1].items() if isinstance(v, int) and not isinstance(v, bool)]
    names = [n for n in names if n != "inv" or any(raw.get("inv") for _, raw in groups)]
    return tuple(
        Line(
            str(raw.get("name", models[0].name)), tuple(_cell(state, models[0], n, raw.get(n, 0)) for n in names),
            len(models),
        )
        for models, raw in groups
    )  # fmt: skip


def _cell(state: State, model: Model, name: str, printed: Any) -> Cell:
    """A characteristic as it is in force; a save with its plus; a dash for none."""
    try:
        value = characteristics.value(state, model.id, name)
    except LookupError:
        value = printed
    told = f"{value}+" if value and name in SAVES else str(value) if value else "–"
    return Cell(name.capitalize() if len(name) > 2 else name.upper(), told, value != printed)


def _arm(state: State, key: str, count: int) -> Arm:
    weapon = sheet(state, "weapons", key)
    if weapon:
        return Arm(str(weapon.get("name", key)), count, _told(state, weapon))
    return Arm(str(sheet(state, "wargear", key).get("name", key.replace("_", " "))), count)


def _told(state: State, weapon: Mapping[str, Any]) -> str:
    """A weapon's figures on one line."""
    if "modes" in weapon:
        return " or ".join(str(sheet(state, "weapons", m).get("name", m)) for m in weapon["modes"])
    parts = []
    reach, shots = weapon.get("range"), weapon.get("shots")
    if reach:
        parts.append("template" if reach == "template" else f'{reach}"')
    if weapon.get("strength"):
        parts.append(f"S{weapon['strength']}")
    if "ap" in weapon:
        parts.append(f"AP{weapon['ap'] or '–'}")
    if weapon.get("type"):
        parts.append(str(weapon["type"]).replace("_", " ") + (f" {shots}" if shots not in (None, 1) else ""))
    if weapon.get("blast"):
        parts.append(f'blast {weapon["blast"]}"')
    if weapon.get("melee"):
        parts.append(f"{weapon['melee']} close combat")
    return ", ".join(parts)
