"""Flame templates and blast markers: where they lie, where they go, whom they hit."""

from __future__ import annotations

import pytest

from battlefield.pose import Pose
from battlefield.shapes import Hull, Round
from battlefield.templates import teardrop_from
from battlefield.units import um
from engine.core.decisions import Confirm, PlaceTemplate
from engine.core.dice import Stream
from engine.core.records import body_of
from engine.fifth import templates, weapons
from engine.fifth.dice import HIT_FACES, Scatter
from engine.session import Session
from tests.fifth.shooting.acts import asked, fire, stand, table, told
from tests.fifth.tables import answer, boyz, codes, marines, piece, refused, row, square, submit, unit

HIT = HIT_FACES[0]
ARROW = next(face for face in range(1, 7) if face not in HIT_FACES)
"""Faces of the scatter die."""


def flamer(at: list[tuple[float, float]], *others: object, count: int = 1, **more: object) -> Session:
    """Flamers in a row from (10, 10), the first at its place, against a mob."""
    firers = marines("alpha", at=[(10, 10 - 1.5 * n) for n in range(count)], gear=("flamer",))
    return table(firers, boyz("mob", at=at), *others, **more)


def placing(session: Session) -> PlaceTemplate:
    question = asked(session)
    assert isinstance(question, PlaceTemplate)
    return question


def along(session: Session, direction: float, model: str = "alpha-1") -> Pose:
    return teardrop_from(body_of(session.state.models[model]), direction)


@pytest.mark.rule("5e.weapons.template-place")
def test_a_template_must_cover_as_many_of_the_target_as_it_can_without_a_friend() -> None:
    session = flamer([(14, 10), (15, 10.5)], marines("beta", at=[(14, 14)]), dice=[])
    fire(session, "alpha", "mob")
    question = placing(session)
    assert question.hint("best") == 2
    assert question.under(question.suggest(Stream("x"))) == ("mob-1", "mob-2")
    assert codes(refused(session, along(session, -15))) == {"template.covers_fewer"}
    assert codes(refused(session, along(session, 45))) == {"template.touches_friend"}
    assert codes(refused(session, Pose.at(11, 10))) == {"template.not_at_base"}
    submit(session, along(session, 0))


def test_a_template_that_can_only_point_at_friends_is_not_fired() -> None:
    around = [(dx, dy) for dx in (-1.1, 0, 1.1) for dy in (-1.1, 0, 1.1) if (dx, dy) != (0, 0)]
    places = [(10, 10), *((10 + dx, 10 + dy) for dx, dy in around)]
    squad = marines("alpha", at=places, gear=[("flamer",), *[("ccw",)] * 8])
    session = table(squad, boyz("mob", at=[(14, 10)]))
    fire(session, "alpha", "mob")
    assert [event.code for event in session.events if event.code == "template.no_room"] == ["template.no_room"]


def test_a_template_out_of_reach_is_not_laid() -> None:
    session = flamer([(30, 10)])
    fire(session, "alpha", "mob")
    assert told(session, "template.too_far", "target") == ["mob"]


@pytest.mark.rule("5e.weapons.template-auto-hit")
def test_every_model_under_a_template_is_hit_also_of_another_enemy_unit() -> None:
    mob = [(14, 10), (15.5, 10), (17.9, 10.5)]
    session = flamer(mob, boyz("horde", at=[(17, 9)]), dice=[1, 1, 1, 1])
    fire(session, "alpha", "mob")
    pose = along(session, 0)
    assert placing(session).under(pose) == ("horde-1", "mob-1", "mob-2", "mob-3")
    submit(session, pose)
    stand(session)
    assert told(session, "wounds.rolled", "hits") == [3, 1]
    assert not told(session, "shots.rolled", "hits"), "no roll to hit"


@pytest.mark.rule("5e.weapons.template-no-cover")
def test_no_cover_saves_against_templates_even_in_ruins() -> None:
    ruin = piece("ruin", square(12, 8, 8, 4), "area", "ruin", top=3.0, cover=4)
    foes = unit("foes", "red", [(14, 10)], "guard", ("ccw",))
    firers = marines("alpha", at=[(10, 10)], gear=("flamer",))
    session = table(firers, foes, terrain=[ruin], dice=[6])
    fire(session, "alpha", "foes")
    submit(session, along(session, 0))
    stand(session)
    assert told(session, "unit.suffered", "unsaved") == [1] and not told(session, "saves.rolled", "saved")


@pytest.mark.rule("5e.weapons.template-allocation")
def test_wounds_of_a_template_may_fall_on_models_that_it_did_not_cover() -> None:
    far = [(14, 30 + n) for n in range(4)]
    session = flamer([(14, 10), (15, 10), *far], dice=[6, 6])
    fire(session, "alpha", "mob")
    submit(session, along(session, 0))
    stand(session)
    answer(session, "casualties.pick", ("mob-5", "mob-6"))
    assert {m.id for m in session.state.present("mob")} == {"mob-1", "mob-2", "mob-3", "mob-4"}


