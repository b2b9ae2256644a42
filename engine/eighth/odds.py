"""What attacks may do before they are made: exact odds of a unit's shooting, fighting and charging.

Exact for dice and for targets whose models are alike; of mixed ones the commonest kind counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.core.facts import Facts, facts
from engine.core.state import State
from engine.eighth import (
    abilities,
    attacks,
    casualties,
    cover,
    fight,
    firing,
    kinds,
    measuring,
    psychic,
    status,
    weapons,
)
from engine.eighth.attacks import NEVER, Batch, Hurt
from engine.eighth.characteristics import changes, modified, number, value
from engine.eighth.firing import Shot, shot
from engine.eighth.lore import SMITE, Number
from engine.eighth.weapons import weapon_of
from engine.mechanics.odds import (
    Blows,
    chance,
    mean,
    mean_lost,
    millionths,
    models_lost,
    rolled,
    thousandths,
    twice,
    worn_down,
)  # fmt: skip
from engine.mechanics.straight import FAR


def expected_shooting(state: State, unit: str, target: str, chosen: Iterable[Shot] | None = None) -> Facts:
    """The odds of a unit's shooting at a target with these shots, or with all that may be fired together.

    Facts: `shots` that are fired, `wounds` and `models` lost on average in thousandths, whether there is `cover`, and
    `chances` in millionths that 0, 1, 2, ... models are lost.
    """
    if chosen is None:
        options = firing.offered(state, unit, target)
        chosen = [shot(option) for option in firing.everything(state, options, ())]
    fired = list(chosen)
    far = firing.distances(state, unit, target)
    blows = [
        _blows(state, batch, _scaled(_times(weapon_of(state, batch.weapon).shots, count), per))
        for (batch, per), count in _alike(state, target, fired, far).items()
    ]
    return (
        *facts(shots=len(fired)),
        *_outcome(state, target, blows),
        *facts(cover=bool(cover.benefit(state, target))),
    )


def _alike(state: State, target: str, fired: Iterable[Shot], far: Mapping[str, int]) -> dict[tuple[Batch, int], int]:
    """Shots that are alike, with how often each number counts, and how many weapons there are."""
    found: dict[tuple[Batch, int], int] = {}
    for one in fired:
        weapon = weapon_of(state, one.weapon)
        alike = firing.batch_of(state, one.model, target, weapon), weapons.times(weapon, far.get(one.model, FAR))
        found[alike] = found.get(alike, 0) + 1
    return found


def expected_fight(state: State, unit: str, target: str) -> Facts:
    """The odds of one fight of a unit against another, everyone who may strike striking as well as he can.

    Before it is engaged all its models are taken to reach the enemy. Facts as for `expected_shooting`, `attacks` first.
    """
    engaged = target in status.engaged_with(state, unit)
    blows: list[Blows] = []
    total = 0.0
    for model in state.present(unit):
        if (engaged and target not in fight.reached(state, model.id)) or not value(state, model.id, "ws"):
            continue
        arms = fight.blades(state, model.id)
        best = max(arms, key=lambda w: (fight.promise(state, model.id, fight.Blow(target, w.key)), w.key))
        with_each = [(best, _attacks(state, model.id))]
        with_each += [(w, ((n, 1.0),)) for w in arms if (n := fight.more_attacks(state, w))]
        for weapon, count in with_each:
            blows.append(_blows(state, fight.batch_of(state, model.id, target, weapon), count))
            total += sum(n * p for n, p in count)
    return (*facts(attacks=thousandths(total)), *_outcome(state, target, blows))


def _attacks(state: State, model: str) -> tuple[tuple[int, float], ...]:
    """How many attacks a model makes, with the chance of each number."""
    more = changes(state, model, "a")
    found: dict[int, float] = {}
    for n, part in _times(number(state, model, "a"), 1):
        attacks_made = modified("a", n, more)
        found[attacks_made] = found.get(attacks_made, 0.0) + part
    return tuple(found.items())


def charge_chance(state: State, unit: str, target: str) -> Facts:
    """The chance in millionths that a charge at one unit rolls far enough, and the distance it needs in micrometres."""
    gap = measuring.between(state, unit, target)
    need = max(0, gap - status.ENGAGED)
    again = all(abilities.has(state, m.id, kinds.REROLL_CHARGE) for m in state.present(unit))
    once = 0.0
    for total, part in rolled(2, 6).items():
        once += part if measuring.within(need, total * 25_400) else 0.0
    return facts(distance=gap, need=need, chance=round((twice(once) if again else once) * 1_000_000))


def expected_guns(state: State, unit: str, target: str) -> Facts:
    """What each shot that may be fired at a target is expected to do: `shots`, of ids with thousandths of wounds.

    Nothing where the target is none. More than one model has Wounds left is not counted of any damage.
    """
    refused, options = firing.against(state, unit, target)
    if refused:
        return facts(shots=())
    far, found = firing.distances(state, unit, target), []
    known: dict[tuple[Batch, int], float] = {}
    most, ignored = max((m.wounds for m in state.present(target)), default=1), ignored_by(state, target)
    for option in options:
        if not option.barred:
            one = shot(option.id)
            weapon = weapon_of(state, one.weapon)
            alike = firing.batch_of(state, one.model, target, weapon), weapons.times(weapon, far.get(one.model, FAR))
            if alike not in known:
                blows = _blows(state, alike[0], ((1, 1.0),))
                known[alike] = blows.hurts * taken(weapon.damage, ignored, most) * weapon.shots.mean * alike[1]
            found.append((option.id, thousandths(known[alike])))
    return facts(shots=tuple(found))


def expected_power(state: State, psyker: str, power: str) -> Facts:
    """What a psyker's attempt at a power is expected to do now: the `target`, empty for none, and thousandths of mortal
    `wounds` on it; and those of `perils` on the psyker itself."""
    targets = psychic.smite_targets(state, psyker) if power == SMITE else ()
    charge, wounds, perils = abilities.lore_of(state).powers[power].charge, 0.0, 0.0
    for total, part in rolled(2, 6).items():
        wounds += part * (3.5 if total > psychic.STRONG else 2.0) if total >= charge else 0.0
        perils += part * 2.0 if total in (2, 12) else 0.0
    wounds *= 1.0 - chance_of(ignored_by(state, targets[0])) if targets else 0.0
    perils *= 1.0 - chance_of(casualties.ignored_on(state, psyker))
    return facts(
        target=targets[0] if targets else "", wounds=thousandths(wounds) if targets else 0, perils=thousandths(perils)
    )


# -- from attacks to blows ---------------------------------------------------------------------------------------------


def _outcome(state: State, target: str, blows: Iterable[Blows]) -> Facts:
    models = state.present(target)
    wounds = max((abilities.profile(state, m.id).w for m in models), default=1)
    lost = max(0, len(models) * wounds - sum(m.wounds for m in models))
    left, before = worn_down(len(models), wounds, lost, blows), worn_down(len(models), wounds, lost, ())
    gone = models_lost(len(models), wounds, left)
    return facts(
        wounds=thousandths(mean_lost(len(models), wounds, left) - mean_lost(len(models), wounds, before)),
        models=thousandths(mean(gone)),
        chances=millionths(gone),
    )


def _times(each: Number, count: int) -> tuple[tuple[int, float], ...]:
    """The chances of what a number comes to when it is found `count` times over."""
    if not each.random:
        return ((each.plus * count, 1.0),)
    return tuple((total + each.plus * count, part) for total, part in rolled(each.dice * count, each.sides).items())


def _scaled(chances: tuple[tuple[int, float], ...], times: int) -> tuple[tuple[int, float], ...]:
    return tuple((count * times, part) for count, part in chances)


def _blows(state: State, batch: Batch, count: tuple[tuple[int, float], ...]) -> Blows:
    """Attacks that are alike as blows: the chance of each to get through, and what it takes."""
    wounds = wound_chance(batch, value(state, batch.target, "t"))
    through = hit_chance(batch) * wounds * (1.0 - chance_of(save_of(state, batch.target, batch)))
    return Blows(count, through, damage=suffered(batch.damage, ignored_by(state, batch.target)))


def hit_chance(batch: Batch) -> float:
    """The chance of an attack to hit, with all modifiers and whatever is rolled again."""
    return 1.0 if batch.automatic else _again(attacks.hit_score(batch), attacks.hit_again(batch))


def wound_chance(batch: Batch, toughness: int) -> float:
    """The chance of a hit to wound, with all modifiers and whatever is rolled again."""
    return _again(attacks.wound_need(batch, toughness), attacks.wound_again(batch, toughness))


def ignored_by(state: State, target: str) -> int:
    """The score on which the commonest model of a target ignores a wound; 0 when it never does."""
    scores = [casualties.ignored_on(state, m.id) for m in state.present(target)]
    return max(dict.fromkeys(scores), key=lambda s: (scores.count(s), s), default=0)


@lru_cache(maxsize=256)
def suffered(damage: Number, score: int) -> tuple[tuple[int, float], ...]:
    """The chances of so much damage by one attack, when each point of it is ignored on a `score`, never on 0."""
    rolled_for = _times(damage, 1)
    if not score:
        return rolled_for
    ignored, found = chance(score), dict[int, float]()
    for points, part in rolled_for:
        lost = [part]
        for _ in range(points):
            lost = [a * ignored + b * (1.0 - ignored) for a, b in zip([*lost, 0.0], [0.0, *lost], strict=True)]
        for n, way in enumerate(lost):
            found[n] = found.get(n, 0.0) + way
    return tuple(found.items())


@lru_cache(maxsize=512)
def taken(damage: Number, score: int, most: int) -> float:
    """How much of one attack's damage a model loses on average that has `most` Wounds and ignores it on a `score`."""
    return sum(min(points, most) * part for points, part in suffered(damage, score))


def chance_of(need: int) -> float:
    """The chance of a die to show `need` or more; none above 6."""
    return chance(need) if need < NEVER else 0.0


def _again(need: int, below: int) -> float:
    """The chance of a die that is rolled again when it shows less than `below`."""
    return chance_of(need) * (1.0 + (below - 1) / 6)


def save_of(state: State, target: str, batch: Batch) -> int:
    """The natural face that the commonest model of a target needs to save."""
    scores = [
        attacks.save_score(state, m.id, Hurt(1, batch.ap, batch.damage, "", batch.ranged))
        for m in state.present(target)
    ]
    return max(dict.fromkeys(scores), key=lambda s: (scores.count(s), s)) if scores else NEVER
