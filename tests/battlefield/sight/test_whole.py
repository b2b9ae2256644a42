"""Whether all of a body is seen: positions whose right answer one can see, and brute force over crowded tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round
from battlefield.sight import Whole, join, look, seen_whole
from battlefield.table import Board
from battlefield.terrain import Floor, Opening, Piece, Wall, placed
from battlefield.units import DEGREE, mm, um
from tests.battlefield.sight.sampler import lumps_of_body
from tests.battlefield.sight.scenes import L_SHAPE, block, board, lattice_scene, man, prism, random_scene, spots
from tests.battlefield.sight.segments import on
from tests.battlefield.sight.spots import is_seen, unseen_spots
from tests.battlefield.sight.test_properties import carried, mirrored, quarter_turned

Position = tuple[Board, tuple[Body, ...]]

ONE, OTHER = man("one", 0, 20, shape=Round(um(1))), man("other", 10, 20, shape=Round(um(1)))
SKY = 1e4
"""The top of an area that hides at any height."""


def ask(*pieces: Piece, one: Body = ONE, other: Body = OTHER, bodies: tuple[Body, ...] = ()) -> Whole:
    """The answer past some pieces; a spot that is not seen must be one from which brute force finds no line either."""
    table = board(*pieces)
    found = seen_whole(table, one, other, bodies)
    assert found.rest == 0
    assert not found.seen or join(table, one, other, bodies).visible
    if found.spot is not None:
        spot = np.array(found.spot)
        assert on(lumps_of_body(other), spot[None])
        assert not is_seen(spot, table, one, other, bodies, 4000, 1, 1e-3)
    return found


@pytest.mark.parametrize(("start", "whole"), [(0.5, True), (0.35, True), (0.31, True), (0.29, False), (0.0, False)])
@pytest.mark.parametrize("angle", [0, 7.5, 33, 90, 201])
def test_past_a_thin_wall_that_starts_beside_the_middle_line(start: float, whole: bool, angle: float) -> None:
    """At 8 of 10 inches the lowest line to the target's flank is 0.3 beside the middle line, which way it ever runs."""
    turn = Pose.at(0, 0, 0, angle)
    wall = block("w", 8, start, 8.01, 5)
    x, y = placed(block("p", 10, 0, 11, 1), turn).outline[0]
    far = man("other", x / 25400, y / 25400, shape=Round(um(1)))
    found = ask(placed(wall, turn), one=man("one", 0, 0, shape=Round(um(1))), other=far)
    assert found.seen == whole
    assert found.blockers == (() if whole else ("w",))


@pytest.mark.parametrize(("start", "whole"), [(-5, False), (0.2, True), (-0.1, False)])
def test_past_an_area_that_hides_at_any_height(start: float, whole: bool) -> None:
    """The lowest line to the target's flank is 0.1 beside the middle line where it leaves the area, 6 of 10 inches."""
    found = ask(block("area", 4, 20 + start, 6, 25, SKY))
    assert found.seen == whole
    assert found.between == ("area",)


def test_with_nothing_between_all_is_seen_and_nothing_is_named() -> None:
    assert ask(block("beside", 4, 20.6, 6, 25), block("behind", 11, 15, 12, 25)) == Whole(True, None, (), (), 0.0)


def test_each_part_may_be_seen_from_another_part_of_the_viewer() -> None:
    """A post in the middle hides a part of the target from every eye, but no part from all of a tank."""
    post = block("post", 5, 19.9, 5.2, 20.1)
    tank, wide = man("tank", 0, 20, shape=Rect(um(1), um(4))), man("other", 10, 20, shape=Rect(um(1), um(3)))
    assert ask(post, one=tank, other=wide).seen
    for y in (-2, -1, 0, 1, 2):
        eye = replace(tank, eye_at=(0, um(y)))
        assert look(board(post), eye, wide, ()).hidden > 0
    assert not ask(post, one=man("small", 0, 20, shape=Round(mm(2))), other=wide).seen


def test_a_low_wall_before_the_target_hides_its_feet() -> None:
    assert not ask(block("w", 8, 15, 8.1, 25, 0.5)).seen
    assert ask(block("w", 8, 15, 8.1, 25, 0.5), one=man("one", 0, 20, height=6, shape=Round(um(1)))).seen
    assert ask(block("w", 3, 15, 3.1, 25, 0.3)).seen, "far enough from it the highest line clears it"


