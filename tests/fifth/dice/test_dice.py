"""Dice: D6, D3, sums, re-rolls, roll-offs, scatter."""

from __future__ import annotations

import pytest

from battlefield.pose import Pose
from battlefield.scatter import shifted
from engine.core.dice import Roll, SeededDice, pool
from engine.fifth.dice import always, halved, scatter_dice, scatter_faces, total, whole
from tests.fifth.shooting.acts import fire, table, told
from tests.fifth.tables import battle, boyz, happened, marines, row


def seeded(count: int, sides: int = 6) -> tuple[int, ...]:
    faces = SeededDice().faces(Roll("trial", "", "blue", pool(count, sides)), "seed", 0)
    assert faces is not None
    return faces


@pytest.mark.rule("5e.dice.d6-default")
def test_six_thousand_plain_dice_show_one_to_six_and_each_about_equally_often() -> None:
    faces = seeded(6000)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(880 <= faces.count(face) <= 1120 for face in range(1, 7))


@pytest.mark.rule("5e.dice.d3")
def test_a_d3_is_half_a_d6_rounded_up() -> None:
    assert [halved(face) for face in (1, 2, 3, 4, 5, 6)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("5e.dice.add-subtract")
def test_an_addition_counts_once_after_the_sum_and_may_lead_below_zero() -> None:
    assert total((4,), plus=1) == 5
    assert total((5,), plus=-2) == 3
    assert total((2, 5, 6), plus=-3) == 10
    assert total((1,), plus=-2) == -1


@pytest.mark.rule("5e.dice.multiply")
def test_a_multiplier_counts_for_the_whole_score() -> None:
    assert total((4,), times=5) == 20
    assert total((2, 6), times=3) == 24
    assert total((2, 6), times=3, plus=1) == 25


def twin_linked(profile: str, dice: list[int]) -> tuple[list[object], list[object]]:
    """Three shots of one twin-linked weapon in range: the faces of every roll, and the hits."""
    firer = marines("alpha", at=[(10, 10)], profiles=profile, gear=("twin_bolter",))
    session = table(firer, boyz("mob", at=[(10, 40)]), dice=dice)
    fire(session, "alpha", "mob")
    faces = [e.detail("faces") for e in happened(session, "dice.rolled") if e.subject == "alpha"]
    return faces, told(session, "shots.rolled", "hits")


@pytest.mark.rule("5e.dice.reroll-once")
def test_a_die_that_two_rules_would_roll_again_is_rolled_again_once() -> None:
    assert twin_linked("skill6", [1, 1, 1, 1, 1, 1]) == ([(1, 1, 1), (1, 1, 1)], [0])


@pytest.mark.rule("5e.dice.reroll-second-stands")
def test_the_second_score_stands_even_when_it_is_worse() -> None:
    assert twin_linked("marine", [2, 2, 2, 1, 1, 1]) == ([(2, 2, 2), (1, 1, 1)], [0])


@pytest.mark.rule("5e.dice.reroll-whole-pool")
def test_a_sum_of_dice_is_rolled_again_as_a_whole() -> None:
    assert whole((6, 1)) == (0, 1)
    assert whole((6, 1, 3)) == (0, 1, 2)


@pytest.mark.rule("5e.dice.roll-off")
def test_equal_dice_of_a_roll_off_are_rolled_again_by_both() -> None:
    session = battle(marines("alpha", at=row(10, 10, 1)), boyz("mob", at=row(30, 10, 1)), opening=(3, 3, 5, 2))
    rolls = [e.detail("faces") for e in happened(session, "dice.rolled")]
    assert rolls[:4] == [(3,), (3,), (5,), (2,)]
    (won,) = happened(session, "roll_off.won")
    assert won.side == "blue" and won.detail("scores") == (5, 2)


@pytest.mark.rule("5e.dice.scatter-die")
def test_a_hit_face_leaves_the_marker_and_an_arrow_moves_it_its_way() -> None:
    at = Pose.at(20, 20)
    for face in (5, 6):
        assert scatter_faces((face, 90, 1, 3)).hit
    arrow = scatter_faces((2, 90, 1, 3))
    assert not arrow.hit and arrow.direction == 90 and arrow.distance == (1, 3)
    assert shifted(at, 4, arrow.direction).xy == (20, 24)


@pytest.mark.rule("5e.dice.scatter-die")
def test_a_scatter_roll_is_a_scatter_die_a_direction_and_the_distance_dice() -> None:
    assert scatter_dice("blast", "", "blue", "alpha").dice == (6, 360, 6, 6)
    assert scatter_faces((1, 360, 2, 2)).direction == 0


@pytest.mark.rule("5e.dice.scatter-always")
def test_what_always_scatters_goes_where_the_small_arrow_of_a_hit_face_points() -> None:
    scatter = always(scatter_faces((6, 360, 5)))
    assert not scatter.hit
    assert shifted(Pose.at(20, 20), 5, scatter.direction).xy == (25, 20)
