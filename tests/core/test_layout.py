"""What follows from a position is kept with it, and never told of another."""

from __future__ import annotations

from dataclasses import replace

from battlefield.pose import Pose
from engine.core.records import Gone, OnTable
from engine.core.state import State
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario


def begun() -> State:
    """A battle that has just begun."""
    return Session.begin(load_scenario(find_scenario("5e/patrol-500")), seed=1).state.copy()


def test_a_position_is_the_same_until_a_record_changes_and_again_when_it_is_back() -> None:
    state = begun()
    before, model = state.layout, next(iter(state.models.values()))
    assert state.layout is before and state.copy().layout is before
    state.models[model.id] = replace(model, wounds=model.wounds + 1)
    assert state.layout is not before
    state.models[model.id] = model
    assert state.layout is before


def test_what_is_found_out_is_asked_once_for_a_position_and_anew_for_the_next() -> None:
    state, asked = begun(), list[int]()

    def find() -> int:
        asked.append(len(state.models))
        return len(asked)

    assert (state.layout.once("test", find), state.copy().layout.once("test", find)) == (1, 1)
    model = next(iter(state.models.values()))
    state.models[model.id] = replace(model, wounds=model.wounds + 1)
    assert state.layout.once("test", find) == 2


def test_who_is_gone_is_a_member_of_no_unit() -> None:
    state = begun()
    model = next(iter(state.models.values()))
    members = state.members(model.unit)
    assert model in members
    state.models[model.id] = replace(model, place=Gone(None, "5e.x"))
    assert state.members(model.unit) == members[1:]
    assert model.id not in [m.id for m in state.present(model.unit)]


def test_a_unit_is_among_its_sides_units_while_a_model_of_it_stands_on_the_table() -> None:
    state = begun()
    model = next(iter(state.models.values()))
    side, mates = state.side_of(model.unit), state.members(model.unit)
    state.models[model.id] = replace(model, place=OnTable(Pose.at(10, 10)))
    assert model.unit in [u.id for u in state.units_of(side)]
    assert [m.id for m in state.present(model.unit)] == [model.id]
    for mate in mates:
        state.models[mate.id] = replace(mate, place=Gone(None, "5e.x"))
    assert model.unit not in [u.id for u in state.units_of(side)]
    assert state.members(model.unit) == state.present(model.unit) == ()
