"""Units, friends and enemies, and how a unit keeps together."""

from __future__ import annotations

import pytest
from shapely import box

from battlefield.units import um
from engine.eighth import ground, setting_up, status
from engine.eighth.lore import SheetError
from tests.eighth.moves import FAR_FOE, high, pick, poses_of, refusal_codes, wall, way, with_profile
from tests.eighth.tables import battle, codes, spots, state_of, unit

FOE = unit("foe", "red", spots(*FAR_FOE), "guard")


@pytest.mark.rule("8e.models.units")
def test_a_model_without_a_datasheet_is_refused_and_a_lone_one_with_it_is_a_unit() -> None:
    squad = unit("squad", "blue", spots((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)))
    tank = unit("tank", "blue", spots((0, 9)), "tank")
    state = state_of(squad, tank, FOE)
    assert [m.id for m in state.members("tank")] == ["tank-1"] and state.units["squad"].size == 5
    with pytest.raises(SheetError, match=r"tank: there is no profile 'unheard_of'"):
        state_of(squad, with_profile(tank, "unheard_of"), FOE)


@pytest.mark.rule("8e.models.friend-enemy")
def test_every_model_is_a_friend_or_an_enemy() -> None:
    one, two = unit("b1", "blue", spots((0, 0))), unit("b2", "blue", spots((3, 0)))
    state = state_of(one, two, unit("r1", "red", spots((9, 0))), idle=False)
    assert [m.id for m in status.enemies(state, "blue")] == ["r1-1"]
    assert [m.id for m in status.enemies(state, "red")] == ["b1-1", "b2-1"]
    assert [u.id for u in state.units_of("blue")] == ["b1", "b2"] and state.enemy("red") == "blue"


@pytest.mark.rule("8e.models.coherency")
def test_a_link_is_two_inches_at_most_from_base_to_base() -> None:
    session = battle(unit("squad", "blue", spots((0, 0), (3, 0), (5.5, 0))), FOE)
    pick(session, "squad")
    assert refusal_codes(session, squad_3=(6, 0)) == set()
    assert refusal_codes(session, squad_3=(6.1, 0)) == {"move.not_coherent"}


@pytest.mark.rule("8e.models.coherency")
@pytest.mark.parametrize(("top", "refused"), [(6.0, set()), (6.5, {"move.not_coherent"})])
def test_a_link_is_six_inches_at_most_in_height_whatever_it_is_in_the_plan(top: float, refused: set[str]) -> None:
    block = wall("block", 1.5, -2, 6, 2, top, standable=True)
    session = battle(unit("squad", "blue", high((-2, 0), (2, 0, top))), FOE, terrain=[block])
    pick(session, "squad")
    assert refusal_codes(session, squad_1=(0, 0)) == refused
    assert refusal_codes(session, squad_1=(-2.5, 0)) == {"move.not_coherent"}


@pytest.mark.rule("8e.models.coherency")
def test_every_kind_of_move_ends_coherent() -> None:
    state = state_of(unit("squad", "blue", spots((0, 0), (1.5, 0))), FOE)
    far = {m.id: um(20) for m in state.present("squad")}
    for near, spared in ((0, ()), (ground.CLEAR, ()), (ground.CLEAR, ("foe",))):
        of = ground.ground_for(state, "squad", far, near=near, spared=spared)
        assert codes(of.refusals((("squad-2", way((3.1, 0))),))) == {"move.not_coherent"}
        assert not of.refusals((("squad-2", way((3, 0))),))


@pytest.mark.rule("8e.models.coherency")
def test_a_unit_is_set_up_coherent() -> None:
    state = state_of(unit("squad", "blue", 2), FOE)
    space = setting_up.space_in(state, "squad", box(0, 0, 60, 40), "8e.mission.deployment-distance")
    assert not space.refusals(poses_of(("squad-1", 0, 0), ("squad-2", 3, 0)))
    (found,) = space.refusals(poses_of(("squad-1", 0, 0), ("squad-2", 3.1, 0)))
    assert (found.code, found.rule) == ("setup.not_coherent", "8e.models.coherency")


@pytest.mark.rule("8e.models.coherency-one-group")
def test_two_clumps_are_no_group_although_everyone_has_a_neighbour() -> None:
    session = battle(unit("squad", "blue", spots((0, 0), (2, 0), (12, 0), (14, 0)), "tank"), FOE)
    pick(session, "squad")
    assert refusal_codes(session, squad_4=(22, 0), squad_3=(20, 0)) == {"move.not_coherent"}
    assert refusal_codes(session, squad_2=(3, 0), squad_3=(6, 0), squad_4=(9, 0)) == set()


@pytest.mark.rule("8e.models.coherency-restore")
def test_a_torn_unit_may_stay_but_ends_coherent_when_it_moves() -> None:
    session = battle(unit("squad", "blue", spots((0, 0), (6, 0))), FOE)
    pick(session, "squad")
    assert refusal_codes(session) == set()
    assert refusal_codes(session, squad_1=(1, 0)) == {"move.not_coherent"}
    assert refusal_codes(session, squad_1=(3, 0)) == set()
