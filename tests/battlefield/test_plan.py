"""Scatter, lines and the arithmetic of routes."""

from math import pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, box

from battlefield.lines import crosses, crossings, length_inside
from battlefield.paths import (
    Climb,
    Glide,
    Jump,
    Turn,
    centre_length,
    climbed,
    end,
    farthest_length,
    glide,
    pose_along,
    poses,
    swing,
    turned,
)
from battlefield.pose import Pose
from battlefield.scatter import bearing, shifted
from battlefield.shapes import Rect, Round
from battlefield.units import angle_of, degrees, udeg, um
from tests.battlefield.strategies import poses as any_pose

ROUTE = (glide(3, 0), Turn(udeg(90)), glide(3, 4), Climb(um(3)), Jump(Pose.at(3, 10, 5, 180)))


def test_scatter_moves_by_inches_and_keeps_height_and_facing():
    assert shifted(Pose.at(10, 10, 3, 45), 5, 0) == Pose.at(15, 10, 3, 45)
    assert shifted(Pose.at(10, 10), 10, 30).xy == pytest.approx((10 + 5 * sqrt(3), 15), abs=1e-4)
    assert shifted(Pose.at(10, 10), 7, 180).xy == (3, 10)


@settings(max_examples=40)
@given(any_pose, st.floats(0.1, 40), st.floats(0, 359.9))
def test_scatter_and_bearing_are_each_others_inverse(pose, distance, direction):
    there = shifted(pose, distance, direction)
    assert centre_length(pose, (Glide(there.x, there.y),)) == pytest.approx(distance, abs=1e-4)
    turn = abs(swing(udeg(direction), udeg(bearing(pose, there))))
    assert degrees(turn) < 0.05


def test_bearings_at_the_quarters_are_exact():
    middle = Pose.at(5, 5)
    assert [bearing(middle, Pose.at(*to)) for to in ((6, 5), (5, 6), (4, 5), (5, 4), (5, 5))] == [0, 90, 180, 270, 0]
    assert angle_of(1, 1) == udeg(45)


def test_the_stretch_of_a_line_inside_an_area():
    wood = box(2, 0, 5, 4)
    assert crossings((0, 1), (10, 1), wood) == ((2, 5),)
    assert crossings((10, 1), (0, 1), wood) == ((5, 8),)
    assert crossings((3, 1), (10, 1), wood) == ((0, 2),)
    assert crossings((0, 9), (10, 9), wood) == ()
    assert length_inside((2, 0), (5, 4), wood) == pytest.approx(5)


def test_a_line_along_the_edge_or_through_a_corner_does_not_cross():
    wood = box(2, 0, 5, 4)
    assert not crosses((0, 4), (10, 4), wood)
    assert not crosses((0, 6), (4, 2 + 8e-4), box(0, 0, 2, 4))
    assert crosses((0, 3.9), (10, 3.9), wood)


def test_an_area_left_and_entered_again_gives_two_stretches():
    horseshoe = Polygon([(0, 0), (9, 0), (9, 5), (6, 5), (6, 2), (3, 2), (3, 5), (0, 5)])
    assert crossings((-1, 4), (11, 4), horseshoe) == ((1, 4), (7, 10))
    assert length_inside((-1, 4), (11, 4), horseshoe) == 6


def test_the_poses_of_a_route():
    assert poses(Pose.at(0, 0), ROUTE) == (
        Pose.at(0, 0),
        Pose.at(3, 0),
        Pose.at(3, 0, 0, 90),
        Pose.at(3, 4, 0, 90),
        Pose.at(3, 4, 3, 90),
        Pose.at(3, 10, 5, 180),
    )
    assert end(Pose.at(1, 2), ()) == Pose.at(1, 2)


def test_the_centre_path_counts_glides_and_jumps():
    assert centre_length(Pose.at(0, 0), ROUTE) == 3 + 4 + 6
    assert climbed(Pose.at(0, 0), ROUTE) == 5
    assert turned(Pose.at(0, 0), ROUTE) == 90


def test_the_farthest_point_of_a_turning_hull_makes_the_longest_way():
    tank = Rect(um(6), um(4.5))  # its corners are 3.75 inches from its centre
    assert farthest_length(tank, Pose.at(0, 0), (Turn(udeg(90)), glide(0, 5))) == pytest.approx(5 + 3.75 * pi / 2)
    assert farthest_length(Round(um(2)), Pose.at(0, 0), (Turn(udeg(90)), glide(0, 5))) == 5


def test_turns_go_the_shorter_way_and_half_turns_counter_clockwise():
    assert swing(udeg(10), udeg(350)) == -20_000_000
    assert swing(udeg(0), udeg(180)) == 180_000_000
    assert swing(udeg(180), udeg(0)) == 180_000_000


def test_a_pose_part_of_the_way_along():
    start = Pose.at(0, 0)
    assert pose_along(start, ROUTE, 0, 1.5) == Pose.at(1.5, 0)
    assert pose_along(start, ROUTE, 1, 45) == Pose.at(3, 0, 0, 45)
    assert pose_along(start, ROUTE, 3, 1) == Pose.at(3, 4, 1, 90)
    assert pose_along(start, ROUTE, 4, 1) == Pose.at(3, 10, 5, 180)
    assert pose_along(start, ROUTE, 2, 99) == Pose.at(3, 4, 0, 90)
