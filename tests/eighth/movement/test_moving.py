"""The Movement phase: one unit after another, how far, through what, and how near to the enemy."""

from __future__ import annotations

import pytest

from battlefield.shapes import Hull
from battlefield.units import um
from engine.core.records import body_of
from engine.eighth.ground import way_cost
from tests.eighth.moves import (
    FAR_FOE,
    completed,
    ending,
    height_of,
    high,
    move,
    pick,
    refusal_codes,
    turn,
    up,
    walk,
    wall,
    way,
)  # fmt: skip
from tests.eighth.ruins import ruin
from tests.eighth.tables import (
    BIKE,
    HOME,
    answer,
    apart,
    ask,
    battle,
    happened,
    open_ids,
    piece,
    place,
    refused,
    rolls,
    row,
    spots,
    square,
    topic,
    unit,
)  # fmt: skip

FOE = unit("foe", "red", spots(*FAR_FOE), "guard")
ONE = unit("one", "blue", spots((0, 0)))
LONG = Hull(tuple((um(x), um(y)) for x, y in ((-1, -3), (1, -3), (1, 3), (-1, 3))))


# -- one after another -------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.unit-by-unit")
def test_one_unit_is_finished_before_the_next_and_nobody_has_to_move() -> None:
    a = unit("a", "blue", spots(*row(0, 0, 3)))
    b, c = unit("b", "blue", spots((0, 5))), unit("c", "blue", spots((0, 9)))
    session = battle(a, b, c, FOE)
    walk(session, "a", a_1=(0, 2), a_2=(1.5, 2))
    assert (place(session, "a-1"), place(session, "a-3")) == ((0, 2), (3, 0))
    walk(session, "b", b_1=(0, 6))
    assert {r.code for r in refused(session, "a")} == {"move.finished"}
    answer(session, "move.unit", "done")
    assert session.state.clock.side == "red" and place(session, "c-1") == (0, 9)
    assert [e.subject for e in happened(session, "unit.moved")] == ["a", "b"]


@pytest.mark.rule("8e.movement.model-once")
def test_no_model_moves_twice_in_a_phase() -> None:
    session = battle(ONE, FOE)
    walk(session, "one", one_1=(2, 0))
    assert {(r.code, r.rule) for r in refused(session, "one")} == {("move.finished", "8e.movement.model-once")}
    assert "one" not in open_ids(session)


# -- how far -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.distance")
def test_the_length_of_the_way_counts_not_how_far_it_leads() -> None:
    session = battle(ONE, FOE)
    pick(session, "one")
    assert refusal_codes(session, one_1=way((3, 0), (3, 3))) == set()
    assert refusal_codes(session, one_1=way((3, 0), (3, 3.5))) == {"move.too_far"}
    assert refusal_codes(session, one_1=(0, -6)) == set() and refusal_codes(session, one_1=(4.3, 4.3)) == {
        "move.too_far"
    }


@pytest.mark.rule("8e.movement.whole-base")
def test_the_corners_of_a_hull_go_no_farther_than_its_move() -> None:
    session = battle(unit("hull", "blue", spots((0, 0)), shape=LONG), FOE)
    pick(session, "hull")
    assert refusal_codes(session, hull_1=(6, 0)) == set()
    assert refusal_codes(session, hull_1=way((5, 0), turn(90))) == {"move.too_far"}
    body = body_of(session.state.models["hull-1"])
    # the corner (-1, -3) goes to (4, -3) and then to (8, -1)
    assert way_cost(body, way((5, 0), turn(90))) == pytest.approx(um(5 + (16 + 4) ** 0.5), abs=2)


@pytest.mark.rule("8e.movement.whole-base")
def test_turning_an_oval_uses_up_movement_and_turning_a_disc_does_not() -> None:
    session = battle(unit("bike", "blue", spots((0, 0)), shape=BIKE), ONE_AT_SIX, FOE)
    bike, disc = (body_of(session.state.models[m]) for m in ("bike-1", "one-1"))
    # an end of the oval, 1.5 inches from its middle, goes a quarter round
    assert way_cost(bike, way(turn(90))) == pytest.approx(um(1.5 * 2**0.5), abs=2)
    assert way_cost(disc, way(turn(90))) == 0


