"""Writes docs/rulings.md: every unclear rule that has code, our reading of it, and the tests that lock it.

The questions and readings of the cards are below a marker line; what stands above it is written by hand and kept.
Run `python -m tests.laws.rulings` after a change.
"""

from __future__ import annotations

import yaml

from engine.books import EDITIONS
from tests.laws.source import ROOT, shipped, sources
from tests.laws.test_ledger import LOADER, cited_by, proven_by

PATH = ROOT / "docs/rulings.md"
MARKER = "<!-- below this line: written by `python -m tests.laws.rulings` -->"


def tests_of() -> dict[str, list[str]]:
    """Rule id -> the tests marked with it, as `path::name`."""
    found: dict[str, list[str]] = {}
    for source in sources("tests"):
        for rule_id, test in proven_by(source):
            found.setdefault(rule_id, []).append(f"{source.path}::{test.name}")
    return found


def text() -> str:
    """The whole of docs/rulings.md."""
    above = PATH.read_text(encoding="utf-8").split(MARKER)[0] if PATH.exists() else "# Rulings\n\n"
    coded = {rule_id for source in shipped() for rule_id, _ in cited_by(source)}
    tests = tests_of()
    lines = [above.rstrip(), "", MARKER, ""]
    for edition in EDITIONS:
        data = yaml.load((ROOT / f"assets/rules/{edition}.yaml").read_text(encoding="utf-8"), LOADER)
        for entry in data["rules"]:
            if "ambiguity" not in entry or entry["id"] not in coded:
                continue
            lines += [f"### {entry['id']}", "", " ".join(entry["ambiguity"].split()), ""]
            lines += [f"Locked by `{name}`." for name in sorted(set(tests.get(entry["id"], [])))]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
