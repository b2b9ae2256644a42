"""Every shape of question has a prompt that answers it: by Space, by its rows, and by clicks on models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from engine.core import decisions as asked
from engine.core.decisions import Option
from engine.core.facts import facts
from engine.session import Session
from render.battle.game import Game
from render.battle.prompts import Desk, prompt_for
from render.battle.prompts.base import Prompt
from render.battle.screen import BattleScreen
from render.settings import Settings
from render.table.view import TableView
from render.theme import Theme
from render.ui.core import Ui
from render.ui.window import Window
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

SHAPES = {
    "Choose", "ChooseMany", "Order", "Amount", "Split", "Allocate", "Move", "Place", "PlaceTemplate", "Direction",
    "React", "Confirm", "Agree",
}  # fmt: skip


@pytest.fixture
def window(screen: pygame.Surface) -> Iterator[Window]:
    yield Window(Settings(speed="off", window=(1280, 720)))


def frame(window: Window) -> None:
    window._dirty = True
    window.step(0.0)
    assert window.problem is None, window.problem


def press(window: Window, key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.step(0.0)
    frame(window)


def test_space_alone_answers_every_shape(window: Window) -> None:
    shapes: set[str] = set()
    for seed in range(2):
        session = Session.begin(torture_setup(), seed, book=TortureBook())
        screen = BattleScreen(window, Game(session, {}))
        window.push(screen)
        frame(window)
        for _ in range(600):
            if session.pending is None:
                break
            shapes.add(type(session.pending).__name__)
            before = screen.game.version
            for _ in range(4):
                press(window, pygame.K_SPACE)
                if screen.game.version != before:
                    break
            assert screen.game.version != before, f"Space did nothing at {session.pending}"
        assert session.pending is None
        screen.game.close()
        window.pop()
    assert shapes == SHAPES


def test_dice_are_typed_in_as_digits(window: Window) -> None:
    session = Session.begin(torture_setup(), 1, dice="typed", book=TortureBook())
    screen = BattleScreen(window, Game(session, {}))
    window.push(screen)
    frame(window)
    for _ in range(200):
        if isinstance(session.pending, asked.Chance):
            break
        press(window, pygame.K_SPACE)
    decision = session.pending
    assert isinstance(decision, asked.Chance) and set(decision.roll.dice) == {6}
    press(window, pygame.K_SPACE)
    assert session.pending is decision, "nothing is given before every die lies"
    for _ in decision.roll.dice:
        press(window, pygame.K_5)
    press(window, pygame.K_BACKSPACE)
    press(window, pygame.K_KP4)
    press(window, pygame.K_SPACE)
    rolled = [line.entry.value for line in session.lines if line.entry.kind == "dice"][-1]
    assert rolled == (5,) * (len(decision.roll.dice) - 1) + (4,)
    screen.game.close()


# -- single prompts ---------------------------------------------------------------------------------------------------


class Bench:
    """A prompt for a question that is put beside a battle, and what it answers."""

    def __init__(self) -> None:
        self.game = Game(Session.begin(torture_setup(), 1, book=TortureBook()), {})
        self.ui = Ui(Theme(1.0))
        self.view = TableView(self.game.state.board, self.ui.theme, pygame.Rect(0, 0, 800, 600))
        self.given: list[Any] = []

    def prompt(self, decision: asked.Decision[Any]) -> Prompt:
        return prompt_for(Desk(self.game, self.ui, self.view, self.given.append), decision)

    def drawn(self, prompt: Prompt) -> list[str]:
        self.ui.begin(pygame.Surface((1280, 720)))
        prompt.panel(pygame.Rect(0, 0, 300, 500))
        prompt.bar(pygame.Rect(0, 520, 900, 80))
        self.ui.end()
        return [widget.label for widget in self.ui.widgets if widget.label]

    def press(self, words: str) -> None:
        widget = next(w for w in self.ui.widgets if w.label == words and w.enabled)
        assert widget.press is not None
        widget.press(widget.rect.center)


@pytest.fixture
def bench(screen: pygame.Surface) -> Bench:
    return Bench()


def units(bench: Bench, side: str) -> list[str]:
    return [unit.id for unit in bench.game.state.units_of(side)]


def test_space_takes_the_target_that_should_lose_most(bench: Bench) -> None:
    first, second = units(bench, "red")[:2]
    options = (Option(first, first, details=facts(models=900)), Option(second, second, details=facts(models=1800)))
    prompt = bench.prompt(asked.Choose(player="blue", rule="", topic="x", options=(*options, Option("done"))))
    prompt.confirm()
    assert bench.given == [second]


def test_choosing_a_unit_by_a_click_on_one_of_its_models(bench: Bench) -> None:
    squad = units(bench, "red")[0]
    options = (Option(squad, squad), Option("done"))
    prompt = bench.prompt(asked.Choose(player="blue", rule="", topic="x", options=options))
    assert prompt.title == "Targets"
    assert prompt.click(bench.game.state.present(squad)[0].id)
    assert bench.given == [squad]


def test_a_barred_option_is_shown_with_its_reason_and_never_answered_by_space(bench: Bench) -> None:
    from engine.core.refusals import Refusal

    squad = units(bench, "red")[0]
    barred = Option(squad, squad, barred=(Refusal("referee.note_length"),))
    prompt = bench.prompt(asked.Choose(player="blue", rule="", topic="x", options=(barred, Option("done"))))
    models = [m.id for m in bench.game.state.present(squad)]
    assert prompt.lit().barred[models[0]] == "A note has from 1 to 2,000 characters."
    prompt.confirm()
    assert bench.given == ["done"]


def test_tab_goes_through_the_units_and_space_takes_the_ringed_one(bench: Bench) -> None:
    mine = units(bench, "blue")
    assert len(mine) > 1
    options = tuple(Option(unit, unit) for unit in mine)
    prompt = bench.prompt(asked.Choose(player="blue", rule="", topic="x", options=options))
    assert prompt.title == "", "one's own units are chosen in the army list"
    prompt.step(1)
    prompt.confirm()
    assert bench.given == [mine[1]]


def test_choosing_many_opens_with_the_suggestion_and_keeps_to_the_most(bench: Bench) -> None:
    options = tuple(Option(name) for name in "abc")
    decision = asked.ChooseMany(player="blue", rule="", topic="x", options=options, least=1, most=2,
                                advise=lambda stream: ("a",))  # fmt: skip
    prompt = bench.prompt(decision)
    labels = bench.drawn(prompt)
    assert labels.count("A") == 1 and "Confirm" in labels
    bench.press("B")
    bench.press("C")
    prompt.confirm()
    assert len(bench.given[0]) == 2 and "c" in bench.given[0]


def test_order_names_who_comes_first_and_then_second_by_one_click_each(bench: Bench) -> None:
    prompt = bench.prompt(asked.Order(player="blue", rule="", topic="x", items=tuple(Option(n) for n in "abcd")))
    bench.drawn(prompt)
    bench.press("3. C")
    bench.drawn(prompt)
    bench.press("4. D")
    bench.drawn(prompt)
    prompt.confirm()
    assert bench.given == [("c", "d", "a", "b")]
    bench.press("1. C")
    prompt.confirm()
    assert bench.given[-1] == ("d", "c", "a", "b"), "a click on one that was named drops it behind the others"


def test_an_amount_stays_between_its_bounds(bench: Bench) -> None:
    decision = asked.Amount(player="blue", rule="", topic="x", low=1, high=3, advise=lambda stream: 2)
    prompt = bench.prompt(decision)
    for _ in range(5):
        prompt.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_UP))
    prompt.confirm()
    assert bench.given == [3]


def test_a_split_keeps_its_total_and_its_caps(bench: Bench) -> None:
    decision = asked.Split(player="blue", rule="", topic="x", total=4, bins=(Option("a"), Option("b")), caps=(4, 1))
    prompt = bench.prompt(decision)
    bench.drawn(prompt)
    bench.press("B")
    bench.drawn(prompt)
    bench.press("B")
    prompt.confirm()
    assert bench.given == [(("a", 3), ("b", 1))]


def test_a_wound_goes_to_the_model_that_is_clicked(bench: Bench) -> None:
    models = [m.id for m in bench.game.state.present(units(bench, "blue")[0])][:2]
    wounds = tuple(Option(f"w{n}", details=facts(strength=4, ap=5)) for n in range(2))
    lots = tuple(Option(m, m, details=facts(models=(m,), count=1)) for m in models)
    decision = asked.Allocate(player="blue", rule="", topic="x", wounds=wounds, lots=lots,
                              advise=lambda stream: (models[0], models[0]))  # fmt: skip
    prompt = bench.prompt(decision)
    assert prompt.click(models[1])
    prompt.confirm()
    assert bench.given == [(models[1], models[0])]


def test_a_reaction_passes_by_space_and_happens_by_its_number(bench: Bench) -> None:
    row = Option("duck", details=facts(cost=1))
    prompt = bench.prompt(asked.React(player="red", rule="r", topic="react", rows=(row,)))
    labels = bench.drawn(prompt)
    assert any("costs 1" in words for words in labels)
    bench.press(next(words for words in labels if words.startswith("Duck")))
    prompt.confirm()
    assert bench.given == ["duck", asked.PASS]


def test_a_standing_answer_is_given_without_answering(bench: Bench) -> None:
    prompt = bench.prompt(
        asked.React(player="red", rule="torture.x", topic="react", rows=(Option("duck", rule="torture.x"),))
    )
    bench.drawn(prompt)
    bench.press("Never")
    assert bench.game.state.standing[("red", "torture.x")] == "never"


def test_yes_and_no_have_their_keys(bench: Bench) -> None:
    prompt = bench.prompt(asked.Confirm(player="red", rule="", topic="x"))
    bench.drawn(prompt)
    bench.press("No")
    bench.press("Yes")
    assert bench.given == [False, True]


def test_the_agreement_sheet_opens_with_what_is_usual(bench: Bench) -> None:
    items = (
        asked.Item("terrain.mound", ("clear", "difficult", "dangerous"), "clear"),
        asked.Item("x", ("no", "yes"), "no"),
    )
    prompt = bench.prompt(asked.Agree(player="blue", rule="", topic="x", items=items))
    labels = bench.drawn(prompt)
    assert "Yes" in labels
    bench.press("Yes")
    prompt.confirm()
    assert bench.given == [(("terrain.mound", "clear"), ("x", "yes"))]
