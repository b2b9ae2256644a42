"""From the tree of a list to its units: nothing is lost without being named."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.importing.carrying import Figure, Load, grouped, item_of, load_of, share_out
from scenarios.importing.editions import Edition, Table, edition_of, table_of
from scenarios.importing.members import Census, Rank, census, has_line
from scenarios.importing.safe import Refused
from scenarios.importing.tree import Costs, Force, Profile, Roster, Rule, Selection
from scenarios.importing.units import Army, Item, Members, Sum, Unit

MOST_UNITS, MOST_MODELS = 500, 5_000
MOST_LOAD = 100_000
"""The most things that all models of a list carry together, with what is said of each."""
_FACTION = "faction: "
_NO_KEYWORDS = ("uncategorised", "configuration", "no force org slot")


def army_of(roster: Roster) -> Army:
    """Everything in a list. Raises Refused when it is for another game, or has nothing in it."""
    army = Army(roster.name, edition_of(roster), roster.written, [], [], _sums(roster), roster.costs is not None)
    for force in roster.all_forces():
        army.factions += [force.catalogue] if force.catalogue else []
        army.rules += force.rules
        for selection in force.selections:
            _take(army, force, selection)
    army.factions = list(dict.fromkeys(army.factions))
    if not army.units:
        raise Refused("has no units in it", "export the list with its units")
    _look_up(army)
    for unit in army.units:
        _name_unread(army, unit)
    _audit(army, roster)
    army.not_read += [
        f"{s.kind}: the selections cost {s.found:g}, the roster says {s.said:g}" for s in army.sums
        if army.total and not s.agrees
    ]  # fmt: skip
    army.assumed = list(dict.fromkeys(army.assumed))
    return army


def _sums(roster: Roster) -> list[Sum]:
    """For each kind of cost, what all selections come to and what the roster says; what it does not name is 0."""
    found: Costs = {}
    for selection in roster.walk():
        for kind, value in selection.costs.items():
            found[kind] = found.get(kind, 0.0) + value
    said = roster.costs or {}
    return [Sum(kind, found.get(kind, 0.0), said.get(kind, 0.0)) for kind in dict.fromkeys((*said, *found))]


def _take(army: Army, force: Force, selection: Selection) -> None:
    """A selection of a force: a unit, something that holds units together, or a choice for the whole force."""
    edition = army.edition
    if _is_unit(edition, selection):
        army.units.append(_unit(army, force, selection))
    elif any(_is_unit(edition, below) for below in selection.walk() if below is not selection):
        army.choices.append(selection.name)
        for below in selection.selections:
            _take(army, force, below)
    else:
        army.choices += [below.name for below in selection.walk()]


def _role(edition: Edition, selection: Selection) -> str:
    """The battlefield role of a selection by its primary category, empty when it has none."""
    named = [c.name.casefold() for c in selection.categories if c.primary]
    return next((edition.roles[name] for name in named if name in edition.roles), "")


def _is_unit(edition: Edition, selection: Selection) -> bool:
    """Whether a selection of a force is a unit, whatever kind it is written as."""
    if any(c.primary and c.name.casefold() == "configuration" for c in selection.categories):
        return bool(selection.profiles) and has_line(edition, selection)
    if _role(edition, selection) or any(table_of(edition, p) is Table.UNIT for p in selection.profiles):
        return True
    if any(_role(edition, s) for s in selection.selections):
        return False
    typed = selection.kind.casefold() in ("unit", "model")
    if typed and (selection.costs or selection.profiles or selection.categories):
        return True
    inside = any(s.kind.casefold() == "unit" and has_line(edition, s) for s in selection.selections)
    return not inside and (typed or has_line(edition, selection))


def _unit(army: Army, force: Force, selection: Selection) -> Unit:
    edition, found = army.edition, census(army.edition, selection)
    _bounded(army, found)
    unit = Unit(
        selection.name,
        selection.custom,
        "\n".join(s.notes for s in selection.walk() if s.notes),
        force.name,
        _role(edition, selection),
        _keywords(edition, selection, found),
        _costs(selection),
    )
    main = next((rank for rank in found.ranks if rank.main), None)
    figures = _loaded(army, unit, selection, found, main)
    common = [item for node in (selection, *found.wrappers) if not (item := item_of(edition, node)).bare]
    groups = grouped(figures)
    _weigh(army, [(item, len(groups) * (1 + len(item.cards) + len(item.rules))) for item in common])
    unit.members = [_members(edition, selection, common, main, figure, count) for figure, count in groups]
    army.assumed += [f"{unit.name}: {said}" for said in found.assumed]
    return unit


def _loaded(army: Army, unit: Unit, selection: Selection, found: Census, main: Rank | None) -> list[Figure]:
    """The models of a unit with what they carry: their own things, then those of the unit."""
    edition, figures = army.edition, [Figure(rank) for rank in found.ranks for _ in range(rank.count)]
    same: dict[int, list[Figure]] = {}
    for figure in figures:
        same.setdefault(id(figure.rank), []).append(figure)
    for rank in found.ranks:
        if rank.node is not None and not rank.main:
            load = load_of(edition, rank.loose)
            _weigh(army, load, rank.count)
            share_out(load, same[id(rank)], found.assumed)
    bearers = [f for f in figures if f.rank is main] or [f for f in figures if f.rank.node is not None] or figures
    load = load_of(edition, found.loose)
    if main is None:
        load = _for_the_unit(edition, unit, selection, load, bearers, found.assumed)
    _weigh(army, load, len(bearers))
    share_out(load, bearers, found.assumed)
    return figures


def _for_the_unit(
    edition: Edition, unit: Unit, selection: Selection, load: Load, bearers: list[Figure], assumed: list[str]
) -> Load:
    """The load of a unit without what is not for each of its models: names alone are noted as chosen, and where the
    unit as a whole is a psyker one model of it leads in that."""
    minds = [(item, number) for item, number in load if item.cards and _psychic(edition, item.cards) == item.cards]
    if minds or _psychic(edition, selection.profiles):
        bearers[0].leads = True
        bearers[0].items += [item for item, _ in minds]
        if len(bearers) > 1:
            assumed.append(f"one {bearers[0].rank.name} is the psyker that the unit is as a whole")
    unit.chosen = [item for item, number in load if item.bare and number == 1]
    gone = {id(item) for item in (*unit.chosen, *(item for item, _ in minds))}
    return [(item, number) for item, number in load if id(item) not in gone]


def _psychic(edition: Edition, cards: list[Profile]) -> list[Profile]:
    return [card for card in cards if table_of(edition, card) in (Table.PSYKER, Table.POWER)]


def _bounded(army: Army, found: Census) -> None:
    count = sum(rank.count for rank in found.ranks) + sum(unit.models for unit in army.units)
    if len(army.units) >= MOST_UNITS:
        raise Refused(f"has more than {MOST_UNITS} units", "no list has; export it again")
    if count > MOST_MODELS:
        raise Refused(f"has more than {MOST_MODELS} models", "no list has; mend its numbers")


def _weigh(army: Army, load: Load, many: int = 1) -> None:
    """Count what is carried, so that no list of numbers can make it grow. Raises Refused."""
    army.weight += sum(max(number, many) for _, number in load)
    if army.weight > MOST_LOAD:
        raise Refused("gives its models far too much to carry", "no list does; mend its numbers")


def _members(
    edition: Edition, unit: Selection, common: list[Item], main: Rank | None, figure: Figure, count: int
) -> Members:
    """Models alike. What the unit's own datasheet says, `common`, holds for the unit as a model, else for all."""
    rank = figure.rank
    members = Members(rank.name, count, rank.profile, figure.items)
    own = [item_of(edition, rank.node)] if rank.node is not None and rank.node is not unit else []
    for item in [*(common if main is None or rank is main else ()), *own]:
        others = main is None and item not in own and not figure.leads
        members.cards += [c for c in item.cards if not (others and _psychic(edition, [c]))]
        members.rules += item.rules
        if item.weapons:
            members.items = [Item(w.name, [w]) for w in item.weapons] + members.items
    return members


