"""Charging and fighting: who charges whom, who fights first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.units import um
from engine.core.decisions import Choose, ChooseMany
from engine.core.dice import Stream
from engine.core.facts import fact, facts
from engine.players.outlook import Outlook
from engine.players.weighing import mission_worth

if TYPE_CHECKING:
    from engine.players.captain import Captain

DONE = "done"

BESIDE = um(1.5)
"""How much farther away than the best another enemy may be to be charged with it."""


def charge_gain(outlook: Outlook, unit: str, enemy: str) -> int:
    """What a charge is worth against waiting for the enemy's own; nothing for an enemy out of reach."""
    chance = outlook.bearing(unit).chance(outlook.gap(unit, enemy))
    if not chance:
        return 0
    duel = outlook.duel(unit, enemy)
    gain = (duel.charge - duel.ready) * outlook.weight(enemy) // 100
    here, there = outlook.middle(unit), outlook.middle(enemy)
    gain += min(0, mission_worth(outlook, unit, there) - mission_worth(outlook, unit, here))
    gain += duel.struck if outlook.locked(enemy) else max(0, min(duel.threat, 2 * duel.struck)) // 2
    return (gain * chance - duel.overwatch * (100 - chance)) // 100


def next_to_charge(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """The unit with the best charge, while there is one that pays."""
    units = [o.id for o in question.open if o.id in outlook.state.units]
    gains = [(charge_gain(outlook, u, e), u) for u in units for e in outlook.enemies]
    best = max(gains, default=(0, ""))
    return best[1] if best[0] > 0 else DONE


def charge_target(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """The target of the best charge."""
    unit = question.subjects[0]
    enemies = [o.id for o in question.open if o.id in outlook.state.units]
    best = max(enemies, key=lambda e: (charge_gain(outlook, unit, e), e), default=None)
    if best is not None:
        captain.say(f"{outlook.name(unit)} charges {outlook.name(best)}")
    return best


def charge_targets(captain: Captain, question: ChooseMany, outlook: Outlook, stream: Stream) -> tuple[str, ...] | None:
    """The target of the best charge, with those right beside it that pay as well and cannot fire at the charger."""
    unit = question.subjects[0]
    options = {o.id: o for o in question.options if not o.barred}
    gains = {enemy: charge_gain(outlook, unit, enemy) for enemy in options}
    best = max(gains, key=lambda e: (gains[e], e), default=None)
    if best is None:
        return None
    captain.say(f"{outlook.name(unit)} charges {outlook.name(best)}")
    far = fact(options[best].details, "distance", 0) + BESIDE
    more = [
        enemy
        for enemy, option in options.items()
        if enemy != best and gains[enemy] > 0 and fact(option.details, "distance", far + 1) <= far
        and not fact(option.details, "overwatch", True)
    ]  # fmt: skip
    return (best, *more)


def hero(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """A hero who gains by fighting somebody near; done when none does."""
    gains = []
    for unit in (o.id for o in question.open if o.id in outlook.state.units):
        near = [e for e in outlook.enemies if outlook.gap(unit, e) <= um(4)]
        duels = [outlook.duel(unit, e) for e in near]
        gains += [(d.strike - d.struck // 2, unit) for d in duels]
    best = max(gains, default=(0, ""))
    if best[0] > 0:
        captain.say(f"{outlook.name(best[1])} intervenes")
        return best[1]
    return DONE


def next_to_fight(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """The unit that would lose most by waiting: what its enemies would strike off it, and it off them before."""
    stakes = []
    for unit in (o.id for o in question.open if o.id in outlook.state.units):
        near = [e for e in outlook.enemies if outlook.gap(unit, e) <= um(2)]
        duels = [(outlook.duel(unit, e), "fought" not in outlook.badges(e)) for e in near]
        blow = max((d.strike * outlook.weight(e) // 100 for (d, _), e in zip(duels, near, strict=True)), default=0)
        stakes.append((blow + max((d.charged - d.struck for d, fresh in duels if fresh), default=0), unit))
    return max(stakes, default=(0, None))[1]


def expected(outlook: Outlook, kind: str, unit: str, target: str, name: str) -> int:
    """A figure of the book's odds."""
    return int(fact(outlook.book.odds(outlook.state, facts(kind=kind, unit=unit, target=target)), name, 0))
