"""Prospects: what units would on average do to each other, quickly, for choosing between plans.

Figures are thousandths of the target's points: what is expected to be lost, by mean values and without dice. The exact
distributions for one attack are elsewhere; these are for comparing many positions.
"""

from __future__ import annotations

from dataclasses import dataclass
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

FIGHTERS = 12
"""About how many models of a large unit get to strike in one round."""

LEAST_TURNS = 5
"""Game turns that a battle of no set length lasts at least."""


@lru_cache(maxsize=4096)
def _chance(need: int) -> float:
    """The chance of a D6 to show `need` or more; 0 stands for never."""
    return 0.0 if need == 0 or need > 6 else (7 - max(2, need)) / 6


@dataclass(frozen=True, slots=True)
class _Mark:
    """A target as shots and blows meet it: how many models, their majority values, and what a Wound of it is worth."""

    models: int
    ws: int
    toughness: int
    save: int
    inv: int
    initiative: int
    left: int
    price: float

    @classmethod
    def of(cls, state: State, unit: str) -> _Mark:
        """A unit as it stands now."""
        members, record = state.members(unit), state.units[unit]
        values = {name: value(state, unit, name) for name in ("ws", "t", "sv", "inv", "i", "w")}
        left = 0
        for member in members:
            left += member.wounds
        price = record.points / max(record.size, 1) / (values["w"] or 1)
        return cls(
            len(members), values["ws"], values["t"], values["sv"], values["inv"], values["i"], left, price
        )  # fmt: skip

    def points(self, wounds: float) -> int:
        """What wounds on it are worth in thousandths of points, no more than what is left of it."""
        return round(1000 * self.price * min(wounds, float(self.left)))

    def unsaved(self, ap: int, armour: bool = True) -> float:
        """The share of wounds that no save stops."""
        plain = self.save if armour and self.save and not pierces(ap, self.save) else 0
        able = [s for s in (plain, self.inv) if s]
        return 1.0 - _chance(limited(min(able))) if able else 1.0


def _mark(state: State, target: str | _Mark) -> _Mark:
    return target if isinstance(target, _Mark) else _Mark.of(state, target)


def _kinds(state: State, unit: str) -> list[tuple[str, int]]:
    """One model of each kind in a unit, with how many there are."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for model in state.members(unit):
        found.setdefault((model.profile, model.gear), []).append(model.id)
    return [(ids[0], len(ids)) for ids in found.values()]


def shooting(
    state: State, unit: str, target: str | _Mark, distance: int, moved: bool, then_charge: bool = False
) -> int:
    """The thousandths of points that a unit is expected to shoot off a target at a distance in micrometres.

    `then_charge` leaves out what rules out an assault once it is fired.
    """
    mark, total = _mark(state, target), 0.0
    for model, count in _kinds(state, unit):
        best = 0.0
        for weapon in weapons.guns(state, model):
            if not (then_charge and weapon.kind in weapons.NO_ASSAULT):
                best = max(best, _gun(state, model, weapon, mark, distance, moved))
        total += best * count
    return mark.points(total)


def _gun(state: State, model: str, weapon: Weapon, mark: _Mark, distance: int, moved: bool) -> float:
    """Wounds expected to be lost to one gun."""
    if moved and weapon.kind == "heavy" and not has_rule(state, model, "relentless"):
        return 0.0
    shots = _shots(weapon, distance, moved)
    if not shots:
        return 0.0
    hit = charts.to_hit(value(state, model, "bs"))
    hits = shots if weapon.template else shots * (_chance(hit.need) if hit else 0.0)
    if weapon.blast:
        hits = shots * min(MARKED.get(weapon.blast, 3.0), float(mark.models)) * SCATTERED
    wounds = hits * _chance(weapons.wound_score(weapon, mark.toughness))
    return wounds * mark.unsaved(weapon.ap)


def _shots(weapon: Weapon, distance: int, moved: bool) -> float:
    if weapon.template:
        return FLAMED if distance <= BANDS[1] else 0.0
    if distance > weapon.reach:
        return 0.0
    if weapon.kind == "rapid_fire":
        near = distance <= BANDS[2]
        return (1.0 if near else 0.0) if moved else (2.0 if near else 1.0)
    return {"d3": 2.0, "d6": 3.5, "2d6": 7.0}.get(weapon.shots_dice, float(weapon.shots))


def striking(state: State, unit: str, target: str | _Mark, charging: bool, fighters: int = FIGHTERS) -> int:
    """The thousandths of points that a unit is expected to strike off another in one round of close combat."""
    mark, total, models = _mark(state, target), 0.0, 0
    for model, count in _kinds(state, unit):
        best = 0.0
        for style in ccw.styles(state, model):
            blows = float(value(state, model, "a") + style.extra + charging)
            hits = blows * _chance(max(2, ccw.to_hit(value(state, model, "ws"), mark.ws)))
            wounds = hits * _chance(ccw.wound_score(style, ccw.strength(state, model, style), mark.toughness))
            armour = style.melee not in ("power", "fist", "hammer", "claw")
            best = max(best, wounds * mark.unsaved(0, armour))
        total, models = total + best * count, models + count
    return mark.points(total * min(1.0, fighters / max(models, 1)))


def _weakened(one: _Mark, other: _Mark, blow: int, back: int) -> int:
    """What comes back from another unit that has taken a blow first, if its Initiative is lower."""
    whole = 1000 * other.price * other.left
    if one.initiative <= other.initiative or whole <= 0.0:
        return back
    return round(back * max(0.0, 1.0 - blow / whole))


def posture(state: State, unit: str, target: str) -> Facts:
    """How two units stand to each other: what each would do to the other at each of BANDS, and hand to hand.

    `fire` when it has moved, `still` when not, `return_fire` by the target; `ready` before a charge; `strike` with a
    charge and `struck` back; `charged` by the target and `answer` back; `left` of the target.
    """
    mine, mark = _Mark.of(state, unit), _Mark.of(state, target)
    strike, charged = striking(state, unit, mark, True), striking(state, target, mine, True)
    return facts(
        bands=BANDS,
        fire=tuple(shooting(state, unit, mark, band, True) for band in BANDS),
        still=tuple(shooting(state, unit, mark, band, False) for band in BANDS),
        return_fire=tuple(shooting(state, target, mine, band, True) for band in BANDS),
        ready=shooting(state, unit, mark, BANDS[1], True, then_charge=True),
        strike=strike,
        struck=_weakened(mine, mark, strike, striking(state, target, mine, False)),
        charged=charged,
        answer=_weakened(mark, mine, charged, striking(state, unit, mark, False)),
        left=mark.points(float(mark.left)),
    )


def bearing(state: State, unit: str) -> Facts:
    """What a player who plans ahead reckons with of a unit, lengths in micrometres.

    `scores` when it counts for objectives, which are counted at the end, not `each_turn`, of so many rounds (`length`).
    It goes `move` a turn and `stride` in a hurry; it charges from `charge` away, from `sure` almost certainly, and so
    is to be feared from `threat`. Standing on an objective is worth `holding`, in thousandths of points.
    """
    length = state.setup.option("game_length", "")
    return facts(
        scores=state.units[unit].role.lower() == "troops",
        length=length if isinstance(length, int) else LEAST_TURNS,
        each_turn=False,
        move=um(6),
        stride=um(8),
        charge=um(6),
        sure=um(5.5),
        threat=um(12),
        holding=70_000,
    )
