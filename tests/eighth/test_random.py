"""Whole battles of the eighth edition, by suggestions and looking for trouble: nothing refused, nothing that stalls."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.core.setup import Setup
from engine.session import Session
from scenarios.loader import load_scenario
from tests.eighth.drivers import Aggressor, by_suggestion, play
from tests.eighth.profiles import profile
from tests.eighth.tables import BIKE, HERO, TANK, piece, row, setup_of, square, unit

SCENARIOS = Path("scenarios/8e")
BATTLES = [("first-steps", seed) for seed in range(1, 7)] + [("only-war-50", seed) for seed in range(1, 7)]
FEW = {("first-steps", 1), ("first-steps", 2), ("only-war-50", 1)}
"""Those that are played when the long batteries are not asked for."""

SHEETS = {
    "profiles": {"wreck": profile("Wagon", 10, 5, 4, 6, 6, 4, 2, 8, 5, capacity=6, rules=["volatile"])},
    "rules": {"volatile": {"name": "Volatile", "kind": "explodes", "on": 2, "aura": 6, "number": "d3"}},
}


def brawl() -> Setup:
    """Two small armies so near to each other that everything happens: wagons with riders, psykers, Characters."""
    units = []
    for side, y, up in (("blue", 12.0, 1), ("red", 24.0, -1)):
        units += [
            unit(f"{side}-line", side, row(6, y, 8), "boy", ["boltgun", "sword"], power=4 if side == "blue" else 16),
            unit(f"{side}-guns", side, row(20, y - 3 * up, 4), "guard", ["lascannon"]),
            unit(
                f"{side}-wagon",
                side,
                [(22, y + up)],
                "wreck",
                ["flamer"],
                shape=TANK,
                keywords=("Vehicle", "Transport"),
            ),
            unit(f"{side}-riders", side, 5, "boy", ["bolt_pistol", "axe"], aboard=f"{side}-wagon-1"),
            unit(f"{side}-bikes", side, row(28, y, 3, 3.5), "marine", ["flamer"], shape=BIKE, keywords=("Biker",)),
            unit(f"{side}-hero", side, [(9, y - 1.5 * up)], "captain", ["fist", "frag"], keywords=HERO),
            unit(f"{side}-seer", side, [(12, y - 1.5 * up)], "psyker", keywords=(*HERO, "Psyker")),
        ]
    wall = piece("wall", square(14, 17, 5, 0.4), "cover", top=1.2)
    return setup_of(
        *units, terrain=[wall], width=40, depth=36, options={"first_side": None}, sheets=SHEETS,
        mission={"kind": "domination"}, objectives=(("west", 12, 18), ("east", 26, 18)),
    )  # fmt: skip


def happenings(session: Session) -> Counter[str]:
    return Counter(event.code for event in session.events)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_a_battle_by_suggestions_comes_to_its_end(name: str, seed: int, long_battery: bool) -> None:
    if not long_battery and (name, seed) not in FEW:
        pytest.skip("one of the long batteries")
    session = play(load_scenario(SCENARIOS / f"{name}.yaml"), seed, by_suggestion)
    assert session.state.outcome is not None and happenings(session)["unit.shoots"]


BLOODY = (
    "charge.made", "charge.failed", "unit.overwatches", "unit.fights", "attacks.hit", "model.gone", "unit.destroyed",
    "morale.passed", "morale.failed", "psychic.manifested", "wounds.mortal", "deed.intervened", "model.exploded",
    "deed.disembarked", "side.spent",
)  # fmt: skip


@pytest.mark.slow
def test_the_aggressive_come_to_blows_and_everything_that_follows_from_it(long_battery: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(1, 30 if long_battery else 5):
        session = play(brawl(), seed, Aggressor())
        assert session.state.outcome is not None
        seen += happenings(session)
    assert [code for code in BLOODY if not seen[code]] == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_the_aggressive_play_the_battles_of_the_house_to_their_end(name: str, seed: int, long_battery: bool) -> None:
    if not long_battery and (name, seed) not in FEW:
        pytest.skip("one of the long batteries")
    session = play(load_scenario(SCENARIOS / f"{name}.yaml"), seed, Aggressor())
    assert session.state.outcome is not None and happenings(session)["charge.declared"]


@pytest.mark.slow
def test_the_same_battle_played_twice_is_the_same() -> None:
    for setup in (brawl(), load_scenario(SCENARIOS / "first-steps.yaml")):
        one, other = play(setup, 9, Aggressor()), play(setup, 9, Aggressor(), strict=False)
        assert one.digest == other.digest and len(one.lines) == len(other.lines)
