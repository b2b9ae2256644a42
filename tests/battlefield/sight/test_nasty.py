"""Positions people quarrel about, asked of the eye, of any part to any part, and of the whole body alike."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from typing import NamedTuple

import pytest

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import facing, join, look, seen_whole
from battlefield.terrain import Floor, Opening, Piece, Wall, placed
from battlefield.units import um
from tests.battlefield.sight.scenes import block, board, man, prism, spots

ONE, OTHER = man("one", 5, 10), man("other", 25, 10)
MILLIMETRE = 1 / 25.4
TURNS = (0, 30, 90, 137.5, 251)


class Seen(NamedTuple):
    """Whether the eye sees anything, how much is hidden from it, whether any line joins, whether all is seen."""

    eye: bool
    hidden: float
    joined: bool
    whole: bool


def see(*pieces: Piece, one: Body = ONE, other: Body = OTHER, turn: float = 0.0, width: float = 0.0) -> Seen:
    """One body at another past some pieces, all of it turned about the origin."""
    table = board(*(placed(piece, Pose.at(0, 0, 0, turn)) for piece in pieces))
    one, other = _turned(one, turn), _turned(other, turn)
    sighting = look(table, one, other, ())
    joined = join(table, one, other, (), width=width)
    assert join(table, other, one, (), width=width).visible == joined.visible
    found = Seen(sighting.visible, sighting.hidden, joined.visible, seen_whole(table, one, other, ()).seen)
    assert width or found.joined or not found.eye
    assert found.joined or width or not found.whole
    return found


def _turned(body: Body, turn: float) -> Body:
    at = placed(replace(block("p", 0, 0, 1, 1), outline=((body.pose.x, body.pose.y),)), Pose.at(0, 0, 0, turn))
    return body.at(Pose.at(at.outline[0][0] / 25_400, at.outline[0][1] / 25_400, body.bottom, turn))


def wall(id: str, x: float, y0: float, y1: float, top: float = 4.0, bottom: float = 0.0) -> Piece:
    """A wall of a quarter inch across the way."""
    return block(id, x, y0, x + 0.25, y1, top, bottom)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(("slit", "for_a_millimetre"), [(0.1, True), (0.05, True), (0.03, False)])
def test_through_a_slit_one_sees_and_a_line_of_a_millimetre_needs_as_much(
    slit: float, for_a_millimetre: bool, turn: float
) -> None:
    walls = wall("a", 15, 0, 10), wall("b", 15, 10 + slit, 20)
    eye = replace(ONE, eye_at=(0, um(slit / 2)))
    assert see(*walls, one=eye, turn=turn)[:3:2] == (True, True)
    assert see(*walls, turn=turn, width=MILLIMETRE).joined is for_a_millimetre
    assert not see(*walls, turn=turn).whole


@pytest.mark.parametrize("turn", TURNS)
def test_blocks_corner_to_corner_leave_nothing(turn: float) -> None:
    assert see(block("a", 14, 0, 15, 10), block("b", 15, 10, 16, 20), turn=turn) == (False, 1.0, False, False)


@pytest.mark.parametrize("turn", TURNS)
def test_walls_in_one_line_with_a_shared_edge_leave_nothing(turn: float) -> None:
    assert see(wall("a", 15, 0, 10), wall("b", 15, 10, 20), turn=turn) == (False, 1.0, False, False)


def test_the_same_wall_twice_hides_as_much_as_once() -> None:
    once, twice = see(wall("a", 15, 0, 10)), see(wall("a", 15, 0, 10), wall("b", 15, 0, 10))
    assert once == twice == (True, 0.5, True, False)


def test_a_row_of_walls_seen_end_on_hides_only_its_own_thickness() -> None:
    row = [block(str(i), 8 + 3 * i, 9.99, 10 + 3 * i, 10.01) for i in range(5)]
    found = see(*row)
    # The nearest end, 0.02 wide at 3 inches, hides 0.02 * 20 / 3 of the 1.26 inches of the target.
    assert found.eye and found.joined
    assert found.hidden == pytest.approx(0.02 * 20 / 3 / (32 / 25.4), abs=0.005)
    assert found.whole, "from either side of the row one sees what the other side does not"


def test_an_eye_in_the_plane_of_a_wall_sees_the_half_on_its_own_side() -> None:
    found = see(block("w", 8, 10, 20, 10.25))
    assert found == (True, 0.5, True, True), "the other half is seen from the other side of its base"


def test_looking_along_a_wall_that_touches_both_bases_nothing_is_hidden() -> None:
    rim = 10 + 16 / 25.4
    assert see(block("w", 3, rim, 27, 12)) == (True, 0.0, True, True)


def test_a_base_that_touches_a_wall_does_not_see_through_it() -> None:
    square = man("one", 5, 10, shape=Rect(um(1), um(1)))
    assert see(block("w", 5.5, 0, 6, 20), one=square) == (False, 1.0, False, False)
    assert see(block("w", 4, 0, 4.5, 20), one=square) == (True, 0.0, True, True)


@pytest.mark.parametrize(("x", "y"), [(1, 0), (0.96, 0.28), (0.8, 0.6), (0.6, 0.8), (-0.28, 0.96), (-0.8, -0.6)])
@pytest.mark.parametrize("side", [1, -1])
def test_an_eye_on_the_rim_of_a_round_body_sees_as_far_as_the_line_that_touches_it(
    x: float, y: float, side: int
) -> None:
    """Beyond that line, by however little, it sees nothing; before it all."""
    pillar, eye = man("pillar", 20, 20, shape=Round(um(2))), man("eye", 20 + x, 20 + y)
    for degrees in (0.6, 2, 5, 30, 90):
        turn, hides = radians(degrees), []
        for way in (1, -1):
            # Along the line that touches the pillar, then towards it or away from it.
            ahead, aside = cos(turn), -way * sin(turn)
            dx, dy = -side * y * ahead + x * aside, side * x * ahead + y * aside
            post = man("post", 20 + x + 9 * dx, 20 + y + 9 * dy, shape=Round(um(0.1)))
            hides.append(look(board(), eye, post, [pillar]).hidden)
        assert hides == [1.0, 0.0], f"{degrees} degrees"


@pytest.mark.parametrize(("foot", "height", "target"), [(0, 1.3, 0.2), (1.3, 1, 2)])
def test_an_eye_on_the_upper_or_lower_rim_sees_as_far(foot: float, height: float, target: float) -> None:
    """The eye, 1.3 high, is where the side meets the top or the bottom; it looks down, or up."""
    pillar, eye = man("pillar", 20, 20, foot, shape=Round(um(2)), height=height), man("eye", 20.8, 20.6)
    for degrees, hidden in ((2, 1.0), (-2, 0.0), (5, 1.0), (40, 1.0), (-40, 0.0)):
        ahead, aside = cos(radians(degrees)), -sin(radians(degrees))
        dx, dy = -0.6 * ahead + 0.8 * aside, 0.8 * ahead + 0.6 * aside
        post = man("post", 20.8 + 9 * dx, 20.6 + 9 * dy, target, shape=Round(um(0.1)), height=1)
        assert look(board(), eye, post, [pillar]).hidden == hidden, f"{degrees} degrees"


def test_an_eye_above_the_middle_of_a_round_body_as_high_as_its_top_sees_all_that_is_higher_and_nothing_below() -> None:
    pillar, eye = man("pillar", 20, 20, shape=Round(um(2)), height=1.3), man("eye", 20.3, 20.2)
    for x, y in ((29, 20), (11, 20), (20, 29), (20, 11)):
        assert look(board(), eye, man("post", x, y, 1.4), [pillar]).hidden == 0.0
        assert look(board(), eye, man("post", x, y, height=1.2), [pillar]).hidden == 1.0


def test_an_eye_just_inside_a_round_body_sees_nothing_wherever_it_looks() -> None:
    for degrees in range(0, 360, 5):
        x, y = 0.9995 * cos(radians(degrees)), 0.9995 * sin(radians(degrees))
        pillar, eye = man("pillar", 20, 20, shape=Round(um(2))), man("eye", 20 + x, 20 + y)
        assert not look(board(), eye, man("post", 20 + 9 * x, 20 + 9 * y), [pillar]).visible


def test_an_eye_inside_terrain_sees_nothing_but_a_base_that_sticks_out_does() -> None:
    square = man("one", 5, 10, shape=Rect(um(1), um(1)))
    assert see(block("rock", 4, 9, 5.3, 11), one=square) == (False, 1.0, True, True)
    assert see(block("rock", 4, 9, 6, 11), one=square) == (False, 1.0, False, False)


def test_a_target_half_inside_terrain_shows_what_is_outside() -> None:
    square = man("other", 25, 10, shape=Rect(um(1), um(1)))
    narrow = man("one", 5, 10, shape=Rect(um(1), um(1)))
    assert see(block("rock", 25, 9, 27, 11), one=narrow, other=square) == (True, 0.0, True, True)
    assert see(block("rock", 25, 9, 27, 11), other=square) == (True, 0.0, True, False), (
        "a wider base looks at its flanks"
    )
    assert see(block("rock", 23, 9, 25, 11), other=square) == (False, 1.0, False, False)
    assert see(block("rock", 23, 10, 27, 11), other=square) == (True, 0.5, True, False)


def pierced(sill: float, head: float) -> Piece:
    """A wall all across the way with a window as wide as one likes."""
    line, opening = ((um(15), 0), (um(15), um(20))), Opening(um(5), um(15), um(sill), um(head))
    ring = spots((14, 0), (16, 0), (16, 20), (14, 20))
    return Piece("r", "ruin", "r", ring, 0, um(4), (Wall(line, um(0.25), 0, um(4), (opening,)),))


def test_over_a_sill_exactly_at_eye_height_one_sees_what_is_taller_and_nothing_else() -> None:
    assert see(pierced(1.3, 3))[:1] == (True,)
    assert see(pierced(1.3, 3), other=man("other", 25, 10, height=1.3))[:1] == (False,)
    as_tall = man("one", 5, 10, height=1.3), man("other", 25, 10, height=1.3)
    assert see(pierced(1.3, 3), one=as_tall[0], other=as_tall[1]) == (False, 1.0, False, False)
    assert see(pierced(1.29, 3), one=as_tall[0], other=as_tall[1])[:3:2] == (True, True)


def test_under_a_lintel_exactly_at_eye_height_one_sees_what_is_lower_and_nothing_else() -> None:
    raised = man("other", 25, 10, 1.3)
    assert see(pierced(0.5, 1.3))[:1] == (True,)
    assert see(pierced(0.5, 1.3), other=raised)[:1] == (False,)
    low = man("one", 5, 10, height=1.3)
    assert see(pierced(0.5, 1.3), one=low, other=raised).joined is True, "from its foot up to the other's"


@pytest.mark.parametrize(("top", "seen"), [(1.5, False), (1.49, True), (1.51, False)])
def test_a_wall_as_tall_as_both_hides_and_a_hair_less_does_not(top: float, seen: bool) -> None:
    alike = replace(ONE, eye=ONE.height), replace(OTHER, eye=OTHER.height)
    assert see(wall("w", 15, 0, 20, top), one=alike[0], other=alike[1])[:3:2] == (seen, seen)


@pytest.mark.parametrize(("end", "more_than_half"), [(10.0, False), (10.01, True), (9.99, False)])
def test_the_facing_of_a_hull_at_exactly_half(end: float, more_than_half: bool) -> None:
    """A wall up to the middle line, seen from a spot on it."""
    tank = man("other", 25, 10, shape=Rect(um(6), um(4)), height=2, facing=180)
    found = facing(board(block("w", 14, 0, 15, end)), ONE, tank, ())
    assert found is not None
    assert found.name == "front"
    assert (found.hidden > 0.5) is more_than_half
    if end == 10.0:
        assert found.hidden == 0.5


def storey(*ring: tuple[float, float]) -> Piece:
    outline = spots((10, 0), (30, 0), (30, 20), (10, 20))
    return Piece("f", "ruin", "f", outline, 0, um(4), (Floor("1", spots(*ring), um(3)),))


ALL_OVER = storey((10, 0), (30, 0), (30, 20), (10, 20))
WITH_A_NOTCH = storey((10, 0), (30, 0), (30, 20), (10, 20), (10, 11), (20, 11), (20, 9), (10, 9))


def test_up_through_a_floor_nothing_is_seen_and_through_a_hole_in_it_something_is() -> None:
    below, above = man("one", 18, 10), man("other", 21.5, 10, 3.0)
    assert see(ALL_OVER, one=below, other=above) == (False, 1.0, False, False)
    through = see(WITH_A_NOTCH, one=below, other=above)
    assert through.eye and through.joined and not through.whole
    assert see(WITH_A_NOTCH, one=above, other=below).joined


def test_down_from_the_edge_of_a_floor_one_sees_and_from_its_middle_one_does_not() -> None:
    ground = man("other", 5, 10)
    edge, middle = man("one", 10.4, 10, 3.0), man("one", 25, 10, 3.0)
    assert see(ALL_OVER, one=edge, other=ground) == (True, 0.0, True, True)
    assert see(ALL_OVER, one=middle, other=man("other", 16, 10)) == (False, 1.0, False, False)
    assert see(ALL_OVER, one=man("one", 26, 10), other=ground).whole, "under it the ground is open"


def test_up_a_slope_of_slabs_the_next_slab_hides_the_feet_of_who_stands_behind_its_edge() -> None:
    slope = [block(f"s{i}", 12 + 2 * i, 5, 30, 15, 0.5 * (i + 1), 0.5 * i) for i in range(4)]
    square = Rect(um(1), um(1))
    at_the_edge, back = (man("other", x, 10, 2.0, shape=square) for x in (18.5, 22))
    assert see(*slope, one=man("one", 5, 10, shape=square), other=at_the_edge).whole
    assert see(*slope, other=back).eye
    assert not see(*slope, other=back).whole
    assert not see(*slope, one=man("one", 5, 10, height=0.5, eye=0.4), other=man("other", 29, 10, 2, height=0.3)).joined


def test_straight_above_its_target_an_eye_sees_it_unless_a_slab_is_between() -> None:
    above = man("one", 25, 10, 6)
    assert see(one=above) == (True, 0.0, True, True)
    assert see(block("slab", 20, 5, 30, 15, 4, 3.9), one=above) == (False, 1.0, False, False)
    half = see(block("slab", 25, 5, 30, 15, 4, 3.9), one=above)
    assert half.eye and half.joined and half.hidden == pytest.approx(0.5, abs=1e-6)


def test_a_hill_between_bodies_of_the_same_height_hides_once_it_is_as_high_as_they() -> None:
    ring = [(12, 5), (18, 4), (19, 15), (13, 16)]
    alike = replace(ONE, eye=ONE.height)
    assert see(prism("hill", [(float(x), float(y)) for x, y in ring], 1.5), one=alike) == (False, 1.0, False, False)
    assert see(prism("hill", [(float(x), float(y)) for x, y in ring], 1.4), one=alike)[:3:2] == (True, True)


def test_between_two_round_bases_that_touch_there_is_no_gap_and_between_parted_ones_there_is() -> None:
    small = man("one", 5, 10, shape=Round(um(0.4))), man("other", 25, 10, shape=Round(um(0.4)))
    pair = [man(f"m{i}", 15, y, shape=Round(um(1)), height=3) for i, y in enumerate((9.5, 10.5))]
    assert not join(board(), *small, pair).visible
    assert not look(board(), *small, pair).visible
    parted = [pair[0], pair[1].at(Pose.at(15, 10.52))]
    assert join(board(), *small, parted).visible
    assert not join(board(), *small, parted, width=MILLIMETRE).visible
