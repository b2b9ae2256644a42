"""What the captain does in plain positions of the eighth edition."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from battlefield.units import inches, um
from engine.core.facts import fact, facts
from engine.players import arena
from engine.players.captain import Captain
from engine.players.outlook import Outlook
from engine.players.weighing import worths
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario
from tests.eighth.tables import HERO, TANK, battle, row, unit

FLYER = {
    "profiles": {
        "flyer": {
            "name": "Flyer", "m": [20, 40], "ws": 6, "bs": 3, "s": 6, "t": 6, "w": 10, "a": 1, "ld": 8, "sv": 3,
        }
    }
}  # fmt: skip


def answers(session: Session, *topics: str, side: str = "blue", most: int = 40) -> dict[str, Any]:
    """What the captain answers while it is the side's turn: the first answer on each of some topics."""
    players = {name: Captain(f"test/{name}") for name in session.state.sides}
    found: dict[str, Any] = {}
    turn = session.state.clock.turn
    for _ in range(most):
        question = session.pending
        if question is None or session.state.clock.turn != turn or len(found) == len(topics):
            break
        answer = players[question.player].answer(session)
        if question.topic in topics and question.player == side:
            found.setdefault(question.topic, answer)
        given = session.submit(answer)
        assert given.accepted, (question.topic, answer, given.refusals)
    return found


def way_left(session: Session, unit_id: str, spot: tuple[float, float]) -> float:
    """How far the nearest model of a unit is from a spot, in inches."""
    poses = [m.pose for m in session.state.present(unit_id)]
    return min(dist((inches(p.x), inches(p.y)), spot) for p in poses)


def test_it_goes_to_the_objective() -> None:
    session = battle(
        unit("squad", "blue", row(20, 10, 5), gear=["boltgun"]),
        unit("foe", "red", row(60, 40, 3), "boy", points=10), objectives=[("marker", 22, 20)],
    )  # fmt: skip
    before = way_left(session, "squad", (22, 20))
    answers(session, "psychic.power", "shoot.unit")
    assert way_left(session, "squad", (22, 20)) < before - 5


def test_a_unit_of_any_role_counts_for_objectives_where_the_book_says_so() -> None:
    eighth = battle(unit("tank", "blue", [(20, 10)], "tank", shape=TANK, keywords=("Vehicle",)))
    assert Outlook(eighth.state, eighth.book, "blue", {}).may_score("tank")
    fifth = Session.begin(load_scenario(find_scenario("5e/hold-the-ground")), seed=1)
    outlook = Outlook(fifth.state, fifth.book, "blue", {})
    roles = {u.role.lower() for u in fifth.state.units.values() if outlook.bearing(u.id).scores}
    others = {u.role.lower() for u in fifth.state.units.values() if not outlook.bearing(u.id).scores}
    assert roles == {"troops"} and others and "troops" not in others


def test_it_knows_when_objectives_are_counted() -> None:
    at_the_end, each_turn = (
        battle(unit("squad", "blue", row(20, 10, 3)), mission={"kind": kind})
        for kind in ("slay_and_secure", "domination")
    )
    late = Outlook(at_the_end.state, at_the_end.book, "blue", {})
    always = Outlook(each_turn.state, each_turn.book, "blue", {})
    assert (late.bearing("squad").length, late.bearing("squad").each_turn, always.bearing("squad").each_turn) == (
        5, False, True,
    )  # fmt: skip
    assert always.urgency > late.urgency


def test_it_charges_the_weak_unit_and_not_the_strong_one() -> None:
    session = battle(
        unit("squad", "blue", row(30, 20, 5), gear=["fist"], points=150),
        unit("weak", "red", row(30, 25, 3, dy=0.0), "weak_psyker", points=90),
        unit("strong", "red", row(30, 15, 5), "giant", gear=["killer"], points=100),
        phase="charge",
    )  # fmt: skip
    found = answers(session, "charge.unit", "charge.targets")
    assert found == {"charge.unit": "squad", "charge.targets": ("weak",)}


def test_it_does_not_charge_over_twelve_inches_against_guns_that_fire_back() -> None:
    session = battle(
        unit("squad", "blue", row(30, 20, 5), gear=["sword"], points=75),
        unit("guns", "red", row(30, 32.9, 5), gear=["boltgun"], points=75),
        phase="charge",
    )  # fmt: skip
    question = session.pending
    assert question is not None and question.topic == "charge.unit"
    assert not next(o for o in question.options if o.id == "squad").barred  # type: ignore[attr-defined]
    assert answers(session, "charge.unit") == {"charge.unit": "done"}


def test_the_chance_of_a_charge_is_that_of_two_dice() -> None:
    session = battle(unit("squad", "blue", row(30, 20, 2)))
    told = Outlook(session.state, session.book, "blue", {}).bearing("squad")
    assert [told.chance(um(gap)) for gap in (1, 3, 8, 12, 12.1)] == [100, 100, 58, 8, 0]


