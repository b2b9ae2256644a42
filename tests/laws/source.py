"""The project's own source, parsed, for the gates that read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("battlefield", "engine", "render", "scenarios")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One file: its path from the root, its text and its tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def at(self, node: ast.AST) -> str:
        """`path:line` of a node, as editors open it."""
        return f"{self.path}:{getattr(node, 'lineno', 1)}"


@lru_cache(maxsize=1)
def _everything() -> tuple[Source, ...]:
    found = [ROOT / "play.py"]
    for package in (*PACKAGES, "tests"):
        found += sorted((ROOT / package).rglob("*.py"))
    return tuple(parse(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()) for path in found)


def parse(text: str, path: str = "engine/example.py") -> Source:
    """Source from text, for a gate's own examples."""
    return Source(path, text, ast.parse(text, path))


def sources(*folders: str) -> tuple[Source, ...]:
    """The files under the folders, in order of path: `sources("engine", "battlefield/sight")`."""
    return tuple(s for s in _everything() if any(s.path == f or s.path.startswith(f"{f}/") for f in folders))


def shipped() -> tuple[Source, ...]:
    """Everything but the tests."""
    return sources("play.py", *PACKAGES)


def dotted(node: ast.AST) -> str:
    """`a.b.c` of a name or an attribute, empty for anything else at its root."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def functions(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body without those of functions inside it."""
    queue: list[ast.AST] = list(function.body)
    while queue:
        node = queue.pop()
        yield node
        if not isinstance(node, (*Function.__args__, ast.Lambda, ast.ClassDef)):
            queue.extend(ast.iter_child_nodes(node))


def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def literal_ids(call: ast.Call) -> list[str]:
    return [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
