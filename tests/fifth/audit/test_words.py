"""What a player is told beside a choice, and why something is refused, with the figures."""

from __future__ import annotations

import pytest

from engine import messages
from engine.core.facts import fact
from tests.fifth.shooting.acts import asked, fire, options, table
from tests.fifth.tables import battle, boyz, marines, piece, row, square, submit, until_topic

WOOD = piece("wood", square(8, 8, 4, 4), "area", "difficult", cover=4)


@pytest.mark.rule("5e.terrain.test-start-inside")
def test_a_unit_that_has_to_test_as_soon_as_it_is_picked_says_so_before() -> None:
    session = battle(marines("one", row(10, 10, 2)), marines("two", [(40, 10)]), boyz(at=[(60, 40)]), terrain=[WOOD])
    tests = {o.id: fact(o.details, "tests") for o in asked(session).options}  # type: ignore[attr-defined]
    assert tests == {"one": True, "two": False, "done": None}


@pytest.mark.rule("5e.cover.gtg-timing")
@pytest.mark.parametrize(("gun", "then"), [("boltgun", 6), ("flamer", 0)])
def test_diving_promises_a_save_only_where_cover_helps(gun: str, then: int) -> None:
    session = table(marines("alpha", [(10, 10)], gear=(gun,)), boyz("mob", row(10, 14, 6)), dice=[6] * 8)
    fire(session, "alpha", "mob", dive=True)
    while asked(session).topic == "shoot.template":
        submit(session, asked(session).suggest(None))  # type: ignore[arg-type]
    (row_,) = asked(session).rows  # type: ignore[attr-defined]
    assert fact(row_.details, "then") == then and fact(row_.details, "suffered") > 0


@pytest.mark.rule("5e.weapons.gets-hot")
def test_a_model_burnt_twice_is_named_once() -> None:
    plasma = marines("alpha", [(10, 10)], gear=("plasma_gun",))
    session = table(plasma, marines("rest", [(60, 5)]), boyz("mob", row(10, 20, 6)), dice=[1, 1, 6, 6])
    fire(session, "alpha", "mob")
    (told,) = [session.tell(e) for e in session.events if e.code == "shots.overheated"]
    assert told == "Overheating: 2 wounds on Space Marine 1."


@pytest.mark.rule("5e.shooting.range-max")
def test_a_target_out_of_range_is_refused_with_its_distance_where_it_may_be_measured() -> None:
    far = boyz("mob", [(10, 40)])
    session = table(marines("alpha", [(10, 10)]), far, options={"premeasuring": True})
    submit(session, "alpha")
    assert "mob" in options(session)
    refused = session.submit("mob").refusals
    assert [session.explain(r) for r in refused] == ['No weapon reaches Mob, which is 29.0" away.']


@pytest.mark.rule("5e.movement.unit-order")
def test_questions_read_as_sentences_whatever_a_unit_is_called() -> None:
    session = battle(marines("one", row(10, 14, 2), name="Grub's Boyz"), boyz(at=[(60, 40)]), terrain=[WOOD])
    submit(session, "one")
    question = until_topic(session, "move.declare")
    asks = messages.question(question, session.state, session.book)
    assert asks == "Will Grub's Boyz try to enter difficult terrain?"
