"""What is done around the answers: taking back, saving, panels, problems, hand-over, the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from engine.core.dice import Stream
from engine.session import ProcedureFailed
from render import tools
from render.battle import keeping, words
from render.battle.seats import PERSON
from render.screens.asking import AskPanel, NamePanel
from render.screens.battle_menu import menu_panel
from render.screens.ending import VictoryPanel, end_panel
from render.screens.hand_over import HandOverPanel
from render.screens.help import HelpPanel
from render.screens.panel import TextPanel
from render.screens.referee import RefereePanel
from render.screens.rule_cards import rule_panel
from render.screens.saves import LoadPanel
from render.screens.settings import SettingsPanel
from render.theme import RAISED, TEXT_QUIET
from render.ui.dialog import Choice

if TYPE_CHECKING:
    from render.battle.screen import BattleScreen


class Conduct:
    """Everything a person can do at a battle besides answering."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self._last_person = ""
        self._seen_end = False

    # -- after each step -----------------------------------------------------------------------------------------------

    def moved_on(self) -> None:
        """The battle went on: hand the screen over, or show who won."""
        game, screen = self.screen.game, self.screen
        screen.notices.moved_on()
        if game.state.outcome is not None:
            if not self._seen_end:
                self._seen_end = True
                screen.open(VictoryPanel(screen))
            return
        self._seen_end = False
        side = game.decider
        if not side or not game.is_person(side):
            return
        before, self._last_person = self._last_person, side
        if before and before != side and screen.window.settings.hand_over and len(game.people) > 1:
            screen.open(HandOverPanel(screen, side))

    # -- keys ----------------------------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> None:
        """A key that nothing else used."""
        held = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if held:
            chords: dict[int, Callable[[], None]] = {
                pygame.K_z: self.redo if shift else self.undo,
                pygame.K_y: self.redo,
                pygame.K_s: self.save,
            }
            act = chords.get(event.key)
        else:
            act = self._plain_keys().get(event.key) or self._instruments().get(event.key)
        if act is not None:
            act()

    def _plain_keys(self) -> dict[int, Callable[[], None]]:
        screen = self.screen
        return {
            pygame.K_ESCAPE: self.step_back,
            pygame.K_F1: self.help,
            pygame.K_F2: screen.fold_left,
            pygame.K_F3: self.since,
            pygame.K_F4: screen.fold_right,
            pygame.K_F5: self.referee,
            pygame.K_F7: self.bench,
            pygame.K_F8: self.write_bundle,
            pygame.K_TAB: self.next_unit,
            pygame.K_f: screen.view.show_all,
            pygame.K_PLUS: lambda: self._zoom(1),
            pygame.K_EQUALS: lambda: self._zoom(1),
            pygame.K_KP_PLUS: lambda: self._zoom(1),
            pygame.K_MINUS: lambda: self._zoom(-1),
            pygame.K_KP_MINUS: lambda: self._zoom(-1),
        }

    def _zoom(self, notches: int) -> None:
        self.screen.view.zoom(notches, self.screen.places.table.center)

    def _instruments(self) -> dict[int, Callable[[], None]]:
        return {each.key: partial(self.take_up, each.id) for each in tools.instruments()}

    def take_up(self, instrument: str) -> None:
        """Take an instrument into the hand, or lay it down again."""
        screen = self.screen
        if screen.instrument_id == instrument:
            screen.instrument, screen.instrument_id = None, ""
            return
        for each in tools.instruments():
            if each.id == instrument:
                screen.instrument, screen.instrument_id = each.make(screen.bench()), instrument

    def step_back(self) -> None:
        """Esc: lay down an instrument, drop a refusal or a selection, else open the battle's menu."""
        screen = self.screen
        if screen.instrument is not None:
            screen.instrument, screen.instrument_id = None, ""
        elif screen.notices.report:
            screen.notices.report = []
        elif screen.refused:
            screen.refused, screen.refused_answer = (), None
        elif screen.selected:
            screen.selected = ""
        else:
            self.menu()

    def next_unit(self) -> None:
        """Tab: the next unit that can act."""
        prompt = self.screen.prompt
        if prompt is not None:
            prompt.step(1)

    # -- panels --------------------------------------------------------------------------------------------------------

    def menu(self) -> None:
        """The battle's menu."""
        self.screen.open(menu_panel(self.screen))

    def help(self) -> None:
        """All keys."""
        self.screen.open(HelpPanel(self.screen.close_panel, tools.instruments()))

    def settings(self) -> None:
        """The settings."""
        self.screen.open(SettingsPanel(self.screen.close_panel, self.screen.window))

    def open_rule(self, rule: str, title: str, text: str) -> None:
        """The card of a rule."""
        self.screen.open(rule_panel(self.screen.close_panel, rule, title, text))

    def referee(self) -> None:
        """The referee's panel."""
        self.screen.open(RefereePanel(self.screen))

    def end(self) -> None:
        """Concede, or agree to stop."""
        self.screen.open(end_panel(self.screen))

    def since(self) -> None:
        """What happened since the last answer of a person at this window."""
        game = self.screen.game
        side = game.decider if game.decider in game.people else next(iter(game.people), game.state.sides[0])
        self.screen.open(
            TextPanel(self.screen.close_panel, "What happened since your last answer", self.lines_since(side))
        )

    def lines_since(self, side: str) -> list[tuple[str, int, tuple[int, int, int], bool]]:
        """The log since a side last answered, as lines of a panel."""
        game = self.screen.game
        start = game.since[side]
        lines = [(line.words, 14, line.color, False) for line in game.log.lines if int(line.about) >= start]
        return lines or [("Nothing yet.", 14, TEXT_QUIET, False)]

    # -- taking back ---------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last answer of a person back; ask first when dice lie in between."""
        game = self.screen.game
        if not game.session.can_undo:
            return
        if not game.undo_crosses_dice():
            self._take_back(False)
            return
        people = [words.side_name(game.state, side) for side in game.people if side != game.decider]
        who = f"{people[0]} must agree" if people else "The computer agrees"
        told = f"Dice have been rolled since. {who} to taking them back. What shall be rolled then?"
        self.ask("Take back dice?", told, [
            Choice("The same dice", lambda: self._take_back(False), pygame.K_1, RAISED),
            Choice("Fresh dice", lambda: self._take_back(True), pygame.K_2, RAISED),
        ])  # fmt: skip

    def _take_back(self, fresh: bool) -> None:
        self.screen.refused = self.screen.game.undo(fresh).refusals

    def redo(self) -> None:
        """Give again what was taken back."""
        if not self.screen.game.session.can_redo:
            return
        try:
            self.screen.game.redo()
        except ProcedureFailed as error:
            self.failed(error)

    def allow(self) -> None:
        """Give the refused answer nevertheless, both players agreeing."""
        screen, answer = self.screen, self.screen.refused_answer

        def both() -> None:
            try:
                done = screen.game.allow(answer)
            except ProcedureFailed as error:
                self.failed(error)
                return
            screen.refused, screen.refused_answer = done.refusals, None

        told = "The rules refuse this answer. Do both players agree to it? The record will say so."
        self.ask("Allow it anyway?", told, [Choice("Both agree", both, pygame.K_y, RAISED)])  # fmt: skip

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save under a name."""
        game = self.screen.game

        def done(name: str) -> str:
            try:
                path = game.save(name)
            except OSError as error:
                return f"It could not be saved: {error.strerror or error}"
            self.say(f"Saved as {path.name}.")
            return ""

        usual = f"{game.session.setup.title} turn {game.state.clock.round}"
        self.screen.open(NamePanel(self.screen.close_panel, "Save the battle", "Name", usual, "Save", done))

    def load(self) -> None:
        """Open a saved battle in place of this one; this one stays in its journal."""
        self.screen.open(LoadPanel(self.screen.close_panel, self.screen.window, self.leave))

    def save_scene(self) -> None:
        """Write the position as a scene file."""
        from scenarios.writer import save_scene

        game = self.screen.game

        def done(name: str) -> str:
            folder = keeping.saves_folder().with_name("scenes")
            path = folder / keeping.save_path(name).with_suffix(".yaml").name
            try:
                folder.mkdir(parents=True, exist_ok=True)
                save_scene(path, game.state, name)
            except OSError as error:
                return f"It could not be written: {error.strerror or error}"
            self.say(f"Written: {path}")
            return ""

        usual = f"{game.session.setup.title} turn {game.state.clock.round}"
        self.screen.open(
            NamePanel(self.screen.close_panel, "Save the position as a scene", "Title", usual, "Write", done)
        )

    def bench(self) -> None:
        """Put a copy of the position on the bench; the battle waits as it is."""
        from render.bench.files import open_bench
        from render.bench.position import Position

        game = self.screen.game
        title = f"{game.session.setup.title} turn {game.state.clock.round}"
        open_bench(self.screen.window, Position.of(game.state, title), "Battle")

    def write_bundle(self) -> None:
        """Write what shows a problem."""
        game = self.screen.game
        self._bundle(game.session.problem_bundle("written by hand"))

    def _bundle(self, bundle: dict[str, object]) -> str:
        game, window = self.screen.game, self.screen.window
        try:
            path = keeping.write_bundle(bundle, game.log_text(), window.surface, game.session.setup.name, game.session)
        except OSError as error:
            self.say(f"The bundle could not be written: {error.strerror or error}")
            return ""
        self.say(f"Problem bundle: {path}")
        return str(path)

    def say(self, note: str) -> None:
        """Show a note over the table until the next step."""
        self.screen.notices.note = note

    def leave(self) -> None:
        """Go back to the menu; the journal keeps the battle."""
        self.screen.game.close()
        self.screen.window.pop()

    # -- problems ------------------------------------------------------------------------------------------------------

    def failed(self, error: ProcedureFailed) -> None:
        """A rule's code broke: the battle is as it was before; say where the bundle is."""
        path = self._bundle(error.bundle)
        kept_at = f" What shows the problem is kept in {path}." if path else ""
        self.ask(
            "A rule broke",
            f"{error}. The battle is as it was before that answer.{kept_at} Another answer may work.",
            [],
        )

    def computer_failed(self, why: str) -> None:
        """A computer player gave no answer: let the person decide how to go on."""
        game = self.screen.game
        side = game.decider
        game.paused = True
        path = self._bundle(game.session.problem_bundle(why))

        def again() -> None:
            game.paused = False

        last = why.strip().splitlines()[-1]
        told = f"{words.side_name(game.state, side)} did not answer: {last}" + (f" Kept in {path}." if path else "")
        self.ask("The computer player stopped", told, [
            Choice("Try again", again, pygame.K_1, RAISED),
            Choice("Suggested answer", lambda: self.suggested_for(side), pygame.K_2, RAISED),
            Choice("I play this side", lambda: game.take_seat(side, PERSON), pygame.K_3, RAISED),
        ])  # fmt: skip

    def take_thought(self) -> bool:
        """Submit a computer's answer if it has come; True when something has happened."""
        thought = self.screen.game.think()
        if thought is None:
            return False
        if thought.failure:
            self.computer_failed(thought.failure)
        else:
            self.submit_for_computer(thought.answer)
        return True

    def submit_for_computer(self, answer: Any) -> None:
        """A computer's answer; one that is refused stops it."""
        game = self.screen.game
        try:
            done = game.submit(answer)
        except ProcedureFailed as error:
            game.paused = True
            self.failed(error)
            return
        if not done.accepted:
            reasons = " ".join(game.session.explain(refusal) for refusal in done.refusals)
            self.computer_failed(f"Its answer was refused. {reasons}")
        self.screen.follow()

    def suggested_for(self, side: str) -> None:
        """Answer for a computer with what the question suggests, then let it go on."""
        game = self.screen.game
        game.paused = False
        if game.pending is not None and game.decider == side:
            self.submit_for_computer(game.pending.suggest(Stream(game.session.digest)))

    def ask(self, title: str, told: str, choices: list[Choice]) -> None:
        """A question over the battle, which Cancel or Esc lets be."""
        self.screen.open(AskPanel(self.screen.close_panel, title, told, choices))
