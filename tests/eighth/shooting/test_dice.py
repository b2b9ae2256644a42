"""How many dice are rolled for shots, which of them together, and what auras do to them."""

from __future__ import annotations

import pytest

from engine.eighth import attacks, fight
from engine.eighth.lore import Number
from tests.eighth.acts import Victims, batch, firing_line, hurt, made, sheets, shoot
from tests.eighth.tables import detail, happened, left, rolls, row, spots, state_of, unit


@pytest.mark.rule("8e.shooting.number-of-attacks")
@pytest.mark.parametrize(("gun", "dice", "hits"), [
    ("assault", [1, 1], [2]), ("heavy", [1, 1, 1], [3]), ("single", [1], [1]), ("wild", [4, 1, 1, 1, 1], [4]),
])  # fmt: skip
def test_a_weapon_makes_as_many_attacks_as_its_profile_says(gun: str, dice: list[int], hits: list[int]) -> None:
    session = firing_line(unit("a", "blue", spots((0, 0)), gear=[gun]), unit("x", "red", spots((20, 0))), dice=dice)
    shoot(session, "a", ("x", None))
    assert [len(faces) for faces in rolls(session, "hit")] == hits


@pytest.mark.rule("8e.shooting.number-of-attacks", "8e.modifiers.random-other")
def test_each_weapon_rolls_for_its_own_number_after_all_targets_are_declared() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (0, 1.5), (0, 3)), gear=["wild"]),
        unit("x", "red", spots((12, 0))), unit("y", "red", spots((12, 5))), dice=[1, 2, 1, 1, 1, 4, 1, 1, 1, 1],
    )  # fmt: skip
    shoot(session, "a", ("x", ["a-1/wild", "a-2/wild"]), ("y", ["a-3/wild"]))
    assert rolls(session, "shots") == [(1, 2), (4,)] and [len(f) for f in rolls(session, "hit")] == [3, 4]


@pytest.mark.rule("8e.shooting.fast-dice-conditions")
def test_only_attacks_alike_in_every_way_are_rolled_together() -> None:
    gear = [["rifle"]] * 4 + [["sharp"], ["rifle"], ["rifle"], ["rifle"]]
    known = sheets(
        profiles={"novice": made(bs=4), "steady": made(rules=["aim"]), "lucky": made(rules=["luck"])},
        rules={"aim": {"name": "Aim", "kind": "to_hit", "amount": 1}, "luck": {"name": "L", "kind": "reroll_hits"}},
    )
    profiles = ["marine"] * 5 + ["novice", "steady", "lucky"]
    session = firing_line(
        unit("a", "blue", spots(*row(0, 0, 8, 0, 1.5)), profiles, gear), unit("x", "red", spots((20, 0))),
        known=known, dice=[2, 2, 2, 2, 1, 3, 1, 2, 2],
    )  # fmt: skip
    shoot(session, "a", ("x", None))
    told = [(detail(e, "weapon"), detail(e, "count"), detail(e, "need")) for e in happened(session, "attacks.hit")]
    assert told == [("Rifle", 4, 3), ("Sharp gun", 1, 3), ("Rifle", 1, 4), ("Rifle", 1, 2), ("Rifle", 1, 3)]
    assert rolls(session, "hit.again") == [(2,)] and left(session, "x") == 1


@pytest.mark.rule("8e.shooting.fast-dice-conditions")
def test_shots_at_half_range_and_at_full_range_are_not_one_roll() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (-1.5, 0)), gear=["rifle"]), unit("x", "red", spots((13, 0))), dice=[1, 2, 1]
    )
    shoot(session, "a", ("x", None))
    assert rolls(session, "hit") == [(1, 2), (1,)]


@pytest.mark.rule("8e.shooting.fast-dice-order", "8e.attacks.allocate-wounded-first", "8e.attacks.excess-damage-lost")
def test_all_hit_rolls_then_all_wound_rolls_then_each_wound_by_itself() -> None:
    victims = Victims("veteran", 2, known=sheets(profiles={"veteran": made(w=3)}))
    strikes = attacks.resolve(victims.b, batch(damage=Number(2)), 4)
    asked = victims.run(strikes, [3, 3, 3, 2, 4, 4, 4, 1, 1, 1], {"attacks.allocate": ("foe-2", "foe-1")})
    assert asked == ["hit", "wound", "attacks.allocate", "save"]
    assert victims.left() == {"foe-1": 1}, "3 to 1, dead with a point lost, 3 to 1"


@pytest.mark.rule("8e.shooting.fast-dice-order")
def test_a_wounded_model_is_first_in_the_next_batch_too() -> None:
    victims = Victims("veteran", 3, known=sheets(profiles={"veteran": made(w=3)}))
    victims.run(attacks.suffer(victims.b, "foe", hurt()), [1], {"attacks.allocate": ("foe-3", "foe-1", "foe-2")})
    assert victims.run(attacks.suffer(victims.b, "foe", hurt()), [1]) == ["save"]
    assert victims.left() == {"foe-1": 3, "foe-2": 3, "foe-3": 1}


@pytest.mark.rule("8e.shooting.aura-includes-self")
def test_an_aura_works_on_its_bearer_unless_it_says_others() -> None:
    for others, again in ((False, [(6,)]), (True, [])):
        rule = {"rites": {"name": "Rites", "kind": "reroll_hit_ones", "aura": 6, "others": others}}
        session = firing_line(
            unit("lead", "blue", spots((0, 0)), "leader", ["single"]), unit("x", "red", spots((20, 0))),
            known=sheets(profiles={"leader": made(rules=["rites"])}, rules=rule), dice=[1, 6, 1][: 3 - others],
        )  # fmt: skip
        shoot(session, "lead", ("x", None))
        assert rolls(session, "hit.again") == again


@pytest.mark.rule("8e.shooting.fast-dice-conditions")
def test_blows_of_those_within_an_aura_and_those_beyond_are_not_one_roll() -> None:
    rule = {"rites": {"name": "Rites", "kind": "reroll_hit_ones", "aura": 3, "others": True}}
    known = sheets(profiles={"leader": made(rules=["rites"])}, rules=rule)
    state = state_of(
        unit("a", "blue", spots((0, 0), (0, 1.5), (0, 3), (0, 4.5))), unit("x", "red", spots(*row(1.5, 0, 4, 0, 1.5))),
        unit("lead", "blue", spots((-2, 0)), "leader"), sheets=known,
    )  # fmt: skip
    assert fight.groups(state, "a") == (("a-1", "a-2", "a-3"), ("a-4",))
