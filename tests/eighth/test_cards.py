"""What the card of a unit says: the datasheet as it is in force."""

from __future__ import annotations

import pytest

from engine.core.cards import Card, Cell
from engine.session import Session
from tests.eighth.profiles import PROFILES
from tests.eighth.tables import HERO, TANK, answer, battle, spots, unit


def cells(card: Card, line: int = 0) -> dict[str, Cell]:
    return {cell.name: cell for cell in card.lines[line].cells}


def card_of(session: Session, id: str) -> Card:
    return session.book.card(session.state, id)


def test_characteristics_are_written_as_on_a_datasheet() -> None:
    session = battle(unit("jet", "blue", spots((0, 0)), "jet", shape=TANK, power=7), unit("foe", "red", spots((0, 9))))
    card = card_of(session, "jet")
    assert {n: c.value for n, c in cells(card).items()} == {
        "M": '20-60"', "WS": "5+", "BS": "4+", "S": "6", "T": "6", "W": "10", "A": "2", "Ld": "6", "Sv": "4+",
    }  # fmt: skip
    assert card.worth == "Power 7, 50 points" and card.lines[0].note == "10 of 10 wounds left"
    assert not any(cell.changed for cell in cells(card).values())


def test_models_that_differ_have_lines_of_their_own_and_weapons_their_table() -> None:
    gear = [("boltgun", "sword"), ("boltgun",), ("lascannon",)]
    squad = unit("squad", "blue", spots((0, 0), (2, 0), (4, 0)), ("sergeant", "marine", "marine"), gear)
    card = card_of(battle(squad, unit("foe", "red", spots((0, 9)))), "squad")
    assert [(line.title, line.count) for line in card.lines] == [("Sergeant", 1), ("Space Marine", 2)]
    told = {arm.name: (arm.count, arm.values) for arm in card.arms}
    assert told["Boltgun"] == (2, ('24"', "Rapid fire 1", "4", "0", "1"))
    assert told["Lascannon"] == (1, ('48"', "Heavy 1", "9", "-3", "D6"))
    assert told["Sword"] == (1, ("Melee", "Melee", "User", "0", "1"))
    assert len(card.heads) == len(told["Boltgun"][1])


def test_the_row_of_the_damage_chart_in_force_is_lit_and_what_it_changes_stands_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chart_rows = [{"least": 5}, {"least": 3, "m": 4, "ws": 5}, {"least": 1, "m": 2}]
    monkeypatch.setitem(PROFILES, "walker", {**PROFILES["giant"], "name": "Walker", "chart": chart_rows})
    session = battle(unit("w", "blue", spots((0, 0)), "walker", wounds=4), unit("foe", "red", spots((0, 9))))
    card = card_of(session, "w")
    (chart,) = card.charts
    assert chart.heads == ("Wounds left", "M", "WS")
    assert [(row.title, row.values, row.lit) for row in chart.rows] == [
        ("5-8", ('6"', "4+"), False), ("3-4", ('4"', "5+"), True), ("1-2", ('2"', "4+"), False),
    ]  # fmt: skip
    assert cells(card)["M"] == Cell("M", '4"', True) and cells(card)["S"].changed is False


def test_powers_known_are_listed_and_those_tried_say_so() -> None:
    session = battle(
        unit("seer", "blue", spots((0, 0)), "psyker", keywords=(*HERO, "Psyker")), unit("foe", "red", spots((0, 20))),
        phase="psychic", dice=[1, 2],
    )  # fmt: skip
    card = card_of(session, "seer")
    assert [(s.title, s.by_hand) for s in card.skills] == [
        ("Smite: warp charge 5", False), ("Might: warp charge 6", True),
    ]  # fmt: skip
    answer(session, "psychic.power", "seer-1/smite")
    assert card_of(session, "seer").skills[0].title == "Smite: warp charge 5, tried this turn"


def test_passengers_and_their_transport_name_each_other() -> None:
    session = battle(
        unit("crew", "blue", 3, aboard="rhino-1"),
        unit("rhino", "blue", spots((0, 0)), "tank", shape=TANK), unit("foe", "red", spots((0, 20))),
    )  # fmt: skip
    assert ("Aboard: 3 of 6", "Crew (3)") in card_of(session, "rhino").notes
    assert ("Rides in", "Rhino") in card_of(session, "crew").notes
    assert ("Keywords", "Infantry") in card_of(session, "crew").notes
