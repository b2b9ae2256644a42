"""What gives cover to a model: terrain and models in the way, area terrain, and where the firer makes it void."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.terrain import Piece, Wall
from battlefield.units import um
from engine.fifth.cover import CoverVerdict
from scenarios.terrain import standard_kinds
from tests.fifth.cover.shots import duel, fired_at, high_wall, lift, low_wall, position, shelter, wood
from tests.fifth.tables import boyz, marines, piece, row, square

CHART = {
    6: ["razor_wire", "wire_mesh"],
    5: ["high_grass", "crops", "bushes", "hedge", "fence"],
    4: [
        "trench", "gun_pit", "tank_traps", "emplacement", "sandbags", "barricade", "logs", "pipes", "crates", "barrels",
        "hill", "wood", "jungle", "wreckage", "crater", "rubble", "rocks", "ruin", "wall", "building",
        "wrecked_vehicle",
    ],
    3: ["fortification"],
}  # fmt: skip
"""The chart of the book by save, in the words of the catalogue; units stand beside it."""


def of_kind(kind: str, x: float, y: float, width: float, depth: float) -> Piece:
    """A piece as the catalogue describes its kind."""
    known = standard_kinds()[kind]
    meaning = known.meaning["5e"]
    cover = None if meaning.cover == "none" else meaning.cover
    return piece(kind, square(x, y, width, depth), *meaning.traits, top=known.top, cover=cover, opaque=known.opaque)


@pytest.mark.rule("5e.cover.chart")
@pytest.mark.parametrize(("save", "kind"), [(save, kind) for save, kinds in CHART.items() for kind in kinds])
def test_every_line_of_the_chart_gives_its_save_to_a_model_in_it_or_behind_it(save: int, kind: str) -> None:
    stands_in = "area" in standard_kinds()[kind].meaning["5e"].traits
    terrain = of_kind(kind, 28, 8, 4, 4) if stands_in else of_kind(kind, 28.9, 5, 0.5, 10)
    assert fired_at(duel(terrain)) == CoverVerdict(
        save, "5e.cover.half-or-more", (kind,), (("mob-1", save),), (("alpha-1", 1),), save,
        ("5e.cover.inside-area",) if stands_in else shelter_rules(terrain),
    )  # fmt: skip


def shelter_rules(terrain: Piece) -> tuple[str, ...]:
    """What is opaque hides; what is not is fired through."""
    return ("5e.cover.in-cover",) if terrain.opaque else ("5e.cover.fire-through",)


@pytest.mark.rule("5e.cover.chart")
def test_the_chart_of_the_catalogue_is_that_of_the_book_and_nothing_else_gives_cover_in_the_open() -> None:
    given = {kind: known.meaning["5e"].cover for kind, known in standard_kinds().items()}
    for save, kinds in CHART.items():
        assert {kind: given[kind] for kind in kinds} == dict.fromkeys(kinds, save)
    assert set(given.values()) == {6, 5, 4, 3, "none"}
    for kind in ("field", "road", "bog", "stream", "minefield"):
        assert given[kind] == "none"


@pytest.mark.rule("5e.cover.chart")
def test_another_unit_in_the_way_gives_four_plus_and_open_ground_nothing() -> None:
    assert fired_at(duel(others=(boyz("screen", at=[(20, 10)]),))).save == 4
    assert fired_at(duel()).save == 0


@pytest.mark.rule("5e.cover.chart")
@pytest.mark.parametrize(("behind_fence", "save"), [(3, 5), (2, 4), (1, 4)])
def test_covered_models_behind_different_kinds_save_as_most_of_them_would_the_better_on_a_tie(
    behind_fence: int, save: int
) -> None:
    mob = [(30.0, 5.0 + 4 * n) for n in range(4)]
    terrain = [
        high_wall(f"screen-{n}", 28, y - 1.5, 0.2, 3, cover=5 if n < behind_fence else 4)
        for n, (_, y) in enumerate(mob)
    ]
    state = position(marines("alpha", at=[(10, 11)]), boyz("mob", at=mob), terrain=terrain)
    found = fired_at(state)
    assert found.save == save
    assert [s for _, s in found.per_model] == [5] * behind_fence + [4] * (4 - behind_fence)


@pytest.mark.rule("5e.cover.in-cover")
def test_a_low_wall_that_hides_part_of_the_base_gives_its_save() -> None:
    state = duel(low_wall("wall", 29, 10.2, 0.1, 2.8))
    found = shelter(state)
    assert found.visible and found.covered
    assert (found.save, found.blockers) == (4, ("wall",))
    assert not shelter(duel(low_wall("wall", 29, 10.6, 0.1, 2.8))).covered


@pytest.mark.rule("5e.cover.intervening-models")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_model_of_another_unit_that_hides_part_of_the_target_gives_four_plus_friend_or_enemy(side: str) -> None:
    found = shelter(duel(others=(boyz("other", at=[(20, 10.4)], side=side),)))
    assert found.visible
    assert found.best is not None
    assert (found.best.save, found.best.rule, found.best.by) == (4, "5e.cover.intervening-models", ("other",))
    assert not shelter(duel(others=(boyz("other", at=[(20, 11.5)], side=side),))).covered


@pytest.mark.rule("5e.cover.own-unit")
def test_neither_the_firers_unit_nor_the_targets_gives_cover() -> None:
    behind = position(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(26, 10), (30, 10)]))
    assert not shelter(behind, target="mob-2").covered
    through = position(marines("alpha", at=[(10, 10), (12, 10)]), boyz("mob", at=[(30, 10)]))
    assert not shelter(through, firer="alpha-1").covered


@pytest.mark.rule("5e.cover.own-unit")
def test_the_gaps_in_ones_own_unit_or_the_targets_give_no_cover_either() -> None:
    state = position(
        marines("alpha", at=[(10, 10), (14, 11.2), (14, 8.8)]), boyz("mob", at=[(30, 10), (26, 11.2), (26, 8.8)])
    )
    assert not shelter(state).covered
    strangers = position(
        marines("alpha", at=[(10, 10)]), marines("beta", at=[(14, 11.2), (14, 8.8)]), boyz("mob", at=[(30, 10)])
    )
    assert shelter(strangers).save == 4


@pytest.mark.rule("5e.cover.own-unit")
def test_units_that_act_as_one_do_not_cover_each_other() -> None:
    state = duel(others=(marines("captain", at=[(12, 10)]),))
    assert shelter(state).save == 4
    state.units["captain"] = replace(state.units["captain"], group="alpha")
    assert not shelter(state).covered


@pytest.mark.rule("5e.cover.inside-area")
def test_a_base_partly_in_area_terrain_is_in_cover_from_every_side() -> None:
    trees = wood("wood", 10, 10, 10, 10)
    for firer in ((40, 15), (20.3, 30), (20.3, 2)):
        found = shelter(duel(trees, firer=firer, target=(20.3, 15)))
        assert found.visible and found.best is not None
        assert (found.save, found.best.rule) == (4, "5e.cover.inside-area")
    assert not shelter(duel(trees, firer=(40, 15), target=(20.6, 15))).covered


@pytest.mark.rule("5e.cover.inside-area")
def test_area_terrain_without_a_save_and_pieces_that_are_no_area_cover_nobody_in_them() -> None:
    assert not shelter(duel(wood("bog", 28, 8, 4, 4, top=0.0, cover=None))).covered
    assert not shelter(duel(piece("road", square(28, 8, 4, 4), "clear", top=0.0, cover=4))).covered


@pytest.mark.rule("5e.cover.fire-through")
def test_a_shot_between_two_models_of_a_unit_gives_cover_to_a_target_in_plain_view() -> None:
    found = shelter(duel(others=(boyz("other", at=[(20, 11.2), (20, 8.8)]),)))
    assert found.visible and found.blockers == ()
    assert found.best is not None
    assert (found.best.save, found.best.rule, found.best.by) == (4, "5e.cover.fire-through", ("other",))


@pytest.mark.rule("5e.cover.fire-through")
@pytest.mark.parametrize(("apart", "save"), [(3.0, 4), (3.05, 0)])
def test_only_models_in_coherency_close_the_gap_between_them(apart: float, save: int) -> None:
    state = duel(others=(boyz("other", at=[(20, 10 + apart / 2), (20, 10 - apart / 2)]),))
    assert shelter(state).save == save


@pytest.mark.rule("5e.cover.fire-through")
def test_models_of_two_units_have_no_gap_between_them() -> None:
    others = (boyz("one", at=[(20, 11.2)]), boyz("two", at=[(20, 8.8)]))
    assert not shelter(duel(others=others)).covered


@pytest.mark.rule("5e.cover.fire-through")
def test_a_shot_through_a_wood_gives_cover_although_all_of_the_target_is_seen() -> None:
    found = shelter(duel(wood("wood", 18, 8, 4, 4)))
    assert found.visible and found.blockers == ()
    assert found.best is not None
    assert (found.best.save, found.best.rule, found.best.by) == (4, "5e.cover.fire-through", ("wood",))
    assert not shelter(duel(wood("wood", 18, 11, 4, 4))).covered


@pytest.mark.rule("5e.cover.fire-over")
def test_a_shot_above_a_unit_or_a_wood_meets_neither() -> None:
    unit = (boyz("other", at=[(20, 11.2), (20, 8.8)], height=1.0),)
    assert shelter(lift(duel(others=unit), "alpha", 4.875)).save == 0
    assert shelter(duel(others=unit)).save == 4
    low = wood("scrub", 18, 8, 4, 4, top=1.0)
    assert shelter(lift(duel(low), "alpha", 4.875)).save == 0
    assert shelter(duel(low)).save == 4


@pytest.mark.rule("5e.cover.fire-over")
def test_a_shot_crosses_flat_area_terrain_without_going_through_it() -> None:
    assert shelter(duel(wood("crater", 18, 8, 4, 4, top=0.0))).save == 0


@pytest.mark.rule("5e.cover.fire-out-of-area")
@pytest.mark.parametrize(("x", "save"), [(18.5, 0), (17.5, 0), (17.4, 4), (15, 4)])
def test_a_firer_shoots_through_two_inches_of_the_wood_he_stands_in(x: float, save: int) -> None:
    assert shelter(duel(wood("wood", 10, 0, 10, 20), firer=(x, 10))).save == save


@pytest.mark.rule("5e.cover.fire-out-of-area")
def test_only_the_area_he_stands_in_is_open_to_a_firer() -> None:
    own, other = wood("own", 5, 0, 6, 20), wood("other", 20, 0, 1, 20)
    found = shelter(duel(own, other))
    assert found.best is not None and found.best.by == ("other",)
    wall = shelter(duel(own, low_wall("wall", 29, 10.2, 0.1, 2)))
    assert wall.best is not None and wall.best.by == ("wall",)


@pytest.mark.rule("5e.cover.fire-out-of-area")
def test_the_walls_of_his_own_ruin_count_with_its_ground() -> None:
    def ruin(depth: float) -> Piece:
        wall = Wall(((um(12), um(4)), (um(12), um(10))), um(0.2), 0, um(3))
        return replace(wood("ruin", 12 - depth, 4, depth, 12, top=0.0), parts=(wall,))

    near = shelter(duel(ruin(4), firer=(10.5, 10)))
    assert near.blockers == ("ruin",) and not near.covered
    far = shelter(duel(ruin(8), firer=(7, 10), target=(30, 10)))
    assert far.save == 4


@pytest.mark.rule("5e.cover.barrier-contact")
def test_a_barrier_that_a_firer_touches_and_sees_over_does_not_cover_his_target() -> None:
    wall = low_wall("wall", 0, 15, 30, 0.1, top=1.0)
    touching = shelter(duel(wall, firer=(10, 14.5), target=(10, 17)))
    assert touching.blockers == ("wall",) and not touching.covered
    behind = shelter(duel(wall, firer=(10, 12), target=(10, 25)))
    assert behind.visible and behind.save == 4
    apart = shelter(duel(wall, firer=(10, 14.45), target=(10, 17)))
    assert apart.save == 4


@pytest.mark.rule("5e.cover.barrier-contact")
def test_a_wall_too_high_to_see_over_covers_the_target_whoever_touches_it() -> None:
    wall = high_wall("wall", 10, 15, 20, 0.1)
    found = shelter(duel(wall, firer=(10, 14.5), target=(10, 25)))
    assert found.visible and found.save == 4


@pytest.mark.rule("5e.cover.fire-through")
def test_a_firer_standing_in_a_gap_of_another_unit_shoots_out_of_it_but_still_meets_what_lies_ahead() -> None:
    state = duel(others=(boyz("other", at=[(10, 11.4), (10, 8.6)], side="blue"),))
    assert not shelter(state).covered
    ahead = duel(
        others=(boyz("other", at=[(10, 11.4), (10, 8.6), *row(13, 11.2, 2, dy=-2.4, dx=0)], side="blue"),),
    )
    assert shelter(ahead).save == 4
