"""Only War before the first turn: mission, markers, zones, deployment, the Underdog."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlefield.pose import Pose
from battlefield.units import inches, um
from engine.core.battle import Battle
from engine.core.dice import Roll, pool
from engine.core.moments import Rolled
from engine.eighth import cover, deployment, mission, rerolls, sequencing
from engine.eighth.book import EighthBook
from engine.session import Session
from scenarios.loader import check, load_scenario
from scenarios.problems import ScenarioError
from tests.eighth.tables import (
    HERO,
    TANK,
    answer,
    ask,
    battle,
    begin,
    codes,
    detail,
    hand,
    happened,
    play_until,
    refused,
    rolls,
    run,
    setup_of,
    spots,
    state_of,
    submit,
    suggested,
    topic,
    unit,
)

FIRST_STEPS = Path("scenarios/8e/first-steps.yaml")


def only_war(*units: Any, dice: Any = (), kind: str = "only_war", **more: Any) -> Session:
    """A battle of two armies to be set up on a divided table, with nothing laid down beforehand."""
    armies = units or (unit("a", "blue", 1, "guard"), unit("x", "red", 1, "guard"))
    more = {"options": {"first_side": None}, "objectives": (), **more}
    return begin(*armies, dice=dice, mission={"kind": kind, "deployment": "divide"}, **more)


def until(session: Session, wanted: str, answers: Any = None) -> Any:
    spread = {"setup.objective": lambda q: q.suggest(STREAM)}
    play_until(session, lambda s: topic(s) == wanted, {**spread, **(answers or {})})
    return ask(session, wanted)


class _Stream:
    """Always the middle: the suggested spots of a test."""

    def below(self, limit: int) -> int:
        return limit // 2


STREAM = _Stream()


# -- armies and table --------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.mission.armies")
def test_any_models_make_an_army() -> None:
    heroes = [unit(f"hero{n}", "blue", 1, "captain", keywords=HERO) for n in range(3)]
    session = only_war(*heroes, unit("tank", "blue", 1, "tank", shape=TANK), unit("x", "red", 1, "guard"))
    assert session.pending is not None and len(session.state.units) == 5


@pytest.mark.rule("8e.mission.battlefield")
@pytest.mark.parametrize(("width", "depth"), [(72, 48), (96, 48), (36, 36)])
def test_a_battlefield_is_as_large_as_the_players_want_and_terrain_is_free(width: int, depth: int) -> None:
    session = only_war(width=width, depth=depth)
    assert (inches(session.state.board.width), inches(session.state.board.depth)) == (width, depth)
    assert session.pending is not None and not session.state.terrain


def changed(tmp_path: Path, *edits: tuple[str, str]) -> Path:
    """A scenario of the house with some of its text changed."""
    text = FIRST_STEPS.read_text()
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    path = tmp_path / "changed.yaml"
    path.write_text(text)
    return path


@pytest.mark.rule("8e.mission.expansions")
def test_a_battlezone_may_change_what_terrain_does(tmp_path: Path) -> None:
    bare = changed(tmp_path, ("kind: crater, at: [18, 18]", "kind: crater, cover: none, at: [18, 18]"))
    for path, covered in ((FIRST_STEPS, True), (bare, False)):
        setup = load_scenario(path)
        crater = next(p for p in setup.terrain if p.id == "crater")
        state = state_of(unit("a", "blue", [(18, 18)], "guard"), terrain=[crater])
        assert (cover.benefit(state, "a") is not None) == covered


ARCUS = "options: {flamer: 1, heavy_bolter: 1, sergeant_chainsword: 1}}"
BREVIS = "intercessors: {side: blue, name: Squad Brevis, sheet: intercessor_squad}"


@pytest.mark.rule("8e.mission.understrength-unit")
def test_one_unit_of_each_datasheet_may_be_below_its_least_size(tmp_path: Path) -> None:
    short = ("sheet: tactical_squad, " + ARCUS, "sheet: tactical_squad, fewer: 2}")
    setup = load_scenario(changed(tmp_path, short))
    assert [len(u.models) for u in setup.units if u.sheet == "tactical_squad"] == [3]
    other = (BREVIS, "intercessors: {side: blue, sheet: intercessor_squad, fewer: 2}")
    assert {u.sheet for u in load_scenario(changed(tmp_path, short, other)).units} >= {"intercessor_squad"}
    again = (BREVIS, "second: {side: blue, sheet: tactical_squad, fewer: 4}")
    with pytest.raises(ScenarioError, match="below their least size"):
        load_scenario(changed(tmp_path, short, again))
    assert check(changed(tmp_path, short, again))


# -- the mission and its markers ---------------------------------------------------------------------------------------


@pytest.mark.rule("8e.mission.choose-mission")
def test_players_who_want_different_missions_roll_for_it_until_one_is_higher() -> None:
    wishes = {"settle": lambda q: mission.DOMINATION if q.player == "blue" else mission.ANCIENT_RELIC}
    b = fresh()
    settled = run(b, settling(b), [3, 3, 5, 2], wishes)
    assert settled == mission.DOMINATION == b.state.agreed["mission"]
    b = fresh()
    same = {"settle": mission.ANCIENT_RELIC}
    assert run(b, settling(b), [], same) == mission.ANCIENT_RELIC


def settling(b: Battle) -> Any:
    """The players settle which mission they play."""
    return sequencing.settle(b, "mission", mission.PRIMARY, "8e.mission.choose-mission")


def fresh(*units: Any, **more: Any) -> Battle:
    armies = units or (unit("a", "blue", 1, "guard"), unit("x", "red", 1, "guard"))
    return Battle(EighthBook(), EighthBook().set_up(setup_of(*armies, **more), "1"))


@pytest.mark.rule("8e.mission.choose-mission")
def test_a_scenario_may_leave_the_objective_to_the_players() -> None:
    session = only_war(kind="choose", dice=[6, 1, 5, 2, 2, 4])
    until(session, "settle")
    for _ in range(2):
        wanted = mission.DOMINATION if ask(session, "settle").player == "red" else mission.ANCIENT_RELIC
        answer(session, "settle", wanted)
    assert session.state.agreed["mission"] == mission.DOMINATION


@pytest.mark.rule("8e.mission.place-objectives")
def test_the_players_place_two_markers_each_in_turn_the_winner_of_a_roll_off_first() -> None:
    session = only_war(dice=[2, 5])
    placed = []
    for x, y in ((20, 24), (40, 24), (20, 40), (40, 40)):
        question = ask(session, "setup.objective")
        placed.append(question.player)
        submit(session, ((question.models[0], Pose.at(x, y)),))
    assert placed == ["red", "blue", "red", "blue"] and len(session.state.objectives) == 4
    assert topic(session) != "setup.objective"


@pytest.mark.rule("8e.mission.place-objectives")
def test_a_marker_lies_ten_inches_from_every_other() -> None:
    session = only_war(dice=[2, 5])
    submit(session, ((ask(session, "setup.objective").models[0], Pose.at(20, 24)),))
    assert codes(refused(session, (("objective-2", Pose.at(29.9, 24)),))) == {"objective.near_other"}
    assert codes(refused(session, (("objective-2", Pose.at(72.1, 24)),))) == {"objective.off_table"}
    submit(session, (("objective-2", Pose.at(30, 24)),))
    assert not mission.spot_refusals(session.state, suggested(session)[0][1])


@pytest.mark.rule("8e.mission.primary-objective-roll")
@pytest.mark.parametrize(
    ("face", "kind"), [(1, "slay_and_secure"), (2, "slay_and_secure"), (4, "ancient_relic"), (5, "domination")]
)
def test_the_winner_of_a_roll_off_rolls_for_the_primary_objective(face: int, kind: str) -> None:
    b = fresh(mission={"kind": "only_war"})
    run(b, mission.primary_objective(b), [5, 2, face])
    assert (b.state.agreed["mission"], b.state.agreed["mission.roller"]) == (kind, "blue")
    events = b.take_events()
    rolled = [detail(e, "roll") for e in events if e.code == "dice.rolled"]
    assert rolled[-1].side == "blue", "the winner rolls"


# -- zones and deployment ----------------------------------------------------------------------------------------------


def area(rings: Any) -> float:
    return float(deployment._ground(rings).area)


@pytest.mark.rule("8e.mission.divide-battlefield")
@pytest.mark.parametrize("line", deployment.LINES)
def test_he_who_did_not_roll_divides_the_table_into_equal_halves_and_the_other_says_whose_is_whose(line: str) -> None:
    session = only_war(dice=[2, 5, 6, 1, 4])
    question = until(session, "setup.line")
    assert session.state.agreed["mission.roller"] == "blue" and question.player == "red"
    assert [o.id for o in question.options] == list(deployment.LINES)
    submit(session, line)
    assert ask(session, "setup.half").player == "blue"
    submit(session, "first")
    blue, red = (deployment.zone(session.state, side) for side in ("blue", "red"))
    assert area(blue) == area(red) == pytest.approx(72 * 48 / 2)
    assert deployment._ground(blue).intersection(deployment._ground(red)).area == pytest.approx(0)


@pytest.mark.rule("8e.mission.divide-battlefield")
def test_the_first_half_along_the_table_is_its_south_and_the_other_gets_the_rest() -> None:
    session = only_war(dice=[2, 5, 6, 1, 4])
    until(session, "setup.line")
    submit(session, "long")
    submit(session, "first")
    (blue,), (red,) = (deployment.zone(session.state, side) for side in ("blue", "red"))
    assert max(y for _, y in blue) == um(24) == min(y for _, y in red)


@pytest.mark.rule("8e.mission.alternate-deployment")
def test_units_are_set_up_in_turn_the_divider_first_and_who_has_more_finishes() -> None:
    names = ("b0", "b1", "b2", "b3", "r0", "r1")
    armies = [unit(name, "blue" if name < "c" else "red", 1, "guard") for name in names]
    session = only_war(*armies, dice=[2, 5, 6, 1, 4])
    order = []
    while session.state.clock.segment == "setup":
        if topic(session) == "setup.unit":
            order.append(ask(session, "setup.unit").player)
        submit(session, suggested(session))
    assert order == ["red", "blue", "red", "blue", "blue", "blue"]
    assert all(m.on_table for m in session.state.models.values())


@pytest.mark.rule("8e.mission.alternate-deployment", "8e.mission.underdog")
def test_a_unit_without_room_is_left_out_of_the_battle_and_not_counted() -> None:
    giant = TANK.__class__(tuple((x * 9, y * 9) for x, y in TANK.points))
    armies = (
        unit("a", "blue", 1, "guard", power=35), unit("big", "blue", 1, "tank", shape=giant, power=10),
        unit("x", "red", 1, "guard", power=40),
    )  # fmt: skip
    session = only_war(*armies, dice=[2, 5, 6, 1, 4])
    play_until(session, lambda s: s.state.clock.segment == "turn", {"setup.objective": lambda q: q.suggest(STREAM)})
    assert happened(session, "unit.no_room") and not session.state.members("big")
    assert mission.power_level(session.state, "blue") == 35 and session.state.agreed["underdog"] == "blue"


@pytest.mark.rule("8e.mission.deployment-distance")
def test_models_are_set_up_in_their_zone_more_than_twelve_inches_from_the_enemys() -> None:
    session = only_war(dice=[2, 5, 6, 1, 4])
    until(session, "setup.line")
    submit(session, "long")
    submit(session, "first")
    space = deployment.space_for(session.state, "a")
    for y, legal in ((11.4, True), (11.5, False), (30, False)):
        assert (not space.refusals((("a-1", Pose.at(10, y)),))) == legal
    assert "setup.near_zone" in codes(space.refusals((("a-1", Pose.at(10, 11.5)),)))
    for line in deployment.LINES:
        b = hand(session)
        b.agree("line", line, "")
        for unit_id in ("a", "x"):
            place = deployment.space_for(b.state, unit_id)
            assert not place.refusals(place.suggest(STREAM))  # type: ignore[arg-type]


# -- the underdog ------------------------------------------------------------------------------------------------------


def powers(blue: int, red: int) -> Battle:
    b = fresh(unit("a", "blue", 1, "guard", power=blue), unit("x", "red", 1, "guard", power=red))
    b.agree("mission.roller", "blue", "")
    run(b, mission.underdog(b))
    return b


@pytest.mark.rule("8e.mission.underdog")
@pytest.mark.parametrize(("blue", "red", "dog"), [(40, 47, "blue"), (47, 40, "red"), (40, 40, "blue")])
def test_the_lower_power_level_is_the_underdog_and_of_equals_he_who_chose_the_zones(
    blue: int, red: int, dog: str
) -> None:
    b = powers(blue, red)
    assert b.state.agreed["underdog"] == dog


@pytest.mark.rule("8e.mission.underdog")
def test_the_underdog_of_equals_is_the_other_when_the_other_chose() -> None:
    b = fresh()
    b.agree("mission.roller", "red", "")
    run(b, mission.underdog(b))
    assert b.state.agreed["underdog"] == "red"


@pytest.mark.rule("8e.mission.command-rerolls-number")
@pytest.mark.parametrize(("more", "count"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (35, 3)])
def test_every_full_ten_points_of_difference_are_a_command_re_roll(more: int, count: int) -> None:
    b = powers(40, 40 + more)
    assert (b.state.points.get("blue", 0), b.state.points.get("red", 0)) == (count, 0)


@pytest.mark.rule("8e.mission.first-turn")
def test_the_underdog_says_who_has_the_first_turn_in_all_rounds() -> None:
    armies = unit("a", "blue", 1, "guard", power=1), unit("x", "red", 1, "guard", power=2)
    session = only_war(*armies, dice=[2, 5, 6, 1, 4])
    question = until(session, "setup.first")
    assert question.player == "blue"
    submit(session, "red")
    turns: list[tuple[int, str]] = []

    def noting(s: Session) -> bool:
        turns.append((s.state.clock.round, s.state.clock.side))
        return s.pending is None

    play_until(session, noting)
    assert list(dict.fromkeys(turns)) == [(n, side) for n in range(1, 6) for side in ("red", "blue")]


# -- command re-rolls --------------------------------------------------------------------------------------------------


def dog(*units: Any, dice: Any, **more: Any) -> Session:
    """Blue is the Underdog with one Command re-roll."""
    rich = unit("rich", "red", [(1.5, 46.5)], "guard", power=10)
    return battle(*units, rich, dice=dice, **more)


@pytest.mark.rule("8e.mission.command-rerolls-use")
def test_the_underdog_rolls_one_die_again_and_its_stock_is_used_up() -> None:
    chargers = unit("a", "blue", spots((0, 0))), unit("b", "blue", spots((0, 5)))
    session = dog(*chargers, unit("x", "red", spots((9, 0)), "giant"), phase="charge", dice=[2, 1, 6, 2, 1])
    answer(session, "charge.unit", "a")
    answer(session, "charge.targets", ("x",))
    question = ask(session, "react.reroll")
    assert question.player == "blue" and [o.id for o in question.rows] == ["0", "1"]
    submit(session, "1")
    assert rolls(session, "charge.again") == [(6,)] and session.state.points["blue"] == 0
    assert detail_of_move(session) == um(8)
    submit(session, suggested(session))
    answer(session, "charge.unit", "b")
    answer(session, "charge.targets", ("x",))
    assert topic(session) != "react.reroll"


def detail_of_move(session: Session) -> Any:
    return dict(ask(session, "charge.move").allowance)["a-1"]


@pytest.mark.rule("8e.mission.command-rerolls-use")
def test_the_other_player_has_none_and_a_die_that_was_rolled_again_is_not_offered() -> None:
    b = powers(40, 50)
    roll = Roll("charge", "", "blue", pool(2))
    offered = mission._may_reroll(b.state, Rolled(roll, (2, 1), (0,)), "blue")
    assert [o.id for o in offered] == ["1"]
    assert not mission._may_reroll(b.state, Rolled(roll, (2, 1), (0, 1)), "blue")
    assert not mission._may_reroll(b.state, Rolled(Roll("charge", "", "red", pool(2)), (2, 1)), "blue")
    assert not mission._may_reroll(b.state, Rolled(roll, (2, 1)), "red")


@pytest.mark.rule("8e.mission.command-rerolls-use")
@pytest.mark.parametrize(
    ("purpose", "need", "faces", "details", "offered"),
    [
        ("hit", 4, (3, 4, 6), (), [True, False, False]),
        ("hit", 7, (3,), (), [False]),
        ("charge", 0, (6, 1), (), [False, True]),
        ("morale", 0, (4,), (("lost", 4), ("ld", 7)), [True]),
        ("morale", 0, (3,), (("lost", 4), ("ld", 7)), [False]),
        ("morale", 0, (1,), (("lost", 9), ("ld", 7)), [False]),
        ("deny", 0, (3, 4), (("total", 7),), [True, True]),
        ("deny", 0, (4, 4), (("total", 7),), [False, False]),
        ("perils", 0, (2,), (), [False]),
        ("perils", 0, (3,), (), [True]),
        ("psychic", 0, (6, 6), (), [True, True]),
        ("psychic", 0, (6, 2), (), [False, True]),
        ("explode", 6, (6,), (), [True]),
    ],
)
def test_a_die_is_only_offered_again_where_another_face_could_be_wanted(
    purpose: str, need: int, faces: tuple[int, ...], details: Any, offered: list[bool]
) -> None:
    roll = Roll(purpose, "", "blue", pool(len(faces)), "a-1", need, details)
    state = state_of(unit("a", "blue", spots((0, 0))))
    assert [rerolls.matters(state, roll, faces, n) for n in range(len(faces))] == offered


@pytest.mark.rule("8e.mission.command-rerolls-use")
def test_damage_that_kills_anyway_is_not_rolled_again() -> None:
    state = state_of(unit("a", "blue", spots((0, 0))), unit("big", "blue", spots((9, 0)), "giant"))
    for model, offered in (("a-1", False), ("big-1", True)):
        assert rerolls.matters(state, Roll("damage", "", "red", pool(1), model), (3,), 0) == offered
