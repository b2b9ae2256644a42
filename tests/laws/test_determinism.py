"""The same battle in another process, with another seed of Python's hashes, is the same battle."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.books import PLAYABLE
from scenarios.finding import bundled_scenarios
from tests.laws.battery import end_of
from tests.laws.source import ROOT
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

SEEDS = range(3)
PLAY = """
from tests.laws.battery import end_of
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup
for seed in range(3):
    session = end_of(torture_setup(), TortureBook, seed)
    print(session.digest, session.state.digest())
"""
SCENARIO = """
import sys
from scenarios.loader import load_scenario
from engine.books import book_for
from tests.laws.battery import end_of
setup = load_scenario(sys.argv[1])
print(end_of(setup, lambda: book_for(setup.edition), 1).digest)
"""
SCENARIOS = [path for edition in PLAYABLE for path in bundled_scenarios(edition)]


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "2718"])
def test_a_battle_does_not_depend_on_process_or_hash_seed(hash_seed: str) -> None:
    here = [end_of(torture_setup(), TortureBook, seed) for seed in SEEDS]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [f"{session.digest} {session.state.digest()}" for session in here]


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_is_played_alike_with_another_hash_seed_and_without_compiled_kernels(
    path: Path, long_battery: bool
) -> None:
    interpreted = {"NUMBA_DISABLE_JIT": "1"} if long_battery or path.stem == "first-steps" else {}
    told = set()
    for other in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2718", **interpreted}):
        command = [sys.executable, "-c", SCENARIO, str(path)]
        told.add(subprocess.check_output(command, cwd=ROOT, env={**os.environ, **other}, text=True))
    assert len(told) == 1 and told != {""}


def test_a_rule_that_depends_on_what_is_not_in_the_state_is_found() -> None:
    class Forgetful(TortureBook):
        """Counts its battles outside the state, and lets the count decide who reacts first."""

        count = 0

        def set_up(self, setup, dice_key):
            Forgetful.count += 1
            return super().set_up(setup, dice_key)

        def react_order(self, state, moment):
            return super().react_order(state, moment)[:: 1 if Forgetful.count % 2 else -1]

    assert len({end_of(torture_setup(), Forgetful, 1).digest for _ in range(2)}) == 2
