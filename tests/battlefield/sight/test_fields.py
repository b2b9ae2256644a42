"""Fields: what can be seen of the table, and from where; and the sides of a hull."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from shapely import Point, Polygon

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import facing, join, look, seeing, seen_from, shadows, unseen
from battlefield.units import um
from tests.battlefield.sight.scenes import block, board, man, random_scene, wood


def test_a_wall_casts_a_shadow_that_widens() -> None:
    field = seen_from(board(block("w", 15, 9, 15.25, 11)), [man("eye", 5, 10)], (), 0.5)
    seen = field.seen()
    assert not seen.contains(Point(25, 10))
    assert not seen.contains(Point(25, 11.9))
    assert seen.contains(Point(25, 12.1))
    assert seen.contains(Point(14, 10))


def test_a_low_wall_hides_only_the_ground_behind_it() -> None:
    table = board(block("w", 15, 0, 15.25, 20, top=1.0))
    # From 1.3 over an edge 1.0 high at x = 15.25 the line meets the ground at 5 + 10.25 * 1.3 / 0.3 = 49.4.
    eye = [man("eye", 5, 10)]
    ground, heads = seen_from(table, eye, (), 0.0).seen(), seen_from(table, eye, (), 1.2).seen()
    assert not ground.contains(Point(49.3, 10))
    assert ground.contains(Point(49.5, 10))
    assert heads.contains(Point(20, 10))


def test_two_eyes_see_what_either_sees() -> None:
    table, eyes = board(block("w", 15, 9, 15.25, 11)), [man("a", 5, 10), man("b", 15, 20)]
    spot = Point(25, 10)
    assert not seen_from(table, eyes[:1], ()).seen().contains(spot)
    assert seen_from(table, eyes, ()).seen().contains(spot)


def test_bodies_cast_shadows_but_not_those_looked_through() -> None:
    other = man("other", 15, 10, height=3)
    spot, eye = Point(25, 10), [man("eye", 5, 10)]
    assert not seen_from(board(), eye, (other, *eye)).seen().contains(spot)
    assert seen_from(board(), eye, (other,), transparent=("other",)).seen().contains(spot)
    assert seen_from(board(wood("wood", 10, 5, 20, 15)), eye, ()).seen().contains(spot)


def test_a_field_is_what_looks_at_its_spots_say(long_battery: bool) -> None:
    hidden = 0
    for seed in range(60 if long_battery else 5):
        table, bodies = random_scene(seed + 80)
        height, dice = (0.05, 0.8, 1.7)[seed % 3], Random(seed)
        dark = seen_from(table, bodies[:1], bodies, height).dark()
        for _ in range(30):
            x, y = dice.uniform(0, 36), dice.uniform(0, 30)
            spot = Body("spot", Round(100), Pose.at(x, y, height - 0.001), um(0.002), um(0.001))
            sighting = look(table, bodies[0], spot, bodies)
            if dark.boundary.distance(Point(x, y)) > 0.02 and Point(x, y).distance(bodies[0].trunk) > 0.05:
                assert sighting.visible != dark.contains(Point(x, y)), (seed, x, y)
            hidden += not sighting.visible
    assert hidden > 20


def test_from_where_a_body_is_seen() -> None:
    target = man("target", 25, 10)
    field = seeing(board(block("w", 15, 8, 15.25, 12)), [target], (target,), 1.3)
    assert not field.seen().contains(Point(10, 10))
    assert field.seen().contains(Point(10, 20))
    for spot in ((5.0, 10.0), (10.0, 14.5), (10.0, 15.5), (30.0, 10.0)):
        eye = man("eye", *spot)
        visible = look(board(block("w", 15, 8, 15.25, 12)), eye, target, ()).visible
        assert field.seen().contains(Point(spot)) == visible, spot


def spot_at(x: float, y: float, height: float) -> Body:
    """Next to nothing, just below a height."""
    return Body("spot", Round(100), Pose.at(x, y, height - 0.002), um(0.002), um(0.001))


def test_what_is_unseen_is_what_casts_shadows_hide() -> None:
    for seed in range(4):
        table, bodies = random_scene(seed + 80)
        for many in (1, 3):
            told = unseen(table, bodies[:many], bodies, 0.8, step=0.0625)
            exact = seen_from(table, bodies[:many], bodies, 0.8)
            apart = told.dark().symmetric_difference(exact.dark())
            # Only what is thinner than a row is told wrong, at the ends of what is dark.
            assert apart.buffer(-0.04).is_empty, (seed, many)
            assert told.seen().area == pytest.approx(exact.seen().area, rel=0.01)


def test_rings_are_counter_clockwise_and_do_not_overlap() -> None:
    table, bodies = random_scene(81)
    told = unseen(table, bodies[:1], bodies, 0.8)
    total = 0.0
    for ring in told.rings:
        x, y = ring[:, 0], ring[:, 1]
        area = 0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
        assert area > 0
        total += area
    assert total == pytest.approx(told.dark().area, rel=1e-6)


@pytest.mark.slow
def test_no_part_of_a_body_sees_what_is_unseen_by_all_of_it(long_battery: bool) -> None:
    dark, light, missed = 0, 0, 0
    for seed in range(40 if long_battery else 5):
        table, bodies = random_scene(seed + 80)
        height, dice = (0.05, 0.8, 1.7)[seed % 3], Random(seed)
        told = unseen(table, bodies[:1], bodies, height, parts=True).dark()
        for _ in range(25):
            x, y = dice.uniform(0, 36), dice.uniform(0, 30)
            spot = spot_at(x, y, height)
            if told.boundary.distance(Point(x, y)) < 0.08 or Point(x, y).distance(bodies[0].trunk) < 0.05:
                continue
            joined = join(table, bodies[0], spot, bodies).visible
            if told.contains(Point(x, y)):
                dark += 1
                assert not joined, (seed, x, y)
            else:
                light, missed = light + 1, missed + (not joined)
    assert dark > 20
    # What only several things together hide may be told as light near its edge.
    assert missed <= 0.05 * light, (missed, light)


def test_an_eye_sees_nothing_of_a_body_from_where_it_is_unseen() -> None:
    target = man("target", 25, 10)
    table = board(block("w", 15, 8, 15.25, 12))
    dark = unseen(table, [target], (target,), 1.3, parts=True).dark()
    for spot in ((5.0, 10.0), (10.0, 14.5), (10.0, 15.5), (30.0, 10.0)):
        visible = look(table, man("eye", *spot), target, ()).visible
        assert dark.contains(Point(spot)) != visible, spot


def test_each_blocker_casts_its_own_shadow() -> None:
    table = board(block("w", 15, 9, 15.25, 11), wood("wood", 10, 5, 20, 15), block("v", 30, 9, 30.25, 11))
    other = man("other", 40, 30)
    cast = shadows(table, man("eye", 5, 10), (other,), 0.5)
    assert [one.id for one in cast] == ["w", "v", "other"]
    assert Polygon(cast[0].ring).contains(Point(20, 10))
    assert not Polygon(cast[0].ring).contains(Point(20, 12))
    # Past either edge of the wall the lines from the eye at (5, 10) rise by 1 in 10.
    assert Polygon(cast[0].ring).contains(Point(45, 13.9))
    assert not Polygon(cast[0].ring).contains(Point(45, 14.1))
    whole = shadows(table, man("eye", 5, 10), (other,), 0.5, parts=True)
    assert Polygon(whole[0].ring).area < Polygon(cast[0].ring).area
    assert [one.id for one in shadows(table, man("eye", 5, 10), (other,), 0.5, transparent=("w", "other"))] == ["v"]


HULL = Rect(um(6), um(4))


@pytest.mark.parametrize(
    ("spot", "name"), [((20, 0), "front"), ((0, 20), "side"), ((-20, 0), "rear"), ((0, -20), "side"), ((6, 4), "side")]
)
def test_the_diagonals_of_a_hull_part_its_sides(spot: tuple[float, float], name: str) -> None:
    hull = man("hull", 30, 30, shape=HULL)
    eye = man("eye", 30 + spot[0], 30 + spot[1])
    assert facing(board(), eye, hull, ()).name == name
    turned = man("hull", 30, 30, shape=HULL, facing=180)
    opposite = {"front": "rear", "rear": "front", "side": "side"}[name]
    assert facing(board(), eye, turned, ()).name == opposite


def test_how_much_of_a_side_is_hidden() -> None:
    hull, eye = man("hull", 30, 30, shape=HULL, height=3.0, eye=2), man("eye", 60, 30, height=2, eye=1.5)
    assert facing(board(), eye, hull, (hull,)).hidden == 0
    half = block("w", 40, 20, 40.1, 30, 6)
    assert facing(board(half), eye, hull, (hull,)).hidden == pytest.approx(0.5, abs=0.01)
    assert facing(board(), eye, man("man", 30, 30), ()) is None
