"""What is wrong with a file, said so that its author can mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong: the file, the line (from 1; 0 for the file as a whole), what is wrong and how to mend it."""

    path: str
    line: int
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.message}; {self.remedy}" if self.remedy else f"{where}: {self.message}"


class ScenarioError(ValueError):
    """A file cannot be used; `problems` has every reason, in order of lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Report:
    """Problems of one file as they are found. With `lenient`, what is only in doubt is noted apart, as no problem."""

    def __init__(self, path: Path | str, lenient: bool = False) -> None:
        self.path = str(path)
        self.lenient = lenient
        self.problems: list[Problem] = []
        self.doubts: list[Problem] = []

    def add(self, line: int, message: str, remedy: str = "") -> None:
        """Note a problem of this file."""
        self.problems.append(Problem(self.path, line, message, remedy))

    def doubt(self, line: int, message: str, done: str, remedy: str) -> None:
        """Note something that can hardly be meant, and what was made of it."""
        if self.lenient:
            self.doubts.append(Problem(self.path, line, message, done))
        else:
            self.add(line, message, f"{remedy} (for `los` {done})")

    def __bool__(self) -> bool:
        return bool(self.problems)

    def settle(self) -> None:
        """Raise ScenarioError when anything was noted."""
        if self.problems:
            raise ScenarioError(self.problems)


def meant(word: object, known: Iterable[str]) -> str:
    """A remedy for an unknown word: the nearest known one, or all of them when they are few.

    >>> meant("hil", ["hill", "wood"])
    'did you mean hill?'
    >>> meant("sea", ["hill", "wood"])
    'use one of hill, wood'
    """
    words = sorted(set(known))
    close = difflib.get_close_matches(str(word)[:80].lower(), words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    if not words:
        return "leave it out"
    shown = ", ".join(words[:12])
    return f"use one of {shown}" if len(words) <= 12 else f"use one of {shown}, ... ({len(words)} in all)"


def shown(value: object, most: int = 40) -> str:
    """A value as it is quoted in a message: short, on one line, in printable characters."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return "that value"
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= most else text[: most - 3] + "..."
