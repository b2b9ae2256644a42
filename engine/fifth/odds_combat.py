"""What a charge may come to before it is declared: the chance to get there, and the first round blow for blow.

The first round is followed initiative step by initiative step, those who strike later by how many are expected to be
left; within a step the odds are exact for a target whose models are alike, and by shares of its models otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from battlefield.measure import distance, gaps
from battlefield.paths import centre_length
from battlefield.units import INCH, um
from engine.core.facts import Facts, facts
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import assault, ccw, status
from engine.fifth.allocation import alike
from engine.fifth.approach import Charge
from engine.fifth.blows import wound_of
from engine.fifth.ccw import AUTOMATIC, RENDING_FACE, Style
from engine.fifth.characteristics import has_rule, value
from engine.fifth.charts import most_common_or_highest
from engine.fifth.combat import NEAR_MATE, engaged
from engine.fifth.odds import get_through
from engine.mechanics.odds import (
    Blows,
    Chances,
    chance,
    mean_lost,
    millionths,
    models_lost,
    thousandths,
    worn_down,
)  # fmt: skip

SIX = 1 / 6


@dataclass(frozen=True, slots=True)
class _Crowd:
    """The models of one side that are expected to fight, as one group to be worn down."""

    unit: str
    models: int
    wounds: int
    lost: int
    fighters: tuple[str, ...]
    bonus: bool
    slowed: bool


@dataclass(frozen=True, slots=True)
class _Strikes:
    """Blows of one unit at one Initiative that are alike."""

    step: int
    style: Style
    ws: int
    strength: int
    count: int


def expected_combat(state: State, unit: str, target: str) -> Facts:
    """The prospects of a charge by `unit` on `target`, or of the next round if they fight already.

    Facts: `gap` (micrometres), `reach` (chance in millionths that the charge arrives), `tested` (a terrain test is
    due), `inflicted` and `suffered` (Wounds on average, in thousandths), `win`, `draw` and `lose` (millionths, taking
    the sides' losses as independent), and the `killed` and `fallen` models by chances in millionths.
    """
    fighting = (unit, target) in status.locked_pairs(state) or (target, unit) in status.locked_pairs(state)
    approach = assault.approach_of(state, unit, target, assault.reach_of(state, unit))
    tested = not fighting and assault.must_test(state, unit, approach)
    ours = _crowd(state, unit, target, charging=not fighting, slowed=tested and not _unready(state, target))
    theirs = _crowd(state, target, unit, charging=False, slowed=False)
    left_ours, left_theirs = _round(state, ours, theirs)
    win, draw, lose = _compare(ours, theirs, left_ours, left_theirs)
    return facts(
        gap=um(distance(status.bodies_of(state, unit), status.bodies_of(state, target))),
        reach=1_000_000 if fighting else arrival(state, unit, approach, tested),
        tested=tested,
        inflicted=thousandths(_worn(theirs, left_theirs)),
        suffered=thousandths(_worn(ours, left_ours)),
        win=round(win * 1_000_000),
        draw=round(draw * 1_000_000),
        lose=round(lose * 1_000_000),
        killed=millionths(models_lost(theirs.models, theirs.wounds, left_theirs)),
        fallen=millionths(models_lost(ours.models, ours.wounds, left_ours)),
    )


def arrival(state: State, unit: str, approach: Charge, tested: bool) -> int:
    """The chance in millionths that the nearest model gets into contact: certain or impossible without a test."""
    far, found = assault.reach_of(state, unit), approach.leads
    if not found:
        return 0
    if not tested:
        return 1_000_000
    mover = body_of(state.models[found[0].model])
    way = centre_length(mover.pose, found[0].legs)
    need = next((n for n in range(1, 7) if um(n * far // assault.REACH) + um(0.001) >= um(way)), 7)
    return round((1 - ((need - 1) / 6) * ((need - 1) / 6)) * 1_000_000)


def _unready(state: State, target: str) -> bool:
    """Whether a target is not set to receive a charge."""
    return status.locked(state, target) or status.gone_to_ground(state, target)


def _crowd(state: State, unit: str, enemy: str, charging: bool, slowed: bool) -> _Crowd:
    """A unit as it would fight the enemy: in a charge, those who can get into the fight; locked, the engaged."""
    kinds = alike(state, unit)
    members = state.present(unit)
    wounds = max(1, value(state, max(kinds, key=len)[0], "w"))
    lost = len(members) * wounds - int(np.add.reduce([min(m.wounds, wounds) for m in members]))
    return _Crowd(unit, len(members), wounds, lost, _fighters(state, unit, enemy), charging, slowed)


def _fighters(state: State, unit: str, enemy: str) -> tuple[str, ...]:
    """Who would fight: the engaged of a unit in contact, else those who can come close enough to the enemy."""
    if fighting := engaged(state, unit):
        return tuple(m for m, foes in fighting if any(state.models[f].unit == enemy for f in foes))
    apart = gaps(list(status.bodies_of(state, unit)), list(status.bodies_of(state, enemy))).min(axis=1)
    near = assault.reach_of(state, unit) / INCH + NEAR_MATE
    room = 6 * len(state.present(enemy))
    ranked = sorted((round(float(d) * INCH), m.id) for m, d in zip(state.present(unit), apart, strict=True))
    return tuple(m for d, m in ranked if d <= um(near))[:room]


def _round(state: State, ours: _Crowd, theirs: _Crowd) -> tuple[Chances, Chances]:
    """What both units have left after one round, step by step; a later step strikes with those expected to be left."""
    mine, others = _strikes(state, ours, theirs), _strikes(state, theirs, ours)
    left_ours = worn_down(ours.models, ours.wounds, ours.lost, ())
    left_theirs = worn_down(theirs.models, theirs.wounds, theirs.lost, ())
    struck_ours: list[Blows] = []
    struck_theirs: list[Blows] = []
    for step in sorted({s.step for s in (*mine, *others)}, reverse=True):
        share_ours, share_theirs = _able(ours, left_ours), _able(theirs, left_theirs)
        struck_theirs += [_blows(state, s, theirs, share_ours) for s in mine if s.step == step]
        struck_ours += [_blows(state, s, ours, share_theirs) for s in others if s.step == step]
        left_theirs = worn_down(theirs.models, theirs.wounds, theirs.lost, struck_theirs)
        left_ours = worn_down(ours.models, ours.wounds, ours.lost, struck_ours)
    return left_ours, left_theirs


def _able(crowd: _Crowd, left: Chances) -> float:
    """The share of a unit's fighters that is expected to be there to strike: its owner removes the others first."""
    gone = models_lost(crowd.models, crowd.wounds, left)
    spare = crowd.models - len(crowd.fighters)
    missing = np.maximum(np.arange(len(gone)) - spare, 0)
    return 1.0 - float(np.dot(gone, missing)) / max(1, len(crowd.fighters))


def _strikes(state: State, crowd: _Crowd, enemy: _Crowd) -> list[_Strikes]:
    """The blows of a unit by Initiative, weapon, skill and Strength, everyone striking in the way that does most."""
    against = tuple(m.id for m in state.present(enemy.unit))
    counts: dict[tuple[int, Style, int, int], int] = {}
    for model in crowd.fighters:
        style = max(ccw.styles(state, model), key=lambda s: _promise(state, model, s, enemy))
        key = (_step(state, model, style, crowd), style, value(state, model, "ws"), _power(state, model, style, crowd))
        counts[key] = counts.get(key, 0) + _count(state, model, style, crowd, against)
    return [_Strikes(*key, count) for key, count in counts.items()]


def _furious(state: State, model: str, crowd: _Crowd) -> int:
    """What a furious charge adds, if the unit does not have it in force already."""
    wild = crowd.bonus and has_rule(state, model, "furious_charge")
    return int(wild and not ccw.furious(state, model))


def _step(state: State, model: str, style: Style, crowd: _Crowd) -> int:
    if crowd.slowed and not has_rule(state, model, "assault_grenades"):
        return 1
    step = ccw.initiative(state, model, style)
    return step if step == 1 else step + _furious(state, model, crowd)


def _power(state: State, model: str, style: Style, crowd: _Crowd) -> int:
    return min(10, ccw.strength(state, model, style) + _furious(state, model, crowd))


def _count(state: State, model: str, style: Style, crowd: _Crowd, against: tuple[str, ...]) -> int:
    """Blows of a model; a charge still to come counts as one that is made."""
    blows = ccw.attacks(state, model, style, against)
    if not crowd.bonus or ccw.charged(state, model):
        return blows
    spoilt = crowd.slowed and not has_rule(state, model, "assault_grenades")
    ready = any(has_rule(state, foe, "defensive_grenades") for foe in against)
    return blows + int(not spoilt and not (ready and not _unready(state, state.models[against[0]].unit)))


def _promise(state: State, model: str, style: Style, enemy: _Crowd) -> tuple[int, int]:
    """How much a way of striking promises, for choosing among weapons."""
    hurts, kills = _through(state, style, ccw.strength(state, model, style), enemy)
    merit = ccw.attacks(state, model, style, ()) * (hurts + enemy.wounds * kills)
    return thousandths(merit), ccw.initiative(state, model, style)


def _blows(state: State, strikes: _Strikes, enemy: _Crowd, share: float) -> Blows:
    """Some blows with the chances of what each does; their number is scaled to those expected to be left."""
    need = ccw.to_hit(strikes.ws, _met(state, enemy, "ws"))
    hit = 1.0 if need == AUTOMATIC else chance(need)
    hurts, kills = _through(state, strikes.style, strikes.strength, enemy)
    return Blows(_scaled(strikes.count * share), hit * hurts, hit * kills)


def _scaled(number: float) -> tuple[tuple[int, float], ...]:
    """A broken number of blows as a mixture of the two whole numbers beside it."""
    low = int(number)
    rest = number - low
    return ((low, 1.0),) if rest < 1e-9 else ((low, 1.0 - rest), (low + 1, rest))


def _met(state: State, crowd: _Crowd, name: str) -> int:
    models: Sequence[str] = crowd.fighters or tuple(m.id for m in state.present(crowd.unit))
    return most_common_or_highest(value(state, m, name) for m in models)


def _through(state: State, style: Style, strength: int, enemy: _Crowd) -> tuple[float, float]:
    """The chances that a hit takes a Wound, and that it slays a model of several, over the models of a target."""
    toughness = _met(state, enemy, "t")
    need = ccw.wound_score(style, strength, toughness)
    wounds = chance(need)
    again = 2.0 - wounds if ccw.rerolls_wounds(style, strength, toughness) else 1.0
    sixes = SIX if wounds and style.melee == "rending" else 0.0
    rending, plain = (wound_of(style, strength, face) for face in (RENDING_FACE, need))
    return get_through(state, alike(state, enemy.unit), ((sixes * again, rending), ((wounds - sixes) * again, plain)))


def _worn(crowd: _Crowd, left: Chances) -> float:
    """Wounds lost on average in this round."""
    before = worn_down(crowd.models, crowd.wounds, crowd.lost, ())
    return mean_lost(crowd.models, crowd.wounds, left) - mean_lost(crowd.models, crowd.wounds, before)


def _compare(ours: _Crowd, theirs: _Crowd, left_ours: Chances, left_theirs: Chances) -> tuple[float, float, float]:
    """The chances that the first unit wins, draws and loses the round."""
    win = draw = 0.0
    for mine, p in enumerate(left_ours.tolist()):
        lost = ours.models * ours.wounds - ours.lost - mine
        for other, q in enumerate(left_theirs.tolist()):
            taken = theirs.models * theirs.wounds - theirs.lost - other
            if (mine > 0 and other == 0) or (mine > 0 and taken > lost):
                win += p * q
            elif (taken == lost and other > 0) or (mine == 0 and other == 0):
                draw += p * q
    return win, draw, max(0.0, 1.0 - win - draw)
