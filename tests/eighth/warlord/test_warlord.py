"""The Warlord: who may be it, which trait it gets, and what the traits do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.facts import facts
from engine.core.records import Effect
from engine.eighth import casualties, fight, morale, status, warlord
from engine.session import Session
from tests.eighth.tables import (
    HERO,
    answer,
    ask,
    battle,
    begin,
    bystanders,
    hand,
    happened,
    play_until,
    refused,
    rolls,
    run,
    spots,
    topic,
    unit,
)


def armies(**more: Any) -> Session:
    """A Captain and a squad against a lone guard, to be set up."""
    hero = unit("hero", "blue", 1, "captain", keywords=HERO)
    return begin(hero, unit("squad", "blue", 2), unit("x", "red", 1, "guard"), options={"first_side": "blue"},
                 mission={"deployment": "divide"}, **more)  # fmt: skip


def led(trait: str, *units: Any, phase: str = "charge", at: Any = ((0, 0),), **more: Any) -> Session:
    """A battle in which blue's captain is the Warlord with a trait."""
    hero = unit("hero", "blue", spots(*at), "captain", keywords=HERO)
    answers = {"setup.warlord": lambda q: q.options[0].id, "setup.trait": trait}
    return battle(hero, *units, phase=phase, answers=answers, **more)


@pytest.mark.rule("8e.warlord.nominate")
def test_each_player_names_one_model_whatever_it_is() -> None:
    session = armies()
    assert [o.id for o in ask(session, "setup.warlord").options] == ["hero-1", "squad-1", "squad-2"]
    assert session.pending is not None and session.pending.player == "blue"
    assert refused(session, ("hero-1", "squad-1")) and refused(session, "x-1")
    answer(session, "setup.warlord", "squad-2")
    assert warlord.of_side(session.state, "blue") == "squad-2"
    assert warlord.of_side(session.state, "red") == "x-1", "an army of one needs no question"


@pytest.mark.rule("8e.warlord.trait-character-only")
@pytest.mark.parametrize(("chosen", "asked"), [("squad-1", False), ("hero-1", True)])
def test_only_a_character_has_a_trait(chosen: str, asked: bool) -> None:
    session = armies()
    answer(session, "setup.warlord", chosen)
    topics: list[str] = []

    def deploying(s: Session) -> bool:
        topics.append(topic(s))
        return topics[-1] == "setup.unit"

    play_until(session, deploying)
    assert ("setup.trait" in topics) == asked


@pytest.mark.rule("8e.warlord.trait-roll-or-choose")
@pytest.mark.parametrize(
    ("face", "trait"), [(2, "legendary_fighter"), (3, "inspiring_leader"), (6, "tenacious_survivor")]
)
def test_a_rolled_trait_is_that_of_the_die_and_binding(face: int, trait: str) -> None:
    session = armies()
    answer(session, "setup.warlord", "hero-1")
    play_until(session, lambda s: topic(s) == "setup.trait")
    session._source.load([face], exactly=False)  # type: ignore[attr-defined]
    answer(session, "setup.trait", "roll")
    assert rolls(session, "trait") == [(face,)] and warlord.has_trait(session.state, "hero-1", trait)
    assert topic(session) != "setup.trait"


@pytest.mark.rule("8e.warlord.trait-roll-or-choose")
def test_a_trait_may_be_chosen_without_a_roll_before_anybody_is_set_up() -> None:
    session = armies()
    answer(session, "setup.warlord", "hero-1")
    play_until(session, lambda s: topic(s) == "setup.trait")
    answer(session, "setup.trait", "tenacious_survivor")
    assert not rolls(session, "trait") and warlord.has_trait(session.state, "hero-1", "tenacious_survivor")
    asked: list[str] = []

    def noting(s: Session) -> bool:
        asked.append(topic(s))
        return s.state.clock.segment == "turn"

    play_until(session, noting)
    assert "setup.unit" in asked and "setup.trait" not in asked


def attacks_of(b: Battle) -> int:
    done = run(b, fight.number_of_attacks(b, ("hero-1",)))
    assert isinstance(done, int)
    return done


