"""Distances between many models, and who may be near."""

from __future__ import annotations

from random import Random

import pytest

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Rect, Round, Shape
from battlefield.units import INCH, um
from engine.mechanics.straight import Host, straight, straights

SHAPES: tuple[Shape, ...] = (
    Round(INCH), Round(um(2)), Rect(um(3), um(2)), Hull(((-um(2), -um(1)), (um(2), -um(1)), (0, um(2))))
)  # fmt: skip


def crowd(seed: int, count: int) -> list[Body]:
    dice = Random(seed)
    return [
        Body(f"b{n}", dice.choice(SHAPES), Pose.at(dice.uniform(0, 20), dice.uniform(0, 20), dice.choice((0, 0, 3))),
             um(2), um(1))
        for n in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_many_are_as_far_apart_as_one_by_one(seed: int) -> None:
    ones, others = crowd(seed, 6), crowd(seed + 100, 9)
    assert straights(ones, others).tolist() == [[straight(a, b) for b in others] for a in ones]


@pytest.mark.parametrize("seed", range(4))
def test_a_host_leaves_out_nobody_who_is_near_and_some_who_are_not(seed: int) -> None:
    ones, others = crowd(seed, 2), crowd(seed + 100, 40)
    beside = Host(others).beside(ones, um(1))
    near = [body for body in others if min(straight(one, body) for one in ones) <= um(1)]
    assert [body for body in beside if body in near] == near
    assert len(beside) < len(others)


def test_nobody_is_near_nobody() -> None:
    assert Host(()).beside(crowd(1, 2), um(1)) == ()
    assert Host(crowd(1, 2)).beside((), um(1)) == ()