def _keywords(edition: Edition, selection: Selection, found: Census) -> list[str]:
    """The categories of a unit and of its models, factions among them, without its role in the force."""
    nodes = [selection, *(r.node for r in found.ranks if r.node is not None and r.node is not selection)]
    words = []
    for category in (c for node in nodes for c in node.categories if c.name):
        name, small = category.name, category.name.casefold()
        if not (category.primary and small in edition.roles) and small not in _NO_KEYWORDS:
            words.append(name[len(_FACTION) :] if small.startswith(_FACTION) else name)
    return list(dict.fromkeys(word for word in words if word))


def _costs(selection: Selection) -> Costs:
    total: Costs = {}
    for below in selection.walk():
        for kind, value in below.costs.items():
            total[kind] = total.get(kind, 0.0) + value
    return total


def _look_up(army: Army) -> None:
    """Weapons that a unit has but the name of have the stat lines that another unit's list has for that name."""
    items = [item for unit in army.units for m in unit.members for item in m.items]
    items += [item for unit in army.units for item in unit.chosen]
    known = {item.name.casefold(): item for item in reversed(items) if item.weapons}
    known |= {w.name.casefold(): Item(w.name, [w]) for item in items for w in item.weapons if len(item.weapons) == 1}
    for item in dict.fromkeys(items):
        if item.bare and (other := known.get(item.name.casefold())):
            item.weapons = list(other.weapons)
            army.assumed.append(f"{item.name} without a stat line is the {item.name} of another selection")
    for unit in army.units:
        for item in [item for item in unit.chosen if not item.bare]:
            unit.chosen.remove(item)
            army.assumed.append(f"{unit.name}: {item.name}, listed once, is carried by all {unit.models} models")
            for members in unit.members:
                members.items.append(item)


def _name_unread(army: Army, unit: Unit) -> None:
    """Name what has no stat line."""
    for members in unit.members:
        if members.profile is None:
            army.not_read.append(f"{unit.name}: {members.name} has no stat line in the list")
    items = [*unit.chosen, *(item for members in unit.members for item in members.items)]
    bare = dict.fromkeys(item.name for item in items if item.bare)
    army.not_read += [f"{unit.name}: {name} has only its name in the list" for name in bare]


def _audit(army: Army, roster: Roster) -> None:
    """Name every profile of the list that is with no unit."""
    kept = {id(p) for unit in army.units for p in _profiles(unit)}
    for force in roster.all_forces():
        for top in force.selections:
            for selection in top.walk():
                for profile in selection.profiles:
                    if id(profile) not in kept:
                        what = table_of(army.edition, profile).value
                        army.not_read.append(f"{top.name}: the {what} {profile.name!r} is nobody's")


def _profiles(unit: Unit) -> Iterator[Profile]:
    for members in unit.members:
        if members.profile is not None:
            yield members.profile
        yield from members.cards
        for item in members.items:
            yield from item.weapons
            yield from item.cards


def army_rules(army: Army) -> list[Rule]:
    """The rules of the whole force, each once."""
    return list({rule.name.casefold(): rule for rule in army.rules}.values())
