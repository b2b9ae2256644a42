"""The files of the house as pydantic models, strict and closed; their JSON Schemas lie beside this file."""

from scenarios.schema.army import ArmyFile
from scenarios.schema.scene import ScenarioFile, SceneFile
from scenarios.schema.terrain import CatalogueFile

__all__ = ["ArmyFile", "CatalogueFile", "ScenarioFile", "SceneFile"]
