"""The position on the bench: moved quickly it is what the file would be, and it says the same wherever it is opened."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

from engine.books import EDITIONS, book_for
from engine.core.dice import Stream
from engine.session import Session
from render.battle.staging import letters
from render.bench import plain
from render.bench.position import Position
from render.bench.wares import BASES, TERRAIN
from scenarios.loader import check, load_scenario, load_scene
from tests.eighth.tables import battle, spots, unit
from tests.render.bench.scenes import HILLS, RUIN, TANK

FIRST_STEPS = Path(__file__).resolve().parents[3] / "scenarios" / "5e" / "first-steps.yaml"
WARES = {ware.id: ware for _, offered in TERRAIN for ware in offered}
FIGURINES = {figurine.id: figurine for _, offered in BASES for figurine in offered}


def opened(text: str, folder: Path) -> Position:
    path = folder / "scene.yaml"
    path.write_text(text, encoding="utf-8")
    return Position.open(path)


def anew(position: Position) -> Position:
    """The position as the loader sets it up from its text."""
    return Position({**yaml.safe_load(position.text())})


@pytest.mark.parametrize("text", [RUIN, TANK, HILLS], ids=["ruin", "tank", "hills"])
def test_moving_gives_the_states_that_a_reload_gives(text: str, tmp_path: Path) -> None:
    position, rng = opened(text, tmp_path), Random(7)
    models = [str(model["id"]) for model in position.data["models"]]
    pieces = [str(piece["id"]) for piece in position.data["terrain"]]
    for edition in EDITIONS:
        position.state(edition)
    for _ in range(25):
        at = (rng.uniform(2, 46), rng.uniform(2, 34))
        facing = rng.choice([None, rng.uniform(0, 360)])
        if rng.random() < 0.6:
            position.move_model(rng.choice(models), at, facing)
        else:
            position.move_piece(rng.choice(pieces), at, facing)
        fresh = anew(position)
        for edition in EDITIONS:
            assert position.state(edition).digest() == fresh.state(edition).digest(), edition
            assert position.state(edition).bodies() == fresh.state(edition).bodies()
            assert position.state(edition).board == fresh.state(edition).board
    position.settle()
    assert position.state().digest() == anew(position).state().digest()
    assert not [told for told in position.problems if "stands on" in told or "is not over" in told]


def test_a_model_dragged_onto_a_hill_stands_on_it_and_comes_down_again(tmp_path: Path) -> None:
    position = opened(HILLS, tmp_path)
    position.move_model("b1", (23, 18))
    assert position.model("b1") is not None
    assert position.model("b1")["stands_on"] == "low"
    assert position.body("b1").bottom == pytest.approx(1.2)
    position.move_model("b1", (40, 30))
    assert position.body("b1").bottom == 0


def test_a_model_on_a_floor_stays_on_it_until_it_is_off_it(tmp_path: Path) -> None:
    position = opened(RUIN, tmp_path)
    position.move_model("f1", (23, 17))
    assert position.body("f1").bottom == 3
    position.move_model("f1", (10, 10))
    assert position.body("f1").bottom == 0


def test_an_eye_off_the_centre_goes_along_and_turns(tmp_path: Path) -> None:
    position = opened(HILLS, tmp_path)
    position.edit("models", "c1", lambda entry: {**entry, "eye_at": [30.9, 17.4]})
    position.move_model("c1", (40, 10), 90)
    entry = position.model("c1")
    assert entry is not None and entry["eye_at"] == pytest.approx([40, 10.4])
    assert position.state().digest() == anew(position).state().digest()


def test_the_text_opens_to_the_same_question_and_verdict_by_every_edition(tmp_path: Path) -> None:
    position = opened(RUIN, tmp_path)
    position.ask("a1", "b1")
    position.edition = EDITIONS[-1]
    path = tmp_path / "kept.yaml"
    position.save(path)
    assert check(path) == []
    again = Position.open(path)
    assert (again.edition, again.viewer, again.target) == (EDITIONS[-1], "a1", "b1")
    for edition in EDITIONS:
        assert again.verdict(edition) == position.verdict(edition)
    position.ask(whole_units=True)
    position.save(path)
    assert Position.open(path).viewer == "alpha", "whole units are asked about"


def test_every_ready_made_thing_loads_and_means_something_in_every_edition() -> None:
    for ware in WARES.values():
        data = {**plain.blank("5e"), "terrain": [ware.entry("thing", (30, 20), 30)]}
        for edition in EDITIONS:
            position = Position({**data, "edition": edition})
            assert position.problems == () and position.doubts == (), ware.id
            assert "thing" in position.state().terrain
    for figurine in FIGURINES.values():
        model = figurine.entry("one", "blue", "u", "One", (30, 20))
        position = Position({**plain.blank("5e"), "models": [model]})
        assert position.problems == () and position.body("one") is not None, figurine.id


def test_edits_are_taken_back_one_by_one_and_a_drag_as_one(tmp_path: Path) -> None:
    position = opened(TANK, tmp_path)
    first = position.data
    for i in range(5):
        position.move_model("t1", (30 + i * 0.3, 21))
    position.settle()
    position.ask("a1", "t1")
    position.undo()
    assert position.viewer == "" and position.model("t1")["at"] == [31.2, 21]
    position.undo()
    assert position.data is first and not position.can_undo
    position.redo()
    position.redo()
    assert position.viewer == "a1" and not position.can_redo


def test_what_is_taken_off_is_no_longer_asked_about(tmp_path: Path) -> None:
    position = opened(TANK, tmp_path)
    position.ask("a1", "t1")
    assert position.verdict() is not None
    position.change(plain.without(position.data, ["t1"]))
    assert position.target == "" and position.verdict() is None
    assert "tank" not in (position.data.get("units") or {})


def test_a_battle_is_copied_and_does_not_hear_of_it() -> None:
    session = Session.begin(load_scenario(FIRST_STEPS), 5)
    for count in range(60):
        if session.pending is None or session.state.clock.turn > 1:
            break
        session.submit(session.pending.suggest(Stream(f"bench{count}")))
    before = session.digest
    position = Position.of(session.state, "A copy")
    standing = [model.id for model in session.state.models.values() if model.on_table]
    assert standing and sorted(standing) == sorted(str(m["id"]) for m in position.data["models"])
    assert "mission" not in position.data
    own = position.state()
    assert [own.models[id].pose for id in standing] == [session.state.models[id].pose for id in standing]
    position.move_model(standing[0], (20, 20))
    assert session.digest == before
    enemy = next(id for id in standing if session.state.side_of(id) != session.state.side_of(standing[1]))
    theirs = session.book.sight(session.state, standing[1], enemy)
    position.undo()
    position.ask(standing[1], enemy)
    ours = position.verdict()
    assert ours is not None and (ours.visible, ours.hidden) == (theirs.visible, theirs.hidden)
    for edition in EDITIONS:
        assert position.verdict(edition) is not None, position.trouble(edition)


def test_what_overlaps_stands_there_with_a_word_about_it(tmp_path: Path) -> None:
    position = opened(RUIN, tmp_path)
    position.move_model("b2", (40, 18.4))
    position.settle()
    assert position.problems == () and any("overlap" in words for words in position.doubts)
    position.ask("a1", "b1")
    assert position.verdict() is not None


def test_nothing_is_judged_before_sight_is_ready(tmp_path: Path) -> None:
    position = opened(TANK, tmp_path)
    position.ask("a1", "t1")
    position.awake = False
    assert position.verdict() is None and position.subject() is None
    position.awake = True
    assert position.verdict() is not None and position.subject() is not None


SCENES = sorted((Path(__file__).resolve().parents[2] / "scenes").glob("*.yaml"))


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_the_bench_says_of_a_scene_what_the_command_line_says(path: Path) -> None:
    position, scene = Position.open(path), load_scene(path)
    book = book_for(scene.setup.edition)
    state = book.set_up(scene.setup, "0")
    assert position.state().digest() == state.digest()
    if scene.asked is not None:
        assert (position.viewer, position.target) == scene.asked
    else:
        standing = [next(m.id for m in state.models.values() if state.side_of(m.id) == side) for side in state.sides]
        position.ask(standing[0], standing[1])
    assert position.verdict() == book.sight(state, position.viewer, position.target)


@pytest.mark.parametrize("edition", EDITIONS)
def test_models_that_stand_in_one_another_have_a_verdict_and_a_margin(edition: str) -> None:
    """A large base over the one that looks, as numbers that are typed may leave it."""
    sides = [{"id": "blue", "name": "Blue"}, {"id": "orange", "name": "Orange"}]
    models = [
        {"id": "b1", "side": "blue", "base": {"oval": [75, 42]}, "at": [32.5, 37.17], "height": 2.2, "eye": 1.9},
        {"id": "o1", "side": "orange", "base": {"round": 100}, "at": [32.57, 34.38], "height": 4, "eye": 3.5},
        {"id": "o2", "side": "orange", "base": {"round": 160}, "at": [32.5, 37], "height": 6, "eye": 5.2},
    ]
    position = Position({**plain.blank(edition), "sides": sides, "models": models, "asked": {"from": "b1", "to": "o1"}})
    assert position.verdict() is not None and position.doubts
    assert position.margin() is not None and position.has_margin()


def test_units_keep_the_letters_that_the_battle_shows_when_others_are_off_the_table() -> None:
    session = battle(
        unit("alpha", "blue", spots((0, 0)), aboard=""), unit("boyz", "red", 2), unit("ants", "red", spots((9, 0))),
    )  # fmt: skip
    state = session.state
    shown = letters(state)
    assert shown["ants"] == "C" and "boyz" not in {model.unit for model in state.models.values() if model.on_table}
    copy = letters(Position.of(state).state())
    assert copy == {id: shown[id] for id in copy} and {"alpha", "ants"} <= set(copy)
