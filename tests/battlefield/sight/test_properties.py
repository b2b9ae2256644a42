"""What must hold of every position: nothing changes when the table is moved, and more in the way never shows more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape
from battlefield.sight import Sighting, look
from battlefield.table import Board
from battlefield.terrain import Piece, placed
from battlefield.units import DEGREE, FULL_TURN, um
from tests.battlefield.sight.scenes import block, man, random_scene

Position = tuple[Board, tuple[Body, ...]]
ROUNDING = 2e-6

positions = st.integers(0, 400).map(lambda seed: random_scene(seed, pieces=10, models=8, width=28, depth=22))
places = st.integers(0, 7)


def ask(position: Position, viewer: int, target: int) -> Sighting:
    board, bodies = position
    return look(board, bodies[viewer], bodies[target], bodies)


def alike(a: Sighting, b: Sighting) -> bool:
    same = (a.visible, a.blockers) == (b.visible, b.blockers)
    return same and a.hidden == pytest.approx(b.hidden, abs=ROUNDING)


def carried(position: Position, piece: Callable[[Piece], Piece], body: Callable[[Body], Body]) -> Position:
    board, bodies = position
    return replace(board, pieces=tuple(piece(p) for p in board.pieces)), tuple(body(b) for b in bodies)


def mirrored_shape(shape: Shape) -> Shape:
    return Hull(tuple((x, -y) for x, y in reversed(shape.points))) if isinstance(shape, Hull) else shape


def mirrored(body: Body) -> Body:
    pose = replace(body.pose, y=-body.pose.y, facing=-body.pose.facing % FULL_TURN)
    return replace(body, pose=pose, shape=mirrored_shape(body.shape))


def quarter_turned(body: Body) -> Body:
    pose = body.pose
    return body.at(replace(pose, x=-pose.y, y=pose.x, facing=(pose.facing + 90 * DEGREE) % FULL_TURN))


def grown(shape: Shape, by: int) -> Shape:
    if isinstance(shape, Round):
        return Round(shape.diameter + by)
    if isinstance(shape, Oval):
        return Oval(shape.length + by, shape.width + by)
    if isinstance(shape, Rect):
        return Rect(shape.length + by, shape.width + by)
    return Hull(tuple((x * 5 // 4, y * 5 // 4) for x, y in shape.points))


@given(positions, places, places, st.integers(-(10**7), 10**7), st.integers(-(10**7), 10**7))
@settings(max_examples=60)
def test_a_shifted_table_gives_the_same_answer(position: Position, viewer: int, target: int, dx: int, dy: int) -> None:
    def shift(body: Body) -> Body:
        return body.at(replace(body.pose, x=body.pose.x + dx, y=body.pose.y + dy))

    shifted = carried(position, lambda piece: placed(piece, Pose(dx, dy)), shift)
    assert alike(ask(position, viewer, target), ask(shifted, viewer, target))


@given(positions, places, places)
@settings(max_examples=60)
def test_a_mirrored_table_gives_the_same_answer(position: Position, viewer: int, target: int) -> None:
    image = carried(position, lambda piece: placed(piece, Pose(0, 0), mirror=True), mirrored)
    assert alike(ask(position, viewer, target), ask(image, viewer, target))


@given(positions, places, places)
@settings(max_examples=60)
def test_a_table_turned_by_a_quarter_gives_the_same_answer(position: Position, viewer: int, target: int) -> None:
    turned = carried(position, lambda piece: placed(piece, Pose(0, 0, 0, 90 * DEGREE)), quarter_turned)
    assert alike(ask(position, viewer, target), ask(turned, viewer, target))


@given(positions, places, places, st.integers(1, 359))
@settings(max_examples=60)
def test_a_table_turned_by_any_angle_gives_the_same_answer(position: Position, v: int, t: int, angle: int) -> None:
    """Corners are rounded to whole micrometres, so that what hangs on less than a thousandth of an inch may change."""
    turn = Pose(0, 0, 0, angle * DEGREE)

    def carry(body: Body) -> Body:
        point = placed(replace(block("p", 0, 0, 1, 1), outline=((body.pose.x, body.pose.y),)), turn).outline[0]
        pose = replace(body.pose, x=point[0], y=point[1], facing=(body.pose.facing + turn.facing) % FULL_TURN)
        return body.at(pose)

    here, there = ask(position, v, t), ask(carried(position, lambda piece: placed(piece, turn), carry), v, t)
    assert here.visible == there.visible or max(here.hidden, there.hidden) > 0.998
    # The sides of the polygons that stand for discs do not turn with the table.
    assert here.hidden == pytest.approx(there.hidden, abs=0.03)


@given(positions, places, places, st.integers(0, 9))
@settings(max_examples=80)
def test_taking_a_piece_away_never_hides(position: Position, viewer: int, target: int, gone: int) -> None:
    board, bodies = position
    before = ask(position, viewer, target)
    fewer = replace(board, pieces=board.pieces[:gone] + board.pieces[gone + 1 :])
    after = ask((fewer, bodies), viewer, target)
    assert after.visible or not before.visible
    assert after.hidden <= before.hidden + ROUNDING
    if board.pieces[gone].id not in before.blockers:
        assert after == before, "what hides nothing is not missed"


@given(positions, places, places)
@settings(max_examples=60)
def test_unrelated_things_change_nothing(position: Position, viewer: int, target: int) -> None:
    board, bodies = position
    far = block("far", 60, 60, 64, 64)
    after = look(
        replace(board, pieces=(far, *board.pieces)),
        bodies[viewer],
        bodies[target],
        (man("stranger", -20, -20), *bodies),
    )
    assert after == ask(position, viewer, target)


@given(positions, places, places)
@settings(max_examples=60)
def test_the_order_of_things_changes_nothing(position: Position, viewer: int, target: int) -> None:
    board, bodies = position
    other = look(replace(board, pieces=board.pieces[::-1]), bodies[viewer], bodies[target], bodies[::-1])
    assert alike(other, ask(position, viewer, target))


@given(positions, places, places, st.integers(1_000, 20_000))
@settings(max_examples=80)
def test_a_bigger_body_is_never_less_visible(position: Position, viewer: int, target: int, by: int) -> None:
    board, bodies = position
    body = bodies[target]
    bigger = replace(body, shape=grown(body.shape, by), height=body.height + by)
    if ask(position, viewer, target).visible:
        assert look(board, bodies[viewer], bigger, bodies).visible


@given(positions, places, places)
@settings(max_examples=100)
def test_an_answer_agrees_with_itself(position: Position, viewer: int, target: int) -> None:
    sighting = ask(position, viewer, target)
    assert 0 <= sighting.hidden <= 1
    assert sighting.visible == (sighting.hidden < 1) == (sighting.line is not None)
    assert (sighting.hidden == 0) == (not sighting.blockers)
    assert list(sighting.blockers) == sorted(set(sighting.blockers))


def test_whole_inches_are_shifted_without_a_trace() -> None:
    board, bodies = random_scene(3)
    moved = tuple(body.at(replace(body.pose, x=body.pose.x + um(100))) for body in bodies)
    shifted = replace(board, pieces=tuple(placed(piece, Pose.at(100, 0)) for piece in board.pieces))
    answers = [look(board, bodies[0], body, bodies).hidden for body in bodies]
    assert answers == [look(shifted, moved[0], body, moved).hidden for body in moved]