ONE_AT_SIX = unit("one", "blue", spots((0, 6)))


@pytest.mark.rule("8e.movement.whole-base")
def test_a_hull_finds_its_way_round_a_corner() -> None:
    tank = unit("tank", "blue", spots((0, 0)), "tank", shape=Hull(LONG.points), facing=0)
    session = battle(tank, FOE, terrain=[wall("block", 2, -20, 4, 3, 40)])
    pick(session, "tank")
    found, codes = completed(session, "tank-1", 0, 6)
    assert codes == set() and ending(session, "tank-1", found) == (0, 6, 0)


# -- through what ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.not-through-models")
def test_nobody_passes_through_a_friend_but_close_by_him() -> None:
    session = battle(ONE, unit("friend", "blue", spots((3, 0.9))), FOE)
    pick(session, "one")
    assert refusal_codes(session, one_1=(6, 0)) == {"move.blocked"}
    assert refusal_codes(session, one_1=(3, 0)) == {"move.blocked"}, "nor does he end upon him"
    session = battle(ONE, unit("friend", "blue", spots((3, 1.2))), FOE)
    pick(session, "one")
    assert refusal_codes(session, one_1=(6, 0)) == set()


@pytest.mark.rule("8e.movement.not-through-models")
def test_nobody_climbs_over_anybody() -> None:
    for side in ("blue", "red"):
        session = battle(unit("beast", "blue", spots((0, 0)), "tank"), unit("other", side, spots((4, 0))), FOE)
        pick(session, "beast")
        assert refusal_codes(session, beast_1=way(up(3), (6.2, 0), up(0))) & {"move.no_floor", "move.blocked"}
        found, codes = completed(session, "beast-1", 6.2, 0)
        assert not any(hasattr(leg, "z") for leg in found) and codes == set()


@pytest.mark.rule("8e.movement.not-through-terrain")
def test_a_wall_is_gone_round_with_the_whole_base() -> None:
    session = battle(unit("one", "blue", spots((0, 0)), "tank"), FOE, terrain=[wall("wall", 3, -2, 3.0001, 2, 3)])
    pick(session, "one")
    assert refusal_codes(session, one_1=(6, 0)) == {"move.impassable"}
    assert refusal_codes(session, one_1=way((3, 2.8), (6, 0))) == set()
    assert refusal_codes(session, one_1=way((3, 2.6), (6, 0))) == {"move.impassable"}
    body = body_of(session.state.models["one-1"])
    assert way_cost(body, way((3, 2.8), (6, 0))) == pytest.approx(um(8.2073), abs=40)


@pytest.mark.rule("8e.movement.not-through-terrain")
def test_areas_are_entered_freely() -> None:
    wood = piece("wood", square(HOME[0] + 1, HOME[1] - 3, 6, 6), "area", "cover", top=6)
    session = battle(ONE, FOE, terrain=[wood])
    walk(session, "one", one_1=(6, 0))
    assert place(session, "one-1") == (6, 0)


# -- up and down -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.climb")
def test_the_way_up_to_a_floor_counts() -> None:
    session = battle(ONE, FOE, terrain=[wall("block", 1, -3, 9, 3, 3, standable=True)])
    pick(session, "one")
    found, codes = completed(session, "one-1", 2, 0)
    assert codes == set() and ending(session, "one-1", found) == (2, 0, 3)
    body = body_of(session.state.models["one-1"])
    assert way_cost(body, found) == pytest.approx(um(5), abs=4)
    assert refusal_codes(session, one_1=way(up(3), (3, 0))) == {"move.no_floor"}, "nothing carries him beside the block"
    assert completed(session, "one-1", 3.1, 0)[1] == {"move.too_far"}


