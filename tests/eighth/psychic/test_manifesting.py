"""Attempting to manifest powers: who may what, the psychic test, and perils of the warp."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eighth import psychic
from engine.session import Session
from tests.eighth.profiles import PROFILES, profile
from tests.eighth.tables import (
    answer,
    ask,
    battle,
    begin,
    bystanders,
    codes,
    hand,
    happened,
    left,
    open_ids,
    play_until,
    refused,
    rolls,
    run,
    spots,
    state_of,
    topic,
    unit,
    until_phase,
    wounds,
)

PROFILES.update(
    only_might=profile("Witch", 6, 3, 3, 3, 3, 1, 1, 8, 0, manifests=1, powers=["might"]),
    frail=profile("Frail seer", 6, 3, 3, 3, 3, 1, 1, 8, 0, manifests=1, denies=1),
    student=profile("Student", 6, 3, 3, 3, 3, 2, 1, 8, 0, manifests=1, generates=1, discipline=["might", "veil"]),
)


def coven(*more: Any, at: tuple[float, float] = (0, 0), dice: Any = (), **options: Any) -> Session:
    """A psyker that knows Smite and Might, at blue's Psychic phase."""
    return battle(unit("seer", "blue", spots(at), "psyker"), *more, phase="psychic", dice=dice, **options)


def foe(id: str, x: float, profiles: str = "boy", count: int = 1) -> Any:
    return unit(id, "red", spots(*((x, 1.2 * n) for n in range(count))), profiles)


@pytest.mark.rule("8e.psychic.sequence")
def test_an_attempt_is_choice_test_denial_and_effect_and_a_failed_test_ends_it() -> None:
    session = coven(foe("orks", 10), foe("witch", 14, "weak_psyker"), dice=[3, 4, 4, 4])
    answer(session, "psychic.power", "seer-1/smite")
    assert rolls(session, "psychic") == [(3, 4)] and topic(session) == "react.deny"
    answer(session, "react.deny", "witch-1")
    assert rolls(session, "deny") == [(4, 4)] and not rolls(session, "smite") and left(session, "orks") == 1
    failed = coven(foe("orks", 10), foe("witch", 14, "weak_psyker"), dice=[1, 3])
    answer(failed, "psychic.power", "seer-1/smite")
    assert happened(failed, "psychic.failed") and not happened(failed, "psychic.manifested")
    assert topic(failed) == "psychic.power", "nobody is asked to deny it"


@pytest.mark.rule("8e.psychic.sequence", "8e.psychic.who-and-how-many")
def test_only_the_active_players_psykers_manifest_and_nobody_else_is_offered() -> None:
    session = coven(foe("witch", 10, "psyker"), unit("squad", "blue", spots((0, 5))))
    assert ask(session, "psychic.power").player == "blue"
    assert open_ids(session) == {"seer-1/smite", "seer-1/might", "done"}


@pytest.mark.rule("8e.psychic.who-and-how-many")
def test_attempts_count_whether_they_succeed_or_not_and_so_do_denials() -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "weak_psyker"), unit("other", "blue", spots((0, 5)), "psyker"),
        foe("witch", 20, "psyker"), phase="psychic", dice=[1, 3, 4, 3, 1, 2, 4, 3],
    )  # fmt: skip
    answer(session, "psychic.power", "seer-1/smite")
    assert codes(refused(session, "seer-1/smite")) == {"psychic.same_power"}
    answer(session, "psychic.power", "other-1/might")
    answer(session, "react.deny", "witch-1")
    assert rolls(session, "deny") == [(1, 2)]
    answer(session, "psychic.power", "other-1/smite")
    assert len(rolls(session, "psychic")) == 3, "the failed test counted, and a second power was attempted"
    assert topic(session) != "react.deny", "its one denial of the phase is used up"
    assert len(rolls(session, "deny")) == 1


