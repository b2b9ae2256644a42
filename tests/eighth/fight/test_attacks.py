"""Attacks in close combat: at whom, how many, and with what."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.setup import UnitSpec
from engine.eighth import fight
from engine.session import Session
from tests.eighth.profiles import PROFILES, WEAPONS, profile
from tests.eighth.tables import (
    HERO,
    ONES,
    answer,
    ask,
    battle,
    hand,
    happened,
    left,
    open_ids,
    play_until,
    refused,
    rolls,
    spots,
    state_of,
    submit,
    topic,
    unit,
    wounds,
)

PROFILES.update(
    two=profile("Two arms", 6, 3, 3, 4, 4, 1, 2, 7, 3),
    three=profile("Three arms", 6, 3, 3, 4, 4, 1, 3, 7, 3),
    helpless=profile("Helpless", 6, 0, 3, 4, 4, 1, 3, 7, 3),
    wild=profile("Wild one", 6, 3, 3, 4, 4, 1, "d6", 7, 3),
    crude=profile("Crude", 6, 3, 5, 4, 4, 1, 1, 7, 3),
)
WEAPONS.update(heavy_gun={"name": "Heavy gun", "type": "heavy", "range": 36, "strength": 5})


def blue(id: str, *at: tuple[float, float], profiles: Any = "three", gear: Any = (), **more: Any) -> UnitSpec:
    return unit(id, "blue", spots(*at), profiles, gear, **more)


def red(id: str, *at: tuple[float, float], profiles: str = "boy", **more: Any) -> UnitSpec:
    return unit(id, "red", spots(*at), profiles, **more)


def strike(*units: UnitSpec, dice: Any = ONES, **more: Any) -> Session:
    """Blue's unit `a` has been chosen and has piled in nowhere: its attacks come next."""
    session = battle(*units, phase="fight", dice=dice, **more)
    answer(session, "fight.unit", "a")
    if topic(session) == "fight.pile_in":
        submit(session, ())
    return session


@pytest.mark.rule("8e.fight.targets")
def test_only_units_within_an_inch_are_attacked_characters_among_them() -> None:
    state = state_of(
        blue("a", (0, 0)), red("hero", (2, 0), profiles="captain", keywords=HERO), red("squad", (1.5, 1.5)),
        blue("friend", (3, 0)),
    )  # fmt: skip
    assert fight.reached(state, "a-1") == ("hero",)


@pytest.mark.rule("8e.fight.second-rank")
def test_the_second_rank_strikes_through_a_comrade_and_the_third_does_not() -> None:
    state = state_of(blue("a", (0, 0), (-1.2, 0), (-2.4, 0)), red("x", (1.5, 0)))
    assert [fight.reached(state, m) for m in ("a-1", "a-2", "a-3")] == [("x",), ("x",), ()]
    lone = state_of(blue("a", (-1.2, 0)), blue("other", (0, 0)), red("x", (1.5, 0)))
    assert fight.reached(lone, "a-1") == (), "a model of another unit is no comrade"


