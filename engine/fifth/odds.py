"""What a unit's shooting may do to a target before it fires: shown beside targets, and for computer players.

Exact for dice and for targets whose models are alike; mixed targets count by shares of their models, and how many
models a template or a marker covers is taken from how they stand.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from battlefield.body import Body
from battlefield.measure import gaps
from battlefield.units import inches
from engine.core.facts import Facts, facts
from engine.core.records import Model, body_of
from engine.core.state import State
from engine.fifth import measuring, sight, weapons
from engine.fifth.allocation import alike
from engine.fifth.characteristics import value
from engine.fifth.charts import HitScore, to_hit, toughness
from engine.fifth.cover import cover_save
from engine.fifth.firing import FAR, Mark, Shot, distances, mark, promise
from engine.fifth.lore import Weapon
from engine.fifth.saves import Wound, best_save, slays
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

Kinds = tuple[tuple[str, ...], ...]
"""The models of a unit, those that are alike together."""

SIX = 1 / 6

FLAME_SPREAD = 2.0
"""Inches around one model within which others are taken to lie under the same flame template."""


def expected_shooting(state: State, unit: str, target: str, firing: Iterable[Shot] | None = None) -> Facts:
    """The odds of a unit's shooting at a target with these shots, or with the best each model has.

    Facts: `shots` that reach, `wounds` and `models` lost on average in thousandths, `cover`, and `chances` in
    millionths that 0, 1, 2, ... models are lost.
    """
    seen = sight.visible_models(state, unit, target)
    far = distances(state, seen)
    kinds = alike(state, target)
    shots = best_shots(state, unit, far, mark(state, target)) if firing is None else _reaching(state, firing, far)
    cover = cover_save(state, tuple(dict.fromkeys(s.model for s in shots)), target).save if shots else 0
    models, wounds, lost = _group(state, kinds)
    left = worn_down(models, wounds, lost, _blows(state, target, kinds, shots, cover))
    before = worn_down(models, wounds, lost, ())
    gone = models_lost(models, wounds, left)
    return facts(
        shots=len(shots),
        wounds=thousandths(mean_lost(models, wounds, left) - mean_lost(models, wounds, before)),
        models=thousandths(mean(gone)),
        cover=cover,
        chances=millionths(gone),
    )


def best_shots(state: State, unit: str, far: dict[str, int], aim: Mark) -> dict[Shot, int]:
    """The weapon of each model that promises most at its distance, with its shots; models in the same case once."""
    ranges: dict[tuple[str, tuple[str, ...]], tuple[int, ...]] = {}
    judged: dict[tuple[object, ...], tuple[str, int]] = {}
    found = {}
    for model in state.present(unit):
        distance, kind = far.get(model.id, FAR), (model.profile, model.gear)
        if distance == FAR:
            continue
        if kind not in ranges:
            guns = weapons.guns(state, model.id)
            ranges[kind] = (weapons.RAPID, weapons.TEMPLATE_REACH, *(gun.reach for gun in guns))
        case = (kind, tuple(measuring.in_range(distance, reach) for reach in ranges[kind]))
        if case not in judged:
            judged[case] = _best_gun(state, model.id, distance, aim)
        key, count = judged[case]
        if count:
            found[Shot(model.id, key)] = count
    return found


def _best_gun(state: State, model: str, distance: int, aim: Mark) -> tuple[str, int]:
    """The weapon of a model that promises most, and how often it fires; no shots when nothing does anything."""
    best, choice = 0, ("", 0)
    for gun in weapons.guns(state, model):
        count = 0 if weapons.bars(state, model, gun) else weapons.shots_at(state, model, gun, distance)
        merit = promise(state, model, gun, aim, count)
        if merit > best:
            best, choice = merit, (gun.key, count)
    return choice


def _reaching(state: State, firing: Iterable[Shot], far: dict[str, int]) -> dict[Shot, int]:
    """Those of some shots that reach, with how often each is fired."""
    counts = {
        s: weapons.shots_at(state, s.model, weapons.gun(state, s.weapon), far[s.model])
        for s in firing
        if far.get(s.model, FAR) != FAR
    }
    return {s: count for s, count in counts.items() if count}


def _group(state: State, kinds: Kinds) -> tuple[int, int, int]:
    """A unit as one group: its models, the Wounds of the commonest kind, and how many of all are lost already."""
    wounds = max(1, value(state, max(kinds, key=len)[0], "w"))
    models = [m for kind in kinds for m in kind]
    left = sum(state.models[m].wounds for m in models)
    return len(models), wounds, max(0, len(models) * wounds - left)


def _blows(state: State, target: str, kinds: Kinds, shots: dict[Shot, int], cover: int) -> Iterable[Blows]:
    """The shots as blows, those of the same weapon, skill and number together."""
    score = toughness(state, target)
    alike_shots: dict[tuple[str, int, int], list[Shot]] = {}
    for shot, count in shots.items():
        alike_shots.setdefault((shot.weapon, value(state, shot.model, "bs"), count), []).append(shot)
    for (name, bs, count), group in alike_shots.items():
        weapon = weapons.gun(state, name)
        hurts, kills = _unsaved(state, kinds, weapon, score, cover)
        hit = 1.0 if weapon.template else _on_target(bs, weapon) if weapon.blast else _hits(to_hit(bs), weapon)
        under = _under(state, target, weapon, [state.models[s.model] for s in group])
        yield Blows(_shots(weapon, count * len(group), under), hit * hurts, hit * kills)


def _shots(weapon: Weapon, count: int, under: int) -> tuple[tuple[int, float], ...]:
    """How many blows some weapons strike, with the chance of each number."""
    if weapon.template or weapon.blast:
        return ((count * under, 1.0),)
    if not weapon.shots_dice:
        return ((count, 1.0),)
    sides = 3 if weapon.shots_dice == "d3" else 6
    return tuple(rolled(count * (2 if weapon.shots_dice == "2d6" else 1), sides).items())


def _hits(score: HitScore | None, weapon: Weapon) -> float:
    """The chance of one shot to hit, re-rolls counted."""
    if score is None:
        return 0.0
    if weapons.has(weapon, "twin_linked"):
        return twice(chance(score.need))
    return chance(score.need, score.again or None)


def _on_target(bs: int, weapon: Weapon) -> float:
    """The chance that a marker comes down about where it was put: a HIT, or a drift of no more than half its width."""
    near = [p for total, p in rolled(2, 6).items() if 2 * (total - bs) <= weapon.blast]
    return 1 / 3 + 2 / 3 * float(np.add.reduce(near))


def _under(state: State, target: str, weapon: Weapon, firers: list[Model]) -> int:
    """About how many models of a target a template or a marker covers; 1 for any other weapon."""
    bodies = [body_of(m) for m in state.present(target)]
    if weapon.blast:
        return _clustered(bodies, weapon.blast / 2)
    if weapon.template:
        near = (gaps([body_of(m) for m in firers], bodies) <= inches(weapons.TEMPLATE_REACH)).sum(axis=1)
        return int(min(near.max(), _clustered(bodies, FLAME_SPREAD)))
    return 1


def _clustered(bodies: list[Body], radius: float) -> int:
    """The most bodies that a disc around the centre of one of them covers in part."""
    from_centre = gaps(bodies, bodies) + np.array([[body.reach] for body in bodies])
    return int((from_centre < radius).sum(axis=1).max())


def _unsaved(state: State, kinds: Kinds, weapon: Weapon, score: int, cover: int) -> tuple[float, float]:
    """The chances that a hit takes a Wound, and that it slays, over the models of a target as they are mixed."""
    need = weapons.wound_score(weapon, score)
    wounds = chance(need)
    again = twice(wounds) / wounds if wounds and _wounds_again(state, weapon) else 1.0
    sixes = SIX if wounds and weapons.has(weapon, "rending") else 0.0

    def dealt(face: int) -> Wound:
        ap, covered = weapons.ap_of(weapon, face), not weapon.template
        return Wound(weapon.strength, ap, "5e.shooting.wound-table", cover_allowed=covered)

    return get_through(state, kinds, ((sixes * again, dealt(6)), ((wounds - sixes) * again, dealt(need))), cover)


def get_through(
    state: State, kinds: Kinds, dealt: Iterable[tuple[float, Wound]], cover: int = 0
) -> tuple[float, float]:
    """The chances to take a Wound, and to slay a model of several, over models as they are mixed.

    `dealt` has each sort of wound with the chance that it is dealt.
    """
    hurts = kills = 0.0
    models = len([m for kind in kinds for m in kind])
    for share, wound in dealt:
        for group in kinds if share else ():
            part = share * len(group) / models
            through = part * (1.0 - chance(best_save(state, group[0], wound, cover).need))
            if value(state, group[0], "w") > 1 and slays(state, group[0], wound):
                kills += through
            else:
                hurts += through
    return hurts, kills


def _wounds_again(state: State, weapon: Weapon) -> bool:
    """Whether a weapon rolls failed wounds again."""
    laid = weapon.template or (weapon.blast and state.setup.option("twin_linked_blast", "wound") == "wound")
    return bool(laid) and weapons.has(weapon, "twin_linked")
