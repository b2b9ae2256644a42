"""Who bears wounds, what they do to him, and mortal wounds."""

from __future__ import annotations

import pytest

from engine.eighth import attacks, casualties
from engine.eighth.lore import Number
from tests.eighth.acts import Victims, firing_line, hurt, made, sheets, shoot
from tests.eighth.tables import answer, ask, left, piece, rolls, spots, square, unit, wounds

VETERANS = sheets(profiles={
    "two": made(w=2), "three": made(w=3), "lord": made(w=3, sv=2, inv=4), "tough": made(w=1, sv=2),
    "weak": made(sv=5), "none": made(sv=0), "saint": made(w=2, sv=0, rules=["grace"]),
}, rules={"grace": {"name": "Grace", "kind": "ignore_wounds", "on": 5}})  # fmt: skip


def veterans(profile: str, count: int, **lost: int) -> Victims:
    """A unit of models with several wounds, some of which have lost some: foe_1=1."""
    victims = Victims(profile, count, known=VETERANS)
    for name, how_many in lost.items():
        victims.b.wound(name.replace("_", "-"), how_many, "8e.attacks.damage")
    victims.b.take_events()
    return victims


def test_suffering_goes_on_until_the_wounds_or_the_models_are_used_up() -> None:
    victims = veterans("none", 2)
    assert victims.run(attacks.suffer(victims.b, "foe", hurt(5)), []) == ["attacks.allocate"]
    assert victims.left() == {}


# -- allocation --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.attacks.allocate")
def test_a_wound_may_be_given_to_a_model_that_nobody_sees_or_reaches() -> None:
    wall = piece("wall", square(33, 26, 0.2, 20), top=6, opaque=True)
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["short"]),
        unit("x", "red", spots((5, 0), (5, 3.5), (5, 7), (5, 10.5), (5, 14))), terrain=[wall], dice=[3, 4, 1, 1],
    )  # fmt: skip
    seen = session.book.sight(session.state, "a-1", "x-5")
    assert not seen.visible and session.book.distance(session.state, "a-1", "x-5") > 12 * 25_400
    shoot(session, "a", ("x", None))
    assert ask(session, "attacks.allocate").player == "red"
    answer(session, "attacks.allocate", ("x-5", "x-1", "x-2", "x-3", "x-4"))
    assert not session.state.models["x-5"].alive and left(session, "x") == 4


@pytest.mark.rule("8e.attacks.allocate")
def test_wounds_go_down_the_order_that_the_owner_wants() -> None:
    victims = Victims("weak", 4, known=VETERANS)
    order = ("foe-3", "foe-1", "foe-4", "foe-2")
    victims.run(attacks.suffer(victims.b, "foe", hurt(3)), [4, 5, 1], {"attacks.allocate": order})
    assert set(victims.left()) == {"foe-2", "foe-4"}, "foe-3 dies, foe-1 saves once and dies then"


@pytest.mark.rule("8e.attacks.allocate-wounded-first")
def test_the_wounded_model_bears_everything_until_it_is_gone_and_nobody_is_asked() -> None:
    victims = veterans("two", 3, foe_2=1)
    assert victims.run(attacks.suffer(victims.b, "foe", hurt(3)), [3, 4, 2]) == ["save"] * 3
    assert victims.left() == {"foe-1": 2, "foe-3": 2}
    again = veterans("two", 3, foe_2=1)
    asked = again.run(attacks.suffer(again.b, "foe", hurt(3)), [3, 2, 1], {"attacks.allocate": ("foe-3", "foe-1")})
    assert asked == ["save", "save", "attacks.allocate", "save"]
    assert again.left() == {"foe-1": 2, "foe-3": 1}


@pytest.mark.rule("8e.attacks.allocate-wounded-first")
def test_a_model_that_bears_several_wounds_for_sure_rolls_for_them_together() -> None:
    victims = veterans("three", 2, foe_1=1)
    victims.run(attacks.suffer(victims.b, "foe", hurt(2)), [2, 2])
    assert victims.left() == {"foe-2": 3}
    large = veterans("three", 2, foe_1=1)
    answers = {"attacks.allocate": ("foe-2",)}
    assert large.run(attacks.suffer(large.b, "foe", hurt(2, damage=Number(0, 1, 3))), [2, 3, 2, 1], answers) == [
        "save", "damage", "save", "damage",
    ]  # fmt: skip
    assert large.left() == {"foe-2": 2}, "with one model left nobody is asked"


