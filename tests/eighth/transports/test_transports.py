"""Transports: who may ride, getting in and out, and what becomes of passengers when theirs is destroyed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.setup import UnitSpec
from engine.eighth import casualties, morale, transports, weapons
from engine.eighth.characteristics import value
from engine.session import Session
from tests.eighth.moves import FAR_FOE, RHINO, aboard, pick, poses_of, refusal_codes, walk
from tests.eighth.tables import (
    Answers,
    Spot,
    answer,
    apart,
    ask,
    battle,
    begin,
    codes,
    decline,
    hand,
    happened,
    left,
    open_ids,
    place,
    refused,
    rolls,
    run,
    spots,
    state_of,
    submit,
    suggested,
    topic,
    unit,
    until_topic,
)  # fmt: skip

FOE = unit("foe", "red", spots(*FAR_FOE), "guard")
MINDS = ("Infantry", "Psyker")
CAR = ("Vehicle", "Transport")


def rhino(x: float = 2, y: float = 3, id: str = "rhino", side: str = "blue", **more: Any) -> UnitSpec:
    """A transport for six whose hull goes from (0, 0) to (4, 6), unless it stands elsewhere."""
    return unit(id, side, spots((x, y)), "tank", shape=RHINO, facing=0, keywords=CAR, **more)


def riders(count: int, id: str = "squad", **more: Any) -> UnitSpec:
    return unit(id, "blue", count, aboard="rhino-1", **more)


def squad(*at: Spot, id: str = "squad", **more: Any) -> UnitSpec:
    return unit(id, "blue", spots(*at), **more)


# -- capacity ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.transports.capacity")
def test_several_units_share_a_transport_as_long_as_there_is_room_for_all() -> None:
    state = state_of(
        rhino(), riders(4), squad((9, 0), (9, 2), id="two"), squad((9, 5), (9, 7), (9, 9), id="three"),
        unit("bike", "blue", spots((20, 0)), keywords=("Biker",)), unit("enemy", "red", spots((20, 9))), FOE,
    )  # fmt: skip
    assert transports.has_room(state, "rhino-1", "two") and not transports.has_room(state, "rhino-1", "three")
    assert not transports.has_room(state, "rhino-1", "bike") and not transports.has_room(state, "rhino-1", "enemy")
    assert not transports.has_room(state, "two-1", "bike"), "no transport at all"


# -- starting aboard ---------------------------------------------------------------------------------------------------


def deploying() -> Session:
    """Blue about to set up the second of its units, a transport, with two squads waiting."""
    units = [
        unit("rhino", "blue", 1, "tank", shape=RHINO, keywords=CAR), unit("six", "blue", 6), unit("four", "blue", 4),
        unit("biker", "blue", 1, keywords=("Biker",)), *(unit(f"r{n}", "red", 1, "guard") for n in range(4)),
    ]  # fmt: skip
    session = begin(*units, mission={"deployment": "divided"})
    while topic(session) != "setup.unit" or session.pending.player != "blue":
        assert session.pending is not None
        submit(session, decline(session.pending))
    return session


@pytest.mark.rule("8e.transports.start-embarked")
def test_units_named_with_the_transport_begin_aboard_and_need_no_place() -> None:
    session = deploying()
    answer(session, "setup.unit", "rhino")
    submit(session, suggested(session))
    ask(session, "setup.riders")
    assert open_ids(session) == {"six", "four"}, "bikers do not fit"
    assert codes(refused(session, ("six", "four"))) == {"transport.full"}
    submit(session, ("six",))
    assert aboard(session, "six") == "rhino-1" and left(session, "six") == 0
    assert session.pending is not None and session.pending.player == "red", "one drop"
    until_topic(session, "move.unit")
    assert aboard(session, "six") == "rhino-1" and left(session, "four") == 4


@pytest.mark.rule("8e.transports.start-embarked")
def test_after_the_transport_has_been_set_up_it_is_too_late() -> None:
    session = deploying()
    answer(session, "setup.unit", "rhino")
    submit(session, suggested(session))
    submit(session, ())
    seen = []
    while topic(session) != "move.unit":
        assert session.pending is not None
        seen.append(topic(session))
        submit(session, decline(session.pending))
    assert "setup.riders" not in seen and aboard(session, "six") == ""


# -- getting in --------------------------------------------------------------------------------------------------------


def walk_up(x: float, **more: Any) -> Session:
    """Three models move up to the transport; the last ends at that x."""
    session = battle(rhino(), squad((8, 1), (8, 3), (8, 5)), FOE, **more)
    walk(session, "squad", squad_1=(7.5, 1), squad_2=(7.5, 3), squad_3=(x, 5))
    return session


@pytest.mark.rule("8e.transports.embark")
def test_a_unit_gets_in_when_all_of_it_ends_within_three_inches() -> None:
    session = walk_up(7.5)
    ask(session, "transport.embark")
    assert open_ids(session) == {"rhino-1", "stay"}
    submit(session, "rhino-1")
    assert aboard(session, "squad") == "rhino-1" and left(session, "squad") == 0
    assert topic(walk_up(7.6)) == "move.unit"


@pytest.mark.rule("8e.transports.embark")
@pytest.mark.parametrize("how", ["stay", "move", "advance"])
def test_it_may_have_advanced_or_stayed_and_the_transport_may_have_moved(how: str) -> None:
    session = battle(rhino(4), squad((7.5, 1), (7.5, 3)), FOE)
    walk(session, "rhino", rhino_1=(2, 3))
    answer(session, "move.unit", "squad")
    answer(session, "move.how", how)
    if how != "stay":
        submit(session, ())
    answer(session, "transport.embark", "rhino-1")
    assert aboard(session, "squad") == "rhino-1"


@pytest.mark.rule("8e.transports.embark")
def test_after_falling_back_but_not_with_an_enemy_within_an_inch() -> None:
    units = rhino(), squad((7.5, 1)), unit("foe", "red", spots((9, 1)), "guard")
    session = battle(*units)
    answer(session, "move.unit", "squad")
    answer(session, "move.how", "stay")
    assert topic(session) == "move.unit"
    session = battle(*units)
    walk(session, "squad", "fall_back", squad_1=(6, 1))
    answer(session, "transport.embark", "rhino-1")
    session = battle(*units)
    walk(session, "squad", "fall_back")
    assert topic(session) == "move.unit", "it has not fallen back"


@pytest.mark.rule("8e.transports.embark")
def test_there_is_no_getting_in_for_more_than_there_is_room() -> None:
    session = battle(rhino(), riders(5, "full"), squad((7.5, 1), (7.5, 3)), FOE)
    walk(session, "squad")
    assert topic(session) == "move.unit"


@pytest.mark.rule("8e.transports.not-both-same-turn")
def test_nobody_gets_out_and_in_or_in_and_out_in_one_turn() -> None:
    session = battle(rhino(), rhino(12, 3, "other"), riders(2), FOE)
    answer(session, "move.unit", "squad")
    answer(session, "setup.place", poses_of(("squad-1", 6, 1), ("squad-2", 6, 3)))
    walk(session, "squad", squad_1=(8, 1), squad_2=(8, 3))
    assert topic(session) == "move.unit"
    session = battle(rhino(), squad((7.5, 1)), FOE)
    walk(session, "squad")
    submit(session, "rhino-1")
    assert codes(refused(session, "squad")) == {"transport.just_embarked"}
    assert "squad" not in open_ids(session)


@pytest.mark.rule("8e.transports.not-both-same-turn")
def test_when_its_transport_is_destroyed_it_gets_out_all_the_same() -> None:
    session = battle(rhino(), squad((7.5, 1)), FOE)
    walk(session, "squad")
    submit(session, "rhino-1")
    b = hand(session)
    run(b, casualties.destroy(b, "rhino-1", "8e.attacks.destroyed"), dice=(6,))
    assert b.state.models["squad-1"].on_table and not b.state.models["rhino-1"].alive


# -- aboard ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.transports.embarked-inactive")
def test_whoever_is_aboard_does_nothing_and_nothing_happens_to_him() -> None:
    gear = ("boltgun", "sword")
    psyker = unit("psyker", "blue", 1, "psyker", gear, aboard="rhino-1", keywords=MINDS)
    foes = unit("foe", "red", spots((9, 3), (9, 5)), "psyker", gear, keywords=MINDS)
    session = battle(rhino(), psyker, riders(3, gear=gear), foes)
    offered: dict[str, set[str]] = {}
    while session.state.clock.round < 2:
        assert session.pending is not None
        ids = open_ids(session) if hasattr(session.pending, "options") else set()
        offered.setdefault(session.pending.topic, set()).update(ids)
        submit(session, decline(session.pending))
    assert {"squad", "psyker"} <= offered["move.unit"], "they may get out"
    assert "rhino" in offered["charge.unit"] and "foe" in offered["shoot.unit"] and "psychic.power" in offered
    others = set().union(*(ids for topic, ids in offered.items() if topic != "move.unit"))
    assert not [id for id in others if "squad" in id or "psyker" in id]
    assert not session.state.present("squad") and apart(session, "rhino", "foe") == 4.5


@pytest.mark.rule("8e.transports.embarked-inactive")
def test_what_happens_to_every_unit_near_by_leaves_passengers_alone() -> None:
    bomb = unit("bomb", "red", spots((2, 8)), "bomb")
    b = hand(battle(rhino(), riders(3), bomb, FOE))
    before = b.state.models["rhino-1"].wounds
    run(b, casualties.lose(b, "bomb-1", 5, "8e.attacks.damage"), dice=(6,))
    assert b.state.models["rhino-1"].wounds == before - 2 and len(b.state.members("squad")) == 3


@pytest.mark.rule("8e.transports.embarked-inactive")
def test_there_is_no_morale_test_for_whoever_is_aboard() -> None:
    session = battle(rhino(), riders(3), FOE, phase="movement")
    b = hand(session)
    b.note_deed("squad", "lost", "8e.morale.who-tests", count=5)
    assert morale.tester(b.state) is None


@pytest.mark.rule("8e.transports.embarked-auras")
def test_an_aura_from_within_does_not_work() -> None:
    inside = unit("leader", "blue", 1, "leader", aboard="rhino-1")
    outside = unit("leader", "blue", spots((6, 5)), "leader")
    assert value(state_of(rhino(), squad((6.5, 3)), inside, FOE), "squad", "ld") == 7
    assert value(state_of(rhino(), squad((6.5, 3)), outside, FOE), "squad", "ld") == 8


# -- getting out -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.transports.disembark-when")
def test_passengers_get_out_before_their_transport_moves_and_not_after() -> None:
    session = battle(rhino(), riders(1), FOE)
    walk(session, "rhino", rhino_1=(3, 3))
    assert codes(refused(session, "squad")) == {"transport.has_moved"}
    session = battle(rhino(), riders(1), FOE)
    answer(session, "move.unit", "squad")
    answer(session, "setup.place", poses_of(("squad-1", 7.5, 3)))
    pick(session, "rhino")
    assert refusal_codes(session, rhino_1=(-8, 3)) == set()


@pytest.mark.rule("8e.transports.disembark-when")
def test_passengers_get_out_of_a_transport_that_stays() -> None:
    session = battle(rhino(), riders(1), FOE)
    answer(session, "move.unit", "rhino")
    answer(session, "move.how", "stay")
    answer(session, "move.unit", "squad")
    assert ask(session, "setup.place").subjects == ("squad",)


@pytest.mark.rule("8e.transports.disembark-where")
def test_they_are_set_up_within_three_inches_and_not_within_one_of_an_enemy() -> None:
    session = battle(rhino(), riders(1), FOE)
    answer(session, "move.unit", "squad")
    ask(session, "setup.place")
    assert not session.pending.refusals(poses_of(("squad-1", 7.5, 3)))
    assert codes(refused(session, poses_of(("squad-1", 7.6, 3)))) == {"transport.too_far"}
    assert codes(refused(session, poses_of(("squad-1", 4.3, 3)))) == {"setup.occupied"}
    diagonal = 3.5 / 2**0.5 - 0.001
    assert not session.pending.refusals(poses_of(("squad-1", 4 + diagonal, 6 + diagonal)))
    session = battle(rhino(), riders(1), unit("foe", "red", spots((9.5, 3)), "guard"))
    answer(session, "move.unit", "squad")
    assert codes(refused(session, poses_of(("squad-1", 7.5, 3)))) == {"setup.near_enemy"}
    submit(session, poses_of(("squad-1", 7.4, 3)))
    assert apart(session, "squad-1", "foe-1") == 1.1


@pytest.mark.rule("8e.transports.disembark-where")
def test_they_are_set_up_coherent() -> None:
    session = battle(rhino(), riders(2), FOE)
    answer(session, "move.unit", "squad")
    assert codes(refused(session, poses_of(("squad-1", 5, 1), ("squad-2", 5, 4.1)))) == {"setup.not_coherent"}
    submit(session, poses_of(("squad-1", 5, 1), ("squad-2", 5, 4)))


def ring(hole: tuple[float, float]) -> UnitSpec:
    """Enemies all round the hull from (0, 0) to (4, 6), but for a hole at one side of it."""
    around = []
    for x in range(-3, 8):
        around += [(float(x), -2.0), (float(x), 8.0)]
    for y in range(-1, 8):
        around += [(-2.0, float(y)), (6.0, float(y))]
    around = [(x, y) for x, y in around if not (x == 6 and hole[0] <= y <= hole[1])]
    return unit("ring", "red", spots(*around), "guard")


@pytest.mark.rule("8e.transports.disembark-no-room")
def test_models_for_which_there_is_no_room_are_lost() -> None:
    session = battle(rhino(), riders(5), ring((2, 4)))
    answer(session, "move.unit", "squad")
    lost = [e.subject for e in happened(session, "transport.no_room")]
    ask(session, "setup.place")
    submit(session, suggested(session))
    assert 0 < len(lost) < 5 and left(session, "squad") == 5 - len(lost)
    deed = session.state.deed("squad", "lost")
    assert deed is not None and deed.detail("count", 0) == len(lost)
    assert apart(session, "squad", "ring") > 1


@pytest.mark.rule("8e.transports.disembark-no-room")
def test_where_there_is_no_room_at_all_the_whole_unit_is_lost() -> None:
    session = battle(rhino(), riders(2), ring((9, 9)))
    answer(session, "move.unit", "squad")
    assert [e.subject for e in happened(session, "unit.destroyed")] == ["squad"] and topic(session) == "move.unit"


@pytest.mark.rule("8e.transports.disembark-then-act")
def test_afterwards_they_act_but_count_as_having_moved() -> None:
    heavy = riders(1, gear=("lascannon", "sword"))
    session = battle(rhino(), heavy, unit("foe", "red", spots((15.5, 3)), "boy"), dice=(3,))
    answer(session, "move.unit", "squad")
    answer(session, "setup.place", poses_of(("squad-1", 6.5, 3)))
    assert "squad" in open_ids(session), "it may move on"
    answer(session, "move.unit", "done")
    until_topic(session, "shoot.unit")
    before = len(rolls(session, "wound"))
    shoot(session, "squad", "foe")
    assert rolls(session, "hit") == [(3,)] and len(rolls(session, "wound")) == before
    until_topic(session, "charge.unit")
    assert "squad" in open_ids(session) and apart(session, "squad", "foe") == 8


def shoot(session: Session, shooter: str, target: str) -> None:
    """Everything a unit has at one target."""
    answer(session, "shoot.unit", shooter)
    answers: Answers = {"shoot.target": target}
    while topic(session) not in ("shoot.unit", "charge.unit", ""):
        assert session.pending is not None
        told = answers.get(topic(session))
        submit(session, told if told in open_ids_or_none(session) else suggested(session))


def open_ids_or_none(session: Session) -> set[str]:
    return open_ids(session) if getattr(session.pending, "options", None) else set()


@pytest.mark.rule("8e.transports.disembark-then-act")
def test_they_move_and_advance_from_where_they_were_set_down() -> None:
    session = battle(rhino(), riders(1), FOE, dice=(5,))
    answer(session, "move.unit", "squad")
    answer(session, "setup.place", poses_of(("squad-1", 6.5, 3)))
    walk(session, "squad", "advance", squad_1=(17.5, 3))
    assert place(session, "squad-1") == (17.5, 3)


# -- destroyed ---------------------------------------------------------------------------------------------------------


def destroyed(*units: UnitSpec, dice: tuple[int, ...] = (), answers: Answers | None = None) -> Any:
    """The battle after the transport has lost its last wound."""
    b = hand(battle(rhino(), *units))
    run(b, casualties.lose(b, "rhino-1", 20, "8e.attacks.damage"), dice=dice, answers=answers)
    return b


@pytest.mark.rule("8e.transports.destroyed-disembark")
def test_passengers_are_set_down_beside_the_hull_before_it_is_removed() -> None:
    seen: list[set[str]] = []
    wide = (("squad-1", 5, 1), ("squad-2", 5, 3), ("squad-3", 5, 5), ("squad-4", 6.5, 1), ("squad-5", 6.5, 3))

    def set_down(decision: Any) -> Any:
        seen.append(codes(decision.refusals(poses_of(("squad-1", 2, 3), *wide[1:]))))
        seen.append(codes(decision.refusals(poses_of(*wide[:4], ("squad-5", 7.6, 3)))))
        return poses_of(*wide)

    b = destroyed(riders(5), FOE, dice=(2, 3, 4, 5, 6), answers={"setup.place": set_down})
    assert seen[0] >= {"setup.occupied"} and seen[1] == {"transport.too_far"}
    assert len(b.state.present("squad")) == 5 and not b.state.present("rhino")
    assert b.state.did("squad", "disembarked")


@pytest.mark.rule("8e.transports.destroyed-casualties")
def test_each_one_costs_a_model_that_its_owner_picks() -> None:
    b = destroyed(riders(5), FOE, dice=(1, 4, 1, 6, 3), answers={"casualties.pick": ("squad-2", "squad-5")})
    assert [m.id for m in b.state.present("squad")] == ["squad-1", "squad-3", "squad-4"]
    assert b.state.deed("squad", "lost").detail("count", 0) == 2


@pytest.mark.rule("8e.transports.destroyed-casualties")
def test_no_die_is_rolled_for_a_model_that_was_not_set_down() -> None:
    session = battle(rhino(), riders(5), ring((2, 4)))
    b = hand(session)
    count = len(b.state.members("squad"))
    with pytest.raises(AssertionError, match="no faces left for bail_out"):
        run(b, casualties.lose(b, "rhino-1", 20, "8e.attacks.damage"), dice=())
    down = len(b.state.present("squad"))
    assert 0 < down < count
    again = hand(session)
    run(again, casualties.lose(again, "rhino-1", 20, "8e.attacks.damage"), dice=(2,) * down)
    assert len(again.state.present("squad")) == down


@pytest.mark.rule("8e.transports.destroyed-casualties")
def test_with_several_units_aboard_any_model_that_got_out_may_be_picked() -> None:
    offered: list[Any] = []

    def victims(decision: Any) -> Any:
        offered.append({o.id for o in decision.options})
        return ("other-1",)

    b = destroyed(riders(2), riders(2, "other"), FOE, dice=(1, 4, 5, 6), answers={"casualties.pick": victims})
    assert offered == [{"squad-1", "squad-2", "other-1", "other-2"}]
    assert len(b.state.present("squad")) == 2 and len(b.state.present("other")) == 1


@pytest.mark.rule("8e.transports.destroyed-disembark")
def test_nothing_is_rolled_when_nobody_finds_room() -> None:
    b = destroyed(riders(2), ring((9, 9)))
    assert not b.state.members("squad") and not b.state.members("rhino")


@pytest.mark.rule("8e.transports.destroyed-disembark", "8e.round.simultaneous-in-turn")
@pytest.mark.parametrize(("first", "left_over"), [("explosion", 3), ("passengers get out", 1)])
def test_the_player_whose_turn_it_is_orders_getting_out_and_exploding(first: str, left_over: int) -> None:
    asked: list[str] = []

    def order(decision: Any) -> Any:
        asked.append(decision.player)
        names = [item.id for item in decision.items]
        return tuple(sorted(names, key=lambda name: name != first))

    car = unit("rhino", "red", spots((2, 3)), "bomb_car", shape=RHINO, keywords=CAR)
    b = hand(battle(car, unit("squad", "red", 3, aboard="rhino-1"), unit("far", "blue", spots((20, 20)))))
    dice = (6, 2, 2, 2) if first == "explosion" else (2, 2, 2, 6)
    run(b, casualties.lose(b, "rhino-1", 2, "8e.attacks.damage"), dice=dice, answers={"sequence.order": order})
    assert asked == ["blue"] and len(b.state.present("squad")) == left_over and not b.state.members("rhino")


@pytest.mark.rule("8e.transports.disembark-then-act")
def test_whoever_was_forced_out_in_his_own_turn_counts_as_having_moved() -> None:
    b = destroyed(riders(1, gear=("lascannon",)), FOE, dice=(4,))
    assert weapons.moved(b.state, "squad-1") and not weapons.moved(b.state, "idle-1")
