"""Going to ground: when, what for, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from engine.books import book_for
from engine.core.battle import Battle
from engine.core.decisions import React
from engine.core.dice import Stream
from engine.core.records import Until
from engine.fifth import assault, ground, status
from engine.fifth.falling_back import begin_falling_back
from engine.fifth.ground import WoundsRolled, go_to_ground
from engine.session import Session
from tests.fifth.cover.shots import wood
from tests.fifth.shooting.acts import Alone, asked, fire, told
from tests.fifth.tables import (
    answer,
    battle,
    boyz,
    decline,
    happened,
    left,
    marines,
    play_until,
    reached,
    refused,
    row,
    submit,
    unit,
    until_topic,
)

HIT, MISS = 6, 1


def under_fire(*dice: int, target: Any = None, **more: Any) -> Session:
    """Blue's boltguns have fired at the red mob at long range: scripted are hits, wounds, then saves.

    Somebody of either side stands by far away, so that there is always something to decide.
    """
    count = more.pop("firers", 3)
    mob = target or boyz("mob", at=row(10, 30, 10), profiles="guard")
    bystanders = marines("idler", at=[(68, 4)], gear=("ccw",)), boyz("onlooker", at=[(68, 44)])
    session = battle(marines("alpha", at=row(10, 10, count)), mob, *bystanders, phase="shooting", dice=dice, **more)
    fire(session, "alpha", "mob", dive=True)
    return session


def covers(session: Session) -> list[tuple[int, int]]:
    """The cover save before and after going to ground, as it is offered."""
    question = asked(session)
    assert isinstance(question, React)
    return [(dict(row.details)["save"], dict(row.details)["then"]) for row in question.rows]


@pytest.mark.rule("5e.cover.gtg-timing")
def test_going_to_ground_is_offered_once_wounds_are_rolled_and_before_the_first_save() -> None:
    session = under_fire(*[HIT] * 6, *[6] * 6, firers=6)
    question = asked(session)
    assert (question.topic, question.player, question.rule) == ("react", "red", "5e.cover.gtg-timing")
    assert told(session, "wounds.rolled", "wounds") == [6]
    assert not happened(session, "saves.rolled") and left(session, "mob") == 10
    submit(session, ground.GO)
    assert status.gone_to_ground(session.state, "mob")
    assert asked(session).topic != "react"


@pytest.mark.rule("5e.cover.gtg-timing")
def test_after_the_first_save_it_is_no_longer_available() -> None:
    mob = boyz("mob", at=row(10, 30, 10), profiles="marine")
    session = under_fire(HIT, HIT, HIT, 6, 6, 6, 1, 1, 1, target=mob)
    submit(session, "pass")
    assert happened(session, "saves.rolled")
    assert asked(session).topic == "casualties.pick"
    assert refused(session, ground.GO)


@pytest.mark.rule("5e.cover.gtg-timing")
def test_it_is_not_offered_where_nothing_wounds_nor_to_the_firers_side() -> None:
    session = under_fire(MISS, MISS, MISS)
    assert asked(session).topic == "shoot.unit"
    state, moment = session.state, WoundsRolled("mob", "blue", 2, 4)
    assert ground.offers(state, moment, "blue") == ()
    assert len(ground.offers(state, moment, "red")) == 1


@pytest.mark.rule("5e.cover.gtg-bonus")
@pytest.mark.parametrize(("save", "down"), [(4, 3), (5, 4), (6, 5), (3, 2), (2, 2)])
def test_a_unit_on_the_ground_saves_one_better_than_its_cover(save: int, down: int) -> None:
    assert ground.on_the_ground(save) == down


@pytest.mark.rule("5e.cover.gtg-bonus")
def test_in_ruins_a_four_plus_becomes_three_plus_and_stays_so_for_the_next_enemy() -> None:
    ruin = wood("ruin", 8, 28, 20, 4, top=0.0)
    session = battle(
        marines("alpha", at=row(10, 10, 3)), marines("beta", at=row(20, 10, 3)),
        boyz("mob", at=row(10, 30, 10), profiles="guard"), phase="shooting", terrain=[ruin],
        dice=[HIT, HIT, HIT, 6, 6, 6, 3, 3, 2, HIT, HIT, HIT, 6, 6, 6, 3, 3, 3],
    )  # fmt: skip
    fire(session, "alpha", "mob", dive=True)
    assert covers(session) == [(4, 3)]
    submit(session, ground.GO)
    play_until(session, lambda s: asked(s).topic == "shoot.unit", first_choice)
    assert left(session, "mob") == 9
    fire(session, "beta", "mob", dive=True)
    assert asked(session).topic != "react", "it lies on the ground already"
    assert told(session, "saves.rolled", "need") == [3, 3]
    assert left(session, "mob") == 9


def first_choice(decision: Any) -> Any:
    """Casualties are the first that come; everything else is declined."""
    if decision.topic == "casualties.pick":
        return tuple(o.id for o in decision.options[: decision.least])
    return decline(decision)


@pytest.mark.rule("5e.cover.gtg-open")
def test_in_the_open_a_unit_that_dives_saves_on_a_six() -> None:
    session = battle(
        marines("alpha", at=row(10, 10, 3), gear=("meltagun",)), boyz("mob", at=row(10, 20, 5), profiles="marine"),
        phase="shooting", dice=[HIT, HIT, HIT, 6, 6, 6, 6, 5, 2],
    )  # fmt: skip
    fire(session, "alpha", "mob", dive=True)
    assert covers(session) == [(0, 6)]
    submit(session, ground.GO)
    assert told(session, "saves.rolled", "need") == [6]
    play_until(session, lambda s: asked(s).topic == "shoot.unit", first_choice)
    assert left(session, "mob") == 3


def gone_down(**more: Any) -> Session:
    """The red mob went to ground in blue's turn 1 and lost nobody."""
    mob = boyz("mob", at=row(10, 28, 10), profiles="marine", gear=("boltgun", "ccw"))
    session = under_fire(HIT, HIT, HIT, 6, 6, 6, 6, 6, 6, target=mob, **more)
    submit(session, ground.GO)
    assert left(session, "mob") == 10
    return session


