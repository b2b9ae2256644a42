"""Who of a unit fires what at whom: targets, the weapons that may be fired at them, and what may not go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.core.decisions import ChooseMany, Option
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import abilities, attacks, kinds, measuring, status, visibility, weapons
from engine.eighth.attacks import FAILED, ONES, Batch
from engine.eighth.characteristics import strength_with, value
from engine.eighth.lore import Weapon
from engine.eighth.weapons import GRENADE, PISTOL, weapon_of
from engine.mechanics.company import bodies_of
from engine.mechanics.straight import FAR, straights

BIG = 10
"""Wounds from which a Character hides behind nobody."""


class Shot(NamedTuple):
    """A model firing a weapon, or one mode of it, by its key; `copy` tells several of the same weapon apart."""

    model: str
    weapon: str
    copy: int = 1

    @property
    def id(self) -> str:
        return f"{self.model}/{self.weapon}" + (f"#{self.copy}" if self.copy > 1 else "")


def shot(option: str) -> Shot:
    """The shot of an option's id."""
    model, _, weapon = option.partition("/")
    weapon, _, copy = weapon.partition("#")
    return Shot(model, weapon, int(copy or 1))


@rule("8e.shooting.same-model-range-and-sight")
def distances(state: State, unit: str, target: str) -> dict[str, int]:
    """For each model of a unit the distance to the nearest target model that it sees, in micrometres; else `FAR`.

    What is nearest is in range first, so one and the same model is both in range and visible.
    """
    found: dict[str, int] = state.layout.once(("8e seen at", unit, target), lambda: _distances(state, unit, target))
    return found


def _distances(state: State, unit: str, target: str) -> dict[str, int]:
    visible = visibility.between(state, unit, target).visible
    far = np.where(visible, straights(bodies_of(state, unit), bodies_of(state, target)), FAR)
    nearest = far.min(axis=1, initial=FAR).tolist()
    return {model.id: int(gap) for model, gap in zip(state.present(unit), nearest, strict=True)}


# -- targets -----------------------------------------------------------------------------------------------------------


@rule("8e.shooting.target-near-friends", "8e.weapons.pistol-near-friends")
def near_friends(state: State, unit: str, target: str) -> bool:
    """Whether an enemy unit is within 1 inch of a friendly unit; the firers' own fight with it does not count."""
    return status.engaged(state, target) and any(friend != unit for friend in status.engaged_with(state, target))


@rule("8e.shooting.character", "8e.shooting.character-hidden-units-ignored", "8e.shooting.character-big")
def shielded(state: State, unit: str, target: str) -> frozenset[str]:
    """The models of a unit that may not shoot at a Character, since another enemy unit that they see is nearer.

    Characters of 10 Wounds or more are never shielded; one that is as near as the nearest is not either.
    """
    if not abilities.has_keyword(state, target, "Character"):
        return frozenset()
    if max((abilities.profile(state, m.id).w for m in state.present(target)), default=0) >= BIG:
        return frozenset()
    own = distances(state, unit, target)
    others = [
        distances(state, unit, foe.id)
        for foe in state.units_of(state.enemy(state.side_of(unit)))
        if foe.id != target and measuring.between(state, unit, foe.id) < max(own.values(), default=0)
    ]
    return frozenset(model for model, far in own.items() if any(other[model] < far for other in others))


@rule("8e.weapons.pistol-in-melee")
def closest_foes(state: State, model: str) -> tuple[str, ...]:
    """The enemy units nearest to a model, several when they are equally near."""
    far = {foe.id: measuring.between(state, model, foe.id) for foe in state.units_of(state.enemy(state.side_of(model)))}
    return tuple(foe for foe, gap in far.items() if gap == min(far.values()))


def target_refusals(state: State, unit: str, target: str) -> Refusals:
    """Why an enemy unit is no target for any model of a unit; empty when it is one."""
    return against(state, unit, target)[0]


def against(state: State, unit: str, target: str) -> tuple[Refusals, tuple[Option, ...]]:
    """Why an enemy unit is no target for any model of a unit; where it is one, all weapons `offered` against it."""
    if near_friends(state, unit, target) and not status.engaged(state, unit):
        return (Refusal("shoot.near_friends", "8e.shooting.target-near-friends", target),), ()
    gap = measuring.between(state, unit, target)
    if not any(weapons.reaches(w, gap) for m in state.present(unit) for w in weapons.guns(state, m.id)):
        return (Refusal("shoot.too_far", "8e.shooting.range", target, details=facts(distance=gap)),), ()
    options = offered(state, unit, target)
    if any(not option.barred for option in options):
        return (), options
    reasons = [r for option in options for r in option.barred]
    return (reasons[0] if reasons else Refusal("shoot.no_weapon", "8e.weapons.types", unit),), ()


