"""Allocation, saves by groups, casualties, and models with several wounds."""

from __future__ import annotations

from itertools import product

import pytest

from engine.core.decisions import ChooseMany
from engine.core.dice import Stream
from engine.fifth import allocation
from engine.fifth.allocation import alike, misshared
from engine.fifth.casualties import expendable
from engine.fifth.wounds import Losses, suffer, suffer_on, suffer_on_each
from engine.session import Session
from tests.fifth.shooting.acts import Alone, fire, table, told, wound
from tests.fifth.tables import answer, boyz, marines, piece, row, square, unit

SQUAD_GEAR = [("bolt_pistol",), ("flamer",), ("boltgun",), ("boltgun",), ("boltgun",)]


def against(*victims: object) -> Session:
    return table(boyz("mob", at=[(40, 40)], side="blue"), *victims)


def squad() -> Session:
    """A sergeant, a flamer and three boltguns."""
    return against(unit("alpha", "red", row(10, 10, 5), ["sergeant", *["marine"] * 4], SQUAD_GEAR))


def test_models_are_alike_by_profile_and_gear() -> None:
    assert alike(squad().state, "alpha") == (("alpha-1",), ("alpha-2",), ("alpha-3", "alpha-4", "alpha-5"))


def shared(*, sergeant: int, flamer: int, boltguns: int) -> tuple[str, ...]:
    return ("alpha-1",) * sergeant + ("alpha-2",) * flamer + ("alpha-3",) * boltguns


@pytest.mark.rule("5e.shooting.allocate-complex")
def test_every_model_takes_one_wound_before_any_takes_a_second() -> None:
    groups = alike(squad().state, "alpha")
    for lots in product(("alpha-1", "alpha-2", "alpha-3"), repeat=7):
        counts = [lots.count(name) for name in ("alpha-1", "alpha-2", "alpha-3")]
        legal = counts[0] in (1, 2) and counts[1] in (1, 2) and counts[2] in range(3, 7)
        assert (not misshared(groups, lots)) == legal, counts


@pytest.mark.rule("5e.shooting.allocate-complex")
def test_the_owner_allocates_each_wound_with_its_own_weapon() -> None:
    hits = (wound(8, 1, weapon="meltagun"), *(wound(4, 5, weapon="boltgun"),) * 4)
    alone = Alone(squad(), [3, 3, 3, 1])
    losses = alone.run(lambda b: suffer(b, "alpha", hits, by="blue"))
    assert alone.topics == ["wounds.allocate", "casualties.pick"]
    assert losses.unsaved_by_weapon == (("meltagun", 1), ("boltgun", 1))
    assert {"alpha-1", "alpha-2"} <= set(alone.left("alpha"))


@pytest.mark.rule("5e.shooting.identical-batch")
def test_identical_models_save_as_a_batch_and_lose_no_more_than_they_are() -> None:
    given = shared(sergeant=1, flamer=1, boltguns=5)
    alone = Alone(squad(), [3, 3, 1, 2, 2, 4, 6], {"wounds.allocate": given})
    losses = alone.run(lambda b: suffer(b, "alpha", (wound(),) * 7, by="blue"))
    assert [len(roll.dice) for roll in alone.rolls] == [1, 1, 5]
    assert set(losses.models) == {"alpha-3", "alpha-4", "alpha-5"}
    assert set(alone.left("alpha")) == {"alpha-1", "alpha-2"}


@pytest.mark.rule("5e.shooting.identical-batch")
def test_more_failed_saves_than_the_group_has_models_are_lost() -> None:
    given = shared(sergeant=1, flamer=1, boltguns=5)
    alone = Alone(squad(), [3, 3, 1, 2, 2, 1, 6], {"wounds.allocate": given})
    losses = alone.run(lambda b: suffer(b, "alpha", (wound(),) * 7, by="blue"))
    assert (losses.unsaved, losses.wounds_lost) == (4, 3)
    assert set(alone.left("alpha")) == {"alpha-1", "alpha-2"}


@pytest.mark.rule("5e.shooting.unique-models")
def test_a_model_unlike_the_others_saves_for_itself_and_is_removed_itself() -> None:
    alone = Alone(squad(), [2, 3, 3, 3, 3])
    losses = alone.run(lambda b: suffer(b, "alpha", (wound(),) * 5, by="blue"))
    assert losses.models == ("alpha-1",)
    assert alone.topics == [], "with a wound for each there is nothing to choose"


def test_the_advice_keeps_the_dear_models_from_second_wounds_and_from_what_denies_saves() -> None:
    state = squad().state
    hits = (wound(4, 5), wound(8, 1), wound(4, 5), wound(8, 1), wound(4, 5), wound(4, 5), wound(4, 5))
    question = allocation._question(state, "alpha", hits)
    lots = question.suggest(Stream("advice"))
    assert not question.refusals(lots)
    assert lots[1] == lots[3] == "alpha-3"
    assert (lots.count("alpha-1"), lots.count("alpha-2"), lots.count("alpha-3")) == (1, 1, 5)


