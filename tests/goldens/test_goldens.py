"""Every bundled scenario has a playthrough, and it goes as it is written."""

from __future__ import annotations

import difflib

import pytest

from tests.goldens.playthrough import FOLDER, path_of, playthrough
from tests.goldens.regenerate import names


def test_every_scenario_has_a_playthrough_and_no_other_lies_about() -> None:
    assert sorted(names()) == sorted(f"{path.parent.name}/{path.stem}" for path in FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("scenario", names())
def test_the_playthrough_goes_as_it_is_written(scenario: str) -> None:
    written = path_of(scenario).read_text(encoding="utf-8")
    now = playthrough(scenario)
    changed = list(difflib.unified_diff(written.splitlines(), now.splitlines(), "written", "now", lineterm="", n=2))
    assert not changed, "\n".join(changed[:60]) + "\nsee python -m tests.goldens.regenerate"
