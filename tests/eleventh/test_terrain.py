"""Terrain areas, cover, hidden models, obscuring areas, solid features, plunging fire: every example of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from battlefield.units import um
from engine.books import book_for
from engine.core.records import Deed, Reserve
from engine.core.state import State
from engine.eleventh.solid import closed
from engine.eleventh.terrain import areas, category
from tests.positions import box, floor, hull, piece, position, sight, told, unit, wall

BOOK = book_for("11e")

VEHICLE = ["Vehicle"]


def duel(*terrain, target=(10, 0), viewer=(0, 0), keywords=("Infantry",), **more) -> State:
    units = unit("a", "blue", viewer), unit("b", "red", target, keywords=keywords, **more)
    return position("11e", *units, terrain=terrain)


def mat(id: str, x0: float, y0: float, x1: float, y1: float, *traits: str):
    """A marked boundary with nothing on it but what the traits say."""
    return box(id, x0, y0, x1, y1, "field", traits=("area", *traits))


# -- areas and categories ------------------------------------------------------------------------------------------


@pytest.mark.rule("11e.terrain.areas")
def test_an_area_is_all_the_ground_inside_a_boundary_or_a_lone_features_footprint() -> None:
    pieces = [
        mat("mat", 10, 10, 20, 16), box("r1", 11, 11, 13, 13, "ruin"), box("r2", 17, 13, 19, 15, "ruin"),
        box("bar", 0, 0, 4, 1, "barricade"), box("half", 19, 9, 22, 11, "crates"),
        box("meadow", -9, -9, -5, -5, "field"),
    ]  # fmt: skip
    state = position("11e", unit("a", "blue", (0, 5)), terrain=pieces)
    found = {area.id: area for area in areas(state.board)}
    assert list(found) == ["mat", "bar", "half"], "crates that stick out of the mat are an area by themselves"
    assert found["mat"].features == ("r1", "r2") and found["bar"].features == ("bar",)
    empty = unit("b", "red", (15, 15.4))
    held = position("11e", unit("a", "blue", (0, 5)), empty, terrain=pieces)
    benefit = sight(held, "a", "b").cover
    assert benefit is not None and benefit.by == ("mat",), "the empty part of the mat is in the area too"


@pytest.mark.rule("11e.terrain.categories")
def test_an_area_has_the_categories_of_all_its_features() -> None:
    pieces = [mat("mat", 4, -5, 6, 5), box("ruin", 4.2, 3, 5, 4, "ruin"), box("bar", 5, -4, 5.5, -3, "barricade")]
    state = duel(*pieces)
    (area,) = areas(state.board)
    assert area.categories == ("light", "dense") and area.obscuring
    hiding = position("11e", unit("a", "blue", (-12, 0)), unit("b", "red", (5, 0)), terrain=pieces)
    assert sight(hiding, "a-1", "b-1").reason == "sight.undetected"


@pytest.mark.rule("11e.terrain.categories")
@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (("crater", "razor_wire", "rubble", "wire_mesh"), "exposed"),
        (("barricade", "low_wall", "sandbags", "hedge"), "light"),
        (("building", "ruin", "wood", "jungle", "fortification", "container"), "dense"),
        (("block", "field", "road", "deep_water"), ""),
    ],
)
def test_kinds_of_the_catalogue_have_the_categories_of_the_books_examples(kinds, expected: str) -> None:
    for kind in kinds:
        assert category(box("p", 0, 0, 2, 2, kind)) == expected, kind


# -- obscuring areas -----------------------------------------------------------------------------------------------


@pytest.mark.rule("11e.terrain.obscuring-areas")
def test_an_area_that_every_line_crosses_hides_even_where_it_is_empty() -> None:
    ruin = box("ruin", 4.1, 4, 4.9, 4.9, "ruin")
    found = sight(duel(mat("mat", 4, -5, 6, 5), ruin), "a-1", "b-1")
    assert (found.visible, found.blockers) == (False, ("mat",))
    assert "11e.terrain.obscuring-areas" in found.rules
    past = sight(duel(mat("mat", 4, 0.2, 6, 5), ruin), "a-1", "b-1")
    assert past.visible and past.fully
    partly = sight(duel(mat("mat", 4, -0.1, 6, 5), ruin), "a-1", "b-1")
    assert partly.visible and not partly.fully
    assert partly.cover is not None and partly.cover.by == ("mat",)


@pytest.mark.rule("11e.terrain.obscuring-areas")
def test_an_area_blocks_at_any_height() -> None:
    pieces = [mat("mat", 4, -5, 6, 5), box("ruin", 4.1, 4, 4.9, 4.9, "ruin")]
    units = unit("a", "blue", (0, 0, 9)), unit("b", "red", (10, 0, 9), h=20)
    assert not sight(position("11e", *units, terrain=pieces), "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.obscuring-own-area")
def test_areas_that_one_of_the_two_is_within_do_not_count() -> None:
    pieces = [mat("mat", 4, -5, 6, 5), box("ruin", 4.1, 4, 4.9, 4.9, "ruin")]
    state = duel(*pieces, target=(5.8, 0))
    assert sight(state, "a-1", "b-1").visible and sight(state, "b-1", "a-1").visible
    edge = duel(*pieces, target=(6.49, 0))
    assert sight(edge, "a-1", "b-1").visible, "any part of the base is enough"
    assert not sight(duel(*pieces, target=(6.6, 0)), "a-1", "b-1").visible
    second = [*pieces, mat("other", 2, -5, 3, 5, "light")]
    assert sight(duel(*second, target=(5.8, 0)), "a-1", "b-1").blockers == ("other",)


@pytest.mark.rule("11e.terrain.exposed-not-obscuring")
def test_a_crater_obscures_nothing_and_covers_those_in_it() -> None:
    crater = box("crater", 4, -5, 6, 5, "crater")
    found = sight(duel(crater), "a-1", "b-1")
    assert found.visible and found.fully and found.cover is None
    inside = sight(duel(crater, target=(5, 0)), "a-1", "b-1")
    assert inside.visible and inside.cover is not None and inside.cover.rule == "11e.terrain.cover-in-area"


# -- the benefit of cover ------------------------------------------------------------------------------------------


@pytest.mark.rule("11e.terrain.cover-effect")
def test_cover_worsens_ballistic_skill_by_one_and_is_no_save() -> None:
    pieces = [box("c1", 4, -5, 12, 5, "crater"), box("bar", 3, -0.2, 3.5, 0, "barricade")]
    found = sight(duel(*pieces), "a-1", "b-1")
    assert (found.cover.gives, found.cover.amount, found.cover.save) == ("bs", -1, 0)
    assert "11e.terrain.cover-effect" in found.rules and "BS is worse by 1" in told(duel(*pieces), "a-1", "b-1")


@pytest.mark.rule("11e.terrain.cover-in-area")
@pytest.mark.parametrize(("last", "covered"), [((9.5, 2), True), ((3.39, 0), False)])
def test_every_model_must_be_in_an_area_if_the_view_is_clear(last, covered: bool) -> None:
    spots = [(5, 0), (6.5, 0), (8, 0), (9.5, 0), last]
    state = position(
        "11e", unit("a", "blue", (0, 0)), unit("b", "red", *spots), terrain=[box("c", 4, -4, 12, 4, "crater")]
    )
    assert (sight(state, "a", "b").cover is not None) == covered


@pytest.mark.rule("11e.terrain.cover-in-area")
@pytest.mark.parametrize(
    ("keyword", "covered"), [("Infantry", True), ("BEASTS", True), ("Swarm", True), ("Vehicle", False)]
)
def test_only_infantry_beasts_and_swarms_are_sheltered_by_an_area(keyword: str, covered: bool) -> None:
    found = sight(duel(box("c", 8, -4, 12, 4, "crater"), keywords=[keyword]), "a-1", "b-1")
    assert (found.cover is not None) == covered


@pytest.mark.rule("11e.terrain.cover-by-obstruction")
def test_terrain_in_between_covers_and_models_do_not() -> None:
    tank: dict[str, Any] = {"shape": hull(-1, -2, 1, 2), "h": 2.5, "keywords": VEHICLE}
    half = duel(box("wall", 8, 0, 8.1, 6, top=4), **tank)
    assert sight(half, "a", "b").cover.rule == "11e.terrain.cover-by-obstruction"
    assert sight(half, "a", "b").cover.by == ("wall",)
    other = unit("other", "red", (6, 3), shape=hull(-1, -2, 1, 2), h=4, keywords=VEHICLE)
    units = unit("a", "blue", (0, 0)), unit("b", "red", (10, 0), **tank)
    masked = sight(position("11e", *units, other), "a", "b")
    assert masked.visible and not masked.fully and masked.cover is None


@pytest.mark.rule("11e.terrain.cover-by-obstruction")
def test_models_out_of_sight_count_as_obstructed_and_one_in_full_view_denies_it() -> None:
    ruin = box("ruin", 8, 0, 8.1, 9, "building", top=5)
    behind = [(10, 2 + 1.2 * n) for n in range(4)]
    for first, covered in (((10, 0), True), ((10, -3), False)):
        state = position("11e", unit("a", "blue", (0, 0)), unit("b", "red", first, *behind), terrain=[ruin])
        found = sight(state, "a", "b")
        assert [pair.visible for pair in found.pairs] == [True] + [False] * 4
        assert (found.cover is not None) == covered


@pytest.mark.rule("11e.terrain.cover-mixed-and-per-attacker")
def test_cover_is_judged_from_each_attacking_model_and_models_may_differ_in_why() -> None:
    wall_piece = box("wall", 8, 0, 8.1, 6, top=4)
    units = unit("a", "blue", (0, -8), (0, 0)), unit("b", "red", (10, 0))
    found = sight(position("11e", *units, terrain=[wall_piece]), "a", "b")
    assert [(pair.viewer, pair.cover is not None) for pair in found.pairs] == [("a-1", False), ("a-2", True)]
    assert found.cover is None and found.reason == "sight.unit_partly_covered"
    crater = box("crater", 12, -4, 16, -1, "crater")
    mixed = unit("a", "blue", (0, 0)), unit("b", "red", (10, 0), (13, -2))
    benefit = sight(position("11e", *mixed, terrain=[wall_piece, crater]), "a", "b").cover
    assert benefit.rule == "11e.terrain.cover-mixed-and-per-attacker" and benefit.by == ("wall", "crater")


# -- hidden models -------------------------------------------------------------------------------------------------

RUIN = box("ruin", 16, -5, 22, 5, "ruin")


def hiding(gap: float, *terrain, **more) -> State:
    """A viewer so far from a model in a ruin."""
    return duel(*(terrain or (RUIN,)), viewer=(18 - 1 - gap, 0), target=(18, 0), **more)


@pytest.mark.rule("11e.terrain.hidden-effect")
@pytest.mark.parametrize(("gap", "visible"), [(15.0, True), (15.1, False)])
def test_a_hidden_model_is_visible_within_its_detection_range_only(gap: float, visible: bool) -> None:
    found = sight(hiding(gap), "a-1", "b-1")
    assert found.visible == visible and "11e.terrain.hidden-effect" in found.rules
    if not visible:
        assert found.reason == "sight.undetected" and found.line is None and found.blockers == ()
        assert '15.0"' in told(hiding(gap), "a-1", "b-1")


@pytest.mark.rule("11e.terrain.hidden-effect")
def test_a_unit_can_be_seen_through_its_models_that_are_not_hidden() -> None:
    state = position("11e", unit("a", "blue", (-2, 0)), unit("b", "red", (18, 0), (15, 0)), terrain=[RUIN])
    found = sight(state, "a", "b")
    assert [pair.visible for pair in found.pairs] == [False, True] and found.visible
    blocked = duel(RUIN, box("wall", 10, -9, 10.1, 9, top=5), viewer=(8, 0), target=(18, 0))
    assert not sight(blocked, "a-1", "b-1").visible, "inside the range it still takes a line of sight"


@pytest.mark.rule("11e.terrain.hidden-effect")
def test_friends_see_those_who_hide() -> None:
    units = unit("a", "blue", (0, 0)), unit("b", "blue", (18, 0)), unit("c", "red", (40 - 12, 20))
    assert sight(position("11e", *units, terrain=[RUIN]), "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.hidden-conditions")
@pytest.mark.parametrize(
    ("more", "hidden"),
    [
        ({}, True),
        ({"keywords": ["Beasts"]}, True),
        ({"keywords": ["Swarm"]}, True),
        ({"keywords": VEHICLE}, False),
        ({"deeds": ["shot"]}, False),
        ({"deeds": ["shot_last_turn"]}, False),
        ({"deeds": ["moved"]}, True),
    ],
)
def test_who_hides_by_what_he_is_and_did(more, hidden: bool) -> None:
    found = sight(hiding(16, **more), "a-1", "b-1")
    assert found.visible != hidden and ("11e.terrain.hidden-conditions" in found.rules) == hidden


@pytest.mark.rule("11e.terrain.hidden-conditions")
def test_a_unit_that_shot_in_turn_two_hides_again_in_the_third_turn_of_its_player() -> None:
    state = hiding(16)
    state.deeds["b", "shot", 3] = Deed("b", "shot", 3, "shooting")
    for turn, hidden in ((3, False), (4, False), (5, True)):
        state.clock = replace(state.clock, turn=turn)
        assert sight(state, "a-1", "b-1").visible != hidden


@pytest.mark.rule("11e.terrain.hidden-conditions")
def test_light_features_hide_only_where_that_is_agreed() -> None:
    trench = box("trench", 16, -5, 22, 5, "trench")
    assert sight(hiding(16, trench), "a-1", "b-1").visible
    units = unit("a", "blue", (0, 0)), unit("b", "red", (18, 0))
    agreed = position("11e", *units, terrain=[trench], options={"hidden_in": "light"})
    assert not sight(agreed, "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.hidden-first-turn")
def test_in_the_first_turn_nobody_shot_in_the_one_before() -> None:
    state = hiding(16)
    state.clock = replace(state.clock, segment="battle", round=1, turn=1)
    assert not sight(state, "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.gone-to-ground")
@pytest.mark.parametrize(
    ("gap", "walled", "visible"), [(12.0, True, True), (13.0, True, False), (13.0, False, True), (15.0, False, True)]
)
def test_a_hidden_model_partly_behind_a_dense_feature_is_detected_from_three_inches_nearer(
    gap: float, walled: bool, visible: bool
) -> None:
    part = [wall((16.5, 0), (16.5, 5), 5)] if walled else []
    ruin = box("ruin", 16, -5, 22, 5, "ruin", parts=part)
    found = sight(hiding(gap, ruin), "a-1", "b-1")
    assert found.visible == visible
    assert ("11e.terrain.gone-to-ground" in found.rules) == (walled and gap > 12)
    light = [RUIN, box("bar", 15.5, 0, 15.6, 4, "barricade", top=4)]
    assert sight(hiding(gap, *light), "a-1", "b-1").visible, "only dense features send to ground"


# -- solid features ------------------------------------------------------------------------------------------------


def windowed(sill: float, head: float, top: float = 8):
    return box("ruin", 3, -6, 7, 6, "ruin", parts=[wall((5, -6), (5, 6), top, (5, 7, sill, head))])


@pytest.mark.rule("11e.terrain.solid-gaps")
def test_a_window_at_three_inches_or_lower_is_closed() -> None:
    state = duel(windowed(1, 2.5), viewer=(2.6, 0), target=(7.4, 0))
    found = sight(state, "a-1", "b-1")
    assert not found.visible and "11e.terrain.solid-gaps" in found.rules and found.blockers == ("ruin",)
    storey = floor("1", 3, -6, 7, 6, 3.2)
    ruin = box("ruin", 3, -6, 7, 6, "ruin", parts=[wall((5, -6), (5, 6), 8, (5, 7, 3.5, 5)), storey])
    upstairs = duel(ruin, viewer=(3.6, 0, 3.2), target=(6.4, 0, 3.2))
    assert sight(upstairs, "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.solid-gaps")
def test_a_gap_across_three_inches_is_passed_above_it_only() -> None:
    low = duel(windowed(1, 5), viewer=(2.6, 0), target=(7.4, 0))
    assert not sight(low, "a-1", "b-1").visible
    tall = position("11e", unit("a", "blue", (2.6, 0), h=4), unit("b", "red", (7.4, 0), h=4), terrain=[windowed(1, 5)])
    assert sight(tall, "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.solid-gaps")
def test_an_open_end_of_a_wall_is_no_enclosed_gap() -> None:
    for hole, other, visible in (
        ((0, 7, 0, 2.5), (), True), ((0, 7, 0, 2.5), [wall((5, -6), (7, -6), 8)], False), ((5, 7, 0, 8), (), True),
    ):  # fmt: skip
        ruin = box("ruin", 3, -6, 7, 6, "ruin", parts=[wall((5, -6), (5, 6), 8, hole), *other])
        assert sight(duel(ruin, viewer=(2.6, 0), target=(7.4, 0)), "a-1", "b-1").visible == visible, (hole, other)


@pytest.mark.rule("11e.terrain.solid-gaps")
def test_only_dense_features_are_solid_and_a_mission_may_change_the_height() -> None:
    light = piece("ruin", [(3, -6), (7, -6), (7, 6), (3, 6)], "low_wall", traits=("area", "light"))
    light = replace(light, opaque=False, parts=windowed(1, 2.5).parts)
    assert sight(duel(light, viewer=(2.6, 0), target=(7.4, 0)), "a-1", "b-1").visible
    units = unit("a", "blue", (2.6, 0)), unit("b", "red", (7.4, 0))
    lower = position("11e", *units, terrain=[windowed(1.2, 2.5)], options={"solid_height": um(1.2)})
    assert sight(lower, "a-1", "b-1").visible
    opened = replace(windowed(1, 2.5), traits=("area", "dense", "open"))
    assert sight(duel(opened, viewer=(2.6, 0), target=(7.4, 0)), "a-1", "b-1").visible


@pytest.mark.rule("11e.terrain.solid-gaps")
def test_gaps_between_neighbouring_features_are_closed_where_that_is_agreed() -> None:
    pieces = [
        box("n", 4, 0.1, 6, 6, "building", traits=["dense"]),
        box("s", 4, -6, 6, -0.1, "building", traits=["dense"]),
    ]
    # The models are within both areas, so that only the features themselves are in the way.
    units = unit("a", "blue", (3.6, 0)), unit("b", "red", (6.4, 0))
    assert sight(position("11e", *units, terrain=pieces), "a-1", "b-1").visible
    state = position("11e", *units, terrain=pieces, options={"closed_gaps": um(0.25)})
    found = sight(state, "a-1", "b-1")
    assert not found.visible and "11e.terrain.solid-gaps" in found.rules
    assert any(name.startswith("gap n s") for name in found.blockers)
    shut = closed(state.board, um(3), um(0.25)).pieces[-1]
    assert shut.top == um(3) and {y for _, y in shut.outline} == {um(23.9), um(24.1)}
    wide = position("11e", *units, terrain=pieces, options={"closed_gaps": um(0.15)})
    assert sight(wide, "a-1", "b-1").visible


# -- plunging fire -------------------------------------------------------------------------------------------------


def from_floor(z: float, *, target=(14, 0), **more) -> State:
    ruin = box("ruin", -3, -3, 3, 3, "ruin", parts=[floor("1", -3, -3, 3, 3, z)])
    units = unit("a", "blue", (0, 0, z), on="ruin/1"), unit("b", "red", target, **more)
    return position("11e", *units, terrain=[ruin])


@pytest.mark.rule("11e.terrain.plunging-fire-height")
@pytest.mark.parametrize(("z", "gains"), [(3.0, True), (2.9, False)])
def test_three_inches_up_on_a_feature_one_fires_down(z: float, gains: bool) -> None:
    found = sight(from_floor(z), "a-1", "b-1")
    assert [(e.gives, e.amount, e.by, e.rule) for e in found.effects] == (
        [("bs", 1, ("ruin",), "11e.terrain.plunging-fire-height")] if gains else []
    )
    assert sight(from_floor(z), "a", "b").effects == found.effects
    assert ("better by 1" in told(from_floor(z), "a-1", "b-1")) == gains


@pytest.mark.rule("11e.terrain.plunging-fire-height")
def test_only_at_a_unit_that_it_sees_a_model_fires_down() -> None:
    ruin = from_floor(3).setup.terrain[0]
    units = unit("a", "blue", (0, 0, 3), on="ruin/1"), unit("b", "red", (14, 0), (14, 12))
    hiding = box("wall", 8, -3, 8.2, 3, top=9)
    found = sight(position("11e", *units, terrain=[ruin, hiding]), "a", "b")
    assert [(pair.visible, len(pair.effects)) for pair in found.pairs] == [(False, 1), (True, 1)]
    closed = box("wall", 8, -30 + 9, 8.2, 20, top=9)
    assert not sight(position("11e", *units, terrain=[ruin, closed]), "a-1", "b-1").effects


@pytest.mark.rule("11e.terrain.plunging-fire-height")
def test_a_unit_all_of_which_is_up_there_too_gives_no_bonus_and_cover_evens_it_out() -> None:
    assert not sight(from_floor(3, target=(14, 0, 3)), "a-1", "b-1").effects
    state = from_floor(3)
    crater = box("crater", 12, -3, 18, 3, "crater")
    covered = position("11e", *state.setup.units, terrain=[*state.setup.terrain, crater])
    found = sight(covered, "a-1", "b-1")
    assert found.effects[0].amount + found.cover.amount == 0
    assert found.reason == "sight.whole_covered_plunging"


@pytest.mark.rule("11e.terrain.plunging-fire-towering")
@pytest.mark.parametrize(("gap", "gains"), [(12.0, True), (12.5, False)])
def test_a_towering_model_fires_down_at_what_is_near(gap: float, gains: bool) -> None:
    units = unit("a", "blue", (0, 0), h=8, keywords=["Vehicle", "Towering"]), unit("b", "red", (gap + 1, 0))
    found = sight(position("11e", *units), "a-1", "b-1")
    assert [e.rule for e in found.effects] == (["11e.terrain.plunging-fire-towering"] if gains else [])
    ruin = box("ruin", -3, -3, 3, 3, "ruin", parts=[floor("1", -3, -3, 3, 3, 3)])
    high = unit("a", "blue", (0, 0, 3), h=8, keywords=["Vehicle", "Towering"], on="ruin/1")
    assert len(sight(position("11e", high, units[1], terrain=[ruin]), "a-1", "b-1").effects) == 1


@pytest.mark.rule("11e.aircraft.no-plunging-fire")
def test_there_is_no_plunging_fire_by_or_at_aircraft() -> None:
    tower, flyer = ["Vehicle", "Towering"], ["Vehicle", "Aircraft"]
    for one, other, gains in ((tower, VEHICLE, True), (tower, flyer, False), ([*tower, "Aircraft"], VEHICLE, False)):
        units = unit("a", "blue", (0, 0), h=8, keywords=one), unit("b", "red", (9, 0), keywords=other)
        assert bool(sight(position("11e", *units), "a-1", "b-1").effects) == gains


@pytest.mark.rule("11e.concepts.within-inclusive")
def test_exactly_at_a_distance_is_within_it_and_one_model_brings_its_unit_within() -> None:
    for x, gains in ((4.0, True), (4.01, False)):
        units = unit("a", "blue", (0, 0)), unit("b", "red", (x + 12 - 3, 0), (28, 0))
        units = (replace(units[0], keywords=("Vehicle", "Towering")), units[1])
        assert bool(sight(position("11e", *units), "a", "b").effects) == gains


@pytest.mark.rule("11e.terrain.plunging-fire-height")
def test_a_model_on_a_hill_is_not_on_ground_level() -> None:
    ruin = box("ruin", -3, -3, 3, 3, "ruin", parts=[floor("1", -3, -3, 3, 3, 3)])
    viewer = unit("a", "blue", (0, 0, 3), on="ruin/1")
    for z, gains in ((0.0, True), (1.0, False)):
        hill = box("hill", 12, -3, 18, 3, "hill")
        state = position("11e", viewer, unit("b", "red", (15, 0, z), on="hill" if z else ""), terrain=[ruin, hill])
        assert bool(sight(state, "a-1", "b-1").effects) == gains


@pytest.mark.rule("11e.terrain.cover-in-area")
def test_a_unit_of_which_nothing_is_said_is_infantry_or_a_vehicle_by_its_bases() -> None:
    crater = box("c", 8, -4, 12, 4, "crater")
    assert sight(duel(crater, keywords=()), "a-1", "b-1").cover is not None
    assert sight(duel(crater, keywords=(), shape=hull(-1, -1, 1, 1)), "a-1", "b-1").cover is None
    assert sight(duel(crater, keywords=("Towering",)), "a-1", "b-1").cover is None


def test_asking_about_a_model_that_is_not_on_the_table_is_an_error_and_a_unit_without_models_sees_nothing() -> None:
    state = duel()
    state.models["b-1"] = replace(state.models["b-1"], place=Reserve("undeployed"))
    with pytest.raises(KeyError):
        sight(state, "a-1", "b-1")
    with pytest.raises(KeyError):
        sight(state, "a", "nobody")
    assert not sight(state, "a", "b").visible and not sight(state, "b", "a").visible
    assert sight(state, "a", "b").pairs == () and BOOK.margin(state, "a-1", "b-1") is None
