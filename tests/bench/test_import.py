"""The budget of importing an army list."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scenarios.importing.importer import import_list
from tests.importing import lists
from tests.importing.forms import newrecruit, rosz


@pytest.mark.bench
@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("form", ["rosz", "json"])
def test_a_list_of_two_thousand_points(benchmark: BenchmarkFixture, tmp_path: Path, form: str) -> None:
    """Read and written as an army file: at most 0.3 s of one core."""
    path, out = tmp_path / f"list.{form}", tmp_path / "army.yaml"
    data = lists.two_thousand()
    path.write_bytes(rosz(data) if form == "rosz" else newrecruit(data))

    def run() -> float:
        found = import_list(path)
        found.write(out)
        return found.army.all_points

    assert benchmark(run) == 2000
    if benchmark.stats is not None:
        assert benchmark.stats.stats.min < 0.3
