"""Wounds in close combat: saves, casualties, and what combat keeps out."""

from __future__ import annotations

import pytest

from engine.fifth import losses, morale
from tests.fifth.assault.scenes import detail, details_of, fight, hand, still
from tests.fifth.tables import answer, boyz, happened, left, marines, piece, row, square, unit


def purposes(session: object) -> list[str]:
    return [roll.purpose for roll in details_of(session, "dice.rolled", "roll")]  # type: ignore[arg-type]


@pytest.mark.rule("5e.assault.armour")
def test_armour_helps_against_any_strength_unless_the_weapon_denies_it() -> None:
    session = fight(
        unit("giant", "blue", [(20, 20)], "giant", ("ccw",)),
        marines("rival", at=[(20, 21)], side="red", gear=("ccw",)),
        dice=[1, 6, 1, 1, 6, 3],
    )  # fmt: skip
    saves = happened(session, "saves.rolled")[0]
    assert (detail(saves, "need"), detail(saves, "saved")) == (3, 1)


@pytest.mark.rule("5e.assault.armour", "5e.ccw.power-weapon")
def test_an_invulnerable_save_holds_against_a_power_weapon_where_armour_does_not() -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], gear=("power_weapon",), profiles="quick"),
        unit("chief", "red", [(20, 21)], "hero", ("ccw",)), dice=[6, 6, 1, 1, 1, 4],
    )  # fmt: skip
    saves = happened(session, "saves.rolled")[0]
    assert (detail(saves, "kind"), detail(saves, "need"), detail(saves, "saved")) == ("invulnerable", 4, 1)


@pytest.mark.rule("5e.assault.no-cover")
def test_no_cover_and_no_going_to_ground_in_combat() -> None:
    ruins = piece("ruins", square(15, 20.4, 10, 5), "difficult", cover=4)
    session = fight(
        marines("alpha", at=row(20, 20, 2, 1.01), gear=("ccw",)), unit("mob", "red", row(20, 21, 3, 1.01), "gretchin"),
        terrain=[ruins], dice=[6, 6, 6, 6],
    )  # fmt: skip
    assert "save" not in purposes(session)
    assert session.pending is not None and session.pending.topic == "casualties.pick"
    assert not happened(session, "saves.rolled")


@pytest.mark.rule("5e.assault.casualties")
def test_losses_take_whole_models_where_possible_and_double_strength_slays() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 3, 1.01), gear=[("ccw",)] * 3, profiles="quick"),
        unit("ogres", "red", row(20, 21, 3, 1.01), "ogre", ("ccw",)), dice=[6, 6, 6, 6, 6, 6],
    )  # fmt: skip
    answer(session, "casualties.pick", ("ogres-1",))
    assert session.pending is not None and session.pending.topic == "casualties.wound"
    answer(session, "casualties.wound", "ogres-2")
    wounds = {m.id: m.wounds for m in session.state.members("ogres")}
    assert wounds == {"ogres-2": 1, "ogres-3": 2}
    slain = fight(
        unit("fist", "blue", [(20, 20)], "marine", ("power_fist",)),
        unit("ogres", "red", row(20, 21, 2, 1.01), "ogre", ("ccw",)), dice=[*[1] * 6, 6, 6],
    )  # fmt: skip
    assert slain.pending is not None and slain.pending.topic == "casualties.pick"
    answer(slain, "casualties.pick", ("ogres-2",))
    assert left(slain, "ogres") == 1


@pytest.mark.rule("5e.assault.result-count")
def test_a_slain_model_counts_for_all_the_wounds_it_had() -> None:
    session = fight(
        unit("fist", "blue", [(20, 20)], "marine", ("power_fist",)),
        unit("ogres", "red", [(20, 21)], "ogre", ("ccw",)), dice=[*[1] * 3, 6, 6],
    )  # fmt: skip
    assert dict(detail(happened(session, "combat.won")[0], "inflicted"))["blue"] == 2


@pytest.mark.rule("5e.assault.locked-no-tests")
def test_a_locked_unit_takes_no_test_for_losses_by_shooting() -> None:
    for spot, tests in (((20, 21), False), ((20, 30), True)):
        b = hand(still(marines("alpha", at=row(20, 20, 10, 1.2)), boyz("mob", at=[spot])))
        for n in (8, 9, 10):
            b.gone(f"alpha-{n}", "test")
        morale.note_losses(b, "alpha", 3, in_combat=False)
        assert losses.calls_for_check(b.state, "alpha") is tests
