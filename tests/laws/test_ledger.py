"""The rule ledger: every id cited is a card, every rule with code has a test that can fail, and the reverse."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

import pytest
import yaml

from tests.laws.source import ROOT, Function, Source, dotted, literal_ids, parse, shipped, sources

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@lru_cache(maxsize=1)
def cards() -> dict[str, str]:
    """Every rule id of the cards with its words."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "assets/rules").glob("*.yaml")):
        data = yaml.load(path.read_text(encoding="utf-8"), LOADER)
        for entry in data["rules"]:
            assert entry["id"] not in found, f"{path.name}: {entry['id']} twice"
            assert entry["id"].startswith(f"{data['edition']}.") and entry["rule"].strip()
            found[entry["id"]] = entry["rule"]
    return found


def cited_by(source: Source) -> Iterator[tuple[str, ast.AST]]:
    """The ids in `@rule(...)` and `rule("id", DATA)`."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] == "rule":
            yield from ((rule_id, node) for rule_id in literal_ids(node))


def variable_ids(source: Source) -> Iterator[str]:
    """`@rule(...)` whose id is not literal, which no search would find."""
    for node in ast.walk(source.tree):
        for decorator in getattr(node, "decorator_list", []):
            named = isinstance(decorator, ast.Call) and dotted(decorator.func).split(".")[-1] == "rule"
            if named and (len(literal_ids(decorator)) != len(decorator.args) or not decorator.args):
                yield f"{source.at(decorator)} {ast.unparse(decorator)}"


def mark_calls(node: ast.AST) -> Iterator[ast.Call]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and dotted(call.func).endswith("mark.rule"):
            yield call


def proven_by(source: Source) -> Iterator[tuple[str, Function]]:
    """The ids marked on each test: its own marks, those of its parameters, of its class and of its file."""
    assigned = [n for n in source.tree.body if isinstance(n, ast.Assign) and dotted(n.targets[0]) == "pytestmark"]
    of_file = [i for n in assigned for call in mark_calls(n.value) for i in literal_ids(call)]
    classes: list[ast.Module | ast.ClassDef] = [n for n in source.tree.body if isinstance(n, ast.ClassDef)]
    for cls in (source.tree, *classes):
        outer = [i for d in getattr(cls, "decorator_list", []) for call in mark_calls(d) for i in literal_ids(call)]
        for test in cls.body:
            if isinstance(test, Function) and test.name.startswith("test"):
                own = [i for d in test.decorator_list for call in mark_calls(d) for i in literal_ids(call)]
                yield from ((rule_id, test) for rule_id in (*of_file, *outer, *own))


def can_fail(test: Function) -> bool:
    """Whether a test asserts, expects an error, or calls a helper that does; skipped tests cannot fail."""
    if any(dotted(d.func if isinstance(d, ast.Call) else d).endswith(("skip", "xfail")) for d in test.decorator_list):
        return False
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and dotted(node.func).split(".")[-1].startswith(("raises", "assert_", "expect_")):
            return True
    return False


def all_coded() -> dict[str, str]:
    return {rule_id: source.at(node) for source in shipped() for rule_id, node in cited_by(source)}


def all_tested() -> dict[str, str]:
    return {
        rule_id: f"{source.at(test)} {test.name}"
        for source in sources("tests")
        for rule_id, test in proven_by(source)
        if can_fail(test)
    }


def test_every_card_is_well_formed() -> None:
    assert len(cards()) > 1000


def test_every_id_cited_is_a_rule_of_the_cards() -> None:
    cited = {**all_coded(), **{i: s.at(t) for s in sources("tests") for i, t in proven_by(s)}}
    assert not {rule_id: place for rule_id, place in cited.items() if rule_id not in cards()}


def test_every_id_in_code_is_literal() -> None:
    assert not [line for source in shipped() for line in variable_ids(source)]


def test_every_rule_with_code_has_a_test_that_can_fail() -> None:
    proven = all_tested()
    assert not {rule_id: place for rule_id, place in all_coded().items() if rule_id not in proven}


def test_every_rule_with_a_test_has_code() -> None:
    written = all_coded()
    assert not {rule_id: place for rule_id, place in all_tested().items() if rule_id not in written}


def test_every_marked_test_can_fail() -> None:
    assert not [s.at(test) for s in sources("tests") for _, test in proven_by(s) if not can_fail(test)]


@pytest.mark.parametrize(
    ("body", "proves"),
    [
        ("assert x == 1", True),
        ("pass", False),
        ("x = 1", False),
        ("expect_hit(x)", True),
        ("pytest.raises(E, f)", True),
    ],
)
def test_a_test_without_a_way_to_fail_proves_no_rule(body: str, proves: bool) -> None:
    source = parse(f'@pytest.mark.rule("5e.a.b")\ndef test_a(x):\n    {body}\n', "tests/example.py")
    ((rule_id, test),) = proven_by(source)
    assert rule_id == "5e.a.b"
    assert can_fail(test) is proves
