"""Margins: what is proven of a shift holds, and what was found flips the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from random import Random

import pytest

from battlefield.body import Body
from battlefield.shapes import Hull, Rect, Round
from battlefield.sight import Margin, join, join_margin, look, look_margin, viewer_margin
from battlefield.table import Board
from battlefield.units import mm, um
from tests.battlefield.sight.scenes import block, board, man, random_scene

Ask = Callable[[Board, Body, Body, tuple[Body, ...]], bool]
Measure = Callable[[Board, Body, Body, tuple[Body, ...]], Margin]


def seen(table: Board, viewer: Body, target: Body, bodies: tuple[Body, ...]) -> bool:
    return look(table, viewer, target, bodies).visible


def joined(table: Board, viewer: Body, target: Body, bodies: tuple[Body, ...]) -> bool:
    return join(table, viewer, target, bodies).visible


def shifted(body: Body, way: float, length: float) -> Body:
    """A body moved by inches in a direction in degrees."""
    pose = body.pose
    x, y = um(length * cos(radians(way))), um(length * sin(radians(way)))
    return body.at(replace(pose, x=pose.x + x, y=pose.y + y))


def holds(table: Board, one: Body, other: Body, bodies: tuple[Body, ...], margin: Margin, ask: Ask, who: str) -> None:
    """Nine tenths of what is proven keeps the answer in every direction; a tenth more than what was found flips it."""

    def answer(way: float, length: float) -> bool:
        if who == "viewer":
            return ask(table, shifted(one, way, length), other, bodies)
        return ask(table, one, shifted(other, way, length), bodies)

    assert answer(0, 0) == margin.visible
    dice = Random(1)
    for way in [*range(0, 360, 30), margin.direction or 0.0]:
        for part in (1.0, dice.random()):
            assert answer(way, 0.9 * margin.proven * part) == margin.visible, (margin, way, part)
    if margin.found is not None and margin.direction is not None:
        assert margin.proven <= margin.found
        assert any(answer(margin.direction, margin.found * more) != margin.visible for more in (1.0, 1.01, 1.1)), margin


MEASURES: list[tuple[Measure, Ask, str]] = [
    (look_margin, seen, "target"),
    (viewer_margin, seen, "viewer"),
    (join_margin, joined, "target"),
]
IDS = ["look", "viewer", "join"]


@pytest.mark.parametrize(("measure", "ask", "who"), MEASURES, ids=IDS)
def test_margins_hold_on_crowded_tables(measure: Measure, ask: Ask, who: str, long_battery: bool) -> None:
    found, hidden = 0, 0
    for seed in range(120 if long_battery else 6):
        table, bodies = random_scene(seed + 40, pieces=18, models=6)
        for target in bodies[1:4]:
            others = tuple(body for body in bodies if body not in (bodies[0], target))
            margin = measure(table, bodies[0], target, others)
            found, hidden = found + (margin.found is not None), hidden + (not margin.visible)
            holds(table, bodies[0], target, others, margin, ask, who)
    assert found > 5
    assert hidden > 0


@pytest.mark.parametrize(("y", "expected"), [(9.8, 0.91), (10.2, 0.11)])
def test_the_margin_at_a_wall_is_what_geometry_says(y: float, expected: float) -> None:
    """The line from an eye at (5, 10) past a wall's end at (15, y) leaves that much of the further upper corner of a
    square inch round (25, 10)."""
    table = board(block("w", 15, 0, 15.001, y, 4))
    eye, target = man("eye", 5, 10), man("target", 25, 10, shape=Rect(um(1), um(1)))
    margin = look_margin(table, eye, target, ())
    assert margin.visible
    assert margin.proven == pytest.approx(expected, rel=0.03)
    assert margin.found == pytest.approx(expected, rel=0.03)
    assert margin.direction == pytest.approx(270 + (y - 10) * 5, abs=12)


def test_a_hidden_target_must_come_out_from_behind_the_wall() -> None:
    table = board(block("w", 15, 0, 15.001, 11, 4))
    square = Rect(um(0.002), um(1))
    margin = look_margin(table, man("eye", 5, 10), man("target", 25, 10, shape=square), ())
    assert not margin.visible
    # The rim at 10.5 must reach the line through (5, 10) and (15, 11), which is at 12 above x = 25.
    expected = 1.5 / (1 + 0.1**2) ** 0.5
    assert margin.proven == pytest.approx(expected, rel=0.02)
    assert margin.found == pytest.approx(expected, rel=0.02)
    assert 80 < (margin.direction or 0.0) < 100


def test_the_margin_of_a_joined_pair_counts_from_any_part() -> None:
    table = board(block("w", 15, 0, 15.001, 11, 4))
    square = Rect(um(0.002), um(1))
    one, other = man("one", 5, 10, shape=square), man("other", 25, 10, shape=square)
    margin = join_margin(table, one, other, ())
    # From the upper rim of the one, (5, 10.5), the line past (15, 11) is at 11.5 above x = 25.
    assert not margin.visible
    assert margin.proven == pytest.approx(1.0 / (1 + 0.05**2) ** 0.5, rel=0.02)


def test_nothing_in_the_way_leaves_no_margin_to_find() -> None:
    margin = look_margin(board(), man("eye", 5, 10), man("target", 25, 10), ())
    assert (margin.visible, margin.found, margin.proven) == (True, None, 6.0)
    assert "stays visible" in margin.told()


def test_a_margin_is_told_in_inches_and_degrees() -> None:
    assert Margin(True, 0.08, 0.082, 270.0).told() == 'Visible by 0.080": a shift of 0.082" towards 270° hides it.'
    assert Margin(False, 0.0, 0.002, 90.0).told().startswith('Hidden by less than 0.001"')
    assert Margin(True, 0.5, 0.6, 10.0).data() == {"proven": 0.5, "found": 0.6, "direction": 10.0}


@pytest.mark.parametrize("shape", [Round(mm(32)), Hull(((-50800, -25400), (50800, -25400), (0, 50800)))])
def test_margins_of_every_shape(shape: Round | Hull) -> None:
    table = board(block("w", 15, 0, 16, 10.1, 4))
    eye, target = man("eye", 5, 10), man("target", 25, 10, shape=shape, facing=33)
    for measure, ask, who in MEASURES:
        holds(table, eye, target, (), measure(table, eye, target, ()), ask, who)
