"""A quarrel settled from a blank table: from the menu, with the mouse, saved, and opened again to the same answer."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from render import app
from render.bench.files import OpenPanel, own_scenes
from render.bench.screen import BenchScreen
from render.screens.menu import MenuScreen
from scenarios.loader import check
from tests.e2e.mouse import Mouse

ROOT = Path(__file__).resolve().parents[2]
FIRST_STEPS = ROOT / "scenarios" / "5e" / "first-steps.yaml"
CTRL = pygame.KMOD_CTRL


def bench(mouse: Mouse) -> BenchScreen:
    screen = mouse.window.screens[-1]
    assert isinstance(screen, BenchScreen)
    return screen


def at(mouse: Mouse, x: float, y: float) -> tuple[int, int]:
    return bench(mouse).view.camera.pixel(x, y)


def laid_out(mouse: Mouse, ware: str = "Container", across: float = 24) -> BenchScreen:
    """A piece of terrain and two models, one behind it."""
    mouse.click("Settle a quarrel")
    screen = bench(mouse)
    mouse.click(ware)
    mouse.click_at(at(mouse, 36, 24))
    for x in (20, 52):
        mouse.click("Models")
        mouse.click("32")
        mouse.click_at(at(mouse, x, across))
    return screen


def test_a_quarrel_from_a_blank_table_to_a_kept_verdict(mouse: Mouse) -> None:
    screen = laid_out(mouse)
    verdict = screen.position.verdict()
    assert verdict is not None and not verdict.visible
    start = at(mouse, 52, 24)
    seen = None
    for step in range(1, 60):
        end = (start[0], start[1] - step)
        mouse.drag(start, end)
        start = end
        seen = screen.position.verdict()
        assert seen is not None
        if seen.visible:
            break
    assert seen is not None and seen.visible, "dragged far enough it comes into view"
    mouse.frames(3)
    margin = screen.position.margin()
    assert margin is not None and margin.visible and 0 < margin.proven < 0.5
    assert any(w.label.startswith("Visible by") for w in mouse.window.ui.widgets if w.label) or any(
        said.text.startswith("Visible by") for said in screen.position.said()
    )
    mouse.key(pygame.K_s, CTRL)
    mouse.key(pygame.K_a, CTRL)
    mouse.type("corner")
    mouse.click("Confirm name")
    (path,) = own_scenes()
    assert check(path) == [] and screen.position.saved is screen.position.data
    screen.editor.select("")
    mouse.key(pygame.K_ESCAPE)
    assert isinstance(mouse.window.screens[-1], MenuScreen)
    mouse.frames(3)
    mouse.click("corner")
    again = bench(mouse).position
    assert again is not screen.position and again.path == path
    assert again.verdict() == seen and again.margin() == margin


def test_the_bench_from_a_battle_leaves_the_battle_alone(mouse: Mouse) -> None:
    assert FIRST_STEPS.exists()
    menu = mouse.window.screens[-1]
    assert isinstance(menu, MenuScreen)
    entry = next(entry for entry in menu.entries if entry.path == FIRST_STEPS)
    mouse.click(f"scenario {entry.edition}/{entry.name}")
    for side in entry.sides:
        mouse.click(f"seat {side.id}:0")
    mouse.click("Begin")
    while mouse.game.state.clock.turn < 1:
        mouse.answer(0)
    digest = mouse.game.session.digest
    standing = {m.id for m in mouse.game.state.models.values() if m.on_table}
    mouse.key(pygame.K_F7)
    screen = bench(mouse)
    assert {str(m["id"]) for m in screen.position.data["models"]} == standing
    one = next(iter(standing))
    x, y = screen.editor.middle(one)
    mouse.drag(at(mouse, x, y), at(mouse, x, y + 3))
    assert screen.position.can_undo
    mouse.key(pygame.K_z, CTRL)
    mouse.key(pygame.K_ESCAPE)
    mouse.key(pygame.K_ESCAPE)
    assert mouse.screen.game.session.digest == digest


def test_a_scene_file_opens_on_the_bench_by_command_and_by_being_dropped(
    mouse: Mouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = laid_out(mouse)
    path = tmp_path / "quarrel.yaml"
    screen.position.save(path)
    position = app._position(str(path))
    assert position is not None and position.verdict() == screen.position.verdict()
    assert app._position(str(FIRST_STEPS)) is None
    mouse.window.opener = lambda file: app._open_file(mouse.window, file)
    screen.editor.select("")
    mouse.key(pygame.K_ESCAPE)
    mouse.post(pygame.DROPFILE, file=str(path))
    mouse.frames(2)
    assert bench(mouse).position.viewer == "blue-1"
    (tmp_path / "notes.txt").write_text("no scene", encoding="utf-8")
    mouse.post(pygame.DROPFILE, file=str(tmp_path / "notes.txt"))
    mouse.frames()
    assert mouse.window._said is not None and "neither a scene" in mouse.window._said[0]


def test_a_broken_scene_is_said_in_words(mouse: Mouse, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("sightline: 1\nedition: 5e\ntable: {width: 0, depth: 3}\n", encoding="utf-8")
    mouse.window.opener = lambda file: app._open_file(mouse.window, file)
    mouse.post(pygame.DROPFILE, file=str(path))
    mouse.frames()
    assert isinstance(mouse.window.screens[-1], MenuScreen)
    assert mouse.window._said is not None and "width" in mouse.window._said[0]


def test_a_problem_at_the_bench_is_kept_with_the_position(mouse: Mouse, home: Path) -> None:
    screen = laid_out(mouse)
    told = app._keep_bundle(mouse.window, RuntimeError("a kernel gave up"))
    assert "What shows it is in" in told
    kept = "".join(path.read_text(errors="replace") for path in home.rglob("*") if path.suffix in (".json", ".txt"))
    assert "a kernel gave up" in kept and "container-1" in kept
    assert screen.position.verdict() is not None


ODD = {
    "empty.yaml": b"", "list.yaml": b"- 1\n- 2\n", "torn.yaml": bytes(range(256)) * 8, "deep.json": b"[" * 50_000,
    "utf16.yaml": "sightline: 1".encode("utf-16"), "tag.yaml": b"!!python/object/apply:os.getcwd []\n",
    "nan.yaml": b"sightline: 1\nedition: 5e\ntable: {width: .nan, depth: 48}\n",
    "far.yaml": b"sightline: 1\nedition: 5e\ntable: {width: 1e9, depth: 48}\n",
    "edition.yaml": b"sightline: 1\nedition: 12e\ntable: {width: 72, depth: 48}\n",
    "game.battle": b"junk", "list.ros": b"<xml", "program.exe": b"MZ", "no ending": b"?",
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_is_refused_in_words_and_the_position_stays(mouse: Mouse, tmp_path: Path, name: str) -> None:
    screen = laid_out(mouse)
    before = screen.position.data
    mouse.window.opener = lambda file: app._open_file(mouse.window, file)
    path = tmp_path / name
    path.write_bytes(ODD[name])
    mouse.post(pygame.DROPFILE, file=str(path))
    mouse.frames(2)
    assert mouse.window._said is not None and name in mouse.window._said[0]
    assert bench(mouse) is screen and screen.position.data is before


@pytest.mark.parametrize("typed", ["~nobody-here/x.yaml", "/", "nothing.yaml", "  ", "~"])
def test_an_odd_path_is_refused_in_words(mouse: Mouse, typed: str) -> None:
    screen = laid_out(mouse)
    before = screen.position.data
    mouse.key(pygame.K_o, CTRL)
    mouse.click("Path of a scene")
    mouse.type(typed)
    mouse.key(pygame.K_RETURN)
    panel = screen.panels[-1]
    assert isinstance(panel, OpenPanel) and (panel.trouble or not typed.strip())
    assert screen.position.data is before


def test_a_wall_is_taken_out_of_a_ruin_and_the_answer_follows(mouse: Mouse) -> None:
    screen = laid_out(mouse, "Ruined house", 26)
    verdict = screen.position.verdict()
    assert verdict is not None and not verdict.visible
    for x in (32, 40):
        mouse.click_at(at(mouse, x, 22))
        mouse.click_at(at(mouse, x, 22))
        mouse.key(pygame.K_DELETE)
    verdict = screen.position.verdict()
    assert verdict is not None and verdict.visible
    for _ in range(2):
        mouse.key(pygame.K_z, CTRL)
    assert screen.position.verdict() is not None and not screen.position.verdict().visible
