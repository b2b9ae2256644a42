"""Stat lines of the eighth edition as lists write them: every way of writing a value that has been seen.

A value that the game has no room for (a Strength of `2D6`, an AP of `-D3`) gets a stand-in, and the difference is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scenarios.importing.tree import Profile

Number: TypeAlias = int | str
"""A number, or dice for one, as army files write them: `2d6`, `d3+1`."""

Data: TypeAlias = dict[str, Any]

STAR = "*"
FARTHEST, MOST_WOUNDS = 240, 60
NOTHING = ("", "-", "--", "—", "–", "n/a", "none", "nil")

_DICE = re.compile(r"([1-9]?)d([36])(?:\s*([+-])\s*([0-9]{1,2}))?", re.I)
_SHOTS = re.compile(r"(?:[1-9]?d[36](?:\s*[+-]\s*[0-9]{1,2})?|[0-9]{1,3})(?=$|[\s,;/(])", re.I)
_INT = re.compile(r"[0-9]{1,3}")
_SAVE = re.compile(r"(?:([1-7])\+?)?\s*[/(,]?\s*(?:([2-6])\+\+?)?\s*\)?")
_BAND = re.compile(r"([0-9]{1,2})\s*\+?(?:\s*[-–—]\s*([0-9]{1,2})\s*\+?)?")
_FROM_TO = re.compile(r"([0-9]{1,3})\s*\"?\s*[-–—]\s*([0-9]{1,3})\s*\"?")

CHARACTERISTICS = ("m", "ws", "bs", "s", "t", "w", "a", "ld", "sv")
_ALSO = {
    "move": "m", "movement": "m", "weapon skill": "ws", "ballistic skill": "bs", "strength": "s", "toughness": "t",
    "wounds": "w", "attacks": "a", "leadership": "ld", "save": "sv",
}  # fmt: skip
_STANDING_IN: Data = {"m": 6, "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 1, "a": 1, "ld": 7, "sv": 7}
_MOST = {"ws": 6, "bs": 6, "s": 60, "t": 60, "w": 60, "ld": 20}

_TYPES = {"assault": "assault", "heavy": "heavy", "rapid fire": "rapid_fire", "grenade": "grenade", "pistol": "pistol",
          "melee": "melee"}  # fmt: skip
_MOST_AP = 6


@dataclass(slots=True)
class Line:
    """A stat line as army files have it, and what in it is not as the list says."""

    data: Data
    doubts: list[str] = field(default_factory=list)


def name_of_column(column: str) -> str:
    """The short name of a characteristic: `sv` for Save."""
    small = column.casefold().strip()
    return _ALSO.get(small, small)


def number(raw: str) -> Number | None:
    """A number or dice, None when it is neither.

    >>> number('2D6"'), number("D3 + 1"), number('6"'), number("-"), number("D6/2")
    ('2d6', 'd3+1', 6, 0, None)
    """
    text = raw.strip().strip('"').strip()
    if text.casefold() in NOTHING:
        return 0
    if _INT.fullmatch(text):
        return int(text) if int(text) <= FARTHEST else None
    match = _DICE.fullmatch(text)
    if match is None:
        return None
    many, sides, sign, plus = match.groups()
    return f"{'' if many == '1' else many}d{sides}" + (f"{sign}{int(plus)}" if plus else "")


def score(raw: str, most: int = 6) -> int | None:
    """A score to be rolled: 3 for `3+`, 0 for a dash."""
    text = raw.strip()
    if text.casefold() in NOTHING:
        return 0
    match = re.fullmatch(r"([0-9]{1,2})\s*\+?", text)
    return int(match[1]) if match and int(match[1]) <= most else None


def save(raw: str) -> tuple[int, int] | None:
    """A save and an invulnerable save; 0 for none.

    >>> save("2+/5++"), save("7+"), save("-"), save("5++")
    ((2, 5), (7, 0), (0, 0), (0, 5))
    """
    text = raw.strip()
    if text.casefold() in NOTHING:
        return 0, 0
    match = _SAVE.fullmatch(text)
    return (int(match[1] or 0), int(match[2] or 0)) if match else None


def move(raw: str) -> Number | list[int] | None:
    """A Move; a flyer's least and most."""
    match = _FROM_TO.fullmatch(raw.strip())
    if match is None:
        return number(raw)
    return [int(match[1]), int(match[2])] if max(int(match[1]), int(match[2])) <= FARTHEST else None


