"""What the card of a unit shows: plain words and rows that a book fills in, whatever they mean to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A characteristic as it is in force; `changed`: it is not what the datasheet has for a fresh model."""

    name: str
    value: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """The characteristics of models that are alike: how they are called, how many, and how they fare."""

    title: str
    cells: tuple[Cell, ...]
    count: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart; the `lit` one is in force."""

    title: str
    values: tuple[str, ...]
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A table below a line of characteristics; each row has a value for each head but the first."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon or a piece of wargear: its `values` below the heads of the card, or all that is `told` on one line."""

    name: str
    count: int = 1
    told: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skill:
    """Something with a text of its own: a special rule, a power. `by_hand`: the players apply it themselves."""

    key: str
    title: str
    text: str
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a unit. `worth` is what it counts for; `notes` are titles with what stands below them."""

    worth: str = ""
    lines: tuple[Line, ...] = ()
    charts: tuple[Chart, ...] = ()
    heads: tuple[str, ...] = ()
    arms: tuple[Arm, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    skills: tuple[Skill, ...] = ()
