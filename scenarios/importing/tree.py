"""The one tree that every list is: a roster of forces, forces in them, and selections in selections.

Four readers lead to it: XML as BattleScribe wrote it up to 2.01 and since 2.02, and JSON as NewRecruit and ListForge
write it. Counts and costs are numbers here, everything else is tidy text.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scenarios.importing.safe import Element, Refused, Source
from scenarios.problems import shown

MOST_NUMBER = 200
MOST_SELECTIONS = 10_000
MOST_COST = 1_000_000.0

Costs = dict[str, float]
"""What something costs, by the name of the kind of cost."""


@dataclass(slots=True)
class Profile:
    """A line of a table on a datasheet: what kind of table, and its values by column."""

    name: str
    type: str
    values: dict[str, str]


@dataclass(slots=True)
class Rule:
    """A special rule with its text."""

    name: str
    text: str


@dataclass(slots=True)
class Category:
    """A keyword or, when `primary`, the part that a unit plays in its force."""

    name: str
    primary: bool


@dataclass(slots=True)
class Selection:
    """Anything chosen for a force: a unit, a model, a weapon, an upgrade. `kind` is only a hint which. `lined` keeps
    whether a model's stat line is on it or below it, once that has been asked."""

    name: str
    kind: str = ""
    number: int = 1
    custom: str = ""
    notes: str = ""
    profiles: list[Profile] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    categories: list[Category] = field(default_factory=list)
    costs: Costs = field(default_factory=dict)
    selections: list[Selection] = field(default_factory=list)
    lined: bool | None = None

    def walk(self) -> Iterator[Selection]:
        """Itself and everything chosen below it."""
        yield self
        for below in self.selections:
            yield from below.walk()


@dataclass(slots=True)
class Force:
    """A detachment."""

    name: str
    catalogue: str = ""
    rules: list[Rule] = field(default_factory=list)
    selections: list[Selection] = field(default_factory=list)
    forces: list[Force] = field(default_factory=list)
    costs: Costs = field(default_factory=dict)


@dataclass(slots=True)
class Roster:
    """A whole list. `costs` is None when the list names no total; `written` is the program and form it came in."""

    name: str
    game: str
    game_id: str
    written: str
    costs: Costs | None
    forces: list[Force] = field(default_factory=list)

    def all_forces(self) -> Iterator[Force]:
        """Every force, those inside others after them."""
        waiting = list(self.forces)
        while waiting:
            force = waiting.pop(0)
            yield force
            waiting = [*force.forces, *waiting]

    def walk(self) -> Iterator[Selection]:
        """Every selection of every force."""
        for force in self.all_forces():
            for selection in force.selections:
                yield from selection.walk()


def roster_of(source: Source) -> Roster:
    """The list in a file. Raises Refused when it is none."""
    roster = _roster_of_xml(source.xml) if source.xml is not None else _roster_of_json(source.json)
    if sum(1 for _ in roster.walk()) > MOST_SELECTIONS:
        raise Refused(f"has more than {MOST_SELECTIONS} selections", "no list has; export it again")
    return roster


_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "″": '"', "′": "'", "‐": "-", "‑": "-", "−": "-"})
_MARKUP = re.compile(r"\*\*|\^\^")
_BLANKS = re.compile(r"[^\S\n]+")


def tidy(raw: str) -> str:
    """Text without markup, curly quotes, no-break spaces and control characters.

    >>> tidy("**^^Psyker^^**\\u00a0 \\u201cfree\\u201d")
    'Psyker "free"'
    """
    if raw.isascii() and raw.isprintable() and not any(mark in raw for mark in ("**", "^^", "  ")):
        return raw.strip()
    text = _MARKUP.sub("", raw.translate(_QUOTES))
    if not text.isascii():
        text = "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c == "\n")
    elif not text.isprintable():
        text = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return _BLANKS.sub(" ", text).strip()


def name_of(raw: object, otherwise: str = "") -> str:
    """A name on one line, never too long. Raises Refused when it is not text."""
    if raw is None:
        return otherwise
    if not isinstance(raw, (str, int, float)) or isinstance(raw, bool):
        raise Refused(f"has {shown(raw)} where a name should be", "export the list again")
    return tidy(str(raw).replace("\n", " "))[:200] or otherwise


