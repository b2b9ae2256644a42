"""Dice: sums, halves, modifiers, and dice that are rolled again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.procedure import Procedure
from engine.eighth import attacks, dice
from engine.eighth.abilities import amount
from engine.eighth.kinds import TO_HIT
from engine.eighth.lore import Number, SheetError, number_of
from engine.eighth.weapons import hit_modifier, weapon_of
from tests.eighth.acts import Victims, batch, firing_line, made, sheets, shoot
from tests.eighth.tables import answer, battle, hand, rolls, run, spots, state_of, unit


def rolled(number: Number, faces: list[int], count: int = 1) -> tuple[int, ...]:
    b = Victims(count=1).b
    found: tuple[int, ...] = run(
        b, dice.numbers(b, number, count, "shots", "8e.dice.d6-sums", "blue"), faces, exactly=True
    )
    return found


@pytest.mark.rule("8e.dice.d6-sums")
def test_so_many_dice_are_added_up() -> None:
    assert rolled(Number(0, 3), [2, 5, 6]) == (13,) and rolled(Number(0, 2), [1, 1]) == (2,)
    assert rolled(Number(0, 2), [1, 2, 3, 4], count=2) == (3, 7)
    assert rolled(Number(4), [], count=3) == (4, 4, 4), "a fixed number needs no die"


@pytest.mark.rule("8e.dice.d3")
def test_a_d3_is_half_a_d6() -> None:
    assert [rolled(Number(0, 1, 3), [face])[0] for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("8e.dice.halving")
def test_halves_are_rounded_up_before_anything_is_added() -> None:
    assert rolled(Number(1, 1, 3), [5]) == (4,)
    assert rolled(Number(1, 2, 3), [5, 1]) == (5,), "each die is halved for itself"
    assert [dice.halved(n) for n in (1, 2, 3, 5)] == [1, 1, 2, 3]


def test_a_random_number_is_never_below_nothing() -> None:
    assert rolled(Number(-2, 1, 3), [1]) == (0,) and rolled(Number(-2, 1, 3), [6]) == (1,)


@pytest.mark.parametrize(("written", "number"), [
    ("d6", Number(0, 1, 6)), ("2D6", Number(0, 2, 6)), ("d3+1", Number(1, 1, 3)), ("2d3 - 1", Number(-1, 2, 3)),
    (3, Number(3)), ("4", Number(4)),
])  # fmt: skip
def test_numbers_are_read_as_datasheets_write_them(written: Any, number: Number) -> None:
    assert number_of("here", written) == number
    for wrong in ("d8", "", "six", -1, True, None):
        with pytest.raises(SheetError, match="here"):
            number_of("here", wrong)


MODIFIERS = {
    "clumsy": {"name": "Clumsy", "kind": "to_hit", "amount": -1},
    "veiled": {"name": "Veiled", "kind": "hard_to_hit", "amount": -1},
    "banner": {"name": "Banner", "kind": "to_hit", "amount": 1, "aura": 6, "others": True},
    "sights": {"name": "Sights", "kind": "to_hit", "amount": 1},
}


@pytest.mark.rule("8e.dice.modifiers-cumulative")
@pytest.mark.parametrize(("face", "hit"), [(4, False), (5, True)])
def test_all_modifiers_count_together(face: int, hit: bool) -> None:
    known = sheets(profiles={"ghost": made(rules=["veiled"]), "bearer": made(rules=["banner"])}, rules=MODIFIERS)
    session = battle(
        unit("a", "blue", spots((0, 0)), "guard", ["single"]), unit("b", "blue", spots((0, 4)), "bearer"),
        unit("x", "red", spots((14, 0)), "ghost"), phase="shooting", sheets=known,
    )  # fmt: skip
    b = hand(session)
    b.note_deed("a", "moved", "8e.movement.distance", models=("a-1",))
    weapon = weapon_of(b.state, "single")
    assert hit_modifier(b.state, "a-1", weapon, "x") == -1, "-1 for the move, -1 for the veil, +1 for the banner"
    procedure = attacks.roll_to_hit(b, batch(unit="a", target="x", weapon="single", skill=4, modifier=-1), 1)
    assert run(b, procedure, [face]) == hit


@pytest.mark.rule("8e.dice.modifiers-cumulative")
def test_a_weapon_with_two_such_abilities_has_both() -> None:
    known = sheets(weapons={"odd": {"name": "Odd", "type": "assault", "range": 24, "strength": 4,
                                    "rules": ["clumsy", "sights"]}}, rules=MODIFIERS)  # fmt: skip
    state = state_of(unit("a", "blue", spots((0, 0)), gear=["odd"]), unit("x", "red", spots((9, 0))), sheets=known)
    assert amount(state, "a-1", weapon_of(state, "odd"), TO_HIT) == 0


@pytest.mark.rule("8e.dice.n-plus")
def test_n_plus_is_n_or_more() -> None:
    assert [dice.passes(face, 3) for face in range(1, 7)] == [False, False, True, True, True, True]
    assert dice.passes(2, 3, 1) and not dice.passes(4, 4, -1)


# -- dice that are rolled again ----------------------------------------------------------------------------------------


def hits(faces: list[int], **changes: Any) -> int:
    victims = Victims(count=1)
    found: int = run(victims.b, attacks.roll_to_hit(victims.b, batch(**changes), 1), faces, exactly=True)
    return found


@pytest.mark.rule("8e.dice.reroll-before-modifiers")
def test_what_is_rolled_again_is_judged_before_modifiers() -> None:
    assert hits([3], modifier=-1, again_hit="failed") == 0, "a 3 is no failure yet, and misses then"
    assert hits([2, 4], modifier=-1, again_hit="failed") == 1
    assert hits([2, 3], modifier=-1, again_hit="failed") == 0
    assert hits([2], modifier=1, again_hit="failed") == 1, "nobody rolls a hit again"
    assert hits([1, 2], again_hit="ones") == 0 and hits([2], again_hit="ones") == 0


@pytest.mark.rule("8e.dice.reroll-before-modifiers")
def test_wound_rolls_are_rolled_again_in_the_same_way() -> None:
    victims = Victims(count=1)
    for faces, wounds, more in (
        ([3, 4], 1, {"again_wound": "failed"}), ([1, 6], 1, {"again_wound": "ones"}),
        ([4], 0, {"again_wound": "failed", "to_wound": -1}), ([3], 1, {"again_wound": "failed", "to_wound": 1}),
    ):  # fmt: skip
        assert run(victims.b, attacks.roll_to_wound(victims.b, batch(**more), 1), faces, exactly=True) == wounds


def rerolling(b: Battle, procedure: Procedure[Any], faces: list[int], picks: Any) -> Any:
    return run(b, procedure, faces, {"react.reroll": picks}, exactly=True)


def with_rerolls(count: int = 3) -> Battle:
    b = Victims(count=1).b
    b.spend("blue", -count, "8e.mission.command-rerolls-number")
    return b


@pytest.mark.rule("8e.dice.reroll-once")
def test_a_die_that_was_rolled_again_stands() -> None:
    asked: list[Any] = []
    b = with_rerolls()
    procedure = attacks.roll_to_hit(b, batch(again_hit="failed"), 1)
    assert run(b, procedure, [2, 1], {"react.reroll": lambda q: asked.append(q)}, exactly=True) == 0
    assert not asked, "no Command re-roll of it"
    assert b.state.points["blue"] == 3


@pytest.mark.rule("8e.dice.reroll-once")
def test_a_command_reroll_is_offered_once_for_a_die_and_the_worse_face_stands() -> None:
    b, picks = with_rerolls(), []

    def pick(question: Any) -> str:
        picks.append([o.id for o in question.rows])
        return str(question.rows[0].id)

    assert rerolling(b, attacks.roll_to_hit(b, batch(), 2), [2, 5, 1], pick) == 1
    assert picks == [["0"]] and b.state.points["blue"] == 2


@pytest.mark.rule("8e.dice.reroll-some-or-all")
def test_a_rule_that_names_a_roll_takes_all_its_dice_and_a_command_reroll_one() -> None:
    known = unit("a", "blue", spots((0, 0)), "runner"), unit("x", "red", spots((9, 0)))
    session = battle(*known, phase="charge", dice=[1, 5, 2, 3], exactly=True)
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    assert rolls(session, "charge") == [(1, 5)] and rolls(session, "charge.again") == [(2, 3)]
    b = with_rerolls()
    die = dice.d6(b, 2, "charge", "8e.charge.distance", "blue")
    assert rerolling(b, die, [1, 5, 4], lambda q: q.rows[0].id if b.state.points["blue"] == 3 else "pass") == (4, 5)


@pytest.mark.rule("8e.dice.roll-off")
def test_a_roll_off_goes_on_until_somebody_is_higher() -> None:
    b = Victims(count=1).b
    asked: list[str] = []
    winner = run(b, dice.roll_off(b, "8e.dice.roll-off", "anything"), [4, 4, 2, 2, 3, 5], exactly=True, asked=asked)
    assert winner == "red" and len(asked) == 6
    assert run(b, dice.roll_off(b, "8e.dice.roll-off", "anything"), [6, 5], exactly=True) == "blue"


def test_whole_units_need_the_ability_before_a_shot_of_theirs_is_hard_to_hit() -> None:
    known = sheets(profiles={"ghost": made(rules=["veiled"])}, rules=MODIFIERS)
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["single"]),
        unit("x", "red", spots((14, 0), (14, 2)), ["ghost", "marine"]), known=known, dice=[3, 1],
    )  # fmt: skip
    shoot(session, "a", ("x", None))
    assert rolls(session, "hit") == [(3,)] and rolls(session, "wound") == [(1,)]
