"""Vehicles in cover: at least half of the facing shot at hidden, by what, and from whose view."""

from __future__ import annotations

import pytest

from battlefield.shapes import Hull, Round
from battlefield.units import um
from engine import messages
from engine.core.setup import MountSpec
from engine.fifth import ground
from engine.fifth.cover import cover_from, cover_save
from tests.fifth.cover.shots import high_wall, low_wall, position, wood
from tests.fifth.tables import marines, row
from tests.fifth.vehicles.parade import BOOK, TANK, armoured, detail, facing_off, pair, save, tanks


@pytest.mark.rule("5e.vehicles.facing-split")
@pytest.mark.parametrize(
    ("spot", "facing"),
    [((60, 24), "front"), ((40, 44), "side"), ((20, 24), "rear"), ((40, 4), "side"), ((52, 32), "side")],
)
def test_a_firer_shoots_at_the_facing_it_is_in(spot: tuple[float, float], facing: str) -> None:
    assert detail(pair(facing_off(firer=spot)), "facing") == facing


@pytest.mark.rule("5e.vehicles.obscured")
@pytest.mark.parametrize(("hidden", "obscured"), [(2.0, True), (1.9, False), (2.1, True), (4.0, None)])
def test_a_vehicle_is_obscured_when_at_least_half_of_the_facing_is_hidden(hidden: float, obscured: bool | None) -> None:
    """The facing is four inches wide; the wall stands right before it."""
    found = pair(facing_off(high_wall("wall", 43.0001, 15, 0.0001, 7 + hidden)))
    if obscured is None:
        assert not found.visible
        return
    assert detail(found, "share") == pytest.approx(hidden / 4 * 1_000_000, abs=50)
    assert (save(found), found.visible) == (4 if obscured else 0, True)
    assert ("5e.vehicles.obscured" in found.rules) and found.blockers == ("wall",)


@pytest.mark.rule("5e.vehicles.obscured")
def test_exactly_half_counts_wherever_the_wall_stands() -> None:
    for x in (44.0, 50.0, 58.5):
        found = pair(facing_off(high_wall("wall", x, 24, 0.1, 10)))
        assert (detail(found, "share"), save(found)) == (500_000, 4), x


@pytest.mark.rule("5e.vehicles.obscured")
def test_models_hide_as_terrain_does_and_mates_of_the_firer_do_not() -> None:
    crowd = row(44, 22.5, 3, 0, 1.0)
    others = marines("other", at=crowd, height=3.5)
    found = pair(facing_off(target=tanks()))
    assert save(found) == 0
    state = position(marines("alpha", at=[(60, 24)], height=1.6667), others, tanks())
    assert (save(pair(state)), detail(pair(state), "by")) == (4, ("other",))
    mates = position(marines("alpha", at=[(60, 24), *crowd], height=3.5), tanks())
    assert save(pair(mates)) == 0 and detail(pair(mates), "share") == 0


@pytest.mark.rule("5e.vehicles.cover-save")
@pytest.mark.parametrize(("cover", "expected"), [(5, 5), (4, 4), (3, 3)])
def test_an_obscured_vehicle_saves_at_the_value_of_its_cover(cover: int, expected: int) -> None:
    assert save(pair(facing_off(high_wall("wall", 44, 24, 0.1, 10, cover=cover)))) == expected


@pytest.mark.rule("5e.vehicles.cover-save")
def test_what_hides_most_of_it_gives_the_save() -> None:
    hedge, bastion = high_wall("hedge", 44, 22.5, 0.1, 4, cover=5), high_wall("bastion", 44, 21.5, 0.1, 1, cover=3)
    found = pair(facing_off(hedge, bastion))
    assert (save(found), detail(found, "by")) == (5, ("hedge",))
    assert save(pair(facing_off(high_wall("wall", 44, 24, 0.1, 10, cover=None)))) == 0


@pytest.mark.rule("5e.vehicles.no-area-cover")
def test_standing_in_a_wood_obscures_no_vehicle_and_none_goes_to_ground() -> None:
    state = facing_off(wood("wood", 36, 20, 8, 8))
    found = pair(state)
    assert (save(found), detail(found, "share")) == (0, 0)
    assert "5e.vehicles.no-area-cover" in found.rules
    assert cover_save(state, ("alpha-1",), "tank").save == 0 and cover_save(state, (), "tank").save == 0
    assert [refusal.code for refusal in ground.barred(state, "tank")] == ["ground.kind"]


