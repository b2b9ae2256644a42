"""All pairs at once: the same answers as one by one, with what each side looks through."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from battlefield.pose import Pose
from battlefield.sight import Skip, look, survey, warm
from battlefield.sight.accelerate import ACCELERATED
from battlefield.sight.eye import new_desk, view_some
from battlefield.sight.sightings import _desk, run
from tests.battlefield.sight.scenes import block, board, man, random_scene

ROOT = Path(__file__).parents[3]


def test_a_survey_gives_each_pair_what_a_look_gives() -> None:
    position, bodies = random_scene(11)
    found = survey(position, bodies[:4], bodies[4:], bodies)
    for i, viewer in enumerate(bodies[:4]):
        for j, target in enumerate(bodies[4:]):
            sighting = look(position, viewer, target, bodies)
            assert found.sighting(i, j) == sighting
            assert (found.visible[i, j], found.hidden[i, j]) == (sighting.visible, sighting.hidden)


def test_each_viewer_and_each_target_is_looked_at_through_its_own_set() -> None:
    viewers = [man("v1", 5, 10), man("v2", 5, 12)]
    targets = [man("t1", 25, 10), man("t2", 25, 12)]
    position = board(block("a", 12, 0, 13, 20), block("b", 16, 0, 17, 20))
    skip = Skip((frozenset({"a"}), frozenset({"a", "b"})), (frozenset({"b"}), frozenset()))
    assert survey(position, viewers, targets, (), skip).visible.tolist() == [[True, False], [True, True]]
    assert survey(position, viewers, targets, ()).visible.tolist() == [[False, False], [False, False]]


def test_a_set_is_wanted_for_every_body_or_for_none() -> None:
    with pytest.raises(ValueError, match="1 sets of what to look through for 2 bodies"):
        survey(board(), [man("a", 1, 1), man("b", 2, 2)], [man("c", 9, 9)], (), Skip((frozenset(),)))


def test_equal_questions_share_one_answer_and_a_moved_body_asks_anew() -> None:
    position, bodies = random_scene(12)
    first = survey(position, bodies[:3], bodies[3:], bodies)
    again = survey(replace(position), [replace(body) for body in bodies[:3]], bodies[3:], list(bodies))
    assert again is first
    moved = (*bodies[:-1], bodies[-1].at(Pose.at(1, 1)))
    assert survey(position, moved[:3], moved[3:], moved) is not first


def test_a_look_is_asked_anew_when_something_has_moved_or_is_looked_through() -> None:
    eye, target, between = man("eye", 5, 10), man("target", 25, 10), man("between", 15, 10, height=0.8)
    bodies = (eye, target, between)
    assert look(board(), eye, target, bodies).blockers == ("between",)
    assert look(board(), eye, target, bodies, transparent=("between",)).blockers == ()
    assert look(board(), eye, target, bodies).blockers == ("between",)
    assert look(board(), eye, target, (eye, target, between.at(Pose.at(15, 20)))).blockers == ()
    assert look(board(), eye, target, (eye,)).blockers == ()
    assert look(board(), eye, between, (eye, target)).blockers == ()


def test_answers_cannot_be_written_over() -> None:
    found = survey(board(), [man("a", 1, 1)], [man("b", 9, 9)], ())
    with pytest.raises(ValueError, match="read-only"):
        found.visible[0, 0] = False


def test_nobody_sees_nobody() -> None:
    assert survey(board(), [], [man("b", 9, 9)], ()).visible.shape == (0, 1)
    assert survey(board(), [man("b", 9, 9)], [], ()).hidden.shape == (1, 0)


def test_a_target_that_is_not_on_the_table_hides_nobody() -> None:
    ghost, target = man("ghost", 15, 10, height=3), man("target", 25, 10)
    found = survey(board(), [man("eye", 5, 10)], [ghost, target], [target])
    assert found.hidden.tolist() == [[0, 0]]


def test_a_view_in_more_pieces_than_fit_is_drawn_on_a_larger_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    position, bodies = random_scene(13)
    found = survey(position, bodies[:6], bodies[6:], bodies)
    scene, eyes, spans, skip, also = found._scene, found._eyes, found._spans, found._skip, found._also_skip
    marks, shape = np.zeros(len(scene.owner), np.int64), found.hidden.shape
    small = new_desk(scene.corners, 3)
    todo, outcomes, alone = np.ones(shape, np.bool_), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    assert not view_some(
        scene.prisms, eyes, spans, False, skip, also, small, marks, todo, outcomes, np.zeros(shape), alone
    )  # fmt: skip
    monkeypatch.setattr(
        "battlefield.sight.sightings._desk", lambda corners, pieces: small if pieces == 256 else _desk(corners, pieces)
    )
    _, hidden, _, _ = run(scene, eyes, spans, False, skip, also)
    assert np.round(hidden, 6).tolist() == found.hidden.tolist()


def test_warming_up_says_whether_there_is_something_to_prepare() -> None:
    assert (warm() is not None) == ACCELERATED


PROGRAM = """
import json
from battlefield.sight import crossings, look, seen_whole, survey
from battlefield.sight.accelerate import ACCELERATED
from tests.battlefield.sight.scenes import random_scene
answers = [ACCELERATED]
for seed in range(20, 25):
    board, bodies = random_scene(seed, pieces=10, models=12)
    found = survey(board, bodies[:6], bodies[6:], bodies)
    one = look(board, bodies[0], bodies[4], bodies)
    answers += [found.hidden.tolist(), found.visible.tolist(), one.blockers, one.hidden, one.line]
    answers += [repr(seen_whole(board, bodies[v], bodies[5], bodies)) for v in range(2)]
    answers.append(repr(crossings(board, bodies, bodies[1], bodies[3])))
print(json.dumps(answers))
"""


def answers_of(program: str, **environment: str) -> list[object]:
    """What a program prints as JSON in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded: list[object] = json.loads(run.stdout)
    return loaded


def test_with_and_without_numba_the_answers_are_equal() -> None:
    plain = answers_of(PROGRAM, SIGHTLINE_NO_NUMBA="1")
    assert plain[0] is False
    assert plain[1:] == answers_of(PROGRAM, SIGHTLINE_NO_NUMBA="0")[1:]
