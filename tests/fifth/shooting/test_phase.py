"""The Shooting phase: who may fire at whom, sight, range, withholding, and running."""

from __future__ import annotations

import pytest

from battlefield.paths import Glide
from battlefield.units import um
from engine.core.decisions import Choose, ChooseMany, Move
from engine.core.dice import Stream
from engine.core.setup import UnitSpec
from engine.fifth import shooting, sight
from engine.session import Session
from tests.fifth.shooting.acts import asked, barred, fire, table, told
from tests.fifth.tables import (
    answer,
    battle,
    boyz,
    codes,
    decline,
    marines,
    piece,
    refused,
    row,
    square,
    submit,
    until_topic,
)

FAR_MOB = boyz("mob", at=[(60, 40)])


def targets(session: Session, unit_id: str = "alpha") -> Choose:
    """The question which target a unit takes."""
    answer(session, "shoot.unit", unit_id)
    question = asked(session)
    assert isinstance(question, Choose) and question.topic == "shoot.target"
    return question


@pytest.mark.rule("5e.shooting.unit-by-unit")
def test_no_other_unit_is_offered_before_the_casualties_of_the_first_are_off() -> None:
    session = table(
        marines("alpha", at=[(10, 10)], gear=("bolt_pistol",)), marines("beta", at=[(14, 10)]),
        boyz("mob", at=row(10, 20, 3)), dice=[6, 6, 1],
    )  # fmt: skip
    fire(session, "alpha", "mob")
    assert asked(session).topic == "casualties.pick"
    assert refused(session, "beta")
    answer(session, "casualties.pick", ("mob-2",))
    assert barred(asked(session), "alpha") == {"5e.shooting.unit-by-unit"}
    assert barred(asked(session), "beta") == set()


@pytest.mark.rule("5e.shooting.unit-by-unit")
def test_the_player_may_end_the_phase_with_units_left() -> None:
    session = table(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(10, 20)]))
    answer(session, "shoot.unit", "done")
    assert session.state.clock.phase != "shooting" or session.state.clock.side == "red"


@pytest.mark.rule("5e.shooting.one-weapon")
def test_a_model_fires_one_weapon() -> None:
    session = table(marines("alpha", at=[(10, 10)], gear=("boltgun", "bolt_pistol")), boyz("mob", at=[(10, 20)]))
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    assert codes(refused(session, ("alpha-1/boltgun", "alpha-1/bolt_pistol"))) == {"shoot.one_weapon"}


@pytest.mark.rule("5e.shooting.sequence")
def test_ten_shots_run_through_hits_wounds_and_saves_to_one_casualty() -> None:
    hits, wounds, saves = [3, 3, 4, 4, 5, 6, 6, 1, 2, 2], [4, 5, 6, 4, 1, 2, 3], [3, 4, 5, 2]
    session = table(
        marines("alpha", at=row(10, 10, 10)),
        marines("beta", at=row(10, 26, 10), side="red"),
        dice=hits + wounds + saves,
    )
    fire(session, "alpha", "beta")
    assert asked(session).topic == "casualties.pick"
    assert len(session.state.present("beta")) == 10, "nobody is removed before all saves are rolled"
    submit(session, ("beta-7",))
    assert told(session, "shots.rolled", "hits") == [7]
    assert told(session, "wounds.rolled", "wounds") == [4]
    assert told(session, "unit.suffered", "unsaved") == [1]
    assert len(session.state.present("beta")) == 9


@pytest.mark.rule("5e.shooting.no-fire-locked", "5e.shooting.no-target-locked")
def test_units_locked_in_combat_neither_shoot_nor_are_shot_at() -> None:
    session = table(
        marines("alpha", at=[(10, 10)]),
        marines("beta", at=[(30, 10)]),
        boyz("mob", at=[(31, 10)]),
        boyz("horde", at=[(30, 20)]),
    )
    assert barred(asked(session), "beta") == {"5e.shooting.no-fire-locked"}
    question = targets(session)
    assert barred(question, "mob") == {"5e.shooting.no-target-locked"}
    assert barred(question, "horde") == set()


@pytest.mark.rule("5e.shooting.no-fire-ran")
def test_a_unit_that_ran_cannot_fire() -> None:
    session = table(
        marines("alpha", at=[(10, 10)]), marines("beta", at=[(40, 10)]), boyz("mob", at=[(10, 21)]), dice=[4]
    )
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "run")
    submit(session, asked(session).suggest(Stream("run")))
    assert barred(asked(session), "alpha") == {"5e.shooting.no-fire-ran"}
    assert refused(session, "alpha")


@pytest.mark.rule("5e.shooting.no-fire-gone-to-ground")
def test_a_unit_that_went_to_ground_sits_out_its_next_turn_and_fires_in_the_one_after() -> None:
    session = table(
        marines("alpha", at=row(10, 10, 3), gear=("bolt_pistol",)), marines("beta", at=row(10, 20, 5), side="red"),
        marines("gamma", at=[(60, 40)], side="red"), dice=[6, 1, 1, 6, 6, 6],
    )  # fmt: skip
    fire(session, "alpha", "beta", dive=True)
    answer(session, "react", "go_to_ground")
    until_turn(session, 2)
    assert session.state.clock.side == "red"
    assert shooting.barred(session.state, "beta")[0].rule == "5e.shooting.no-fire-gone-to-ground"
    until_turn(session, 4)
    assert shooting.barred(session.state, "beta") == ()