@pytest.mark.rule("5e.cover.gtg-inactive")
def test_a_unit_on_the_ground_takes_no_orders_until_the_end_of_its_own_next_turn() -> None:
    session = gone_down()
    assert [r.code for r in assault.bars(session.state, "mob")] == ["charge.gone_to_ground"]
    (effect,) = session.state.effects_on("mob", status.GONE_TO_GROUND)
    assert effect.until == Until(session.state.clock.turn + 1)
    barred: dict[str, set[str]] = {}

    def watch(decision: Any) -> Any:
        for option in getattr(decision, "options", ()):
            if option.id == "mob" and decision.player == "red":
                barred[decision.topic] = {refusal.code for refusal in option.barred}
        return decline(decision)

    play_until(session, lambda s: s.state.clock.round == 2, watch)
    assert barred == {
        "move.unit": {"ground.idle"},
        "shoot.unit": {"shoot.gone_to_ground"},
    }
    play_until(session, lambda s: reached(s, "movement", "red", 2))
    assert not status.gone_to_ground(session.state, "mob")
    assert ground.idle(session.state, "mob") == ()
    answer(session, "move.unit", "mob")


@pytest.mark.rule("5e.cover.gtg-inactive")
def test_one_that_goes_to_ground_in_its_own_turn_lies_there_through_the_next_one() -> None:
    session = battle(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(40, 40)]), phase="shooting")
    assert ground.until(session.state, "alpha") == Until(session.state.clock.turn + 2)
    assert ground.until(session.state, "mob") == Until(session.state.clock.turn + 1)


@pytest.mark.rule("5e.cover.gtg-inactive")
def test_whoever_asks_is_told_why_it_does_nothing() -> None:
    session = gone_down()
    (refusal,) = ground.idle(session.state, "mob")
    assert session.explain(refusal) == "Mob has gone to ground: it does nothing until the end of its next turn."


@pytest.mark.rule("5e.cover.gtg-reacts")
def test_a_unit_on_the_ground_still_checks_its_morale_for_losses() -> None:
    hits = [HIT] * 6 + [6] * 6 + [6, 6, 6, 1, 1, 1]
    session = under_fire(*hits, 1, 2, firers=6)
    submit(session, ground.GO)
    play_until(session, lambda s: s.state.clock.side == "red", first_choice)
    assert left(session, "mob") == 7
    assert told(session, "morale.losses", "lost") == [3]
    assert happened(session, "morale.passed") and status.gone_to_ground(session.state, "mob")


