"""Verdicts in sentences: by how much, past what, what comes of it, and by which rule."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battlefield.terrain import Piece
from engine.books import EDITIONS, book_for
from engine.core.state import State
from engine.mechanics.verdicts import Benefit, Verdict
from render.verdict_words import decide, gain, passing, sentences, short_gain, summary
from scenarios.loader import load_scene
from tests.fifth.cover.shots import high_wall, low_wall, position, wood
from tests.fifth.tables import boyz, marines

BOOK = book_for("5e")


def scene(*terrain: Piece, firers: int = 1, targets: int = 1) -> State:
    return position(
        marines("alpha", at=[(10, 10 + 8 * n) for n in range(firers)]),
        boyz("mob", at=[(30, 10 + 8 * n) for n in range(targets)]),
        terrain=terrain,
    )


def verdict(state: State, viewer: str = "alpha-1", target: str = "mob-1") -> Verdict:
    found = BOOK.sight(state, viewer, target)
    assert isinstance(found, Verdict)
    return found


def told(state: State, viewer: str = "alpha-1", target: str = "mob-1", **more: Any) -> list[str]:
    found = verdict(state, viewer, target)
    return [said.text for said in sentences(state, BOOK, found, decide(state, BOOK, found), **more)]


def test_a_visible_model_is_visible_by_so_much_past_a_corner() -> None:
    state = scene(high_wall("wall", 20, 10.1, 0.1, 6))
    first, cover, margin = told(state)
    assert first == "Space Marine 1 sees Ork Boy 1, 30 percent of it hidden by Wall: a 4+ cover save."
    assert cover == "4+ cover save, by Wall (The Shooting Phase: Cover saves)."
    pattern = r'Visible by 0\.\d\d", past the right corner of Wall; move Ork Boy 1 0\.\d\d" to the left \(9\d°\) and'
    assert re.match(pattern, margin) and margin.endswith(" it is hidden."), margin


def test_the_other_way_round_it_is_hidden_and_what_shows_it_is_told() -> None:
    state = scene(high_wall("wall", 20, 9, 0.1, 6))
    first, margin = told(state)
    assert first == "Space Marine 1 cannot see Ork Boy 1: it is hidden by Wall."
    assert margin.startswith("Hidden by 1.4") and "and it is visible." in margin
    assert re.search(r"to the right \(2[67]\d°\)", margin), margin


def test_a_line_over_a_wall_is_told_so_at_its_corner_too() -> None:
    low = scene(low_wall("wall", 28, 5, 0.1, 10))
    assert any(", over Wall: wherever Ork Boy 1 is moved by less." in words for words in told(low)), told(low)
    corner = verdict(scene(low_wall("wall", 28, 9.6, 0.1, 10)))
    near = passing(scene(low_wall("wall", 28, 9.6, 0.1, 10)), corner)
    assert near is not None and near.where in ("over the right corner of Wall", "the right corner of Wall")


def test_what_is_too_close_to_call_is_called_so() -> None:
    """The wall covers all of the target but a hair."""
    y = 10 - 0.5 * 0.5
    state = scene(high_wall("wall", 20, y + 0.0005, 0.1, 6))
    words = told(state)
    assert words[-1] == "Too close to call on a real table."
    assert words[-2].startswith("Visible by 0.0") or words[-2].startswith("Visible by less than")
    hair = scene(high_wall("wall", 20, y - 0.005, 0.1, 6))
    assert told(hair)[-1] == "Too close to call on a real table."
    assert told(hair)[-2].startswith("Hidden by 0.0")
    assert "Too close" not in " ".join(told(scene(high_wall("wall", 20, 10, 0.1, 6))))


def test_nothing_measured_is_told_where_it_may_not_be() -> None:
    state = scene(high_wall("wall", 20, 10.1, 0.1, 6))
    words = told(state, lengths=False)
    assert words[-1] == "The line of sight passes the right corner of Wall."
    assert not any('"' in text for text in words)


def test_a_unit_is_as_visible_as_its_model_seen_most_safely() -> None:
    state = scene(high_wall("wall", 20, 9, 0.1, 6), firers=2, targets=2)
    found = verdict(state, "alpha", "mob")
    decided = decide(state, BOOK, found)
    assert decided is not None and decided.pair.visible
    margins = [BOOK.margin(state, pair.viewer, pair.target) for pair in found.pairs if pair.visible]
    assert decided.margin.proven == max(margin.proven for margin in margins if margin is not None)
    names = tuple(state.models[id].name for id in (decided.pair.viewer, decided.pair.target))
    assert f"({names[0]} to {names[1]})" in told(state, "alpha", "mob")[-1]
    assert summary(found) == "1 of 4 in sight, 4+ cover save"


def test_a_hidden_unit_is_hidden_by_as_little_as_the_model_hidden_least() -> None:
    state = scene(high_wall("wall", 20, 5, 0.1, 20), firers=2, targets=2)
    found = verdict(state, "alpha", "mob")
    decided = decide(state, BOOK, found)
    assert not found.visible and decided is not None
    margins = [BOOK.margin(state, pair.viewer, pair.target) for pair in found.pairs]
    assert decided.margin.proven == min(margin.proven for margin in margins if margin is not None)
    assert summary(found) == "not in sight"


def test_every_sentence_rests_on_its_rule() -> None:
    state = scene(wood("wood", 28, 8, 4, 4))
    found = verdict(state)
    rules = [said.rule for said in sentences(state, BOOK, found)]
    assert rules[:2] == ["5e.shooting.true-los", "5e.cover.inside-area"]
    assert all(rule == "" or rule.startswith("5e.") for rule in rules)


@pytest.mark.parametrize(
    ("benefit", "words"),
    [
        (Benefit(4, "5e.cover.in-cover"), "4+ cover save"),
        (Benefit(0, "8e.attacks.cover", gives="save", amount=1), "+1 to its saving throws"),
        (Benefit(0, "11e.terrain.cover-effect", gives="bs", amount=-1), "−1 to the ballistic skill of attacks at it"),
        (Benefit(0, "11e.terrain.hidden-effect", gives="hidden"), "hidden"),
    ],
)
def test_every_benefit_has_words(benefit: Benefit, words: str) -> None:
    assert short_gain(benefit) == words
    state = scene(wood("wood", 28, 8, 4, 4))
    assert "by Wood (" in gain(state, replace(benefit, by=("wood",)))


def test_of_very_many_things_the_first_are_named_and_the_rest_counted() -> None:
    pieces = [replace(wood(f"wood{n}", 28, 8, 4, 4), name=f"Wood {n}") for n in range(12)]
    said = gain(scene(*pieces), Benefit(4, "5e.cover.in-cover", tuple(piece.id for piece in pieces)))
    assert "Wood 6 and 5 more" in said and "Wood 7" not in said
    few = gain(scene(*pieces[:8]), Benefit(4, "5e.cover.in-cover", tuple(piece.id for piece in pieces[:8])))
    assert "Wood 6 and Wood 7" in few


def test_a_model_drawn_by_hand_is_told_by_its_own_name_in_every_edition(tmp_path: Path) -> None:
    model = "{{id: {0}, name: {0} himself, side: {0}, unit: {0}-unit, at: [{1}, 9], base: {{round: 32}}, {2}}}"
    units = "units: {blue-unit: {side: blue, name: The Blues}, red-unit: {side: red, name: The Reds}}"
    models = f"models: [{model.format('blue', 9, 'height: 1, eye: 1')}, {model.format('red', 19, 'height: 1, eye: 1')}]"
    path = tmp_path / "two.yaml"
    path.write_text(
        f"sightline: 1\nedition: 5e\ntable: {{width: 30, depth: 30}}\n{units}\n{models}\n", encoding="utf-8"
    )
    for edition in EDITIONS:
        book = book_for(edition)
        state = book.set_up(load_scene(path, edition).setup, "0")
        said = sentences(state, book, book.sight(state, "blue", "red"))
        assert said[0].text == "blue himself sees all of red himself."
