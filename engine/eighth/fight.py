"""The Fight phase: who fights next, piling in, sharing out attacks, and consolidating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.core.battle import Battle
from engine.core.decisions import Choose, Option, Split
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask_if
from engine.core.state import State
from engine.eighth import abilities, attacks, charge, kinds, measuring, status, warlord, weapons
from engine.eighth.attacks import Batch
from engine.eighth.characteristics import changes, modified, number, strength_with, value
from engine.eighth.dice import numbers
from engine.eighth.firing import rolled_again
from engine.eighth.lore import CLOSE_COMBAT_WEAPON, MELEE, Number, Weapon
from engine.eighth.weapons import weapon_of

PILE_IN, CONSOLIDATE = "8e.fight.pile-in", "8e.fight.consolidate"


class Blow(NamedTuple):
    """Where attacks may go: a target unit, and the weapon used."""

    target: str
    weapon: str

    @property
    def id(self) -> str:
        return f"{self.target}/{self.weapon}"


def blow(option: str) -> Blow:
    """The blow of an option's id."""
    target, _, weapon = option.rpartition("/")
    return Blow(target, weapon)


# -- who fights --------------------------------------------------------------------------------------------------------


@rule("8e.fight.eligible", "8e.fight.once", "8e.fight.newly-eligible")
def eligible(state: State, side: str) -> tuple[str, ...]:
    """A side's units that may fight now and have not: they charged, or an enemy is within 1 inch. Looked up anew."""
    return tuple(
        u.id
        for u in state.units_of(side)
        if not state.did(u.id, "fought") and (state.did(u.id, "charged") or status.engaged(state, u.id))
    )


@rule("8e.fight.chargers-first")
def chargers(state: State) -> tuple[str, ...]:
    """The units that charged this turn and have not fought."""
    side = state.clock.side
    return tuple(u for u in eligible(state, side) if state.did(u, "charged"))


@rule("8e.fight.chargers-first", "8e.fight.alternate")
def next_fighter(state: State) -> str | None:
    """The side that picks a unit to fight next; None when nobody is left.

    First whoever charged, all of the active player's. Then the sides take turns, the active one beginning; a side
    without units left is passed over.
    """
    active = state.clock.side
    if chargers(state):
        return active
    last = max((d for d in _fought(state) if d[1]), default=None)
    turn = state.enemy(last[1]) if last else active
    for side in (turn, state.enemy(turn)):
        if eligible(state, side):
            return side
    return None


def _fought(state: State) -> list[tuple[int, str]]:
    """The fights of this turn in order: their number, and the side that picked in its turn; empty for a charger's."""
    deeds = [d for d in state.deeds.values() if d.name == "fought" and d.turn == state.clock.turn]
    return [(d.detail("order"), d.detail("picked")) for d in deeds]


@rule("8e.fight.sequence")
def fight_with(b: Battle, side: str) -> Procedure[None]:
    """A unit of a side fights: it piles in, attacks, and consolidates, before anyone else does."""
    first = chargers(b.state)
    unit = yield from ask_if(lambda: _which(b.state, side))
    if unit is None:
        return
    order = len(_fought(b.state)) + 1
    b.note_deed(unit, "fought", "8e.fight.once", order=order, picked="" if unit in first else side)
    b.say("unit.fights", "8e.fight.sequence", unit)
    yield from charge.close_in(b, unit, "fight.pile_in", PILE_IN)
    yield from attack(b, unit)
    if b.state.present(unit):
        yield from charge.close_in(b, unit, "fight.consolidate", CONSOLIDATE)


def _which(state: State, side: str) -> Choose | None:
    """Which unit fights next; None when no unit of the side may (any more)."""
    first = chargers(state)
    units = first or eligible(state, side)
    if not units:
        return None
    return Choose(
        player=side,
        rule="8e.fight.chargers-first" if first else "8e.fight.alternate",
        topic="fight.unit",
        subjects=(side,),
        hints=facts(chargers=bool(first), why="whoever charged comes first" if first else "the sides take turns"),
        options=tuple(Option(u, u, "8e.fight.eligible", facts(charged=state.did(u, "charged"))) for u in units),
    )


# -- whom and with what ------------------------------------------------------------------------------------------------


