"""Pinning, getting hot, twin-linked, rending and sniper weapons."""

from __future__ import annotations

import pytest

from battlefield.pose import Pose
from engine.core.decisions import Confirm
from engine.fifth import pinning, status, weapons
from engine.fifth.ground import go_to_ground
from engine.fifth.saves import best_save
from engine.fifth.wounds import Losses
from engine.session import Session
from tests.fifth.shooting.acts import Alone, asked, fire, stand, table, told, wound
from tests.fifth.tables import answer, boyz, marines, row, submit, unit

PINNED = Losses(1, 0, 1, 1, ("foes-1",), (("sniper_rifle", 1),), pinning=True)


def nerve(profile: str, dice: list[int]) -> Alone:
    """A unit that has just suffered an unsaved wound by a pinning weapon, after what follows from that."""
    session = table(marines("alpha", at=[(10, 10)]), unit("foes", "red", row(10, 30, 5), profile, ("ccw",)))
    alone = Alone(session, dice)
    alone.run(lambda b: pinning.test_if_hurt(b, "foes", PINNED))
    return alone


def snipers(dice: list[int], *, profile: str = "guard", dive: bool = False) -> Session:
    """Two sniper rifles fire at five models, 20 inches away."""
    foes = unit("foes", "red", row(10, 30, 5), profile, ("ccw",))
    squad = marines("alpha", at=row(10, 10, 2), gear=("sniper_rifle",))
    session = table(squad, marines("beta", at=[(60, 10)]), foes, dice=dice)
    fire(session, "alpha", "foes", dive=dive)
    return session


@pytest.mark.rule("5e.weapons.pinning-test")
@pytest.mark.parametrize(("second", "down"), [(3, True), (2, False)])
def test_an_unsaved_wound_by_a_pinning_weapon_calls_for_a_leadership_test(second: int, down: bool) -> None:
    session = snipers([6, 1, 6, 5, second])
    submit(session, ("foes-5",))
    assert status.gone_to_ground(session.state, "foes") == down


@pytest.mark.rule("5e.weapons.pinning-test")
def test_a_wound_that_was_saved_pins_nobody() -> None:
    session = snipers([6, 1, 4, 5], profile="marine")
    assert told(session, "saves.rolled", "saved") == [1]
    assert not told(session, "pinning.passed", "total") and not told(session, "pinning.failed", "total")


@pytest.mark.rule("5e.weapons.pinning-no-retro")
def test_going_to_ground_by_pinning_comes_after_all_saves_of_the_volley() -> None:
    gear = [("sniper_rifle",), ("boltgun",), ("boltgun",)]
    squad = marines("alpha", at=row(10, 10, 3), gear=gear)
    foes = unit("foes", "red", row(10, 30, 6), "guard", ("ccw",))
    session = table(squad, marines("beta", at=[(60, 10)]), foes, dice=[6] * 8)
    fire(session, "alpha", "foes")
    assert not told(session, "saves.rolled", "saved"), "no cover, and AP 5 against 5+"
    submit(session, ("foes-4", "foes-5", "foes-6"))
    codes = [e.code for e in session.events if e.code in ("unit.suffered", "pinning.failed")]
    assert codes == ["unit.suffered", "pinning.failed"]
    assert status.gone_to_ground(session.state, "foes")


@pytest.mark.rule("5e.weapons.pinning-repeat")
def test_a_unit_is_tested_again_while_it_passes_and_no_more_once_it_is_down() -> None:
    session = table(marines("alpha", at=[(10, 10)]), unit("foes", "red", row(10, 30, 5), "guard", ("ccw",)))
    alone = Alone(session, [1, 1, 6, 6])
    for _ in range(3):
        alone.b.take_events()
        procedure = pinning.test_if_hurt(alone.b, "foes", PINNED)
        value = None
        try:
            while True:
                value = alone._answer(procedure.send(value))
        except StopIteration:
            pass
    assert [roll.purpose for roll in alone.rolls] == ["test.ld", "test.ld"]
    assert status.gone_to_ground(alone.b.state, "foes")


