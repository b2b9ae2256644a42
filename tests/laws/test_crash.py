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
from scenarios.finding import bundled_scenarios
from scenarios.loader import load_scenario
from tests.laws.battery import played
from tests.laws.source import ROOT
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

KILLS = 100
AT_A_TIME = 25
NURSERY = """
import sys
from pathlib import Path
from tests.laws.test_crash import nursery
nursery(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
"""
NO_FORK = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this system cannot fork; test_resume.py cuts files instead"
)


def battle(which: str, seed: int) -> Session:
    """A new battle of the torture book, or of a bundled scenario."""
    if which == "torture":
        return Session.begin(torture_setup(), seed % 5, book=TortureBook())
    return Session.begin(load_scenario(next(p for p in bundled_scenarios("5e") if p.stem == which)), seed)


def nursery(folder: Path, which: str, first: int, count: int) -> None:
    """Let children play battles, each in a process of its own, and kill each a moment after so many entries."""
    rng = random.Random(first)
    for number in range(first, first + count):
        entries, moment = rng.randrange(120), rng.random() * 0.002
        child = os.fork()
        if child == 0:
            try:
                play(battle(which, number), folder / f"{number}.battle", number)
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


def play(session: Session, path: Path, seed: int) -> None:
    """Play a battle with a journal, telling in another file before every answer where it stands."""
    session.keep_journal(path)
    told = os.open(path.with_suffix(".told"), os.O_CREAT | os.O_WRONLY)
    for _ in played(session, seed):
        os.pwrite(told, f"{len(session.lines):6} {session.digest}".encode(), 0)


def resumed_after(folder: Path, number: int, which: str) -> Session:
    """The battle of a child that was killed, which lost no answer that was given before."""
    count, digest = (folder / f"{number}.told").read_text().split()
    resumed = Session.load(folder / f"{number}.battle", battle(which, number).book)
    assert resumed.lost in ("", "the last line was not written to its end and is left out")
    assert len(resumed.lines) >= int(count)
    assert not int(count) or resumed.lines[int(count) - 1].digest == digest
    return resumed


@pytest.mark.slow
@NO_FORK
def test_killed_at_a_hundred_moments_at_most_the_decision_in_hand_is_lost(tmp_path: Path) -> None:
    for first in range(0, KILLS, AT_A_TIME):
        told = [str(tmp_path), "torture", str(first), str(AT_A_TIME)]
        subprocess.run([sys.executable, "-c", NURSERY, *told], cwd=ROOT, check=True)
    unfinished = 0
    for number in range(KILLS):
        resumed = resumed_after(tmp_path, number, "torture")
        unfinished += resumed.state.outcome is None
        for _ in played(resumed, number):
            pass
        assert resumed.state.outcome is not None
    assert unfinished > KILLS * 9 // 10, "too few were killed in the middle of their battle"


@pytest.mark.slow
@NO_FORK
def test_a_battle_of_the_fifth_edition_survives_being_killed(tmp_path: Path, long_battery: bool) -> None:
    kills = KILLS if long_battery else 4
    told = [str(tmp_path), "patrol-500", "0", str(kills)]
    subprocess.run([sys.executable, "-c", NURSERY, *told], cwd=ROOT, check=True)
    resumed = [resumed_after(tmp_path, number, "patrol-500") for number in range(kills)]
    assert sum(session.state.outcome is None for session in resumed) > kills // 2
    for _ in played(resumed[-1], 1):
        pass
    assert resumed[-1].state.outcome is not None
