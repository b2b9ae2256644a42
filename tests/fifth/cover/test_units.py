"""From the cover of single models to the one cover save of a unit."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.terrain import Piece
from battlefield.units import um
from engine.core.state import State
from engine.fifth.cover import cover_from, cover_save, of_unit
from engine.fifth.setup import set_up
from engine.fifth.shelter import Shelter, shelters
from engine.mechanics.verdicts import Benefit
from tests.fifth.cover.shots import duel, fired_at, high_wall, low_wall, position, wood
from tests.fifth.tables import PROFILES, boyz, marines, profile, row, setup_of

PROFILES["sneak"] = profile("Sneak", 3, 3, 3, 3, 1, 3, 1, 7, 5, rules=["stealth"])

MOB = [(30.0, 4.0 + 4 * n) for n in range(10)]
"""Ten models, four inches from centre to centre."""


def trees(count: int) -> tuple[Piece, ...]:
    """A wood around so many models of the mob."""
    return tuple(wood(f"tree-{n}", 29, MOB[n][1] - 1, 2, 2) for n in range(count))


def mob_in_woods(count: int, **more: Any) -> State:
    """The mob with so many of its ten models in woods."""
    return position(marines("alpha", at=[(10, 22)]), boyz("mob", at=MOB), terrain=trees(count), **more)


@pytest.mark.rule("5e.cover.half-or-more")
def test_three_models_behind_a_wall_and_two_out_of_sight_put_all_ten_in_cover() -> None:
    low = [low_wall(f"low-{n}", 29.2, MOB[n][1] - 0.9, 0.1, 1.8) for n in range(3)]
    high = [high_wall(f"high-{n}", 28.5, MOB[n][1] - 2, 0.1, 4) for n in (8, 9)]
    state = position(marines("alpha", at=[(10, 22)]), boyz("mob", at=MOB), terrain=[*low, *high])
    found = fired_at(state)
    assert (found.save, found.rule, found.views) == (4, "5e.cover.half-or-more", (("alpha-1", 5),))
    one_less = position(marines("alpha", at=[(10, 22)]), boyz("mob", at=MOB), terrain=[*low[:2], *high])
    assert fired_at(one_less).save == 0


@pytest.mark.rule("5e.cover.half-or-more")
def test_a_unit_out_of_sight_altogether_saves_as_what_hides_it_does() -> None:
    assert fired_at(duel(high_wall("fort", 28, 5, 0.2, 10, cover=3))).save == 3
    assert fired_at(duel(high_wall("nothing", 28, 5, 0.2, 10, cover=None))).save == 0


@pytest.mark.rule("5e.cover.half-or-more")
def test_models_out_of_sight_count_even_where_what_hides_them_gives_no_save() -> None:
    blank = [high_wall(f"blank-{n}", 28.5, MOB[n][1] - 2, 0.1, 4, cover=None) for n in range(6, 10)]
    state = position(marines("alpha", at=[(10, 22)]), boyz("mob", at=MOB), terrain=[*trees(1), *blank])
    found = fired_at(state)
    assert (found.save, found.views, found.pieces) == (4, (("alpha-1", 5),), ("tree-0",))


@pytest.mark.rule("5e.cover.majority-viewpoint")
def test_the_kind_of_cover_is_judged_by_those_firers_who_see_the_unit_in_cover() -> None:
    def sheltered_by(*saves: int) -> list[Shelter]:
        return [
            Shelter(True, save > 0, Benefit(save, "5e.cover.in-cover", ("it",)) if save else None) for save in saves
        ]

    state = duel()
    models = ("one", "two", "three", "four")
    rows = [sheltered_by(5, 5, 4, 0), sheltered_by(5, 0, 4, 0), sheltered_by(0, 0, 4, 0)]
    assert of_unit(state, "mob", ("a", "b", "c"), models, rows).save == 5


@pytest.mark.rule("5e.cover.less-than-half")
def test_with_four_of_ten_in_woods_nobody_has_a_cover_save() -> None:
    found = fired_at(mob_in_woods(4))
    assert (found.save, found.rule, found.pieces) == (0, "5e.cover.less-than-half", ())
    assert fired_at(mob_in_woods(5)).save == 4


def watched(*ys: float) -> State:
    """Firers at these heights of the table; those under 10 see the boy partly behind a wall, those above see all."""
    wall = high_wall("wall", 28, 7, 0.1, 3.1)
    return position(marines("alpha", at=[(10, y) for y in ys]), boyz("mob", at=[(30, 10)]), terrain=[wall])


@pytest.mark.rule("5e.cover.majority-viewpoint")
def test_the_view_of_most_firers_counts_for_all_shots() -> None:
    most = fired_at(watched(4, 6, 8, 20, 22))
    assert [count for _, count in most.views] == [1, 1, 1, 0, 0]
    assert (most.save, most.pieces) == (4, ("wall",))
    assert fired_at(watched(4, 6, 18, 20, 22)).save == 0


@pytest.mark.rule("5e.cover.majority-viewpoint")
def test_with_as_many_for_as_against_a_unit_is_not_in_cover() -> None:
    assert fired_at(watched(4, 6, 20, 22)).save == 0


@pytest.mark.rule("5e.cover.majority-viewpoint")
def test_only_the_firers_in_range_have_a_say() -> None:
    state = watched(4, 6, 20, 22)
    assert cover_save(state, ("alpha-1", "alpha-2", "alpha-3"), "mob").save == 4
    assert cover_save(state, ("alpha-3",), "mob").save == 0


@pytest.mark.rule("5e.cover.quick-option")
@pytest.mark.parametrize(("covered", "plain", "quick"), [(3, 0, 0), (4, 0, 5), (5, 4, 5), (6, 4, 4), (10, 4, 4)])
def test_by_agreement_a_unit_whose_cover_is_in_doubt_saves_one_worse(covered: int, plain: int, quick: int) -> None:
    assert fired_at(mob_in_woods(covered)).save == plain
    assert fired_at(mob_in_woods(covered, options={"quick_cover": "yes"})).save == quick


@pytest.mark.rule("5e.cover.quick-option")
def test_one_worse_than_six_is_no_save_and_a_single_model_is_never_in_doubt() -> None:
    wire = tuple(wood(f"wire-{n}", 29, MOB[n][1] - 1, 2, 2, top=0.5, cover=6) for n in range(5))
    shooters, quick = marines("alpha", at=[(10, 22)]), {"quick_cover": "yes"}
    assert fired_at(position(shooters, boyz("mob", at=MOB), terrain=wire, options=quick)).save == 0
    assert fired_at(position(shooters, boyz("mob", at=MOB), terrain=wire)).save == 6
    assert fired_at(duel(wood("wood", 29, 9, 2, 2), options=quick)).save == 4


@pytest.mark.rule("5e.cover.inside-area")
def test_without_any_firer_only_what_the_models_stand_in_counts() -> None:
    behind = duel(low_wall("wall", 29, 8, 0.1, 4))
    assert cover_save(behind, (), "mob").save == 0
    assert cover_save(duel(wood("wood", 29, 9, 2, 2)), (), "mob").save == 4


def test_from_the_centre_of_a_marker_cover_is_judged_from_there() -> None:
    state = duel(high_wall("wall", 28, 5, 0.2, 10))
    assert fired_at(state).save == 4
    assert cover_from(state, um(32), um(10), "mob").save == 0
    assert cover_from(state, um(26), um(10), "mob").save == 4
    assert cover_from(duel(wood("wood", 28, 8, 4, 4)), um(35), um(10), "mob").save == 4


def test_stealth_makes_every_cover_save_one_better_but_gives_none() -> None:
    def sneaks(*terrain: Piece) -> State:
        return position(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(30, 10)], profiles="sneak"), terrain=terrain)

    assert fired_at(sneaks(wood("wood", 29, 9, 2, 2))).save == 3
    assert fired_at(sneaks()).save == 0


def test_nothing_is_worked_out_again_while_nothing_moves() -> None:
    setup = setup_of(
        marines("alpha", at=row(10, 10, 5)), boyz("mob", at=row(10, 30, 9)), terrain=[wood("w", 9, 18, 9, 3)]
    )
    fired_at(set_up(setup, "0"))
    before = shelters.cache_info()
    assert fired_at(set_up(setup, "1")).save == 4
    after = shelters.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)
