"""The charts of shooting, the Toughness that is rolled against, and which save is taken."""

from __future__ import annotations

import pytest

from engine.fifth.charts import HitScore, most_common_or_highest, to_hit, to_wound, toughness
from engine.fifth.saves import best_save, limited, pierces, slays
from engine.fifth.wounds import suffer
from engine.session import Session
from tests.fifth.shooting.acts import Alone, fire, table, told, wound
from tests.fifth.tables import boyz, marines, row, unit


@pytest.mark.rule("5e.shooting.hit-table")
@pytest.mark.parametrize(("bs", "need"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2)])
def test_the_score_to_hit_is_seven_less_the_skill(bs: int, need: int) -> None:
    assert to_hit(bs) == HitScore(need)


def test_without_any_skill_nothing_hits() -> None:
    assert to_hit(0) is None


@pytest.mark.rule("5e.shooting.bs6-table", "5e.shooting.hit-one-misses")
@pytest.mark.parametrize(("bs", "again"), [(6, 6), (7, 5), (8, 4), (9, 3), (10, 2)])
def test_a_skill_above_five_hits_on_two_and_rolls_ones_again(bs: int, again: int) -> None:
    assert to_hit(bs) == HitScore(2, again)


PRINTED = """
4 5 6 6 N N N N N N
3 4 5 6 6 N N N N N
2 3 4 5 6 6 N N N N
2 2 3 4 5 6 6 N N N
2 2 2 3 4 5 6 6 N N
2 2 2 2 3 4 5 6 6 N
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


@pytest.mark.rule("5e.shooting.wound-table", "5e.shooting.wound-no-effect", "5e.shooting.wound-one-fails")
def test_the_wound_chart_is_the_printed_one() -> None:
    rows = [line.split() for line in PRINTED.split("\n") if line]
    made = [["N" if not to_wound(s, t) else str(to_wound(s, t)) for t in range(1, 11)] for s in range(1, 11)]
    assert made == rows
    assert all(to_wound(s, t) != 1 for s in range(1, 11) for t in range(1, 11))


def mixed(*toughness_values: int) -> Session:
    keys = [f"tough{t}" for t in toughness_values]
    return table(marines("alpha", at=[(10, 10)]), unit("mob", "red", row(10, 20, len(keys)), keys, ("ccw",)))


@pytest.mark.rule("5e.shooting.mixed-toughness-majority")
def test_most_models_decide_the_toughness_of_a_unit() -> None:
    state = mixed(4, 4, 4, 4, 5).state
    assert toughness(state, "mob") == 4 and to_wound(4, toughness(state, "mob")) == 4


@pytest.mark.rule("5e.shooting.mixed-toughness-tie")
def test_without_a_majority_the_highest_toughness_counts() -> None:
    state = mixed(3, 3, 5, 5).state
    assert toughness(state, "mob") == 5 and to_wound(4, toughness(state, "mob")) == 5
    assert most_common_or_highest((3, 3, 4, 4, 5)) == 5


@pytest.fixture
def hero() -> Session:
    return table(marines("alpha", at=[(10, 10)]), unit("hero", "red", [(10, 20)], "hero", ("ccw",)))


@pytest.mark.rule("5e.shooting.ap", "5e.shooting.ap-dash")
@pytest.mark.parametrize(("ap", "save", "denied"), [(3, 3, True), (4, 3, False), (5, 6, True), (0, 6, False)])
def test_an_ap_as_low_as_the_save_denies_it_and_a_dash_never_does(ap: int, save: int, denied: bool) -> None:
    assert pierces(ap, save) == denied


@pytest.mark.rule("5e.shooting.invulnerable")
def test_an_invulnerable_save_is_taken_whatever_the_ap(hero: Session) -> None:
    save = best_save(hero.state, "hero-1", wound(ap=1))
    assert (save.kind, save.need) == ("invulnerable", 4)


@pytest.mark.rule("5e.shooting.one-save")
def test_one_save_is_taken_and_it_is_the_best() -> None:
    state = table(marines("alpha", at=[(10, 10)]), unit("mob", "red", [(10, 20)], "shielded", ("ccw",))).state
    taken = [best_save(state, "mob-1", w, 4) for w in (wound(ap=5), wound(ap=2), wound(ap=2, cover_allowed=False))]
    assert [(s.kind, s.need) for s in taken] == [("armour", 3), ("cover", 4), ("invulnerable", 5)]


@pytest.mark.rule("5e.shooting.save-limits")
def test_no_save_is_better_than_two(hero: Session) -> None:
    assert limited(1) == 2 and limited(0) == 0
    assert best_save(hero.state, "hero-1", wound(ap=1), 1).need == 2


@pytest.mark.rule("5e.cover.ignores-ap")
def test_cover_saves_against_the_best_ap() -> None:
    state = table(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(10, 20)])).state
    assert best_save(state, "mob-1", wound(ap=1), 4).need == 4
    assert best_save(state, "mob-1", wound(ap=1)).need == 0


@pytest.mark.rule("5e.shooting.armour-save")
def test_three_wounds_on_power_armour_roll_three_dice_at_once() -> None:
    alone = Alone(
        table(boyz("mob", at=[(10, 20)], side="blue"), marines("alpha", at=row(10, 10, 5), side="red")), [2, 3, 5]
    )

    losses = alone.run(lambda b: suffer(b, "alpha", (wound(),) * 3, by="blue"))
    assert [(len(roll.dice), roll.need) for roll in alone.rolls] == [(3, 3)]
    assert (losses.saved, losses.unsaved, len(losses.models)) == (2, 1, 1)


@pytest.mark.rule("5e.shooting.instant-death")
def test_twice_the_toughness_slays_and_less_does_not(hero: Session) -> None:
    assert slays(hero.state, "hero-1", wound(8)) and not slays(hero.state, "hero-1", wound(7))


@pytest.mark.rule("5e.shooting.instant-death-base-t")
def test_toughness_by_wargear_does_not_save_from_instant_death() -> None:
    state = table(marines("alpha", at=[(10, 10)]), unit("rider", "red", [(10, 20)], "rider", ("ccw",))).state
    assert slays(state, "rider-1", wound(8)) and toughness(state, "rider") == 5


def skilled(bs: int, dice: list[int], gear: str = "bolt_pistol") -> list[int]:
    """Hits of one shot by a model of that skill, at 10 inches."""
    session = table(unit("one", "blue", [(10, 10)], f"skill{bs}", (gear,)), boyz("mob", at=[(10, 20)]), dice=dice)
    fire(session, "one", "mob")
    return told(session, "shots.rolled", "hits")


@pytest.mark.rule("5e.shooting.bs6-table")
@pytest.mark.parametrize(("bs", "again", "hits"), [(7, 5, 1), (7, 4, 0), (6, 5, 0), (6, 6, 1)])
def test_a_one_by_a_high_skill_is_rolled_again_on_its_own_score(bs: int, again: int, hits: int) -> None:
    assert skilled(bs, [1, again, *([1] if hits else [])]) == [hits]


@pytest.mark.rule("5e.shooting.hit-one-misses")
def test_a_one_always_misses() -> None:
    assert skilled(5, [1]) == [0]
    assert skilled(10, [1, 1]) == [0]


@pytest.mark.rule("5e.shooting.bs6-other-reroll")
def test_another_reroll_takes_the_place_of_that_of_the_skill_and_needs_the_first_score() -> None:
    assert skilled(6, [1, 3, 4, 1, 1], "twin_boltgun") == [2]


@pytest.mark.rule("5e.shooting.wound-one-fails")
def test_a_one_never_wounds() -> None:
    session = table(marines("alpha", at=[(10, 10)], gear=("meltagun",)), boyz("mob", at=[(10, 20)]), dice=[6, 1])
    fire(session, "alpha", "mob")
    assert told(session, "wounds.rolled", "wounds") == [0]


@pytest.mark.rule("5e.shooting.wound-no-effect")
def test_a_hit_too_weak_for_the_toughness_rolls_no_dice() -> None:
    session = table(
        marines("alpha", at=[(10, 10)], gear=("lasgun",)),
        unit("giant", "red", [(10, 30)], "tough7", ("ccw",)),
        dice=[6],
    )
    fire(session, "alpha", "giant")
    assert told(session, "wounds.no_effect", "hits") == [1]
