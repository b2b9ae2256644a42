"""From any part of one body to any part of another: positions whose right answer one can see."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import Join, Pass, Skip, join, joins, look, passes, room
from battlefield.table import Board
from battlefield.terrain import Floor, Opening, Piece, Wall
from battlefield.units import mm, um
from tests.battlefield.sight.scenes import block, board, man, prism, random_scene, spots
from tests.battlefield.sight.segments import proven
from tests.battlefield.sight.test_survey import answers_of

MILLIMETRE = 1 / 25.4
ONE, OTHER = man("one", 5, 10), man("other", 25, 10)


def ask(*pieces: Piece, one: Body = ONE, other: Body = OTHER, width: float = 0.0) -> Join:
    """The join of two bodies past some pieces; a witness is held against brute force, and both ways must agree."""
    table = board(*pieces)
    found = join(table, one, other, (), width=width)
    assert join(table, other, one, (), width=width).visible == found.visible
    assert found.line is None or proven(found.line, table, one, other, ())
    assert found.sliver < 1e-3
    return found


def wall(id: str, x: float, y0: float, y1: float, top: float = 4.0, bottom: float = 0.0) -> Piece:
    """A wall of a quarter inch across the way."""
    return block(id, x, y0, x + 0.25, y1, top, bottom)


def test_nothing_stands_between() -> None:
    found = ask()
    assert found.visible
    assert found.blockers == ()


def test_a_wall_beyond_both_rims_hides_and_one_that_ends_before_a_rim_does_not() -> None:
    assert ask(wall("w", 15, 0, 10.64)).blockers == ("w",)
    assert ask(wall("w", 15, 0, 10.62)).visible


@pytest.mark.parametrize("slit", [0.05, 0.1])
def test_a_slit_shows_something_though_no_eye_sees_through_it(slit: float) -> None:
    assert ask(wall("a", 15, 0, 10.3), wall("b", 15, 10.3 + slit, 20)).visible
    aside = man("one", 5, 13)
    assert ask(wall("a", 15, 0, 11.5), wall("b", 15, 11.5 + slit, 20), one=aside).visible


def test_two_slits_in_a_row_show_only_what_is_in_line_with_both() -> None:
    first = wall("a", 10, 0, 10.3), wall("b", 10, 10.35, 20)
    assert ask(*first, wall("c", 20, 0, 9.9), wall("d", 20, 9.95, 20)).visible
    assert not ask(*first, wall("c", 20, 0, 8.4), wall("d", 20, 8.45, 20)).visible


def test_a_line_has_the_width_it_is_asked_for() -> None:
    walls = wall("a", 15, 0, 10), wall("b", 15, 10.03, 20)
    assert ask(*walls).visible
    assert ask(*walls, width=MILLIMETRE).blockers == ("a", "b")
    assert ask(wall("a", 15, 0, 10), wall("b", 15, 10.05, 20), width=MILLIMETRE).visible


def test_all_of_a_broad_line_starts_and_ends_on_the_bodies() -> None:
    passes = wall("w", 15, 0, 10.60)
    assert ask(passes).visible
    assert ask(passes, width=0.02).visible
    assert not ask(passes, width=0.04).visible


def test_walls_that_touch_leave_no_gap() -> None:
    assert not ask(wall("a", 15, 0, 10), wall("b", 15, 10, 20)).visible
    assert not ask(block("a", 14, 0, 15, 10), block("b", 15, 10, 16, 20)).visible, "corner to corner"
    assert not ask(wall("a", 15, 0, 10), wall("b", 15, 9.99999, 20)).visible


def test_walls_that_touch_at_an_odd_angle_leave_no_gap() -> None:
    one = prism("a", [(14, 0), (15, 0), (16.3, 10.1), (15.3, 10.1)])
    other = prism("b", [(15.3, 10.1), (16.3, 10.1), (17, 20), (16, 20)])
    assert ask(one, other).blockers == ("a", "b")
    apart = prism("b", [(15.3, 10.15), (16.3, 10.15), (17, 20), (16, 20)])
    assert ask(one, apart).visible


def test_walls_in_line_do_not_hide_what_looks_along_them() -> None:
    row = [block(f"w{i}", 7 + 3 * i, 10, 9 + 3 * i, 10.3) for i in range(5)]
    assert ask(*row).visible
    assert ask(block("w", 5, 9, 25, 10)).visible, "a wall along the way that both bases overhang"


def test_equal_tops_hide_and_a_hair_more_shows() -> None:
    assert not ask(wall("w", 15, 0, 20, top=1.5)).visible
    assert ask(wall("w", 15, 0, 20, top=1.499)).visible
    tall = man("other", 25, 10, height=2.5)
    assert ask(wall("w", 15, 0, 20, top=1.5), other=tall).visible


def test_the_line_over_a_wall_runs_from_the_far_side_of_the_low_body_to_the_near_side_of_the_tall_one() -> None:
    square = Rect(um(1), um(1))
    low, tall = man("one", 5, 10, shape=square, height=1), man("other", 25, 10, shape=square, height=3)
    # At x = 15 the highest line, from (4.5, 1) to (24.5, 3), is 2.05 high.
    assert ask(wall("w", 15, 0, 20, top=2.04), one=low, other=tall).visible
    assert not ask(wall("w", 15, 0, 20, top=2.06), one=low, other=tall).visible


def test_a_window_shows_between_sill_and_head() -> None:
    line = ((um(15), 0), (um(15), um(20)))

    def pierced(sill: float, head: float) -> Piece:
        opening = Opening(um(9), um(11), um(sill), um(head))
        return Piece("r", "ruin", "r", spots((14, 0), (16, 0), (16, 20), (14, 20)), 0, um(4),
                     (Wall(line, um(0.25), 0, um(4), (opening,)),))  # fmt: skip

    assert ask(pierced(1.0, 2.0)).visible
    assert not ask(pierced(1.5, 2.5)).visible, "a sill at the height of both tops"
    assert not ask(pierced(1.6, 3.0)).visible
    assert ask(pierced(1.4, 3.0)).visible


def test_a_floor_hides_what_is_above_from_what_is_below() -> None:
    floor = Piece("f", "ruin", "f", spots((0, 0), (30, 0), (30, 20), (0, 20)), 0, um(4),
                  (Floor("1", spots((0, 0), (30, 0), (30, 20), (0, 20)), um(3)),))  # fmt: skip
    upstairs = man("other", 25, 10, 3.0)
    assert ask(floor, other=upstairs).blockers == ("f",)
    balcony = replace(floor, parts=(Floor("1", spots((20, 0), (30, 0), (30, 20), (20, 20)), um(3)),))
    assert ask(balcony, other=upstairs).visible, "past its edge"
    assert ask(floor, one=man("one", 5, 10, 3.0), other=upstairs).visible


def test_one_storey_right_above_another() -> None:
    def slab(x: float) -> Piece:
        return block("slab", 0, 0, x, 20, 2.0, 1.9)

    below, above = man("one", 10, 10), man("other", 10, 10, 2.0)
    assert not ask(slab(20), one=below, other=above).visible
    assert not ask(slab(10.7), one=below, other=above).visible
    assert ask(slab(10.6), one=below, other=above).visible
    assert ask(one=below, other=above).visible


def test_a_base_that_touches_a_wall_or_stands_in_it() -> None:
    at = replace(OTHER, shape=Rect(um(1), um(1)))
    assert not ask(wall("w", 24.25, 0, 20), other=at).visible
    assert ask(wall("w", 25.5, 0, 20), other=at).visible, "a wall behind it"
    assert ask(block("w", 25, 0, 26, 20), other=at).visible, "half inside: the other half is seen"
    assert not ask(block("w", 24, 0, 26, 20), other=at).visible, "wholly inside"
    assert not ask(block("w", 4, 0, 6, 20), one=replace(ONE, shape=Rect(um(1), um(1)))).visible


def test_bodies_that_touch_see_each_other() -> None:
    assert ask(one=man("one", 5, 10, shape=Round(um(1))), other=man("other", 6, 10, shape=Round(um(1)))).visible
    square = Rect(um(1), um(1))
    assert ask(one=man("one", 5, 10, shape=square), other=man("other", 6, 11, shape=square)).visible


def test_a_thin_wall_between_bodies_that_almost_touch() -> None:
    square = Rect(um(1), um(1))
    one, other = man("one", 5, 10, shape=square), man("other", 6.1, 10, shape=square)
    assert ask(block("w", 5.52, 0, 5.58, 20), one=one, other=other).blockers == ("w",)
    assert ask(block("w", 5.52, 0, 5.58, 10.45), one=one, other=other).visible


def test_a_long_hull_is_seen_by_its_ends() -> None:
    tank = man("other", 25, 10, shape=Rect(um(2), um(8)))
    assert ask(wall("w", 15, 5, 15), other=tank).visible is False
    assert ask(wall("w", 15, 6, 15), other=tank).visible is False
    assert ask(wall("w", 20, 7, 15), other=tank).visible


def test_bodies_block_as_true_discs() -> None:
    between = [man(f"m{i}", 15, y, shape=Round(um(1)), height=3) for i, y in enumerate((9.5, 10.5))]
    square = Rect(um(1), um(1))
    one, other = man("one", 5, 10, shape=square), man("other", 25, 10, shape=square)
    assert not join(board(), one, other, between).visible
    apart = [between[0], between[1].at(Pose.at(15, 10.51))]
    assert join(board(), one, other, apart).visible
    assert not join(board(), one, other, apart, width=0.011).visible
    assert join(board(), one, other, between, transparent=("m1",)).visible


def test_all_pairs_at_once_give_what_one_pair_gives() -> None:
    table, bodies = random_scene(31)
    found = joins(table, bodies[:5], bodies[5:], bodies)
    for i, viewer in enumerate(bodies[:5]):
        for j, target in enumerate(bodies[5:]):
            one = join(table, viewer, target, bodies)
            assert found.join(i, j) == one
            assert found.visible[i, j] == one.visible
    with pytest.raises(ValueError, match="read-only"):
        found.visible[0, 0] = False


def test_each_viewer_and_each_target_is_joined_through_its_own_set() -> None:
    ones, others = [man("v1", 5, 10), man("v2", 5, 12)], [man("t1", 25, 10), man("t2", 25, 12)]
    table = board(block("a", 12, 0, 13, 20), block("b", 16, 0, 17, 20))
    skip = Skip((frozenset({"a"}), frozenset({"a", "b"})), (frozenset({"b"}), frozenset()))
    assert joins(table, ones, others, (), skip).visible.tolist() == [[True, False], [True, True]]
    with pytest.raises(ValueError, match="1 sets of what to look through for 2 bodies"):
        joins(table, ones, others, (), Skip((frozenset(),)))


PROGRAM = """
import json
from battlefield.sight import join, joins
from battlefield.sight.accelerate import ACCELERATED
from tests.battlefield.sight.scenes import random_scene
answers = [ACCELERATED]
for seed in range(20, 22):
    board, bodies = random_scene(seed, pieces=10, models=10)
    answers.append(joins(board, bodies[:5], bodies[5:], bodies).visible.tolist())
    one = join(board, bodies[0], bodies[6], bodies, width=0.04)
    answers += [one.visible, one.line, one.blockers, one.sliver]