@pytest.mark.rule("5e.vehicles.obscured-unclear")
def test_behind_trees_it_is_unclear_whether_half_is_hidden_and_the_save_is_one_worse() -> None:
    found = pair(facing_off(wood("wood", 48, 18, 4, 12)))
    assert (save(found), found.rules[-1]) == (5, "5e.vehicles.obscured-unclear")
    low = wood("wood", 48, 18, 4, 12, top=0.6)
    assert save(pair(facing_off(low))) == 0, "grass that hides the tracks hides no half"
    assert save(pair(facing_off(wood("wood", 48, 24.5, 4, 12)))) == 0, "less than half is behind it"
    solid = high_wall("wall", 45, 24, 0.1, 10)
    assert save(pair(facing_off(wood("wood", 48, 18, 4, 12), solid))) == 4, "half is hidden anyway"


@pytest.mark.rule("5e.vehicles.obscured-unclear")
def test_who_fires_out_of_the_edge_of_a_wood_looks_clearly() -> None:
    assert save(pair(facing_off(wood("wood", 58.5, 18, 6, 12)))) == 0
    assert save(pair(facing_off(wood("wood", 50, 18, 14, 12)))) == 5


@pytest.mark.rule("5e.vehicles.obscured")
def test_a_barrier_that_is_fired_over_hides_nothing() -> None:
    firer = (60.0, 24.0)
    wall = low_wall("wall", 59.3, 10, 0.2, 28, top=1.45)
    assert save(pair(facing_off(wall, firer=firer))) == 0
    assert save(pair(facing_off(low_wall("wall", 43.2, 10, 0.2, 28, top=1.55), firer=firer))) == 4


@pytest.mark.rule("5e.vehicles.other-facing")
def test_a_firer_that_sees_nothing_of_its_facing_but_another_shoots_at_that_one() -> None:
    wall = high_wall("wall", 43.5, 19, 0.1, 7.2)
    state = facing_off(wall, firer=(60, 31))
    found = pair(state)
    assert found.visible
    assert (detail(found, "facing"), save(found)) == ("side", 3)
    assert found.rules[-1] == "5e.vehicles.other-facing"
    told = messages.event(found.told(), state, BOOK)
    assert "sees nothing of the facing it is in, and shoots at the side" in told
    closed = pair(facing_off(high_wall("wall", 43.5, 12, 0.1, 24), firer=(60, 31)))
    assert not closed.visible


@pytest.mark.rule("5e.vehicles.target-visible")
def test_a_vehicle_is_seen_by_its_hull_and_not_by_a_barrel() -> None:
    """The hull is what the outline is; a barrel that reaches beyond a wall is no part of it."""
    with_turret = Hull(((um(-3), um(-2)), (um(3), um(-2)), (um(3), um(2)), (um(-3), um(2))))
    wall = high_wall("wall", 44, 21, 0.1, 6)
    state = facing_off(wall, target=tanks(shape=with_turret), firer=(60, 24))
    found = pair(state)
    assert not found.visible and found.rules[:2] == ("5e.shooting.true-los", "5e.vehicles.target-visible")
    longer = Hull(((um(-3), um(-2)), (um(3), um(-2)), (um(3), um(2)), (um(0), um(2)), (um(0), um(6)), (um(-3), um(6))))
    assert pair(facing_off(wall, target=tanks(shape=longer))).visible, "more hull beside the wall is seen"


# -- several firers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.vehicles.obscured-squad")
def test_only_those_who_can_hurt_it_count() -> None:
    """One missile launcher with a clear view, nine lasguns that see it half hidden and can do nothing to armour 12."""
    gear = [("missile_launcher",), *[("lasgun",)] * 9]
    spots = [(60.0, 40.0), *row(60, 18, 9, 0, 1.1)]
    squad = marines("alpha", at=spots, gear=gear, height=1.6667)
    wall = high_wall("wall", 44, 14, 0.1, 10.4)
    state = position(squad, armoured(tanks(), 12, 12, 10), terrain=[wall])
    everyone = tuple(f"alpha-{n + 1}" for n in range(10))
    assert save(pair(state)) == 0 and all(save(pair(state, model)) == 4 for model in everyone[1:])
    assert cover_save(state, everyone, "tank").save == 0
    assert cover_save(state, everyone, "tank").views == (("alpha-1", 0),)
    plain = position(squad, tanks(), terrain=[wall])
    assert cover_save(plain, everyone, "tank").save == 4, "of unknown armour, all count"
    weak = position(squad, armoured(tanks(), 9, 9, 9), terrain=[wall])
    assert cover_save(weak, everyone, "tank").save == 4, "lasguns glance armour 9"


