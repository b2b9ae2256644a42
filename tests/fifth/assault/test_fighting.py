"""Who fights, when, with how many blows, and what they need."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.facts import facts
from engine.core.records import Effect
from engine.fifth import status
from engine.fifth.ccw import AUTOMATIC, Style, assault_bonus, attacks, initiative, styles, to_hit, wound_score
from engine.fifth.combat import engaged, fights
from engine.session import Session
from tests.fifth.assault.scenes import (
    ONES,
    charge,
    charge_home,
    detail,
    details_of,
    done_charging,
    fight,
    go,
    hand,
    phase_over,
    still,
    suggested,
    until,
    until_event,
)
from tests.fifth.tables import answer, battle, boyz, codes, happened, left, marines, piece, refused, row, square, unit


def blows_of(session: Session, unit_id: str) -> list[int]:
    return [detail(e, "blows") for e in happened(session, "combat.blows") if e.subject == unit_id]


@pytest.mark.rule("5e.assault.locked")
def test_one_model_in_contact_locks_its_unit() -> None:
    session = still(marines("alpha", at=row(20, 20, 10, 1.5)), boyz("mob", at=[(20, 21)]), boyz("far", at=[(50, 40)]))
    assert status.locked(session.state, "alpha") and status.locked(session.state, "mob")
    assert not status.locked(session.state, "far")


@pytest.mark.rule("5e.assault.engaged", "5e.assault.unengaged")
def test_models_within_two_inches_of_a_mate_in_contact_are_engaged() -> None:
    session = still(marines("alpha", at=[(20, 20), (23, 20), (16.9, 20)]), boyz("mob", at=[(20, 21)]))
    state = session.state
    assert [m for m, _ in engaged(state, "alpha")] == ["alpha-1", "alpha-2"]
    assert engaged(state, "alpha")[1] == ("alpha-2", ("mob-1",))


@pytest.mark.rule("5e.assault.engaged")
def test_a_mate_of_another_unit_in_contact_engages_nobody() -> None:
    session = still(
        marines("alpha", at=[(20, 20)]), marines("beta", at=[(22, 20), (23.5, 20)]), boyz("mob", at=[(20, 21)])
    )
    assert engaged(session.state, "beta") == ()


@pytest.mark.rule("5e.assault.unengaged", "5e.assault.allocate")
def test_an_unengaged_model_strikes_no_blow_and_may_be_the_one_removed() -> None:
    session = fight(
        marines("alpha", at=[(20, 20), (22.4, 20), (25.5, 20)], gear=("ccw",)),
        boyz("mob", at=[(20, 21)], gear=("choppa",), profiles="ogre"), dice=[1, 1, 6, 1, 1, 6, 1],
    )  # fmt: skip
    assert detail(happened(session, "combat.begins")[0], "engaged") == 3
    assert blows_of(session, "alpha") == [2]
    assert session.pending is not None and session.pending.topic == "casualties.pick"
    assert not session.preview(("alpha-3",))
    answer(session, "casualties.pick", ("alpha-3",))
    assert left(session, "alpha") == 2


@pytest.mark.rule("5e.assault.allocate")
def test_identical_models_save_in_one_batch_and_the_owner_spares_the_engaged() -> None:
    session = fight(
        marines("alpha", at=[(20, 20), (21.2, 20), (25, 20), (26.5, 20)], gear=("ccw",)),
        boyz("mob", at=[(20, 21), (21.2, 21)], gear=("choppa",), profiles="quick"), dice=[6, 6, 6, 6, 1, 2],
    )  # fmt: skip
    answer(session, "casualties.pick", ("alpha-3", "alpha-4"))
    assert blows_of(session, "alpha") == [2]


@pytest.mark.rule("5e.assault.engagement-fixed")
def test_who_was_engaged_still_strikes_after_the_mate_in_contact_died() -> None:
    session = fight(
        unit("hero", "blue", [(20, 20)], "quick", ("ccw",)), boyz("mob", at=[(20, 21), (20, 23)], gear=("choppa",)),
        dice=[6, 6, 1],
    )  # fmt: skip
    answer(session, "casualties.pick", ("mob-1",))
    assert blows_of(session, "mob") == [2]
    assert details_of(session, "combat.step", "initiative")[:2] == [5, 2]


@pytest.mark.rule("5e.assault.initiative-order", "5e.assault.dead-do-not-strike")
def test_the_quick_strike_first_and_the_dead_do_not_strike_back() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 5, 1.01), gear=("ccw",)),
        boyz("mob", at=row(20, 21, 5, 1.01), gear=("choppa",)), dice=[1, 1, 1, 6, 6, 6, 6, 1, 1],
    )  # fmt: skip
    answer(session, "casualties.pick", ("mob-1", "mob-2"))
    assert blows_of(session, "alpha")[0] == 5
    assert blows_of(session, "mob")[0] == 3 * 2


@pytest.mark.rule("5e.assault.simultaneous")
def test_equal_initiative_strikes_at_once_and_both_may_fall() -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), marines("rival", at=[(20, 21)], side="red", gear=("ccw",)),
        dice=[6, 6, 6, 6, 1, 1],
    )  # fmt: skip
    assert left(session, "alpha") == left(session, "rival") == 0
    assert len(happened(session, "combat.step")) == 1


# -- through cover --------------------------------------------------------------------------------------------------

WOOD = piece("wood", square(10, 21.2, 30, 1), "difficult")


def charging(
    profiles: Any = "marine", gear: Any = ("ccw",), terrain: Any = (WOOD,), red: Any = None, **more: Any
) -> Session:
    """Two models 3 inches from the enemy, a wood between, who have charged and reached them."""
    session = battle(
        marines("alpha", at=[(20, 20), (21.5, 20)], profiles=profiles, gear=gear),
        *(red or (boyz("mob", at=[(20, 23.5), (21.5, 23.5)], gear=("choppa",)),)),
        marines("idle", at=[(60, 40)]), phase="assault", terrain=terrain, dice=[6, 6] if terrain else (),
    )  # fmt: skip
    charge(session, "alpha", "mob")
    go(session)
    return session


@pytest.mark.rule("5e.assault.cover-initiative")
def test_a_charge_through_cover_strikes_at_initiative_one_whatever_else() -> None:
    session = charging("eager")
    charged = happened(session, "charge.made")[0]
    assert detail(charged, "slowed") is True
    until_event(session, "combat.step", 2)
    assert details_of(session, "combat.step", "initiative")[:2] == [2, 1]


@pytest.mark.rule("5e.assault.assault-grenades")
def test_grenades_free_their_bearers_alone_from_that() -> None:
    session = charging(gear=[("ccw", "frag_grenades"), ("ccw",)])
    until_event(session, "combat.step")
    first = happened(session, "combat.step")[0]
    assert (detail(first, "initiative"), detail(first, "strikers")) == (4, 1)
    b = hand(still(marines("alpha", at=row(20, 20, 2), gear=[("ccw", "frag_grenades"), ("ccw",)])))
    b.note_deed("alpha", "charged", "5e.assault.declare-distance", target="mob", units=("mob",), slowed=True)
    assert [initiative(b.state, m, Style()) for m in ("alpha-1", "alpha-2")] == [4, 1]


@pytest.mark.rule("5e.assault.cover-initiative-exempt")
@pytest.mark.parametrize(("fresh", "slowed"), [(False, False), (True, True)])
def test_cover_slows_nobody_who_charges_only_enemies_that_fight_already(fresh: bool, slowed: bool) -> None:
    others = [boyz("second", at=[(22.6, 23.5)], gear=("choppa",))] if fresh else []
    session = battle(
        marines("alpha", at=[(20, 20), (21.5, 20)], gear=("ccw",)),
        boyz("mob", at=[(20, 23.5), (21.2, 23.5)], gear=("choppa",)), *others,
        marines("busy", at=[(20, 24.5)], gear=("ccw",)), phase="assault", terrain=[WOOD], dice=[6, 6],
    )  # fmt: skip
    charge(session, "alpha", "mob")
    from tests.fifth.assault.scenes import ends

    move = ends(session, alpha_2=(22.6, 22.5 - 1e-4)) if fresh else suggested(session)
    answer(session, "charge.move", move)
    made = happened(session, "charge.made")[0]
    assert detail(made, "slowed") is slowed
    assert ("second" in detail(made, "units")) is fresh


@pytest.mark.rule("5e.assault.cover-initiative-exempt", "5e.cover.gtg-assaulted")
def test_cover_slows_nobody_who_charges_an_enemy_gone_to_ground() -> None:
    session = battle(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 23.5)], gear=("choppa",)),
        phase="assault", terrain=[WOOD], dice=[6, 6],
    )  # fmt: skip
    effect = Effect("e", "mob", "5e.cover.going-to-ground", "mob", status.GONE_TO_GROUND)
    session.state.effects["e"] = effect
    charge(session, "alpha")
    made = happened(session, "charge.made") or []
    if not made:
        go(session)
        made = happened(session, "charge.made")
    assert detail(made[0], "slowed") is False


@pytest.mark.rule("5e.assault.cover-no-bonus")
@pytest.mark.parametrize(("gear", "blows"), [(("ccw",), 1), (("ccw", "frag_grenades"), 2)])
def test_without_grenades_a_charge_through_cover_brings_no_extra_attack(gear: tuple[str, ...], blows: int) -> None:
    b = hand(charging(gear=gear))
    b.note_deed("alpha", "charged", "5e.assault.declare-distance", target="mob", units=("mob",), slowed=True)
    assert attacks(b.state, "alpha-1", Style(), ("mob-1",)) == blows


# -- attacks ----------------------------------------------------------------------------------------------------------


def charged(*red_gear: str, **more: Any) -> Any:
    """A hand on two units in contact, the blue one having charged the red, which was ready for it."""
    session = still(marines("alpha", at=[(20, 20)], **more), boyz("mob", at=[(20, 21)], gear=("choppa", *red_gear)))
    b = hand(session)
    b.note_deed("alpha", "charged", "5e.assault.declare-distance", target="mob", units=("mob",), slowed=False)
    b.note_deed("mob", "assaulted", "5e.assault.defenders-react", by="alpha", ready=True)
    return b


def count(b: Any, model: str = "alpha-1", foe: str = "mob-1") -> int:
    return attacks(b.state, model, styles(b.state, model)[0], (foe,))


@pytest.mark.rule("5e.assault.defensive-grenades")
def test_defensive_grenades_deny_the_extra_attack_of_a_charge() -> None:
    assert count(charged(gear=("ccw",), profiles="sergeant")) == 3
    assert count(charged("defensive_grenades", gear=("ccw",), profiles="sergeant")) == 2


@pytest.mark.rule("5e.assault.defensive-grenades-exempt")
def test_defensive_grenades_of_those_not_ready_do_nothing() -> None:
    b = charged("defensive_grenades", gear=("ccw",))
    b.note_deed("mob", "assaulted", "5e.assault.defenders-react", by="alpha", ready=False)
    assert count(b) == 2


@pytest.mark.rule("5e.assault.defensive-grenades-exempt")
def test_a_unit_locked_or_gone_to_ground_before_the_charge_was_not_ready() -> None:
    session = battle(
        marines("alpha", at=[(20, 20), (21.5, 20)]), marines("busy", at=[(20, 24.5)]), boyz("mob", at=[(20, 23.5)]),
        phase="assault",
    )  # fmt: skip
    charge(session, "alpha")
    go(session)
    deed = happened(session, "deed.assaulted")[0]
    assert detail(deed, "deed").detail("ready") is False


@pytest.mark.rule("5e.assault.attacks-base", "5e.assault.bonus-assault")
def test_a_charge_gives_one_more_attack_in_its_turn_alone() -> None:
    session = battle(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 23)], gear=("choppa",)), phase="assault",
        dice=ONES,
    )  # fmt: skip
    charge(session, "alpha")
    until_event(session, "combat.goes_on")
    assert blows_of(session, "alpha")[:2] == [2, 1] and blows_of(session, "mob")[:2] == [2, 2]


@pytest.mark.rule("5e.assault.attacks-base")
def test_a_model_strikes_as_often_as_its_profile_says() -> None:
    session = still(marines("alpha", at=[(20, 20)], profiles="sergeant", gear=("ccw",)), boyz("mob", at=[(20, 21)]))
    assert count(hand(session)) == 2


@pytest.mark.rule("5e.assault.bonus-two-weapons")
def test_two_weapons_give_one_attack_and_a_third_gives_nothing() -> None:
    assert count(charged(gear=("bolt_pistol", "ccw", "choppa"), profiles="sergeant")) == 2 + 1 + 1


@pytest.mark.rule("5e.assault.bonus-other")
def test_all_bonuses_add_up() -> None:
    assert count(charged(gear=("bolt_pistol", "ccw", "banner"), profiles="three")) == 3 + 1 + 1 + 1


@pytest.mark.rule("5e.assault.bonus-other")
def test_an_effect_may_give_attacks() -> None:
    b = charged(gear=("ccw",))
    b.add_effect(Effect("e", "banner", "test", "alpha", "extra_attack", facts(plus=2)))
    assert count(b) == 1 + 1 + 2


@pytest.mark.rule("5e.assault.attacks-over-ten")
def test_bonuses_go_beyond_ten_attacks() -> None:
    assert count(charged(gear=("ccw", "choppa"), profiles="ten")) == 12


# -- to hit -----------------------------------------------------------------------------------------------------------

PRINTED = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""


@pytest.mark.rule("5e.assault.ws-chart")
def test_the_chart_to_hit_is_the_printed_one() -> None:
    assert [[to_hit(a, d) for d in range(1, 11)] for a in range(1, 11)] == [
        [int(n) for n in line.split()] for line in PRINTED.split("\n") if line
    ]


@pytest.mark.rule("5e.assault.ws-chart")
def test_the_chart_keeps_its_rule_of_thumb() -> None:
    for a in range(1, 11):
        for d in range(1, 11):
            assert to_hit(a, d) == (3 if d < a else 4 if d <= 2 * a else 5)


@pytest.mark.rule("5e.assault.ws-zero")
def test_blows_at_a_target_without_weapon_skill_hit_without_a_roll() -> None:
    assert to_hit(4, 0) == AUTOMATIC
    session = fight(
        marines("alpha", at=[(20, 20)], gear=("ccw",), profiles="sergeant"),
        unit("target", "red", [(20, 21), (21.2, 21)], "dummy"),
    )  # fmt: skip
    struck = happened(session, "combat.blows_sure")[0]
    assert (detail(struck, "blows"), detail(struck, "hits")) == (2, 2)
    assert [roll.purpose for roll in details_of(session, "dice.rolled", "roll")] == ["blow.wound"]


@pytest.mark.rule("5e.assault.mixed-ws")
@pytest.mark.parametrize(
    ("profiles", "need"),
    [(["guard", "guard", "guard", "master"], 3), (["guard", "guard", "master", "master"], 4)],
)
def test_most_of_the_engaged_decide_the_weapon_skill_or_the_best_of_them(profiles: list[str], need: int) -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 4, 1.01), gear=("ccw",), profiles="quick"),
        unit("target", "red", row(20, 21, 4, 1.01), profiles, ("choppa",)),
    )  # fmt: skip
    assert detail(happened(session, "combat.blows")[0], "to_hit") == need


@pytest.mark.rule("5e.assault.mixed-toughness")
def test_most_of_the_engaged_decide_the_toughness() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 3, 1.01), gear=("ccw",), profiles="quick"),
        unit("target", "red", [*row(20, 21, 3, 1.01), *row(20, 27, 5, 1.5)],
             ["boy", "boy", *["giant"] * 6], ("choppa",)),
        dice=[6, 6, 6],
    )  # fmt: skip
    assert detail(happened(session, "combat.blows")[0], "to_wound") == 4


@pytest.mark.rule("5e.assault.wound-strength")
def test_the_fighters_own_strength_wounds_not_his_pistols() -> None:
    b = charged(gear=("plasma_pistol",))
    style = styles(b.state, "alpha-1")[0]
    from engine.fifth.ccw import strength

    assert strength(b.state, "alpha-1", style) == 4 and wound_score(style, 4, 4) == 4
    assert wound_score(style, 3, 4) == 5


@pytest.mark.rule("5e.assault.mixed-strength")
def test_different_strengths_roll_apart() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 2, 1.01), profiles=["quick", "hero"], gear=[("ccw",), ("big_choppa",)]),
        boyz("mob", at=row(20, 21, 4, 1.01)), dice=[6] * 9,
    )  # fmt: skip
    until_event(session, "combat.blows", 2)
    first, second = happened(session, "combat.blows")[:2]
    assert {detail(first, "strength"), detail(second, "strength")} == {4, 6}
    assert {detail(first, "to_wound"), detail(second, "to_wound")} == {4, 2}


# -- furious charge ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.usr.furious-charge")
def test_a_furious_charge_strikes_harder_and_sooner_in_its_turn() -> None:
    from engine.fifth.ccw import strength

    b = charged(gear=("ccw",), profiles="furious")
    assert (strength(b.state, "alpha-1", Style()), initiative(b.state, "alpha-1", Style())) == (4, 3)
    calm = hand(still(marines("alpha", at=[(20, 20)], profiles="furious"), boyz("mob", at=[(20, 21)])))
    assert (strength(calm.state, "alpha-1", Style()), initiative(calm.state, "alpha-1", Style())) == (3, 2)
    assert assault_bonus(b.state, "alpha-1", ("mob-1",)) and not assault_bonus(calm.state, "alpha-1", ("mob-1",))


@pytest.mark.rule("5e.usr.counter-attack")
@pytest.mark.parametrize(("dice", "blows"), [((4, 4), 3), ((4, 5), 2)])
def test_an_assaulted_unit_may_counter_attack_if_its_leadership_holds(dice: tuple[int, int], blows: int) -> None:
    session = battle(
        marines("alpha", at=[(20, 20)], gear=("ccw",)),
        marines("wolves", at=[(20, 23)], side="red", profiles="wolf", gear=("bolt_pistol", "ccw")),
        phase="assault", dice=[*dice, *ONES],
    )  # fmt: skip
    charge(session, "alpha")
    until_event(session, "combat.drawn")
    assert blows_of(session, "wolves")[0] == blows


@pytest.mark.rule("5e.usr.counter-attack-locked")
def test_a_unit_that_was_locked_already_does_not_counter_attack() -> None:
    session = battle(
        marines("alpha", at=[(20, 20)], gear=("ccw",)),
        marines("wolves", at=[(20, 23), (21.2, 23)], side="red", profiles="wolf", gear=("bolt_pistol", "ccw")),
        marines("busy", at=[(21.2, 24)], gear=("ccw",)), phase="assault", dice=ONES,
    )  # fmt: skip
    charge(session, "alpha")
    go(session)
    assert happened(session, "deed.assaulted") and not happened(session, "deed.tested_counter_attack")


# -- several combats --------------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.assault.order-of-combats", "5e.assault.resolve-steps")
def test_the_active_player_picks_the_order_and_each_combat_is_finished_before_the_next() -> None:
    session = still(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("choppa",)),
        marines("beta", at=[(40, 20)], gear=("ccw",)), boyz("horde", at=[(40, 21)], gear=("choppa",)), dice=ONES,
    )  # fmt: skip
    until(session, "combat.order")
    assert session.pending is not None and session.pending.topic == "combat.order"
    assert session.pending.player == "blue"
    second = fights(session.state)[1][0]
    submitted = session.pending
    assert codes(refused(session, "nothing")) == {"answer.not_offered"} and submitted is not None
    answer(session, "combat.order", second)
    phase_over(session)
    told = [(e.code, e.subject) for e in session.events if e.code in ("combat.begins", "combat.goes_on")][:4]
    assert [code for code, _ in told] == ["combat.begins", "combat.goes_on"] * 2
    assert told[0][1] in ("beta", "horde") and told[2][1] in ("alpha", "mob")


def test_the_dice_of_a_charge_come_after_its_move() -> None:
    session = battle(marines("alpha", at=row(20, 20, 3)), boyz("mob", at=row(20, 24, 3)), phase="assault", dice=ONES)
    charge_home(session, "alpha")
    done_charging(session)
    until_event(session, "combat.drawn")
    assert happened(session, "deed.charged")


def test_a_second_charge_of_the_phase_still_meets_an_enemy_set_to_receive_it() -> None:
    session = battle(
        marines("alpha", at=[(20, 27)], gear=("ccw",)), marines("beta", at=[(20, 20)], gear=("ccw",)),
        boyz("mob", at=[(20, 23.5)], gear=("choppa",)), phase="assault", terrain=[WOOD], dice=[6, 6, *ONES],
    )  # fmt: skip
    charge(session, "alpha")
    charge(session, "beta")
    assert [detail(e, "slowed") for e in happened(session, "charge.made")] == [False, True]
