"""What is laid over the table: lines of sight as several editions read them, and the hidden ground."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from shapely import LineString, Point, box

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.sight import join, look
from battlefield.units import inches, um
from engine.books import book_for
from render.battle.staging import scene_of
from render.bench.lines import APART, Reading, draw_blockers, draw_lines
from render.bench.shadow import COARSEST, HUES, _edges, draw_shadow, hue_of, shade_of
from render.bench.subject import Subject, subject_of
from render.bench.tracing import stop_of, tightest
from render.table.camera import Camera
from render.table.strokes import Chips
from render.table.view import TableView
from render.theme import INFORMATION, REFUSED, WARNING_INK, Theme
from tests.render.bench.scenes import HILLS, RUIN, TANK, position, verdict
from tests.render.bench.test_views_section import near

VIEW = pygame.Rect(0, 0, 900, 680)


def subject(folder: Path, scene: str, viewer: str, target: str) -> Subject:
    state = position(folder, scene)
    return subject_of(state, verdict(state, viewer, target))


def camera_for(about: Subject) -> Camera:
    return Camera.fit(inches(about.board.width), inches(about.board.depth), VIEW)


def blank(screen: pygame.Surface) -> tuple[pygame.Surface, Chips]:
    surface = pygame.Surface(VIEW.size)
    surface.fill((0x77, 0x80, 0x6C))
    return surface, Chips(Theme(1.0), VIEW)


# -- the hidden ground -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scene", "viewer", "target"), [(TANK, "a1", "t1"), (RUIN, "a2", "b2"), (HILLS, "b1", "c1")])
def test_in_the_dark_nothing_of_a_thin_body_is_seen_and_elsewhere_some(
    tmp_path: Path, scene: str, viewer: str, target: str
) -> None:
    about = subject(tmp_path, scene, viewer, target)
    shade, dice = shade_of(about), random.Random(3)
    edge, dark, lit = shade.dark.boundary, 0, 0
    for _ in range(300):
        x, y = dice.uniform(1, 47), dice.uniform(1, 35)
        spot = Point(x, y)
        if edge.distance(spot) < COARSEST:
            continue
        stick = Body("stick", Round(um(0.02)), Pose.at(x, y), about.target.height, 0)
        bodies = tuple(body for body in about.bodies if body.id != target or scene != TANK)
        if any(body.base.distance(spot) < 0.1 for body in about.bodies):
            continue
        seen = look(about.board, about.viewer, stick, bodies, transparent=about.away)
        if shade.dark.covers(spot):
            dark += 1
            assert not seen.visible or seen.hidden > 0.99, (x, y)
        else:
            lit += 1
            assert seen.visible, (x, y)
    assert dark > 20 and lit > 60


def test_dark_and_lit_make_up_the_table(tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    shade = shade_of(about)
    assert shade.dark.intersection(shade.lit).area == pytest.approx(0, abs=1e-6)
    assert shade.dark.union(shade.lit).area == pytest.approx(48 * 36)
    assert box(0, 0, 48, 36).buffer(1e-6).covers(shade.dark)


def test_each_blocker_throws_its_own_shadow_in_its_own_colour(tmp_path: Path) -> None:
    about = subject(tmp_path, HILLS, "a1", "b1")
    shade = shade_of(about)
    assert [name for name, _ in shade.by] == [name for name in about.blockers if name != "fence"]
    hues = [hue_of(about, name) for name, _ in shade.by]
    assert len(set(hues)) == 2 and set(hues) <= set(HUES)
    assert [hue_of(replace(about, blockers=about.blockers[::-1]), name) for name, _ in shade.by] == hues
    for _, ground in shade.by:
        assert ground.difference(shade.dark.buffer(COARSEST)).area == pytest.approx(0, abs=1e-6)
    assert dict(shade.by)["low"].intersects(box(21, 15, 27, 21))


def test_any_part_sees_all_that_the_eye_sees_and_more(tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "t1", "a1")
    eye, whole = shade_of(about), shade_of(replace(about, whole=True))
    assert whole.dark.area < 0.8 * eye.dark.area
    assert "box" in dict(whole.by)


def test_behind_windows_the_dark_of_any_part_is_what_no_part_sees(tmp_path: Path) -> None:
    about = replace(subject(tmp_path, RUIN, "a1", "b1"), whole=True)
    shade, dice = shade_of(about), random.Random(5)
    dark, told = shade.dark, {True: 0, False: 0}
    edge = dark.boundary
    for _ in range(500):
        x, y = dice.uniform(28.5, 46), dice.uniform(10, 26)
        stick = Body("stick", Round(um(0.02)), Pose.at(x, y), about.target.height, 0)
        if edge.distance(Point(x, y)) < 0.2 or any(body.base.distance(Point(x, y)) < 0.1 for body in about.bodies):
            continue
        hidden = dark.covers(Point(x, y))
        seen = join(about.board, about.viewer, stick, (*about.bodies, stick), transparent=about.away)
        assert seen.visible is not hidden, (x, y)
        told[hidden] += 1
    assert min(told.values()) > 20


def test_each_blocker_of_any_part_throws_the_shadow_it_would_throw_alone(tmp_path: Path) -> None:
    about = replace(subject(tmp_path, TANK, "a1", "t1"), whole=True)
    by = dict(shade_of(about).by)
    assert set(by) == set(about.blockers)
    for ground in by.values():
        assert ground.difference(shade_of(about).dark.buffer(COARSEST)).area == pytest.approx(0, abs=1e-6)


def test_finer_stretches_leave_less_light_that_no_part_throws(tmp_path: Path) -> None:
    about = replace(subject(tmp_path, RUIN, "a1", "b1"), whole=True)
    coarse, fine = shade_of(about, finer=0).dark, shade_of(about, finer=3).dark
    assert coarse.difference(fine.buffer(COARSEST / 2)).area < 1e-6
    assert fine.area > coarse.area + 1


def test_a_shadow_is_edged_without_its_slits_and_not_along_the_table(tmp_path: Path) -> None:
    ground = box(10, 0, 20, 36).difference(box(14, 0, 14.1, 36)).union(box(30, 10, 40, 20))
    edges = _edges(ground, (48.0, 36.0))
    assert sum(LineString(edge).length for edge in edges) == pytest.approx(2 * 36 + 4 * 10, abs=0.5)


def test_a_nearer_view_has_finer_rows(tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    coarse, fine = shade_of(about), shade_of(about, step=COARSEST / 8)
    assert sum(map(len, fine.ground.rings)) > 6 * sum(map(len, coarse.ground.rings))
    assert fine.dark.symmetric_difference(coarse.dark).difference(coarse.dark.boundary.buffer(COARSEST)).area < 1e-6


def test_a_higher_question_has_less_dark(tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    assert shade_of(about, 0.2).dark.area > shade_of(about, 1.2).dark.area


def test_the_dark_is_darker_the_lit_brighter_and_bases_stay_as_they_are(screen: pygame.Surface, tmp_path: Path) -> None:
    state = position(tmp_path, TANK)
    about = subject_of(state, verdict(state, "a1", "t1"))
    surface = pygame.Surface(VIEW.size)
    view = TableView(state.board, Theme(1.0), VIEW)
    view.draw(surface, scene_of(state, book_for(state.setup.edition)))
    before = surface.copy()
    shade = draw_shadow(surface, view.camera, about)
    view.done(surface)

    def light(picture: pygame.Surface, at: tuple[float, float]) -> int:
        return sum(sum(picture.get_at((round(at[0]) + i, round(at[1])))[:3]) for i in range(12))

    dark_spot, lit_spot = view.camera.to_screen(43, 24), view.camera.to_screen(10, 30)
    assert shade.dark.covers(Point(43, 24)) and shade.lit.covers(Point(10, 30))
    assert light(surface, dark_spot) < 0.85 * light(before, dark_spot)
    assert 1.0 < light(surface, lit_spot) / light(before, lit_spot) < 1.2
    tank = view.camera.to_screen(33.5, 22)
    assert shade.dark.covers(Point(33.5, 22))
    assert surface.get_at(tuple(map(round, tank))) == before.get_at(tuple(map(round, tank)))
    outside = view.camera.rect.x + 2, view.camera.rect.y + 2
    assert surface.get_at(outside) == before.get_at(outside)


# -- lines -------------------------------------------------------------------------------------------------------------


def test_a_line_runs_from_the_eye_to_the_witness(screen: pygame.Surface, tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    camera = camera_for(about)
    surface, chips = blank(screen)
    (stroke,) = draw_lines(surface, camera, chips, [Reading("5e", about)])
    assert stroke.start == pytest.approx(camera.to_screen(14, 18))
    assert stroke.end == pytest.approx(camera.to_screen(*about.end[:2]))
    a, b = pygame.math.Vector2(stroke.start), pygame.math.Vector2(stroke.end)
    dashes = [surface.get_at(tuple(map(round, a.lerp(b, i / 200))))[:3] == INFORMATION for i in range(60, 200)]
    assert 0.3 < sum(dashes) / len(dashes) < 0.9
    assert near(surface, stroke.end, INFORMATION)


def test_a_clear_line_is_solid_and_a_partly_hidden_one_dashed(screen: pygame.Surface, tmp_path: Path) -> None:
    about = subject(tmp_path, RUIN, "a1", "b1")
    camera = camera_for(about)
    shares = []
    for hidden in (0.0, 0.4):
        surface, chips = blank(screen)
        alone = about.viewer, about.target
        about_so = replace(about, hidden=hidden, board=replace(about.board, pieces=()), bodies=alone)
        (stroke,) = draw_lines(surface, camera, chips, [Reading("5e", about_so)])
        a, b = pygame.math.Vector2(stroke.start), pygame.math.Vector2(stroke.end)
        spots = [a.lerp(b, i / 300) for i in range(20, 120)]
        shares.append(sum(near(surface, (spot.x, spot.y), INFORMATION, 1) for spot in spots) / len(spots))
        assert len(chips.taken) == (1 if hidden else 0)
    assert shares[0] == 1.0 and shares[1] < 0.9


def test_a_blocked_line_turns_red_where_it_is_stopped(screen: pygame.Surface, tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    camera = camera_for(about)
    surface, chips = blank(screen)
    (stroke,) = draw_lines(surface, camera, chips, [Reading("5e", about)])
    stop = stop_of(about)
    assert stop is not None and stroke.stop is not None
    assert stroke.stop == pytest.approx(camera.to_screen(*stop.at[:2]))
    a, s, b = (pygame.math.Vector2(spot) for spot in (stroke.start, stroke.stop, stroke.end))
    assert near(surface, a.lerp(s, 0.5), INFORMATION) and not near(surface, a.lerp(s, 0.5), REFUSED)
    behind = s + (b - s).normalize() * 20
    assert near(surface, behind, REFUSED)


def test_several_readings_run_side_by_side_each_with_its_name(screen: pygame.Surface, tmp_path: Path) -> None:
    about = subject(tmp_path, HILLS, "a1", "b1")
    camera = camera_for(about)
    surface, chips = blank(screen)
    readings = [
        Reading("5e", about), Reading("8e", replace(about, hidden=0.0), (0xE6, 0xA0, 0xC6)),
        Reading("11e", replace(about, visible=False, line=about.line)),
    ]  # fmt: skip
    strokes = draw_lines(surface, camera, chips, readings)
    apart = [pygame.math.Vector2(p.end).distance_to(q.end) for p, q in pairwise(strokes)]
    assert apart == [pytest.approx(APART), pytest.approx(APART)]
    assert near(surface, strokes[1].end, (0xE6, 0xA0, 0xC6))
    assert len(chips.taken) == 3 + 1
    assert all(not one.colliderect(other) for i, one in enumerate(chips.taken) for other in chips.taken[:i])


def test_the_tightest_place_has_a_tick_to_the_edge(screen: pygame.Surface, tmp_path: Path) -> None:
    about = subject(tmp_path, HILLS, "a1", "b1")
    camera = camera_for(about)
    surface, chips = blank(screen)
    draw_lines(surface, camera, chips, [Reading("5e", about)])
    tight = tightest(about)
    assert tight is not None
    assert near(surface, camera.to_screen(*tight.edge[:2]), WARNING_INK)


def test_blockers_are_outlined_and_others_are_not(screen: pygame.Surface, tmp_path: Path) -> None:
    about = subject(tmp_path, TANK, "a1", "t1")
    camera = camera_for(about)
    surface, _ = blank(screen)
    draw_blockers(surface, camera, about)
    assert near(surface, camera.to_screen(22.75, 18), hue_of(about, "box"))
    assert not any(near(surface, camera.to_screen(17, 17), hue) for hue in HUES)
