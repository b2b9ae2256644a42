"""What a moving base meets, and where."""

from math import sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from battlefield.paths import Climb, Glide, Jump, Turn, glide, leg_length, pose_along
from battlefield.pose import Pose
from battlefield.separation import CONTACT, separation
from battlefield.shapes import Hull, Rect, Round
from battlefield.sweep import Contact, Field, Obstacle, body_obstacle, first_contact, is_clear, passes, prism_obstacle
from battlefield.terrain import Prism
from battlefield.units import DEGREE, udeg, um
from tests.battlefield.strategies import ARROW, body, discs, poses, shapes, spots, symmetries

MAN = Round(um(1))
TANK = Rect(um(6), um(4))


def post(x, y, clearance=0.0, id="post", shape=MAN):
    return Obstacle(id, shape, Pose.at(x, y), um(clearance))


def wall(x, y, width, depth, bottom=0.0, top=3.0):
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return prism_obstacle(Prism(tuple((um(px), um(py)) for px, py in corners), um(bottom), um(top), "wall"))


def test_a_disc_stops_at_a_disc():
    assert first_contact(MAN, Pose.at(0, 0), (glide(10, 0),), [post(6, 0)]) == Contact(0, 5.0, "post")


def test_each_obstacle_has_its_own_clearance():
    enemy, friend = post(8, 0, 1, "enemy"), post(7.5, 0, 0, "friend")
    assert first_contact(MAN, Pose.at(0, 0), (glide(10, 0),), [friend, enemy]) == Contact(0, 6.0, "enemy")
    assert first_contact(MAN, Pose.at(0, 0), (glide(10, 0),), [friend]) == Contact(0, 6.5, "friend")
    assert first_contact(MAN, Pose.at(0, 0), (glide(10, 0),), [friend], clearance=2.0) == Contact(0, 4.5, "friend")


def test_passing_at_exactly_the_clearance_is_allowed():
    assert first_contact(MAN, Pose.at(0, 2), (glide(10, 2),), [post(5, 0, 1)]) is None
    assert first_contact(MAN, Pose.at(0, 1.99), (glide(10, 1.99),), [post(5, 0, 1)]) is not None
    assert first_contact(MAN, Pose.at(0, 0), (glide(4, 0),), [post(6, 0, 1)]) is None


def test_a_gap_as_wide_as_the_base_can_be_passed():
    gate = [post(5, 1, id="a"), post(5, -1, id="b")]
    assert first_contact(MAN, Pose.at(0, 0), (glide(10, 0),), gate) is None
    assert first_contact(Round(um(1.01)), Pose.at(0, 0), (glide(10, 0),), gate).obstacle == "a"


def test_the_lowest_id_is_named_when_two_are_met_at_once():
    contact = first_contact(MAN, Pose.at(0, 0), (glide(10, 0),), [post(6, 0.5, id="z"), post(6, -0.5, id="a")])
    assert contact.obstacle == "a"
    assert contact.along == pytest.approx(6 - sqrt(0.75), abs=1e-4)


def test_one_that_starts_too_close_may_leave_but_not_come_closer():
    enemy = [post(1.5, 0, 1)]
    assert first_contact(MAN, Pose.at(0, 0), (glide(-5, 0),), enemy) is None
    assert first_contact(MAN, Pose.at(0, 0), (glide(0, 5),), enemy) is None
    assert first_contact(MAN, Pose.at(0, 0), (glide(0.2, 0),), enemy) == Contact(0, 0.0, "post")
    assert first_contact(MAN, Pose.at(0, 0), (glide(-5, 0), glide(0, 0)), enemy) == Contact(1, 4.5, "post")


def test_a_disc_meets_the_side_and_the_corner_of_a_wall():
    start = Pose.at(0, 0)
    assert first_contact(MAN, start, (glide(10, 0),), [wall(5, -1, 1, 2)]) == Contact(0, 4.5, "wall")
    contact = first_contact(MAN, Pose.at(0, 0.3), (glide(10, 0.3),), [wall(5, 0.6, 1, 2)])
    assert contact.along == pytest.approx(5 - 0.4, abs=1e-4)
    assert first_contact(MAN, start, (glide(10, 0),), [wall(5, 0.5, 1, 2)]) is None


def test_walls_above_or_below_are_passed_when_heights_count():
    low, high = wall(5, -1, 1, 2, 0, 2), wall(7, -1, 1, 2, 4, 6)
    legs = (glide(10, 0),)
    assert first_contact(MAN, Pose.at(0, 0, 2), legs, [low, high], height=um(2)) is None
    assert first_contact(MAN, Pose.at(0, 0, 2), legs, [low, high], height=um(2.1)).along == 6.5
    assert first_contact(MAN, Pose.at(0, 0, 1), legs, [low, high], height=um(2)).along == 4.5
    assert first_contact(MAN, Pose.at(0, 0, 9), legs, [low, high]).along == 4.5


