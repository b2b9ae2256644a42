"""The assault move: who goes first, what each model must do, and what stands in the way."""

from __future__ import annotations

import pytest

from battlefield.paths import glide
from engine.fifth import assault
from engine.fifth.pile_in import closing
from engine.session import Session
from tests.fifth.assault.scenes import apart, charge, detail, ends, go, moving, spot, suggested, until
from tests.fifth.tables import answer, battle, boyz, codes, happened, marines, piece, refused, row, square


def touching(session: Session, side: str = "blue") -> list[tuple[str, str]]:
    from engine.fifth.status import contacts

    return sorted(contacts(session.state))


@pytest.mark.rule("5e.assault.closest-first")
def test_the_nearest_model_moves_first_into_the_nearest_enemy() -> None:
    session = battle(
        marines("alpha", at=[(20, 18), (21.5, 20)]), boyz("mob", at=[(21.5, 24), (20, 25)]), phase="assault"
    )
    charge(session, "alpha")
    move = moving(session)
    assert (move.hint("first"), move.hint("nearest")) == ("alpha-2", "mob-1")
    whole = suggested(session)
    assert whole[0] == ("alpha-2", (glide(21.5, 23 - 1 / 25400),))
    found = refused(session, tuple(reversed(whole)))
    assert codes(found) == {"charge.closest_first"}
    assert found[0].subject == "alpha-2" and found[0].at is not None
    assert codes(refused(session, ())) == {"charge.closest_first"}


@pytest.mark.rule("5e.assault.closest-first")
def test_nearest_is_measured_round_what_cannot_be_passed() -> None:
    rock = piece("rock", square(18, 21.5, 4, 1), "impassable")
    session = battle(
        marines("alpha", at=[(20, 20), (24, 19)]), boyz("mob", at=[(20, 24), (24, 24)]), terrain=[rock], phase="assault"
    )
    charge(session, "alpha")
    assert moving(session).hint("first") == "alpha-2"


@pytest.mark.rule("5e.assault.closest-first")
def test_the_first_way_may_be_no_longer_than_the_shortest() -> None:
    session = battle(marines("alpha", at=[(20, 20), (21.5, 20)]), boyz("mob", at=[(20, 23)]), phase="assault")
    charge(session, "alpha")
    (first, _), second = suggested(session)
    detour = (first, (glide(19, 21), glide(20, 22 - 1 / 25400)))
    assert codes(refused(session, (detour, second))) == {"charge.closest_first"}


@pytest.mark.rule("5e.assault.move-limits")
@pytest.mark.parametrize(("hole", "through"), [(0.9, False), (1.1, True)])
def test_a_model_passes_between_two_others_only_where_its_base_fits(hole: float, through: bool) -> None:
    half = (hole + 1) / 2
    session = battle(
        marines("alpha", at=[(20, 20)]),
        marines("wall", at=[(20 - half - 1, 22), (20 - half, 22), (20 + half, 22), (20 + half + 1, 22)]),
        boyz("mob", at=[(20, 24.5)]), phase="assault",
    )  # fmt: skip
    approach = assault.approach_of(session.state, "alpha", "mob", assault.REACH)
    straight = [lead for lead in approach.leads if len(lead.legs) == 1]
    assert bool(straight) == through
    if through:
        charge(session, "alpha", "mob")
        go(session)
        assert apart(session, "alpha-1", "mob-1") == 0.0
    else:
        legs = (glide(20, 23.5),)
        assert any(r.code == "move.blocked" for r in approach.refusals((("alpha-1", legs),)))


@pytest.mark.rule("5e.assault.move-limits")
def test_an_assault_move_may_pass_within_an_inch_of_an_enemy() -> None:
    session = battle(
        marines("alpha", at=[(20, 20)]), boyz("other", at=[(21.2, 22)]), boyz("mob", at=[(20, 24)]), phase="assault"
    )
    charge(session, "alpha", "mob")
    go(session)
    assert apart(session, "alpha-1", "mob-1") == 0.0
    assert apart(session, "alpha-1", "other-1") > 0.0


def two_on_two(second_enemy: tuple[float, float]) -> Session:
    session = battle(
        marines("alpha", at=[(20, 20), (21.5, 19.5)]), boyz("mob", at=[(20, 22), second_enemy]), phase="assault"
    )
    charge(session, "alpha")
    return session


