"""Barrages: unseen targets, salvos, cover from above."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from battlefield.pose import Pose
from battlefield.units import um
from engine.core.decisions import PlaceTemplate
from engine.core.dice import Stream
from engine.fifth import barrage, status, weapons
from engine.fifth.dice import HIT_FACES
from engine.fifth.firing import Shot
from engine.session import Session
from tests.fifth.shooting.acts import asked, barred, fire, stand, table, told
from tests.fifth.tables import Spot, answer, codes, marines, piece, refused, square, submit, unit

HIT = HIT_FACES[0]
ARROW = next(face for face in range(1, 7) if face not in HIT_FACES)
WALL = piece("wall", square(14, 10, 0.5, 20), top=6.0, opaque=True)
FAR_FRIEND = marines("beta", at=[(60, 45)])


def mortars(
    at: Sequence[Spot], foes: Sequence[Spot], dice: list[int], *terrain: object, profile: str = "guard"
) -> Session:
    """Mortars against some models; the dice go on from the first scatter roll."""
    squad = marines("alpha", at=at, gear=("mortar",))
    return table(squad, FAR_FRIEND, unit("foes", "red", foes, "guard", ("ccw",)), dice=dice, terrain=terrain)


@pytest.mark.rule("5e.weapons.barrage-indirect")
@pytest.mark.parametrize(("hidden", "drift"), [(True, 7), (False, 3)])
def test_a_target_that_is_not_seen_can_be_shelled_and_skill_makes_no_difference_then(hidden: bool, drift: int) -> None:
    session = mortars([(1, 20)], [(30, 20)], [ARROW, 90, 3, 4], *([WALL] if hidden else []))
    fire(session, "alpha", "foes")
    submit(session, Pose.at(30, 20))
    assert told(session, "blast.scattered", "distance") == [um(drift)]


@pytest.mark.rule("5e.weapons.barrage-indirect")
def test_only_the_barrage_fires_at_what_is_not_seen() -> None:
    squad = marines("alpha", at=[(1, 20), (1, 22)], gear=[("mortar",), ("launcher",)])
    session = table(squad, unit("foes", "red", [(30, 20)], "guard", ("ccw",)), terrain=[WALL])
    answer(session, "shoot.unit", "alpha")
    assert barred(asked(session), "foes") == set()
    submit(session, "foes")
    assert barred(asked(session), "alpha-1/mortar") == set()
    assert barred(asked(session), "alpha-2/launcher") == {"5e.shooting.which-fire"}


@pytest.mark.rule("5e.weapons.barrage-min-range")
@pytest.mark.parametrize(("x", "misses"), [(12.5, True), (14.5, False)])
def test_a_marker_put_too_near_misses_and_one_that_scatters_nearer_does_not(x: float, misses: bool) -> None:
    session = mortars([(1, 20)], [(x, 20)], [ARROW, 180, 5, 6, 1, 1])
    fire(session, "alpha", "foes")
    submit(session, Pose.at(x, 20))
    assert bool(told(session, "blast.out_of_range", "weapon")) == misses
    assert told(session, "blast.landed", "pose") == ([] if misses else [Pose.at(x - 7, 20)])


@pytest.mark.rule("5e.weapons.barrage-pinning")
def test_every_barrage_pins() -> None:
    session = mortars([(1, 20)], [(30, 20), (40, 20), (42, 20)], [HIT, 360, 1, 1, 6, 1, 6, 2])
    fire(session, "alpha", "foes")
    submit(session, Pose.at(30, 20))
    stand(session)
    submit(session, ("foes-3",))
    assert told(session, "pinning.failed", "total") == [8]
    assert status.gone_to_ground(session.state, "foes")
    gun = weapons.gun(session.state, "mortar")
    assert gun.rules == ("barrage",) and weapons.has(gun, "pinning")


@pytest.mark.rule("5e.weapons.barrage-salvo-first")
def test_the_weapon_closest_to_the_target_sets_the_first_marker() -> None:
    session = mortars([(1, 20), (4, 20), (2, 20)], [(30, 20)], [])
    shots = tuple(Shot(f"alpha-{n}", "mortar") for n in (1, 2, 3))
    assert [s.model for s in barrage.in_order(session.state, "foes", shots)] == ["alpha-2", "alpha-3", "alpha-1"]
    fire(session, "alpha", "foes")
    assert asked(session).subjects[0] == "alpha-2"


def salvo(*more: int) -> Session:
    """Three mortars: the first marker stays at (30, 20), the second falls north of it, the third shows HIT."""
    foes = [(30, 20), (30, 23), (31, 21.5), (60, 20)]
    session = mortars([(4, 20), (3, 20), (2, 20)], foes, [HIT, 360, 1, 1, ARROW, 90, HIT, 45, *more])
    fire(session, "alpha", "foes")
    submit(session, Pose.at(30, 20))
    return session


@pytest.mark.rule("5e.weapons.barrage-salvo-others")
def test_an_arrow_lays_the_next_marker_edge_to_edge_and_a_hit_lets_its_owner_lay_it_against_any() -> None:
    session = salvo(*[1] * 8)
    question = asked(session)
    assert isinstance(question, PlaceTemplate) and question.topic == "shoot.salvo"
    assert question.hint("placed") == (Pose.at(30, 20), Pose.at(30, 23))
    assert codes(refused(session, Pose.at(30, 27))) == {"blast.apart_from_salvo"}
    assert not question.refusals(Pose.at(30, 26)) and not question.refusals(question.suggest(Stream("x")))
    submit(session, Pose.at(30, 20))
    assert told(session, "blast.landed", "pose") == [Pose.at(30, 20), Pose.at(30, 23), Pose.at(30, 20)]


@pytest.mark.rule("5e.weapons.barrage-salvo-hits")
def test_a_model_under_two_markers_is_hit_twice_and_all_hits_are_wounded_together() -> None:
    session = salvo(*[1] * 8)
    submit(session, Pose.at(30, 20))
    assert told(session, "blast.landed", "models") == [
        ("foes-1", "foes-3"), ("foes-2", "foes-3"), ("foes-1", "foes-3"),
    ]  # fmt: skip
    assert told(session, "wounds.rolled", "hits") == [6]


def test_when_the_first_hole_breaks_its_range_the_next_weapon_sets_the_first_marker() -> None:
    session = mortars([(19, 20), (1, 20)], [(30, 20)], [HIT, 360, 1, 1, 1])
    fire(session, "alpha", "foes")
    assert asked(session).subjects[0] == "alpha-1"
    submit(session, Pose.at(30, 20))
    assert told(session, "blast.out_of_range", "weapon") == ["Mortar"]
    assert asked(session).subjects[0] == "alpha-2"
    submit(session, Pose.at(30, 20))
    assert told(session, "blast.landed", "pose") == [Pose.at(30, 20)]


@pytest.mark.rule("5e.weapons.barrage-cover")
def test_cover_against_a_barrage_is_judged_from_the_centre_of_its_marker() -> None:
    low_wall = piece("low_wall", square(27, 18, 0.3, 4), "wall", top=0.9, opaque=True, cover=4)
    wood = piece("wood", square(28, 18, 5, 4), "area", "wood", cover=4)
    for terrain, saves in ((low_wall, []), (wood, [4])):
        session = mortars([(1, 20)], [(30, 20), (31, 20)], [HIT, 360, 1, 1, 6, 1, 3], terrain)
        fire(session, "alpha", "foes")
        submit(session, Pose.at(30, 20))
        stand(session)
        assert told(session, "cover.counts", "save") == saves


@pytest.mark.rule("5e.weapons.barrage-cover")
def test_other_shots_of_the_same_volley_have_the_cover_of_their_own_line() -> None:
    low_wall = piece("low_wall", square(27, 18, 0.3, 6), "wall", top=0.9, opaque=True, cover=4)
    squad = marines("alpha", at=[(1, 20), (1, 22)], gear=[("mortar",), ("lascannon",)])
    foes = unit("foes", "red", [(30, 20), (31.5, 20), (30, 21.5)], "guard", ("ccw",))
    session = table(squad, FAR_FRIEND, foes, terrain=[low_wall], dice=[HIT, 360, 1, 1, 6, 6, 1, 1, 6, 5, 4])
    fire(session, "alpha", "foes")
    submit(session, Pose.at(30, 20))
    stand(session)
    found = dict(zip(told(session, "saves.rolled", "kind"), told(session, "saves.rolled", "need"), strict=True))
    assert found == {"cover": 4, "armour": 5}
