"""Morale checks, pinning, losses of a phase, and units that never run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.events import Event
from engine.core.records import Clock
from engine.fifth import morale, status, turns
from engine.fifth.losses import calls_for_check
from engine.session import Session
from tests.fifth.moves import carry_out, table_of
from tests.fifth.tables import PROFILES, battle, boyz, happened, left, marines, row, unit

FAR = boyz(at=[(60, 40)])
FREE = marines("free", at=[(60, 5)])
RULE = "5e.morale.check"


def alone(count: int = 4, profile: str = "marine", y: float = 20) -> Session:
    return battle(unit("one", "blue", row(10, y, count), profile), FAR)


def in_phase(session: Session, phase: str) -> Session:
    """The same battle with its clock in another phase."""
    b = table_of(session)
    clock = replace(session.state.clock, phase=phase, phase_no=turns.PHASES.index(phase))
    b.set_clock(clock, "5e.turn.phase-order")
    return session


@pytest.mark.rule("5e.morale.check")
def test_a_check_is_passed_on_leadership_or_less() -> None:
    session = alone()
    assert carry_out(session, lambda b: morale.morale_check(b, "one", RULE), [4, 4])
    assert not status.falling_back(session.state, "one")


@pytest.mark.rule("5e.morale.check", "5e.morale.fall-back-distance")
def test_a_failed_check_makes_a_unit_fall_back_at_once() -> None:
    session = alone()
    assert not carry_out(session, lambda b: morale.morale_check(b, "one", RULE), [5, 4, 3, 2])
    assert status.falling_back(session.state, "one")
    (rolled,) = happened_in(session, "fall_back.rolled")
    assert rolled.detail("distance") == 5 * 25_400
    assert session.state.models["one-1"].pose.xy == (10, 15)


def happened_in(session: Session, code: str) -> list[Event]:
    """Events since the last answer, which the session has not seen yet."""
    return [e for e in table_of(session)._events if e.code == code]


@pytest.mark.rule("5e.morale.modifiers")
def test_penalties_are_added_up() -> None:
    session = battle(unit("one", "blue", row(10, 20, 4), ["sergeant", "marine", "marine", "marine"]), FAR)
    assert morale.check_score(session.state, "one", -1, -2) == 6
    assert carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -3), [3, 3])
    assert not carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -3, flee=False), [3, 4])


@pytest.mark.rule("5e.morale.insane-heroism")
def test_a_double_one_always_passes() -> None:
    session = battle(boyz("one", row(10, 20, 4), side="blue"), boyz("foe", at=[(60, 40)]))
    assert morale.check_score(session.state, "one", -9) == 0
    assert carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -9), [1, 1])
    assert not carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -9, flee=False), [1, 2])


@pytest.mark.rule("5e.morale.auto-pass-still-pinned")
def test_passing_morale_checks_does_not_help_against_pinning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "stout", {**PROFILES["boy"], "name": "Stout", "rules": ["passes_morale"]})
    monkeypatch.setitem(PROFILES, "zealot", {**PROFILES["boy"], "name": "Zealot", "rules": ["passes_leadership"]})
    session = alone(profile="stout")
    assert carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -5))
    assert not carry_out(session, lambda b: morale.pinning_test(b, "one", "5e.weapons.pinning-test"), [4, 5])
    assert status.gone_to_ground(session.state, "one")
    session = alone(profile="zealot")
    assert carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -5))
    assert carry_out(session, lambda b: morale.pinning_test(b, "one", "5e.weapons.pinning-test"))
    assert not status.gone_to_ground(session.state, "one")


# -- losses -------------------------------------------------------------------------------------------------------


def lose(session: Session, count: int, *, in_combat: bool = False) -> None:
    """Remove models of unit `one`, the last first, as casualties are."""
    b = table_of(session)
    for model in b.state.present("one")[-count:]:
        b.gone(model.id, "5e.shooting.casualties")
    morale.note_losses(b, "one", count, in_combat)


@pytest.mark.rule("5e.morale.casualties-25")
@pytest.mark.parametrize(
    ("size", "lost", "tests"), [(8, 2, True), (10, 2, False), (10, 3, True), (4, 1, True), (5, 1, False)]
)
def test_a_quarter_lost_in_a_phase_calls_for_a_check(size: int, lost: int, tests: bool) -> None:
    session = in_phase(alone(size), "shooting")
    lose(session, lost)
    assert (morale.next_casualty_check(session.state) == "one") is tests


@pytest.mark.rule("5e.morale.casualties-25")
def test_losses_of_a_phase_add_up_and_those_of_another_do_not() -> None:
    session = in_phase(alone(10), "shooting")
    lose(session, 2)
    assert not calls_for_check(session.state, "one")
    in_phase(session, "assault")
    lose(session, 1)
    assert not calls_for_check(session.state, "one")
    session = in_phase(alone(10), "shooting")
    lose(session, 2)
    lose(session, 1)
    assert calls_for_check(session.state, "one")


@pytest.mark.rule("5e.morale.casualties-25")
def test_the_check_is_taken_once_and_by_both_sides_the_active_one_first() -> None:
    session = battle(marines("one", row(10, 20, 4)), boyz(at=row(40, 20, 4)))
    in_phase(session, "shooting")
    b = table_of(session)
    for model in ("one-4", "mob-4"):
        b.gone(model, "5e.shooting.casualties")
        morale.note_losses(b, b.model(model).unit, 1, False)
    assert morale.next_casualty_check(session.state) == "one"
    carry_out(session, lambda b: morale.casualty_check(b, "one"), [4, 4])
    assert morale.next_casualty_check(session.state) == "mob"
    carry_out(session, lambda b: morale.casualty_check(b, "mob"), [4, 4, 1, 1])
    assert morale.next_casualty_check(session.state) is None
    assert status.falling_back(session.state, "mob") and not status.falling_back(session.state, "one")


@pytest.mark.rule("5e.morale.casualties-not-cc")
def test_models_struck_down_in_close_combat_do_not_count() -> None:
    session = in_phase(alone(10), "assault")
    lose(session, 4, in_combat=True)
    assert morale.next_casualty_check(session.state) is None
    lose(session, 2)
    assert morale.next_casualty_check(session.state) is None
    lose(session, 1)
    assert morale.next_casualty_check(session.state) == "one"


@pytest.mark.rule("5e.morale.casualties-locked")
def test_a_locked_unit_takes_no_check_for_losses() -> None:
    session = battle(marines("one", row(10, 20, 10)), boyz(at=[(10, 21)]), FREE)
    in_phase(session, "shooting")
    lose(session, 3)
    assert morale.next_casualty_check(session.state) is None


@pytest.mark.rule("5e.morale.tank-shock")
def test_a_unit_that_a_tank_reaches_checks_in_the_enemys_movement_phase() -> None:
    session = battle(marines("one", row(10, 20, 4)), FAR, side="red")
    assert session.state.clock.phase == "movement" and session.state.active == "red"
    assert not carry_out(session, lambda b: morale.tank_shock_check(b, "one"), [4, 5, 3, 4])
    assert session.state.models["one-1"].pose.xy == (10, 13)
    assert not status.moved(session.state, "one")


@pytest.mark.rule("5e.morale.fleeing-fails-morale", "5e.morale.tank-shock")
def test_a_fleeing_unit_fails_every_check_without_dice() -> None:
    session = battle(marines("one", row(10, 20, 4), profiles="sergeant"), FAR, side="red")
    morale.begin_falling_back(table_of(session), "one", RULE)
    assert not carry_out(session, lambda b: morale.tank_shock_check(b, "one"), [1, 1])
    assert session.state.models["one-1"].pose.xy == (10, 18)


@pytest.mark.rule("5e.morale.fleeing-no-ground")
def test_a_fleeing_unit_is_never_pinned() -> None:
    session = alone()
    morale.begin_falling_back(table_of(session), "one", RULE)
    assert carry_out(session, lambda b: morale.pinning_test(b, "one", "5e.weapons.pinning-test"))
    assert not status.gone_to_ground(session.state, "one")


# -- no retreat ---------------------------------------------------------------------------------------------------


def fearless(save: int, inv: int = 0, **more: int) -> dict[str, object]:
    return {**PROFILES["marine"], "name": "Fearless", "sv": save, "inv": inv, "rules": ["fearless"], **more}


@pytest.mark.rule("5e.morale.no-retreat")
def test_a_fearless_unit_suffers_the_margin_instead_of_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "bold", fearless(4))
    session = battle(unit("one", "blue", row(10, 20, 5), "bold"), boyz(at=[(10, 21)]), FREE)
    assert carry_out(session, lambda b: morale.morale_check(b, "one", RULE, -3))
    carry_out(session, lambda b: morale.no_retreat(b, "one", 3, ("mob",)), [1, 4, 5], [("one-5",)])
    assert left(session, "one") == 4 and not status.falling_back(session.state, "one")


@pytest.mark.rule("5e.morale.no-retreat-saves")
def test_cover_does_not_help_against_these_wounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "bold", fearless(0, 5))
    for face, alive in ((4, 0), (5, 1)):
        session = battle(unit("one", "blue", [(10, 20)], "bold"), boyz(at=[(10, 21)]), FREE)
        carry_out(session, lambda b: morale.no_retreat(b, "one", 1, ("mob",)), [face])
        assert left(session, "one") == alive


@pytest.mark.rule("5e.morale.no-retreat-harmless")
def test_enemies_that_cannot_hurt_a_unit_do_it_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "bold", fearless(4, t=8))
    session = battle(unit("one", "blue", row(10, 20, 5), "bold"), boyz(at=[(10, 21)], gear=("choppa",)), FREE)
    carry_out(session, lambda b: morale.no_retreat(b, "one", 1, ("mob",)))
    assert left(session, "one") == 5
    session = battle(unit("one", "blue", row(10, 20, 5), "bold"), boyz(at=[(10, 21)], gear=("power_fist",)), FREE)
    carry_out(session, lambda b: morale.no_retreat(b, "one", 1, ("mob",)), [4])
    assert left(session, "one") == 5


def test_losses_before_the_first_turn_are_nobodys() -> None:
    session = alone(4)
    table_of(session).set_clock(Clock("turn", 1, 1, "blue"), "5e.turn.game-turn")
    lose(session, 2)
    assert morale.next_casualty_check(session.state) is None and not happened(session, "deed.losses_")
