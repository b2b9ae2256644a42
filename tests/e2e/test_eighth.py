"""Battles of the eighth edition by mouse: from the menu through a round, and the moments that must not surprise."""

from __future__ import annotations

from typing import Any

import pygame

from engine.core import decisions as asked
from engine.session import Session
from render.battle.game import Game
from render.battle.prompts.choose import ChoosePrompt
from render.battle.screen import BattleScreen
from render.battle.staging import scene_of
from render.tools.moving import MoveTool
from tests.e2e.mouse import Mouse
from tests.eighth.tables import HERO, TANK, battle, spots, unit

PSYKER = (*HERO, "Psyker")
LOW_AND_HIGH = [5, 2, 6, 3, 4, 1] * 80
"""Dice for what comes after those that matter."""


def sit_down(mouse: Mouse, session: Session) -> Game:
    """Both sides at a battle that stands somewhere already."""
    game = Game(session, dict.fromkeys(session.state.sides, "person"))
    mouse.window.push(BattleScreen(mouse.window, game))
    mouse.frames(2)
    return game


def topic(mouse: Mouse) -> str:
    return mouse.game.pending.topic if mouse.game.pending is not None else ""


def summons(mouse: Mouse) -> str:
    """What is written in big letters over the table."""
    return next((w.label for w in mouse.window.ui.widgets if w.id == "summons"), "")


def go_on(mouse: Mouse) -> None:
    """The green button, until the next question; the scene stays what the battle is."""
    before = mouse.game.version
    for _ in range(4):
        mouse.click_at(mouse.main_button().rect.center)
        if mouse.game.version != before:
            break
    game = mouse.game
    assert game.version != before, f"no answer to {topic(mouse)}: {mouse.screen.refused}"
    assert game.scene == scene_of(game.state, game.session.book, game.session.events)


def go_on_to(mouse: Mouse, *topics: str) -> None:
    for _ in range(40):
        if topic(mouse) in topics:
            return
        go_on(mouse)
    raise AssertionError(f"never asked about {topics}, but about {topic(mouse)}")


def rolled(mouse: Mouse) -> list[str]:
    """What was rolled for, as the tray says it."""
    return [throw.words for throw in mouse.screen.tray.shown]


# -- from the menu -----------------------------------------------------------------------------------------------------


def test_first_steps_from_the_menu_to_the_end_of_a_round(mouse: Mouse) -> None:
    mouse.click("scenario 8e/first-steps")
    mouse.click("seat red:0")
    mouse.click("Seed")
    mouse.type("5")
    mouse.click("Begin")
    mouse.frames(2)
    topics: set[str] = set()
    chosen: dict[int, int] = {}
    for count in range(400):
        if mouse.game.state.clock.round > 1 or mouse.game.state.outcome is not None:
            break
        while mouse.screen.panels:
            mouse.click_at(mouse.main_button().rect.center)
        topics.add(topic(mouse))
        turn = mouse.game.state.clock.turn
        chosen[turn] = chosen.get(turn, 0) + (topic(mouse) == "shoot.unit")
        if topic(mouse) == "shoot.unit" and chosen[turn] > 3:
            mouse.click("End the Shooting phase")  # who sees nobody may be chosen again and again
        else:
            mouse.answer(count)
    assert mouse.game.state.clock.round == 2
    assert {"setup.warlord", "setup.trait", "setup.powers", "setup.unit", "setup.place", "setup.first"} <= topics
    assert {"move.unit", "move.how", "move.move", "psychic.power", "shoot.unit"} <= topics
    assert mouse.game.session.book.phases() == ("movement", "psychic", "shooting", "charge", "fight", "morale")


def test_dice_are_typed_in(mouse: Mouse) -> None:
    mouse.click("scenario 8e/only-war-50")
    mouse.click("seat red:0")
    mouse.click("We roll and type in")
    mouse.click("Begin")
    for count in range(40):
        while mouse.screen.panels:
            mouse.click_at(mouse.main_button().rect.center)
        if isinstance(mouse.game.pending, asked.Chance):
            break
        mouse.answer(count)
    decision = mouse.game.pending
    assert isinstance(decision, asked.Chance)
    for _ in decision.roll.dice:
        mouse.key(pygame.K_4)
    go_on(mouse)
    assert mouse.game.last[0].detail("faces") == (4,) * len(decision.roll.dice)


