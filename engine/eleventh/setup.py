"""The state before the first decision."""

from __future__ import annotations

from engine.core.records import Aboard, Clock, Deed, Model, Objective, OnTable, Place, Reserve, Terrain, Unit
from engine.core.setup import ModelSpec, Setup, UnitSpec
from engine.core.state import State

UNDEPLOYED = "undeployed"

LAST_TURN = "_last_turn"
"""The ending of a deed, in a position, that was done in the player turn before."""


def set_up(setup: Setup, dice_key: str) -> State:
    """Every unit with its models, on the table where the setup puts them, else waiting to be deployed.

    Units that are joined to another act with it. Nobody needs a datasheet.
    """
    state = State(setup, None, clock=Clock("setup"), dice_key=dice_key)
    for piece in setup.terrain:
        state.terrain[piece.id] = Terrain(piece.id, piece)
    for spec in setup.objectives:
        state.objectives[spec.id] = Objective(spec.id, spec.at, spec.name)
    for unit in setup.units:
        state.units[unit.id] = _unit(unit)
        for deed in unit.deeds:
            name, turn = (deed.removesuffix(LAST_TURN), -1) if deed.endswith(LAST_TURN) else (deed, 0)
            state.deeds[(unit.id, name, turn)] = Deed(unit.id, name, turn, "")
        for model in unit.models:
            state.models[model.id] = _model(unit, model)
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
        group=spec.joined or spec.id,
        keywords=spec.keywords,
    )


def _model(unit: UnitSpec, spec: ModelSpec) -> Model:
    place: Place = Reserve(UNDEPLOYED) if spec.at is None else OnTable(spec.at, spec.stands_on)
    return Model(
        spec.id,
        unit.id,
        spec.name,
        spec.profile,
        spec.shape,
        spec.height,
        spec.eye,
        Aboard(unit.aboard) if unit.aboard else place,
        1 if spec.wounds is None else spec.wounds,
        spec.gear,
        spec.torso,
        spec.eye_at,
    )
