"""The Shooting phase: who shoots, at whom, with what, and in which order."""

from __future__ import annotations

import pytest

from engine.core.dice import Stream
from engine.eighth import shooting
from engine.session import Session
from tests.eighth.acts import aim, barred, firing_line, made, sheets, shoot, spared, targets
from tests.eighth.tables import (
    HERO,
    answer,
    battle,
    codes,
    hand,
    happened,
    left,
    open_ids,
    piece,
    refused,
    rolls,
    row,
    spots,
    square,
    topic,
    unit,
    until_phase,
)
from tests.eighth.test_random import brawl
from tests.laws.meddling import Eager


def foe(name: str, *at: tuple[float, float], **more):
    return unit(name, "red", spots(*at), **more)


@pytest.mark.rule("8e.shooting.sequence")
def test_a_unit_finishes_all_its_shots_before_another_is_picked_and_shoots_once() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (2, 0)), gear=["single"]),
        unit("b", "blue", spots((0, 4)), gear=["single"]),
        unit("c", "blue", spots((0, 8)), gear=["single"]),
        foe("x", (12, 0), (12, 2)), foe("y", (12, 8)), dice=[3, 3, 4, 4, 1, 1],
    )  # fmt: skip
    assert open_ids(session) == {"a", "b", "c", "done"}
    shoot(session, "a", ("x", None))
    assert topic(session) == "attacks.allocate", "nobody else shoots in between"
    answer(session, "attacks.allocate", ("x-1", "x-2"))
    assert rolls(session, "hit") == [(3, 3)] and rolls(session, "wound") == [(4, 4)] and left(session, "x") == 0
    assert open_ids(session) == {"b", "c", "done"}
    assert codes(refused(session, "a")) == {"shoot.has_shot"}
    answer(session, "shoot.unit", "done")
    assert session.state.clock.phase != "shooting", "c never shot"


@pytest.mark.rule("8e.shooting.not-eligible", "8e.movement.fall-back-no-shooting", "8e.movement.fall-back-fly-shoots")
def test_who_advanced_fell_back_or_is_engaged_does_not_shoot_a_rifle() -> None:
    three = [unit(name, "blue", spots((0, y)), gear=["rifle"]) for name, y in (("a", 0), ("b", 4), ("c", 8))]
    bird = unit("bird", "blue", spots((0, 12)), gear=["rifle"], keywords=("Infantry", "Fly"))
    session = firing_line(*three, bird, foe("x", (12, 0)), foe("y", (2, 8)))
    assert open_ids(session) == {"a", "b", "bird", "done"}
    b = hand(session)
    b.note_deed("b", "advanced", "8e.movement.advance")
    b.note_deed("a", "fell_back", "8e.movement.fall-back-end")
    b.note_deed("bird", "fell_back", "8e.movement.fall-back-end")
    found = {u: codes(shooting.barred(b.state, u)) for u in ("a", "b", "c", "bird")}
    assert found == {"a": {"shoot.fell_back"}, "b": {"shoot.advanced"}, "c": {"shoot.engaged"}, "bird": set()}


@pytest.mark.rule("8e.shooting.not-eligible")
def test_exactly_an_inch_from_an_enemy_is_too_near_and_a_little_more_is_not() -> None:
    for gap, may in ((1.0, False), (1.1, True)):
        session = firing_line(
            unit("a", "blue", spots((0, 0), (-2, 0)), gear=["rifle"]), unit("z", "blue", spots((0, 9)), gear=["rifle"]),
            foe("x", (1 + gap, 0)), foe("y", (10, 9)),
        )  # fmt: skip
        assert ("a" in open_ids(session)) == may


@pytest.mark.rule("8e.shooting.sequence")
def test_a_unit_without_any_target_cannot_be_picked_and_says_why() -> None:
    wall = piece("wall", square(36, 20, 0.2, 8), top=6, opaque=True)
    session = firing_line(
        unit("far", "blue", spots((-13, 0)), gear=["short"]), unit("blind", "blue", spots((0, 0)), gear=["single"]),
        unit("free", "blue", spots((10, 9)), gear=["short"]), foe("x", (12, 0)), terrain=[wall],
    )  # fmt: skip
    assert open_ids(session) == {"free", "done"}
    assert barred(session, "far") == barred(session, "blind") == "shoot.nobody"
    assert "Nobody" in session.explain(refused(session, "far")[0])