@pytest.mark.rule("5e.vehicles.obscured-squad")
@pytest.mark.parametrize(("behind", "expected"), [(3, 4), (2, 0)])
def test_most_of_the_firers_must_see_it_half_hidden(behind: int, expected: int) -> None:
    spots = [*row(60, 22, behind, 0, 1.1), *row(60, 40, 4 - behind, 0, 1.1)]
    state = position(marines("alpha", at=spots, height=1.6667), tanks(), terrain=[high_wall("wall", 44, 14, 0.1, 10.4)])
    whole = BOOK.sight(state, "alpha", "tank")
    assert save(whole) == expected
    assert "5e.vehicles.obscured-squad" in whole.rules


@pytest.mark.rule("5e.vehicles.weapon-cover")
def test_each_weapon_of_a_vehicle_that_fires_is_a_firer() -> None:
    """From two of its three weapons the target is in cover."""
    mounts = [MountSpec("cannon", um(x), um(y), um(2)) for x, y in ((0, 8), (0, -2), (0, -1))]
    firing = armoured(tanks("gun", at=[(20, 24)]), 12, 12, 10, mounts=mounts)
    wall = low_wall("wall", 48, 20, 0.2, 3.8)
    state = position(firing, marines("alpha", at=[(50, 24)]), terrain=[wall])
    found = cover_save(state, ("gun-1",), "alpha")
    assert (found.save, found.views) == (4, (("gun-1", 0), ("gun-1", 1), ("gun-1", 1)))
    other = armoured(tanks("gun", at=[(20, 24)]), 12, 12, 10, mounts=[mounts[0], mounts[0], mounts[1]])
    state = position(other, marines("alpha", at=[(50, 24)]), terrain=[wall])
    assert cover_save(state, ("gun-1",), "alpha").save == 0


@pytest.mark.rule("5e.squadrons.cover")
@pytest.mark.parametrize(("hidden", "expected"), [(1, 0), (2, 4), (3, 4)])
def test_a_squadron_is_in_cover_when_half_of_its_vehicles_are_obscured(hidden: int, expected: int) -> None:
    spots = [(40.0, 10.0), (40.0, 22.0), (40.0, 34.0)]
    walls = [high_wall(f"wall-{n}", 43.2, y - 4, 0.1, 4.5) for n, (_, y) in enumerate(spots[:hidden])]
    state = position(marines("alpha", at=[(64, 22)], height=1.6667), tanks(at=spots), terrain=walls)
    whole = BOOK.sight(state, "alpha", "tank")
    assert (save(whole), "5e.squadrons.cover" in whole.rules) == (expected, True)


@pytest.mark.rule("5e.squadrons.cover")
def test_members_of_a_squadron_do_not_hide_one_another() -> None:
    state = position(marines("alpha", at=[(60, 24)], height=1.6667), tanks(at=[(46, 24), TANK]))
    found = pair(state, target="tank-2")
    assert found.visible and (save(found), detail(found, "share")) == (0, 0)


@pytest.mark.rule("5e.vehicles.obscured")
def test_a_shot_that_comes_from_a_marker_is_judged_from_its_centre() -> None:
    state = facing_off(high_wall("wall", 44, 24, 0.1, 10))
    assert cover_from(state, um(60), um(24), "tank").save == 4
    assert cover_from(state, um(40), um(40), "tank").save == 0


@pytest.mark.rule("5e.vehicles.obscured")
def test_a_walker_on_a_round_base_is_half_hidden_by_its_silhouette() -> None:
    walker = tanks(shape=Round(um(2.4)))
    found = pair(facing_off(high_wall("wall", 44, 24, 0.1, 10), target=walker))
    assert (save(found), found.rules[-1], detail(found, "share")) == (4, "5e.vehicles.obscured", 500_000)
    assert save(pair(facing_off(high_wall("wall", 44, 24.2, 0.1, 10), target=walker))) == 0
