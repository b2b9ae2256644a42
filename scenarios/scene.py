"""A position as it was read: the setup it makes, and the board and bodies that sight and measuring ask for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from battlefield.body import Body
from battlefield.table import Board
from engine.core.setup import ModelSpec, Setup, UnitSpec
from scenarios.problems import Problem


@dataclass(frozen=True, slots=True)
class Scene:
    """A loaded scene. Models that are not placed are in the setup only.

    `asked` is the question that the file asks: who looks, and at whom. `doubts` are things that can hardly be meant,
    each with what was made of it; `errors` are how far models and pieces may be from their places, in inches by id.
    """

    path: Path
    setup: Setup
    asked: tuple[str, str] | None = None
    doubts: tuple[Problem, ...] = ()
    errors: tuple[tuple[str, float], ...] = ()

    @property
    def board(self) -> Board:
        """The table with its terrain."""
        return Board(self.setup.width, self.setup.depth, self.setup.terrain)

    def bodies(self) -> tuple[Body, ...]:
        """Every model on the table as a prism, in the file's order."""
        return tuple(body for unit in self.setup.units for model in unit.models if (body := body_of(model, unit.id)))

    def unit_of(self, model: str) -> UnitSpec:
        """The unit of a model; raises KeyError."""
        for unit in self.setup.units:
            if any(spec.id == model for spec in unit.models):
                return unit
        raise KeyError(model)

    def side_of(self, model_or_unit: str) -> str:
        """The side of a model or a unit; raises KeyError."""
        for unit in self.setup.units:
            if unit.id == model_or_unit:
                return unit.side
        return self.unit_of(model_or_unit).side


def body_of(model: ModelSpec, unit: str) -> Body | None:
    """The prism of a placed model, None for one that is not."""
    if model.at is None:
        return None
    return Body(model.id, model.shape, model.at, model.height, model.eye, unit, model.torso, model.eye_at)
