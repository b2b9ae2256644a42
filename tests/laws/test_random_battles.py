"""Random battles: whatever both sides do, the record holds, can be taken back, branched, saved and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.battery import end_of, laws, with_a_meddling_referee
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_torture_book_meets_every_law(seed: int, tmp_path: Path, long_battery: bool) -> None:
    session = laws(torture_setup(), TortureBook, seed, tmp_path, every=1 if long_battery or seed == 0 else 9)
    assert session.state.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_meddling_referee_never_stalls_a_battle(seed: int) -> None:
    assert with_a_meddling_referee(torture_setup(), TortureBook, seed) > 5


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    first, second, other = (end_of(torture_setup(), TortureBook, seed).digest for seed in (1, 1, 2))
    assert first == second != other