@pytest.mark.rule("8e.movement.climb")
@pytest.mark.parametrize(("top", "refused"), [(2.0, set()), (2.5, {"move.too_far"})])
def test_the_way_over_a_wall_is_across_and_up_and_down(top: float, refused: set[str]) -> None:
    session = battle(ONE, FOE, terrain=[wall("wall", 1, -40, 1.0001, 20, top)])
    pick(session, "one")
    found, codes = completed(session, "one-1", 2, 0)
    body = body_of(session.state.models["one-1"])
    assert codes == refused and way_cost(body, found) == pytest.approx(um(2 + 2 * top), abs=6)
    assert refusal_codes(session, one_1=way((0.4, 0), up(top), (1.6, 0), up(0), (2, 0))) == refused | {"move.no_floor"}
    assert refusal_codes(session, one_1=way((0.5, 0), up(top), (1.5001, 0), up(0), (2, 0))) == refused


@pytest.mark.rule("8e.movement.climb")
def test_between_two_walls_one_goes_down_to_the_ground() -> None:
    walls = [wall("one", 1, -30, 1.1, 20, 1), wall("two", 5, -30, 5.1, 20, 1)]
    session = battle(unit("one", "blue", spots((0, 0)), "tank"), FOE, terrain=walls)
    pick(session, "one")
    found, codes = completed(session, "one-1", 6, 0)
    assert codes == set()
    assert way_cost(body_of(session.state.models["one-1"]), found) == pytest.approx(um(6 + 4), abs=10)
    assert refusal_codes(session, one_1=way((0.5, 0), up(1), (5.6, 0), up(0), (6, 0))) == {"move.no_floor"}


@pytest.mark.rule("8e.movement.climb")
def test_one_ends_on_what_is_under_him_and_comes_down_again() -> None:
    hill = wall("hill", 1, -3, 9, 3, 1, standable=True)
    session = battle(ONE, FOE, terrain=[hill])
    walk(session, "one", one_1=way((0.5, 0), up(1), (4, 0)))
    assert height_of(session, "one-1") == 1.0
    assert session.state.models["one-1"].place.support == "hill"
    session = battle(unit("one", "blue", high((4, 0, 1.0))), FOE, terrain=[hill])
    pick(session, "one")
    found, codes = completed(session, "one-1", 0, 0)
    assert codes == set() and ending(session, "one-1", found) == (0, 0, 0)
    assert way_cost(body_of(session.state.models["one-1"]), found) == pytest.approx(um(5), abs=4)
    assert refusal_codes(session, one_1=way((0, 0))) == {"move.no_floor"}, "he does not walk on air"


@pytest.mark.rule("8e.movement.climb")
def test_a_floor_is_reached_from_its_edge_and_walked_under() -> None:
    session = battle(ONE, FOE, terrain=[ruin()])
    pick(session, "one")
    found, codes = completed(session, "one-1", 4, 0)
    assert codes == set() and ending(session, "one-1", found) == (4, 0, 0) and len(found) == 1
    found, codes = completed(session, "one-1", 2.5, 0, 3)
    assert codes == set() and ending(session, "one-1", found) == (2.5, 0, 3)
    assert refusal_codes(session, one_1=way((2.5, 0), up(3))) == {"move.impassable"}, "not through the floor"


# -- the enemy ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.enemy-one-inch")
def test_nobody_comes_within_an_inch_of_an_enemy_on_his_way() -> None:
    for y, why in ((2, {"move.too_near"}), (2.1, set())):
        session = battle(ONE, unit("foe", "red", spots((3, y)), "guard"))
        pick(session, "one")
        assert refusal_codes(session, one_1=(6, 0)) == why


@pytest.mark.rule("8e.movement.enemy-one-inch")
def test_the_inch_is_measured_in_space() -> None:
    session = battle(ONE, unit("foe", "red", high((3, 0, 3)), "guard"), terrain=[ruin()])
    pick(session, "one")
    assert refusal_codes(session, one_1=(3, 0)) == set(), "the enemy is a floor higher"
    hill = wall("hill", 1, -3, 9, 3, 0.8, standable=True)
    for gap, why in ((0.6, {"move.too_near"}), (0.61, set())):  # and up 0.8 from base to base
        one = unit("one", "blue", spots((-3, 0)))
        session = battle(one, unit("foe", "red", high((1 + gap, 0, 0.8)), "guard"), terrain=[hill])
        pick(session, "one")
        assert refusal_codes(session, one_1=(0, 0)) == why
    move(session, one_1=(0, 0))
    assert 1 < apart(session, "one-1", "foe-1") < 1.01


