"""Fields: what can be seen of the table, and from where; and the sides of a hull."""

from __future__ import annotations

from random import Random

import pytest
from shapely import Point

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.sight import facing, look, seeing, seen_from
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
