"""A ruling is three files with one name, and its scene opens anywhere to the same question and the same answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
import yaml

from render import app, cli, png
from render.bench import ruling, ruling_words
from render.bench.backdrop import Backdrop
from render.bench.position import EDITIONS, Position
from render.bench.ruling import RulingError
from render.bench.ruling_panel import COPIED, RulingPanel
from render.bench.ruling_picture import SIZE
from render.bench.screen import BenchScreen
from render.cards import rule_card, title_of
from scenarios.loader import check
from tests.e2e.mouse import Mouse
from tests.render.bench.positions import quarrel, random_position


def answers(position: Position) -> list[object]:
    verdict = position.verdict()
    assert verdict is not None
    margin = position.margin()
    return [verdict, margin and margin.data()]


def test_a_ruling_is_a_picture_a_text_and_a_scene_with_one_name(tmp_path: Path) -> None:
    made = ruling.write(quarrel(26.8), ["5e"], tmp_path / "new" / "folder")
    assert [file.name for file in made.files] == [f"Past the container-001.{e}" for e in ("png", "txt", "yaml")]
    assert all(file.stat().st_size > 100 for file in made.files)
    assert str(tmp_path) in made.told
    again = ruling.write(quarrel(26.8), ["5e"], tmp_path / "new" / "folder")
    assert again.picture.name == "Past the container-002.png"


def test_without_a_folder_they_lie_beside_the_saved_battles(home: Path) -> None:
    assert ruling.write(quarrel(26.8), ["5e"]).scene.parent == home / "rulings"


def test_the_text_tells_all_of_it(tmp_path: Path) -> None:
    position = quarrel(26.8)
    text = ruling.write(position, ["5e"], tmp_path).text.read_text(encoding="utf-8")
    verdict, margin = position.verdict(), position.margin()
    assert verdict is not None and margin is not None
    start, end = ([f"{v / 25400:.4f}" for v in spot] for spot in verdict.line)
    for told in (
        "What does Marine (a1) see of Ork (t1)?",
        "Past the container-001.yaml opens to this position",
        "By the rules of 5e",
        ruling_words.answer(verdict),
        "Line of sight: from (20.0000, 22.0000, 1.2500)",
        f"({', '.join(start)}) to ({', '.join(end)})",
        "Blockers: Container (crate)",
        "past the left corner of Container",
        f'Margin: proven {margin.proven:.4f}", found {margin.found:.4f}" towards {margin.direction:.1f}°',
        "4+ cover save, by Container",
        'Distance: 23.215"',
        "Marine (a1) of alpha: at (20.0000, 22.0000), feet 0.00, eye 1.25, head 1.40, base 32 mm",
        "Container (block), from 0.00 to 3.00: (30.000, 20.000)",
        'a table of 72" x 48"',
    ):
        assert told in text, told
    for rule in verdict.rules:
        assert f"{title_of(rule)} [{rule}]" in text
        assert " ".join(rule_card(rule).rule.split()[:6]) in " ".join(text.split())


def test_a_hidden_target_is_told_with_what_hides_it() -> None:
    text = ruling_words.sheet(quarrel(22), ["5e"], "x.yaml")
    assert "HIDDEN" in text and "Line of sight: none exists" in text and "Blockers: Container (crate)" in text
    assert "Hidden by 4.0" in text and "Hidden share: 100.0 %" in text


def test_units_are_told_model_by_model() -> None:
    position = random_position(3, "5e")
    assert position.whole_units
    text = ruling_words.sheet(position, ["5e"], "x.yaml")
    verdict = position.verdict()
    assert "What does the unit alpha see of the unit boyz?" in text
    for viewer in ("m1", "m3", "m5"):
        seen = [pair.target for pair in verdict.pairs if pair.viewer == viewer and pair.visible]
        line = next(line for line in text.splitlines() if line.strip().startswith(f"{viewer} sees"))
        assert all(target in line for target in seen) and (seen or "none of them" in line)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(12))
def test_the_scene_of_a_ruling_opens_to_the_same_question_and_answer(
    tmp_path: Path, seed: int, edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    position = random_position(seed, edition)
    file = tmp_path / "elsewhere.yaml"
    file.write_text(position.text(), encoding="utf-8")
    again = Position.open(file)
    assert (again.viewer, again.target, again.whole_units) == (position.viewer, position.target, position.whole_units)
    assert again.edition == edition
    assert answers(again) == answers(position)
    assert again.text() == position.text()
    code = cli.main(["los", str(file), "--json"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    line, verdict = json.loads(lines[0]), position.verdict()
    assert (line["from"], line["to"], line["edition"]) == (position.viewer, position.target, edition)
    assert line["visible"] is verdict.visible and line["rules"] == list(verdict.rules)
    assert code == (0 if verdict.visible else 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_position_that_was_dragged_about_opens_as_it_lies(tmp_path: Path, seed: int) -> None:
    position = random_position(seed, "5e")
    for n in range(5):
        position.move_piece("p0", (35.123456 + n / 3, 46), facing=n * 11.1)
        position.move_model("m2", (35.123456 + n / 7, 1.2), facing=n * 33.3)
    position.settle()
    assert not position.problems
    position.save(tmp_path / "a.yaml")
    assert answers(Position.open(tmp_path / "a.yaml")) == answers(position)


def test_the_scene_of_a_ruling_has_no_mistake_and_keeps_the_errors(tmp_path: Path) -> None:
    made = ruling.write(quarrel(26.8, 0.1), ["5e"], tmp_path)
    assert check(made.scene) == []
    data = yaml.safe_load(made.scene.read_text(encoding="utf-8"))
    assert data["asked"] == {"from": "a1", "to": "t1"}
    assert [entry["error"] for entry in (*data["models"], *data["terrain"])] == [0.1, 0.1, 0.1]


def test_the_picture_shows_table_line_and_words(tmp_path: Path) -> None:
    made = ruling.write(quarrel(26.8), ["5e"], tmp_path)
    picture = pygame.image.load(str(made.picture))
    assert picture.get_size() == SIZE
    other = pygame.image.load(str(ruling.write(quarrel(22.0), ["5e"], tmp_path).picture))
    for left, top, wide, high in ((30, 100, 1200, 700), (30, 930, 1200, 240), (1290, 100, 600, 300)):
        one, two = (p.subsurface((left, top, wide, high)) for p in (picture, other))
        colours = {tuple(one.get_at((x, y))) for x in range(0, wide, 7) for y in range(0, high, 7)}
        assert len(colours) > 5, "something is drawn there"
        assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(two, "RGB"), "and it depends on the position"


def test_every_edition_that_is_asked_has_its_words(tmp_path: Path) -> None:
    text = ruling.write(quarrel(26.8), EDITIONS, tmp_path).text.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("By the rules of")] == [
        f"By the rules of {edition}" for edition in EDITIONS
    ]


def test_nothing_is_left_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(png, "write", full)
    with pytest.raises(OSError, match="No space left"):
        ruling.write(quarrel(26.8), ["5e"], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_position_that_no_file_may_have_is_refused_with_the_reason(tmp_path: Path) -> None:
    position = quarrel(26.8)
    position.edit("models", "t1", lambda entry: {**entry, "eye": 9})
    with pytest.raises(RulingError, match=r"Model t1: its eye \(9\) is above its top"):
        ruling.write(position, ["5e"], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_position_without_a_question_can_be_written_down(tmp_path: Path) -> None:
    position = quarrel(26.8, asked=None)
    made = ruling.write(position, ["5e"], tmp_path)
    text = made.text.read_text(encoding="utf-8")
    assert "Nobody is asked about." in text and "Marine (a1) of alpha" in text
    assert Position.open(made.scene).viewer == ""


@pytest.fixture
def bench(home: Path) -> Iterator[tuple[Mouse, BenchScreen]]:
    mouse = Mouse((1280, 720))
    screen = BenchScreen(mouse.window, quarrel(26.8))
    mouse.window.push(screen)
    mouse.frames(2)
    yield mouse, screen
    pygame.event.clear()
    mouse.close()


def test_one_key_writes_the_ruling_and_says_where(bench: tuple[Mouse, BenchScreen], home: Path) -> None:
    mouse, screen = bench
    mouse.key(pygame.K_w)
    files = sorted(file.name for file in (home / "rulings").iterdir())
    assert files == [f"Past the container-001.{ending}" for ending in ("png", "txt", "yaml")]
    panel = screen.panels[-1]
    assert isinstance(panel, RulingPanel)
    opened: list[Path] = []
    panel.show = lambda path: not opened.append(path)  # type: ignore[func-returns-value]
    mouse.click("Open the picture")
    mouse.click("Open the folder")
    assert opened == [panel.made.picture, home / "rulings"] and not panel.told
    panel.show = lambda path: False
    mouse.click("Open the folder")
    assert panel.told.startswith("Nothing here opens that")
    mouse.click("Copy the path")
    assert panel.told == COPIED and pygame.scrap.get_text() == str(panel.made.picture)
    mouse.key(pygame.K_ESCAPE)
    assert not screen.panels and mouse.window.screens[-1] is screen
    mouse.click("Ruling")
    assert (home / "rulings" / "Past the container-002.png").exists()


def test_all_editions_shown_are_all_written(bench: tuple[Mouse, BenchScreen], home: Path) -> None:
    mouse, screen = bench
    screen.answer.show("All")
    mouse.key(pygame.K_w)
    text = (home / "rulings" / "Past the container-001.txt").read_text(encoding="utf-8")
    assert text.count("By the rules of ") == len(EDITIONS) > 1


def test_a_ruling_that_cannot_be_written_is_said_over_the_table(bench: tuple[Mouse, BenchScreen], home: Path) -> None:
    mouse, screen = bench
    home.mkdir(parents=True, exist_ok=True)
    (home / "rulings").write_text("a file where the folder should be")
    mouse.key(pygame.K_w)
    assert not screen.panels and screen.note.startswith("The ruling could not be written")


def test_the_program_opens_a_ruling_at_its_question(tmp_path: Path) -> None:
    position = quarrel(26.8)
    made = ruling.write(position, ["5e"], tmp_path)
    opened = app._position(str(made.scene))
    assert opened is not None and answers(opened) == answers(position)


def test_the_photograph_is_in_the_picture(tmp_path: Path) -> None:
    pink = pygame.Surface((720, 480))
    pink.fill((250, 20, 250))
    plain, with_it = (
        pygame.image.load(str(ruling.write(quarrel(28), ["5e"], tmp_path, backdrop).picture))
        for backdrop in (None, Backdrop(pink, 72, 48, 1.0))
    )
    for picture, many in ((plain, False), (with_it, True)):
        spots = [picture.get_at((x, y))[:3] for x in range(40, 1200, 20) for y in range(110, 780, 20)]
        assert (sum(r > 180 and b > 180 and g < 90 for r, g, b in spots) > len(spots) / 2) == many