@pytest.mark.rule("8e.attacks.allocate-wounded-first")
def test_of_two_wounded_models_the_owner_picks() -> None:
    victims = veterans("two", 3, foe_1=1, foe_3=1)
    answers = {"attacks.allocate": ("foe-2", "foe-3", "foe-1")}
    victims.run(attacks.suffer(victims.b, "foe", hurt()), [1], answers)
    assert victims.left() == {"foe-1": 1, "foe-2": 2}, "the unhurt one is not his to choose"


@pytest.mark.rule("8e.attacks.save-of-allocated-model")
@pytest.mark.parametrize(("first", "saved"), [("foe-1", True), ("foe-2", False)])
def test_the_save_is_that_of_the_model_that_bears_the_wound(first: str, saved: bool) -> None:
    victims = Victims(["tough", "weak", "weak", "weak", "weak"], known=VETERANS)
    order = (first, *(f"foe-{n}" for n in range(1, 6) if f"foe-{n}" != first))
    asked = victims.run(attacks.suffer(victims.b, "foe", hurt()), [3], {"attacks.allocate": order})
    assert asked == ["attacks.allocate", "save"] and (first in victims.left()) == saved


def test_saves_that_differ_are_rolled_together_and_told_apart() -> None:
    victims = Victims(["tough", "weak"], 2, known=VETERANS)
    order = ("foe-2", "foe-1")
    asked = victims.run(attacks.suffer(victims.b, "foe", hurt(2)), [4, 4], {"attacks.allocate": order})
    assert asked == ["attacks.allocate", "save"] and set(victims.left()) == {"foe-1"}
    events = [dict(e.details) for e in victims.b.take_events() if e.code.startswith("save.")]
    assert [(e["need"], e["face"]) for e in events] == [(5, 4), (2, 4)]


# -- cover while models fall -------------------------------------------------------------------------------------------

RUIN = piece("ruin", square(29, 23, 5.2, 2), "cover")


@pytest.mark.rule("8e.attacks.cover-rechecked")
def test_cover_comes_to_the_rest_when_the_model_outside_is_removed() -> None:
    victims = Victims("guard", 4, terrain=[RUIN])
    order = ("foe-4", "foe-1", "foe-2", "foe-3")
    victims.run(attacks.suffer(victims.b, "foe", hurt(2)), [3, 3], {"attacks.allocate": order})
    assert set(victims.left()) == {"foe-1", "foe-2", "foe-3"}


@pytest.mark.rule("8e.attacks.cover-rechecked")
def test_a_save_that_only_cover_makes_possible_is_rolled_once_there_is_cover() -> None:
    victims = Victims("boy", 4, terrain=[RUIN])
    order = ("foe-4", "foe-1", "foe-2", "foe-3")
    asked = victims.run(attacks.suffer(victims.b, "foe", hurt(3, ap=-1)), [6, 5], {"attacks.allocate": order})
    assert asked == ["attacks.allocate", "save"] and set(victims.left()) == {"foe-2", "foe-3"}


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.attacks.damage")
def test_a_model_loses_the_damage_of_the_weapon_and_is_removed_with_none_left() -> None:
    victims = veterans("three", 1)
    victims.run(attacks.suffer(victims.b, "foe", hurt(damage=Number(2))), [1])
    assert victims.left() == {"foe-1": 1}
    victims.run(attacks.suffer(victims.b, "foe", hurt()), [1])
    assert victims.left() == {} and not victims.b.model("foe-1").alive


@pytest.mark.rule("8e.attacks.excess-damage-lost")
def test_damage_beyond_what_a_model_has_left_hurts_nobody_else() -> None:
    victims = Victims()
    victims.run(attacks.suffer(victims.b, "foe", hurt(damage=Number(5))), [2])
    assert list(victims.left().values()) == [1] * 4
    assert victims.told("model.wounded") == 1


