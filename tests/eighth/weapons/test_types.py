"""The five types of ranged weapons, and when each may be fired."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.paths import Turn
from engine.core.setup import UnitSpec
from engine.eighth import firing, weapons
from engine.eighth.lore import Number, SheetError, read_lore
from engine.session import Session
from tests.eighth.acts import RIFLE, barred, firing_line, sheets, shoot, spared, targets
from tests.eighth.tables import (
    INCH_BASE,
    TANK,
    answer,
    battle,
    codes,
    go,
    hand,
    open_ids,
    piece,
    refused,
    rolls,
    row,
    setup_of,
    spots,
    square,
    unit,
    until_phase,
)


def weapon(kind: str, **more: Any) -> Any:
    known = sheets(weapons={"gun": {**RIFLE, "type": kind, **more}})
    return read_lore(setup_of(sheets=known)).weapons["gun"]


@pytest.mark.rule("8e.weapons.types")
def test_five_types_are_known_each_with_its_number_of_attacks_and_no_other() -> None:
    assert (weapon("rapid_fire").kind, weapon("rapid_fire").shots) == ("rapid_fire", Number(1))
    assert weapon("heavy", shots=3).shots == Number(3)
    assert weapon("grenade", shots="D6").shots == Number(0, 1, 6)
    assert {weapon(kind).kind for kind in ("assault", "heavy", "rapid_fire", "grenade", "pistol")} == {
        "assault", "heavy", "rapid_fire", "grenade", "pistol",
    }  # fmt: skip
    with pytest.raises(SheetError, match=r"weapons.gun.type: 'blast' is none of"):
        weapon("blast", shots=2)


# -- after a move ------------------------------------------------------------------------------------------------------


def moving(*units: UnitSpec, dice: list[int], **more: Any) -> Session:
    return battle(*units, phase="movement", dice=dice, exactly=True, sheets=sheets(), **more)


def move(session: Session, mover: str, how: str, **to: tuple[float, float]) -> None:
    """A unit moves, and everything else is declined up to the Shooting phase."""
    answer(session, "move.unit", mover)
    answer(session, "move.how", how)
    answer(session, f"move.{how}", go(session, **to))
    until_phase(session, "shooting")


FAR_FOE = unit("x", "red", spots((14, 0)))


@pytest.mark.rule("8e.weapons.assault-after-advance")
def test_after_an_advance_only_assault_weapons_fire() -> None:
    session = moving(unit("a", "blue", spots((0, 0)), gear=["assault", "pistol", "heavy"]), FAR_FOE, dice=[3])
    move(session, "a", "advance", a_1=(3, 0))
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    assert open_ids(session) == {"a-1/assault"}
    assert barred(session, "a-1/pistol") == barred(session, "a-1/heavy") == "shoot.advanced"


@pytest.mark.rule("8e.weapons.assault-penalty")
@pytest.mark.parametrize(("how", "hits"), [("advance", 1), ("move", 2)])
def test_an_assault_weapon_is_less_sure_after_an_advance_but_not_after_a_move(how: str, hits: int) -> None:
    advance = [2] if how == "advance" else []
    session = moving(unit("a", "blue", spots((0, 0)), gear=["assault"]), FAR_FOE, dice=[*advance, 3, 4, *[1] * hits])
    move(session, "a", how, a_1=(3, 0))
    shoot(session, "a", ("x", None))
    assert rolls(session, "wound") == [(1,) * hits]


@pytest.mark.rule("8e.weapons.heavy-moved")
def test_a_heavy_weapon_is_less_sure_after_a_move_and_no_other_is() -> None:
    session = moving(
        unit("a", "blue", spots((0, 0)), gear=["heavy", "assault"]), FAR_FOE, dice=[3, 4, 4, 1, 1, 3, 3, 1, 1]
    )
    move(session, "a", "move", a_1=(0.5, 0))
    shoot(session, "a", ("x", None))
    assert [len(faces) for faces in rolls(session, "wound")] == [2, 2]
    still = moving(unit("a", "blue", spots((0, 0)), gear=["heavy"]), FAR_FOE, dice=[3, 4, 4, 1, 1, 1])
    until_phase(still, "shooting")
    shoot(still, "a", ("x", None))
    assert [len(faces) for faces in rolls(still, "wound")] == [3]


@pytest.mark.rule("8e.weapons.heavy-per-model")
def test_each_model_of_a_unit_moved_or_did_not() -> None:
    session = moving(
        unit("a", "blue", spots((0, 0), (0, 1.5)), "guard", ["heavy"]), FAR_FOE, dice=[4, 4, 4, 4, 4, 4, 1, 1, 1]
    )
    move(session, "a", "move", a_1=(0.5, 0))
    shoot(session, "a", ("x", None))
    assert rolls(session, "hit") == [(4, 4, 4), (4, 4, 4)] and rolls(session, "wound") == [(1, 1, 1)]


@pytest.mark.rule("8e.weapons.heavy-per-model")
@pytest.mark.parametrize(("shape", "moved"), [(TANK, True), (INCH_BASE, False)])
def test_a_turn_on_the_spot_moves_a_hull_and_not_a_disc(shape: Any, moved: bool) -> None:
    session = moving(unit("a", "blue", spots((0, 0)), gear=["heavy"], shape=shape), FAR_FOE, dice=[])
    answer(session, "move.unit", "a")
    answer(session, "move.how", "move")
    answer(session, "move.move", (("a-1", (Turn(45_000_000),)),))
    until_phase(session, "shooting")
    assert weapons.moved(session.state, "a-1") == moved
    assert session.state.models["a-1"].pose.facing == 45_000_000


@pytest.mark.rule("8e.weapons.heavy-moved", "8e.movement.reinforcements-count-as-moved")
def test_who_arrived_or_got_out_this_turn_counts_as_having_moved() -> None:
    session = firing_line(unit("a", "blue", spots((0, 0)), gear=["heavy"]), FAR_FOE)
    for deed in ("arrived", "disembarked"):
        b = hand(session)
        heavy = weapons.weapon_of(b.state, "heavy")
        assert weapons.hit_modifier(b.state, "a-1", heavy, "x") == 0
        b.note_deed("a", deed, "8e.movement.reinforcements-count-as-moved")
        assert weapons.hit_modifier(b.state, "a-1", heavy, "x") == -1


# -- rapid fire, grenades, pistols -------------------------------------------------------------------------------------


@pytest.mark.rule("8e.weapons.rapid-fire")
@pytest.mark.parametrize(("gun", "gap", "dice", "attacks"), [
    ("rifle", 12, [1, 1], 2), ("rifle", 12.1, [1], 1), ("wild_rapid", 8, [3, *[1] * 6], 6), ("single", 8, [1], 1),
])  # fmt: skip
def test_rapid_fire_doubles_within_half_range(gun: str, gap: float, dice: list[int], attacks: int) -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=[gun]), unit("x", "red", spots((gap + 1, 0))), dice=dice
    )
    shoot(session, "a", ("x", None))
    assert [len(faces) for faces in rolls(session, "hit")] == [attacks]


@pytest.mark.rule("8e.weapons.rapid-fire")
def test_half_range_is_to_the_closest_model_that_the_firer_sees() -> None:
    wall = piece("wall", square(36, 22.5, 0.2, 3), top=6, opaque=True)
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["rifle"]), unit("x", "red", spots((9, 0), (0, 16))), terrain=[wall],
        dice=[1],
    )  # fmt: skip
    shoot(session, "a", ("x", None))
    assert rolls(session, "hit") == [(1,)]


@pytest.mark.rule("8e.weapons.grenade")
def test_one_model_throws_one_grenade_and_fires_nothing_else() -> None:
    session = firing_line(
        unit("a", "blue", spots(*row(0, 0, 5, 0, 1.1)), gear=["rifle", "grenade"]),
        unit("x", "red", spots((5, 0), (5, 2), (5, 4))), dice=[1, 1, *[1] * 8],
    )  # fmt: skip
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    rifles = [f"a-{n}/rifle" for n in range(2, 6)]
    assert codes(refused(session, ("a-1/grenade", "a-2/grenade"))) == {"shoot.one_grenade"}
    assert codes(refused(session, ("a-1/grenade", "a-1/rifle"))) == {"shoot.throws"}
    answer(session, "shoot.models", ("a-1/grenade", *rifles))
    assert rolls(session, "shots") == [(1,)] and sorted(len(f) for f in rolls(session, "hit")) == [1, 8]


@pytest.mark.rule("8e.weapons.grenade")
def test_a_second_grenade_at_another_target_is_refused_too_and_the_thrower_keeps_its_rifle() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0), (0, 1.5)), gear=["rifle", "grenade", "grenade"]),
        unit("x", "red", spots((5, 0))), unit("y", "red", spots((5, 4))),
    )  # fmt: skip
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    assert "a-1/grenade#2" not in open_ids(session)
    answer(session, "shoot.models", ("a-1/grenade",))
    answer(session, "shoot.target", "y")
    for more, code in (("a-2/grenade", "shoot.one_grenade"), ("a-1/rifle", "shoot.throws")):
        assert codes(refused(session, (more,))) == {code}
    assert not firing.together(session.state, [firing.shot("a-1/grenade"), firing.shot("a-2/rifle")])


@pytest.mark.rule("8e.weapons.pistol-in-melee")
def test_in_a_melee_pistols_fire_at_the_closest_enemy_and_nothing_else_does() -> None:
    shooter = unit("a", "blue", spots((0, 0)), gear=["pistol", "rifle"])
    session = firing_line(shooter, unit("x", "red", spots((1.5, 0))), unit("y", "red", spots((-5, 0))))
    assert targets(session, "a") == {"x"} and barred(session, "y") in ("shoot.engaged", "shoot.not_closest")
    answer(session, "shoot.target", "x")
    assert open_ids(session) == {"a-1/pistol"} and barred(session, "a-1/rifle") == "shoot.engaged"
    free = firing_line(shooter, unit("x", "red", spots((2.5, 0))), unit("y", "red", spots((-5, 0))))
    assert targets(free, "a") == {"x", "y"}


@pytest.mark.rule("8e.weapons.pistol-in-melee")
def test_closest_is_measured_from_the_firing_model_and_among_equals_is_the_choice() -> None:
    units = unit("x", "red", spots((-1.5, 0))), unit("y", "red", spots((6, 0))), unit("z", "red", spots((3, 3)))
    session = firing_line(unit("a", "blue", spots((0, 0), (3, 0)), gear=["pistol"]), *units)
    for target, firer in (("x", "a-1"), ("y", "a-2"), ("z", "a-2")):
        options = firing.offered(session.state, "a", target)
        assert [o.subject for o in options if not o.barred] == [firer], target


@pytest.mark.rule("8e.weapons.pistol-near-friends")
def test_a_pistol_fires_into_its_own_melee_though_friends_are_in_it_too() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["pistol"]), unit("b", "blue", spots((1.5, 1.5)), gear=["pistol"]),
        unit("c", "blue", spots((7.5, 0)), gear=["pistol"]), unit("x", "red", spots((1.5, 0))),
    )  # fmt: skip
    assert targets(session, "a") == {"x"}
    answer(session, "shoot.target", "back")
    assert targets(session, "c") == set() and spared(session, "c", "x") == "shoot.near_friends"


@pytest.mark.rule("8e.weapons.pistol-or-others")
def test_a_model_fires_its_pistols_or_its_other_weapons_and_its_neighbour_as_it_likes() -> None:
    line = (
        unit("a", "blue", spots((0, 0), (0, 1.5)), gear=["pistol", "pistol", "assault"]),
        unit("x", "red", spots((9, 0))),
    )
    session = firing_line(*line, dice=[1] * 4)
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    assert codes(refused(session, ("a-1/pistol", "a-1/assault"))) == {"shoot.pistol_or_others"}
    answer(session, "shoot.models", ("a-1/pistol", "a-1/pistol#2", "a-2/assault"))
    assert sorted(len(faces) for faces in rolls(session, "hit")) == [2, 2]


@pytest.mark.rule("8e.weapons.pistol-or-others")
def test_a_pistol_at_one_target_and_a_gun_at_another_is_refused() -> None:
    session = firing_line(
        unit("a", "blue", spots((0, 0)), gear=["pistol", "assault", "single"]), unit("x", "red", spots((9, 0))),
        unit("y", "red", spots((9, 5))),
    )  # fmt: skip
    answer(session, "shoot.unit", "a")
    answer(session, "shoot.target", "x")
    answer(session, "shoot.models", ("a-1/assault",))
    answer(session, "shoot.target", "y")
    assert codes(refused(session, ("a-1/pistol",))) == {"shoot.pistol_or_others"}
