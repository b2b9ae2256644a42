"""Battles saved by the program as it was before it knew a second edition are opened and played on."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from engine.core import journal
from engine.session import Session
from tests.laws.battery import played

SAVES = Path(__file__).parent / "old"
OLD = {"patrol-500": (219, "6e93147d9fa6da04", "move.models")}
"""Entries, digest of them all, and what is asked next: as the program that saved them wrote it."""


@pytest.fixture(params=OLD)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An old battle file, unpacked."""
    path = tmp_path / f"{request.param}.battle"
    path.write_bytes(gzip.decompress((SAVES / f"{path.name}.gz").read_bytes()))
    return path


@pytest.mark.parametrize("whole", [False, True], ids=["from its checkpoint", "from the beginning"])
def test_an_old_save_is_opened_with_nothing_lost(old: Path, whole: bool) -> None:
    session = Session.load(old, whole=whole)
    assert session.pending is not None and session.lost == ""
    assert (len(session.lines), session.digest, session.pending.topic) == OLD[old.stem]
    assert session.state.notes == ("Cocked die.",) and session.times_taken_back == 1


def test_an_old_save_is_taken_back_given_again_saved_and_played_to_its_end(old: Path, tmp_path: Path) -> None:
    session = Session.load(old)
    before = session.digest
    for _ in range(4):
        assert session.undo(session.state.sides).accepted
    for _ in range(4):
        assert session.redo().accepted
    assert session.digest == before
    session.save(tmp_path / "again.battle")
    assert journal.read(tmp_path / "again.battle").digest == before
    for _ in played(session, 1):
        pass
    assert session.state.outcome is not None
