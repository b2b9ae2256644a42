"""Weapon types and profiles: how often they fire, when they may not, and what firing them rules out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.units import um
from engine.core.state import State
from engine.fifth import weapons
from engine.fifth.charts import to_wound
from engine.fifth.lore import SheetError, read_lore
from engine.session import Session
from tests.fifth.shooting.acts import Alone, asked, barred, fire, options, table, told
from tests.fifth.tables import WEAPONS, answer, boyz, codes, marines, refused, row, setup_of, submit, unit


def state_of(*gear: str, profile: str = "marine", moved: bool = False, **options: object) -> State:
    """A model with these weapons, which may have moved."""
    me = unit("alpha", "blue", [(10, 10)], profile, gear)
    alone = Alone(table(me, boyz("mob", at=[(40, 40)]), options=options))
    if moved:
        alone.b.note_deed("alpha", "moved", "5e.movement.infantry-six")
    return alone.b.state


def shots(state: State, weapon: str, *inches: float) -> list[int]:
    gun = weapons.gun(state, weapon)
    if weapons.bars(state, "alpha-1", gun):
        return [0 for _ in inches]
    return [weapons.shots_at(state, "alpha-1", gun, um(length)) for length in inches]


@pytest.mark.rule("5e.weapons.profile")
def test_the_strength_of_the_weapon_wounds_and_not_that_of_its_firer() -> None:
    session = table(unit("alpha", "blue", [(10, 10)], "guard", ("boltgun",)), boyz("mob", at=[(10, 30)]), dice=[6, 3])
    fire(session, "alpha", "mob")
    assert told(session, "wounds.rolled", "need") == [4] != [to_wound(3, 4)]


@pytest.mark.rule("5e.weapons.types-list")
def test_a_type_line_with_shots_and_characteristics_is_read() -> None:
    setup = setup_of(marines("alpha", at=[(1, 1)]))
    line = {"name": "Gun", "type": "heavy", "shots": 3, "range": 36, "rules": ["pinning"]}
    read = read_lore(replace(setup, sheets={**setup.sheets, "weapons": {**WEAPONS, "gun": line}})).weapons["gun"]
    assert (read.kind, read.shots, read.reach, weapons.has(read, "pinning")) == ("heavy", 3, um(36), True)
    with pytest.raises(SheetError, match="is none of"):
        read_lore(replace(setup, sheets={**setup.sheets, "weapons": {**WEAPONS, "gun": {**line, "type": "light"}}}))


@pytest.mark.rule("5e.weapons.full-effect")
def test_a_weapon_that_is_fired_uses_all_its_shots() -> None:
    session = table(marines("alpha", at=[(10, 10)], gear=("heavy_bolter",)), boyz("mob", at=[(10, 40)]), dice=[1, 1, 1])
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "shots") == [3]


@pytest.mark.rule("5e.weapons.full-effect")
@pytest.mark.parametrize(("face", "count"), [(1, 1), (4, 2), (6, 3)])
def test_a_rolled_number_of_shots_is_rolled_before_the_dice_to_hit(face: int, count: int) -> None:
    foe = boyz("mob", at=[(10, 40)])
    session = table(marines("alpha", at=[(10, 10)], gear=("deffgun",)), foe, dice=[face, *[1] * count])
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "shots") == [count]


@pytest.mark.rule("5e.weapons.modes")
def test_a_weapon_with_several_lines_is_fired_in_one_of_them() -> None:
    session = table(marines("alpha", at=[(10, 10)], gear=("missile_launcher",)), boyz("mob", at=[(10, 40)]), dice=[1])
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    assert options(session) == ["alpha-1/frag_missile", "alpha-1/krak_missile"]
    assert codes(refused(session, ("alpha-1/frag_missile", "alpha-1/krak_missile"))) == {"shoot.one_weapon"}
    submit(session, ("alpha-1/krak_missile",))
    assert told(session, "shots.rolled", "weapon") == ["Krak missile"]


@pytest.mark.rule("5e.weapons.rapid-fire-stationary")
def test_rapid_fire_shoots_twice_up_to_twelve_inches_and_once_beyond() -> None:
    assert shots(state_of("boltgun"), "boltgun", 12.0, 12.1, 24.0, 24.1) == [2, 1, 1, 0]


@pytest.mark.rule("5e.weapons.rapid-fire-mixed")
def test_rapid_fire_is_counted_model_by_model() -> None:
    squad = [*[(10 + 1.2 * n, 10) for n in range(3)], (10, 7.5), (11.2, 7.5)]
    session = table(marines("alpha", at=squad), boyz("mob", at=[(11, 21)]), dice=[1] * 8)
    fire(session, "alpha", "mob")
    assert told(session, "shots.rolled", "shots") == [8]


@pytest.mark.rule("5e.weapons.rapid-fire-moved")
def test_after_moving_rapid_fire_shoots_once_up_to_twelve_inches() -> None:
    state = state_of("boltgun", moved=True)
    assert sum(shots(state, "boltgun", 10, 11, 12, 13, 20)) == 3
    agreed = state_of("boltgun", moved=True, rapid_fire_after_move="two_shots_12")
    assert sum(shots(agreed, "boltgun", 10, 11, 12, 13, 20)) == 6


@pytest.mark.rule("5e.weapons.assault")
def test_an_assault_weapon_fires_all_its_shots_on_the_move_up_to_its_range() -> None:
    assert shots(state_of("shoota", moved=True), "shoota", 18.0, 18.1) == [2, 0]


@pytest.mark.rule("5e.weapons.heavy")
def test_a_heavy_weapon_fires_only_when_its_unit_stood_still() -> None:
    assert shots(state_of("heavy_bolter"), "heavy_bolter", 35, 36.1) == [3, 0]
    state = state_of("heavy_bolter", moved=True)
    assert {r.rule for r in weapons.bars(state, "alpha-1", weapons.gun(state, "heavy_bolter"))} == {"5e.weapons.heavy"}


@pytest.mark.rule("5e.weapons.pistol")
def test_a_pistol_fires_once_up_to_twelve_inches_even_on_the_move() -> None:
    assert shots(state_of("bolt_pistol", moved=True), "bolt_pistol", 12.0, 12.1) == [1, 0]


@pytest.mark.rule("5e.weapons.type-summary")
def test_after_moving_each_type_fires_as_the_summary_says() -> None:
    state = state_of("bolt_pistol", "boltgun", "big_shoota", "heavy_bolter", moved=True)
    fired = {key: shots(state, key, 11) for key in ("bolt_pistol", "boltgun", "big_shoota", "heavy_bolter")}
    assert fired == {"bolt_pistol": [1], "boltgun": [1], "big_shoota": [3], "heavy_bolter": [0]}


@pytest.mark.rule("5e.usr.relentless")
def test_a_relentless_model_fires_as_though_it_stood_still() -> None:
    state = state_of("heavy_bolter", "boltgun", profile="relentless", moved=True)
    assert shots(state, "heavy_bolter", 20) == [3] and shots(state, "boltgun", 20, 12) == [1, 2]


@pytest.mark.rule("5e.morale.fleeing-shoot")
def test_a_unit_that_regrouped_or_falls_back_counts_as_having_moved() -> None:
    alone = Alone(table(marines("alpha", at=[(10, 10)], gear=("boltgun", "heavy_bolter")), boyz("mob", at=[(40, 40)])))
    assert not weapons.counts_as_moved(alone.b.state, "alpha")
    alone.b.note_deed("alpha", "regrouped", "5e.morale.regroup-move")
    assert shots(alone.b.state, "boltgun", 11, 13) == [1, 0] and shots(alone.b.state, "heavy_bolter", 11) == [0]


def after_firing(*gear: tuple[str, ...], profile: str = "marine") -> set[str]:
    """The rules that keep a unit from assaulting after each of its models fired what it has."""
    squad = unit("alpha", "blue", row(10, 10, len(gear)), profile, gear)
    session: Session = table(squad, marines("beta", at=[(60, 10)]), boyz("mob", at=[(10, 20)]), dice=[1] * 30)
    fire(session, "alpha", "mob")
    return {refusal.rule for refusal in weapons.no_assault(session.state, "alpha")}


@pytest.mark.rule("5e.weapons.rapid-fire-no-assault")
def test_one_rapid_fire_weapon_fired_keeps_the_whole_unit_from_assaulting() -> None:
    assert after_firing(("boltgun",), *[("bolt_pistol",)] * 9) == {"5e.weapons.rapid-fire-no-assault"}


@pytest.mark.rule("5e.weapons.heavy-no-assault")
def test_a_heavy_weapon_fired_keeps_the_unit_from_assaulting() -> None:
    assert after_firing(("heavy_bolter",), ("bolt_pistol",)) == {"5e.weapons.heavy-no-assault"}
    assert after_firing(("heavy_bolter",), profile="relentless") == set()


@pytest.mark.rule("5e.weapons.assault-then-assault")
def test_assault_weapons_and_pistols_leave_the_assault_open() -> None:
    assert after_firing(("shoota",), ("bolt_pistol",)) == set()


@pytest.mark.rule("5e.weapons.ordnance")
def test_ordnance_is_not_carried_on_foot() -> None:
    setup = setup_of(unit("alpha", "blue", [(1, 1)], "marine", ("siege_gun",)))
    sheets = {
        **setup.sheets,
        "weapons": {**WEAPONS, "siege_gun": {"type": "ordnance", "range": 48, "strength": 8, "blast": 5}},
    }
    with pytest.raises(SheetError, match="ordnance"):
        read_lore(replace(setup, sheets=sheets))
    gun_team = replace(setup.units[0], kind="artillery")
    assert read_lore(replace(setup, sheets=sheets, units=(gun_team,))).weapons["siege_gun"].kind == "ordnance"


def test_a_unit_without_anything_to_fire_has_no_target() -> None:
    session = table(marines("alpha", at=[(10, 10)], gear=("ccw",)), boyz("mob", at=[(10, 20)]))
    answer(session, "shoot.unit", "alpha")
    assert barred(asked(session), "mob") == {"5e.weapons.types-list"}
    assert barred(asked(session), "run") == set()
