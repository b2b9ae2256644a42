"""Arrows, clocks and dice: who may import what, and what a decision may rest on."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.laws.source import ROOT, Source, dotted, functions, own_nodes, parse, shipped, sources

THIRD_PARTY = {
    "battlefield": {"numba", "numpy", "platformdirs", "rtree", "shapely"},
    "engine": {"numpy", "shapely"},
    "scenarios": {"platformdirs", "pydantic", "pydantic_core", "shapely", "yaml"},
    "render": {"PIL", "numpy", "platformdirs", "pygame", "pydantic", "shapely", "yaml"},
}
CLOCKS_AND_DICE = {"datetime", "random", "secrets", "time", "uuid"}
EDITIONS = {"5e", "8e", "11e", "fifth", "eighth", "eleventh"}
MAY_NAME_EDITIONS = ("engine/books.py", "scenarios/schema")
UNORDERED = {"sorted", "set", "frozenset", "any", "all", "len", "min", "max", "sum"}
ORDERED = {"list", "tuple", "iter", "enumerate", "map", "filter", "zip", "reversed", "join", "dict", "fromkeys"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference", "copy"}


def imports(source: Source) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node, node.module or ""


@pytest.mark.parametrize("package", THIRD_PARTY)
def test_each_layer_imports_only_its_own_libraries(package: str) -> None:
    house = {*THIRD_PARTY, *sys.stdlib_module_names}
    wrong = [
        f"{source.at(node)} {name}"
        for source in sources(package)
        for node, name in imports(source)
        if name.split(".")[0] not in house | THIRD_PARTY[package]
    ]
    assert not wrong


def test_only_books_imports_a_book() -> None:
    books = ("engine.fifth", "engine.eighth", "engine.eleventh")
    wrong = [
        f"{source.at(node)} {name}"
        for source in shipped()
        for node, name in imports(source)
        if name.startswith(books) and not source.module.startswith(books) and source.path != "engine/books.py"
    ]
    assert not wrong


def test_no_clock_and_no_foreign_dice_in_engine_or_battlefield() -> None:
    wrong = [
        f"{source.at(node)} {name}"
        for source in sources("engine", "battlefield")
        for node, name in imports(source)
        if name.split(".")[0] in CLOCKS_AND_DICE or name.startswith("numpy.random")
    ]
    wrong += [
        f"{source.at(node)} {dotted(node)}"
        for source in sources("engine", "battlefield")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and dotted(node) in ("np.random", "numpy.random", "os.urandom")
    ]
    assert not wrong


def edition_comparisons(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Compare, ast.MatchValue)):
            named = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        elif isinstance(node, ast.Call) and dotted(node.func).endswith(("startswith", "removeprefix")):
            named = {word.rstrip(".") for word in literal_words(node)}
        else:
            continue
        if named & EDITIONS:
            yield f"{source.at(node)} {ast.unparse(node)}"


def literal_words(call: ast.Call) -> list[str]:
    return [n.value for a in call.args for n in ast.walk(a) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def test_nothing_outside_the_books_asks_which_edition_it_is() -> None:
    files = [s for s in shipped() if not s.path.startswith(MAY_NAME_EDITIONS)]
    assert not [line for source in files for line in edition_comparisons(source)]


def test_the_edition_gate_sees_every_way_of_asking() -> None:
    ways = ["x == '5e'", "if e in ('8e', '11e'): pass", "match e:\n case 'fifth': pass", "r.startswith('5e.')"]
    assert [len(list(edition_comparisons(parse(way)))) for way in ways] == [1, 1, 1, 1]
    assert not list(edition_comparisons(parse("x = {'5e': 1}[e]")))


def is_set_annotation(node: ast.AST | None) -> bool:
    base = node.value if isinstance(node, ast.Subscript) else node
    return base is not None and dotted(base).split(".")[-1] in ("set", "frozenset", "Set", "AbstractSet", "FrozenSet")


def set_fields(files: tuple[Source, ...]) -> set[str]:
    """Attributes that some class declares as a set, and none as anything else."""
    kinds: dict[str, set[bool]] = {}
    for source in files:
        for cls in (n for n in ast.walk(source.tree) if isinstance(n, ast.ClassDef)):
            for item in cls.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                    kinds.setdefault(item.target.id, set()).add(is_set_annotation(item.annotation))
    return {name for name, answers in kinds.items() if answers == {True}}


class SetIteration:
    """Finds places in one function where the order of a set becomes the order of something."""

    def __init__(self, source: Source, scope: ast.AST, nodes: list[ast.AST], fields: set[str]) -> None:
        self.source, self.nodes, self.fields = source, nodes, fields
        self.names: set[str] = set()
        for arg in getattr(getattr(scope, "args", None), "args", []):
            if is_set_annotation(arg.annotation):
                self.names.add(arg.arg)
        for node in nodes:
            if isinstance(node, ast.Assign) and self.is_set(node.value):
                self.names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
            if isinstance(node, ast.AnnAssign) and is_set_annotation(node.annotation):
                self.names.add(dotted(node.target))

    def is_set(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Attribute):
            return node.attr in self.fields
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)):
            return self.is_set(node.left) or self.is_set(node.right)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in SET_METHODS:
                return self.is_set(node.func.value)
            return dotted(node.func) in ("set", "frozenset")
        return False

    def found(self) -> Iterator[str]:
        harmless = {
            id(arg)
            for node in self.nodes
            if isinstance(node, ast.Call) and dotted(node.func) in UNORDERED and not node.keywords
            for arg in node.args
        }
        for node in self.nodes:
            if self.orders(node, harmless):
                yield f"{self.source.at(node)} {ast.unparse(node)[:80]}"

    def orders(self, node: ast.AST, harmless: set[int]) -> bool:
        if isinstance(node, ast.For):
            return self.is_set(node.iter)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)):
            return id(node) not in harmless and any(self.is_set(g.iter) for g in node.generators)
        if isinstance(node, ast.Starred):
            return self.is_set(node.value) and id(node) not in harmless
        if isinstance(node, ast.Call):
            name = dotted(node.func).split(".")[-1] or getattr(node.func, "attr", "")
            if name == "pop" and isinstance(node.func, ast.Attribute) and not node.args:
                return self.is_set(node.func.value)
            choosy = name in ("min", "max") and bool(node.keywords)
            return (name in ORDERED or choosy) and any(self.is_set(a) for a in node.args)
        return False


def set_iterations(source: Source, fields: set[str]) -> Iterator[str]:
    for function in functions(source.tree):
        yield from SetIteration(source, function, list(own_nodes(function)), fields).found()


def test_the_order_of_a_set_decides_nothing() -> None:
    files = sources("engine", "battlefield")
    fields = set_fields(files)
    assert not [line for source in files for line in set_iterations(source, fields)]


@pytest.mark.parametrize(
    ("body", "caught"),
    [
        ("for x in {1, 2}: pass", True),
        ("s = set(a)\n return [x for x in s]", True),
        ("return tuple(a | frozenset(b))", True),
        ("return max(set(a), key=len)", True),
        ("return set(a).pop()", True),
        ("return sorted(x for x in set(a))", False),
        ("return any(x for x in set(a))", False),
        ("return {x for x in set(a)}", False),
        ("return 1 in set(a)", False),
    ],
)
def test_the_set_gate_tells_order_from_membership(body: str, caught: bool) -> None:
    assert bool(list(set_iterations(parse(f"def f(a, b):\n {body}"), set()))) == caught


def test_sight_decides_with_plain_arithmetic() -> None:
    banned = {"hypot", "pow", "fsum", "dist", "sum"}
    wrong = []
    for source in sources("battlefield/sight"):
        for node in ast.walk(source.tree):
            power = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Pow)
            named = isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] in banned
            if power or named:
                wrong.append(f"{source.at(node)} {ast.unparse(node)[:80]}")
    assert not wrong


def test_no_decision_rests_on_the_seed_of_hash() -> None:
    wrong = []
    for source in sources("engine", "battlefield"):
        for function in functions(source.tree):
            if function.name == "__hash__":
                continue
            for node in own_nodes(function):
                if isinstance(node, ast.Call) and dotted(node.func) == "hash":
                    wrong.append(f"{source.at(node)} {ast.unparse(node)}")
    assert not wrong


def test_the_gates_read_the_whole_house() -> None:
    read = {s.path for s in shipped()}
    on_disc = {p.relative_to(ROOT).as_posix() for package in THIRD_PARTY for p in Path(ROOT, package).rglob("*.py")}
    assert on_disc <= read
