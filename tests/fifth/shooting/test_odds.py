"""The odds of a volley are those of the dice: compared with an independent calculator, and with what is rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import icepool
import pytest

from battlefield.units import um
from engine.books import book_for
from engine.core.dice import Stream
from engine.core.facts import Facts, facts
from engine.fifth import hitting, wounding
from engine.fifth.firing import Shot
from engine.fifth.odds import expected_shooting
from engine.fifth.shooting import target_option
from engine.mechanics import odds
from engine.mechanics.odds import MILLION, Blows, chance, models_lost, rolled, twice, worn_down
from engine.session import Session
from tests.fifth.shooting.acts import Alone, table
from tests.fifth.tables import boyz, marines, row, square, unit
from tests.fifth.tables import piece as terrain

DIE = icepool.d6


def chain(*needs: int) -> Any:
    """A die pool result of one shot: 1 when every score in turn is reached."""
    result = icepool.Die([1])
    for need in needs:
        result = result * (need <= DIE if need else icepool.Die([0]))
    return result


def failing(save: int) -> Any:
    return save > DIE if save else icepool.Die([1])


def expected(die: Any) -> tuple[int, ...]:
    """An independent distribution in millionths."""
    chances = [round(float(die.probability(n)) * MILLION) for n in range(die.max_outcome() + 1)]
    while chances and not chances[-1]:
        chances.pop()
    return tuple(chances)


def told(found: Facts) -> dict[str, Any]:
    return dict(found)


def test_ten_boltguns_at_marines_lose_as_many_as_an_independent_calculator_says() -> None:
    session = table(marines("alpha", at=row(10, 10, 10)), marines("beta", at=row(10, 30, 20), side="red"))
    found = told(expected_shooting(session.state, "alpha", "beta"))
    one = chain(3, 4) * failing(3)
    assert found["chances"] == expected(10 @ one)
    assert found["wounds"] == found["models"] == round(10 * 2 / 3 / 2 / 3 * 1000)
    assert (found["shots"], found["cover"]) == (10, 0)


def test_no_more_models_are_lost_than_there_are() -> None:
    session = table(marines("alpha", at=row(10, 10, 10)), boyz("mob", at=row(10, 30, 2)))
    found = told(expected_shooting(session.state, "alpha", "mob"))
    one = chain(3, 4)
    lost = (10 @ one).map(lambda n: min(n, 2))
    assert found["chances"] == expected(lost)


def test_cover_counts() -> None:
    wood = terrain("wood", square(5, 25, 40, 10), "area", "wood", cover=4)
    session = table(marines("alpha", at=row(10, 10, 10)), boyz("mob", at=row(10, 30, 20)), terrain=[wood])
    found = told(expected_shooting(session.state, "alpha", "mob"))
    assert found["cover"] == 4 and found["chances"] == expected(10 @ (chain(3, 4) * failing(4)))


def test_a_mixed_volley_of_rending_twin_linked_and_rolled_numbers_of_shots() -> None:
    gear = [("assault_cannon",), ("twin_bolter",), ("deffgun",)]
    session = table(marines("alpha", at=row(10, 10, 3), gear=gear), marines("beta", at=row(10, 30, 12), side="red"))
    found = told(expected_shooting(session.state, "alpha", "beta"))
    again = icepool.Die([1, 1, 1, 1, 0, 0])
    rending = chain(3) * DIE.map(lambda face: 0 if face < 4 else 2 if face == 6 else 1)
    rent = icepool.map(lambda kind, save: int(kind == 2 or (kind == 1 and save < 3)), rending, DIE)
    twin = icepool.map(lambda first, second: int(first or second), again, again) * chain(3) * failing(3)
    deff = chain(3, 2) * failing(3)
    shots = icepool.d3.map(lambda n: n @ deff)
    assert found["chances"] == expected(rent + 3 @ twin + shots)


def test_a_high_skill_rolls_ones_again() -> None:
    assert chance(2, 4) == pytest.approx(5 / 6 + 1 / 6 * 1 / 2)
    assert twice(0.5) == 0.75 and chance(0) == 0.0
    session = table(unit("alpha", "blue", [(10, 10)], "skill8", ("lascannon",)), boyz("mob", at=row(10, 30, 2)))
    found = told(expected_shooting(session.state, "alpha", "mob"))
    assert found["wounds"] == round((5 / 6 + 1 / 12) * 5 / 6 * 1000)


def worn_by_hand(models: int, wounds: int, lost: int, hits: Sequence[str]) -> int:
    """How many models of a group are gone after unsaved wounds, slaying ones first, counted model by model."""
    standing = [wounds] * (models - (lost > 0)) + ([wounds - lost] if lost else [])
    for _ in range(hits.count("slay")):
        fresh = [left for left in standing if left == wounds]
        if standing:
            standing.remove(fresh[0] if fresh else standing[0])
    for _ in range(hits.count("hurt")):
        if standing:
            least = min(standing)
            standing.remove(least)
            if least > 1:
                standing.append(least - 1)
    return models - len(standing)


@pytest.mark.parametrize(("models", "wounds", "lost"), [(3, 2, 0), (3, 2, 1), (2, 3, 2)])
def test_models_with_several_wounds_wear_down_as_counted_by_hand(models: int, wounds: int, lost: int) -> None:
    parts = {"none": 0.5, "hurt": 0.3, "slay": 0.2}
    by_hand = [0.0] * (models + 1)
    for hits in product(parts, repeat=2):
        by_hand[worn_by_hand(models, wounds, lost, hits)] += parts[hits[0]] * parts[hits[1]]
    left = worn_down(models, wounds, lost, [Blows.of(2, 0.3, 0.2)])
    assert models_lost(models, wounds, left) == pytest.approx(by_hand)


def test_instant_death_takes_whole_models() -> None:
    guards = unit("guards", "red", row(10, 30, 3), "guardian", ("ccw",))
    session = table(marines("alpha", at=row(10, 10, 2), gear=("lascannon",)), guards)
    found = told(expected_shooting(session.state, "alpha", "guards"))
    assert found["chances"] == expected(2 @ chain(3, 2)) and found["wounds"] == 2 * found["models"]


def test_the_odds_agree_with_what_is_rolled() -> None:
    session = table(
        marines("alpha", at=row(10, 10, 3), gear=[("boltgun",), ("heavy_bolter",), ("lascannon",)]),
        unit("guards", "red", row(10, 30, 3), "guardian", ("ccw",)),
    )  # fmt: skip
    shots = (Shot("alpha-1", "boltgun"), Shot("alpha-2", "heavy_bolter"), Shot("alpha-3", "lascannon"))
    found = told(expected_shooting(session.state, "alpha", "guards", shots))
    counts: Counter[int] = Counter()
    tries = 600
    for number in range(tries):
        alone = Seeded(session, number)
        volley = alone.run(lambda b: hitting.fire_volley(b, "alpha", "guards", shots))
        alone.run(lambda b, v=volley: wounding.strike(b, "alpha", "guards", v))
        counts[3 - len(alone.left("guards"))] += 1
    for lost, millionths in enumerate(found["chances"]):
        assert counts[lost] / tries == pytest.approx(millionths / MILLION, abs=0.07)


class Seeded(Alone):
    """Runs alone with dice of a seed."""

    def __init__(self, session: Session, seed: int):
        super().__init__(session, answers={"react": "pass"})
        stream = Stream(str(seed))
        self._dice = [stream.between(1, 6) for _ in range(40)]

    def run(self, make: Any) -> Any:
        """As alone, but dice may be left."""
        procedure = make(self.b)
        value: Any = None
        while True:
            try:
                value = self._answer(procedure.send(value))
            except StopIteration as stop:
                return stop.value


def test_the_book_answers_a_question_about_shooting_and_no_other() -> None:
    state = table(marines("alpha", at=row(10, 10, 2)), boyz("mob", at=row(10, 30, 2))).state
    book = book_for("5e")
    assert told(book.odds(state, facts(kind="shooting", unit="alpha", target="mob")))["shots"] == 2
    with pytest.raises(LookupError):
        book.odds(state, facts(kind="weather"))


def test_the_best_weapon_at_the_distance_is_taken_and_what_cannot_reach_is_left_out() -> None:
    gear = ("boltgun", "meltagun")
    near = table(marines("alpha", at=[(10, 10)], gear=gear), marines("beta", at=[(10, 18)], side="red")).state
    far = table(marines("alpha", at=[(10, 10)], gear=gear), marines("beta", at=[(10, 30)], side="red")).state
    out = table(marines("alpha", at=[(10, 10)], gear=gear), marines("beta", at=[(10, 40)], side="red")).state
    losses = [told(expected_shooting(s, "alpha", "beta"))["wounds"] for s in (near, far, out)]
    assert losses == [round(2 / 3 * 5 / 6 * 1000), round(2 / 3 / 2 / 3 * 1000), 0]


def test_expected_losses_are_shown_beside_targets_once_they_may_be_measured() -> None:
    units = marines("alpha", at=[(10, 10)]), boyz("mob", at=[(10, 30)])
    early = dict(target_option(table(*units, options={"premeasuring": True}).state, "alpha", "mob").details)
    assert early["wounds"] == round(2 / 3 / 2 * 1000) and early["distance"] == um(19)
    assert "wounds" not in dict(target_option(table(*units).state, "alpha", "mob").details)


def test_totals_of_dice_have_their_chances() -> None:
    two = icepool.d6 + icepool.d6
    assert {n: round(p, 9) for n, p in rolled(2, 6).items()} == {n: round(float(two.probability(n)), 9) for n in two}
    assert odds.thousandths(0.12345) == 123
