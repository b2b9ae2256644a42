"""Ways over scenery: at which heights they lead, that something carries them, and that what is found is legal."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.body import Body
from battlefield.paths import Climb, Glide, climbed, end, glide
from battlefield.pose import Pose
from battlefield.shapes import Hull, Round, Shape
from battlefield.sweep import Obstacle, prism_obstacle
from battlefield.table import Board
from battlefield.terrain import Floor, Piece, solids
from battlefield.units import INCH, um
from engine.mechanics.climbing import carried, over
from engine.mechanics.moving import Ground

DISC = Round(INCH)
BOX = Hull(tuple((um(x), um(y)) for x, y in ((-2, -1), (2, -1), (2, 1), (-2, 1))))


def block(id: str, x: float, y: float, width: float, depth: float, top: float, standable: bool = False) -> Piece:
    return Piece(id, id, id, ring(x, y, width, depth), 0, um(top), opaque=True, standable=standable)


def ring(x: float, y: float, width: float, depth: float) -> tuple[tuple[int, int], ...]:
    return tuple((um(a), um(b)) for a, b in ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def storeys(*heights: float) -> Piece:
    """A house of floors, each four inches square, from (10, 8) to (14, 12)."""
    outline = ring(10, 8, 4, 4)
    floors = tuple(Floor(str(n), outline, um(z)) for n, z in enumerate(heights, 1))
    return Piece("house", "ruin", "House", outline, 0, um(9), floors)


def board(*pieces: Piece) -> Board:
    return Board(um(40), um(20), pieces)


def man(x: float, y: float, z: float = 0, shape: Shape = DISC) -> Body:
    return Body("a", shape, Pose.at(x, y, z), um(1.5), um(1.3))


def highest(table: Board, x: float, to: float, lands: float = 0, z: float = 0) -> float | None:
    """How much is climbed on the way along y = 10, in inches; None where there is none."""
    mover = man(x, 10, z)
    legs = over(table, mover, Pose.at(to, 10), um(lands))
    if legs is None:
        return None
    assert end(mover.pose, legs) == Pose.at(to, 10, lands)
    return round(climbed(mover.pose, legs), 3)


def test_on_level_ground_one_glides() -> None:
    assert over(board(), man(5, 10), Pose.at(9, 10), 0) == (glide(9, 10),)


def test_over_a_wall_one_goes_up_and_down_where_the_base_would_touch_it() -> None:
    legs = over(board(block("wall", 8, 0, 0.5, 20, 2)), man(5, 10), Pose.at(12, 10), 0)
    assert legs == (glide(7.5, 10), Climb(um(2)), glide(9, 10), Climb(0), glide(12, 10))


def test_between_two_walls_one_comes_down_where_there_is_room() -> None:
    near, far = block("a", 8, 0, 0.5, 20, 2), block("b", 11, 0, 0.5, 20, 2)
    assert highest(board(near, far), 5, 15) == 8
    assert highest(board(near, block("b", 9, 0, 0.5, 20, 2)), 5, 15) == 4, "no base fits between"
    assert highest(board(near, block("b", 9, 0, 0.5, 20, 3)), 5, 15) == 6


def test_a_floor_is_climbed_from_its_edge_and_one_passes_below_it() -> None:
    table = board(storeys(3, 6))
    assert highest(table, 5, 12) == 0 and highest(table, 5, 12, 3) == 3 and highest(table, 5, 12, 6) == 6
    assert highest(table, 12, 12.5, 3) is None, "not up through the floor"
    assert highest(table, 12, 17, 0, 3) == 3 and highest(table, 12, 17, 0, 6) == 6
    assert highest(table, 12, 13, 6, 3) is None


def test_a_floor_too_low_to_stand_under_is_gone_over() -> None:
    assert highest(board(storeys(1)), 5, 18) == 2 and highest(board(storeys(1.7)), 5, 18) == 0


def test_nothing_carries_those_who_go_through_the_air() -> None:
    table = board(block("a", 8, 8, 2, 4, 2, True), block("b", 14, 8, 2, 4, 2, True))
    on = Pose.at(9, 10, 2)
    assert carried(table, DISC, on, glide(9.5, 10)) and carried(table, DISC, on, glide(10.5, 10))
    assert not carried(table, DISC, on, glide(11, 10)) and not carried(table, DISC, on, glide(15, 10))
    assert carried(table, BOX, Pose.at(9, 10, 2), glide(15, 10)), "a long base bridges the gap"
    assert carried(table, DISC, Pose.at(9, 2), glide(15, 2))


places = st.tuples(st.integers(0, 300), st.integers(0, 160), st.integers(2, 60), st.integers(2, 60))
tops = st.sampled_from([0.8, 1.0, 2.0, 3.0])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(places, tops, st.booleans()), max_size=5),
    st.sampled_from([DISC, BOX]),
    st.tuples(st.integers(20, 380), st.integers(20, 180)),
    st.tuples(st.integers(20, 380), st.integers(20, 180)),
)
def test_every_way_over_scenery_is_carried_and_meets_nothing(
    blocks: list[tuple[tuple[int, int, int, int], float, bool]],
    shape: Shape,
    start: tuple[int, int],
    goal: tuple[int, int],
) -> None:
    pieces = []
    for n, ((x, y, width, depth), top, up) in enumerate(blocks):
        pieces.append(block(f"b{n}", x / 10, y / 10, width / 10, depth / 10, top, up))
    table = board(*pieces)
    obstacles: tuple[Obstacle, ...] = tuple(prism_obstacle(p) for piece in pieces for p in solids(piece))
    far = um(60)
    mover = man(start[0] / 10, start[1] / 10, 0, shape)
    ground = Ground(table, (mover,), obstacles, {"a": far}, scales=True)
    wanted = Pose.at(goal[0] / 10, goal[1] / 10)
    answer, refused = ground.complete({"a": wanted})
    if refused or not answer:
        return
    assert ground.refusals(answer) == ()
    legs = answer[0][1]
    to = end(mover.pose, legs)
    assert (to.x, to.y) == (wanted.x, wanted.y)
    across = sqrt((to.x - mover.pose.x) ** 2 + (to.y - mover.pose.y) ** 2) / INCH
    assert sum(isinstance(leg, Glide) for leg in legs) >= (across > 0)


@pytest.mark.parametrize(("allowed", "codes"), [(6.0, set()), (5.9, {"move.too_far"})])
def test_a_way_over_is_found_to_be_too_far_where_there_is_none_round(allowed: float, codes: set[str]) -> None:
    wall = block("wall", 8, 0, 0.001, 20, 2)
    obstacles = tuple(prism_obstacle(p) for p in solids(wall))
    ground = Ground(
        board(wall), (man(7, 10),), obstacles, {"a": um(allowed)}, scales=True,
        cost=lambda mover, legs: um(2 + climbed(mover.pose, legs)),
    )  # fmt: skip
    assert {r.code for r in ground.complete({"a": Pose.at(9, 10)})[1]} == codes
