"""Panels over a battle, and what their buttons do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.core.dice import Stream
from engine.session import Session
from render import settings as kept
from render.battle.game import Game
from render.battle.screen import BattleScreen
from render.cards import rule_card
from render.pictures import turn_pictures
from render.screens.hand_over import HandOverPanel
from render.screens.menu import MenuScreen
from render.screens.panel import TextPanel
from render.settings import Settings
from render.ui.core import Widget
from render.ui.window import Window
from scenarios.loader import load_scenario

FIRST_STEPS = Path(__file__).resolve().parents[3] / "scenarios" / "5e" / "first-steps.yaml"


class Table:
    """A battle at a window, and clicks on its widgets by their words."""

    def __init__(self, settings: Settings) -> None:
        self.window = Window(settings)
        self.window.note = lambda words: None
        session = Session.begin(load_scenario(FIRST_STEPS), 5)
        self.screen = BattleScreen(self.window, Game(session, dict.fromkeys(session.state.sides, "person")))
        self.window.push(self.screen)
        self.frame()

    @property
    def game(self) -> Game:
        return self.screen.game

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

    def key(self, key: int) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        self.frame()

    def up_to(self, topic: str) -> None:
        for count in range(300):
            pending = self.game.pending
            assert pending is not None, f"{topic} never came"
            if pending.topic == topic:
                break
            self.screen.submit(pending.suggest(Stream(f"panels{count}")))
            self.screen.panels.clear()
        self.frame()


@pytest.fixture
def table(screen: pygame.Surface, home: Path) -> Table:
    return Table(Settings(speed="off", window=(1280, 720)))


def test_the_screen_is_handed_over_between_two_people_when_they_want_it(screen: pygame.Surface, home: Path) -> None:
    table = Table(Settings(speed="off", window=(1280, 720), hand_over=True))
    first = table.game.decider
    for count in range(60):
        assert table.game.pending is not None
        table.screen.submit(table.game.pending.suggest(Stream(f"over{count}")))
        if table.screen.panels:
            break
    panel = table.screen.panels[-1]
    assert isinstance(panel, HandOverPanel) and panel.side == table.game.decider != first
    table.frame()
    table.key(pygame.K_SPACE)
    assert not table.screen.panels


def test_without_that_setting_nothing_is_hidden(table: Table) -> None:
    for count in range(12):
        assert table.game.pending is not None
        table.screen.submit(table.game.pending.suggest(Stream(f"over{count}")))
        assert not table.screen.panels


def test_a_log_line_opens_the_card_of_its_rule_and_lights_its_models_up(table: Table) -> None:
    table.up_to("shoot.unit")
    line = next(line for line in reversed(table.game.log.lines) if "moved" in line.words)
    table.click(line.words)
    event = table.game.session.events[int(line.about)]
    panel = table.screen.panels[-1]
    assert isinstance(panel, TextPanel)
    card = rule_card(event.rule)
    assert card is not None and panel.title == card.section
    assert set(table.screen.flash[0]) >= {m.id for m in table.game.state.present(event.subject)}


def test_a_special_rule_on_the_card_of_a_unit_opens_its_own_words(table: Table) -> None:
    table.up_to("move.unit")
    table.screen.selected = next(u.id for u in table.game.state.units_of("red"))
    table.frame()
    table.click("Furious Charge")
    assert isinstance(table.screen.panels[-1], TextPanel) and table.screen.panels[-1].title == "Furious Charge"
    table.key(pygame.K_ESCAPE)
    assert not table.screen.panels


def test_rule_cards_are_found_by_id_and_unknown_ones_are_none() -> None:
    card = rule_card("5e.shooting.run-distance")
    assert card is not None and "D6" in card.rule and card.decided_by == "active player"
    assert rule_card("5e.no.such-rule") is None
    assert rule_card("../../secret") is None


def test_the_referee_wounds_notes_and_sets_a_die_and_all_is_undone(table: Table) -> None:
    table.up_to("move.unit")
    model = table.game.state.present(next(u.id for u in table.game.state.units_of("red")))[0].id
    table.screen.selected = table.game.state.models[model].unit
    table.key(pygame.K_F5)
    alive = len([m for m in table.game.state.models.values() if m.alive])
    table.click("Remove it")
    assert len([m for m in table.game.state.models.values() if m.alive]) == alive - 1
    assert len(table.game.scene.fallen) == 1
    table.click("Note")
    for letter in "both agreed":
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        table.window.step(0.0)
    table.frame()
    table.click("Write down")
    assert table.game.state.notes == ("both agreed",)
    table.click("die 0")
    before = [line.entry.value for line in table.game.session.lines if line.entry.kind == "dice"][-1]
    face = before[0] % 6 + 1
    table.click(f"Set {face}")
    assert [line.entry.value for line in table.game.session.lines if line.entry.kind == "set"][-1][0] == face
    assert not table.game.state.notes, "what followed the roll is undone"


def test_scale_and_hints_take_effect_at_once_and_are_kept(table: Table) -> None:
    assert any(w.label == "Got it" for w in table.window.ui.widgets)
    table.screen.conduct.settings()
    table.frame()
    table.click("Scale +")
    assert table.window.ui.theme.scale == 1.25
    table.click("Hints")
    table.key(pygame.K_ESCAPE)
    assert not any(w.label == "Got it" for w in table.window.ui.widgets)
    assert kept.load() == replace(Settings(speed="off", window=(1280, 720)), scale=1.25, hints=False)


def test_each_hint_is_shown_once(table: Table) -> None:
    first = table.screen.notices.hint()
    assert first
    table.click("Got it")
    assert table.screen.notices.hint() == ""
    table.up_to("setup.unit")
    assert table.screen.notices.hint() not in ("", first)


def test_a_position_becomes_a_scenario_of_ones_own_in_the_menu(table: Table, home: Path) -> None:
    table.up_to("shoot.unit")
    positions = {m.id: m.pose for m in table.game.state.models.values() if m.on_table}
    table.screen.conduct.save_scene()
    table.frame()
    table.click("Confirm name")
    path = next((home / "scenes").glob("*.yaml"))
    menu = MenuScreen(table.window)
    entry = next(e for e in menu.entries if e.path == path)
    assert not entry.problems, [str(p) for p in entry.problems]
    again = Session.begin(load_scenario(path), 1)
    assert {m.id: m.pose for m in again.state.models.values() if m.on_table} == positions


def test_someone_else_takes_a_seat(table: Table) -> None:
    table.up_to("move.unit")
    side = table.game.decider
    table.game.take_seat(side, "whim")
    table.frame()
    assert table.screen.prompt is None and table.game.computers_turn
    table.click("Stop")
    assert table.game.paused
    table.click("I play this side")
    assert table.screen.prompt is not None
    table.game.close()


def test_a_picture_of_every_player_turn(tmp_path: Path) -> None:
    session = Session.begin(load_scenario(FIRST_STEPS), 5)
    count = 0
    while session.pending is not None and session.state.clock.turn < 4:
        session.submit(session.pending.suggest(Stream(f"turns{count}")))
        count += 1
    names = [path.name for path in turn_pictures(session, tmp_path)]
    first = session.state.agreed["first_side"]
    other = session.state.enemy(first)
    assert names == ["00-set-up.png", f"01-turn-1-{first}.png", f"02-turn-1-{other}.png", f"03-turn-2-{first}.png",
                     f"04-turn-2-{other}.png"]  # fmt: skip
    assert all((tmp_path / name).stat().st_size > 10_000 for name in names)
