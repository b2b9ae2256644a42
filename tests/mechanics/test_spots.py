"""Many places reckoned at once are judged exactly as one by one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from battlefield.body import Body
from battlefield.measure import gap, on_table, touching, within
from battlefield.paths import Glide, end
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.shapes import Rect, Round, Shape
from battlefield.sweep import Obstacle, body_obstacle, discs_met, first_contact, is_clear
from battlefield.table import Board
from battlefield.units import INCH, um
from engine.mechanics.contact import Scene, contact_spots
from engine.mechanics.flood import Flood
from engine.mechanics.moving import Ground
from engine.mechanics.nearby import Nearby
from engine.mechanics.spots import Crowd, all_on_table, around, close_to, each, nearest_first, spots_of

DISC, BIG, BRICK = Round(INCH), Round(um(2)), Rect(um(2), um(1))
BOARD = Board(um(24), um(24), ())


def body(id: str, x: float, y: float, shape: Shape = DISC) -> Body:
    return Body(id, shape, Pose.at(x, y), um(1), um(1))


def scattered(seed: int, count: int, shapes: tuple[Shape, ...] = (DISC, BIG)) -> list[Body]:
    dice = Random(seed)
    return [body(f"b{n}", dice.uniform(8, 16), dice.uniform(8, 16), dice.choice(shapes)) for n in range(count)]


def somewhere(seed: int, count: int):
    dice = Random(seed)
    return spots_of((um(dice.uniform(0, 24)), um(dice.uniform(0, 24))) for _ in range(count))


@pytest.mark.parametrize("mover", [body("m", 6, 6), body("m", 6, 6, BRICK)], ids=["disc", "brick"])
@pytest.mark.parametrize("seed", range(5))
def test_nearness_of_many_places_is_that_of_each(seed: int, mover: Body) -> None:
    others, spots = scattered(seed, 8, (DISC, BIG, BRICK)), somewhere(seed, 60)
    found = close_to(mover, spots, Crowd(others), 1.5).tolist()
    assert found == [any(within(mover.at(p), o, 1.5) for o in others) for p in each(mover, spots)]
    assert any(found) and not all(found)


@pytest.mark.parametrize("mover", [body("m", 6, 6, BIG), body("m", 6, 6, BRICK)], ids=["disc", "brick"])
def test_being_on_the_table_is_judged_as_for_each(mover: Body) -> None:
    edges = spots_of((um(x), um(y)) for x in (0.5, 0.999, 1.0, 12, 23.0, 23.01) for y in (1.0, 0.9985, 23.0, 23.002))
    found = all_on_table(BOARD, mover, edges).tolist()
    assert found == [on_table(BOARD, mover.at(p)) for p in each(mover, edges)]
    assert any(found) and not all(found)


@pytest.mark.parametrize("seed", range(8))
def test_a_straight_way_meets_a_disc_exactly_when_the_sweep_says_so(seed: int) -> None:
    others, spots = scattered(seed, 10), somewhere(seed + 100, 80)
    start = others[0].pose if seed % 4 == 0 else Pose.at(7, 7)
    obstacles = [body_obstacle(b) for b in others[1:]]
    middles = spots_of((o.pose.x, o.pose.y) for o in obstacles)
    radii = np.array([DISC.diameter / 2 + o.shape.diameter / 2 for o in obstacles if isinstance(o.shape, Round)])
    found = discs_met(start, spots, middles, radii).tolist()
    assert found == [first_contact(DISC, start, (Glide(x, y),), obstacles) is not None for x, y in spots.tolist()]
    assert any(found) and not all(found)


def test_a_straight_way_may_touch_in_passing_and_leave_what_it_touches() -> None:
    middles, radii = spots_of([(0, um(1)), (um(-1), 0)]), np.array([float(INCH), float(INCH)])
    ends = spots_of([(um(5), 0), (um(5), um(1)), (um(-1), 0), (0, 0)])
    assert discs_met(Pose.at(0, 0), ends, middles, radii).tolist() == [False, True, True, False]


@pytest.mark.parametrize("shape", [DISC, BRICK], ids=["disc", "brick"])
def test_places_of_contact_touch_and_the_nearest_come_first(shape: Shape) -> None:
    mover, foes = body("m", 8, 8, shape), [body("f1", 12, 8), body("f2", 13.2, 8)]
    spots = contact_spots(mover, foes, Crowd((mover, *foes)), um(6))
    poses = list(each(mover, spots))
    assert poses and all(any(touching(mover.at(p), foe) for foe in foes) for p in poses)
    far = [gap(body("", *mover.pose.xy), body("", *p.xy)) for p in poses]
    assert far == sorted(far) and len(set(poses)) == len(poses)
    assert poses[0].xy[0] == pytest.approx(8 + 4 - 1 if shape == DISC else 12 - 0.5 - 1, abs=0.001)
    both = [p for p in poses if all(touching(mover.at(p), foe) for foe in foes)]
    assert both


def test_a_base_in_the_very_place_of_another_still_has_places_beside_it() -> None:
    mover, other = body("m", 8, 8), body("f", 8, 8)
    spots = around(mover, [other], (0,))
    assert len(nearest_first(mover, spots)) == 17 and [um(8), um(8)] in spots.tolist()


@pytest.mark.parametrize("seed", range(6))
def test_what_the_quick_look_forbids_no_way_leads_to(seed: int) -> None:
    mover, limit, dice = body("m", 7, 7), um(8), Random(seed)
    crowd = [b for b in scattered(seed, 26, (DISC,)) if gap(b, mover) > 0.01]
    obstacles = [Obstacle(b.id, b.shape, b.pose) for b in crowd]
    flood = Flood(DISC, mover.pose, obstacles, (0, 0, 24, 24), um(0.25), limit)
    forbidden = found = 0
    for _ in range(40):
        goal = Pose.at(dice.uniform(5, 16), dice.uniform(5, 16))
        if not is_clear(DISC, goal, obstacles):
            continue
        way = find_route(DISC, mover.pose, goal, obstacles, None, limit / INCH)
        forbidden += not flood.may_reach(goal)
        found += way is not None
        assert way is None or (flood.may_reach(goal) and end(mover.pose, way) == goal)
    assert found and forbidden


def test_a_way_to_one_place_is_found_whichever_way_the_base_faces() -> None:
    mover = body("m", 6, 6, BRICK)
    ground = Ground(BOARD, (mover,), (Obstacle("post", DISC, Pose.at(6, 8)),), {"m": um(6)})
    scene = Scene(ground, Nearby(ground.obstacles, (mover,)), mover)
    found = scene.way_to(Pose.at(6, 10, 0, 90))
    assert found is not None and end(mover.pose, found[1]) == Pose.at(6, 10, 0, 90)
    assert scene.way_to(Pose.at(6, 13)) is None and scene.way_to(Pose.at(6, 8.5)) is None
