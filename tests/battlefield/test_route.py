"""Ways round obstacles."""

from math import atan2, pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, box

from battlefield.paths import Climb, Glide, Turn, centre_length, end, glide, poses
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.shapes import Rect, Round, outline
from battlefield.sweep import Obstacle, first_contact, is_clear, prism_obstacle
from battlefield.terrain import Prism
from battlefield.units import um
from tests.battlefield.strategies import poses as any_pose
from tests.battlefield.strategies import shapes

MAN = Round(um(1))
TABLE = box(0, 0, 72, 48)


def wall(x, y, width, depth, id="wall", bottom=0.0, top=3.0):
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return prism_obstacle(Prism(tuple((um(px), um(py)) for px, py in corners), um(bottom), um(top), id))


def route_to(*question, **limits):
    """A route, typed as found so that a test that expects none says so by comparing."""
    return find_route(*question, **limits)


def test_the_straight_way_is_taken_when_it_is_clear():
    assert route_to(MAN, Pose.at(0, 0), Pose.at(6, 0), [wall(3, 0.5, 1, 1)]) == (glide(6, 0),)


def test_staying_put_is_a_route_without_legs():
    assert route_to(MAN, Pose.at(1, 1), Pose.at(1, 1), []) == ()


def test_round_a_disc_the_way_is_little_longer_than_the_arc():
    post = Obstacle("post", Round(um(3)), Pose.at(5, 0))
    route = route_to(MAN, Pose.at(0, 0), Pose.at(10, 0), [post])
    tangent = sqrt(25 - 4)
    shortest = 2 * tangent + 2 * (pi / 2 - atan2(tangent, 2)) * 2
    assert shortest <= centre_length(Pose.at(0, 0), route) <= 1.05 * shortest
    assert first_contact(MAN, Pose.at(0, 0), route, [post]) is None


def test_the_way_round_keeps_the_clearance_of_each_obstacle():
    enemy = Obstacle("enemy", Round(um(1)), Pose.at(5, 0), um(1))
    tank = Obstacle("tank", Rect(um(4), um(2)), Pose.at(15, 0.5), um(1))
    route = route_to(MAN, Pose.at(0, 0), Pose.at(20, 0), [enemy, tank])
    assert first_contact(MAN, Pose.at(0, 0), route, [enemy, tank]) is None
    assert 20.8 < centre_length(Pose.at(0, 0), route) < 21.8


def test_round_a_wall_by_its_nearer_end():
    route = route_to(MAN, Pose.at(0, 1), Pose.at(6, 1), [wall(3, -9, 0.2, 12)])
    assert max(pose.y for pose in poses(Pose.at(0, 1), route)) > um(3)
    assert centre_length(Pose.at(0, 1), route) < 2 * sqrt(2.5**2 + 3.2**2) + 1.5


def test_a_limit_too_short_for_the_way_round_finds_none():
    fence = [wall(3, -9, 0.2, 12)]
    assert route_to(MAN, Pose.at(0, 1), Pose.at(6, 1), fence, limit=7) is None
    assert route_to(MAN, Pose.at(0, 1), Pose.at(6, 1), fence, limit=9) is not None


def test_a_goal_that_is_taken_or_walled_in_finds_none():
    assert route_to(MAN, Pose.at(0, 0), Pose.at(6, 0), [Obstacle("b", MAN, Pose.at(6.5, 0))]) is None
    ring = [wall(8, 8, 4, 0.2, "s"), wall(8, 12, 4.2, 0.2, "n"), wall(8, 8, 0.2, 4, "w"), wall(12, 8, 0.2, 4, "e")]
    assert route_to(MAN, Pose.at(2, 2), Pose.at(10, 10), ring) is None


def test_a_door_is_found():
    room = [wall(10, 0, 0.2, 4, "low"), wall(10, 5.1, 0.2, 43, "high")]
    route = route_to(MAN, Pose.at(5, 1), Pose.at(15, 1), room, TABLE)
    assert route is not None
    assert first_contact(MAN, Pose.at(5, 1), route, room) is None
    narrow = [wall(10, 0, 0.2, 4.2, "low"), wall(10, 5.1, 0.2, 43, "high")]
    assert route_to(MAN, Pose.at(5, 1), Pose.at(15, 1), narrow, TABLE) is None