def test_a_climb_meets_what_hangs_over_it():
    ceiling = wall(-1, -1, 2, 2, 4, 4.1)
    beside = body_obstacle(body("b", MAN, Pose.at(0.5, 0), um(2)))
    start, legs = Pose.at(0, 0), (Climb(um(3)),)
    assert first_contact(MAN, start, legs, [ceiling, beside], height=um(2)) == Contact(0, 2.0, "wall")
    assert first_contact(MAN, start, legs, [ceiling, beside], height=um(1)) is None
    assert first_contact(MAN, Pose.at(0, 0, 6), (Climb(0),), [ceiling], height=um(1)) == Contact(
        0, um(1.9) / um(1), "wall"
    )


def test_a_jump_is_judged_where_it_lands():
    legs = (Jump(Pose.at(10, 0)),)
    assert first_contact(MAN, Pose.at(0, 0), legs, [post(5, 0)]) is None
    assert first_contact(MAN, Pose.at(0, 0), legs, [post(10.5, 0)]) == Contact(0, 10.0, "post")
    assert is_clear(MAN, Pose.at(0, 0), [post(2, 0, 1)])
    assert not is_clear(MAN, Pose.at(0, 0), [post(1.9, 0, 1)])


def test_a_translated_rectangle_meets_a_disc_with_its_front_or_its_corner():
    start = Pose.at(0, 0)
    assert first_contact(TANK, start, (glide(10, 0),), [post(8, 0)]) == Contact(0, 4.5, "post")
    corner = first_contact(TANK, start, (glide(10, 0),), [post(8, 2.3)])
    assert corner.along == pytest.approx(8 - 0.4 - 3, abs=1e-4)
    assert first_contact(TANK, start, (glide(10, 0),), [post(8, 2.5)]) is None


def test_a_turned_rectangle_meets_a_wall_with_its_corner():
    contact = first_contact(Rect(um(2), um(2)), Pose.at(0, 0, 0, 45), (glide(10, 0),), [wall(6, -5, 1, 10)])
    assert contact.along == pytest.approx(6 - sqrt(2), abs=1e-4)


def test_rectangles_may_slide_along_each_other():
    blocks = [Obstacle("b", TANK, Pose.at(10, 4))]
    assert first_contact(TANK, Pose.at(0, 0), (glide(20, 0),), blocks) is None
    assert first_contact(TANK, Pose.at(0, 0.01), (glide(20, 0.01),), blocks).along == pytest.approx(4.0, abs=0.01)


def test_a_turning_hull_sweeps_its_corners():
    reach = sqrt(13)  # of the corner
    turn = (Turn(udeg(90)),)
    assert first_contact(TANK, Pose.at(0, 0), turn, [post(0, 3.4)]).obstacle == "post"
    assert first_contact(TANK, Pose.at(0, 0), turn, [post(0, 3.5)]) is None or reach > 3.5
    assert first_contact(TANK, Pose.at(0, 0), turn, [post(0, reach + 0.5)]) is None
    assert first_contact(TANK, Pose.at(0, 0), turn, [post(0, reach + 0.49)]) is not None
    assert first_contact(TANK, Pose.at(0, 0), (Turn(udeg(10)),), [post(0, reach)]) is None
    assert first_contact(MAN, Pose.at(0, 0), turn, [post(1, 0)]) is None


def test_a_hull_that_starts_too_close_may_turn_away_but_not_towards():
    enemy = [post(3.2, 3.4, 1)]  # beside the left front corner, which a turn to the right takes away
    assert not is_clear(TANK, Pose.at(0, 0), enemy)
    assert first_contact(TANK, Pose.at(0, 0), (Turn(udeg(-30)),), enemy) is None
    assert first_contact(TANK, Pose.at(0, 0), (Turn(udeg(30)),), enemy).leg == 0


def test_a_hull_with_a_notch_can_back_onto_a_disc():
    arrow, peg = Hull(ARROW), Obstacle("peg", Round(10_000), Pose(-60_000, 0))
    contact = first_contact(arrow, Pose(0, 0), (Glide(-50_000, 0),), [peg])
    # the notch's sides lean: the peg of radius 5,000 rests on them at sqrt(2) * 5,000 behind its bottom
    assert contact.along * 25_400 == pytest.approx(40_000 - sqrt(2) * 5_000, abs=2)


tests_of_a_glide = st.tuples(shapes, poses, spots, spots, shapes, poses, st.integers(0, um(1.5)))


