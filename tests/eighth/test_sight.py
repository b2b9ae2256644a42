"""Visibility, cover and measuring of the eighth edition: every example of the rules, and the verdicts on units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import inches, um
from engine.books import book_for
from engine.core.records import Gone, OnTable
from engine.core.state import State
from engine.eighth import cover, measuring, visibility
from engine.mechanics.straight import FAR
from tests.positions import assert_units_are_their_pairs, box, hull, position, sight, told, unit

BOOK = book_for("8e")


def duel(*others, terrain=(), target=(10, 0), h=1.5) -> State:
    return position("8e", unit("a", "blue", (0, 0)), unit("b", "red", target, h=h), *others, terrain=terrain)


def wall(top: float):
    return box("wall", 5, -5, 5.1, 5, top=top, edition="8e")


@pytest.mark.rule("8e.shooting.visibility")
def test_a_wall_higher_than_both_hides_and_a_low_one_does_not() -> None:
    high = duel(terrain=[wall(3)])
    found = sight(high, "a-1", "b-1")
    assert (found.visible, found.line, found.blockers, found.hidden) == (False, None, ("wall",), 1_000_000)
    assert "wall" in told(high, "a-1", "b-1").lower() or "block" in told(high, "a-1", "b-1").lower()
    low = duel(terrain=[wall(1)])
    found = sight(low, "a-1", "b-1")
    assert found.visible and found.line is not None and found.rules[0] == "8e.shooting.visibility"


@pytest.mark.rule("8e.shooting.visibility")
def test_any_part_of_the_one_will_do_although_its_eye_sees_nothing() -> None:
    state = duel(terrain=[box("wall", 1, -0.45, 1.1, 10, top=3, edition="8e"), box("w2", 9, -0.45, 9.1, 10, top=3)])
    found = sight(state, "a-1", "b-1")
    assert found.visible and found.hidden > 900_000
    assert found.line is not None and found.line[0][1] < um(24 - 0.44)


@pytest.mark.rule("8e.shooting.see-through-own-unit")
def test_ones_own_unit_is_looked_through() -> None:
    big = unit("big", "blue", (5, 0), r=2, h=10)
    assert not sight(duel(big), "a-1", "b-1").visible
    one = unit("a", "blue", (0, 0), (5, 0), h=1.5)
    models = (one.models[0], replace(one.models[1], shape=big.models[0].shape, height=um(10)))
    state = position("8e", replace(one, models=models), unit("b", "red", (10, 0)))
    found = sight(state, "a-1", "b-1")
    assert found.visible and found.hidden == 0


@pytest.mark.rule("8e.shooting.other-models-block")
def test_models_of_other_units_block_like_terrain() -> None:
    for side in ("blue", "red"):
        state = duel(unit("big", side, (5, 0), r=2, h=10))
        found = sight(state, "a-1", "b-1")
        assert not found.visible and found.blockers == ("big-1",)
        assert "8e.shooting.other-models-block" in found.rules
        assert sight(duel(unit("low", side, (5, 0), r=0.5, h=1)), "a-1", "b-1").visible


@pytest.mark.rule("8e.shooting.other-models-block")
def test_the_targets_own_unit_blocks_too_for_only_that_of_the_viewer_is_looked_through() -> None:
    state = position("8e", unit("a", "blue", (0, 0)), unit("b", "red", (10, 0), (6, 0), r=0.5, h=1.5))
    squad = state.models["b-2"]
    state.models["b-2"] = replace(squad, shape=Round(um(4)), height=um(10))
    assert not sight(state, "a-1", "b-1").visible
    assert sight(state, "a", "b").visible, "the unit is seen by its other model"


@pytest.mark.rule("8e.shooting.same-model-range-and-sight")
def test_one_and_the_same_model_must_be_in_range_and_visible() -> None:
    hiding = [box("wall", 5, -3, 5.1, 3, top=5, edition="8e")]
    units = [unit("a", "blue", (0, 0)), unit("b", "red", (11, 0), (0, 15))]
    state = position("8e", *units, terrain=hiding)
    assert measuring.between(state, "a-1", "b-1") == um(10) and not sight(state, "a-1", "b-1").visible
    assert visibility.nearest_seen(state, "a-1", "b") == um(14)
    assert not measuring.within(visibility.nearest_seen(state, "a-1", "b"), um(12))
    state.models["b-2"] = replace(state.models["b-2"], place=OnTable(Pose.at(30, 37)))
    assert measuring.within(visibility.nearest_seen(state, "a-1", "b"), um(12))
    assert '12.0"' in told(state, "a", "b")
    assert visibility.nearest_seen(duel(terrain=[wall(3)]), "a-1", "b") == FAR


@pytest.mark.rule("8e.attacks.cover")
def test_a_unit_in_terrain_has_cover_whoever_looks_from_where() -> None:
    ruin = box("ruin", -1, -1, 6, 6, "ruin", edition="8e")
    state = position(
        "8e", unit("a", "red", (15, 3)), unit("c", "red", (0, 20)), unit("b", "blue", (1, 1)), terrain=[ruin]
    )
    for viewer in ("a", "c", "a-1"):
        benefit = sight(state, viewer, "b" if viewer != "a-1" else "b-1").cover
        assert (benefit.gives, benefit.amount, benefit.by, benefit.rule) == ("save", 1, ("ruin",), "8e.attacks.cover")
    assert "cover" in told(state, "a", "b") and sight(state, "b", "a").cover is None


@pytest.mark.rule("8e.attacks.cover-entirely")
def test_one_model_outside_denies_cover_to_all() -> None:
    ruin = box("ruin", 0, 0, 6, 6, "ruin", edition="8e")
    third = {5.5: ("ruin",), 5.6: None}
    for x, by in third.items():
        state = position("8e", unit("a", "red", (15, 3)), unit("b", "blue", (1, 1), (3, 3), (x, 3)), terrain=[ruin])
        found = sight(state, "a", "b")
        assert (found.cover.by if found.cover else None) == by
        assert "8e.attacks.cover-entirely" in found.rules
        assert (sight(state, "a-1", "b-1").cover is None) == (by is None)


@pytest.mark.rule("8e.attacks.cover-entirely")
def test_models_of_a_unit_may_be_in_different_features_and_on_top_of_them() -> None:
    crates = box("crates", 10, 0, 13, 3, "crates", edition="8e")
    pieces = [box("wood", 0, 0, 6, 6, "wood", edition="8e"), crates]
    units = unit("a", "red", (25, 3)), unit("b", "blue", (1, 1), (11.5, 1.5, 1.2))
    found = sight(position("8e", *units, terrain=pieces), "a", "b")
    assert found.cover is not None and found.cover.by == ("wood", "crates")


@pytest.mark.rule("8e.attacks.cover-rechecked")
def test_cover_comes_to_the_rest_when_the_model_outside_is_gone() -> None:
    ruin = box("ruin", 0, 0, 6, 6, "ruin", edition="8e")
    state = position("8e", unit("a", "red", (15, 3)), unit("b", "blue", (1, 1), (3, 3), (4, 4), (8, 3)), terrain=[ruin])
    assert cover.benefit(state, "b") is None
    state.models["b-4"] = replace(state.models["b-4"], place=Gone(None, "8e.attacks.destroyed"))
    assert cover.benefit(state, "b") is not None and sight(state, "a", "b").cover is not None


@pytest.mark.rule("8e.attacks.cover-not-invulnerable")
def test_cover_improves_the_save_by_armour_alone() -> None:
    state = position("8e", unit("b", "blue", (1, 1)), terrain=[box("ruin", 0, 0, 6, 6, "ruin", edition="8e")])
    benefit = cover.benefit(state, "b")
    assert benefit is not None and (benefit.gives, benefit.save) == ("save", 0)


@pytest.mark.rule("8e.attacks.cover-not-in-fight")
def test_nobody_has_cover_in_the_fight_phase_but_against_overwatch_he_has() -> None:
    state = position("8e", unit("b", "blue", (1, 1)), terrain=[box("ruin", 0, 0, 6, 6, "ruin", edition="8e")])
    for phase, covered in (("shooting", True), ("charge", True), ("fight", False)):
        state.clock = replace(state.clock, phase=phase)
        assert (cover.benefit(state, "b") is not None) == covered


@pytest.mark.rule("8e.measuring.closest-points")
def test_distances_are_between_the_closest_points_of_bases() -> None:
    state = position("8e", unit("a", "blue", (0, 0)), unit("b", "red", (13, 0), r=1))
    assert inches(BOOK.distance(state, "a-1", "b-1")) == 11.5 == inches(BOOK.distance(state, "a", "b"))


@pytest.mark.rule("8e.measuring.hull")
def test_a_model_without_a_base_is_measured_from_its_hull() -> None:
    tank = unit("tank", "blue", (10, 10), shape=hull(-2, -3, 2, 3), keywords=["Vehicle"])
    state = position("8e", tank, unit("b", "red", (15, 10)), unit("c", "red", (15, 17)))
    assert inches(BOOK.distance(state, "tank", "b")) == 2.5
    assert inches(BOOK.distance(state, "tank", "c")) == 4.5
    high = position("8e", tank, unit("b", "red", (15, 10, 1)))
    assert inches(BOOK.distance(high, "tank", "b")) == 2.5, "the hull reaches from its underside to its top"


@pytest.mark.rule("8e.measuring.height")
def test_height_counts_in_a_straight_line() -> None:
    state = position("8e", unit("a", "blue", (0, 0)), unit("b", "red", (4, 0, 4)))
    assert BOOK.distance(state, "a-1", "b-1") == um(5)


@pytest.mark.rule("8e.measuring.any-time")
def test_anything_may_be_measured_at_any_moment() -> None:
    state = duel()
    before = state.digest()
    state_in_turn = replace(state.clock, segment="battle", phase="charge", side="red")
    state.clock = state_in_turn
    assert BOOK.may_measure(state, "a", "b") == () == BOOK.may_measure(state, "b-1", "a-1")
    state.clock = replace(state.clock, segment="setup", phase="", side="")
    assert state.digest() == before


@pytest.mark.rule("8e.measuring.within-inclusive")
def test_exactly_at_a_distance_is_within_it() -> None:
    for x, near in ((2, True), (2.01, False)):
        state = position("8e", unit("a", "blue", (0, 0)), unit("b", "red", (x, 0)))
        assert measuring.within(BOOK.distance(state, "a-1", "b-1"), um(1)) == near


def test_the_verdict_on_units_is_that_on_its_pairs() -> None:
    pieces = [box("wall", 5, 0.5, 5.2, 9, "wall", edition="8e"), box("wood", 8, -4, 14, 4, "wood", edition="8e")]
    units = (
        unit("a", "blue", (0, 0), (0, 2), (0, 4)), unit("b", "red", (10, 0), (10, 2), (10, 5)),
        unit("c", "red", (3, 0), h=3), unit("tank", "blue", (-6, 0), shape=hull(-2, -1, 2, 1), keywords=["Vehicle"]),
    )  # fmt: skip
    state = position("8e", *units, terrain=pieces)
    for viewer, target in (("a", "b"), ("b", "a"), ("tank", "b"), ("b", "tank"), ("c", "a")):
        assert_units_are_their_pairs(state, viewer, target)
    found = sight(state, "a", "b")
    assert found.visible and "of 3 models" in told(state, "a", "b")


def test_the_margin_of_a_verdict_is_by_its_own_masks() -> None:
    state = duel(unit("big", "red", (5, 1.6), r=2, h=10))
    found = BOOK.margin(state, "a-1", "b-1")
    assert found is not None and found.visible and found.found is not None and 0 < found.proven <= found.found
    back = BOOK.margin(state, "a-1", "b-1", of="viewer")
    assert back is not None and back.visible and back.found is not None
    assert BOOK.margin(state, "a", "b-1") is None and BOOK.margin(state, "a", "b") is None
