"""JSON Schemas of the files, for editors that check YAML: `python -m scenarios.schema.export` writes them."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel

from scenarios.schema import eighth
from scenarios.schema.army import ArmyFile
from scenarios.schema.scene import ScenarioFile, SceneFile
from scenarios.schema.terrain import CatalogueFile

FOLDER = Path(__file__).resolve().parent


def _schema(model: type[BaseModel]) -> str:
    data = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema(by_alias=True)}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def scene_schema() -> str:
    """The JSON Schema of a scene."""
    return _schema(SceneFile)


def scenario_schema() -> str:
    """The JSON Schema of a scenario."""
    return _schema(ScenarioFile)


def army_schema() -> str:
    """The JSON Schema of an army file."""
    return _schema(ArmyFile)


def eighth_scenario_schema() -> str:
    """The JSON Schema of a scenario of the eighth edition."""
    return _schema(eighth.ScenarioFile)


def eighth_army_schema() -> str:
    """The JSON Schema of an army file of the eighth edition."""
    return _schema(eighth.ArmyFile)


def terrain_schema() -> str:
    """The JSON Schema of a terrain catalogue."""
    return _schema(CatalogueFile)


WRITERS = {
    "scene.json": scene_schema,
    "scenario.json": scenario_schema,
    "army.json": army_schema,
    "scenario-8e.json": eighth_scenario_schema,
    "army-8e.json": eighth_army_schema,
    "terrain.json": terrain_schema,
}


def write() -> None:
    """Write every schema beside this file."""
    for name, text in WRITERS.items():
        (FOLDER / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write()
