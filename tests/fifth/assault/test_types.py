"""How the unit types assault."""

from __future__ import annotations

import pytest

from engine.fifth import assault
from tests.fifth.assault.scenes import apart, charge, detail, go, hand
from tests.fifth.tables import battle, boyz, codes, happened, marines, piece, square

WOOD = piece("wood", square(15, 20.8, 20, 1), "difficult")


@pytest.mark.rule("5e.types.beast-assault")
@pytest.mark.parametrize(("gap", "there"), [(12.0, True), (12.1, False)])
def test_cavalry_assaults_twelve_inches_even_after_running(gap: float, there: bool) -> None:
    session = battle(
        marines("riders", at=[(20, 20)], kind="cavalry"), boyz("mob", at=[(20, 21 + gap)]), phase="assault"
    )
    b = hand(session)
    b.note_deed("riders", "ran", "5e.shooting.run")
    assert assault.bars(b.state, "riders") == ()
    charge(session, "riders")
    assert bool(happened(session, "charge.failed")) is not there


@pytest.mark.rule("5e.types.beast-assault-difficult")
@pytest.mark.parametrize(("gap", "there"), [(10.0, True), (10.1, False)])
def test_cavalry_doubles_the_die_through_difficult_terrain(gap: float, there: bool) -> None:
    session = battle(
        marines("riders", at=[(20, 20)], kind="cavalry"), boyz("mob", at=[(20, 21 + gap)]), phase="assault",
        terrain=[WOOD], dice=[2, 5],
    )  # fmt: skip
    charge(session, "riders")
    assert detail(happened(session, "terrain.tested")[0], "inches") == 5
    assert bool(happened(session, "charge.failed")) is not there


@pytest.mark.rule("5e.types.jump-assault")
def test_jump_infantry_assaults_like_infantry() -> None:
    slow = battle(
        marines("jumpers", at=[(20, 20)], kind="jump_infantry"), boyz("mob", at=[(20, 24)]), phase="assault",
        terrain=[WOOD], dice=[1, 2],
    )  # fmt: skip
    charge(slow, "jumpers")
    assert happened(slow, "charge.failed")
    session = battle(
        marines("jumpers", at=[(20, 20), (21.5, 20)], kind="jump_infantry"), boyz("mob", at=[(20, 27)]), phase="assault"
    )
    assert assault.reach_of(session.state, "jumpers") == 6 * 25_400
    assert codes(assault.bars(session.state, "jumpers")) == set()
    charge(session, "jumpers")
    go(session)
    assert apart(session, "jumpers-1", "mob-1") == 0.0