@pytest.mark.rule("8e.shooting.sequence")
def test_nothing_is_asked_in_a_shooting_phase_in_which_nobody_has_a_target() -> None:
    session = battle(unit("a", "blue", spots((-20, 0)), gear=["boltgun"]), foe("x", (20, 0)))
    until_phase(session, "movement", {"move.unit": "done"})
    answer(session, "move.unit", "done")
    assert session.state.clock.side == "red", "blue had nobody to shoot at, nor to charge"


@pytest.mark.slow
@pytest.mark.rule("8e.shooting.sequence", "8e.weapons.pistol-in-melee", "8e.shooting.target-near-friends")
def test_who_may_be_picked_are_those_who_have_a_target_in_the_midst_of_any_battle(long_battery: bool) -> None:
    asked, kinds = 0, set[bool]()
    for seed in range(1, 9 if long_battery else 3):
        session, stream, eager = Session.begin(brawl(), seed), Stream(str(seed)), Eager()
        while (question := session.pending) is not None:
            if question.topic == "shoot.unit":
                for option in question.options:  # type: ignore[attr-defined]
                    if option.id != "done" and not session.state.did(option.id, "shot"):
                        has = len(shooting.which_target(session.state, option.id, {}).open) > 1
                        assert has == (not option.barred), (option, session.state.clock)
                        asked, kinds = asked + 1, kinds | {has}
            assert session.submit(eager(session, stream)).accepted
    assert asked > 30 and kinds == {True, False}


@pytest.mark.rule("8e.shooting.all-weapons", "8e.shooting.number-of-attacks")
def test_every_weapon_of_a_model_fires_and_any_may_hold_its_fire() -> None:
    line = unit("a", "blue", spots((0, 0)), gear=["heavy", "assault"]), foe("x", (12, 0))
    session = firing_line(*line, dice=[1, 1, 1, 2, 2])
    shoot(session, "a", ("x", None))
    assert rolls(session, "hit") == [(1, 1, 1), (2, 2)]
    session = firing_line(*line, dice=[2, 2])
    shoot(session, "a", ("x", ["a-1/assault"]))
    assert rolls(session, "hit") == [(2, 2)] and topic(session) != "shoot.target"


@pytest.mark.rule("8e.shooting.all-weapons", "8e.shooting.split-fire")
def test_two_alike_are_two_weapons_and_may_part() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["single", "single"]), foe("x", (12, 0)), foe("y", (12, 5)),
        dice=[1, 1],
    )  # fmt: skip
    shoot(session, "a", ("y", ["a-1/single#2"]), ("x", ["a-1/single"]))
    assert rolls(session, "hit") == [(1,), (1,)]
    assert [e.details[0] for e in happened(session, "unit.shoots")] == [("target", "y"), ("target", "x")]


@pytest.mark.rule("8e.shooting.all-weapons")
def test_a_launcher_fires_in_one_way_and_two_of_them_each_in_its_own() -> None:
    line = unit("a", "blue", spots((0, 0)), gear=["launcher"]), foe("x", (12, 0))
    session = firing_line(*line)
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    assert codes(refused(session, ("a-1/frag_missile", "a-1/krak_missile"))) == {"shoot.one_mode"}
    two = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["launcher", "launcher"]), foe("x", (12, 0)), dice=[2, 1, 1, 1]
    )
    shoot(two, "a", ("x", ["a-1/frag_missile", "a-1/krak_missile#2"]))
    assert rolls(two, "shots") == [(2,)] and rolls(two, "hit") == [(1, 1), (1,)]


@pytest.mark.rule("8e.shooting.range", "8e.measuring.within-inclusive")
def test_range_is_judged_for_each_model_and_weapon() -> None:
    session = firing_line(unit("a", "blue", spots((0, 0), (-2, 0)), gear=["single", "short"]), foe("x", (25, 0)))
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    assert open_ids(session) == {"a-1/single"}
    assert barred(session, "a-2/single") == barred(session, "a-1/short") == "shoot.out_of_range"


@pytest.mark.rule("8e.shooting.same-model-range-and-sight", "8e.shooting.visibility")
def test_the_model_in_range_must_be_the_one_that_is_seen() -> None:
    wall = piece("wall", square(35, 20, 0.2, 8), top=6, opaque=True)
    for y, may in ((15.0, False), (13.0, True)):
        session = firing_line(
            unit("a", "blue", spots((0, 0)), gear=["short"]), unit("b", "blue", spots((0, -9)), gear=["single"]),
            foe("x", (11, 0), (0, y)), foe("y", (0, -21)), terrain=[wall],
        )  # fmt: skip
        assert ("x" in targets(session, "a")) == may, y


