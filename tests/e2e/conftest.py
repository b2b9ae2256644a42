"""A home folder that is thrown away, and a mouse at a fresh window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.e2e.mouse import Mouse


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def mouse(home: Path) -> Iterator[Mouse]:
    hand = Mouse()
    yield hand
    pygame.event.clear()
    hand.close()