@rule("8e.fight.targets", "8e.fight.second-rank", "8e.fight.charger-targets")
def reached(state: State, model: str) -> tuple[str, ...]:
    """The enemy units that a model may strike: within 1 inch of it, or of a mate that it is within 1 inch of itself.

    After a charge only the units that were charged.
    """
    unit = state.models[model].unit
    deed = state.deed(unit, "charged")
    foes = [f.id for f in state.units_of(state.enemy(state.side_of(unit)))]
    if deed is not None:
        foes = [foe for foe in foes if foe in deed.detail("targets", ())]
    mates = [m.id for m in state.present(unit) if m.id == model or _near(state, model, m.id)]
    return tuple(foe for foe in foes if any(_near(state, mate, foe) for mate in mates))


def _near(state: State, one: str, other: str) -> bool:
    return measuring.within(measuring.between(state, one, other), status.ENGAGED)


@rule("8e.fight.default-weapon", "8e.datasheet.melee-or-ranged", "8e.fight.weapon-choice")
def blades(state: State, model: str) -> tuple[Weapon, ...]:
    """What a model strikes with: its melee weapons, or a close combat weapon when it has none."""
    found = tuple(w for w in weapons.carried(state, model) if w.kind == MELEE)
    return found or (weapon_of(state, CLOSE_COMBAT_WEAPON),)


@rule("8e.fight.number-of-attacks", "8e.datasheet.ws-dash", "8e.modifiers.random-other", "8e.warlord.legendary-fighter")
def number_of_attacks(b: Battle, models: tuple[str, ...]) -> Procedure[int]:
    """How many attacks some models have together: as many as their Attacks, however many weapons they carry."""
    total = 0
    for model in models:
        printed: Number = number(b.state, model, "a")
        if value(b.state, model, "ws") == 0 or not printed.most:
            continue
        side = b.state.side_of(model)
        rolled = (yield from numbers(b, printed, 1, "attacks", "8e.modifiers.random-other", side, model))[0]
        more = changes(b.state, model, "a")
        total += modified("a", rolled, more) + warlord.more_attacks(b.state, model)
    return total


@rule("8e.fight.split-attacks", "8e.fight.weapon-choice")
def attack(b: Battle, unit: str) -> Procedure[None]:
    """All attacks of a unit are shared out before any die, then resolved target by target."""
    shares: dict[tuple[str, Batch], int] = {}
    for models in groups(b.state, unit):
        yield from _share_out(b, models, shares)
    order = list(dict.fromkeys(target for target, _ in shares))
    for (target, batch), count in sorted(shares.items(), key=lambda item: order.index(item[0][0])):
        if not count:
            continue
        if not b.state.present(target):
            b.say("shots.lost", "8e.fight.split-attacks", unit, target=target)
            continue
        yield from attacks.resolve(b, batch, count)


def groups(state: State, unit: str) -> tuple[tuple[str, ...], ...]:
    """The models of a unit that have somebody to strike, together those that are alike, reach the same enemies and
    strike them in the same way."""
    found: dict[tuple[str, tuple[str, ...], tuple[Batch, ...]], list[str]] = {}
    for model in state.present(unit):
        blows = _blows(state, model.id) if value(state, model.id, "ws") else ()
        batches = tuple(batch_of(state, model.id, b.target, weapon_of(state, b.weapon)) for b in blows)
        if batches:
            found.setdefault((model.profile, model.gear, batches), []).append(model.id)
    return tuple(tuple(models) for models in found.values())


def _share_out(b: Battle, models: tuple[str, ...], shares: dict[tuple[str, Batch], int]) -> Procedure[None]:
    """Models that are alike share their attacks out among targets and weapons; asked only when there is a choice.

    Whoever is no longer there, or reaches nobody any more, has no part in it.
    """
    counts: dict[str, int] = {}
    for model in models:
        counts[model] = yield from number_of_attacks(b, (model,))
    left, total, choices = _left(b.state, counts)
    if not total:
        return
    answer: tuple[tuple[str, int], ...] | None = ((choices[0].id, total),)
    if len(choices) > 1:
        answer = yield from ask_if(lambda: _question(b.state, counts))
        left, _, _ = _left(b.state, counts)
    if not answer:
        return
    for option, count in answer:
        target, weapon = blow(option)
        batch = batch_of(b.state, left[0], target, weapon_of(b.state, weapon))
        shares[(target, batch)] = shares.get((target, batch), 0) + count
    _extra(b.state, left, answer, shares)


