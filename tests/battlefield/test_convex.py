"""Outlines cut into convex parts."""

from math import cos, pi, sin
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, union_all

from battlefield.convex import is_convex, signed_area, split

L_SHAPE = ((0, 0), (40, 0), (40, 20), (20, 20), (20, 40), (0, 40))


def test_a_convex_outline_stays_whole_and_loses_points_on_straight_edges():
    assert split(((0, 0), (5, 0), (10, 0), (10, 10), (0, 10))) == (((0, 0), (10, 0), (10, 10), (0, 10)),)


def test_an_outline_given_clockwise_comes_back_counter_clockwise():
    (ring,) = split(((0, 0), (0, 10), (10, 10), (10, 0)))
    assert signed_area(ring) == 200


def test_a_corner_is_cut_into_two():
    assert len(split(L_SHAPE)) == 2


def test_an_outline_that_crosses_itself_is_refused():
    with pytest.raises(ValueError, match="simple polygon"):
        split(((0, 0), (10, 10), (10, 0), (0, 10)))


@settings(max_examples=40)
@given(st.lists(st.integers(2_000, 90_000), min_size=4, max_size=12))
def test_convex_parts_cover_a_star_exactly_and_without_overlap(radii):
    count = len(radii)
    star = tuple((round(r * cos(2 * pi * i / count)), round(r * sin(2 * pi * i / count))) for i, r in enumerate(radii))
    rings = split(star)
    assert all(is_convex(ring) and signed_area(ring) > 0 for ring in rings)
    whole = 0
    for ring in rings:
        whole += signed_area(ring)
    assert whole == signed_area(star)
    assert union_all([Polygon(ring) for ring in rings]).symmetric_difference(Polygon(star)).area < 1


def test_a_star_of_four_hundred_points_is_cut_in_a_moment():
    around = [(25_400 * (20 if i % 2 else 4), 2 * pi * i / 400) for i in range(400)]
    star = tuple((round(r * cos(a)), round(r * sin(a))) for r, a in around)
    began = process_time()
    rings = split(star)
    assert process_time() - began < 2
    assert len(rings) <= 210 and sum(map(signed_area, rings)) == signed_area(star)
