"""What lines of sight pass through: areas, and the gaps in a group."""

from __future__ import annotations

from math import sqrt

import pytest

from battlefield.shapes import Rect, Round
from battlefield.sight import Portion, crossings, gaps_crossed
from battlefield.terrain import Piece
from battlefield.units import mm, um
from tests.battlefield.sight.scenes import block, board, man, random_scene, spots, wood

EYE, TARGET = man("eye", 0, 10), man("target", 20, 10)


def through(piece: Piece, *others: Piece, **bodies: float) -> tuple[Portion, bool] | None:
    eye = man("eye", 0, 10, bodies.get("eye_z", 0))
    target = man("target", 20, 10, bodies.get("target_z", 0))
    found = {c.piece: (c.through, c.over) for c in crossings(board(piece, *others), (), eye, target)}
    return found.get(piece.id)


def test_every_line_passes_through_a_wood_as_wide_as_the_view() -> None:
    (crossing,) = crossings(board(wood("copse", 8, 5, 12, 15)), (), EYE, TARGET)
    assert (crossing.piece, crossing.through, crossing.over) == ("copse", Portion.EVERY, False)
    assert (crossing.enters, crossing.inside, crossing.beyond_base) == (8, 4, 4)


def test_some_lines_pass_through_a_wood_on_one_side() -> None:
    assert through(wood("copse", 8, 10, 12, 15)) == (Portion.SOME, False)
    assert through(wood("copse", 8, 10.5, 12, 15)) is None


def test_lines_that_pass_above_a_wood_do_not_pass_through_it() -> None:
    assert through(wood("copse", 8, 5, 12, 15, top=1), eye_z=8) == (Portion.NONE, True)
    assert through(wood("copse", 8, 5, 12, 15, top=1)) == (Portion.SOME, True)
    assert through(wood("copse", 8, 5, 12, 15, top=0)) == (Portion.NONE, True)


def test_only_lines_that_see_the_target_count() -> None:
    copse, wall = wood("copse", 8, 10, 12, 15), block("wall", 4, 10, 4.5, 20)
    assert through(copse, wall) is None
    assert through(copse, block("wall", 4, 0, 4.5, 10)) == (Portion.EVERY, False)


def test_where_nothing_can_be_seen_all_straight_lines_count() -> None:
    assert through(wood("copse", 8, 10, 12, 15), block("wall", 4, 0, 4.5, 20)) == (Portion.SOME, False)


def test_what_is_transparent_is_crossed_all_the_same() -> None:
    rock = block("rock", 8, 5, 12, 15)
    (crossing,) = crossings(board(rock), (), EYE, TARGET, transparent=("rock",))
    assert crossing.through is Portion.EVERY


def test_firing_out_of_a_wood_is_measured_from_the_eye_and_from_the_base() -> None:
    (crossing,) = crossings(board(wood("copse", -5, 5, 3, 15)), (), EYE, TARGET)
    assert (crossing.enters, crossing.inside) == (0, 3)
    assert crossing.beyond_base == pytest.approx(3 - 16 / 25.4)
    tank = man("tank", 0, 10, shape=Rect(um(4), um(2)), facing=90)
    (crossing,) = crossings(board(wood("copse", -5, 5, 3, 15)), (), tank, TARGET)
    assert crossing.beyond_base == pytest.approx(2)


def test_the_area_a_target_stands_in_counts_up_to_its_middle() -> None:
    (crossing,) = crossings(board(wood("copse", 18, 5, 30, 15)), (), EYE, TARGET)
    assert crossing.through is Portion.EVERY
    assert (crossing.enters, crossing.inside) == (18, 2)


def test_an_area_that_begins_behind_the_targets_near_side_is_not_crossed() -> None:
    assert through(wood("copse", 20, 5, 30, 15)) is None


def test_an_area_in_two_arms_is_entered_twice() -> None:
    ring = spots((6, 5), (14, 5), (14, 12), (12, 12), (12, 8), (8, 8), (8, 12), (6, 12))
    (crossing,) = crossings(board(Piece("arms", "wood", "Arms", ring, 0, um(4))), (), EYE, TARGET)
    assert crossing.enters == 6
    assert crossing.inside == pytest.approx(4)


