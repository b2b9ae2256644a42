"""What a die needs to hit, to wound and to save: the charts, typed by hand a second time, and what changes them."""

from __future__ import annotations

import pytest

from engine.eighth import attacks
from tests.eighth.acts import Victims, batch, hurt, made, sheets
from tests.eighth.tables import piece, square

# -- to hit ------------------------------------------------------------------------------------------------------------


def hits(face: int, **changes: object) -> bool:
    """Whether a natural face hits; it is rolled, and one that hits needs a die to wound, which fails."""
    victims = Victims(count=1)
    asked = victims.run(attacks.roll_to_hit(victims.b, batch(**changes), 1), [face])
    assert asked == ["hit"]
    event = next(e for e in victims.b.take_events() if e.code == "attacks.hit")
    return bool(dict(event.details)["hits"])


@pytest.mark.rule("8e.attacks.hit-roll", "8e.dice.n-plus")
def test_a_hit_is_the_skill_or_more_after_all_modifiers() -> None:
    assert [hits(face, skill=4) for face in range(1, 7)] == [False, False, False, True, True, True]
    assert [hits(face, skill=4, modifier=1) for face in (2, 3)] == [False, True]
    assert [hits(face, skill=4, modifier=-1) for face in (4, 5)] == [False, True]


@pytest.mark.rule("8e.attacks.hit-natural-one")
def test_a_natural_one_never_hits_and_a_six_is_nothing_special() -> None:
    assert not hits(1, skill=2, modifier=2) and hits(2, skill=2, modifier=2)
    assert not hits(6, skill=6, modifier=-1) and hits(6, skill=6)


def test_only_sixes_hit_where_nothing_else_counts() -> None:
    assert [hits(face, skill=2, modifier=3, natural=6) for face in (5, 6)] == [False, True]


# -- to wound ----------------------------------------------------------------------------------------------------------

PRINTED = """
4 6 6 6 6 6 6 6 6 6
2 4 5 6 6 6 6 6 6 6
2 3 4 5 5 6 6 6 6 6
2 2 3 4 5 5 5 6 6 6
2 2 3 3 4 5 5 5 5 6
2 2 2 3 3 4 5 5 5 5
2 2 2 3 3 3 4 5 5 5
2 2 2 2 3 3 3 4 5 5
2 2 2 2 3 3 3 3 4 5
2 2 2 2 2 3 3 3 3 4
2 2 2 2 2 3 3 3 3 3
2 2 2 2 2 2 3 3 3 3
2 2 2 2 2 2 3 3 3 3
2 2 2 2 2 2 2 3 3 3
2 2 2 2 2 2 2 3 3 3
2 2 2 2 2 2 2 2 3 3
"""
"""Strength 1 to 16 downwards, Toughness 1 to 10 across, worked out by hand from the five sentences of the book."""


@pytest.mark.rule("8e.attacks.wound-table")
def test_the_wound_table_is_the_printed_one() -> None:
    table = [[int(need) for need in line.split()] for line in PRINTED.strip().splitlines()]
    found = [[attacks.wound_score(s, t) for t in range(1, 11)] for s in range(1, 17)]
    assert found == table
    examples = {(8, 4): 2, (9, 4): 2, (7, 4): 3, (5, 4): 3, (4, 4): 4, (3, 4): 5, (2, 4): 6, (3, 6): 6, (4, 6): 5,
                (1, 1): 4, (2, 1): 2}  # fmt: skip
    assert {pair: attacks.wound_score(*pair) for pair in examples} == examples


@pytest.mark.rule("8e.attacks.wound-half-exact")
@pytest.mark.parametrize(("strength", "toughness", "need"), [(3, 7, 6), (4, 7, 5), (3, 5, 5), (2, 5, 6), (7, 4, 3)])
def test_double_and_half_are_compared_without_rounding(strength: int, toughness: int, need: int) -> None:
    assert attacks.wound_score(strength, toughness) == need


def wounds(face: int, strength: int, to_wound: int = 0) -> bool:
    victims = Victims(count=1)
    victims.run(attacks.roll_to_wound(victims.b, batch(strength=strength, to_wound=to_wound), 1), [face])
    event = next(e for e in victims.b.take_events() if e.code == "attacks.wounded")
    return bool(dict(event.details)["wounds"])


@pytest.mark.rule("8e.attacks.wound-natural-one")
def test_a_natural_one_never_wounds_and_a_six_is_nothing_special() -> None:
    assert not wounds(1, strength=8, to_wound=1) and wounds(2, strength=8, to_wound=1)
    assert not wounds(6, strength=2, to_wound=-1) and wounds(6, strength=2)
    assert wounds(3, strength=4, to_wound=1) and not wounds(2, strength=4, to_wound=1)


