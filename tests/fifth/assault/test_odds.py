"""What a charge promises before it is declared."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.facts import fact, facts
from engine.fifth.odds_combat import expected_combat
from tests.fifth.assault.scenes import still
from tests.fifth.tables import answer, battle, boyz, marines, piece, row, square, unit


def told(gap: float, terrain: Any = (), gear: tuple[str, ...] = ("ccw",), foe: str = "boy", **more: Any) -> Any:
    """The prospects of a marine's charge on one enemy at a gap in inches."""
    session = still(
        marines("alpha", at=[(20, 20)], gear=gear, **more), unit("mob", "red", [(20, 21 + gap)], foe, ("choppa",)),
        terrain=terrain,
    )  # fmt: skip
    return expected_combat(session.state, "alpha", "mob")


def test_a_charge_in_the_open_arrives_within_six_inches_and_not_beyond() -> None:
    assert fact(told(6.0), "reach") == 1_000_000
    assert fact(told(6.2), "reach") == 0


@pytest.mark.parametrize(("gap", "chance"), [(4.0, 0.75), (1.0, 1.0), (5.5, 1 - 25 / 36)])
def test_through_cover_the_higher_of_two_dice_must_reach(gap: float, chance: float) -> None:
    wood = piece("wood", square(15, 20.6, 10, 0.3), "difficult")
    prospects = told(gap, [wood])
    assert fact(prospects, "tested") is True
    assert fact(prospects, "reach") == round(chance * 1_000_000)


def test_the_first_blows_of_a_charge_are_exact() -> None:
    """Two blows that hit on 4+, wound on 4+ and are saved on 6 kill a boy with chance 1 - (1 - 5/24)^2."""
    killed = fact(told(3.0), "killed")
    assert killed == (round((19 / 24) ** 2 * 1_000_000), round((1 - (19 / 24) ** 2) * 1_000_000))
    assert fact(told(3.0), "inflicted") == round((1 - (19 / 24) ** 2) * 1000)


def test_who_strikes_later_strikes_with_those_expected_to_be_left() -> None:
    """The boy's two blows hit on 4+, wound on 5+ and are saved on 3+, if he lives to strike them."""
    alive = (19 / 24) ** 2
    suffered = fact(told(3.0), "suffered") / 1000
    blow = 1 / 2 * 1 / 3 * 1 / 3
    assert 0 < suffered < 2 * blow and abs(suffered - 2 * alive * blow) < 0.03


def test_better_weapons_and_numbers_promise_more() -> None:
    plain, fist = told(3.0, foe="nob"), told(3.0, gear=("power_fist",), foe="nob")
    assert fact(fist, "inflicted") > fact(plain, "inflicted")
    session = still(marines("alpha", at=row(20, 20, 5), gear=("ccw",)), boyz("mob", at=row(20, 24, 5)))
    many = expected_combat(session.state, "alpha", "mob")
    assert fact(many, "inflicted") > 3 * fact(told(3.0), "inflicted")
    chances = [fact(many, name) for name in ("win", "draw", "lose")]
    assert 999_000 <= chances[0] + chances[1] + chances[2] <= 1_001_000


def test_a_fight_under_way_has_arrived_and_gives_no_charge_attack() -> None:
    locked = still(marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("choppa",)))
    prospects = expected_combat(locked.state, "alpha", "mob")
    assert fact(prospects, "reach") == 1_000_000
    assert fact(prospects, "killed")[1] == round(5 / 24 * 1_000_000)


def test_the_book_tells_the_odds_of_a_combat_and_a_target_shows_them_where_measuring_is_allowed() -> None:
    for early in (True, False):
        session = battle(
            marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 24)]), boyz("other", at=[(24, 24)]),
            phase="assault", options={"premeasuring": early},
        )  # fmt: skip
        asked = facts(kind="combat", unit="alpha", target="mob")
        assert session.book.odds(session.state, asked) == expected_combat(session.state, "alpha", "mob")
        answer(session, "charge.unit", "alpha")
        assert session.pending is not None and session.pending.topic == "charge.target"
        shown = fact(session.pending.options[0].details, "inflicted")  # type: ignore[attr-defined]
        assert (shown is not None) is early
