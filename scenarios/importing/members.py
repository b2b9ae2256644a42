"""Who is in a unit: which of the selections below it are models, and which stat line is whose.

A selection's kind (unit, model, upgrade) is a hint only: whole units are written as upgrades, weapons as units, and
models as upgrades. What counts is where the stat lines are and whose names they bear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scenarios.importing.editions import Edition, Table, table_of
from scenarios.importing.tree import Profile, Selection

_TIMES = re.compile(r"([0-9]{1,2})\s?[x×]\s+(?=\S)", re.I)
_NUMBER_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_WITH = re.compile(r"(s|es)?(\s*$|\s*[\(\[,:&/+-]|\s+(w/|w\.|with\b|and\b|[0-9]+\s*$))", re.I)
_RANKS = re.compile(
    r"\s+(sergeant|leader|champion|boss|nob|superior|prime|alpha|exarch|captain|corporal|pack|squad|gunner|veteran)\b",
    re.I,
)


@dataclass(slots=True, eq=False)
class Rank:
    """Models that one selection stands for, or one stat line that none claims (`node` is None)."""

    name: str
    count: int
    profile: Profile | None
    node: Selection | None = None
    loose: list[Selection] = field(default_factory=list)
    main: bool = False


@dataclass(slots=True)
class Census:
    """The models of a unit. `loose` are the selections that belong to no model in particular, `wrappers` those that
    only hold others together; `instead` has stat lines that replace another (by its identity); `assumed` says what was
    made of what the list leaves open."""

    ranks: list[Rank] = field(default_factory=list)
    loose: list[Selection] = field(default_factory=list)
    wrappers: list[Selection] = field(default_factory=list)
    instead: dict[int, Profile] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)


def own(edition: Edition, node: Selection, table: Table) -> list[Profile]:
    """The profiles of a table on a selection itself."""
    return [p for p in node.profiles if table_of(edition, p) is table]


def has_line(edition: Edition, node: Selection) -> bool:
    """Whether there is a model's stat line on a selection or anywhere below it."""
    if node.lined is None:
        node.lined = bool(own(edition, node, Table.UNIT)) or any(has_line(edition, s) for s in node.selections)
    return node.lined


def times_in(name: str) -> int:
    """The number that a name begins with: 2 in `2x MV1 Gun Drone` and in `Two meltaguns`, else 1."""
    match = _TIMES.match(name)
    if match:
        return max(1, int(match[1]))
    return _NUMBER_WORDS.get(name.split(" ", 1)[0].casefold(), 1) if " " in name else 1


def bare_name(name: str) -> str:
    """A name without a number before it."""
    return _TIMES.sub("", name, count=1) if _TIMES.match(name) else name


def how_many(node: Selection) -> int:
    """How many models a selection stands for: its number, or the one in its name."""
    match = _TIMES.match(node.name)
    return max(node.number, int(match[1])) if match else node.number


def census(edition: Edition, unit: Selection) -> Census:
    """The models of a unit, each with its stat line as far as the list has one."""
    count = Census()
    shared = own(edition, unit, Table.UNIT)
    _explore(edition, unit, unit, list(shared), None, count)
    shared = [count.instead.get(id(p), p) for p in shared]
    shared += [p for w in count.wrappers for p in own(edition, w, Table.UNIT)]
    if shared and not count.ranks and unit.kind.casefold() != "model":
        _armed(edition, count)
    _claim(count, shared)
    _unclaimed(unit, count, shared)
    if not count.ranks:
        count.ranks.append(Rank(unit.name, how_many(unit), None, unit, main=True))
    return count


def _armed(edition: Edition, count: Census) -> None:
    """Where nothing bears a stat line's name: several of something that only holds weapons are models with them."""
    bearers = [node for node in count.loose if not node.profiles and _holds_weapons(edition, node)]
    if any(node.number > 1 for node in bearers):
        for node in bearers:
            count.ranks.append(Rank(bare_name(node.name), how_many(node), None, node, list(node.selections)))
            count.assumed.append(f"{node.name} is taken for {how_many(node)} of its models")
        count.loose = [node for node in count.loose if node not in bearers]


def _holds_weapons(edition: Edition, node: Selection) -> bool:
    return any(own(edition, below, Table.WEAPON) for below in node.selections)


def _explore(
    edition: Edition, unit: Selection, node: Selection, shared: list[Profile], rank: Rank | None, count: Census
) -> None:
    for below in node.selections:
        lines = own(edition, below, Table.UNIT)
        if _is_model(edition, unit, below, shared):
            before = rank.profile if rank is not None else shared[0] if shared else None
            if before is not None and _replaces(below, before, lines):
                _replace(rank, before, lines[0], below, count)
                continue
            name = bare_name(below.name)
            found = Rank(name, how_many(below), _best(name, lines, lines[:1]), below)
            count.ranks.append(found)
            for line in lines:
                if line is not found.profile:
                    count.ranks.append(_alone(line, below, count))
            _explore(edition, unit, below, shared, found, count)
        elif _holds_models(edition, unit, below, shared):
            count.wrappers.append(below)
            _explore(edition, unit, below, shared + lines, rank, count)
        else:
            (count.loose if rank is None else rank.loose).append(below)