@pytest.mark.rule("8e.shooting.target-near-friends")
def test_an_enemy_within_an_inch_of_a_friend_is_no_target() -> None:
    for x, may in ((13.5, False), (14.1, True)):
        session = firing_line(
            unit("a", "blue", spots((0, 0)), gear=["single"]), unit("b", "blue", spots((x, 0))),
            foe("x", (10, 0), (12, 0)), foe("y", (10, 6)),
        )  # fmt: skip
        answer(session, "shoot.unit", "a")
        assert ("x" in open_ids(session)) == may
        assert barred(session, "x") == ("" if may else "shoot.near_friends") and barred(session, "y") == ""


# -- characters --------------------------------------------------------------------------------------------------------


def hero(*at: tuple[float, float], **more):
    return foe("hero", *at, profiles=more.pop("profiles", "captain"), keywords=HERO, **more)


@pytest.mark.rule("8e.shooting.character")
def test_a_character_is_a_target_only_for_models_to_whom_it_is_the_closest() -> None:
    shooters = unit("a", "blue", spots((0, 0)), gear=["single"])
    for x, may in ((9, False), (14, True), (13, True)):
        session = firing_line(shooters, hero((13, 0)), foe("squad", (0, x)))
        assert ("hero" in targets(session, "a")) == may, "tied is closest too"


@pytest.mark.rule("8e.shooting.character")
def test_each_model_judges_a_character_for_itself() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (1.5, 0)), gear=["single"]), hero((8, 0)), foe("squad", (-6.8, 0))
    )
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "hero")
    assert open_ids(session) == {"a-2/single"} and barred(session, "a-1/single") == "shoot.character"


@pytest.mark.rule("8e.shooting.character-hidden-units-ignored")
def test_who_is_not_seen_shields_nobody_and_who_is_seen_does_though_it_is_no_target() -> None:
    wall = piece("wall", square(34, 27, 0.2, 8), top=6, opaque=True)
    shooters = unit("a", "blue", spots((0, 0)), gear=["single"])
    behind = firing_line(shooters, hero((13, 0)), foe("squad", (5, 5)), terrain=[wall])
    assert targets(behind, "a") == {"hero"}
    locked = firing_line(shooters, hero((13, 0)), foe("squad", (0, 7)), unit("b", "blue", spots((0, 8.5))),
                         unit("c", "blue", spots((25, 20)), gear=["single"]), foe("z", (35, 20)))  # fmt: skip
    assert spared(locked, "a", "squad") == "shoot.near_friends" and spared(locked, "a", "hero") == "shoot.character"
    assert barred(locked, "a") == "shoot.nobody"


@pytest.mark.rule("8e.shooting.character-big")
def test_a_character_of_ten_wounds_hides_behind_nobody_however_few_are_left() -> None:
    known = sheets(profiles={"big": made(w=10), "lesser": made(w=9)})
    for profile, may in (("big", True), ("lesser", False)):
        session = firing_line(
            unit("a", "blue", spots((0, 0)), gear=["single"]), foe("squad", (0, 9)),
            hero((13, 0), profiles=profile, wounds=1), known=known,
        )  # fmt: skip
        assert ("hero" in targets(session, "a")) == may


# -- sharing shots out -------------------------------------------------------------------------------------------------


@pytest.mark.rule("8e.shooting.split-fire")
def test_weapons_of_a_model_and_models_of_a_unit_may_have_different_targets() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["single", "sharp"]), foe("x", (12, 0)), foe("y", (12, 5)),
        dice=[1, 1],
    )  # fmt: skip
    shoot(session, "a", ("x", ["a-1/single"]), ("y", ["a-1/sharp"]))
    assert rolls(session, "hit") == [(1,), (1,)]
    five = firing_line(
        unit("a", "blue", spots(*row(0, 0, 5)), gear=["single"]), foe("x", (12, 5)), foe("y", (12, 9)), dice=[1] * 5
    )
    shoot(five, "a", ("x", [f"a-{n}/single" for n in (1, 2, 3)]), ("y", ["a-4/single", "a-5/single"]))
    assert [len(faces) for faces in rolls(five, "hit")] == [3, 2]


@pytest.mark.rule("8e.shooting.no-splitting-one-weapon")
def test_a_weapon_that_is_declared_is_not_aimed_again() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (1.5, 0)), gear=["heavy"]), foe("x", (12, 0)), foe("y", (12, 5)), dice=[1] * 6
    )
    aim(session, "a", ("x", ["a-1/heavy"]))
    answer(session, "shoot.target", "y")
    assert open_ids(session) == {"a-2/heavy"}
    assert refused(session, ("a-1/heavy",))
    answer(session, "shoot.models", ("a-2/heavy",))
    assert [len(faces) for faces in rolls(session, "hit")] == [3, 3]