def count_of(raw: object, where: str) -> int:
    """How many of something, 1 to 200. Raises Refused."""
    if raw is None or raw == "":
        return 1
    value = raw if isinstance(raw, (int, float)) and not isinstance(raw, bool) else None
    if isinstance(raw, str) and re.fullmatch(r"[0-9]{1,4}(\.0+)?", raw.strip()):
        value = float(raw)
    if value is None or not math.isfinite(value) or value != int(value) or not 1 <= value <= MOST_NUMBER:
        raise Refused(f"{where}: its number, {shown(raw)}, is not one from 1 to {MOST_NUMBER}", "mend it in the list")
    return int(value)


def cost_of(raw: object, where: str) -> float:
    """What something costs; below nothing is allowed. Raises Refused."""
    if isinstance(raw, str) and re.fullmatch(r"[-+]?[0-9]{1,12}(\.[0-9]{0,12})?(e[-+]?[0-9]{1,2})?", raw.strip(), re.I):
        raw = float(raw)
    good = isinstance(raw, (int, float)) and not isinstance(raw, bool) and abs(raw) <= MOST_COST
    if not good:
        raise Refused(f"{where}: {shown(raw)} is not what something can cost", "mend it in the list")
    assert isinstance(raw, (int, float))
    return float(raw)


def _added(costs: Iterable[tuple[str, float]]) -> Costs:
    total: Costs = {}
    for name, value in costs:
        total[name] = total.get(name, 0.0) + value
    return total


# -- XML ---------------------------------------------------------------------------------------------------------------

_OTHER_FILES = {
    "catalogue": "is a catalogue, from which lists are made, not a list",
    "gameSystem": "is a game system, from which lists are made, not a list",
    "dataIndex": "is an index of catalogues, not a list",
}
_REMEDY = "export the list itself as .ros, .rosz or JSON"


def _roster_of_xml(root: Element) -> Roster:
    if root.tag != "roster":
        raise Refused(_OTHER_FILES.get(root.tag, f"is XML, but no army list (its root is {shown(root.tag)})"), _REMEDY)
    given = root.attributes
    version = name_of(given.get("battleScribeVersion"))
    costs = root.child("costs")
    return Roster(
        name_of(given.get("name"), "Army"),
        name_of(given.get("gameSystemName")),
        name_of(given.get("gameSystemId")),
        f"BattleScribe {version}".strip(),
        None if costs is None else _xml_costs(costs, "the roster"),
        [_xml_force(e) for e in _below(root, "forces", "force")],
    )


def _below(element: Element, group: str, tag: str) -> list[Element]:
    """The elements of a group, which may be missing."""
    found = element.child(group)
    return [] if found is None else [e for e in found.children if e.tag == tag]


def _xml_costs(group: Element, where: str) -> Costs:
    return _added(
        (_cost_name(c.attributes), cost_of(c.attributes.get("value"), where)) for c in group.children if c.tag == "cost"
    )


def _cost_name(given: dict[str, Any]) -> str:
    """The name of a kind of cost; some begin with a blank."""
    return name_of(given.get("name")) or name_of(given.get("typeId") or given.get("costTypeId"), "points")


def _xml_force(element: Element) -> Force:
    costs = element.child("costs")
    return Force(
        name_of(element.attributes.get("customName")) or name_of(element.attributes.get("name"), "Force"),
        name_of(element.attributes.get("catalogueName")),
        [_xml_rule(e) for e in _below(element, "rules", "rule")],
        [_xml_selection(e) for e in _below(element, "selections", "selection")],
        [_xml_force(e) for e in _below(element, "forces", "force")],
        {} if costs is None else _xml_costs(costs, "a force"),
    )


def _xml_selection(element: Element) -> Selection:
    given = element.attributes
    name = name_of(given.get("name"), "(no name)")
    costs, notes = element.child("costs"), element.child("customNotes")
    return Selection(
        name,
        given.get("type", ""),
        count_of(given.get("number"), name),
        name_of(given.get("customName")),
        tidy(notes.text) if notes is not None else "",
        [_xml_profile(e) for e in _below(element, "profiles", "profile") if e.attributes.get("hidden") != "true"],
        [_xml_rule(e) for e in _below(element, "rules", "rule") if e.attributes.get("hidden") != "true"],
        [
            Category(name_of(e.attributes.get("name")), e.attributes.get("primary") == "true")
            for e in _below(element, "categories", "category")
        ],
        {} if costs is None else _xml_costs(costs, name),
        [_xml_selection(e) for e in _below(element, "selections", "selection")],
    )