def test_the_highest_line_over_a_wall_decides_about_the_feet() -> None:
    """From the top of the viewer, 4 high at its far rim, down to the target's feet at 9.5: 0.2 high at 9."""
    tall = man("tall", 0, 20, height=4, shape=Rect(um(1), um(1)))
    square = man("other", 10, 20, shape=Rect(um(1), um(1)))
    assert ask(block("w", 8.9, 15, 9, 25, 0.19), one=tall, other=square).seen
    assert not ask(block("w", 8.9, 15, 9, 25, 0.23), one=tall, other=square).seen


def test_what_stands_before_the_middle_alone_hides_a_spot_in_the_middle() -> None:
    found = ask(block("box", 9.3, 19.9, 9.45, 20.1, 1.0, 0.8))
    assert not found.seen
    assert found.spot is not None
    assert 0.7 < found.spot[2] < 1.1


def test_a_window_before_a_body_shows_it_whole_if_it_is_large_enough() -> None:
    def pierced(width: float, head: float) -> Piece:
        opening = Opening(um(5 - width / 2), um(5 + width / 2), 0, um(head))
        wall = Wall(((um(9), um(15)), (um(9), um(25))), um(0.1), 0, um(4), (opening,))
        return Piece("r", "ruin", "r", spots((8, 15), (10, 15), (10, 25), (8, 25)), 0, um(4), (wall,))

    assert ask(pierced(1.2, 2.0)).seen
    assert not ask(pierced(0.8, 2.0)).seen
    assert not ask(pierced(1.2, 1.3)).seen


def test_what_a_body_stands_on_hides_nothing_of_it_but_a_ledge_before_its_feet_does() -> None:
    """Seen from below a body at the edge of a roof is seen whole, and one set back from it is not."""
    upstairs = man("other", 10, 20, 3, shape=Rect(um(1), um(1)))
    assert ask(block("roof", 9.5, 15, 15, 25, 3), other=upstairs).seen
    assert not ask(block("roof", 9.3, 15, 15, 25, 3), other=upstairs).seen
    round_base = replace(OTHER, pose=Pose.at(10, 20, 3))
    assert not ask(block("roof", 9.5, 15, 15, 25, 3), other=round_base).seen, "its flanks are set back"


def test_the_underside_of_a_body_that_sticks_out_over_an_edge_must_be_seen() -> None:
    out = man("other", 10, 20, 3, shape=Rect(um(1), um(1)))
    roof = block("roof", 10, 15, 15, 25, 3)
    assert ask(roof, other=out).seen
    assert not ask(roof, block("beam", 9.6, 15, 9.9, 25, 2.97, 2.85), other=out).seen


def test_the_top_must_be_seen_by_who_stands_above_it() -> None:
    above = man("one", 0, 20, 6, shape=Round(um(1)))
    bridge = block("bridge", 9.8, 19, 10.2, 21, 1.8, 1.6)
    assert ask(bridge, one=above).seen is False
    assert ask(bridge).seen, "from below nobody looks at it"


def test_a_base_that_touches_a_wall_is_seen_whole_from_where_the_wall_is_not() -> None:
    assert ask(block("behind", 10.5, 15, 11, 25)).seen
    assert ask(block("beside", 5, 20.5, 15, 21)).seen
    assert not ask(block("before", 9, 15, 9.5, 25)).seen


def test_what_is_inside_terrain_is_not_seen() -> None:
    square = man("other", 10, 20, shape=Rect(um(1), um(1)))
    rock = block("rock", 9.8, 20, 15, 25)
    assert ask(rock, other=square).seen, "only the front faces an observer no wider than it"
    assert not ask(rock, other=square, one=man("one", 0, 20, 6)).seen, "from above the top is looked at, too"
    assert not ask(block("rock", 9.3, 20, 15, 25), other=square).seen
    assert not ask(block("rock", 10.2, 15, 15, 25), one=man("one", 10, 0, shape=Rect(um(1), um(1))), other=square).seen
    assert ask(block("rock", 10.2, 15, 15, 25), other=replace(square, pose=Pose.at(9.7, 20))).seen