def test_the_battlefield_is_divided_by_clicks_on_the_table(mouse: Mouse) -> None:
    mouse.click("scenario 8e/only-war-50")
    mouse.click("seat red:0")
    mouse.click("Seed")
    mouse.type("3")
    mouse.click("Begin")
    for count in range(60):
        while mouse.screen.panels:
            mouse.click_at(mouse.main_button().rect.center)
        if topic(mouse) == "setup.line":
            break
        mouse.answer(count)
    camera = mouse.screen.view.camera
    mouse.click_at(camera.pixel(36.0, 36.3))
    assert mouse.game.state.agreed["line"] == "rising"
    while mouse.screen.panels:
        mouse.click_at(mouse.main_button().rect.center)
    chooser = mouse.game.decider
    assert topic(mouse) == "setup.half"
    mouse.click_at(camera.pixel(8, 40))
    assert mouse.game.state.agreed[f"half.{chooser}"] == "second"


# -- moving ------------------------------------------------------------------------------------------------------------


def test_a_unit_moves_advances_and_falls_back_by_its_buttons(mouse: Mouse) -> None:
    session = battle(
        unit("a", "blue", spots((0, 0), (1.5, 0))), unit("b", "blue", spots((12, 0), (13.5, 0))),
        unit("c", "blue", spots((24, 0))), unit("foe", "red", spots((25.5, 0)), "boy"), dice=[4],
    )  # fmt: skip
    game = sit_down(mouse, session)
    mouse.click_model("a-1")
    prompt = mouse.screen.prompt
    assert topic(mouse) == "move.how" and isinstance(prompt, ChoosePrompt)
    fall_back = mouse.find("Fall back")
    assert not fall_back.enabled, "there is nobody to fall back from"
    mouse.click("Move")
    start = mouse.pixel_of("a-1")
    mouse.drag(start, (start[0], start[1] - round(5 * mouse.screen.view.camera.ppi)))
    go_on(mouse)
    assert "moved" in game.session.book.badges(game.state, "a")
    mouse.click_model("b-2")
    mouse.key(pygame.K_a)
    assert topic(mouse) == "move.advance" and dict(game.pending.allowance)["b-1"] == 10 * 25_400
    go_on(mouse)
    mouse.click_model("c-1")
    prompt = mouse.screen.prompt
    assert isinstance(prompt, ChoosePrompt)
    prompt.ahead = "fall_back"
    mouse.frames()
    assert mouse.main_button().label.startswith("Fall back")
    mouse.key(pygame.K_b)
    assert topic(mouse) == "move.fall_back", "its own key takes it while Space does too"
    mouse.click("Suggest")
    go_on(mouse)
    assert "fell_back" in game.session.book.badges(game.state, "c")


def test_a_flyer_is_laid_out_beyond_its_minimum(mouse: Mouse) -> None:
    session = battle(unit("jet", "blue", spots((-10, 0)), "jet", shape=TANK, keywords=("Vehicle", "Fly")))
    sit_down(mouse, session)
    mouse.click_model("jet-1")
    assert not mouse.find("Stay").enabled
    mouse.click("Move")
    tool = mouse.screen.tool
    assert isinstance(tool, MoveTool) and tool.least == 20 * 25_400 and not tool.plan().refusals
    go_on(mouse)


def test_a_unit_gets_into_a_transport_and_out_again(mouse: Mouse) -> None:
    session = battle(
        unit("crew", "blue", spots((0, 3.5), (1.5, 3.5))),
        unit("rhino", "blue", spots((0, 0)), "tank", shape=TANK, keywords=("Vehicle", "Transport")),
        unit("foe", "red", spots((0, 20)), "boy"),
    )
    game = sit_down(mouse, session)
    mouse.click_model("crew-1")
    mouse.click("Stay")
    assert topic(mouse) == "transport.embark"
    mouse.click_model("rhino-1")
    assert game.scene.figures["rhino-1"].riders == 2 and "crew-1" not in game.scene.figures
    assert ("Aboard: 2 of 6", "Crew (2)") in session.book.card(game.state, "rhino").notes
    go_on_to(mouse, "shoot.unit", "charge.unit", "move.unit")
    for _ in range(60):
        if topic(mouse) == "move.unit" and game.state.clock.turn == 3:
            break
        mouse.click_at(mouse.find("End the Movement phase").rect.center) if topic(mouse) == "move.unit" else go_on(
            mouse
        )
    row = next(w for w in mouse.window.ui.widgets if w.role == "row" and w.id.endswith("/crew"))
    mouse.click_at(row.rect.center)
    assert topic(mouse) == "setup.place"
    go_on(mouse)
    assert "disembarked" in session.book.badges(game.state, "crew") and game.scene.figures["rhino-1"].riders == 0


