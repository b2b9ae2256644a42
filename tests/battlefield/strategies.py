"""Shapes, poses and bodies for property tests, and the symmetries a table has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape
from battlefield.units import FULL_TURN, INCH

ARROW = ((-50_000, -30_000), (60_000, 0), (-50_000, 30_000), (-20_000, 0))
WEDGE = ((-40_000, -25_000), (45_000, -10_000), (30_000, 35_000))

sizes = st.integers(INCH // 2, 4 * INCH)
shapes: st.SearchStrategy[Shape] = st.one_of(
    st.builds(Round, sizes),
    st.builds(Rect, sizes, sizes),
    st.builds(Oval, sizes, sizes),
    st.sampled_from([Hull(ARROW), Hull(WEDGE)]),
)
discs = st.builds(Round, sizes)
spots = st.integers(-5 * INCH, 5 * INCH)
facings = st.integers(0, FULL_TURN - 1)
poses = st.builds(Pose, spots, spots, st.just(0), facings)


def body(id: str, shape: Shape, pose: Pose, height: int = INCH) -> Body:
    """A body an inch high unless told otherwise."""
    return Body(id, shape, pose, height, height)


def bodies(id: str) -> st.SearchStrategy[Body]:
    """Bodies of every shape."""
    return st.builds(body, st.just(id), shapes, poses)


def mirrored(shape: Shape) -> Shape:
    """A shape as a mirror along its facing shows it."""
    return Hull(tuple((x, -y) for x, y in shape.points)) if isinstance(shape, Hull) else shape


def shift(shape: Shape, pose: Pose) -> tuple[Shape, Pose]:
    """Everything moved by the same odd amount."""
    return shape, replace(pose, x=pose.x + 123_457, y=pose.y - 765_433)


def flip(shape: Shape, pose: Pose) -> tuple[Shape, Pose]:
    """Everything seen in a mirror along the x axis."""
    return mirrored(shape), replace(pose, y=-pose.y, facing=-pose.facing % FULL_TURN)


def quarter(shape: Shape, pose: Pose) -> tuple[Shape, Pose]:
    """Everything turned by a right angle about the origin."""
    return shape, replace(pose, x=-pose.y, y=pose.x, facing=(pose.facing + FULL_TURN // 4) % FULL_TURN)


SYMMETRIES: tuple[Callable[[Shape, Pose], tuple[Shape, Pose]], ...] = (shift, flip, quarter)
symmetries = st.sampled_from(SYMMETRIES)