def _xml_profile(element: Element) -> Profile:
    """A profile: up to 2.01 its kind is `profileTypeName`, and a characteristic's value an attribute."""
    given = element.attributes
    return Profile(
        name_of(given.get("name"), "(no name)"),
        name_of(given.get("typeName") or given.get("profileTypeName")),
        {
            name_of(e.attributes.get("name")): tidy(e.attributes.get("value") or e.text)
            for e in _below(element, "characteristics", "characteristic")
        },
    )


def _xml_rule(element: Element) -> Rule:
    description = element.child("description")
    return Rule(
        name_of(element.attributes.get("name"), "(no name)"), tidy(description.text) if description is not None else ""
    )


# -- JSON --------------------------------------------------------------------------------------------------------------


def _roster_of_json(data: Any) -> Roster:
    wrapper = data if isinstance(data, dict) else {}
    for key, said in _OTHER_FILES.items():
        if key in wrapper:
            raise Refused(said, _REMEDY)
    root = wrapper.get("roster", wrapper if "forces" in wrapper else None)
    if not isinstance(root, dict):
        raise Refused("is JSON, but no army list (there is no roster in it)", _REMEDY)
    maker = name_of(wrapper.get("generatedBy") or root.get("generatedBy"))
    forged = "list forge" in maker.lower() or "listforge" in maker.lower()
    return _json_roster(root, name_of(wrapper.get("name")), "ListForge" if forged else "NewRecruit")


def _json_roster(root: dict[str, Any], called: str, program: str) -> Roster:
    return Roster(
        name_of(root.get("customName")) or called or name_of(root.get("name"), "Army"),
        name_of(root.get("gameSystemName")),
        name_of(root.get("gameSystemId")),
        f"{program} JSON",
        _json_costs(root, "the roster") if "costs" in root else None,
        [_json_force(e) for e in _list(root, "forces")],
    )


def _list(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects of a list that may be missing. Raises Refused when it is something else."""
    found = data.get(key)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(e, dict) for e in found):
        raise Refused(f"has {shown(found)} where a list of {key} should be", "export the list again")
    return found


def _text(raw: object) -> str:
    return tidy(raw) if isinstance(raw, str) else name_of(raw)


def _json_costs(data: dict[str, Any], where: str) -> Costs:
    return _added((_cost_name(c), cost_of(c.get("value"), where)) for c in _list(data, "costs"))


def _json_force(data: dict[str, Any]) -> Force:
    return Force(
        name_of(data.get("customName")) or name_of(data.get("name"), "Force"),
        name_of(data.get("catalogueName")),
        [_json_rule(e) for e in _list(data, "rules")],
        [_json_selection(e) for e in _list(data, "selections")],
        [_json_force(e) for e in _list(data, "forces")],
        _json_costs(data, "a force"),
    )


def _json_selection(data: dict[str, Any]) -> Selection:
    name = name_of(data.get("name"), "(no name)")
    return Selection(
        name,
        name_of(data.get("type")),
        count_of(data.get("number"), name),
        name_of(data.get("customName")),
        _text(data.get("customNotes")),
        [_json_profile(e) for e in _list(data, "profiles") if e.get("hidden") is not True],
        [_json_rule(e) for e in _list(data, "rules") if e.get("hidden") is not True],
        [Category(name_of(e.get("name")), e.get("primary") is True) for e in _list(data, "categories")],
        _json_costs(data, name),
        [_json_selection(e) for e in _list(data, "selections")],
    )


def _json_profile(data: dict[str, Any]) -> Profile:
    return Profile(
        name_of(data.get("name"), "(no name)"),
        name_of(data.get("typeName") or data.get("profileTypeName")),
        {
            name_of(e.get("name")): _text(e.get("$text", e.get("value", e.get("text"))))
            for e in _list(data, "characteristics")
        },
    )


def _json_rule(data: dict[str, Any]) -> Rule:
    return Rule(name_of(data.get("name"), "(no name)"), _text(data.get("description", data.get("$text"))))