def test_an_observer_half_inside_terrain_sees_by_what_of_it_is_outside() -> None:
    assert not ask(block("rock", -3, 15, 3, 25)).seen
    assert ask(block("rock", -3, 20, 0.2, 25)).seen


def test_other_bodies_hide_and_what_is_transparent_does_not() -> None:
    between = man("m", 8, 20)
    assert ask(bodies=(between,)).blockers == ("m",)
    assert seen_whole(board(), ONE, OTHER, (between,), transparent=("m",)).seen
    assert seen_whole(board(), ONE, OTHER, (ONE, OTHER)).seen
    assert not seen_whole(board(block("w", 8, 20, 8.1, 25)), ONE, OTHER, (between,), transparent=("m",)).seen


def test_of_a_hull_with_a_fold_what_it_hides_itself_need_not_be_seen() -> None:
    """A post inside the notch of an L hides nothing from where the L itself hides the notch."""
    hulk = Body("hulk", L_SHAPE, Pose.at(20, 20), um(2), um(1.5))
    post = block("post", 20.2, 20.2, 20.4, 20.4, 2)
    assert ask(post, other=hulk).seen
    assert ask(post, one=man("one", 20, 5), other=hulk).seen
    assert not ask(post, one=man("one", 30, 30), other=hulk).seen


def test_an_oval_and_a_hull_of_many_corners() -> None:
    oval = man("other", 10, 20, shape=Oval(mm(90), mm(52)))
    assert not ask(block("w", 7, 20.5, 7.1, 25), other=oval).seen
    assert ask(block("w", 7, 21.2, 7.1, 25), other=oval).seen
    ring = Hull(spots((2, 0), (1.4, 1.4), (0, 2), (-1.4, 1.4), (-2, 0), (-1.4, -1.4), (0, -2), (1.4, -1.4)))
    assert not ask(block("w", 7, 20.5, 7.1, 25), other=man("other", 10, 20, shape=ring)).seen


def test_bodies_that_touch_see_each_other_whole() -> None:
    assert ask(other=man("other", 1, 20, shape=Round(um(1)))).seen


def test_a_slanted_wall_that_comes_up_to_the_line_of_both_flanks() -> None:
    assert ask(prism("w", [(3, 20.51), (8, 20.51), (8, 22), (3, 23)])).seen
    assert not ask(prism("w", [(3, 20.1), (8, 20.1), (8, 22), (3, 23)])).seen


POST_AND_FLOOR = Piece(
    "f", "ruin", "f", spots((8, 15), (12, 15), (12, 25), (8, 25)), 0, um(4),
    (Floor("1", spots((8, 15), (12, 15), (12, 25), (8, 25)), um(2)),),
)  # fmt: skip


def test_under_a_floor_a_body_is_seen_whole_from_the_ground_and_not_from_above() -> None:
    assert ask(POST_AND_FLOOR).seen
    assert not ask(POST_AND_FLOOR, one=man("one", 6, 20, 4, shape=Round(um(1)))).seen


tables = st.integers(0, 400).map(lambda seed: random_scene(seed, pieces=5, models=8, width=28, depth=22))
lattices = st.integers(0, 400).map(lambda seed: lattice_scene(seed, pieces=5, models=8))
positions = st.one_of(tables, lattices)
places = st.integers(0, 7)


def whole(position: Position, v: int, t: int) -> Whole:
    table, bodies = position
    return seen_whole(table, bodies[v], bodies[t], bodies)


def plain(position: Position, v: int, t: int) -> bool:
    """Whether the answer does not hang on a hair: nothing changes when all that is between is a little lower."""
    table, bodies = position
    found = whole(position, v, t)
    if found.seen:
        return found.rest == 0
    assert found.spot is not None
    return not is_seen(np.array(found.spot), table, bodies[v], bodies[t], bodies, 2000, v, -2e-3)


