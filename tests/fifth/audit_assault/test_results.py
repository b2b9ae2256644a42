"""Ends of combats: nobody left, nobody fleeing, several units, and the words that tell of them."""

from __future__ import annotations

import pytest

from battlefield.paths import Glide
from battlefield.units import um
from engine.fifth import status
from engine.session import Session
from tests.fifth.assault.scenes import (
    detail,
    details_of,
    fight,
    happened_rolls,
    phase_over,
    until,
    until_event,
)  # fmt: skip
from tests.fifth.tables import (
    PROFILES,
    boyz,
    happened,
    left,
    marines,
    profile,
    refused,
    row,
    topic,
    unit,
)

PROFILES.update(
    iron=profile("Iron", 4, 4, 4, 9, 1, 1, 1, 8, 2, rules=["fearless"]),
    lone_zealot=profile("Lone zealot", 4, 4, 3, 3, 1, 3, 1, 8, 0, rules=["fearless"]),
)


def told(session: Session) -> list[str]:
    return [text for text in (session.tell(e) for e in session.events) if text]


@pytest.mark.rule("5e.morale.no-retreat", "5e.assault.consolidate")
def test_wounds_of_no_retreat_may_kill_the_last_and_free_the_winner() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 3, 1.01), gear=("ccw",)),
        unit("rival", "red", row(20, 21, 2, 1.01), "lone_zealot", ("ccw",)), dice=[6, 1, 1, 6, 1, 3],
    )  # fmt: skip
    until_event(session, "morale.no_retreat")
    assert left(session, "rival") == 0 and not status.locked(session.state, "alpha")
    assert topic(session) == "combat.consolidate" and not happened(session, "combat.swept")
    phase_over(session)
    assert happened(session, "combat.over") and not session.state.work


@pytest.mark.rule("5e.morale.no-retreat-harmless", "5e.assault.multi-result")
def test_any_enemy_of_the_combat_that_can_hurt_a_unit_makes_it_suffer_for_not_running() -> None:
    """The iron ones touch weaklings alone; the fist that could hurt them fights their mates in the same combat."""
    session = fight(
        unit("weak", "blue", row(20, 20, 2, 1.01), "gretchin", ("ccw",)),
        unit("fist", "blue", [(22.3, 20)], "ten", ("power_fist",)),
        unit("iron", "red", [(20, 21), (18.8, 21)], "iron", ("ccw",)),
        boyz("mob", at=[(21.01, 21), (22.3, 21)], gear=("choppa",)),
        dice=[*[1] * 6, 6, *[1] * 9, 6, 1, 1, 1],
    )  # fmt: skip
    phase_over(session)
    assert dict(detail(happened(session, "combat.result")[0], "inflicted")) == {"blue": 1, "red": 0}
    assert [e.subject for e in happened(session, "morale.no_retreat")] == ["iron"]
    assert left(session, "iron") == 1


@pytest.mark.rule("5e.assault.simultaneous", "5e.assault.result-draw")
def test_when_both_sides_wipe_each_other_out_the_combat_is_drawn_and_over() -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], profiles="ogre", gear=("power_weapon",)),
        boyz("mob", at=[(20, 21)], profiles="ogre", gear=("power_weapon",)), dice=[6] * 12,
    )  # fmt: skip
    phase_over(session)
    assert left(session, "alpha") == left(session, "mob") == 0
    assert happened(session, "combat.drawn") and happened(session, "combat.over")
    assert not happened_rolls(session, "consolidate") and not happened_rolls(session, "sweep")


@pytest.mark.rule("5e.ccw.power-fist-initiative", "5e.assault.dead-do-not-strike")
def test_a_fist_strikes_last_and_not_at_all_once_its_bearer_fell() -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], profiles="sergeant", gear=("power_fist",)),
        boyz("mob", at=[(20, 21)], profiles="nob", gear=("power_weapon",)), dice=[6, 6, 6, 6, 6, 6],
    )  # fmt: skip
    phase_over(session)
    assert details_of(session, "combat.step", "initiative") == [3]
    assert left(session, "alpha") == 0 and left(session, "mob") == 1


@pytest.mark.rule("5e.assault.sweeping-allowed", "5e.assault.multi-sweep")
def test_a_winner_between_one_that_runs_and_one_that_holds_pursues_nobody_and_fights_on() -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], profiles="ten", gear=("ccw",)),
        boyz("left", at=[(19, 20), (17.9, 20)], gear=("choppa",)),
        boyz("right", at=[(21, 20), (22.1, 20)], gear=("choppa",)),
        dice=[*[6] * 10, *[6] * 10, 1, 1, *[1] * 8, 6, 6, 1, 1], answers={"combat.split": (("left", 5), ("right", 5))},
    )  # fmt: skip
    until_event(session, "combat.result")
    phase_over(session)
    assert not happened(session, "combat.swept") and not happened(session, "combat.escaped")


@pytest.mark.rule("5e.assault.consolidate-no-contact")
def test_who_consolidates_too_near_is_told_the_rule_of_consolidation() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 2, 1.01), profiles="quick", gear=("ccw",)),
        boyz("mob", at=[(20, 21)], gear=("choppa",)), boyz("other", at=[(20, 26)]), dice=[6, 6, 6, 6, 1, 6],
    )  # fmt: skip
    until(session, "combat.consolidate")
    found = refused(session, (("alpha-1", (Glide(um(20), um(24.6)),)),))
    near = next(r for r in found if r.code == "move.too_near")
    assert near.rule == "5e.assault.consolidate-no-contact" and near.at is not None


# -- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5e.assault.result-wipeout")
def test_a_win_by_wiping_out_is_told_as_that() -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], profiles="quick", gear=("ccw",)), boyz("mob", at=[(20, 21)], gear=("choppa",)),
        dice=[6, 6, 1],
    )  # fmt: skip
    phase_over(session)
    assert "Blue won the combat, as nobody is left of the enemy in it: 1 wound to 0." in told(session)
    assert "Initiative 5: 1 model to strike." in told(session)
    assert "Alpha strikes at Mob with Close combat weapon: 1 blow, 1 hit (4+), 1 wound (4+)." in told(session)


@pytest.mark.rule("5e.assault.ws-zero")
@pytest.mark.parametrize(
    ("foe", "end"),
    [
        ("dummy", "1 blow that cannot miss, 0 wounds (3+)."),
        ("tough8", "1 blow, 0 hits, and Strength 4 cannot wound it."),
    ],
)
def test_blows_that_cannot_miss_or_cannot_wound_are_told_as_such(foe: str, end: str) -> None:
    session = fight(
        marines("alpha", at=[(20, 20)], gear=("ccw",)), unit("rival", "red", [(20, 21)], foe, ("ccw",)), dice=[1, 1],
    )  # fmt: skip
    until_event(session, "combat.blows_sure" if foe == "dummy" else "combat.blows_vain")
    assert f"Alpha strikes at Rival with Close combat weapon: {end}" in told(session)


@pytest.mark.rule("5e.assault.sequence")
def test_everything_that_happens_in_a_combat_is_told_without_gaps() -> None:
    session = fight(
        marines("alpha", at=row(20, 20, 4, 1.01), gear=("bolt_pistol", "ccw")), boyz("mob", at=row(20, 21, 6, 1.01)),
        dice=[4, 6, 2, 5] * 40,
    )  # fmt: skip
    phase_over(session)
    for event in session.events:
        text = session.tell(event)
        assert "{" not in text and "None" not in text and "  " not in text, (event.code, text)
        if event.code.startswith("combat."):
            assert text.endswith("."), event.code
