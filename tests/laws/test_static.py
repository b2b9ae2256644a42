"""The static tools, so that one command is the whole gate."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.laws.source import ROOT

LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
TOOLS = {
    "ruff": ["-m", "ruff", "check", "--no-cache", "."],
    "ruff-format": ["-m", "ruff", "format", "--check", "--no-cache", "."],
    "import-linter": ["-c", LINT_IMPORTS],
    "mypy": ["-m", "mypy"],
    "mypy-play": ["-m", "mypy", "--strict", "play.py"],
}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_tools_find_nothing(tool: str) -> None:
    done = subprocess.run([sys.executable, *TOOLS[tool]], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"