@pytest.mark.rule("8e.warlord.legendary-fighter")
def test_a_legendary_fighter_that_charged_has_one_more_attack_until_the_phase_is_over() -> None:
    session = led("legendary_fighter", unit("x", "red", spots((8, 0)), "giant"), dice=[4, 4, *[1] * 90])
    answer(session, "charge.unit", "hero")
    answer(session, "charge.targets", ("x",))
    answer(session, "charge.move", lambda question: question.suggest(None))
    assert attacks_of(hand(session)) == 5
    play_until(session, lambda s: s.state.clock.side == "red" and s.state.clock.phase == "fight")
    assert attacks_of(hand(session)) == 4


@pytest.mark.rule("8e.warlord.legendary-fighter")
def test_a_charge_that_failed_or_an_intervention_gives_no_attack_and_other_traits_do_not_either() -> None:
    failed = led("legendary_fighter", unit("x", "red", spots((8, 0)), "giant"), dice=[1, 1, *[1] * 90])
    answer(failed, "charge.unit", "hero")
    answer(failed, "charge.targets", ("x",))
    assert happened(failed, "charge.failed") and attacks_of(hand(failed)) == 4
    b = hand(failed)
    b.note_deed("hero", "intervened", "")
    assert attacks_of(b) == 4
    other = hand(led("inspiring_leader", unit("x", "red", spots((8, 0)), "giant")))
    other.note_deed("hero", "charged", "", targets=("x",))
    assert attacks_of(other) == 4


@pytest.mark.rule("8e.warlord.inspiring-leader")
@pytest.mark.parametrize(("gap", "over"), [(6.0, 0), (6.1, 1)])
def test_units_within_six_inches_of_an_inspiring_leader_are_braver(gap: float, over: int) -> None:
    squad = unit("squad", "blue", spots((1 + gap, 0), (2.5 + gap, 0), (4 + gap, 0)))
    b = hand(led("inspiring_leader", squad, unit("x", "red", spots((0, 9))), phase="movement"))
    status.note_loss(b, "squad", "", 4)
    assert run(b, morale.morale_test(b, "squad"), dice=[4]) == over


@pytest.mark.rule("8e.warlord.inspiring-leader")
def test_an_inspiring_leader_inspires_itself_and_its_friends_but_no_enemy() -> None:
    near = unit("x", "red", spots((0, 3)))
    session = led("inspiring_leader", near, phase="movement")
    assert session.book.value(session.state, "hero", "ld") == 10
    assert session.book.value(session.state, "x", "ld") == 7
    plain = led("legendary_fighter", unit("friend", "blue", spots((3, 0))), near, phase="movement")
    assert plain.book.value(plain.state, "friend", "ld") == 7


@pytest.mark.rule("8e.warlord.tenacious-survivor")
def test_a_tenacious_survivor_shrugs_off_each_wound_on_a_six() -> None:
    b = survivor(4)
    run(b, casualties.lose(b, "hero-1", 3, ""), dice=[6, 2, 5])
    assert b.model("hero-1").wounds == 2
    b = survivor(4)
    run(b, casualties.lose(b, "hero-1", 1, ""), dice=[6])
    assert b.model("hero-1").wounds == 4


def survivor(left: int) -> Battle:
    """A tenacious Warlord with so many wounds left."""
    b = hand(led("tenacious_survivor", *bystanders()[:0], phase="movement"))
    b.wound("hero-1", 5 - left, "")
    return b


@pytest.mark.rule("8e.warlord.tenacious-survivor")
def test_every_wound_is_rolled_for_by_itself_and_the_last_one_kills() -> None:
    b = survivor(2)
    run(b, casualties.lose(b, "hero-1", 3, ""), dice=[6, 1, 1])
    assert not b.model("hero-1").alive
    plain = hand(led("legendary_fighter", phase="movement"))
    run(plain, casualties.lose(plain, "hero-1", 2, ""), dice=[])
    assert plain.model("hero-1").wounds == 3


def test_a_trait_is_its_warlords_alone() -> None:
    session = led(
        "tenacious_survivor", unit("other", "blue", spots((9, 0)), "captain", keywords=HERO), phase="movement"
    )
    assert warlord.shrugs_off(session.state, "hero-1") == 6 and warlord.shrugs_off(session.state, "other-1") == 7
    b = hand(session)
    b.add_effect(Effect("t", "other-1", "", "other-1", warlord.TRAIT, facts(trait="tenacious_survivor")))
    assert warlord.shrugs_off(b.state, "other-1") == 6
