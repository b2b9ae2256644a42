"""Killed at a hundred random moments of a battle, the program loses at most the decision in hand."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from engine.session import Session
from tests.laws.battery import played
from tests.laws.source import ROOT
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

KILLS = 100
AT_A_TIME = 25
NURSERY = f"""
import sys
from pathlib import Path
from tests.laws.test_crash import nursery
nursery(Path(sys.argv[1]), int(sys.argv[2]), {AT_A_TIME})
"""


def nursery(folder: Path, first: int, count: int) -> None:
    """Let children play battles, each in a process of its own, and kill each a moment after so many entries."""
    rng = random.Random(first)
    for number in range(first, first + count):
        entries, moment = rng.randrange(120), rng.random() * 0.002
        child = os.fork()
        if child == 0:
            try:
                play(folder / f"{number}.battle", number)
            finally:
                os._exit(0)
        while entries_told(folder / f"{number}.told") < entries and not os.waitpid(child, os.WNOHANG)[0]:
            time.sleep(0.0002)
        time.sleep(moment)
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def entries_told(path: Path) -> int:
    """After how many entries a child said that it stands, -1 while it has said nothing."""
    text = path.read_text() if path.exists() else ""
    return int(text.split()[0]) if text else -1


def play(path: Path, seed: int) -> None:
    """Play a battle with a journal, telling in another file before every answer where it stands."""
    session = Session.begin(torture_setup(), seed % 5, book=TortureBook())
    told = os.open(path.with_suffix(".told"), os.O_CREAT | os.O_WRONLY)
    session.keep_journal(path)
    for _ in played(session, seed):
        os.pwrite(told, f"{len(session.lines):6} {session.digest}".encode(), 0)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork; test_resume.py cuts files instead")
def test_killed_at_a_hundred_moments_at_most_the_decision_in_hand_is_lost(tmp_path: Path) -> None:
    for first in range(0, KILLS, AT_A_TIME):
        subprocess.run([sys.executable, "-c", NURSERY, str(tmp_path), str(first)], cwd=ROOT, check=True)
    unfinished = 0
    for number in range(KILLS):
        count, digest = (tmp_path / f"{number}.told").read_text().split()
        resumed = Session.load(tmp_path / f"{number}.battle", TortureBook())
        assert resumed.lost in ("", "the last line was not written to its end and is left out")
        assert len(resumed.lines) >= int(count)
        assert not int(count) or resumed.lines[int(count) - 1].digest == digest
        unfinished += resumed.state.outcome is None
        for _ in played(resumed, number):
            pass
        assert resumed.state.outcome is not None
    assert unfinished > KILLS * 9 // 10, "too few were killed in the middle of their battle"