@pytest.mark.rule("8e.shooting.declare-first", "8e.shooting.one-target-at-a-time")
def test_all_is_declared_before_any_die_and_shots_at_a_dead_target_are_lost() -> None:
    gear = [["sharp"], ["single"], ["single"], ["single"], ["single"]]
    session = firing_line(
        unit("a", "blue", spots(*row(0, 0, 5)), gear=gear), foe("x", (12, 5)), foe("y", (12, 9)),
        dice=[3, 4, 2, 1, 1],
    )  # fmt: skip
    aim(session, "a", ("x", ["a-1/sharp", "a-2/single", "a-3/single"]))
    assert rolls(session, "hit") == [] and topic(session) == "shoot.target"
    assert "x" not in open_ids(session), "what is declared stays"
    answer(session, "shoot.target", "y")
    answer(session, "shoot.models", ("a-4/single", "a-5/single"))
    assert rolls(session, "hit") == [(3,), (1, 1)], "a-2 and a-3 do nothing"
    assert (left(session, "x"), left(session, "y")) == (0, 1) and len(happened(session, "shots.lost")) == 1


@pytest.mark.rule("8e.shooting.one-target-at-a-time")
def test_targets_are_resolved_one_after_the_other_in_the_order_they_are_named() -> None:
    gear = [["single"], ["sharp"], ["single"]]
    session = firing_line(
        unit("a", "blue", spots(*row(0, 0, 3)), gear=gear), foe("x", (12, 5)), foe("y", (12, 9)), dice=[1, 1, 1]
    )
    shoot(session, "a", ("y", ["a-3/single"]), ("x", ["a-1/single", "a-2/sharp"]))
    told = [dict(e.details) for e in happened(session, "attacks.hit")]
    assert [(t["target"], t["weapon"]) for t in told] == [
        ("y", "Single shot"),
        ("x", "Single shot"),
        ("x", "Sharp gun"),
    ]


@pytest.mark.rule("8e.shooting.declare-first")
def test_range_and_half_range_are_those_of_the_declaration() -> None:
    gear = [["sharp"], ["rifle"]]
    session = firing_line(
        unit("a", "blue", spots((0, 0), (0, 1.5)), gear=gear), foe("x", (13, 1.5), (25, 1.5), profiles="guard"),
        dice=[3, 4, 1, 1, 2, 1],
    )  # fmt: skip
    shoot(session, "a", ("x", None))
    answer(session, "attacks.allocate", ("x-1", "x-2"))
    assert left(session, "x") == 1 and rolls(session, "hit") == [(3,), (1, 2)]


@pytest.mark.rule("8e.shooting.declare-first")
def test_models_that_are_gone_by_then_do_not_fire() -> None:
    volatile = {"boom": {"name": "Boom", "kind": "explodes", "on": 4, "number": 1, "aura": 6}}
    known = sheets(profiles={"bomb": made(sv=0, rules=["boom"])}, rules=volatile)
    session = firing_line(
        unit("a", "blue", spots((0, 0), (-9, 0)), gear=["cruel"]), foe("bomb", (5, 0), profiles="bomb"),
        foe("y", (0, 12)), known=known, dice=[3, 2, 4, 1],
    )  # fmt: skip
    shoot(session, "a", ("bomb", ["a-2/cruel"]), ("y", ["a-1/cruel"]))
    answer(session, "attacks.allocate", ("a-1", "a-2"))
    assert session.state.models["a-1"].alive is False and left(session, "y") == 1
    assert rolls(session, "hit") == [(3,)] and len(happened(session, "shots.not_fired")) == 1


@pytest.mark.rule("8e.shooting.sequence")
def test_a_player_may_think_better_of_a_unit_before_he_has_declared_anything() -> None:
    session = firing_line(unit("a", "blue", spots((0, 0)), gear=["single"]), foe("x", (12, 0)))
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "back")
    assert topic(session) == "shoot.unit" and "a" in open_ids(session)


def test_what_a_weapon_needs_and_does_is_shown_beside_it() -> None:
    session = firing_line(unit("a", "blue", spots((0, 0)), gear=["heavy", "wild_rapid"]), foe("x", (12, 0)))
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    shown = {o.id: dict(o.details) for o in session.pending.options}
    assert (shown["a-1/heavy"]["hit"], shown["a-1/heavy"]["wound"], shown["a-1/heavy"]["attacks"]) == (3, 4, "3")
    assert shown["a-1/wild_rapid"]["attacks"] == "2 x D6"
