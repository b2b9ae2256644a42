"""The state before the first decision."""

from __future__ import annotations

from engine.core.ledger import rule
from engine.core.records import Aboard, Clock, Deed, Model, Objective, OnTable, Place, Reserve, Terrain, Unit
from engine.core.setup import ModelSpec, Setup, UnitSpec
from engine.core.state import State
from engine.eighth.lore import PLAIN, read_lore

UNDEPLOYED = "undeployed"


@rule("8e.mission.armies", "8e.mission.battlefield")
def set_up(setup: Setup, dice_key: str) -> State:
    """Every unit with its models, on the table where the setup puts them, else waiting to be deployed.

    Any models may fight, on a table of any size; models without a datasheet have a plain one. Raises SheetError when
    the sheets make no sense in this book.
    """
    lore = read_lore(setup)
    state = State(setup, lore, clock=Clock("setup"), dice_key=dice_key)
    for piece in setup.terrain:
        state.terrain[piece.id] = Terrain(piece.id, piece)
    for spec in setup.objectives:
        state.objectives[spec.id] = Objective(spec.id, spec.at, spec.name)
    for unit in setup.units:
        state.units[unit.id] = _unit(unit)
        for name in unit.deeds:
            state.deeds[(unit.id, name, 0)] = Deed(unit.id, name, 0, "")
        for model in unit.models:
            state.models[model.id] = _model(unit, model, lore.profiles[model.profile or PLAIN].w)
    state.scores.update(dict.fromkeys(state.sides, 0))
    return state


def _unit(spec: UnitSpec) -> Unit:
    return Unit(
        id=spec.id,
        side=spec.side,
        name=spec.name,
        letter=spec.letter,
        sheet=spec.sheet,
        kind=spec.kind,
        role=spec.role,
        points=spec.points,
        size=spec.size or len(spec.models),
        group=spec.id,
        keywords=spec.keywords,
        power=spec.power,
    )


def _model(unit: UnitSpec, spec: ModelSpec, wounds: int) -> Model:
    """A model as the battle begins; one from a datasheet that is a unit by itself goes by the unit's name."""
    alone = len(unit.models) == 1 and unit.size in (0, 1)
    place: Place = Reserve(UNDEPLOYED) if spec.at is None else OnTable(spec.at, spec.stands_on)
    return Model(
        spec.id,
        unit.id,
        unit.name if alone and unit.name and spec.profile else spec.name,
        spec.profile or PLAIN,
        spec.shape,
        spec.height,
        spec.eye,
        Aboard(unit.aboard) if unit.aboard else place,
        wounds if spec.wounds is None else spec.wounds,
        spec.gear,
        spec.torso,
        spec.eye_at,
    )
