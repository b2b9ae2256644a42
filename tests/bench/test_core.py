"""Budgets of the core, with two forces of sixty models and more."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.core import codec, journal
from engine.core.dice import Stream
from engine.core.record import Record, line_after
from engine.session import Session
from tests.laws.battery import played
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

SETUP = torture_setup(models=30, squads=2)
BOTH = ("blue", "red")


@pytest.fixture(scope="module")
def session() -> Session:
    """A battle well under way."""
    session = Session.begin(SETUP, 1, book=TortureBook())
    for number, _ in enumerate(played(session, 1)):
        if number == 60:
            break
    assert len(session.state.models) > 120
    return session


@pytest.fixture(scope="module")
def long_battle(session: Session, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of at least three thousand entries and ten thousand events."""
    path = tmp_path_factory.mktemp("long") / "long.battle"
    whole = Session.begin(SETUP, 2, book=TortureBook())
    for _ in played(whole, 2):
        pass
    old = whole._timeline.record
    record = Record(old.setup, old.version, old.dice_key, old.dice, old.start, old.opening)
    while len(record.lines) < 3_000 or sum(len(line.events) for line in record.lines) < 10_000:
        for line in old.lines:
            record.lines.append(line_after(record.digest, line.entry, line.events, line.quiet))
    journal.write(path, record)
    return path


@pytest.mark.bench
def test_copying_a_state(benchmark: BenchmarkFixture, session: Session) -> None:
    copy = benchmark(session.state.copy)
    assert copy.digest() == session.state.digest()


@pytest.mark.bench
def test_the_digest_of_a_state_at_a_quiet_point(benchmark: BenchmarkFixture, session: Session) -> None:
    assert benchmark(session.state.digest) == session.state.digest()


@pytest.mark.bench
def test_the_digest_of_a_state_never_seen_before(benchmark: BenchmarkFixture, session: Session) -> None:
    assert benchmark.pedantic(session.state.digest, setup=codec._TEXTS.clear, rounds=20) == session.state.digest()


@pytest.mark.bench
def test_an_answer_with_its_journal(benchmark: BenchmarkFixture, session: Session, tmp_path: Path) -> None:
    """The core's part of one answer: quiet points, digests, events and the file. (The rules' part here is small.)"""
    fork = session.fork()
    fork.keep_journal(tmp_path / "a.battle")
    stream = Stream("bench")

    def answer() -> None:
        if fork.pending is not None:
            fork.submit(fork.pending.suggest(stream))

    benchmark.pedantic(answer, rounds=80)
    assert fork.digest != session.digest


@pytest.mark.bench
def test_taking_back_and_giving_again(benchmark: BenchmarkFixture, session: Session) -> None:
    fork = session.fork()

    def back_and_forth() -> None:
        assert fork.undo(BOTH).accepted
        assert fork.redo().accepted

    benchmark(back_and_forth)
    assert fork.digest == session.digest


@pytest.mark.bench
def test_a_fork(benchmark: BenchmarkFixture, session: Session) -> None:
    assert benchmark(session.fork).digest == session.digest


@pytest.mark.bench
def test_a_checkpoint(benchmark: BenchmarkFixture, session: Session) -> None:
    data = benchmark(session.state.to_data)
    assert type(session.state).from_data(SETUP, session.state.lore, data).digest() == session.state.digest()


@pytest.mark.bench
def test_reading_a_long_battle(benchmark: BenchmarkFixture, long_battle: Path) -> None:
    record = benchmark.pedantic(journal.read, (long_battle,), rounds=5)
    assert len(record.lines) >= 3_000 and not record.lost


@pytest.mark.bench
def test_every_event_of_a_long_battle(benchmark: BenchmarkFixture, long_battle: Path) -> None:
    def read() -> int:
        return sum(len(line.events) for line in journal.read(long_battle).lines)

    assert benchmark.pedantic(read, rounds=3) > 10_000
