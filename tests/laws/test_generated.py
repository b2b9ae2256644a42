"""Generated files have no drift: what a generator writes today is what is committed.

A new generated file gets one line in GENERATED: its path, and the dotted function that returns its text.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from importlib import import_module
from typing import Any

import pytest

from tests.laws.source import ROOT

GENERATED: dict[str, str] = {
    "docs/rulings.md": "tests.laws.rulings:text",
    "scenarios/schema/army.json": "scenarios.schema.export:army_schema",
    "scenarios/schema/scenario.json": "scenarios.schema.export:scenario_schema",
    "scenarios/schema/scene.json": "scenarios.schema.export:scene_schema",
    "scenarios/schema/terrain.json": "scenarios.schema.export:terrain_schema",
}
"""Path from the root -> `module:function` that returns the text."""

PIN = re.compile(r"^([a-z0-9-]+)==([^ ;\\]+)(?: ; (.*?))? ?\\?$")


@pytest.mark.parametrize("path", GENERATED)
def test_a_generated_file_is_what_its_generator_writes(path: str) -> None:
    module, _, function = GENERATED[path].partition(":")
    assert (ROOT / path).read_text(encoding="utf-8") == getattr(import_module(module), function)()


def test_every_schema_in_the_assets_has_a_generator() -> None:
    schemas = {p.relative_to(ROOT).as_posix() for p in (ROOT / "assets").rglob("*.schema.json")}
    assert schemas == {path for path in GENERATED if path.endswith(".schema.json")}


def pinned() -> dict[tuple[str, str], set[str]]:
    """requirements.lock: (name, version) -> hashes."""
    found: dict[tuple[str, str], set[str]] = {}
    current: set[str] = set()
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if match := PIN.match(line):
            current = found.setdefault((match[1], match[2]), set())
        elif line.strip().startswith("--hash="):
            current.add(line.strip().removeprefix("--hash=").rstrip(" \\"))
        else:
            assert line.strip().startswith("#"), line
    return found


def locked() -> dict[tuple[str, str], set[str]]:
    """uv.lock: (name, version) -> hashes, the project itself left out."""
    packages: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    return {
        (p["name"], p["version"]): {f["hash"] for f in (*p.get("wheels", []), *([p["sdist"]] if "sdist" in p else []))}
        for p in packages
        if p["name"] != "sightline"
    }


def asked_for() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]


def test_every_requirement_is_pinned_with_hashes() -> None:
    hashes = pinned()
    names = {name for name, _ in hashes}
    wanted = {re.split(r"[^A-Za-z0-9-]", line)[0] for line in asked_for()}
    assert wanted <= names
    assert all(hashes.values())
    assert all(h.startswith("sha256:") and len(h) == 71 for found in hashes.values() for h in found)


def test_the_two_locks_hold_the_same_versions_and_hashes() -> None:
    assert pinned() == locked()


def test_the_lock_was_made_for_what_the_project_asks() -> None:
    packages: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    (project,) = (p for p in packages if p["name"] == "sightline")
    known = project["metadata"]["requires-dist"] + project["metadata"]["requires-dev"]["dev"]
    recorded = sorted(f"{p['name']}{p.get('specifier', '')}" for p in known)
    assert recorded == sorted(line.split(";")[0].strip() for line in asked_for())


@pytest.mark.skipif(shutil.which("uv") is None, reason="uv is not installed; the checks above hold without it")
def test_the_export_is_the_committed_file() -> None:
    command = ["uv", "export", "-q", "--frozen", "--no-emit-project", "--all-groups", "--format", "requirements.txt"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    if "command not found" in done.stderr:
        pytest.skip("the uv on PATH does not run")
    assert done.returncode == 0, done.stderr
    committed = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert without_comments(done.stdout) == without_comments(committed)


def without_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.lstrip().startswith("#")]
