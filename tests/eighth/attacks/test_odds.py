"""The odds of attacks are those of the dice: compared with an independent calculator, and with what is rolled."""

from __future__ import annotations

from collections import Counter
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import Stream
from engine.eighth import attacks
from engine.eighth.lore import Number
from engine.eighth.odds import charge_chance, expected_fight, expected_shooting
from engine.mechanics.odds import MILLION
from tests.eighth.acts import RIFLE, Victims, batch, made, sheets
from tests.eighth.tables import piece, row, run, spots, square, state_of, unit

D6 = icepool.d6


def die_of(number: Any) -> Any:
    """A number of a datasheet as a die."""
    if isinstance(number, int):
        return icepool.Die([number])
    dice, _, plus = number.partition("+")
    sides = {"d3": icepool.d3, "d6": D6, "2d6": 2 @ D6}[dice]
    return sides + int(plus or 0)


def reached(need: int, again: str = "", judged: int = 0) -> Any:
    """Whether a die shows `need`; with `again` it is rolled once more when it is a 1, or fails the `judged` score."""
    below = {"": 1, "ones": 2, "failed": judged or need}[again]
    die = D6.map(lambda face: D6 if face < below else face)
    return die.map(lambda face: int(face >= need))


def failing(need: int) -> Any:
    """Whether a die shows less than `need`."""
    return D6.map(lambda face: int(face < need))


