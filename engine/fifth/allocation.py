"""Sharing wounds out over a unit: every model one before any has a second, the owner's choice among what is left."""

from __future__ import annotations

from collections import Counter

from engine.core.battle import Battle
from engine.core.decisions import Allocate, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask_if
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth.characteristics import profile, value, weapons
from engine.fifth.saves import Wound, best_save, slays

Share = tuple[tuple[str, ...], tuple[Wound, ...]]
"""Models that are alike, with the wounds they were given."""

RULE = "5e.shooting.allocate-complex"


def alike(state: State, unit: str) -> tuple[tuple[str, ...], ...]:
    """The models of a unit on the table, identical ones together: same profile, rules, weapons and wargear.

    Wounds lost make no difference, effects upon single models do.
    """
    groups: dict[object, list[str]] = {}
    for m in state.present(unit):
        upon = sorted((e.kind, e.numbers) for e in state.effects_on(m.id))
        groups.setdefault((m.profile, tuple(sorted(m.gear)), tuple(upon)), []).append(m.id)
    return tuple(tuple(group) for group in groups.values())


def allocate(b: Battle, unit: str, wounds: tuple[Wound, ...]) -> Procedure[tuple[Share, ...]]:
    """Give every wound to a group of identical models; the owner is asked only where there is a choice."""
    groups = alike(b.state, unit)
    if len(groups) == 1:
        return ((groups[0], wounds),)
    if not _matters(groups, wounds):
        lots = _advice(b.state, groups, wounds)
    else:
        given = yield from ask_if(lambda: _question(b.state, unit, wounds))
        if given is None:
            return ()
        lots = given
    groups = alike(b.state, unit)
    shares = [(group, tuple(w for w, lot in zip(wounds, lots, strict=True) if lot == group[0])) for group in groups]
    return tuple(share for share in shares if share[1])


def _matters(groups: tuple[tuple[str, ...], ...], wounds: tuple[Wound, ...]) -> bool:
    """Whether there is anything to choose: a remainder to place, or wounds that differ."""
    return len(wounds) % sum(map(len, groups)) != 0 or len(set(wounds)) > 1


def _question(state: State, unit: str, wounds: tuple[Wound, ...]) -> Allocate | None:
    """Which models of a unit bear some wounds; None when none is there (any more)."""
    groups = alike(state, unit)
    if not groups:
        return None
    return Allocate(
        player=state.side_of(unit),
        rule=RULE,
        topic="wounds.allocate",
        subjects=(unit,),
        wounds=tuple(_wound_option(i, wound) for i, wound in enumerate(wounds)),
        lots=tuple(_lot(state, group) for group in groups),
        hints=facts(count=len(wounds), unit=unit),
        legal=lambda answer: misshared(groups, answer),
        advise=lambda stream: _advice(state, groups, wounds),
    )


def _wound_option(number: int, wound: Wound) -> Option:
    details = facts(strength=wound.strength, ap=wound.ap, weapon=wound.weapon, killing=wound.killing)
    return Option(f"wound{number + 1}", "", wound.rule, details)


def _lot(state: State, group: tuple[str, ...]) -> Option:
    first = group[0]
    details = facts(
        models=group, count=len(group), wounds=sum(state.models[m].wounds for m in group),
        toughness=value(state, first, "t"), save=value(state, first, "sv"), invulnerable=value(state, first, "inv"),
        gear=state.models[first].gear,
    )  # fmt: skip
    return Option(first, first, RULE, details)


@rule("5e.shooting.allocate-complex", "5e.weapons.template-allocation", "5e.weapons.blast-allocation")
def misshared(groups: tuple[tuple[str, ...], ...], lots: tuple[str, ...]) -> Refusals:
    """Why a sharing-out is not legal: no model takes a wound more than another has had the chance to take.

    Any model may be given any wound, under a marker or not.
    """
    each = len(lots) // sum(map(len, groups))
    rest = len(lots) % sum(map(len, groups)) != 0
    given = Counter(lots)
    for group in groups:
        low, high = each * len(group), (each + rest) * len(group)
        if not low <= given[group[0]] <= high:
            details = facts(given=given[group[0]], low=low, high=high, models=len(group))
            return (Refusal("wounds.one_each_first", RULE, group[0], details=details),)
    return ()


def _advice(state: State, groups: tuple[tuple[str, ...], ...], wounds: tuple[Wound, ...]) -> tuple[str, ...]:
    """A sensible sharing-out: what is dear gets no more than it must, and the wounds least likely to hurt."""
    each, rest = divmod(len(wounds), sum(map(len, groups)))
    cheap_first = sorted(groups, key=lambda g: (worth(state, g[0]), -len(g), g[0]))
    slots: list[str] = []
    for group in cheap_first:
        more = min(rest, len(group))
        rest -= more
        slots += [group[0]] * (each * len(group) + more)
    harm = {w: sum(_harm(state, g[0], w) * len(g) for g in groups) for w in dict.fromkeys(wounds)}
    worst_first = sorted(range(len(wounds)), key=lambda i: (-harm[wounds[i]], i))
    lots = dict(zip(worst_first, slots, strict=True))
    return tuple(lots[i] for i in range(len(wounds)))


def _harm(state: State, model: str, wound: Wound) -> int:
    """How many Wounds, in sixths, a wound costs a model on average: one that slays costs all that it has."""
    need = best_save(state, model, wound).need
    lost = max(1, state.models[model].wounds) if slays(state, model, wound) else 1
    return (need - 1 if need else 6) * lost


def worth(state: State, model: str) -> int:
    """How dear a model is beside its mates: what its weapons and its profile are good for."""
    guns = max(
        (w.strength * 2 + (7 - w.ap if w.ap else 0) + 2 * w.shots + 2 * w.blast for w in weapons(state, model)),
        default=0,
    )
    p = profile(state, model)
    return guns + 4 * p.w + 3 * p.a + 2 * p.ld + p.ws + p.bs + 2 * (7 - p.sv if p.sv else 0)