print(json.dumps(answers))
"""


def test_with_and_without_numba_the_answers_are_equal() -> None:
    plain = answers_of(PROGRAM, SIGHTLINE_NO_NUMBA="1")
    assert plain[0] is False
    assert json.dumps(plain[1:]) == json.dumps(answers_of(PROGRAM, SIGHTLINE_NO_NUMBA="0")[1:])


def test_an_empty_table_of_any_size_is_joined() -> None:
    assert join(Board(um(48), um(48)), man("a", 1, 1), man("b", 47, 47, shape=Round(mm(60))), ()).visible


def test_the_broadest_line_between_two_walls_is_as_broad_as_their_gap() -> None:
    walls = board(wall("a", 15, 0, 9.9), wall("b", 15, 10.2, 20))
    assert room(walls, ONE, OTHER, ()) == pytest.approx(0.3, abs=0.002)
    assert room(board(wall("w", 15, 0, 20)), ONE, OTHER, ()) == 0
    assert room(board(), ONE, OTHER, ()) == pytest.approx(32 / 25.4, abs=0.002)


def test_what_a_line_passes_and_how_closely() -> None:
    table = board(wall("a", 15, 0, 9.9), wall("b", 15, 10.2, 20), block("low", 18, 0, 19, 20, 1.0),
                  block("high", 21, 0, 22, 20, 4, 2.0))  # fmt: skip
    found = passes(table, (), ((5, 10, 1.3), (25, 10, 1.3)))
    assert found == (
        Pass("a", "right", 0.1), Pass("b", "left", 0.2), Pass("low", "over", 0.3), Pass("high", "under", 0.7),
    )  # fmt: skip
    assert passes(table, (), ((5, 10, 1.3), (25, 10, 1.3)), transparent=("a", "b", "low", "high")) == ()
    line = look(board(wall("a", 15, 0, 10.1)), ONE, OTHER, ()).line
    assert line is not None
    assert [(p.id, p.side) for p in passes(board(wall("a", 15, 0, 10.1)), (), line)] == [("a", "right")]