@settings(max_examples=60)
@given(tests_of_a_glide)
def test_glides_agree_with_a_dense_sampler(case):
    shape, start, dx, dy, other, place, clearance = case
    legs = (Glide(start.x + dx, start.y + dy),)
    contact = first_contact(shape, start, legs, [Obstacle("o", other, place, clearance)])
    length = leg_length(start, legs[0])
    limit = clearance / 25_400

    def apart(along):
        return separation(shape, pose_along(start, legs, 0, along), other, place)

    least = min(limit, apart(0.0)) - CONTACT - 1e-4
    stop = length if contact is None else contact.along
    samples = [apart(stop * i / 24) for i in range(25)]
    assert min(samples) >= least
    if contact is not None and contact.along > 0:
        assert apart(contact.along) <= limit + 1e-4
        if apart(0.0) >= limit:
            assert apart(contact.along) == pytest.approx(limit, abs=1e-4)
        assert min(apart(contact.along + (length - contact.along) * i / 150) for i in range(151)) < limit
    elif contact is not None:
        assert samples[0] <= limit + 1e-4
        if not isinstance(shape, Hull) and not isinstance(other, Hull):
            assert min(apart(min(CONTACT, length) * i / 10) for i in range(1, 11)) <= samples[0] + 1e-6


@settings(max_examples=40)
@given(shapes, poses, st.integers(-170 * DEGREE, 170 * DEGREE), shapes, poses, st.integers(0, um(1)))
def test_turns_agree_with_a_dense_sampler(shape, start, angle, other, place, clearance):
    facing = (start.facing + angle) % (360 * DEGREE)
    legs = (Turn(facing),)
    contact = first_contact(shape, start, legs, [Obstacle("o", other, place, clearance)])
    whole, limit = leg_length(start, legs[0]), clearance / 25_400

    def apart(along):
        return separation(shape, pose_along(start, legs, 0, along), other, place)

    closest = min(apart(whole * i / 150) for i in range(151))
    allowed = min(limit, apart(0.0))
    if isinstance(shape, Round):
        assert contact is None
    elif contact is None:
        assert closest >= allowed - CONTACT - 1e-4
    else:
        # steps are judged by polygons that stick out by less than half the tolerance, and samples by little more
        assert closest < allowed + 0.002
        assert min(apart(contact.along * i / 24) for i in range(25)) >= allowed - CONTACT - 1e-4


@settings(max_examples=60)
@given(tests_of_a_glide, symmetries)
def test_contacts_survive_shifting_mirroring_and_quarter_turns(case, symmetry):
    shape, start, dx, dy, other, place, clearance = case
    goal = Pose(start.x + dx, start.y + dy, 0, start.facing)
    before = first_contact(shape, start, (Glide(goal.x, goal.y),), [Obstacle("o", other, place, clearance)])
    (moved, here), (_, there), (second, where) = (
        symmetry(*one) for one in ((shape, start), (shape, goal), (other, place))
    )
    after = first_contact(moved, here, (Glide(there.x, there.y),), [Obstacle("o", second, where, clearance)])
    assert (before is None) == (after is None)
    if before is not None:
        assert after.along == pytest.approx(before.along, abs=1e-4)


@settings(max_examples=60)
@given(discs, poses, spots, spots, discs, poses)
def test_discs_meet_exactly_when_the_way_comes_within_their_radii(shape, start, dx, dy, other, place):
    assume(separation(shape, start, other, place) > CONTACT and (dx or dy))
    share = ((place.x - start.x) * dx + (place.y - start.y) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    x, y = start.x + share * dx - place.x, start.y + share * dy - place.y
    closest = sqrt(x * x + y * y) - (shape.diameter + other.diameter) / 2
    assume(abs(closest + CONTACT * 25_400) > 1e-3)
    met = first_contact(shape, start, (Glide(start.x + dx, start.y + dy),), [Obstacle("o", other, place)])
    assert (met is not None) == (closest < -CONTACT * 25_400)


@given(st.lists(st.tuples(shapes, poses, st.integers(0, um(1))), max_size=5), shapes, poses, spots, spots)
def test_a_field_tells_what_is_told_of_its_obstacles(others, shape, start, x, y):
    obstacles = [Obstacle(f"o{n}", *other) for n, other in enumerate(others)]
    field, to = Field(shape, start.facing, obstacles), (x, y)
    met = first_contact(shape, start, (Glide(x, y),), obstacles)
    assert field.first_met((start.x, start.y), to) == (met.obstacle if met else None)
    assert field.is_clear((start.x, start.y)) == is_clear(shape, start, obstacles)


@given(shapes, poses, shapes, poses, spots, spots)
def test_what_passes_an_obstacle_by_never_meets_it(shape, start, other, at, x, y):
    obstacle = Obstacle("other", other, at)
    if passes(shape, start, Pose(x, y, start.z, start.facing), obstacle):
        assert first_contact(shape, start, (Glide(x, y),), [obstacle]) is None
        assert is_clear(shape, start, [obstacle])


def test_what_goes_by_at_a_distance_passes_and_what_goes_through_does_not():
    start = Pose.at(0, 0)
    assert passes(MAN, start, Pose.at(12, 0), post(6, 2))
    assert not passes(MAN, start, Pose.at(12, 0), post(6, 0.5))