def characteristic(name: str, raw: str) -> Any:
    """A value of a stat line as army files have it; None when it makes no sense."""
    if name == "m":
        return move(raw)
    if name in ("ws", "bs"):
        return score(raw)
    if name == "a":
        return number(raw)
    if name == "sv":
        both = save(raw)
        return None if both is None else both[0]
    value = number(raw)
    return value if isinstance(value, int) and value <= _MOST[name] else None


def stat_line(profile: Profile, charts: list[Profile]) -> Line:
    """The characteristics of a model, those of its damage charts among them."""
    line = Line({"name": profile.name})
    given = {name_of_column(column): raw for column, raw in profile.values.items()}
    stars = [name for name in CHARACTERISTICS if given.get(name, "").strip() == STAR]
    rows = chart_rows(charts, stars, line.doubts) if charts else []
    for name in CHARACTERISTICS:
        raw = given.get(name, "")
        value = rows[0].get(name) if name in stars and rows else characteristic(name, raw) if raw else None
        if value is None or (name == "w" and not value):
            value = _STANDING_IN[name]
            line.doubts.append(f"its {name.upper()} is {raw!r}; {value} stands in the file")
        line.data[name] = value
    both = save(given.get("sv", ""))
    if both is not None and both[1]:
        line.data["inv"] = both[1]
    if rows:
        _flyer(line, rows)
        line.data["chart"] = rows
    return line


def _flyer(line: Line, rows: list[Data]) -> None:
    """A flyer's least Move is that of its whole row; the rows of a chart have the most alone."""
    least = [row["m"][0] for row in rows if isinstance(row.get("m"), list)]
    for row in rows:
        if isinstance(row.get("m"), list):
            row["m"] = row["m"][1]
    if len(set(least)) > 1:
        line.doubts.append(f"its least Move changes with its wounds; {least[0]} stands in the file")


def chart_rows(charts: list[Profile], stars: list[str], doubts: list[str]) -> list[Data]:
    """The rows of a damage chart, from the most wounds down to one left."""
    rows: dict[int, Data] = {}
    heads: dict[str, str] = {}
    for profile in charts:
        bands = [_BAND.fullmatch(v.strip()) for c, v in profile.values.items() if _is_band(c)]
        band = bands[0] if bands else _BAND.search(profile.name)
        cells = {c: v for c, v in profile.values.items() if not _is_band(c)}
        if band is None:
            heads |= {c: name_of_column(v) for c, v in cells.items() if name_of_column(v) in CHARACTERISTICS}
            continue
        least = min(int(x) for x in band.groups() if x) or 1
        if least > MOST_WOUNDS:
            doubts.append(f"the row of its damage chart for {least} wounds is left out")
            continue
        rows.setdefault(least, _chart_row(least, cells, heads, stars, doubts))
    ordered = [rows[least] for least in sorted(rows, reverse=True)]
    if ordered and ordered[-1]["least"] != 1:
        doubts.append(f"its damage chart ends at {ordered[-1]['least']} wounds; that row holds to the last")
        ordered[-1]["least"] = 1
    return ordered


def _is_band(column: str) -> bool:
    small = column.casefold()
    return small.startswith("remaining") or small in ("wounds", "wounds remaining")


def _chart_row(
    least: int, cells: Mapping[str, str], heads: Mapping[str, str], stars: list[str], doubts: list[str]
) -> Data:
    row: Data = {"least": least}
    unnamed = [c for c in cells if name_of_column(c) not in CHARACTERISTICS and c not in heads]
    for column, raw in cells.items():
        name = heads.get(column) or name_of_column(column)
        prefix = re.match(r"([A-Za-z]{1,2})\s*[:=]?\s+(?=\S)", raw)
        if name not in CHARACTERISTICS and prefix and name_of_column(prefix[1]) in CHARACTERISTICS:
            name, raw = name_of_column(prefix[1]), raw[prefix.end() :]
        elif name not in CHARACTERISTICS and len(unnamed) >= len(stars) > unnamed.index(column):
            name = stars[unnamed.index(column)]
        value = characteristic(name, raw) if name in CHARACTERISTICS else None
        if value is None and raw.strip().casefold() not in NOTHING:
            doubts.append(f"at {least} wounds and more, {column} {raw} is for the players' hands")
        elif name in CHARACTERISTICS and name != "w" and value is not None:
            row[name] = value
    return row