@pytest.mark.rule("5e.weapons.template-several")
def test_several_templates_and_other_shots_are_added_up_before_any_wound() -> None:
    mob = [(14, 10), (15, 10), (14, 8.5), (30, 30), (31.5, 30)]
    firers = marines("alpha", at=[(10, 10), (10, 8.5), (10, 7)], gear=[("flamer",), ("flamer",), ("bolt_pistol",)])
    session = table(firers, boyz("mob", at=mob), dice=[6, *[1] * 9])
    fire(session, "alpha", "mob")
    first = placing(session)
    assert first.subjects[0] == "alpha-1"
    count = len(first.under(first.suggest(Stream("x"))))
    submit(session, first.suggest(Stream("x")))
    second = placing(session)
    assert second.subjects[0] == "alpha-2" and len(session.state.present("mob")) == 5
    count += len(second.under(second.suggest(Stream("x"))))
    submit(session, second.suggest(Stream("x")))
    assert told(session, "wounds.rolled", "hits") == [count, 1]


def launcher(*others: object, gear: str = "launcher", at: float = 20, **more: object) -> Session:
    """A launcher at the table's left edge and a mob of one straight ahead."""
    return table(marines("alpha", at=[(1, 20)], gear=(gear,)), boyz("mob", at=[(at, 20)]), *others, **more)


@pytest.mark.rule("5e.weapons.blast-place")
def test_the_hole_lies_on_a_seen_model_and_the_marker_spares_friends() -> None:
    session = launcher(marines("beta", at=[(21.9, 20)]), dice=[HIT, 360, 1, 1])
    fire(session, "alpha", "mob")
    assert codes(refused(session, Pose.at(20, 20))) == {"blast.touches_friend"}
    assert codes(refused(session, Pose.at(19, 20))) == {"blast.hole_not_on_target"}
    advised = placing(session).suggest(Stream("x"))
    assert not placing(session).refusals(advised)
    submit(session, Pose.at(19.6, 20))


@pytest.mark.rule("5e.weapons.blast-place")
def test_the_hole_may_not_lie_on_a_model_that_the_firer_does_not_see() -> None:
    wall = piece("wall", square(18, 26, 0.5, 6), top=6.0, opaque=True)
    mob = boyz("mob", at=[(20, 20), (20, 29)])
    session = table(marines("alpha", at=[(1, 29)], gear=("launcher",)), mob, terrain=[wall], dice=[HIT, 360, 1, 1])
    fire(session, "alpha", "mob")
    assert codes(refused(session, Pose.at(20, 29))) == {"blast.hole_not_on_target"}


@pytest.mark.rule("5e.weapons.blast-range")
def test_a_hole_beyond_the_range_misses_without_a_roll() -> None:
    session = launcher(at=49.8)
    fire(session, "alpha", "mob")
    rolls = session.state.counters.get("rolls", 0)
    submit(session, Pose.at(49.99, 20))
    assert told(session, "blast.out_of_range", "range") == [um(48)]
    assert told(session, "blast.landed", "hits") == []
    assert [roll.purpose for roll in told(session, "dice.rolled", "roll")].count("scatter") == 0, rolls


@pytest.mark.rule("5e.weapons.blast-scatter")
def test_a_marker_moves_by_the_dice_less_the_skill_and_never_back() -> None:
    assert templates.drift(Scatter(False, 0, (4, 5)), 4) == 5
    assert templates.drift(Scatter(False, 0, (1, 2)), 4) == 0
    assert templates.drift(Scatter(True, 0, (6, 6)), 4) == 0
    session = launcher(dice=[ARROW, 360, 4, 5])
    fire(session, "alpha", "mob")
    submit(session, Pose.at(20, 20))
    assert told(session, "blast.landed", "pose") == [Pose.at(25, 20)]


@pytest.mark.rule("5e.weapons.blast-beyond")
def test_a_scattered_marker_hits_friends_beyond_its_range() -> None:
    friends = marines("beta", at=[(30, 20), (31, 21)])
    session = launcher(friends, gear="short_launcher", at=25, dice=[ARROW, 360, 4, 5, 6, 6, 1, 1])
    fire(session, "alpha", "mob")
    submit(session, Pose.at(25, 20))
    stand(session)
    assert told(session, "blast.landed", "models") == [("beta-1", "beta-2")]
    assert not session.state.present("beta")


@pytest.mark.rule("5e.weapons.blast-off-table")
def test_a_marker_whose_hole_leaves_the_table_is_discarded() -> None:
    for x, landed in ((70, 0), (66, 1)):
        mob = boyz("mob", at=[(x, 20)])
        session = table(marines("alpha", at=[(40, 20)], gear=("launcher",)), mob, dice=[ARROW, 360, 4, 5, 1])
        fire(session, "alpha", "mob")
        submit(session, Pose.at(x, 20))
        assert len(told(session, "blast.landed", "hits")) == landed
        assert len(told(session, "blast.off_table", "weapon")) == 1 - landed


