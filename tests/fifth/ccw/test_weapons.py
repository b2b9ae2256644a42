"""Close combat weapons: what each does to wounding, saving, initiative and the number of attacks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fifth.ccw import (
    Style,
    armour_allowed,
    attacks,
    initiative,
    rerolls_wounds,
    strength,
    styles,
    wound_score,
)
from engine.fifth.characteristics import value
from engine.session import Session
from tests.fifth.assault.scenes import detail, details_of, fight, hand, still, until, until_event
from tests.fifth.tables import answer, boyz, happened, left, marines, unit


def carrying(*gear: str, profiles: str = "marine") -> Any:
    """A hand on a battle with one model that carries these things and has not charged."""
    return hand(still(unit("alpha", "blue", [(20, 20)], profiles, gear), boyz("mob", at=[(20, 21)])))


def way(b: Any, which: int = 0) -> Style:
    return styles(b.state, "alpha-1")[which]


def count(*gear: str, profiles: str = "sergeant") -> int:
    """How many blows a model with these things strikes in the second round of a fight."""
    b = carrying(*gear, profiles=profiles)
    (style,) = styles(b.state, "alpha-1")
    return attacks(b.state, "alpha-1", style, ("mob-1",))


def duel(gear: tuple[str, ...], foe: str, dice: list[int], profiles: str = "marine", **more: Any) -> Session:
    """One model strikes at another, with these dice in their order."""
    return fight(
        unit("alpha", "blue", [(20, 20)], profiles, gear), unit("rival", "red", [(20, 21)], foe, ("ccw",)), dice=dice,
        **more,
    )  # fmt: skip


@pytest.mark.rule("5e.ccw.normal")
def test_an_ordinary_weapon_changes_nothing() -> None:
    session = duel(("ccw",), "scout", [6, 1, 4, 3])
    struck = happened(session, "combat.blows")[0]
    assert (detail(struck, "to_wound"), detail(struck, "strength"), detail(struck, "blows")) == (4, 4, 1)
    b = carrying("ccw")
    assert way(b).melee == "ordinary" and armour_allowed(way(b), 6)


@pytest.mark.rule("5e.ccw.pistol")
def test_a_pistol_in_hand_is_an_ordinary_weapon() -> None:
    b = carrying("plasma_pistol")
    assert strength(b.state, "alpha-1", way(b)) == 4
    assert wound_score(way(b), 4, 4) == 4 and armour_allowed(way(b), 6)


@pytest.mark.rule("5e.ccw.power-weapon")
def test_a_power_weapon_allows_no_armour_but_leaves_invulnerable_saves() -> None:
    session = duel(("power_weapon",), "hero", [6, 4, 1, 1, 1, 4], profiles="quick")
    saves = happened(session, "saves.rolled")[0]
    assert (detail(saves, "kind"), detail(saves, "need")) == ("invulnerable", 4)
    b = carrying("power_weapon")
    assert wound_score(way(b), 4, 4) == 4 and not armour_allowed(way(b), 4)


@pytest.mark.rule("5e.ccw.lightning-claw")
def test_a_lightning_claw_rolls_failures_to_wound_again() -> None:
    session = duel(("lightning_claw", "lightning_claw"), "boy", [6, 6, 3, 5, 4], profiles="quick")
    struck = happened(session, "combat.blows")[0]
    assert (detail(struck, "hits"), detail(struck, "wounds")) == (2, 2)
    assert [roll.purpose for roll in details_of(session, "dice.rolled", "roll")][:3] == [
        "blow.hit", "blow.wound", "blow.wound.again",
    ]  # fmt: skip
    assert left(session, "rival") == 0 and not happened(session, "saves.rolled")


@pytest.mark.rule("5e.ccw.poisoned")
def test_a_poisoned_weapon_wounds_on_its_own_score_whatever_the_toughness() -> None:
    b = carrying("poisoned_blade", profiles="weak")
    assert strength(b.state, "alpha-1", way(b)) == 2
    assert wound_score(way(b), 2, 8) == 4 and wound_score(Style(), 2, 8) == 0
    assert wound_score(Style(melee="poisoned", poison=2), 2, 8) == 2
    session = duel(("poisoned_blade",), "tough8", [6, 4, 2], profiles="weak")
    assert detail(happened(session, "combat.blows")[0], "wounds") == 1


@pytest.mark.rule("5e.ccw.poisoned-reroll")
def test_the_strong_roll_failed_poison_again() -> None:
    blade = Style(melee="poisoned", poison=4)
    assert rerolls_wounds(blade, 4, 4) and rerolls_wounds(blade, 5, 4) and not rerolls_wounds(blade, 3, 4)
    session = duel(("poisoned_blade",), "boy", [6, 3, 4, 1], profiles="quick")
    assert detail(happened(session, "combat.blows")[0], "wounds") == 1


@pytest.mark.rule("5e.ccw.power-fist")
def test_a_power_fist_doubles_strength_up_to_ten_and_denies_armour() -> None:
    b = carrying("power_fist")
    assert strength(b.state, "alpha-1", way(b)) == 8 and not armour_allowed(way(b), 6)
    assert wound_score(way(b), 8, 4) == 2
    assert strength(carrying("power_fist", profiles="giant").state, "alpha-1", way(b)) == 10
    session = duel(("power_fist",), "ogre", [1, 1, 1, 6, 2])
    assert left(session, "rival") == 0


@pytest.mark.rule("5e.ccw.power-fist-initiative")
def test_a_power_fist_strikes_last_even_in_a_furious_charge() -> None:
    b = carrying("power_fist", profiles="eager")
    b.note_deed("alpha", "charged", "5e.assault.declare-distance", target="mob", units=("mob",), slowed=False)
    assert initiative(b.state, "alpha-1", way(b)) == 1
    assert strength(b.state, "alpha-1", way(b)) == 9
    assert initiative(b.state, "alpha-1", Style()) == 6


@pytest.mark.rule("5e.ccw.thunder-hammer")
def test_whoever_survives_a_thunder_hammer_is_slow_until_the_next_player_turn_ends() -> None:
    session = fight(
        unit("alpha", "blue", [(20, 20)], "marine", ("thunder_hammer",)),
        unit("rival", "red", [(20, 21)], "guardian9", ("ccw",)), dice=[*[1] * 3, 6, 6],
    )  # fmt: skip
    until_event(session, "combat.hammered")
    turn = session.state.clock.turn
    hammered = [e for e in session.events if e.code == "effect.began"][-1]
    effect = detail(hammered, "effect")
    assert (effect.subject, effect.number("set"), effect.until.turn) == ("rival-1", 1, 1 + 1)
    assert turn >= 1
    steps = details_of(session, "combat.step", "initiative")
    assert steps[0] == 5 and steps[1] == 1


@pytest.mark.rule("5e.ccw.thunder-hammer")
def test_the_hammers_effect_ends_with_that_turn() -> None:
    b = carrying("ccw", profiles="eager")
    from engine.core.facts import facts
    from engine.core.records import Clock, Effect, Until

    clock = b.state.clock
    b.add_effect(Effect("e", "hammered", "t", "alpha-1", "modifier", facts(name="i", set=1), Until(clock.turn + 1)))
    assert (value(b.state, "alpha-1", "i"), initiative(b.state, "alpha-1", Style())) == (1, 1)
    b.set_clock(Clock("turn", 1, clock.turn + 1, "red", "assault", 2), "test")
    assert initiative(b.state, "alpha-1", Style()) == 1
    b.set_clock(Clock("turn", 2, clock.turn + 2, "blue", "assault", 2), "test")
    assert initiative(b.state, "alpha-1", Style()) == 5


@pytest.mark.rule("5e.ccw.rending")
def test_a_rending_six_wounds_anything_and_denies_armour() -> None:
    b = carrying("rending_claws")
    style = way(b)
    assert wound_score(style, 3, 8) == 6 and wound_score(style, 4, 4) == 4
    assert not armour_allowed(style, 6) and armour_allowed(style, 5)
    session = duel(("rending_claws",), "tough8", [6, 6], profiles="quick")
    assert left(session, "rival") == 0 and not happened(session, "saves.rolled")


@pytest.mark.rule("5e.ccw.witchblade")
def test_a_witchblade_wounds_on_two_and_allows_armour() -> None:
    b = carrying("witchblade")
    assert wound_score(way(b), 3, 6) == 2 and armour_allowed(way(b), 6)


@pytest.mark.rule("5e.ccw.two-normal", "5e.weapons.pistol-ccw")
def test_two_ordinary_weapons_give_one_attack() -> None:
    assert count("bolt_pistol", "ccw", profiles="marine") == 2
    assert count("ccw", profiles="marine") == 1
    assert count("boltgun", "ccw", profiles="marine") == 1


@pytest.mark.rule("5e.ccw.two-same-special")
def test_two_of_the_same_special_weapon_give_one_attack() -> None:
    assert count("power_weapon", "power_weapon") == 3
    assert way(carrying("power_weapon", "power_weapon")).melee == "power"


@pytest.mark.rule("5e.ccw.normal-plus-special")
def test_an_ordinary_weapon_beside_a_special_one_gives_one_attack_with_the_special() -> None:
    assert count("bolt_pistol", "power_weapon") == 3
    assert [s.melee for s in styles(carrying("bolt_pistol", "power_weapon").state, "alpha-1")] == ["power"]


@pytest.mark.rule("5e.ccw.fist-claw-exception")
def test_fists_hammers_and_claws_want_a_second_of_their_own() -> None:
    assert count("power_fist", "bolt_pistol") == 2
    assert count("power_fist", "power_fist") == 3
    assert count("thunder_hammer", "ccw") == 2
    b = carrying("lightning_claw", "power_weapon", profiles="sergeant")
    assert {attacks(b.state, "alpha-1", s, ("mob-1",)) for s in styles(b.state, "alpha-1")} == {2}


@pytest.mark.rule("5e.ccw.two-different-special")
def test_with_two_different_special_weapons_one_is_picked_for_the_turn_and_no_attack_gained() -> None:
    session = still(
        marines("alpha", at=[(20, 20)], profiles="sergeant", gear=("power_weapon", "poisoned_blade")),
        boyz("mob", at=[(20, 21)], gear=("choppa",)), dice=[1] * 500,
    )  # fmt: skip
    until(session, "combat.weapon")
    assert session.pending is not None and session.pending.player == "blue"
    assert [o.id for o in session.pending.options] == ["power_weapon", "poisoned_blade"]  # type: ignore[attr-defined]
    answer(session, "combat.weapon", "poisoned_blade")
    struck = happened(session, "combat.blows")[0]
    assert (detail(struck, "weapon"), detail(struck, "blows")) == ("Poisoned blade", 2)
    until(session, "combat.weapon")
    assert session.state.clock.turn == 2


def test_a_pistol_does_not_bring_back_the_attack_that_two_different_special_weapons_forfeit() -> None:
    b = carrying("power_weapon", "poisoned_blade", "bolt_pistol", profiles="sergeant")
    assert {attacks(b.state, "alpha-1", s, ("mob-1",)) for s in styles(b.state, "alpha-1")} == {2}
