"""What units would on average do to each other, checked by hand."""

from __future__ import annotations

from battlefield.units import um
from engine.core.facts import fact
from engine.fifth.prospects import posture, shooting
from tests.fifth.tables import battle, boyz, marines


def test_five_bolters_against_orks_by_hand() -> None:
    session = battle(marines("alpha", at=[(10 + 2 * n, 10) for n in range(5)]), boyz("mob", at=[(10, 30), (12, 30)]))
    state = session.state
    unit, mob = state.units["alpha"], state.units["mob"]
    assert unit.size == 5
    still, moved = (shooting(state, "alpha", "mob", um(20), walked) for walked in (False, True))
    near = shooting(state, "alpha", "mob", um(12), False)
    assert moved == 0 and 0 < still <= near
    each = 1000 * mob.points / mob.size
    assert near <= round(2 * each), "never more than what is left"


def test_a_charge_counts_both_ways_and_the_quicker_side_suffers_less() -> None:
    session = battle(marines("alpha", at=[(10, 10), (12, 10)]), boyz("mob", at=[(10, 14), (12, 14)]))
    one, other = posture(session.state, "alpha", "mob"), posture(session.state, "mob", "alpha")
    assert fact(one, "charged") == fact(other, "strike") and fact(one, "strike") == fact(other, "charged")
    assert fact(one, "struck") <= fact(one, "charged")
    assert len(fact(one, "fire")) == len(fact(one, "bands"))
    assert list(fact(one, "fire")) == sorted(fact(one, "fire"), reverse=True)
