"""Units with an enemy within an inch: they stay or fall back, and what that costs them."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.units import um
from engine.core.setup import UnitSpec
from engine.session import Session
from tests.eighth.moves import FAR_FOE, completed, move, pick, refusal_codes, walk
from tests.eighth.tables import (
    answer,
    ask,
    battle,
    codes,
    open_ids,
    refused,
    rolls,
    spots,
    suggested,
    topic,
    unit,
    until_phase,
)  # fmt: skip

UPON = unit("foe", "red", spots((1.5, 0)), "guard")
FAR = unit("far", "red", spots(*FAR_FOE), "guard")
ARMED = ("bolt_pistol", "flamer", "boltgun", "sword")


def one(**more: Any) -> UnitSpec:
    return unit("one", "blue", spots((0, 0)), **more)


def begun(*others: UnitSpec, **more: Any) -> Session:
    return battle(one(**more), *others, FAR)


@pytest.mark.rule("8e.movement.engaged-options")
def test_with_an_enemy_within_an_inch_a_unit_stays_or_falls_back() -> None:
    session = begun(UPON)
    answer(session, "move.unit", "one")
    assert open_ids(session) == {"stay", "fall_back"}
    for how in ("move", "advance"):
        assert codes(refused(session, how)) == {"move.engaged"}
    session = begun(unit("foe", "red", spots((2.1, 0)), "guard"))
    answer(session, "move.unit", "one")
    assert open_ids(session) == {"stay", "move", "advance"}
    assert codes(refused(session, "fall_back")) == {"move.not_engaged"}


@pytest.mark.rule("8e.movement.fall-back-end")
def test_falling_back_ends_more_than_an_inch_from_all_enemies() -> None:
    session = begun(UPON)
    pick(session, "one", "fall_back")
    assert dict(ask(session, "move.fall_back").allowance) == {"one-1": um(6)}
    assert refusal_codes(session, one_1=(-1, 0)) == set()
    assert refusal_codes(session, one_1=(-0.5, 0)) == {"move.not_away"}
    session = begun(UPON, unit("other", "red", spots((-2.5, 0)), "guard"))
    pick(session, "one", "fall_back")
    assert refusal_codes(session, one_1=(-1, 0)) == {"move.not_away"}


@pytest.mark.rule("8e.movement.fall-back-end")
def test_on_its_way_it_may_pass_close_by_enemies_but_not_through_them() -> None:
    wall = [unit("other", "red", spots((-2, 1.05), (-2, -1.05)), "guard")]
    session = begun(UPON, *wall)
    pick(session, "one", "fall_back")
    assert refusal_codes(session, one_1=(-5, 0)) == set()
    assert refusal_codes(session, one_1=(5, 0)) == {"move.blocked"}
    flying = begun(UPON, keywords=("Infantry", "Fly"))
    pick(flying, "one", "fall_back")
    assert refusal_codes(flying, one_1=(5, 0)) == set()


@pytest.mark.rule("8e.movement.fall-back-end")
def test_where_there_is_no_such_end_it_can_only_stay() -> None:
    around = [(x, y) for x in (-7.2, -5, -2.8, 0, 2.8, 5, 7.2) for y in (-7.2, -5, -2.8, 0, 2.8, 5, 7.2) if x or y]
    ring = unit("ring", "red", spots(*around), "guard")
    session = begun(UPON, ring)
    pick(session, "one", "fall_back")
    assert suggested(session) == ()
    move(session)
    assert not session.state.did("one", "fell_back") and not session.state.did("one", "moved")


@pytest.mark.rule("8e.movement.fall-back-limits")
def test_who_falls_back_neither_advances_nor_charges_this_turn_but_may_in_the_next() -> None:
    session = begun(UPON, gear=ARMED)
    walk(session, "one", "fall_back", one_1=(-3, 0))
    assert rolls(session, "advance") == []
    answer(session, "move.unit", "done")
    assert session.state.clock.side == "red", "neither shooting nor charging is open to it"
    until_phase(session, "movement")
    while session.state.clock.side != "blue":
        session.submit(next(a for a in ("done", "pass", "stay") if not session.pending.refusals(a)))
    answer(session, "move.unit", "one")
    assert open_ids(session) == {"stay", "move", "advance"}
    answer(session, "move.how", "stay")
    answer(session, "move.unit", "done")
    assert topic(session) == "shoot.unit" and "one" in open_ids(session)
    answer(session, "shoot.unit", "done")
    assert topic(session) == "charge.unit" and "one" in open_ids(session)


@pytest.mark.rule("8e.movement.fall-back-no-shooting")
def test_who_fell_back_does_not_shoot_whatever_it_is_armed_with() -> None:
    mate = unit("mate", "blue", spots((0, 15)), gear=ARMED)
    session = begun(UPON, mate, unit("near", "red", spots((8, 15)), "guard"), gear=ARMED)
    walk(session, "one", "fall_back", one_1=(-4.5, 0))
    answer(session, "move.unit", "done")
    assert topic(session) == "shoot.unit" and open_ids(session) == {"mate", "done"}


@pytest.mark.rule("8e.movement.fall-back-fly-shoots")
def test_who_can_fly_shoots_after_falling_back_but_does_not_charge() -> None:
    near = unit("near", "red", spots((0, 6)), "guard")
    session = begun(UPON, near, gear=ARMED, keywords=("Infantry", "Fly"))
    walk(session, "one", "fall_back", one_1=(-3, 0))
    answer(session, "move.unit", "done")
    assert topic(session) == "shoot.unit" and "one" in open_ids(session)
    answer(session, "shoot.unit", "done")
    assert topic(session) != "charge.unit" or "one" not in open_ids(session)


def test_a_way_out_is_found_between_enemies() -> None:
    session = begun(UPON)
    pick(session, "one", "fall_back")
    found, refusals = completed(session, "one-1", -3, 0)
    assert found and refusals == set()
