"""The kernel against brute force on crowded random tables, where models stand in walls and in one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from battlefield.body import Body
from battlefield.sight import Sighting, look
from battlefield.table import Board
from tests.battlefield.sight.sampler import Sample, aimed_line, blocking, is_clear, lumps_of_body, sample
from tests.battlefield.sight.scenes import lattice_scene, nasty_scene, random_scene

Position = tuple[Board, tuple[Body, ...]]
Scenes = Callable[[int], Position]

WITH_DISCS, WITHOUT = 0.035, 0.012
"""How much of what is seen rays and kernel may differ by.

Rays see round models as true discs; the kernel's 24 sides leave out a little of their rims, which over a wall that
hides all but the top has been seen to make up to 0.03 of what is seen. Without discs what is left is the rays' grain.
"""


def pairs(scenes: Scenes, seeds: range, viewers: int) -> Iterator[tuple[int, Board, tuple[Body, ...], Body, Body]]:
    for seed in seeds:
        board, bodies = scenes(seed)
        for viewer in bodies[:viewers]:
            for target in bodies:
                if target is not viewer:
                    yield seed, board, bodies, viewer, target


def agree(sighting: Sighting, rough: Sample, discs: bool) -> bool:
    """Whether kernel and rays differ by no more than rays can."""
    if rough.touches and sighting.visible:
        return sighting.hidden == 0
    if not sighting.visible:
        return rough.clear <= 0.004 * rough.met
    return abs(sighting.hidden - rough.hidden) < (WITH_DISCS if discs else WITHOUT)


def disagreements(scenes: Scenes, seeds: range, viewers: int, rays: int) -> tuple[int, int, list[str]]:
    """How many pairs were compared, how many partly hidden ones, and the pairs where something contradicts.

    That is: the hidden share; the witness line of what is visible; a line with room about it to what is hidden.
    """
    many, partly, wrong = 0, 0, []
    for seed, board, bodies, viewer, target in pairs(scenes, seeds, viewers):
        sighting = look(board, viewer, target, bodies)
        rough = sample(board, viewer, target, bodies, rays=rays)
        many, partly = many + 1, partly + (0 < rough.clear < rough.met)
        things = [*lumps_of_body(target), *blocking(board, viewer, target, bodies, ())]
        discs = any(lump.radius for lump in things if lump.owner in (target.id, *sighting.blockers))
        name = f"scene {seed}, {viewer.id} at {target.id}: {sighting}, {rough}"
        if not agree(sighting, rough, discs):
            wrong.append(name)
        if sighting.line is not None and not is_clear(sighting.line, board, viewer, target, bodies):
            wrong.append(f"{name}: this is no line of sight")
        if not sighting.visible and (line := aimed_line(board, viewer, target, bodies, rays, seed)):
            wrong.append(f"{name}: but {line}")
    return many, partly, wrong


@pytest.mark.parametrize("scenes", [random_scene, lattice_scene, nasty_scene])
def test_kernel_and_rays_agree_on_some_hundred_pairs(scenes: Scenes) -> None:
    _, partly, wrong = disagreements(scenes, range(4), viewers=4, rays=3000)
    assert partly > 20
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("scenes", [random_scene, lattice_scene, nasty_scene])
def test_kernel_and_rays_agree_on_thousands_of_pairs(scenes: Scenes, long_battery: bool) -> None:
    many, partly, wrong = disagreements(scenes, range(100, 200 if long_battery else 103), viewers=6, rays=8000)
    assert many > 150
    assert partly > 30
    assert wrong == []
