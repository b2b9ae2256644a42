"""What lists call things, edition by edition: the names of games, of tables on datasheets and of their columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from scenarios.importing.safe import Refused
from scenarios.importing.tree import Profile, Roster
from scenarios.problems import shown


class Table(Enum):
    """The tables on a datasheet."""

    UNIT = "stat line"
    WEAPON = "weapon"
    ABILITY = "ability"
    PSYKER = "psyker"
    POWER = "psychic power"
    TRANSPORT = "transport"
    EXPLOSION = "explosion"
    CHART = "damage chart"
    OTHER = "table"


@dataclass(frozen=True, slots=True)
class Edition:
    """How lists of an edition are written. Everything is compared in small letters.

    `ordinal` is how the game's name tells the edition. `types` are the names of a table, `columns` those that tell a
    table whose name does not. `roles` are the primary categories of units, with the word that army files use; `points`
    and `power` the kinds of cost.
    """

    id: str
    name: str
    ordinal: str
    types: dict[Table, tuple[str, ...]]
    columns: dict[Table, frozenset[str]]
    roles: dict[str, str]
    points: tuple[str, ...]
    power: tuple[str, ...]


EIGHTH = Edition(
    "8e",
    "Warhammer 40,000, eighth edition",
    "8th",
    {
        Table.CHART: ("wound track", "stat damage", "unit damage", "damage table", "damage track"),
        Table.WEAPON: ("weapon", "weapon(s)", "weapons"),
        Table.PSYKER: ("psyker",),
        Table.POWER: ("psychic power",),
        Table.TRANSPORT: ("transport",),
        Table.EXPLOSION: ("explosion", "explodes"),
        Table.ABILITY: ("abilities", "ability"),
        Table.UNIT: ("unit", "model"),
    },
    {
        Table.CHART: frozenset(("remaining w",)),
        Table.UNIT: frozenset(("m", "ws", "bs", "s", "t", "w", "a", "ld")),
        Table.WEAPON: frozenset(("range", "type", "s", "ap", "d")),
        Table.PSYKER: frozenset(("cast", "deny")),
        Table.POWER: frozenset(("warp charge",)),
        Table.TRANSPORT: frozenset(("capacity",)),
        Table.EXPLOSION: frozenset(("dice roll", "distance")),
        Table.ABILITY: frozenset(("description",)),
    },
    {
        "hq": "hq",
        "elites": "elites",
        "troops": "troops",
        "fast attack": "fast_attack",
        "heavy support": "heavy_support",
        "dedicated transport": "transport",
        "transport": "transport",
        "flyer": "flyer",
        "flyers": "flyer",
        "lord of war": "lord_of_war",
        "lords of war": "lord_of_war",
        "fortification": "fortification",
        "fortifications": "fortification",
    },
    ("pts", "points", "pt"),
    ("pl", "power", "power level", "power rating"),
)

EDITIONS = (EIGHTH,)

_GAME = re.compile(r"40[ ,.']?000|40k", re.I)
_ORDINAL = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b|\bv([0-9]{1,2})\b", re.I)
_GAMES_BY_ID = {"28ec-711c-d87f-3aeb": "Warhammer 40,000"}
"""The game's own key in lists that leave its name out."""


def edition_of(roster: Roster) -> Edition:
    """The edition that a list is for. Raises Refused when it is none that can be read."""
    game = roster.game or _GAMES_BY_ID.get(roster.game_id, "")
    remedy = "lists for " + " or ".join(e.name for e in EDITIONS) + " are read"
    if game and not _GAME.search(game):
        raise Refused(f"is a list for another game, {shown(game)}", remedy)
    told = _ORDINAL.search(game)
    if told is not None:
        number = told[1] or told[2]
        found = next((e for e in EDITIONS if e.ordinal.startswith(number)), None)
        if found is None:
            raise Refused(f"is a list for another edition, {shown(game)}", remedy)
        return found
    lines = [p for s in roster.walk() for p in s.profiles]
    for edition in EDITIONS:
        if any(edition.columns[Table.UNIT] <= columns(p) for p in lines):
            return edition
    what = shown(game) if game else "none that it names"
    raise Refused(f"is a list for another game or edition ({what})", remedy)


def columns(profile: Profile) -> frozenset[str]:
    """The columns of a profile, in small letters."""
    return frozenset(name.casefold() for name in profile.values)


def table_of(edition: Edition, profile: Profile) -> Table:
    """Which table of a datasheet a profile is of: its columns say it when its kind's name does not."""
    kind = profile.type.casefold()
    for table, names in edition.types.items():
        if kind in names or (table is Table.CHART and any(name in kind for name in names)):
            return table
    own = columns(profile)
    return next((table for table, needed in edition.columns.items() if needed <= own), Table.OTHER)