@pytest.mark.rule("8e.attacks.mixed-toughness")
@pytest.mark.parametrize(("toughnesses", "need"), [((4, 4, 4, 5), 4), ((4, 4, 5, 5), 5), ((5, 5, 3), 5)])
def test_a_unit_has_the_toughness_of_most_and_the_highest_of_equals(toughnesses: tuple[int, ...], need: int) -> None:
    known = sheets(profiles={f"t{t}": made(t=t) for t in toughnesses})
    victims = Victims([f"t{t}" for t in toughnesses], len(toughnesses), known=known)
    assert victims.run(attacks.roll_to_wound(victims.b, batch(), 1), [need - 1]) == ["wound"]
    event = next(e for e in victims.b.take_events() if e.code == "attacks.wounded")
    assert dict(event.details)["need"] == need, "nobody has been chosen yet"


# -- to save -----------------------------------------------------------------------------------------------------------

RUIN = piece("ruin", square(20, 20, 20, 8), "cover")


def saves(face: int, ap: int = 0, phase: str = "shooting", in_cover: bool = False, **changes: object) -> bool:
    """Whether a model with one wound, and this natural face on its saving throw, lives."""
    gear = ["shield"] if changes.pop("shield", 0) else []
    victims = Victims(
        "man", 1, gear, sheets({"man": made(**changes)}, wargear={"shield": {"name": "Shield", "inv": 6}}), phase,
        terrain=[RUIN] if in_cover else [],
    )  # fmt: skip
    blow = hurt(ap=ap, ranged=phase != "fight")
    needs = attacks.save_score(victims.b.state, "foe-1", blow)
    asked = victims.run(attacks.suffer(victims.b, "foe", blow), [face] if needs < attacks.NEVER else [])
    assert asked == (["save"] if needs < attacks.NEVER else []), "one die at most"
    return bool(victims.left())


@pytest.mark.rule("8e.attacks.save")
def test_the_ap_of_the_weapon_is_added_to_the_saving_throw() -> None:
    assert [saves(face, ap=-1, sv=3) for face in (3, 4)] == [False, True]
    assert [saves(face, sv=3) for face in (2, 3)] == [False, True]
    assert not saves(6, ap=-4, sv=3) and saves(6, ap=-3, sv=3)


@pytest.mark.rule("8e.attacks.save-natural-one")
def test_a_natural_one_never_saves_and_a_six_is_nothing_special() -> None:
    assert not saves(1, sv=2, in_cover=True) and saves(2, sv=2, in_cover=True)
    assert not saves(6, ap=-2, sv=5)
    assert not saves(1, sv=6, inv=2) and saves(2, sv=6, inv=2)


@pytest.mark.rule("8e.attacks.save", "8e.modifiers.dash-unmodifiable")
def test_a_save_that_is_a_dash_is_none_not_even_in_cover_while_seven_is_helped_by_it() -> None:
    assert not saves(6, sv=0) and not saves(6, sv=0, in_cover=True)
    assert not saves(6, sv=7) and saves(6, sv=7, in_cover=True) and not saves(5, sv=7, in_cover=True)
    assert saves(5, sv=0, inv=5)


@pytest.mark.rule("8e.attacks.invulnerable-choice")
def test_a_wound_is_met_with_the_better_of_armour_and_invulnerable_save_and_never_with_both() -> None:
    for ap, need in ((0, 3), (-1, 4), (-2, 5), (-3, 5)):
        assert not saves(need - 1, ap=ap, sv=3, inv=5) and saves(need, ap=ap, sv=3, inv=5), ap


@pytest.mark.rule("8e.attacks.invulnerable-ignores-ap", "8e.attacks.cover-not-invulnerable")
def test_neither_ap_nor_cover_changes_an_invulnerable_save() -> None:
    for covered in (False, True):
        assert saves(5, ap=-3, sv=6, inv=5, in_cover=covered) and not saves(4, ap=-3, sv=6, inv=5, in_cover=covered)


@pytest.mark.rule("8e.attacks.invulnerable-only-one")
def test_of_several_invulnerable_saves_one_is_used_once() -> None:
    assert not saves(3, ap=-6, inv=4, shield=1) and saves(4, ap=-6, inv=4, shield=1)
    assert saves(6, ap=-6, shield=1) and not saves(5, ap=-6, shield=1)


@pytest.mark.rule("8e.attacks.cover")
def test_cover_adds_one_to_saves_against_shooting() -> None:
    assert [saves(face, ap=-1, sv=4, in_cover=True) for face in (3, 4)] == [False, True]
    assert not saves(4, ap=-1, sv=4)


@pytest.mark.rule("8e.attacks.cover-not-in-fight")
def test_cover_is_nothing_in_a_fight_but_helps_against_overwatch() -> None:
    assert not saves(3, sv=4, in_cover=True, phase="fight")
    assert saves(3, sv=4, in_cover=True, phase="charge")


@pytest.mark.rule("8e.attacks.hit-roll", "8e.attacks.save")
def test_an_attack_that_fails_a_step_goes_no_further() -> None:
    for dice, steps in (([2], ["hit"]), ([3, 3], ["hit", "wound"]), ([3, 4, 3], ["hit", "wound", "save"])):
        victims = Victims(count=1)
        assert victims.run(attacks.resolve(victims.b, batch(), 1), dice) == steps
        assert victims.left() == {"foe-1": 1}
