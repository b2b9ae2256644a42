"""The panel for army lists: from the menu, by a path typed, by a file dropped on the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from render.bench.files import open_file
from render.screens.importing import ImportPanel, is_list
from render.screens.menu import MenuScreen
from render.settings import Settings
from render.ui.core import Widget
from render.ui.window import Window
from scenarios.finding import own_armies
from scenarios.loader import check
from tests.importing import lists
from tests.importing.forms import force, listforge, newrecruit, roster, rosz, xml
from tests.render.screens.test_layout import LOOKS, look


class Door:
    """The menu in a window, and what a hand does to it."""

    def __init__(self, settings: Settings) -> None:
        self.window = Window(settings)
        self.window.note = lambda words: None
        self.window.opener = partial(open_file, self.window)
        self.menu = MenuScreen(self.window)
        self.window.push(self.menu)
        self.frame()

    def frame(self) -> None:
        for _ in range(2):
            self.window._dirty = True
            self.window.step(0.0)
        assert self.window.problem is None, self.window.problem

    def find(self, words: str) -> Widget:
        found = [w for w in self.window.ui.widgets if words in (w.label, w.id) and w.rect.w and w.role != "panel"]
        assert found, f"nothing says {words!r}"
        return max(found, key=lambda w: w.layer)

    def click(self, words: str) -> None:
        at = self.find(words).rect.center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
            self.window.step(0.0)
        self.frame()

    def write(self, text: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.frame()

    def drop(self, path: Path) -> None:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        self.frame()

    @property
    def panel(self) -> ImportPanel:
        panel = self.menu.panels[-1]
        assert isinstance(panel, ImportPanel)
        return panel


@pytest.fixture
def door(screen: pygame.Surface, home: Path) -> Iterator[Door]:
    yield Door(Settings(speed="off", window=(1280, 720)))
    pygame.event.clear()


def test_a_list_is_read_by_its_path_and_saved_among_ones_own_armies(door: Door, tmp_path: Path) -> None:
    path = tmp_path / "list.rosz"
    path.write_bytes(rosz(lists.machines()))
    door.click("Army lists")
    door.click("Path of a list")
    door.write(str(path))
    door.click("Read list")
    assert door.panel.found is not None and door.panel.name == "Machines"
    door.click("Save army")
    kept = own_armies() / "Machines.yaml"
    assert door.panel.saved.startswith(f"Saved: {kept}") and check(kept) == []


@pytest.mark.parametrize("name", ["list.ros", "list.rosz", "newrecruit.json", "listforge.json"])
def test_a_list_dropped_on_the_window_is_shown(door: Door, tmp_path: Path, name: str) -> None:
    data, path = lists.drilled(), tmp_path / name
    forms = {"list.ros": xml(data), "list.rosz": rosz(data), "newrecruit.json": newrecruit(data)}
    path.write_bytes(forms.get(name, listforge(data)))
    door.drop(path)
    assert door.panel.found is not None and door.panel.found.army.name == "The Drilled Hundred"
    assert not own_armies().exists()


def test_another_drop_takes_the_place_of_the_first(door: Door, tmp_path: Path) -> None:
    for made in (lists.drilled, lists.minds):
        path = tmp_path / f"{made.__name__}.ros"
        path.write_bytes(xml(made()))
        door.drop(path)
    assert len(door.menu.panels) == 1
    assert door.panel.found is not None and door.panel.found.army.name == "Minds of Mist"


def test_what_cannot_be_read_is_said_and_nothing_can_be_saved(door: Door, tmp_path: Path) -> None:
    path = tmp_path / "list.ros"
    path.write_bytes(b"<catalogue/>")
    door.drop(path)
    assert "is a catalogue" in door.panel.trouble
    assert not any(w.label == "Save army" for w in door.window.ui.widgets)


def test_the_name_of_a_bundled_army_is_refused(door: Door, tmp_path: Path) -> None:
    path = tmp_path / "list.ros"
    path.write_bytes(xml(lists.drilled("Orks")))
    door.drop(path)
    door.click("Save army")
    assert "comes with the game" in door.panel.trouble and not own_armies().exists()


def test_scenes_are_not_taken_for_lists(tmp_path: Path) -> None:
    scene = tmp_path / "scene.json"
    scene.write_text('{"sightline": 1, "table": {"width": 48, "depth": 48}}')
    assert not is_list(scene) and not is_list(tmp_path / "none.json") and is_list(tmp_path / "any.ROSZ")


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_the_panel_fits_at_every_size(
    screen: pygame.Surface, home: Path, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    door = Door(Settings(scale=scale, speed="off", window=size))
    door.click("Army lists")
    look(door.window, "empty")
    path = tmp_path / "list.ros"
    wrong = roster("Wrong sums", force("Patrol", *lists.odd_values()["forces"][0]["below"]), costs={"pts": 9})
    path.write_bytes(xml(wrong))
    door.drop(path)
    look(door.window, "read")
    door.click("Save army")
    look(door.window, "saved")
    door.panel.take(str(tmp_path / ("x" * 150)))
    look(door.window, "trouble")
    pygame.event.clear()