def until_turn(session: Session, turn: int) -> None:
    """Go on to a question of the Shooting phase of a player turn, or to the first question after it would be."""
    while session.state.clock.turn < turn:
        submit(session, decline(asked(session)))


@pytest.mark.rule("5e.shooting.stationary-weapons", "5e.shooting.moved-unit")
def test_a_heavy_weapon_stays_silent_when_one_model_of_its_unit_moved_and_the_rest_fires() -> None:
    session = moved(
        marines("alpha", at=row(10, 10, 10), gear=[("shoota",)] * 9 + [("heavy_bolter",)]), boyz("mob", at=[(10, 22)])
    )
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    question = asked(session)
    assert barred(question, "alpha-10/heavy_bolter") == {"5e.weapons.heavy"}
    fired = question.suggest(Stream("fire"))
    assert [option.partition("/")[0] for option in fired] == [f"alpha-{n}" for n in range(1, 10)]


def moved(*units: UnitSpec) -> Session:
    """Blue's Shooting phase after its first unit's first model went an inch."""
    session = battle(*units)
    until_topic(session, "move.unit")
    answer(session, "move.unit", "alpha")
    pose = session.state.models["alpha-1"].pose
    while session.pending is not None and not isinstance(session.pending, Move):
        submit(session, session.pending.suggest(Stream("move")))
    submit(session, (("alpha-1", (Glide(pose.x, pose.y - um(1)),)),))
    until_topic(session, "shoot.unit")
    return session


@pytest.mark.rule("5e.shooting.single-target")
def test_the_whole_unit_shoots_at_one_target() -> None:
    foes = boyz("mob", at=[(10, 20)]), boyz("horde", at=[(20, 20)])
    session = table(marines("alpha", at=row(10, 10, 3)), marines("beta", at=[(40, 10)]), *foes, dice=[1] * 6)
    fire(session, "alpha", "mob")
    deed = session.state.deed("alpha", "shot")
    assert deed is not None and deed.detail("target") == "mob" and len(deed.detail("models")) == 3
    assert session.state.did("mob", "shot_at") and not session.state.did("horde", "shot_at")
    assert codes(refused(session, "alpha")) == {"shoot.has_shot"}


WALL = piece("wall", square(10, 2, 0.5, 6), top=6.0, opaque=True)


@pytest.mark.rule("5e.shooting.los-needed", "5e.shooting.which-fire")
def test_a_target_seen_by_one_firer_is_legal_and_only_that_firer_shoots() -> None:
    session = table(marines("alpha", at=[(1, 0.5), (1, 5.5), (1, 3)]), boyz("mob", at=[(21, 0.5)]), terrain=[WALL])
    question = targets(session)
    assert barred(question, "mob") == set()
    submit(session, "mob")
    assert barred(asked(session), "alpha-1/boltgun") == set()
    assert barred(asked(session), "alpha-2/boltgun") == {"5e.shooting.which-fire"}


@pytest.mark.rule("5e.shooting.los-needed")
def test_a_target_that_nobody_sees_cannot_be_chosen() -> None:
    session = table(marines("alpha", at=[(1, 4), (1, 5.5)]), boyz("mob", at=[(21, 5)]), terrain=[WALL])
    assert barred(targets(session), "mob") == {"5e.shooting.los-needed"}


@pytest.mark.rule("5e.shooting.true-los")
def test_a_model_of_another_unit_as_large_as_the_target_hides_it() -> None:
    apart = [marines("alpha", at=[(1, 10)]), boyz("mob", at=[(21, 10)])]
    assert sight.visible_models(table(*apart).state, "alpha", "mob") == {"alpha-1": ("mob-1",)}
    session = table(*apart, marines("beta", at=[(6, 10)]))
    assert sight.visible_models(session.state, "alpha", "mob") == {"alpha-1": ()}


@pytest.mark.rule("5e.shooting.los-own-unit")
def test_models_see_through_their_own_unit() -> None:
    session = table(marines("alpha", at=[(1, 10), (2.5, 10)]), boyz("mob", at=[(13, 10)]))
    assert sight.visible_models(session.state, "alpha", "mob") == {"alpha-1": ("mob-1",), "alpha-2": ("mob-1",)}


@pytest.mark.rule("5e.shooting.withhold")
def test_a_weapon_held_back_before_measuring_stays_unfired() -> None:
    session = table(
        marines("alpha", at=row(10, 10, 2), gear=[("bolt_pistol",), ("krak_missile",)]), marines("beta", at=[(40, 10)]),
        boyz("mob", at=[(10, 20)]), dice=[1],
    )  # fmt: skip
    fire(session, "alpha", "mob", "alpha-1/bolt_pistol")
    assert told(session, "shots.rolled", "weapon") == ["Bolt pistol"]
    assert codes(refused(session, "alpha")) == {"shoot.has_shot"}


