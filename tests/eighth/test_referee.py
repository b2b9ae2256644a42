"""The referee takes models off in the middle of what they do: what is left goes on, and what is moot is not asked."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.pose import Pose
from engine.core.referee import MoveModel, RemoveModel
from engine.session import Session
from tests.eighth.acts import aim, firing_line, shoot
from tests.eighth.tables import (
    HERO,
    TANK,
    answer,
    battle,
    happened,
    left,
    open_ids,
    rolls,
    spots,
    submit,
    suggested,
    topic,
    unit,
)

BOTH = ("blue", "red")


def take_off(session: Session, *models: str) -> None:
    """The referee removes models, both players agreeing; he must be let."""
    for model in models:
        done = session.command(RemoveModel(model), "blue", BOTH)
        assert done.accepted, (topic(session), done.refusals)


def fighters(**more: Any) -> Session:
    """A battle at the beginning of blue's Fight phase: two red units between two blue ones."""
    return battle(
        unit("a", "blue", spots((0, 0)), gear=["sword"]), unit("b", "blue", spots((6, 0)), gear=["sword"]),
        unit("x", "red", spots((1.5, 0)), "boy"), unit("y", "red", spots((4.5, 0)), "boy"), phase="fight", **more,
    )  # fmt: skip


@pytest.mark.rule("8e.shooting.declare-first")
def test_a_firer_taken_off_after_it_has_aimed_does_not_fire_and_the_others_do() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (2, 0)), gear=["single"]), unit("x", "red", spots((12, 0), (12, 2))),
        unit("y", "red", spots((12, 9))), dice=[1],
    )  # fmt: skip
    aim(session, "a", ("x", ("a-1/single",)))
    assert topic(session) == "shoot.target", "more may be aimed, or what is aimed be fired"
    take_off(session, "a-1")
    answer(session, "shoot.target", "y")
    answer(session, "shoot.models", ("a-2/single",))
    assert [e.subject for e in happened(session, "shots.not_fired")] == ["a"]
    assert rolls(session, "hit") == [(1,)]


@pytest.mark.rule("8e.shooting.declare-first")
def test_a_volley_of_which_every_firer_is_taken_off_is_not_fired() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (2, 0)), gear=["single"]), unit("x", "red", spots((12, 0), (12, 2))),
        unit("y", "red", spots((12, 9))), dice=[],
    )  # fmt: skip
    aim(session, "a", ("x", ("a-1/single",)))
    take_off(session, "a-1", "a-2")
    assert open_ids(session) == {"fire"}
    answer(session, "shoot.target", "fire")
    assert rolls(session, "hit") == [] and happened(session, "shots.not_fired")
    assert session.pending is not None


@pytest.mark.rule("8e.charge.targets")
def test_a_charge_of_which_every_target_is_taken_off_is_not_declared() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0))), unit("b", "blue", spots((0, 6))), unit("x", "red", spots((6, 0))),
        unit("y", "red", spots((6, 6))), phase="charge",
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    take_off(session, "x-1")
    assert open_ids(session) == {"y"}
    take_off(session, "y-1")
    assert topic(session) != "charge.targets" and not happened(session, "charge.declared")
    assert not session.state.did("a", "charge_declared")


@pytest.mark.rule("8e.charge.targets")
def test_a_charger_moved_out_of_reach_of_all_picks_no_target_and_another_may_charge() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0))), unit("b", "blue", spots((0, 6))), unit("x", "red", spots((6, 0))),
        phase="charge",
    )  # fmt: skip
    answer(session, "charge.unit", "a")
    assert session.command(MoveModel("a-1", Pose.at(2, 46)), "blue", BOTH).accepted
    assert topic(session) == "charge.unit" and open_ids(session) == {"b", "done"}


@pytest.mark.rule("8e.fight.eligible")
def test_a_side_of_which_every_fighter_is_taken_off_picks_none() -> None:
    session = fighters()
    assert topic(session) == "fight.unit" and open_ids(session) == {"a", "b"}
    take_off(session, "a-1", "b-1")
    assert topic(session) != "fight.unit", "nobody of red has an enemy left to fight"


@pytest.mark.rule("8e.fight.split-attacks")
def test_attacks_of_models_taken_off_while_they_are_shared_out_are_not_made() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0), (0, 1.2)), "captain", gear=["sword", "axe"]),
        unit("x", "red", spots((1.5, 0), (1.5, 1.2)), "boy"), phase="fight",
    )  # fmt: skip
    answer(session, "fight.unit", "a")
    while topic(session) == "fight.pile_in":
        submit(session, ())
    assert session.pending.total == 8
    take_off(session, "a-2")
    assert session.pending.total == 4
    take_off(session, "x-1", "x-2")
    assert topic(session) != "fight.attacks" and rolls(session, "hit") == []


@pytest.mark.rule("8e.morale.who-tests")
def test_of_units_that_test_their_morale_those_taken_off_do_not() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (0, 2)), gear=["single"]),
        unit("x", "red", spots((12, 0), (12, 1.5)), "boy"), unit("y", "red", spots((12, 6), (12, 7.5)), "boy"),
        dice=[6, 6, 1] * 2,
    )  # fmt: skip
    shoot(session, "a", ("x", ("a-1/single",)), ("y", ("a-2/single",)))
    while topic(session) != "morale.unit":
        submit(session, "done" if "unit" in topic(session) else suggested(session))
    take_off(session, *[m.id for u in ("x", "y") for m in session.state.present(u)])
    assert topic(session) != "morale.unit" and rolls(session, "morale") == []


@pytest.mark.rule("8e.transports.destroyed-disembark")
def test_riders_get_out_where_their_transport_stood_although_the_referee_takes_it_off() -> None:
    session = battle(
        unit("a", "blue", spots((0, 0)), gear=["killer"]),
        unit("car", "red", spots((4, 0)), "bomb_car", shape=TANK, keywords=("Vehicle", "Transport")),
        unit("riders", "red", 4, aboard="car-1"), unit("more", "red", spots((30, 0))), phase="fight",
        dice=[6, 6, 6, 1, 6, 1],
    )  # fmt: skip
    answer(session, "fight.unit", "a")
    while topic(session) != "setup.place":
        submit(session, suggested(session))
    take_off(session, "car-1")
    assert topic(session) == "setup.place"
    submit(session, suggested(session))
    assert left(session, "riders") == 4 or topic(session) == "casualties.pick"
    assert all(not isinstance(m.place, str) and m.on_table for m in session.state.members("riders"))


@pytest.mark.rule("8e.psychic.deny-range")
def test_nobody_denies_a_psyker_who_is_taken_off() -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "psyker", keywords=HERO),
        unit("foe", "red", spots((9, 0)), "psyker", keywords=HERO), phase="psychic", dice=[4, 4],
    )  # fmt: skip
    answer(session, "psychic.power", "seer-1/smite")
    assert topic(session) == "react.deny"
    take_off(session, "seer-1")
    assert topic(session) != "react.deny" and rolls(session, "smite") == []