def test_anti_tank_guns_go_at_the_tank_and_the_rest_at_the_infantry() -> None:
    gear = [["lascannon"], ["boltgun"], ["boltgun"], ["boltgun"], ["boltgun"]]
    session = battle(
        unit("squad", "blue", row(20, 20, 5), gear=gear, points=100),
        unit("tank", "red", [(20, 40)], "tank", shape=TANK, keywords=("Vehicle",), points=160),
        unit("mob", "red", row(24, 38, 10), "boy", points=80),
        phase="shooting",
    )  # fmt: skip
    assert answers(session, "shoot.unit")["shoot.unit"] == "squad"
    declared: dict[str, tuple[str, ...]] = {}
    captain = Captain("test")
    while (question := session.pending) is not None and question.topic in ("shoot.target", "shoot.models"):
        answer = captain.answer(session)
        if question.topic == "shoot.models":
            declared[question.subjects[1]] = answer
        session.submit(answer)
    assert len(declared["tank"]) == 1 and "lascannon" in declared["tank"][0]
    assert len(declared["mob"]) == 4 and all("boltgun" in shot for shot in declared["mob"])


def test_smite_goes_at_whom_it_reaches_and_nobody_tries_it_at_nobody() -> None:
    near = battle(
        unit("psyker", "blue", [(30, 20)], "psyker", keywords=(*HERO, "Psyker")),
        unit("mob", "red", row(30, 32, 5), "boy"), phase="psychic",
    )  # fmt: skip
    assert answers(near, "psychic.power") == {"psychic.power": "psyker-1/smite"}
    far = battle(
        unit("psyker", "blue", [(30, 10)], "psyker", keywords=(*HERO, "Psyker")),
        unit("mob", "red", row(30, 40, 5), "boy"), phase="psychic",
    )  # fmt: skip
    assert answers(far, "psychic.power") == {"psychic.power": "done"}


def test_what_smite_is_expected_to_do_by_hand() -> None:
    session = battle(
        unit("psyker", "blue", [(30, 20)], "psyker", keywords=(*HERO, "Psyker")),
        unit("mob", "red", row(30, 32, 5), "boy"), phase="psychic",
    )  # fmt: skip
    found = session.book.odds(session.state, facts(kind="power", unit="psyker-1", target="smite"))
    wounds = (27 / 36) * 2 + (3 / 36) * 3.5  # 5 to 10: D3; 11 and 12: D6
    assert fact(found, "target") == "mob"
    assert fact(found, "wounds") == round(wounds * 1000)
    assert fact(found, "perils") == round(2 / 36 * 2 * 1000)


def test_a_flyer_stays_on_the_table() -> None:
    session = battle(
        unit("flyer", "blue", [(36, 6)], "flyer", ["boltgun"], shape=TANK, keywords=("Vehicle", "Fly"), facing=90),
        unit("mob", "red", row(30, 40, 5), "boy"), sheets=FLYER,
    )  # fmt: skip
    answers(session, "psychic.power", "shoot.unit")
    assert [m.id for m in session.state.present("flyer")] == ["flyer-1"]
    assert way_left(session, "flyer", (36, 6)) >= 19.9


def test_overwatch_is_always_fired() -> None:
    session = battle(
        unit("squad", "blue", row(30, 20, 5), gear=["sword"]),
        unit("guns", "red", row(30, 25, 5), gear=["boltgun"]), phase="charge",
    )  # fmt: skip
    session.submit("squad")
    session.submit(("guns",))
    question = session.pending
    assert question is not None and question.topic == "react.overwatch"
    assert Captain("red").answer(session) == "guns"


def test_the_toughest_hero_is_the_warlord() -> None:
    session = Session.begin(load_scenario(find_scenario("8e/only-war-50")), seed=1)
    question = session.pending
    assert question is not None and question.topic == "setup.warlord"
    chosen = Captain("one").answer(session)
    assert session.state.models[chosen].unit == "captain"


@pytest.mark.parametrize("names", [("captain", "whim"), ("whim", "captain")])
def test_it_beats_whims(names: tuple[str, str]) -> None:
    setup = load_scenario(find_scenario("8e/first-steps"))
    sides = dict(zip(("blue", "red"), names, strict=True))
    results = [arena.play_game(setup, seed, names) for seed in range(5)]
    assert sum(sides.get(result.winner) == "captain" for result in results) >= 4
    assert all(result.decisions < 1000 for result in results)


def test_the_same_position_gets_the_same_answer_from_a_fresh_and_a_seasoned_captain() -> None:
    session = Session.begin(load_scenario(find_scenario("8e/only-war-50")), seed=3)
    seasoned = {side: Captain(side) for side in session.state.sides}
    for count in range(150):
        question = session.pending
        if question is None:
            break
        answer = seasoned[question.player].answer(session)
        assert question.refusals(answer) == ()
        if count % 7 == 0:
            assert Captain(question.player).answer(session.fork()) == answer, question.topic
        session.submit(answer)


def test_many_spots_are_worth_what_each_is_by_itself() -> None:
    """Their worth follows from each of them, whatever else is asked about at the same time."""
    session = Session.begin(load_scenario(find_scenario("8e/only-war-50")), seed=1)
    players = {side: Captain(f"1/{side}") for side in session.state.sides}
    while (question := session.pending) is not None and question.topic != "move.how":
        session.submit(players[question.player].answer(session))
    assert question is not None
    outlook, mover = Outlook(session.state, session.book, question.player, {}), question.subjects[0]
    here = outlook.middle(mover)
    spots = [(here[0] + um(x), here[1] + um(y)) for x in (-6, 0, 6) for y in (-6, 0, 6)]
    still = [spot == here for spot in spots]
    for running in (False, True):
        together = worths(outlook, mover, spots, still, running)
        assert together == [worths(outlook, mover, [s], [t], running)[0] for s, t in zip(spots, still, strict=True)]
        assert len({worth.points for worth in together}) > 1