def test_the_base_stays_on_the_ground_given():
    fence = [wall(10, 0.9, 0.2, 30)]
    assert route_to(MAN, Pose.at(5, 1), Pose.at(15, 1), fence, TABLE, limit=30) is None
    assert route_to(MAN, Pose.at(5, 1), Pose.at(15, 1), fence, limit=30) is not None
    low = [wall(10, 1, 0.2, 30)]
    route = route_to(MAN, Pose.at(5, 1), Pose.at(15, 1), low, TABLE, limit=30)
    assert min(pose.y for pose in poses(Pose.at(5, 1), route)) == pytest.approx(um(0.5), abs=30)


def test_a_tank_may_go_flush_along_the_edge():
    tank = Rect(um(4), um(2))
    assert route_to(tank, Pose.at(2, 1), Pose.at(60, 1), [], TABLE) == (glide(60, 1),)
    assert route_to(tank, Pose.at(2, 1), Pose.at(60, 0.9), [], TABLE) is None
    assert route_to(tank, Pose.at(-2, 1), Pose.at(6, 1), [], TABLE) == (glide(6, 1),)
    bent = Polygon([(0, 0), (20, 0), (20, 20), (10, 20), (10, 10), (0, 10)])
    assert route_to(tank, Pose.at(5, 5), Pose.at(15, 5), [], bent) == (glide(15, 5),)


def test_turns_and_climbs_come_where_they_fit():
    corridor = [wall(-5, 1.1, 30, 1, "n"), wall(-5, -2.1, 11, 1, "s"), wall(-5, -12, 30, 1, "far")]
    tank = Rect(um(4), um(2))
    route = route_to(tank, Pose.at(0, 0), Pose.at(10, -3, 0, 90), corridor)
    assert isinstance(route[-1], Turn)
    assert end(Pose.at(0, 0), route) == Pose.at(10, -3, 0, 90)
    back = route_to(tank, Pose.at(10, -3, 0, 90), Pose.at(0, 0), corridor)
    assert back[0] == Turn(0)
    ledge = [wall(2, -20, 8, 40, "storey", 0, 3)]
    assert route_to(MAN, Pose.at(0, 0), Pose.at(4, 0, 3), ledge, height=um(1)) == (Climb(um(3)), glide(4, 0))
    assert route_to(MAN, Pose.at(4, 0, 3), Pose.at(0, 0), ledge, height=um(1)) == (glide(0, 0), Climb(0))


@settings(max_examples=40)
@given(
    shapes,
    any_pose,
    any_pose,
    st.lists(st.tuples(shapes, any_pose, st.integers(0, um(0.5))), max_size=6),
    st.floats(2, 30),
)
def test_routes_found_are_clear_and_within_the_limit_and_lead_to_the_goal(shape, start, goal, things, limit):
    obstacles = [Obstacle(f"o{i}", *thing) for i, thing in enumerate(things)]
    region = box(-9, -9, 9, 9)
    route = route_to(shape, start, goal, obstacles, region, limit)
    assert route == route_to(shape, start, goal, list(obstacles), region, limit)
    straight = (*((Turn(goal.facing),) if goal.facing != start.facing else ()), Glide(goal.x, goal.y))
    if route is None:
        blocked = first_contact(shape, start, straight, obstacles) is not None
        off = not region.buffer(0.002).covers(outline(shape, goal)) or not region.covers(outline(shape, start))
        far = centre_length(start, straight) > limit
        turned = not region.buffer(0.002).covers(outline(shape, Pose(start.x, start.y, 0, goal.facing)))
        assert blocked or off or far or turned or not is_clear(shape, goal, obstacles)
        return
    assert end(start, route) == goal
    assert first_contact(shape, start, route, obstacles) is None
    assert centre_length(start, route) <= limit + 0.002
    if region.covers(outline(shape, start)) and start.facing == goal.facing:
        assert all(region.buffer(0.003).covers(outline(shape, pose)) for pose in poses(start, route))
