"""Who is removed: the owner picks among models that are alike, whole models first, the wounded before the others."""

from __future__ import annotations

from battlefield.measure import gaps
from battlefield.separation import CONTACT
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.codec import record
from engine.core.decisions import Choose, ChooseMany, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask_if
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import status
from engine.fifth.characteristics import profile
from engine.fifth.saves import Wound, slays

COHERENCY = 2.0
"""Inches between models of a unit that keep together."""


@record
class Toll:
    """Wounds that models really lost, and the models removed."""

    wounds: int = 0
    models: tuple[str, ...] = ()

    def __add__(self, other: Toll) -> Toll:
        return Toll(self.wounds + other.wounds, self.models + other.models)


@rule("5e.shooting.casualties", "5e.shooting.casualties-unseen", "5e.shooting.no-pick-up")
def remove(b: Battle, group: tuple[str, ...], unsaved: tuple[Wound, ...]) -> Procedure[Toll]:
    """Apply unsaved wounds to a group of identical models, any of them, seen or not. What they carried is lost.

    Wounds left over when the whole group is gone are lost.
    """
    killing = sum(slays(b.state, group[0], wound) for wound in unsaved)
    toll = Toll()
    if killing and _most_wounds(b.state, group) > 1:
        toll += yield from _slain(b, group, killing)
    else:
        killing = 0
    toll += yield from _worn_down(b, group, len(unsaved) - killing)
    return toll


def _most_wounds(state: State, group: tuple[str, ...]) -> int:
    """How many Wounds the models of a group have when fresh."""
    return profile(state, group[0]).w


def _standing(state: State, group: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(m for m in group if state.models[m].on_table)


def _fresh(state: State, group: tuple[str, ...]) -> tuple[str, ...]:
    full = _most_wounds(state, group)
    return tuple(m for m in _standing(state, group) if state.models[m].wounds >= full)


def _hurt(state: State, group: tuple[str, ...]) -> tuple[str, ...]:
    """The wounded models of a group, the nearest to death first."""
    full = _most_wounds(state, group)
    hurt = [m for m in _standing(state, group) if state.models[m].wounds < full]
    return tuple(sorted(hurt, key=lambda m: (state.models[m].wounds, group.index(m))))


@rule("5e.shooting.mw-group-instant-death")
def _slain(b: Battle, group: tuple[str, ...], count: int) -> Procedure[Toll]:
    """Each wound that slays removes an unwounded model; wounded ones go when none of those is left."""
    fresh = _fresh(b.state, group)
    chosen = yield from _pick(b, group, fresh, min(count, len(fresh)))
    chosen += _hurt(b.state, group)[: count - len(chosen)]
    lost = sum(b.model(m).wounds for m in chosen)
    for model in chosen:
        b.gone(model, "5e.shooting.instant-death")
    return Toll(lost, chosen)


@rule("5e.shooting.multi-wound", "5e.shooting.mw-group-removal", "5e.shooting.mw-group-carry")
def _worn_down(b: Battle, group: tuple[str, ...], count: int) -> Procedure[Toll]:
    """Ordinary wounds: first upon the wounded, then whole models, and what is left over upon one model."""
    toll, full = Toll(), _most_wounds(b.state, group)
    for model in _hurt(b.state, group):
        lost = min(count, b.model(model).wounds)
        toll += _hit(b, model, lost)
        count -= lost
    fresh = _fresh(b.state, group)
    chosen = yield from _pick(b, group, fresh, min(count // full, len(fresh)))
    for model in chosen:
        toll += _hit(b, model, full)
    left = count - full * len(chosen)
    if 0 < left < full and len(chosen) < len(fresh):
        model = yield from _pick_one(b, group, tuple(m for m in fresh if m not in chosen))
        toll += _hit(b, model, left) if model else Toll()
    return toll


def _hit(b: Battle, model: str, lost: int) -> Toll:
    """A model loses wounds; it is removed when none is left."""
    if lost < 1:
        return Toll()
    if lost < b.model(model).wounds:
        b.wound(model, lost, "5e.shooting.multi-wound")
        return Toll(lost)
    b.gone(model, "5e.shooting.casualties")
    return Toll(lost, (model,))


def _pick(b: Battle, group: tuple[str, ...], of: tuple[str, ...], count: int) -> Procedure[tuple[str, ...]]:
    """The owner picks `count` models out of several that are alike; nothing is asked when none or all go."""
    if count in (0, len(of)):
        return of[:count]
    chosen = yield from ask_if(lambda: _question(b.state, group, _standing(b.state, of), count))
    return _standing(b.state, of)[:count] if chosen is None else chosen


def _question(state: State, group: tuple[str, ...], of: tuple[str, ...], count: int) -> ChooseMany | None:
    """Which of several models are removed; None when all of them are."""
    if count >= len(of):
        return None
    return ChooseMany(
        player=state.side_of(group[0]),
        rule="5e.shooting.casualties",
        topic="casualties.pick",
        subjects=(state.models[group[0]].unit,),
        options=tuple(Option(m, m, "5e.shooting.casualties") for m in of),
        least=count,
        most=count,
        hints=facts(count=count),
        advise=lambda stream: expendable(state, of, count),
    )


def _pick_one(b: Battle, group: tuple[str, ...], of: tuple[str, ...]) -> Procedure[str]:
    """The owner picks the model that bears what is left over; the only one when there is no other, empty for nobody."""

    def question() -> Choose | None:
        here = _standing(b.state, of)
        if len(here) < 2:
            return None
        return Choose(
            player=b.state.side_of(group[0]),
            rule="5e.shooting.mw-group-removal",
            topic="casualties.wound",
            subjects=(b.state.models[group[0]].unit,),
            options=tuple(Option(m, m, "5e.shooting.mw-group-removal") for m in here),
            advise=lambda stream: expendable(b.state, here, 1)[0],
        )

    chosen = yield from ask_if(question)
    return next(iter(_standing(b.state, of)), "") if chosen is None else chosen


def expendable(state: State, of: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The `count` models of one unit that it can best do without: the farthest from any enemy, its chain kept whole."""
    unit = state.models[of[0]].unit
    members = state.present(unit)
    bodies = [body_of(m) for m in members]
    linked = (gaps(bodies, bodies) <= COHERENCY + CONTACT).tolist()
    far = _distances(state, unit)
    order = sorted(of, key=lambda m: (-far[m], m))
    place = {m.id: i for i, m in enumerate(members)}
    left = list(range(len(members)))
    gone: list[str] = []
    for _ in range(count):
        whole = _chains(linked, left)
        free = (m for m in order if m not in gone and _chains(linked, [i for i in left if i != place[m]]) <= whole)
        model = next(free, None) or next(m for m in order if m not in gone)
        gone.append(model)
        left.remove(place[model])
    return tuple(gone)


def _distances(state: State, unit: str) -> dict[str, int]:
    """How far each model of a unit is from the nearest enemy, in micrometres."""
    members = state.present(unit)
    foes = status.enemies(state, state.side_of(unit))
    if not foes:
        return {m.id: 0 for m in members}
    nearest = gaps([body_of(m) for m in members], [body_of(m) for m in foes]).min(axis=1)
    return {m.id: um(float(d)) for m, d in zip(members, nearest, strict=True)}


def _chains(linked: list[list[bool]], of: list[int]) -> int:
    """Into how many separate chains the models at some places fall."""
    left, chains = list(of), 0
    while left:
        chains += 1
        chain = [left.pop()]
        for one in chain:
            joining = [i for i in left if linked[one][i]]
            chain += joining
            left = [i for i in left if not linked[one][i]]
    return chains
