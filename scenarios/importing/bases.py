"""What models stand on and how tall they are, which no list says: by name from a table, else assumed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from scenarios.finding import ASSETS
from scenarios.reading import read

TABLE = ASSETS / "bases.yaml"

Data = dict[str, Any]
Words = tuple[str, ...]

USUAL: Data = {"round": 32}
_BY_KEYWORD = (("vehicle", {"round": 60}), ("monster", {"round": 60}), ("titanic", {"oval": [170, 109]}),
               ("biker", {"oval": [75, 42]}), ("cavalry", {"oval": [75, 42]}))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Body:
    """A base, with the height of the model and of its eye in inches; whether the base is `known` or assumed."""

    base: Data
    height: float
    eye: float
    known: bool

    def assumed(self) -> str:
        """A base that is not known, in words: `assumed 32 mm`, `assumed 75 x 42 mm`."""
        size = next(iter(self.base.values()))
        return f"assumed {size} mm" if not isinstance(size, list) else f"assumed {size[0]} x {size[1]} mm"


@cache
def _table() -> tuple[dict[Words, Data], list[Data]]:
    """Lines with a base by the words of a name, and heights by the size of the base."""
    data = read(TABLE).data
    bases = {words_of(name): entry for entry in data["bases"] for name in entry["names"]}
    return bases, data["heights"]


@cache
def words_of(name: str) -> Words:
    """The words of a name in small letters, each without a plural s.

    >>> words_of("Assault Marines (Jump Packs)")
    ('assault', 'marine', 'jump', 'pack')
    """
    words = re.findall(r"[^\W_]+", name.casefold().replace("'", ""))
    return tuple(w[:-1] if w.endswith("s") and len(w) > 3 and not w.endswith("ss") else w for w in words)


def body_of(names: Iterable[str], keywords: Iterable[str]) -> Body:
    """What the first of some names that is known stands on; when none is, what its keywords make likely."""
    found = next((line for name in names if (line := _known(words_of(name))) is not None), None)
    base = _likely(keywords) if found is None else found["base"]
    line = found if found is not None and "height" in found else _height(base)
    return Body(base, line["height"], line["eye"], found is not None)


def _known(words: Words) -> Data | None:
    bases, _ = _table()
    for size in range(min(len(words), 4), 0, -1):
        for begin in range(len(words) - size, -1, -1):
            if (line := bases.get(words[begin : begin + size])) is not None:
                return line
    return None


def _likely(keywords: Iterable[str]) -> Data:
    small = {word.casefold() for word in keywords}
    return next((base for word, base in _BY_KEYWORD if word in small), USUAL)


def _height(base: Data) -> Data:
    size = next(iter(base.values()))
    largest = max(size) if isinstance(size, list) else size
    lines = _table()[1]
    return next((line for line in lines if largest <= line["upto"]), lines[-1])