def worn(attack: Any, count: Any, wounds: int, models: int) -> tuple[int, ...]:
    """The chances in millionths of models lost, when each attack of `count` takes so much of the model in front."""

    def after(left: int, damage: int) -> int:
        """Wounds left of all, the front model losing at most what it has."""
        front = (left - 1) % wounds + 1 if left else 0
        return left - min(damage, front)

    total = models * wounds
    states = {0: {total: 1.0}}
    most = count.max_outcome()
    for n in range(1, most + 1):
        states[n] = {}
        for left, part in states[n - 1].items():
            for damage in attack.outcomes():
                key = after(left, damage)
                states[n][key] = states[n].get(key, 0.0) + part * float(attack.probability(damage))
    gone = [0.0] * (models + 1)
    for n in count.outcomes():
        for left, part in states[n].items():
            gone[models - -(-left // wounds)] += part * float(count.probability(n))
    chances = [round(p * MILLION) for p in gone]
    while chances and not chances[-1]:
        chances.pop()
    return tuple(chances)


NUMBERS = st.sampled_from([1, 2, "d3", "d6", "d3+1", "2d6"])
SKILLS = st.integers(2, 6)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    skill=SKILLS, strength=st.integers(1, 12), toughness=st.integers(1, 9), save=st.integers(0, 7),
    inv=st.sampled_from([0, 3, 5]), ap=st.integers(-4, 0), shots=NUMBERS, damage=NUMBERS,
    wounds=st.integers(1, 4), models=st.integers(1, 3), guns=st.integers(1, 2),
    to_hit=st.integers(-1, 1), to_wound=st.integers(-1, 1), again=st.sampled_from(["", "hits", "hit_ones"]),
    rewound=st.sampled_from(["", "wounds", "wound_ones"]), ignored=st.sampled_from([0, 5]),
)  # fmt: skip
def test_the_odds_of_shooting_are_those_of_an_independent_calculator(
    skill, strength, toughness, save, inv, ap, shots, damage, wounds, models, guns, to_hit, to_wound, again, rewound,
    ignored,
) -> None:  # fmt: skip
    rules = {
        "aim": {"name": "Aim", "kind": "to_hit", "amount": to_hit},
        "cut": {"name": "Cut", "kind": "to_wound", "amount": to_wound},
        "hits": {"name": "H", "kind": "reroll_hits"}, "hit_ones": {"name": "O", "kind": "reroll_hit_ones"},
        "wounds": {"name": "W", "kind": "reroll_wounds"}, "wound_ones": {"name": "P", "kind": "reroll_wound_ones"},
        "grace": {"name": "G", "kind": "ignore_wounds", "on": ignored},
    }  # fmt: skip
    gun = {**RIFLE, "strength": strength, "ap": ap, "shots": shots, "damage": damage, "rules": ["aim", "cut"]}
    known = sheets(
        profiles={
            "firer": made(bs=skill, rules=[key for key in (again, rewound) if key]),
            "mark": made(t=toughness, sv=save, inv=inv, w=wounds, rules=["grace"] if ignored else []),
        },
        weapons={"gun": gun}, rules=rules,
    )  # fmt: skip
    state = state_of(
        unit("a", "blue", spots(*row(0, 0, guns, 0, 1.5)), "firer", ["gun"]),
        unit("x", "red", spots(*row(12, 0, models, 0, 1.5)), "mark"), sheets=known,
    )  # fmt: skip
    need = 2 if strength >= 2 * toughness else 6 if 2 * strength <= toughness else 4 - (strength > toughness) + (
        strength < toughness
    )  # fmt: skip
    hit = reached(max(2, skill - to_hit), again.replace("hits", "failed").replace("hit_", ""),
                  min(skill, max(2, skill - to_hit)))  # fmt: skip
    wound = reached(max(2, need - to_wound), rewound.replace("wounds", "failed").replace("wound_", ""),
                    min(need, max(2, need - to_wound)))  # fmt: skip
    armour = max(2, save - ap) if save else 7
    fails = failing(min(armour, inv or 7))
    lost = die_of(damage).map(lambda n: n @ (ignored > D6) if ignored else n)
    attack = (hit * wound * fails).map(lambda through: lost if through else 0)
    found = dict(expected_shooting(state, "a", "x"))
    assert found["chances"] == pytest.approx(worn(attack, guns @ die_of(shots), wounds, models), abs=2)
    assert found["shots"] == guns


def test_rapid_fire_and_cover_count() -> None:
    wood = piece("wood", square(39, 20, 6, 10), "cover")
    line = unit("a", "blue", spots((0, 0)), gear=["rifle"]), unit("x", "red", spots((12, 0), (12, 2)))
    found = dict(expected_shooting(state_of(*line, sheets=sheets(), terrain=[wood]), "a", "x"))
    attack = reached(3) * reached(4) * failing(2)
    assert (found["chances"], found["cover"]) == (worn(attack, 2 @ icepool.Die([1]), 1, 2), 1)


def test_a_fight_counts_random_attacks_and_those_that_a_weapon_adds() -> None:
    known = sheets(
        profiles={"raver": made(a="d3")},
        weapons={"saw": {"name": "Saw", "type": "melee", "strength": "+1", "rules": ["more"]}},
        rules={"more": {"name": "More", "kind": "extra_attacks", "amount": 1}},
    )
    state = state_of(
        unit("a", "blue", spots((0, 0)), "raver", ["saw"]), unit("x", "red", spots((1.5, 0), (1.5, 1.5), (1.5, -1.5))),
        sheets=known,
    )  # fmt: skip
    found = dict(expected_fight(state, "a", "x"))
    attack = reached(3) * reached(3) * failing(3)
    assert found["attacks"] == 3000
    assert found["chances"] == pytest.approx(worn(attack, icepool.d3 + 1, 1, 3), abs=2)


def test_the_chance_of_a_charge_is_that_of_two_dice() -> None:
    for gap, profile, need in ((9, "marine", 8), (9, "runner", 8), (8.5, "marine", 8), (1.5, "marine", 1)):
        state = state_of(unit("a", "blue", spots((0, 0)), profile), unit("x", "red", spots((gap + 1, 0))))
        once = float((need <= 2 @ D6).mean())
        chance = once + (1 - once) * once if profile == "runner" else once
        assert dict(charge_chance(state, "a", "x"))["chance"] == pytest.approx(round(chance * MILLION), abs=1)


@pytest.mark.slow
def test_the_odds_agree_with_what_is_rolled() -> None:
    counts: Counter[int] = Counter()
    known, tries, stream = sheets(profiles={"two": made(w=2, inv=5)}), 600, Stream("odds")
    shots = batch(strength=5, ap=-2, damage=Number(0, 1, 3), again_hit="ones")
    for _ in range(tries):
        victims = Victims("two", 3, known=known)
        run(victims.b, attacks.resolve(victims.b, shots, 6), [stream.between(1, 6) for _ in range(60)])
        counts[3 - len(victims.left())] += 1
    attack = reached(3, "ones") * reached(3) * failing(5)
    chances = worn(attack.map(lambda n: icepool.d3 if n else 0), icepool.Die([6]), 2, 3)
    for lost, chance in enumerate(chances):
        assert abs(counts[lost] / tries - chance / MILLION) < 0.07, (lost, counts)
