"""Prospects: what units would on average do to each other, quickly, for choosing between plans.

Figures are thousandths of the target's points: what is expected to be lost, by mean values and without dice. The exact
distributions for one attack are elsewhere; these are for comparing many positions.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.units import um
from engine.core.facts import Facts, facts
from engine.core.state import State
from engine.eighth import abilities, attacks, fight, weapons
from engine.eighth.abilities import profile
from engine.eighth.characteristics import invulnerable, number, strength_with, value
from engine.eighth.lore import Weapon
from engine.eighth.odds import chance_of
from engine.eighth.weapons import GRENADE, HEAVY, PISTOL

BANDS = tuple(um(inches) for inches in (4, 8, 12, 18, 24, 30, 36, 48))
"""Distances at which shooting is estimated."""

FIGHTERS = 14
"""About how many models of a large unit get to strike in one fight."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A target as shots and blows meet it: its commonest values, and what a Wound of it is worth."""

    toughness: int
    save: int
    inv: int
    wounds: int
    left: int
    price: float

    @classmethod
    def of(cls, state: State, unit: str) -> _Mark:
        """A unit as it stands now."""
        members, record = state.members(unit), state.units[unit]
        left = sum(m.wounds for m in members)
        card = profile(state, members[0].id) if members else None
        wounds = card.w if card else 1
        price = max(record.points, 1) / max(record.size, 1) / wounds
        inv = invulnerable(state, members[0].id) if members else 0
        return cls(value(state, unit, "t"), value(state, unit, "sv") or attacks.NEVER, inv, wounds, left, price)

    def points(self, wounds: float) -> int:
        """What wounds on it are worth in thousandths of points, no more than what is left of it."""
        return round(1000 * self.price * min(wounds, float(self.left)))

    def unsaved(self, ap: int) -> float:
        """The share of wounds that no save stops."""
        need = max(2, self.save - ap)
        return 1.0 - chance_of(min(need, self.inv) if self.inv else need)


def _kinds(state: State, unit: str) -> list[tuple[str, int]]:
    """One model of each kind in a unit, with how many there are."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for model in state.members(unit):
        found.setdefault((model.profile, model.gear), []).append(model.id)
    return [(ids[0], len(ids)) for ids in found.values()]


def shooting(state: State, unit: str, mark: _Mark, distance: int, moved: bool) -> int:
    """The thousandths of points that a unit is expected to shoot off a target at a distance in micrometres."""
    total = 0.0
    for model, count in _kinds(state, unit):
        guns = [(w, _gun(state, model, w, mark, distance, moved)) for w in weapons.guns(state, model)]
        pistols = sum(worth for w, worth in guns if w.kind == PISTOL)
        others = sum(worth for w, worth in guns if w.kind not in (PISTOL, GRENADE))
        total += max(pistols, others) * count
    return mark.points(total)


def _gun(state: State, model: str, weapon: Weapon, mark: _Mark, distance: int, moved: bool) -> float:
    """Wounds expected to be lost to one gun."""
    if not weapons.reaches(weapon, distance):
        return 0.0
    shots = weapon.shots.mean * weapons.times(weapon, distance) * weapons.many(state, model, weapon.key)
    penalty = -1 if moved and weapon.kind == HEAVY else 0
    sure = abilities.of_weapon(state, weapon, abilities.AUTO_HIT) is not None
    hits = 1.0 if sure else chance_of(max(2, value(state, model, "bs") - penalty))
    wounds = chance_of(attacks.wound_score(strength_with(state, model, weapon), mark.toughness))
    return shots * hits * wounds * mark.unsaved(weapon.ap) * min(float(mark.wounds), weapon.damage.mean)


def striking(state: State, unit: str, mark: _Mark) -> int:
    """The thousandths of points that a unit is expected to strike off another in one fight."""
    total, models = 0.0, 0
    for model, count in _kinds(state, unit):
        skill, made = value(state, model, "ws"), number(state, model, "a").mean
        best = max((_blade(state, model, w, mark, skill) for w in fight.blades(state, model)), default=0.0)
        total, models = total + (made * best if skill else 0.0) * count, models + count
    return mark.points(total * min(1.0, FIGHTERS / max(models, 1)))


def _blade(state: State, model: str, weapon: Weapon, mark: _Mark, skill: int) -> float:
    """Wounds expected to be lost to one blow, one more for a weapon that gives an attack of its own."""
    ability = abilities.of_weapon(state, weapon, abilities.TO_HIT)
    hits = chance_of(max(2, skill - (ability.amount if ability else 0)))
    wounds = chance_of(attacks.wound_score(strength_with(state, model, weapon), mark.toughness))
    more = abilities.of_weapon(state, weapon, abilities.EXTRA_ATTACKS)
    attacks_made = max(1.0, number(state, model, "a").mean)
    extra = 1.0 + (more.amount if more else 0) / attacks_made
    return hits * wounds * mark.unsaved(weapon.ap) * min(float(mark.wounds), weapon.damage.mean) * extra


def _weakened(mark: _Mark, blow: int, back: int) -> int:
    """What comes back from a unit that has taken a blow first: whoever charges strikes first."""
    whole = 1000 * mark.price * mark.left
    return back if whole <= 0.0 else round(back * max(0.0, 1.0 - blow / whole))


def posture(state: State, unit: str, target: str) -> Facts:
    """How two units stand to each other: what each would do to the other at each of BANDS, and hand to hand.

    `fire` when it has moved, `still` when not, `return_fire` by the target; `ready` before a charge; `strike` with a
    charge and `struck` back; `charged` by the target and `answer` back; `left` of the target.
    """
    mine, mark = _Mark.of(state, unit), _Mark.of(state, target)
    strike, charged = striking(state, unit, mark), striking(state, target, mine)
    return facts(
        bands=BANDS,
        fire=tuple(shooting(state, unit, mark, band, True) for band in BANDS),
        still=tuple(shooting(state, unit, mark, band, False) for band in BANDS),
        return_fire=tuple(shooting(state, target, mine, band, True) for band in BANDS),
        ready=shooting(state, unit, mark, BANDS[1], True),
        strike=strike,
        struck=_weakened(mark, strike, striking(state, target, mine)),
        charged=charged,
        answer=_weakened(mine, charged, striking(state, unit, mark)),
        left=mark.points(float(mark.left)),
    )
