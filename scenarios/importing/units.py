"""What a list comes to: units of models, each with its stat line and what it carries."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.importing.editions import Edition
from scenarios.importing.tree import Costs, Profile, Rule


@dataclass(slots=True, eq=False)
class Item:
    """Something a model carries: weapons by their stat lines, other tables of a datasheet, rules; or only a name."""

    name: str
    weapons: list[Profile] = field(default_factory=list)
    cards: list[Profile] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    @property
    def bare(self) -> bool:
        """Whether the list gives nothing but its name."""
        return not (self.weapons or self.cards or self.rules)


@dataclass(slots=True)
class Members:
    """So many models alike: their stat line (None when the list has none), what each carries, and what else their
    datasheet says of them."""

    name: str
    count: int
    profile: Profile | None
    items: list[Item] = field(default_factory=list)
    cards: list[Profile] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)


@dataclass(slots=True)
class Unit:
    """A unit of a list. `costs` are those of everything chosen for it; `role` the battlefield role as army files
    write it, empty when the list has none; `chosen` are items for the whole unit of which the list has but the name."""

    name: str
    custom: str
    notes: str
    force: str
    role: str
    keywords: list[str]
    costs: Costs
    members: list[Members] = field(default_factory=list)
    chosen: list[Item] = field(default_factory=list)

    @property
    def models(self) -> int:
        """How many models it has."""
        return sum(m.count for m in self.members)

    def weapons(self) -> list[str]:
        """The names of its weapons, each once: of the stat lines, and of whatever has several of them."""
        names = []
        for item in (i for m in self.members for i in m.items):
            names += [item.name] if len(item.weapons) > 1 else []
            names += [profile.name for profile in item.weapons]
        return list(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Sum:
    """Whether the costs of all selections come to what the roster says, for one kind of cost."""

    kind: str
    found: float
    said: float

    @property
    def agrees(self) -> bool:
        return abs(self.found - self.said) < 0.005


@dataclass(slots=True)
class Army:
    """A whole list, read. `not_read` names what is in the list and in no unit, `assumed` what the list does not say;
    `weight` counts what its models carry."""

    name: str
    edition: Edition
    written: str
    factions: list[str]
    units: list[Unit]
    sums: list[Sum]
    total: bool
    rules: list[Rule] = field(default_factory=list)
    weight: int = 0
    choices: list[str] = field(default_factory=list)
    not_read: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)

    def cost(self, names: tuple[str, ...], costs: Costs) -> float:
        """What of a cost is of these kinds."""
        return sum(value for name, value in costs.items() if name.casefold() in names)

    def points(self, unit: Unit) -> float:
        """The points of a unit with everything chosen for it."""
        return self.cost(self.edition.points, unit.costs)

    def power(self, unit: Unit) -> float:
        """The power rating of a unit."""
        return self.cost(self.edition.power, unit.costs)

    @property
    def all_points(self) -> float:
        """What the whole list costs in points: what it says itself, else what its selections come to."""
        wanted = [s for s in self.sums if s.kind.casefold() in self.edition.points]
        return sum(s.said if self.total else s.found for s in wanted)

    @property
    def adds_up(self) -> bool:
        """Whether every kind of cost adds up; a list that names no total is taken at its word."""
        return not self.total or all(s.agrees for s in self.sums)
