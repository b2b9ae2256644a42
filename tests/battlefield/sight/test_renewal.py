"""After bodies have moved, come or gone, answers about many pairs are what they would be from the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.sight import Joins, Skip, Survey, joined, joins, sightings, survey
from battlefield.sight.packing import _RECENT, _scene_of
from tests.battlefield.sight.scenes import random_scene

Bodies = tuple[Body, ...]
Ask = Callable[..., Survey | Joins]

spot = st.tuples(st.floats(1, 27), st.floats(1, 21), st.sampled_from([0.0, 0.0, 2.5]))
moves = st.lists(st.dictionaries(st.integers(0, 15), spot, min_size=1, max_size=3), min_size=1, max_size=4)


def forget() -> None:
    """Let nothing be known from before."""
    for cache in (sightings._survey, joined._joins, _scene_of):
        cache.cache_clear()
    for earlier in (sightings._EARLIER, joined._EARLIER, _RECENT):
        earlier.clear()


def moved(bodies: Bodies, places: dict[int, tuple[float, float, float]]) -> Bodies:
    """The bodies, some of them elsewhere."""
    return tuple(b.at(Pose.at(*places[i], i * 40)) if i in places else b for i, b in enumerate(bodies))


def same(one: Survey | Joins, other: Survey | Joins) -> bool:
    """Whether two answers are the same to the last digit, with all that each pair tells."""
    rows, columns = one.visible.shape
    pairs = [(i, j) for i in range(rows) for j in range(columns)]
    if isinstance(one, Survey) and isinstance(other, Survey):
        told = all(one.sighting(*pair) == other.sighting(*pair) for pair in pairs)
        return told and bool((one.hidden == other.hidden).all() and (one.visible == other.visible).all())
    assert isinstance(one, Joins)
    assert isinstance(other, Joins)
    return bool((one.visible == other.visible).all()) and all(one.join(*p) == other.join(*p) for p in pairs[::3])


@pytest.mark.parametrize("ask", [survey, joins])
@given(st.integers(0, 60), moves, st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_answers_brought_up_to_date_are_those_from_the_start(
    ask: Ask, seed: int, steps: list[dict[int, tuple[float, float, float]]], block: bool, through: bool
) -> None:
    board, bodies = random_scene(seed, pieces=8, models=16, width=28, depth=22)
    skip = Skip((frozenset({"model001", "piece2"}),) * 8, (frozenset({"model009"}),) * 8) if through else None
    forget()
    found = ask(board, bodies[:8], bodies[8:], bodies if block else (), skip)
    for places in steps:
        bodies = moved(bodies, places)
        if isinstance(found, Survey):
            found.sighting(0, 0)
        found = ask(board, bodies[:8], bodies[8:], bodies if block else (), skip)
    forget()
    assert same(found, ask(board, bodies[:8], bodies[8:], bodies if block else (), skip))


@pytest.mark.parametrize("ask", [survey, joins])
@given(st.integers(0, 60), st.sets(st.integers(4, 15), max_size=4), st.sets(st.integers(4, 15), max_size=4))
@settings(max_examples=30, deadline=None)
def test_bodies_may_leave_the_table_and_come_to_it(ask: Ask, seed: int, before: set[int], after: set[int]) -> None:
    board, bodies = random_scene(seed, pieces=8, models=16, width=28, depth=22)
    there = tuple(body for i, body in enumerate(bodies) if i not in before)
    forget()
    ask(board, bodies[:2], bodies[2:4], there)
    there = tuple(body for i, body in enumerate(bodies) if i not in after)
    found = ask(board, bodies[:2], bodies[2:4], there)
    forget()
    assert same(found, ask(board, bodies[:2], bodies[2:4], there))


def test_a_pair_far_from_what_moved_is_not_looked_at_again() -> None:
    board, bodies = random_scene(3, pieces=8, models=16, width=28, depth=22)
    forget()
    far = bodies[0].at(Pose.at(-90, -90))
    first = survey(board, bodies[:8], bodies[8:], (*bodies[1:], far))
    pair = next((i, j) for i in range(1, 8) for j in range(8) if first.visible[i, j])
    sighting = first.sighting(*pair)
    later = survey(board, bodies[:8], bodies[8:], (*bodies[1:], far.at(Pose.at(-95, -90))))
    assert later is not first
    assert later.sighting(*pair) is sighting