@pytest.mark.rule("5e.weapons.blast-hits")
def test_every_base_partly_under_the_last_place_is_hit() -> None:
    mob = boyz("mob", at=[(20, 20), (21.5, 20), (22.2, 20)])
    session = table(marines("alpha", at=[(1, 20)], gear=("launcher",)), mob, dice=[HIT, 360, 1, 1, 1, 1])
    fire(session, "alpha", "mob")
    submit(session, Pose.at(20, 20))
    assert told(session, "blast.landed", "hits") == [2]


@pytest.mark.rule("5e.weapons.blast-allocation")
def test_wounds_of_a_blast_may_fall_on_any_model_of_the_unit() -> None:
    mob = boyz("mob", at=[(20, 20), (21.5, 20), *row(30, 20, 3)])
    session = table(marines("alpha", at=[(1, 20)], gear=("launcher",)), mob, dice=[HIT, 360, 1, 1, 6, 6, 1, 1])
    fire(session, "alpha", "mob")
    submit(session, Pose.at(20, 20))
    stand(session)
    answer(session, "casualties.pick", ("mob-4", "mob-5"))
    assert {m.id for m in session.state.present("mob")} == {"mob-1", "mob-2", "mob-3"}


@pytest.mark.rule("5e.weapons.blast-sizes")
@pytest.mark.parametrize(("gear", "hits"), [("launcher", 1), ("large_launcher", 2)])
def test_a_large_marker_reaches_farther(gear: str, hits: int) -> None:
    mob = boyz("mob", at=[(20, 20), (22.5, 20)])
    session = table(marines("alpha", at=[(1, 20)], gear=(gear,)), mob, dice=[HIT, 360, 1, 1, 1, 1])
    fire(session, "alpha", "mob")
    submit(session, Pose.at(20, 20))
    assert told(session, "blast.landed", "hits") == [hits]


@pytest.mark.rule("5e.weapons.blast-several")
def test_several_markers_land_one_by_one_and_their_hits_are_wounded_together() -> None:
    mob = boyz("mob", at=[(20, 20), (21.5, 20), (20, 21.5), (40, 30)])
    firers = marines("alpha", at=[(1, 20), (1, 21.5), (1, 23)], gear=("launcher",))
    scatter = [HIT, 360, 1, 1, ARROW, 180, 6, 6, HIT, 360, 1, 1]
    session = table(firers, mob, dice=[*scatter, *[1] * 5])
    fire(session, "alpha", "mob")
    for place in ((20.3, 20.3), (20, 20), (40, 30)):
        submit(session, Pose.at(*place))
    assert told(session, "blast.landed", "hits") == [3, 0, 1]
    assert told(session, "wounds.rolled", "hits") == [4]


@pytest.mark.rule("5e.weapons.blast-reroll")
def test_a_scatter_rolled_again_is_rolled_again_whole() -> None:
    session = launcher(
        gear="twin_launcher", options={"twin_linked_blast": "scatter"}, dice=[ARROW, 90, 6, 5, HIT, 45, 2, 2, 1]
    )
    fire(session, "alpha", "mob")
    submit(session, Pose.at(20, 20))
    question = asked(session)
    assert isinstance(question, Confirm) and question.topic == "reroll.scatter" and question.suggest(Stream("x"))
    submit(session, True)
    assert told(session, "blast.landed", "pose") == [Pose.at(20, 20)]
    assert told(session, "wounds.rolled", "wounds") == [0], "the wound roll is not rolled again as well"


@pytest.mark.rule("5e.weapons.twin-linked-blast")
def test_a_twin_linked_blast_rolls_failed_wounds_again() -> None:
    mob = boyz("mob", at=[(20, 20), (21.5, 20), (20, 21.5), (40, 40)])
    firers = marines("alpha", at=[(1, 20)], gear=("twin_launcher",))
    session = table(firers, mob, dice=[HIT, 360, 1, 1, 2, 4, 6, 5])
    fire(session, "alpha", "mob")
    submit(session, Pose.at(20.3, 20.3))
    assert told(session, "wounds.rolled", "wounds") == [3]


@pytest.mark.rule("5e.weapons.twin-linked-template")
def test_a_twin_linked_template_rolls_failed_wounds_again() -> None:
    firers = marines("alpha", at=[(10, 10)], gear=("twin_flamer",))
    session = table(firers, boyz("mob", at=[(14, 10), (30, 10)]), dice=[2, 5])
    fire(session, "alpha", "mob")
    submit(session, along(session, 0))
    assert told(session, "wounds.rolled", "wounds") == [1]


def test_the_shown_shapes_are_those_that_cover() -> None:
    gun = weapons.gun(launcher().state, "launcher")
    assert templates.shape_of(templates.marker_of(gun)) == Round(um(3))
    flame = templates.shape_of(templates.FLAME)
    assert isinstance(flame, Hull) and max(x for x, _ in flame.points) == pytest.approx(um(8), abs=100)
