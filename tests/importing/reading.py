"""Reading lists in tests."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from scenarios.importing.importer import Imported, import_list
from scenarios.importing.units import Unit
from tests.importing.forms import Node, xml


def imported(data: Node | bytes) -> Imported:
    """A list, read from a file."""
    raw = data if isinstance(data, bytes) else xml(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "list.ros")
        path.write_bytes(raw)
        return import_list(path)


def unit(found: Imported, name: str) -> Unit:
    """The unit of a list with a name."""
    return next(u for u in found.army.units if u.name == name)


def sheet(found: Imported, id: str) -> dict[str, Any]:
    """A datasheet of the army file."""
    assert found.data is not None
    data: dict[str, Any] = found.data["units"][id]
    return data


def entries(found: Imported, table: str) -> dict[str, dict[str, Any]]:
    """The entries of a table of the army file by their names."""
    assert found.data is not None
    return {entry["name"]: entry for entry in found.data.get(table, {}).values()}


def loads(found: Imported, id: str) -> list[tuple[int, str, list[str]]]:
    """The models of a datasheet: how many, their name, and the names of what each carries."""
    assert found.data is not None
    names = {key: e["name"] for table in ("weapons", "wargear") for key, e in found.data.get(table, {}).items()}
    return [(m["count"], m["name"], [names[key] for key in m["gear"]]) for m in sheet(found, id)["models"]]
