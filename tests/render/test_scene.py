from __future__ import annotations

from dataclasses import replace

from battlefield.pose import Pose
from render import scene as scenes
from render.scene import Badge, Banner, Goal, Mark, build, letters
from tests.render.table.sample import SHAPES, scene


def test_a_scene_told_by_what_happened_equals_the_scene_built_from_the_outcome() -> None:
    start = scene(20)
    first, second = sorted(start.figures)[:2]
    told = scenes.moved(start, first, Pose.at(30, 30))
    told = scenes.wounded(told, first, 1)
    told = scenes.felled(told, second)
    told = scenes.badged(told, "0.0", Badge.LOCKED)
    told = scenes.badged(told, "0.0", Badge.MOVED)
    told = scenes.held(told, "g2", 1)
    told = scenes.scored(told, 0, 4)

    gone = start.figures[second]
    figures = {**start.figures, first: replace(start.figures[first], pose=Pose.at(30, 30), lost=1)}
    del figures[second]
    banners = {**start.banners, "0.0": replace(start.banners["0.0"], badges=(Badge.LOCKED, Badge.MOVED))}
    goals = {**start.goals, "g2": replace(start.goals["g2"], holder=1)}
    fallen = (*start.fallen, Mark(second, gone.side, gone.shape, gone.pose))
    assert told == build(figures.values(), banners.values(), goals.values(), (4, 5), fallen)


def test_nothing_told_changes_the_scene_it_was_told_of() -> None:
    start, same = scene(5), scene(5)
    first = min(start.figures)
    scenes.felled(scenes.badged(scenes.moved(start, first, Pose.at(1, 1)), "0.0", Badge.RAN), first)
    assert start == same


def test_a_turn_clears_the_fallen_and_that_side_s_moves_but_not_what_lasts() -> None:
    banners = [Banner(unit, side, "A", unit, (Badge.MOVED, Badge.PINNED)) for side, unit in enumerate("ab")]
    after = scenes.turned(build([], banners, fallen=[Mark("x", 0, SHAPES[0], Pose.at(1, 1))]), 0)
    assert after.fallen == ()
    assert after.banners["a"].badges == (Badge.PINNED,)
    assert after.banners["b"].badges == (Badge.MOVED, Badge.PINNED)


def test_a_badge_is_worn_once_and_taken_off() -> None:
    start = build([], [Banner("a", 0, "A", "Boyz")])
    twice = scenes.badged(scenes.badged(start, "a", Badge.RAN), "a", Badge.RAN)
    assert twice.banners["a"].badges == (Badge.RAN,)
    assert scenes.badged(twice, "a", Badge.RAN, on=False) == start


def test_embarking_leaves_no_mark() -> None:
    start = scene(5)
    after = scenes.withdrawn(start, min(start.figures))
    assert len(after.figures) == len(start.figures) - 1 and after.fallen == start.fallen


def test_models_glide_from_where_they_were_and_turn_the_short_way() -> None:
    start = scene(5)
    first, second = sorted(start.figures)[:2]
    before = scenes.moved(start, first, Pose.at(10, 10, 0, 350))
    after = scenes.felled(scenes.moved(before, first, Pose.at(20, 14, 3, 20)), second)
    halfway = scenes.between(before, after, 0.5)
    assert halfway.figures[first].pose == Pose.at(15, 12, 1.5, 5)
    assert second not in halfway.figures and halfway.fallen == after.fallen
    assert scenes.between(before, after, 0).figures[first].pose == Pose.at(10, 10, 0, 350)
    assert scenes.between(before, after, 1) == after


def test_letters_run_from_a_to_z_and_on_to_aa() -> None:
    named = letters((str(i), "") for i in range(28))
    assert [named[str(i)] for i in (0, 25, 26, 27)] == ["A", "Z", "AA", "AB"]


def test_units_keep_their_own_letters_and_no_two_on_the_table_share_one() -> None:
    named = letters([("a", "A"), ("b", "B"), ("x", "A"), ("y", "Q"), ("z", "B")])
    assert named == {"a": "A", "b": "B", "x": "C", "y": "Q", "z": "D"}


def test_the_models_of_a_unit_come_in_order_of_id() -> None:
    assert [f.id for f in scene(20).of_unit("0.1")] == sorted(f"0.1.{i}" for i in range(10))
    assert build([], goals=[Goal("g", 1, Pose.at(1, 1))]).goals["g"].holder is None