@pytest.mark.rule("8e.movement.table-edge")
def test_the_whole_base_stays_on_the_table() -> None:
    session = battle(unit("one", "blue", [(1.0, 10.0)]), FOE)
    pick(session, "one")
    assert refusal_codes(session, one_1=(0.5 - 30, 10 - 24)) == set()
    assert refusal_codes(session, one_1=(0.4 - 30, 10 - 24)) == {"move.off_table"}
    assert refusal_codes(session, one_1=way((0.4 - 30, 10 - 24), (2 - 30, 10 - 24))) == {"move.off_table"}


# -- advancing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.advance")
def test_a_die_is_added_to_the_move_of_everyone_who_advances() -> None:
    squad = unit("squad", "blue", spots((0, 0), (0, 1.5)), ("marine", "boy"))
    session = battle(squad, FOE, dice=(4,), exactly=True)
    pick(session, "squad", "advance")
    assert rolls(session, "advance") == [(4,)]
    assert dict(ask(session, "move.advance").allowance) == {"squad-1": um(10), "squad-2": um(9)}
    assert refusal_codes(session, squad_1=(10, 0), squad_2=(9, 1.5)) == set()
    assert refusal_codes(session, squad_1=(10.1, 0), squad_2=(9.1, 1.5)) == {"move.too_far"}
    refused(session, "advance")


@pytest.mark.rule("8e.movement.advance-limits")
def test_who_advances_neither_shoots_nor_charges() -> None:
    armed = unit("squad", "blue", spots((0, 0)), gear=("boltgun", "lascannon", "sword"))
    other = unit("other", "blue", spots((0, 9)), gear=("boltgun", "sword"))
    session = battle(armed, other, unit("foe", "red", spots((5, 0), (5, 5)), "guard"), dice=(1,))
    walk(session, "squad", "advance")
    assert not happened(session, "unit.moved")
    answer(session, "move.unit", "done")
    assert topic(session) == "shoot.unit" and open_ids(session) == {"other", "done"}
    answer(session, "shoot.unit", "done")
    assert topic(session) == "charge.unit" and open_ids(session) == {"other", "done"}


@pytest.mark.rule("8e.movement.advance", "8e.modifiers.random-move")
def test_a_random_move_is_rolled_once_for_the_whole_unit() -> None:
    pack = unit("pack", "blue", spots((0, 0), (0, 1.5), (0, 3)), "beast")
    session = battle(pack, FOE, dice=(2, 5), exactly=True)
    answer(session, "move.unit", "pack")
    assert rolls(session, "move") == [(2, 5)]
    answer(session, "move.how", "move")
    assert set(dict(ask(session, "move.move").allowance).values()) == {um(7)}


# -- where a model really stands ---------------------------------------------------------------------------------------


@pytest.mark.rule("8e.movement.wobbly-model")
def test_a_model_that_could_not_be_balanced_is_measured_and_seen_where_it_truly_stands() -> None:
    block = wall("block", 1, -3, 5, 3, 6, standable=True)
    session = battle(
        unit("one", "blue", high((1.2, 0, 6))), unit("foe", "red", spots((-10, 0)), "guard"), terrain=[block]
    )
    pick(session, "one")
    move(session, one_1=(1.05, 0))
    assert height_of(session, "one-1") == 6.0, "most of its base stands out over the edge"
    assert apart(session, "one-1", "foe-1") == pytest.approx((10.05**2 + 36) ** 0.5, abs=1e-3)
    assert session.book.sight(session.state, "one-1", "foe-1").visible
    inside = battle(unit("one", "blue", spots((7, 0))), unit("foe", "red", spots((-10, 0)), "guard"), terrain=[block])
    assert not inside.book.sight(inside.state, "one-1", "foe-1").visible