# -- moments that must not surprise ------------------------------------------------------------------------------------


def charging(dice: list[int]) -> Session:
    return battle(
        unit("marines", "blue", spots((0, 0), (1.5, 0), (3, 0), (4.5, 0)), gear=("boltgun", "sword", "axe")),
        unit("lads", "blue", spots((12, 0), (13.5, 0), (15, 0)), gear=("sword",)),
        unit("boyz", "red", spots((0, 6), (1.5, 6), (3, 6), (4.5, 6), (0, 7.5)), "boy", ("bolt_pistol", "axe")),
        unit("nobz", "red", spots((12, 2), (13.5, 2), (15, 2)), "boy", ("axe",)),
        unit("boss", "red", spots((7, 4)), "captain", ("fist",), keywords=HERO),
        phase="charge", dice=dice + LOW_AND_HIGH,
    )  # fmt: skip


def test_a_charge_with_overwatch_and_heroic_intervention(mouse: Mouse) -> None:
    game = sit_down(mouse, charging([1, 2, 3, 4, 5, 3, 4]))
    mouse.click_model("marines-2")
    assert topic(mouse) == "charge.targets"
    mouse.click_model("boss-1")  # unticks the nearest, which is suggested
    mouse.click_model("boyz-1")
    go_on(mouse)
    assert topic(mouse) == "react.overwatch" and game.decider == "red"
    assert summons(mouse) == "Red: Overwatch?"
    mouse.click("Boyz fires")
    assert rolled(mouse) == ["Hit: Bolt pistol", "Charge"]
    tool = mouse.screen.tool
    assert topic(mouse) == "charge.move" and isinstance(tool, MoveTool)
    assert tool.plan().routes and not tool.plan().refusals, "a charge that works is laid out"
    go_on(mouse)
    mouse.click("No more charges") if topic(mouse) == "charge.unit" else None
    assert summons(mouse) == "Red: Heroic intervention?"
    mouse.click_model("boss-1")
    assert topic(mouse) == "charge.intervene" and summons(mouse) == "Red: Heroic intervention"
    before = game.state.models["boss-1"].pose
    go_on(mouse)
    assert game.state.models["boss-1"].pose != before
    assert "charged" in game.session.book.badges(game.state, "marines")


def test_units_fight_in_turn_and_morale_is_tested(mouse: Mouse) -> None:
    game = sit_down(mouse, charging([3, 4]))
    mouse.click_model("marines-2")
    mouse.click_model("boss-1")
    mouse.click_model("boyz-1")
    go_on(mouse)
    go_on(mouse)  # no overwatch
    go_on(mouse)  # the charge move
    picked: list[tuple[str, str]] = []
    shared = ordered = False
    for _ in range(60):
        if topic(mouse) == "charge.unit":
            mouse.click("No more charges")
            continue
        if game.state.clock.turn > 1:
            break
        if topic(mouse) == "fight.unit":
            picked.append((game.decider, str(game.pending.hint("why"))))
            assert game.decider == "blue" or summons(mouse) == "Red: Pick who fights next"
        if topic(mouse) == "fight.attacks" and not shared:
            rows = [w for w in mouse.window.ui.widgets if w.role == "row" and w.id.startswith("options/")]
            mouse.click_at(rows[0].rect.center)
            shares = dict(mouse.screen.prompt.answer())
            assert shares["boyz/sword"] == 1 and sum(shares.values()) == 4
            shared = True
        if topic(mouse) == "attacks.allocate" and not ordered:
            wanted = game.pending.items[-1].subject
            mouse.click_model(wanted)
            assert mouse.screen.prompt.order[0] == wanted
            ordered = True
        go_on(mouse)
    assert shared and ordered
    assert picked[0] == ("blue", "whoever charged comes first")
    assert {side for side, _ in picked} == {"blue", "red"} and picked[1][1] == "the sides take turns"
    tests = [event for event in game.session.events if event.code in ("morale.passed", "morale.failed")]
    assert tests and "Morale" in rolled(mouse)


