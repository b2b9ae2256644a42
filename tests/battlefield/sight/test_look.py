"""One eye, one body, and what stands between: positions whose right answer one can see."""

from __future__ import annotations

from dataclasses import replace
from math import atan, cos, radians, sin, sqrt

import pytest

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Rect, Round
from battlefield.sight import Sighting, look
from battlefield.table import Board
from battlefield.terrain import Floor, Opening, Piece, Wall, placed
from battlefield.units import mm, um
from tests.battlefield.sight.sampler import sample
from tests.battlefield.sight.scenes import L_SHAPE, block, board, man, prism, spots

EYE, TARGET = man("eye", 5, 10), man("target", 25, 10)
TURNS = (0, 30, 45, 90, 137.5, 180, 251)


def turned(position: Board, body: Body, degrees: float) -> tuple[Board, Body]:
    """A position turned about the origin."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    x, y = body.pose.xy
    pose = Pose.at(x * c - y * s, x * s + y * c, body.bottom, degrees)
    pieces = tuple(placed(piece, Pose.at(0, 0, 0, degrees)) for piece in position.pieces)
    return replace(position, pieces=pieces), body.at(pose)


def seen_turned(position: Board, degrees: float) -> Sighting:
    turned_board, eye = turned(position, EYE, degrees)
    return look(turned_board, eye, turned(position, TARGET, degrees)[1], ())


def seen(*pieces: Piece, eye: Body = EYE, target: Body = TARGET, others: tuple[Body, ...] = ()) -> Sighting:
    return look(board(*pieces), eye, target, (eye, target, *others))


def test_in_the_open_nothing_is_hidden_and_the_line_runs_from_eye_to_body() -> None:
    sighting = seen()
    assert sighting.visible and sighting.hidden == 0 and sighting.blockers == ()
    assert sighting.line is not None
    start, end = sighting.line
    assert start == pytest.approx((5, 10, 1.3))
    assert end[0] == pytest.approx(25 - 16 / 25.4) and end[1] == pytest.approx(10) and 0 < end[2] < 1.5


def test_a_wall_in_between_hides_everything_and_is_named() -> None:
    assert seen(block("wall", 14, 2, 15, 18)) == Sighting(False, 1.0, None, ("wall",))


def test_a_wall_up_to_the_middle_hides_half() -> None:
    sighting = seen(block("wall", 14, 10, 15, 18))
    assert sighting.hidden == 0.5 and sighting.blockers == ("wall",)
    assert sighting.line is not None and sighting.line[1][1] < 10


def test_the_hidden_share_is_a_share_of_solid_angle() -> None:
    target = man("target", 26, 10, shape=Rect(um(2), um(4)), height=2.6)
    low_wall = block("wall", 14.5, 0, 15, 20, top=0.65)

    def quarter(a: float, b: float, d: float) -> float:
        """Solid angle of a rectangle a by b at distance d with a corner straight ahead."""
        return atan(a * b / (d * sqrt(a * a + b * b + d * d)))

    # The eye at 1.3 looks at the front face, 20 away, from -2 to 2 and up to 2.6. The wall, at 10, hides up to z = 0.
    whole = 4 * quarter(2, 1.3, 20)
    assert seen(low_wall, target=target).hidden == 0
    # Raised by a quarter inch it hides, on the face, up to half an inch.
    raised = block("wall", 14.5, 0, 15, 20, top=0.9)
    at_back = 1.3 - (1.3 - 0.9) * 20 / 10
    expected = (2 * quarter(2, 1.3, 20) - 2 * quarter(2, 1.3 - at_back, 20)) / whole
    assert seen(raised, target=target).hidden == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize("degrees", TURNS)
def test_touching_walls_have_no_gap(degrees: float) -> None:
    position = board(block("a", 14, 2, 14.25, 10), block("b", 14, 10, 14.25, 18))
    assert seen_turned(position, degrees) == Sighting(False, 1.0, None, ("a", "b"))


@pytest.mark.parametrize("degrees", TURNS)
def test_blocks_that_touch_corner_to_corner_have_no_gap(degrees: float) -> None:
    position = board(block("a", 12, 5, 14, 10), block("b", 14, 10, 16, 15))
    assert not seen_turned(position, degrees).visible


@pytest.mark.parametrize("degrees", TURNS)
def test_the_seams_of_a_piece_that_is_cut_into_convex_parts_are_tight(degrees: float) -> None:
    ring = [(14, 2), (18, 2), (18, 9.99), (14.2, 9.99), (14.2, 10.01), (18, 10.01), (18, 18), (14, 18)]
    assert seen_turned(board(prism("comb", [(float(x), float(y)) for x, y in ring])), degrees) == Sighting(
        False, 1.0, None, ("comb",)
    )


@pytest.mark.parametrize("degrees", TURNS)
def test_a_slit_of_a_twentieth_of_an_inch_is_enough(degrees: float) -> None:
    position = board(block("a", 14, 2, 14.25, 9.975), block("b", 14, 10.025, 14.25, 18))
    sighting = seen_turned(position, degrees)
    assert sighting.visible and sighting.blockers == ("a", "b")
    # Behind the slit, 0.05 * 20 / 9.25 of 1.26 inches can be seen.
    assert sighting.hidden == pytest.approx(1 - 0.05 * 20 / 9.25 / (32 / 25.4), abs=0.005)


@pytest.mark.parametrize(("micrometres", "visible"), [(1, False), (4, True)])
def test_a_line_of_sight_needs_positive_width(micrometres: int, visible: bool) -> None:
    left, right = block("a", 14, 2, 14.25, 10), block("b", 14, 10, 14.25, 18)
    right = replace(right, outline=tuple((x, y + micrometres if y == um(10) else y) for x, y in right.outline))
    assert seen(left, right).visible is visible


def test_walls_that_overlap_hide_like_one() -> None:
    assert not seen(block("a", 14, 2, 14.25, 10.5), block("b", 14.1, 9.5, 14.5, 18)).visible


def test_sight_grazes_a_row_of_boxes_along_their_sides() -> None:
    boxes = [block(str(i), 8 + 2 * i, 10 + 16 / 25.4, 9 + 2 * i, 14) for i in range(7)]
    assert seen(*boxes).hidden == 0


@pytest.mark.parametrize(("top", "visible"), [(1.3, False), (1.29, True), (1.31, False)])
def test_a_wall_as_high_as_eye_and_target_hides_it(top: float, visible: bool) -> None:
    assert seen(block("wall", 14, 2, 15, 18, top=top), target=man("target", 25, 10, height=1.3)).visible is visible


def test_a_taller_target_shows_over_a_wall_as_high_as_the_eye() -> None:
    assert seen(block("wall", 14, 2, 15, 18, top=1.3)).visible


WINDOW = Wall(((um(15), um(0)), (um(15), um(20))), um(0.25), 0, um(5), (Opening(um(9), um(11), um(0.9), um(2)),))
RUIN = Piece("ruin", "ruin", "Ruin", spots((14, 0), (16, 0), (16, 20), (14, 20)), 0, um(5), (WINDOW,))


def test_through_a_window_one_sees_what_the_sill_does_not_hide() -> None:
    sighting = seen(RUIN)
    assert sighting.visible and 0 < sighting.hidden < 1 and sighting.blockers == ("ruin",)


def test_beside_a_window_and_below_its_sill_one_sees_nothing() -> None:
    assert not seen(RUIN, target=man("target", 25, 16)).visible
    assert not seen(RUIN, eye=man("eye", 14, 10, eye=0.8), target=man("target", 25, 10, height=0.6)).visible


def test_through_a_window_only_the_sill_hides_a_tall_target() -> None:
    # The sill's far edge, 0.9 high at 10.125, hides on the target's near side, at 19.37, all below 0.535.
    near_side = 20 - 16 / 25.4
    sill = 1.3 - 0.4 * near_side / 10.125
    assert seen(RUIN).hidden == pytest.approx(sill / 1.5, abs=0.01)


FLOOR = Piece(
    "ruin", "ruin", "Ruin", spots((20, 5), (30, 5), (30, 15), (20, 15)), 0, um(6),
    (Floor("1", spots((20, 5), (30, 5), (30, 15), (20, 15)), um(3)),),
)  # fmt: skip


def test_a_floor_hides_who_stands_below_from_who_stands_on_it() -> None:
    assert seen(FLOOR, eye=man("eye", 25, 10, 3)) == Sighting(False, 1.0, None, ("ruin",))
    assert seen(FLOOR, eye=man("eye", 22, 8, 3), target=man("target", 28, 12, 3)).hidden == 0


def test_below_a_floor_one_sees_from_the_ground() -> None:
    assert seen(FLOOR).hidden == 0


def test_a_floor_hides_from_below_who_stands_far_from_its_edge() -> None:
    assert not seen(FLOOR, eye=man("eye", 19, 10), target=man("target", 28, 10, 3)).visible
    assert seen(FLOOR, eye=man("eye", 5, 10), target=man("target", 21, 10, 3)).visible


def test_an_eye_straight_above_the_target_sees_its_top() -> None:
    sighting = seen(eye=man("eye", 25, 10, 8))
    assert sighting.hidden == 0 and sighting.line is not None
    assert sighting.line[1] == pytest.approx((25, 10, 1.5))


def test_an_eye_above_a_wide_target_sees_it_past_a_slab_in_between() -> None:
    tank = man("tank", 25, 10, shape=Rect(um(8), um(8)), height=2)
    slab = block("slab", 25, 4, 31, 16, top=4.1, bottom=4.0)
    sighting = seen(slab, eye=man("eye", 25, 10, 5), target=tank)
    assert sighting.hidden == 0.5 and sighting.blockers == ("slab",)
    assert sighting.line is not None and sighting.line[1][0] < 25 and sighting.line[1][2] == pytest.approx(2)


def test_an_eye_inside_a_solid_sees_only_that_solid() -> None:
    assert seen(block("rock", 4, 9, 6, 11), block("wall", 14, 2, 15, 18)) == Sighting(False, 1.0, None, ("rock",))


def test_an_eye_on_the_face_of_a_solid_looks_away_from_it_freely() -> None:
    assert seen(block("rock", 2, 5, 5, 15)).hidden == 0
    assert not seen(block("rock", 5, 5, 8, 15)).visible


def test_a_base_that_touches_a_wall_sees_along_it() -> None:
    along = block("wall", 2, 10 + 16 / 25.4, 28, 11)
    assert seen(along).hidden == 0


def test_a_base_that_touches_a_low_wall_sees_over_it() -> None:
    low = block("wall", 5 + 16 / 25.4, 2, 6, 18, top=1.25)
    sighting = seen(low)
    assert sighting.visible and sighting.blockers == ("wall",)


def test_a_wall_that_touches_the_target_hides_it_from_its_side_only() -> None:
    near, far = block("near", 24, 8, 25 - 16 / 25.4, 12), block("far", 25 + 16 / 25.4, 8, 26, 12)
    assert not seen(near).visible
    assert seen(far).hidden == 0


def test_a_target_half_inside_terrain_shows_the_half_that_sticks_out() -> None:
    assert seen(block("rock", 25, 8, 30, 12)).hidden == 0, "the half towards the eye is outside"
    assert not seen(block("rock", 20, 8, 25, 12)).visible, "the half towards the eye is inside"
    side = seen(block("rock", 20, 10, 30, 12))
    assert side.hidden == 0.5 and side.line is not None and side.line[1][1] < 10


def test_a_target_sunk_into_terrain_shows_its_head() -> None:
    rock = block("rock", 20, 8, 30, 12, top=1.0)
    sighting = seen(rock)
    assert sighting.visible and sighting.blockers == ("rock",)
    assert sighting.line is not None and sighting.line[1][2] > 1.0
    assert not seen(block("rock", 20, 8, 30, 12, top=1.5)).visible
    assert seen(rock, eye=man("eye", 25, 10, 4)).hidden == 0, "from straight above its top is in view"


def test_a_target_wholly_inside_terrain_is_hidden() -> None:
    assert seen(block("rock", 20, 5, 30, 15)) == Sighting(False, 1.0, None, ("rock",))


def test_who_stands_on_a_hill_is_seen_from_below_but_for_the_feet() -> None:
    hill = block("hill", 20, 5, 30, 15, top=2)
    sighting = seen(hill, target=man("target", 25, 10, 2))
    assert sighting.visible and 0 < sighting.hidden < 0.5 and sighting.blockers == ("hill",)
    assert seen(hill, target=man("target", 20 + 16 / 25.4, 10, 2)).hidden < 0.05
    assert seen(hill, eye=man("eye", 22, 10, 2), target=man("target", 28, 10, 2)).hidden == 0


def test_other_models_hide_what_they_cover_and_are_named() -> None:
    other = man("other", 15, 10, height=0.8)
    sighting = seen(others=(other,))
    assert sighting.visible and sighting.blockers == ("other",)
    assert not seen(others=(man("other", 10, 10, shape=Round(mm(60)), height=3),)).visible


def test_what_is_transparent_is_looked_through() -> None:
    position, other = board(block("wall", 14, 2, 15, 18)), man("other", 10, 10, shape=Round(mm(60)), height=3)
    assert look(position, EYE, TARGET, (other,), transparent=("other",)).blockers == ("wall",)
    assert look(position, EYE, TARGET, (other,), transparent=("other", "wall")).hidden == 0


def test_viewer_and_target_never_hide() -> None:
    moved = TARGET.at(Pose.at(30, 10))
    assert look(board(), EYE, moved, (EYE, TARGET)).hidden == 0


def test_what_hides_behind_something_else_is_named_too() -> None:
    walls = block("b", 14, 2, 15, 18), block("a", 16, 2, 17, 18), block("far", 40, 2, 41, 18)
    assert seen(*walls).blockers == ("a", "b")


def test_a_torso_narrower_than_the_base_is_what_is_seen() -> None:
    thin = replace(TARGET, shape=Round(mm(100)), torso=Round(mm(25)))
    wall = block("wall", 14, 9.5, 15, 10.5)
    assert not seen(wall, target=thin).visible
    assert seen(wall, target=replace(thin, torso=None)).visible


def test_the_eye_may_stand_off_the_centre() -> None:
    wall = block("wall", 14, 10, 15, 30)
    ahead = replace(EYE, shape=Rect(um(6), um(3)), eye_at=(0, um(2)))
    assert not seen(block("full", 14, 9, 15, 30), eye=ahead).visible
    assert seen(wall, eye=replace(ahead, eye_at=(0, -um(8)))).hidden < 0.5


def test_a_concave_hull_is_seen_as_it_is() -> None:
    hulk = Body("hulk", L_SHAPE, Pose.at(25, 10), um(2), um(1.5))
    inside = man("inside", 26.2, 11.2, shape=Round(mm(20)))
    assert look(board(), man("eye", 40, 25), inside, (hulk,)).hidden == 0, "it stands in the notch, in the open"
    assert not look(board(), EYE, inside, (hulk,)).visible
    sighting = look(board(block("wall", 26, 5, 27, 9.9, top=9)), man("eye", 40, 10), hulk, ())
    assert sighting.visible and 0 < sighting.hidden < 1
    assert look(board(), man("eye", 40, 25), hulk, ()).hidden == 0, "its own parts hide none of its silhouette"


def test_an_eye_that_touches_the_target_sees_it() -> None:
    on_top = man("eye", 25, 10, 0.2)
    sighting = seen(eye=on_top)
    assert sighting.visible and sighting.hidden == 0


def test_a_hull_with_many_corners_is_no_trouble() -> None:
    ring = tuple((um(3 * cos(radians(a))), um(2 * sin(radians(a)))) for a in range(0, 360, 2))
    hull = Body("hull", Hull(ring), Pose.at(25, 10), um(2), um(1.5))
    assert look(board(block("wall", 14, 10, 15, 30)), EYE, hull, ()).hidden == pytest.approx(0.5, abs=1e-5)


def test_a_fence_of_many_slats_leaves_many_pieces() -> None:
    slats = [block(f"s{i:03}", 14, 1 + 0.1 * i, 14.1, 1.05 + 0.1 * i) for i in range(180)]
    target = man("target", 26, 10, shape=Rect(um(2), um(16)))
    sighting = seen(*slats, target=target)
    assert sighting.visible and len(sighting.blockers) > 70
    assert sighting.hidden == pytest.approx(sample(board(*slats), EYE, target, (), rays=20_000).hidden, abs=0.01)
