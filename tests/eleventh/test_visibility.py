"""Lines of sight, what is visible and what fully: every example of the rules."""

from __future__ import annotations

import pytest

from battlefield.shapes import Round
from battlefield.units import inches, um
from engine.books import book_for
from engine.core.state import State
from tests.positions import assert_units_are_their_pairs, box, hull, position, sight, told, unit

BOOK = book_for("11e")


def duel(*others, terrain=(), target=(10, 0)) -> State:
    return position("11e", unit("a", "blue", (0, 0)), unit("b", "red", target), *others, terrain=terrain)


@pytest.mark.rule("11e.visibility.line-of-sight")
def test_a_line_a_millimetre_wide_past_the_end_of_a_wall() -> None:
    past = sight(duel(terrain=[box("wall", 4.95, -0.4, 5.05, 10, top=5)]), "a-1", "b-1")
    assert past.visible and past.rules[0] == "11e.visibility.line-of-sight"
    assert inches(past.line[0][1]) - 24 < -0.4 and inches(past.line[1][1]) - 24 < -0.4
    assert not sight(duel(terrain=[box("wall", 4.95, -10, 5.05, 10, top=5)]), "a-1", "b-1").visible


@pytest.mark.rule("11e.visibility.line-of-sight")
@pytest.mark.parametrize(("slit", "visible"), [(0.03, False), (0.05, True)])
def test_a_slit_narrower_than_the_line_is_none(slit: float, visible: bool) -> None:
    tanks = [
        unit(f"t{n}", "red", (5, side * (3 + slit / 2)), shape=hull(-1, -3, 1, 3), h=4, keywords=["Vehicle"])
        for n, side in enumerate((-1, 1))
    ]
    state = duel(*tanks)
    found = sight(state, "a-1", "b-1")
    assert found.visible == visible
    assert visible or set(found.blockers) == {"t0-1", "t1-1"}


@pytest.mark.rule("11e.visibility.own-and-target-unit-ignored")
def test_mates_of_either_model_are_ignored() -> None:
    state = position("11e", unit("a", "blue", (0, 0), (2, 0)), unit("b", "red", (10, 0), (8, 0)))
    found = sight(state, "a-1", "b-1")
    assert found.visible and found.fully and found.blockers == () and found.hidden == 0
    attached = position(
        "11e", unit("a", "blue", (0, 0)), unit("b", "red", (10, 0)), unit("c", "red", (5, 0), joined="b")
    )
    assert sight(attached, "a-1", "b-1").fully
    assert not sight(duel(unit("c", "red", (5, 0))), "a-1", "b-1").fully


@pytest.mark.rule("11e.visibility.other-models-block")
def test_a_model_of_a_third_unit_blocks_friend_or_enemy() -> None:
    for side in ("blue", "red"):
        tank = unit("tank", side, (5, 0), shape=hull(-1, -3, 1, 3), h=4, keywords=["Vehicle"])
        found = sight(duel(tank), "a-1", "b-1")
        assert (found.visible, found.blockers) == (False, ("tank-1",))
        assert "11e.visibility.other-models-block" in found.rules


@pytest.mark.rule("11e.visibility.model-visible")
def test_any_part_is_enough_to_be_visible() -> None:
    found = sight(duel(terrain=[box("wall", 9, 0, 9.1, 4, top=5)]), "a-1", "b-1")
    assert found.visible and not found.fully and 300_000 < found.hidden < 700_000
    assert "not fully" in told(duel(terrain=[box("wall", 9, 0, 9.1, 4, top=5)]), "a-1", "b-1")


@pytest.mark.rule("11e.visibility.model-fully-visible")
@pytest.mark.parametrize(("start", "fully"), [(0.5, True), (0.35, True), (0.0, False)])
def test_fully_visible_is_seen_from_any_part_each(start: float, fully: bool) -> None:
    found = sight(duel(terrain=[box("wall", 8, start, 8.01, 5, top=1.5)]), "a-1", "b-1")
    assert found.visible and found.fully == fully
    assert ("11e.visibility.model-fully-visible" in found.rules) == fully