@pytest.mark.rule("8e.fight.charger-targets")
def test_who_charged_strikes_only_the_units_it_charged() -> None:
    session = battle(
        blue("a", (0, 0)), red("x", (8, 0), profiles="giant"), red("y", (9.3, 0), profiles="giant"), phase="charge",
        dice=[5, 5, *ONES],
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    answer(session, "charge.move", lambda question: question.suggest(None))
    play_until(session, lambda s: topic(s) == "fight.unit")
    b = hand(session)
    b.move("y-1", b.model("a-1").pose.moved_to(b.model("a-1").pose.xy[0], b.model("a-1").pose.xy[1] + 1.5), "")
    assert fight.reached(b.state, "a-1") == ("x",)
    b.gone("x-1", "")
    assert fight.reached(b.state, "a-1") == (), "the attacks are lost with the unit that was charged"
    assert fight.reached(b.state, "y-1") == ("a",), "who was not charging strikes whom he wants"


@pytest.mark.rule("8e.fight.split-attacks")
def test_attacks_are_split_before_any_die_and_what_is_meant_for_the_dead_is_lost() -> None:
    session = strike(
        blue("a", (0, 0)), red("x", (1.5, 0)), red("y", (-1.5, 0)), dice=[6, 6, 6, 6, 1, 1, 6, 6, 6, *ONES]
    )
    question = ask(session, "fight.attacks")
    assert question.total == 3 and not rolls(session, "hit")
    assert [option.subject for option in question.bins] == ["x", "y"]
    assert refused(session, tuple((o.id, 2) for o in question.bins)), "four are too many"
    submit(session, ((question.bins[0].id, 2), (question.bins[1].id, 1)))
    assert rolls(session, "hit") == [(6, 6), (6,)] and rolls(session, "wound")[0] == (6, 6)
    assert left(session, "x") == 0 and happened(session, "wounds.lost"), "the second wound is not moved to y"


@pytest.mark.rule("8e.fight.split-attacks")
def test_models_of_a_unit_strike_different_units_and_one_target_is_finished_before_the_next() -> None:
    session = strike(
        blue("a", (0, 0), (1.2, 0), profiles="two", gear=[["sword"], ["axe"]]), red("x", (0, 1.5), profiles="giant"),
        red("y", (0.5, -1.5), profiles="giant"),
    )  # fmt: skip
    first = ask(session, "fight.attacks")
    submit(session, tuple((o.id, 1) for o in first.bins))
    second = ask(session, "fight.attacks")
    submit(session, tuple((o.id, 1) for o in second.bins))
    assert [dict(e.details)["target"] for e in happened(session, "attacks.hit")] == ["x", "x", "y", "y"]


@pytest.mark.rule("8e.fight.number-of-attacks")
def test_a_model_makes_as_many_attacks_as_its_characteristic_whatever_it_carries() -> None:
    session = strike(blue("a", (0, 0), profiles="two", gear=["sword", "other_sword"]), red("x", (1.5, 0)))
    question = ask(session, "fight.attacks")
    assert question.total == 2 and len(question.bins) == 2
    five = blue("a", (0, 0), (0, 1.2), (0, 2.4), (0, 5.4), (0, 8.4), profiles="two", gear=["sword"])
    many = strike(five, red("x", (1.5, 0), (1.5, 1.2), (1.5, 2.4), profiles="giant"))
    assert [len(faces) for faces in rolls(many, "hit")] == [6]


@pytest.mark.rule("8e.fight.number-of-attacks")
def test_a_random_number_of_attacks_is_rolled_when_it_is_needed_and_no_weapon_skill_means_no_attacks() -> None:
    wild = strike(blue("a", (0, 0), profiles="wild"), red("x", (1.5, 0)), dice=[4, *ONES])
    assert rolls(wild, "attacks") == [(4,)] and [len(f) for f in rolls(wild, "hit")] == [4]
    none = strike(blue("a", (0, 0), profiles="helpless"), red("x", (1.5, 0)))
    assert not rolls(none, "hit")


@pytest.mark.rule("8e.fight.default-weapon")
def test_who_has_no_melee_weapon_strikes_with_a_close_combat_weapon() -> None:
    session = strike(
        blue("a", (0, 0), profiles="guard", gear=["boltgun"]), red("x", (1.5, 0), profiles="guard"), dice=[4, 4, 3],
    )  # fmt: skip
    hit, wound = happened(session, "attacks.hit")[0], happened(session, "attacks.wounded")[0]
    assert (dict(hit.details)["need"], dict(wound.details)["need"]) == (4, 4)
    assert rolls(session, "save") == [(3,)] and left(session, "x") == 0
    saved = strike(blue("a", (0, 0), profiles="guard"), red("x", (1.5, 0), profiles="guard"), dice=[4, 4, 4, *ONES])
    assert left(saved, "x") == 1
    hurt = strike(blue("a", (0, 0), profiles="guard"), red("x", (1.5, 0), profiles="giant"), dice=[4, 6, 1, *ONES])
    assert wounds(hurt, "x-1") == 7


@pytest.mark.rule("8e.fight.weapon-choice")
def test_a_model_divides_its_attacks_among_its_melee_weapons() -> None:
    session = strike(
        blue("a", (0, 0), gear=["boltgun", "axe", "fist"]), red("x", (1.5, 0), profiles="giant"), dice=[3, 3, 3, *ONES]
    )  # fmt: skip
    question = ask(session, "fight.attacks")
    assert [dict(o.details)["weapon"] for o in question.bins] == ["Axe", "Power fist"]
    assert [(dict(o.details)["strength"], dict(o.details)["ap"]) for o in question.bins] == [(5, -1), (8, -3)]
    submit(session, ((question.bins[0].id, 1), (question.bins[1].id, 2)))
    assert [len(faces) for faces in rolls(session, "hit")] == [1, 2]
    assert [dict(e.details)["strength"] for e in happened(session, "attacks.wounded")] == [5, 8]


@pytest.mark.rule("8e.fight.weapon-choice")
def test_all_attacks_may_go_to_one_weapon_and_a_gun_is_none_to_strike_with() -> None:
    state = state_of(blue("a", (0, 0), gear=["boltgun", "axe", "fist", "bolt_pistol"]), red("x", (1.5, 0)))
    assert [w.key for w in fight.blades(state, "a-1")] == ["axe", "fist"]


@pytest.mark.rule("8e.fight.weapon-skill")
@pytest.mark.parametrize(("face", "hits"), [(2, 0), (3, 1)])
def test_blows_hit_by_weapon_skill_whatever_the_ranged_weapons_suffer(face: int, hits: int) -> None:
    session = battle(
        blue("a", (0, 0), profiles="crude", gear=["heavy_gun"]), red("x", (9, 0), profiles="giant"), phase="movement",
    )  # fmt: skip
    answer(session, "move.unit", "a")
    answer(session, "move.how", "advance")
    answer(session, "move.advance", ())
    b = hand(session)
    b.move("x-1", b.model("x-1").pose.moved_to(31.5, 24), "")
    batch = fight.batch_of(b.state, "a-1", "x", fight.blades(b.state, "a-1")[0])
    assert (batch.skill, batch.modifier, batch.ranged) == (3, 0, False)
    struck = strike(blue("a", (0, 0), profiles="crude"), red("x", (1.5, 0), profiles="giant"), dice=[face, *ONES])
    assert dict(happened(struck, "attacks.hit")[0].details)["hits"] == hits


@pytest.mark.rule("8e.fight.targets")
def test_the_unit_that_may_fight_is_picked_among_those_that_can() -> None:
    session = battle(blue("a", (0, 0)), red("x", (1.5, 0)), blue("b", (0, 9)), phase="fight")
    assert open_ids(session) == {"a"}


@pytest.mark.rule("8e.fight.split-attacks")
def test_models_that_strike_in_different_ways_are_not_thrown_together() -> None:
    known = {
        "profiles": {"chief": profile("Chief", 6, 3, 3, 4, 4, 5, 4, 8, 3, rules=["rites"])},
        "rules": {"rites": {"name": "Rites", "kind": "reroll_hit_ones", "aura": 4}},
    }
    chief = unit("chief", "blue", spots((0, 4)), "chief")
    state = state_of(blue("a", (0, 0), (1.2, 0), (4, 0)), chief, red("x", (0, -1.5), (4, -1.5)), sheets=known)
    near, far = (fight.batch_of(state, m, "x", fight.blades(state, m)[0]).again_hit for m in ("a-1", "a-3"))
    assert near != far and any(set(group) == {"a-1", "a-2"} for group in fight.groups(state, "a"))
