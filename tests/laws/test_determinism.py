"""The same battle in another process, with another seed of Python's hashes, is the same battle."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "2718"])
def test_a_battle_does_not_depend_on_process_or_hash_seed(hash_seed: str) -> None:
    here = [end_of(torture_setup(), TortureBook, seed) for seed in SEEDS]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [f"{session.digest} {session.state.digest()}" for session in here]


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