def bars(state: State, unit: str) -> Refusals:
    """Why nothing that a unit carries may be fired now, whoever the target is; empty when something may."""
    engaged, reasons = status.engaged(state, unit), list[Refusal]()
    for model in state.present(unit):
        for weapon in weapons.guns(state, model.id):
            refused = weapons.bars(state, model.id, weapon, engaged)
            if not refused:
                return ()
            reasons += refused
    return (reasons[0],) if reasons else (Refusal("shoot.no_weapon", "8e.weapons.types", unit),)


@rule("8e.shooting.sequence", "8e.shooting.range", "8e.shooting.visibility")
def has_target(state: State, unit: str) -> bool:
    """Whether any enemy unit is a target for any weapon of a unit that may be fired now."""
    reach = _reach_by_kind(state, unit)
    key = ("8e has target", unit, tuple(reach.values()))
    found: bool = state.layout.once(
        key, lambda: any(_may_hit(state, unit, foe.id, reach) for foe in state.units_of(_enemy(state, unit)))
    )
    return found


def _enemy(state: State, unit: str) -> str:
    return state.enemy(state.side_of(unit))


def _reach_by_kind(state: State, unit: str) -> dict[tuple[str, tuple[str, ...]], int]:
    """How far models that are alike may shoot now, in micrometres; less than nothing for those who may not."""
    engaged = status.engaged(state, unit)
    found: dict[tuple[str, tuple[str, ...]], int] = {}
    for model in state.present(unit):
        if (model.profile, model.gear) not in found:
            guns = weapons.guns(state, model.id)
            free = (w.reach for w in guns if not weapons.bars(state, model.id, w, engaged))
            found[(model.profile, model.gear)] = max(free, default=-1)
    return found


def _may_hit(state: State, unit: str, target: str, reach: Mapping[tuple[str, tuple[str, ...]], int]) -> bool:
    """Whether a model of a unit, each kind reaching so far, may shoot at an enemy unit."""
    most, engaged = max(reach.values(), default=-1), status.engaged(state, unit)
    if most < 0 or measuring.between(state, unit, target) > most + weapons.SLACK:
        return False
    if near_friends(state, unit, target) and not engaged:
        return False
    far, safe = distances(state, unit, target), shielded(state, unit, target)
    return any(
        far[m.id] <= reach[(m.profile, m.gear)] + weapons.SLACK
        and reach[(m.profile, m.gear)] >= 0
        and m.id not in safe
        and not (engaged and target not in closest_foes(state, m.id))
        for m in state.present(unit)
    )


# -- weapons -----------------------------------------------------------------------------------------------------------


@rule("8e.shooting.all-weapons", "8e.shooting.no-splitting-one-weapon", "8e.shooting.range")
def offered(
    state: State, unit: str, target: str, taken: Sequence[Shot] = (), *, overwatch: bool = False, shown: bool = False
) -> tuple[Option, ...]:
    """Every ranged weapon of every model that is not `taken` already, barred where it may not fire at a target.

    With `shown`, everything that is worth knowing beside it is found out too.
    """
    far, options = distances(state, unit, target), []
    safe = frozenset() if overwatch else shielded(state, unit, target)
    engaged = not overwatch and status.engaged(state, unit)
    for model, distance in far.items():
        for weapon in weapons.guns(state, model):
            copies = [Shot(model, weapon.key, n + 1) for n in range(weapons.many(state, model, weapon.key))]
            free = [this for this in copies if this not in taken]
            barred = () if overwatch else weapons.bars(state, model, weapon, engaged)
            barred = barred or _out_of_reach(model, weapon, distance) or _shield(model, target, safe)
            if engaged and not barred and target not in closest_foes(state, model):
                barred = (Refusal("shoot.not_closest", "8e.weapons.pistol-in-melee", model),)
            details = _details(state, model, weapon, target, distance) if free and shown else ()
            options += [Option(this.id, model, "8e.shooting.all-weapons", details, barred) for this in free]
    return tuple(options)


@rule("8e.shooting.visibility")
def _out_of_reach(model: str, weapon: Weapon, distance: int) -> Refusals:
    if distance == FAR:
        return (Refusal("shoot.model_sees_none", "8e.shooting.visibility", model),)
    if not weapons.reaches(weapon, distance):
        told = facts(weapon=weapon.name, distance=distance)
        return (Refusal("shoot.out_of_range", "8e.shooting.range", model, details=told),)
    return ()


def _shield(model: str, target: str, safe: frozenset[str]) -> Refusals:
    return (Refusal("shoot.character", "8e.shooting.character", target),) if model in safe else ()