@pytest.mark.rule("8e.psychic.who-and-how-many")
def test_a_psyker_that_may_attempt_two_powers_attempts_no_third() -> None:
    b = hand(coven(foe("orks", 10)))
    b.note_deed("seer-1", "attempted", "", powers=("smite",))
    assert psychic.bars(b.state, "seer-1", "might") == ()
    b.note_deed("seer-1", "attempted", "", powers=("smite", "veil"))
    assert codes(psychic.bars(b.state, "seer-1", "might")) == {"psychic.no_more"}


@pytest.mark.rule("8e.psychic.known-powers")
def test_a_psyker_knows_smite_unless_its_datasheet_says_other_powers() -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "weak_psyker"), unit("lib", "blue", spots((0, 5)), "psyker"),
        unit("witch", "blue", spots((0, 10)), "only_might"), foe("orks", 10), phase="psychic",
    )  # fmt: skip
    known = {m: psychic.known_powers(session.state, m) for m in ("seer-1", "lib-1", "witch-1", "orks-1")}
    assert known == {"seer-1": ("smite",), "lib-1": ("smite", "might"), "witch-1": ("might",), "orks-1": ()}
    assert codes(psychic.bars(session.state, "witch-1", "smite")) == {"psychic.unknown"}
    assert refused(session, "witch-1/smite") and refused(session, "orks-1/smite")


@pytest.mark.rule("8e.psychic.generate-before-deployment")
def test_powers_are_generated_after_the_zones_are_known_and_before_anybody_is_set_up() -> None:
    session = begin(
        unit("student", "blue", 1, "student"), unit("orks", "red", 2, "boy"), *bystanders(),
        mission={"deployment": "divide"}, options={"first_side": None},
    )  # fmt: skip
    asked: list[str] = []

    def noting(s: Session) -> bool:
        asked.append(topic(s))
        return s.state.clock.segment == "turn"

    play_until(session, noting, {"setup.powers": ("veil",)})
    order = list(dict.fromkeys(t for t in asked if t.startswith("setup.")))
    assert order.index("setup.half") < order.index("setup.powers") < order.index("setup.unit")
    assert asked.count("setup.powers") == 1 and psychic.known_powers(session.state, "student-1") == ("smite", "veil")


@pytest.mark.rule("8e.psychic.test")
@pytest.mark.parametrize(("dice", "passed"), [((2, 3), True), ((1, 3), False)])
def test_two_dice_that_reach_the_warp_charge_manifest_a_power(dice: tuple[int, int], passed: bool) -> None:
    session = coven(foe("orks", 10), dice=[*dice, 1])
    answer(session, "psychic.power", "seer-1/smite")
    assert bool(happened(session, "psychic.manifested")) == passed
    assert left(session, "orks") == (0 if passed else 1)


@pytest.mark.rule("8e.psychic.test")
def test_the_warp_charge_is_the_powers_own() -> None:
    session = coven(foe("orks", 10), dice=[2, 3])
    answer(session, "psychic.power", "seer-1/might")
    assert happened(session, "psychic.failed") and not happened(session, "psychic.manifested")


@pytest.mark.rule("8e.psychic.same-power-once")
def test_a_psyker_attempts_a_power_once_a_turn_but_each_psyker_for_himself() -> None:
    session = coven(foe("orks", 10, count=6), unit("q", "blue", spots((0, 4)), "weak_psyker"), dice=[1, 3, 2, 3, 1])
    answer(session, "psychic.power", "seer-1/smite")
    assert codes(refused(session, "seer-1/smite")) == {"psychic.same_power"}
    assert open_ids(session) == {"seer-1/might", "q-1/smite", "done"}
    answer(session, "psychic.power", "q-1/smite")
    answer(session, "attacks.allocate", lambda question: question.suggest(None))
    assert left(session, "orks") == 5


