"""Which schema a file of an edition has: most of it is the same for all, what datasheets and missions say is not."""

from __future__ import annotations

from typing import Any, TypeAlias

from scenarios.schema import army, eighth, scene, sheets

AnyArmy: TypeAlias = army.ArmyFile | eighth.ArmyFile
AnyDatasheet: TypeAlias = army.Datasheet | eighth.Datasheet
AnySheets: TypeAlias = sheets.Sheets | eighth.Sheets

_SCENES: dict[str, type[scene.SceneFile]] = {"8e": eighth.SceneFile}
_SCENARIOS: dict[str, type[scene.SceneFile]] = {"8e": eighth.ScenarioFile}
_ARMIES: dict[str, type[AnyArmy]] = {"8e": eighth.ArmyFile}


def _edition(data: Any) -> str:
    found = data.get("edition") if isinstance(data, dict) else None
    return found if isinstance(found, str) else ""


def scene_format(data: Any) -> type[scene.SceneFile]:
    """The schema of a scene, by the edition that its data name."""
    return _SCENES.get(_edition(data), scene.SceneFile)


def scenario_format(data: Any) -> type[scene.SceneFile]:
    """The schema of a scenario, by the edition that its data name."""
    return _SCENARIOS.get(_edition(data), scene.ScenarioFile)


def army_format(data: Any) -> type[AnyArmy]:
    """The schema of an army file, by the edition that its data name."""
    return _ARMIES.get(_edition(data), army.ArmyFile)