def _details(state: State, model: str, weapon: Weapon, target: str, distance: int) -> Facts:
    """What is shown beside a weapon: its profile, the scores needed, the distance and the number of its attacks."""
    number, batch = weapon.shots.told(), batch_of(state, model, target, weapon)
    shown = facts(
        weapon=weapon.name, kind=weapon.kind, range=weapon.reach, strength=batch.strength, ap=weapon.ap,
        damage=weapon.damage.told(), hit=attacks.hit_score(batch),
        wound=attacks.wound_need(batch, value(state, target, "t")),
    )  # fmt: skip
    if distance == FAR:
        return shown
    count = weapons.times(weapon, distance)
    return shown + facts(distance=distance, attacks=f"{count} x {number}" if count > 1 else number)


def batch_of(state: State, model: str, target: str, weapon: Weapon, natural: int = 0) -> Batch:
    """What one model's shots with a weapon are like."""
    return Batch(
        state.models[model].unit,
        target,
        weapon.key,
        value(state, model, "bs"),
        strength_with(state, model, weapon),
        weapon.ap,
        weapon.damage,
        weapons.hit_modifier(state, model, weapon, target),
        natural,
        bool(abilities.of_weapon(state, weapon, kinds.AUTO_HIT)),
        again_hit=rolled_again(state, model, kinds.REROLL_HITS, kinds.REROLL_HIT_ONES),
        again_wound=rolled_again(state, model, kinds.REROLL_WOUNDS, kinds.REROLL_WOUND_ONES),
        to_wound=abilities.amount(state, model, weapon, kinds.TO_WOUND),
    )


def rolled_again(state: State, model: str, every: str, ones: str) -> str:
    """Which dice of a model's roll an ability lets it roll again."""
    if abilities.has(state, model, every):
        return FAILED
    return ONES if abilities.has(state, model, ones) else ""


def declaration(state: State, unit: str, target: str, taken: Sequence[Shot]) -> ChooseMany | None:
    """Which of the weapons still free fire at a target. Everything that may is the usual answer; None for nothing."""
    options = offered(state, unit, target, taken, shown=True)
    if not any(not o.barred and not together(state, (*taken, shot(o.id))) for o in options):
        return None
    return ChooseMany(
        player=state.side_of(unit),
        rule="8e.shooting.split-fire",
        topic="shoot.models",
        subjects=(unit, target),
        options=options,
        least=1,
        hints=facts(unit=unit, target=target),
        legal=lambda chosen: together(state, (*taken, *map(shot, chosen))),
        advise=lambda stream: everything(state, options, taken),
    )


@rule("8e.weapons.grenade", "8e.weapons.pistol-or-others")
def together(state: State, shots: Sequence[Shot]) -> Refusals:
    """Why some shots of a unit may not all be fired: a second grenade, a thrower's gun, pistols beside other weapons,
    or two modes of one weapon."""
    throwers = [s.model for s in shots if weapon_of(state, s.weapon).kind == GRENADE]
    if len(throwers) > 1:
        return (Refusal("shoot.one_grenade", "8e.weapons.grenade", throwers[1]),)
    for model in dict.fromkeys(s.model for s in shots):
        types = [weapon_of(state, s.weapon).kind for s in shots if s.model == model]
        if model in throwers and len(types) > 1:
            return (Refusal("shoot.throws", "8e.weapons.grenade", model),)
        if PISTOL in types and any(kind != PISTOL for kind in types):
            return (Refusal("shoot.pistol_or_others", "8e.weapons.pistol-or-others", model),)
        if refused := _modes(state, model, [s for s in shots if s.model == model]):
            return refused
    return ()


def _modes(state: State, model: str, fired: Sequence[Shot]) -> Refusals:
    every = abilities.lore_of(state).weapons
    for weapon in (every[item] for item in state.models[model].gear if item in every):
        copies = [s.copy for s in fired if s.weapon in weapon.modes]
        if len(set(copies)) < len(copies):
            return (Refusal("shoot.one_mode", "8e.shooting.all-weapons", model, details=facts(weapon=weapon.name)),)
    return ()


def everything(state: State, options: Sequence[Option], taken: Sequence[Shot]) -> tuple[str, ...]:
    """All weapons that may be fired together, those that promise most first."""
    ranked = sorted((o for o in options if not o.barred), key=lambda o: (-promise(state, shot(o.id)), o.id))
    chosen: list[str] = []
    for option in ranked:
        if not together(state, (*taken, *map(shot, chosen), shot(option.id))):
            chosen.append(option.id)
    order = [o.id for o in options]
    return tuple(sorted(chosen, key=order.index))


def promise(state: State, fired: Shot) -> int:
    """About what a weapon does, for comparing those of one model: attacks, strength, AP and damage together.

    A grenade or pistol stands back behind a gun, since it costs the shots of the other.
    """
    weapon = weapon_of(state, fired.weapon)
    worth = weapon.shots.mean * (weapon.strength + 2) * (3 - weapon.ap) * weapon.damage.mean
    return round(worth * 10)
