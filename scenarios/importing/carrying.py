"""What each model of a unit carries: counts of selections shared out among the models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scenarios.importing.editions import Edition, Table, table_of
from scenarios.importing.members import Rank, own, times_in
from scenarios.importing.tree import Selection
from scenarios.importing.units import Item


@dataclass(slots=True, eq=False)
class Figure:
    """One model while its load is put together. `picked` counts what it got that not all get; it `leads` when it is the
    psyker of a unit that is one together."""

    rank: Rank
    items: list[Item] = field(default_factory=list)
    picked: int = 0
    leads: bool = False


Load = list[tuple[Item, int]]


def item_of(edition: Edition, node: Selection) -> Item:
    """What a selection is by itself."""
    weapons = own(edition, node, Table.WEAPON)
    cards = [p for p in node.profiles if table_of(edition, p) is not Table.WEAPON]
    cards = [p for p in cards if table_of(edition, p) is not Table.UNIT]
    return Item(node.name, weapons, cards, list(node.rules))


def load_of(edition: Edition, nodes: Iterable[Selection], parent: int = 1) -> Load:
    """The items of selections and of all below them, with how many there are.

    A selection that has nothing of its own but others below it only holds them together. A count is a total; where it
    is less than that of what it is in, it is for each.
    """
    load: Load = []
    for node in nodes:
        number = node.number if node.number >= parent else node.number * parent
        item = item_of(edition, node)
        if not item.bare or not node.selections:
            if item.weapons and number == 1:
                number = times_in(node.name)
            load.append((item, number))
        load += load_of(edition, node.selections, number)
    return load


def share_out(load: Load, figures: Sequence[Figure], assumed: list[str]) -> None:
    """Give a load to models.

    What there is once for several models is carried by each of them, unless other counts show that counts are meant.
    What there is for some goes to those who have been given least.
    """
    many = len(figures)
    counted = any(number > 1 for _, number in load)
    for item, number in load:
        each, rest = divmod(number, many)
        if number == 1 and many > 1 and not counted:
            each, rest = 1, 0
            assumed.append(f"{item.name}, listed once, is carried by all {many} models")
        for figure in figures:
            figure.items += [item] * each
        for figure in sorted(figures, key=lambda f: f.picked)[:rest]:
            figure.items.append(item)
            figure.picked += 1


def grouped(figures: Iterable[Figure]) -> list[tuple[Figure, int]]:
    """Models alike together, in order, with how many they are."""
    found: dict[tuple[int, ...], list[Figure]] = {}
    for figure in figures:
        key = (figure.leads, id(figure.rank), *sorted(id(item) for item in figure.items))
        found.setdefault(key, []).append(figure)
    return [(alike[0], len(alike)) for alike in found.values()]
