"""The result of a combat, and what becomes of winners and losers."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.paths import glide
from engine.core.records import Effect
from engine.fifth.blows import count_losses
from engine.fifth.combat import COMBAT, Fight, put
from engine.fifth.results import may_sweep, pace, verdict
from engine.session import Session
from tests.fifth.assault.scenes import (
    apart,
    detail,
    details_of,
    ends,
    fight,
    hand,
    spot,
    still,
    until,
    until_event,
)
from tests.fifth.tables import answer, boyz, codes, happened, left, marines, piece, refused, row, square, unit

QUICK_FIVE: dict[str, Any] = {"profiles": "quick", "gear": ("ccw",)}


def one_sided(wounds: int, dice: Any = (), red: str = "marine", **more: Any) -> Session:
    """Five quick marines wound a red unit of ten that often and suffer nothing; then come these dice."""
    hits = [6] * wounds + [1] * (5 - wounds)
    return fight(
        marines("alpha", at=row(20, 20, 5, 1.01), **{**QUICK_FIVE, **more}),
        unit("rival", "red", [*row(20, 21, 5, 1.01), *row(20, 22.2, 5, 1.01)], red, ("ccw",)),
        dice=[*hits, *[6] * wounds, *[1] * wounds, *[1] * (10 - wounds), *dice],
    )  # fmt: skip


@pytest.mark.rule("5e.assault.result-total", "5e.assault.loser-morale")
@pytest.mark.parametrize(("dice", "stands"), [((3, 3), True), ((3, 4), False)])
def test_the_loser_checks_its_morale_at_minus_one_for_each_wound(dice: tuple[int, int], stands: bool) -> None:
    session = one_sided(2, dice)
    until_event(session, "combat.result")
    result = happened(session, "combat.result")[0]
    assert detail(result, "winner") == "blue" and detail(result, "margin") == 2
    assert dict(detail(result, "inflicted")) == {"blue": 2, "red": 0}
    assert dict(detail(result, "modifiers")) == {"rival": -2}
    assert session.tell(result) == "Blue won the combat: 2 wounds to 0."
    until(session, "combat.pile_in" if stands else "combat.sweep")
    assert bool(happened(session, "morale.falls_back")) is not stands


@pytest.mark.rule("5e.assault.resolve-steps")
def test_after_a_passed_check_nobody_pursues() -> None:
    session = one_sided(1, (1, 1))
    until_event(session, "combat.goes_on")
    assert "sweep" not in [roll.purpose for roll in details_of(session, "dice.rolled", "roll")][:12]


@pytest.mark.rule("5e.assault.result-draw")
def test_equal_wounds_are_a_draw_without_any_check() -> None:
    session = fight(marines("alpha", at=[(20, 20)], gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("choppa",)))
    assert happened(session, "combat.drawn")
    assert not happened(session, "morale.passed") and not happened(session, "morale.failed")
    assert happened(session, "combat.goes_on")


def reckoned(blue_lost: int, red_lost: int, *gone: str) -> Any:
    """The verdict on a combat of two units with these losses, some units wiped out."""
    b = hand(still(marines("alpha", at=row(20, 20, 2)), boyz("mob", at=row(20, 21, 2))))
    for unit_id in gone:
        for model in b.state.members(unit_id):
            b.gone(model.id, "test")
    return verdict(b.state, Fight(("alpha", "mob"), lost=(("blue", blue_lost), ("red", red_lost))))


@pytest.mark.rule("5e.assault.result-total", "5e.assault.result-draw")
def test_whoever_inflicted_more_wounds_wins_by_the_difference() -> None:
    assert reckoned(2, 4) == ("blue", 2)
    assert reckoned(4, 2) == ("red", 2)
    assert reckoned(2, 2) == ("", 0)


@pytest.mark.rule("5e.assault.result-wipeout")
def test_wiping_out_the_enemy_wins_whatever_it_cost() -> None:
    assert reckoned(5, 2, "mob")[0] == "blue"


@pytest.mark.rule("5e.assault.result-wipeout", "5e.assault.result-count", "5e.assault.consolidate")
def test_the_last_model_gives_no_more_wounds_than_it_had_and_the_winner_consolidates() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 3, 1.01), **QUICK_FIVE), boyz("mob", at=[(21.01, 21)], gear=("choppa",)),
        dice=[6, 6, 6, 6, 6, 6, 1, 1, 1, 4],
    )  # fmt: skip
    result = happened(session, "combat.won")[0]
    assert dict(detail(result, "inflicted")) == {"blue": 1, "red": 0}
    assert session.pending is not None and session.pending.topic == "combat.consolidate"
    assert session.pending.hint("reach") == 4 * 25_400


@pytest.mark.rule("5e.assault.result-self-wounds")
def test_a_wound_to_oneself_counts_for_the_opponent() -> None:
    b = hand(still(marines("alpha", at=[(20, 20)]), boyz("mob", at=[(20, 21)])))
    put(b, "c", Fight(("alpha", "mob"), lost=(("blue", 2), ("red", 2))), "test")
    assert b.state.work["c"].kind == COMBAT
    count_losses(b, "c", "blue", 1)
    assert verdict(b.state, b.state.work["c"].data) == ("red", 1)


@pytest.mark.rule("5e.usr.stubborn")
def test_the_stubborn_check_without_any_penalty() -> None:
    session = one_sided(3, (4, 4), red="stubborn")
    until_event(session, "combat.goes_on")
    assert dict(detail(happened(session, "combat.result")[0], "modifiers")) == {"rival": 0}
    assert not happened(session, "morale.falls_back")


@pytest.mark.rule("5e.usr.fearless")
def test_the_fearless_take_wounds_instead_of_a_check() -> None:
    session = one_sided(2, (1, 5), red="zealot")
    until_event(session, "combat.goes_on")
    assert happened(session, "morale.no_retreat") and not happened(session, "morale.failed")
    assert left(session, "rival") == 10 - 2 - 1


# -- sweeping advances ------------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.assault.sweeping-roll")
@pytest.mark.parametrize(("mine", "theirs", "caught"), [(3, 4, True), (3, 5, False)])
def test_who_runs_is_destroyed_unless_it_is_faster(mine: int, theirs: int, caught: bool) -> None:
    session = one_sided(1, (6, 6, mine, theirs, 3, 3, 4))
    assert (pace(session.state, "alpha"), pace(session.state, "rival")) == (5, 4)
    until(session, "combat.sweep")
    answer(session, "combat.sweep", True)
    if caught:
        assert left(session, "rival") == 0 and happened(session, "combat.swept")
        assert not happened(session, "fall_back.rolled")
    else:
        assert happened(session, "combat.escaped") and happened(session, "fall_back.rolled")


@pytest.mark.rule("5e.assault.sweeping-roll")
def test_the_faster_runner_makes_its_move_and_the_winner_may_consolidate() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 3, 1.01), gear=("power_fist",)),
        marines("rival", at=row(20, 21, 6, 1.01), side="red", gear=("ccw",), profiles="boy"),
        dice=[*[1] * 10, 6, 6, 6, 6, 6, 6, 6, 1, 1, 6, 3, 4, 5],
    )  # fmt: skip
    until(session, "combat.sweep")
    answer(session, "combat.sweep", True)
    assert detail(happened(session, "combat.escaped")[0], "score") == 1 + 4
    assert detail(happened(session, "combat.escaped")[0], "theirs") == 6 + 2
    assert detail(happened(session, "fall_back.rolled")[0], "distance") == 7 * 25_400
    assert session.pending is not None and session.pending.topic == "combat.consolidate"
    assert session.pending.hint("reach") == 5 * 25_400


@pytest.mark.rule("5e.assault.sweeping-allowed")
def test_no_pursuit_while_another_enemy_stands_and_never_by_some() -> None:
    b = hand(
        still(marines("alpha", at=row(20, 20, 3, 1.01)), boyz("one", at=[(20, 21)]), boyz("two", at=[(22.02, 21)]))
    )
    pairs = (("alpha", "one"), ("alpha", "two"))
    assert not may_sweep(b.state, Fight(("alpha", "one", "two"), pairs=pairs, broken=("one",)), "alpha")
    assert may_sweep(b.state, Fight(("alpha", "one", "two"), pairs=pairs, broken=("one", "two")), "alpha")
    for model in b.state.members("two"):
        b.gone(model.id, "test")
    assert may_sweep(b.state, Fight(("alpha", "one", "two"), pairs=pairs, broken=("one",)), "alpha")


@pytest.mark.rule("5e.assault.sweeping-initiative")
def test_the_initiative_of_a_pursuit_is_that_of_most_and_unmodified() -> None:
    session = still(
        marines("alpha", at=row(20, 20, 3), profiles=["sergeant", "marine", "marine"],
                gear=[("power_fist",), ("ccw",), ("ccw",)]),
        unit("mixed", "red", row(40, 40, 4), ["nob", "nob", "quick", "quick"]),
    )  # fmt: skip
    b = hand(session)
    b.note_deed("alpha", "charged", "5e.assault.declare-distance", slowed=True)
    b.add_effect(Effect("e", "hammered", "test", "alpha-2", "modifier", (("name", "i"), ("set", 1))))
    assert pace(b.state, "alpha") == 4
    assert pace(b.state, "mixed") == 5


# -- consolidation ----------------------------------------------------------------------------------------------------


def winner_about_to_consolidate(face: int, *others: Any, **more: Any) -> Session:
    session = fight(
        marines("alpha", at=[(20, 20)], profiles="quick", gear=("ccw", "choppa")),
        boyz("mob", at=[(20, 21)], gear=("choppa",)), *others, dice=[6, 6, 6, 6, 1, 1, face], **more,
    )  # fmt: skip
    until(session, "combat.consolidate")
    return session


@pytest.mark.rule("5e.assault.consolidate")
def test_consolidating_models_move_up_to_the_die_and_no_terrain_slows_them() -> None:
    wood = piece("wood", square(15, 21.5, 10, 2), "difficult", "dangerous")
    session = winner_about_to_consolidate(4, terrain=[wood])
    assert codes(refused(session, ends(session, alpha_1=(20, 24.2)))) == {"move.too_far"}
    answer(session, "combat.consolidate", ends(session, alpha_1=(20, 24)))
    assert spot(session, "alpha-1") == (20.0, 24.0)
    assert not happened(session, "terrain.tested") and not happened(session, "terrain.endured")


@pytest.mark.rule("5e.assault.consolidate-no-contact")
def test_consolidating_models_stay_an_inch_from_every_enemy() -> None:
    session = winner_about_to_consolidate(6, boyz("other", at=[(26, 20)]))
    assert apart(session, "alpha-1", "other-1") == 5.0
    assert codes(refused(session, (("alpha-1", (glide(24.2, 20),)),))) & {"move.blocked", "move.too_near"}
    answer(session, "combat.consolidate", ends(session, alpha_1=(24, 20)))
    assert apart(session, "alpha-1", "other-1") == 1.0


def test_a_winner_need_not_consolidate() -> None:
    session = winner_about_to_consolidate(2)
    answer(session, "combat.consolidate", ())
    assert spot(session, "alpha-1") == (20.0, 20.0)