@pytest.mark.rule("5e.shooting.casualties")
def test_the_owner_of_identical_models_picks_any_as_casualties() -> None:
    picked = ("alpha-1", "alpha-4", "alpha-9")
    alone = Alone(against(marines("alpha", at=row(10, 10, 10), side="red")), [1, 1, 2], {"casualties.pick": picked})
    losses = alone.run(lambda b: suffer(b, "alpha", (wound(),) * 3, by="blue"))
    assert losses.models == picked and len(alone.left("alpha")) == 7


def test_nobody_is_asked_when_all_models_fall() -> None:
    alone = Alone(against(marines("alpha", at=row(10, 10, 2), side="red")), [1, 1, 2])
    losses = alone.run(lambda b: suffer(b, "alpha", (wound(),) * 3, by="blue"))
    assert alone.topics == [] and losses.models == ("alpha-1", "alpha-2")
    assert told_by(alone, "unit.destroyed") == ["alpha"]


def told_by(alone: Alone, code: str) -> list[str]:
    return [event.subject for event in alone.b.take_events() if event.code == code]


def test_the_advised_casualties_are_far_from_the_enemy_and_keep_the_chain_whole() -> None:
    session = table(
        boyz("mob", at=[(10, 10)], side="blue"),
        marines("alpha", at=[(20, 10), (22, 10), (24, 10), (26, 10)], side="red"),
    )
    assert expendable(session.state, ("alpha-1", "alpha-2", "alpha-3", "alpha-4"), 2) == ("alpha-4", "alpha-3")
    assert expendable(session.state, ("alpha-1", "alpha-2", "alpha-3"), 1) == ("alpha-1",)


@pytest.mark.rule("5e.shooting.no-pick-up")
def test_what_a_casualty_carried_is_lost() -> None:
    alone = Alone(squad(), [3, 2, 3, 3, 3])
    alone.run(lambda b: suffer(b, "alpha", (wound(),) * 5, by="blue"))
    gear = [alone.b.state.models[m].gear for m in alone.left("alpha")]
    assert ("flamer",) not in gear and gear.count(("boltgun",)) == 3


def guards() -> Session:
    """Three models with two wounds each."""
    return against(unit("guards", "red", row(10, 10, 3), "guardian", ("ccw",)))


def wounded(session: Session, dice: list[int], lost: dict[str, int], **answers: object) -> Alone:
    """A run upon a state in which some models have lost wounds."""
    alone = Alone(session, dice, answers)
    for model, count in lost.items():
        alone.b.wound(model, count, "5e.shooting.multi-wound")
    return alone


@pytest.mark.rule("5e.shooting.multi-wound")
def test_a_model_with_three_wounds_goes_with_the_third() -> None:
    session = against(unit("leader", "red", [(10, 10)], "leader", ("ccw",)))
    alone = Alone(session, [1, 2])
    alone.run(lambda b: suffer(b, "leader", (wound(),) * 2, by="blue"))
    assert alone.left("leader") == {"leader-1": 1}
    last = wounded(session, [1], {"leader-1": 2})
    last.run(lambda b: suffer(b, "leader", (wound(),), by="blue"))
    assert last.left("leader") == {}


@pytest.mark.rule("5e.shooting.instant-death")
def test_an_unsaved_wound_of_double_strength_removes_a_model_with_many_wounds() -> None:
    for strength, left in ((8, {}), (7, {"leader-1": 2})):
        alone = Alone(against(unit("leader", "red", [(10, 10)], "leader", ("ccw",))), [1])
        losses = alone.run(lambda b, s=strength: suffer(b, "leader", (wound(s, 4),), by="blue"))  # type: ignore[misc]
        assert alone.left("leader") == left
        assert losses.wounds_lost == (1 if left else 3)


@pytest.mark.rule("5e.shooting.mw-group-removal")
def test_unsaved_wounds_remove_whole_models_and_the_rest_stays_on_one() -> None:
    alone = Alone(guards(), [1, 1, 1], {"casualties.pick": ("guards-2",), "casualties.wound": "guards-3"})
    losses = alone.run(lambda b: suffer(b, "guards", (wound(),) * 3, by="blue"))
    assert alone.left("guards") == {"guards-1": 2, "guards-3": 1}
    assert (losses.models, losses.wounds_lost) == (("guards-2",), 3)


@pytest.mark.rule("5e.shooting.mw-group-carry")
def test_wounds_left_over_count_first_for_the_next_removal() -> None:
    alone = wounded(guards(), [1], {"guards-2": 1})
    alone.run(lambda b: suffer(b, "guards", (wound(),), by="blue"))
    assert alone.left("guards") == {"guards-1": 2, "guards-3": 2} and alone.topics == []