@pytest.mark.rule("5e.weapons.pinning-immune")
def test_a_unit_that_cannot_be_pinned_rolls_nothing_and_may_still_dive() -> None:
    alone = nerve("fearless", [])
    assert not alone.rolls and not status.gone_to_ground(alone.b.state, "foes")
    session = snipers([6, 1, 6], profile="fearless", dive=True)
    answer(session, "react", "go_to_ground")
    assert status.gone_to_ground(session.state, "foes")


def plasma(dice: list[int], *, y: float = 32, profile: str = "marine", gear: str = "plasma_gun") -> Session:
    session = table(unit("alpha", "blue", [(10, 10)], profile, (gear,)), boyz("mob", at=[(10, y)]), dice=dice)
    fire(session, "alpha", "mob")
    return session


def burnt(session: Session) -> list[int]:
    return told(session, "shots.overheated", "count")


@pytest.mark.rule("5e.weapons.gets-hot")
def test_each_one_to_hit_wounds_the_firer_who_has_his_armour_save() -> None:
    session = plasma([1, 4, 1, 3], y=20)
    assert told(session, "shots.rolled", "hits") == [1] and burnt(session) == [1]
    assert told(session, "saves.rolled", "saved") == [1] and session.state.present("alpha")
    unlucky = plasma([1, 4, 1, 2], y=20)
    assert not unlucky.state.present("alpha")


@pytest.mark.rule("5e.weapons.gets-hot-vehicle")
def test_a_vehicle_is_not_burnt_by_its_hot_weapons() -> None:
    tank = unit("tank", "blue", [(10, 10)], "guard", ("plasma_gun",), kind="vehicle")
    session = table(tank, marines("beta", at=[(60, 10)]), boyz("mob", at=[(10, 20)]), dice=[1, 5, 1])
    fire(session, "tank", "mob")
    assert told(session, "shots.rolled", "hits") == [1] and not burnt(session)


@pytest.mark.rule("5e.weapons.gets-hot-out-of-range")
@pytest.mark.parametrize(("face", "burns"), [(1, [1]), (5, [])])
def test_a_hot_weapon_rolls_even_out_of_range(face: int, burns: list[int]) -> None:
    session = plasma([face, 3], y=36)
    assert burnt(session) == burns
    assert not told(session, "shots.rolled", "hits") and not told(session, "wounds.rolled", "hits")


@pytest.mark.rule("5e.weapons.gets-hot-blast")
def test_a_hot_blast_weapon_rolls_before_it_fires() -> None:
    session = plasma([1, 3], gear="plasma_cannon")
    assert burnt(session) == [1] and not told(session, "blast.landed", "hits")
    calm = plasma([2], gear="plasma_cannon")
    assert asked(calm).topic == "shoot.blast"
    submit(calm, Pose.at(10, 32))
    assert not burnt(calm)


@pytest.mark.rule("5e.weapons.gets-hot-reroll")
@pytest.mark.parametrize(("again", "hits", "burns"), [(3, 0, []), (6, 1, []), (1, 0, [1])])
def test_a_skilled_firer_rolls_the_one_again_and_burns_only_on_another(again: int, hits: int, burns: list[int]) -> None:
    session = plasma([1, again, 1, 6], profile="skill6")
    assert told(session, "shots.rolled", "hits") == [hits] and burnt(session) == burns


@pytest.mark.rule("5e.weapons.gets-hot-reroll")
def test_a_skilled_firer_rolls_the_one_of_a_hot_blast_again() -> None:
    assert burnt(plasma([1, 1, 6], profile="skill6", gear="plasma_cannon")) == [1]
    assert asked(plasma([1, 2], profile="skill6", gear="plasma_cannon")).topic == "shoot.blast"


