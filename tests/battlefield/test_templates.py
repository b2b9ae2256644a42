"""Who is under a blast marker or a flame template."""

from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point

from battlefield.measure import gap
from battlefield.pose import Pose
from battlefield.shapes import Hull, Rect, Round
from battlefield.templates import (
    Teardrop,
    blast,
    partly_under,
    teardrop,
    teardrop_from,
    template_area,
    under,
    under_hole,
    wholly_under,
)
from battlefield.units import mm, um
from tests.battlefield.strategies import ARROW, bodies, body, poses, symmetries

templates = st.sampled_from([blast(3), blast(5), teardrop()])


def disc(id, x, y, diameter=1.0):
    return body(id, Round(um(diameter)), Pose.at(x, y))


def names(covered):
    return [(one.body.id, one.wholly) for one in covered]


def test_a_blast_covers_wholly_partly_or_not():
    models = [disc("d", 2, 0), disc("c", 1.9, 0), disc("b", 1.1, 0), disc("a", 1, 0)]
    assert names(under(blast(3), Pose.at(0, 0), models)) == [("a", True), ("b", False), ("c", False)]


def test_a_model_the_edge_only_touches_is_not_under_it():
    assert not partly_under(blast(3), Pose.at(0, 0), disc("a", 2, 0))
    assert partly_under(blast(3), Pose.at(0, 0), disc("a", 1.998, 0))


def test_a_base_larger_than_the_marker_is_never_wholly_under_it():
    assert names(under(blast(3), Pose.at(0, 0), [disc("a", 0, 0, 3.1)])) == [("a", False)]
    assert wholly_under(blast(3), Pose.at(0, 0), disc("a", 0, 0, 3))


def test_a_vehicle_is_covered_by_its_outline_corners_and_all():
    tank = body("tank", Rect(um(4), um(2)), Pose.at(0, 0))
    assert wholly_under(blast(5), Pose.at(0, 0), tank)
    assert not wholly_under(blast(5), Pose.at(0.5, 0), tank)
    assert partly_under(blast(3), Pose.at(3.4, 0), tank)
    assert not partly_under(blast(3), Pose.at(3.5, 0), tank)
    assert not partly_under(blast(3), Pose.at(3.07, 2.07), tank)  # the corner is sqrt(2) * 1.07 > 1.5 away


def test_the_hole_is_over_a_base_or_not():
    tank = body("tank", Rect(um(4), um(2)), Pose.at(0, 0))
    assert [one.id for one in under_hole(Pose.at(2, 1), [tank, disc("x", 9, 9)])] == ["tank"]
    assert under_hole(Pose.at(2.01, 1), [tank]) == ()


def test_the_flame_template_is_8_inches_from_0_6_to_2_5():
    assert teardrop() == Teardrop(um(8), um(0.6), um(2.5))
    assert template_area(teardrop(), Pose.at(0, 0)).bounds == pytest.approx((0, -1.25, 8, 1.25), abs=0.002)
    assert template_area(teardrop(), Pose.at(1, 1, 0, 90)).bounds == pytest.approx((-0.25, 1, 2.25, 9), abs=0.002)


def test_a_flame_reaches_8_inches_from_the_edge_of_the_base():
    firer = disc("f", 0, 0, 1)
    tip = teardrop_from(firer, 0)
    assert tip == Pose.at(0.5, 0)
    models = [firer, disc("near", 1.2, 0), disc("far", 8.9, 0), disc("out", 9, 0), disc("beside", 4, 1.5)]
    assert names(under(teardrop(), tip, models)) == [("far", False), ("near", False)]
    assert names(under(teardrop(), tip, [disc("wide", 7, 0.5)])) == [("wide", True)]


def test_a_disc_beside_the_axis_of_a_flame_is_wholly_under_up_to_its_slanting_side():
    lean = (1.25 - 0.3) / (8 - 1.25 - 0.3)
    depth = 0.3 + lean * 4 - sqrt(1 - lean * lean) * 0.3  # of a spot 4" beyond the first disc and 0.3" off the axis
    spot = Pose.at(4.3, 0.3)
    assert wholly_under(teardrop(), Pose.at(0, 0), body("in", Round(um(2 * depth)), spot))
    assert not wholly_under(teardrop(), Pose.at(0, 0), body("out", Round(um(2 * depth + 0.004)), spot))
    outside = Pose.at(4.3, (0.3 + lean * 4 + 0.5) / sqrt(1 - lean * lean))
    assert not partly_under(teardrop(), Pose.at(0, 0), body("edge", Round(um(1)), outside))
    assert partly_under(teardrop(), Pose.at(0, 0), body("edge", Round(um(1.006)), outside))


def test_the_tip_leaves_a_base_of_any_shape_where_the_ray_does():
    tank = body("tank", Rect(um(4), um(2)), Pose.at(10, 10, 0, 90))
    assert teardrop_from(tank, 90).xy == (10, 12)
    assert teardrop_from(tank, 0).xy == (11, 10)
    assert teardrop_from(body("f", Round(mm(32)), Pose.at(1, 1)), 180) == Pose(25_400 - 16_000, 25_400, 0, 180_000_000)
    arrow = body("arrow", Hull(ARROW), Pose.at(0, 0))
    assert teardrop_from(arrow, 0) == Pose(60_000, 0, 0, 0)
    assert teardrop_from(arrow, 180) == Pose(-20_000, 0, 0, 180_000_000)


@settings(max_examples=80)
@given(templates, poses, bodies("a"))
def test_templates_agree_with_polygons(template, pose, one):
    ground = template_area(template, pose)
    if partly_under(template, pose, one):
        assert ground.buffer(0.005).intersects(one.base)
    else:
        assert not ground.buffer(-0.005).intersects(one.base.buffer(-0.001))
    if wholly_under(template, pose, one):
        assert partly_under(template, pose, one)
        assert ground.buffer(0.005).covers(one.base)
    else:
        assert not ground.buffer(-0.005).covers(one.base.buffer(0.005))


@settings(max_examples=60)
@given(templates, poses, bodies("a"), symmetries)
def test_templates_survive_shifting_mirroring_and_quarter_turns(template, pose, one, symmetry):
    there = body("a", *symmetry(one.shape, one.pose))
    _, laid = symmetry(Round(um(1)), pose)
    assert partly_under(template, laid, there) == partly_under(template, pose, one)
    assert wholly_under(template, laid, there) == wholly_under(template, pose, one)


@settings(max_examples=40)
@given(poses, st.integers(um(0.5), um(4)), poses)
def test_a_blast_over_discs_is_a_matter_of_centres(pose, diameter, place):
    marker, model = blast(3), body("a", Round(diameter), place)
    apart = Point(pose.xy).distance(Point(place.xy))
    radius = diameter / 25_400 / 2
    assert partly_under(marker, pose, model) == (apart < 1.5 + radius - 0.001)
    assert wholly_under(marker, pose, model) == (apart + radius <= 1.5 + 0.001)


@settings(max_examples=40)
@given(bodies("a").filter(lambda one: not isinstance(one.shape, Hull)), st.floats(0, 359))
def test_the_tip_of_a_flame_lies_on_the_edge(one, direction):
    tip = body("tip", Round(2), teardrop_from(one, direction))
    assert gap(tip, one) == pytest.approx(0, abs=0.001)
    assert one.base.exterior.distance(Point(tip.pose.xy)) < 0.0015 * one.reach + 0.0001