def test_perils_of_the_warp_are_told_in_a_headline(mouse: Mouse) -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "psyker", keywords=PSYKER, wounds=2),
        unit("guard", "blue", spots((2, 0), (3.5, 0), (5, 0))),
        unit("boyz", "red", spots((1, 5), (2, 5), (3, 5), (4, 5)), "boy"),
        phase="psychic", dice=[6, 6, 6, 3, *LOW_AND_HIGH],
    )  # fmt: skip
    game = sit_down(mouse, session)
    row = next(w for w in mouse.window.ui.widgets if w.role == "row" and "Smite" in w.label)
    mouse.click_at(row.rect.center)
    assert "Perils of the Warp" in mouse.screen.notices.note and "torn apart" in mouse.screen.notices.note
    assert rolled(mouse)[:2] == ["Psychic", "Perils"]
    assert any(mark.id == "seer-1" for mark in game.scene.fallen)
    assert topic(mouse) == "attacks.allocate"
    go_on(mouse)
    assert game.decider == "red" and summons(mouse) == "Red: Wounds to bear"


def test_deny_the_witch_is_asked_in_the_other_side_s_colour(mouse: Mouse) -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "psyker", keywords=PSYKER),
        unit("witch", "red", spots((0, 12)), "psyker", keywords=PSYKER), phase="psychic", dice=[4, 3, 5, 5],
    )  # fmt: skip
    sit_down(mouse, session)
    go_on(mouse)
    assert topic(mouse) == "react.deny" and summons(mouse) == "Red: Deny the Witch?"
    mouse.click("Witch denies")
    assert mouse.screen.notices.note.startswith("Denied!")


def test_a_transport_is_destroyed_with_its_passengers(mouse: Mouse) -> None:
    session = battle(
        unit("crew", "blue", 4, aboard="rhino-1"),
        unit("rhino", "blue", spots((0, 0)), "tank", shape=TANK, keywords=("Vehicle",), wounds=3),
        unit("guns", "red", spots((-2, 9), (0, 9), (2, 9), (4, 9)), "boy", ("lascannon",)),
        phase="shooting", side="red", dice=[*[6] * 8, *[1] * 4, 4, 2, 3, 1, 1, *LOW_AND_HIGH],
    )  # fmt: skip
    game = sit_down(mouse, session)
    assert game.scene.figures["rhino-1"].riders == 4
    mouse.click_model("guns-1")
    mouse.click_model("rhino-1")
    go_on(mouse)
    assert topic(mouse) == "setup.place" and summons(mouse) == "Blue: Passengers get out"
    assert "A transport is destroyed!" in mouse.screen.notices.note
    go_on(mouse)
    assert topic(mouse) == "casualties.pick" and summons(mouse) == "Blue: Models to remove"
    taken = mouse.screen.prompt.taken
    spared = next(m.id for m in game.state.present("crew") if m.id not in taken)
    mouse.click_model(spared)  # in place of one of those that are ticked
    go_on(mouse)
    assert spared not in game.scene.figures and len(game.state.present("crew")) == 2
    assert "rhino-1" not in game.scene.figures


def test_shots_are_declared_at_several_targets_before_any_die(mouse: Mouse) -> None:
    session = battle(
        unit("squad", "blue", spots((0, 0), (1.5, 0), (3, 0)), gear=("boltgun",)),
        unit("one", "red", spots((-4, 10), (-2, 10)), "boy"), unit("two", "red", spots((6, 10), (8, 10)), "boy"),
        phase="shooting", dice=LOW_AND_HIGH,
    )  # fmt: skip
    game = sit_down(mouse, session)
    mouse.click_model("squad-1")
    mouse.click_model("one-1")
    mouse.click_model("squad-2")
    mouse.click_model("squad-3")
    go_on(mouse)
    assert topic(mouse) == "shoot.target" and "aimed" in dict(game.pending.hints)
    assert mouse.says("Fire"), "what is declared can be fired"
    mouse.click_model("two-1")
    rolls = game.state.counters.get("rolls", 0)
    go_on(mouse)
    go_on_to(mouse, "charge.unit", "move.unit", "shoot.unit")
    deed: Any = game.state.deed("squad", "shot")
    assert deed is None or deed.detail("targets") == ("one", "two")
    assert game.state.counters.get("rolls", 0) > rolls