def test_distances_are_not_told_before_a_target_is_declared_unless_agreed() -> None:
    units = marines("alpha", at=[(10, 10)]), boyz("mob", at=[(10, 20)])
    plain = dict(targets(table(*units)).options[0].details)
    assert "distance" not in plain
    early = dict(targets(table(*units, options={"premeasuring": True})).options[0].details)
    assert early["distance"] == um(9)


def test_a_target_known_to_be_out_of_range_is_no_target() -> None:
    session = table(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(10, 40)]), options={"premeasuring": True})
    assert barred(targets(session), "mob") == {"5e.shooting.range-max"}


@pytest.mark.rule("5e.shooting.range-max")
@pytest.mark.parametrize(("x", "shots"), [(35, 1), (35.2, 0)])
def test_a_target_beyond_the_range_is_missed_without_a_roll(x: float, shots: int) -> None:
    session = table(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(x, 10)]), dice=[1])
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "shots") == [shots] * shots
    assert told(session, "shots.out_of_range", "count") == [1] * (1 - shots)


@pytest.mark.rule("5e.shooting.range-nearest-visible")
def test_a_hidden_nearer_model_does_not_shorten_the_range() -> None:
    wall = piece("wall", square(18, 8, 0.5, 4), top=6.0, opaque=True)
    session = table(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(30, 10), (10, 37)]), terrain=[wall], dice=[1])
    fire(session, "alpha", "mob")
    assert told(session, "shots.out_of_range", "count") == [1]


@pytest.mark.rule("5e.shooting.range-per-model")
def test_each_firer_is_in_range_or_not_by_itself() -> None:
    session = table(marines("alpha", at=[(13, 10), (11, 10), (10, 10)]), boyz("mob", at=[(36, 10)]), dice=[1, 1])
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "shots") == [2]
    assert told(session, "shots.out_of_range", "count") == [1]


@pytest.mark.rule("5e.shooting.run-distance")
def test_a_unit_runs_up_to_its_roll_and_the_roll_alone_makes_it_one_that_ran() -> None:
    session = table(marines("alpha", at=row(10, 10, 3)), FAR_MOB, dice=[4])
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "run")
    question = asked(session)
    assert isinstance(question, Move)
    assert dict(question.allowance) == {f"alpha-{n}": um(4) for n in (1, 2, 3)}
    assert session.state.did("alpha", "ran")
    submit(session, ())
    assert session.state.did("alpha", "ran", 1)


@pytest.mark.rule("5e.shooting.run-ignores-difficult")
def test_running_through_a_wood_takes_no_test_and_loses_nothing() -> None:
    wood = piece("wood", square(5, 5, 20, 20), "area", "difficult", "wood")
    session = table(marines("alpha", at=row(10, 10, 2)), FAR_MOB, terrain=[wood], dice=[5])
    ran(session, 5)
    assert session.state.models["alpha-1"].pose.y == um(15)
    assert [roll for roll in told(session, "dice.rolled", "roll") if "difficult" in roll.purpose] == []


def ran(session: Session, inches: float) -> None:
    """The whole of alpha runs straight up the table."""
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "run")
    poses = {m.id: m.pose for m in session.state.present("alpha")}
    submit(session, tuple((m, (Glide(p.x, p.y + um(inches)),)) for m, p in poses.items()))


@pytest.mark.rule("5e.shooting.run-dangerous")
def test_running_through_dangerous_ground_is_tested_for() -> None:
    mines = piece("mines", square(5, 12, 20, 2), "area", "dangerous", "minefield")
    session = table(marines("alpha", at=row(10, 10, 2)), FAR_MOB, terrain=[mines], dice=[5, 1, 3])
    ran(session, 5)
    assert [m.id for m in session.state.present("alpha")] == ["alpha-2"]


@pytest.mark.rule("5e.types.bike-no-run", "5e.vehicles.no-run")
@pytest.mark.parametrize(
    ("kind", "rules"),
    [("bike", {"5e.types.bike-no-run"}), ("vehicle", {"5e.vehicles.no-run"}), ("infantry", set()), ("beasts", set())],
)
def test_bikes_and_vehicles_cannot_run(kind: str, rules: set[str]) -> None:
    session = table(marines("alpha", at=[(10, 10)], kind=kind), boyz("mob", at=[(10, 30)]))
    assert barred(targets(session), "run") == rules


def test_everything_is_the_usual_answer() -> None:
    session = table(marines("alpha", at=row(10, 10, 3), gear=("boltgun", "bolt_pistol")), boyz("mob", at=[(10, 20)]))
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    question = asked(session)
    assert isinstance(question, ChooseMany)
    assert question.suggest(Stream("x")) == ("alpha-1/boltgun", "alpha-2/boltgun", "alpha-3/boltgun")


def test_another_unit_can_be_taken_before_a_target_is_chosen() -> None:
    session = table(marines("alpha", at=[(10, 10)]), marines("beta", at=[(14, 10)]), boyz("mob", at=[(10, 20)]))
    targets(session)
    answer(session, "shoot.target", "back")
    assert barred(asked(session), "alpha") == set()
