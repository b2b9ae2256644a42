"""Which kernels may be called from where."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import battlefield

ROOT = Path(battlefield.__file__).parent.parent
KERNEL_ONLY, KERNELS = {"compiled", "inlined"}, {"compiled", "inlined", "entry"}


def test_kernels_without_an_entry_are_called_by_kernels_alone() -> None:
    """To call one from Python ends the process without a word."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("battlefield/sight/*.py"))}
    known = {path: known_kernels(tree) for path, tree in trees.items()}
    assert len({name for names in known.values() for name in names}) > 100
    wrong = [
        f"{path.name}:{name.lineno} {name.id}"
        for path, tree in trees.items()
        for name in names_outside_kernels(tree)
        if name.id in known[path]
    ]
    assert wrong == []


def test_no_other_package_and_no_test_asks_for_a_kernel_without_an_entry() -> None:
    for folder in ("battlefield", "engine", "render", "tests"):
        for path in ROOT.glob(f"{folder}/**/*.py"):
            if path.parent == ROOT / "battlefield" / "sight":
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("battlefield.sight."):
                    assert not {alias.name for alias in node.names} & kernels_of(str(node.module)), path


def decorated(node: ast.AST, names: set[str]) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id in names for mark in node.decorator_list
    )


def known_kernels(tree: ast.Module) -> set[str]:
    """The kernels without an entry by the names a module knows them by: its own, and those it imports."""
    known = {node.name for node in tree.body if decorated(node, KERNEL_ONLY)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("battlefield.sight."):
            known |= {alias.name for alias in node.names} & kernels_of(str(node.module))
    return known


def kernels_of(module: str) -> set[str]:
    path = ROOT / (module.replace(".", "/") + ".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if decorated(node, KERNEL_ONLY)}


def names_outside_kernels(node: ast.AST) -> Iterator[ast.Name]:
    """Names that are read in what Python runs."""
    for child in ast.iter_child_nodes(node):
        if decorated(child, KERNELS):
            continue
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            yield child
        yield from names_outside_kernels(child)
