"""A procedure that is called but not run does nothing, silently: this gate finds the forgotten `yield from`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.laws.source import Function, Source, dotted, functions, own_nodes, parents, parse, sources

PROCEDURE = {"Procedure", "Generator"}
ITERATOR = {"Iterator", "Iterable"}
TRANSPARENT = (ast.IfExp, ast.BoolOp, ast.NamedExpr, ast.Lambda)
"""Expressions that hand on the procedure they hold to whatever stands around them."""


def named(annotation: ast.AST | None) -> str:
    """The outermost name of an annotation: `Procedure` for `Procedure[int]` and for its quoted form."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return dotted(base).split(".")[-1] if base is not None else ""


def makes_procedures(annotation: ast.AST | None) -> bool:
    """Whether a field or parameter holds a `Callable[..., Procedure[...]]`."""
    if annotation is None or named(annotation) != "Callable" or not isinstance(annotation, ast.Subscript):
        return False
    inner = annotation.slice
    return isinstance(inner, ast.Tuple) and named(inner.elts[-1]) in PROCEDURE


def is_procedure(function: Function) -> bool:
    return named(function.returns) in PROCEDURE and not any(
        dotted(d).endswith("contextmanager") for d in function.decorator_list
    )


def yields(function: Function) -> bool:
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(function))


@dataclass
class Names:
    """What is known of the engine's names: procedures, runners that take one, methods and fields that give one."""

    procedures: set[str] = field(default_factory=set)
    runners: set[str] = field(default_factory=set)
    methods: dict[str, set[bool]] = field(default_factory=dict)
    """Attribute name -> whether it gives a procedure, over all classes; only a clear True counts."""

    def learn(self, source: Source) -> None:
        inside = {f for c in ast.walk(source.tree) if isinstance(c, ast.ClassDef) for f in c.body}
        for function in functions(source.tree):
            home = f"{source.module}.{function.name}"
            if function in inside:
                self.methods.setdefault(function.name, set()).add(is_procedure(function))
            elif is_procedure(function):
                self.procedures.add(home)
            takes = [a.annotation for a in (*function.args.args, *function.args.kwonlyargs)]
            if any(named(a) in PROCEDURE for a in takes):
                self.runners.add(function.name)
        for node in inside:
            if isinstance(node, ast.AnnAssign):
                self.methods.setdefault(dotted(node.target), set()).add(makes_procedures(node.annotation))

    def gives_procedure(self, call: ast.Call, imported: dict[str, str], local: set[str]) -> bool:
        name = dotted(call.func)
        if isinstance(call.func, ast.Name):
            return name in local or imported.get(name, "") in self.procedures
        if isinstance(call.func, ast.Attribute):
            root, _, rest = name.partition(".")
            if f"{imported.get(root, root)}.{rest}" in self.procedures:
                return True
            return self.methods.get(call.func.attr) == {True}
        return False


def imported_names(source: Source) -> dict[str, str]:
    found = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.update({a.asname or a.name: f"{node.module}.{a.name}" for a in node.names})
        elif isinstance(node, ast.Import):
            found.update({a.asname: a.name for a in node.names if a.asname})
    return found


def local_procedures(source: Source) -> set[str]:
    """Names of this file that give procedures: its functions, and parameters that hold one's maker."""
    found = set()
    inside = {f for c in ast.walk(source.tree) if isinstance(c, ast.ClassDef) for f in c.body}
    for function in functions(source.tree):
        if is_procedure(function) and function not in inside:
            found.add(function.name)
        found |= {a.arg for a in function.args.args if makes_procedures(a.annotation)}
    return found


def is_run(call: ast.Call, above: dict[ast.AST, ast.AST], runners: set[str]) -> bool:
    """Whether the procedure is run, handed back, or handed to something that runs procedures."""
    node: ast.AST = call
    while isinstance(above.get(node), TRANSPARENT):
        node = above[node]
    holder = above.get(node)
    if isinstance(holder, (ast.keyword, ast.Starred)):
        holder = above.get(holder)
    if isinstance(holder, ast.Call):
        return dotted(holder.func).split(".")[-1] in runners
    return isinstance(holder, (ast.YieldFrom, ast.Return))


def forgotten(source: Source, names: Names) -> Iterator[str]:
    above, imported, local = parents(source.tree), imported_names(source), local_procedures(source)
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call) or not names.gives_procedure(node, imported, local):
            continue
        if not is_run(node, above, names.runners) and not kept_by_the_runner(source, node, above):
            yield f"{source.at(node)} {ast.unparse(node)[:80]}"


def kept_by_the_runner(source: Source, call: ast.Call, above: dict[ast.AST, ast.AST]) -> bool:
    """core/runner.py keeps the one procedure that is under way, to send it the answers."""
    return source.path == "engine/core/runner.py" and isinstance(above.get(call), (ast.Assign, ast.AnnAssign))


def learn(files: tuple[Source, ...]) -> Names:
    names = Names()
    for source in files:
        names.learn(source)
    return names


def test_every_procedure_called_is_run() -> None:
    files = sources("engine")
    names = learn(files)
    assert names.procedures, "the gate knows no procedure"
    assert not [line for source in files for line in forgotten(source, names)]


def test_every_generator_of_the_engine_says_what_it_is() -> None:
    wrong = [
        f"{source.at(function)} {function.name}"
        for source in sources("engine")
        for function in functions(source.tree)
        if yields(function) and named(function.returns) not in PROCEDURE | ITERATOR
    ]
    assert not wrong


EXAMPLE = """
def ask(b) -> Procedure[int]:
    yield 1

def within(b, inner: Procedure[int]) -> Procedure[int]:
    return (yield from inner)

class Row:
    act: Callable[[Battle], Procedure[None]]

    def fight(self) -> Procedure[None]:
        yield

def shoot(b, row: Row, then: Callable[[Battle], Procedure[None]]) -> Procedure[None]:
    {line}
    yield
"""


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("ask(b)", True),
        ("x = ask(b)", True),
        ("row.act(b)", True),
        ("row.fight()", True),
        ("then(b)", True),
        ("print(ask(b))", True),
        ("for x in ask(b): pass", True),
        ("x = yield from ask(b)", False),
        ("x = yield from (ask(b) if b else row.act(b))", False),
        ("x = yield from within(b, ask(b))", False),
        ("within(b, ask(b))", True),
        ("return ask(b)", False),
        ("later = lambda: ask(b)", True),
        ("yield from within(b, inner=ask(b))", False),
    ],
)
def test_the_gate_sees_a_procedure_that_nobody_runs(line: str, caught: bool) -> None:
    source = parse(EXAMPLE.format(line=line))
    assert bool(list(forgotten(source, learn((source,))))) == caught