@pytest.mark.rule("5e.assault.move-priorities")
def test_a_model_that_can_must_contact_an_enemy_whom_nobody_has_reached() -> None:
    session = two_on_two((23, 23.4))
    whole = suggested(session)
    doubled = ends(session, alpha_2=(20 + 0.9, 21.56))
    assert codes(refused(session, doubled)) == {"charge.must_contact_free"}
    assert session.preview(doubled)[0].at is not None
    answer(session, "charge.move", whole)
    assert (apart(session, "alpha-1", "mob-1"), apart(session, "alpha-2", "mob-2")) == (0.0, 0.0)


@pytest.mark.rule("5e.assault.move-priorities")
def test_out_of_reach_of_a_free_enemy_it_must_help_against_another() -> None:
    session = two_on_two((27.5, 26))
    hanging_back = (*suggested(session)[:1], ("alpha-2", ()))
    assert codes(refused(session, hanging_back)) == {"charge.must_contact"}
    go(session)
    assert apart(session, "alpha-1", "mob-1") == apart(session, "alpha-2", "mob-1") == 0.0


@pytest.mark.rule("5e.assault.move-priorities")
def test_a_model_that_reaches_nobody_ends_near_a_mate_in_contact_or_at_least_in_coherency() -> None:
    session = battle(
        marines("alpha", at=[(20, 20), (20, 17.5), (20, 15)]), boyz("mob", at=[(20, 26.5)]), phase="assault"
    )
    charge(session, "alpha")
    whole = suggested(session)
    stay = (*whole[:1], ("alpha-2", ()), ("alpha-3", ()))
    assert "charge.must_support" in codes(refused(session, stay))
    answer(session, "charge.move", whole)
    assert apart(session, "alpha-2", "alpha-1") <= 2.0
    assert apart(session, "alpha-3", "alpha-2") <= 2.0


@pytest.mark.rule("5e.assault.max-engagement")
def test_three_who_can_each_reach_another_enemy_do() -> None:
    session = battle(marines("alpha", at=row(20, 20, 3, 2)), boyz("mob", at=row(20, 24, 3, 2.5)), phase="assault")
    charge(session, "alpha")
    go(session)
    pairs = touching(session)
    assert len({a for a, _ in pairs}) == 3 and len({foe for _, foe in pairs}) == 3
    assert happened(session, "deed.charged")


@pytest.mark.rule("5e.assault.multiple-targets", "5e.assault.same-target")
def test_further_models_may_contact_another_unit_while_the_chain_holds() -> None:
    session = battle(
        marines("alpha", at=[(20, 20), (22, 20)]), boyz("mob", at=[(20, 23)]), boyz("other", at=[(23, 23.5)]),
        phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    both = ends(session, alpha_2=(22.5, 23.5 - 0.8661))
    answer(session, "charge.move", both)
    assert apart(session, "alpha-1", "mob-1") == 0.0 and apart(session, "alpha-2", "other-1") == 0.0
    (made,) = happened(session, "charge.made")
    assert detail(made, "units") == ("mob", "other")


@pytest.mark.rule("5e.assault.multiple-targets")
def test_contact_with_another_unit_may_not_break_the_chain() -> None:
    session = battle(
        marines("alpha", at=[(20, 20), (22, 20)]), boyz("mob", at=[(20, 23)]), boyz("other", at=[(25, 23.5)]),
        phase="assault",
    )  # fmt: skip
    charge(session, "alpha", "mob")
    broken = ends(session, alpha_2=(24.2, 23.5 - 0.61))
    found = codes(refused(session, broken))
    assert found & {"charge.must_link", "charge.must_contact", "charge.must_contact_free", "charge.must_support"}


def test_what_is_suggested_is_never_refused() -> None:
    crowd = battle(
        marines("alpha", at=[*row(14, 20, 8), *row(14.5, 18, 7)]), boyz("mob", at=[*row(13, 25, 9), *row(14, 27, 9)]),
        terrain=[piece("rock", square(18, 22, 3, 1), "impassable")], phase="assault",
    )  # fmt: skip
    charge(crowd, "alpha")
    whole = suggested(crowd)
    assert moving(crowd).complete({}) == (whole, ())
    assert assault.approach_of(crowd.state, "alpha", "mob", assault.REACH).judge(whole) == ()
    answer(crowd, "charge.move", whole)
    assert len({a for a, _ in touching(crowd)}) >= 6
    until(crowd, "combat.react")
    assert closing(crowd.state, "mob", ("alpha",), "5e.assault.defenders-react").judge(suggested(crowd)) == ()


def test_a_wished_place_is_kept_and_the_others_do_their_best() -> None:
    session = two_on_two((21.5, 22.5))
    kept = ends(session, alpha_2=(22.3, 21.9))
    assert moving(session).refusals(kept) == ()
    answer(session, "charge.move", kept)
    assert spot(session, "alpha-2") == (22.3, 21.9)