@pytest.mark.rule("11e.visibility.unit-visible")
def test_one_model_in_view_makes_the_unit_visible() -> None:
    spots = [(10, y) for y in (0, *(20 + n for n in range(3)))]
    state = position(
        "11e", unit("a", "blue", (0, 0)), unit("b", "red", *spots), terrain=[box("w", 5, 1, 5.1, 24, top=5)]
    )
    found = sight(state, "a", "b")
    assert [pair.visible for pair in found.pairs] == [True, False, False, False]
    assert found.visible and not found.fully and found.hidden == 750_000
    assert found.rules[0] == "11e.visibility.unit-visible" and "1 of 4 models" in told(state, "a", "b")


@pytest.mark.rule("11e.visibility.unit-fully-visible")
def test_a_column_in_the_open_is_fully_visible_and_with_one_behind_a_wall_it_is_not() -> None:
    column = unit("b", "red", *((10 + 1.5 * n, 0) for n in range(5)))
    state = position("11e", unit("a", "blue", (0, 0)), column)
    assert sight(state, "a", "b").fully
    half = position("11e", unit("a", "blue", (0, 0)), column, terrain=[box("wall", 15, 0, 15.1, 4, top=5)])
    assert sight(half, "a", "b").visible and not sight(half, "a", "b").fully
    assert [pair.fully for pair in sight(half, "a", "b").pairs] == [True] * 4 + [False]


@pytest.mark.rule("11e.visibility.default-viewer")
def test_visible_to_a_unit_is_visible_to_a_model_of_that_unit() -> None:
    wall = box("wall", 5, -4, 5.1, 4, top=5)
    state = position(
        "11e", unit("b1", "blue", (0, 0)), unit("b2", "blue", (0, 12)), unit("r", "red", (10, 0)), terrain=[wall]
    )
    assert not sight(state, "b1", "r").visible and sight(state, "b2", "r").visible


@pytest.mark.rule("11e.concepts.measure-base-to-base")
def test_distances_are_straight_in_space_between_bases() -> None:
    thirty_two = Round(32_000)
    flat = position("11e", unit("a", "blue", (0, 0), shape=thirty_two), unit("b", "red", (4, 0), shape=thirty_two))
    assert inches(BOOK.distance(flat, "a-1", "b-1")) == pytest.approx(2.740, abs=0.001)
    high = position("11e", unit("a", "blue", (0, 0)), unit("b", "red", (5, 0, 3)))
    assert BOOK.distance(high, "a", "b") == um(5)
    assert BOOK.distance(position("11e", unit("a", "blue", (0, 0)), unit("b", "red", (1, 0))), "a", "b") == 0
    assert BOOK.may_measure(flat, "a", "b") == ()


def test_the_verdict_on_units_is_that_on_its_pairs() -> None:
    pieces = [
        box("wall", 5, 0.5, 5.2, 9, "wall"), box("wood", 8, -4, 14, 4, "wood"), box("crater", -2, 3, 1, 6, "crater"),
    ]  # fmt: skip
    units = (
        unit("a", "blue", (0, 0), (0, 2), (0, 4)), unit("b", "red", (10, 0), (10, 2), (10, 5)),
        unit("c", "red", (3, 0), h=3), unit("tank", "blue", (-6, 0), shape=hull(-2, -1, 2, 1), keywords=["Vehicle"]),
        unit("far", "red", (22, 0), (20, 3), deeds=["shot"]),
    )  # fmt: skip
    state = position("11e", *units, terrain=pieces)
    for viewer, target in (
        ("a", "b"),
        ("b", "a"),
        ("tank", "b"),
        ("b", "tank"),
        ("c", "a"),
        ("a", "far"),
        ("far", "a"),
    ):
        assert_units_are_their_pairs(state, viewer, target)


def test_every_reason_has_its_sentence() -> None:
    words = BOOK.words()
    for more in ("", "_covered", "_plunging", "_covered_plunging"):
        assert f"sight.whole{more}" in words and f"sight.partly{more}" in words
    wall = duel(terrain=[box("wall", 5, -9, 5.1, 9, top=5)])
    assert told(wall, "a-1", "b-1") == "a 1 cannot see b 1: every line is blocked by Block."
    assert told(wall, "a", "b") == "A cannot see B."