@pytest.mark.rule("5e.shooting.mw-group-all-identical")
def test_a_mixed_unit_with_many_wounds_allocates_first_and_saves_by_groups() -> None:
    session = against(unit("court", "red", row(10, 10, 3), ["guardian", "guardian", "leader"], ("ccw",)))
    given = ("court-1", "court-1", "court-3", "court-1")
    alone = Alone(session, [3, 3, 3, 1], {"wounds.allocate": given})
    alone.run(lambda b: suffer(b, "court", (wound(),) * 4, by="blue"))
    assert [len(roll.dice) for roll in alone.rolls] == [3, 1]
    assert alone.left("court") == {"court-1": 2, "court-2": 2, "court-3": 2}


@pytest.mark.rule("5e.shooting.mw-group-all-identical")
def test_a_unit_of_identical_models_saves_in_one_batch() -> None:
    alone = Alone(guards(), [3, 3, 3, 3])
    alone.run(lambda b: suffer(b, "guards", (wound(),) * 4, by="blue"))
    assert [len(roll.dice) for roll in alone.rolls] == [4] and alone.topics == []


@pytest.mark.rule("5e.shooting.mw-group-instant-death")
def test_wounds_that_slay_take_unwounded_models_before_the_others_are_counted() -> None:
    alone = wounded(guards(), [1, 1], {"guards-1": 1})
    hits = (wound(8, 3), wound(4, 5), wound(4, 5))
    losses = alone.run(lambda b: suffer(b, "guards", hits, by="blue"))
    assert list(alone.left("guards").values()) == [1]
    assert len(losses.models) == 2 and "guards-1" in losses.models


@pytest.mark.rule("5e.shooting.mw-group-instant-death")
def test_without_an_unwounded_model_a_wounded_one_is_slain() -> None:
    alone = wounded(guards(), [], {"guards-1": 1, "guards-2": 1, "guards-3": 1})
    losses = alone.run(lambda b: suffer(b, "guards", (wound(8, 3),), by="blue"))
    assert len(losses.models) == 1


@pytest.mark.rule("5e.shooting.casualties-unseen")
def test_models_that_nobody_sees_can_be_the_casualties() -> None:
    wall = piece("wall", square(14, 20, 8, 1), top=6.0, opaque=True)
    session = table(
        marines("alpha", at=row(10, 10, 3), gear=("bolt_pistol",)),
        marines("beta", at=[(8, 20), (9.5, 20), (11, 20), (18, 22), (19.5, 22)], side="red"),
        terrain=[wall], dice=[6, 6, 1, 6, 6, 1, 1],
    )  # fmt: skip
    fire(session, "alpha", "beta")
    question = session.pending
    assert isinstance(question, ChooseMany) and question.topic == "casualties.pick"
    answer(session, "casualties.pick", ("beta-4", "beta-5"))
    assert [m.id for m in session.state.present("beta")] == ["beta-1", "beta-2", "beta-3"]


def test_wounds_tied_to_models_are_saved_together_and_hurt_only_those() -> None:
    session = against(unit("guards", "red", row(10, 10, 3), "guardian", ("ccw",)))
    alone = Alone(session, [1, 3])
    pairs = (("guards-2", wound()), ("guards-3", wound()))
    losses = alone.run(lambda b: suffer_on_each(b, pairs, by="blue"))
    assert [len(roll.dice) for roll in alone.rolls] == [2]
    assert alone.left("guards") == {"guards-1": 2, "guards-2": 1, "guards-3": 2}
    assert losses == Losses(2, 1, 1, 1, (), (("", 1),), False)


def test_a_wound_that_allows_no_save_rolls_no_dice() -> None:
    alone = Alone(against(marines("alpha", at=row(10, 10, 2), side="red")))
    bare = wound(0, 0, armour_allowed=False, cover_allowed=False)
    losses = alone.run(lambda b: suffer_on(b, "alpha-2", bare))
    assert losses.models == ("alpha-2",) and not alone.rolls


def test_no_wounds_are_no_event() -> None:
    alone = Alone(squad())
    assert alone.run(lambda b: suffer(b, "alpha", (), by="blue")) == Losses()
    assert alone.b.take_events() == ()


def test_what_happened_is_told_with_its_figures() -> None:
    session = table(
        marines("alpha", at=row(10, 10, 4)),
        boyz("mob", at=row(10, 20, 8)),
        dice=[3, 4, 5, 6, 6, 1, 2, 2, 4, 5, 6, 1, 2, 1, 2, 6],
    )
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "hits") == [5]
    sentences = [session.tell(e) for e in session.events if e.code in ("shots.rolled", "wounds.rolled")]
    assert sentences == [
        "Boltgun: 5 of 8 shots hit (3+ to hit: BS 4).",
        "Boltgun: 3 of 5 hits wound Mob (4+ to wound: Strength 4 against Toughness 4).",
    ]
