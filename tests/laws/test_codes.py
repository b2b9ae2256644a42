"""Refusals are data: a literal code that a search finds, and one sentence for it; and the size of a page of code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from engine import messages
from engine.books import EDITIONS, book_for
from tests.laws.source import Function, Source, dotted, functions, parse, shipped

CODE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
FILE_LINES = 400
FUNCTION_LINES = 40
LONG_FILES: set[str] = set()
"""Files that may pass the limit, each with its reason beside it. Better none."""
LONG_FUNCTIONS: set[str] = set()
"""`path:function` that may pass the limit, each with its reason beside it. Better none."""


def refusals(source: Source) -> Iterator[tuple[ast.Call, str | None]]:
    """Every `Refusal(...)` of a file with its code, None where the code is not literal."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] == "Refusal":
            given = [*node.args, *(k.value for k in node.keywords if k.arg == "code")]
            first = given[0] if given else None
            literal = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
            yield node, literal


def test_every_refusal_has_a_literal_dotted_code() -> None:
    wrong = [
        f"{source.at(call)} {ast.unparse(call)[:80]}"
        for source in shipped()
        for call, code in refusals(source)
        if code is None or not CODE.fullmatch(code)
    ]
    assert not wrong


@pytest.mark.parametrize("text", ["Refusal(code)", "Refusal(f'a.{b}')", "Refusal('a.' + b)", "Refusal('Plain words')"])
def test_the_gate_refuses_a_code_that_no_search_would_find(text: str) -> None:
    ((_, code),) = refusals(parse(text))
    assert code is None or not CODE.fullmatch(code)


def test_every_refusal_has_its_sentence() -> None:
    words = {edition: {**messages.CORE, **book_for(edition).words()} for edition in EDITIONS}
    shelf = {edition: type(book_for(edition)).__module__.rpartition(".")[0].replace(".", "/") for edition in EDITIONS}
    silent = []
    for source in shipped():
        own = [edition for edition in EDITIONS if source.path.startswith(f"{shelf[edition]}/")]
        for call, code in refusals(source):
            if code is not None and not any(code in words[edition] for edition in own or EDITIONS):
                silent.append(f"{source.at(call)} {code}")
    assert not silent


def lines_of(function: Function) -> int:
    """From `def` to the last line, the docstring left out."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        length -= (first.end_lineno or first.lineno) - first.lineno + 1
    return length


def test_no_file_is_longer_than_it_can_be_read_at_a_sitting() -> None:
    long = {s.path for s in shipped() if s.text.count("\n") >= FILE_LINES}
    assert long == LONG_FILES


def test_no_function_is_longer_than_a_screen() -> None:
    long = {
        f"{source.path}:{function.name}"
        for source in shipped()
        for function in functions(source.tree)
        if lines_of(function) >= FUNCTION_LINES
    }
    assert long == LONG_FUNCTIONS


def test_no_function_carries_more_rules_than_it_can_follow() -> None:
    crowded = [
        f"{source.at(function)} {function.name}"
        for source in shipped()
        for function in functions(source.tree)
        if sum(len(d.args) for d in function.decorator_list if isinstance(d, ast.Call) and dotted(d.func) == "rule") > 8
    ]
    assert not crowded
