"""Random battles: whatever both sides do, the record holds, can be taken back, branched, saved and resumed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from engine.books import PLAYABLE, book_for
from scenarios.finding import bundled_scenarios
from scenarios.loader import load_scenario
from tests.laws.battery import end_of, laws, with_a_meddling_referee
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

SCENARIOS = [path for edition in PLAYABLE for path in bundled_scenarios(edition)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_torture_book_meets_every_law(seed: int, tmp_path: Path, long_battery: bool) -> None:
    session = laws(torture_setup(), TortureBook, seed, tmp_path, every=1 if long_battery or seed == 0 else 9)
    assert session.state.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_meets_every_law(path: Path, tmp_path: Path, long_battery: bool) -> None:
    setup = load_scenario(path)
    make = partial(book_for, setup.edition)
    for seed in range(3 if long_battery else 1):
        session = laws(setup, make, seed, tmp_path, every=1 if long_battery else 60)
        assert session.state.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_meddling_referee_never_stalls_a_battle(seed: int) -> None:
    assert with_a_meddling_referee(torture_setup(), TortureBook, seed) > 5


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_meddling_referee_stalls_no_scenario(path: Path, long_battery: bool) -> None:
    setup = load_scenario(path)
    make = partial(book_for, setup.edition)
    for seed in range(3 if long_battery else 1):
        assert with_a_meddling_referee(setup, make, seed) > 5


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    first, second, other = (end_of(torture_setup(), TortureBook, seed).digest for seed in (1, 1, 2))
    assert first == second != other
