"""Terrain: its classes, and difficult, dangerous and impassable terrain in the Movement phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from battlefield.body import Body
from battlefield.paths import Climb
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.terrain import Floor, Opening, Piece, Wall
from battlefield.units import INCH, um
from engine.core.decisions import Agree
from engine.core.dice import ScriptedDice
from engine.core.records import OnTable, body_of
from engine.core.state import State
from engine.fifth import status, terrain
from engine.session import Session
from tests.fifth.moves import accepts, legs, move, pick, refusals_of, straight_to, table_of, where
from tests.fifth.tables import (
    PROFILES,
    Spot,
    answer,
    battle,
    boyz,
    codes,
    happened,
    left,
    marines,
    piece,
    row,
    setup_of,
    square,
    submit,
    unit,
)

FAR = boyz(at=[(60, 40)])


def wood(*traits: str, x: float = 14, y: float = 5, width: float = 6, depth: float = 10) -> Piece:
    return piece("wood", square(x, y, width, depth), *(traits or ("difficult",)))


def kind(name: str, outline: Sequence[Spot] | None = None) -> Piece:
    """A piece that is nothing but its kind."""
    return replace(piece("thing", outline or square(14, 5, 6, 10)), kind=name)


def state_with(*pieces: Piece, **options: str) -> State:
    session = battle(
        marines("one", [(10, 10)]), FAR, terrain=pieces, options={k.replace("__", "."): v for k, v in options.items()}
    )
    return session.state


# -- classes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.terrain.clear", "5e.terrain.difficult-list", "5e.terrain.impassable-list")
@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("field", "clear"), ("moor", "clear"), ("grass", "clear"), ("desert", "clear"), ("ash waste", "clear"),
        ("hill", "clear"), ("wood", "difficult"), ("low wall", "difficult"), ("jungle", "difficult"),
        ("ruin", "difficult"), ("rubble", "difficult"), ("bog", "difficult"), ("hedge", "difficult"),
        ("fence", "difficult"), ("barricade", "difficult"), ("razor wire", "difficult"), ("steep hill", "difficult"),
        ("stream", "difficult"), ("deep water", "impassable"), ("lava", "impassable"), ("cliff", "impassable"),
        ("building", "impassable"), ("toxic swamp", "dangerous"), ("something else", None),
    ],
)  # fmt: skip
def test_kinds_of_terrain_have_their_usual_class(name: str, usual: str | None) -> None:
    assert terrain.usual_class(name) == usual


@pytest.mark.rule("5e.terrain.three-classes")
def test_a_feature_without_a_class_is_settled_before_the_battle() -> None:
    session = Session.begin(
        setup_of(marines("one", [(10, 10)]), FAR, terrain=[kind("oddity")]), dice=ScriptedDice([1] * 9)
    )
    assert terrain.unsettled(session.state) == ("thing",)
    sheet = session.pending
    assert isinstance(sheet, Agree)
    (line,) = (item for item in sheet.items if item.id == "terrain.thing")
    assert line.choices == ("clear", "difficult", "dangerous", "hazard", "impassable")
    submit(session, tuple((item.id, "impassable" if item is line else item.usual) for item in sheet.items))
    assert terrain.unsettled(session.state) == ()
    assert terrain.is_impassable(session.state, "thing") and not terrain.is_difficult(session.state, "thing")


@pytest.mark.rule("5e.terrain.three-classes")
def test_traits_kind_scenario_and_agreement_each_overrule_the_one_before() -> None:
    assert terrain.class_of(state_with(kind("lava")), "thing") == "impassable"
    assert terrain.class_of(state_with(replace(kind("lava"), traits=("difficult",))), "thing") == "difficult"
    state = state_with(replace(kind("wood"), traits=("impassable",)), terrain__thing="clear")
    assert terrain.class_of(state, "thing") == "clear"


@pytest.mark.rule("5e.terrain.clear")
def test_clear_terrain_costs_nothing() -> None:
    session = battle(marines("one", [(10, 10)]), FAR, terrain=[kind("grass", square(11, 5, 4, 10))], exactly=True)
    move(session, "one", {"one-1": (16, 10)})
    assert where(session, "one-1") == (16, 10)


@pytest.mark.rule("5e.terrain.area")
def test_all_inside_the_outline_is_that_terrain() -> None:
    state = state_with(wood(x=10, y=10, width=10, depth=10))
    here = Body("x", Round(INCH), Pose.at(15, 15), um(1), um(1))
    assert [p.id for p in terrain.pieces_under(state, here)] == ["wood"]
    assert terrain.pieces_under(state, here.at(Pose.at(21, 15))) == ()
    assert terrain.pieces_under(state, here.at(Pose.at(20.5, 15))) == ()
    assert terrain.pieces_under(state, here.at(Pose.at(20.4, 15))) == (state.terrain["wood"].piece,)


@pytest.mark.rule("5e.terrain.area-displace", "5e.terrain.impassable-placement", "5e.terrain.models-impassable")
def test_a_base_may_be_put_into_an_area_but_not_on_a_cliff_or_on_another_model() -> None:
    state = state_with(wood(x=10, y=20), kind("cliff", square(30, 5, 6, 10)))
    others = state.bodies()
    new = Body("new", Round(INCH), Pose.at(13, 24), um(1), um(1))
    assert terrain.may_stand(state, new, others) == ""
    assert terrain.may_stand(state, new.at(Pose.at(29.6, 8)), others) == "impassable"
    assert terrain.may_stand(state, new.at(Pose.at(29.5, 8)), others) == ""
    assert terrain.may_stand(state, new.at(Pose.at(10.5, 10.5)), others) == "model"
    assert terrain.class_of(state, "wood") == "difficult"


# -- difficult terrain --------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.terrain.test-start-inside")
@pytest.mark.parametrize(("dice", "best"), [([2, 5], 5), ([1, 1], 1)])
def test_a_unit_with_a_model_in_difficult_terrain_tests_and_all_of_it_is_slowed(dice: list[int], best: int) -> None:
    session = battle(marines("one", row(8.5, 10, 5)), FAR, terrain=[wood()], dice=dice, exactly=True)
    pick(session, "one")
    assert accepts(session, tuple((f"one-{n + 1}", legs((8.5 + 1.5 * n, 10 - best))) for n in range(5)))
    too_far = tuple((f"one-{n + 1}", legs((8.5 + 1.5 * n, 10 - best - 0.1))) for n in range(5))
    assert codes(refusals_of(session, too_far)) == {"move.too_far"}


@pytest.mark.rule("5e.terrain.test-start-inside")
def test_touching_the_outline_from_outside_is_not_being_inside() -> None:
    state = battle(marines("one", [(13.5, 10)]), FAR, terrain=[wood()]).state
    assert not terrain.starts_inside(state, "one")
    state = battle(marines("one", [(13.51, 10)]), FAR, terrain=[wood()]).state
    assert terrain.starts_inside(state, "one")


@pytest.mark.rule("5e.terrain.test-declare-entry")
def test_a_unit_that_declares_entry_tests_and_may_stop_short() -> None:
    session = battle(marines("one", [(9.5, 10)]), FAR, terrain=[wood()], dice=[3, 2], exactly=True)
    pick(session, "one")
    answer(session, "move.declare", "enter")
    assert accepts(session, {"one-1": (12.5, 10)})
    assert codes(refusals_of(session, {"one-1": (12.6, 10)})) == {"move.too_far"}


@pytest.mark.rule("5e.terrain.test-declare-entry")
def test_a_unit_that_rolls_well_goes_into_the_terrain() -> None:
    session = battle(marines("one", [(9.5, 10)]), FAR, terrain=[wood()], dice=[6, 2], exactly=True)
    pick(session, "one")
    answer(session, "move.declare", "enter")
    answer(session, "move.models", straight_to({"one-1": (15.5, 10)}))
    assert where(session, "one-1") == (15.5, 10)


@pytest.mark.rule("5e.terrain.no-declare-no-entry")
def test_a_unit_that_did_not_declare_moves_fully_but_stays_out() -> None:
    session = battle(marines("one", [(9, 10)]), FAR, terrain=[wood()], exactly=True)
    pick(session, "one")
    answer(session, "move.declare", "keep_out")
    assert accepts(session, {"one-1": (13.5, 10)})
    assert codes(refusals_of(session, {"one-1": (13.6, 10)})) == {"move.closed"}
    assert accepts(session, {"one-1": (9, 16)})


def test_nothing_is_asked_where_no_difficult_terrain_is_in_reach() -> None:
    session = battle(marines("one", [(5, 10)]), FAR, terrain=[wood()], exactly=True)
    pick(session, "one")
    assert session.pending is not None and session.pending.topic == "move.models"


@pytest.mark.rule("5e.terrain.test-counts-moved")
def test_a_unit_that_tested_has_moved_even_if_it_stays() -> None:
    session = battle(marines("one", [(16, 10)]), FAR, terrain=[wood()], dice=[1, 1], exactly=True)
    pick(session, "one")
    assert status.moved(session.state, "one")
    answer(session, "move.models", ())
    assert status.moved(session.state, "one") and where(session, "one-1") == (16, 10)


def ruin(*traits: str) -> Piece:
    shell = Wall(((um(15), um(5)), (um(15), um(15))), um(0.2), 0, um(3), (Opening(um(8), um(9.5), 0, um(2)),))
    return replace(wood(*traits), parts=(shell,))


@pytest.mark.rule("5e.terrain.walls")
def test_a_difficult_terrain_move_passes_walls_unless_agreed_otherwise() -> None:
    for agreed, passes in (("pass", True), ("block", False)):
        session = battle(
            marines("one", [(12, 8)]), FAR, terrain=[ruin()], dice=[5, 1], options={"walls.wood": agreed}, exactly=True
        )
        pick(session, "one")
        answer(session, "move.declare", "enter")
        assert accepts(session, {"one-1": (17, 8)}) is passes
        assert accepts(session, {"one-1": (14, 8)})
    assert codes(refusals_of(session, {"one-1": (17, 8)})) == {"move.impassable"}
    assert accepts(session, {"one-1": (14, 12)}) and not accepts(session, (("one-1", legs((14, 9), (16, 9))),))


@pytest.mark.rule("5e.terrain.walls")
def test_a_door_leads_through_a_wall_that_blocks() -> None:
    session = battle(
        marines("one", [(14, 13.75)]), FAR, terrain=[ruin()], dice=[5, 1], options={"walls.wood": "block"}, exactly=True
    )
    pick(session, "one")
    assert accepts(session, {"one-1": (17, 13.75)})
    assert not accepts(session, {"one-1": (17, 12)})


@pytest.mark.rule("5e.terrain.walls", "5e.terrain.three-classes")
def test_the_agreement_sheet_asks_about_walls() -> None:
    lines = {item.id: item for item in terrain.agreement_items(state_with(ruin()))}
    assert lines["walls.wood"].choices == ("pass", "block") and lines["walls.wood"].usual == "pass"


def tower() -> Piece:
    """A wood-like ruin with a floor three inches up."""
    return replace(wood(), parts=(Floor("1", tuple((um(x), um(y)) for x, y in square(14, 5, 6, 10)), um(3)),))


def test_whoever_stands_on_a_floor_is_not_in_the_way_below() -> None:
    for floor, passes in ((3, True), (0, False)):
        session = battle(
            marines("one", [(12.5, 10)]), marines("two", [(16, 10)]), FAR, terrain=[tower()], dice=[6, 1], exactly=True
        )
        table_of(session).move("two-1", Pose.at(16, 10, floor), "5e.movement.unit-order", "wood/1" if floor else "")
        pick(session, "one")
        answer(session, "move.declare", "enter")
        assert accepts(session, {"one-1": (18, 10)}) is passes


def test_climbing_to_a_floor_costs_its_height() -> None:
    session = battle(marines("one", [(13, 10)]), FAR, terrain=[tower()], dice=[5, 1], exactly=True)
    pick(session, "one")
    answer(session, "move.declare", "enter")
    up = (*legs((15, 10)), Climb(um(3)))
    assert codes(refusals_of(session, (("one-1", (*up, *legs((15.1, 10)))),))) == {"move.too_far"}
    answer(session, "move.models", (("one-1", up),))
    model = session.state.models["one-1"]
    assert model.pose.z == um(3) and model.place == OnTable(Pose.at(15, 10, 3), "wood/1")


# -- dangerous terrain --------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.terrain.dangerous-test", "5e.terrain.dangerous-saves")
def test_each_model_that_crosses_dangerous_terrain_rolls_and_a_one_wounds_it() -> None:
    mines = piece("mines", square(14, 5, 2, 20), "hazard")
    session = battle(marines("one", row(12.5, 10, 3, 0, 1.5)), FAR, terrain=[mines], dice=[1, 4, 6, 1, 1], exactly=True)
    move(session, "one", {f"one-{n + 1}": (18, 10 + 1.5 * n) for n in range(3)})
    assert not session.state.models["one-1"].alive
    assert left(session, "one") == 2


@pytest.mark.rule("5e.terrain.dangerous-test")
def test_one_die_for_a_move_through_two_dangerous_areas_and_none_for_staying() -> None:
    mines = [piece("a", square(12, 5, 1, 20), "hazard"), piece("b", square(14, 5, 1, 20), "hazard")]
    session = battle(marines("one", [(11, 10), (12.5, 12)]), FAR, terrain=mines, dice=[3], exactly=True)
    move(session, "one", {"one-1": (15, 11)})
    (told,) = happened(session, "terrain.endured")
    assert told.detail("tested") == 1


@pytest.mark.rule("5e.terrain.dangerous-test")
def test_leaving_counts_and_passing_by_does_not() -> None:
    mines = piece("mines", square(14, 5, 4, 20), "hazard")
    session = battle(marines("one", [(14, 10), (12.5, 10)]), FAR, terrain=[mines], dice=[2], exactly=True)
    move(session, "one", {"one-2": (12.5, 12), "one-1": (13.4, 13.4)})
    (told,) = happened(session, "terrain.endured")
    assert told.detail("tested") == 1 and left(session, "one") == 2


@pytest.mark.rule("5e.terrain.dangerous-saves")
def test_only_an_invulnerable_save_helps_against_dangerous_terrain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "plated", {**PROFILES["marine"], "name": "Plated", "sv": 2})
    monkeypatch.setitem(PROFILES, "warded", {**PROFILES["marine"], "name": "Warded", "sv": 2, "inv": 5})
    mines = piece("mines", square(14, 5, 2, 20), "hazard", cover=4)
    for profile, dice, survives in (("plated", [1], False), ("warded", [1, 5], True), ("warded", [1, 4], False)):
        session = battle(unit("one", "blue", [(12.5, 10)], profile), FAR, terrain=[mines], dice=dice, exactly=True)
        move(session, "one", {"one-1": (18, 10)})
        assert session.state.models["one-1"].alive is survives


@pytest.mark.rule("5e.terrain.dangerous-addition")
def test_difficult_and_dangerous_terrain_does_both() -> None:
    swamp = wood("difficult", "dangerous")
    session = battle(
        marines("one", row(12.5, 10, 2, 0, 1.5)), FAR, terrain=[swamp], dice=[6, 2, 4, 1, 1, 1], exactly=True
    )
    pick(session, "one")
    answer(session, "move.declare", "enter")
    answer(session, "move.models", straight_to({"one-1": (16, 10), "one-2": (16, 11.5)}))
    assert left(session, "one") == 1 and session.state.models["one-1"].alive


# -- impassable terrain, and types of unit ------------------------------------------------------------------------


@pytest.mark.rule("5e.terrain.impassable-list")
def test_lava_stops_walkers_and_not_those_who_leap_over_it() -> None:
    lava = kind("lava", square(12, 5, 4, 10))
    session = battle(
        marines("foot", [(11, 10)]),
        marines("jump", [(11, 12)], kind="jump_infantry"),
        FAR,
        terrain=[lava],
        exactly=True,
    )
    pick(session, "foot")
    assert codes(refusals_of(session, {"foot-1": (17, 10)})) == {"move.impassable"}
    answer(session, "move.models", ())
    pick(session, "jump")
    assert codes(refusals_of(session, {"jump-1": (14, 12)})) == {"move.impassable"}
    answer(session, "move.models", straight_to({"jump-1": (17, 12)}))
    assert where(session, "jump-1") == (17, 12)


@pytest.mark.rule("5e.terrain.by-type-chart")
def test_the_chart_of_types_as_printed() -> None:
    printed = {
        "infantry": (True, "no"), "bike": (False, "yes"), "jetbike": (False, "ends"),
        "monstrous_creature": (True, "no"),
        "jump_infantry": (False, "ends"), "artillery": (True, "guns"), "beasts": (True, "no"), "cavalry": (True, "no"),
        "walker": (True, "no"), "skimmer": (False, "ends"), "vehicle": (False, "yes"),
    }  # fmt: skip
    assert {name: tuple(row) for name, row in terrain.BY_TYPE.items()} == printed


@pytest.mark.rule("5e.terrain.by-type-chart")
@pytest.mark.parametrize(
    ("kind", "to", "dice", "tests"),
    [
        ("bike", (22, 10), [4], 1),
        ("jetbike", (22, 10), [], 0),
        ("jetbike", (16, 10), [4], 1),
        ("jump_infantry", (22, 10), [], 0),
        ("jump_infantry", (16, 10), [4], 1),
    ],
)
def test_types_that_wood_does_not_slow(kind: str, to: Spot, dice: list[int], tests: int) -> None:
    session = battle(marines("one", [(12, 10)], kind=kind), FAR, terrain=[wood()], dice=dice, exactly=True)
    move(session, "one", {"one-1": to})
    assert where(session, "one-1") == to
    assert sum(e.detail("tested") for e in happened(session, "terrain.endured")) == tests


@pytest.mark.rule("5e.terrain.by-type-chart")
def test_the_guns_of_artillery_test_and_its_crew_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "gun", {**PROFILES["guard"], "name": "Gun", "rules": ["gun"]})
    session = battle(
        unit("battery", "blue", [(12, 10), (12, 11.5)], ["gun", "guard"], kind="artillery"), FAR,
        terrain=[wood()], dice=[5, 5, 3], exactly=True,
    )  # fmt: skip
    pick(session, "battery")
    answer(session, "move.declare", "enter")
    answer(session, "move.models", straight_to({"battery-1": (16, 10), "battery-2": (16, 11.5)}))
    (told,) = happened(session, "terrain.endured")
    assert told.detail("tested") == 1


@pytest.mark.rule("5e.terrain.models-impassable")
def test_models_are_as_impassable_as_cliffs() -> None:
    state = state_with()
    mine, foe = (body_of(state.models[m]) for m in ("one-1", "mob-1"))
    assert terrain.may_stand(state, replace(mine, id="other"), (mine,)) == "model"
    assert terrain.may_stand(state, replace(foe, id="other"), (foe,)) == "model"
    assert terrain.may_stand(state, mine, (mine,)) == ""
