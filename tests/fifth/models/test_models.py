"""Models and units: profiles, bases, measuring, unit types."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.shapes import Hull, Round
from battlefield.units import mm, um
from engine.core.decisions import Choose
from engine.core.refusals import Refused
from engine.fifth import characteristics, kinds, measuring
from engine.fifth.kinds import UnknownKind
from engine.fifth.setup import set_up
from tests.fifth.tables import battle, boyz, marines, row, setup_of, unit


@pytest.mark.rule("5e.models.profile-per-model")
def test_every_model_has_a_profile_of_its_own() -> None:
    squad = marines("alpha", at=row(10, 10, 5), profiles=["sergeant", *["marine"] * 4])
    state = set_up(setup_of(squad), "1")
    assert characteristics.value(state, "alpha-1", "ld") == 9
    assert characteristics.value(state, "alpha-2", "ld") == 8


@pytest.mark.rule("5e.models.bases")
def test_a_model_keeps_the_base_of_its_datasheet() -> None:
    state = set_up(setup_of(marines("alpha", at=row(10, 10, 1), shape=Round(mm(25)))), "1")
    assert state.models["alpha-1"].shape == Round(25_000)


@pytest.mark.rule("5e.models.units")
def test_a_squad_is_one_unit_and_so_is_a_lone_model() -> None:
    squad, hero = marines("alpha", at=row(10, 10, 10)), unit("hero", "blue", [(40, 10)], "hero", ("bolt_pistol",))
    session = battle(squad, hero, boyz("mob", at=row(10, 40, 1)))
    assert len(session.state.units) == 3
    assert isinstance(session.pending, Choose)
    chosen = [o.subject for o in session.pending.options if o.subject]
    assert chosen == ["alpha", "hero"]


@pytest.mark.rule("5e.models.measure-base")
def test_models_measure_from_the_nearest_points_of_their_bases() -> None:
    state = set_up(setup_of(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(16, 10)])), "1")
    assert measuring.between_models(state, "alpha-1", "mob-1") == um(5)


@pytest.mark.rule("5e.models.measure-hull")
def test_a_model_without_a_base_measures_from_its_hull() -> None:
    hull = Hull(((um(-2), um(-1.5)), (um(2), um(-1.5)), (um(2), um(1.5)), (um(-2), um(1.5))))
    state = set_up(setup_of(marines("tank", at=[(10, 10)], shape=hull), boyz("mob", at=[(15, 10)])), "1")
    assert measuring.between_models(state, "tank-1", "mob-1") == um(2.5)


@pytest.mark.rule("5e.models.measure-units")
def test_units_measure_between_their_closest_models_and_exactly_at_a_range_is_within_it() -> None:
    state = set_up(setup_of(marines("alpha", at=[(10, 10), (10, 13)]), boyz("mob", at=[(18, 13), (22, 10)])), "1")
    apart = measuring.between_units(state, "alpha", "mob")
    assert apart == um(7)
    assert (
        measuring.in_range(apart, um(8)) and measuring.in_range(apart, um(7)) and not measuring.in_range(apart, um(6))
    )


@pytest.mark.rule("5e.models.no-premeasuring")
def test_a_distance_to_an_enemy_may_be_measured_only_after_it_was_declared() -> None:
    table = (marines("alpha", at=row(10, 10, 2)), boyz("mob", at=row(10, 20, 2)))
    session = battle(*table, options={"premeasuring": False})
    with pytest.raises(Refused) as refused:
        session.measure("alpha", "mob")
    assert refused.value.refusals[0].code == "measure.not_now"
    assert session.measure("alpha-1", "alpha-2") == um(0.5)
    assert battle(*table, options={"premeasuring": True}).measure("alpha", "mob") == um(9)
    declared = session.state.copy()
    battle_ = session.fork()
    assert battle_.state.digest() == declared.digest()


@pytest.mark.rule("5e.models.unit-types")
def test_the_type_of_a_unit_sets_its_move_and_an_unknown_one_is_rejected() -> None:
    assert kinds.kind("bike").move == um(12)
    assert kinds.kind("infantry").move == um(6)
    with pytest.raises(UnknownKind, match="no unit type"):
        set_up(setup_of(marines("alpha", at=row(10, 10, 1), kind="hovercraft")), "1")


@pytest.mark.rule("5e.models.no-dismount")
def test_a_rider_who_loses_his_wound_is_removed_with_his_mount() -> None:
    session = battle(marines("riders", at=row(10, 10, 1), kind="cavalry"), boyz("mob", at=row(10, 40, 1)))
    before = set(session.state.models)
    from engine.core.referee import WoundModel

    assert session.command(WoundModel("riders-1", 1), "blue", ("blue", "red")).accepted
    assert set(session.state.models) == before, "nobody on foot appears"
    assert session.state.members("riders") == ()


@pytest.mark.rule("5e.models.vehicle-crew")
def test_bikes_are_not_vehicles_and_a_vehicle_is_one_model_with_its_crew() -> None:
    state = set_up(
        setup_of(marines("bikes", at=row(10, 10, 1), kind="bike"), marines("tank", at=row(30, 10, 1), kind="vehicle")),
        "1",
    )
    assert not kinds.is_vehicle(state, "bikes")
    assert kinds.is_vehicle(state, "tank")
    assert len(state.members("tank")) == 1


def test_an_eye_off_the_centre_sees_from_where_it_is() -> None:
    alpha = marines("alpha", at=[(10, 10)])
    sideways = replace(alpha, models=(replace(alpha.models[0], eye_at=(0, um(0.4))),))
    state = set_up(setup_of(sideways, boyz("mob", at=[(20, 10)])), "1")
    assert state.bodies()[0].eye_point[:2] == (10.0, 10.4)
