"""What every test stands on: no display, no sound, repeatable examples, and how deep the long batteries go."""

from __future__ import annotations

import os

for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
    os.environ.setdefault(name, "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "sightline",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sightline")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long batteries to their full depth")


@pytest.fixture(scope="session")
def long_battery(request: pytest.FixtureRequest) -> bool:
    """Whether the slow tests may take minutes; by default they look at a bounded sample."""
    return bool(request.config.getoption("--long"))