@pytest.mark.rule("5e.weapons.twin-linked")
def test_a_twin_linked_weapon_rolls_its_misses_again_and_has_no_more_shots() -> None:
    firers = marines("alpha", at=[(10, 10)], gear=("twin_bolter",))
    session = table(firers, boyz("mob", at=[(10, 40)]), dice=[2, 3, 5, 4, 1, 1, 1])
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "hits") == [3] and told(session, "shots.rolled", "shots") == [3]


@pytest.mark.rule("5e.weapons.twin-linked", "5e.weapons.gets-hot-reroll")
@pytest.mark.parametrize(("risk", "dice", "burns"), [(True, [1, 2, 4, 1, 1, 6], [1]), (False, [1, 2, 4, 1], [])])
def test_the_owner_of_a_hot_twin_linked_weapon_decides_about_misses_that_do_not_burn(
    risk: bool, dice: list[int], burns: list[int]
) -> None:
    session = plasma(dice, y=20, gear="twin_plasma")
    question = asked(session)
    assert isinstance(question, Confirm) and question.hint("count") == 1
    submit(session, risk)
    stand(session)
    assert burnt(session) == burns


@pytest.mark.rule("5e.weapons.rending")
@pytest.mark.parametrize(("face", "unsaved"), [(6, [1]), (5, [])])
def test_a_six_of_a_rending_weapon_wounds_anything_and_denies_armour(face: int, unsaved: list[int]) -> None:
    foe = unit("foe", "red", [(10, 30)], "tough8", ("ccw",))
    session = table(marines("alpha", at=[(10, 10)], gear=("assault_cannon",)), foe, dice=[6, face])
    fire(session, "alpha", "foe")
    assert told(session, "unit.suffered", "unsaved") == unsaved
    assert not told(session, "saves.rolled", "saved")


@pytest.mark.rule("5e.weapons.rending")
def test_rending_makes_an_ap_two_and_keeps_a_better_one() -> None:
    gun = weapons.gun(table(marines("alpha", at=[(1, 1)])).state, "assault_cannon")
    assert [weapons.ap_of(gun, face) for face in (5, 6)] == [4, 2]


@pytest.mark.rule("5e.weapons.sniper")
@pytest.mark.parametrize(("toughness", "face", "wounds"), [(3, 3, 0), (3, 4, 1), (9, 4, 1)])
def test_a_sniper_hit_wounds_any_toughness_on_four(toughness: int, face: int, wounds: int) -> None:
    foe = unit("foe", "red", [(10, 30), (11.5, 30)], f"tough{toughness}", ("ccw",))
    session = table(marines("alpha", at=[(10, 10)], gear=("sniper_rifle",)), foe, dice=[6, face, 6, 1, 1])
    fire(session, "alpha", "foe")
    assert told(session, "wounds.rolled_always", "wounds") == [wounds]


@pytest.mark.rule("5e.weapons.sniper-traits")
def test_a_sniper_weapon_rends_and_pins() -> None:
    session = snipers([6, 1, 6, 6, 6], profile="relentless")
    submit(session, ("foes-5",))
    assert told(session, "unit.suffered", "unsaved") == [1], "AP 2 against 2+"
    assert told(session, "pinning.failed", "total") == [12]
    gun = weapons.gun(session.state, "sniper_rifle")
    assert weapons.has(gun, "rending") and weapons.has(gun, "pinning")


def test_a_unit_on_the_ground_has_its_better_save_in_the_same_volley() -> None:
    session = snipers([6, 1, 6, 6], profile="guard", dive=True)
    react = asked(session)
    assert react.topic == "react"
    submit(session, "go_to_ground")
    assert told(session, "saves.rolled", "need") == [6] and told(session, "saves.rolled", "saved") == [1]


def test_the_ground_gives_a_cover_save_of_six_in_the_open() -> None:
    alone = Alone(table(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(10, 30)])))
    go_to_ground(alone.b, "mob", "5e.cover.gtg-timing")
    assert best_save(alone.b.state, "mob-1", wound(ap=2), 6).need == 6