def _left(state: State, counts: Mapping[str, int]) -> tuple[tuple[str, ...], int, tuple[Blow, ...]]:
    """Who of some models is there to strike somebody, how many attacks they have together, and where these may go."""
    blows = {model: tuple(_blows(state, model)) for model in counts if state.models[model].on_table}
    left = tuple(model for model, found in blows.items() if found)
    return left, sum(counts[model] for model in left), blows[left[0]] if left else ()


def _extra(
    state: State,
    models: tuple[str, ...],
    answer: Iterable[tuple[str, int]],
    shares: dict[tuple[str, Batch], int],
) -> None:
    """Weapons that give attacks of their own strike where most of their bearers' attacks go."""
    main = blow(max(answer, key=lambda share: share[1])[0])
    for weapon in blades(state, models[0]):
        more = more_attacks(state, weapon)
        if more:
            batch = batch_of(state, models[0], main.target, weapon)
            shares[(main.target, batch)] = shares.get((main.target, batch), 0) + more * len(models)


def more_attacks(state: State, weapon: Weapon) -> int:
    """How many attacks of its own a weapon gives each of its bearers."""
    return sum(ability.amount for ability in abilities.of_weapon(state, weapon, kinds.EXTRA_ATTACKS))


def _blows(state: State, model: str) -> Iterable[Blow]:
    for target in reached(state, model):
        for weapon in blades(state, model):
            yield Blow(target, weapon.key)


def _question(state: State, counts: Mapping[str, int]) -> Split | None:
    """How attacks are shared out among targets and weapons; all of them where they promise most is the usual way.

    None when nobody is left to strike, or to be struck.
    """
    models, total, choices = _left(state, counts)
    if not total:
        return None
    best = max(choices, key=lambda b: (promise(state, models[0], b), b.id))
    return Split(
        player=state.side_of(models[0]),
        rule="8e.fight.split-attacks",
        topic="fight.attacks",
        subjects=(state.models[models[0]].unit,),
        hints=facts(models=models, total=total),
        total=total,
        bins=tuple(Option(b.id, b.target, "8e.fight.split-attacks", _details(state, models[0], b)) for b in choices),
        advise=lambda stream: tuple((b.id, total if b == best else 0) for b in choices),
    )


def _details(state: State, model: str, to: Blow) -> tuple[tuple[str, object], ...]:
    """What is shown of a blow: the weapon as this model wields it, and the scores it needs."""
    batch = batch_of(state, model, to.target, weapon_of(state, to.weapon))
    return facts(
        weapon=weapon_of(state, to.weapon).name, strength=batch.strength, ap=batch.ap, damage=batch.damage.told(),
        hit=attacks.hit_score(batch), wound=attacks.wound_need(batch, value(state, to.target, "t")),
    )  # fmt: skip


def promise(state: State, model: str, to: Blow) -> int:
    """About how many thousandths of a wound an attack does, for comparing."""
    batch = batch_of(state, model, to.target, weapon_of(state, to.weapon))
    hits = max(0, 7 - attacks.hit_score(batch))
    wounds = max(0, 7 - attacks.wound_need(batch, value(state, to.target, "t")))
    save = (value(state, to.target, "sv") or attacks.NEVER) - batch.ap
    most = max((abilities.profile(state, m.id).w for m in state.present(to.target)), default=1)
    damage = min(float(most), batch.damage.mean)
    return round(hits * wounds * (min(attacks.NEVER, max(2, save)) - 1) * damage * 1000 / 216)


@rule("8e.fight.weapon-skill")
def batch_of(state: State, model: str, target: str, weapon: Weapon) -> Batch:
    """What one model's blows with a weapon are like: as shots, with the Weapon Skill, and without their penalties."""
    return Batch(
        state.models[model].unit,
        target,
        weapon.key,
        value(state, model, "ws"),
        strength_with(state, model, weapon),
        weapon.ap,
        weapon.damage,
        abilities.amount(state, model, weapon, kinds.TO_HIT),
        again_hit=rolled_again(state, model, kinds.REROLL_HITS, kinds.REROLL_HIT_ONES),
        again_wound=rolled_again(state, model, kinds.REROLL_WOUNDS, kinds.REROLL_WOUND_ONES),
        to_wound=abilities.amount(state, model, weapon, kinds.TO_WOUND),
        ranged=False,
    )
