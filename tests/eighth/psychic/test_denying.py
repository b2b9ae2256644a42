"""Denying the witch, and what Smite does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eighth import psychic
from engine.session import Session
from tests.eighth.tables import (
    HERO,
    answer,
    battle,
    happened,
    left,
    open_ids,
    piece,
    rolls,
    spots,
    square,
    suggested,
    topic,
    unit,
    wounds,
)


def coven(*more: Any, dice: Any = (), **options: Any) -> Session:
    return battle(unit("seer", "blue", spots((0, 0)), "psyker"), *more, phase="psychic", dice=dice, **options)


def foe(id: str, x: float, profiles: str = "boy", count: int = 1, **more: Any) -> Any:
    return unit(id, "red", spots(*((x, 1.2 * n) for n in range(count))), profiles, **more)


def wall(x: float) -> Any:
    """A wall across the table, higher than anybody."""
    return piece("wall", square(30 + x, 1, 0.2, 46), top=6, opaque=True)


@pytest.mark.rule("8e.psychic.deny-range")
@pytest.mark.parametrize(("x", "offered"), [(25, True), (25.1, False)])
@pytest.mark.parametrize("terrain", [(), (wall(5),)])
def test_an_enemy_psyker_within_24_inches_may_deny_seen_or_not(x: float, offered: bool, terrain: Any) -> None:
    session = coven(foe("witch", x, "weak_psyker"), terrain=terrain, dice=[3, 4])
    answer(session, "psychic.power", "seer-1/might")
    assert (topic(session) == "react.deny") == offered
    if offered:
        assert session.pending is not None and session.pending.player == "red" and open_ids(session) == {"witch-1"}


@pytest.mark.rule("8e.psychic.deny-greater")
@pytest.mark.parametrize(("dice", "denied"), [((3, 4), False), ((4, 4), True)])
def test_a_denial_must_beat_the_psychic_test(dice: tuple[int, int], denied: bool) -> None:
    session = coven(foe("orks", 10), foe("witch", 14, "weak_psyker"), dice=[3, 4, *dice, 1])
    answer(session, "psychic.power", "seer-1/smite")
    answer(session, "react.deny", "witch-1")
    assert bool(happened(session, "psychic.denied")) == denied
    assert left(session, "orks") == (1 if denied else 0)


@pytest.mark.rule("8e.psychic.deny-one-attempt")
def test_only_one_psyker_tries_to_deny_a_power_and_the_other_may_try_the_next() -> None:
    session = coven(
        foe("orks", 9, count=5), foe("w1", 11, "weak_psyker"), foe("w2", 13, "weak_psyker"),
        dice=[3, 4, 2, 3, 1, 3, 4, 6, 6],
    )  # fmt: skip
    answer(session, "psychic.power", "seer-1/smite")
    assert open_ids(session) == {"w1-1", "w2-1"}
    answer(session, "react.deny", "w1-1")
    assert rolls(session, "deny") == [(2, 3)] and topic(session) == "attacks.allocate"
    answer(session, "attacks.allocate", suggested(session))
    answer(session, "psychic.power", "seer-1/might")
    assert open_ids(session) == {"w2-1"}
    answer(session, "react.deny", "w2-1")
    assert len(happened(session, "psychic.denied")) == 1


@pytest.mark.rule("8e.psychic.deny-one-attempt")
def test_who_lets_a_power_pass_keeps_his_denial() -> None:
    session = coven(foe("witch", 10, "weak_psyker"), dice=[3, 4, 3, 4])
    answer(session, "psychic.power", "seer-1/might")
    answer(session, "react.deny", "pass")
    assert psychic.attempted(session.state, "witch-1", "denied") == ()
    assert happened(session, "psychic.by_hand") and not rolls(session, "deny")


@pytest.mark.rule("8e.psychic.deny-no-perils")
@pytest.mark.parametrize(("dice", "denied"), [((1, 1), False), ((6, 6), True)])
def test_doubles_of_a_denial_do_no_harm(dice: tuple[int, int], denied: bool) -> None:
    session = coven(foe("witch", 10, "psyker"), dice=[3, 4, *dice])
    answer(session, "psychic.power", "seer-1/might")
    answer(session, "react.deny", "witch-1")
    assert bool(happened(session, "psychic.denied")) == denied
    assert wounds(session, "witch-1") == 4 and not happened(session, "psychic.perils")


@pytest.mark.rule("8e.psychic.resolve-conditions")
@pytest.mark.parametrize(
    ("dice", "resolved"),
    [((3, 5, 2, 4, 1), True), ((6, 6, 6), False), ((3, 5, 4, 5), False), ((1, 3), False)],
)
def test_a_power_works_after_a_passed_test_with_the_psyker_alive_and_nobody_denying(
    dice: tuple[int, ...], resolved: bool
) -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "weak_psyker"), foe("orks", 10), foe("witch", 14, "weak_psyker"),
        phase="psychic", dice=dice,
    )  # fmt: skip
    answer(session, "psychic.power", "seer-1/smite")
    if topic(session) == "react.deny":
        answer(session, "react.deny", "witch-1")
    assert bool(rolls(session, "smite")) == resolved and left(session, "orks") == (0 if resolved else 1)


@pytest.mark.rule("8e.psychic.smite")
def test_smite_strikes_the_nearest_enemy_unit_that_is_seen() -> None:
    hiding = piece("wall", square(35, 24, 0.2, 20), top=6, opaque=True)
    session = coven(
        unit("a", "red", spots((8.5, 7)), "boy"), foe("b", 15, count=4), terrain=[hiding], dice=[2, 3, 4]
    )  # fmt: skip
    assert not session.book.sight(session.state, "seer", "a").visible
    answer(session, "psychic.power", "seer-1/smite")
    answer(session, "attacks.allocate", suggested(session))
    assert (left(session, "a"), left(session, "b")) == (1, 2)


@pytest.mark.rule("8e.psychic.smite")
@pytest.mark.parametrize(("x", "hit"), [(19, True), (19.1, False)])
def test_smite_reaches_eighteen_inches(x: float, hit: bool) -> None:
    session = coven(foe("b", x), dice=[2, 3, 1])
    answer(session, "psychic.power", "seer-1/smite")
    assert left(session, "b") == (0 if hit else 1) and bool(happened(session, "psychic.no_target")) == (not hit)


@pytest.mark.rule("8e.psychic.smite")
def test_smite_measures_to_the_nearest_visible_model_and_spares_no_character() -> None:
    hiding = piece("wall", square(35, 24.6, 0.2, 3), top=6, opaque=True)
    partly = unit("partly", "red", spots((7, 1.5), (17, 0)), "boy")
    hero = unit("hero", "red", spots((0, -12)), "captain", keywords=HERO)
    session = coven(partly, hero, unit("guards", "red", spots((0, -13.5)), "boy"), terrain=[hiding], dice=[2, 3, 6])
    assert psychic.smite_targets(session.state, "seer-1") == ("hero",)
    answer(session, "psychic.power", "seer-1/smite")
    assert wounds(session, "hero-1") == 2


@pytest.mark.rule("8e.psychic.smite")
def test_of_units_equally_near_the_active_player_picks_one() -> None:
    session = coven(foe("a", 10), foe("b", -10), dice=[2, 3, 1])
    answer(session, "psychic.power", "seer-1/smite")
    assert session.pending is not None and session.pending.player == "blue" and open_ids(session) == {"a", "b"}
    answer(session, "psychic.target", "b")
    assert (left(session, "a"), left(session, "b")) == (1, 0)


@pytest.mark.rule("8e.psychic.smite-strong")
@pytest.mark.parametrize(("dice", "lost"), [((4, 6, 5), 3), ((5, 6, 5), 5)])
def test_above_ten_smite_deals_a_whole_die(dice: tuple[int, ...], lost: int) -> None:
    session = coven(foe("big", 10, "giant"), dice=dice)
    answer(session, "psychic.power", "seer-1/smite")
    assert wounds(session, "big-1") == 8 - lost