def _replace(rank: Rank | None, before: Profile, line: Profile, node: Selection, count: Census) -> None:
    if rank is None:
        count.instead[id(before)] = line
        count.loose.append(node)
    else:
        rank.profile = line
        rank.loose.append(node)
    count.assumed.append(f"{node.name} gives the stat line {line.name!r} instead of {before.name!r}")


def _replaces(node: Selection, line: Profile, lines: list[Profile]) -> bool:
    """Whether an upgrade's stat line is its model's own under another name, as with a jump pack or a mount."""
    better = lines[0].name.casefold() if lines else ""
    old = line.name.casefold()
    mine = node.name.casefold()
    return node.kind == "upgrade" and better.startswith(old) and better != old and not _names(mine, better)


def _names(name: str, line: str) -> bool:
    """Whether a selection bears the name of a stat line, alone or with what it carries: `Scout w/Boltgun`, `Scout`."""
    name, line = name.casefold(), line.casefold()
    return name.startswith(line) and bool(_WITH.match(name[len(line) :]) or _RANKS.match(name[len(line) :]))


def _is_model(edition: Edition, unit: Selection, node: Selection, shared: list[Profile]) -> bool:
    if own(edition, node, Table.UNIT):
        return True
    kind, name = node.kind.casefold(), bare_name(node.name)
    if kind == "model":
        claims = bool(node.profiles) or any(_names(name, line.name) for line in shared)
        return claims or not any(has_line(edition, below) for below in node.selections)
    weapons = own(edition, node, Table.WEAPON)
    if any(name.casefold() in (w.name.casefold(), w.name.casefold() + "s") for w in weapons):
        return False
    if kind != "unit" and unit.kind.casefold() == "model":
        return False
    return any(_names(name, line.name) for line in shared) and not has_line(edition, node)


def _holds_models(edition: Edition, unit: Selection, node: Selection, shared: list[Profile]) -> bool:
    return any(
        _is_model(edition, unit, below, shared) or _holds_models(edition, unit, below, shared)
        for below in node.selections
    )


def _best(name: str, lines: list[Profile], otherwise: list[Profile]) -> Profile | None:
    """The stat line that fits a name best: the longest that begins it, else one whose words are in it."""
    small = name.casefold()
    fitting = [p for p in lines if small.startswith(p.name.casefold())]
    fitting = fitting or [p for p in lines if p.name.casefold().startswith(small)]
    if fitting:
        return max(fitting, key=lambda p: len(p.name))
    words = set(re.findall(r"\w+", small))
    own_words = [set(re.findall(r"\w+", p.name.casefold())) for p in lines]
    fits = [(theirs <= words, len(theirs & words)) for theirs in own_words]
    best = max(fits, default=(False, 0))
    if best[1]:
        return lines[fits.index(best)]
    return otherwise[0] if otherwise else None


def _claim(count: Census, shared: list[Profile]) -> None:
    """Models without a stat line take the unit's that fits their name."""
    for rank in count.ranks:
        if rank.profile is None and shared:
            rank.profile = _best(rank.name, shared, shared[:1])
            if len(shared) > 1 and rank.profile is not None and not _fits(rank):
                count.assumed.append(f"{rank.name} has the stat line {rank.profile.name!r}, the nearest there is")


def _fits(rank: Rank) -> bool:
    assert rank.profile is not None
    one, other = rank.name.casefold(), rank.profile.name.casefold()
    return one.startswith(other) or other.startswith(one)


def _unclaimed(unit: Selection, count: Census, shared: list[Profile]) -> None:
    """What stands for a stat line that no model claims: the unit itself, where it is a model; else one model more."""
    taken = {id(rank.profile) for rank in count.ranks}
    known = {rank.profile.name.casefold() for rank in count.ranks if rank.profile is not None}
    left = [p for p in shared if id(p) not in taken and p.name.casefold() not in known]
    if not left:
        return
    mine = _best(unit.name, left, left[:1])
    own_line = any(_names(unit.name, p.name) or p.name.casefold().startswith(unit.name.casefold()) for p in left)
    if not count.ranks or unit.kind.casefold() == "model" or own_line:
        claimants = [rank for rank in count.ranks if rank.profile is not None]
        main = Rank(bare_name(unit.name), how_many(unit), mine, unit, main=True)
        left = [p for p in left if p is not mine]
        count.ranks.insert(0, main)
        if claimants and unit.kind.casefold() != "model":
            count.assumed.append(f"{unit.name} is a model itself, beside those listed in it")
    count.ranks += [_alone(line, unit, count) for line in left]


def _alone(line: Profile, node: Selection, count: Census) -> Rank:
    count.assumed.append(f"{line.name}, a stat line of {node.name} that no selection bears, is one model")
    return Rank(line.name, 1, line)
