"""Setting up a Pitched Battle: halves, order, legal places, seizing the initiative."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from battlefield.pose import Pose
from battlefield.units import um
from engine.core.decisions import Agree, Place
from engine.core.dice import ScriptedDice, Stream
from engine.core.setup import Setup, UnitSpec, ZoneSpec
from engine.session import Session
from tests.fifth.tables import answer, boyz, codes, marines, piece, refused, row, setup_of, square, submit, topic


def undeployed(unit: UnitSpec) -> UnitSpec:
    return replace(unit, models=tuple(replace(m, at=None) for m in unit.models))


def pitched(*units: UnitSpec, dice: tuple[int, ...] = (6, 1), **more: Any) -> Session:
    """A Pitched Battle at the choice of turn; blue wins the roll-off."""
    setup: Setup = setup_of(
        *(undeployed(u) for u in units), mission={"deployment": "pitched_battle", "kind": "annihilation"}, **more
    )
    session = Session.begin(setup, dice=ScriptedDice([*dice, *[1] * 200]), strict=True)
    while session.pending is not None and session.pending.topic == "setup.agree":
        submit(session, session.pending.suggest(Stream("agree")))
    return session


def poses(*spots: tuple[str, float, float]) -> tuple[tuple[str, Pose], ...]:
    return tuple((name, Pose.at(x, y)) for name, x, y in spots)


TWO = (marines("alpha", at=row(0, 0, 2)), boyz("mob", at=row(0, 0, 2)))


@pytest.mark.rule("5e.battle.pitched", "5e.battle.first-player", "5e.battle.deploy-sequence")
def test_the_winner_of_the_roll_off_takes_a_turn_the_first_player_an_edge_and_deploys_all_before_the_other() -> None:
    session = pitched(*TWO, marines("beta", at=row(0, 0, 1)))
    answer(session, "setup.turn", "second")
    assert session.pending is not None and session.pending.player == "red"
    answer(session, "setup.edge", "south")
    asked = []
    while topic(session) in ("setup.unit", "setup.place"):
        assert session.pending is not None
        if topic(session) == "setup.unit":
            asked.append(session.pending.player)
        submit(session, session.pending.suggest(Stream("deploy")))
    assert asked == ["red", "blue", "blue"]
    assert session.state.agreed["edge.red"] == "south" and session.state.agreed["edge.blue"] == "north"
    answer(session, "setup.seize", False)
    assert session.state.clock.side == "red" and session.state.clock.round == 1


@pytest.mark.rule("5e.battle.pitched")
def test_models_stay_more_than_twelve_inches_from_the_middle() -> None:
    session = pitched(*TWO)
    answer(session, "setup.turn", "first")
    answer(session, "setup.edge", "south")
    answer(session, "setup.unit", "alpha")
    assert codes(refused(session, poses(("alpha-1", 36, 11.6), ("alpha-2", 37.5, 11.4)))) == {"setup.outside"}
    answer(session, "setup.place", poses(("alpha-1", 36, 11.4), ("alpha-2", 37.5, 11.4)))


@pytest.mark.rule("5e.battle.pitched")
def test_the_other_side_keeps_the_same_distance_in_its_half() -> None:
    session = pitched(*TWO)
    answer(session, "setup.turn", "second")
    answer(session, "setup.edge", "north")
    answer(session, "setup.unit", "mob")
    assert codes(refused(session, poses(("mob-1", 36, 36.4), ("mob-2", 37.5, 36.6)))) == {"setup.outside"}
    answer(session, "setup.place", poses(("mob-1", 36, 36.6), ("mob-2", 37.5, 36.6)))


@pytest.mark.rule("5e.terrain.impassable-placement", "5e.terrain.models-impassable", "5e.movement.coherency")
def test_nothing_is_set_down_on_models_in_the_impassable_or_out_of_coherency() -> None:
    rock = piece("rock", square(20, 2, 4, 4), "impassable", opaque=True)
    session = pitched(*TWO, terrain=[rock])
    answer(session, "setup.turn", "first")
    answer(session, "setup.edge", "south")
    answer(session, "setup.unit", "alpha")
    assert codes(refused(session, poses(("alpha-1", 10, 5), ("alpha-2", 10.5, 5)))) == {"setup.occupied"}
    assert codes(refused(session, poses(("alpha-1", 19.8, 4), ("alpha-2", 18, 4)))) == {"setup.occupied"}
    assert codes(refused(session, poses(("alpha-1", 10, 5), ("alpha-2", 14, 5)))) == {"setup.not_coherent"}
    assert codes(refused(session, poses(("alpha-1", 10, 0.3), ("alpha-2", 11.5, 1)))) == {"setup.outside"}


@pytest.mark.rule("5e.battle.seize-initiative")
@pytest.mark.parametrize(("face", "begins"), [(6, "red"), (5, "blue")])
def test_a_six_seizes_the_initiative_and_nothing_else_does(face: int, begins: str) -> None:
    session = pitched(*TWO, dice=(6, 1, face))
    answer(session, "setup.turn", "first")
    answer(session, "setup.edge", "south")
    while topic(session) != "setup.seize":
        assert session.pending is not None
        submit(session, session.pending.suggest(Stream("deploy")))
    assert session.pending is not None and session.pending.player == "red"
    answer(session, "setup.seize", True)
    assert session.state.clock.side == begins
    assert topic(session) != "setup.seize"


@pytest.mark.rule("5e.battle.define-terrain")
def test_a_feature_nobody_classed_is_settled_before_the_battle() -> None:
    thing = piece("thing", square(20, 20, 4, 4))
    setup = setup_of(*TWO, terrain=[replace(thing, kind="mystery")])
    session = Session.begin(setup, strict=True)
    pending = session.pending
    assert isinstance(pending, Agree) and pending.topic == "setup.agree"
    sheet = tuple((item.id, "impassable" if item.id == "terrain.thing" else item.usual) for item in pending.items)
    submit(session, sheet)
    assert session.state.agreed["terrain.thing"] == "impassable"


def test_a_suggestion_is_legal_even_in_a_crowded_zone() -> None:
    crowd = [marines(f"squad{n}", at=row(0, 0, 10)) for n in range(9)]
    session = pitched(*crowd, boyz("mob", at=row(0, 0, 1)), width=36, depth=36)
    answer(session, "setup.turn", "first")
    answer(session, "setup.edge", "south")
    while session.pending is not None and session.pending.player == "blue":
        if isinstance(session.pending, Place):
            assert session.pending.refusals(session.pending.suggest(Stream("x"))) == ()
        submit(session, session.pending.suggest(Stream("x")))
    assert all(m.on_table for m in session.state.models.values() if m.unit.startswith("squad"))


def in_zones(*units: UnitSpec, low: tuple[float, float]) -> Session:
    """A battle at its first question of deployment; blue's zone is `low` inches wide and deep, red's is ample."""
    rings = {"blue": square(0, 0, *low), "red": square(0, 30, 48, 12)}
    zones = tuple(ZoneSpec(side, tuple((um(x), um(y)) for x, y in ring)) for side, ring in rings.items())
    setup = replace(setup_of(*(undeployed(u) for u in units), mission={"deployment": "zones", "kind": "annihilation"}),
                    zones=zones)  # fmt: skip
    return Session.begin(setup, dice=ScriptedDice([6, 1] * 100), strict=True)


def test_a_unit_for_which_its_zone_has_no_room_takes_no_part() -> None:
    session = in_zones(marines("alpha", at=row(0, 0, 9)), boyz("mob", at=row(0, 0, 3)), low=(2, 2))
    while session.pending is not None and session.state.clock.round == 0:
        submit(session, session.pending.suggest(Stream("deploy")))
    assert not session.state.present("alpha") and session.state.present("mob")
    assert "unit.no_room" in [event.code for event in session.events]


def test_a_unit_is_set_down_in_any_pocket_that_holds_all_of_it() -> None:
    session = in_zones(marines("alpha", at=row(0, 0, 5)), boyz("mob", at=row(0, 0, 3)), low=(30, 1.3))
    while session.pending is not None and session.state.clock.round == 0:
        submit(session, session.pending.suggest(Stream("deploy")))
    assert session.state.present("alpha")