@given(positions, places, places)
@settings(max_examples=60)
def test_a_mirrored_or_turned_table_gives_the_same_answer(position: Position, v: int, t: int) -> None:
    image = carried(position, lambda piece: placed(piece, Pose(0, 0), mirror=True), mirrored)
    turned = carried(position, lambda piece: placed(piece, Pose(0, 0, 0, 90 * DEGREE)), quarter_turned)
    for other in (image, turned):
        assert whole(position, v, t).seen == whole(other, v, t).seen or not plain(position, v, t)


@given(positions, places, places, st.integers(0, 4))
@settings(max_examples=60)
def test_taking_a_piece_away_never_hides_a_part(position: Position, v: int, t: int, n: int) -> None:
    table, bodies = position
    fewer = replace(table, pieces=table.pieces[:n] + table.pieces[n + 1 :]), bodies
    before = whole(position, v, t)
    if before.seen:
        assert whole(fewer, v, t).seen
    if table.pieces[n].id not in before.between:
        assert whole(fewer, v, t) == before


@given(positions, places, places)
@settings(max_examples=100)
def test_what_is_seen_whole_is_visible_and_an_answer_agrees_with_itself(position: Position, v: int, t: int) -> None:
    found, (table, bodies) = whole(position, v, t), position
    assert not found.seen or v == t or join(table, bodies[v], bodies[t], bodies).visible
    assert (found.spot is None) == found.seen
    assert set(found.blockers) <= set(found.between)
    assert found.seen or found.blockers


@given(positions, places, places)
@settings(max_examples=80)
def test_only_what_is_between_counts(position: Position, v: int, t: int) -> None:
    """What no line from the one to the other meets hides nothing from the eye, and closes no line."""
    found, (table, bodies) = whole(position, v, t), position
    kept = replace(table, pieces=tuple(piece for piece in table.pieces if piece.id in found.between))
    others = [body for body in bodies if body.id in found.between]
    assert seen_whole(kept, bodies[v], bodies[t], others) == found
    if v != t:
        assert set(look(table, bodies[v], bodies[t], bodies).blockers) <= set(found.between)
        assert join(kept, bodies[v], bodies[t], others).visible == join(table, bodies[v], bodies[t], bodies).visible


@given(positions, places, places)
@settings(max_examples=60)
def test_unrelated_things_change_nothing(position: Position, v: int, t: int) -> None:
    table, bodies = position
    far = replace(table, pieces=(block("far", 60, 60, 64, 64), *table.pieces))
    assert seen_whole(far, bodies[v], bodies[t], (man("stranger", -20, -20), *bodies)) == whole(position, v, t)


def sparse(seed: int) -> Position:
    return random_scene(seed, pieces=5)


def wrong(scenes: Callable[[int], Position], seeds: range, lines: tuple[int, ...]) -> tuple[Counter[str], list[str]]:
    """How many pairs there were of each kind, and those where brute force contradicts."""
    counts: Counter[str] = Counter()
    bad: list[str] = []
    for seed in seeds:
        table, bodies = scenes(seed)
        for viewer in bodies[:4]:
            for target in bodies[4:]:
                found = seen_whole(table, viewer, target, bodies)
                counts["whole" if found.seen else "not whole"] += 1
                name = f"scene {seed}, {viewer.id} at {target.id}: {found}"
                if found.spot is not None:
                    spot = np.array(found.spot)
                    seen = is_seen(spot, table, viewer, target, bodies, lines[-1] // 10, seed, 1e-3)
                    if seen or not on(lumps_of_body(target), spot[None]):
                        bad.append(name)
                elif found.between and len(lumps_of_body(target)) == 1:
                    counts["tried"] += 1
                    unseen = unseen_spots(table, viewer, target, bodies, seed, 60, lines)
                    bad.extend(f"{name}, but not {spot}" for spot in unseen[:1])
    return counts, bad


@pytest.mark.slow
@pytest.mark.parametrize("scenes", [random_scene, sparse, lattice_scene])
def test_brute_force_finds_neither_a_line_to_a_hidden_spot_nor_a_hidden_spot_of_what_is_seen_whole(
    scenes: Callable[[int], Position], long_battery: bool
) -> None:
    counts, bad = wrong(scenes, range(700, 760 if long_battery else 701), (200, 3000, 60_000))
    assert counts["tried"] > 1
    assert counts["not whole"] > 5
    assert bad == []