def test_lengths_are_measured_along_the_centre_line() -> None:
    (crossing,) = crossings(board(wood("copse", 8, 0, 12, 30)), (), EYE, man("target", 20, 25))
    assert crossing.inside == pytest.approx(4 * sqrt(20**2 + 15**2) / 20)


def test_the_areas_come_in_the_order_of_the_board() -> None:
    position = board(wood("b", 8, 5, 9, 15), wood("a", 4, 5, 5, 15), wood("far", 40, 40, 44, 44))
    assert [crossing.piece for crossing in crossings(position, (), EYE, TARGET)] == ["b", "a"]


def test_a_shot_between_two_models_of_a_group_passes_through_the_group() -> None:
    row = [man("m1", 10, 11.2, group="row"), man("m2", 10, 8.8, group="row")]
    (gap,) = gaps_crossed(board(), row, EYE, TARGET, 2.0)
    assert (gap.group, gap.models, gap.through, gap.over) == ("row", ("m1", "m2"), Portion.EVERY, False)


def test_models_farther_apart_than_the_gap_leave_the_way_free() -> None:
    row = [man("m1", 10, 12, group="row"), man("m2", 10, 8, group="row")]
    assert gaps_crossed(board(), row, EYE, TARGET, 2.0) == ()
    assert len(gaps_crossed(board(), row, EYE, TARGET, 3.0)) == 1


def test_models_of_different_groups_have_no_gap_between_them() -> None:
    strangers = [man("m1", 10, 11.2, group="one"), man("m2", 10, 8.8, group="two")]
    assert gaps_crossed(board(), strangers, EYE, TARGET, 2.0) == ()
    assert gaps_crossed(board(), [man("m1", 10, 11.2), man("m2", 10, 8.8)], EYE, TARGET, 2.0) == ()


def test_a_shot_above_a_group_does_not_pass_through_it() -> None:
    row = [man("m1", 10, 11.2, group="row", height=1), man("m2", 10, 8.8, group="row", height=1)]
    (gap,) = gaps_crossed(board(), row, man("eye", 0, 10, 6, eye=0), man("target", 20, 10, height=1), 2.0)
    assert (gap.through, gap.over) == (Portion.NONE, True)


def test_a_shot_past_the_end_of_a_group_does_not_pass_through_it() -> None:
    row = [man("m1", 10, 13, group="row"), man("m2", 10, 11.3, group="row")]
    assert gaps_crossed(board(), row, EYE, TARGET, 2.0) == ()


def test_lines_past_either_side_of_the_last_model_of_a_group_are_some() -> None:
    row = [man("m1", 10, 11.5, group="row"), man("m2", 10, 10, group="row", shape=Round(mm(10)))]
    (gap,) = gaps_crossed(board(), row, EYE, TARGET, 2.0)
    assert gap.through is Portion.SOME


def test_viewer_target_and_what_is_transparent_have_no_gaps() -> None:
    row = [man("m1", 10, 11.2, group="row"), man("m2", 10, 8.8, group="row")]
    assert gaps_crossed(board(), row, EYE, TARGET, 2.0, transparent=("m1",)) == ()
    assert gaps_crossed(board(), row, row[0], TARGET, 2.0) == ()


def test_groups_come_in_the_order_of_their_labels() -> None:
    rows = [man(f"{g}{y}", x, y, group=g) for g, x in (("b", 6), ("a", 12)) for y in (11.2, 8.8)]
    assert [gap.group for gap in gaps_crossed(board(), rows, EYE, TARGET, 2.0)] == ["a", "b"]


def test_the_whole_way_of_a_line_through_areas_is_never_longer_than_the_line() -> None:
    position, bodies = random_scene(31)
    for target in bodies[1:]:
        x, y, _ = bodies[0].eye_point
        length = sqrt((target.pose.xy[0] - x) ** 2 + (target.pose.xy[1] - y) ** 2)
        for crossing in crossings(position, bodies, bodies[0], target):
            assert 0 <= crossing.beyond_base <= crossing.inside <= length + 1e-9
            assert crossing.through is not Portion.NONE or crossing.over
            assert (crossing.enters is None) == (crossing.inside == 0)
