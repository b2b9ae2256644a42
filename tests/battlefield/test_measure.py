"""Gaps, contact, overlap, areas, table edges."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box

from battlefield.measure import (
    closest_pair,
    crosses_edge,
    distance,
    distance_to,
    edges_crossed,
    gap,
    gaps,
    nearest,
    on_table,
    overlaps,
    partly_within,
    touching,
    wholly_within,
    within,
)
from battlefield.pose import Pose
from battlefield.separation import CONTACT, separation
from battlefield.shapes import Hull, Oval, Rect, Round
from battlefield.table import Board
from battlefield.units import mm, um
from tests.battlefield.strategies import ARROW, bodies, body, symmetries

SMALL, LARGE = Round(mm(25)), Round(mm(60))


def disc(id, x, y, shape=None):
    return body(id, shape or Round(um(1)), Pose.at(x, y))


def test_discs_are_measured_edge_to_edge():
    assert gap(disc("a", 0, 0), disc("b", 3, 4)) == 4.0
    assert gap(disc("a", 0, 0), disc("b", 0.5, 0)) == 0.0


def test_a_disc_and_a_rectangle_are_measured_to_the_corner():
    tank = body("t", Rect(um(4), um(2)), Pose.at(0, 0))
    assert gap(disc("a", 5, 5), tank) == pytest.approx(5 - 0.5)
    assert gap(disc("a", 0, 3), tank) == pytest.approx(1.5)


def test_turned_rectangles_are_measured_corner_to_side():
    tank = body("t", Rect(um(2), um(2)), Pose.at(0, 0, 0, 45))
    wall = body("w", Rect(um(1), um(8)), Pose.at(4, 0))
    assert gap(tank, wall) == pytest.approx(3.5 - sqrt(2))


def test_a_hull_with_a_notch_lets_a_disc_into_it():
    arrow = body("arrow", Hull(ARROW), Pose.at(0, 0))
    guest = body("guest", Round(mm(20)), Pose(-50_000, 0))
    assert not overlaps(arrow, guest)
    assert gap(arrow, guest) == pytest.approx(30_000 / sqrt(2) / 25_400 - 10_000 / 25_400, abs=1e-6)


def test_heights_do_not_lengthen_a_gap():
    assert gap(disc("a", 0, 0), body("b", Round(um(1)), Pose.at(3, 0, 6))) == 2.0


def test_exactly_at_a_distance_is_within_it():
    a, b = disc("a", 0, 0), disc("b", 7, 0)
    assert within(a, b, 6.0)
    assert not within(a, disc("b", 7.01, 0), 6.0)


@pytest.mark.parametrize(
    ("apart", "touches", "covers"),
    [(0.0, True, False), (0.0009, True, False), (0.002, False, False), (-0.0009, True, False), (-0.002, True, True)],
)
def test_one_tolerance_separates_touching_from_overlapping(apart, touches, covers):
    a, b = disc("a", 0, 0), disc("b", 1 + apart, 0)
    assert (touching(a, b), overlaps(a, b)) == (touches, covers)


def test_the_nearest_is_the_lowest_id_among_equals():
    others = [disc("c", 3, 0), disc("b", 0, 3), disc("a", 9, 0)]
    assert nearest(disc("x", 0, 0), others).id == "b"
    assert nearest(disc("x", 0, 0), []) is None


def test_the_closest_pair_of_two_groups():
    ours = [disc("a1", 0, 0), disc("a2", 0, 5)]
    theirs = [disc("b2", 4, 5), disc("b1", 4, 0), disc("b3", 9, 9)]
    pair = closest_pair(ours, theirs)
    assert (pair[0].id, pair[1].id) == ("a1", "b1")
    assert distance(ours, theirs) == 3.0
    assert closest_pair(ours, []) is None
    assert distance([], theirs) == float("inf")


def test_partly_and_wholly_within_an_area():
    wood = box(0, 0, 10, 10)
    inside, flush, half, outside = disc("a", 5, 5), disc("b", 0.5, 5), disc("c", 0, 5), disc("d", -0.5, 5)
    assert [partly_within(b, wood) for b in (inside, flush, half, outside)] == [True, True, True, False]
    assert [wholly_within(b, wood) for b in (inside, flush, half, outside)] == [True, True, False, False]


def test_partly_and_wholly_within_for_a_rectangle():
    wood = box(0, 0, 10, 10)
    spots = (2, 1, 0, -1)
    tanks = [body("t", Rect(um(2), um(2)), Pose.at(x, 5)) for x in spots]
    assert [partly_within(b, wood) for b in tanks] == [True, True, True, False]
    assert [wholly_within(b, wood) for b in tanks] == [True, True, False, False]


def test_the_distance_to_an_area():
    wood = box(0, 0, 10, 10)
    assert distance_to(disc("a", 13, 14), wood) == 4.5
    assert distance_to(disc("a", 5, 5), wood) == 0.0
    assert distance_to(body("t", Rect(um(2), um(2)), Pose.at(15, 5)), wood) == 4.0


def test_flush_with_the_edge_is_on_the_table():
    board = Board(um(72), um(48))
    assert on_table(board, disc("a", 0.5, 47.5))
    assert edges_crossed(board, disc("a", 0.4, 47.6)) == ("left", "far")
    assert crosses_edge(board, body("t", Rect(um(4), um(2)), Pose.at(70.5, 1)))
    assert edges_crossed(board, body("t", Rect(um(4), um(2)), Pose.at(70.5, 0.5))) == ("right", "near")


@settings(max_examples=80)
@given(bodies("a"), bodies("b"))
def test_the_gap_agrees_with_polygons(a, b):
    apart = a.base.distance(b.base)
    # a disc's polygon lies inside the disc, by less than 1 - cos(pi / 64) of its radius
    slack = 0.0013 * (a.reach + b.reach) + 1e-6
    assert -1e-6 <= apart - gap(a, b) <= slack
    if overlaps(a, b) and not (isinstance(a.shape, Round) or isinstance(b.shape, Round)):
        assert a.base.intersects(b.base)


@settings(max_examples=80)
@given(bodies("a"), bodies("b"), symmetries)
def test_the_gap_survives_shifting_mirroring_and_quarter_turns(a, b, symmetry):
    before = separation(a.shape, a.pose, b.shape, b.pose)
    after = separation(*symmetry(a.shape, a.pose), *symmetry(b.shape, b.pose))
    assert after == pytest.approx(before, abs=1e-6)
    assert separation(b.shape, b.pose, a.shape, a.pose) == pytest.approx(before, abs=1e-6)


@settings(max_examples=30)
@given(st.lists(bodies("a"), max_size=5), st.lists(bodies("b"), max_size=5))
def test_gaps_in_bulk_are_the_gaps_one_by_one(ours, theirs):
    matrix = gaps(ours, theirs)
    assert matrix.shape == (len(ours), len(theirs))
    single = [[gap(a, b) for b in theirs] for a in ours]
    assert np.array_equal(matrix, np.array(single).reshape(matrix.shape))


def test_an_oval_counts_as_its_polygon():
    oval = body("o", Oval(mm(170), mm(105)), Pose.at(0, 0))
    ahead = disc("a", mm(85) / 25_400 + 1.5, 0)
    assert gap(oval, ahead) == pytest.approx(1.0, abs=CONTACT)
    beside = disc("b", 0, mm(52.5) / 25_400 + 1.5)
    assert gap(oval, beside) == pytest.approx(1.0, abs=CONTACT)
    turned = body("o", Oval(mm(170), mm(105)), Pose.at(0, 0, 0, 90))
    assert separation(turned.shape, turned.pose, beside.shape, beside.pose) == pytest.approx(
        1 - 32.5 / 25.4, abs=CONTACT
    )