# -- weapons -----------------------------------------------------------------------------------------------------------


def weapon_line(profile: Profile) -> Line | None:
    """A weapon; None when its stat line makes no sense at all."""
    given = {column.casefold().strip(): raw.strip() for column, raw in profile.values.items()}
    line = Line({"name": profile.name})
    kind, shots = _kind(given.get("type", ""), given.get("range", ""))
    if kind is None:
        return None
    line.data["type"] = kind
    if kind != "melee":
        reach = _range(given.get("range", ""), line)
        if not reach:
            return None
        line.data["range"] = reach
        first = _SHOTS.match(shots)
        value = number(shots) if first is None else number(first[0])
        if first is not None and first[0] != shots:
            line.doubts.append(
                f"its type is {given['type']!r}, of which {shots[first.end() :].strip(' ,')!r} is left out"
            )
        line.data["shots"] = _or_stand_in(value, 1, "number of shots", shots, line)
    strength = _strength(given.get("s", ""), kind == "melee", line)
    if strength is None:
        return None
    line.data["strength"] = strength
    line.data["ap"] = _ap(given.get("ap", ""), line)
    raw = given.get("d", "")
    damage = 1 if raw == "" else number(raw)
    line.data["damage"] = _or_stand_in(damage, 1, "Damage", raw, line)
    return line


def _or_stand_in(value: Number | None, otherwise: Number, what: str, raw: str, line: Line) -> Number:
    if value is not None:
        return value
    line.doubts.append(f"its {what} is {raw!r}; {otherwise} stands in the file")
    return otherwise


def _kind(raw: str, reach: str) -> tuple[str | None, str]:
    """The type of a weapon, and its number of attacks as written."""
    small = raw.casefold()
    for word, kind in _TYPES.items():
        if small.startswith(word):
            return kind, raw[len(word) :].strip() or "1"
    return ("melee", "1") if reach.casefold() == "melee" else (None, "")


def _range(raw: str, line: Line) -> int:
    match = _FROM_TO.fullmatch(raw)
    if match:
        line.doubts.append(f'it cannot fire at what is closer than {match[1]}"')
        return int(match[2]) if int(match[2]) <= FARTHEST else 0
    value = number(raw)
    if isinstance(value, str):
        value = 12 if value.startswith("2") else 6
        line.doubts.append(f"its range is {raw!r}; {value} stands in the file")
    return value or 0


def _strength(raw: str, melee: bool, line: Line) -> Number | None:
    """A Strength: a number, or for melee `user`, `+2`, `x2`. A random one gets its mean for a stand-in."""
    small = raw.casefold().replace(" ", "")
    plain = re.fullmatch(r"(user)?\+?(?:([+x×])([0-9]{1,2}))?", small) if melee else None
    if plain and (plain[1] or plain[2]):
        return "user" if plain[2] is None else f"{'+' if plain[2] == '+' else 'x'}{int(plain[3])}"
    value = number(raw)
    if isinstance(value, int) and 0 < value <= 60:
        return value
    mean = _mean(small)
    if mean is None and not melee:
        return None
    stand_in: Number = "user" if mean is None else f"+{mean}" if small[0] == "+" and melee else mean
    if small not in (*NOTHING,):
        line.doubts.append(f"its Strength is {raw!r}; {stand_in} stands in the file")
    return stand_in


def _mean(small: str) -> int | None:
    """What dice and numbers added up come to on average, rounded down."""
    total, parts = 0.0, [part for part in small.split("+") if part]
    for part in parts:
        dice = _DICE.fullmatch(part)
        if dice:
            total += int(dice[1] or 1) * (int(dice[2]) + 1) / 2
        elif _INT.fullmatch(part):
            total += int(part)
        else:
            return None
    return int(total) if parts and 1 <= total <= 60 else None


def _ap(raw: str, line: Line) -> int:
    if raw.casefold() in NOTHING:
        return 0
    match = re.fullmatch(r"[-–−]?\s*([0-9])", raw)
    if match and int(match[1]) <= _MOST_AP:
        return -int(match[1])
    mean = _mean(raw.casefold().lstrip("-–− ")) if "d" in raw.casefold() else None
    value = -min(mean, _MOST_AP) if mean else 0
    line.doubts.append(f"its AP is {raw!r}; {value} stands in the file")
    return value