@pytest.mark.rule("5e.cover.gtg-fall-back")
def test_a_unit_that_fails_its_check_is_up_again_and_falls_back() -> None:
    hits = [HIT] * 6 + [6] * 6 + [6, 6, 6, 1, 1, 1]
    session = under_fire(*hits, 6, 6, 2, 3, firers=6)
    before = {m.id: m.pose.y for m in session.state.present("mob")}
    submit(session, ground.GO)
    play_until(session, lambda s: s.state.clock.side == "red", first_choice)
    assert status.falling_back(session.state, "mob") and not status.gone_to_ground(session.state, "mob")
    assert all(m.pose.y > before[m.id] for m in session.state.present("mob"))


def charged_in_a_wood(first: Any) -> Session:
    """The mob in a wood is shot at by beta, answers with `first`, and is then assaulted by alpha."""
    session = battle(
        marines("alpha", at=[(10, 12)], gear=("ccw",)), marines("beta", at=[(20, 10)]),
        boyz("mob", at=row(10, 16, 2), profiles="marine", gear=("ccw",)), phase="shooting",
        terrain=[wood("wood", 5, 15, 20, 5)], dice=[HIT, HIT, 6, 6, 6, 6, 5, 5],
    )  # fmt: skip
    fire(session, "beta", "mob", dive=True)
    submit(session, first)
    answer(session, "shoot.unit", "done")
    answer(session, "charge.unit", "alpha")
    if asked(session).topic == "charge.target":
        answer(session, "charge.target", "mob")
    submit(session, asked(session).suggest(Stream("charge")))
    play_until(session, lambda s: bool(happened(s, "combat.ended")) or s.state.clock.side == "red", first_choice)
    return session


def initiatives(session: Session) -> list[int]:
    """The Initiative steps at which somebody struck, in order."""
    return told(session, "combat.step", "initiative")


@pytest.mark.rule("5e.cover.gtg-assaulted")
def test_attackers_through_cover_keep_their_initiative_against_a_unit_on_the_ground() -> None:
    ready, lying = charged_in_a_wood("pass"), charged_in_a_wood(ground.GO)
    assert initiatives(ready)[:2] == [4, 1], "against a unit that is ready those who came through cover strike last"
    assert set(initiatives(lying)) == {4}
    assert [told(session, "deed.assaulted", "deed")[0].detail("ready") for session in (ready, lying)] == [True, False]


def cannot(session: Session, unit_id: str) -> set[str]:
    return {refusal.code for refusal in ground.barred(session.state, unit_id)}


def test_those_who_flee_fight_or_are_no_infantry_cannot_go_to_ground() -> None:
    session = battle(
        marines("alpha", at=[(10, 10)]), marines("idler", at=[(68, 4)]), boyz("mob", at=[(11, 10)]),
        boyz("beast", at=[(40, 40)], kind="monstrous_creature"),
        boyz("loose", at=[(60, 40)]), phase="movement",
    )  # fmt: skip
    assert cannot(session, "mob") == {"ground.locked"}
    assert cannot(session, "beast") == {"ground.kind"}
    assert cannot(session, "loose") == set()
    alone = Alone(session)
    begin_falling_back(alone.b, "loose", "5e.morale.check")
    assert {r.code for r in ground.barred(alone.b.state, "loose")} == {"ground.falling_back"}
    go_to_ground(alone.b, "loose", ground.TIMING)
    assert not status.gone_to_ground(alone.b.state, "loose")


def test_the_fearless_may_go_to_ground_of_their_own_will() -> None:
    session = battle(
        marines("alpha", at=[(10, 10)]), unit("zeal", "red", [(40, 30)], "fearless", ("lasgun",)), phase="shooting"
    )
    assert len(ground.offers(session.state, WoundsRolled("zeal", "blue", 1), "red")) == 1


def test_going_down_twice_is_once() -> None:
    session = battle(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(40, 40)]), phase="shooting")
    b = Battle(book_for("5e"), session.state.copy())
    go_to_ground(b, "mob", ground.TIMING)
    go_to_ground(b, "mob", ground.TIMING)
    assert len(list(b.state.effects_on("mob", status.GONE_TO_GROUND))) == 1
    assert [e.code for e in b.take_events()].count("unit.went_to_ground") == 1
    until_topic(session, "shoot.unit")