@pytest.mark.rule("8e.attacks.random-damage", "8e.modifiers.random-other")
def test_random_damage_is_rolled_for_each_attack_that_gets_through() -> None:
    victims = veterans("three", 2)
    order = {"attacks.allocate": ("foe-1", "foe-2")}
    asked = victims.run(attacks.suffer(victims.b, "foe", hurt(2, damage=Number(0, 1, 3))), [1, 1, 5, 2], order)
    assert asked == ["attacks.allocate", "save", "damage", "damage"]
    assert victims.left() == {"foe-2": 2}


def test_a_wound_may_be_ignored_point_by_point() -> None:
    victims = veterans("saint", 2)
    answers = {"attacks.allocate": ("foe-1", "foe-2")}
    asked = victims.run(attacks.suffer(victims.b, "foe", hurt(damage=Number(3))), [5, 4, 6], answers)
    assert asked == ["attacks.allocate", "ignore"] and victims.left() == {"foe-1": 1, "foe-2": 2}
    assert victims.run(attacks.suffer(victims.b, "foe", hurt(damage=Number(3))), [5, 6, 4]) == ["ignore"]
    assert victims.left() == {"foe-2": 2}


# -- mortal wounds -----------------------------------------------------------------------------------------------------


def mortal(victims: Victims, count: int, **more: str):
    return attacks.mortal_wounds(victims.b, "foe", count, "8e.attacks.mortal-wounds", **more)


@pytest.mark.rule("8e.attacks.mortal-wounds")
def test_a_mortal_wound_is_a_wound_without_any_die_and_the_wounded_model_takes_it() -> None:
    victims = veterans("lord", 2, foe_2=1)
    assert victims.run(mortal(victims, 1)) == [] and victims.left() == {"foe-1": 3, "foe-2": 1}


@pytest.mark.rule("8e.attacks.mortal-wounds-spill")
def test_mortal_wounds_go_on_to_the_next_model_until_they_are_used_up() -> None:
    victims = veterans("two", 3, foe_2=1)
    asked = victims.run(mortal(victims, 4), answers={"attacks.allocate": ("foe-3", "foe-1")})
    assert asked == ["attacks.allocate"] and victims.left() == {"foe-1": 1}
    assert victims.run(mortal(victims, 9)) == [] and victims.left() == {}


def test_nobody_is_asked_when_mortal_wounds_are_the_end_of_all() -> None:
    victims = veterans("two", 3)
    assert victims.run(mortal(victims, 6)) == [] and victims.left() == {}
    graced = veterans("saint", 2)
    answers = {"attacks.allocate": ("foe-2", "foe-1")}
    assert graced.run(mortal(graced, 4), [5, 1, 1, 1], answers)[0] == "attacks.allocate"
    assert graced.left() == {"foe-1": 1}


@pytest.mark.rule("8e.attacks.mortal-wounds", "8e.psychic.perils-damage")
def test_a_model_named_first_takes_mortal_wounds_before_a_wounded_one_and_until_it_is_gone() -> None:
    victims = veterans("two", 3, foe_2=1)
    assert victims.run(mortal(victims, 3, first="foe-3")) == [] and victims.left() == {"foe-1": 2}
    graced = veterans("saint", 3)
    assert graced.run(mortal(graced, 3, first="foe-3"), [5, 6, 1]) == ["ignore", "ignore"]
    assert graced.left() == {"foe-1": 2, "foe-2": 2, "foe-3": 1}


@pytest.mark.rule("8e.attacks.mortal-wounds-spill")
def test_an_explosion_in_the_middle_of_a_volley_hurts_everyone_near_once() -> None:
    boom = {"boom": {"name": "Boom", "kind": "explodes", "on": 6, "number": 2, "aura": 6}}
    known = sheets(profiles={"bomb": made(sv=0, rules=["boom"]), "two": made(w=2)}, rules=boom)
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["cruel"]), unit("bomb", "red", spots((12, 0)), "bomb"),
        unit("near", "red", spots((18, 0)), "two"), unit("far", "red", spots((19.5, 0)), "two"), known=known,
        dice=[3, 2, 6],
    )  # fmt: skip
    shoot(session, "a", ("bomb", None))
    assert (left(session, "near"), wounds(session, "far-1")) == (0, 2) and rolls(session, "explode") == [(6,)]


def test_what_ignores_wounds_is_the_best_there_is() -> None:
    assert casualties.ignored_on(veterans("saint", 1).b.state, "foe-1") == 5
    assert casualties.ignored_on(veterans("two", 1).b.state, "foe-1") == 0
