"""Those who can Fly, and those who must keep a minimum speed."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.paths import Jump
from battlefield.pose import Pose
from battlefield.shapes import Hull
from battlefield.units import um
from engine.core.records import body_of
from engine.core.setup import UnitSpec
from engine.eighth.ground import flown_cost
from engine.session import Session
from tests.eighth.moves import (
    DISC,
    FAR_FOE,
    aboard,
    completed,
    ending,
    move,
    pick,
    refusal_codes,
    turn,
    walk,
    wall,
    way,
)  # fmt: skip
from tests.eighth.tables import (
    HOME,
    answer,
    apart,
    ask,
    battle,
    happened,
    left,
    open_ids,
    place,
    refused,
    rolls,
    spots,
    submit,
    suggested,
    topic,
    unit,
)  # fmt: skip

FLY = ("Infantry", "Fly")
JET = ("Vehicle", "Fly", "Transport")
FOE = unit("foe", "red", spots(*FAR_FOE), "guard")
JUMPER = unit("jumper", "blue", spots((0, 0)), "jumper", keywords=FLY)


def jet(x: float, y: float, **more: Any) -> UnitSpec:
    """A flyer with a Move of 20 to 60 and a base of two inches across, at a spot of the table."""
    return unit("jet", "blue", [(x, y)], "jet", shape=DISC, keywords=JET, **more)


def spot(x: float, y: float) -> tuple[float, float]:
    """A spot of the table as `way` reads it."""
    return x - HOME[0], y - HOME[1]


def table_place(session: Session, model: str) -> tuple[float, float]:
    x, y = place(session, model)
    return round(x + HOME[0], 3), round(y + HOME[1], 3)


@pytest.mark.rule("8e.movement.fly-across")
def test_who_flies_crosses_walls_and_models_but_lands_on_nobody() -> None:
    high_wall = wall("wall", 1, -9, 1.0001, 9, 10)
    session = battle(JUMPER, unit("foe", "red", spots((3.5, 0)), "guard"), FOE_TOO, terrain=[high_wall])
    pick(session, "jumper")
    assert refusal_codes(session, jumper_1=(6, 0)) == set()
    found, codes = completed(session, "jumper-1", 6, 0)
    assert codes == set() and ending(session, "jumper-1", found) == (6, 0, 0)
    assert "move.too_near" in refusal_codes(session, jumper_1=(3.5, 0))
    assert refusal_codes(session, jumper_1=(1, 0)) == {"move.impassable"}
    move(session, jumper_1=(6, 0))
    assert apart(session, "jumper-1", "foe-1") == 1.5


FOE_TOO = unit("other", "red", spots(*FAR_FOE), "guard")


@pytest.mark.rule("8e.movement.fly-across")
def test_a_flight_costs_the_straight_line_to_where_it_lands() -> None:
    block = wall("block", 2, -3, 9, 3, 4, standable=True)
    session = battle(JUMPER, FOE, terrain=[block])
    pick(session, "jumper")
    found, codes = completed(session, "jumper-1", 3, 0)
    body = body_of(session.state.models["jumper-1"])
    assert codes == set() and ending(session, "jumper-1", found) == (3, 0, 4) and flown_cost(body, found) == um(5)
    assert completed(session, "jumper-1", 4.5, 0)[1] == {"move.too_far"}
    hover = (Jump(Pose(body.pose.x + um(1), body.pose.y, um(2), 0)),)
    assert refusal_codes(session, jumper_1=hover) == {"move.no_floor"}, "it lands where it can stand"
    walker = battle(unit("jumper", "blue", spots((0, 0))), FOE, terrain=[block])
    pick(walker, "jumper")
    assert "move.no_leap" in refusal_codes(walker, jumper_1=(Jump(Pose.at(33, 24, 4)),))


@pytest.mark.rule("8e.movement.enemy-one-inch-fly")
def test_who_flies_only_ends_more_than_an_inch_from_enemies() -> None:
    session = battle(JUMPER, unit("foe", "red", spots((3, 0)), "guard"))
    pick(session, "jumper")
    assert refusal_codes(session, jumper_1=(5.1, 0)) == set()
    assert refusal_codes(session, jumper_1=(5, 0)) == {"move.too_near"}


# -- minimum and maximum speed -----------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.minimum-speed")
def test_all_of_the_base_ends_at_least_the_minimum_from_where_it_began() -> None:
    session = battle(jet(5, 10), FOE)
    answer(session, "move.unit", "jet")
    assert {r.code for r in refused(session, "stay")} == {"move.must_move"}
    answer(session, "move.how", "move")
    assert refusal_codes(session, jet_1=spot(25, 10)) == set()
    assert refusal_codes(session, jet_1=spot(24, 10)) == {"move.too_slow"}
    assert refusal_codes(session, jet_1=way(spot(45, 10), spot(24, 10))) == {"move.too_slow"}
    assert refusal_codes(session) == {"move.too_slow"}


@pytest.mark.rule("8e.movement.minimum-speed")
def test_of_a_turning_hull_the_part_that_goes_least_counts() -> None:
    long = Hull(tuple((um(x), um(y)) for x, y in ((-3, -1), (3, -1), (3, 1), (-3, 1))))
    session = battle(unit("jet", "blue", [(5, 10)], "jet", shape=long, keywords=JET), FOE)
    pick(session, "jet")
    assert refusal_codes(session, jet_1=way(spot(25, 10))) == set()
    assert refusal_codes(session, jet_1=way(spot(25, 10), turn(180))) == {"move.too_slow"}
    assert refusal_codes(session, jet_1=way(spot(31.1, 10), turn(180))) == set()


@pytest.mark.rule("8e.movement.minimum-speed")
def test_the_phase_does_not_end_before_it_has_moved() -> None:
    session = battle(jet(5, 10), FOE)
    answer(session, "move.unit", "done")
    assert topic(session) == "move.move" and session.state.clock.phase == "movement"
    assert {r.code for r in refused(session, ())} == {"move.too_slow"}
    submit(session, suggested(session))
    x, y = table_place(session, "jet-1")
    assert (x - 5) ** 2 + (y - 10) ** 2 >= 399.99 and session.state.clock.side == "red"


@pytest.mark.rule("8e.movement.minimum-speed")
def test_with_an_enemy_upon_it_it_falls_back() -> None:
    session = battle(jet(36, 24), unit("foe", "red", [(38, 24)], "guard"))
    answer(session, "move.unit", "jet")
    assert open_ids(session) == {"fall_back"}
    session = battle(jet(36, 24), unit("foe", "red", [(38, 24)], "guard"))
    answer(session, "move.unit", "done")
    ask(session, "move.fall_back")
    submit(session, suggested(session))
    assert session.state.clock.side == "red" and [e.subject for e in happened(session, "unit.moved")] == ["jet"]


@pytest.mark.rule("8e.movement.maximum-speed")
def test_no_part_of_the_base_goes_farther_than_the_maximum() -> None:
    session = battle(jet(5, 10), FOE, dice=(3,))
    pick(session, "jet")
    assert refusal_codes(session, jet_1=spot(65, 10)) == set()
    assert refusal_codes(session, jet_1=spot(66, 10)) == {"move.too_far"}
    long = Hull(tuple((um(x), um(y)) for x, y in ((-3, -1), (3, -1), (3, 1), (-3, 1))))
    hull = battle(unit("jet", "blue", [(5, 10)], "jet", shape=long, keywords=JET), FOE)
    pick(hull, "jet")
    assert refusal_codes(hull, jet_1=way(spot(65, 10))) == set()
    assert refusal_codes(hull, jet_1=(Jump(Pose.at(65, 10, 0, 180)),)) == {"move.too_far"}


@pytest.mark.rule("8e.movement.maximum-speed")
def test_an_advance_adds_its_die_to_the_maximum_only() -> None:
    session = battle(jet(5, 10), FOE, dice=(3,))
    pick(session, "jet", "advance")
    assert rolls(session, "advance") == [(3,)]
    assert refusal_codes(session, jet_1=spot(68, 10)) == set() == refusal_codes(session, jet_1=spot(25, 10))
    assert refusal_codes(session, jet_1=spot(68.1, 10)) == {"move.too_far"}


@pytest.mark.rule("8e.movement.minimum-move-fails")
def test_where_there_is_no_end_for_its_move_it_is_removed_and_counts_as_lost() -> None:
    small: dict[str, Any] = {"width": 20, "depth": 20, "idle": False, "objectives": (("marker", 10, 10),)}
    blue, red = unit("other", "blue", [(2, 18)]), unit("foe", "red", [(18, 1)], "guard")
    session = battle(jet(5, 5), blue, red, **small)
    answer(session, "move.unit", "done")
    assert left(session, "jet") == 0 and [e.subject for e in happened(session, "model.left_the_battle")] == ["jet-1"]
    assert [e.subject for e in happened(session, "unit.destroyed")] == ["jet"]


@pytest.mark.rule("8e.movement.minimum-move-fails")
def test_where_there_is_one_it_is_not_removed() -> None:
    session = battle(jet(5, 5), FOE)
    answer(session, "move.unit", "done")
    assert topic(session) == "move.move" and not happened(session, "model.left_the_battle")
    assert refusal_codes(session, jet_1=spot(25, 5)) == set()


@pytest.mark.rule("8e.movement.minimum-move-fails")
def test_one_without_room_is_not_picked_and_others_may_make_room_for_it() -> None:
    small: dict[str, Any] = {"width": 20, "depth": 26, "idle": False, "objectives": (("marker", 10, 10),)}
    bar = Hull(tuple((um(x), um(y)) for x, y in ((-9.9, -1.9), (9.9, -1.9), (9.9, 1.9), (-9.9, 1.9))))
    friend, red = unit("bar", "blue", [(10, 24)], "tank", shape=bar), unit("foe", "red", [(18, 8)], "guard")
    session = battle(jet(10, 5), friend, red, **small)
    assert {r.code for r in refused(session, "jet")} == {"move.no_flight"}
    walk(session, "bar", bar_1=spot(10, 16))
    assert open_ids(session) == {"jet", "done"}
    pick(session, "jet")
    move(session, jet_1=spot(10, 25))
    assert left(session, "jet") == 1


@pytest.mark.rule("8e.movement.minimum-speed")
def test_a_unit_of_flyers_moves_together_and_none_is_lost() -> None:
    wing = unit("wing", "blue", [(5, 10), (8, 10)], "jet", shape=DISC, keywords=JET)
    session = battle(wing, FOE)
    answer(session, "move.unit", "done")
    submit(session, suggested(session))
    assert left(session, "wing") == 2 and not happened(session, "model.left_the_battle")


@pytest.mark.rule("8e.movement.minimum-move-fails", "8e.transports.destroyed-disembark")
def test_passengers_of_one_that_is_removed_get_out() -> None:
    small: dict[str, Any] = {"width": 20, "depth": 20, "idle": False, "objectives": (("marker", 10, 10),)}
    rider = unit("rider", "blue", 2, aboard="jet-1")
    red = unit("foe", "red", [(18, 1)], "guard")
    session = battle(jet(5, 5), rider, red, dice=(6, 6), **small)
    assert aboard(session, "rider") == "jet-1"
    answer(session, "move.unit", "done")
    assert ask(session, "setup.place").subjects == ("rider",)
    submit(session, suggested(session))
    assert left(session, "rider") == 2 and left(session, "jet") == 0 and rolls(session, "bail_out") == [(6, 6)]
    assert apart(session, "rider", "foe") > 1