@pytest.mark.rule("8e.psychic.perils-trigger")
@pytest.mark.parametrize(
    ("dice", "passed", "perils"),
    [((1, 1), False, True), ((6, 6), True, True), ((3, 3), True, False), ((5, 5), True, False)],
)
def test_double_ones_and_double_sixes_are_perilous_whether_the_test_passes_or_not(
    dice: tuple[int, int], passed: bool, perils: bool
) -> None:
    session = coven(foe("orks", 10), dice=[*dice, 1, 1])
    answer(session, "psychic.power", "seer-1/smite")
    assert bool(happened(session, "psychic.manifested")) == passed
    assert wounds(session, "seer-1") == (3 if perils else 4)


@pytest.mark.rule("8e.psychic.perils-damage")
def test_perils_cost_the_psyker_wounds_and_the_power_goes_on_if_it_lives() -> None:
    session = coven(foe("orks", 10), foe("witch", 14, "weak_psyker"), dice=[6, 6, 3, 6, 6, 2])
    answer(session, "psychic.power", "seer-1/smite")
    assert rolls(session, "perils") == [(3,)] and wounds(session, "seer-1") == 2
    answer(session, "react.deny", "witch-1")
    assert rolls(session, "deny") == [(6, 6)] and not happened(session, "psychic.denied"), "12 does not beat 12"
    assert rolls(session, "smite") == [(2,)] and left(session, "orks") == 0


@pytest.mark.rule("8e.psychic.perils-damage")
def test_what_the_psyker_does_not_need_goes_on_to_its_own_unit_and_never_the_other_way() -> None:
    pair = unit("pair", "blue", spots((0, 0), (0, 1.2)), ["frail", "guard"])
    b = hand(battle(pair, foe("orks", 30), phase="psychic"))
    run(b, psychic.perils(b, "pair-1"), dice=[1, 1])  # one wound on the seer, and a D3 on each unit near
    assert [m.id for m in b.state.present("pair")] == []
    b = hand(battle(pair, foe("orks", 30), phase="psychic"))
    run(b, psychic.perils(b, "pair-1"), dice=[6])
    assert not b.state.present("pair"), "three mortal wounds are more than the seer needs"


@pytest.mark.rule("8e.psychic.perils-death")
def test_a_psyker_that_dies_of_perils_takes_its_power_and_all_units_within_six_inches_with_it() -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "frail"), unit("friends", "blue", spots((0, 6), (0, 7.2))),
        unit("near", "red", spots((7, 0), (8.2, 0), (9.4, 0), (10.6, 0)), "boy"),
        unit("far", "red", spots((-7.1, 0), (-8.3, 0)), "boy"), phase="psychic", dice=[6, 6, 1, 2, 6],
    )  # fmt: skip
    answer(session, "psychic.power", "seer-1/smite")
    play_until(session, lambda s: topic(s) != "attacks.allocate", {"attacks.allocate": lambda q: q.suggest(None)})
    assert left(session, "seer") == 0 and happened(session, "psychic.torn_apart")
    assert not happened(session, "psychic.manifested") and not rolls(session, "smite")
    assert rolls(session, "perils") == [(1,), (2,), (6,)]
    assert [left(session, u) for u in ("friends", "near", "far")] == [1, 1, 2]


@pytest.mark.rule("8e.psychic.no-other-limits")
def test_who_advanced_fell_back_or_is_engaged_manifests_all_the_same() -> None:
    session = battle(
        unit("runner", "blue", spots((0, 0)), "weak_psyker"), unit("fighter", "blue", spots((10, 0)), "weak_psyker"),
        foe("orks", 11.5), phase="movement",
    )  # fmt: skip
    answer(session, "move.unit", "runner")
    answer(session, "move.how", "advance")
    answer(session, "move.advance", ())
    until_phase(session, "psychic")
    assert session.state.did("runner", "advanced") and ask(session, "psychic.power")
    assert {"runner-1/smite", "fighter-1/smite"} <= open_ids(session)


@pytest.mark.rule("8e.psychic.no-other-limits")
def test_who_is_aboard_a_transport_manifests_nothing() -> None:
    state = state_of(unit("tank", "blue", spots((0, 0)), "tank"), unit("seer", "blue", 1, "psyker", aboard="tank-1"))
    assert psychic.psykers(state, "blue") == ()
