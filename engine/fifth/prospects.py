"""Prospects: what units would on average do to each other, quickly, for choosing between plans.

Figures are thousandths of the target's points: what is expected to be lost, by mean values and without dice. The exact
distributions for one attack are elsewhere; these are for comparing many positions.
"""

from __future__ import annotations

from functools import lru_cache

from battlefield.units import um
from engine.core.facts import Facts, facts
from engine.core.state import State
from engine.fifth import ccw, charts, weapons
from engine.fifth.characteristics import has_rule, value
from engine.fifth.lore import Weapon
from engine.fifth.saves import limited, pierces

BANDS = tuple(um(inches) for inches in (4, 8, 12, 18, 24, 30, 36, 48))
"""Distances at which shooting is estimated."""

MARKED = {3: 3.0, 5: 6.0}
"""Models that a blast of that size in inches is expected to cover of a unit in loose order, before scatter."""

SCATTERED = 0.6
"""The share of a blast's models that is still hit after scatter, on average."""

FLAMED = 4.0
"""Models that a flame template is expected to cover."""


@lru_cache(maxsize=4096)
def _chance(need: int) -> float:
    """The chance of a D6 to show `need` or more; 0 stands for never."""
    return 0.0 if need == 0 or need > 6 else (7 - max(2, need)) / 6


def shooting(state: State, unit: str, target: str, distance: int, moved: bool, cover: int = 0) -> int:
    """The thousandths of points that a unit is expected to shoot off a target at a distance in micrometres."""
    total = 0.0
    for model in state.present(unit):
        best = 0.0
        for weapon in weapons.guns(state, model.id):
            best = max(best, _gun(state, model.id, weapon, target, distance, moved, cover))
        total += best
    return _points(state, target, total)


def _gun(state: State, model: str, weapon: Weapon, target: str, distance: int, moved: bool, cover: int) -> float:
    """Wounds expected to be lost to one gun."""
    if moved and weapon.kind == "heavy" and not has_rule(state, model, "relentless"):
        return 0.0
    shots = _shots(weapon, distance, moved)
    if not shots:
        return 0.0
    hit = charts.to_hit(value(state, model, "bs"))
    hits = shots if weapon.template else shots * (_chance(hit.need) if hit else 0.0)
    if weapon.blast:
        hits = shots * min(MARKED.get(weapon.blast, 3.0), float(len(state.present(target)))) * SCATTERED
    wounds = hits * _chance(weapons.wound_score(weapon, value(state, target, "t")))
    return wounds * _unsaved(state, target, weapon.ap, 0 if weapon.template else cover)


def _shots(weapon: Weapon, distance: int, moved: bool) -> float:
    if weapon.template:
        return FLAMED if distance <= BANDS[1] else 0.0
    if distance > weapon.reach:
        return 0.0
    if weapon.kind == "rapid_fire":
        near = distance <= BANDS[2]
        return (1.0 if near else 0.0) if moved else (2.0 if near else 1.0)
    return {"d3": 2.0, "d6": 3.5, "2d6": 7.0}.get(weapon.shots_dice, float(weapon.shots))


def _unsaved(state: State, target: str, ap: int, cover: int, armour: bool = True) -> float:
    """The share of wounds that no save stops."""
    save = value(state, target, "sv")
    plain = save if armour and save and not pierces(ap, save) else 0
    able = [s for s in (plain, value(state, target, "inv"), cover) if s]
    return 1.0 - _chance(limited(min(able))) if able else 1.0


def _points(state: State, target: str, wounds: float) -> int:
    """What wounds on a unit are worth, no more than what is left of it."""
    record = state.units[target]
    members = state.present(target)
    left = 0
    for member in members:
        left += member.wounds
    each = value(state, target, "w") or 1
    price = record.points / max(record.size, 1) / each
    return round(1000 * price * min(wounds, float(left)))


def striking(state: State, unit: str, target: str, charging: bool, fighters: int = 12) -> int:
    """The thousandths of points that a unit is expected to strike off another in one round of close combat."""
    total = 0.0
    for model in state.present(unit)[:fighters]:
        best = 0.0
        for style in ccw.styles(state, model.id):
            blows = float(value(state, model.id, "a") + style.extra + charging)
            hits = blows * _chance(max(2, ccw.to_hit(value(state, model.id, "ws"), value(state, target, "ws"))))
            power = ccw.strength(state, model.id, style)
            wounds = hits * _chance(ccw.wound_score(style, power, value(state, target, "t")))
            armour = style.melee not in ("power", "fist", "hammer", "claw")
            best = max(best, wounds * _unsaved(state, target, 0, 0, armour))
        total += best
    return _points(state, target, total)


def posture(state: State, unit: str, target: str) -> Facts:
    """How two units stand to each other: what each would do to the other at each of BANDS, and hand to hand.

    `fire` when it has moved, `still` when not, `return_fire` by the target; `strike` with a charge, `struck` back.
    """
    return facts(
        bands=BANDS,
        fire=tuple(shooting(state, unit, target, band, True) for band in BANDS),
        still=tuple(shooting(state, unit, target, band, False) for band in BANDS),
        return_fire=tuple(shooting(state, target, unit, band, True) for band in BANDS),
        strike=striking(state, unit, target, True),
        struck=striking(state, target, unit, False),
        charged=striking(state, target, unit, True),
    )
