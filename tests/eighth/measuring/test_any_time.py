"""Measuring in the middle of a battle."""

from __future__ import annotations

import pytest

from tests.eighth.moves import FAR_FOE
from tests.eighth.tables import apart, ask, battle, spots, unit


@pytest.mark.rule("8e.measuring.any-time")
def test_the_other_player_measures_in_a_charge_phase_before_anything_is_declared() -> None:
    blue, red = unit("squad", "blue", spots((0, 0))), unit("foe", "red", spots((9, 0)), "boy")
    session = battle(blue, red, unit("far", "red", spots(*FAR_FOE)), phase="charge", side="red")
    ask(session, "charge.unit")
    before = session.digest
    assert session.book.may_measure(session.state, "squad-1", "foe-1") == ()
    assert apart(session, "squad-1", "foe-1") == 8.0
    assert session.digest == before
