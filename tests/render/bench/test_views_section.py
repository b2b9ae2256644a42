"""The side view: what the plane cuts, where it is drawn, and what is marked on it."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from pathlib import Path

import pygame
import pytest
from shapely import LineString, Point

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.sight import look
from battlefield.table import Board
from battlefield.terrain import area
from battlefield.units import mm, um
from render.bench.section import Section, draw_section, section_of
from render.bench.subject import Subject, subject_of
from render.bench.tracing import Stretch, lit, stop_of, stretches, tightest
from render.theme import INFORMATION, REFUSED, WARNING_INK, Theme
from tests.render.bench.scenes import HILLS, RUIN, TANK, position, verdict

RECT = pygame.Rect(20, 30, 420, 180)


@pytest.fixture
def theme(screen: pygame.Surface) -> Theme:
    return Theme(1.0)


def subject(folder: Path, scene: str, viewer: str, target: str, edition: str | None = None) -> Subject:
    state = position(folder, scene, edition)
    return subject_of(state, verdict(state, viewer, target))


def near(
    surface: pygame.Surface, at: tuple[float, float] | pygame.math.Vector2, color: tuple[int, int, int], reach: int = 2
) -> bool:
    """Whether a pixel of nearly a colour lies within so many pixels of a spot."""
    x, y = round(at[0]), round(at[1])
    return any(
        all(abs(a - b) < 50 for a, b in zip(surface.get_at((x + i, y + j))[:3], color))
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
        if surface.get_rect().collidepoint(x + i, y + j)
    )


def test_the_plane_cuts_a_turned_piece_where_shapely_says(tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    start, end = about.start, about.end
    way = LineString([start[:2], end[:2]])
    for id in ("box", "sacks"):
        (cut,) = [one for one in stretches(about.board, (), start, end) if one.id == id]
        inside = way.intersection(area(about.board.piece(id)))
        assert cut.enters * way.length == pytest.approx(
            min(way.project(Point(spot)) for spot in inside.coords), abs=1e-6
        )
        assert (cut.leaves - cut.enters) * way.length == pytest.approx(inside.length, abs=1e-6)
        assert cut.top == pytest.approx({"box": 2.5, "sacks": 0.7}[id])


def test_a_wall_is_cut_below_the_sill_and_above_the_head_of_its_window(tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    cut = [one for one in stretches(about.board, (), about.start, about.end) if one.id == "ruin" and one.enters < 0.3]
    assert [(one.bottom, one.top) for one in cut[:2]] == [(0.0, pytest.approx(0.8)), (pytest.approx(2.4), 6.0)]


def test_heights_and_distances_have_one_scale_unless_it_says_otherwise(theme: Theme, tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    true, tall = section_of(about, RECT, theme, 1), section_of(about, RECT, theme, 2)
    assert (true.up, tall.up) == (true.along, 2 * tall.along)
    for section in (true, tall, section_of(about, RECT, theme)):
        assert 1 <= section.times <= 4
        assert section.plot.contains(pygame.Rect(section.of(about.start), (1, 1)))
        assert section.plot.contains(pygame.Rect(section.of(about.end), (1, 1)))
        a, b = section.of(about.start), section.of(about.end)
        length = sqrt(sum((p - q) ** 2 for p, q in zip(about.start[:2], about.end[:2])))
        assert b[0] - a[0] == pytest.approx(length * section.along)
        assert a[1] - b[1] == pytest.approx((about.end[2] - about.start[2]) * section.up)


def test_the_whole_of_both_models_is_in_the_picture(theme: Theme, tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    section = section_of(about, RECT, theme)
    for body in (about.viewer, about.target):
        for x, y in body.trunk.exterior.coords:
            for z in (body.bottom, body.top):
                px, py = section.of((x, y, z))
                assert section.plot.left <= px <= section.plot.right
                assert section.plot.top <= py <= section.base + 1


def drawn(theme: Theme, about: Subject) -> tuple[pygame.Surface, Section]:
    surface = pygame.Surface((460, 240))
    return surface, draw_section(surface, RECT, theme, about)


def test_a_blocked_line_is_blue_to_where_it_is_stopped_and_red_from_there(theme: Theme, tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    stop = stop_of(about)
    assert stop is not None and stop.id == "box"
    assert LineString([about.start[:2], stop.at[:2]]).intersection(area(about.board.piece("box"))).length < 1e-6
    assert area(about.board.piece("box")).exterior.distance(LineString([stop.at[:2], stop.at[:2]])) < 1e-4
    surface, section = drawn(theme, about)
    a, s, e = (pygame.math.Vector2(section.of(spot)) for spot in (about.start, stop.at, about.end))
    assert all(near(surface, a.lerp(s, share), INFORMATION) for share in (0.35, 0.6, 0.8))
    assert near(surface, s + (e - s).normalize() * 15, REFUSED)
    assert not any(near(surface, a.lerp(s, share), REFUSED, 1) for share in (0.35, 0.6, 0.8))


def test_a_visible_line_is_nowhere_stopped(theme: Theme, tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    assert stop_of(about) is None
    surface, section = drawn(theme, about)
    assert near(surface, section.of(about.end), INFORMATION)
    assert not near(surface, section.of(about.end), REFUSED)


def test_the_tightest_place_is_where_the_line_is_that_near(theme: Theme, tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    tight = tightest(about)
    assert tight is not None and (tight.id, tight.side) == ("ruin", "over")
    assert tight.at[2] - tight.edge[2] == pytest.approx(tight.clearance, abs=1e-3)
    assert tight.edge[2] in (pytest.approx(0.8), pytest.approx(0.6))
    surface, section = drawn(theme, about)
    assert near(surface, section.of(tight.edge), WARNING_INK)


def test_past_a_corner_the_tightest_place_is_measured_in_the_plan(tmp_path: Path) -> None:
    about = subject(tmp_path, HILLS, "a1", "b1")
    tight = tightest(about)
    assert tight is not None and (tight.id, tight.side) == ("c1", "right")
    apart = sqrt((tight.at[0] - tight.edge[0]) ** 2 + (tight.at[1] - tight.edge[1]) ** 2)
    assert apart == pytest.approx(tight.clearance, abs=1e-3)
    warboss = next(body for body in about.bodies if body.id == "c1")
    assert warboss.trunk.exterior.distance(LineString([tight.edge[:2], tight.edge[:2]])) < 0.01


def test_something_hidden_by_rule_alone_is_stopped_at_the_area(tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    ruled = replace(about, visible=False, blockers=("wood",))
    stop = stop_of(ruled)
    assert stop is not None and stop.id == "wood"
    assert area(about.board.piece("wood")).exterior.distance(LineString([stop.at[:2], stop.at[:2]])) < 1e-4


def test_the_fan_of_light_is_what_single_rays_find() -> None:
    front = [Stretch("slab", 3, 8, 1.5, 1.6), Stretch("low", 4, 5, 0, 0.8), Stretch("high", 6, 6.2, 2.2, 9)]
    free = lit(front, 1.2, 10, 0.0, 3.0)
    assert len(free) == 2
    for i in range(1, 300):
        z = 3.0 * i / 300
        hits = [
            one.id
            for one in front
            for far in [one.enters + (one.leaves - one.enters) * k / 400 for k in range(401)]
            if one.bottom < 1.2 + (z - 1.2) * far / 10 < one.top
        ]
        if min(abs(z - end) for part in free for end in part) > 0.01:
            assert any(a < z < b for a, b in free) == (not hits), z


def test_an_open_field_lights_all_of_the_target() -> None:
    assert lit([], 1.0, 10, 0.0, 2.0) == [(0.0, 2.0)]
    assert lit([Stretch("behind", 11, 12, 0, 9)], 1.0, 10, 0.0, 2.0) == [(0.0, 2.0)]


def test_a_target_straight_overhead_still_makes_a_picture(theme: Theme) -> None:
    below, above = (
        Body(id, Round(mm(32)), Pose.at(10, 10, z), um(1.4), um(1.2)) for id, z in (("below", 0.0), ("above", 4.0))
    )
    board = Board(um(20), um(20))
    seen = look(board, below, above, (below, above))
    about = Subject(board, (below, above), below, above, seen.visible, seen.hidden, seen.line)
    surface, section = drawn(theme, about)
    assert section.along > 0
    assert near(surface, section.of(about.end), INFORMATION, 4)
