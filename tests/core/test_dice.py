"""Dice: even, repeatable, scripted or typed."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.dice import Roll, ScriptedDice, SeededDice, Stream, TypedDice, keyed_face, pool

ROLL = Roll("test", "rule", "blue", pool(2))


@pytest.mark.parametrize("sides", [2, 3, 6, 66, 360])
def test_every_face_comes_up_as_often_as_the_others(sides: int) -> None:
    rolls = 200 * sides
    counts = Counter(keyed_face(f"k/{n}", sides) for n in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    chi_squared = sum((c - 200) ** 2 / 200 for c in counts.values())
    freedom = sides - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5 + 8


def test_seeded_dice_depend_on_key_and_number_alone() -> None:
    rolled = [SeededDice().faces(ROLL, "7", n) for n in range(50)]
    assert rolled == [SeededDice().faces(ROLL, "7", n) for n in range(50)]
    assert rolled != [SeededDice().faces(ROLL, "8", n) for n in range(50)]
    assert len(set(rolled)) > 15


def test_scripted_dice_are_used_in_order_and_run_out_aloud() -> None:
    dice = ScriptedDice([1, 2, 3])
    assert dice.faces(ROLL, "", 0) == (1, 2)
    assert dice.left == (3,)
    with pytest.raises(LookupError, match="has 1 faces left, test needs 2"):
        dice.faces(ROLL, "", 1)


def test_typed_dice_ask_the_person() -> None:
    assert TypedDice().faces(ROLL, "", 0) is None


def test_streams_repeat_and_stay_in_their_bounds() -> None:
    one, two = Stream("a"), Stream("a")
    drawn = [one.between(-2, 3) for _ in range(100)]
    assert drawn == [two.between(-2, 3) for _ in range(100)]
    assert set(drawn) == set(range(-2, 4))
    assert {Stream(str(n)).pick("xyz") for n in range(30)} == set("xyz")
